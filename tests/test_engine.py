"""The interface that engines share, and the built-in engine behind it."""

import threading
import time
from random import Random

import pytest

import damier
from damier.engine import LEVELS, Engine, Info, Level, Limit, LocalEngine, PlayResult, Score

GAMES = [game.id for game in damier.games()]
BACKWARD = "W:W28,45:B33,5"  # one legal move, 28x39


class Scripted(Engine):
    """Says what it is told to, and remembers what it was asked."""

    def __init__(self, scores, **options):
        super().__init__(**options)
        self.scores = scores
        self.asked = []

    def analyse(self, board, limit, *, multipv=1, searchmoves=None):
        self.asked.append((limit, multipv))
        lines = zip(board.legal_moves, self.scores, strict=False)
        return [Info((move,), Score(score, color=board.turn)) for move, score in lines][:multipv]

    def stop(self):
        pass


@pytest.fixture(scope="module")
def engine():
    with LocalEngine(hash_mb=8, random=Random(1)) as engine:
        yield engine


def test_limits_are_positive():
    assert not Limit()
    assert Limit(depth=1)
    assert Limit(time=0.1)
    for wrong in ({"depth": 0}, {"nodes": -5}, {"time": 0.0}, {"time": float("nan")}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} limit must be positive"):
            Limit(**wrong)


@pytest.mark.parametrize("game", GAMES)
def test_plays_every_game(engine, game):
    board = damier.Board(game=game)
    for _ in range(6):
        result = engine.play(board, Limit(depth=3))
        assert isinstance(result, PlayResult)
        assert result.move in board.legal_moves
        assert result.info.pv[0] == result.move
        board.push(result.move)


def test_the_only_move(engine):
    result = engine.play(damier.Board(BACKWARD), Limit(depth=5))
    assert (result.move.from_square, result.move.to_square) == (28, 39)


def test_finds_a_shot(engine):
    """White gives one man and takes three."""
    board = damier.Board("W:W27,28,32,37,38,43:B12,13,18,19,23,24")
    best = engine.analyse(board, Limit(depth=8))[0]
    worst = engine.analyse(board, Limit(depth=8), multipv=20)[-1]
    assert best.score.rank >= worst.score.rank


def test_lines_are_legal_and_best_first(engine):
    board = damier.Board()
    lines = engine.analyse(board, Limit(depth=5), multipv=4)
    assert len(lines) == 4
    assert len({line.move for line in lines}) == 4
    assert [line.score.rank for line in lines] == sorted((line.score.rank for line in lines), reverse=True)
    for line in lines:
        after = board.copy()
        for move in line.pv:
            after.push(move)
    assert board == damier.Board(), "the board itself is not touched"
    assert all(line.depth >= 5 and line.nodes > 0 and line.time >= 0 for line in lines)


def test_fewer_moves_than_lines(engine):
    assert len(engine.analyse(damier.Board(BACKWARD), Limit(depth=2), multipv=5)) == 1


def test_proved_ends(engine):
    best = engine.analyse(damier.Board("W:W28:B22"), Limit(depth=6))[0]
    assert best.score.win_in == 1
    assert best.score.hundredths > 0


def test_ponder_is_the_expected_reply(engine):
    board = damier.Board()
    result = engine.play(board, Limit(depth=4))
    board.push(result.move)
    assert result.ponder in board.legal_moves


@pytest.mark.parametrize(
    ("fen", "limit", "multipv", "message"),
    [
        (None, Limit(), 1, "needs a limit"),
        (None, Limit(depth=1), 0, "multipv must be at least 1"),
        ("B:W50:B", Limit(depth=1), 1, "no legal move"),
    ],
)
def test_refuses_the_impossible(engine, fen, limit, multipv, message):
    with pytest.raises(damier.EngineError, match=message):
        engine.analyse(damier.Board(fen), limit, multipv=multipv)


def test_time_is_kept(engine):
    start = time.monotonic()
    engine.play(damier.Board(), Limit(time=0.2))
    assert time.monotonic() - start < 5  # a generous bound: it only must not run for ever


def test_stop_from_another_thread(engine):
    timer = threading.Timer(0.3, engine.stop)
    timer.start()
    result = engine.play(damier.Board(), Limit(time=300))
    timer.join()
    assert result.move in damier.Board().legal_moves


def test_nodes_end_a_search_and_repeat_exactly():
    found = []
    for _ in range(2):
        with LocalEngine(hash_mb=4) as engine:
            found.append(engine.analyse(damier.Board(), Limit(nodes=20_000))[0])
    assert (found[0].pv, found[0].score) == (found[1].pv, found[1].score)


def test_closing_twice():
    engine = LocalEngine(hash_mb=1)
    engine.close()
    engine.close()


# ---------------------------------------------------------------------------------------------------------------
# Levels


def test_levels_rise():
    levels = list(LEVELS.values())
    assert [level.name for level in levels] == list(LEVELS)
    assert all(level.description and level.limit for level in levels)
    assert [level.margin for level in levels] == sorted((level.margin for level in levels), reverse=True)
    assert levels[-1].margin == 0
    with pytest.raises(TypeError):
        LEVELS["grandmaster"] = levels[0]


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_plays(engine, name):
    level = LEVELS[name]
    quick = Level(level.name, level.description, Limit(depth=2, time=0.5), level.lines, level.margin)
    assert engine.play(damier.Board(), quick).move in damier.Board().legal_moves


def test_a_level_chooses_only_near_the_best():
    level = Level("test", "", Limit(depth=1), lines=5, margin=20)
    engine = Scripted([50, 45, 31, 29, -100], random=Random(7))
    chosen = [engine.play(damier.Board(), level).info.score.hundredths for _ in range(300)]
    assert set(chosen) == {50, 45, 31}
    assert chosen.count(50) > chosen.count(45) > chosen.count(31)
    assert engine.asked[0] == (level.limit, 5)


def test_a_level_takes_a_proved_win():
    move = next(iter(damier.Board().legal_moves))
    lines = [Info((move,), Score(9000, win_in=3)), Info((move,), Score(8990))]
    level = Level("test", "", Limit(depth=1), lines=2, margin=100)
    assert {level.choose(lines, Random(seed)) for seed in range(50)} == {lines[0]}


def test_a_level_never_walks_into_a_proved_loss():
    move = next(iter(damier.Board().legal_moves))
    lines = [Info((move,), Score(-20)), Info((move,), Score(-30, win_in=-4))]
    level = Level("test", "", Limit(depth=1), lines=2, margin=100)
    assert {level.choose(lines, Random(seed)) for seed in range(50)} == {lines[0]}


def test_the_same_seed_plays_the_same_game():
    def game(seed):
        with LocalEngine(hash_mb=4, random=Random(seed)) as engine:
            board = damier.Board(game="russian")
            for _ in range(8):
                board.push(engine.play(board, LEVELS["beginner"]).move)
            return board.fen()

    assert game(3) == game(3)


def test_draw_offers():
    board = damier.Board()
    assert Scripted([0]).accepts_draw(board, Limit(depth=1))
    assert Scripted([40]).accepts_draw(board, LEVELS["club"])
    assert not Scripted([-40]).accepts_draw(board, Limit(depth=1))


@pytest.mark.slow
@pytest.mark.parametrize(("weak", "strong"), [("beginner", "casual"), ("casual", "club")])
def test_a_higher_level_wins_more(weak, strong):
    points = 0
    for seed in range(8):
        players = {damier.WHITE: weak, damier.BLACK: strong} if seed % 2 else {damier.WHITE: strong, damier.BLACK: weak}
        with LocalEngine(hash_mb=8, random=Random(seed)) as engine:
            board = damier.Board(game="russian")
            while board.outcome(claim_draw=True) is None and board.ply < 200:
                board.push(engine.play(board, LEVELS[players[board.turn]]).move)
        outcome = board.outcome(claim_draw=True)
        if outcome is not None and outcome.winner is not None:
            points += 1 if players[outcome.winner] == strong else -1
    assert points > 0
