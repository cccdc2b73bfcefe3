"""What an engine says: lines of an analysis, and the move that it plays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from damier._core import Move
from damier.engine.score import Score


@dataclass(frozen=True, slots=True)
class Info:
    """One line of an analysis.

    `pv`: the moves expected from both sides. `score`: from the point of view of the side to move. `depth` and
    `seldepth` (the deepest line looked at) in plies, `nodes` in positions, `time` in seconds, `nps` in positions a
    second, `hashfull` in thousandths of the table; 0 where the engine does not say.
    """

    pv: tuple[Move, ...]
    score: Score
    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    time: float = 0.0
    nps: int = 0
    hashfull: int = 0

    @property
    def move(self) -> Move:
        return self.pv[0]

    @property
    def ponder(self) -> Move | None:
        """The reply that is expected to the move."""
        return self.pv[1] if len(self.pv) > 1 else None


@dataclass(frozen=True, slots=True)
class PlayResult:
    """What an engine answers when it is asked to play.

    `move` is `None` only where the engine ended the game instead of playing, as `resigned`, `draw_offered` or `note`
    tell. `info`: the line that the move is based on, where the engine tells one. `ponder`: the reply that it expects.
    `time`: the seconds that passed here until the answer came, whatever the engine says about it.
    """

    move: Move | None
    info: Info | None = None
    ponder: Move | None = None
    draw_offered: bool = False
    resigned: bool = False
    note: str = ""
    time: float = 0.0


def best_first(lines: Iterable[Info]) -> list[Info]:
    """Proved wins (the fastest first), then by score, then proved losses (the slowest first)."""
    return sorted(lines, key=lambda info: info.score.rank, reverse=True)
