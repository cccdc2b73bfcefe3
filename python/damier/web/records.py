"""The HTTP side of game records: files come in, their games are listed, games and files go out."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse

import damier
from damier import svg
from damier.saying import Saying, said, say
from damier.web import collection
from damier.web.api import answers, answers_text, takes, takes_bytes
from damier.web.archive import Archive
from damier.web.collection import Collection
from damier.web.desk import Desks
from damier.web.document import BOARD, screen
from damier.web.glimpse import COOKIE, Glimpse, looks
from damier.web.messages import FEN_LENGTH, MessageError, NewStudy, parse_new_study
from damier.web.record import record_of
from damier.web.routes import PDN_TYPE, Count, Index, Search, attached, content_type, json_body
from damier.web.tongues import ToldRoute, tell

PAGE: Final = "analysis/index.html"
ENCODINGS: Final = ("utf-8", "windows-1250", "windows-1251", "windows-1252", "iso-8859-2", "koi8-r", "ibm866")

router = APIRouter(route_class=ToldRoute)


@router.get("/analysis", include_in_schema=False)
@router.get("/analysis/{id}", include_in_schema=False)
@router.get("/analysis/{id}/{number}", include_in_schema=False)
async def analysis(request: Request, id: str = "", number: str = "") -> Response:
    """The analysis screen, of a game with the board as it begins; all the rest comes when it asks."""
    if not number.isdecimal():
        return screen(PAGE)
    board = BOARD
    try:
        if (await _archive(request).soon(id)).is_done:  # a file that is long in reading keeps nobody waiting
            desk = await _desks(request).open(id, int(number))
            board = Glimpse(desk.study.game.board(), looks(request.cookies.get(COOKIE, ""))).html
    except (LookupError, ValueError, OSError):  # the page says so when it connects
        pass
    return screen(PAGE, board, view="game")


# -- files ------------------------------------------------------------------------------------------------------------


@router.get("/api/collections", **answers("Collections"))
async def collections(request: Request) -> dict[str, Any]:
    """The files of games that were opened last, and the encodings that one may be read in."""
    return {"collections": await asyncio.to_thread(_archive(request).recent), "encodings": ENCODINGS}


@router.post("/api/collections", **answers("Collection", status=201), **takes_bytes("The file as it is."))
async def new_collection(
    request: Request, name: str = "", game: str | None = None, encoding: str | None = None
) -> dict[str, Any]:
    """Takes a file of games in: its bytes are the body. The list of its games is made while one looks at it."""
    # A form of another site cannot send this type without asking first, and it would ask in vain.
    if content_type(request) != "application/octet-stream":
        raise MessageError(say("the request must be {kind}", kind="application/octet-stream"))
    check_reading(game, encoding)
    found = await _archive(request).new(name, request.stream(), game=game, encoding=encoding)
    return found.picture()


@router.post("/api/studies", **answers("StudyId", status=201), **takes("StudyWish"))
async def new_study(request: Request) -> dict[str, Any]:
    """A game to work on: from the start of a draughts game, from a position, or from a game that was played here."""
    wish = parse_new_study(await json_body(request))
    if wish.sitting is not None:
        try:
            room = await request.app.state.hall.open(wish.sitting)
        except (LookupError, ValueError) as error:
            raise MessageError(said(error), "sitting") from None
        board = room.sitting.board
    else:
        board = board_of(wish)
    record, name = record_of(board), tell(Saying(board.game.name))
    text = str(record).encode()

    async def pieces() -> AsyncIterator[bytes]:
        yield text

    found = await _archive(request).new(name, pieces(), game=record.rules.id, encoding="utf-8")
    return {"id": found.id, "number": 1}


@router.get("/api/collections/{id}", **answers("Collection"))
async def one_collection(request: Request, id: str) -> dict[str, Any]:
    """What is in a file: how many games of what sort, how many problems, whether it has been read to its end."""
    return (await _open(request, id)).picture()


@router.post("/api/collections/{id}/reading", **answers("Collection"))
async def read_again(request: Request, id: str, game: str | None = None, encoding: str | None = None) -> dict[str, Any]:
    """Reads a file again, as another draughts game or in another encoding."""
    check_reading(game, encoding)
    await _open(request, id)
    if _desks(request).is_used(id):
        raise MessageError(say("a game of this file is open in a page: close it there first"))
    _desks(request).forget(id)
    return (await _archive(request).reread(id, game=game, encoding=encoding)).picture()


@router.delete("/api/collections/{id}", **answers("Id"))
async def delete_collection(request: Request, id: str) -> dict[str, Any]:
    """Throws a file away, with the games that were changed in it."""
    if _desks(request).is_used(id):
        raise MessageError(say("a game of this file is open in a page: close it there first"))
    try:
        await _archive(request).delete(id)
    except LookupError as error:
        raise MessageError(said(error), "id") from None
    _desks(request).forget(id)
    return {"id": id}


@router.get("/api/collections/{id}/games", **answers("Rows"))
async def list_games(
    request: Request,
    id: str,
    search: Search = "",
    sort: str = "number",
    descending: bool = False,
    problems: bool = False,
    first: Index = 0,
    count: Count = 100,
) -> dict[str, Any]:
    """A part of the list of games: those that fit the search, in the order asked for."""
    found = await _open(request, id)
    query = _query(search, sort, descending, problems)
    answer = await asyncio.to_thread(found.ask, query, first, count)
    changed = await asyncio.to_thread(_archive(request).changed_numbers, id)
    for row in answer["rows"]:
        row["changed"] = row["number"] in changed
    return {**answer, "done": found.is_done}


@router.get("/api/collections/{id}/problems", **answers("ProblemRows"))
async def list_problems(request: Request, id: str, first: Index = 0, count: Count = 100) -> dict[str, Any]:
    """What is wrong with the games of a file: where it stands, and why."""
    found = await _open(request, id)
    return {**found.ask_problems(first, count), "done": found.is_done}


@router.get("/api/collections/{id}/pdn", **answers_text(PDN_TYPE, "The games as PDN 3.0."))
async def download(request: Request, id: str) -> Response:
    """The whole file as PDN 3.0 in UTF-8, changed games as they were changed."""
    await _open(request, id)
    found = await _archive(request).finished(id)
    archive = _archive(request)
    numbers = await asyncio.to_thread(archive.changed_numbers, id)

    def edited(number: int) -> str | None:
        change = archive.changed(id, number) if number in numbers else None
        return None if change is None else change.pdn

    def texts() -> Iterator[bytes]:
        for text in found.texts(edited):
            yield text.encode()

    return StreamingResponse(texts(), media_type=PDN_TYPE, headers=attached(found.name))


@router.get("/api/collections/{id}/games/{number}/neighbours", **answers("Neighbours"))
async def neighbours(
    request: Request,
    id: str,
    number: int,
    search: Search = "",
    sort: str = "number",
    descending: bool = False,
    problems: bool = False,
) -> dict[str, Any]:
    """The games before and after one, in the order asked for."""
    found = await _open(request, id)
    before, after = await asyncio.to_thread(found.neighbours, _query(search, sort, descending, problems), number)
    return {"before": before, "after": after, "games": len(found.rows), "name": found.name}


@router.get("/api/collections/{id}/games/{number}/pdn", **answers_text("text/plain", "The game as PDN 3.0."))
async def game_text(request: Request, id: str, number: int) -> Response:
    """One game as PDN 3.0, as it was changed here."""
    await _open(request, id)
    found = await _archive(request).finished(id)
    row = found.row(number)
    change = await asyncio.to_thread(_archive(request).changed, id, number)
    text = change.pdn if change is not None else str(await asyncio.to_thread(found.open, number))
    name = "-".join(part for part in (row.white, row.black) if part) or f"game-{number}"
    return Response(f"{text}\n", media_type="text/plain; charset=utf-8", headers=attached(f"{name}.pdn"))


@router.get("/api/diagram.svg", **answers_text("image/svg+xml", "The picture."))
async def diagram(
    fen: Annotated[str, Query(max_length=FEN_LENGTH)],
    game: Annotated[str, Query(max_length=40)] = "international",
    bottom: str = "white",
    style: str = "disc",
    size: Annotated[int, Query(ge=64, le=4096)] = 640,
) -> Response:
    """A position as a picture."""
    try:
        board = damier.Board(fen, game=game, strict=False)
        side = damier.BLACK if bottom == "black" else damier.WHITE
        text = svg.board(board, orientation=side, size=size, style=style)
    except ValueError as error:
        raise MessageError(said(error)) from None
    return Response(text, media_type="image/svg+xml")


# -- inside -----------------------------------------------------------------------------------------------------------


def _archive(request: Request) -> Archive:
    archive: Archive = request.app.state.archive
    return archive


def _desks(request: Request) -> Desks:
    desks: Desks = request.app.state.desks
    return desks


async def _open(request: Request, id: str) -> Collection:
    try:
        return await _archive(request).open(id)
    except (LookupError, ValueError) as error:
        raise MessageError(said(error), "id") from None


def _query(search: str, sort: str, descending: bool, problems: bool) -> collection.Query:
    if sort not in collection.COLUMNS:
        raise MessageError(
            say("{field}: expected one of {choices}", field="sort", choices=", ".join(collection.COLUMNS)), "sort"
        )
    return collection.Query(search, sort, descending, problems)


def check_reading(game: str | None, encoding: str | None) -> None:
    """Can a file be read so?"""
    if game is not None:
        try:
            damier.Game(game)
        except ValueError as error:
            raise MessageError(said(error), "game") from None
    if encoding is not None and encoding not in ENCODINGS:
        raise MessageError(
            say("{field}: expected one of {choices}", field="encoding", choices=", ".join(ENCODINGS)), "encoding"
        )


def board_of(wish: NewStudy) -> damier.Board:
    """The position that is to be analysed, with the moves that led to it."""
    try:
        board = damier.Board(wish.fen, game=wish.game or _likely_game(wish.fen or ""))
    except ValueError as error:
        raise MessageError(said(error), "fen" if wish.fen else "game") from None
    for text in wish.moves:
        try:
            board.push_hub(text)
        except ValueError as error:
            raise MessageError(said(error), "moves") from None
    return board


def _likely_game(fen: str) -> str:
    """Which game a position without a name belongs to: that of its squares that is played most."""
    if re.search(r"[a-h][1-8]", fen, re.ASCII):
        return "russian"
    highest = max((int(number) for number in re.findall(r"\d{1,3}", fen.partition(":H")[0], re.ASCII)), default=50)
    return "english" if highest <= 32 else "international" if highest <= 50 else "canadian"
