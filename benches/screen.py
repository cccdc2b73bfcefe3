"""What a person waits for at the board in the browser, measured in a real headless Chromium: part of ``make bench``.

- *first board*: from the beginning of the navigation to the end of the frame in which a whole board first stands there,
  in a browser that has never been here (nothing is cached), with the server warm; and how far things jumped about
  until a second after that (cumulative layout shift).
- *move*: from letting go of the mouse to the end of the frame in which the piece begins to travel on the board, or
  stands on its square where nothing is shown travelling.
- *drag*, *capture*: from frame to frame while a piece is dragged over the board, and while a long capture is shown;
  also with the processor slowed down four times.

Several addresses of running servers may be given, to compare them: they take turns.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).parent))

from load import begin, server

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS: Final = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

# Set once the frame is over: a message that is posted in a frame is heard after it.
FIRST_BOARD: Final = """
{
  const isWhole = (board) => board.checkVisibility() && board.querySelectorAll(".man").length >= 24;
  const look = new MutationObserver(() => {
    if (![...document.querySelectorAll("damier-board")].some(isWhole)) return;
    look.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (window.firstBoard = performance.now());
      port2.postMessage(0);
    });
  });
  look.observe(document, { childList: true, subtree: true });
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}
"""

# From frame to frame, in milliseconds, until it is stopped.
FRAMES: Final = """() => {
  window.frames_ = [];
  let last = null;
  const tick = (now) => {
    if (last !== null) window.frames_.push(now - last);
    last = now;
    window.ticking = requestAnimationFrame(tick);
  };
  window.ticking = requestAnimationFrame(tick);
}"""
STOP: Final = "() => { cancelAnimationFrame(window.ticking); return window.frames_; }"

# From `pointerup` to the end of the frame in which the piece has left its square, or begun to.
ANSWER: Final = """(square) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error(`the piece on ${square} has not moved`)), 10_000);
  const board = document.getElementById("board");
  const piece = board.querySelector(`.man[data-square="${square}"]`);
  const home = getComputedStyle(piece).transform;
  board.addEventListener("pointerup", ({ timeStamp }) => {
    const tick = () => {
      const isHome = piece.getAnimations().length === 0 && getComputedStyle(piece).transform === home;
      if (isHome) return requestAnimationFrame(tick);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - timeStamp);
      port2.postMessage(0);
    };
    requestAnimationFrame(tick);
  }, { once: true });
})"""

LONG_CAPTURE: Final = "W:W48:B43,33,23,13,14,24,34,4,6,16,26"


def open_game(host: str) -> str:
    """A game in the analysis; gives the path of its screen."""
    body = json.dumps({"game": "international"}).encode()
    request = Request(f"http://{host}/api/studies", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        study = json.load(answer)
    return f"/analysis/{study['id']}/{study['number']}"


class Visitor:
    """A browser that has never been here before."""

    def __init__(self, browser: Any, host: str, **options: Any) -> None:
        self.host = host
        self.context = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
        self.context.set_default_timeout(30_000)
        self.page = self.context.new_page()

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def goto(self, path: str) -> None:
        self.page.goto(f"http://{self.host}{path}", wait_until="commit")

    def slow_down(self, times: int) -> None:
        self.context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", {"rate": times})

    def middle(self, square: int) -> tuple[float, float]:
        box = self.page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def first_board(browser: Any, host: str, path: str) -> tuple[float, float]:
    """Milliseconds, and the shift of what had been there already."""
    with Visitor(browser, host) as visitor:
        visitor.page.add_init_script(FIRST_BOARD)
        visitor.goto(path)
        visitor.page.wait_for_function("() => window.firstBoard")
        visitor.page.wait_for_timeout(1000)
        return visitor.page.evaluate("[window.firstBoard, window.shift]")


def answered(browser: Any, host: str) -> list[float]:
    """Milliseconds until each of a few clicked moves is seen."""
    found = []
    with Visitor(browser, host) as visitor:
        visitor.goto(f"/play/{begin(host)}")
        page = visitor.page
        for ply, (origin, target) in enumerate([(31, 26), (20, 25), (36, 31), (15, 20)]):
            page.wait_for_selector(f'main[data-ply="{ply}"]')
            page.wait_for_timeout(500)
            page.mouse.click(*visitor.middle(origin))
            watch = page.evaluate_handle(f"({{ promise: ({ANSWER})({origin}) }})")
            page.mouse.click(*visitor.middle(target))
            found.append(watch.evaluate("({ promise }) => promise"))
    return found


def dragged(browser: Any, host: str, slower: int) -> list[float]:
    """Milliseconds from frame to frame while a piece is dragged about."""
    with Visitor(browser, host) as visitor:
        visitor.goto(f"/play/{begin(host)}")
        page = visitor.page
        page.wait_for_selector("main[data-ply]")
        page.wait_for_timeout(300)
        visitor.slow_down(slower)
        x, y = visitor.middle(32)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 9, y - 9)
        page.evaluate(FRAMES)
        for step in range(120):
            page.mouse.move(x + (step * 7) % 200 - 100, y - (step * 5) % 150)
        found = page.evaluate(STOP)
        page.mouse.up()
        return found


def captured(browser: Any, host: str, slower: int) -> list[float]:
    """Milliseconds from frame to frame while a long capture is shown."""
    with Visitor(browser, host) as visitor:
        body = {"game": "international", "side": "both", "fen": LONG_CAPTURE}
        request = Request(
            f"http://{host}/api/sittings", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urlopen(request) as answer:
            id = json.load(answer)["id"]
        visitor.goto(f"/play/{id}")
        page = visitor.page
        page.wait_for_selector("main[data-ply]")
        page.wait_for_timeout(300)
        visitor.slow_down(slower)
        page.evaluate(FRAMES)
        page.mouse.click(*visitor.middle(48))
        page.wait_for_selector("damier-board.moving")
        page.wait_for_selector("damier-board:not(.moving)")
        return page.evaluate(STOP)


def told(values: list[float], digits: int = 0) -> str:
    ordered = sorted(values)
    middle, late = statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{middle:7.{digits}f} {late:7.{digits}f} {ordered[-1]:7.{digits}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hosts", nargs="*", help="host:port of running servers; without any, one is started")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--only", choices=("first", "move", "drag", "capture"))
    chosen = parser.parse_args()
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        path = None
    if path is None:
        print("screen: not measured, there is no Chromium here or no playwright")
        return
    with ExitStack() as stack:
        hosts = chosen.hosts or [stack.enter_context(server(8400))]
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=path, args=ARGUMENTS)
        print(f"{'milliseconds':34} {'median':>7} {'95 %':>7} {'most':>7}")
        if chosen.only in (None, "first"):
            ways = {
                host: {"new": "/new", "play": f"/play/{begin(host)}", "analysis": open_game(host)} for host in hosts
            }
            for screen in ("new", "play", "analysis"):
                found: dict[str, list[tuple[float, float]]] = {host: [] for host in hosts}
                for run in range(chosen.runs + 1):
                    for host in hosts:
                        times = first_board(browser, host, ways[host][screen])
                        if run:  # the first one warms the server up
                            found[host].append(times)
                for host, times in found.items():
                    shift = max(shift for _, shift in times)
                    name = f"first board, {screen} ({host[-5:]})"
                    print(f"{name:34} {told([time for time, _ in times])}   shift {shift:.3f}", flush=True)
        measures = {
            "move": lambda host: answered(browser, host),
            "drag": lambda host: dragged(browser, host, 1),
            "drag, 4 times slower": lambda host: dragged(browser, host, 4),
            "capture": lambda host: captured(browser, host, 1),
            "capture, 4 times slower": lambda host: captured(browser, host, 4),
        }
        for name, measure in measures.items():
            if chosen.only not in (None, name.partition(",")[0]):
                continue
            values: dict[str, list[float]] = {host: [] for host in hosts}
            for _ in range(max(1, chosen.runs // 3)):
                for host in hosts:
                    values[host] += measure(host)
            for host, times in values.items():
                label = f"{name} ({host[-5:]})"
                print(f"{label:34} {told(times, 1)}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
