"""The words for entrants, and engines as players."""

import pytest

from damier import Board, EngineError
from damier.engine import Limit
from damier.match import Control, EnginePlayer, Entrant


@pytest.mark.parametrize(
    ("text", "name", "engine", "control"),
    [
        ("damier", "damier", "damier", ""),
        ("damier@nodes=2000", "damier", "damier", "nodes=2000"),
        ("damier:hash_mb=16", "damier:hash_mb=16", "damier:hash_mb=16", ""),
        ("new=damier:hash_mb=16@time=0.1,depth=9", "new", "damier:hash_mb=16", "time=0.1,depth=9"),
        ("damier/club", "damier/club", "damier/club", ""),
        ("weak=damier/beginner@75/1200", "weak", "damier/beginner", "75/1200"),
        ("damier@180+2", "damier", "damier", "180+2"),
        ("hub:./scan hub", "hub:./scan hub", "hub:./scan hub", ""),
        ("Scan=hub:./scan hub@time=0.2", "Scan", "hub:./scan hub", "time=0.2"),
        ("hub:./engine --mail me@home.org", "hub:./engine --mail me@home.org", "hub:./engine --mail me@home.org", ""),
        ("hub:./engine@2/x --level=3", "hub:./engine@2/x --level=3", "hub:./engine@2/x --level=3", ""),
        ("Truus=dxp:127.0.0.1:27531@75/1200", "Truus", "dxp:127.0.0.1:27531", "75/1200"),
    ],
)
def test_words(text, name, engine, control):
    entrant = Entrant.from_text(text)
    assert (entrant.name, entrant.engine) == (name, engine)
    assert entrant.control == (Control.from_text(control) if control else Control())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an engine"),
        ("   ", "not an engine"),
        ("a\x00b", "not an engine"),
        ("x" * 10_000, "not an engine"),
        ("deep-thought", "no such engine: 'deep-thought'"),
        ("damier/champion", "no such level: champion"),
        ("damier:speed=9", "speed"),
        ("damier:hash_mb=none", "hash_mb"),
        ("hub:", "no such engine"),
        ("dxp:nowhere", "not an address"),
        ("dxp:host:99999", "not an address"),
        ("damier@node=5", "no such limit: 'node=5'"),
        ("damier@nodes=0", "nodes must be 1"),
        ("damier@", "no such limit: ''"),
        ("@nodes=5", "no such engine: '@nodes=5'"),
        ("=damier", "no such engine: '=damier'"),
    ],
)
def test_words_that_are_none(text, message):
    with pytest.raises((ValueError, EngineError), match=message):
        Entrant.from_text(text)


def test_a_common_limit_is_for_those_who_have_none():
    common = Control(time=1)
    assert Entrant.from_text("damier").with_control(common).control == common
    assert Entrant.from_text("damier@depth=3").with_control(common).control == Control(depth=3)
    assert not Entrant.from_text("damier/club").with_control(common).control


def test_an_engine_plays():
    player = Entrant.from_text("damier:hash_mb=1").open()
    try:
        player.new_game(1, Board())
        assert player.play(Board(), Limit(depth=2)).move in Board().legal_moves
    finally:
        player.close()


def test_the_same_seed_plays_the_same_at_a_level():
    def moves():
        player = Entrant.from_text("damier/beginner").open()
        assert isinstance(player, EnginePlayer)
        player.new_game(7, Board())
        board = Board()
        for _ in range(6):
            board.push(player.play(board, Limit(depth=1)).move)
        player.close()
        return board.fen()

    assert moves() == moves()
