"""Sheets of diagrams to print: positions out of a file of games, each with the moves that follow it there."""

from __future__ import annotations

import asyncio
import io
import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from damier import WHITE, pdn
from damier.saying import said, say
from damier.web.api import answers
from damier.web.archive import Archive
from damier.web.collection import ROWS_MAX, Collection
from damier.web.document import screen
from damier.web.messages import MessageError
from damier.web.tongues import ToldRoute

DIAGRAMS_MAX: Final = 60  # ten pages
PLIES_MAX: Final = 30  # of a solution
TITLE_LENGTH: Final = 80
SPAN: Final = re.compile(r"(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?", re.ASCII)

router = APIRouter(route_class=ToldRoute)


@router.get("/sheet", include_in_schema=False)
async def page() -> Response:
    """The screen on which a sheet is put together and printed."""
    return screen("sheet/index.html")


@router.get("/api/collections/{id}/diagrams", **answers("Diagrams"))
async def diagrams(
    request: Request, id: str, games: Annotated[str, Query(max_length=200)] = f"1-{DIAGRAMS_MAX}"
) -> dict[str, Any]:
    """The positions of some games (``1-12, 15``) that are worth a diagram: those with arrows or marks, else the one
    that the game was set up from; with the moves that follow.
    """
    archive: Archive = request.app.state.archive
    try:
        await archive.open(id)
    except (LookupError, ValueError) as error:
        raise MessageError(said(error), "id") from None
    found = await archive.finished(id)
    return await asyncio.to_thread(_diagrams, archive, found, id, read_span(games))


def read_span(text: str) -> list[int]:
    """The numbers in ``1-12, 15``, at most as many as a sheet has diagrams. Raises `MessageError`."""
    numbers: dict[int, None] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = SPAN.fullmatch(part)
        if match is None:
            raise MessageError(say("games are named by numbers such as 1-12, 15"), "games")
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= ROWS_MAX:
            raise MessageError(say("games have numbers from 1 to {most}, the smaller first", most=ROWS_MAX), "games")
        numbers.update(dict.fromkeys(range(first, min(last, first + DIAGRAMS_MAX) + 1)))
    if not numbers:
        raise MessageError(say("games are named by numbers such as 1-12, 15"), "games")
    return list(numbers)


def game_diagrams(game: pdn.Game, number: int) -> list[dict[str, Any]]:
    """The positions of one game that are worth a diagram."""
    marked = [node for node in (game, *game.mainline()) if node.arrows()]
    if not marked and game.fen() is not None:
        marked = [game]
    return [_diagram(game, node, number) for node in marked]


def solution_of(node: pdn.Node) -> str:
    """The moves that follow, numbered from the diagram on."""
    said: list[str] = []
    number = 1
    for following in list(node.mainline())[:PLIES_MAX]:
        if following.move is None:
            break
        is_white = following.turn() != WHITE
        if is_white or not said:
            said.append(f"{number}." if is_white else f"{number}. …")
        said.append(following.pdn())
        number += not is_white
    return " ".join(said)


def _diagrams(archive: Archive, found: Collection, id: str, numbers: list[int]) -> dict[str, Any]:
    drawn: list[dict[str, Any]] = []
    left_out = 0
    for number in numbers:
        if number > len(found.rows) or len(drawn) > DIAGRAMS_MAX:
            break
        change = archive.changed(id, number)
        game = found.open(number) if change is None else pdn.read_game(io.StringIO(change.pdn))
        diagrams = [] if game is None else game_diagrams(game, number)
        left_out += not diagrams
        drawn += diagrams
    return {
        "diagrams": drawn[:DIAGRAMS_MAX],
        "left_out": left_out,
        "cut": len(drawn) > DIAGRAMS_MAX,
        "name": found.name,
    }


def _diagram(game: pdn.Game, node: pdn.Node, number: int) -> dict[str, Any]:
    board = node.board()
    return {
        "number": number,
        "game": board.game.id,
        "fen": board.fen(),
        "turn": str(board.turn),
        "title": _title(game),
        "solution": solution_of(node),
    }


def _title(game: pdn.Game) -> str:
    """Who played, or who made it."""
    known = [value for name in ("White", "Black") if (value := game.headers.get(name) or "") not in ("", "?")]
    return (" – ".join(known) or str(game.headers.get("Event") or "").strip("?"))[:TITLE_LENGTH]
