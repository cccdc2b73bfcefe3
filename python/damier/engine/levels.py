"""Strengths with names: how far each one looks, and how much worse than the best its move may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from types import MappingProxyType
from typing import Final

from damier.engine.info import Info
from damier.engine.limit import Limit


@dataclass(frozen=True, slots=True)
class Level:
    """A strength for people to play against.

    A weak level looks less far and chooses among the moves that look nearly as good to it: at most `lines` of them,
    at most `margin` hundredths of a man below the best. It never gives a man away that it sees. With `tables` it knows
    by heart the endings that there are tables of.
    """

    name: str
    description: str
    limit: Limit
    lines: int = 1
    margin: int = 0
    tables: bool = False

    def choose(self, lines: Sequence[Info], random: Random) -> Info:
        """One of `lines` (best first), better ones more often; always the best where something is proved."""
        best = lines[0]
        if best.score.win_in is not None or self.margin == 0:
            return best
        fair = [line for line in lines if line.score.win_in is None and _below(best, line) <= self.margin]
        # Half a margin below the best is chosen about a third as often.
        weights = [exp(-2.2 * _below(best, line) / self.margin) for line in fair]
        return random.choices(fair, weights)[0]


_ALL: Final = (
    Level("beginner", "Sees captures, plays freely.", Limit(depth=1), lines=6, margin=50),
    Level("novice", "Sees a capture and the answer to it.", Limit(depth=2), lines=6, margin=50),
    Level("casual", "Sees a small shot ahead.", Limit(depth=3), lines=5, margin=35),
    Level("apprentice", "Sees most shots.", Limit(depth=5, time=2.0), lines=5, margin=25),
    Level("club", "Plays soundly and seldom misses a shot.", Limit(depth=7, time=2.0), lines=4, margin=18),
    Level("candidate", "Looks four moves ahead and plans a little.", Limit(depth=9, time=2.0), lines=4, margin=12),
    Level(
        "tournament", "Looks far, with some freedom between good moves.", Limit(depth=11, time=2.0), lines=3, margin=8
    ),
    Level(
        "expert", "Looks very far and plays nearly always its best move.", Limit(depth=14, time=3.0), lines=2, margin=4
    ),
    Level("master", "As strong as the engine gets in a second.", Limit(time=1.0), tables=True),
    Level("grandmaster", "As strong as the engine gets in five seconds.", Limit(time=5.0), tables=True),
)

LEVELS: Final = MappingProxyType({level.name: level for level in _ALL})
"""From the weakest to the strongest, by name."""


def _below(best: Info, line: Info) -> int:
    """How many hundredths of a man a line is worse than the best."""
    return best.score.hundredths - line.score.hundredths
