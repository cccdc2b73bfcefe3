"""The play screen in a real headless browser."""

import json
import random
import re
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

import damier

# English draughts: the man on 31 reaches 15 by 22 (taking 26 and 18) or by 24 (taking 27 and 19).
TWO_WAYS = "W:W31,32:B1,18,19,26,27"
# International draughts: 47x20, taking 42, 33 and 24, is the only move.
CHAIN = "W:W47,50:B4,24,26,33,42"


class Screen:
    """The play screen as a person uses it."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address

    def open(self, id: str = "", ply: int = 0) -> "Screen":
        self.page.goto(f"{self.address}/play/{id}" if id else f"{self.address}/")
        if id:
            self.wait_for(ply)
        return self

    def wait_for(self, ply: int) -> None:
        """Until the screen shows the position after `ply` plies, at rest."""
        self.page.wait_for_function(
            """ply => document.querySelector('main').dataset.ply === String(ply)
                && !document.querySelector('damier-board').classList.contains('moving')""",
            arg=ply,
        )

    def middle(self, square: int) -> tuple[float, float]:
        box = self.page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, *squares: int) -> None:
        for square in squares:
            self.page.mouse.click(*self.middle(square))

    def drag(self, origin: int, target: int) -> None:
        self.page.mouse.move(*self.middle(origin))
        self.page.mouse.down()
        x, y = self.middle(target)
        self.page.mouse.move(x - 9, y - 9, steps=4)
        self.page.mouse.move(x, y)
        self.page.mouse.up()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focus(self, square: int) -> None:
        self.page.locator(f'#board .squares button[data-square="{square}"]').focus()

    @property
    def focused(self) -> int:
        return int(self.page.evaluate("document.activeElement.dataset.square ?? 0"))

    def pieces(self) -> dict[int, str]:
        found = self.page.evaluate(
            "[...document.querySelectorAll('#board .man')].map(man => [man.dataset.square, man.dataset.piece])"
        )
        return {int(square): piece for square, piece in found}

    def places(self) -> dict[int, tuple[float, float]]:
        """Where pieces are drawn, by square."""
        found = self.page.evaluate(
            """[...document.querySelectorAll('#board .man')].map(man => {
                const box = man.querySelector('use').getBoundingClientRect();
                return [man.dataset.square, box.x + box.width / 2, box.y + box.height / 2];
            })"""
        )
        return {int(square): (x, y) for square, x, y in found}

    def marks(self, kind: str) -> set[int]:
        found = self.page.evaluate(
            "kind => [...document.querySelectorAll(`#board circle.mark.${kind}`)].map(mark => mark.dataset.square)",
            kind,
        )
        return {int(square) for square in found}

    @property
    def history(self) -> list[str]:
        return list(self.page.locator("#moves button").all_text_contents())

    def message(self, pattern: str) -> str:
        """Waits for the message line to say something like `pattern`."""
        self.page.wait_for_function(
            "pattern => new RegExp(pattern).test(document.querySelector('#status').textContent)", arg=pattern
        )
        return str(self.page.locator("#status").text_content())


@pytest.fixture
def look(screens: Callable[..., Any], server: Any) -> Callable[..., Screen]:
    """Opens a screen in a browser of its own, or beside another one."""
    # A server that is away, and a position that is refused, are no faults of the page.
    noted = "WebSocket connection|status of 422"
    open_page = screens(lambda page: Screen(page, server.address), noted=noted, patience=15_000)

    def open_screen(width: int = 1280, height: int = 800, **options: Any) -> Screen:
        options = {"reduced_motion": "no-preference", **options}
        screen: Screen = open_page(viewport={"width": width, "height": height}, **options)
        return screen

    return open_screen


Look = Callable[..., Screen]


def test_the_start_page_offers_a_game(look: Look, server: Any) -> None:
    screen = look().open()
    screen.page.get_by_role("dialog", name="New game").wait_for()
    screen.page.locator("dialog .preview .man").first.wait_for()
    assert screen.page.locator("dialog .preview .man").count() == 40
    screen.page.get_by_label("Game", exact=True).select_option("russian")
    screen.page.get_by_text("12 against 12. White begins.").wait_for()
    screen.page.get_by_text("literal").click()
    screen.page.get_by_text("Both sides").click()
    screen.page.get_by_role("button", name="Start").click()
    screen.wait_for(0)
    assert len(screen.pieces()) == 24
    id = screen.page.url.rpartition("/play/")[2]
    with sqlite3.connect(server.folder / "damier.sqlite") as store:
        saved = json.loads(store.execute("SELECT body FROM game WHERE id = ?", [id]).fetchone()[0])
    assert (saved["game"], saved["draws"]) == ("russian", "literal")


def test_a_move_by_clicks(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    screen.click(32)
    assert screen.marks("destination") == {27, 28}
    screen.click(28)
    screen.wait_for(1)
    assert screen.history == ["32-28"]
    assert screen.pieces()[28] == "w"
    assert 32 not in screen.pieces()


def test_a_move_from_the_other_end(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    screen.click(27)
    assert screen.marks("origin") == {31, 32}
    screen.click(31)
    screen.wait_for(1)
    assert screen.history == ["31-27"]


def test_one_click_where_a_piece_has_one_move(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    screen.click(35)
    screen.wait_for(1)
    screen.click(26)  # no black piece can go there: nothing happens
    screen.click(25)
    screen.wait_for(2)
    assert screen.history == ["35-30", "20-25"]


def test_a_double_click_is_one_click(look: Look, server: Any) -> None:
    screen = look().open(server.begin(fen="W:W35,50:B25,10", game="international"))
    screen.page.mouse.dblclick(*screen.middle(35))
    screen.wait_for(1)
    screen.page.wait_for_timeout(200)
    assert screen.history == ["35-30"]


def test_two_clicks_where_a_person_prefers_them(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    screen.page.get_by_role("button", name="Settings").click()
    screen.page.get_by_label("One click plays").uncheck()
    screen.page.get_by_role("button", name="Close").click()
    screen.click(35)
    assert screen.marks("destination") == {30}
    screen.page.wait_for_timeout(150)
    assert screen.history == []
    screen.click(30)
    screen.wait_for(1)


def test_a_move_by_drag(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    screen.drag(32, 28)
    screen.wait_for(1)
    screen.drag(19, 23)
    screen.wait_for(2)
    assert screen.history == ["32-28", "19-23"]
    for square, (x, y) in screen.places().items():
        wanted = screen.middle(square)
        assert abs(x - wanted[0]) < 4, square
        assert abs(y - wanted[1]) < 12, square


def test_a_drag_to_nowhere_puts_the_piece_back(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    before = screen.places()
    screen.page.mouse.move(*screen.middle(33))
    screen.page.mouse.down()
    screen.page.mouse.move(1240, 780, steps=5)
    screen.page.mouse.up()
    assert screen.places() == before
    assert screen.page.locator("main").get_attribute("data-ply") == "0"


def test_a_move_by_keyboard(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    screen.focus(33)
    screen.press("ArrowLeft")
    assert screen.focused == 32
    screen.press("Enter")
    assert screen.marks("destination") == {27, 28}
    screen.press("Escape")
    assert screen.marks("destination") == set()
    screen.press("Enter", "ArrowUp")
    assert screen.focused in (27, 28)
    screen.press("Enter")
    screen.wait_for(1)
    assert "White: 32-" in screen.page.locator("#announcement").text_content()
    label = screen.page.locator('#board .squares button[data-square="33"]').get_attribute("aria-label")
    assert label == "33, white man"


def test_every_square_can_be_reached_with_the_arrows(look: Look, server: Any) -> None:
    screen = look().open(server.begin(game="italian"))
    reached = {29}
    screen.focus(29)
    for way in ("ArrowRight", "ArrowLeft") * 4:
        for _ in range(3):
            screen.press(way)
            reached.add(screen.focused)
        screen.press("ArrowUp")
        reached.add(screen.focused)
    assert reached == set(range(1, 33))


def test_a_chain_in_one_gesture(look: Look, server: Any) -> None:
    screen = look().open(server.begin(fen=CHAIN))
    screen.drag(47, 20)
    screen.wait_for(1)
    assert screen.pieces() == {20: "w", 50: "w", 4: "b", 26: "b"}
    screen.page.get_by_role("button", name="Undo").click()
    screen.wait_for(0)
    screen.click(20)  # from the other end, it is the only way to get there
    screen.wait_for(1)
    assert screen.pieces() == {20: "w", 50: "w", 4: "b", 26: "b"}


def test_captured_men_stay_until_the_chain_ends(look: Look, server: Any) -> None:
    screen = look().open(server.begin(fen=CHAIN))
    screen.page.evaluate(
        """() => {
            window.seen = [];
            const watch = () => {
                window.seen.push(document.querySelectorAll('#board .man').length);
                if (window.seen.length < 400) requestAnimationFrame(watch);
            };
            watch();
        }"""
    )
    screen.click(47)
    screen.wait_for(1)
    counts = screen.page.evaluate("window.seen")
    # From all pieces to the rest of them, with at most a moment in between while they fade together.
    assert counts[0] == 7
    assert counts[-1] == 4
    assert set(counts) <= {7, 4}


def test_a_capture_that_ends_where_it_began(look: Look, server: Any) -> None:
    screen = look().open(server.begin(fen="W:W48,50:B5,32,33,42,43"))
    screen.click(48)
    screen.wait_for(1)
    assert screen.pieces() == {48: "w", 50: "w", 5: "b"}
    assert screen.history == ["48x48"]


def test_a_choice_between_captures(look: Look, server: Any) -> None:
    screen = look().open(server.begin(game="english", fen=TWO_WAYS))
    screen.click(31)
    screen.message("2 captures")
    assert screen.marks("stop") == {22, 24}
    assert screen.marks("victim") == {18, 19, 26, 27}
    screen.press("Escape")
    assert screen.marks("victim") == set()
    screen.message("must capture")
    screen.drag(31, 15)
    screen.message("2 captures")
    screen.click(27)
    screen.wait_for(1)
    assert set(screen.pieces()) == {1, 15, 18, 26, 32}


def test_a_choice_by_a_square_on_the_way(look: Look, server: Any) -> None:
    screen = look().open(server.begin(game="english", fen=TWO_WAYS))
    screen.click(31, 22)
    screen.wait_for(1)
    assert set(screen.pieces()) == {1, 15, 19, 27, 32}


def test_a_choice_outlasts_a_click_on_the_destination(look: Look, server: Any) -> None:
    screen = look().open(server.begin(game="english", fen=TWO_WAYS))
    screen.click(31, 15)
    screen.message("2 captures")
    assert screen.marks("stop") == {22, 24}
    screen.click(24)
    screen.wait_for(1)
    assert set(screen.pieces()) == {1, 15, 18, 26, 32}


def test_a_refusal_says_why_and_points_at_what_must_capture(look: Look, server: Any) -> None:
    screen = look().open(server.begin(fen="W:W28,45:B33,5"))
    screen.drag(45, 40)
    text = screen.message("compulsory")
    assert "28x39" in text
    assert "illegal" not in text
    assert screen.marks("must") == {28}
    screen.click(28)
    screen.wait_for(1)
    assert screen.marks("must") == set()


def test_a_piece_that_cannot_move_says_so(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    screen.click(50)
    assert screen.page.locator("#message.refusal").is_visible() or screen.message(".")
    screen.page.locator("#message.refusal").wait_for()


def test_undo_and_flip(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    screen.click(32, 28)
    screen.wait_for(1)
    near = screen.middle(46)
    screen.page.get_by_role("button", name="Flip").click()
    assert screen.middle(5) == pytest.approx(near, abs=2)
    screen.click(19, 23)
    screen.wait_for(2)
    for ply in (1, 0):
        screen.page.get_by_role("button", name="Undo").click()
        screen.wait_for(ply)
    assert screen.page.get_by_role("button", name="Undo").is_disabled()
    assert len(screen.pieces()) == 40


def test_a_pasted_position(look: Look) -> None:
    screen = look().open()
    page = screen.page
    page.get_by_text("Start from a position").click()
    fen = page.get_by_label("Position as FEN", exact=True)
    fen.fill("W:W51:B1")
    page.locator("#new-game-problem", has_text="51").wait_for()
    assert page.get_by_role("button", name="Start").is_disabled()
    assert fen.get_attribute("aria-invalid") == "true"
    fen.fill("W:WK28,45:B33,5")
    page.get_by_text("2 against 2. White begins.").wait_for()
    page.get_by_text("Both sides").click()
    page.get_by_role("button", name="Start").click()
    screen.wait_for(0)
    assert screen.pieces() == {28: "W", 45: "w", 33: "b", 5: "b"}


def test_earlier_positions_are_shown(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    for ply, (origin, target) in enumerate([(32, 28), (19, 23), (28, 19), (14, 23)], 1):
        screen.drag(origin, target)
        screen.wait_for(ply)
    now = screen.pieces()
    screen.page.locator("#moves button").nth(1).click()
    screen.message("position after 19-23")
    then = screen.pieces()
    assert (then[28], then[23]) == ("w", "b")
    assert 19 not in then
    screen.click(33)  # an earlier position is only looked at
    screen.press("ArrowLeft")
    screen.page.locator("#moves").press("Home")
    screen.message("at the beginning")
    assert len(screen.pieces()) == 40
    screen.page.get_by_role("button", name="Back to the game").click()
    screen.message("White to move")
    assert screen.pieces() == now
    screen.page.locator("#moves").press("Home")
    screen.message("at the beginning")
    second = look(beside=screen).open(screen.page.url.rpartition("/")[2], 4)
    second.drag(33, 28)
    screen.wait_for(5)  # news end the look back
    screen.message("Black to move")


def test_a_reload_and_a_second_tab(look: Look, server: Any) -> None:
    id = server.begin()
    first = look().open(id)
    first.click(32, 28)
    first.wait_for(1)
    first.page.reload()
    first.wait_for(1)
    assert first.history == ["32-28"]
    second = look(beside=first).open(id, 1)
    second.click(19, 23)
    first.wait_for(2)
    assert first.history == ["32-28", "19-23"]
    third = look(beside=first).open()
    third.wait_for(2)  # home leads to the game in progress


def test_a_restart_of_the_server(look: Look, server: Any) -> None:
    screen = look().open(server.begin())
    screen.click(32, 28)
    screen.wait_for(1)
    server.stop()
    screen.message("connection is lost")
    server.start()
    screen.message("Black to move")
    screen.click(19, 23)
    screen.wait_for(2)
    assert screen.history == ["32-28", "19-23"]


def test_a_game_that_is_not_there(look: Look) -> None:
    screen = look()
    screen.page.goto(f"{screen.address}/play/zzzzzzzzzzzz")
    screen.message("does not exist")
    screen.page.get_by_role("dialog", name="New game").wait_for()


def test_resigning_shows_the_result(look: Look, server: Any) -> None:
    screen = look().open(server.begin(game="russian"))
    screen.page.get_by_role("button", name="Resign").click()
    screen.message("want to resign")
    screen.page.get_by_role("button", name="Cancel").click()
    screen.message("White to move")
    screen.page.get_by_role("button", name="Resign").click()
    screen.page.locator("#answers").get_by_role("button", name="Resign").click()
    card = screen.page.locator("#outcome")
    card.wait_for()
    assert "Black wins" in card.text_content()
    assert screen.page.get_by_role("button", name="Resign").is_disabled()
    screen.page.get_by_role("button", name="Play again").click()
    card.wait_for(state="hidden")
    assert len(screen.pieces()) == 24


def test_a_win_names_its_reason(look: Look, server: Any) -> None:
    screen = look().open(server.begin(fen="W:W28:B23"))
    screen.click(28)
    card = screen.page.locator("#outcome")
    card.wait_for()
    text = str(card.text_content())
    assert "White wins" in text
    assert re.search(r"\(.+\)", text), "the clause is named"


def test_running_draw_clocks_are_shown(look: Look, server: Any) -> None:
    screen = look().open(server.begin(fen="W:WK46,K47:BK5"))
    screen.drag(47, 42)
    screen.wait_for(1)
    screen.page.locator("#clocks li").first.wait_for()
    assert re.search(r"1 of \d+", str(screen.page.locator("#clocks").text_content()))


def test_a_draw_is_offered_and_accepted(look: Look, server: Any) -> None:
    screen = look().open(server.begin(game="english", fen="B:W31,32:B1,2"))
    screen.drag(1, 6)
    screen.wait_for(1)
    screen.drag(31, 27)
    screen.wait_for(2)
    screen.page.get_by_role("button", name="Offer draw").click()
    screen.message("offers a draw")
    screen.page.get_by_role("button", name="Accept").click()
    screen.page.locator("#outcome", has_text="Draw").wait_for()


def test_a_draw_by_repetition_is_claimed(look: Look, server: Any) -> None:
    screen = look().open(server.begin(fen="W:WK7,36:BK44,15"))
    moves = [(7, 1), (44, 50), (1, 7), (50, 44)] * 2
    for ply, move in enumerate(moves[:-1], 1):
        screen.drag(*move)
        screen.wait_for(ply)
    screen.page.get_by_role("button", name="Claim with a move").click()
    screen.message("with which you claim")
    screen.click(50)
    card = screen.page.locator("#outcome", has_text="Draw")
    card.wait_for()
    screen.wait_for(8)
    screen.page.get_by_role("button", name="Undo").click()
    card.wait_for(state="hidden")


def test_a_game_with_a_clock_an_opening_by_lot_and_a_hint(look: Look) -> None:
    screen = look().open()
    page = screen.page
    page.get_by_label("Time").select_option("own")
    page.get_by_label("Minutes").fill("20")
    page.get_by_label("+ seconds").fill("7")
    page.get_by_label("Opening").select_option("2")
    page.get_by_text("Both sides").click()
    page.get_by_role("button", name="Start").click()
    screen.wait_for(2)
    clock = page.get_by_role("timer", name="Black's clock")
    assert clock.text_content() == "20:07"
    page.get_by_role("button", name="Hint").click()
    screen.message("A good move: ")
    page.locator("#board .hint").wait_for()
    move = page.evaluate("document.querySelector('#board').state.moves[0]")
    screen.drag(move["from"], move["to"])
    page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) === 3")
    assert page.locator("#board .hint").count() == 0
    page.wait_for_function("() => document.querySelector('.clock.running').textContent.startsWith('20:0')")


def test_a_position_from_elsewhere_is_offered(look: Look) -> None:
    screen = look()
    screen.page.goto(f"{screen.address}/new?game=russian&fen=W:WKc3:Bf6")
    screen.page.get_by_text("1 against 1. White begins.").wait_for()


@pytest.mark.parametrize("game", ["international", "canadian", "spantsiretti", "turkish", "russian"])
def test_a_phone_needs_no_sideways_scrolling(look: Look, server: Any, game: str) -> None:
    screen = look(390, 844, has_touch=True, is_mobile=True).open(server.begin(game=game))
    size = screen.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert size[0] <= size[1] == 390
    board = screen.page.locator("#board").bounding_box()
    assert board["width"] >= 370
    for name in ("Undo", "Flip", "Offer draw", "Resign", "New game"):
        button = screen.page.get_by_role("button", name=name).bounding_box()
        assert button["x"] >= 0
        assert button["x"] + button["width"] <= 390
    screen.page.get_by_role("button", name="New game").click()
    dialog = screen.page.get_by_role("dialog").bounding_box()
    assert dialog["x"] >= 0
    assert dialog["x"] + dialog["width"] <= 390


def test_a_phone_plays_by_touch(look: Look, server: Any) -> None:
    screen = look(390, 844, has_touch=True, is_mobile=True).open(server.begin())
    for square in (32, 28):
        screen.page.touchscreen.tap(*screen.middle(square))
    screen.wait_for(1)
    assert screen.history == ["32-28"]


def test_a_phone_plays_by_dragging_and_scrolls_elsewhere(look: Look, server: Any) -> None:
    screen = look(390, 600, has_touch=True, is_mobile=True).open(server.begin())
    touch = screen.page.context.new_cdp_session(screen.page)

    def swipe(origin: int, target: int) -> None:
        (x, y), (to_x, to_y) = screen.middle(origin), screen.middle(target)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 9):
            point = {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(33, 28)
    screen.wait_for(1)
    assert screen.history == ["33-28"]
    assert screen.page.evaluate("scrollY") == 0
    swipe(47, 7)  # not a piece of the side to move: the page scrolls instead
    screen.page.wait_for_function("() => scrollY > 20")
    assert screen.history == ["33-28"]


@pytest.mark.parametrize("game", ["international", "canadian", "spantsiretti", "turkish", "italian"])
def test_the_whole_screen_fits_a_laptop(look: Look, server: Any, game: str) -> None:
    screen = look(1280, 800).open(server.begin(game=game))
    board = screen.page.locator("#board").bounding_box()
    assert board["y"] + board["height"] <= 800
    size = screen.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size[0] <= 1280
    assert size[1] <= 800
    near = min(screen.places().values(), key=lambda place: place[1])
    assert near[1] > board["y"]


def test_less_movement_where_it_is_asked_for(look: Look, server: Any) -> None:
    screen = look(reduced_motion="reduce").open(server.begin(fen=CHAIN))
    screen.click(47)
    screen.wait_for(1)
    assert set(screen.pieces()) == {20, 50, 4, 26}


@pytest.mark.parametrize("game", ["international", "russian", "turkish"])
def test_a_whole_game_against_the_engine(look: Look, server: Any, game: str) -> None:
    """By drags, until the game ends or 40 plies have been played."""
    from urllib.request import urlopen

    with urlopen(f"{server.address}/api/games") as answer:
        level = json.load(answer)["levels"][0]["name"]
    screen = look(reduced_motion="reduce").open(server.begin(game=game, side="white", level=level))
    for turn in range(20):
        screen.page.wait_for_function(
            """() => !document.querySelector('#outcome').hidden
                || document.querySelector('#board').state.own === 'white'"""
        )
        if screen.page.locator("#outcome").is_visible():
            break
        move = screen.page.evaluate("document.querySelector('#board').state.moves[0]")
        screen.drag(move["from"], move["to"])
        if screen.marks("choice"):
            screen.click(move["captures"][0])
        screen.page.wait_for_function("ply => Number(document.querySelector('main').dataset.ply) > ply", arg=2 * turn)
    assert screen.page.locator("#outcome").is_visible() or len(screen.history) >= 39


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.id for game in damier.games()])
def test_the_screen_follows_the_rules(look: Look, server: Any, game: str) -> None:
    """Two people play at random, by drags; after every move the pieces stand where the rules put them."""
    chance = random.Random(game)
    screen = look(reduced_motion="reduce").open(server.begin(game=game))
    board = damier.Board(game=game)
    for ply in range(1, 81):
        if board.outcome() or not board.legal_moves:
            break
        move = chance.choice(list(board.legal_moves))
        twins = [m for m in board.legal_moves if (m.from_square, m.to_square) == (move.from_square, move.to_square)]
        for part in move.parts:
            if part.from_square == part.to_square:
                screen.click(part.from_square)
            else:
                screen.drag(part.from_square, part.to_square)
            for square in [*part.captures, *part.path[1:-1]]:
                if screen.marks("choice"):
                    screen.click(square)
        screen.wait_for(ply)
        move = next(twin for twin in twins if board.pdn(twin) == screen.history[-1])
        board.push(move)
        towers = {square: board.tower_at(square) for square in board.piece_map()}
        shown = {square: "".join(piece.symbol for piece in tower) for square, tower in towers.items()}
        assert screen.pieces() == shown, board.fen()
