"""Matches of engines that are programs of their own, well-behaved and otherwise."""

import sys
from pathlib import Path

import pytest

from damier import EngineError
from damier.engine import HubEngine
from damier.match import Adjudication, Conditions, Control, EnginePlayer, Entrant, Match, Openings
from players import Chance, entrant

ROGUE = Path(__file__).parent.parent / "rogue.py"
SHORT = Conditions(adjudication=Adjudication(max_moves=6), margin=60.0)


def rogue(kind, control=None, **options):
    """A program that misbehaves in each of its searches; it is not rehearsed, so that it does so in its games."""

    def start():
        return EnginePlayer(HubEngine([sys.executable, str(ROGUE), kind], **options))

    return Entrant(kind, f"test:{kind}", control or Control(time=0.2), start)


def match(player, **options):
    options.setdefault("conditions", SHORT)
    return Match(player, entrant("other", Chance), games=2, concurrency=1, openings=Openings("random:4"), **options)


def test_a_program_that_plays():
    player = Entrant.from_text(f"Good=hub:{sys.executable} {ROGUE} good@depth=3")
    contest = match(player)
    tally = contest.run()
    assert tally.games == 2
    assert tally.faults == ({}, {})
    assert contest.arena.restarts == [0, 0]
    own = [ply for game in contest.played.values() for ply in game.plies if ply.depth]
    assert {(ply.depth, ply.score, ply.nodes) for ply in own} == {(3, 25, 1000)}


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("dies", "ended with exit code 9; its last words: out of memory"),
        ("closes", "closed its output"),
        ("illegal", "illegal move 1-50"),
        ("no move", "gave no move, but an error: I do not know"),
    ],
)
def test_programs_that_fail(kind, said):
    contest = match(rogue(kind, Control(depth=3)))
    tally = contest.run()
    assert tally.faults == ({"failure": 2}, {})
    assert all(said in game.end.text for game in contest.played.values())
    assert contest.arena.restarts == [1, 0]


def test_a_program_that_hangs():
    conditions = Conditions(margin=0.05, patience=0.05)
    tally = match(rogue("hang", Control(time=0.05)), conditions=conditions).run()
    assert tally.faults == ({"time": 2}, {})
    tally = match(rogue("hang", Control(depth=3)), conditions=conditions).run()
    assert tally.faults == ({"hang": 2}, {})


def test_a_program_that_lies_about_its_time():
    contest = match(rogue("liar", Control(time=30.0)))
    tally = contest.run()
    assert tally.faults == ({}, {})
    for game in contest.played.values():
        own = game.plies[game.white :: 2]
        assert all(0 < ply.seconds < 30 for ply in own)
        assert all(ply.claimed is None or ply.claimed >= 0 for ply in own)


@pytest.mark.parametrize(("kind", "said"), [("stillborn", "cannot find my weights"), ("dies", "out of memory")])
def test_programs_that_never_start(kind, said):
    """Found before the first game: the last with a search that nobody's clock runs for."""
    player = Entrant.from_text(f"Bad=hub:{sys.executable} {ROGUE} {kind}@depth=3")
    contest = match(player)
    with pytest.raises(EngineError, match=f"Bad cannot be started: .*{said}"):
        contest.run()
    assert contest.played == {}
