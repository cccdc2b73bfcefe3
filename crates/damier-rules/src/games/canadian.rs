//! Canadian draughts: international on 12×12; and Sri Lankan, its mirror image.

use super::international::{self, INTERNATIONAL};
use crate::draws::{self, DrawRule, Profile};
use crate::rules::{Clauses, Rules};

pub const CANADIAN: Rules = Rules {
    id: "canadian",
    name: "Canadian draughts",
    aliases: &["144"],
    game_type: Some("27,W,12,12,N2,0"),
    files: 12,
    ranks: 12,
    rows_of_men: 5,
    profiles: &[Profile::of(
        "usual",
        &[draws::repetition(3, "Canadian rules"), THREE_KINGS_16],
    )],
    clauses: &Clauses {
        board: "Canadian rules",
        ..international::CLAUSES
    },
    ..INTERNATIONAL
};

pub const SRI_LANKAN: Rules = Rules {
    id: "srilankan",
    name: "Sri Lankan draughts",
    aliases: &["sri lankan", "sri-lankan"],
    game_type: None,
    mirrored: true,
    clauses: &Clauses {
        board: "Sri Lankan rules",
        ..international::CLAUSES
    },
    ..CANADIAN
};

pub const THREE_KINGS_16: DrawRule = draws::material(
    "three_kings_against_king_16",
    draws::THREE_KINGS_AGAINST_KING,
    32,
    "three kings have not beaten a lone king in 16 moves each",
    "Canadian rules",
);
