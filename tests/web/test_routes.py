"""The HTTP side."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import damier


def test_the_page_and_its_parts_are_served(client: TestClient) -> None:
    page = client.get("/new")
    assert page.status_code == 200
    assert "<damier-board" in page.text
    script = client.get("/static/play/screen.js")
    assert script.headers["content-type"].startswith("text/javascript")


def test_the_page_needs_nothing_from_elsewhere() -> None:
    import damier.web

    static = Path(damier.web.__file__).parent / "static"
    for path in static.rglob("*.*"):
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text.replace('"wss:" : "ws:"', "").replace("${scheme}//", ""), path


def test_every_game_and_level_is_offered(client: TestClient) -> None:
    answer = client.get("/api/games").json()
    assert [game["id"] for game in answer["games"]] == [game.id for game in damier.games()]
    assert len(answer["levels"]) >= 3
    assert all(level["name"] and level["description"] for level in answer["levels"])


@pytest.mark.parametrize("game", [game.id for game in damier.games()])
def test_every_game_has_a_preview(client: TestClient, game: str) -> None:
    answer = client.post("/api/preview", json={"game": game})
    assert answer.status_code == 200
    picture = answer.json()
    rules = damier.Game(game)
    assert len(picture["squares"]) == rules.squares
    assert {square["square"] for square in picture["squares"]} == set(range(1, rules.squares + 1))
    assert len({(square["file"], square["rank"]) for square in picture["squares"]}) == rules.squares
    assert len(picture["moves"]) == len(damier.Board(game=game).legal_moves)


@pytest.mark.parametrize("path", ["/api/sittings", "/api/preview"])
@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"game": "international", "side": "up"}, "side"),
        ({"game": "international", "draws": "lidraughts"}, "draws"),
        ({"game": "international", "draws": 3}, "draws"),
        ({"game": "international", "side": "both", "fen": "nonsense"}, "fen"),
        ({"game": "international", "side": "both", "fen": "W:W51:B1"}, "fen"),
        ({"game": "international", "side": "both", "fen": "W:W28:B28"}, "fen"),
        ({"game": "international", "side": "both", "fen": "W:W28:B1\x00"}, "fen"),
    ],
)
def test_a_bad_wish_names_its_field(client: TestClient, path: str, wish: dict[str, Any], field: str) -> None:
    answer = client.post(path, json=wish)
    assert answer.status_code == 422
    assert answer.json()["type"] == "error"
    assert answer.json()["field"] == field
    assert answer.json()["message"]


def test_an_unknown_level_is_refused(client: TestClient) -> None:
    answer = client.post("/api/sittings", json={"game": "international", "side": "white", "level": "god"})
    assert (answer.status_code, answer.json()["field"]) == (422, "level")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b"[" * 5000, b'"' + b"x" * 20000 + b'"'])
def test_any_body_gets_an_answer(client: TestClient, body: bytes) -> None:
    for path in ("/api/sittings", "/api/preview"):
        answer = client.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 422
        assert answer.json()["type"] == "error"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/web/app.py",
        "/static/....//app.py",
        "/static/%00",
        "/api/sittings/..%2f..%2fetc",
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_no_path_leads_out(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 405)
    assert "import" not in answer.text


def test_a_wrong_method_or_path_gets_an_error_of_the_family(client: TestClient) -> None:
    for answer in (client.get("/nowhere"), client.put("/api/games"), client.delete("/api/sittings/zzzzzzzzzzzz")):
        assert answer.status_code in (404, 405, 422)
        assert answer.json()["type"] == "error"


def test_home_leads_to_the_game_in_progress(client: TestClient, new_game: Callable[..., str]) -> None:
    assert client.get("/").status_code == 200
    id = new_game()
    answer = client.get("/", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, f"/play/{id}")


def test_games_are_listed_and_deleted(client: TestClient, new_game: Callable[..., str]) -> None:
    ids = [new_game(game="russian"), new_game(game="english", side="white", level=None)]
    listed = client.get("/api/sittings").json()["sittings"]
    assert {line["id"] for line in listed} == set(ids)
    assert client.delete(f"/api/sittings/{ids[0]}").status_code == 200
    assert client.delete(f"/api/sittings/{ids[0]}").status_code == 422
    assert [line["id"] for line in client.get("/api/sittings").json()["sittings"]] == ids[1:]
