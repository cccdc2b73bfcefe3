"""A slow, plain generator for games with towers: the second opinion against which the core is tested.

The board is a dictionary from (file, rank), counted from 0, White at the bottom, to a string of ``w W b B`` from top to
bottom. A capture is played jump by jump on a copy of the board; two captures are one move where they begin on the same
square and leave the same board. Nothing here is shared with the library, nor with the oracle of the flat games.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

Square = tuple[int, int]
Towers = dict[Square, str]
DIAGONAL = ((-1, 1), (1, 1), (-1, -1), (1, -1))


@dataclass(frozen=True)
class Rules:
    """What differs between games with towers, and between readings of their rules."""

    size: int = 8
    men_capture_backward: bool = True
    flying: bool = True
    promotion: str = "in_passing"  # or "ends_move"
    rejump: bool = False
    at_once: bool = True  # a square that a jump empties is free at once


BASHNI = Rules()
LASCA = Rules(size=7, men_capture_backward=False, flying=False, promotion="ends_move")
READINGS = {
    "bashni": BASHNI,
    "lasca": LASCA,
    "again": replace(BASHNI, rejump=True),
    "at_end": replace(BASHNI, at_once=False),
}


@dataclass(frozen=True)
class Position:
    rules: Rules
    towers: Towers
    turn: str = "w"


def squares(rules: Rules) -> list[Square]:
    """Every square, in the order of the numbers: from the upper left one, row by row."""
    ranks = range(rules.size - 1, -1, -1)
    return [(file, rank) for rank in ranks for file in range(rules.size) if (file + rank) % 2 == 0]


def start(rules: Rules) -> Position:
    towers = {}
    for file, rank in squares(rules):
        if rank < 3:
            towers[file, rank] = "w"
        elif rank >= rules.size - 3:
            towers[file, rank] = "b"
    return Position(rules, towers)


def owner(tower: str) -> str:
    return tower[0].lower()


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def forward(side: str) -> int:
    return 1 if side == "w" else -1


def last_row(rules: Rules, side: str) -> int:
    return rules.size - 1 if side == "w" else 0


def children(position: Position) -> list[tuple[Square, Square, Position]]:
    """Every legal move as origin, destination and what it leads to, each once."""
    own = [at for at, tower in position.towers.items() if owner(tower) == position.turn]
    captures = [found for at in own for found in _captures(position, at)]
    found = captures or [quiet for at in own for quiet in _quiets(position, at)]
    once = {(origin, destination, tuple(sorted(after.items()))) for origin, destination, after in found}
    turn = other(position.turn)
    return [
        (origin, destination, Position(position.rules, dict(after), turn))
        for origin, destination, after in sorted(once)
    ]


def perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    after = children(position)
    return len(after) if depth == 1 else sum(perft(child, depth - 1) for _, _, child in after)


def _is_free(rules: Rules, towers: Towers, at: Square) -> bool:
    return 0 <= at[0] < rules.size and 0 <= at[1] < rules.size and at not in towers


def _quiets(position: Position, at: Square) -> Iterator[tuple[Square, Square, Towers]]:
    rules, tower = position.rules, position.towers[at]
    king = tower[0].isupper()
    for dx, dy in DIAGONAL:
        if not king and dy != forward(position.turn):
            continue
        x, y = at[0] + dx, at[1] + dy
        while _is_free(rules, position.towers, (x, y)):
            after = dict(position.towers)
            del after[at]
            top = tower[0].upper() if y == last_row(rules, position.turn) else tower[0]
            after[x, y] = top + tower[1:]
            yield at, (x, y), after
            if not (king and rules.flying):
                break
            x, y = x + dx, y + dy


def _captures(position: Position, at: Square) -> Iterator[tuple[Square, Square, Towers]]:
    lifted = dict(position.towers)
    tower = lifted.pop(at)
    yield from (
        (at, end, after) for end, after in _chains(position, lifted, at, tower, frozenset(), frozenset(), False)
    )


def _chains(
    position: Position,
    towers: Towers,
    at: Square,
    tower: str,
    jumped: frozenset[Square],
    ghosts: frozenset[Square],
    begun: bool,
) -> Iterator[tuple[Square, Towers]]:
    """Every end of the capture under way: where the tower stands, and the board with it."""
    rules, side = position.rules, position.turn
    jumps = list(_jumps(rules, side, towers, at, tower, jumped, ghosts))
    if begun and not jumps:
        yield at, {**towers, at: tower}
    for victim, landings in jumps:
        after = dict(towers)
        beaten = after.pop(victim)
        if beaten[1:]:
            after[victim] = beaten[1:]
        still = ghosts | {victim} if not rules.at_once and not beaten[1:] else ghosts
        longer = tower + beaten[0]
        ways = []
        for landing in landings:
            crowned = longer[0].islower() and landing[1] == last_row(rules, side)
            next_tower = longer[0].upper() + longer[1:] if crowned else longer
            stops = crowned and rules.promotion == "ends_move"
            on = [] if stops else list(_jumps(rules, side, after, landing, next_tower, jumped | {victim}, still))
            ways.append((landing, next_tower, bool(on), stops))
        must = any(on for _, _, on, _ in ways)
        for landing, next_tower, on, stops in ways:
            if stops:
                yield landing, {**after, landing: next_tower}
            elif on or not must:
                yield from _chains(position, after, landing, next_tower, jumped | {victim}, still, True)


def _jumps(
    rules: Rules,
    side: str,
    towers: Towers,
    at: Square,
    tower: str,
    jumped: frozenset[Square],
    ghosts: frozenset[Square],
) -> Iterator[tuple[Square, list[Square]]]:
    """What can be jumped from a square, and where the jump may end."""
    king = tower[0].isupper()
    blocked = {**towers, **dict.fromkeys(ghosts, "x")}
    for dx, dy in DIAGONAL:
        if not king and not rules.men_capture_backward and dy != forward(side):
            continue
        x, y = at[0] + dx, at[1] + dy
        while king and rules.flying and _is_free(rules, blocked, (x, y)):
            x, y = x + dx, y + dy
        victim = (x, y)
        if victim not in towers or owner(towers[victim]) == side or (victim in jumped and not rules.rejump):
            continue
        landings = []
        x, y = x + dx, y + dy
        while _is_free(rules, blocked, (x, y)):
            landings.append((x, y))
            if not (king and rules.flying):
                break
            x, y = x + dx, y + dy
        if landings:
            yield victim, landings


# ---------------------------------------------------------------------------------------------------------------
# Text


def name(at: Square) -> str:
    return "abcdefgh"[at[0]] + str(at[1] + 1)


def number(rules: Rules, at: Square) -> int:
    return squares(rules).index(at) + 1


def fen(position: Position) -> str:
    """As the core writes it."""
    sides = []
    for side in "wb":
        own = [at for at in squares(position.rules) if at in position.towers]
        items = []
        for at in own:
            tower = position.towers[at]
            if owner(tower) == side:
                king = "K" if tower[0].isupper() else ""
                items.append(king + name(at) + (f"[{tower}]" if len(tower) > 1 else ""))
        sides.append(side.upper() + ",".join(items))
    return f"{position.turn.upper()}:{':'.join(sides)}"


def parse_fen(rules: Rules, text: str) -> Position:
    if text == "start":
        return start(rules)
    turn, *sides = text.split(":")
    towers: Towers = {}
    for side in sides:
        for king, file, rank, stack in re.findall(r"(K?)([a-h])(\d)(?:\[(\w+)\])?", side[1:]):
            letter = side[0].upper() if king else side[0].lower()
            towers["abcdefgh".index(file), int(rank) - 1] = stack or letter
    return Position(rules, towers, turn.lower())


def wander(rules: Rules, rng: random.Random, plies: int) -> Iterator[Position]:
    """The positions of a random game."""
    position = start(rules)
    for _ in range(plies):
        yield position
        after = children(position)
        if not after:
            return
        position = rng.choice(after)[2]


def scattered(rules: Rules, rng: random.Random) -> Position:
    """A position that no game need lead to, with tall towers and kings."""
    free = squares(rules)
    rng.shuffle(free)
    left = {"w": rng.randint(2, 11), "b": rng.randint(2, 11)}
    towers: Towers = {}
    for at in free:
        sides = [side for side in "wb" if left[side]]
        if not sides or len(towers) > 14:
            break
        side = rng.choice(sides)
        own = min(left[side], rng.choice((1, 1, 1, 2, 3)))
        taken = min(left[other(side)], rng.choice((0, 0, 1, 2, 4)))
        left[side] -= own
        left[other(side)] -= taken
        pieces = [side] * own + [other(side)] * taken
        tower = "".join(piece.upper() if rng.random() < 0.25 else piece for piece in pieces)
        if at[1] == last_row(rules, side):
            tower = tower[0].upper() + tower[1:]
        towers[at] = tower
    return Position(rules, towers, rng.choice("wb"))
