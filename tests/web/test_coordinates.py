"""The squares trainer, and what a person likes about boards."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import damier

WOODS = ("oak", "slate", "meadow", "paper")


class Screen:
    def __init__(self, page: Any) -> None:
        self.page = page

    @property
    def asked(self) -> int:
        return int(self.page.locator("#screen").get_attribute("data-square"))

    def middle(self, square: int) -> tuple[float, float]:
        box = self.page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def reads(self, id: str, text: str) -> None:
        self.page.locator(f"#{id}", has_text=re.compile(text)).wait_for()


@pytest.fixture
def look(screens: Callable[..., Any], server: Any) -> Callable[..., Screen]:
    open_page = screens(Screen)

    def open_screen(path: str = "/learn/coordinates", clock: bool = True, **options: Any) -> Screen:
        screen: Screen = open_page(**options)
        if clock:
            screen.page.clock.install()
        screen.page.goto(server.address + path)
        return screen

    return open_screen


def test_squares_are_found_by_mouse(look: Callable[..., Screen]) -> None:
    screen = look()
    page = screen.page
    page.locator("#game option").first.wait_for(state="attached")
    page.get_by_text("Black", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    for right in (1, 2):
        screen.reads("question", rf"Where is {screen.asked}\?")
        page.mouse.click(*screen.middle(screen.asked))
        screen.reads("right", str(right))
    wanted = screen.asked
    wrong = 1 if wanted != 1 else 2
    page.mouse.click(*screen.middle(wrong))
    screen.reads("verdict", f"That was {wrong}, not {wanted}")
    page.clock.fast_forward(31_000)
    screen.reads("verdict", "2 squares in 30 seconds, 1 mistake. Your best so far!")
    page.reload()
    screen.reads("best", "2")


def test_the_board_is_seen_from_the_side_that_was_chosen(look: Callable[..., Screen]) -> None:
    screen = look()
    page = screen.page
    page.locator("#game option").first.wait_for(state="attached")
    page.get_by_role("button", name="Begin").click()
    screen.reads("question", "Where is")
    assert screen.middle(1)[1] < screen.middle(50)[1]
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Black", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    screen.reads("question", "Where is")
    assert screen.middle(1)[1] > screen.middle(50)[1]


def test_squares_are_found_by_keyboard_and_by_ear(look: Callable[..., Screen]) -> None:
    screen = look()
    page = screen.page
    page.locator("#game option").first.wait_for(state="attached")
    page.get_by_role("button", name="Begin").press("Enter")
    page.locator("#board .squares button:focus").wait_for()
    label = page.locator("#board .squares button:focus").get_attribute("aria-label")
    assert label == "row 10, column 2, empty"  # where it lies, not what it is called
    file, rank = damier.Game("international").file_rank(screen.asked)
    for _ in range(9 - rank):
        page.keyboard.press("ArrowDown")
    here = damier.Game("international").file_rank(
        int(page.locator("#board .squares button:focus").get_attribute("data-square"))
    )[0]
    for _ in range(abs(file - here) // 2):
        page.keyboard.press("ArrowRight" if file > here else "ArrowLeft")
    page.keyboard.press("Enter")
    screen.reads("right", "1")


def test_squares_are_named_with_letters(look: Callable[..., Screen]) -> None:
    screen = look(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = screen.page
    page.get_by_label("Board of").select_option("turkish")
    page.get_by_text("Name the square").tap()
    page.get_by_role("button", name="Begin").tap()
    field = page.get_by_label("Its name")
    field.fill(damier.Game("turkish").algebraic_name(screen.asked))
    page.get_by_role("button", name="That is it").tap()
    screen.reads("right", "1")
    field.fill("z99")
    field.press("Enter")
    screen.reads("verdict", "z99 is no square of this board")
    wanted = damier.Game("turkish").algebraic_name(screen.asked)
    field.fill("a1" if wanted != "a1" else "a2")
    field.press("Enter")
    screen.reads("verdict", f"not {wanted}")
    page.clock.fast_forward(31_000)
    screen.reads("verdict", "1 square in 30 seconds, 1 mistake")


def test_what_is_kept_is_not_trusted(look: Callable[..., Screen]) -> None:
    screen = look(clock=False)
    page = screen.page
    junk = ("null", "[1]", '{"international find numbers": "many"}', "{", '{"labels": 7, "wood": "gold", "style": []}')
    for kept in junk:
        for key in ("damier.squares", "damier.preferences", "damier.lessons"):
            page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [key, kept])
        page.reload()
        screen.reads("best", "0")
        page.locator("#board[data-wood=oak]").wait_for()
        page.goto(page.url.replace("/coordinates", ""))
        page.locator("#games li").first.wait_for()
        page.go_back()


# -- what a person likes ----------------------------------------------------------------------------------------------


def test_what_is_liked_is_remembered_everywhere(look: Callable[..., Screen], server: Any) -> None:
    screen = look("/editor", clock=False)
    page = screen.page
    page.locator("#screen[data-fen]").wait_for()
    page.get_by_role("button", name="Settings").click()
    for choice in ("Letters and digits", "Slate", "Red and white"):
        page.get_by_role("dialog").get_by_text(choice).click()
    page.get_by_role("button", name="Close").click()
    seen = "#board[data-wood=slate] defs[data-style=red]"
    for path in (
        "",
        f"/play/{server.begin()}",
        "/analysis?game=international",
        "/learn/international",
        "/learn/coordinates",
    ):
        if path:
            page.goto(server.address + path)
        page.locator(seen).first.wait_for(state="attached")
        if "coordinates" not in path:  # the trainer asks by itself which names are meant
            page.locator("#board .coordinate").first.wait_for(state="attached")
            assert page.locator("#board .number").count() == 0


LUMINANCE = """(selector) => {
  const one = document.querySelector(selector);
  const value = getComputedStyle(one);
  return [value.fill, value.fillOpacity, value.opacity];
}"""


def luminance(color: str) -> float:
    channels = [int(part) / 255 for part in re.findall(r"\d+", color)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("wood", WOODS)
def test_names_can_be_read_on_every_board(look: Callable[..., Screen], wood: str) -> None:
    screen = look("/editor?game=international", clock=False)
    page = screen.page
    for labels, text, grounds in (
        ("numbers", ".number", (".dark",)),
        ("coordinates", ".coordinate", (".frame",)),
    ):
        kept = json.dumps({"wood": wood, "labels": labels})
        page.evaluate("(kept) => localStorage.setItem('damier.preferences', kept)", kept)
        for game in ("international", "turkish") if labels == "numbers" else ("international",):
            page.goto(page.url.split("?")[0] + f"?game={game}")
            page.locator(f"#board[data-wood={wood}] {text}").first.wait_for(state="attached")
            ink, alpha, opacity = page.evaluate(LUMINANCE, f"#board {text}")
            assert (alpha, opacity) == ("1", "1")
            for ground in (*grounds, *((".ground",) if game == "turkish" else ())):
                there, _, _ = page.evaluate(LUMINANCE, f"#board {ground}")
                low, high = sorted((luminance(ink), luminance(there)))
                assert (high + 0.05) / (low + 0.05) >= 4.5, (wood, text, ground)
