"""Games with clocks, hints and openings by lot."""

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

import damier
from damier import ballots
from damier.match.control import Control
from damier.web.clock import GameClock, read_control
from damier.web.messages import MessageError, NewGame
from damier.web.sitting import Sitting


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def clock(control: str) -> tuple[GameClock, Time]:
    time = Time()
    return GameClock(Control.from_text(control), now=time), time


def sitting(control: str, **wish: Any) -> tuple[Sitting, Time]:
    found = Sitting.from_wish("abcdefghijkl", NewGame("international", "both", clock=control, **wish))
    assert found.clock is not None
    time = Time()
    found.clock.now = time
    return found, time


def test_the_clocks_stand_still_until_the_first_move() -> None:
    found, time = sitting("60")
    time.now += 500
    assert found.seconds_left is None
    found.play(found.find_move("32-28"))
    assert found.seconds_left == 60
    time.now += 7
    assert found.seconds_left == 53
    assert found.clock is not None
    assert (found.clock.left(0), found.clock.left(1)) == (60, 53)


def test_every_sort_of_control() -> None:
    sudden, time = clock("60")
    for seconds in (0, 10, 5, 20):
        time.now += seconds
        sudden.press()
    assert (sudden.left(0), sudden.left(1)) == (55, 30)
    fischer, time = clock("60+3")
    for seconds in (0, 10, 5, 20):
        time.now += seconds
        fischer.press()
    assert (fischer.left(0), fischer.left(1)) == (60 + 9 - 5, 60 + 9 - 30)
    moves, time = clock("2/60")
    for seconds in (0, 10, 5, 20):
        time.now += seconds
        moves.press()
    assert (moves.left(0), moves.left(1)) == (60 - 5 + 60, 60 - 30 + 60)


def test_time_taken_back_is_time_again() -> None:
    found, time = sitting("60+1")
    for text, seconds in (("32-28", 0), ("19-23", 10), ("28x19", 20)):
        time.now += seconds
        found.play(found.find_move(text))
    assert found.clock is not None
    time.now += 30
    found.undo()
    assert found.clock.spent == [0, 10]
    assert found.seconds_left == found.clock.left(0) == 62
    found.undo()
    found.undo()
    assert found.seconds_left is None, "nobody has moved any more"


def test_a_flag_falls_and_no_move_is_played_after_it() -> None:
    found, time = sitting("60")
    found.play(found.find_move("32-28"))
    time.now += 61
    assert found.seconds_left == 0
    found.play(found.find_move("19-23"))
    assert found.ply == 1
    outcome = found.board.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == (damier.Termination.TIME, damier.WHITE)
    again = Sitting.from_json(found.to_json())
    assert again.is_over
    assert again.ending == ("flag", "black")


def test_a_restart_costs_no_time() -> None:
    found, time = sitting("60+2")
    found.play(found.find_move("32-28"))
    time.now += 13
    found.play(found.find_move("19-23"))
    time.now += 40
    again = Sitting.from_json(found.to_json())
    assert again.clock is not None
    assert again.clock.left(1) == 60 + 2 - 13 + 2
    assert 61 < again.clock.left(0) <= 62 + 2
    old = found.to_json()
    del old["clock"]
    assert Sitting.from_json(old).clock is None


@pytest.mark.parametrize("text", ["", "0.5", "x", "time=3", "depth=4", "1000000", "60+1,nodes=5", "0/60"])
def test_a_clock_that_there_is_not(text: str) -> None:
    with pytest.raises(MessageError) as caught:
        read_control(text)
    assert caught.value.field == "clock"


def test_a_flag_falls_while_everybody_waits(
    attend: Callable[..., Any], new_game: Callable[..., str], table: Any
) -> None:
    with attend(new_game(clock="1")) as socket:
        here = table(socket)
        assert here.state["clock"] == {"control": "1", "left": {"white": 1, "black": 1}, "running": None}
        here.say("move", move="32-28")
        state = here.hear_until(lambda state: state["outcome"] is not None)
        assert (state["outcome"]["termination"], state["outcome"]["winner"]) == ("time", "white")
        assert state["clock"]["running"] is None


def test_the_engine_keeps_within_its_time(attend: Callable[..., Any], new_game: Callable[..., str], table: Any) -> None:
    with attend(new_game(side="white", level="grandmaster", clock="600+5")) as socket:
        here = table(socket)
        here.say("move", move="32-28")
        state = here.hear_until(lambda state: state["ply"] == 2)
        assert state["clock"]["running"] == "white"
        assert state["clock"]["left"]["black"] < 610


def test_a_hint_is_a_move(attend: Callable[..., Any], new_game: Callable[..., str], table: Any) -> None:
    with attend(new_game(fen="W:W28,45:B33,5")) as socket:
        here = table(socket)
        assert here.ask("hint")["move"]["text"] == "28x39"
        here.say("move", move="28x39")
        here.hear("state")
    with attend(new_game(fen="W:W28:B23")) as socket:
        here = table(socket)
        here.say("move", move="28x19")
        here.hear("state")
        assert here.ask("hint")["type"] == "error"


def test_an_opening_is_drawn_by_lot(
    client: TestClient, attend: Callable[..., Any], new_game: Callable[..., str], table: Any
) -> None:
    openings = {ballot.moves for ballot in ballots.load("russian", plies=3)}
    with attend(new_game(game="russian", ballot=3, clock="60+5")) as socket:
        state = table(socket).state
    assert tuple(state["history"]) in openings
    assert state["clock"] == {"control": "60+5", "left": {"white": 65, "black": 65}, "running": None}
    offered = {game["id"]: game["ballots"] for game in client.get("/api/games").json()["games"]}
    assert offered["russian"] == [2, 3, 6]
    for wish, field in (
        ({"ballot": 5}, "ballot"),
        ({"ballot": 3, "fen": "W:W1:B2"}, "fen"),
        ({"ballot": 3, "fen": "W:W31:B2"}, "ballot"),
        ({"ballot": "3"}, "ballot"),
        ({"clock": "never"}, "clock"),
        ({"clock": 60}, "clock"),
    ):
        answer = client.post("/api/sittings", json={"game": "international", "side": "both", **wish})
        assert (answer.status_code, answer.json()["field"]) == (422, field), wish


def test_an_opening_by_lot_takes_no_time() -> None:
    found, time = sitting("60+1", ballot=3)
    assert found.clock is not None
    found.play(next(iter(found.board.legal_moves)))
    time.now += 9
    found.play(next(iter(found.board.legal_moves)))
    assert (found.clock.left(0), found.clock.left(1)) == (60 + 1 - 9 + 1, 60 + 1 + 1)
    for ply in (4, 3, 2):
        found.undo()
        assert (found.ply, found.seconds_left is None) == (ply, ply < 4)
    again = Sitting.from_json(found.to_json())
    assert again.clock is not None
    assert (again.clock.given, again.clock.spent) == (2, [])
