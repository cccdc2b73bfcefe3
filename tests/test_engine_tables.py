"""Endgame tables in use: by the engine, by the umpire of a match, in a review."""

from dataclasses import replace

import pytest

import damier
from damier import tables
from damier.engine import LEVELS, Limit, LocalEngine, Score, open_engine
from damier.match import Adjudication, Conditions, Entrant, Match, Openings
from damier.match.adjudication import Umpire
from damier.match.game import Reason
from damier.pdn import Game
from damier.review import annotate, review

SHALLOW = Limit(depth=1)
TRIANGLE = "W:WK4,K7,K11:BK21"


@pytest.fixture(scope="module")
def engine():
    with LocalEngine(hash_mb=1, tables=True) as engine:
        yield engine


def test_a_won_ending_is_known_at_once(engine):
    board = damier.Board(TRIANGLE, game="russian")
    line = engine.analyse(board, SHALLOW)[0]
    assert (line.score, len(line.pv)) == (Score(line.score.hundredths, 25, damier.WHITE), 25)
    for move in line.pv:
        board.push(move)
    assert board.outcome().winner == damier.WHITE


def test_both_sides_play_their_best_to_the_end(engine):
    board = damier.Board(TRIANGLE, game="russian")
    while board.outcome() is None:
        board.push(engine.play(board, SHALLOW).move)
    assert board.ply == 25


def test_every_move_has_its_value(engine):
    board = damier.Board("W:W17,K32:B4", game="russian")
    lines = engine.analyse(board, SHALLOW, multipv=64)
    known = {found.move: found for found in tables.open().best_moves(board)}
    assert len(lines) == len(known)
    for line in lines:
        found = known[line.move]
        assert (line.score.win_in or 0) == found.result * (found.plies or 0)


def test_only_some_moves_may_be_asked_about(engine):
    board = damier.Board(TRIANGLE, game="russian")
    slow = tables.open().best_moves(board)[-1]
    assert engine.analyse(board, SHALLOW, searchmoves=[slow.move])[0].move == slow.move


def test_without_tables_nothing_is_known():
    board = damier.Board(TRIANGLE, game="russian")
    with LocalEngine(hash_mb=1, tables=False) as plain:
        assert plain.analyse(board, SHALLOW)[0].score.win_in is None
        plain.configure(tables=True)
        assert plain.analyse(board, SHALLOW)[0].score.win_in == 25
        plain.configure(tables=False)
        assert plain.analyse(board, SHALLOW)[0].score.win_in is None


def test_tables_are_known_unless_a_level_does_without():
    board = damier.Board(TRIANGLE, game="russian")
    with LocalEngine(hash_mb=1) as engine:
        for name, win_in in (("master", 25), ("club", None), ("grandmaster", 25), ("beginner", None)):
            assert engine.play(board, replace(LEVELS[name], limit=SHALLOW)).info.score.win_in == win_in
        assert engine.analyse(board, SHALLOW)[0].score.win_in == 25


def test_tables_built_meanwhile_are_found(tmp_path, monkeypatch):
    monkeypatch.setenv("DAMIER_TABLES", str(tmp_path))
    with LocalEngine(hash_mb=1) as engine:
        board = damier.Board("W:Wa7:Bh8", game="poddavki")
        before = engine.analyse(board, Limit(nodes=1))[0].score.win_in
        value = tables.open(tables.build("poddavki", 2, threads=1)).best_moves(board)[0]
        after = engine.analyse(board, Limit(nodes=1))[0].score.win_in
    assert before is None
    assert (value.result, after) == (1, value.plies)


def test_tables_are_an_option_of_the_engine():
    with open_engine("damier:hash_mb=1,tables=true") as engine:
        assert engine.analyse(damier.Board(TRIANGLE, game="russian"), SHALLOW)[0].score.win_in == 25
    with pytest.raises(ValueError, match="tables"):
        open_engine("damier:tables=maybe")


def test_tables_of_ones_own(tmp_path):
    known = tables.open(tables.build("poddavki", 2, tmp_path / "poddavki", threads=1))
    board = known.of("poddavki").position("MvM", 12)
    with LocalEngine(hash_mb=1, tables=known) as engine:
        score = engine.analyse(board, SHALLOW)[0].score
    assert (score.win_in or 0) == known.probe_dtw(board)


def test_the_umpire_ends_what_is_settled():
    umpire = Umpire(Adjudication(tables=True))
    end = umpire.verdict(damier.Board(TRIANGLE, game="russian"))
    assert (end.reason, end.winner) == (Reason.TABLES, damier.WHITE)
    assert end.text == "adjudicated: the ending is won for White in 25 plies by the endgame tables"
    drawn = umpire.verdict(damier.Board("W:WK1:BK46"))
    assert (drawn.reason, drawn.winner) == (Reason.TABLES, None)
    assert umpire.verdict(damier.Board()) is None
    assert Umpire(Adjudication()).verdict(damier.Board(TRIANGLE, game="russian")) is None


def test_a_match_ends_by_the_tables():
    players = [Entrant.from_text(f"{name}=damier:hash_mb=1@depth=1") for name in ("A", "B")]
    rules = Conditions(game="russian", adjudication=Adjudication(tables=True))
    with Match(*players, games=8, conditions=rules, openings=Openings("random:6", "russian"), concurrency=1) as match:
        reasons = [game.end.reason for game in match.play()]
    assert Reason.TABLES in reasons


def test_a_review_says_what_was_thrown_away(engine):
    game = Game.from_board(damier.Board(TRIANGLE, game="russian"))
    blunder = next(found for found in tables.open().best_moves(game.board()) if found.result == 0)
    game.add_variation(blunder.move)
    found = review(game, engine, SHALLOW)
    assert found.moves[0].lapse == "throws away a win in 25 plies"
    annotate(game, found)
    annotate(game, found)
    node = next(iter(game.mainline()))
    assert node.comment.count("throws away a win in 25 plies") == 1


def test_games_that_can_have_no_tables_are_played_without() -> None:
    with LocalEngine(hash_mb=1, tables=True) as engine:
        for game in ("bashni", "lasca", "vigman"):
            board = damier.Board(game=game)
            assert engine.play(board, Limit(nodes=200)).move in board.legal_moves
            assert tables.open().settled(board) is None
            with pytest.raises(ValueError, match="there are endgame tables only where"):
                tables.open().probe_wdl(board)
