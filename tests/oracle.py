"""A slow, plain generator of legal moves for every flat game: the second opinion against which the core is tested.

The board is a dictionary from (file, rank) to one of ``w W b B`` (man and king of each side), both counted from 0,
White at the bottom. Nothing here is clever and nothing is shared with the library: rules are read off the rulebooks,
square by square. Only at the edge (`number`, `square`, `fen`, `legal`) are squares the game's own numbers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

Square = tuple[int, int]
Step = tuple[int, int]

FORWARD: tuple[Step, ...] = ((-1, 1), (1, 1))
DIAGONAL: tuple[Step, ...] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
STRAIGHT_FORWARD_AND_SIDEWAYS: tuple[Step, ...] = ((0, 1), (-1, 0), (1, 0))
STRAIGHT: tuple[Step, ...] = ((0, 1), (-1, 0), (1, 0), (0, -1))
# On squares of one colour the next square of a row or column is two away: Frisian captures.
FRISIAN_STRAIGHT: tuple[Step, ...] = ((0, 2), (-2, 0), (2, 0), (0, -2))


@dataclass(frozen=True)
class Rules:
    """What differs between games. Steps are White's; Black's are upside down."""

    files: int = 10
    ranks: int = 10
    mirrored: bool = False
    all_squares: bool = False
    rotated: bool = False  # numbering from White's lower right corner instead of the upper left one
    first: str = "W"
    rows_of_men: int = 4
    first_row_of_men: int = 0
    man_steps: tuple[Step, ...] = FORWARD
    man_jumps: tuple[Step, ...] = DIAGONAL
    king_steps: tuple[Step, ...] = DIAGONAL
    king_jumps: tuple[Step, ...] = DIAGONAL
    flying: bool = True
    men_take_kings: bool = True
    landing: str = "any"  # "next": right behind the piece; "next_after_king": so where the last piece taken is a king
    removal: str = "at_end"  # or "at_once"
    promotion: str = "at_rest"  # "in_passing": goes on as a king; "ends_move": the chain stops there
    precedence: tuple[str, ...] = ("quantity",)
    turns_back: bool = True  # False: no turn of 180 degrees inside a chain
    king_limit: int = 0  # successive quiet moves of one king beside men of its side; 0 is no limit
    goal: str = "block"  # "misere", "first_king"


INTERNATIONAL = Rules()
RUSSIAN = replace(INTERNATIONAL, files=8, ranks=8, rows_of_men=3, promotion="in_passing", precedence=())
CZECH = replace(RUSSIAN, man_jumps=FORWARD, promotion="ends_move", precedence=("with_king",))
GERMAN = replace(CZECH, precedence=())
ENGLISH = replace(GERMAN, flying=False, first="B")
SPANISH = replace(GERMAN, mirrored=True, rotated=True, precedence=("quantity", "kings"))
FRISIAN = replace(
    INTERNATIONAL,
    man_jumps=DIAGONAL + FRISIAN_STRAIGHT,
    king_jumps=DIAGONAL + FRISIAN_STRAIGHT,
    precedence=("frisian_value", "with_king"),
    king_limit=3,
)
CANADIAN = replace(INTERNATIONAL, files=12, ranks=12, rows_of_men=5)
TURKISH = replace(
    INTERNATIONAL,
    files=8,
    ranks=8,
    all_squares=True,
    rows_of_men=2,
    first_row_of_men=1,
    man_steps=STRAIGHT_FORWARD_AND_SIDEWAYS,
    man_jumps=STRAIGHT_FORWARD_AND_SIDEWAYS,
    king_steps=STRAIGHT,
    king_jumps=STRAIGHT,
    removal="at_once",
    turns_back=False,
)

GAMES: dict[str, Rules] = {
    "international": INTERNATIONAL,
    "antidraughts": replace(INTERNATIONAL, goal="misere"),
    "killer": replace(INTERNATIONAL, landing="next_after_king"),
    "breakthrough": replace(INTERNATIONAL, goal="first_king"),
    "frisian": FRISIAN,
    "frysk": replace(FRISIAN, rows_of_men=1),
    "canadian": CANADIAN,
    "srilankan": replace(CANADIAN, mirrored=True),
    "russian": RUSSIAN,
    "poddavki": replace(RUSSIAN, goal="misere"),
    "spantsiretti": replace(RUSSIAN, files=10),
    "brazilian": replace(INTERNATIONAL, files=8, ranks=8, rows_of_men=3),
    "pool": replace(RUSSIAN, promotion="at_rest", first="B"),
    "english": ENGLISH,
    "italian": replace(
        ENGLISH,
        mirrored=True,
        first="W",
        men_take_kings=False,
        precedence=("quantity", "with_king", "kings", "kings_early"),
    ),
    "spanish": SPANISH,
    "portuguese": SPANISH,
    "czech": CZECH,
    "german": GERMAN,
    "thai": replace(GERMAN, first="B", rotated=True, rows_of_men=2, landing="next", removal="at_once"),
    "turkish": TURKISH,
    "armenian": replace(TURKISH, man_steps=STRAIGHT_FORWARD_AND_SIDEWAYS + FORWARD, king_steps=STRAIGHT + DIAGONAL),
}


class Move(NamedTuple):
    """A whole turn, in squares of the game's own numbering."""

    origin: int
    destination: int
    captures: frozenset[int]
    promotes: bool


class Chain(NamedTuple):
    """One way to make a move, in coordinates; `taken` in the order of the jumps, empty for a quiet move."""

    origin: Square
    destination: Square
    taken: tuple[Square, ...]
    promotes: bool


@dataclass
class Position:
    """Pieces, side to move and, per side, the square and the count of the king under the Frisian limit."""

    rules: Rules
    pieces: dict[Square, str]
    turn: str
    limit: dict[str, tuple[Square, int]] = field(default_factory=dict)


# Squares ---------------------------------------------------------------------------------------------------------


def on_board(rules: Rules, at: Square) -> bool:
    """Whether `at` is a square that is played on."""
    file, rank = at
    if not (0 <= file < rules.files and 0 <= rank < rules.ranks):
        return False
    return rules.all_squares or (file + rank) % 2 == (1 if rules.mirrored else 0)


@cache
def squares(rules: Rules) -> tuple[Square, ...]:
    """All squares in the order of the game's own numbers."""
    downward = [(file, rank) for rank in reversed(range(rules.ranks)) for file in range(rules.files)]
    played = [at for at in downward if on_board(rules, at)]
    return tuple(reversed(played)) if rules.rotated else tuple(played)


@cache
def numbers(rules: Rules) -> dict[Square, int]:
    """Coordinates to the game's own numbers, from 1."""
    return {at: index + 1 for index, at in enumerate(squares(rules))}


def number(rules: Rules, at: Square) -> int:
    """The game's own number of a square."""
    return numbers(rules)[at]


def square(rules: Rules, name: str | int, *, standard: bool = False) -> Square:
    """The coordinates of a number or of an algebraic name; `standard` counts from the top left whatever the game."""
    if isinstance(name, str) and name[0].isalpha():
        letters = "abcdefghik" if (rules.files, rules.ranks) == (10, 8) else "abcdefghijkl"
        return letters.index(name[0]), int(name[1:]) - 1
    given = squares(replace(rules, rotated=False) if standard else rules)
    return given[int(name) - 1]


# Positions as text -----------------------------------------------------------------------------------------------


def start(rules: Rules) -> Position:
    """The starting position."""
    rows = range(rules.first_row_of_men, rules.first_row_of_men + rules.rows_of_men)
    pieces = {at: "w" for at in squares(rules) if at[1] in rows}
    pieces |= {at: "b" for at in squares(rules) if rules.ranks - 1 - at[1] in rows}
    return Position(rules, pieces, rules.first)


def parse_fen(rules: Rules, text: str, *, standard: bool = False) -> Position:
    """The position of a FEN in strict form, ranges allowed; ``start`` is the starting position."""
    if text == "start":
        return start(rules)
    turn, *sides = text.split(":")
    pieces: dict[Square, str] = {}
    for side in sides:
        if side[:1] not in ("W", "B"):
            continue
        for item in filter(None, side[1:].split(",")):
            symbol = side[0] if item.startswith("K") else side[0].lower()
            low, _, high = item.removeprefix("K").partition("-")
            names: list[str | int] = list(range(int(low), int(high) + 1)) if high else [low]
            for name in names:
                pieces[square(rules, name, standard=standard)] = symbol
    return Position(rules, pieces, turn)


def fen(position: Position) -> str:
    """White first, then Black, ascending, in the game's own numbers."""
    sides = []
    for color in "WB":
        placed = sorted(
            (number(position.rules, at), piece) for at, piece in position.pieces.items() if side(piece) == color
        )
        sides.append(color + ",".join(("K" if piece.isupper() else "") + str(n) for n, piece in placed))
    return ":".join([position.turn, *sides])


def side(piece: str) -> str:
    """``W`` or ``B``: whose piece it is."""
    return piece.upper()


def other(color: str) -> str:
    """The opponent."""
    return "B" if color == "W" else "W"


# Moves -----------------------------------------------------------------------------------------------------------


def toward(color: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """White's steps as `color` makes them."""
    return steps if color == "W" else tuple((file, -rank) for file, rank in steps)


def king_row(rules: Rules, color: str) -> int:
    """The rank on which the men of `color` promote."""
    return rules.ranks - 1 if color == "W" else 0


def add(at: Square, step: Step) -> Square:
    """One step further."""
    return at[0] + step[0], at[1] + step[1]


def quiet_chains(position: Position) -> Iterator[Chain]:
    """Every move that captures nothing, whether or not a capture is compulsory."""
    rules, pieces, color = position.rules, position.pieces, position.turn
    men = [at for at, piece in pieces.items() if piece == color.lower()]
    for origin, piece in pieces.items():
        if side(piece) != color:
            continue
        king = piece.isupper()
        # Frisian: the same king may not make a fourth quiet move in a row while its side has men.
        if king and rules.king_limit and men and position.limit.get(color) == (origin, rules.king_limit):
            continue
        for step in toward(color, rules.king_steps if king else rules.man_steps):
            target = add(origin, step)
            while on_board(rules, target) and target not in pieces:
                yield Chain(origin, target, (), not king and target[1] == king_row(rules, color))
                if not (king and rules.flying):
                    break
                target = add(target, step)


def capture_chains(position: Position) -> Iterator[Chain]:
    """Every complete chain of jumps, before precedence."""
    for origin, piece in position.pieces.items():
        if side(piece) == position.turn:
            yield from chains_of(position, origin)


def chains_of(position: Position, origin: Square) -> Iterator[Chain]:
    """Every complete chain of the piece on `origin`, which is lifted from the board while it jumps."""
    rules, color = position.rules, position.turn
    lifted = {at: piece for at, piece in position.pieces.items() if at != origin}
    was_king = position.pieces[origin].isupper()

    def jumps(
        at: Square, king: bool, last: Step | None, taken: tuple[Square, ...]
    ) -> Iterator[tuple[Step, Square, list[Square]]]:
        """Direction, victim and landing squares of every jump from `at`."""
        board = lifted
        if rules.removal == "at_once":
            board = {place: piece for place, piece in lifted.items() if place not in taken}
        for step in toward(color, rules.king_jumps if king else rules.man_jumps):
            if not rules.turns_back and last is not None and step == (-last[0], -last[1]):
                continue
            victim = add(at, step)
            while king and rules.flying and on_board(rules, victim) and victim not in board:
                victim = add(victim, step)
            if victim not in board or side(board[victim]) == color or victim in taken:
                continue
            if not king and board[victim].isupper() and not rules.men_take_kings:
                continue
            landings = []
            landing = add(victim, step)
            while on_board(rules, landing) and landing not in board:
                landings.append(landing)
                if not (king and rules.flying) or rules.landing == "next":
                    break
                landing = add(landing, step)
            if landings:
                yield step, victim, landings

    def grow(at: Square, king: bool, last: Step | None, taken: tuple[Square, ...]) -> Iterator[Chain]:
        for step, victim, landings in jumps(at, king, last, taken):
            so_far = (*taken, victim)
            ends = []
            goes_on = False
            for landing in landings:
                reached = not king and landing[1] == king_row(rules, color)
                if reached and rules.promotion == "ends_move":
                    ends.append(landing)
                    continue
                king_now = king or (reached and rules.promotion == "in_passing")
                if any(True for _ in jumps(landing, king_now, step, so_far)):
                    goes_on = True
                    yield from grow(landing, king_now, step, so_far)
                else:
                    ends.append(landing)
            if goes_on:
                continue  # a chain may not stop where another landing square lets it go on
            if king and rules.landing == "next_after_king" and lifted[victim].isupper():
                ends = ends[:1]
            for landing in ends:
                crowned = not was_king and (king or landing[1] == king_row(rules, color))
                yield Chain(origin, landing, so_far, crowned)

    yield from grow(origin, was_king, None, ())


def precedence_key(position: Position, chain: Chain, criterion: str) -> int:
    """How much a chain is worth under one criterion: only the highest are legal."""
    kings = [position.pieces[at].isupper() for at in chain.taken]
    if criterion == "quantity":
        return len(chain.taken)
    if criterion == "with_king":
        return int(position.pieces[chain.origin].isupper())
    if criterion == "kings":
        return sum(kings)
    if criterion == "kings_early":
        return -kings.index(True) if any(kings) else -len(kings)
    if criterion == "frisian_value":
        # A king is worth a little less than two men: 100 kings would make up the difference.
        return sum(199 if king else 100 for king in kings)
    raise ValueError(criterion)


def is_over(position: Position) -> bool:
    """Whether the game has been won before anybody is out of moves."""
    return position.rules.goal == "first_king" and any(piece.isupper() for piece in position.pieces.values())


def legal_chains(position: Position) -> list[Chain]:
    """Every way to make every legal move."""
    if is_over(position):
        return []
    chains = list(capture_chains(position))
    if not chains:
        return list(quiet_chains(position))
    for criterion in position.rules.precedence:
        best = max(precedence_key(position, chain, criterion) for chain in chains)
        chains = [chain for chain in chains if precedence_key(position, chain, criterion) == best]
    return chains


def legal(position: Position) -> set[Move]:
    """The legal moves: routes with the same origin, destination, captured squares and resulting piece are one."""
    return {to_move(position.rules, chain) for chain in legal_chains(position)}


def to_move(rules: Rules, chain: Chain) -> Move:
    """A chain in numbers."""
    taken = frozenset(number(rules, at) for at in chain.taken)
    return Move(number(rules, chain.origin), number(rules, chain.destination), taken, chain.promotes)


def unique(position: Position) -> list[Chain]:
    """One chain for every legal move."""
    return list({(c.origin, c.destination, frozenset(c.taken), c.promotes): c for c in legal_chains(position)}.values())


def ordered(position: Position) -> list[Chain]:
    """One chain for every legal move and order of its captures."""
    return list({(c.origin, c.destination, c.taken, c.promotes): c for c in legal_chains(position)}.values())


def play_chain(position: Position, chain: Chain) -> Position:
    """The position after a chain."""
    rules, color = position.rules, position.turn
    pieces = {at: piece for at, piece in position.pieces.items() if at not in chain.taken}
    moved = pieces.pop(chain.origin)
    pieces[chain.destination] = moved.upper() if chain.promotes else moved
    after = Position(rules, pieces, other(color), dict(position.limit))
    if rules.king_limit:
        count_king_move(after, chain, moved)
    return after


def count_king_move(after: Position, chain: Chain, moved: str) -> None:
    """Keeps the Frisian counters: a quiet king move beside men counts, anything else of the same side forgets."""
    color = side(moved)
    tracked = after.limit.pop(color, None)
    if moved.isupper() and not chain.taken and color.lower() in after.pieces.values():
        count = tracked[1] + 1 if tracked is not None and tracked[0] == chain.origin else 1
        after.limit[color] = (chain.destination, count)
    enemy = after.limit.get(other(color))
    if enemy and (enemy[0] not in after.pieces or other(color).lower() not in after.pieces.values()):
        del after.limit[other(color)]


def play(position: Position, move: Move) -> Position:
    """The position after a legal move given in numbers."""
    for chain in legal_chains(position):
        if to_move(position.rules, chain) == move:
            return play_chain(position, chain)
    raise ValueError(f"not legal: {move}")


def perft(position: Position, depth: int, *, orders: bool = False) -> int:
    """How many sequences of `depth` legal moves there are; `orders` counts orders of capture apart."""
    if depth == 0:
        return 1
    chains = ordered(position) if orders else unique(position)
    if depth == 1:
        return len(chains)
    return sum(perft(play_chain(position, chain), depth - 1, orders=orders) for chain in chains)


# Positions at random ---------------------------------------------------------------------------------------------


def random_position(rules: Rules, rng: random.Random) -> Position:
    """A position worth testing: out of play, or strewn over the board with few or many pieces and kings."""
    if rng.random() < 0.25:
        # Pieces alone, as a FEN shows them: no king has moved yet.
        return replace(random_play(rules, rng, rng.randrange(60)), limit={})
    return strewn_position(rules, rng)


def random_play(rules: Rules, rng: random.Random, plies: int) -> Position:
    """The position after some random moves from the start."""
    position = start(rules)
    for _ in range(plies):
        chains = legal_chains(position)
        if not chains:
            break
        position = play_chain(position, rng.choice(chains))
    return position


def strewn_position(rules: Rules, rng: random.Random) -> Position:
    """Pieces thrown on the board; men stand nowhere where they would have been promoted."""
    everywhere = squares(rules)
    white = rng.randint(1, rng.choice((2, 4, len(everywhere) // 4)))
    black = rng.randint(1, rng.choice((2, 5, len(everywhere) // 4)))
    if rng.random() < 0.02:
        black = 0
    kings = {"W": rng.choice((0.0, 0.1, 0.5, 1.0)), "B": rng.choice((0.0, 0.1, 0.3, 1.0))}
    if rules.goal == "first_king":
        kings = {"W": 0.0, "B": 0.0}
    # Victims near the middle, with room behind them, make long chains.
    spread = rng.random() < 0.4
    pieces: dict[Square, str] = {}
    for color, count in (("W", white), ("B", black)):
        for _ in range(count):
            at = rng.choice(everywhere)
            if spread and color == "B" and not (0 < at[0] < rules.files - 1 and 0 < at[1] < rules.ranks - 1):
                continue
            if at in pieces:
                continue
            is_king = rng.random() < kings[color]
            if not is_king and at[1] == king_row(rules, color):
                if rules.goal == "first_king":
                    continue
                is_king = True
            pieces[at] = color if is_king else color.lower()
    if not pieces:
        return strewn_position(rules, rng)
    position = Position(rules, pieces, "W")
    return flip(position) if rng.random() < 0.5 else position


def flip(position: Position) -> Position:
    """Colours swapped and the board turned: the same position for the other side."""
    rules = position.rules
    pieces = {
        (rules.files - 1 - file, rules.ranks - 1 - rank): piece.translate(str.maketrans("wWbB", "bBwW"))
        for (file, rank), piece in position.pieces.items()
    }
    return Position(rules, pieces, other(position.turn))


def pretty(position: Position) -> str:
    """The board in letters, for a failing test's message."""
    rules = position.rules
    rows = []
    for rank in reversed(range(rules.ranks)):
        row = (position.pieces.get((f, rank), "." if on_board(rules, (f, rank)) else " ") for f in range(rules.files))
        rows.append(" ".join(row))
    return "\n".join([*rows, f"{position.turn} to move: {fen(position)}"])


# Perft files -----------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One line of a perft file: how many `nodes` there are at a depth."""

    game: str
    id: str
    options: dict[str, str]
    standard: bool
    fen: str
    kind: str
    depth: int
    nodes: int


def read_perft(game: str, text: str) -> list[Line]:
    """The lines of one perft file that hold a count."""
    lines: list[Line] = []
    block: dict[str, str] = {}
    for row in text.splitlines():
        word, _, rest = row.partition(" ")
        if not word or word == "#":
            continue
        if word == "id":
            block = {}
        if re.fullmatch("perft|ordered", word):
            depth, nodes = map(int, rest.split())
            options = dict(option.split("=", 1) for option in block.get("game", "").split())
            standard = block.get("numbering") == "standard"
            lines.append(Line(game, block["id"], options, standard, block["fen"], word, depth, nodes))
        else:
            block[word] = rest
    return lines


def rules_for(game: str, options: dict[str, str]) -> Rules:
    """The rules of a perft block: a game of the list, or a base with a few sizes changed."""
    base = GAMES[options.get("base", game)]
    return replace(
        base,
        files=int(options.get("files", base.files)),
        ranks=int(options.get("ranks", base.ranks)),
        rows_of_men=int(options.get("rows_of_men", base.rows_of_men)),
    )
