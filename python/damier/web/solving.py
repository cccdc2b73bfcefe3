"""Compositions for pages: a position solved, its progress told line by line while one waits.

The answer is a stream of JSON, one object a line, so that any program can follow it; who stops listening stops the
search. It takes a seat of the analyst's like any search, and makes room between two first moves where others wait.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from time import monotonic
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

import damier
from damier.engine import EngineError
from damier.saying import said, say
from damier.solver import Progress, Solution, Solved, Solver, Step
from damier.web.analyst import REVIEWS_MAX, Analyst
from damier.web.api import answers_text, takes
from damier.web.messages import MessageError, Problem, parse_problem
from damier.web.routes import json_body
from damier.web.tongues import ToldRoute, tell

TELL_EVERY: Final = 0.15  # seconds between two words about progress

router = APIRouter(route_class=ToldRoute)


@router.post(
    "/api/solutions",
    **answers_text("application/x-ndjson", "Lines of JSON: `SolvingNews` each, the last one `solved` or `error`."),
    **takes("ProblemWish"),
)
async def solve(request: Request) -> StreamingResponse:
    """Looks for every first move that wins by force: lines of JSON, ``progress`` ones, then one ``solved``."""
    wish = parse_problem(await json_body(request))
    board = board_of(wish)
    analyst: Analyst = request.app.state.analyst
    if analyst.reviews >= REVIEWS_MAX:
        raise MessageError(say("too many searches are under way: wait a little"))
    return StreamingResponse(Solving(analyst, board, wish.seconds).lines(), media_type="application/x-ndjson")


def board_of(wish: Problem) -> damier.Board:
    """The position that is to be solved. Raises `MessageError` where there is nothing to solve."""
    try:
        game = damier.Game(wish.game)
    except ValueError as error:
        raise MessageError(said(error), "game") from None
    try:
        board = damier.Board(wish.fen, game=game, draws=())
    except ValueError as error:
        raise MessageError(said(error), "fen") from None
    if board.outcome() is not None or not board.legal_moves:
        raise MessageError(say("the game is over in this position: there is nothing to solve"), "fen")
    return board


class Solving:
    """One composition on its way to being solved."""

    def __init__(self, analyst: Analyst, board: damier.Board, seconds: float) -> None:
        self._analyst = analyst
        self._board = board
        self._seconds = seconds
        self._has_to_wait = False

    def make_room(self) -> None:
        """Others wait: the next first move has to."""
        self._has_to_wait = True

    async def lines(self) -> AsyncIterator[bytes]:
        """What is to be said, as it comes."""
        loop = asyncio.get_running_loop()
        news: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._analyst.reviews += 1
        solver: Solver | None = None
        work: asyncio.Future[Solved] | None = None
        told = 0.0

        def report(progress: Progress) -> None:
            nonlocal told
            if monotonic() - told > TELL_EVERY:
                told = monotonic()
                loop.call_soon_threadsafe(news.put_nowait, progress_picture(progress))
            if self._has_to_wait and solver is not None:
                begun = monotonic()
                asyncio.run_coroutine_threadsafe(self._wait_again(), loop).result()
                solver.extend(monotonic() - begun)

        try:
            yield _line({"type": "waiting"})
            await self._analyst.sit(self)
            solver = Solver(self._board, seconds=self._seconds)
            work = loop.run_in_executor(self._analyst.threads, solver.run, report)
            while not work.done():
                heard = asyncio.ensure_future(news.get())
                both: set[asyncio.Future[Any]] = {heard, work}
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                if heard.done():
                    yield _line(heard.result())
                else:
                    heard.cancel()
            yield _line(solved_picture(self._board, await work))
        except EngineError as error:
            yield _line({"type": "error", "message": said(error), "field": None})
        finally:
            if solver is not None:
                solver.stop()
            if work is not None:
                await asyncio.shield(asyncio.wait([work]))
            self._analyst.reviews -= 1
            self._analyst.stand_up(self)

    async def _wait_again(self) -> None:
        self._has_to_wait = False
        self._analyst.stand_up(self)
        await self._analyst.sit(self)


def progress_picture(progress: Progress) -> dict[str, Any]:
    return {
        "type": "progress",
        "stage": progress.stage,
        "free": progress.free,
        "quiet": progress.quiet,
        "positions": progress.positions,
        "solutions": progress.solutions,
        "seconds": progress.seconds,
    }


def solved_picture(board: damier.Board, solved: Solved) -> dict[str, Any]:
    """Everything that was found, as plain data."""
    hint = None
    if solved.hint is not None:
        hint = {"text": board.pdn(solved.hint[0]), "hundredths": solved.hint[1]}
    return {
        "type": "solved",
        "complete": solved.complete,
        "free": solved.free,
        "quiet": solved.quiet,
        "positions": solved.positions,
        "seconds": solved.seconds,
        "hint": hint,
        "solutions": [solution_picture(solution) for solution in solved.solutions],
    }


def solution_picture(solution: Solution) -> dict[str, Any]:
    return {
        "text": solution.tree.text,
        "proof": solution.proof,
        "moves": solution.moves,
        "end": solution.end,
        "gain": solution.gain,
        "duals": solution.duals,
        "tree": step_picture(solution.tree),
    }


def step_picture(step: Step) -> dict[str, Any]:
    move = step.move
    return {
        "id": move.hub(),
        "text": step.text,
        "from": move.from_square,
        "to": move.to_square,
        "path": list(move.path),
        "captures": list(move.captures),
        "promotes": move.promotes,
        "duals": [{"text": text, "minor": minor} for text, minor in step.duals],
        "left_out": step.left_out,
        "replies": [step_picture(reply) for reply in step.replies],
    }


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(tell(message), separators=(",", ":")).encode() + b"\n"
