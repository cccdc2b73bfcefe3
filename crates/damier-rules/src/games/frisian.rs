//! Frisian draughts (official rules of 2011): captures in eight directions, by value; and Frysk!, its short form.

use super::international::INTERNATIONAL;
use crate::draws::{self, DrawRule, Profile};
use crate::rules::{Clauses, Criterion, Directions, Rules, Score};

pub const FRISIAN: Rules = Rules {
    id: "frisian",
    name: "Frisian draughts",
    aliases: &["fries", "frysk dammen"],
    game_type: Some("40,W,10,10,N2,0"),
    man_jumps: Directions::ALL,                                  // art. 7
    king_jumps: Directions::ALL,                                 // art. 9
    precedence: &[Criterion::FrisianValue, Criterion::WithKing], // art. 12
    king_limit: Some(3),                                         // art. 17
    score: Score::OnePoint,
    profiles: &[OFFICIAL, WITH_REPETITION],
    clauses: &Clauses {
        board: "Frisian rules of 2011",
        first: "Frisian rules of 2011",
        man_move: "Frisian rules of 2011",
        man_capture: "Frisian rules, art. 7",
        king_move: "Frisian rules of 2011",
        king_capture: "Frisian rules, art. 9",
        compulsory: "Frisian rules of 2011",
        continuation: "Frisian rules of 2011",
        precedence: "Frisian rules, art. 12",
        removal: "Frisian rules of 2011",
        promotion: "Frisian rules of 2011",
        king_limit: "Frisian rules, art. 17",
        goal: "Frisian rules of 2011",
        stacking: "",
        turn: "",
    },
    ..INTERNATIONAL
};

pub const FRYSK: Rules = Rules {
    id: "frysk",
    name: "Frysk!",
    aliases: &["frysk!"],
    game_type: None, // lidraughts writes the private number 97
    rows_of_men: 1,
    ..FRISIAN
};

pub const TWO_KINGS_7: DrawRule = draws::material(
    "two_kings_against_king_7",
    draws::TWO_KINGS_AGAINST_KING,
    14,
    "two kings have not beaten one in 7 moves each",
    "Frisian rules of 2011",
);
/// The rules call it drawn at once unless a king falls now or at the next move: two moves each decide that.
pub const KING_AGAINST_KING_2: DrawRule = draws::material(
    "king_against_king_2",
    draws::KING_AGAINST_KING,
    4,
    "one king has not beaten one king in 2 moves each",
    "Frisian rules of 2011",
);

/// The rules of 2011 know no repetition.
pub const OFFICIAL: Profile = Profile::of("official", &[TWO_KINGS_7, KING_AGAINST_KING_2]);
pub const WITH_REPETITION: Profile = Profile::of(
    "repetition",
    &[
        draws::repetition(3, "customary in engine matches"),
        TWO_KINGS_7,
        KING_AGAINST_KING_2,
    ],
);
