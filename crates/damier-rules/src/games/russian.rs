//! Russian draughts, 8×8 (FMJD-64 rules of the game), and the games played with its rules.

use super::international::INTERNATIONAL;
use crate::draws::{self, Condition, DrawRule, Kind, Profile, Reset};
use crate::rules::{Clauses, Goal, Promotion, Rules, Score};

pub const RUSSIAN: Rules = Rules {
    id: "russian",
    name: "Russian draughts",
    aliases: &["shashki", "64"],
    game_type: Some("25,W,8,8,A0,0"),
    files: 8,
    ranks: 8,
    rows_of_men: 3,
    promotion: Promotion::InPassing, // goes on as a king, and must
    precedence: &[],                 // free choice
    algebraic: true,
    capture_sign: ':',
    score: Score::OnePoint,
    profiles: &[LIDRAUGHTS, LITERAL, BASIC],
    clauses: &CLAUSES,
    ..INTERNATIONAL
};

/// Losing Russian draughts: who cannot move has won.
pub const PODDAVKI: Rules = Rules {
    id: "poddavki",
    name: "Poddavki (losing Russian)",
    aliases: &["losing russian", "russian giveaway"],
    game_type: None,
    goal: Goal::Misere,
    profiles: &[Profile::of(
        "competition",
        &[
            draws::repetition(3, "Poddavki, competition rules"),
            MAIN_ROAD_15,
            KING_MOVES_15,
        ],
    )],
    clauses: &Clauses {
        goal: "Poddavki, competition rules",
        ..CLAUSES
    },
    ..RUSSIAN
};

/// Russian draughts on ten files, a to i and k (Nikolay Spantsireti).
pub const SPANTSIRETTI: Rules = Rules {
    id: "spantsiretti",
    name: "Spantsiretti draughts, 10×8",
    aliases: &["spantsireti", "spancireti", "80"],
    game_type: Some("41,W,10,8,A0,0"),
    files: 10,
    file_letters: "abcdefghiklmnop", // no j, as Russian players letter the board; readers take j for k
    // No long diagonal joins two corners, so the clause of the main road has no meaning here.
    profiles: &[
        Profile::of(
            "lidraughts",
            &[
                REPETITION,
                KINGS_AGAINST_KING_15,
                KING_MOVES_15_UNLESS_BALANCED,
                BALANCE_30,
                BALANCE_60,
                TWO_AGAINST_KING_5,
            ],
        ),
        BASIC,
    ],
    ..RUSSIAN
};

pub const CLAUSES: Clauses = Clauses {
    board: "FMJD-64 rules",
    first: "FMJD-64 rules",
    man_move: "FMJD-64 rules",
    man_capture: "FMJD-64 rules",
    king_move: "FMJD-64 rules",
    king_capture: "FMJD-64 rules",
    compulsory: "FMJD-64 rules",
    continuation: "FMJD-64 rules",
    precedence: "FMJD-64 rules",
    removal: "FMJD-64 rules",
    promotion: "FMJD-64 1.5.15",
    king_limit: "",
    goal: "FMJD-64 rules",
    stacking: "",
    turn: "",
};

pub const REPETITION: DrawRule = draws::repetition(3, "FMJD-64 7.2.3");
pub const KINGS_AGAINST_KING_15: DrawRule = DrawRule {
    // Four kings that become three begin anew.
    reset: Reset::BALANCE,
    ..draws::material(
        "kings_against_king_15",
        draws::KINGS_AGAINST_KING,
        30,
        "three kings or more have not beaten a lone king in 15 moves each",
        "FMJD-64 7.2.4",
    )
};
pub const KING_MOVES_15: DrawRule = draws::king_moves(
    "king_moves_15",
    30,
    "15 moves by each side with kings only and no capture",
    "FMJD-64 7.2.5",
);
/// Where 7.2.6 applies, lidraughts lets it take the place of 7.2.5.
pub const KING_MOVES_15_UNLESS_BALANCED: DrawRule = DrawRule {
    condition: Condition::Unless { pieces: (4, 7) },
    ..KING_MOVES_15
};
pub const BALANCE_30: DrawRule = DrawRule {
    id: "balance_30",
    kind: Kind::Balance,
    clause: "FMJD-64 7.2.6",
    text: "4 or 5 pieces, kings on both sides, and no capture or promotion in 30 moves each",
    condition: Condition::BothHaveKings { pieces: (4, 5) },
    reset: Reset::BALANCE,
    limit: 60,
    automatic: true,
};
pub const BALANCE_60: DrawRule = DrawRule {
    id: "balance_60",
    text: "6 or 7 pieces, kings on both sides, and no capture or promotion in 60 moves each",
    condition: Condition::BothHaveKings { pieces: (6, 7) },
    limit: 120,
    ..BALANCE_30
};
pub const MAIN_ROAD_5: DrawRule = DrawRule {
    id: "main_road_5",
    kind: Kind::MainRoad,
    clause: "FMJD-64 7.2.7",
    text: "three pieces, a king among them, have not beaten a king on the main road in 5 moves each",
    condition: Condition::MainRoad(draws::THREE_AGAINST_KING),
    reset: Reset::BALANCE,
    limit: 10,
    automatic: true,
};
pub const MAIN_ROAD_15: DrawRule = DrawRule {
    id: "main_road_15",
    clause: "Poddavki, competition rules",
    text: "three kings or more have not given way to a king on the main road in 15 moves each",
    condition: Condition::MainRoad(draws::KINGS_AGAINST_KING),
    limit: 30,
    ..MAIN_ROAD_5
};
pub const TWO_AGAINST_KING_5: DrawRule = draws::material(
    "two_against_king_5",
    draws::TWO_AGAINST_KING,
    10,
    "two pieces, a king among them, or one king have not beaten a lone king in 5 moves each",
    "FMJD-64 7.2.8",
);

/// As lidraughts counts: 7.2.6 in place of 7.2.5 where both could apply.
pub const LIDRAUGHTS: Profile = Profile::of(
    "lidraughts",
    &[
        REPETITION,
        KINGS_AGAINST_KING_15,
        KING_MOVES_15_UNLESS_BALANCED,
        BALANCE_30,
        BALANCE_60,
        MAIN_ROAD_5,
        TWO_AGAINST_KING_5,
    ],
);
/// Every clause on its own.
pub const LITERAL: Profile = Profile::of(
    "literal",
    &[
        REPETITION,
        KINGS_AGAINST_KING_15,
        KING_MOVES_15,
        BALANCE_30,
        BALANCE_60,
        MAIN_ROAD_5,
        TWO_AGAINST_KING_5,
    ],
);
/// What club players know.
pub const BASIC: Profile = Profile::of("basic", &[REPETITION, KINGS_AGAINST_KING_15, KING_MOVES_15]);
