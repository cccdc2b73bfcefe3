"""The interface that every engine shares: what to think about, for how long, and what came of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING

from damier._core import Board, EngineError, Move

if TYPE_CHECKING:
    from typing_extensions import Self

    from damier.engine.levels import Level


@dataclass(frozen=True, slots=True)
class Limit:
    """How long an engine may think; whichever limit is reached first ends the search.

    `depth` in plies, `nodes` in positions, `time` in seconds.

    >>> Limit(depth=0)
    Traceback (most recent call last):
        ...
    ValueError: the depth limit must be positive, not 0
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    clock: float | None = None
    increment: float = 0.0
    moves: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("depth", self.depth), ("nodes", self.nodes), ("time", self.time)):
            if value is not None and not value > 0:
                raise ValueError(f"the {name} limit must be positive, not {value}")

    def __bool__(self) -> bool:
        """False where nothing ends the search."""
        return not (self.depth is self.nodes is self.time is self.clock is None)


@dataclass(frozen=True, slots=True)
class Info:
    """One line of an analysis.

    `pv`: the moves expected from both sides. `score`: hundredths of a man, seen by the side to move.
    `win_in`: plies to a proved end, negative when the side to move loses, `None` where nothing is proved.
    """

    pv: tuple[Move, ...]
    score: int
    win_in: int | None = None
    depth: int = 0
    nodes: int = 0
    time: float = 0.0

    @property
    def move(self) -> Move:
        return self.pv[0]


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The move that an engine plays, the line that it is based on, and the reply that it expects."""

    move: Move
    info: Info | None = None
    ponder: Move | None = None
    draw_offered: bool = False
    resigned: bool = False


class Engine(ABC):
    """Anything that plays. One search at a time; `stop` may be called from another thread."""

    name: str = "engine"

    def __init__(self, *, random: Random | None = None) -> None:
        """`random` decides between moves that a level may choose from; give a seeded one to repeat a game."""
        self.random = random if random is not None else Random()

    @abstractmethod
    def analyse(self, board: Board, limit: Limit, *, multipv: int = 1) -> list[Info]:
        """The best `multipv` moves (fewer where there are fewer), best first; `board` is not changed.

        Raises `EngineError` where there is nothing to play or nothing that ends the search.
        """

    @abstractmethod
    def stop(self) -> None:
        """Ends the running search early: it answers with what it has found."""

    def close(self) -> None:
        """Lets go of what the engine holds. Closing twice does no harm."""
        self.stop()

    def play(self, board: Board, limit: Limit | Level) -> PlayResult:
        """One move for the side to move, the best within a `Limit`, or a natural one at a `Level`."""
        if isinstance(limit, Limit):
            return _result(self.analyse(board, limit)[0])
        lines = self.analyse(board, limit.limit, multipv=limit.lines)
        return _result(limit.choose(lines, self.random))

    def accepts_draw(self, board: Board, limit: Limit | Level) -> bool:
        """Whether the side *not* to move, played by this engine, agrees to a draw that its opponent offers."""
        time = limit if isinstance(limit, Limit) else limit.limit
        best = self.analyse(board, time)[0]
        return best.score >= 0 and not (best.win_in is not None and best.win_in < 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _result(info: Info) -> PlayResult:
    return PlayResult(info.move, info, info.pv[1] if len(info.pv) > 1 else None)


def must_be_playable(board: Board, limit: Limit, multipv: int) -> None:
    """Refuses what no engine can search, in the same words for all of them."""
    if multipv < 1:
        raise EngineError(f"multipv must be at least 1, not {multipv}")
    if not limit:
        raise EngineError("a search needs a limit: depth, nodes or time")
    if not board.legal_moves:
        raise EngineError("no legal move: there is nothing to search")


def best_first(lines: Sequence[Info]) -> list[Info]:
    """Proved wins (the fastest first), then by score, then proved losses (the slowest first)."""

    def rank(info: Info) -> tuple[int, int]:
        if info.win_in is None:
            return 1, info.score
        return (2, -info.win_in) if info.win_in > 0 else (0, -info.win_in)

    return sorted(lines, key=rank, reverse=True)
