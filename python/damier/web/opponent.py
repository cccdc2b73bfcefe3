"""The opponent: an engine that thinks in a thread of its own, so that the server never waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final, TypeVar

import damier
from damier.engine import LEVELS, LocalEngine
from damier.saying import Saying, say
from damier.web.messages import MessageError

THINKERS: Final = 2  # engines that may think at the same time; others wait for their turn

SHARE: Final = 25  # a move takes at most this part of what is left
LEAST: Final = 0.02  # seconds for a move, however little is left

T = TypeVar("T")


class Opponent:
    """Chooses moves for the engine's seats, a few games at a time."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THINKERS, thread_name_prefix="damier-engine")
        self._free = asyncio.Semaphore(THINKERS)

    async def choose(self, board: damier.Board, level: str | None, left: float | None = None) -> damier.Move:
        """The move that the engine plays, with so many seconds on its clock; cancelling the task stops the engine."""
        strength = LEVELS[check_level(level)]
        if left is not None:
            seconds = max(LEAST, left / SHARE)
            limit = replace(strength.limit, time=min(seconds, strength.limit.time or seconds))
            strength = replace(strength, limit=limit)
        move = (await self._ask(lambda engine: engine.play(board, strength))).move
        assert move is not None  # the built-in engine neither resigns nor ends a game
        return move

    async def accepts_draw(self, board: damier.Board, level: str | None) -> bool:
        """Whether the engine, which is not to move, agrees to a draw."""
        strength = LEVELS[check_level(level)]
        return await self._ask(lambda engine: engine.accepts_draw(board, strength))

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _ask(self, question: Callable[[LocalEngine], T]) -> T:
        async with self._free:
            with LocalEngine() as engine:  # leaving it, also by a cancelled task, stops its search
                return await asyncio.get_running_loop().run_in_executor(self._threads, question, engine)


def levels_picture() -> list[dict[str, Any]]:
    """The levels as the page receives them, the weakest first."""
    return [{"name": level.name, "description": Saying(level.description)} for level in LEVELS.values()]


def check_level(level: str | None) -> str:
    """A level that exists: the middle one where none is named."""
    names = list(LEVELS)
    if level is None:
        return names[len(names) // 2]
    if level not in names:
        raise MessageError(say("{field}: expected one of {choices}", field="level", choices=", ".join(names)), "level")
    return level
