"""A real web socket: what the test client is too polite to send."""

import json
from contextlib import ExitStack
from typing import Any

import pytest

pytest.importorskip("websockets", reason="the board in the browser needs damier[web]")

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def state_of(socket: Any) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(10))
        if message["type"] == "state":
            return message


def drain(socket: Any) -> None:
    while True:
        socket.recv(10)


def test_a_message_that_is_too_long_closes_its_socket_and_nothing_else(server: Any) -> None:
    address = f"{server.address}/live/{server.begin()}".replace("http", "ws")
    with connect(address) as other:
        assert state_of(other)["ply"] == 0
        with connect(address) as socket:
            state_of(socket)
            socket.send("x" * 100_000)
            with pytest.raises(ConnectionClosed):
                drain(socket)
        other.send(json.dumps({"type": "move", "ply": 0, "move": "32-28"}))
        assert state_of(other)["ply"] == 1


def test_bytes_are_read_as_text_or_refused(server: Any) -> None:
    address = f"{server.address}/live/{server.begin()}".replace("http", "ws")
    with connect(address) as socket:
        state_of(socket)
        socket.send(b"\xff\xfe")
        assert json.loads(socket.recv(10))["type"] == "error"
        socket.send(json.dumps({"type": "move", "ply": 0, "move": "32-28"}).encode())
        assert state_of(socket)["ply"] == 1


def test_a_socket_cut_in_the_middle_of_a_move_loses_nothing(server: Any) -> None:
    id = server.begin()
    address = f"{server.address}/live/{id}".replace("http", "ws")
    for ply, move in enumerate(("32-28", "19-23", "28x19", "14x23")):
        with connect(address) as socket, connect(address) as other:
            assert state_of(socket)["ply"] == ply
            socket.send(json.dumps({"type": "move", "ply": ply, "move": move}))
            socket.socket.close()
            while state_of(other)["ply"] == ply:
                pass
    server.stop()
    server.start()
    with connect(address) as socket:
        assert state_of(socket)["history"] == ["32-28", "19-23", "28x19", "14x23"]


def test_many_pages_at_once(server: Any) -> None:
    """Everybody sees every position, or at least the last one."""
    address = f"{server.address}/live/{server.begin()}".replace("http", "ws")
    with ExitStack() as stack:
        sockets = [stack.enter_context(connect(address)) for _ in range(12)]
        for ply, move in enumerate(("32-28", "19-23", "28x19", "14x23")):
            sockets[ply].send(json.dumps({"type": "move", "ply": ply, "move": move}))
            for socket in sockets:
                while state_of(socket)["ply"] <= ply:
                    pass
