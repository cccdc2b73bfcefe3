//! Spanish draughts, and Portuguese, the same game under its own number.

use super::international::INTERNATIONAL;
use crate::draws::{self, DrawRule, Profile};
use crate::rules::{Clauses, Criterion, Directions, Numbering, Promotion, Rules, Score};

pub const SPANISH: Rules = Rules {
    id: "spanish",
    name: "Spanish draughts",
    aliases: &["damas espanolas", "damas españolas"],
    game_type: Some("24,W,8,8,N1,1"),
    files: 8,
    ranks: 8,
    mirrored: true,
    rows_of_men: 3,
    man_jumps: Directions::FORWARD,
    promotion: Promotion::EndsMove,
    precedence: &[Criterion::Quantity, Criterion::Kings], // law of quantity, then law of quality
    numbering: Numbering::Rotated,                        // 1 at White's lower right
    score: Score::OnePoint,
    profiles: &[Profile::of(
        "usual",
        &[draws::repetition(3, "Spanish rules"), THREE_KINGS_12],
    )],
    clauses: &CLAUSES,
    ..INTERNATIONAL
};

pub const PORTUGUESE: Rules = Rules {
    id: "portuguese",
    name: "Portuguese draughts",
    aliases: &["damas classicas", "damas clássicas"],
    game_type: Some("28,W,8,8,N1,1"),
    ..SPANISH
};

pub const CLAUSES: Clauses = Clauses {
    board: "Spanish rules: board",
    first: "Spanish rules: first move",
    man_move: "Spanish rules: men",
    man_capture: "Spanish rules: men",
    king_move: "Spanish rules: kings",
    king_capture: "Spanish rules: kings",
    compulsory: "Spanish rules: capture is compulsory",
    continuation: "Spanish rules: law of quantity",
    precedence: "Spanish rules: laws of quantity and quality",
    removal: "Spanish rules: removal",
    promotion: "Spanish rules: promotion",
    king_limit: "",
    goal: "Spanish rules: end",
    stacking: "",
    turn: "",
};

/// Local regulations differ; twelve moves is the commonest.
pub const THREE_KINGS_12: DrawRule = draws::material(
    "three_kings_against_king_12",
    draws::THREE_KINGS_AGAINST_KING,
    24,
    "three kings have not beaten a lone king in 12 moves each",
    "Spanish rules, local regulations",
);
