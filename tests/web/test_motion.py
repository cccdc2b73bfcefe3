"""Movement on the board: what it may cost, and that a move is seen before the server has spoken."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import damier

# Everything that makes a browser lay the page out at once, and everything that is written into the page.
WATCH = """() => {
  window.reads = [];
  window.writes = [];
  const watch = (owner, name) => {
    const known = Object.getOwnPropertyDescriptor(owner, name);
    const kind = known.get ? "get" : "value";
    const told = { ...known, [kind](...given) { window.reads.push(name); return known[kind].apply(this, given); } };
    Object.defineProperty(owner, name, told);
  };
  for (const name of ["getBoundingClientRect", "getClientRects", "scrollIntoView", "clientWidth", "clientHeight"])
    watch(Element.prototype, name);
  for (const name of ["offsetWidth", "offsetHeight", "offsetTop", "offsetLeft", "innerText", "focus"])
    watch(HTMLElement.prototype, name);
  for (const name of ["getBBox", "getCTM", "getScreenCTM"]) watch(SVGGraphicsElement.prototype, name);
  watch(window, "getComputedStyle");
  new MutationObserver((records) => {
    for (const { type, target, attributeName } of records) {
      const what = target.getAttribute?.("class") ?? target.nodeName;
      window.writes.push([type, attributeName, what, target.style?.cssText]);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
FLOWING = ("filter", "backdrop-filter", "mix-blend-mode")


class Screen:
    def __init__(self, page: Any) -> None:
        self.page = page

    def middle(self, square: int) -> tuple[float, float]:
        box = self.page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def frame(self) -> None:
        """Until a frame is over."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


@pytest.fixture
def play(screens: Callable[[type], Callable[..., Any]], server: Any) -> Callable[..., Screen]:
    def begin(ply: int = 0, **wish: Any) -> Screen:
        screen: Screen = screens(Screen)(f"/play/{server.begin(**wish)}", reduced_motion="no-preference")
        screen.page.wait_for_selector(f'main[data-ply="{ply}"]')
        return screen

    return begin


def test_a_drag_reads_no_layout_and_writes_one_transform(play: Callable[..., Screen]) -> None:
    screen = play()
    page = screen.page
    x, y = screen.middle(32)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y - 12)
    screen.frame()
    page.evaluate(WATCH)
    for step in range(30):
        page.mouse.move(x + 6 * step, y - 9 * step)
        if step % 3 == 0:
            screen.frame()
    screen.frame()
    reads, writes = page.evaluate("[window.reads, window.writes]")
    assert reads == []
    assert len(writes) >= 8  # the piece follows
    for kind, attribute, what, style in writes:
        assert (kind, attribute) == ("attributes", "style")
        assert "dragging" in what.split()
        assert style.startswith("transform: translate(")
        assert style.count(";") == 1
    page.mouse.move(*screen.middle(28))
    page.mouse.up()
    page.wait_for_selector('main[data-ply="1"]')


def test_nothing_behind_the_pieces_is_drawn_anew_in_every_frame(play: Callable[..., Screen]) -> None:
    """A filter on a layer is applied again whenever anything moves over it: in every frame of a drag."""
    page = play().page
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate(
            """(names) => {
                const found = [];
                for (let one = document.querySelector("#board .pieces"); one; one = one.parentElement)
                  for (const part of [one, ...(one.matches("damier-board") ? one.children : [])])
                    for (const name of names)
                      if (getComputedStyle(part)[name] !== "none" && getComputedStyle(part)[name] !== "normal")
                        found.push([part.className.baseVal ?? part.className, name]);
                return found;
            }""",
            FLOWING,
        )
        assert found == []


@pytest.mark.parametrize(
    ("game", "origin", "target"), [("international", 32, 28), ("bashni", 9, 13), ("turkish", 0, 0)]
)
@pytest.mark.parametrize("way", ["click", "drag"])
def test_a_move_is_seen_before_the_server_has_spoken(
    play: Callable[..., Screen], game: str, origin: int, target: int, way: str
) -> None:
    screen = play(game=game)
    page = screen.page
    if not origin:
        origin, target = page.evaluate(
            "() => { const { from, to } = document.querySelector('#board').state.moves[0]; return [from, to]; }"
        )
    else:
        # Whichever squares the game counts so: one of its moves.
        moves = page.evaluate("() => document.querySelector('#board').state.moves.map(({ from, to }) => [from, to])")
        origin, target = (origin, target) if [origin, target] in moves else moves[0]
    page.evaluate(
        "(hint) => document.querySelector('#board').offer({ hints: [hint] })",
        {"from": origin, "to": target, "weight": 1},
    )
    assert page.locator("#board .hint").count() == 1
    # From now on nothing that the server says reaches the page.
    page.evaluate("() => { WebSocket.prototype.send = () => {}; }")
    if way == "click":
        page.mouse.click(*screen.middle(origin))
        page.mouse.click(*screen.middle(target))
    else:
        page.mouse.move(*screen.middle(origin))
        page.mouse.down()
        page.mouse.move(*screen.middle(target), steps=4)
        page.mouse.up()
    page.wait_for_selector(f'#board .man[data-square="{target}"]')
    assert page.locator(f'#board .man[data-square="{origin}"]').count() == 0
    assert page.locator("main").get_attribute("data-ply") == "0"
    # What was pointed out was said of the position before.
    assert page.locator("#board .hint").count() == 0
    # Nothing more can be moved until the server has spoken.
    assert page.locator("#board .movable").count() == 0


def whole(board: damier.Board) -> dict[int, str]:
    """What stands where, from top to bottom."""
    return {square: "".join(piece.symbol for piece in board.tower_at(square)) for square in board.piece_map()}


def met(game: str, is_wanted: Callable[[damier.Board, damier.Move], bool]) -> tuple[str, damier.Move, dict[int, str]]:
    """A position from games played at random, a move of it that its two squares tell from all others, and what stands
    where after it.
    """
    for seed in range(1000):
        chance, board = random.Random(seed), damier.Board(game=game)
        while board.outcome() is None and board.ply < 100:
            moves = list(board.legal_moves)
            ends = Counter((move.from_square, move.to_square) for move in moves)
            for move in moves:
                if ends[move.from_square, move.to_square] == 1 and is_wanted(board, move):
                    fen = board.fen()
                    board.push(move)
                    return fen, move, whole(board)
            board.push(chance.choice(moves))
    raise AssertionError("no such move")


WANTED: dict[str, Callable[[damier.Board, damier.Move], bool]] = {
    "a capture of several": lambda board, move: len(move.captures) > 1,
    "a capture of a tower by a tower": lambda board, move: (
        len(board.tower_at(move.from_square)) > 1 and any(len(board.tower_at(square)) > 1 for square in move.captures)
    ),
    "a quiet move of a tower": lambda board, move: not move.captures and len(board.tower_at(move.from_square)) > 1,
}


@pytest.mark.parametrize(
    ("game", "what"),
    [
        ("turkish", "a capture of several"),
        ("thai", "a capture of several"),
        *((game, what) for game in ("bashni", "lasca") for what in WANTED),
    ],
)
def test_what_a_move_leaves_is_seen_before_the_server_has_spoken(
    play: Callable[..., Screen], game: str, what: str
) -> None:
    fen, move, after = met(game, WANTED[what])
    screen = play(game=game, fen=fen)
    page = screen.page
    page.evaluate(
        """() => {
            const send = WebSocket.prototype.send;
            window.held = [];
            WebSocket.prototype.send = function (text) { window.held.push(() => send.call(this, text)); };
        }"""
    )
    page.mouse.move(*screen.middle(move.from_square))
    page.mouse.down()
    page.mouse.move(*screen.middle(move.to_square), steps=4)
    page.mouse.up()
    for ply in (0, 1):
        page.wait_for_selector("#board:not(.moving)")
        page.wait_for_selector(f'#board .man[data-square="{move.to_square}"][data-piece="{after[move.to_square]}"]')
        seen = page.locator("#board .man").evaluate_all(
            "(men) => men.map(({ dataset }) => [Number(dataset.square), dataset.piece])"
        )
        assert dict(seen) == after, fen
        assert page.locator("main").get_attribute("data-ply") == str(ply)
        if ply == 0:
            page.evaluate("() => window.held.forEach((say) => say())")
            page.wait_for_selector('main[data-ply="1"]')


def test_a_capture_is_shown_once(play: Callable[..., Screen]) -> None:
    """The state that the server sends finds the move under way, and neither breaks it off nor shows it again."""
    screen = play(fen="W:W47,50:B4,24,26,33,42")
    page = screen.page
    page.evaluate(
        """() => {
            window.hops = 0;
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, options) {
              if (frames.some?.(({ transform }) => transform)) window.hops += 1;
              return animate.call(this, frames, options);
            };
        }"""
    )
    page.mouse.click(*screen.middle(47))
    page.wait_for_selector('main[data-ply="1"]')
    page.wait_for_selector("#board:not(.moving)")
    screen.frame()
    assert page.evaluate("window.hops") == 3
    squares = page.locator("#board .man").evaluate_all("(men) => men.map(({ dataset }) => Number(dataset.square))")
    assert sorted(squares) == [4, 20, 26, 50]


def test_a_move_that_is_refused_goes_back(play: Callable[..., Screen]) -> None:
    screen = play()
    page = screen.page
    page.evaluate(
        """() => {
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) { send.call(this, text.replace('"32-28"', '"32-99"')); };
        }"""
    )
    page.mouse.click(*screen.middle(32))
    page.mouse.click(*screen.middle(28))
    page.locator("#message.refusal").wait_for()
    page.wait_for_selector('#board .man[data-square="32"]')
    assert page.locator('#board .man[data-square="28"]').count() == 0
    assert page.locator("#board .movable").count() > 0
