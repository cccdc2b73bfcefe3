"""Positions set up by hand."""

import re
from collections.abc import Callable
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

    def middle(self, square: int) -> tuple[float, float]:
        box = self.page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def until(self, fen: str) -> None:
        self.page.locator(f'#screen[data-fen="{fen}"]').wait_for()


@pytest.fixture
def look(screens: Callable[..., Any]) -> Callable[..., Screen]:
    open_page = screens(Screen, noted="status of 422", patience=90_000)

    def open_screen(path: str = "/editor") -> Screen:
        screen: Screen = open_page(path)
        screen.page.locator("#screen[data-fen]").wait_for()
        return screen

    return open_screen


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


# -- counters ---------------------------------------------------------------------------------------------------------


def set_up(client: Any, **wish: Any) -> dict[str, Any]:
    answer = client.post("/api/setup", json={"game": "international", **wish})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_counters_are_kept_in_the_position(client: Any) -> None:
    found = set_up(client, fen="W:WK1,K7,K18:BK35:H12:F30")
    assert (found["quiet"], found["number"], found["king_moves"]) == (12, 30, None)
    assert found["fen"] == "W:WK1,K7,K18:BK35:H12:F30"
    assert {clock["rule"]: clock["count"] for clock in found["clocks"]}["king_moves_25"] == 12
    pieces = {"1": "W", "7": "W", "18": "W", "35": "B"}
    assert set_up(client, pieces=pieces, quiet=3, number=2)["fen"] == "W:WK1,K7,K18:BK35:H3:F2"
    assert set_up(client, pieces=pieces)["fen"] == "W:WK1,K7,K18:BK35"
    assert set_up(client, pieces=pieces, quiet=0, number=1)["fen"] == "W:WK1,K7,K18:BK35"
    turned = set_up(client, pieces=pieces, quiet=3, mirrored=True)
    assert (turned["quiet"], turned["turn"]) == (3, "black")
    study = client.post("/api/studies", json={"game": "international", "fen": found["fen"]}).json()
    assert ":H12:F30" in client.get(f"/api/collections/{study['id']}/games/1/pdn").text


def test_frisian_counts_king_moves_too(client: Any) -> None:
    found = set_up(client, game="frisian", pieces={"1": "W", "31": "w", "35": "B", "20": "b"}, king_moves=[1, 2])
    assert (found["king_moves"], found["quiet"] is not None) == ([1, 2], True)
    assert found["fen"].endswith(":+235+11")
    assert set_up(client, game="frisian", fen=found["fen"])["king_moves"] == [1, 2]
    turned = set_up(client, game="frisian", fen=found["fen"], king_moves=[1, 2], mirrored=True)
    assert turned["king_moves"] == [2, 1]
    assert set_up(client, game="breakthrough", pieces={"31": "w", "1": "b"})["quiet"] is None


@pytest.mark.parametrize(
    "wish", [{"quiet": -1}, {"quiet": 10_000}, {"number": "x"}, {"king_moves": [1]}, {"king_moves": [4, 0]}]
)
def test_a_counter_that_cannot_be_is_told(client: Any, wish: dict[str, Any]) -> None:
    answer = client.post("/api/setup", json={"game": "frisian", "pieces": {"1": "W", "35": "B"}, **wish})
    assert (answer.status_code, answer.json()["field"]) == (422, next(iter(wish)))


def test_counters_are_set_in_the_browser(browser: Any, server: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{server.address}/editor?game=international&fen=W:WK1,K7,K18:BK35")
    page.locator("#screen[data-fen]").wait_for()
    page.get_by_text("Counters").click()
    page.get_by_label("Plies without a capture").fill("14")
    page.get_by_label("Number of the move").fill("40")
    page.keyboard.press("Tab")
    page.locator('#screen[data-fen="W:WK1,K7,K18:BK35:H14:F40"]').wait_for()
    assert page.get_by_text("14 of 50 plies").is_visible()
    assert page.get_by_label("King moves in a row, White").is_hidden()
    page.get_by_role("button", name="Analyse").click()
    page.locator("#screen[data-view=game][data-ready]").wait_for()
    page.get_by_text("14 of 50 plies").wait_for()
    page.close()
