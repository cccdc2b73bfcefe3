"""Compositions over HTTP and in the editor."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

import damier

MINIATURE = "W:W20,30,34,37,40,44,48:B8,15,17,18,27,33,45"


def lines(answer: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_composition_is_solved_line_by_line(client: TestClient) -> None:
    answer = client.post("/api/solutions", json={"game": "international", "fen": MINIATURE})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    told = lines(answer)
    assert [message["type"] for message in told if message["type"] != "progress"] == ["waiting", "solved"]
    solved = told[-1]
    assert solved["complete"]
    (solution,) = solved["solutions"]
    assert (solution["text"], solution["proof"], solution["duals"]) == ("37-31", "forced", 0)
    board, step = damier.Board(MINIATURE), solution["tree"]
    while step:
        assert board.pdn(board.push_hub(step["id"]) and board.pop()) == step["text"]
        board.push_hub(step["id"])
        step = step["replies"][0] if step["replies"] else None


def test_nothing_is_claimed_without_proof(client: TestClient) -> None:
    wish = {"game": "international", "fen": "W:W31,32:B19,20", "seconds": 1}
    solved = lines(client.post("/api/solutions", json=wish))[-1]
    assert solved["type"] == "solved"
    assert solved["solutions"] == []
    assert solved["hint"]["text"]


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"game": "chess", "fen": MINIATURE}, "game"),
        ({"game": "international", "fen": "nonsense"}, "fen"),
        ({"game": "international", "fen": "W:W" + "1," * 5000}, "fen"),
        ({"game": "international", "fen": "W:W4:B49"}, "fen"),
        ({"game": "international", "fen": "B:W28:B"}, "fen"),
        ({"game": "international"}, "fen"),
        ({"fen": MINIATURE}, "game"),
        ({"game": "international", "fen": MINIATURE, "seconds": -1}, "seconds"),
        ({"game": "international", "fen": MINIATURE, "seconds": 1e9}, "seconds"),
        ({"game": "international", "fen": MINIATURE, "seconds": 61}, "seconds"),
        ({"game": ["international"], "fen": MINIATURE}, "game"),
    ],
)
def test_a_bad_problem_names_its_field(client: TestClient, wish: dict[str, Any], field: str) -> None:
    answer = client.post("/api/solutions", json=wish)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


class Screen:
    def __init__(self, page: Any) -> None:
        self.page = page

    def state(self, state: str) -> str:
        self.page.locator(f'#solving[data-state="{state}"]').wait_for()
        return str(self.page.locator("#solving-status").inner_text())


@pytest.fixture
def look(screens: Callable[..., Any]) -> Callable[..., Screen]:
    open_page = screens(Screen, noted="status of 422")

    def open_screen(path: str) -> Screen:
        screen: Screen = open_page(path)
        screen.page.locator("#screen[data-fen]").wait_for()
        return screen

    return open_screen


def test_a_solution_is_played_through(look: Callable[..., Screen]) -> None:
    screen = look(f"/editor?game=international&fen={MINIATURE}")
    page = screen.page
    page.get_by_role("button", name="Solve", exact=True).press("Enter")
    assert "One solution" in screen.state("done")
    page.locator(".solution[data-key='37-31']").wait_for()
    move = page.get_by_role("button", name="31x2", exact=True).first
    move.click()
    page.locator('#board .squares button[aria-label="2, white king"]').wait_for()
    page.locator('#board .squares button[aria-label="27, empty"]').wait_for()
    move.press("Enter")  # once more: back to the position
    page.locator('#board .squares button[aria-label^="27, black man"]').wait_for()
    page.get_by_role("link", name="Into the analysis").click()
    page.locator("#screen[data-ready]").wait_for()
    page.get_by_role("link", name="48x39").or_(page.locator("#moves", has_text="48x39")).first.wait_for()


def test_a_search_is_stopped(look: Callable[..., Screen]) -> None:
    screen = look("/editor?game=international")
    page = screen.page
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator("#solving-status", has_text="Looking through").wait_for()
    page.get_by_role("button", name="Stop").click()
    assert screen.state("done") == "Stopped."
    # Another position puts the answer away.
    page.get_by_role("button", name="Empty", exact=True).click()
    page.locator("#solving").wait_for(state="hidden")
