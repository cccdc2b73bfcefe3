//! Brazilian draughts: international rules on the 8×8 board.

use super::international::{self, INTERNATIONAL};
use super::russian;
use crate::draws::{self, Balance, DrawRule, Force, Profile};
use crate::rules::{Clauses, Rules, Score};

pub const BRAZILIAN: Rules = Rules {
    id: "brazilian",
    name: "Brazilian draughts",
    aliases: &["damas", "brasil"],
    game_type: Some("26,W,8,8,A0,0"),
    files: 8,
    ranks: 8,
    rows_of_men: 3,
    algebraic: true,
    score: Score::OnePoint,
    profiles: &[russian::LIDRAUGHTS, CBD],
    clauses: &Clauses {
        board: "FMJD-64 rules",
        ..international::CLAUSES
    },
    ..INTERNATIONAL
};

pub const KING_MOVES_20: DrawRule = draws::king_moves(
    "king_moves_20",
    40,
    "20 moves by each side with kings only and no capture",
    "CBD rules",
);
pub const FEW_PIECES_5: DrawRule = draws::material(
    "few_pieces_5",
    &[
        Balance(Force::exactly(2, 0), Force::exactly(2, 0)),
        Balance(Force::exactly(2, 0), Force::exactly(1, 0)),
        Balance(Force::exactly(2, 0), Force::exactly(1, 1)),
        Balance(Force::exactly(1, 0), Force::exactly(1, 0)),
        Balance(Force::exactly(1, 0), Force::exactly(1, 1)),
    ],
    10,
    "few kings against few kings, and nobody has won in 5 moves each",
    "CBD rules",
);

/// The Brazilian confederation's list.
pub const CBD: Profile = Profile::of("cbd", &[draws::repetition(3, "CBD rules"), KING_MOVES_20, FEW_PIECES_5]);
