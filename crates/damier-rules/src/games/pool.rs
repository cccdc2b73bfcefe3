//! American pool: Russian without promotion in passing.

use super::russian::{self, RUSSIAN};
use crate::draws::{self, DrawRule, Profile};
use crate::piece::Color;
use crate::rules::{Clauses, Promotion, Rules};

pub const POOL: Rules = Rules {
    id: "pool",
    name: "Pool (American pool checkers)",
    aliases: &["american pool", "pool checkers"],
    game_type: Some("23,B,8,8,N1,0"),
    first: Color::Black,
    promotion: Promotion::AtRest,
    algebraic: false,
    capture_sign: 'x',
    profiles: &[Profile::of(
        "apca",
        &[draws::repetition(3, "APCA rules"), KING_MOVES_15, THREE_KINGS_13],
    )],
    clauses: &Clauses {
        first: "APCA rules",
        man_capture: "APCA rules",
        compulsory: "APCA rules",
        promotion: "APCA rules",
        goal: "APCA rules",
        ..russian::CLAUSES
    },
    ..RUSSIAN
};

pub const KING_MOVES_15: DrawRule = draws::king_moves(
    "king_moves_15",
    30,
    "15 moves by each side with kings only and no capture",
    "APCA rules",
);
pub const THREE_KINGS_13: DrawRule = draws::material(
    "three_kings_against_king_13",
    draws::THREE_KINGS_AGAINST_KING,
    26,
    "three kings have not beaten a lone king in 13 moves each",
    "APCA rules",
);
