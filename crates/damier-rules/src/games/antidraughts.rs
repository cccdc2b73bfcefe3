//! Losing international draughts: who cannot move has won. Rules as played on lidraughts.

use super::international::{self, INTERNATIONAL};
use crate::draws::{self, Profile};
use crate::rules::{Clauses, Goal, Rules};

pub const ANTIDRAUGHTS: Rules = Rules {
    id: "antidraughts",
    name: "Antidraughts (losing international)",
    aliases: &["losing", "giveaway", "losing international"],
    game_type: None, // lidraughts writes the private number 98
    goal: Goal::Misere,
    profiles: &[Profile::of(
        "lidraughts",
        &[draws::repetition(3, "lidraughts antidraughts")],
    )],
    clauses: &Clauses {
        goal: "lidraughts antidraughts",
        ..international::CLAUSES
    },
    ..INTERNATIONAL
};
