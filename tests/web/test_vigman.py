"""Two games at once on the screens: both are seen, and both are played."""

from collections.abc import Callable
from typing import Any

import pytest


class Screen:
    def __init__(self, page: Any) -> None:
        self.page = page

    def click(self, *squares: int) -> None:
        for square in squares:
            box = self.page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def tiles(self) -> int:
        return int(self.page.locator("#board .mark.last").count())


@pytest.fixture
def analysis(screens: Callable[[type], Callable[..., Any]]) -> Callable[..., Screen]:
    def open_screen(**options: Any) -> Screen:
        screen: Screen = screens(Screen)("/analysis?game=vigman", **options)
        screen.page.locator("#screen[data-ready]").wait_for()
        return screen

    return open_screen


def squares_of(page: Any) -> list[dict[str, Any]]:
    """The first turn that may be played: its two moves."""
    turn = page.evaluate(
        """() => new Promise((found) => {
            const { moves } = document.querySelector("#board").state;
            found(moves.map(({ from, to }) => ({ from, to })));
        })"""
    )
    return list(turn)


@pytest.mark.parametrize(
    "options", [{}, {"viewport": {"width": 390, "height": 844}}, {"reduced_motion": "no-preference"}]
)
def test_both_games_are_played_in_the_analysis(analysis: Callable[..., Screen], options: dict[str, Any]) -> None:
    screen = analysis(**options)
    page = screen.page
    assert page.locator("#board .man").count() == 48
    # Light squares are light and dark ones dark, as where one game is played.
    assert "all-squares" not in (page.locator("#board").get_attribute("class") or "")
    first = squares_of(page)[0]
    assert first["from"] != 0
    screen.click(first["from"], first["to"])
    page.locator(f'#board .man[data-square="{first["to"]}"]').wait_for()
    page.wait_for_selector("#board:not(.moving)")
    assert page.locator("#moves [data-node]").count() == 0  # half a turn is no move
    second = squares_of(page)[0]
    # The other game: its pieces stand on squares of the other colour.
    colours = page.evaluate(
        """(squares) => squares.map((square) => {
            const { file, rank } = document.querySelector("#board").state.squares.find((one) => one.square === square);
            return (file + rank) % 2;
        })""",
        [first["from"], second["from"]],
    )
    assert sorted(colours) == [0, 1]
    screen.click(second["from"], second["to"])
    page.locator("#moves [data-node]").wait_for()
    page.wait_for_selector("#board:not(.moving)")
    page.locator("#screen[data-ready='1']").wait_for()
    assert screen.tiles() == 4
    for square in (first["to"], second["to"]):
        assert page.locator(f'#board .man[data-square="{square}"]').count() == 1
    page.locator("#back").click()
    page.locator(f'#board .man[data-square="{first["from"]}"]').wait_for()
    page.locator("#forward").click()
    page.wait_for_selector(f'#board .man[data-square="{second["to"]}"]')
    page.wait_for_selector("#board:not(.moving)")
    assert page.locator("#board .man").count() == 48
    assert screen.tiles() == 4


def test_the_engine_points_in_both_games(analysis: Callable[..., Screen]) -> None:
    page = analysis().page
    page.keyboard.press("e")
    page.locator("#lines li .pv button").first.wait_for()
    page.wait_for_function("() => document.querySelectorAll('#board .arrow.hint').length === 2")
    page.locator("#lines li .pv button").first.click()
    page.locator("#moves [data-node]").wait_for()
    assert page.locator("#board .man").count() == 48


def test_a_turn_of_two_moves_says_both(client: Any, new_game: Callable[..., str], table: Any) -> None:
    with client.websocket_connect(f"/live/{new_game(game='vigman')}", headers={"host": "127.0.0.1"}) as socket:
        seat = table(socket)
        move = seat.state["moves"][0]
        seat.say("move", move=move["id"])
        last = seat.hear_until(lambda state: state["ply"] == 1)["last_move"]
        assert last["parts"] == move["parts"]
        assert len(last["parts"]) == 2
