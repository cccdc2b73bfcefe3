"""Engines of an event loop, used without one: the loop runs in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from damier._core import Board, EngineError, Move
from damier.engine.asynchronous import AsyncAnalysis, AsyncEngine
from damier.engine.base import ENDLESS, Analysis, Engine
from damier.engine.info import Info, PlayResult
from damier.engine.limit import Limit
from damier.engine.option import Option, Value

if TYPE_CHECKING:
    from damier.engine.levels import Level

T = TypeVar("T")
E = TypeVar("E", bound=AsyncEngine)


class LoopThread:
    """An event loop in a daemon thread."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs it in the loop and waits; what interrupts the waiting (Ctrl-C, say) cancels it there."""
        if not self._thread.is_alive():
            work.close()
            raise EngineError("this engine is closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except CancelledError:
            raise EngineError("this engine was closed in the middle of its work") from None
        except BaseException:
            future.cancel()
            raise

    def call(self, function: Any, *arguments: Any) -> None:
        """Calls it in the loop, soon, without waiting."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(function, *arguments)

    def close(self) -> None:
        """Stops the loop; what still runs in it is cancelled."""
        if not self._thread.is_alive():
            return
        self.run(_cancel_all())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class ThreadedEngine(Engine, Generic[E]):
    """An `Engine` that is an `AsyncEngine` in a thread. Its methods may be called from any thread."""

    def __init__(self, engine: E) -> None:
        """Opens it. Raises `EngineError` where that fails."""
        super().__init__(random=engine.random)
        self.engine = engine
        self._loop = LoopThread(f"damier-{type(engine).__name__}")
        try:
            self._loop.run(engine.open())
        except BaseException:
            self.close()
            raise
        self.name = engine.name

    @property
    def options(self) -> Mapping[str, Option]:
        return self.engine.options

    def configure(self, **values: Value) -> None:
        self._loop.run(self.engine.configure(**values))

    def new_game(self) -> None:
        self._loop.run(self.engine.new_game())

    def analyse(
        self, board: Board, limit: Limit, *, multipv: int = 1, searchmoves: Sequence[Move] | None = None
    ) -> list[Info]:
        return self._loop.run(self.engine.analyse(board.copy(), limit, multipv=multipv, searchmoves=searchmoves))

    def analysis(
        self,
        board: Board,
        limit: Limit = ENDLESS,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
    ) -> Analysis:
        start = self.engine.analysis(board.copy(), limit, multipv=multipv, searchmoves=searchmoves)
        return _Followed(self._loop, self._loop.run(start))

    def play(self, board: Board, limit: Limit | Level) -> PlayResult:
        result = self._loop.run(self.engine.play(board.copy(), limit))
        self.name = self.engine.name  # in DamExchange it is told only when a game begins
        return result

    def accepts_draw(self, board: Board, limit: Limit | Level) -> bool:
        return self._loop.run(self.engine.accepts_draw(board.copy(), limit))

    def stop(self) -> None:
        self._loop.call(self.engine.stop)

    def ping(self) -> float:
        return self._loop.run(self.engine.ping())

    def close(self) -> None:
        with suppress(EngineError):  # it was closed before
            self._loop.run(self.engine.close())
        self._loop.close()


class _Followed(Analysis):
    """An analysis in a loop, seen from outside."""

    def __init__(self, loop: LoopThread, analysis: AsyncAnalysis) -> None:
        self._loop = loop
        self._analysis = analysis

    @property
    def lines(self) -> list[Info]:
        return self._analysis.lines

    def __next__(self) -> list[Info]:
        lines = self._loop.run(_next(self._analysis))
        if lines is None:
            raise StopIteration
        return lines

    def stop(self) -> None:
        self._loop.call(self._analysis.stop)

    def wait(self) -> list[Info]:
        return self._loop.run(self._analysis.wait())


async def _next(analysis: AsyncAnalysis) -> list[Info] | None:
    """A `StopIteration` must not leave a coroutine, so the end is `None` here."""
    try:
        return await analysis.__anext__()
    except StopAsyncIteration:
        return None
