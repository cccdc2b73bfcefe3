"""The same interface for programs that run an event loop, and engines seen from such a loop."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Final

from damier._core import Board, EngineError, Move
from damier.engine.base import ENDLESS, must_be_playable
from damier.engine.info import Info, PlayResult
from damier.engine.limit import Limit
from damier.engine.local import LocalEngine
from damier.engine.option import Option, Value

if TYPE_CHECKING:
    from typing_extensions import Self

    from damier.engine.levels import Level

WAITING_MAX: Final = 256  # lines that nobody has read yet; older ones are dropped


class AsyncAnalysis:
    """A search in progress: ``async for`` gives its lines as they come, best first; `wait` the last ones.

    Leaving the ``async with`` block stops the search.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        """`stop` asks the engine to end the search."""
        self.lines: list[Info] = []
        """The newest lines, best first; empty before the first ones."""
        self._stop = stop
        self._waiting: deque[list[Info]] = deque(maxlen=WAITING_MAX)
        self._news = asyncio.Event()
        self._over = asyncio.Event()
        self._error: BaseException | None = None

    def stop(self) -> None:
        """Ends the search; it answers with what it has found. Stopping twice does no harm."""
        if not self._over.is_set():
            self._stop()

    async def wait(self) -> list[Info]:
        """The last lines, when the search is over. Raises `EngineError` where it failed."""
        await self._over.wait()
        if self._error is not None:
            raise self._error
        return self.lines

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> list[Info]:
        while not self._waiting:
            if self._over.is_set():
                if self._error is not None:
                    raise self._error
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if kind is None:
            await self.wait()

    # The engine's side

    def post(self, lines: list[Info]) -> None:
        self.lines = lines
        self._waiting.append(lines)
        self._news.set()

    def finish(self, lines: list[Info]) -> None:
        self.lines = lines
        self._over.set()
        self._news.set()

    def fail(self, error: BaseException) -> None:
        self._error = error
        self._over.set()
        self._news.set()


class AsyncEngine(ABC):
    """What `Engine` is, for event loops: the same names, awaited. One search at a time."""

    name: str = "engine"

    def __init__(self, *, random: Random | None = None) -> None:
        """`random` decides between moves that a level may choose from; give a seeded one to repeat a game."""
        self.random = random if random is not None else Random()

    @property
    def options(self) -> Mapping[str, Option]:
        """What can be set, by name."""
        return {}

    async def open(self) -> None:  # noqa: B027  # nothing to start is common
        """Starts the engine; ``async with`` does it by itself. Opening twice does no harm."""

    async def configure(self, **values: Value) -> None:
        """See `Engine.configure`."""
        if values:
            raise ValueError(f"{self.name} has no option {next(iter(values))} (it has none)")

    async def new_game(self) -> None:  # noqa: B027  # nothing to forget is common
        """See `Engine.new_game`."""

    async def analyse(
        self, board: Board, limit: Limit, *, multipv: int = 1, searchmoves: Sequence[Move] | None = None
    ) -> list[Info]:
        """See `Engine.analyse`."""
        must_be_playable(board, limit, multipv, searchmoves)
        analysis = await self.analysis(board, limit, multipv=multipv, searchmoves=searchmoves)
        try:
            lines = await analysis.wait()
        except asyncio.CancelledError:
            analysis.stop()
            raise
        if not lines:
            raise EngineError(f"{self.name} told no score (some engines tell none of a short search)")
        return lines

    @abstractmethod
    async def analysis(
        self,
        board: Board,
        limit: Limit = ENDLESS,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
    ) -> AsyncAnalysis:
        """See `Engine.analysis`."""

    @abstractmethod
    def stop(self) -> None:
        """Ends the running search early: it answers with what it has found."""

    async def ping(self) -> float:
        """See `Engine.ping`."""
        return 0.0

    async def close(self) -> None:
        """See `Engine.close`."""
        self.stop()

    async def play(self, board: Board, limit: Limit | Level) -> PlayResult:
        """See `Engine.play`."""
        start = perf_counter()
        if isinstance(limit, Limit):
            best = (await self.analyse(board, limit))[0]
        else:
            best = limit.choose(await self.analyse(board, limit.limit, multipv=limit.lines), self.random)
        return PlayResult(best.move, best, best.ponder, time=perf_counter() - start)

    async def accepts_draw(self, board: Board, limit: Limit | Level) -> bool:
        """See `Engine.accepts_draw`."""
        score = (await self.analyse(board, limit if isinstance(limit, Limit) else limit.limit))[0].score
        return score.hundredths >= 0 and not (score.win_in is not None and score.win_in < 0)

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class AsyncLocalEngine(AsyncEngine):
    """The built-in engine for event loops: it thinks in a thread of its own.

    >>> async def best():
    ...     async with AsyncLocalEngine(hash_mb=4) as engine:
    ...         return (await engine.play(Board("W:W28,45:B33,5"), Limit(depth=2))).move.hub()
    >>> asyncio.run(best())
    '28x39x33'
    """

    def __init__(self, *, hash_mb: int = 32, threads: int = 1, random: Random | None = None) -> None:
        super().__init__(random=random)
        self._engine = LocalEngine(hash_mb=hash_mb, threads=threads)
        self.name = self._engine.name
        self._tasks: set[asyncio.Future[None]] = set()

    @property
    def options(self) -> Mapping[str, Option]:
        return self._engine.options

    async def play(self, board: Board, limit: Limit | Level) -> PlayResult:
        with self._engine.at(limit):
            return await super().play(board, limit)

    async def accepts_draw(self, board: Board, limit: Limit | Level) -> bool:
        with self._engine.at(limit):
            return await super().accepts_draw(board, limit)

    async def configure(self, **values: Value) -> None:
        self._engine.configure(**values)

    async def new_game(self) -> None:
        self._engine.new_game()

    async def analysis(
        self,
        board: Board,
        limit: Limit = ENDLESS,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
    ) -> AsyncAnalysis:
        inner = self._engine.analysis(board, limit, multipv=multipv, searchmoves=searchmoves)
        analysis = AsyncAnalysis(inner.stop)
        loop = asyncio.get_running_loop()

        def follow() -> None:
            try:
                for lines in inner:
                    loop.call_soon_threadsafe(analysis.post, lines)
                loop.call_soon_threadsafe(analysis.finish, inner.wait())
            except RuntimeError as error:  # an `EngineError`, or a loop that is closed
                if not loop.is_closed():
                    loop.call_soon_threadsafe(analysis.fail, error)

        task = asyncio.ensure_future(asyncio.to_thread(follow))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return analysis

    def stop(self) -> None:
        self._engine.stop()

    async def close(self) -> None:
        self.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
