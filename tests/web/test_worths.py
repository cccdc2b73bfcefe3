"""What each piece is worth where it stands: asked by HTTP, and seen on the board of the analysis."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from damier import Board
from damier.web import create_app


@pytest.fixture
def client(tmp_path: Path) -> Any:
    with TestClient(create_app(tmp_path), base_url="http://127.0.0.1") as client:
        yield client


def test_worths_are_those_of_the_board(client: TestClient) -> None:
    fen = "B:W28,K2:B10,45"
    answer = client.post("/api/worths", json={"game": "international", "fen": fen})
    assert answer.status_code == 200
    board = Board(fen)
    own = board.contributions()
    assert answer.json()["value"] == -board.evaluate()
    found = {worth["square"]: worth for worth in answer.json()["worths"]}
    assert {square: worth["worth"] for square, worth in found.items()} == {
        2: own[2],
        28: own[28],
        10: -own[10],
        45: -own[45],
    }
    assert all(-1 <= worth["heat"] <= 1 for worth in found.values())


@pytest.mark.parametrize("game", ["bashni", "vigman", "russian"])
def test_every_kind_of_game_has_an_answer(client: TestClient, game: str) -> None:
    fen = Board(game=game).fen()
    answer = client.post("/api/worths", json={"game": game, "fen": fen})
    assert answer.status_code == 200
    assert len(answer.json()["worths"]) == {"bashni": 24, "vigman": 48, "russian": 24}[game]


@pytest.mark.parametrize("wish", [{"game": "chess"}, {"game": "international", "fen": "W:W99:B1"}, {"fen": 3}, []])
def test_a_wish_that_makes_no_sense_is_refused(client: TestClient, wish: object) -> None:
    answer = client.post("/api/worths", json=wish)
    assert answer.status_code == 422
    assert answer.json()["message"]


def test_the_board_is_warm_where_pieces_are_good(browser: Any, server: Any) -> None:
    page = browser.new_page()
    page.goto(f"{server.address}/analysis?game=international&fen=W:W28,33,38:B10,14,19")
    page.locator("#game:not([hidden])").wait_for()
    page.locator("damier-board").wait_for()
    assert page.locator(".mark.worth").count() == 0
    page.get_by_role("button", name="Worth", exact=True).click()
    page.locator(".mark.worth").first.wait_for()
    assert page.locator(".mark.worth").count() == 6
    assert page.locator(".mark.warm, .mark.cold").count() == 6
    # The next position has its own values; the button takes them away.
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Worth", exact=True).click()
    page.locator(".mark.worth").first.wait_for(state="detached")
    page.close()
