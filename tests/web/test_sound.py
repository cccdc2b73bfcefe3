"""What is heard: moves, captures and the end of a game, and nothing before a person has touched the page."""

from typing import Any

import pytest

LISTEN = """
    window.heard = [];
    for (const kind of ["AudioBufferSourceNode", "OscillatorNode"]) {
        const own = window[kind].prototype;
        const real = own.start;
        own.start = function (...rest) { window.heard.push(kind); return real.apply(this, rest); };
    }
    window.contexts = 0;
    window.AudioContext = class extends AudioContext { constructor(...rest) { super(...rest); window.contexts += 1; } };
"""


@pytest.fixture
def page(browser: Any, server: Any) -> Any:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(LISTEN)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.append(line.text) if line.type in ("error", "warning") else None)
    yield page
    context.close()
    assert problems == []


def knocks(page: Any) -> int:
    return int(page.evaluate("window.heard.filter(kind => kind === 'AudioBufferSourceNode').length"))


def click(page: Any, *squares: int) -> None:
    for square in squares:
        box = page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def wait_for(page: Any, ply: int) -> None:
    page.locator(f'main[data-ply="{ply}"]').wait_for()


def test_moves_captures_and_the_end_are_heard(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/play/{server.begin(fen='W:W28,33:B17,18')}")
    wait_for(page, 0)
    assert page.evaluate("window.contexts") == 0
    click(page, 28, 22)  # gives a man away
    wait_for(page, 1)
    page.wait_for_function("() => window.heard.length >= 2")
    assert (knocks(page), page.evaluate("window.contexts")) == (1, 1)
    page.get_by_role("button", name="Resign").click()
    page.locator("#answers button").first.click()
    page.locator("#outcome").wait_for()
    page.wait_for_function("() => window.heard.filter(kind => kind === 'OscillatorNode').length >= 3")
    assert knocks(page) == 1


def test_a_capture_sounds_fuller_than_a_move(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/play/{server.begin(fen='W:W33,50:B28,18,1')}")
    wait_for(page, 0)
    click(page, 33)
    page.wait_for_function(
        "() => Number(document.querySelector('main').dataset.ply) === 1 || document.querySelector('.mark.destination')"
    )
    if page.locator("main").get_attribute("data-ply") == "0":
        click(page, 13)
    wait_for(page, 1)
    page.wait_for_function("() => window.heard.filter(kind => kind === 'AudioBufferSourceNode').length === 3")


def test_sounds_can_be_switched_off_and_on(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/play/{server.begin()}")
    wait_for(page, 0)
    page.get_by_role("button", name="Settings").click()
    assert page.get_by_label("Sounds").is_checked()
    page.get_by_label("Sounds").uncheck()
    page.get_by_role("button", name="Close").click()
    click(page, 32, 28)
    wait_for(page, 1)
    page.wait_for_timeout(600)
    assert page.evaluate("[window.heard.length, window.contexts]") == [0, 0]
    page.reload()
    wait_for(page, 1)
    page.get_by_role("button", name="Settings").click()
    assert not page.get_by_label("Sounds").is_checked()
    page.get_by_label("Sounds").check()
    page.get_by_role("button", name="Close").click()
    click(page, 19, 23)
    wait_for(page, 2)
    page.wait_for_function("() => window.heard.length > 0")


def test_who_wants_little_movement_gets_quiet(browser: Any, server: Any) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(LISTEN)
    page = context.new_page()
    page.goto(f"{server.address}/play/{server.begin()}")
    wait_for(page, 0)
    click(page, 32, 28)
    wait_for(page, 1)
    page.wait_for_timeout(300)
    assert page.evaluate("window.contexts") == 0
    context.close()


def test_nothing_sounds_before_the_page_is_touched(page: Any, server: Any) -> None:
    """A move that comes from elsewhere while nobody has touched this page: browsers would refuse, and say so."""
    from websockets.sync.client import connect

    # The browser's driver touches pages all the time.
    page.add_init_script("Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })")
    id = server.begin()
    page.goto(f"{server.address}/play/{id}")
    wait_for(page, 0)
    with connect(f"ws://127.0.0.1:{server.port}/live/{id}") as socket:
        socket.recv()
        socket.send('{"type": "move", "ply": 0, "move": "32-28"}')
        socket.recv()
    wait_for(page, 1)
    page.wait_for_timeout(600)
    assert page.evaluate("window.contexts") == 0


def test_walking_through_a_game_is_heard(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/analysis?game=international&moves=32-28+19-23+28x19+14x23")
    page.locator("#screen[data-ready]").wait_for()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => window.heard.length > 0")
