"""The board as it is first seen, before any program of the page has come."""

import json
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

import pytest

import damier
from damier.web.glimpse import COOKIE, LABELS, STYLES, WOODS, Glimpse, Looks, looks
from damier.web.picture import position_picture

SHIFT = """
window.shift = [];
new PerformanceObserver((list) => {
  for (const { value, sources, hadRecentInput } of list.getEntries())
    if (!hadRecentInput) window.shift.push([value, ...sources.map(({ node }) => node?.id || node?.className || "")]);
}).observe({ type: "layout-shift", buffered: true });
"""
# Both as plain data: without the names that differ, and without what only the element has.
COMPARE = """async (cases) => {
  await customElements.whenDefined("damier-board");
  const { boardOf } = await import("/static/play/state.js");
  const tree = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    delete attributes["data-key"];
    if (attributes.style) attributes.transform = attributes.style.replace(/px/g, "").replace(/^transform: |[,;]/g, "");
    delete attributes.style;
    for (const [name, value] of Object.entries(attributes)) attributes[name] = value.replace(/damier-\\d+-/, "damier-");
    if (attributes.class) attributes.class = attributes.class.replace(/ (first|wide|movable)\\b/g, "");
    const isEmpty = (child) => Array.isArray(child) && child[0] === "g" && child[2].length === 0;
    const inside = [...node.childNodes].map(tree).filter((child) => !isEmpty(child));
    return [node.localName, Object.entries(attributes).sort(), inside];
  };
  const different = [];
  for (const { name, html, picture, looks } of cases) {
    const first = new DOMParser().parseFromString(html, "text/html").querySelector("damier-board");
    const board = document.createElement("damier-board");
    document.body.append(board);
    await board.show({ ...boardOf(picture), ...looks, fixed: true });
    const [drawn, seen] = [board, first].map((one) => [...one.children].slice(0, 2).map(tree));
    if (JSON.stringify(drawn) !== JSON.stringify(seen)) different.push([name, drawn, seen]);
    if (board.classList.contains("all-squares") !== first.classList.contains("all-squares")) different.push([name]);
    if (board.dataset.wood !== first.dataset.wood) different.push([name]);
    board.remove();
  }
  return different;
}"""


class Screen:
    def __init__(self, page: Any) -> None:
        self.page = page
        page.add_init_script(SHIFT)


Open = Callable[..., Any]


@pytest.fixture
def open_screen(screens: Callable[[type], Open]) -> Open:
    return screens(Screen)


def case(board: damier.Board, liked: Looks, bottom: str) -> dict[str, Any]:
    glimpse = Glimpse(board, liked, bottom)
    return {
        "name": f"{board.game.id} {board.fen()} {liked} {bottom}",
        "html": glimpse.html,
        "picture": position_picture(board),
        "looks": {"labels": glimpse.labels, "wood": liked.wood, "style": liked.style, "bottom": bottom},
    }


def played(game: damier.Game, plies: int) -> damier.Board:
    """A position with towers or kings, where a game has them."""
    board = damier.Board(game=game)
    for ply in range(plies):
        moves = list(board.legal_moves)
        if not moves or board.outcome() is not None:
            break
        board.push(max(moves, key=lambda move: (len(move.captures), move.promotes, (ply * 7 + move.to_square) % 13)))
    return board


def test_the_server_draws_what_the_element_draws(open_screen: Open) -> None:
    page = open_screen("/editor").page
    page.locator("#screen[data-fen]").wait_for()
    cases = [case(damier.Board(game=game), Looks(), bottom) for game in damier.games() for bottom in ("white", "black")]
    cases += [case(played(game, 60), Looks(), "white") for game in damier.games()]
    for game in ("international", "russian", "spantsiretti", "turkish"):
        board = damier.Board(game=game)
        cases += [case(board, Looks(labels=labels), "black") for labels in LABELS]
        cases += [case(board, Looks(wood=wood, style=style), "white") for wood in WOODS for style in STYLES]
    cases += [case(damier.Board("W:WK1,31:BK46,20"), Looks(style=style), "white") for style in STYLES]
    assert any("tower" in one["html"] for one in cases)
    assert page.evaluate(COMPARE, cases) == []


@pytest.mark.parametrize("game", ["international", "russian", "spantsiretti", "turkish", "vigman"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_board_is_seen_before_any_program_runs(
    open_screen: Open, server: Any, game: str, width: int, height: int
) -> None:
    path = f"/play/{server.begin(game=game)}"
    view = {"viewport": {"width": width, "height": height}}
    without = open_screen(path, java_script_enabled=False, **view).page
    box = without.locator("#board").bounding_box()
    assert without.locator("#board .man").count() == len(damier.Board(game=game).piece_map())
    assert without.locator("#board .man").first.is_visible()
    page = open_screen(path, **view).page
    page.locator("main[data-ply]").wait_for()
    there = page.locator("#board").bounding_box()
    # Its place and size are those that it keeps.
    assert {name: round(value) for name, value in there.items()} == {
        name: pytest.approx(round(value), abs=2) for name, value in box.items()
    }


def ways(server: Any) -> dict[str, tuple[str, str]]:
    body = b'{"game": "international"}'
    with urlopen(Request(f"{server.address}/api/studies", body, {"Content-Type": "application/json"})) as answer:
        study = json.load(answer)
    return {
        "new": ("/new", "dialog .preview .man"),
        "play": (f"/play/{server.begin()}", "main[data-ply]"),
        "analysis": (f"/analysis/{study['id']}/{study['number']}", "#screen[data-ready]"),
    }


@pytest.mark.parametrize("screen", ["new", "play", "analysis"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_nothing_jumps_while_a_page_comes(open_screen: Open, server: Any, screen: str, width: int, height: int) -> None:
    path, sign = ways(server)[screen]
    page = open_screen(path, viewport={"width": width, "height": height}).page
    page.locator(sign).first.wait_for()
    page.wait_for_timeout(500)
    shift = page.evaluate("window.shift")
    assert sum(value for value, *_ in shift) < 0.02, shift


def test_the_game_stands_there_as_it_is(client: Any, new_game: Callable[..., str]) -> None:
    id = new_game(fen="W:W32,K40:B7")
    text = client.get(f"/play/{id}").text
    assert text.count('class="man ') == 3
    assert 'data-piece="W" data-square="40"' in text
    assert client.get("/play/nothingthere").text.count('class="man ') == 0


def test_a_game_of_a_file_stands_there_as_it_begins(client: Any) -> None:
    study = client.post("/api/studies", json={"game": "russian", "moves": ["c3-d4"]}).json()
    text = client.get(f"/analysis/{study['id']}/{study['number']}").text
    assert text.count('class="man ') == 24
    assert 'data-view="game"' in text
    for path in (
        "/analysis",
        f"/analysis/{study['id']}",
        f"/analysis/{study['id']}/99",
        "/analysis/x/1",
        "/analysis/x/y",
    ):
        assert 'class="man ' not in client.get(path).text


def test_the_looks_of_this_browser_are_known(client: Any) -> None:
    def ask(cookie: str) -> str:
        return str(client.get("/new", headers={"Cookie": f"{COOKIE}={cookie}"}).text)

    assert 'data-wood="slate"' in ask("none.slate.flat.russian")
    assert ask("none.slate.flat.russian").count('class="man ') == 24
    usual = ask("")
    for hostile in ('"><script>', "x.y.z.q", "....", "auto.<b>.turned", "a" * 4000):
        assert ask(hostile) == usual


def test_looks_are_remembered_for_the_server(open_screen: Open) -> None:
    page = open_screen("/new").page
    page.locator("dialog .preview .man").first.wait_for()
    assert COOKIE not in page.evaluate("document.cookie")  # the usual ones are known anyway
    page.keyboard.press("Escape")
    page.locator("#settings").click()
    page.locator("dialog.settings").get_by_text("Slate").click()
    assert looks(page.evaluate("document.cookie").partition(f"{COOKIE}=")[2].partition(";")[0]).wood == "slate"
    page.reload()
    assert page.locator("#board").get_attribute("data-wood") == "slate"
