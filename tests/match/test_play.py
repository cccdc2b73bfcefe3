"""One game: how it ends, what a player may do wrong, and that the clock is kept by the match."""

from threading import Event, Thread

import pytest

import players
from damier import BLACK, WHITE, Board, EngineError
from damier.engine import PlayResult
from damier.match import Adjudication, Clock, Conditions, Control, Fixture, Opening, PlayedGame, Reason, Seat, play_game
from damier.match import seat as seat_module
from damier.match.adjudication import Umpire
from damier.match.play import Cancelled
from damier.match.seat import HangError
from players import ByHeart, Chance, Deaf, Faulty, Peaceful, Player, Sleepy, entrant


def play(white, black, *, fen=None, opening=(), seed=0, control=None, patience=30.0, margin=0.1, **options):
    """A game between two players given as objects or as classes."""
    watch, cancelled = options.pop("watch", None), options.pop("cancelled", None)
    game, draws = options.pop("game", "international"), options.pop("draws", None)
    conditions = Conditions(game, draws, options.pop("adjudication", Adjudication()), margin, patience)
    controls = control if isinstance(control, tuple) else (control, control)
    seats = [
        Seat(entrant(name, opener(player), limit), patience=patience)
        for name, player, limit in zip(("white", "black"), (white, black), controls, strict=True)
    ]
    try:
        fixture = Fixture(0, 0, 1, Opening(fen, tuple(opening)), seed=seed)
        played = play_game(fixture, *seats, conditions, watch=watch, cancelled=cancelled)
    finally:
        for seat in seats:
            seat.dismiss()
    assert PlayedGame.from_json(played.to_json()) == played or played.seconds != round(played.seconds, 3)
    return played


def opener(player):
    return player if isinstance(player, type) else lambda: player


class FakeTime:
    """A clock that moves only when a player says so."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def time(monkeypatch):
    time = FakeTime()
    monkeypatch.setattr(seat_module, "perf_counter", time)
    return time


class Thinker(Player):
    """Takes as long as it is told to; says that it took no time at all."""

    def __init__(self, time, *seconds):
        super().__init__()
        self.time = time
        self.seconds = list(seconds)

    def play(self, board, limit):
        result = super().play(board, limit)
        self.time.now += self.seconds.pop(0) if len(self.seconds) > 1 else self.seconds[0]
        return result


# ---------------------------------------------------------------------------------------------------------------
# Ends by the rules


def test_a_game_between_chances_ends():
    game = play(Chance, Chance, seed=3)
    board = game.board()
    outcome = board.outcome(claim_draw=True)
    assert outcome is not None or game.end.reason == Reason.MOVE_LIMIT
    assert len(game.plies) == board.ply
    assert game.result in ("2-0", "1-1", "0-2")
    assert game.lateness[0].worst is None


def test_won_on_the_board():
    game = play(Player, Player, fen="W:W28:B23")
    assert (game.end.reason, game.end.winner, game.end.rule) == (Reason.WON, WHITE, "no_pieces")
    assert game.moves == ("28x19x23",)
    assert game.result == "2-0"
    assert game.score_of(0) == 1
    assert game.score_of(1) == 0


def test_over_before_it_began():
    game = play(Player, Player, fen="B:W50:B")
    assert (game.plies, game.end.winner) == ((), WHITE)


DRAWS = [
    ("international", "fmjd", "king_moves_25", "W:WK49,K50:BK1,K45", 4),
    ("international", "fmjd", "three_against_king_16", "W:WK8,K32,K49:BK29", 1),
    ("international", "fmjd", "two_against_king_5", "W:WK25:BK28", 3),
    ("international", "informal", "king_against_king", "W:WK19,K23:BK5", 37),
    ("killer", "usual", "three_against_king_16", "W:WK8,K32,K49:BK29", 1),
    ("frisian", "official", "two_kings_against_king_7", "W:WK49,K50:BK1,K45", 4),
    ("frisian", "official", "king_against_king_2", "W:WK25:BK28", 3),
    ("canadian", "usual", "three_kings_against_king_16", "W:WK14,K30,K41:BK4", 3),
    ("russian", "lidraughts", "kings_against_king_15", "W:WKe7,Ke5,Ka3:BKd8", 3),
    ("russian", "lidraughts", "balance_30", "W:WKb2,Ka1,Ke1:BKe7,Kc5", 1),
    ("russian", "lidraughts", "balance_60", "W:WKg7,Kb4,Ka1:BKb8,Ka5,Ka3", 32),
    ("russian", "lidraughts", "main_road_5", "W:WKf8,Kd2,Kg1:BKe1", 9),
    ("russian", "lidraughts", "two_against_king_5", "W:WKa7,Kb4:BKg7", 0),
    ("russian", "basic", "king_moves_15", "W:WKa7,Kb4:BKg7", 0),
    ("brazilian", "cbd", "king_moves_20", "W:WKb2,Ka1,Ke1:BKe7,Kc5", 1),
    ("brazilian", "cbd", "few_pieces_5", "W:WKa7,Kb4:BKg7", 0),
    ("pool", "apca", "three_kings_against_king_13", "B:WK6,K24,K29:BK7", 11),
    ("english", "wcdf", "no_progress_40", "B:WK5,K17:BK8", 0),
    ("italian", "three_repetitions", "repetition", "W:WK29:BK6", 66),
    ("spanish", "usual", "three_kings_against_king_12", "W:WK7,K15,K21:BK2", 3),
    ("turkish", "federation", "one_against_one", "W:WKh5,Kd2,Kf2:BKg6,Kg3", 11),
    ("armenian", "federation", "one_against_one", "W:WKe6:BKh3,Kc2,Kg1", 13),
]


@pytest.mark.parametrize(("game", "profile", "rule", "fen", "seed"), DRAWS, ids=lambda value: str(value)[:24])
def test_drawn_by_every_rule(game, profile, rule, fen, seed):
    both = Peaceful()
    played = play(both, both, game=game, draws=profile, fen=fen, seed=seed)
    assert (played.end.reason, played.end.winner, played.end.rule) == (Reason.DRAWN, None, rule)
    clocks = {clock.rule: clock.clause for clock in played.board().draw_clocks()}
    assert clocks[rule] in played.end.text
    assert played.result in ("1-1", "1/2-1/2")


def test_repetition_is_claimed():
    """CASES 56 and 63: the third occurrence ends the game, so that nobody has to lose on time."""
    white, black = ByHeart("7-1", "1-7", "7-1", "1-7"), ByHeart("44-50", "50-44", "44-50", "50-44")
    game = play(white, black, fen="W:WK7,36:BK44,15")
    assert (game.end.reason, game.end.rule, len(game.plies)) == (Reason.DRAWN, "repetition", 8)


def test_the_opening_counts_for_repetition():
    shuffle = ("7-1", "44-50", "1-7", "50-44", "7-1", "44-50", "1-7")
    game = play(ByHeart(), ByHeart("50-44"), fen="W:WK7,36:BK44,15", opening=shuffle)
    assert (game.end.rule, len(game.plies)) == ("repetition", 1)


# ---------------------------------------------------------------------------------------------------------------
# Agreement, resignation, adjudication


class Offering(Player):
    """Offers a draw with every move."""

    def play(self, board, limit):
        return PlayResult(super().play(board, limit).move, draw_offered=True)


def test_a_draw_needs_two():
    assert play(Offering, Player, adjudication=Adjudication(max_moves=50)).end.reason != Reason.AGREEMENT


def test_a_draw_by_agreement_not_before_its_time():
    assert not Board().can_offer_draw
    early = play(Offering, Offering, adjudication=Adjudication(max_moves=10))
    assert early.end.reason == Reason.MOVE_LIMIT
    free = play(Offering, Offering, game="english", adjudication=Adjudication(max_moves=60))
    assert (free.end.reason, len(free.plies)) == (Reason.AGREEMENT, 2)


def test_resignation():
    game = play(Player, Faulty(players.resign, moves=1))
    assert (game.end.reason, game.end.winner) == (Reason.RESIGNATION, WHITE)
    assert len(game.plies) == 3
    assert game.end.text == "Black resigns"


@pytest.mark.parametrize(
    ("view", "answer", "winner"),
    [
        (0, {"draw_offered": True, "note": "it says that the game is drawn"}, None),
        (None, {"draw_offered": True, "note": "it says that the game is drawn"}, None),
        (50, {"draw_offered": True, "note": "it says that the game is drawn"}, WHITE),
        (-50, {"note": "it says that it has won"}, WHITE),
        (-50, {"resigned": True, "note": "it gives up"}, WHITE),
    ],
)
def test_a_game_that_is_broken_off(view, answer, winner):
    """As programs that speak DamExchange may: a draw must suit the opponent, and nobody wins by saying so."""
    game = play(Opinion(view), Faulty(lambda board: PlayResult(None, **answer), moves=1))
    assert game.end.winner == winner
    assert game.end.reason == (Reason.RESIGNATION if winner else Reason.AGREEMENT)


def test_move_limit():
    game = play(Player, Player, adjudication=Adjudication(max_moves=5))
    assert (game.end.reason, len(game.plies)) == (Reason.MOVE_LIMIT, 10)


class Opinion(Player):
    """Says what it is told to say about each of its positions."""

    def __init__(self, *scores):
        super().__init__()
        self.scores = scores

    def new_game(self, seed, board):
        super().new_game(seed, board)
        self.left = list(self.scores)

    def play(self, board, limit):
        move = super().play(board, limit).move
        score = self.left.pop(0) if len(self.left) > 1 else self.left[0]
        return PlayResult(move, players.info(board, move, score))


@pytest.mark.parametrize(
    ("white", "black", "both", "plies"),
    [
        ((-500,), (500,), True, 6),
        ((-500,), (0,), True, None),
        ((-500,), (0,), False, 5),
        ((-500, -500, 0, -500), (500,), True, 11),
        ((-499,), (500,), True, None),
        ((500,), (-500,), True, 6),
        ((None,), (-500,), True, None),
        ((None,), (-500,), False, 6),
    ],
)
def test_the_rule_of_resignation(white, black, both, plies):
    rules = Adjudication(resign_score=500, resign_moves=3, resign_both=both, max_moves=20)
    game = play(Opinion(*white), Opinion(*black), adjudication=rules)
    if plies is None:
        assert game.end.reason == Reason.MOVE_LIMIT
    else:
        assert (game.end.reason, len(game.plies)) == (Reason.SCORE_WON, plies)
        assert game.end.winner == (WHITE if white[0] in (500, None) else BLACK)
        assert "5 men down for 3 moves" in game.end.text


def test_proved_ends_count_as_hopeless():
    umpire = Umpire(Adjudication(resign_score=2000, resign_moves=1))
    umpire.see(WHITE, None, -4)
    assert umpire.verdict(Board()) is None, "the opponent has not spoken yet"
    umpire.see(BLACK, None, 3)
    assert umpire.verdict(Board()).winner == BLACK


@pytest.mark.parametrize(
    ("scores", "first", "plies"),
    [((0,), 0, 8), ((20,), 0, 8), ((21,), 0, None), ((0,), 6, 11), ((50, 0), 0, 10), ((None,), 0, None)],
)
def test_the_rule_of_draws(scores, first, plies):
    rules = Adjudication(draw_score=20, draw_moves=4, draw_from=first, max_moves=20)
    game = play(Opinion(*scores), Opinion(*scores), adjudication=rules)
    if plies is None:
        assert game.end.reason == Reason.MOVE_LIMIT
    else:
        assert (game.end.reason, len(game.plies)) == (Reason.SCORE_DRAWN, plies)


def test_adjudication_makes_sense():
    for wrong in ({"resign_score": 0}, {"draw_moves": 0}, {"max_moves": -1}, {"draw_score": -1}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Adjudication(**wrong)


# ---------------------------------------------------------------------------------------------------------------
# Clocks: the match measures, whatever a player says


def test_the_time_of_each_move_is_measured(time):
    white, black = Thinker(time, 0.25), Thinker(time, 0.75)
    game = play(white, black, control=Control(time=1), adjudication=Adjudication(max_moves=3))
    assert [ply.seconds for ply in game.plies] == [0.25, 0.75] * 3
    assert [late.worst for late in game.lateness] == [-0.75, -0.25]
    assert [late.late for late in game.lateness] == [0, 0]
    assert white.limits[0].time == 1


def test_a_little_late_is_told_and_forgiven(time):
    game = play(
        Thinker(time, 0.5, 1.0625),
        Thinker(time, 1.03125),
        control=Control(time=1),
        margin=0.0625,
        adjudication=Adjudication(max_moves=4),
    )
    assert game.end.reason == Reason.MOVE_LIMIT
    assert (game.lateness[0].late, game.lateness[0].worst) == (3, 0.0625)
    assert (game.lateness[1].late, game.lateness[1].worst) == (4, 0.03125)


def test_too_late_loses_whatever_the_player_says(time):
    game = play(Thinker(time, 0.5, 1.5), Player, control=Control(time=1), margin=0.1)
    assert (game.end.reason, game.end.winner) == (Reason.TIME, BLACK)
    assert game.end.text == "White overstepped its time by 0.500 s"
    assert len(game.plies) == 2, "the late move does not count"
    assert game.lateness[0].worst == 0.5
    assert game.end.reason.termination == "time forfeit"


def test_a_clock_runs_down(time):
    game = play(Thinker(time, 4), Thinker(time, 1), control=Control(clock=10), margin=0.1)
    assert game.end.reason == Reason.TIME
    assert [ply.clock for ply in game.plies] == [6, 9, 2, 8]


def test_increments_and_controls(time):
    game = play(
        Thinker(time, 4),
        Thinker(time, 2),
        control=(Control(clock=5, increment=2), Control(clock=6, moves=2)),
        adjudication=Adjudication(max_moves=2),
    )
    assert [ply.clock for ply in game.plies] == [3, 4, 1, 8]


def test_each_player_has_its_own_limit():
    white, black = Player(), Player()
    play(white, black, control=(Control(nodes=7), Control(depth=3)), adjudication=Adjudication(max_moves=2))
    assert {limit.nodes for limit in white.limits} == {7}
    assert {limit.depth for limit in black.limits} == {3}


# ---------------------------------------------------------------------------------------------------------------
# Faults


def test_a_hanging_player_without_a_clock():
    game = play(Player, Deaf, patience=0.05)
    assert (game.end.reason, game.end.winner) == (Reason.HANG, WHITE)
    assert game.end.text == "Black did not move: no answer"
    assert len(game.plies) == 1


def test_a_hanging_player_with_a_clock_loses_on_time():
    deaf = Deaf()
    game = play(deaf, Player, control=Control(time=0.01), margin=0.01, patience=0.05)
    assert (game.end.reason, game.end.winner) == (Reason.TIME, BLACK)
    assert deaf.stopped == 1
    assert deaf.closed == 1


def test_a_late_player_is_told_to_stop():
    """It answers then, is late all the same, and needs no restart."""
    sleepy = Sleepy()
    game = play(sleepy, Player, control=Control(time=0.01), margin=0.01)
    assert game.end.reason == Reason.TIME
    assert "overstepped" in game.end.text
    assert sleepy.stopped == 1


@pytest.mark.parametrize(
    ("fault", "said"), [(players.crash, "RuntimeError: out of memory"), (players.exit_quietly, "SystemExit: 0")]
)
def test_a_crash(fault, said):
    game = play(Faulty(fault, moves=2), Player)
    assert (game.end.reason, game.end.winner) == (Reason.FAILURE, BLACK)
    assert game.end.text == f"White failed: {said}"
    assert len(game.plies) == 4


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (players.illegal, "illegal move: "),
        (lambda board: None, "no move at all, but NoneType"),
        (lambda board: PlayResult("32-28"), "no move at all, but str"),
        (lambda board: 42, "no move at all, but NoneType"),
        (lambda board: PlayResult(players.in_order(Board(game="turkish"))[0]), "illegal move"),
    ],
)
def test_an_illegal_move(answer, said):
    game = play(Player, Faulty(answer, moves=1))
    assert (game.end.reason, game.end.winner) == (Reason.ILLEGAL_MOVE, WHITE)
    assert said in game.end.text
    assert game.end.text.startswith("Black played an illegal move: ")


class Cheat(Player):
    """Plays on the board that it was given."""

    def play(self, board, limit):
        while board.ply:
            board.pop()
        board.push(players.in_order(board)[-1])
        return super().play(Board(), limit)


def test_the_board_of_a_player_is_its_own():
    game = play(Cheat, Player)
    assert game.end.reason == Reason.ILLEGAL_MOVE
    assert game.board().ply == len(game.plies)


def test_a_player_that_failed_is_started_again():
    opened = []

    def start():
        opened.append(Faulty(players.crash, moves=1))
        return opened[-1]

    seats = [Seat(entrant("white", start)), Seat(entrant("black", Player))]
    for number in range(3):
        game = play_game(Fixture(number, 0, 1, Opening()), *seats, Conditions())
        assert game.end.reason == Reason.FAILURE
    assert len(opened) == 3
    assert seats[0].starts == 3
    assert seats[1].starts == 1
    for seat in seats:
        seat.dismiss()
    assert all(player.closed == 1 for player in opened)


def test_a_player_that_cannot_be_started(monkeypatch):
    monkeypatch.setattr(seat_module, "PAUSE", 0.001)
    attempts = []

    def start():
        attempts.append(1)
        raise FileNotFoundError("no such program: scan")

    with pytest.raises(EngineError, match="white cannot be started: FileNotFoundError: no such program: scan"):
        play(start_with(start), Player)
    assert len(attempts) == 1


def start_with(start):
    return type("Start", (), {"__new__": lambda cls: start()})


@pytest.mark.parametrize(("refusals", "starts"), [(1, 2), (2, 2), (3, None)])
def test_a_player_that_is_slow_to_get_up_again(monkeypatch, refusals, starts):
    """Its port may still be taken by what is left of itself."""
    monkeypatch.setattr(seat_module, "PAUSE", 0.001)
    attempts = []

    def start():
        attempts.append(1)
        if 2 <= len(attempts) <= 1 + refusals:
            raise ConnectionRefusedError("port 27531 is taken")
        return Faulty(players.crash)

    seats = [Seat(entrant("white", start)), Seat(entrant("black", Player))]
    assert play_game(Fixture(0, 0, 1, Opening()), *seats, Conditions()).end.reason == Reason.FAILURE
    if starts is None:
        with pytest.raises(EngineError, match="white cannot be started: ConnectionRefusedError: port 27531 is taken"):
            play_game(Fixture(1, 0, 1, Opening()), *seats, Conditions())
    else:
        assert play_game(Fixture(1, 0, 1, Opening()), *seats, Conditions()).end.reason == Reason.FAILURE
        assert seats[0].starts == starts
    for seat in seats:
        seat.dismiss()


def test_giving_up():
    cancelled = Event()
    with pytest.raises(Cancelled):
        play(Player, Player, cancelled=cancelled, watch=lambda *_: cancelled.set())


def test_nobody_waits_after_giving_up():
    """Whether the match is given up before a player is asked, or while it is."""
    cancelled, asked = Event(), Event()

    class Asked(Deaf):
        def play(self, board, limit):
            asked.set()
            return super().play(board, limit)

    seat = Seat(entrant("deaf", Asked), patience=3600, cancelled=cancelled)
    seat.new_game(1, Board())

    def give_up():
        asked.wait()
        cancelled.set()
        seat.give_up()

    helper = Thread(target=give_up)
    helper.start()
    with pytest.raises(HangError):
        seat.play(Board(), Clock(Control()), 0.1)
    helper.join()
    with pytest.raises(EngineError, match="cannot be started"):
        seat.new_game(2, Board())
    fresh = Seat(entrant("deaf", Deaf), patience=3600, cancelled=cancelled)
    with pytest.raises(EngineError, match="cannot be started: nobody waits"):
        fresh.new_game(1, Board())


def test_watching():
    seen = []
    play(
        Player,
        Player,
        adjudication=Adjudication(max_moves=2),
        watch=lambda fixture, board, ply: seen.append((fixture.number, board.ply, ply.move)),
    )
    assert [(number, ply) for number, ply, _ in seen] == [(0, 1), (0, 2), (0, 3), (0, 4)]


# ---------------------------------------------------------------------------------------------------------------


def test_conditions_make_sense():
    for wrong, message in (
        ({"margin": -1.0}, "margin"),
        ({"margin": float("nan")}, "margin"),
        ({"patience": 0.0}, "patience"),
        ({"game": "chess"}, "chess"),
        ({"draws": "nonsense"}, "nonsense"),
    ):
        with pytest.raises(ValueError, match=message):
            Conditions(**wrong)


def test_games_as_plain_values():
    game = play(Opinion(3, None), Opinion(-7), control=Control(clock=60), adjudication=Adjudication(max_moves=3))
    told = game.to_json()
    assert told["score"] == [3, -7, None, -7, None, -7]
    assert "depth" not in told, "what nobody knows is not written"
    again = PlayedGame.from_json(told)
    assert again.plies == game.plies
    assert again.end == game.end
    assert again.to_json() == told


@pytest.mark.parametrize(
    "spoilt",
    [
        {"moves": "32-28 99-1"},
        {"moves": "35-30 32-28"},
        {"moves": 5},
        {"reason": "boredom"},
        {"winner": "red"},
        {"seconds": [1.0]},
        {"late": []},
        {"number": "x"},
        {"game": "chess"},
        {"fen": "rubbish"},
    ],
)
def test_what_is_no_game(spoilt):
    told = play(Player, Player, adjudication=Adjudication(max_moves=2)).to_json()
    with pytest.raises(ValueError, match="not a game of a journal"):
        PlayedGame.from_json(told | spoilt)
