//! Italian draughts (rules of the FID).

use super::international::INTERNATIONAL;
use crate::draws::{self, DrawRule, Profile};
use crate::rules::{Clauses, Criterion, Directions, KingRange, Promotion, Rules, Score};

pub const ITALIAN: Rules = Rules {
    id: "italian",
    name: "Italian draughts",
    aliases: &["dama italiana"],
    game_type: Some("22,W,8,8,N2,1"),
    files: 8,
    ranks: 8,
    mirrored: true, // a dark square at each player's lower right
    rows_of_men: 3,
    man_jumps: Directions::FORWARD,
    men_take_kings: false,
    king_range: KingRange::Short,
    promotion: Promotion::EndsMove,
    precedence: &[
        Criterion::Quantity,
        Criterion::WithKing,
        Criterion::Kings,
        Criterion::KingsEarly,
    ],
    score: Score::OnePoint,
    profiles: &[
        Profile::of("fid", &[draws::repetition(4, "FID art. 9.3"), NO_PROGRESS_40]),
        Profile::of(
            "three_repetitions",
            &[draws::repetition(3, "FID, some regulations"), NO_PROGRESS_40],
        ),
    ],
    clauses: &CLAUSES,
    ..INTERNATIONAL
};

pub const CLAUSES: Clauses = Clauses {
    board: "FID rules, chapter I",
    first: "FID rules, chapter I",
    man_move: "FID rules, chapter I",
    man_capture: "FID rules, chapter I",
    king_move: "FID rules, chapter I",
    king_capture: "FID rules, chapter I",
    compulsory: "FID rules, chapter I",
    continuation: "FID rules, chapter I",
    precedence: "FID rules, chapter I",
    removal: "FID rules, chapter I",
    promotion: "FID rules, chapter I",
    king_limit: "",
    goal: "FID rules, chapter I",
    stacking: "",
    turn: "",
};

pub const NO_PROGRESS_40: DrawRule = draws::king_moves(
    "no_progress_40",
    80,
    "no man has moved and nothing was captured in 40 moves by each side",
    "FID rules, chapter I",
);
