"""The live side: a page follows one game over a web socket and says what its player wants.

The page sends wishes (`messages.py`). Of a game that is played it receives the whole state after every change, and
errors and refusals for itself; slow pages miss states in between, never the last one. Of a game that is analysed it
receives the whole tree once, then what has changed.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from damier.faults import fault
from damier.saying import said, say
from damier.web.desk import Desk, Desks
from damier.web.hall import Hall
from damier.web.messages import MessageError, parse_message, parse_study_message
from damier.web.page import Page
from damier.web.room import Room
from damier.web.tongues import tell

SOCKETS_MAX: Final = 512
TRY_AGAIN_LATER: Final = 1013
NOT_FOUND: Final = 4404
DAMAGED: Final = 4422

router = APIRouter()


@router.websocket("/live/{id}")
async def live(socket: WebSocket, id: str) -> None:
    """A page that follows a game, as long as it stays."""
    await _receive(socket, lambda: _attend(socket, socket.app.state.hall, id))


@router.websocket("/live/{id}/{number}")
async def work(socket: WebSocket, id: str, number: int) -> None:
    """A page that works on a game of a file, as long as it stays."""
    await _receive(socket, lambda: _sit_down(socket, socket.app.state.desks, id, number))


async def _receive(socket: WebSocket, attend: Callable[[], Awaitable[None]]) -> None:
    await socket.accept()
    sockets: set[WebSocket] = socket.app.state.sockets
    if len(sockets) >= SOCKETS_MAX:
        await _refuse(socket, MessageError(say("too many pages are open")), TRY_AGAIN_LATER)
        return
    sockets.add(socket)
    try:
        await attend()
    except MessageError as error:
        await _refuse(socket, error, NOT_FOUND if error.field == "number" else TRY_AGAIN_LATER)
    except LookupError as error:
        await _refuse(socket, MessageError(said(error), "id"), NOT_FOUND)
    except ValueError as error:
        await _refuse(socket, MessageError(said(error), "id"), DAMAGED)
    except OSError as error:
        await _refuse(socket, MessageError(fault(error), "id"), TRY_AGAIN_LATER)
    finally:
        sockets.discard(socket)


async def _attend(socket: WebSocket, hall: Hall, id: str) -> None:
    """Takes the page into the game's room until it goes."""
    room = await hall.open(id)
    page = room.enter()
    teller = asyncio.create_task(_tell(socket, room, page))
    try:
        await _listen(socket, room)
    finally:
        room.leave(page)
        teller.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await teller


async def _tell(socket: WebSocket, room: Room, page: asyncio.Event) -> None:
    """Sends the state whenever it has changed."""
    while True:
        await page.wait()
        page.clear()
        if not await _send(socket, room.picture()):
            return


async def _sit_down(socket: WebSocket, desks: Desks, id: str, number: int) -> None:
    """Takes the page to the desk of a game until it goes."""
    desk = await desks.open(id, number)
    page = desk.enter()
    teller = asyncio.create_task(_tell_news(socket, desk, page))

    async def follow(text: str | bytes) -> None:
        try:
            await desk.follow(page, parse_study_message(text))
        except MessageError as error:
            page.tell(error.picture())

    try:
        await _hear(socket, follow)
    finally:
        teller.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await teller
        await desk.close_page(page)


async def _tell_news(socket: WebSocket, desk: Desk, page: Page) -> None:
    """Sends what is new, in its order."""
    while True:
        await page.wait()
        news = page.take()
        if page.needs_all:
            page.needs_all = False
            news = [desk.picture()]
        for message in news:
            if not await _send(socket, message):
                return


async def _listen(socket: WebSocket, room: Room) -> None:
    """Follows the page's wishes, one after the other."""

    async def follow(text: str | bytes) -> bool:
        answer = await _answer(room, text)
        return answer is None or await _send(socket, answer)

    await _hear(socket, follow)


async def _hear(socket: WebSocket, follow: Callable[[str | bytes], Awaitable[bool | None]]) -> None:
    """Hands on what the page says, until it goes or `follow` answers with false."""
    while True:
        try:
            event = await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if event["type"] == "websocket.disconnect":
            return
        text = event.get("text")
        if await follow(text if text is not None else event.get("bytes") or b"") is False:
            return


async def _answer(room: Room, text: str | bytes) -> dict[str, Any] | None:
    try:
        return await room.follow(parse_message(text))
    except MessageError as error:
        return error.picture()


async def _refuse(socket: WebSocket, error: MessageError, code: int) -> None:
    if await _send(socket, error.picture()):
        with contextlib.suppress(RuntimeError):
            await socket.close(code)


async def _send(socket: WebSocket, picture: dict[str, Any]) -> bool:
    """False where the page has gone."""
    try:
        await socket.send_text(json.dumps(tell(picture)))
    except (WebSocketDisconnect, RuntimeError, OSError):
        return False
    return True
