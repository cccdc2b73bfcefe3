//! English draughts, American checkers (rules of the WCDF).

use super::international::INTERNATIONAL;
use crate::draws::{self, DrawRule, Profile};
use crate::piece::Color;
use crate::rules::{Clauses, Directions, KingRange, Promotion, Rules, Score};

pub const ENGLISH: Rules = Rules {
    id: "english",
    name: "English draughts (checkers)",
    aliases: &["american", "checkers", "anglo-american"],
    game_type: Some("21,B,8,8,N1,0"),
    files: 8,
    ranks: 8,
    rows_of_men: 3,
    first: Color::Black,
    man_jumps: Directions::FORWARD,
    king_range: KingRange::Short,
    promotion: Promotion::EndsMove,
    precedence: &[], // free choice
    score: Score::OnePoint,
    profiles: &[Profile::of("wcdf", &[REPETITION, NO_PROGRESS_40])],
    clauses: &CLAUSES,
    ..INTERNATIONAL
};

pub const CLAUSES: Clauses = Clauses {
    board: "WCDF rules",
    first: "WCDF rules",
    man_move: "WCDF rules",
    man_capture: "WCDF rules",
    king_move: "WCDF rules",
    king_capture: "WCDF rules",
    compulsory: "WCDF rules",
    continuation: "WCDF rules",
    precedence: "WCDF rules",
    removal: "WCDF rules",
    promotion: "WCDF rules",
    king_limit: "",
    goal: "WCDF rules",
    stacking: "",
    turn: "",
};

/// Shown to the referee.
pub const REPETITION: DrawRule = DrawRule {
    automatic: false,
    ..draws::repetition(3, "WCDF rules")
};
pub const NO_PROGRESS_40: DrawRule = draws::king_moves(
    "no_progress_40",
    80,
    "neither side has advanced a man or captured in its last 40 moves",
    "WCDF rules",
);
