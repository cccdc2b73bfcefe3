"""Rules clause by clause, and faults once reported against draughts programs: see `positions` for the positions."""

from __future__ import annotations

import re

import pytest

import bridge
import damier
import oracle
import positions


def check(known: positions.Known) -> None:
    """The core gives exactly the moves that are known."""
    fen = None if known.fen == "start" else known.fen
    board = damier.Board(fen, game=known.game, numbering="standard" if known.standard else None)
    assert bridge.moves(board) == known.parsed()
    assert board.legal_moves.count() == len(known.parsed())


@pytest.mark.parametrize("known", positions.RULES, ids=lambda known: known.name)
def test_rule(known: positions.Known) -> None:
    check(known)


@pytest.mark.parametrize("known", positions.CASES, ids=lambda known: known.name)
def test_case(known: positions.Known) -> None:
    check(known)


# Move generation -------------------------------------------------------------------------------------------------


def test_case_1_refusal_names_the_capture_and_the_clause() -> None:
    board = damier.Board("W:W28,45:B33,5")
    with pytest.raises(damier.IllegalMoveError, match=r"28x39.*FMJD 4\.1"):
        board.push_pdn("45-40")
    assert board.fen() == "W:W28,45:B5,33"


def test_case_2_man_stays_a_man() -> None:
    board = damier.Board("B:W41,42,50:B36,6")
    assert not board.push_pdn("36x47x38").promotes
    assert board.fen() == "W:W50:B6,38"


def test_case_3_promotion_by_capture() -> None:
    board = damier.Board("W:W21,40:B8,17,23,34")
    assert board.push_pdn("21x3").promotes
    assert board.fen() == "B:WK3,40:B23,34"


def test_case_4_ambiguous_captures_are_written_long() -> None:
    board = damier.Board("W:WK1:B12,13,19,20")
    assert {board.pdn(move) for move in board.legal_moves} == {"1x23x14x25", "1x18x9x25"}


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        ("russian", "W:WK14:BK8,K10,K19,K27"),
        ("pool", "W:W13,K18:B6,K7,15,K23,26"),
        ("czech", "W:WK2:BK8,9,15,16,17"),
        ("german", "W:WK15:B10,18,26,27"),
        ("thai", "B:W7,8,15,26:BK2,18,K19,K25"),
    ],
)
def test_case_4_one_jump_and_a_chain_between_the_same_ends(game: str, fen: str) -> None:
    # c5:g1 is the whole route of one jump, and of no other capture: written so, it is read so.
    board = damier.Board(fen, game=game)
    for move in board.legal_moves:
        assert board.parse_pdn(board.pdn(move)) == move
        assert board.parse_pdn(board.pdn(move, long=True)) == move


def test_case_5_ambiguous_capture_is_refused() -> None:
    board = damier.Board("W:WK4:B13,32,37,20")
    with pytest.raises(damier.AmbiguousMoveError):
        board.push_pdn("4x15")
    assert board.ply == 0
    assert set(board.parse_pdn("4x27x38x15").captures) == {13, 20, 32}
    assert set(board.parse_pdn("4x31x42x15").captures) == {13, 20, 37}


def test_case_6_russian_new_king_takes_as_a_king() -> None:
    board = damier.Board("W:W11:B7,6", game="russian")
    assert board.push_pdn("f6xd8xa5").promotes
    assert [piece.symbol for piece in board.piece_map().values()] == ["W"]


def test_case_8_unfinished_capture_is_refused() -> None:
    board = damier.Board("W:Wh6:Bg7,c5,d2", game="russian")
    for text in ("h6xf8", "h6xf8xb4"):
        with pytest.raises(ValueError, match=text.split("x")[0]):
            board.push_pdn(text)
    board.push_pdn("h6xf8xb4xe1")


def test_case_13_king_does_not_fly_over_pieces() -> None:
    board = damier.Board("W:W21-32:B1-12", game="english")
    line = """24-20 12-16 28-24 8-12 32-28 4-8 24-19 9-13 28-24 10-14 22-18 6-10 18x9 5x14 25-22 1-5 22-18 5-9
        18-15 11x18 20x11x4 3-8"""
    for text in line.split():
        board.push_pdn(text)
    assert board.fen(numbering="standard") == "W:WK4,19,21,23,24,26,27,29,30,31:B2,7,8,9,10,12,13,14,18"
    assert [board.pdn(move) for move in board.legal_moves] == ["4x11"]


def test_case_15_game_goes_on_while_the_side_to_move_has_a_move() -> None:
    board = damier.Board("W:W14:B1,9", game="english")
    board.push_pdn("14x5")
    assert board.outcome() is None
    board.push_pdn("1-6")
    assert "5-1" in {board.pdn(move) for move in board.legal_moves}


def test_case_18_paths_to_one_end_are_one_move() -> None:
    board = damier.Board("W:WK28,31:B9,19,22,26", game="frisian")
    assert board.legal_moves.count() == 5
    assert board.parse_pdn("28x6").to_square == 6


def test_case_21_black_begins_in_english() -> None:
    board = damier.Board(game="english")
    assert board.turn == damier.BLACK
    board.push_pdn("11-15")
    board.push_pdn("23-18")


def test_case_22_italian_board_is_mirrored() -> None:
    game = damier.Game("italian")
    assert game.mirrored
    assert game.first == damier.WHITE
    assert game.square_at(0, 0) is None
    assert damier.Board(game=game).turn == damier.WHITE


# FEN -------------------------------------------------------------------------------------------------------------

START = f"W:W{','.join(map(str, range(31, 51)))}:B{','.join(map(str, range(1, 21)))}"


def test_case_23_colours_are_written_once() -> None:
    assert damier.Board().fen() == START
    assert damier.Board("W:" + START).fen() == START


def test_case_24_one_sided_fen() -> None:
    board = damier.Board("B:W50:B")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner == damier.WHITE
    assert outcome.termination == damier.Termination.NO_PIECES
    board = damier.Board("W:W39:B44")
    board.push_pdn("39x50")
    assert board.fen() == "B:W50:B"
    assert board.result() == "2-0"


def test_case_25_move_pushed_twice_is_refused() -> None:
    board = damier.Board("W:WK2,25:B14,15,16")
    assert board.legal_moves.count() == 9
    move = board.push_pdn("25-20")
    before = board.fen()
    with pytest.raises(damier.IllegalMoveError):
        board.push(move)
    assert board.fen() == before


def test_case_26_man_on_its_promotion_row_is_refused() -> None:
    with pytest.raises(damier.InvalidSetupError, match="4"):
        damier.Board("W:W4:B49")
    board = damier.Board("W:W4:B49", strict=False)
    assert board.status()
    assert not board.is_valid


def test_more_pieces_than_the_game_begins_with_are_refused() -> None:
    with pytest.raises(damier.InvalidSetupError, match="White has 21 pieces, and the game begins with 20"):
        damier.Board("W:W26,31-50:B1")
    assert not damier.Board("W:W26,31-50:B1", strict=False).is_valid


@pytest.mark.parametrize(
    ("fen", "square", "said"),
    [
        ("W:W31-50:B1-20", "31", "the man on 31 can move: 31-27, 31-26"),
        ("W:W31-50:B1-20", "36", "the man on 36 cannot move: every square"),
        ("W:W31-50:B1-20", "25", "there is no piece on 25"),
        ("W:W31-50:B1-20", "5", "the man on 5 is black, and White is to move"),
        ("W:W28,45:B33,5", "45", r"the man on 45 cannot move: capture is compulsory: 28x39 \(FMJD 4.1\)"),
        ("W:W28,45:B33,5", "28", "the man on 28 must capture: 28x39"),
        ("W:WK3,27:B9,21,22,41", "27", "the man on 27 must capture: 27x16|the man on 27 cannot move: the most pieces"),
        ("B:W50:B", "50", "the man on 50 is white, and Black is to move"),
    ],
)
def test_case_1_explain_says_what_a_piece_may_do(fen: str, square: str, said: str) -> None:
    assert re.match(said, damier.Board(fen).explain(square))


def test_case_27_trailing_dot_is_read_and_not_written() -> None:
    board = damier.Board("W:W31-50:B1-20.")
    assert board == damier.Board()
    assert "." not in board.fen()


def test_case_28_unknown_side_to_move_is_asked_for() -> None:
    fen = "?:W29,13,11:B22,4,2"
    with pytest.raises((damier.InvalidFenError, damier.InvalidSetupError)):
        damier.Board(fen, game="english")
    assert damier.Board(fen, game="english", turn=damier.BLACK).turn == damier.BLACK


def test_case_29_spaces_and_ranges_are_read() -> None:
    assert damier.Board("W:W 31, 32:B 1, 2").fen() == "W:W31,32:B1,2"
    assert damier.Board("W:W31-50:B1-20").fen() == START
    assert damier.Board("W:WK31-33:BK1-2").fen() == "W:WK31,K32,K33:BK1,K2"


@pytest.mark.parametrize(
    ("text", "strict"),
    [
        ("w:w31:b1", "W:W31:B1"),
        ("W:B1:W31", "W:W31:B1"),
        ("W:W031:B01", "W:W31:B1"),
        ("W:Wk31:BK1", "W:WK31:BK1"),
        ("W:W31", "W:W31:B"),
        (" W : W31 : B1 . ", "W:W31:B1"),
    ],
)
def test_case_29_readers_forgive(text: str, strict: str) -> None:
    assert damier.Board(text).fen() == strict


@pytest.mark.parametrize(
    "text", ["W:W31,31:B1", "W:W51:B1", "W:W1-60:B", "X:W31:B1", "W:W31;B1", "", "W:W31:B31", "W:Wz9:B1", "nonsense"]
)
def test_case_29_nonsense_is_refused(text: str) -> None:
    with pytest.raises((damier.InvalidFenError, damier.InvalidSetupError)):
        damier.Board(text)


def test_case_30_counters_are_kept() -> None:
    board = damier.Board("W:WK31:BK20:H12:F30")
    assert board.fullmove_number == 30
    assert board.fen() == "W:WK31:BK20"
    assert board.fen(counters=True) == "W:WK31:BK20:H12:F30"


def test_case_30_a_capture_that_is_not_over_is_no_position() -> None:
    for strict in (True, False):
        with pytest.raises(damier.InvalidSetupError, match="33 is marked as already captured: finish"):
            damier.Board("W:W28,G33:B5", strict=strict)


def test_case_30_frisian_king_moves_are_kept() -> None:
    board = damier.Board("W:WK45,46:B3,6:+0+345", game="frisian")
    assert {move.from_square for move in board.legal_moves} == {46}
    assert damier.Board("W:WK45,46:B3,6:+0+245", game="frisian").legal_moves.count() > 1
    assert damier.Board(board.fen(counters=True), game="frisian").legal_moves.count() == board.legal_moves.count()


def test_case_32_numeric_fen_of_an_algebraic_game() -> None:
    board = damier.Board("W:W9:BK24", game="russian")
    assert {board.pdn(move) for move in board.legal_moves} == {"b6-a7", "b6-c7"}
    assert board == damier.Board("W:Wb6:BKg3", game="russian")


def test_case_34_result_of_a_game_without_one() -> None:
    board = damier.Board("W:WK1:BK7")
    assert board.legal_moves.count() == 7
    for move in board.legal_moves:
        board.push(move)
        assert board.result() == "2-0"
        board.pop()
    assert board.result() == "*"


def test_case_35_captures_are_told_apart() -> None:
    board = damier.Board("B:W23,22,15,14:B11,10.", game="english")
    assert set(board.parse_pdn("10x19x26").captures) == {15, 23}
    assert set(board.parse_pdn("10x17x26").captures) == {14, 22}
    with pytest.raises(damier.AmbiguousMoveError):
        board.parse_pdn("10x26")
    assert {board.pdn(move) for move in board.legal_moves} == {"10x17x26", "10x19x26", "11x25", "11x27"}


def test_case_42_draw_table_position_is_read() -> None:
    fen = "B:W21,13,25,30,22,26,31,23,27,32,24,28:B5,9,1,6,10,2,7,11,3,8,12,4"
    assert damier.Board(fen, game="russian").turn == damier.BLACK


def test_case_43_illegal_move_of_a_real_game() -> None:
    board = damier.Board("B:W13,K16,37,42,47:B3,8,35")
    with pytest.raises(damier.IllegalMoveError, match="8x19"):
        board.push_pdn("35-40")
    assert [board.pdn(move) for move in board.legal_moves] == ["8x19"]


def test_case_45_quiet_move_written_as_a_capture() -> None:
    # Whole files (Tinsley's games) write x for every move.
    board = damier.Board(game="english")
    for text in ("10x15", "23x19"):
        board.push_pdn(text)
    assert board.push_pdn("7-10") == board.move_stack[-1]


def test_case_45_capture_written_as_a_quiet_move() -> None:
    board = damier.Board(game="english")
    for text in ("11-15", "22-18", "15-22"):
        board.push_pdn(text)
    assert board.move_stack[-1].is_capture


def test_case_45_partial_route_names_landing_squares() -> None:
    # 2x35x44x17 passes over 30, but only 2x30x39x17 lands there.
    board = damier.Board("B:W22,24,27,31,34,40,45,48:BK2,7,15,25")
    assert board.parse_pdn("2x30x17") == board.parse_pdn("2x30x39x17")


def test_case_50_first_number_of_the_game_type_decides() -> None:
    assert damier.Game("20,W,10,10,N1,0").id == "international"
    assert damier.Game("40").id == "frisian"
    assert damier.Game("29").id == "czech"


def test_case_52_orientation_and_first_player_belong_to_the_game() -> None:
    assert damier.Game("spanish").mirrored
    assert damier.Game("pool").first == damier.BLACK
    assert damier.Game.custom(base="pool", first=damier.WHITE).first == damier.WHITE
    assert damier.Game.custom(base="spanish", files=10, ranks=10).square_at(0, 0) is None


def test_case_64_hub_captures_in_any_order_or_none() -> None:
    board = damier.Board("W:W48:BK43,K33,23")
    for text in ("48x19x23x33x43", "48x19x43x23x33", "48x19"):
        assert board.parse_hub(text).to_square == 19


# Draws and results (the rules one by one: see `test_draws`) ------------------------------------------------------


def test_case_54_king_moves_count_and_a_man_starts_afresh() -> None:
    board = damier.Board("W:WK1,46,47:BK50,4,5", draws=["king_moves_25"])
    wander(board, 48)
    assert clock(board, "king_moves_25").count == 48
    man = next(move for move in board.legal_moves if not bridge.is_king(board, move.from_square))
    board.push(man)
    assert clock(board, "king_moves_25").count == 0
    board.pop()
    wander(board, 1)
    assert board.outcome() is None
    wander(board, 1)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.rule == "king_moves_25"
    assert outcome.winner is None


@pytest.mark.parametrize(
    ("fen", "rule", "plies"),
    [
        ("W:WK1,K2:BK50", "two_against_king_5", 10),
        ("W:WK1,K2,K3:BK50", "three_against_king_16", 32),
        ("W:WK1:BK50", "two_against_king_5", 10),
    ],
)
def test_case_55_five_and_sixteen_moves(fen: str, rule: str, plies: int) -> None:
    board = damier.Board(fen, draws=[rule])
    wander(board, plies - 1)
    assert board.outcome() is None
    wander(board, 1)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.rule == rule


def test_case_56_third_repetition_is_claimed() -> None:
    board = damier.Board("W:WK7,36:BK44,15")
    line = ["7-1", "44-50", "1-7", "50-44", "7-1", "44-50", "1-7", "50-44"]
    for text in line[:4]:
        board.push_pdn(text)
    assert board.is_repetition(2)
    assert not board.is_repetition(3)
    for text in line[4:7]:
        board.push_pdn(text)
    assert not board.can_claim_draw()
    last = board.parse_pdn(line[7])
    assert board.can_claim_draw(last)
    board.push(last)
    assert board.is_repetition(3)
    assert board.outcome() is None
    assert board.can_claim_draw()
    claimed = board.outcome(claim_draw=True)
    assert claimed is not None
    assert claimed.termination == damier.Termination.REPETITION
    assert board.result(claim_draw=True) == "1-1"
    assert board.claim_draw().winner is None
    assert board.result() == "1-1"


def test_case_57_five_pieces_play_thirty_moves_each() -> None:
    board = damier.Board("W:Wc1,Ka1,Ke1:Ba3,Ka5", game="russian")
    rules = [rule for rule in board.draws if rule != "repetition"]
    board = damier.Board("W:Wc1,Ka1,Ke1:Ba3,Ka5", game="russian", draws=rules)
    wander(board, 59)
    assert board.outcome() is None
    wander(board, 1)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.rule == "balance_30"
    assert "7.2.6" in outcome.clause


def test_case_59_english_forty_moves_with_a_counter() -> None:
    board = damier.Board("W:WK1,K2:BK31,K32", game="english", draws=["no_progress_40"])
    wander(board, 79)
    counter = clock(board, "no_progress_40")
    assert (counter.count, counter.limit) == (79, 80)
    assert board.outcome() is None
    wander(board, 1)
    assert board.result() == "1/2-1/2"


def test_case_60_turkish_one_against_one_is_drawn_at_once() -> None:
    for fen in ("W:WK1:BK64", "W:W50:BK64", "W:W50:B15"):
        assert damier.Board(fen, game="turkish").result() == "1/2-1/2"


def test_case_62_reason_of_a_draw_is_kept() -> None:
    board = damier.Board("W:WK1:BK50", draws=["two_against_king_5"])
    wander(board, 10)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.reason
    assert outcome.clause
    assert outcome.termination == damier.Termination.MATERIAL


def clock(board: damier.Board, rule: str) -> damier.DrawClock:
    """The counter of a rule."""
    return next(one for one in board.draw_clocks() if one.rule == rule)


def wander(board: damier.Board, plies: int) -> None:
    """Quiet king moves after which nothing can be captured."""
    bridge.wander(board, plies)


def test_oracle_and_core_list_the_same_games() -> None:
    flat = [game for game in damier.games() if not game.rules["towers"] and game.rules["turn"] == "one_move"]
    assert {game.id for game in flat} == set(oracle.GAMES)
