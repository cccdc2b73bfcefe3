"""Pictures: sound SVG that shows what it should."""

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import players
from damier import chart
from damier.engine import PlayResult
from damier.match import Adjudication, Conditions, Match, Sprt, plot
from players import Chance, Faulty, Player, entrant

NAMES = ["new", "<old> & worn"]


def drawn(text):
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    assert "NaN" not in text
    assert "inf" not in text.replace("infinite", "")
    for name in ("script", "href", "<image", "url("):
        assert name not in text
    numbers = [float(number) for path in root.iter("{http://www.w3.org/2000/svg}path") for number in
               re.findall(r"-?\d+(?:\.\d+)?", path.get("d"))]  # fmt: skip
    assert all(-1 <= number <= 900 for number in numbers)
    return root


def words(root):
    return " ".join(text for element in root.iter() if element.text for text in [element.text])


def games(first, second, count=6):
    rules = Conditions(adjudication=Adjudication(max_moves=6))
    with Match(entrant("a", first), entrant("b", second), games=count, conditions=rules, concurrency=1) as contest:
        return list(contest.play())


class Opinionated(Chance):
    """Thinks more of itself with each move, until it sees a win."""

    def play(self, board, limit):
        move = self.choose(board)
        info = players.info(board, move, 7 * board.ply)
        if board.ply > 9:
            info = players.proved(board, move, 21 - board.ply)
        return PlayResult(move, info)


def test_a_match():
    picture = plot.match(games(Chance, lambda: Faulty(players.resign, moves=1), 20), NAMES, sprt=Sprt(-10, 30))
    root = drawn(picture)
    text = words(root)
    assert "new against <old> & worn" in text
    assert "20 games · +20 =0 −0" in text
    assert "H0: −10" in text
    assert "H1: +30" in text


@pytest.mark.parametrize(
    ("first", "second"),
    [(Chance, Chance), (Chance, lambda: Faulty(players.resign)), (lambda: Faulty(players.resign), Chance)],
)
@pytest.mark.parametrize("count", [2, 4, 40])
def test_matches_of_all_kinds(first, second, count):
    some = games(first, second, count)
    for upto in {1, count // 2, count}:
        drawn(plot.match(some[:upto], NAMES))


def test_many_games_make_no_larger_picture():
    some = games(Chance, lambda: Faulty(players.resign)) * 2000
    assert len(plot.match(some, NAMES)) < 100_000


def test_a_game():
    game = games(Opinionated, Chance, 2)[0]
    root = drawn(plot.game(game, NAMES))
    text = words(root)
    assert f"new – <old> & worn · {game.result}" in text
    assert "men" in text


def test_both_points_of_view_are_those_of_white():
    """Both players are fond of themselves: one curve rises, the other falls."""
    game = games(Opinionated, Opinionated, 2)[0]
    paths = re.findall(
        r'<path d="(M[^"]*)" fill="none" stroke="(#[0-9a-f]+)" stroke-width="2.2"', plot.game(game, NAMES)
    )
    curves = {color: [float(y) for y in re.findall(r" (\d+(?:\.\d+)?)", path)] for path, color in paths}
    white, black = curves[plot.FIRST], curves[plot.SECOND]
    assert white == sorted(white, reverse=True)
    assert black == sorted(black)
    assert white[-1] == plot.TOP
    assert black[-1] == plot.HEIGHT - plot.BOTTOM


def test_nothing_to_draw():
    with pytest.raises(ValueError, match="no game to draw"):
        plot.match([], NAMES)
    with pytest.raises(ValueError, match="neither player told"):
        plot.game(games(Player, Player, 2)[0], NAMES)


def test_a_game_of_one_move():
    class Brief(Opinionated):
        def play(self, board, limit):
            if len(self.games) and board.ply > 6:
                return players.resign(board)
            return super().play(board, limit)

    drawn(plot.game(games(Brief, Brief, 2)[0], NAMES))


@pytest.mark.parametrize("bounds", [(0, 1), (-3, 1000), (0.001, 0.0012), (-1e-6, 1e6)])
def test_ticks_are_round_and_few(bounds):
    ticks = chart.ticks(*bounds, 6)
    assert 1 <= len(ticks) <= 7
    assert all(bounds[0] - 1e-9 <= tick <= bounds[1] + 1e-9 for tick in ticks)
    steps = {round((b - a) / 10 ** math.floor(math.log10(b - a) + 1e-9), 6) for a, b in pairwise(ticks)}
    assert steps <= {1.0, 2.0, 5.0}
