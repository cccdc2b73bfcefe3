"""The analysis screen in a real headless browser."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from damier import pdn

DATA = Path(__file__).parents[2] / "data" / "pdn"
HOSTILE = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'
TREE = """[White "Weiss"] [Black "Springer"] [Event "Match"] [Result "2-0"]
1. 32-28 {a quiet move} 18-23 (1... 19-23?! 2. 28x19 14x23 (2... 13x24 {also})) (1... 17-22) 2. 38-32 12-18 *"""


class Screen:
    """The analysis screen as a person uses it."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address

    def visit(self, path: str = "/analysis") -> "Screen":
        self.page.goto(f"{self.address}{path}")
        return self

    def open(self, text: str | bytes, name: str = "games.pdn") -> "Screen":
        """Chooses a file on the welcome screen."""
        self.visit()
        self.choose(text, name)
        return self

    def choose(self, text: str | bytes, name: str = "games.pdn") -> None:
        buffer = text.encode() if isinstance(text, str) else text
        self.page.locator("#file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": buffer})

    def drop(self, text: str, name: str = "dropped.pdn") -> None:
        """Lets a file go over the page."""
        self.page.evaluate(
            """([text, name]) => {
                const dataTransfer = new DataTransfer();
                dataTransfer.items.add(new File([text], name));
                for (const type of ["dragenter", "dragover", "drop"])
                    document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
            }""",
            [text, name],
        )

    def view(self, name: str) -> None:
        self.page.locator(f"#screen[data-view={name}]").wait_for()
        if name == "list":
            self.page.locator("#screen[data-done=true]").wait_for()
        if name == "game":
            self.page.locator("#screen[data-ready]").wait_for()

    def at(self, text: str) -> None:
        """Until the board shows the position after a move, at rest, with what may be played there."""
        self.page.wait_for_function(
            """text => {
                const { node, ready } = document.querySelector('#screen').dataset;
                const shown = document.querySelector('#moves .shown');
                return node !== undefined && node === ready && (shown?.textContent ?? '') === text
                    && !document.querySelector('damier-board').classList.contains('moving');
            }""",
            arg=text,
        )

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def middle(self, square: int) -> tuple[float, float]:
        box = self.page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, origin: int, target: int, button: str = "left") -> None:
        self.page.mouse.move(*self.middle(origin))
        self.page.mouse.down(button=button)
        x, y = self.middle(target)
        self.page.mouse.move(x - 9, y - 9, steps=4)
        self.page.mouse.move(x, y)
        self.page.mouse.up(button=button)

    def moves(self) -> list[str]:
        return list(self.page.locator("#moves [data-node]").all_text_contents())

    def pieces(self) -> dict[int, str]:
        found = self.page.evaluate(
            "[...document.querySelectorAll('#board .man')].map(man => [man.dataset.square, man.dataset.piece])"
        )
        return {int(square): piece for square, piece in found}

    def rows(self) -> list[str]:
        """The rows in sight, from top to bottom."""
        self.page.wait_for_function("() => !document.querySelector('#games-panel .blank')")
        found = self.page.evaluate(
            """[...document.querySelectorAll('#games-panel [data-index]')]
                .map(row => [Number(row.dataset.index), row.textContent]).sort((a, b) => a[0] - b[0])"""
        )
        return [text for _, text in found]

    def shown(self, count: int) -> None:
        """Until the list has so many rows."""
        self.page.locator(f'#games-panel .list[aria-rowcount="{count}"]').wait_for()

    def says(self, pattern: str) -> str:
        self.page.wait_for_function(
            "pattern => new RegExp(pattern).test(document.querySelector('#status').textContent)", arg=pattern
        )
        return str(self.page.locator("#status").text_content())

    def banner(self, pattern: str) -> str:
        self.page.wait_for_function(
            "pattern => new RegExp(pattern).test(document.querySelector('#banner').textContent)", arg=pattern
        )
        return str(self.page.locator("#banner").text_content())

    def pdn(self) -> pdn.Game:
        """The game as the server has it now."""
        path = self.page.url.replace(self.address, "").split("/")
        answer = self.page.request.get(f"{self.address}/api/collections/{path[2]}/games/{path[3]}/pdn")
        game = pdn.read_game(io.StringIO(answer.text()))
        assert game is not None
        return game

    def changed(self, deed: Callable[[], object]) -> None:
        """Does something and waits until the page has heard of the change."""
        before = int(self.page.evaluate("document.querySelector('#screen').dataset.changes ?? 0"))
        deed()
        self.page.wait_for_function(
            "before => Number(document.querySelector('#screen').dataset.changes ?? 0) > before", arg=before
        )


@pytest.fixture
def look(screens: Callable[..., Any], server: Any) -> Callable[..., Screen]:
    """Opens a screen in a browser of its own."""
    # A server that is away, and a wish that is refused, are no faults of the page.
    noted = "WebSocket connection|status of 422|CONNECTION_REFUSED"
    open_page = screens(lambda page: Screen(page, server.address), noted=noted, patience=90_000)

    def open_screen(width: int = 1280, height: int = 800, **options: Any) -> Screen:
        screen: Screen = open_page(viewport={"width": width, "height": height}, **options)
        return screen

    return open_screen


Look = Callable[..., Screen]


def games(count: int) -> str:
    return "\n\n".join(
        f'[White "Player {number % 97}"]\n[Black "Guest {number % 89}"]\n[Date "{1900 + number % 120}.??.??"]\n'
        f'[Result "{("2-0", "1-1", "0-2")[number % 3]}"]\n1. 32-28 19-23 2. 28x19 14x23 *'
        for number in range(count)
    )


def test_a_file_is_dropped_and_a_game_replayed(look: Look) -> None:
    screen = look().visit()
    screen.view("welcome")
    screen.drop((DATA / "bad" / "illegal.pdn").read_text())
    screen.view("list")
    assert len(screen.rows()) == 3
    page = screen.page
    page.get_by_role("tab", name="Problems 1").click()
    page.get_by_text("Game 2, line 8, move 2").wait_for()
    page.get_by_text("capture is compulsory: 28x19").click()  # leads to the place
    screen.view("game")
    screen.at("19-23")
    assert page.get_by_role("heading", name="errs").is_visible()
    page.get_by_text("One problem in the text of this game").wait_for()
    page.get_by_text("not played: 33-29").wait_for()
    screen.press("Home", "ArrowRight")
    screen.at("32-28")
    assert screen.pieces()[28] == "w"
    page.get_by_role("button", name="All games").click()
    screen.view("list")
    page.go_back()
    screen.view("game")


def test_a_file_dropped_where_one_plays_is_opened(look: Look, server: Any) -> None:
    screen = look()
    screen.page.goto(f"{server.address}/play/{server.begin()}")
    screen.page.locator("main[data-ply]").wait_for()
    screen.drop(TREE)
    screen.view("list")
    screen.shown(1)


def test_ten_thousand_games_in_one_list(look: Look) -> None:
    screen = look().open(games(10_000))
    screen.view("list")
    screen.shown(10_000)
    page = screen.page
    assert page.locator("#games-panel [data-index]").count() < 60
    page.locator("#games-panel .list").focus()
    screen.press("End")
    page.locator('#games-panel [data-index="9999"]:not(.blank)').wait_for()
    assert screen.rows()[-1].startswith("10000")
    page.get_by_role("searchbox").fill("GUEST 77 1931")
    texts = [f"{n + 1} player {n % 97} guest {n % 89} {1900 + n % 120}" for n in range(10_000)]
    found = [n + 1 for n, text in enumerate(texts) if all(word in text for word in ("guest", "77", "1931"))]
    screen.shown(len(found))
    assert [int(row.partition("Player")[0]) for row in screen.rows()] == found
    page.get_by_role("button", name="White", exact=True).click()
    page.get_by_role("searchbox").fill("")
    screen.shown(10_000)
    assert "Player 0" in screen.rows()[0]
    page.get_by_role("button", name="White", exact=True).click()
    page.locator('#games-panel [data-index="0"]', has_text="Player 96").wait_for()
    page.locator("#games-panel .list").focus()
    screen.press("ArrowDown", "Enter")
    screen.view("game")
    assert "Player 96" in str(page.locator("#game-title").text_content())
    before = page.url
    screen.press("]")
    page.wait_for_url(lambda url: url != before)
    screen.view("game")
    screen.press("Escape")
    screen.view("list")
    assert page.get_by_role("columnheader", name="White").get_attribute("aria-sort") == "descending"


def test_a_tree_is_walked_by_keyboard(look: Look) -> None:
    screen = look().open(TREE)
    screen.view("game")
    assert screen.moves() == [
        "32-28", "18-23", "1… 19-23?!", "2. 28x19", "14x23", "2… 13x24", "1… 17-22", "38-32", "12-18",
    ]  # fmt: skip
    screen.press("ArrowRight")
    screen.at("32-28")
    screen.page.locator("#here", has_text="Here also: 19-23, 17-22").wait_for()
    screen.press("ArrowRight")
    screen.at("18-23")
    screen.press("ArrowDown")
    screen.at("1… 19-23?!")
    screen.press("ArrowDown")
    screen.at("1… 17-22")
    screen.press("ArrowUp", "ArrowRight", "ArrowRight")
    screen.at("14x23")
    assert 19 not in screen.pieces()
    screen.press("ArrowDown")
    screen.at("2… 13x24")
    screen.press("Shift+ArrowLeft")
    screen.at("2. 28x19")
    screen.press("Shift+ArrowLeft")
    screen.at("32-28")
    screen.press("End")
    screen.at("12-18")
    screen.press("Home")
    screen.at("")
    assert len(screen.pieces()) == 40
    screen.press("p")
    assert "White: men 31, 32" in screen.says("Black: men 1, 2")
    screen.press("f")
    assert screen.middle(1)[1] > screen.middle(50)[1]


def test_moves_comments_and_glyphs_are_kept(look: Look, server: Any) -> None:
    screen = look().open(TREE)
    screen.view("game")
    page = screen.page
    screen.press("ArrowRight")
    screen.at("32-28")
    screen.drag(20, 25)
    screen.at("1… 20-25")
    screen.press("t")
    page.keyboard.type("37-32")
    screen.press("Enter")
    screen.at("2. 37-32")
    page.get_by_role("button", name="Blunder").click()
    screen.at("2. 37-32??")
    assert page.get_by_role("button", name="Blunder").get_attribute("aria-pressed") == "true"
    screen.press("c")
    page.keyboard.type(HOSTILE)
    screen.changed(lambda: page.keyboard.press("Control+Enter"))
    page.locator("#moves .comment", has_text="onerror").wait_for()
    screen.changed(lambda: screen.drag(32, 28, "right"))
    assert page.locator('#board [data-arrow="32-28"]').count() == 1
    screen.changed(lambda: page.get_by_role("button", name="Up", exact=True).click())
    screen.changed(lambda: page.get_by_role("button", name="Main line").click())
    assert screen.moves()[:3] == ["32-28", "20-25", "1… 18-23"]
    assert page.evaluate("window.broken") is None
    server.stop()
    screen.says("connection is lost")
    server.start()
    screen.page.reload()
    screen.view("game")
    game = screen.pdn()
    assert [node.pdn() for node in game.mainline()] == ["32-28", "20-25", "37-32"]
    assert game.end().nags == {4}
    assert HOSTILE in game.end().comment
    assert game.end().arrows() == [pdn.Arrow(32, 28)]
    assert game.headers["White"] == "Weiss"
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="As it was in the file").click()
    page.wait_for_function("() => !document.querySelector('#moves').textContent.includes('20-25')")


def test_what_is_deleted_can_be_had_back(look: Look) -> None:
    screen = look().open(TREE)
    screen.view("game")
    screen.press("ArrowRight", "ArrowRight", "ArrowDown")
    screen.at("1… 19-23?!")
    screen.page.once("dialog", lambda dialog: dialog.accept())
    screen.changed(lambda: screen.press("Delete"))
    screen.at("32-28")
    assert "2. 28x19" not in screen.moves()
    screen.changed(lambda: screen.press("Control+z"))
    assert "2… 13x24" in screen.moves()


def test_a_refused_move_says_why(look: Look) -> None:
    screen = look().visit("/analysis?game=international&fen=W:W28,45:B33,5")
    screen.view("game")
    screen.drag(45, 40)
    assert "28x39" in screen.says("compulsory")
    screen.press("t")
    screen.page.keyboard.type("45-40")
    screen.press("Enter")
    screen.says("compulsory")
    screen.press("Escape")
    screen.drag(28, 39)
    screen.at("28x39")


def test_a_position_and_games_are_pasted(look: Look) -> None:
    screen = look().visit()
    page = screen.page
    page.get_by_role("button", name="Paste").click()
    field = page.get_by_label("PDN, or a position as FEN")
    field.fill("good morning")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    page.get_by_text("no game of draughts was found in it").wait_for()
    field.fill("W:W99:B1")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    page.locator("dialog .problem", has_text="99").wait_for()
    field.fill("W:Wc3,KA1:Bf6")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    screen.view("game")
    assert "Russian" in str(page.locator("#game-facts").text_content())
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        "1. 32-28 * 1. 33-29 *",
    )
    screen.view("list")
    screen.shown(2)


def test_a_wrong_file_is_met_with_words(look: Look) -> None:
    screen = look().visit()
    for data, reason in ((b"", "is empty"), (b"\x1f\x8b\x08\x00", "gzip"), (b"\x00\x01\x02" * 99, "no text file")):
        screen.choose(data, "wrong.bin")
        assert "wrong.bin could not be opened" in screen.banner(reason)


def test_hostile_names_are_text(look: Look) -> None:
    screen = look().open(f'[White "{HOSTILE.replace(chr(34), chr(39))}"] 1. 32-28 * [White "b"] 1. 33-29 *', HOSTILE)
    screen.view("list")
    assert "onerror" in screen.rows()[0]
    screen.page.locator('#games-panel [data-index="0"]').click()
    screen.view("game")
    assert "onerror" in str(screen.page.locator("#game-title").text_content())
    assert screen.page.evaluate("window.broken") is None


def test_a_game_is_shared(look: Look) -> None:
    screen = look().open(TREE)
    screen.view("game")
    screen.press("ArrowRight", "ArrowRight")
    screen.at("18-23")
    page = screen.page
    page.get_by_role("button", name="Share and save").click()
    dialog = page.get_by_role("dialog", name="Share and save")
    link = dialog.get_by_label("Link to this position").input_value()
    fen = dialog.get_by_label("Position (FEN)").input_value()
    page.wait_for_function("() => document.querySelector('#share-pdn').value.includes('1... 19-23')")
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Game as PDN").click()
    assert download.value.suggested_filename == "Weiss-Springer.pdn"
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Picture (PNG)").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    other = look()
    other.page.goto(link)
    other.view("game")
    other.at("18-23")
    assert other.pieces() == screen.pieces()
    assert fen.startswith("W:W28,31,33")


def test_a_played_game_is_analysed(look: Look, server: Any) -> None:
    screen = look()
    screen.page.goto(f"{server.address}/play/{server.begin(fen='W:W28:B23')}")
    screen.page.wait_for_function("() => document.querySelector('#board').state.own === 'white'")
    screen.page.mouse.click(*screen.middle(28))
    screen.page.get_by_role("link", name="Analyse").click()
    screen.view("game")
    screen.at("28x19")
    screen.page.locator("#here", has_text="White wins").wait_for()


def test_the_engine_shows_lines_arrows_and_threats(look: Look) -> None:
    screen = look().visit("/analysis?game=international&fen=W:W27,28,32,37,38,42,48:B3,8,9,13,14,18,24")
    screen.view("game")
    page = screen.page
    page.get_by_role("switch", name="Engine").click()
    page.get_by_role("button", name="More lines").click()
    page.wait_for_function(
        """() => Number(document.querySelector('#screen').dataset.depth) >= 4
            && document.querySelectorAll('#lines li').length === 2
            && document.querySelectorAll('#board .hint').length > 0"""
    )
    assert page.get_by_role("meter").get_attribute("aria-valuenow") is not None
    assert re.search(r"depth \d+.*/s", str(page.locator("#engine-facts").text_content()))
    first = str(page.locator('#lines [data-line="0"][data-move="0"]').text_content()).partition(" ")[2]
    page.locator('#lines [data-line="0"][data-move="0"]').click()
    page.locator("#moves .shown").wait_for()
    assert first
    page.get_by_role("button", name="Threat").click()
    page.locator("#board .hint.threat").first.wait_for()
    screen.press("e")
    page.locator("#board .hint").first.wait_for(state="detached")
    assert page.get_by_role("meter").count() == 0


def test_a_game_is_reviewed_and_learned_from(look: Look) -> None:
    screen = look().open("1. 32-28 19-23 2. 28x19 14x23 3. 37-32 16-21 4. 32-28 *")
    screen.view("game")
    page = screen.page
    page.get_by_role("button", name="Review the game").click()
    page.locator("#screen[data-review=done]").wait_for()
    assert re.search(r"\d+ %", str(page.locator("#review-sides").text_content()))
    page.get_by_role("button", name="Black: 1 blunder").click()
    screen.at("16-21")
    page.get_by_role("button", name="Learn as Black (1)").click()
    screen.at("37-32")
    screen.says("16-21 was a mistake. Find a better move for Black")
    screen.drag(16, 21)
    screen.says("16-21 is not the best")
    assert "16-21" in screen.moves()[5]
    assert len(screen.moves()) == 7, "what is tried is not written down"
    page.get_by_role("button", name="Show it").click()
    page.wait_for_function("() => document.querySelectorAll('#moves .variation').length > 0")
    page.get_by_role("button", name="Finish").click()
    page.get_by_role("button", name="Write into the game").click()
    page.wait_for_function("() => document.querySelector('#moves').textContent.includes('16-21??')")
    assert screen.pdn().headers["Annotator"].startswith("damier")


def test_a_phone_lists_plays_and_draws(look: Look) -> None:
    screen = look(390, 844, has_touch=True, is_mobile=True).open(TREE + "\n\n" + games(200))
    screen.view("list")
    page = screen.page
    for view in ("list", "game"):
        size = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert size[0] <= size[1] == 390, view
        if view == "list":
            page.locator('#games-panel [data-index="0"]').tap()
            screen.view("game")
    for square in (32, 28):
        page.touchscreen.tap(*screen.middle(square))
    screen.at("32-28")
    page.get_by_role("button", name="Draw arrows").tap()
    screen.changed(lambda: page.touchscreen.tap(*screen.middle(23)))
    assert screen.pdn().variations[0].arrows() == [pdn.Arrow(23, 23)]


def test_letters_can_be_read(look: Look) -> None:
    """WCAG AA: every text stands out from its ground by 4.5 to 1, in light and in dark."""
    for scheme in ("light", "dark"):
        screen = look(color_scheme=scheme).open(TREE)
        screen.view("game")
        screen.press("ArrowRight")
        screen.at("32-28")
        faint = screen.page.evaluate(CONTRAST)
        assert faint == [], scheme


# Every element with text of its own: its colour against the first ground behind it, mixed where it lets light through.
CONTRAST = """() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const parse = color => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
    const light = rgb => rgb
        .map(part => part / 255)
        .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = element => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
        return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
    };
    const faint = [];
    for (const element of document.querySelectorAll('body *')) {
        const text = [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join('');
        if (!text || element.closest('svg, option, noscript, .hidden') || element.matches(':disabled')) continue;
        if (!element.checkVisibility()) continue;
        const behind = ground(element);
        const ink = over(parse(getComputedStyle(element).color), behind);
        const [a, b] = [light(ink), light(behind)].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) faint.push(`${element.tagName}.${element.className} "${text.slice(0, 30)}" ${ratio}`);
    }
    return faint;
}"""
