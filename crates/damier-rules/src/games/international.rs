//! International draughts, 10×10 (FMJD rules, Annex 1, November 2015), and the games played with its rules.

use crate::draws::{self, DrawRule, Profile};
use crate::piece::Color;
use crate::rules::{
    Clauses, Criterion, Directions, Goal, KingRange, Landing, Numbering, Promotion, Removal, Rules, Score, Surface,
    Turn,
};

pub const INTERNATIONAL: Rules = Rules {
    id: "international",
    name: "International draughts",
    aliases: &["standard", "normal", "polish", "100"],
    game_type: Some("20,W,10,10,N2,0"),

    files: 10, // FMJD 2
    ranks: 10,
    surface: Surface::Diagonal, // FMJD 2: on the dark squares
    mirrored: false,            // FMJD 2: a dark square at each player's lower left
    rows_of_men: 4,             // FMJD 2
    rows_behind: 0,
    first: Color::White, // FMJD 3.3

    man_steps: Directions::FORWARD,   // FMJD 3.4
    man_jumps: Directions::DIAGONALS, // FMJD 4.2
    men_take_kings: true,
    king_steps: Directions::DIAGONALS, // FMJD 3.9
    king_jumps: Directions::DIAGONALS, // FMJD 4.3
    king_range: KingRange::Long,
    landing: Landing::Any,              // FMJD 4.6
    removal: Removal::AtEnd,            // FMJD 4.7 to 4.14
    promotion: Promotion::AtRest,       // FMJD 4.15
    precedence: &[Criterion::Quantity], // FMJD 4.13
    king_limit: None,
    goal: Goal::Block, // FMJD 7.2
    stacking: None,
    turn: Turn::OneMove,

    numbering: Numbering::Standard, // FMJD 2.6
    file_letters: "abcdefghijklmnop",
    algebraic: false,
    capture_sign: 'x',
    score: Score::TwoPoints,
    profiles: &[FMJD, INFORMAL],
    clauses: &CLAUSES,
};

pub const CLAUSES: Clauses = Clauses {
    board: "FMJD 2",
    first: "FMJD 3.3",
    man_move: "FMJD 3.4",
    man_capture: "FMJD 4.2",
    king_move: "FMJD 3.9",
    king_capture: "FMJD 4.3",
    compulsory: "FMJD 4.1",
    continuation: "FMJD 4.7",
    precedence: "FMJD 4.13",
    removal: "FMJD 4.7 to 4.14",
    promotion: "FMJD 4.15",
    king_limit: "",
    goal: "FMJD 7.2",
    stacking: "",
    turn: "",
};

/// A player must claim it.
pub const REPETITION: DrawRule = DrawRule {
    automatic: false,
    ..draws::repetition(3, "FMJD 6")
};
pub const KING_MOVES_25: DrawRule = draws::king_moves(
    "king_moves_25",
    50,
    "25 moves by each side with kings only and no capture",
    "FMJD 6",
);
pub const THREE_AGAINST_KING_16: DrawRule = draws::material(
    "three_against_king_16",
    draws::THREE_AGAINST_KING,
    32,
    "three pieces, a king among them, have not beaten a lone king in 16 moves each",
    "FMJD 6",
);
pub const TWO_AGAINST_KING_5: DrawRule = draws::material(
    "two_against_king_5",
    draws::TWO_AGAINST_KING,
    10,
    "two pieces, a king among them, or one king have not beaten a lone king in 5 moves each",
    "FMJD 6",
);
pub const KING_AGAINST_KING_AT_ONCE: DrawRule = draws::material(
    "king_against_king",
    draws::KING_AGAINST_KING,
    0,
    "one king against one king",
    "customary where games are not arbitrated",
);

pub const FMJD: Profile = Profile {
    id: "fmjd",
    rules: &[REPETITION, KING_MOVES_25, THREE_AGAINST_KING_16, TWO_AGAINST_KING_5],
    offer_after: 40,
    offer_clause: "FMJD Annex 3",
};
pub const INFORMAL: Profile = Profile::of("informal", &[REPETITION.automatic(), KING_AGAINST_KING_AT_ONCE]);
