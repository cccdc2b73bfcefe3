//! Thai draughts (makhos): eight men each, kings land right behind, pieces leave at once.

use super::international::INTERNATIONAL;
use crate::draws::{self, Profile};
use crate::piece::Color;
use crate::rules::{Clauses, Directions, Landing, Numbering, Promotion, Removal, Rules, Score};

pub const THAI: Rules = Rules {
    id: "thai",
    name: "Thai draughts (makhos)",
    aliases: &["makhos", "mak-hos"],
    game_type: Some("31,B,8,8,N2,0"),
    files: 8,
    ranks: 8,
    rows_of_men: 2,
    first: Color::Black, // as PDN 3.0 has it; Thai sites let White start
    man_jumps: Directions::FORWARD,
    landing: Landing::Next,
    removal: Removal::AtOnce { reversal: true },
    promotion: Promotion::EndsMove,
    precedence: &[],
    numbering: Numbering::Rotated,
    capture_sign: '-',
    score: Score::OnePoint,
    profiles: &[Profile::of("usual", &[draws::repetition(3, "customary")])],
    clauses: &Clauses {
        board: "Thai rules: board",
        first: "PDN 3.0 GameType 31",
        man_move: "Thai rules: men",
        man_capture: "Thai rules: men",
        king_move: "Thai rules: kings",
        king_capture: "Thai rules: kings land right behind",
        compulsory: "Thai rules: capture is compulsory",
        continuation: "Thai rules: a capture is completed",
        precedence: "Thai rules: free choice",
        removal: "Thai rules: pieces leave at once",
        promotion: "Thai rules: promotion",
        king_limit: "",
        goal: "Thai rules: end",
        stacking: "",
        turn: "",
    },
    ..INTERNATIONAL
};
