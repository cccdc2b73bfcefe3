"""Endgame tables on the page: values of moves, and more tables built in the background."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import damier
from damier import tables
from damier.web import builder as building
from damier.web import create_app
from damier.web.endings import Endings

# White's three kings catch the king: 7-2 is the only move that wins.
THREE = "W:WK1,K7,K18:BK35"
FIVE = "W:WK1,K7,K18,K20:BK35"


@pytest.fixture
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables that are built here."""
    folder = tmp_path / "tables"
    monkeypatch.setenv("DAMIER_TABLES", str(folder))
    return folder


@pytest.fixture
def here(own_tables: Path, folder: Path) -> Iterator[TestClient]:
    """A page on the server's own machine."""
    app = create_app(folder)
    with TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 5)) as client:
        yield client


def value_of(client: TestClient, fen: str, game: str = "international") -> Any:
    answer = client.post("/api/values", json={"game": game, "fen": fen})
    assert answer.status_code == 200, answer.text
    return answer.json()["table"]


def until(client: TestClient, state: str, seconds: float = 60) -> dict[str, Any]:
    """The build when it has got so far."""
    deadline = time.monotonic() + seconds
    while True:
        build: dict[str, Any] = client.get("/api/tables/build").json()["build"]
        if build["state"] == state or (state == "begun" and build["total"]):
            return build
        assert build["state"] == "running", build
        assert time.monotonic() < deadline, build
        time.sleep(0.05)


def test_every_legal_move_has_its_value(client: TestClient) -> None:
    table = value_of(client, THREE)
    assert (table["state"], table["result"], table["plies"], table["certain"]) == ("known", 1, 15, True)
    board, known = damier.Board(THREE), tables.open()
    assert {move["move"] for move in table["moves"]} == {move.hub() for move in board.legal_moves}
    for move in table["moves"]:
        after = board.copy()
        after.push_hub(move["move"])
        assert move["result"] == -known.probe_wdl(after)
        assert move["plies"] == (1 + abs(known.probe_dtw(after)) if move["result"] else None)


def test_a_win_that_a_drawing_rule_may_end_is_not_certain(client: TestClient) -> None:
    drawn = value_of(client, "W:Wb4:Bg7", game="russian")
    assert (drawn["result"], drawn["plies"], drawn["certain"]) == (0, None, True)
    assert value_of(client, "W:W17:B4", game="russian")["certain"] is False


@pytest.mark.parametrize(
    ("fen", "game", "state"),
    [
        (FIVE, "international", "missing"),
        ("W:W6:BK5", "poddavki", "missing"),
        ("W:W31-50:B1-20", "international", None),
        ("W:Wa1:Bh8", "bashni", None),
        ("W:W:BK5", "international", None),
    ],
)
def test_what_no_table_knows_is_said_so(
    own_tables: Path, client: TestClient, fen: str, game: str, state: str | None
) -> None:
    table = value_of(client, fen, game)
    assert (table and table["state"]) == state
    if table:
        assert table["have"] == (4 if game == "international" else 0)
        assert table["size"]["positions"] > 0


def test_a_bad_position_is_refused(client: TestClient) -> None:
    answer = client.post("/api/values", json={"game": "international", "fen": "W:W99:B1"})
    assert (answer.status_code, answer.json()["field"]) == (422, "fen")


def test_the_analysis_is_told_the_values(client: TestClient) -> None:
    study = client.post("/api/studies", json={"game": "international", "fen": THREE}).json()
    with client.websocket_connect(f"/live/{study['id']}/1", headers={"host": "127.0.0.1"}) as socket:
        socket.receive_json()
        socket.send_json({"type": "position", "node": 0})
        position = socket.receive_json()
        assert (position["type"], position["table"]) == ("position", True)
        news = socket.receive_json()
        assert (news["type"], news["node"], news["table"]["plies"]) == ("table", 0, 15)
        socket.send_json({"type": "play", "node": 0, "move": news["table"]["moves"][0]["move"]})
        while socket.receive_json()["type"] != "go":
            pass
        socket.send_json({"type": "position", "node": 1})
        while (news := socket.receive_json())["type"] != "table":
            pass
        assert (news["node"], news["table"]["result"], news["table"]["plies"]) == (1, -1, 14)
    study = client.post("/api/studies", json={"game": "international"}).json()
    with client.websocket_connect(f"/live/{study['id']}/1", headers={"host": "127.0.0.1"}) as socket:
        socket.receive_json()
        socket.send_json({"type": "position", "node": 0})
        assert socket.receive_json()["table"] is False


def test_a_hint_knows_the_truth(client: TestClient, new_game: Callable[..., str], attend: Any, table: Any) -> None:
    with attend(new_game(fen=THREE)) as socket:
        seat = table(socket)
        seat.say("hint")
        hint = seat.hear("hint")
        assert (hint["move"]["text"], hint["value"]) == ("7-2", {"result": 1, "plies": 15})
    with attend(new_game(fen="W:WK1:BK46")) as socket:
        seat = table(socket)
        seat.say("hint")
        assert seat.hear("hint")["value"] == {"result": 0, "plies": None}
    with attend(new_game()) as socket:
        seat = table(socket)
        seat.say("hint")
        assert seat.hear("hint")["value"] is None


def test_the_editor_is_told_the_values(client: TestClient) -> None:
    found = client.post("/api/setup", json={"game": "international", "fen": THREE}).json()
    assert found["table"]["plies"] == 15
    assert client.post("/api/setup", json={"game": "international", "pieces": {}}).json()["table"] is None


def test_more_tables_are_built_and_used(here: TestClient, own_tables: Path) -> None:
    fen = "W:WK1,K2:BK32"
    assert value_of(here, fen, "english")["state"] == "missing"
    listed = {game["id"]: game for game in here.get("/api/tables").json()["games"]}
    assert (listed["english"]["have"], listed["international"]["have"]) == (0, 4)
    assert "bashni" not in listed
    assert here.get("/api/tables").json()["may_build"] is True
    answer = here.post("/api/tables", json={"game": "english", "pieces": 3})
    assert answer.status_code == 202, answer.text
    done = until(here, "done")
    assert (done["positions"], done["message"]) == (done["total"], None)
    assert done["total"] == next(size["positions"] for size in listed["english"]["sizes"] if size["pieces"] == 3)
    assert value_of(here, fen, "english")["state"] == "known"
    assert (own_tables / "english" / "KKvK.dtw").exists()
    answer = here.post("/api/tables", json={"game": "english", "pieces": 3})
    assert "here already" in answer.json()["message"]


def test_a_build_is_ready_when_what_it_built_is_known(
    here: TestClient, own_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    renew = Endings.renew

    def look_and_renew(endings: Endings) -> None:
        told.append(here.app.state.builder.picture()["state"])
        renew(endings)

    monkeypatch.setattr(Endings, "renew", look_and_renew)
    here.post("/api/tables", json={"game": "english", "pieces": 2})
    until(here, "done")
    # Whoever had heard "done" by then would have been shown the tables of before.
    assert told == ["running"]


def test_a_build_can_be_stopped_and_goes_on_later(here: TestClient, own_tables: Path) -> None:
    here.post("/api/tables", json={"game": "spantsiretti", "pieces": 5})
    until(here, "begun")
    answer = here.post("/api/tables", json={"game": "english", "pieces": 2})
    assert "already" in answer.json()["message"]
    assert here.delete("/api/tables/build").json()["build"]["state"] == "stopped"
    assert here.get("/api/tables/build").json()["build"]["state"] == "stopped"
    listed = {game["id"]: game for game in here.get("/api/tables").json()["games"]}
    have = listed["spantsiretti"]["have"]
    assert have < 4
    # What was finished stays, and the next build goes on from there.
    assert here.post("/api/tables", json={"game": "spantsiretti", "pieces": max(2, have + 1)}).status_code == 202
    until(here, "done")


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"game": "chess", "pieces": 3}, "chess"),
        ({"game": "bashni", "pieces": 3}, "no tables"),
        ({"game": "english", "pieces": 1}, "pieces"),
        ({"game": "english", "pieces": 99}, "pieces"),
        ({"game": "english", "pieces": "3"}, "pieces"),
        ({"game": "international", "pieces": 7}, "damier tables build international 7"),
        ({"game": "international", "pieces": 4}, "here already"),
    ],
)
def test_what_is_not_built_is_said(here: TestClient, wish: dict[str, Any], words: str) -> None:
    answer = here.post("/api/tables", json=wish)
    assert answer.status_code == 422
    assert words in answer.json()["message"]
    assert here.get("/api/tables/build").json()["build"] is None


def test_a_full_disk_is_seen_before(here: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    free = type("Usage", (), {"free": 300 << 20})
    monkeypatch.setattr(building.shutil, "disk_usage", lambda place: free)
    answer = here.post("/api/tables", json={"game": "russian", "pieces": 6})
    assert "300 MB free" in answer.json()["message"]


def test_a_guest_may_not_fill_the_disk(own_tables: Path, folder: Path) -> None:
    app = create_app(folder)
    with TestClient(app, base_url="http://192.168.1.5", client=("192.168.1.77", 5)) as client:
        assert client.get("/api/tables").json()["may_build"] is False
        for answer in (
            client.post("/api/tables", json={"game": "english", "pieces": 2}),
            client.delete("/api/tables/build"),
        ):
            assert answer.status_code == 422
            assert "machine itself" in answer.json()["message"]
    assert not own_tables.exists()


def test_tables_that_are_incomplete_do_not_count(own_tables: Path) -> None:
    tables.build("english", 3)
    game = damier.Game("english")
    assert Endings().have(game) == 3
    (own_tables / "english" / "KKvK.dtw").unlink()
    assert Endings().have(game) == 2


def test_a_damaged_table_is_said_so(own_tables: Path, client: TestClient) -> None:
    tables.build("english", 3)
    path = own_tables / "english" / "KvKK.dtw"
    data = bytearray(path.read_bytes())
    data[-200] ^= 0xFF
    path.write_bytes(data)
    found = value_of(client, "W:WK14,K18:BK32", "english")
    assert found["state"] == "damaged"
    assert "checksum" in found["message"]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_build_ends_with_whoever_began_it(own_tables: Path) -> None:
    begin = (
        "import subprocess, sys, os, signal\n"
        "mason = subprocess.Popen([sys.executable, '-m', 'damier.web.mason', 'international', '5', sys.argv[1]],\n"
        "                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "print(mason.pid, flush=True)\n"
        "mason.stdout.readline()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    found = subprocess.run([sys.executable, "-c", begin, str(own_tables)], capture_output=True, text=True)
    assert found.returncode == -signal.SIGKILL
    mason = int(found.stdout)
    deadline = time.monotonic() + 20
    while is_alive(mason):
        assert time.monotonic() < deadline, "the build goes on"
        time.sleep(0.05)


def is_alive(process: int) -> bool:
    """A process that has ended, and that nobody has asked how, is a zombie: it builds nothing."""
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat")
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False


def test_the_mason_says_what_is_wrong(own_tables: Path) -> None:
    own_tables.write_text("no folder")
    found = subprocess.run(
        [sys.executable, "-m", "damier.web.mason", "english", "2", str(own_tables)],
        stdin=subprocess.PIPE,
        capture_output=True,
        text=True,
    )
    last = json.loads(found.stdout.splitlines()[-1])
    assert last["what"] == "failed"
    assert last["message"]
    assert found.stderr == ""


# -- in the browser ---------------------------------------------------------------------------------------------------


@pytest.fixture
def page(own_tables: Path, browser: Any, server: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", has_touch=True)
    context.set_default_timeout(30_000)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    assert problems == []


def rows(page: Any) -> list[str]:
    return [
        " ".join(text.split())
        for text in page.locator("#endings li button").evaluate_all(
            "buttons => buttons.map(b => [...b.children].map(c => c.textContent).join(' '))"
        )
    ]


def head(page: Any, words: str) -> None:
    page.locator("#endings:not(.old) .head p", has_text=words).wait_for()


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard", "board"])
def test_an_ending_is_explored_by_moving(page: Any, server: Any, way: str) -> None:
    page.goto(f"{server.address}/analysis?game=international&fen={THREE}")
    head(page, "White wins in 8")
    assert rows(page)[:2] == ["7-2 wins in 8", "1-6 draw"]
    first = page.locator("#endings li button").first
    if way == "mouse":
        first.hover()
        assert page.locator("#board .arrow").count() == 1
        first.click()
    elif way == "touch":
        first.tap()
    elif way == "keyboard":
        page.locator("#endings .more").focus()
        page.keyboard.press("Tab")
        assert page.locator("#board .arrow").count() == 1
        page.keyboard.press("Enter")
    else:
        for square in (7, 2):
            box = page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    head(page, "White wins in 7")
    assert rows(page)[0] == "35-49 loses in 7"
    assert page.locator("#moves [data-node]").all_text_contents() == ["7-2"]
    if way == "keyboard":
        assert page.evaluate("document.activeElement.dataset.move") == "35-49"
    if way in ("keyboard", "board"):  # arrow keys walk elsewhere now
        return
    page.keyboard.press("ArrowLeft")
    head(page, "White wins in 8")
    page.locator("#endings li button", has_text="1-6").click()
    head(page, "A draw")


def test_where_no_table_knows_more_are_built_at_a_click(page: Any, server: Any, own_tables: Path) -> None:
    page.goto(f"{server.address}/editor?game=english&fen=W:WK1,K2:BK32")
    page.locator("#endings[data-state=missing]").wait_for()
    page.get_by_role("button", name="More tables").click()
    page.get_by_role("button", name="Build: Up to 3 pieces").click()
    page.locator(".tables .build[data-state=done]").wait_for()
    page.locator(".tables .sizes li.here", has_text="Up to 3 pieces").wait_for()
    page.keyboard.press("Escape")
    head(page, "White wins in")
    page.locator("#endings li button").first.click()
    page.locator("#screen[data-view=game] #endings[data-state=known]").wait_for()
    assert len(page.locator("#moves [data-node]").all_text_contents()) == 1


def test_a_build_is_stopped_at_a_click(page: Any, server: Any, own_tables: Path) -> None:
    page.goto(f"{server.address}/analysis?game=turkish&fen=W:WKa1,Kb1:BKh8,Kg8")
    page.get_by_role("button", name="More tables").click()
    page.get_by_role("button", name="Build: Up to 4 pieces").click()
    page.locator(".tables .facts", has_text="%").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator(".tables .build[data-state=stopped]").wait_for()
    page.get_by_text("Stopped: what was finished stays.").wait_for()


def test_a_hint_in_play_says_what_it_is_worth(page: Any, server: Any) -> None:
    page.goto(f"{server.address}/play/{server.begin(fen=THREE)}")
    page.locator("main[data-ply]").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("A good move: 7-2 (wins in 8)").wait_for()
