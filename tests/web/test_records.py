"""Files of games over HTTP, and a game that people work on over its socket."""

import io
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from damier import pdn
from damier.library import Store
from damier.web import create_app
from damier.web.archive import Archive, clean_name
from damier.web.messages import MESSAGE_BYTES, MessageError

DATA = Path(__file__).parents[2] / "data" / "pdn"
BYTES = {"content-type": "application/octet-stream"}
THREE = """[White "A"] [Result "2-0"] 1. 32-28 19-23 2. 28x19 14x23 *

[White "B"] 1. 33-29 (1. 31-27) *

[White "C"] 1. 34-30 *
"""


@pytest.fixture
def send(client: TestClient) -> Callable[..., dict[str, Any]]:
    """Opens a file, and waits until it was read to its end."""

    def send_bytes(data: bytes | str, **question: str) -> dict[str, Any]:
        data = data.encode() if isinstance(data, str) else data
        answer = client.post("/api/collections", content=data, headers=BYTES, params={"name": "games.pdn", **question})
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        while not found["done"]:
            found = client.get(f"/api/collections/{found['id']}").json()
        return found

    return send_bytes


class Desk:
    """A page's view of one game that is worked on."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.study = self.hear("study")

    def hear(self, kind: str) -> dict[str, Any]:
        message: dict[str, Any] = self.socket.receive_json()
        assert message["type"] == kind, message
        return message

    def say(self, kind: str, **rest: Any) -> None:
        self.socket.send_json({"type": kind, **rest})


@pytest.fixture
def sit_down(client: TestClient) -> Callable[..., Any]:
    def open_socket(id: str, number: int = 1) -> Any:
        return client.websocket_connect(f"/live/{id}/{number}", headers={"host": "127.0.0.1"})

    return open_socket


def test_a_file_is_listed(client: TestClient, send: Callable[..., dict[str, Any]]) -> None:
    found = send((DATA / "bad" / "illegal.pdn").read_bytes(), name="Club & <b>night</b>.pdn")
    assert found["name"] == "Club & <b>night</b>.pdn"
    assert (found["games"], found["faults"], found["kinds"]) == (3, 1, {"International draughts": 3})
    listed = client.get(f"/api/collections/{found['id']}/games", params={"search": "errs"}).json()
    assert [(row["number"], row["faults"]) for row in listed["rows"]] == [(2, 1)]
    problems = client.get(f"/api/collections/{found['id']}/problems").json()
    assert [(problem["line"], problem["text"]) for problem in problems["rows"]] == [(8, "33-29")]
    assert client.get("/api/collections").json()["collections"][0]["id"] == found["id"]


def test_a_file_can_be_read_otherwise(client: TestClient, send: Callable[..., dict[str, Any]]) -> None:
    id = send('[White "Куперман"] 1. c3-d4 *'.encode("koi8-r"))["id"]
    found = client.post(f"/api/collections/{id}/reading?encoding=koi8-r&game=brazilian").json()
    while not found["done"]:
        found = client.get(f"/api/collections/{id}").json()
    assert found["kinds"] == {"Brazilian draughts": 1}
    assert client.get(f"/api/collections/{id}/games").json()["rows"][0]["white"] == "Куперман"


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"", "empty"), (b"\x1f\x8b\x08\x00x", "compressed"), (b"Dear diary", "no game of draughts")],
)
def test_a_wrong_file_says_why(send: Callable[..., dict[str, Any]], data: bytes, reason: str) -> None:
    found = send(data)
    assert reason in found["failure"]
    assert found["games"] == 0


def test_only_our_own_pages_may_send_files(client: TestClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = client.post("/api/collections", content=b"1. 32-28 *", headers={"content-type": kind})
        assert answer.status_code == 422
    answer = client.post("/api/collections", content=b"x", headers={**BYTES, "origin": "http://evil.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize(("question", "field"), [("game=chess", "game"), ("encoding=ebcdic", "encoding")])
def test_a_reading_that_there_is_not(client: TestClient, question: str, field: str) -> None:
    answer = client.post(f"/api/collections?{question}", content=b"1. 32-28 *", headers=BYTES)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


@pytest.mark.parametrize(
    "question", ["sort=size", "count=0", "count=9999", "first=-1", "first=x", "search=" + "x" * 300]
)
def test_a_bad_question_is_told(client: TestClient, send: Callable[..., dict[str, Any]], question: str) -> None:
    id = send(THREE)["id"]
    answer = client.get(f"/api/collections/{id}/games?{question}")
    assert answer.status_code == 422
    assert answer.json()["field"] == question.partition("=")[0]


@pytest.mark.parametrize("id", ["zzzzzzzzzzzz", "..%2f..%2fetc", "%00", "x" * 3000])
def test_a_file_that_is_not_there(client: TestClient, id: str) -> None:
    for path in (f"/api/collections/{id}", f"/api/collections/{id}/games", f"/api/collections/{id}/pdn"):
        answer = client.get(path)
        assert answer.status_code in (404, 422)
        assert answer.json()["type"] == "error"


def test_files_are_bounded(tmp_path: Path, in_loop: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
    async def pieces(count: int) -> AsyncIterator[bytes]:
        for _ in range(count):
            yield b"1. 32-28 *\n" * 100

    async def work() -> None:
        archive = Archive(Store(tmp_path), most=2, file_bytes=5000)
        with pytest.raises(MessageError, match="larger than"):
            await archive.new("large", pieces(9), game=None, encoding=None)
        assert list(archive.folder.iterdir()) == []
        ids = []
        for number in range(3):
            ids.append((await archive.new(f"{number}", pieces(1), game=None, encoding=None)).id)
            await archive.finished(ids[-1])
        kept = {card["id"] for card in archive.recent()}
        assert len(kept) == 2
        assert ids[-1] in kept
        for id in kept:  # a file with changed games is not dropped
            archive.save_change(id, 1, "international", "1. 32-28 *", 0)
        with pytest.raises(MessageError, match="delete one first"):
            await archive.new("more", pieces(1), game=None, encoding=None)
        await archive.close()

    in_loop(work())


def test_a_name_is_only_text() -> None:
    assert clean_name("../../etc/passwd\n\x00\u202e") == "../../etc/passwd"
    assert clean_name(" ") == "games.pdn"
    assert len(clean_name("x" * 9999)) <= 120


def test_a_game_is_worked_on_and_kept(
    client: TestClient, folder: Path, send: Callable[..., dict[str, Any]], sit_down: Callable[..., Any]
) -> None:
    id = send(THREE)["id"]
    with sit_down(id, 2) as socket:
        desk = Desk(socket)
        assert [node.get("text") for node in desk.study["nodes"]] == [None, "33-29", "31-27"]
        assert not desk.study["changed"]
        desk.say("position", node=1)
        assert desk.hear("position")["turn"] == "black"
        desk.say("play", node=1, move="19-23")
        changed = desk.hear("changed")
        assert [node["id"] for node in changed["nodes"]] == [1, 3]
        assert desk.hear("go") == {"type": "go", "node": 3}
        desk.say("play", node=1, move="19-23")  # it is there already
        assert desk.hear("go")["node"] == 3
        desk.say("comment", node=3, text="<script>alert(1)</script> é")
        assert desk.hear("changed")["nodes"][0]["comment"] == "<script>alert(1)</script> é"
        desk.say("explain", **{"node": 3, "from": 50, "to": 1})
        assert desk.hear("refusal")["message"]
        desk.say("delete", node=77)
        assert desk.hear("error")["field"] == "node"
    rows = client.get(f"/api/collections/{id}/games").json()["rows"]
    assert [row["changed"] for row in rows] == [False, True, False]
    text = client.get(f"/api/collections/{id}/pdn").text
    games = list(pdn.read_games(io.StringIO(text)))
    assert [game.headers["White"] for game in games] == ["A", "B", "C"]
    assert [node.pdn() for node in games[1].mainline()] == ["33-29", "19-23"]
    assert games[1].end().comment == "<script>alert(1)</script> é"

    # Another server finds it as it was left, until the file's own game is wanted back.
    with TestClient(create_app(folder), base_url="http://127.0.0.1") as other:
        with other.websocket_connect(f"/live/{id}/2", headers={"host": "127.0.0.1"}) as socket:
            desk = Desk(socket)
            assert desk.study["changed"]
            assert "19-23" in [node.get("text") for node in desk.study["nodes"]]
            desk.say("restore")
            desk.study = desk.hear("study")
            assert [node.get("text") for node in desk.study["nodes"]] == [None, "33-29", "31-27"]
        assert not any(row["changed"] for row in other.get(f"/api/collections/{id}/games").json()["rows"])


def test_pages_at_one_desk_see_each_others_changes(
    send: Callable[..., dict[str, Any]], sit_down: Callable[..., Any], client: TestClient
) -> None:
    id = send(THREE)["id"]
    with sit_down(id) as first, sit_down(id) as second:
        here, there = Desk(first), Desk(second)
        here.say("glyphs", node=1, nags=[1])
        assert here.hear("changed")["nodes"] == there.hear("changed")["nodes"]
        assert client.delete(f"/api/collections/{id}").status_code == 422
        there.say("undo")
        assert here.hear("changed")["nodes"][0]["nags"] == []
        there.hear("changed")
    assert client.delete(f"/api/collections/{id}").status_code == 200
    assert client.get(f"/api/collections/{id}").status_code == 422


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        '{"type": "fly"}',
        '{"type": "play"}',
        '{"type": "play", "node": 0}',
        '{"type": "play", "node": -1, "move": "32-28"}',
        '{"type": "comment", "node": 0, "text": 5}',
        '{"type": "comment", "node": 0, "text": "' + "x" * 4001 + '"}',
        '{"type": "comment", "node": 0, "text": "\\ud800"}',
        '{"type": "marks", "node": 0, "arrows": [[1, 2]]}',
        '{"type": "marks", "node": 0, "arrows": [[1, "x", "green"]]}',
        '{"type": "glyphs", "node": 1, "nags": [999]}',
        '{"type": "header", "name": "bad name", "text": "x"}',
        '{"type": "undo"}',
        "x" * (MESSAGE_BYTES + 1),
    ],
)
def test_any_message_gets_an_answer(
    send: Callable[..., dict[str, Any]], sit_down: Callable[..., Any], message: str
) -> None:
    with sit_down(send(THREE)["id"]) as socket:
        desk = Desk(socket)
        socket.send_text(message)
        assert desk.hear("error")["message"]


@pytest.mark.parametrize(("number", "code"), [(4, 4404), (0, 4404), (10**9, 4404)])
def test_a_game_that_the_file_does_not_have(
    send: Callable[..., dict[str, Any]], sit_down: Callable[..., Any], number: int, code: int
) -> None:
    with sit_down(send(THREE)["id"], number) as socket:
        assert "there is no game" in socket.receive_json()["message"]
        with pytest.raises(WebSocketDisconnect) as caught:
            socket.receive_json()
    assert caught.value.code == code


def test_a_study_begins_anywhere(
    client: TestClient,
    new_game: Callable[..., str],
    sit_down: Callable[..., Any],
    table: Any,
    attend: Callable[..., Any],
) -> None:
    def begin(**wish: Any) -> dict[str, Any]:
        answer = client.post("/api/studies", json=wish)
        assert answer.status_code == 201, answer.text
        with sit_down(answer.json()["id"]) as socket:
            study: dict[str, Any] = Desk(socket).study
        return study

    assert begin(game="russian")["game"]["id"] == "russian"
    assert begin(fen="W:Wc3:Bf6")["game"]["id"] == "russian"
    assert begin(fen="W:W28:B23")["game"]["id"] == "english"
    assert begin(fen="W:W38:B23:H0:F99")["game"]["id"] == "international"
    study = begin(game="international", fen="W:W31-50:B1-20", moves=["32-28", "19-23", "28x19x23"])
    assert [node.get("text") for node in study["nodes"]] == [None, "32-28", "19-23", "28x19"]
    id = new_game()
    with attend(id) as socket:
        seat = table(socket)
        seat.ask("move", move="32-28")
    assert [node.get("text") for node in begin(sitting=id)["nodes"]] == [None, "32-28"]


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"fen": "W:W99:B1"}, "fen"),
        ({"game": "international", "moves": ["1-50"]}, "moves"),
        ({"moves": "32-28"}, "moves"),
        ({"sitting": "zzzzzzzzzzzz"}, "sitting"),
        ({"sitting": "../x"}, "sitting"),
    ],
)
def test_a_study_that_cannot_begin(client: TestClient, wish: dict[str, Any], field: str) -> None:
    answer = client.post("/api/studies", json=wish)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_games_and_pictures_go_out(client: TestClient, send: Callable[..., dict[str, Any]]) -> None:
    id = send(THREE.replace('"A"', '"A/../\\u202e;é"'))["id"]
    answer = client.get(f"/api/collections/{id}/games/1/pdn")
    assert "1. 32-28 19-23 2. 28x19 14x23 *" in answer.text
    header = answer.headers["content-disposition"]
    assert re.fullmatch(r"attachment; filename=\"[\w .-]+\"; filename\*=UTF-8''[\w%.-]+", header), header
    picture = client.get("/api/diagram.svg", params={"fen": "W:WK3:B20", "game": "english", "bottom": "black"})
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    assert client.get("/api/diagram.svg?fen=nonsense").status_code == 422
    assert client.get("/api/diagram.svg?fen=W:W1:B2&size=99999").status_code == 422


BLUNDER = "1. 33-29 17-22 2. 32-27 20-25 3. 37-32 18-23 4. 27x18 *"


def test_a_game_is_reviewed_with_its_progress(
    send: Callable[..., dict[str, Any]], sit_down: Callable[..., Any]
) -> None:
    id = send(BLUNDER)["id"]
    with sit_down(id) as socket:
        desk = Desk(socket)
        desk.say("review", depth="quick")
        states = []
        while True:
            news = desk.hear("review")
            states.append(news["state"])
            if news["state"] == "running":
                assert 1 <= news["done"] <= news["total"] == 8
            if news["state"] == "done":
                break
        assert set(states) <= {"waiting", "running", "done"}
        assert [move["text"] for move in news["moves"]][5] == "18-23"
        blunder = news["moves"][5]
        assert (blunder["mark"], blunder["color"], blunder["node"]) == ("??", "black", 6)
        assert news["counts"]["black"]["??"] == 1
        assert news["accuracy"]["black"] < 100
        assert all(0 <= move["points"] <= 1 for move in news["moves"])

        # The mistake is tried again.
        desk.say("try", node=6, move=blunder["best"][0])
        assert desk.hear("tried")["is_best"]
        desk.say("try", node=6, move="18-23")
        answer = desk.hear("tried")
        assert not answer["is_good"]
        assert answer["text"] == "18-23"
        desk.say("try", node=6, move="1-50")
        assert desk.hear("error")["field"] == "move"
        desk.say("try", node=0, move="32-28")
        assert desk.hear("error")["field"] == "node"

        # Another page that comes sees it; written into the game it is part of what is kept.
        with sit_down(id) as second:
            assert Desk(second).study["review"]["counts"] == news["counts"]
        desk.say("annotate")
        study = desk.hear("study")
        by_text = {node["text"]: node for node in study["nodes"] if "text" in node}
        assert by_text["18-23"]["nags"] == [4]
        assert by_text["37-32"]["eval"]
        assert study["changed"]
        assert study["review"]["moves"][5]["node"] == by_text["18-23"]["id"]


def test_a_review_is_refused_or_stopped(send: Callable[..., dict[str, Any]], sit_down: Callable[..., Any]) -> None:
    with sit_down(send('[White "nobody moved"] *')["id"]) as socket:
        desk = Desk(socket)
        desk.say("review", depth="quick")
        assert "no move to judge" in desk.hear("error")["message"]
        desk.say("review", depth="endless")
        assert desk.hear("error")["field"] == "depth"
        desk.say("annotate")
        assert "no review" in desk.hear("error")["message"]
    with sit_down(send(BLUNDER)["id"]) as socket:
        desk = Desk(socket)
        desk.say("review", depth="deep")
        desk.say("review_off")
        while desk.hear("review")["state"] not in ("stopped", "done"):
            pass
        desk.say("position", node=0)
        while desk.socket.receive_json()["type"] != "position":
            pass


def test_the_engine_answers_a_page(send: Callable[..., dict[str, Any]], sit_down: Callable[..., Any]) -> None:
    with sit_down(send(THREE)["id"]) as socket:
        desk = Desk(socket)
        desk.say("engine", node=2, lines=2)
        while not (news := desk.hear("lines"))["lines"]:
            pass
        assert news["node"] == 2
        assert news["lines"][0]["moves"][0]["text"] == "28x19"
        desk.say("engine", node=2, lines=9)
        while (answer := desk.socket.receive_json())["type"] == "lines":
            pass
        assert answer["field"] == "lines"
        desk.say("engine_off")
        desk.say("line", node=0, moves=["33-29", "19-24"])
        while (answer := desk.socket.receive_json())["type"] == "lines":
            pass
        assert [node.get("text") for node in answer["nodes"]] == [None, "33-29", "19-24"]
