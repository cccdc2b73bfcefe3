"""Sentences that know how they were made, from Python and from Rust."""

import copy
import json
import pickle

import pytest

import damier
from damier import manual
from damier.saying import Saying, said, say, say_of


def test_a_saying_is_english_text() -> None:
    saying = say("there is no {what} on {square}", what=say("king"), square=32)
    assert saying == "there is no king on 32"
    assert json.dumps({"message": saying}) == '{"message": "there is no king on 32"}'
    assert isinstance(saying.parts["what"], Saying)


def test_of_something_counted_there_are_two_forms() -> None:
    assert [say_of(count, "one ply", "{count} plies") for count in (0, 1, 2)] == ["0 plies", "one ply", "2 plies"]


def test_what_a_part_holds_is_no_place_for_another() -> None:
    assert say("{text} is not a move: {reason}", text="{reason}", reason="no") == "{reason} is not a move: no"


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda saying: pickle.loads(pickle.dumps(saying))])
def test_a_copy_is_a_saying_too(again: object) -> None:
    assert callable(again)
    saying = say_of(3, "{move} takes one piece", "{move} takes {count} pieces", move="32x21")
    copied = again(saying)
    assert (copied, copied.template, copied.plural, copied.number) == (
        "32x21 takes 3 pieces",
        "{move} takes one piece",
        "{move} takes {count} pieces",
        3,
    )


def test_an_error_keeps_its_saying() -> None:
    with pytest.raises(damier.IllegalMoveError) as caught:
        damier.Board().parse_pdn("32-23")
    refusal = said(caught.value)
    assert isinstance(refusal, Saying)
    assert refusal == str(caught.value)
    assert refusal.template == "illegal move {move}: {reason}"
    assert refusal.parts["move"] == "32-23"
    assert said(ValueError("no saying")) == "no saying"
    assert said(ValueError()) == ""


def test_the_core_says_sayings() -> None:
    board = damier.Board("W:W33:B28,29", strict=False)
    assert isinstance(board.explain("33"), Saying)
    assert isinstance(board.explain("33-24"), Saying)
    broken = damier.Board("W:W3:B28", strict=False)
    assert [type(problem) for problem in broken.status()] == [Saying]
    board.resign()
    outcome = board.outcome()
    assert outcome is not None
    assert isinstance(outcome.reason, Saying)
    assert all(isinstance(clock.description, Saying) for clock in board.draw_clocks())
    with pytest.raises(damier.InvalidFenError) as caught:
        damier.Board("W:W51:B1")
    assert isinstance(said(caught.value), Saying)


def test_rules_are_sayings() -> None:
    for game in damier.games():
        for fact in manual.facts(game):
            assert isinstance(fact.text, Saying), (game.id, fact.topic)
            assert isinstance(fact.topic, Saying)
