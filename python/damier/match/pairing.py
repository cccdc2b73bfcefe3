"""Who meets whom: round robin, gauntlet, Swiss.

>>> round_robin(4)
[[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
>>> gauntlet(4, 1)
[[(0, 1)], [(0, 2)], [(0, 3)]]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

Encounter = tuple[int, int]
"""Two entrants by index; the first has White in the first game."""

STEPS: Final = 20_000
"""Attempts at a Swiss round before players may meet once more than they should."""


def round_robin(entrants: int) -> list[list[Encounter]]:
    """Every entrant against every other one, in rounds in which nobody plays twice (the tables of Schurig and Berger).

    With an odd number one entrant rests in each round. Colours alternate as far as they can.
    """
    seats = entrants + entrants % 2
    rounds = []
    order = list(range(seats))
    for number in range(seats - 1):
        pairs = [(order[index], order[-1 - index]) for index in range(seats // 2)]
        if number % 2:
            pairs[0] = pairs[0][::-1]
        # The last one stays, the others move round by half a table.
        rounds.append([pair for pair in pairs if max(pair) < entrants])
        order = [*order[seats // 2 : -1], *order[: seats // 2], order[-1]]
    return rounds


def gauntlet(entrants: int, challengers: int) -> list[list[Encounter]]:
    """The first `challengers` entrants against all the others."""
    others = range(challengers, entrants)
    return [[(challenger, other)] for other in others for challenger in range(challengers)]


def swiss(points: Sequence[float], met: Mapping[frozenset[int], int], byes: Counter[int]) -> list[Encounter]:
    """A round of a Swiss tournament: equal against equal, the upper half of a group against its lower half.

    `points`: what each entrant has, by index, which also is the order of seeding; `met`: how often two have met;
    `byes`: how often each has had a bye. With an odd number one of those with the fewest byes has none to play, the
    last of them if that leaves a round.
    Nobody meets an old opponent as long as another round can be found.

    >>> swiss([2, 0, 2, 0], {frozenset((0, 1)): 1, frozenset((2, 3)): 1}, Counter())
    [(0, 2), (1, 3)]
    """
    order = sorted(range(len(points)), key=lambda index: (-points[index], index))
    orders = [order]
    if len(order) % 2:
        fewest = min(byes[index] for index in order)
        resting = [index for index in reversed(order) if byes[index] == fewest]
        orders = [[index for index in order if index != rest] for rest in resting]
    for allowed in range(max(met.values(), default=0) + 1):
        steps = [STEPS]
        for playing in orders:
            pairs = _paired(playing, points, met, allowed, steps)
            if pairs is not None:
                return pairs
    # Only where the attempts ran out each time: neighbours meet.
    return list(zip(orders[0][::2], orders[0][1::2], strict=True))


def _paired(
    order: Sequence[int],
    points: Sequence[float],
    met: Mapping[frozenset[int], int],
    allowed: int,
    steps: list[int],
) -> list[Encounter] | None:
    """The first complete round, the highest entrant choosing first; `None` if there is none or `steps` ran out."""
    if not order:
        return []
    first, rest = order[0], order[1:]
    groups = [list(group) for _, group in groupby(rest, key=lambda index: points[index])]
    if groups and points[groups[0][0]] == points[first]:
        half = len(groups[0]) // 2
        groups[0] = [*groups[0][half:], *reversed(groups[0][:half])]
    for other in (index for group in groups for index in group):
        if met.get(frozenset((first, other)), 0) > allowed:
            continue
        steps[0] -= 1
        if steps[0] < 0:
            return None
        pairs = _paired([index for index in rest if index != other], points, met, allowed, steps)
        if pairs is not None:
            return [(first, other), *pairs]
    return None
