"""Sheets of diagrams: what goes on them, and what comes out of the printer."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from damier.web.messages import MessageError
from damier.web.sheet import DIAGRAMS_MAX, read_span

FILE = """[White "Weiss"] [Black "Springer"] 1. 32-28 {[%csl G28]} 18-23 2. 38-32 12-18 *

[Event "No. 7"] [SetUp "1"] [FEN "B:W31,32:B19,20"] 1. ... 19-23 2. 31-27 20-25 *

[White "plain"] 1. 32-28 *

[White "<script>"] [SetUp "1"] [FEN "W:W31,32:B19,20"] 1. 31-27 20-25 *
"""


@pytest.fixture
def collection(client: TestClient) -> str:
    answer = client.post(
        "/api/collections?name=set.pdn", content=FILE.encode(), headers={"content-type": "application/octet-stream"}
    )
    assert answer.status_code == 201
    return str(answer.json()["id"])


def test_marked_and_set_up_positions_are_drawn(client: TestClient, collection: str) -> None:
    answer = client.get(f"/api/collections/{collection}/diagrams").json()
    drawn = [(d["number"], d["title"], d["turn"], d["solution"]) for d in answer["diagrams"]]
    assert drawn == [
        (1, "Weiss – Springer", "black", "1. … 18-23 2. 38-32 12-18"),
        (2, "No. 7", "black", "1. … 19-23 2. 31-27 20-25"),
        (4, "<script>", "white", "1. 31-27 20-25"),
    ]
    assert answer["left_out"] == 1
    assert answer["diagrams"][1]["fen"] == "B:W31,32:B19,20"


def test_games_are_named(client: TestClient, collection: str) -> None:
    answer = client.get(f"/api/collections/{collection}/diagrams", params={"games": "4, 1-2"}).json()
    assert [d["number"] for d in answer["diagrams"]] == [4, 1, 2]
    assert client.get(f"/api/collections/{collection}/diagrams", params={"games": "9-12"}).json()["diagrams"] == []


def test_a_changed_game_is_drawn_as_it_was_changed(client: TestClient, collection: str) -> None:
    with client.websocket_connect(f"/live/{collection}/3", headers={"host": "127.0.0.1"}) as socket:
        while socket.receive_json()["type"] != "study":
            pass
        socket.send_json({"type": "marks", "node": 1, "arrows": [[28, 28, "green"]]})
        while socket.receive_json()["type"] != "changed":
            pass
    answer = client.get(f"/api/collections/{collection}/diagrams", params={"games": "3"}).json()
    assert [(d["turn"], d["solution"]) for d in answer["diagrams"]] == [("black", "")]


@pytest.mark.parametrize("games", ["", "x", "0", "-1", "5-2", "1-", "9" * 12, "1;2", "1" * 201, "٣"])
def test_nonsense_is_refused_in_words(client: TestClient, collection: str, games: str) -> None:
    answer = client.get(f"/api/collections/{collection}/diagrams", params={"games": games})
    assert (answer.status_code, answer.json()["field"]) == (422, "games")


def test_there_are_bounds() -> None:
    assert len(read_span("1-199999")) == DIAGRAMS_MAX + 1
    with pytest.raises(MessageError):
        read_span(",")


def test_an_unknown_file_is_met_in_words(client: TestClient) -> None:
    answer = client.get("/api/collections/zzzzzzzzzzzz/diagrams")
    assert (answer.status_code, answer.json()["field"]) == (422, "id")
    assert client.get("/sheet").status_code == 200


class Screen:
    def __init__(self, page: Any) -> None:
        self.page = page


@pytest.fixture
def look(screens: Callable[..., Any]) -> Callable[..., Screen]:
    return screens(Screen, noted="status of 422")


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_positions_are_collected_and_printed(look: Callable[..., Screen], server: Any) -> None:
    screen = look("/editor?fen=W:W33,32:B28")
    page = screen.page
    page.locator("#screen[data-fen]").wait_for()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator("#solving[data-state=done]").wait_for()
    page.get_by_role("button", name="To the sheet").press("Enter")
    page.get_by_text("On the sheet: 1 diagram.").wait_for()
    page.get_by_role("button", name="To the sheet").press("Enter")  # once is enough
    page.get_by_text("On the sheet: 1 diagram.").wait_for()
    page.goto(f"{server.address}/analysis")
    page.locator("#file").set_input_files({"name": "a.pdn", "mimeType": "text/plain", "buffer": FILE.encode()})
    page.locator('#games-panel [data-index="0"]').click()
    page.locator("#screen[data-ready]").wait_for()
    page.get_by_role("button", name="Share and save").click()
    page.get_by_role("button", name="All marked positions of this game").click()
    page.get_by_text("On the sheet: 2 diagrams.").wait_for()
    page.get_by_label("Games, for example").fill("nonsense")
    page.get_by_role("button", name="Games of this file").click()
    page.get_by_text("named by numbers such as").wait_for()
    page.get_by_label("Games, for example").fill("1-4")
    page.get_by_role("button", name="Games of this file").click()
    page.get_by_text("On the sheet: 4 diagrams.").wait_for()
    page.get_by_role("link", name="Open the sheet").click()
    page.locator("#screen[data-pages='2']").wait_for()
    page.get_by_label("Title of the sheet").fill("Monday <i>evening</i>")
    page.get_by_role("heading", name="Monday <i>evening</i>").first.wait_for()
    assert page.get_by_label("Solution of diagram 1").input_value().startswith("1. ")
    page.get_by_role("button", name="Take diagram 2 off the sheet").click()
    page.get_by_text("3 diagrams, 2 pages").wait_for()
    page.reload()
    page.get_by_text("3 diagrams, 2 pages").wait_for()
    assert pages(page.pdf(prefer_css_page_size=True)) == 2


@pytest.mark.parametrize(("paper", "box"), [("A4", b"59\\d|84\\d"), ("Letter", b"612|792")])
def test_six_diagrams_fill_a_page(look: Callable[..., Screen], paper: str, box: bytes) -> None:
    screen = look("/sheet")
    page = screen.page
    diagram = {"game": "international", "turn": "white", "bottom": "white", "title": "T", "solution": "1. 32-28"}
    kept = {"diagrams": [{**diagram, "fen": f"W:W{n}:B1"} for n in range(21, 34)], "heading": "Sheet"}
    page.evaluate("(kept) => localStorage.setItem('damier.sheet', kept)", json.dumps(kept))
    page.reload()
    page.get_by_text(paper, exact=True).click()
    page.locator("#screen[data-pages='4']").wait_for()
    page.locator(".diagrams img").nth(12).wait_for()
    printed = page.pdf(prefer_css_page_size=True)
    assert pages(printed) == 4
    sizes = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", printed)
    assert sizes
    assert all(len(re.findall(box, size)) >= 1 for size in sizes)
    page.get_by_label("Solutions on a page of their own").uncheck()
    page.locator("#screen[data-pages='3']").wait_for()
    assert pages(page.pdf(prefer_css_page_size=True)) == 3


def test_what_is_kept_is_not_trusted(look: Callable[..., Screen]) -> None:
    screen = look("/sheet")
    page = screen.page
    hostile = {"game": "international", "fen": "<img src=x onerror=alert(1)>", "turn": "red", "title": ["x"]}
    for kept in ("null", "{", '{"diagrams": {}}', json.dumps({"diagrams": [7, {}, hostile], "paper": 5})):
        page.evaluate("(kept) => localStorage.setItem('damier.sheet', kept)", kept)
        page.reload()
        page.locator("#screen[data-pages]").wait_for()
    assert page.locator("#screen").get_attribute("data-pages") == "2"
    assert page.get_by_label("Solution of diagram 1").input_value() == ""
