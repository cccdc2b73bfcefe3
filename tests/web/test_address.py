"""Where other machines find the server: in letters and as a QR code."""

import io
import socket
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from damier.web import address


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", None),
        ("::1", None),
        ("localhost", None),
        ("192.168.1.5", "http://192.168.1.5:8064/"),
        ("fe80::1", "http://[fe80::1]:8064/"),
        ("draughts.example", "http://draughts.example:8064/"),
    ],
)
def test_who_can_reach_what(host: str, shown: str | None) -> None:
    assert address.reachable(host, 8064) == shown


def test_every_address_means_the_one_that_others_see(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "_own_address", lambda family, elsewhere: "192.168.1.5")
    assert address.reachable("0.0.0.0", 80) == "http://192.168.1.5:80/"
    monkeypatch.setattr(address, "_own_address", lambda family, elsewhere: None)
    assert address.reachable("0.0.0.0", 80) is None
    monkeypatch.undo()
    found = address._own_address(socket.AF_INET, "192.0.2.1")
    assert found is None or socket.inet_aton(found)


def modules(svg: bytes) -> set[tuple[int, int]]:
    """The dark modules of a QR code that was drawn."""
    root = ElementTree.fromstring(svg)
    (line,) = (path for path in root.iter("{http://www.w3.org/2000/svg}path") if path.get("stroke"))
    dark, x, y = set(), 0.0, 0.0
    tokens = line.get("d", "").replace("M", " M ").replace("m", " m ").replace("h", " h ").split()
    at = 0
    while at < len(tokens):
        way = tokens[at]
        if way == "h":
            dark |= {(int(x) + step, int(y)) for step in range(int(tokens[at + 1]))}
            x += float(tokens[at + 1])
            at += 2
        else:
            dx, dy = float(tokens[at + 1]), float(tokens[at + 2])
            x, y = (dx, dy) if way == "M" else (x + dx, y + dy)
            at += 3
    return dark


def test_the_code_says_the_address() -> None:
    import segno

    text = "http://192.168.1.5:8064/play/abcdefghijkl"
    drawn = modules(address.qr_svg(text))
    rows = list(segno.make(text, micro=False).matrix_iter(border=3))
    assert drawn == {(x, y) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}
    assert modules(address.qr_svg(text)) != modules(address.qr_svg(text[:-1] + "m"))
    lines = address.qr_terminal(text).splitlines()
    assert len(lines) >= len(rows) // 2


def test_only_a_server_that_is_open_says_so(client: TestClient) -> None:
    assert client.get("/api/address").json() == {"address": None}
    assert client.get("/api/address.svg").status_code == 422
    client.app.state.address = "http://192.0.2.7:8064/"  # type: ignore[attr-defined]
    assert client.get("/api/address").json() == {"address": "http://192.0.2.7:8064/"}
    whole = client.get("/api/address.svg")
    assert whole.headers["content-type"] == "image/svg+xml"
    assert whole.content == address.qr_svg("http://192.0.2.7:8064/")
    game = client.get("/api/address.svg?game=abcdefghijkl")
    assert game.content == address.qr_svg("http://192.0.2.7:8064/play/abcdefghijkl")
    for bad in ("..%2F..", "x", "<script>", "abcdefghijk%00"):
        answer = client.get(f"/api/address.svg?game={bad}")
        assert (answer.status_code, answer.json()["field"]) == (422, "game")


def test_serving_to_a_network_says_where(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from damier.web import app

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    monkeypatch.setattr(app, "_listen", lambda host, port: socket.socket())
    monkeypatch.setattr(app, "reachable", lambda host, port: "http://192.0.2.7:8064/")
    monkeypatch.setattr(app.uvicorn.Server, "run", lambda self, sockets: None)
    monkeypatch.setattr(app.sys, "stdout", out)
    app.serve(host="0.0.0.0", browser=False)
    assert "http://192.0.2.7:8064/" in out.getvalue()
    assert address.qr_terminal("http://192.0.2.7:8064/") in out.getvalue()


def test_a_phone_is_shown_the_way(browser: Any, server: Any, axe: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    id = server.begin()
    page.goto(f"{server.address}/play/{id}")
    page.locator("main[data-ply]").wait_for()
    assert page.locator("#phone").is_hidden()
    server._server.config.app.state.address = "http://192.0.2.7:8064/"
    page.reload()
    page.get_by_role("button", name="Play on your phone").click()
    picture = page.get_by_role("img", name="The address as a QR code")
    picture.wait_for()
    page.wait_for_function("() => document.querySelector('dialog.phone img').naturalWidth > 100")
    assert page.get_by_role("link", name=f"http://192.0.2.7:8064/play/{id}").is_visible()
    page.evaluate(axe)
    run = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.map(({ id }) => id)"
    assert page.evaluate(run) == []
    page.keyboard.press("Escape")
    assert page.locator("dialog.phone").count() == 0
    page.close()
