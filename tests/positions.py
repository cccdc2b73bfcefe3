"""Positions that tell one rule from another, with all their legal moves; for the tests of the oracle and of the core.

A move is written ``from-to`` or ``fromxto{captured,squares}``, with a ``K`` at the end where a man becomes a king.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import oracle


class Known(NamedTuple):
    """A position with the complete list of its legal moves; `standard` where its numbers are not the game's own."""

    name: str
    game: str
    fen: str
    moves: str
    standard: bool = False

    def parsed(self) -> set[oracle.Move]:
        """The moves, in the game's own numbers."""
        return {parse_move(self.game, text, standard=self.standard) for text in self.moves.split()}


def parse_move(game: str, text: str, *, standard: bool = False) -> oracle.Move:
    """A move in the notation of this file."""
    rules = oracle.GAMES[game]
    match = re.fullmatch(r"(\w+)[-x]([a-l]?\d+)(?:\{(.*)\})?(K?)", text)
    assert match, text

    def number(name: str) -> int:
        return oracle.number(rules, oracle.square(rules, name, standard=standard))

    captured = frozenset(map(number, match[3].split(","))) if match[3] else frozenset()
    return oracle.Move(number(match[1]), number(match[2]), captured, bool(match[4]))


# One position per clause. The numbers of the clauses are those of the rulebooks (FMJD: Annex 1, 2015).
RULES: tuple[Known, ...] = (
    # International draughts.
    Known("fmjd_3_4_man_steps_forward", "international", "W:W28:B5", "28-22 28-23"),
    Known("fmjd_3_5_man_promotes_at_rest", "international", "W:W6:B20", "6-1K"),
    Known(
        "fmjd_3_9_king_flies",
        "international",
        "W:WK45:B5",
        "45-50 45-40 45-34 45-29 45-23 45-18 45-12 45-7 45-1",
    ),
    Known("fmjd_4_1_capture_is_compulsory", "international", "W:W28,45:B33,5", "28x39{33}"),
    Known("fmjd_4_2_man_takes_backward", "international", "W:W23:B28,29,5", "23x32{28} 23x34{29}"),
    Known("fmjd_4_3_king_takes_from_afar", "international", "W:WK46:B23", "46x19{23} 46x14{23} 46x10{23} 46x5{23}"),
    Known("fmjd_4_13_most_pieces", "international", "W:W17,K46:B41,24,44", "46x49{24,41,44}"),
    Known("fmjd_4_13_king_counts_as_one_piece", "international", "W:W48:BK43,K33,23", "48x19{23,33,43}"),
    Known("fmjd_4_14_equal_numbers_are_free_choice", "international", "W:W28,30:BK22,24", "28x17{22} 30x19{24}"),
    Known("fmjd_4_pieces_are_lifted_after_the_chain", "international", "W:WK37:B28,40,41,27", "37x45{28,40}"),
    Known("fmjd_4_man_may_end_where_it_began", "international", "W:W38:B32,33,22,23", "38x38{22,23,32,33}"),
    Known("fmjd_4_15_man_passes_the_king_row", "international", "W:W12:B8,9", "12x14{8,9}"),
    # Killer draughts.
    Known("killer_king_halts_behind_a_king", "killer", "W:WK3:B10,K14", "3x20{14}"),
    Known("killer_king_lands_anywhere_behind_a_man", "killer", "W:WK3:BK14,34", "3x39{14,34} 3x43{14,34} 3x48{14,34}"),
    Known("killer_is_not_international", "international", "W:WK3:B10,K14", "3x20{14} 3x25{14}"),
    # Breakthrough.
    Known("breakthrough_first_king_wins", "breakthrough", "W:W6:B20", "6-1K"),
    # Frisian draughts: Official Rules 2011.
    Known("frisian_7_man_takes_straight_ahead", "frisian", "W:W28:B18", "28x8{18}"),
    Known("frisian_7_man_takes_sideways", "frisian", "W:W28:B27", "28x26{27}"),
    Known("frisian_7_man_takes_diagonally", "frisian", "W:W28:B22", "28x17{22}"),
    Known(
        "frisian_12_three_kings_beat_five_men",
        "frisian",
        "W:WK13,K22:B3,14,19,33,35,K4,K47,K49",
        "22x46{33,47,49}",
    ),
    Known("frisian_12_king_before_man", "frisian", "W:W28,K50:B18,40", "50x16{18,40} 50x17{18,40}"),
    # Russian and Brazilian draughts and pool.
    Known("russian_1_5_15_promotion_in_passing", "russian", "W:W11:B7,9", "11x13{7,9}K"),
    Known("brazilian_promotion_at_rest", "brazilian", "W:W11:B7,9", "11x2{7}K"),
    Known("pool_promotion_at_rest", "pool", "W:W11:B7,9", "11x2{7}K"),
    Known("russian_new_king_chooses_its_landing", "russian", "W:W12:B8,14", "12x17{8,14}K 12x21{8,14}K"),
    Known("brazilian_new_king_waits", "brazilian", "W:W12:B8,14", "12x3{8}K"),
    Known("brazilian_most_pieces", "brazilian", "W:W31,K9:B18,27,17", "9x32{18,27}"),
    Known("pool_free_choice", "pool", "W:W31,K9:B18,27,17", "9x32{18,27} 31x24{27}"),
    Known("russian_free_choice", "russian", "W:W31,K9:B18,27,17", "9x32{18,27} 31x24{27}"),
    Known("russian_chain_must_go_on", "russian", "W:WK29:B18,16", "29x20{18,16}"),
    Known("brazilian_chain_must_go_on", "brazilian", "W:WK29:B18,16", "29x20{18,16}"),
    Known("pool_chain_must_go_on", "pool", "W:WK29:B18,16", "29x20{18,16}"),
    Known("czech_chain_must_go_on", "czech", "W:WK29:B18,16", "29x20{18,16}"),
    Known("german_chain_must_go_on", "german", "W:WK29:B18,16", "29x20{18,16}"),
    # Games whose men take forward only.
    Known("czech_king_takes_before_man", "czech", "W:W19,K2:B1,16", "2x20{16}"),
    Known("german_king_has_no_priority", "german", "W:W19,K2:B1,16", "2x20{16} 19x12{16}"),
    Known("english_man_takes_forward_only", "english", "W:W14:B10,18", "14x7{10}"),
    Known("english_king_steps_once", "english", "W:WK23:B5", "23-18 23-19 23-26 23-27"),
    Known("english_king_takes_next_piece", "english", "W:WK14:B17,25", "14x30{17,25}"),
    Known("english_promotion_ends_the_move", "english", "B:B22:W25,26", "22x29{25}K 22x31{26}K"),
    Known("italian_5_ladder_of_captures", "italian", "W:W15,K18:B20,22,K14", "18x11{14}"),
    Known("italian_man_may_not_take_a_king", "italian", "W:W10:BK6", "10-5"),
    Known("english_man_may_take_a_king", "english", "W:W10:BK6", "10x1{6}K"),
    Known("spanish_law_of_quality", "spanish", "W:WK14,K26:B12,K5", "14x1{5}"),
    Known("portuguese_law_of_quality", "portuguese", "W:WK14,K26:B12,K5", "14x1{5}"),
    Known("thai_king_lands_right_behind", "thai", "W:WK10:B14", "10x17{14}", standard=True),
    Known("german_king_lands_anywhere", "german", "W:WK10:B14", "10x17{14} 10x21{14}"),
    Known("thai_pieces_are_lifted_at_once", "thai", "W:WK19:B24,9,6", "19x1{6,24} 19x28{6,24}", standard=True),
    Known("german_pieces_are_lifted_after_the_chain", "german", "W:WK19:B24,9,6", "19x1{6} 19x28{24}"),
    # All squares.
    Known("turkish_man_steps_forward_and_sideways", "turkish", "W:W35:B43", "35-27 35-34 35-36"),
    Known("turkish_man_takes_forward_and_sideways", "turkish", "W:W35:B27,34,43,5", "35x19{27} 35x33{34}"),
    Known("turkish_no_turn_of_180_degrees", "turkish", "W:WK35:B11,51,2", "35x1{2,11}"),
    Known("armenian_man_steps_diagonally_too", "armenian", "W:W35:B1", "35-26 35-27 35-28 35-34 35-36"),
    Known("armenian_man_takes_straight_only", "armenian", "W:W35:B26,28", "35-27 35-34 35-36"),
)

# Reports against draughts programs, by the number of the case.
CASES: tuple[Known, ...] = (
    Known("case_1_man_takes_backward", "international", "W:W28,45:B33,5", "28x39{33}"),
    Known("case_2_passes_the_king_row", "international", "B:W41,42,50:B36,6", "36x38{41,42}"),
    Known("case_3_promotes_by_capture", "international", "W:W21,40:B8,17,23,34", "21x3{8,17}K 40x18{23,34}"),
    Known("case_4_same_ends_other_captures", "international", "W:WK1:B12,13,19,20", "1x25{12,19,20} 1x25{12,13,20}"),
    Known("case_5_same_ends_other_captures", "international", "W:WK4:B13,32,37,20", "4x15{13,20,32} 4x15{13,20,37}"),
    Known("case_6_english_stops", "english", "W:W11:B7,6", "11x2{7}K"),
    Known("case_6_russian_goes_on_as_king", "russian", "W:W11:B7,6", "f6xb6{e7,c7}K f6xa5{e7,c7}K"),
    Known("case_6_brazilian_goes_on_as_man", "brazilian", "W:W11:B7,6", "f6xb6{e7,c7}"),
    Known("case_6_pool_goes_on_as_man", "pool", "W:W11:B7,6", "11x9{7,6}"),
    Known("case_6_czech_stops", "czech", "W:W11:B7,6", "f6xd8{e7}K"),
    Known("case_6_international_goes_on_as_man", "international", "W:W12:B8,9", "12x14{8,9}"),
    Known("case_8_chain_is_completed", "russian", "W:Wh6:Bg7,c5,d2", "h6xe1{8,14,26}K"),
    Known("case_10_turkish_strike", "russian", "W:WKc3:Bb2,c5,g7", "c3xh8{g7} c3xa1{b2}"),
    Known("case_11_turkish_strike", "international", "W:WK3:B7,8,34", "3x1{7,8} 3x40{8,34} 3x45{8,34}"),
    Known(
        "case_13_king_does_not_fly",
        "english",
        "W:WK4,19,21,23,24,26,27,29,30,31:B2,7,8,9,10,12,13,14,18",
        "4x11{8}",
    ),
    Known("case_15_forced_capture", "english", "W:W14:B1,9", "14x5{9}"),
    Known("case_17_chain_over_kings", "international", "W:W48:BK43,K33,23", "48x19{23,33,43}"),
    Known(
        "case_18_frisian_choice",
        "frisian",
        "W:WK28,31:B9,19,22,26",
        "28x3{9,19,22,26} 28x6{9,19,22,26} 28x7{9,19,22,26} 28x8{9,19,22,26} 28x16{9,19,22,26}",
    ),
    Known("case_20_chain_is_forced", "english", "W:W23:B18,9", "23x5{18,9}"),
    Known("case_20_king_is_forced", "english", "B:WK7:BK11", "11x2{7}"),
    Known("case_20_man_is_forced", "english", "B:W15:B11", "11x18{15}"),
    Known("case_21_black_begins", "english", "start", "9-13 9-14 10-14 10-15 11-15 11-16 12-16"),
    Known("case_22_white_begins_mirrored", "italian", "start", "21-17 21-18 22-18 22-19 23-19 23-20 24-20"),
    Known(
        "case_33_position_is_read",
        "international",
        "W:W26,31,35,37,42,44,45,47,48,50:B4,8,9,10,16,17,18,19,29,34",
        "26-21 31-27 35-30 37-32 42-38 44-39 44-40 45-40 47-41 48-43",
    ),
    Known(
        "case_35_four_captures",
        "english",
        "B:W23,22,15,14:B11,10",
        "10x26{14,22} 10x26{15,23} 11x25{15,22} 11x27{15,23}",
    ),
)
