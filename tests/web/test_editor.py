"""Positions set up by hand."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import damier


@pytest.mark.parametrize("game", [game.id for game in damier.games()])
def test_every_game_begins_at_its_start(client: TestClient, game: str) -> None:
    answer = client.post("/api/setup", json={"game": game}).json()
    assert answer["wrong"] == []
    assert answer["fen"] == damier.Game(game).start_fen
    assert answer["moves"] == damier.Board(game=game).legal_moves.count()
    again = client.post("/api/setup", json={"game": game, "pieces": answer["pieces"], "turn": answer["turn"]}).json()
    assert again == answer
    mirrored = client.post("/api/setup", json={"game": game, "pieces": answer["pieces"], "mirrored": True}).json()
    assert mirrored["pieces"] == {str(n): p.symbol for n, p in damier.Board(game=game).mirror().piece_map().items()}


def test_what_is_wrong_is_said_in_words(client: TestClient) -> None:
    answer = client.post("/api/setup", json={"game": "international", "pieces": {"4": "w", "49": "b"}}).json()
    assert len(answer["wrong"]) == 2
    assert "4 stands on the row where it is promoted" in answer["wrong"][0]
    over = client.post("/api/setup", json={"game": "international", "pieces": {"28": "w"}, "turn": "black"}).json()
    assert over["wrong"] or over["outcome"]


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"game": "russian", "pieces": {"33": "w"}}, "pieces"),
        ({"game": "russian", "pieces": {"x": "w"}}, "pieces"),
        ({"game": "russian", "pieces": {"1": "q"}}, "pieces"),
        ({"game": "russian", "pieces": {"1": ["w"]}}, "pieces"),
        ({"game": "russian", "pieces": ["w"]}, "pieces"),
        ({"game": "russian", "pieces": {}, "turn": "red"}, "turn"),
        ({"game": "russian", "fen": "nonsense"}, "fen"),
        ({"game": "russian", "mirrored": 1}, "mirrored"),
    ],
)
def test_a_bad_position_names_its_field(client: TestClient, wish: dict[str, Any], field: str) -> None:
    answer = client.post("/api/setup", json=wish)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


class Screen:
    def __init__(self, page: Any) -> None:
        self.page = page
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    def middle(self, square: int) -> tuple[float, float]:
        box = self.page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def until(self, fen: str) -> None:
        self.page.locator(f'#screen[data-fen="{fen}"]').wait_for()


@pytest.fixture
def look(browser: Any, server: Any) -> Iterator[Callable[..., Screen]]:
    screens: list[Screen] = []

    def open_screen(path: str = "/editor", **options: Any) -> Screen:
        context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", **options)
        context.set_default_timeout(90_000)
        screens.append(Screen(context.new_page()))
        screens[-1].page.goto(server.address + path)
        screens[-1].page.locator("#screen[data-fen]").wait_for()
        return screens[-1]

    yield open_screen
    for screen in screens:
        screen.page.context.close()
    assert [problem for screen in screens for problem in screen.problems] == []


def test_a_position_is_painted_carried_and_judged(look: Callable[..., Screen]) -> None:
    screen = look()
    page = screen.page
    page.get_by_role("button", name="Empty", exact=True).click()
    screen.until("W:W:B")
    page.mouse.click(*screen.middle(3))
    screen.until("W:W3:B")
    page.get_by_text("The white man on 3 stands on the row where it is promoted").wait_for()
    assert page.get_by_role("button", name="Analyse").is_disabled()
    page.mouse.click(*screen.middle(3))  # the same piece again takes it away
    screen.until("W:W:B")
    page.get_by_role("button", name="White king", exact=True).click()
    page.mouse.move(*screen.middle(46))
    page.mouse.down()
    page.mouse.move(*screen.middle(47))  # a stroke paints every square
    page.mouse.up()
    screen.until("W:WK46,K47:B")
    page.get_by_role("button", name="Black man", exact=True).click()
    page.locator('#board .squares button[data-square="23"]').focus()
    page.keyboard.press("Enter")
    screen.until("W:WK46,K47:B23")
    page.get_by_role("button", name="Carry pieces").click()
    page.mouse.move(*screen.middle(47))
    page.mouse.down()
    page.mouse.move(*screen.middle(28), steps=3)
    page.mouse.up()
    screen.until("W:WK28,K46:B23")
    page.mouse.move(*screen.middle(46))
    page.mouse.down()
    page.mouse.move(1270, 790, steps=3)  # off the board
    page.mouse.up()
    screen.until("W:WK28:B23")
    page.get_by_role("button", name="Swap colours").click()
    screen.until("B:W28:BK23")
    page.get_by_text("White", exact=True).click()
    screen.until("W:W28:BK23")
    fen = page.get_by_label("FEN")
    fen.fill("W:W99:B1")
    page.locator("#problem", has_text="99").wait_for()
    fen.fill("W:W32:B23")
    screen.until("W:W32:B23")
    page.get_by_text("1 against 1").wait_for()
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_url(re.compile(r"/analysis/\w+/1$"))


def test_a_position_is_played_from(look: Callable[..., Screen]) -> None:
    screen = look("/editor?game=russian&fen=W:Wc3,KA1:Bf6")
    screen.page.get_by_role("button", name="Play", exact=True).click()
    screen.page.get_by_role("dialog", name="New game").wait_for()
    screen.page.get_by_text("2 against 1. White begins.").wait_for()
    assert screen.page.get_by_label("Game", exact=True).input_value() == "russian"
