"""Reviews for pages: a whole game judged, with its progress told; and single moves tried again.

A review takes a seat of the analyst's like any search, and makes room between two positions where others wait.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import damier
from damier.engine import AsyncLocalEngine, EngineError, Limit, LocalEngine
from damier.pdn import Game, Node
from damier.review import DUBIOUS, Judged, Review, accuracy, expected, review
from damier.saying import said, say
from damier.web.analyst import HASH_MB, REVIEWS_MAX, Analyst, Tell

NODES: Final = {"quick": 30_000, "normal": 100_000, "deep": 400_000}
"""Positions that are searched for each position of the game."""
PLIES_MAX: Final = 600
LINE_SHOWN: Final = 12


class _StoppedError(Exception):
    """Nobody wants the review any more."""


class Reviewer:
    """The review of one game for one page."""

    def __init__(self, analyst: Analyst, tell: Tell) -> None:
        self._analyst = analyst
        self._tell = tell
        self._task: asyncio.Task[Review | None] | None = None
        self._is_stopped = False
        self._has_to_wait = False

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def start(self, game: Game, depth: str) -> asyncio.Task[Review | None]:
        """Begins to judge the main line of a game; the task's result is `None` where it was stopped or failed."""
        self._is_stopped = self._has_to_wait = False
        self._task = asyncio.create_task(self._review(game, Limit(nodes=NODES[depth])))
        return self._task

    async def stop(self) -> None:
        self._is_stopped = True
        if self._task is not None:
            await asyncio.wait([self._task])

    def make_room(self) -> None:
        """Others wait: the next position has to."""
        self._has_to_wait = True

    # -- inside ---------------------------------------------------------------------------------------------------

    async def _review(self, game: Game, limit: Limit) -> Review | None:
        loop = asyncio.get_running_loop()
        if self._analyst.reviews >= REVIEWS_MAX:
            self._tell(
                {"type": "review", "state": "failed", "message": say("too many games are under review: wait a little")}
            )
            return None
        self._tell({"type": "review", "state": "waiting"})

        def progress(done: int, total: int) -> None:
            if self._is_stopped:
                raise _StoppedError
            loop.call_soon_threadsafe(self._tell, {"type": "review", "state": "running", "done": done, "total": total})
            if self._has_to_wait:
                asyncio.run_coroutine_threadsafe(self._wait_again(), loop).result()

        def judge() -> Review:
            with LocalEngine(hash_mb=HASH_MB) as engine:
                return review(game, engine, limit, progress=progress)

        self._analyst.reviews += 1
        try:
            await self._analyst.sit(self)
            return await loop.run_in_executor(self._analyst.threads, judge)
        except _StoppedError:
            self._tell({"type": "review", "state": "stopped"})
        except (EngineError, ValueError) as error:
            self._tell({"type": "review", "state": "failed", "message": said(error)})
        finally:
            self._analyst.reviews -= 1
            self._analyst.stand_up(self)
        return None

    async def _wait_again(self) -> None:
        self._has_to_wait = False
        self._analyst.stand_up(self)
        await self._analyst.sit(self)


def main_line(game: Game) -> list[Node]:
    """The nodes that a review judges."""
    return [node for node in game.mainline() if node.move is not None]


def review_picture(found: Review, numbers: list[int]) -> dict[str, Any]:
    """A review as a page shows it; `numbers`: those of the nodes of the moves. Points are White's."""
    start = 0.5 if found.start is None else expected(found.start.white(), found.root.game)
    return {
        "type": "review",
        "state": "done",
        "start": round(start, 4),
        "accuracy": {str(color): found.accuracy(color) for color in (damier.WHITE, damier.BLACK)},
        "counts": {
            str(color): {mark: found.count(color, mark) for mark in ("?!", "?", "??")}
            for color in (damier.WHITE, damier.BLACK)
        },
        "moves": [_move_picture(move, number) for move, number in zip(found.moves, numbers, strict=True)],
    }


def _move_picture(move: Judged, number: int) -> dict[str, Any]:
    points = move.points if move.color == damier.WHITE else 1 - move.points
    return {
        "node": number,
        "color": str(move.color),
        "number": move.number,
        "text": move.text,
        "points": round(points, 4),
        "cost": round(move.cost, 4),
        "mark": move.mark,
        "is_best": move.is_best or move.forced,
        "best": [step.hub() for step in move.best[:LINE_SHOWN]],
    }


async def try_move(analyst: Analyst, move: Judged, board: damier.Board, text: str, nodes: int) -> dict[str, Any]:
    """What another move was worth in the place of one that was judged; `board` has the position before it."""
    tried = board.parse_hub(text)
    said = board.pdn(tried)
    board.push(tried)
    points = await _points(analyst, board, nodes)
    cost = max(0.0, move.points + move.cost - points) if tried != move.best[0] else 0.0
    return {
        "type": "tried",
        "text": said,
        "move": text,
        "is_best": tried == move.best[0],
        "is_good": cost < DUBIOUS,
        "accuracy": round(accuracy(cost)),
        "cost": round(cost, 4),
    }


async def _points(analyst: Analyst, board: damier.Board, nodes: int) -> float:
    """What the side that has just moved may expect."""
    end = board.outcome()
    if end is not None:
        return 0.5 if end.winner is None else float(end.winner != board.turn)
    if not board.legal_moves:
        return 0.5
    seat = _Seat()
    await analyst.sit(seat)
    try:
        async with AsyncLocalEngine(hash_mb=HASH_MB) as engine:
            best = (await engine.analyse(board, Limit(nodes=nodes)))[0]
    finally:
        analyst.stand_up(seat)
    return expected(best.score.pov(board.turn.opposite), board.game)


class _Seat:
    """Sits for so short a time that it need not make room."""

    def make_room(self) -> None:
        pass
