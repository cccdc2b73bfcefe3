"""The pages written from the rule data are current, and say something about every rule."""

import importlib.util
from pathlib import Path

import pytest

import damier
from damier import manual

ROOT = Path(__file__).parent.parent


def variants():
    spec = importlib.util.spec_from_file_location("variants", ROOT / "tools" / "variants.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pages_of_the_games_are_current():
    assert variants().stale() == [], "run `make docs`"


@pytest.mark.parametrize("game", damier.games(), ids=lambda game: game.id)
def test_every_rule_has_its_clause(game):
    facts = manual.facts(game)
    assert {"Board", "Men move", "Choice", "Promotion", "Goal"} <= {fact.topic for fact in facts}
    assert all(fact.text and fact.clause for fact in facts)
    for profile in game.profiles:
        assert all(clock.clause and clock.description for clock in manual.drawing_rules(game, profile))


def test_the_words_are_right():
    def fact(game, topic):
        return next(fact.text for fact in manual.facts(damier.Game(game)) if fact.topic == topic)

    assert fact("italian", "Men capture") == "adjacent pieces diagonally forward, but never a king"
    assert fact("italian", "Board").endswith("lower right among them")
    assert fact("turkish", "Men move") == "one step straight forward or sideways"
    assert fact("frisian", "Men capture") == "adjacent pieces in all eight directions"
    assert fact("international", "Choice") == "the most pieces"
    assert fact("frysk", "Beginning") == "5 men on 1 row each; White moves first"
    assert fact("english", "Kings move") == "one step diagonally"
    assert fact("poddavki", "Goal") == "a side that has no move has won"


def test_games_of_ones_own():
    game = damier.Game.custom(base="turkish", men_capture_backward=True, removal="at_end")
    assert all(fact.text for fact in manual.facts(game))
    assert "# Turkish" in manual.page(damier.Game.custom(base="turkish", name="Turkish, softened"))
