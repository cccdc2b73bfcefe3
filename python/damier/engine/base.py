"""The interface that every engine shares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Final

from damier._core import Board, EngineError, Move
from damier.engine.info import Info, PlayResult
from damier.engine.limit import Limit
from damier.engine.option import Option, Value

if TYPE_CHECKING:
    from typing_extensions import Self

    from damier.engine.levels import Level

ENDLESS: Final = Limit(infinite=True)


class Analysis(ABC):
    """A search in progress: iterate over it for its lines as they come, best first, or wait for the last ones.

    Leaving the `with` block stops the search. `stop` may be called from another thread.
    """

    @property
    @abstractmethod
    def lines(self) -> list[Info]:
        """The newest lines, best first; empty before the first ones."""

    @abstractmethod
    def __next__(self) -> list[Info]:
        """Waits for newer lines. Raises `StopIteration` when the search is over, `EngineError` where it failed."""

    @abstractmethod
    def stop(self) -> None:
        """Ends the search; it answers with what it has found. Stopping twice does no harm."""

    @abstractmethod
    def wait(self) -> list[Info]:
        """The last lines, when the search is over. Raises `EngineError` where it failed."""

    def __iter__(self) -> Iterator[list[Info]]:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if kind is None:
            self.wait()


class Engine(ABC):
    """Anything that plays. One search at a time; `stop` may be called from another thread."""

    name: str = "engine"

    def __init__(self, *, random: Random | None = None) -> None:
        """`random` decides between moves that a level may choose from; give a seeded one to repeat a game."""
        self.random = random if random is not None else Random()

    @property
    def options(self) -> Mapping[str, Option]:
        """What can be set, by name."""
        return {}

    def configure(self, **values: Value) -> None:
        """Sets options; ``_`` may stand for ``-`` in a name. Raises `ValueError` naming the option and its bounds."""
        if values:
            raise ValueError(f"{self.name} has no option {next(iter(values))} (it has none)")

    def new_game(self) -> None:  # noqa: B027  # nothing to forget is common
        """Forgets what earlier searches found: the next one belongs to another game."""

    @abstractmethod
    def analyse(
        self, board: Board, limit: Limit, *, multipv: int = 1, searchmoves: Sequence[Move] | None = None
    ) -> list[Info]:
        """The best `multipv` moves (fewer where there are fewer), best first; `board` is not changed.

        `searchmoves`: only these moves are considered. Raises `EngineError` where there is nothing to play or nothing
        that ends the search, or where the engine fails.
        """

    def analysis(
        self,
        board: Board,
        limit: Limit = ENDLESS,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
    ) -> Analysis:
        """Begins a search whose lines are seen while it goes on, until its limit or until it is stopped."""
        raise EngineError(f"{self.name} shows nothing of its search before it is done")

    @abstractmethod
    def stop(self) -> None:
        """Ends the running search early: it answers with what it has found."""

    def ping(self) -> float:
        """The seconds that the engine takes to show that it is alive. Raises `EngineError` where it is not."""
        return 0.0

    def close(self) -> None:
        """Lets go of what the engine holds. Closing twice does no harm."""
        self.stop()

    def play(self, board: Board, limit: Limit | Level) -> PlayResult:
        """One move for the side to move, the best within a `Limit`, or a natural one at a `Level`."""
        start = perf_counter()
        if isinstance(limit, Limit):
            best = self.analyse(board, limit)[0]
        else:
            best = limit.choose(self.analyse(board, limit.limit, multipv=limit.lines), self.random)
        return PlayResult(best.move, best, best.ponder, time=perf_counter() - start)

    def accepts_draw(self, board: Board, limit: Limit | Level) -> bool:
        """Whether the side *not* to move, played by this engine, agrees to a draw that its opponent offers."""
        score = self.analyse(board, limit if isinstance(limit, Limit) else limit.limit)[0].score
        return score.hundredths >= 0 and not (score.win_in is not None and score.win_in < 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def must_be_playable(board: Board, limit: Limit, multipv: int, searchmoves: Sequence[Move] | None = None) -> None:
    """Refuses what no engine can search, in the same words for all of them."""
    if multipv < 1:
        raise EngineError(f"multipv must be at least 1, not {multipv}")
    if not limit:
        raise EngineError("a search needs a limit: depth, nodes, time, a clock, or infinite")
    if not board.legal_moves:
        raise EngineError("no legal move: there is nothing to search")
    if searchmoves is not None:
        if not searchmoves:
            raise EngineError("no move to search: give at least one, or None for all of them")
        for move in searchmoves:
            if move not in board.legal_moves:
                raise EngineError(f"cannot search {move}: it is not legal in {board.fen()}")
