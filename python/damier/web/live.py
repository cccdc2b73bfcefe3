"""The live side: a page follows one game over a web socket and says what its player wants.

The page sends wishes (`messages.py`); it receives the whole state after every change, and errors and refusals for
itself. Slow pages miss states in between, never the last one.
"""

import asyncio
import contextlib
import json
from typing import Any, Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from damier.web.hall import Hall
from damier.web.messages import MessageError, parse_message
from damier.web.room import Room

SOCKETS_MAX: Final = 128
TRY_AGAIN_LATER: Final = 1013
NOT_FOUND: Final = 4404
DAMAGED: Final = 4422

router = APIRouter()


@router.websocket("/live/{id}")
async def live(socket: WebSocket, id: str) -> None:
    """One page, as long as it stays."""
    await socket.accept()
    sockets: set[WebSocket] = socket.app.state.sockets
    if len(sockets) >= SOCKETS_MAX:
        await _refuse(socket, MessageError("too many pages are open"), TRY_AGAIN_LATER)
        return
    sockets.add(socket)
    try:
        await _attend(socket, socket.app.state.hall, id)
    except MessageError as error:
        await _refuse(socket, error, TRY_AGAIN_LATER)
    except LookupError as error:
        await _refuse(socket, MessageError(str(error.args[0]), "id"), NOT_FOUND)
    except ValueError as error:
        await _refuse(socket, MessageError(str(error), "id"), DAMAGED)
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


async def _listen(socket: WebSocket, room: Room) -> None:
    """Follows the page's wishes, one after the other."""
    while True:
        try:
            event = await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if event["type"] == "websocket.disconnect":
            return
        text = event.get("text")
        answer = await _answer(room, text if text is not None else event.get("bytes") or b"")
        if answer is not None and not await _send(socket, answer):
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
        await socket.send_text(json.dumps(picture))
    except (WebSocketDisconnect, RuntimeError, OSError):
        return False
    return True
