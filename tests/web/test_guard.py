"""Only pages of this server may talk to it."""

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

WISH = {"game": "international", "side": "both"}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8064", "127.0.0.1.evil.example", "", "localhost.", "[::1"]
)
def test_a_strange_name_is_turned_away(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 403
    assert answer.json()["type"] == "error"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8064", "localhost", "LOCALHOST:1", "[::1]:8064", "[::1]", "192.168.1.7:80"]
)
def test_addresses_and_localhost_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "file://", "http://127.0.0.1@evil.example"]
)
def test_a_strange_origin_is_turned_away(
    client: TestClient, attend: Callable[..., Any], new_game: Callable[..., str], origin: str
) -> None:
    assert client.post("/api/sittings", json=WISH, headers={"origin": origin}).status_code == 403
    with pytest.raises(WebSocketDisconnect) as caught, attend(new_game(), origin=origin):
        pass
    assert caught.value.code == 1008


def test_our_own_origin_is_welcome(
    client: TestClient, attend: Callable[..., Any], new_game: Callable[..., str]
) -> None:
    headers = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert client.post("/api/sittings", json=WISH, headers=headers).status_code == 201
    with attend(new_game(), origin="http://127.0.0.1") as socket:
        assert socket.receive_json()["type"] == "state"


def test_a_form_of_another_site_cannot_begin_a_game(client: TestClient) -> None:
    assert client.post("/api/sittings", json=WISH, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    answer = client.post("/api/sittings", content=b'{"game": "russian"}', headers={"content-type": "text/plain"})
    assert answer.status_code == 422


def test_answers_carry_a_strict_policy(client: TestClient) -> None:
    for path in ("/new", "/api/games", "/static/words.js", "/nowhere"):
        headers = client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert headers["x-content-type-options"] == "nosniff"
