"""A server with a folder of its own, and a real browser where there is one."""

import asyncio
import json
import os
import re
import shutil
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

uvicorn = pytest.importorskip("uvicorn", reason="the board in the browser needs damier[web]")
pytest.importorskip("fastapi", reason="the board in the browser needs damier[web]")

from starlette.testclient import TestClient  # noqa: E402

from damier.web import create_app  # noqa: E402
from damier.web.messages import MESSAGE_BYTES  # noqa: E402

ORIGIN = "http://127.0.0.1"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Table:
    """A page's view of one live game over the test client."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.hear("state")

    def hear(self, kind: str | None = None) -> dict[str, Any]:
        """The next message, or the next of a kind."""
        while True:
            message: dict[str, Any] = self.socket.receive_json()
            if message["type"] == "state":
                self.state = message
            if kind in (None, message["type"]):
                return message

    def say(self, kind: str, **rest: Any) -> None:
        self.socket.send_json({"type": kind, "ply": self.state["ply"], **rest})

    def ask(self, kind: str, **rest: Any) -> dict[str, Any]:
        self.say(kind, **rest)
        return self.hear()

    def hear_until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not holds(self.state):
            self.hear("state")
        return self.state


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "sittings"


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(create_app(folder), base_url=ORIGIN) as client:
        yield client


@pytest.fixture
def new_game(client: TestClient) -> Callable[..., str]:
    """Begins a game and tells its id."""

    def begin(**wish: Any) -> str:
        answer = client.post("/api/sittings", json={"game": "international", "side": "both", **wish})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    return begin


@pytest.fixture
def attend(client: TestClient) -> Callable[[str], Any]:
    """Opens the socket of a game; use it in a `with`, then wrap it in a `Table`."""

    def open_socket(id: str, **headers: str) -> Any:
        return client.websocket_connect(f"/live/{id}", headers={"host": "127.0.0.1", **headers})

    return open_socket


@pytest.fixture
def table() -> type[Table]:
    return Table


class Server:
    """The application in a thread, as `serve` runs it, with a way to stop and start it again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        config = uvicorn.Config(
            create_app(self.folder),
            port=self.port,
            log_level="warning",
            ws_max_size=MESSAGE_BYTES,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + 20
        while not self._server.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive(), "the server did not stop"

    def begin(self, **wish: Any) -> str:
        """Begins a game and tells its id."""
        from urllib.request import Request, urlopen

        body = json.dumps({"game": "international", "side": "both", **wish}).encode()
        request = Request(f"{self.address}/api/sittings", body, {"Content-Type": "application/json"})
        with urlopen(request) as answer:
            return str(json.load(answer)["id"])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "sittings")
    yield server
    server.stop()


def without(reason: str) -> None:
    if os.environ.get("DAMIER_REQUIRE_ALL") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        without("browser tests did not run: no Chromium on this machine")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        without("browser tests did not run: playwright is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that looks for what keeps people out of a page."""
    try:
        from importlib.resources import files

        return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    except ModuleNotFoundError:
        without("accessibility was not checked: axe-playwright-python is not installed")
        raise


@pytest.fixture
def in_loop() -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Runs a coroutine in an event loop of its own: the one of this thread may be the browser's."""

    def run(work: Coroutine[Any, Any, Any]) -> Any:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, work).result()

    return run


@pytest.fixture
def screens(browser: Any, server: Any) -> Iterator[Callable[..., Callable[..., Any]]]:
    """Opens pages of the server as screens of a kind, each in a context of its own or `beside` another one; no page may
    have met an error. What a browser may have `noted` that is none is a pattern: that something was refused, say.
    """
    opened: list[Any] = []
    problems: list[str] = []

    def of_kind(
        kind: Callable[[Any], Any], *, noted: str | None = None, patience: float = 60_000
    ) -> Callable[..., Any]:
        def hear(line: Any) -> None:
            is_noted = noted is not None and re.search(noted, line.text)
            if line.type in ("error", "warning") and not is_noted:
                problems.append(line.text)

        def open_screen(path: str | None = None, *, beside: Any = None, **options: Any) -> Any:
            options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **options}
            context = beside.page.context if beside else browser.new_context(**options)
            context.set_default_timeout(patience)
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", hear)
            opened.append(kind(page))
            if path is not None:
                page.goto(server.address + path)
            return opened[-1]

        return open_screen

    yield of_kind
    for screen in opened:
        screen.page.context.close()
    assert problems == []
