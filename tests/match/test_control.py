"""Limits and clocks."""

import pytest

from damier.match import Clock, Control


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("300", {"clock": 300}),
        ("180+2", {"clock": 180, "increment": 2}),
        ("75/1200", {"clock": 1200, "moves": 75}),
        ("40/7200+30", {"clock": 7200, "moves": 40, "increment": 30}),
        ("0.5+0.01", {"clock": 0.5, "increment": 0.01}),
        ("time=0.1", {"time": 0.1}),
        ("nodes=2000,depth=9", {"nodes": 2000, "depth": 9}),
        ("clock=60,inc=1,moves=30", {"clock": 60, "increment": 1, "moves": 30}),
    ],
)
def test_words(text, fields):
    control = Control.from_text(text)
    assert control == Control(**fields)
    assert Control.from_text(str(control)) == control


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no such limit"),
        ("fast", "no such limit: 'fast'"),
        ("node=5", "no such limit: 'node=5'"),
        ("nodes=many", "limit nodes must be a whole number, not 'many'"),
        ("nodes=2.5", "whole number"),
        ("time=0", "time must be more than 0"),
        ("time=nan", "time must be more than 0"),
        ("time=inf", "time must be more than 0"),
        ("time=-1", "time must be more than 0"),
        ("0", "clock must be more than 0"),
        ("0/60", "moves must be 1 to"),
        ("nodes=0", "nodes must be 1"),
        ("depth=1000", "depth must be 1 to 255"),
        ("time=1,time=2", "given twice"),
        ("inc=1", "belong to a clock"),
        ("moves=10,time=1", "belong to a clock"),
        ("clock=60,inc=nan", "inc must be 0"),
        ("time=1,", "no such limit: ''"),
        ("nodes=" + "9" * 5000, "nodes"),
    ],
)
def test_words_that_are_none(text, message):
    with pytest.raises(ValueError, match=message):
        Control.from_text(text)


def test_nothing_limited():
    assert not Control()
    assert str(Control()) == ""
    assert Clock(Control()).allowance is None
    assert Clock(Control(nodes=5)).press(100) is None


def test_time_for_each_move():
    clock = Clock(Control(time=0.5))
    assert clock.limit().time == 0.5
    assert [clock.press(seconds) for seconds in (0.25, 0.5, 0.75)] == [-0.25, 0.0, 0.25]
    assert clock.left is None


def test_sudden_death():
    clock = Clock(Control(clock=10))
    assert clock.press(4) == -6
    assert (clock.left, clock.limit().clock, clock.limit().moves) == (6, 6, None)
    assert clock.press(7) == 1
    assert clock.left == 0
    assert clock.limit().clock > 0, "an engine is never told nothing or less"


def test_the_increment_comes_before_the_move():
    clock = Clock(Control(clock=10, increment=2))
    assert clock.allowance == 12
    assert clock.limit().clock == 12, "what the move brings is told too"
    assert clock.limit().increment == 2
    assert clock.press(12) == 0
    assert clock.left == 0
    assert clock.allowance == 2


def test_so_many_moves():
    clock = Clock(Control(clock=10, moves=2))
    told = []
    for seconds in (1, 2, 3, 4):
        told.append((clock.left, clock.limit().moves))
        clock.press(seconds)
    assert told == [(10, 2), (9, 1), (17, 2), (14, 1)]
    assert clock.left == 20


def test_the_shorter_limit_holds():
    clock = Clock(Control(clock=10, time=3, nodes=7, depth=9))
    assert clock.allowance == 3
    clock.press(3)
    clock.press(3)
    clock.press(3)
    assert clock.allowance == 1
    limit = clock.limit()
    assert (limit.time, limit.nodes, limit.depth) == (3, 7, 9)


@pytest.mark.parametrize(
    ("control", "tag"),
    [("75/1200", "75/1200"), ("180+2", "180+2"), ("300", "300"), ("1.5+0.1", "1.5+0.1"), ("time=1", None)],
)
def test_the_tag(control, tag):
    assert Control.from_text(control).tag == tag
