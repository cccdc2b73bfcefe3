"""Every drawing rule of every profile: when it counts, when it starts afresh, and when the game is a draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

import bridge
import damier

# The rulebooks' tables: game, then profile, then its rules; the first profile is the default.
PROFILES: dict[str, dict[str, set[str]]] = {
    "international": {
        "fmjd": {"repetition", "king_moves_25", "three_against_king_16", "two_against_king_5"},
        "informal": {"repetition", "king_against_king"},
    },
    "antidraughts": {"lidraughts": {"repetition"}},
    "breakthrough": {"lidraughts": set()},
    "frisian": {
        "official": {"two_kings_against_king_7", "king_against_king_2"},
        "repetition": {"repetition", "two_kings_against_king_7", "king_against_king_2"},
    },
    "canadian": {"usual": {"repetition", "three_kings_against_king_16"}},
    "russian": {
        "lidraughts": {
            "repetition",
            "kings_against_king_15",
            "king_moves_15",
            "balance_30",
            "balance_60",
            "main_road_5",
            "two_against_king_5",
        },
        "literal": {
            "repetition",
            "kings_against_king_15",
            "king_moves_15",
            "balance_30",
            "balance_60",
            "main_road_5",
            "two_against_king_5",
        },
        "basic": {"repetition", "kings_against_king_15", "king_moves_15"},
    },
    "poddavki": {"competition": {"repetition", "main_road_15", "king_moves_15"}},
    "pool": {"apca": {"repetition", "king_moves_15", "three_kings_against_king_13"}},
    "english": {"wcdf": {"repetition", "no_progress_40"}},
    "italian": {"fid": {"repetition", "no_progress_40"}, "three_repetitions": {"repetition", "no_progress_40"}},
    "turkish": {"federation": {"repetition", "one_against_one"}},
}


@pytest.mark.parametrize("name", PROFILES)
def test_profiles(name: str) -> None:
    game = damier.Game(name)
    assert {profile: set(rules) for profile, rules in game.profiles.items()} == PROFILES[name]
    assert next(iter(game.profiles)) == next(iter(PROFILES[name]))
    assert damier.Board(game=name).profile == next(iter(PROFILES[name]))


@pytest.mark.parametrize("game", damier.games(), ids=lambda game: game.id)
def test_every_drawing_rule_has_a_clause(game: damier.Game) -> None:
    for profile, rules in game.profiles.items():
        board = damier.Board(game=game, draws=profile)
        assert board.profile == profile
        assert set(board.draws) == set(rules)
        for clock in board.draw_clocks():
            assert clock.clause
            assert clock.description
            assert not clock.count or clock.rule == "repetition"
        for rule in rules:
            assert game.draw_rules[rule]


def test_unknown_drawing_rules_are_refused() -> None:
    for draws in ("nonsense", ["king_moves_25", "nonsense"]):
        with pytest.raises(ValueError, match="nonsense"):
            damier.Board(draws=draws)


class Ending(NamedTuple):
    """A position in which a rule begins to count, and how many plies it lets the players have."""

    game: str
    rule: str
    fen: str
    plies: int
    termination: damier.Termination
    note: str = ""


MATERIAL, KING_MOVES, BALANCE, ROAD = (
    damier.Termination.MATERIAL,
    damier.Termination.KING_MOVES,
    damier.Termination.BALANCE,
    damier.Termination.MAIN_ROAD,
)

ENDINGS = (
    # FMJD Annex 1, section 6.
    Ending("international", "king_moves_25", "W:WK1,K2,46:BK50,5", 50, KING_MOVES),
    Ending("international", "three_against_king_16", "W:WK1,K2,K3:BK50", 32, MATERIAL, "three_kings"),
    Ending("international", "three_against_king_16", "W:WK1,K2,46:BK50", 32, MATERIAL, "two_kings_and_a_man"),
    Ending("international", "three_against_king_16", "W:WK1,46,47:BK50", 32, MATERIAL, "a_king_and_two_men"),
    Ending("international", "three_against_king_16", "B:WK50:BK1,K2,K3", 32, MATERIAL, "black_is_stronger"),
    Ending("international", "two_against_king_5", "W:WK1,K2:BK50", 10, MATERIAL, "two_kings"),
    Ending("international", "two_against_king_5", "W:WK1,46:BK50", 10, MATERIAL, "a_king_and_a_man"),
    Ending("international", "two_against_king_5", "W:WK1:BK50", 10, MATERIAL, "a_king"),
    # FMJD-64, 7.2.
    Ending("russian", "kings_against_king_15", "W:WKb8,Ka5,Ka3:BKg1", 30, MATERIAL, "three_kings"),
    Ending("russian", "kings_against_king_15", "W:WKb8,Ka5,Ka3,Kc1:BKg1", 30, MATERIAL, "four_kings"),
    Ending("russian", "balance_30", "W:WKb8,Ka5:BKh2,Kg1", 60, BALANCE, "four_pieces"),
    Ending("russian", "balance_30", "W:WKb8,Ka5,c1:BKh2,Kg1", 60, BALANCE, "five_pieces"),
    Ending("russian", "balance_60", "W:WKb8,Ka5,c1:BKh2,Kg1,f8", 120, BALANCE, "six_pieces"),
    Ending("russian", "main_road_5", "W:WKb8,Ka5,Kc1:BKh8", 10, ROAD),
    Ending("russian", "two_against_king_5", "W:WKb8,Ka5:BKg1", 10, MATERIAL, "two_kings"),
    Ending("russian", "two_against_king_5", "W:WKb8:BKg1", 10, MATERIAL, "a_king"),
    Ending("brazilian", "king_moves_20", "W:WKb8,c1:BKg1,f8", 40, KING_MOVES),
    Ending("brazilian", "few_pieces_5", "W:WKb8,Ka5:BKh2,Kg1", 10, MATERIAL, "two_kings_each"),
    Ending("brazilian", "few_pieces_5", "W:WKb8:BKg1", 10, MATERIAL, "a_king_each"),
    Ending("brazilian", "few_pieces_5", "W:WKb8,c1:BKg1", 10, MATERIAL, "a_king_and_a_man"),
    Ending("pool", "king_moves_15", "W:WK1,30:BK32,3", 30, KING_MOVES),
    Ending("pool", "three_kings_against_king_13", "W:WK1,K13,K21:BK32", 26, MATERIAL),
    Ending("frisian", "two_kings_against_king_7", "W:WK1,K2:BK50", 14, MATERIAL),
    Ending("frisian", "king_against_king_2", "W:WK1:BK50", 4, MATERIAL),
    Ending("canadian", "three_kings_against_king_16", "W:WK1,K2,K3:BK72", 32, MATERIAL),
    Ending("english", "no_progress_40", "W:WK1,K2:BK31,K32", 80, KING_MOVES),
    Ending("italian", "no_progress_40", "W:WK1,K2:BK31,K32", 80, KING_MOVES),
)


def on_main_road(square: int) -> bool:
    """Whether a square lies between a1 and h8."""
    file, rank = damier.Game("russian").file_rank(square)
    return file == rank


def stay(game: str, rule: str) -> Callable[[damier.Move], bool]:
    """Which moves a test may choose: where the main road counts, only Black's king walks on it."""

    def allowed(move: damier.Move) -> bool:
        if not rule.startswith("main_road"):
            return True
        return on_main_road(move.from_square) == on_main_road(move.to_square)

    return allowed


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda one: "_".join(filter(None, (one.game, one.rule, one.note))))
def test_rule_runs_out(ending: Ending) -> None:
    board = damier.Board(ending.fen, game=ending.game, draws=[ending.rule])
    (clock,) = board.draw_clocks()
    assert (clock.rule, clock.active, clock.count, clock.limit) == (ending.rule, True, 0, ending.plies)
    bridge.wander(board, ending.plies - 1, stay(ending.game, ending.rule))
    assert board.draw_clocks()[0].count == ending.plies - 1
    assert board.outcome() is None
    assert board.result() == "*"
    bridge.wander(board, 1, stay(ending.game, ending.rule))
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.rule, outcome.winner, outcome.termination) == (ending.rule, None, ending.termination)
    assert outcome.clause == damier.Game(ending.game).draw_rules[ending.rule]
    board.pop()
    assert board.outcome() is None
    assert board.draw_clocks()[0].count == ending.plies - 1


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda one: "_".join(filter(None, (one.game, one.rule, one.note))))
def test_colours_do_not_matter(ending: Ending) -> None:
    board = damier.Board(ending.fen, game=ending.game, draws=[ending.rule]).mirror()
    assert [clock.active for clock in board.draw_clocks() if clock.rule == ending.rule] == [True]


# What a rule does not count --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "rule", "fen"),
    [
        ("international", "three_against_king_16", "W:W46,47,48:BK50"),  # three men and no king
        ("international", "three_against_king_16", "W:WK1,K2,K3,K4:BK50"),
        ("international", "three_against_king_16", "W:WK1,K2:BK50,5"),
        ("international", "three_against_king_16", "W:WK1,K2,K3:B6"),
        ("international", "two_against_king_5", "W:WK1,K2:BK50,K5"),
        ("international", "two_against_king_5", "W:W46,47:BK50"),
        ("international", "two_against_king_5", "W:WK1,K2,K3:BK50"),
        ("russian", "kings_against_king_15", "W:WKb8,Ka5,Ka3,c1:BKg1"),  # three kings and nothing else
        ("russian", "kings_against_king_15", "W:WKb8,Ka5:BKg1"),
        ("russian", "main_road_5", "W:Wc1,e1,g1:BKh8"),
        ("russian", "main_road_5", "W:WKb8,Ka5:BKh8"),
        ("russian", "balance_30", "W:WKb8,Ka5,Kc1:Bg7,f8"),  # kings on one side only
        ("russian", "balance_30", "W:WKb8:BKg1"),
        ("russian", "balance_60", "W:WKb8,Ka5:BKh2,Kg1"),
        ("frisian", "two_kings_against_king_7", "W:WK1,46:BK50"),
        ("frisian", "king_against_king_2", "W:WK1,K2:BK50"),
    ],
)
def test_rule_does_not_apply(game: str, rule: str, fen: str) -> None:
    board = damier.Board(fen, game=game, draws=[rule])
    assert [clock.active for clock in board.draw_clocks()] == [False]


def play(board: damier.Board, line: str, times: int = 1) -> None:
    """Plays the moves of a line, as often as is said."""
    for text in line.split() * times:
        board.push_pdn(text)


def clock(board: damier.Board, rule: str) -> tuple[bool, int]:
    """Whether a rule counts, and how far it has come."""
    return next((one.active, one.count) for one in board.draw_clocks() if one.rule == rule)


def test_fmjd_6_king_moves_start_afresh_with_a_man_or_a_capture() -> None:
    board = damier.Board("W:WK1,46:BK50,30", draws=["king_moves_25"])
    play(board, "1-6 50-45")
    assert clock(board, "king_moves_25") == (True, 2)
    play(board, "46-41")
    assert clock(board, "king_moves_25") == (True, 0)
    play(board, "45-50")
    assert clock(board, "king_moves_25") == (True, 1)
    board = damier.Board("W:WK1,46:B34,6:H7", draws=["king_moves_25"])
    board.push_pdn("1x40")
    assert clock(board, "king_moves_25") == (True, 0)


def test_fmjd_6_the_ply_that_makes_the_material_is_not_counted() -> None:
    board = damier.Board("B:WK6,K16,46:B45", draws="fmjd")
    assert clock(board, "three_against_king_16") == (False, 0)
    play(board, "45-50")
    assert clock(board, "three_against_king_16") == (True, 0)
    play(board, "46-41")
    assert clock(board, "three_against_king_16") == (True, 1)


def test_fmjd_6_promotion_inside_the_class_does_not_start_afresh() -> None:
    board = damier.Board("W:WK5,6,46:BK49", draws="fmjd")
    play(board, "5-10 49-35")
    assert clock(board, "three_against_king_16") == (True, 2)
    play(board, "6-1")
    assert clock(board, "three_against_king_16") == (True, 3)
    assert clock(board, "king_moves_25") == (True, 0)


def test_fmjd_6_three_against_one_becomes_two_against_one() -> None:
    # The lone king takes one of three: the five moves begin, and the capture is not counted.
    board = damier.Board("B:WK1,K46,28:BK6", draws="fmjd")
    assert clock(board, "three_against_king_16") == (True, 0)
    play(board, "6x33")
    assert clock(board, "three_against_king_16") == (False, 0)
    assert clock(board, "two_against_king_5") == (True, 0)
    board.pop()
    assert clock(board, "three_against_king_16") == (True, 0)
    assert clock(board, "two_against_king_5") == (False, 0)


def test_fmjd_6_five_moves_never_start_afresh() -> None:
    # Two against one has run for three plies; the capture that makes it one against one changes nothing.
    board = damier.Board("W:WK1,K46:BK50", draws="fmjd")
    play(board, "46-41 50-45 41-23")
    assert clock(board, "two_against_king_5") == (True, 3)
    play(board, "45x18")
    assert clock(board, "two_against_king_5") == (True, 4)


def test_fmjd_6_king_moves_run_on_beside_other_rules() -> None:
    board = damier.Board("W:WK1,K2,K3:BK50", draws="fmjd")
    bridge.wander(board, 6)
    assert clock(board, "king_moves_25") == (True, 6)
    assert clock(board, "three_against_king_16") == (True, 6)


def test_fmjd_annex_3_draws_are_offered_after_forty_moves() -> None:
    board = damier.Board("W:WK1,K2,46:BK50,5", draws="fmjd")
    assert not board.can_offer_draw
    with pytest.raises(damier.IllegalMoveError):
        board.agree_draw()
    informal = damier.Board(draws="informal")
    assert informal.can_offer_draw
    assert informal.agree_draw().termination == damier.Termination.AGREEMENT
    assert informal.result() == "1-1"


def test_informal_king_against_king_is_a_draw_at_once() -> None:
    outcome = damier.Board("W:WK1:BK50", draws="informal").outcome()
    assert outcome is not None
    assert outcome.winner is None
    assert damier.Board("W:WK1:BK50").outcome() is None


def test_fmjd_64_7_2_4_a_capture_starts_afresh() -> None:
    board = damier.Board("W:WKb8,Ka5,Ka3,Kc1:BKh2", game="russian", draws=["kings_against_king_15"])
    play(board, "c1-d2 h2-g1 d2-e3")
    assert clock(board, "kings_against_king_15") == (True, 3)
    play(board, "g1xd4")  # three kings are left
    assert clock(board, "kings_against_king_15") == (True, 0)


def test_fmjd_64_7_2_5_and_7_2_6_by_profile() -> None:
    # Four pieces with kings on both sides: lidraughts lets 7.2.6 take the place of 7.2.5, the text does not.
    fen = "W:WKb8,Ka5:BKh2,Kg1"
    assert clock(damier.Board(fen, game="russian", draws="lidraughts"), "king_moves_15") == (False, 0)
    assert clock(damier.Board(fen, game="russian", draws="literal"), "king_moves_15") == (True, 0)
    fen = "W:WKb8,Ka5,c1,e1:BKh2,Kg1,f8,h8"
    assert clock(damier.Board(fen, game="russian", draws="lidraughts"), "king_moves_15") == (True, 0)


def test_fmjd_64_7_2_6_a_promotion_changes_the_balance_and_a_man_does_not() -> None:
    board = damier.Board("W:WKa5,g1,c7:BKh4,h8", game="russian", draws=["balance_30"])
    play(board, "g1-h2 h8-g7")
    assert clock(board, "balance_30") == (True, 2)
    play(board, "c7-b8")
    assert clock(board, "balance_30") == (True, 0)


def test_fmjd_64_7_2_7_counts_on_the_main_road_only() -> None:
    board = damier.Board("W:WKb8,Ka5,Kc1:BKh8", game="russian", draws=["main_road_5"])
    counts = []
    for text in ["b8-a7", "h8-g7", "a7-b8", "g7-f8", "b8-a7", "f8-g7", "a7-b8"]:
        board.push_pdn(text)
        counts.append(clock(board, "main_road_5")[1])
    assert counts == [1, 2, 3, 3, 3, 4, 5]


def test_poddavki_three_kings_against_the_main_road() -> None:
    board = damier.Board("W:WKb8,Ka5,Kc1:BKh8", game="poddavki", draws=["main_road_15"])
    assert board.draw_clocks()[0].limit == 30


# Repetition ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "fen", "line", "times", "automatic"),
    [
        ("international", "W:WK7,36:BK44,15", "7-1 44-50 1-7 50-44", 3, False),
        ("antidraughts", "W:WK7,36:BK44,15", "7-1 44-50 1-7 50-44", 3, True),
        ("canadian", "W:WK1,67:BK72,12", "1-7 72-66 7-1 66-72", 3, True),
        ("russian", "W:WKb8,h2:BKg1,a7", "b8-c7 g1-f2 c7-b8 f2-g1", 3, True),
        ("english", "W:WK1,32:BK30,4", "1-6 30-26 6-1 26-30", 3, False),
        ("italian", "W:WK1,32:BK30,4", "1-5 30-27 5-1 27-30", 4, True),
        ("turkish", "W:WK1,50:BK64,15", "1-2 64-63 2-1 63-64", 3, True),
    ],
)
def test_repetition(game: str, fen: str, line: str, times: int, automatic: bool) -> None:
    board = damier.Board(fen, game=game)
    play(board, line, times - 2)
    assert board.is_repetition(times - 1)
    assert not board.is_repetition(times)
    assert board.outcome(claim_draw=True) is None
    play(board, line, 1)
    assert board.is_repetition(times)
    outcome = board.outcome(claim_draw=True)
    assert outcome is not None
    assert outcome.termination == damier.Termination.REPETITION
    assert (board.outcome() is not None) == automatic
    board.pop()
    assert board.outcome(claim_draw=True) is None


def test_fr11_has_no_repetition() -> None:
    board = damier.Board("W:WK7,K36,K46:BK44,K15,K5", game="frisian", draws="official")
    assert "repetition" not in board.draws


def test_repetition_needs_the_same_side_to_move() -> None:
    # Three against one: White loses a tempo, so the same pieces stand there with the other side to move.
    board = damier.Board("W:WK1,K36:BK50,15")
    play(board, "1-12 50-44 12-7 44-50 7-1")
    assert board.turn == damier.BLACK
    assert not board.is_repetition(2)


def test_repetitions_need_not_be_successive() -> None:
    board = damier.Board("W:WK7,36:BK44,15")
    play(board, "7-1 44-50 1-7 50-44 7-12 44-50 12-7 50-44")
    assert board.is_repetition(3)


def test_a_copy_remembers_and_a_root_forgets() -> None:
    board = damier.Board("W:WK7,36:BK44,15")
    play(board, "7-1 44-50 1-7 50-44", 2)
    assert board.copy().is_repetition(3)
    assert not board.root.is_repetition(2)


# Ends that are no draws ------------------------------------------------------------------------------------------


def test_fmjd_7_2_no_legal_move_loses() -> None:
    board = damier.Board("W:W46:B41,37", game="international")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (damier.BLACK, damier.Termination.NO_MOVES)
    assert board.result() == "0-2"


def test_misere_no_legal_move_wins() -> None:
    for game in ("antidraughts", "poddavki"):
        outcome = damier.Board("W:W:B5", game=game).outcome()
        assert outcome is not None
        assert outcome.winner == damier.WHITE


def test_breakthrough_first_king_wins() -> None:
    board = damier.Board("W:W6:B20", game="breakthrough")
    board.push_pdn("6-1")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (damier.WHITE, damier.Termination.FIRST_KING)
    assert not board.legal_moves


def test_frisian_17_only_forbidden_moves_left_is_a_loss() -> None:
    # White's man is blocked and its king has made three moves: nothing is left.
    fen = "W:WK45,46:B37,41"
    assert damier.Board(fen, game="frisian").outcome() is None
    board = damier.Board(fen + ":+0+345", game="frisian")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (damier.BLACK, damier.Termination.NO_MOVES)


def test_resignation_and_time() -> None:
    board = damier.Board()
    outcome = board.resign()
    assert (outcome.winner, outcome.termination) == (damier.BLACK, damier.Termination.RESIGNATION)
    assert board.result() == "0-2"
    board = damier.Board(game="poddavki")
    outcome = board.flag(damier.BLACK)
    assert (outcome.winner, outcome.termination) == (damier.WHITE, damier.Termination.TIME)
    assert board.result() == "1-0"
