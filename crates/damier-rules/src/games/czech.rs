//! Czech draughts: a king that can capture must; and the German folk game, the same without that duty.

use super::international::INTERNATIONAL;
use crate::draws::{self, Profile};
use crate::rules::{Clauses, Criterion, Directions, Promotion, Rules, Score};

pub const CZECH: Rules = Rules {
    id: "czech",
    name: "Czech draughts",
    aliases: &["ceska dama", "česká dáma"],
    game_type: Some("29,W,8,8,A0,0"),
    files: 8,
    ranks: 8,
    rows_of_men: 3,
    man_jumps: Directions::FORWARD,
    promotion: Promotion::EndsMove,
    precedence: &[Criterion::WithKing],
    algebraic: true,
    score: Score::OnePoint,
    profiles: &[Profile::of("usual", &[draws::repetition(3, "Czech rules")])],
    clauses: &CLAUSES,
    ..INTERNATIONAL
};

pub const GERMAN: Rules = Rules {
    id: "german",
    name: "German draughts",
    aliases: &["dame", "deutsch"],
    game_type: None,
    precedence: &[],
    profiles: &[Profile::of("usual", &[draws::repetition(3, "customary")])],
    clauses: &Clauses {
        board: "German folk rules",
        first: "German folk rules",
        man_move: "German folk rules",
        man_capture: "German folk rules",
        king_move: "German folk rules",
        king_capture: "German folk rules",
        compulsory: "German folk rules",
        continuation: "German folk rules",
        precedence: "German folk rules",
        removal: "German folk rules",
        promotion: "German folk rules",
        king_limit: "",
        goal: "German folk rules",
        stacking: "",
        turn: "",
    },
    ..CZECH
};

pub const CLAUSES: Clauses = Clauses {
    board: "Czech rules: board",
    first: "Czech rules: first move",
    man_move: "Czech rules: men",
    man_capture: "Czech rules: men",
    king_move: "Czech rules: kings",
    king_capture: "Czech rules: kings",
    compulsory: "Czech rules: capture is compulsory",
    continuation: "Czech rules: a capture is completed",
    precedence: "Czech rules: king before man",
    removal: "Czech rules: removal",
    promotion: "Czech rules: promotion",
    king_limit: "",
    goal: "Czech rules: end",
    stacking: "",
    turn: "",
};
