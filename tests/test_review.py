"""Reviews: what moves cost, how they are marked, what is written into a record, what is drawn."""

import io
from xml.etree import ElementTree

import pytest

import damier
from damier import BLACK, WHITE
from damier.engine import Engine, EngineError, Info, Limit, LocalEngine, Score
from damier.pdn import read_game
from damier.review import Review, accuracy, annotate, expected, picture, review
from damier.review.judge import DRAWS, HALF

LIMIT = Limit(nodes=1)
OPENING = ("32-28", "19-23", "28x19", "14x23", "37-32", "23-28")


class Scripted(Engine):
    """Plays what it is told: FEN to a move, its score and the rest of the line; else the first legal move at 0."""

    name = "scripted"

    def __init__(self, script=()):
        super().__init__()
        self.script = dict(script)
        self.asked = []
        self.games = 0

    def new_game(self):
        self.games += 1

    def analyse(self, board, limit, *, multipv=1, searchmoves=None):
        self.asked.append(board.fen())
        moves, score, win_in = self.script.get(board.fen(), ((), 0, None))
        line, after = [], board.copy()
        for text in moves or [board.pdn(next(iter(board.legal_moves)))]:
            line.append(after.push_pdn(text))
        return [Info(tuple(line), Score(score, win_in, board.turn))]

    def stop(self):
        pass


def played(*moves, fen=None, game="international"):
    board = damier.Board(fen, game=game)
    for move in moves:
        board.push_pdn(move)
    return board


def fens(*moves):
    """The position before each move, and the last one."""
    return [played(*moves[:count]).fen() for count in range(len(moves) + 1)]


# ---------------------------------------------------------------------------------------------------------------
# Judging


def test_points_and_accuracy():
    for game in damier.games():
        assert expected(Score(0), game) == 0.5
        assert 0.5 < expected(Score(50), game) < expected(Score(100), game) < expected(Score(0, 9), game) == 1
        assert expected(Score(-70), game) == pytest.approx(1 - expected(Score(70), game))
        assert expected(Score(0, -4), game) == 0
    assert (accuracy(0), accuracy(HALF), accuracy(2 * HALF)) == (100, 50, 25)
    assert accuracy(1) < 2


def test_every_game_has_its_share_of_draws():
    flat = [game for game in damier.games() if not game.rules["towers"] and game.rules["turn"] == "one_move"]
    assert set(DRAWS) == {game.id for game in flat}
    assert all(0 <= share < 1 for share in DRAWS.values())


def test_the_cost_is_what_is_missing_afterwards():
    before, after = fens("32-28", "19-23")[1:]
    engine = Scripted({before: (("18-23",), 25, None), after: ((), 20, None)})
    found = review(played("32-28", "19-23"), engine, LIMIT)
    move = found.moves[1]
    international = damier.Game("international")
    assert (move.text, move.number, move.color, move.forced) == ("19-23", 1, BLACK, False)
    assert move.score == Score(-20, color=BLACK)
    assert move.best_score == Score(25, color=BLACK)
    assert move.cost == pytest.approx(expected(Score(25), international) - expected(Score(-20), international))
    assert move.mark == "?"
    assert not move.is_best
    assert found.accuracy(BLACK) == pytest.approx(accuracy(move.cost))
    assert engine.games == 1


def test_the_engines_own_choice_costs_nothing():
    before, after = fens("32-28", "19-23")[1:]
    found = review(
        played("32-28", "19-23"),
        Scripted({before: (("19-23",), 40, None), after: ((), 60, None)}),
        LIMIT,
    )
    assert (found.moves[1].cost, found.moves[1].is_best, found.moves[1].mark) == (0, True, "")
    # And a move that turns out better than the best is not rewarded.
    better = Scripted({before: (("18-23",), 0, None), after: ((), -60, None)})
    assert review(played("32-28", "19-23"), better, LIMIT).moves[1].cost == 0


def test_marks_by_their_bounds():
    marks = []
    for points in (0, 26, 56, 110):
        before, after = fens("32-28", "19-23")[1:]
        engine = Scripted({before: (("18-23",), 0, None), after: ((), points, None)})
        marks.append(review(played("32-28", "19-23"), engine, LIMIT).moves[1])
    assert [move.mark for move in marks] == ["", "?!", "?", "??"]
    assert [move.cost for move in marks] == sorted(move.cost for move in marks)


def test_a_forced_move_is_not_searched_and_does_not_count():
    engine = Scripted()
    found = review(played(*OPENING), engine, LIMIT)
    forced = found.moves[2]
    assert (forced.text, forced.forced, forced.cost, forced.counts) == ("28x19", True, 0, False)
    assert fens(*OPENING)[2] not in engine.asked
    assert len(engine.asked) == len(OPENING) + 1 - sum(move.forced for move in found.moves)


def test_a_proved_end_is_one_ply_longer_before_a_forced_move():
    end = fens("32-28", "19-23", "28x19")[3]
    found = review(played("32-28", "19-23", "28x19"), Scripted({end: ((), 9000, 5)}), LIMIT)
    assert found.moves[2].score == Score(-9000, -5, WHITE)
    assert found.moves[2].best_score == Score(-9000, -6, WHITE)
    assert found.moves[1].points == 1


def test_the_end_of_a_game_is_known_without_a_search():
    board = played("28x39", fen="W:W28,45:B33")
    assert board.outcome().winner == WHITE
    found = review(board, Scripted(), LIMIT)
    assert (found.moves[0].score, found.moves[0].points, found.moves[0].cost) == (None, 1, 0)
    # Who cannot move has won, where that is the goal.
    lost = review(played("28x39", fen="W:W28,45:B33", game="antidraughts"), Scripted(), LIMIT)
    assert lost.moves[0].points == 0


def test_moves_in_a_decided_game_do_not_count():
    before = fens("32-28", "19-23")
    engine = Scripted({fen: ((), 2000 if fen.startswith("W") else -2000, None) for fen in before})
    found = review(played("32-28", "19-23"), engine, LIMIT)
    assert not any(move.counts for move in found.moves)
    assert (found.accuracy(WHITE), found.accuracy(BLACK)) == (None, None)


def test_nothing_played():
    found = review(damier.Board(), Scripted(), LIMIT)
    assert isinstance(found, Review)
    assert (found.moves, found.accuracy(WHITE)) == ((), None)
    with pytest.raises(ValueError, match="no move to draw"):
        picture(found)


def test_progress_counts_every_position():
    seen = []
    review(played(*OPENING), Scripted(), LIMIT, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(count, 7) for count in range(1, 8)]


def test_the_board_is_left_as_it_was():
    board = played(*OPENING)
    before = board.fen(), board.ply
    review(board, Scripted(), LIMIT)
    assert (board.fen(), board.ply) == before


def test_an_engine_that_fails_says_so():
    with LocalEngine(hash_mb=1) as engine, pytest.raises(EngineError, match="needs a limit"):
        review(played("32-28"), engine, Limit())


@pytest.mark.parametrize("game", damier.games(), ids=lambda game: game.id)
def test_every_game_can_be_reviewed(game):
    board = damier.Board(game=game)
    with LocalEngine(hash_mb=1) as engine:
        for _ in range(12):
            board.push(engine.analyse(board, Limit(depth=2))[-1].move)
        found = review(board, engine, Limit(depth=4))
    assert len(found.moves) == 12
    assert all(0 <= move.cost <= 1 and 0 <= move.points <= 1 for move in found.moves)
    assert ElementTree.fromstring(picture(found)).tag.endswith("svg")


# ---------------------------------------------------------------------------------------------------------------
# Writing


RECORD = """[White "Weiss"]
[Black "Springer"]

{ a friendly game } 1. 32-28 { the main road [%clk 0:10:00] } 19-23 2. 28x19 14x23 3. 37-32 23-28!
{ a try } ( 3... 10-14 { quiet } 4. 41-37 ) 4. 32x23 *
"""


def reviewed(text, script=()):
    game = read_game(io.StringIO(text))
    found = review(game, Scripted(script), LIMIT)
    annotate(game, found)
    return game, found


def test_nothing_that_was_there_is_lost():
    moves = (*OPENING, "32x23")
    before, after = fens(*moves)[5:7]
    game, found = reviewed(RECORD, {before: (("10-14", "41-37", "14-19"), 0, None), after: ((), 150, None)})
    assert found.moves[5].mark == "??"
    again = read_game(io.StringIO(str(game)))
    for words in ("a friendly game", "the main road", "[%clk 0:10:00]", "a try", "quiet"):
        assert words in str(game)
        assert words in str(again)
    node = list(again.mainline())[5]
    # The player's own mark stands; so does the variation, which shows the better move already.
    assert node.nags == {1}
    assert len(node.parent.variations) == 2
    assert (again.headers["White"], again.headers["Annotator"].split()[0]) == ("Weiss", "damier")
    assert node.eval() == 1.5
    assert node.comment.endswith("a try")


def test_marks_and_better_lines_are_added():
    text = " ".join(OPENING)
    before, after = fens(*OPENING)[5:7]
    script = {before: (("10-14", "41-37", "14-19", "46-41"), -10, None), after: ((), 150, None)}
    game, _ = reviewed(text, script)
    node = list(game.mainline())[5]
    assert node.nags == {4}
    better = node.parent.variations[1]
    assert [step.pdn() for step in (better, *better.mainline())] == ["10-14", "41-37", "14-19", "46-41"]
    assert better.eval() == 0.1
    written = str(game)
    assert "23-28??" in written
    assert "3... 10-14" in written
    assert "White: accuracy" in game.comment
    assert "1 blunder" in game.comment


def test_lines_are_cut():
    before, after = fens(*OPENING)[5:7]
    script = {before: (("10-14", "41-37", "14-19", "46-41"), -10, None), after: ((), 150, None)}
    game = read_game(io.StringIO(" ".join(OPENING)))
    annotate(game, review(game, Scripted(script), LIMIT), plies=1)
    assert list(game.mainline())[5].parent.variations[1].variations == []


def test_twice_is_once():
    before, after = fens(*OPENING)[5:7]
    script = {before: (("10-14", "41-37"), -10, None), after: ((), 0, 7)}
    game, found = reviewed(RECORD, script)
    once = str(game)
    assert "[%eval #7]" in once
    annotate(game, found)
    assert str(game) == once


def test_positions_set_up_in_the_middle():
    game, found = reviewed('1. 32-28 19-23 /FEN "W:W31-50:B1-20"/ 1. 33-29 17-22 *')
    assert [move.text for move in found.moves] == ["32-28", "19-23", "33-29", "17-22"]
    assert "17-22" in str(game)


def test_what_could_not_be_played_stays():
    game, found = reviewed("1. 32-28 19-23 2. 33-29 { that was it } 20-24 *")
    assert len(found.moves) == 2
    assert "33-29" in str(game)
    assert "that was it" in " ".join(str(game).split())


def test_a_review_of_another_game_is_refused():
    game = read_game(io.StringIO("1. 32-28 *"))
    with pytest.raises(ValueError, match="another game"):
        annotate(game, review(played("33-28"), Scripted(), LIMIT))


# ---------------------------------------------------------------------------------------------------------------
# Drawing


def test_the_picture():
    before, after = fens(*OPENING)[5:7]
    found = review(played(*OPENING), Scripted({before: (("10-14",), 0, None), after: ((), 150, None)}), LIMIT)
    root = ElementTree.fromstring(picture(found, white="<W> & co", black="B" * 200))
    dots = [element for element in root.iter() if element.tag.endswith("circle")]
    assert [next(iter(dot)).text for dot in dots] == ["3… 23-28??"]
    assert "<W> & co" in "".join(root.itertext())
