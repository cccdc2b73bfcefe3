"""The analyst: searches for the pages that ask for one, a few at a time, each in its turn.

A page has one search; asking anew ends it. Where more pages ask than there are seats, a search that has had its turn
makes room for the one that waits longest, and goes on later: its engine keeps its table, so little is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

import damier
from damier.engine import AsyncAnalysis, AsyncLocalEngine, EngineError, Info, Limit
from damier.review import expected
from damier.saying import said
from damier.web.picture import parts_picture

TURN: Final = 4.0  # seconds that a search may go on while others wait
SECONDS: Final = 90.0  # seconds that a position is searched at most
DEPTH: Final = 64
LINES_MAX: Final = 5
PLIES_SHOWN: Final = 16
HASH_MB: Final = 16
THINKERS_MAX: Final = 32  # engines, each with its table
REVIEWS_MAX: Final = 16  # reviews that are under way

Tell = Callable[[dict[str, Any]], None]


class Sitter(Protocol):
    """Something that takes a seat for its searches."""

    def make_room(self) -> None:
        """Others wait: it should stand up soon."""


class Analyst:
    """The seats, and who waits for one."""

    def __init__(self, *, seats: int | None = None, turn: float = TURN) -> None:
        self.seats = seats if seats is not None else max(1, min(4, (os.cpu_count() or 2) - 1))
        self.turn = turn
        self.thinkers = 0
        self.reviews = 0
        # A review holds its thread while it waits for a seat: those of the server must stay free for other work.
        self.threads = ThreadPoolExecutor(REVIEWS_MAX, thread_name_prefix="damier-review")
        self._sitting: dict[Sitter, float] = {}
        self._waiting: deque[tuple[Sitter, asyncio.Future[None]]] = deque()

    @property
    def is_crowded(self) -> bool:
        """Does somebody wait?"""
        return bool(self._waiting)

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)

    async def sit(self, sitter: Sitter) -> None:
        """Waits for a seat."""
        if len(self._sitting) >= self.seats:
            ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((sitter, ready))
            self._hurry()
            try:
                await ready
            except asyncio.CancelledError:
                if ready.done() and not ready.cancelled():
                    self.stand_up(sitter)
                else:
                    self._waiting.remove((sitter, ready))
                raise
        else:
            self._seat(sitter)

    def stand_up(self, sitter: Sitter) -> None:
        """Gives the seat to who has waited longest."""
        self._sitting.pop(sitter, None)
        while self._waiting and len(self._sitting) < self.seats:
            following, ready = self._waiting.popleft()
            if not ready.done():
                self._seat(following)
                ready.set_result(None)

    def _seat(self, sitter: Sitter) -> None:
        self._sitting[sitter] = asyncio.get_running_loop().time()
        if self._waiting:
            self._hurry()

    def _hurry(self) -> None:
        """Lets the search that has gone on longest make room when its turn is over."""
        loop = asyncio.get_running_loop()
        for sitter, since in self._sitting.items():
            loop.call_later(max(0.0, since + self.turn - loop.time()), self._ask, sitter, since)

    def _ask(self, sitter: Sitter, since: float) -> None:
        if self._waiting and self._sitting.get(sitter) == since:
            sitter.make_room()


class Thinker:
    """The search of one page."""

    def __init__(self, analyst: Analyst, tell: Tell) -> None:
        self._analyst = analyst
        self._tell = tell
        self._engine: AsyncLocalEngine | None = None
        self._task: asyncio.Task[None] | None = None
        self._analysis: AsyncAnalysis | None = None
        self._has_made_room = False

    async def start(self, board: damier.Board, lines: int, about: dict[str, Any]) -> None:
        """Searches a position in place of the one before; `about` goes with everything that is told of it."""
        await self.stop()
        self._task = asyncio.create_task(self._think(board, min(max(lines, 1), LINES_MAX), about))

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def close(self) -> None:
        await self.stop()
        if self._engine is not None:
            self._analyst.thinkers -= 1
            engine, self._engine = self._engine, None
            await engine.close()

    def make_room(self) -> None:
        """Others wait: the search ends for now."""
        self._has_made_room = True
        if self._analysis is not None:
            self._analysis.stop()

    # -- inside ---------------------------------------------------------------------------------------------------

    async def _think(self, board: damier.Board, lines: int, about: dict[str, Any]) -> None:
        try:
            end = board.outcome()
            if (end is not None and end.winner is not None) or not board.legal_moves:
                self._tell({**about, "state": "over", "lines": []})
                return
            if self._engine is None:
                if self._analyst.thinkers >= THINKERS_MAX:
                    self._tell({**about, "state": "full", "lines": []})
                    return
                self._analyst.thinkers += 1
                self._engine = AsyncLocalEngine(hash_mb=HASH_MB)
            await self._search(self._engine, board, min(lines, board.legal_moves.count()), about)
        except (EngineError, ValueError) as error:
            self._tell({**about, "state": "failed", "lines": [], "message": said(error)})

    async def _search(self, engine: AsyncLocalEngine, board: damier.Board, lines: int, about: dict[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        left = SECONDS
        deepest = 0
        told: dict[str, Any] = {**about, "lines": []}
        while left > 0:
            self._tell({**told, "state": "waiting"})
            await self._analyst.sit(self)
            begun = loop.time()
            self._has_made_room = False
            try:
                self._analysis = await engine.analysis(board, Limit(time=left, depth=DEPTH), multipv=lines)
                async for found in self._analysis:
                    # Resumed, it runs through the first depths again, which were told already.
                    if found[0].depth >= deepest:
                        deepest = found[0].depth
                        told = {**about, **lines_picture(board, found)}
                        self._tell({**told, "state": "thinking"})
            finally:
                await self._end_search()
                self._analyst.stand_up(self)
            left -= loop.time() - begun
            if not self._has_made_room:
                break
        self._tell({**told, "state": "done"})

    async def _end_search(self) -> None:
        """The engine is still before somebody else has the seat."""
        analysis, self._analysis = self._analysis, None
        if analysis is not None:
            analysis.stop()
            with contextlib.suppress(EngineError):
                await asyncio.shield(analysis.wait())


def lines_picture(board: damier.Board, lines: list[Info]) -> dict[str, Any]:
    """An analysis as a page shows it; values are White's: hundredths of a man, plies to a proved end, points."""
    best = lines[0]
    return {
        "depth": best.depth,
        "seldepth": best.seldepth,
        "nodes": best.nodes,
        "nps": best.nps,
        "seconds": round(best.time, 1),
        "lines": [line_picture(board, line) for line in lines],
    }


def line_picture(board: damier.Board, line: Info) -> dict[str, Any]:
    score = line.score.white()
    after = board.copy(stack=False)
    moves = []
    for move in line.pv[:PLIES_SHOWN]:
        moves.append(
            {"move": move.hub(), "text": after.pdn(move), "number": after.fullmove_number, "color": str(after.turn)}
        )
        after.push(move)
    return {
        "hundredths": score.hundredths,
        "win_in": score.win_in,
        "points": round(expected(score, board.game), 4),
        "from": line.move.from_square,
        "to": line.move.to_square,
        "parts": parts_picture(line.move),
        "moves": moves,
    }


def other_side(board: damier.Board) -> damier.Board | None:
    """The position with the other side to move, which shows what it threatens; `None` where there is no such."""
    try:
        turned = damier.Board.from_pieces(
            board.piece_map(), board.turn.opposite, game=board.game, draws=board.profile, strict=False
        )
    except ValueError:
        return None
    return turned if turned.legal_moves else None
