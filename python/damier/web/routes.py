"""The HTTP side: the page, the catalogue of games, new games. Every refusal has one shape: `MessageError.picture`."""

import asyncio
import re
from typing import Annotated, Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse

import damier
from damier import ballots
from damier.saying import said, say
from damier.web.address import qr_svg
from damier.web.api import answers, answers_text, takes
from damier.web.document import BOARD, screen
from damier.web.glimpse import COOKIE, Glimpse, looks
from damier.web.hall import Hall
from damier.web.messages import MESSAGE_BYTES, MessageError, NewGame, parse_new_game, parse_setup
from damier.web.names import ID
from damier.web.opponent import levels_picture
from damier.web.picture import game_picture, listing_picture, position_picture
from damier.web.record import record_of_sitting
from damier.web.setup import SetUp, setup_picture
from damier.web.sitting import board_of
from damier.web.tongues import ToldRoute

PDN_TYPE: Final = "application/vnd.chess-pgn"
SEARCH_LENGTH: Final = 200
COUNT_MAX: Final = 200_000

Search = Annotated[str, Query(max_length=SEARCH_LENGTH)]
Index = Annotated[int, Query(ge=0, le=COUNT_MAX)]
Count = Annotated[int, Query(ge=1, le=500)]

router = APIRouter(route_class=ToldRoute)


@router.get("/", include_in_schema=False)
async def home(request: Request) -> Response:
    """The latest game in progress, or the page that offers a new one."""
    try:
        _, found = await asyncio.to_thread(lambda: _hall(request).shelf.find(count=1))
    except OSError:  # the page says so when a game is begun
        found = []
    if found and found[0].result is None:
        return RedirectResponse(f"/play/{found[0].id}", status_code=307)
    return await play(request)


@router.get("/new", include_in_schema=False)
@router.get("/play/{id}", include_in_schema=False)
async def play(request: Request, id: str = "") -> Response:
    """The play screen with the board as it stands; all the rest comes when it connects."""
    liked = looks(request.cookies.get(COOKIE, ""))
    if not id:
        offered = Glimpse(damier.Board(game=liked.game), liked._replace(labels="none"))
        return screen("play/index.html", offered.html)
    try:
        sitting = (await _hall(request).open(id)).sitting
    except (LookupError, ValueError, OSError):  # the page says so when it connects
        return screen("play/index.html", BOARD)
    bottom = "black" if sitting.seats["white"] == "engine" else "white"
    return screen("play/index.html", Glimpse(sitting.board, liked, bottom).html)


@router.get("/api/games", **answers("Games"))
async def games() -> dict[str, Any]:
    """Every game and every level."""
    found = [{**game_picture(game), "ballots": _ballots(game)} for game in damier.games()]
    return {"games": found, "levels": levels_picture()}


@router.get("/api/sittings", **answers("Sittings"))
async def sittings(
    request: Request,
    search: Search = "",
    over: bool | None = None,
    sort: str = "updated",
    descending: bool = True,
    first: Index = 0,
    count: Count = 20,
) -> dict[str, Any]:
    """A part of the list of games: those that fit the search, in the order asked for; and what is to be known of the
    place where they are kept.
    """
    shelf = _hall(request).shelf
    total, rows = await asyncio.to_thread(
        lambda: shelf.find(search, over=over, sort=sort, descending=descending, first=first, count=count)
    )
    return {
        "total": total,
        "first": first,
        "sittings": [listing_picture(row) for row in rows],
        "remarks": shelf.store.remarks,
    }


@router.get("/api/sittings/pdn", **answers_text(PDN_TYPE, "The games as PDN 3.0."))
async def sittings_text(request: Request, search: Search = "", over: bool | None = None) -> Response:
    """The games that fit a search, in one PDN file."""
    texts = _hall(request).shelf.texts(search, over=over)
    return StreamingResponse((text.encode() for text in texts), media_type=PDN_TYPE, headers=attached("damier games"))


@router.get("/api/sittings/{id}/pdn", **answers_text(PDN_TYPE, "The game as PDN 3.0."))
async def sitting_text(request: Request, id: str) -> Response:
    """One game as PDN 3.0."""
    try:
        room = await _hall(request).open(id)
    except (LookupError, ValueError) as error:
        raise MessageError(said(error), "id") from None
    record = record_of_sitting(room.sitting)
    name = f"{room.sitting.board.game.name} {record.headers['Date']}"
    return Response(f"{record}\n", media_type=PDN_TYPE, headers=attached(name))


@router.post("/api/sittings", **answers("Id", status=201), **takes("NewGameWish"))
async def new_sitting(request: Request) -> dict[str, Any]:
    """Begins a game."""
    sitting = await _hall(request).new(await _wish(request))
    return {"id": sitting.id}


@router.delete("/api/sittings/{id}", **answers("Id"))
async def delete_sitting(request: Request, id: str) -> dict[str, Any]:
    """Throws a game away."""
    try:
        await _hall(request).delete(id)
    except LookupError as error:
        raise MessageError(said(error), "id") from None
    return {"id": id}


@router.post("/api/preview", **answers("Position"), **takes("NewGameWish"))
async def preview(request: Request) -> dict[str, Any]:
    """How a game would begin: the dialog shows it before anybody plays."""
    return position_picture(board_of(await _wish(request)))


@router.get("/editor", include_in_schema=False)
async def editor() -> Response:
    """The screen on which a position is set up."""
    return screen("editor/index.html")


@router.post("/api/setup", **answers("SetUp"), **takes("SetUpWish"))
async def set_up(request: Request) -> dict[str, Any]:
    """A position that is set up by hand, and what is wrong with it."""
    picture, board = setup_picture(SetUp(**parse_setup(await json_body(request))))
    return {**picture, "table": None if picture["wrong"] else await request.app.state.endings.ask(board)}


@router.get("/api/address", **answers("Address"))
async def address(request: Request) -> dict[str, Any]:
    """Where other machines on the network find this server."""
    return {"address": request.app.state.address}


@router.get("/api/address.svg", **answers_text("image/svg+xml", "The address as a QR code."))
async def address_code(request: Request, game: Annotated[str, Query(max_length=40)] = "") -> Response:
    """The address for a telephone's camera: that of a game, or of the server."""
    if request.app.state.address is None:
        raise MessageError(say("this server is open to this machine only: start it with --host"))
    if game and not ID.fullmatch(game):
        raise MessageError(say("there is no such game"), "game")
    text = f"{request.app.state.address}{f'play/{game}' if game else ''}"
    return Response(await asyncio.to_thread(qr_svg, text), media_type="image/svg+xml")


def _ballots(game: damier.Game) -> tuple[int, ...]:
    """For how many plies openings can be drawn by lot."""
    try:
        return ballots.lengths(game)
    except (ValueError, OSError):
        return ()


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


async def _wish(request: Request) -> NewGame:
    return parse_new_game(await json_body(request))


async def json_body(request: Request) -> bytes:
    """The body of a request, read only as far as an honest one can go."""
    # A form of another site cannot send this type without asking first, and it would ask in vain.
    if content_type(request) != "application/json":
        raise MessageError(say("the request must be {kind}", kind="application/json"))
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MESSAGE_BYTES:
            raise MessageError(say("the message is longer than {most} bytes", most=MESSAGE_BYTES))
    return body


def attached(name: str) -> dict[str, str]:
    """A file to be saved under a name that nothing can be smuggled in with."""
    name = name if name.lower().endswith(".pdn") else f"{name}.pdn"
    plain = re.sub(r"[^A-Za-z0-9 ._-]", "_", name)
    return {"Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"}


def content_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()
