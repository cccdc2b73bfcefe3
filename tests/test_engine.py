"""The interface that engines share, and the built-in engine behind it."""

import asyncio
import threading
import time
from random import Random

import pytest

import damier
from damier.engine import (
    LEVELS,
    AsyncLocalEngine,
    Engine,
    Info,
    Level,
    Limit,
    LocalEngine,
    Option,
    PlayResult,
    Score,
)

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


# ---------------------------------------------------------------------------------------------------------------
# Scores, limits, options


def test_scores_belong_to_a_side():
    score = Score(35, win_in=None, color=damier.BLACK)
    assert score.white() == Score(-35, color=damier.WHITE)
    assert score.black() is score
    assert score.pov(damier.WHITE).pov(damier.BLACK) == score
    won = Score(9_995, win_in=5)
    assert (won.black().win_in, str(won), str(won.black())) == (-5, "wins in 5 plies", "loses in 5 plies")
    assert str(Score(9_999, win_in=1)) == "wins in 1 ply"
    order = [
        Score(-99, win_in=-2),
        Score(-99, win_in=-8),
        Score(-5000),
        Score(3),
        Score(99, win_in=9),
        Score(99, win_in=1),
    ]
    shuffled = Random(2).sample(order, len(order))
    assert sorted(shuffled, key=lambda score: score.rank) == order


def test_chances_add_up_and_rise_with_the_score():
    chances = [Score(hundredths).expected() for hundredths in range(-2000, 2001, 100)]
    assert all(abs(each.win + each.draw + each.loss - 1) < 1e-12 and min(each.win, each.loss) >= 0 for each in chances)
    assert [each.points for each in chances] == sorted(each.points for each in chances)
    assert chances[20].points == 0.5
    assert Score(-4, win_in=-3).expected().points == 0
    assert Score(10**9).expected().win > 0.999
    assert Score(0).expected(draws=0).draw == 0
    with pytest.raises(ValueError, match="share of draws"):
        Score(0).expected(draws=1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"clock": 0}, "clock limit must be positive"),
        ({"time": float("inf")}, "time limit must be positive"),
        ({"clock": 3, "moves": 0}, "moves limit must be positive"),
        ({"clock": 3, "increment": -1}, "increment must be"),
        ({"increment": 1}, "need a clock"),
        ({"moves": 40}, "need a clock"),
        ({"infinite": True, "depth": 3}, "goes with no other"),
    ],
)
def test_limits_that_are_none(wrong, message):
    with pytest.raises(ValueError, match=message):
        Limit(**wrong)


def test_what_limits_leave():
    assert Limit(infinite=True)
    assert Limit(clock=5).seconds == 5
    assert Limit(clock=5, time=2).seconds == 2
    assert Limit(depth=5).seconds is Limit(infinite=True).seconds is None


def test_options():
    flag, share = Option("flag", "bool", True), Option("share", "real", 0.5, least=0)
    assert flag.parse("false") is False
    assert flag.text(True) == "true"
    assert share.parse("2.5") == 2.5
    for option, text, message in (
        (flag, "yes", "true or false"),
        (share, "-1", "at least 0"),
        (share, "nan", "must be a number"),
        (share, "x" * 100, "must be a number"),
        (Option("n", "int", 1), "1.5", "whole number"),
        (Option("n", "int", 1, most=9), "10", "at most 9"),
        (Option("v", "enum", "a", values=("a", "b")), "c", "one of a, b"),
        (Option("s", "string", ""), "a\nb", "one line of text"),
    ):
        with pytest.raises(ValueError, match=f"{option.name}.*{message}"):
            option.parse(text)
    with pytest.raises(ValueError, match="true or false"):
        flag.check("true")
    with pytest.raises(ValueError, match="must be a number"):
        share.check("0.5")


def test_options_of_the_built_in_engine():
    with LocalEngine(hash_mb=1) as engine:
        engine.configure(hash_mb=2, threads=2)
        assert engine.analyse(damier.Board(), Limit(depth=4))[0].depth >= 4
        for wrong, message in (
            ({"hash_mb": 0}, "from 1 to 65536"),
            ({"colour": 1}, "no option colour"),
            ({"leave_out": "probcut+luck"}, "no such step of the search: luck"),
        ):
            with pytest.raises(ValueError, match=message):
                engine.configure(**wrong)
        assert engine.analyse(damier.Board(), Limit(depth=4))[0].depth >= 4
    with pytest.raises(ValueError, match="threads=0"):
        LocalEngine(threads=0)
    with pytest.raises(ValueError, match="has no option x"):
        Scripted([]).configure(x=1)


def test_steps_of_the_search_can_be_left_out():
    def nodes(**options):
        with LocalEngine(hash_mb=4, **options) as engine:
            return engine.analyse(damier.Board(), Limit(depth=10))[0].nodes

    whole = nodes()
    assert nodes(leave_out="reductions") > whole
    assert nodes(leave_out="reductions+late-moves") > nodes(leave_out="reductions")


# ---------------------------------------------------------------------------------------------------------------
# Analyses that are seen while they go on


def test_an_analysis_shows_each_depth(engine):
    with engine.analysis(damier.Board(), Limit(depth=6), multipv=2) as analysis:
        seen = list(analysis)
    assert [lines[0].depth for lines in seen] == sorted(lines[0].depth for lines in seen)
    assert all(len(lines) == 2 for lines in seen[1:])
    assert analysis.wait()[0].move == analysis.lines[0].move == seen[-1][0].move


def test_an_analysis_ends_when_it_is_stopped_or_left(engine):
    for leave in ("stop", "with", "at once"):
        with engine.analysis(damier.Board()) as analysis:
            if leave != "at once":
                next(analysis)
            if leave == "stop":
                analysis.stop()
                analysis.stop()
                for _ in analysis:
                    pass
        assert analysis.wait()[0].move in damier.Board().legal_moves
    with engine.analysis(damier.Board()), pytest.raises(damier.EngineError, match="already thinking"):
        engine.play(damier.Board(), Limit(depth=1))


def test_an_analysis_of_some_moves(engine):
    board = damier.Board()
    some = list(board.legal_moves)[2:4]
    assert {line.move for line in engine.analyse(board, Limit(depth=3), multipv=9, searchmoves=some)} == set(some)
    with pytest.raises(damier.EngineError, match="cannot search 19-23: it is not legal"):
        engine.analyse(board, Limit(depth=3), searchmoves=[damier.Move.from_pdn("19-23")])
    with pytest.raises(damier.EngineError, match="no move to search"):
        engine.analysis(board, searchmoves=[])


def test_engines_that_show_nothing():
    with pytest.raises(damier.EngineError, match="shows nothing"):
        Scripted([1]).analysis(damier.Board())


def test_async_counterpart():
    async def think():
        async with AsyncLocalEngine(hash_mb=1, random=Random(1)) as engine:
            analysis = await engine.analysis(damier.Board())
            async with analysis:
                async for lines in analysis:
                    if lines[0].depth >= 4:
                        break
            shallow = [lines async for lines in await engine.analysis(damier.Board(), Limit(depth=3))]
            with pytest.raises(damier.EngineError, match="needs a limit"):
                await engine.play(damier.Board(), Limit())
            await engine.configure(hash_mb=2)
            await engine.new_game()
            return analysis.lines, shallow, await engine.play(damier.Board(), LEVELS["beginner"])

    lines, shallow, result = asyncio.run(think())
    assert lines[0].depth >= 4
    assert shallow[-1][0].depth == 3
    assert result.move in damier.Board().legal_moves


def test_a_clock_is_kept(engine):
    board = damier.Board()
    for limit in (Limit(clock=2, moves=20), Limit(clock=1, increment=0.1)):
        result = engine.play(board, limit)
        assert result.time > 0
        board.push(result.move)
