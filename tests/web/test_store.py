"""What the server keeps: nothing that was finished is lost, whatever happens to it."""

import io
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

import damier
from damier import pdn
from damier.library import NewerStoreError
from damier.web import create_app

HOST = "http://127.0.0.1"
SERVE = "from damier.web import serve; serve(port=0, browser=False)"


class Process:
    """A server in a process of its own, that can be killed."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE],
            env={**os.environ, "XDG_DATA_HOME": str(self.home), "LOCALAPPDATA": str(self.home)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.host = line.partition("http://")[2].partition("/")[0]
        assert self.host, line

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def ask(self, path: str, wish: Any = None) -> Any:
        body = None if wish is None else json.dumps(wish).encode()
        with urlopen(Request(f"http://{self.host}{path}", body, {"Content-Type": "application/json"})) as answer:
            return json.load(answer)

    def begin(self) -> str:
        return str(self.ask("/api/sittings", {"game": "international", "side": "both"})["id"])

    def state(self, id: str) -> dict[str, Any]:
        with connect(f"ws://{self.host}/live/{id}") as socket:
            state: dict[str, Any] = json.loads(socket.recv())
            return state


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    process = Process(tmp_path)
    yield process
    process.kill()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_server_killed_at_any_moment_loses_no_finished_move(process: Process) -> None:
    chance = random.Random(5)
    ids = [process.begin() for _ in range(3)]
    told: dict[str, list[str]] = {id: [] for id in ids}
    for _ in range(4):
        death = threading.Timer(chance.uniform(0.1, 0.9), process.kill)
        death.start()
        # When the server is gone, what it told before is what it must remember.
        with ExitStack() as room, suppress(OSError, EOFError, WebSocketException):
            sockets = {id: room.enter_context(connect(f"ws://{process.host}/live/{id}")) for id in ids}
            states = {id: json.loads(socket.recv()) for id, socket in sockets.items()}
            for _ in range(500):
                id = chance.choice(ids)
                state = states[id]
                if not state["moves"]:
                    continue
                move = chance.choice(state["moves"])["id"]
                sockets[id].send(json.dumps({"type": "move", "ply": state["ply"], "move": move}))
                states[id] = json.loads(sockets[id].recv())
                told[id] = states[id]["history"]
        death.join()
        process.start()
        for id in ids:
            state = process.state(id)
            # A move may be kept that nobody was told of any more; none is missing.
            assert state["history"][: len(told[id])] == told[id]
            assert len(state["history"]) - len(told[id]) in (0, 1)
            told[id] = state["history"]
    assert max(map(len, told.values())) > 5
    assert process.ask("/api/sittings")["remarks"] == []


def test_two_servers_in_one_folder_go_on_from_each_others_moves(process: Process) -> None:
    other = Process(process.home)
    id = process.begin()
    with connect(f"ws://{process.host}/live/{id}") as here, connect(f"ws://{other.host}/live/{id}") as there:
        json.loads(here.recv()), json.loads(there.recv())
        here.send(json.dumps({"type": "move", "ply": 0, "move": "32-28"}))
        assert json.loads(here.recv())["history"] == ["32-28"]
        # The other server still shows the beginning: the move made there is not mixed in.
        there.send(json.dumps({"type": "move", "ply": 0, "move": "33-29"}))
        state = json.loads(there.recv())
        assert state["history"] == ["32-28"]
        assert "another server" in state["note"]
        there.recv()
        there.send(json.dumps({"type": "move", "ply": 1, "move": "19-23"}))
        while (state := json.loads(there.recv()))["ply"] != 2:
            pass
        here.send(json.dumps({"type": "undo", "ply": 1}))
        assert json.loads(here.recv())["history"] == ["32-28", "19-23"]
    other.kill()
    assert process.state(id)["history"] == ["32-28", "19-23"]


def test_two_servers_do_not_overwrite_each_others_changes(folder: Path) -> None:
    with TestClient(create_app(folder), base_url=HOST) as one, TestClient(create_app(folder), base_url=HOST) as other:
        study = one.post("/api/studies", json={"game": "international"}).json()
        path = f"/live/{study['id']}/1"
        with (
            one.websocket_connect(path, headers={"host": "127.0.0.1"}) as here,
            other.websocket_connect(path, headers={"host": "127.0.0.1"}) as there,
        ):
            here.receive_json(), there.receive_json()
            here.send_json({"type": "play", "node": 0, "move": "32-28"})
            assert here.receive_json()["type"] == "changed"
            there.send_json({"type": "play", "node": 0, "move": "33-29"})
            news = there.receive_json()
            assert news["type"] == "study"
            assert "another server" in news["note"]
            assert [node.get("text") for node in news["nodes"]] == [None, "32-28"]
            there.send_json({"type": "play", "node": 0, "move": "33-29"})
            while (news := there.receive_json())["type"] != "changed":
                pass
            assert news["note"] is None
        text = one.get(f"/api/collections/{study['id']}/games/1/pdn").text
        assert "32-28" in text
        assert "33-29" in text


def old_files(folder: Path) -> dict[str, bytes]:
    """What version 0.1 left behind: two games, one of them damaged, and a file of games with a changed one."""
    sitting = {
        "format": 1,
        "id": "abcdefghijk1",
        "game": "russian",
        "draws": "rus64",
        "fen": damier.Board(game="russian").fen(),
        "moves": ["c3d4", "d6c5"],
        "seats": {"white": "person", "black": "person"},
        "level": None,
        "offer": None,
        "ending": ["resign", "white"],
        "clock": None,
        "created": 1.0,
        "updated": 2.0,
    }
    board = damier.Board(game="russian")
    sitting["draws"] = board.profile
    sitting["fen"] = board.fen(counters=True)
    moves = []
    for text in ("c3-d4", "d6-c5"):
        moves.append(board.push_pdn(text).hub())
    sitting["moves"] = moves
    files = {
        "sittings/abcdefghijk1.json": json.dumps(sitting),
        "sittings/abcdefghijk2.json": "{",
        "sittings/evil.json": "{}",
        "collections/abcdefghijk3.json": json.dumps(
            {"name": "Club.pdn", "game": None, "encoding": "utf-8", "bytes": 11, "opened": 3.0}
        ),
        "collections/abcdefghijk3.pdn": "1. 32-28 *\n",
        "collections/abcdefghijk4.json": json.dumps(
            {"name": "Lost", "game": None, "encoding": None, "bytes": 1, "opened": 1}
        ),
        "collections/changed/abcdefghijk3-1.json": json.dumps(
            {"format": 1, "game": "international", "pdn": "1. 32-28 {mine} *", "updated": 4.0}
        ),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return {name: (folder / name).read_bytes() for name in files}


def test_what_an_earlier_version_kept_is_taken_in_once_and_left(folder: Path) -> None:
    before = old_files(folder)
    with TestClient(create_app(folder), base_url=HOST) as client:
        (line,) = client.get("/api/sittings").json()["sittings"]
        assert (line["id"], line["game"], line["plies"], line["result"]) == (
            "abcdefghijk1",
            "Russian draughts",
            2,
            "0-1",
        )
        (file,) = client.get("/api/collections").json()["collections"]
        assert file["name"] == "Club.pdn"
        assert "mine" in client.get("/api/collections/abcdefghijk3/games/1/pdn").text
        assert client.delete("/api/sittings/abcdefghijk1").status_code == 200
    assert {name: (folder / name).read_bytes() for name in before} == before
    with TestClient(create_app(folder), base_url=HOST) as client:
        assert client.get("/api/sittings").json()["sittings"] == []
        assert len(client.get("/api/collections").json()["collections"]) == 1


def test_a_newer_store_is_refused_before_anything_is_served(folder: Path) -> None:
    with TestClient(create_app(folder), base_url=HOST) as client:
        client.get("/api/sittings")
    with closing(sqlite3.connect(folder / "damier.sqlite")) as store, store:
        store.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerStoreError, match="newer damier"):
        create_app(folder)


def test_the_command_line_refuses_a_newer_store_in_one_line(tmp_path: Path) -> None:
    home = tmp_path / "damier"
    with TestClient(create_app(home), base_url=HOST) as client:
        client.get("/api/sittings")
    with closing(sqlite3.connect(home / "damier.sqlite")) as store, store:
        store.execute("UPDATE alembic_version SET version_num = '9999'")
    said = subprocess.run(
        [sys.executable, "-m", "damier", "--port", "0", "--no-browser"],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.returncode == 2
    assert "newer damier" in said.stderr
    assert "Traceback" not in said.stderr


def test_a_damaged_store_is_told_on_the_page(folder: Path) -> None:
    with TestClient(create_app(folder), base_url=HOST) as client:
        client.post("/api/sittings", json={"game": "international", "side": "both"})
    (folder / "damier.sqlite").write_bytes(b"Dear diary" * 1000)
    for path in folder.glob("*-wal"):
        path.unlink()
    with TestClient(create_app(folder), base_url=HOST) as client:
        answer = client.get("/api/sittings").json()
        assert answer["sittings"] == []
        (remark,) = answer["remarks"]
        assert "damier-damaged-" in remark
        assert client.post("/api/sittings", json={"game": "international", "side": "both"}).status_code == 201


def test_a_store_that_cannot_be_read_is_said_so_without_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with TestClient(create_app(tmp_path / "file" / "x"), base_url=HOST) as client:
        for answer in (
            client.get("/api/sittings"),
            client.get("/api/collections"),
            client.get("/api/sittings/abcdefghijkl/pdn"),
            client.delete("/api/sittings/abcdefghijkl"),
        ):
            assert answer.status_code == 503
            assert (answer.json()["type"], bool(answer.json()["message"])) == ("error", True)
        assert client.get("/", follow_redirects=False).status_code == 200
        with client.websocket_connect("/live/abcdefghijkl", headers={"host": "127.0.0.1"}) as socket:
            assert socket.receive_json()["type"] == "error"


# -- my games ---------------------------------------------------------------------------------------------------------


def play(client: TestClient, id: str, *moves: str, resign: bool = False) -> None:
    with client.websocket_connect(f"/live/{id}", headers={"host": "127.0.0.1"}) as socket:
        state = socket.receive_json()
        for move in moves:
            socket.send_json({"type": "move", "ply": state["ply"], "move": move})
            state = socket.receive_json()
            assert state["type"] == "state", state
        if resign:
            socket.send_json({"type": "resign", "ply": state["ply"]})
            socket.receive_json()


def test_my_games_are_searched_sorted_and_exported(client: TestClient, new_game: Callable[..., str]) -> None:
    russian, frisian, level = new_game(game="russian"), new_game(game="frisian"), new_game(side="white", level="club")
    play(client, russian, "c3-d4", "d6-c5", resign=True)
    play(client, frisian, "32-28")

    def found(**question: Any) -> list[str]:
        answer = client.get("/api/sittings", params=question).json()
        assert answer["total"] >= len(answer["sittings"])
        return [line["id"] for line in answer["sittings"]]

    assert found() == [frisian, russian, level]
    assert found(sort="created", descending=False) == [russian, frisian, level]
    assert found(sort="plies") == [russian, frisian, level]
    assert found(search="FRISIAN") == [frisian]
    assert found(search="club") == [level]
    assert found(search="russian 0-1") == [russian]
    assert found(over=True) == [russian]
    assert found(over=False) == [frisian, level]
    assert found(first=1, count=1) == [russian]
    assert client.get("/api/sittings", params={"count": 1}).json()["total"] == 3
    answer = client.get("/api/sittings", params={"sort": "colour"})
    assert (answer.status_code, answer.json()["field"]) == (422, "sort")

    one = client.get(f"/api/sittings/{russian}/pdn")
    assert "attachment" in one.headers["content-disposition"]
    (game,) = read(one.text)
    assert ([node.pdn() for node in game.mainline()], game.headers["Result"]) == (["c3-d4", "d6-c5"], "0-1")
    games = read(client.get("/api/sittings/pdn").text)
    assert [game.rules.id for game in games] == ["frisian", "russian", "international"]
    assert games[2].headers["Black"].startswith("damier ")
    assert [game.rules.id for game in read(client.get("/api/sittings/pdn?search=russian").text)] == ["russian"]
    assert client.get("/api/sittings/zzzzzzzzzzzz/pdn").status_code == 422


def read(text: str) -> list[pdn.Game]:

    return list(pdn.read_games(io.StringIO(text)))


def test_the_first_page_does_not_wait_for_the_store(tmp_path: Path) -> None:
    """Only what is kept needs it: the page itself and the rules do not."""
    code = (
        "import sys\nfrom pathlib import Path\nfrom damier.web import create_app\n"
        "create_app(Path(sys.argv[1]))\nprint('sqlalchemy' in sys.modules, 'alembic' in sys.modules)\n"
    )
    said = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["False", "False"]


# -- in the browser ---------------------------------------------------------------------------------------------------


def test_my_games_in_the_browser(browser: Any, server: Any) -> None:
    ids = [server.begin(game="russian" if number % 2 else "frisian") for number in range(25)]
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", accept_downloads=True
    )
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto(f"{server.address}/play/{ids[0]}")
    page.locator("main[data-ply]").wait_for()
    page.get_by_role("button", name="My games").click()
    lines = page.locator("dialog.games a.game")
    page.wait_for_function("() => document.querySelectorAll('dialog.games a.game').length === 20")
    page.get_by_role("button", name="More").click()
    page.wait_for_function("() => document.querySelectorAll('dialog.games a.game').length === 25")
    page.get_by_label("Search").fill("russ")
    page.wait_for_function("() => document.querySelectorAll('dialog.games a.game').length === 12")
    page.get_by_label("Show", exact=True).select_option("over")
    page.get_by_text("No game fits that.").wait_for()
    page.get_by_label("Show", exact=True).select_option("all")
    page.get_by_label("Search").fill("")
    page.get_by_label("Sort by").select_option("created")
    page.wait_for_function(
        "id => document.querySelector('dialog.games a.game')?.getAttribute('href') === `/play/${id}`", arg=ids[-1]
    )
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete this game").first.click()
    page.wait_for_function(
        "id => document.querySelector('dialog.games a.game')?.getAttribute('href') === `/play/${id}`", arg=ids[-2]
    )
    with page.expect_download() as caught:
        page.get_by_role("link", name="Save these games as PDN").click()
    text = Path(caught.value.path()).read_text("utf-8")
    assert len(read(text)) == 24
    assert lines.count() == 20
    context.close()
