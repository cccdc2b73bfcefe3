"""Makes ``python/damier/data/lessons.json``: positions in which one rule of a game can be seen at work:
``python tools/lessons.py [GAME ...]``.

Which positions show a rule is said by a condition, never by the name of a game: mostly that the same pieces under the
same game with *that* rule changed have other legal moves. Sketches are drawn by lot (always the same lot), those that
fit are stripped of every piece that they do not need, and the barest that is not crowded into a corner is kept. The
tests prove every position again, without what is here.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from damier import BLACK, WHITE, Board, Game, Move, Piece, games
from damier.manual import DIAGONAL, FORWARD, STRAIGHT

Pieces = dict[int, "Piece | tuple[Piece, ...]"]
Fit = tuple[frozenset[str], frozenset[str], int]
Condition = Callable[[Board], "Fit | None"]

FILE: Final = Path(__file__).resolve().parent.parent / "python" / "damier" / "data" / "lessons.json"
TRIES: Final = 12_000  # sketches for one sight; a Turkish strike on a small board is rare and gets five times as many
CHOICE: Final = 16  # positions of which the best is kept
STEPS: Final = {
    "forward": (0, 1),
    "forward_right": (1, 1),
    "right": (1, 0),
    "backward_right": (1, -1),
    "backward": (0, -1),
    "backward_left": (-1, -1),
    "left": (-1, 0),
    "forward_left": (-1, 1),
}
W_MAN, W_KING, B_MAN, B_KING = (Piece.from_symbol(symbol) for symbol in "wWbB")
HISTORY_MAX: Final = 130  # plies before a draw by count: the longest limit is 120


class Example(NamedTuple):
    """A position to try. `kind` names what is to be done, `topic` the fact of the manual that it belongs to."""

    kind: str
    topic: str
    board: Board
    right: frozenset[str]
    """The moves that show it, as Hub text: each is legal."""
    wrong: frozenset[str]
    """Moves that are illegal here, and that would be legal were it not for the rule."""
    target: int = 0
    """The square that the piece is to reach, 0 where that is free."""


class Place(NamedTuple):
    """A way to set pieces down: captors (True: a king) and how many pieces each might jump."""

    captors: tuple[bool, ...]
    jumps: tuple[int, ...]
    kings: float = 0.0
    """How many of the jumped pieces are kings."""
    guests: int = 0
    """Further pieces, at most."""
    high: bool = False
    """The captor begins near the farthest row."""


def examples(game: Game) -> list[Example]:
    """Whatever the rules of the game have to show, in the order of the manual."""
    rules = game.rules
    found = [*_moves(game), *_captures(game), *_promotions(game), *_kings(game), *_choices(game), *_removals(game)]
    if rules["towers"]:
        found += _towers(game)
    if rules["king_limit"] is not None:
        found += _king_limit(game)
    if rules["turn"] != "one_move":  # what ends one of two games does not end the turn
        return [*found, *_two_games(game)]
    return [*found, *_goals(game), *_draws(game)]


def variant(game: Game, **changes: Any) -> Game:
    """The same game with a rule changed."""
    return Game.custom(base=game, **changes)


def texts(board: Board) -> dict[str, Move]:
    """The legal moves by their Hub text."""
    return {move.hub(): move for move in board.legal_moves}


# -- men and kings ----------------------------------------------------------------------------------------------------


def _moves(game: Game) -> Iterator[Example]:
    yield from _example("man_moves", "Men move", game, (Place((False,), (0,), guests=1),), _reaches(quiet=True))


def _captures(game: Game) -> Iterator[Example]:
    rules = game.rules
    captures = set(rules["man_captures"])
    one = (Place((False,), (1,), guests=1), Place((False,), (1,), guests=2))

    def must(board: Board) -> Fit | None:
        """One capture, and another piece that could move if it were not for that."""
        legal = texts(board)
        idle = _without(board, {square for move in legal.values() for square in move.captures})
        quiet = frozenset(
            text for text, move in texts(idle).items() if all(move.from_square != m.from_square for m in legal.values())
        )
        if not _all_capture(legal) or len(board.pieces(WHITE)) < 2 or not quiet:
            return None
        return frozenset(legal), quiet, 0

    yield from _example("must_capture", "Duty", game, one, must)
    long = list(_example("chain", "Duty", game, (Place((False,), (3, 4)),), _at_least(3)))
    yield from long or _example("chain", "Duty", game, (Place((False,), (2, 3)),), _at_least(2))
    for names, kind in ((DIAGONAL - FORWARD, "captures_backward"), (STRAIGHT, "captures_straight")):
        if captures & names and captures & DIAGONAL:
            yield from _example(kind, "Men capture", game, one, _captures_towards(game, names))
    if captures <= STRAIGHT:
        yield from _example("captures_sideways", "Men capture", game, one, _captures_towards(game, {"left", "right"}))
    if not rules["men_capture_backward"]:
        wider = variant(game, men_capture_backward=True)
        yield from _example("never_backward", "Men capture", game, one, _forbids(wider))
    if not rules["men_capture_kings"]:
        wider = variant(game, men_capture_kings=True)
        place = (Place((False,), (1,), kings=1.0, guests=1),)
        yield from _example("man_spares_king", "Men capture", game, place, _forbids(wider))


def _promotions(game: Game) -> Iterator[Example]:
    rules = game.rules

    def crowns(board: Board) -> Fit | None:
        legal = texts(board)
        right = frozenset(text for text, move in legal.items() if move.promotes and not move.is_capture)
        return (right, frozenset(), 0) if right and len(right) < len(legal) else None

    yield from _example("promotes", "Promotion", game, (Place((False,), (0,), guests=2, high=True),), crowns)
    high = (Place((False,), (2, 3), high=True), Place((False,), (3, 2), guests=1, high=True))
    passing, resting = variant(game, promotion="in_passing"), variant(game, promotion="at_rest")

    def touches(move: Move) -> bool:
        return any(game.file_rank(square)[1] == game.ranks - 1 for square in move.path[1:])

    def rests(board: Board) -> Fit | None:
        """The farthest row is touched in a capture, which in another game would make a king of the man at once."""
        legal, other = texts(board), texts(_under(passing, board))
        right = frozenset(text for text, move in legal.items() if move.is_capture and touches(move))
        if rules["men_capture_backward"] and any(legal[text].promotes for text in right):
            return None  # it can be shown that a man goes on as a man
        same = {(t, m.promotes) for t, m in legal.items()} == {(t, m.promotes) for t, m in other.items()}
        return None if same or not right or len(right) < len(legal) else (right, frozenset(other) - frozenset(legal), 0)

    def passes(board: Board) -> Fit | None:
        legal, other = texts(board), texts(_under(resting, board))
        right = frozenset(text for text, move in legal.items() if move.promotes) - frozenset(other)
        return (right, frozenset(other) - frozenset(legal), 0) if right and _all_capture(legal) else None

    def ends(board: Board) -> Fit | None:
        legal, other = texts(board), texts(_under(passing, board))
        right = frozenset(text for text, move in legal.items() if move.is_capture and touches(move))
        wrong = frozenset(other) - frozenset(legal)
        return (right, wrong, 0) if right and wrong and len(right) == len(legal) else None

    kind, condition = {
        "at_rest": ("promotes_at_rest", rests),
        "in_passing": ("promotes_in_passing", passes),
        "ends_move": ("promotes_and_ends", ends),
    }[rules["promotion"]]
    yield from _example(kind, "Promotion", game, high, condition)


def _kings(game: Game) -> Iterator[Example]:
    rules = game.rules
    if rules["goal"] == "first_king":  # a king ends the game
        return
    flying = rules["flying_kings"]
    yield from _example("king_flies" if flying else "king_moves", "Kings move", game, (Place((True,), (0,), guests=1),),
                        _reaches(quiet=True, far=flying, backward=not flying))  # fmt: skip
    one = (Place((True,), (1,), guests=1),)
    if not flying:
        back = {"backward", "backward_left", "backward_right"}
        yield from _example("king_captures", "Kings capture", game, one, _captures_towards(game, back))
        return

    def far(board: Board) -> Fit | None:
        """A piece some way off, with a choice of squares behind it."""
        legal = texts(board)
        ends = {move.to_square for move in legal.values()}
        if not _all_capture(legal, pieces=1) or len(board.piece_map()) != 2:
            return None
        first = next(iter(legal.values()))
        victim = next(iter(first.captures))
        if _distance(game, first.from_square, victim) < 3 or len(ends) < (3 if rules["landing"] == "any" else 1):
            return None
        farthest = max(legal.values(), key=lambda move: _distance(game, move.from_square, move.to_square))
        if rules["landing"] == "next":
            wider = texts(_under(variant(game, landing="any"), board))
            return (frozenset(legal), frozenset(wider) - frozenset(legal), 0) if len(wider) > 1 else None
        return frozenset({farthest.hub()}), frozenset(), farthest.to_square

    yield from _example("king_captures_far", "Kings capture", game, (Place((True,), (1,)),), far)
    if rules["landing"] == "next_after_king":
        place = (Place((True,), (1,), kings=1.0),)
        yield from _example("king_halts", "Kings capture", game, place, _forbids(variant(game, landing="any")))

    def turns(board: Board) -> Fit | None:
        """Two pieces in two directions: where the king lands after the first decides."""
        legal = texts(board)
        if not _all_capture(legal) or min(len(move.captures) for move in legal.values()) < 2:
            return None
        return frozenset(legal), frozenset(), 0

    yield from _example("king_turns", "Kings capture", game, (Place((True,), (2,)),), turns)


# -- which capture, and what becomes of the captured ------------------------------------------------------------------


def _choices(game: Game) -> Iterator[Example]:
    ladder = tuple(game.rules["precedence"])
    places = (
        Place((False, False), (1, 2)),
        Place((False, True), (1, 2), kings=0.3),
        Place((True, True), (2, 2), kings=0.4),
        Place((True,), (2, 2), kings=0.5),
    )
    if not ladder:
        strict = variant(game, precedence=["quantity"])

        def free(board: Board) -> Fit | None:
            legal, other = texts(board), texts(_under(strict, board))
            right = frozenset(legal) - frozenset(other)
            return (right, frozenset(), 0) if right and other and _all_capture(legal) else None

        yield from _example("free", "Choice", game, places, free)
    for index, criterion in enumerate(ladder):
        before, after = variant(game, precedence=ladder[:index]), variant(game, precedence=ladder[: index + 1])

        def decides(board: Board, before: Game = before, after: Game = after) -> Fit | None:
            """This criterion alone decides: those before it leave the choice open, those behind it change nothing."""
            legal, wider = texts(board), texts(_under(before, board))
            wrong = frozenset(wider) - frozenset(legal)
            if not wrong or not _all_capture(legal) or frozenset(texts(_under(after, board))) != frozenset(legal):
                return None
            return _apart(legal, wider, wrong)

        yield from _example(criterion, "Choice", game, places, decides)


def _removals(game: Game) -> Iterator[Example]:
    rules = game.rules
    if not rules["flying_kings"] and set(rules["man_captures"]) <= DIAGONAL:
        return  # jumps of two squares never come near a square that a captured piece has left
    is_late = rules["removal"] == "at_end"
    other = variant(game, removal="at_once" if is_late else "at_end")
    places = (Place((True,), (3, 4)), Place((True,), (4, 5), guests=1), Place((True,), (5, 6)))

    def late(board: Board) -> Fit | None:
        """More could be taken if what is taken did not stay and block."""
        legal, wider = texts(board), texts(_under(other, board))
        if not legal:
            return None
        most = max(map(_taken, legal.values()))
        if not _all_capture(legal) or most < 2 or max(map(_taken, wider.values())) <= most:
            return None
        # A king that turns on its own line would show the same, but nobody expects it to.
        wrong = frozenset(t for t, move in wider.items() if _taken(move) > most and not _turns_back(game, move))
        return _apart(legal, wider, wrong - frozenset(legal))

    def soon(board: Board) -> Fit | None:
        legal, narrower = texts(board), texts(_under(other, board))
        right = frozenset(legal) - frozenset(narrower)
        if not right or not _all_capture(legal):
            return None
        return right, frozenset(), 0

    yield from _example(
        "turkish_strike" if is_late else "removed_at_once",
        "Removal",
        game,
        places,
        late if is_late else soon,
        tries=5 * TRIES,
    )


def _turns_back(game: Game, move: Move) -> bool:
    spots = [game.file_rank(square) for square in move.path]
    legs = [(_sign(b[0] - a[0]), _sign(b[1] - a[1])) for a, b in itertools.pairwise(spots)]
    return any(after == (-before[0], -before[1]) for before, after in itertools.pairwise(legs))


def _towers(game: Game) -> Iterator[Example]:
    def takes(board: Board) -> Fit | None:
        legal = texts(board)
        if not _all_capture(legal, pieces=1):
            return None
        return (frozenset(legal), frozenset(), 0) if _ends_high(board, legal.values()) else None

    def frees(board: Board) -> Fit | None:
        legal = texts(board)
        right = frozenset(text for text, move in legal.items() if move.is_capture and _sets_free(board, move))
        return (right, frozenset(), 0) if right else None

    place = (Place((False,), (1,)),)
    yield from _example("tower_takes", "Towers", game, place, takes)
    yield from _example("tower_frees", "Towers", game, place, frees, below=(B_MAN, W_MAN))


def _ends_high(board: Board, moves: Any) -> bool:
    return all(len(_after(board, move).tower_at(move.to_square)) > 1 for move in moves)


def _sets_free(board: Board, move: Move) -> bool:
    after = _after(board, move)
    return any((piece := after.piece_at(square)) and piece.color == WHITE for square in move.captures)


# -- the course of a game ---------------------------------------------------------------------------------------------


def _king_limit(game: Game) -> Iterator[Example]:
    """The same king has moved as often as it may."""
    plies = game.rules["king_limit"]
    lot = Random(f"{game.id} king_limit")
    for _ in range(TRIES):
        board = _random(lot, game, (W_KING, W_MAN, B_KING))
        if board is None or board.turn != WHITE:
            continue
        square = next(iter(board.pieces(WHITE, king=True)))
        for _ in range(plies):
            moves = [move for move in _quiet(board) if move.from_square == square]
            if not moves:
                break
            move = lot.choice(moves)
            board.push(move)
            square = move.to_square
            replies = _quiet(board)
            if not replies:
                break
            board.push(lot.choice(replies))
        legal, fresh = texts(board), texts(board.copy(stack=False)) if board.outcome() is None else {}
        fresh = texts(Board(board.fen(), game=game)) if fresh else {}
        wrong = frozenset(text for text, move in fresh.items() if move.from_square == square) - frozenset(legal)
        done = board.ply == 2 * plies and legal and all(move.from_square != square for move in legal.values())
        if done and wrong and not _all_capture(legal):
            yield Example("king_rests", "Kings at rest", board, frozenset(legal), wrong)
            return


def _two_games(game: Game) -> Iterator[Example]:
    lot = Random(f"{game.id} two_games")
    dark, light = ([s for s in range(1, game.squares + 1) if sum(game.file_rank(s)) % 2 == colour] for colour in (0, 1))
    for _ in range(TRIES):
        pieces: Pieces = {}
        for squares in (dark, light):
            pieces.update(zip(lot.sample(squares, 3), (W_MAN, W_MAN, B_MAN), strict=True))
        board = _board(game, pieces)
        moves = [] if board is None else list(board.legal_moves)
        if board is not None and 2 < len(moves) < 12 and all(len(move.parts) == 2 for move in moves):
            yield Example("one_in_each", "Turns", board, frozenset(texts(board)), frozenset())
            return


def _goals(game: Game) -> Iterator[Example]:
    goal = game.rules["goal"]
    kind = {"block": "wins_by_block", "misere": "wins_by_loss", "first_king": "wins_by_king"}[goal]
    sets = ((W_MAN, W_MAN, B_MAN), (W_KING, W_MAN, B_MAN), (W_KING, W_MAN, B_MAN, B_MAN), (W_MAN, W_MAN, B_MAN, B_MAN))
    lot = Random(f"{game.id} goal")

    def wins(board: Board, move: Move) -> bool:
        after = _after(board, move)
        end = after.outcome()
        if end is not None:
            return end.winner == WHITE
        if goal != "misere":
            return False
        ends = [_after(after, reply).outcome() for reply in after.legal_moves]
        return all(end is not None and end.winner == WHITE for end in ends)

    def ends(board: Board, bare: bool) -> Fit | None:
        if board.outcome() is not None:
            return None
        legal = texts(board)
        right = frozenset(text for text, move in legal.items() if wins(board, move))
        if bare and any(legal[text].is_capture for text in right):
            return None  # to take the last piece would show less
        return (right, frozenset(), 0) if right and (len(right) < len(legal) or not bare) else None

    for attempt in range(4 * TRIES):
        chosen = sets[attempt % len(sets)]
        if goal == "first_king":
            chosen = tuple(piece for piece in chosen if not piece.king)
        bare = attempt < 3 * TRIES  # where pieces are hardly ever shut in, the last one is taken after all
        board = _random(lot, game, chosen) if bare else _board(game, _thrown(lot, game, chosen))
        fit = None if board is None else ends(board, bare)
        if board is not None and fit is not None:
            yield Example(kind, "Goal", board, *fit)
            return


def _draws(game: Game) -> Iterator[Example]:
    """One move more, and a drawing rule of the usual set ends the game: by repetition, and by a count."""
    clocks = {clock.rule: clock for clock in Board(game=game).draw_clocks()}
    repeated = next((rule for rule in clocks if rule.startswith("repetition")), None)
    if repeated is not None:
        yield from _repetition(game, repeated)
    for rule, clock in sorted(clocks.items(), key=lambda item: item[1].limit):
        if rule != repeated and 1 < clock.limit <= HISTORY_MAX:
            found = list(_counted(game, rule))
            yield from found
            if found:
                return


def _repetition(game: Game, rule: str) -> Iterator[Example]:
    lot, usual = Random(f"{game.id} {rule}"), next(iter(game.profiles))
    for attempt in range(TRIES):
        board = _random(
            lot, game, ((W_KING, W_KING, B_KING, B_KING), (W_MAN, W_KING, B_KING))[attempt % 2], BLACK, usual
        )
        if board is None:
            continue
        cycle = _cycle(lot, board)
        while cycle and board.ply < 20 and board.outcome(claim_draw=True) is None:
            move = cycle[board.ply % 4]
            if move not in board.legal_moves:
                break
            end = _after(board, move).outcome(claim_draw=True)
            if end is not None and board.turn == WHITE and end.rule == rule:
                yield Example("repeats", "Draws", board, frozenset({move.hub()}), frozenset())
                return
            board.push(move)


def _cycle(lot: Random, board: Board) -> list[Move]:
    """Four moves that lead back to where they began; none where the lot finds none."""
    copy, cycle = board.copy(), []
    for index in range(4):
        moves = _quiet(copy)
        if index >= 2:
            there = cycle[index - 2]
            moves = [m for m in moves if (m.from_square, m.to_square) == (there.to_square, there.from_square)]
        else:
            moves = [m for m in moves if (p := copy.piece_at(m.from_square)) and p.king]
        if not moves:
            return []
        cycle.append(lot.choice(moves))
        copy.push(cycle[-1])
    return cycle


def _counted(game: Game, rule: str) -> Iterator[Example]:
    lot = Random(f"{game.id} {rule}")
    sets = ((W_KING, B_KING), (W_KING, W_KING, B_KING), (W_KING, W_KING, W_KING, B_KING), (W_KING, W_MAN, B_KING))
    for attempt in range(60):
        turn = BLACK if attempt // len(sets) % 2 else WHITE
        board = _random(lot, game, sets[attempt % len(sets)], turn, next(iter(game.profiles)))
        while board is not None and board.ply <= HISTORY_MAX:
            going = []
            for move in _quiet(board):
                end = _after(board, move).outcome(claim_draw=True)
                if end is None:
                    going.append(move)
                elif end.rule == rule and board.turn == WHITE:
                    right = frozenset(m.hub() for m in board.legal_moves if _ends_by(board, m, rule))
                    yield Example("counts_out", "Draws", board, right, frozenset())
                    return
            if not going:
                break
            board.push(lot.choice(going))


def _ends_by(board: Board, move: Move, rule: str) -> bool:
    end = _after(board, move).outcome(claim_draw=True)
    return end is not None and end.rule == rule


# -- conditions -------------------------------------------------------------------------------------------------------


def _reaches(*, quiet: bool, far: bool = False, backward: bool = False) -> Condition:
    """A square to go to: a far one, or one behind, where that is what there is to show."""

    def condition(board: Board) -> Fit | None:
        game, legal = board.game, texts(board)
        moves = [move for move in legal.values() if not move.promotes]
        if not moves or any(move.is_capture for move in legal.values()) or len(moves) < 2:
            return None
        if backward:
            moves = [m for m in moves if game.file_rank(m.to_square)[1] < game.file_rank(m.from_square)[1]]
        if far:
            moves = [m for m in moves if _distance(game, m.from_square, m.to_square) >= 4]
        if not moves or len({move.from_square for move in legal.values()}) > 1:
            return None
        goal = max(moves, key=lambda move: (_distance(game, move.from_square, move.to_square), move.to_square))
        return frozenset({goal.hub()}), frozenset(), goal.to_square

    return condition


def _at_least(pieces: int) -> Condition:
    def condition(board: Board) -> Fit | None:
        legal = texts(board)
        if any(move.promotes for move in legal.values()):
            return None
        taken = min((_taken(move) for move in legal.values()), default=0)
        return (frozenset(legal), frozenset(), 0) if taken >= pieces else None

    return condition


def _captures_towards(game: Game, names: set[str] | frozenset[str]) -> Condition:
    """The only capture goes in one of these directions, beside a piece that stands where a man would look first."""
    steps = {STEPS[name] for name in names}

    def condition(board: Board) -> Fit | None:
        legal = texts(board)
        if not _all_capture(legal, pieces=1):
            return None
        for move in legal.values():
            (file, rank), (to_file, to_rank) = game.file_rank(move.from_square), game.file_rank(move.to_square)
            if (_sign(to_file - file), _sign(to_rank - rank)) not in steps:
                return None
        return frozenset(legal), frozenset(), 0

    return condition


def _forbids(wider: Game) -> Condition:
    """Something is illegal that the wider rules would allow."""

    def condition(board: Board) -> Fit | None:
        legal, other = texts(board), texts(_under(wider, board))
        wrong = frozenset(other) - frozenset(legal)
        return _apart(legal, other, wrong) if legal and wrong else None

    return condition


def _apart(legal: Mapping[str, Move], wider: Mapping[str, Move], wrong: frozenset[str]) -> Fit | None:
    """Whoever points at a forbidden move has not pointed at a legal one."""
    ends = {(move.from_square, move.to_square) for move in legal.values()}
    apart = frozenset(text for text in wrong if (wider[text].from_square, wider[text].to_square) not in ends)
    return (frozenset(legal), apart, 0) if apart else None


def _all_capture(legal: Mapping[str, Move], pieces: int | None = None) -> bool:
    return bool(legal) and all(m.is_capture and pieces in (None, len(m.captures)) for m in legal.values())


def _taken(move: Move) -> int:
    return len(move.captures)


# -- positions by lot -------------------------------------------------------------------------------------------------


def _example(
    kind: str,
    topic: str,
    game: Game,
    places: tuple[Place, ...],
    condition: Condition,
    *,
    below: tuple[Piece, ...] = (),
    tries: int = TRIES,
) -> Iterator[Example]:
    """The best of some positions that fit; none where the lot finds none."""
    lot = Random(f"{game.id} {kind}")
    found: list[Example] = []
    for attempt in range(tries):
        pieces = _sketch(lot, game, places[attempt % len(places)])
        if below:
            pieces = {s: below if p == B_MAN else p for s, p in pieces.items()}
        fit = _fit(game, pieces, condition)
        if fit is None:
            continue
        for square in list(pieces):
            fewer = {s: p for s, p in pieces.items() if s != square}
            better = _fit(game, fewer, condition)
            if better is not None:
                pieces, fit = fewer, better
        board = _board(game, pieces)
        assert board is not None
        found.append(Example(kind, topic, board, *fit))
        if len(found) == CHOICE:
            break
    if found:
        yield min(found, key=_clutter)


def _clutter(example: Example) -> tuple[float, int]:
    """How much there is to see that is not to be seen: pieces, ways to go, and what stands at the edge."""
    game, pieces = example.board.game, example.board.piece_map()
    spots = [game.file_rank(square) for square in pieces]
    edge = sum(file in (0, game.files - 1) for file, _ in spots)
    from_middle = sum(abs(file - (game.files - 1) / 2) + abs(rank - (game.ranks - 1) / 2) for file, rank in spots)
    return 3 * len(pieces) + edge + from_middle / 4, example.board.legal_moves.count()


def _fit(game: Game, pieces: Pieces, condition: Condition) -> Fit | None:
    board = _board(game, pieces)
    if board is None or board.outcome() is not None or not board.pieces(BLACK) or _is_stuck(board):
        return None
    return condition(board)


def _is_stuck(board: Board) -> bool:
    """Black could not move if it had to: a position that nobody would look at twice."""
    try:
        turned = Board.from_pieces(_standing(board), BLACK, game=board.game)
    except ValueError:
        return True
    return not turned.legal_moves


def _sketch(lot: Random, game: Game, place: Place) -> Pieces:
    """Captors, each with pieces along a way that it might jump, and some guests."""
    pieces: Pieces = {}
    open_squares = _squares(game)
    for king, jumps in zip(place.captors, _stretched(place.jumps, len(place.captors), lot), strict=True):
        square = lot.choice(open_squares)
        if place.high and game.file_rank(square)[1] < game.ranks - 4:
            continue
        if square in pieces:
            continue
        pieces[square] = W_KING if king else W_MAN
        _walk(lot, game, pieces, square, king, jumps, place.kings)
    for _ in range(lot.randint(0, place.guests)):
        pieces.setdefault(lot.choice(open_squares), lot.choice((W_MAN, B_MAN)))
    if not any(piece in (B_MAN, B_KING) for piece in pieces.values()):
        pieces.setdefault(lot.choice(open_squares), B_MAN)
    return pieces


def _stretched(jumps: tuple[int, ...], count: int, lot: Random) -> tuple[int, ...]:
    return jumps if len(jumps) == count and count > 1 else tuple(lot.choice(jumps) for _ in range(count))


def _walk(lot: Random, game: Game, pieces: Pieces, square: int, king: bool, jumps: int, kings: float) -> None:
    """Sets a piece down, some steps on a landing square behind it, and so on."""
    reach = 3 if king and game.rules["flying_kings"] else 1
    names = tuple(STEPS) if reach == 1 and jumps == 1 else game.rules["king_captures" if king else "man_captures"]
    start = square
    for _ in range(jumps):
        step = _step(game, lot.choice(names))
        victim = _go(game, square, step, lot.randint(1, reach))
        landing = None if victim is None else _go(game, victim, step, lot.randint(1, reach))
        if victim is None or landing is None or victim in pieces or (landing in pieces and landing != start):
            continue
        pieces[victim] = B_KING if lot.random() < kings else B_MAN
        square = landing


def _step(game: Game, name: str) -> tuple[int, int]:
    """One step in squares of the board; on a board of one colour the next square straight ahead is two away."""
    file, rank = STEPS[name]
    return (file, rank) if game.all_squares or (file and rank) else (2 * file, 2 * rank)


def _go(game: Game, square: int, step: tuple[int, int], times: int) -> int | None:
    file, rank = game.file_rank(square)
    file, rank = file + step[0] * times, rank + step[1] * times
    if not (0 <= file < game.files and 0 <= rank < game.ranks):
        return None
    return game.square_at(file, rank)


def _squares(game: Game) -> list[int]:
    """Where pieces are put: of two games at once, the dark squares."""
    every = range(1, game.squares + 1)
    if game.rules["turn"] == "one_move":
        return list(every)
    return [square for square in every if sum(game.file_rank(square)) % 2 == 0]


def _random(
    lot: Random, game: Game, pieces: tuple[Piece, ...], turn: Any = WHITE, draws: str | None = None
) -> Board | None:
    """These pieces anywhere, the game not over, nothing to capture."""
    board = _board(game, _thrown(lot, game, pieces), turn, draws)
    if board is None or board.outcome(claim_draw=True) is not None or not _quiet(board):
        return None
    return board


def _thrown(lot: Random, game: Game, pieces: tuple[Piece, ...]) -> Pieces:
    return dict(zip(lot.sample(_squares(game), len(pieces)), pieces, strict=True))


def _quiet(board: Board) -> list[Move]:
    """The moves, where none of them captures."""
    moves = list(board.legal_moves)
    return [] if any(move.is_capture for move in moves) else moves


def _board(game: Game, pieces: Pieces, turn: Any = WHITE, draws: str | None = None) -> Board | None:
    """None where the rules do not let pieces stand so. No rule draws it but those of the set that is named."""
    try:
        return Board.from_pieces(pieces, turn, game=game, draws=() if draws is None else draws)
    except ValueError:
        return None


def _standing(board: Board) -> Pieces:
    if board.game.rules["towers"]:
        return {square: board.tower_at(square) for square in board.piece_map()}
    return dict(board.piece_map())


def _under(game: Game, board: Board) -> Board:
    """The same pieces under other rules."""
    return Board.from_pieces(_standing(board), board.turn, game=game, strict=False)


def _without(board: Board, squares: set[int]) -> Board:
    left = {square: piece for square, piece in _standing(board).items() if square not in squares}
    return Board.from_pieces(left, board.turn, game=board.game, strict=False)


def _after(board: Board, move: Move) -> Board:
    after = board.copy()
    after.push(move)
    return after


def _distance(game: Game, one: int, other: int) -> int:
    (file, rank), (to_file, to_rank) = game.file_rank(one), game.file_rank(other)
    return max(abs(to_file - file), abs(to_rank - rank))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# -- the file ---------------------------------------------------------------------------------------------------------


def written(example: Example) -> dict[str, Any]:
    """An example as the file has it; what is empty is left out."""
    board = example.board
    fields = {
        "kind": example.kind,
        "topic": example.topic,
        "fen": board.root.fen(),
        "moves": [move.hub() for move in board.move_stack],
        "right": sorted(example.right),
        "wrong": sorted(example.wrong)[:4],
        "target": example.target,
    }
    return {name: value for name, value in fields.items() if value}


def main() -> None:
    parser = argparse.ArgumentParser(description="Finds positions in which a rule can be seen at work.")
    parser.add_argument("game", nargs="*", help="ids of games; all unless some are named")
    options = parser.parse_args()
    try:
        chosen = [Game(name) for name in options.game] or list(games())
    except ValueError as error:
        sys.exit(str(error))
    known = json.loads(FILE.read_text("utf-8")) if options.game else {}
    for game in chosen:
        known[game.id] = [written(example) for example in examples(game)]
        print(game.id, *(example["kind"] for example in known[game.id]), flush=True)
    lines = (
        f"{json.dumps(id)}: [\n" + ",\n".join(json.dumps(example) for example in found) + "\n]"
        for id, found in known.items()
    )
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
