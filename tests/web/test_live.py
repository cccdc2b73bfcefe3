"""The live side: one game, one or more pages, honest and hostile."""

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import damier
from damier.web import create_app, live
from damier.web.messages import KINDS
from damier.web.room import PAGES_MAX

Attend = Callable[..., Any]
Begin = Callable[..., str]


def test_a_state_tells_everything(attend: Attend, new_game: Begin, table: Any) -> None:
    with attend(new_game()) as socket:
        state = table(socket).state
    assert (state["ply"], state["turn"], state["game"]["id"]) == (0, "white", "international")
    assert len(state["pieces"]) == 40
    assert len(state["moves"]) == 9
    move = next(move for move in state["moves"] if move["text"] == "32-28")
    assert (move["from"], move["to"], move["path"], move["captures"]) == (32, 28, [32, 28], [])
    assert state["outcome"] is None
    assert not state["can_undo"]
    assert state["fen"] == damier.Board().fen()


def test_moves_are_played_and_taken_back(attend: Attend, new_game: Begin, table: Any) -> None:
    with attend(new_game()) as socket:
        here = table(socket)
        for text in ("32-28", "19-23", "28x19"):
            here.say("move", move=text)
            here.hear("state")
        assert here.state["history"] == ["32-28", "19-23", "28x19"]
        assert here.state["last_move"]["captures"] == {"23": "b"}
        assert here.state["last_move"]["piece"] == "w"
        here.say("undo")
        assert here.hear("state")["history"] == ["32-28", "19-23"]
        here.say("move", move="28x19x23")  # the id that the state gives, too
        assert here.hear("state")["history"] == ["32-28", "19-23", "28x19"]


def test_both_pages_see_the_same_game(attend: Attend, new_game: Begin, table: Any) -> None:
    id = new_game()
    with attend(id) as first, attend(id) as second:
        one, two = table(first), table(second)
        one.say("move", move="32-28")
        assert one.hear("state")["ply"] == 1
        assert two.hear("state")["ply"] == 1
        two.say("move", move="19-23")
        assert two.hear("state")["ply"] == 2
        assert one.hear("state")["history"] == ["32-28", "19-23"]


def test_a_stale_message_is_answered_with_the_state(attend: Attend, new_game: Begin, table: Any) -> None:
    with attend(new_game()) as socket:
        here = table(socket)
        here.say("move", move="32-28")
        here.hear("state")
        for kind, rest in (("move", {"move": "31-27"}), ("undo", {}), ("resign", {}), ("explain", {"from": 3})):
            socket.send_json({"type": kind, "ply": 0, **rest})
            answer = here.hear()
            assert (answer["type"], answer["ply"], answer["outcome"]) == ("state", 1, None)


def test_a_refusal_says_why(attend: Attend, new_game: Begin, table: Any) -> None:
    with attend(new_game(fen="W:W28,45:B33,5")) as socket:
        answer = table(socket).ask("explain", **{"from": 45, "to": 40})
        assert answer["type"] == "refusal"
        assert "28x39" in answer["message"]
        assert answer["must"] == [28]


@pytest.mark.parametrize("origin", [45, 28, 1, 50])
@pytest.mark.parametrize("target", [None, 1, 40, 45, 50])
def test_any_pair_of_squares_can_be_explained(
    attend: Attend, new_game: Begin, table: Any, origin: int, target: int | None
) -> None:
    with attend(new_game(fen="W:W28,45:B33,5")) as socket:
        answer = table(socket).ask("explain", **{"from": origin, "to": target})
        assert answer["type"] == "refusal"
        assert answer["message"]


def test_a_look_back_tells_how_it_was(attend: Attend, new_game: Begin, table: Any) -> None:
    with attend(new_game(fen="W:W47,50,8:B24,26,33,42,12,3,K5")) as socket:
        here = table(socket)
        states = [here.state]
        while here.state["ply"] < 8 and here.state["moves"]:
            here.say("move", move=here.state["moves"][0]["id"])
            states.append(here.hear("state"))
        for at, state in enumerate(states):
            answer = here.ask("look", at=at)
            assert (answer["type"], answer["at"]) == ("look", at)
            assert answer["pieces"] == state["pieces"]
            assert answer["last_move"] == state["last_move"]
        assert here.ask("look", at=len(states))["field"] == "at"


def test_a_square_off_the_board_is_named(attend: Attend, new_game: Begin, table: Any) -> None:
    with attend(new_game()) as socket:
        here = table(socket)
        assert here.ask("explain", **{"from": 51, "to": 3})["field"] == "from"
        assert here.ask("explain", **{"from": 0, "to": 3})["field"] == "from"
        assert here.ask("explain", **{"from": 31, "to": 900})["field"] == "to"


HOSTILE = [
    "",
    "{",
    "null",
    "[1]",
    "[" * 4000,
    '{"type": "move"}',
    '{"type": "move", "ply": 0, "move": "99-98"}',
    '{"type": "move", "ply": 0, "move": "20-25"}',
    '{"type": "move", "ply": 0, "move": "\\u0000\\uffff"}',
    '{"type": "move", "ply": 0, "move": "\\ud83d"}',
    '{"type": "move", "ply": 0, "move": "32-28", "claim": true}',
    '{"type": "move", "ply": 0, "move": "' + "3" * 399 + '"}',
    '{"type": "accept_draw", "ply": 0}',
    '{"type": "decline_draw", "ply": 0}',
    '{"type": "claim_draw", "ply": 0}',
    '{"type": "offer_draw", "ply": 0}',
    '{"type": "undo", "ply": 0}',
    '{"type": "__class__", "ply": 0}',
]


def test_hostile_messages_get_errors_and_lose_nothing(attend: Attend, new_game: Begin, table: Any) -> None:
    with attend(new_game()) as socket:
        here = table(socket)
        for text in HOSTILE:
            socket.send_text(text)
            answer = here.hear()
            assert answer["type"] == "error", text
            assert answer["message"], text
            assert json.dumps(answer)
        for blob in (b"", b"\xff\x00", b"{}", b"\x00" * 9000):
            socket.send_bytes(blob)
            assert here.hear()["type"] == "error"
        here.say("move", move="32-28")
        assert here.hear("state")["ply"] == 1


def test_noise_never_breaks_a_game(attend: Attend, new_game: Begin, table: Any) -> None:
    """Random values in every field: an answer comes each time, and the game goes on."""
    chance = random.Random(8064)
    kinds = [*(kind for kind in KINDS if kind != "resign"), "x", 3, None]
    values: list[Any] = [None, True, 0, 1, -1, 28, 1e300, "", "32-28", "28x19", "x", "🂡", [], {}, [[]], "W:W1:B2"]
    with attend(new_game()) as socket:
        here = table(socket)
        for _ in range(600):
            message = {"type": chance.choice(kinds), "ply": here.state["ply"]}
            for field in ("move", "from", "to", "claim", "ply"):
                if chance.random() < 0.4:
                    message[field] = chance.choice(values)
            socket.send_json(message)
            assert here.hear()["type"] in ("state", "error", "refusal", "hint")
        socket.send_json({"type": "undo", "ply": 99999})
        assert here.hear("state")["outcome"] is None


@pytest.mark.parametrize("id", ["nothere", "zzzzzzzzzzzz", "%00", "a" * 300, "ABCDEFGHIJKL"])
def test_a_game_that_is_not_there_is_said_so(attend: Attend, id: str) -> None:
    with attend(id) as socket:
        assert socket.receive_json()["type"] == "error"
        with pytest.raises(WebSocketDisconnect) as caught:
            socket.receive_json()
    assert caught.value.code == live.NOT_FOUND


def test_no_path_of_a_socket_leads_out(attend: Attend) -> None:
    with pytest.raises(WebSocketDisconnect), attend("..%2F..%2Fetc"):
        pass


def test_pages_of_a_game_are_bounded(attend: Attend, new_game: Begin) -> None:
    from contextlib import ExitStack

    id = new_game()
    with ExitStack() as stack:
        for _ in range(PAGES_MAX):
            assert stack.enter_context(attend(id)).receive_json()["type"] == "state"
        extra = stack.enter_context(attend(id))
        assert extra.receive_json()["type"] == "error"
        with pytest.raises(WebSocketDisconnect):
            extra.receive_json()
    with attend(id) as socket:
        assert socket.receive_json()["type"] == "state"


def test_sockets_are_bounded(attend: Attend, new_game: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SOCKETS_MAX", 2)
    with attend(new_game()) as one, attend(new_game()) as two, attend(new_game()) as three:
        assert one.receive_json()["type"] == two.receive_json()["type"] == "state"
        assert three.receive_json()["type"] == "error"


def test_a_restart_loses_nothing(folder: Path, table: Any) -> None:
    base = "http://127.0.0.1"
    wish = {"game": "russian", "side": "both", "fen": "W:Wc3,e3:Bd6,f6"}
    with TestClient(create_app(folder), base_url=base) as client:
        id = client.post("/api/sittings", json=wish).json()["id"]
        with client.websocket_connect(f"/live/{id}", headers={"host": "127.0.0.1"}) as socket:
            here = table(socket)
            for text in ("c3-b4", "f6-e5"):
                here.say("move", move=text)
                here.hear("state")
            before = here.state
    with (
        TestClient(create_app(folder), base_url=base) as client,
        client.websocket_connect(f"/live/{id}", headers={"host": "127.0.0.1"}) as socket,
    ):
        assert table(socket).state == before


@pytest.mark.parametrize("ending", ["resign", "agree"])
def test_an_end_by_the_players_survives_a_restart_and_can_be_undone(folder: Path, table: Any, ending: str) -> None:
    base = "http://127.0.0.1"
    with TestClient(create_app(folder), base_url=base) as client:
        id = client.post("/api/sittings", json={"game": "english", "side": "both"}).json()["id"]
        with client.websocket_connect(f"/live/{id}", headers={"host": "127.0.0.1"}) as socket:
            here = table(socket)
            for _ in range(2):
                here.say("move", move=here.state["moves"][0]["id"])
                here.hear("state")
            if ending == "resign":
                here.say("resign")
            else:
                assert here.state["can_offer_draw"]
                here.say("offer_draw")
                assert here.hear("state")["draw_offer"] == here.state["turn"]
                here.say("accept_draw")
            over = here.hear("state")
            assert over["outcome"] is not None
            assert over["moves"] == []
            assert here.ask("move", move="11-15")["type"] == "error"
    with (
        TestClient(create_app(folder), base_url=base) as client,
        client.websocket_connect(f"/live/{id}", headers={"host": "127.0.0.1"}) as socket,
    ):
        here = table(socket)
        assert here.state["outcome"] == over["outcome"]
        here.say("undo")
        state = here.hear("state")
        assert (state["ply"], state["outcome"]) == (2, None)


def test_a_claim_with_a_move_survives_a_restart(folder: Path, table: Any) -> None:
    base = "http://127.0.0.1"
    wish = {"game": "international", "side": "both", "fen": "W:WK7,36:BK44,15"}
    with TestClient(create_app(folder), base_url=base) as client:
        id = client.post("/api/sittings", json=wish).json()["id"]
        with client.websocket_connect(f"/live/{id}", headers={"host": "127.0.0.1"}) as socket:
            here = table(socket)
            for text in ("7-1", "44-50", "1-7", "50-44") * 2:
                if text == "50-44" and here.state["ply"] == 7:
                    assert len(here.state["claim_moves"]) == 1
                    here.say("move", move=here.state["claim_moves"][0], claim=True)
                else:
                    here.say("move", move=text)
                before = here.hear("state")
            assert before["outcome"]["winner"] is None
            assert before["ply"] == 8
    with (
        TestClient(create_app(folder), base_url=base) as client,
        client.websocket_connect(f"/live/{id}", headers={"host": "127.0.0.1"}) as socket,
    ):
        assert table(socket).state == before


def test_the_engine_answers_an_offer(client: TestClient, attend: Attend, new_game: Begin, table: Any) -> None:
    level = client.get("/api/games").json()["levels"][0]["name"]
    with attend(new_game(game="russian", side="white", level=level, fen="W:WKa1,Kb2,Kc1:BKh8")) as socket:
        here = table(socket)
        assert here.state["can_offer_draw"]
        assert here.ask("accept_draw")["type"] == "error"
        here.say("offer_draw")
        state = here.hear_until(lambda state: state["draw_offer"] is None and (state["outcome"] or state["note"]))
        assert state["outcome"] or state["note"] == "draw_declined"


def test_a_damaged_file_is_said_so(folder: Path, attend: Attend, new_game: Begin) -> None:
    id = new_game()

    def body(text: str | None = None) -> str:
        with sqlite3.connect(folder / "damier.sqlite") as store:
            if text is not None:
                store.execute("UPDATE game SET body = ?", [text])
            return str(store.execute("SELECT body FROM game").fetchone()[0])

    good = body()
    for damage in ("", "{", "[]", "null", good.replace('"moves": []', '"moves": ["1-50"]'), good.replace(id, "x" * 12)):
        body(damage)
        with attend(id) as socket:
            answer = socket.receive_json()
            assert (answer["type"], answer["field"]) == ("error", "id")
            with pytest.raises(WebSocketDisconnect) as caught:
                socket.receive_json()
        assert caught.value.code == live.DAMAGED
    body(good)
    with attend(id) as socket:
        assert socket.receive_json()["type"] == "state"


def test_the_engine_answers_and_undo_takes_both_plies_back(
    client: TestClient, attend: Attend, new_game: Begin, table: Any
) -> None:
    level = client.get("/api/games").json()["levels"][0]["name"]
    with attend(new_game(side="white", level=level)) as socket:
        here = table(socket)
        assert here.state["seats"] == {"white": "person", "black": "engine"}
        assert not here.state["can_undo"]
        here.say("move", move="32-28")
        here.hear_until(lambda state: state["ply"] == 2 and not state["thinking"])
        assert here.ask("move", move="33-29", ply=1)["type"] == "state"
        here.say("undo")
        state = here.hear_until(lambda state: state["ply"] == 0)
        assert not state["thinking"]


def test_the_engine_begins_where_it_has_the_first_move(
    client: TestClient, attend: Attend, new_game: Begin, table: Any
) -> None:
    level = client.get("/api/games").json()["levels"][0]["name"]
    with attend(new_game(side="black", level=level)) as socket:
        state = table(socket).hear_until(lambda state: state["ply"] == 1)
        assert (state["turn"], state["can_undo"]) == ("black", False)


def test_undo_while_the_engine_thinks(client: TestClient, attend: Attend, new_game: Begin, table: Any) -> None:
    level = client.get("/api/games").json()["levels"][-1]["name"]
    with attend(new_game(side="white", level=level)) as socket:
        here = table(socket)
        here.say("move", move="32-28")
        here.hear_until(lambda state: state["thinking"])
        assert here.ask("move", move="19-23")["type"] == "error"
        here.say("undo")
        state = here.hear_until(lambda state: state["ply"] == 0)
        assert not state["thinking"]
        here.say("move", move="33-28")
        assert here.hear_until(lambda state: state["ply"] == 1)["history"] == ["33-28"]


@pytest.mark.parametrize("game", ["international", "russian", "english", "turkish", "frisian"])
def test_a_whole_game_against_the_engine(
    client: TestClient, attend: Attend, new_game: Begin, table: Any, game: str
) -> None:
    """The first legal move each time, until the game ends or 60 plies have passed."""
    chance = random.Random(game)
    level = client.get("/api/games").json()["levels"][0]["name"]
    with attend(new_game(game=game, side="white", level=level)) as socket:
        here = table(socket)
        while here.state["outcome"] is None and here.state["ply"] < 60:
            here.hear_until(lambda state: (state["turn"] == "white" and not state["thinking"]) or state["outcome"])
            if here.state["outcome"]:
                break
            ply = here.state["ply"]
            here.say("move", move=chance.choice(here.state["moves"])["id"])
            here.hear_until(lambda state, ply=ply: state["ply"] > ply)
        board = damier.Board(game=game)
        for text in here.state["history"]:
            board.push_pdn(text)
        assert board.fen() == here.state["fen"]


def test_the_shelf_stays_bounded(folder: Path) -> None:
    from damier.library import Store
    from damier.web.messages import MessageError, NewGame
    from damier.web.shelf import Shelf

    shelf = Shelf(Store(folder), most=3)
    wish = NewGame("russian", "both")
    played = shelf.new(wish)
    played.play(played.find_move("c3-d4"))
    shelf.save(played)
    for _ in range(5):
        shelf.save(shelf.new(wish))
    assert shelf.find()[0] == 3
    assert shelf.load(played.id).ply == 1
    for sitting in [shelf.load(row.id) for row in shelf.find()[1]]:
        if not sitting.played:
            sitting.play(sitting.find_move("c3-d4"))
            shelf.save(sitting)
    with pytest.raises(MessageError, match="3 games"):
        shelf.new(wish)
    shelf.store.close()


def test_a_disk_that_takes_nothing_lets_people_play(tmp_path: Path, table: Any) -> None:
    (tmp_path / "file").write_text("no folder")
    with TestClient(create_app(tmp_path / "file" / "sittings"), base_url="http://127.0.0.1") as client:
        id = client.post("/api/sittings", json={"game": "russian", "side": "both"}).json()["id"]
        for ply in range(2):
            with client.websocket_connect(f"/live/{id}", headers={"host": "127.0.0.1"}) as socket:
                here = table(socket)
                assert here.state["ply"] == ply
                assert "could not be saved" in here.state["note"]
                here.say("move", move=here.state["moves"][0]["id"])
                here.hear("state")


def test_a_full_disk_is_said_so(attend: Attend, new_game: Begin, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from damier.web.shelf import Shelf

    def refuse(self: Shelf, sitting: object) -> None:
        raise OSError(28, "No space left on device")

    with attend(new_game()) as socket:
        here = table(socket)
        monkeypatch.setattr(Shelf, "save", refuse)
        here.say("move", move="32-28")
        state = here.hear("state")
        assert state["ply"] == 1
        assert "No space left on device" in state["note"]
