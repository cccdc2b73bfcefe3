//! Breakthrough: international draughts won by the first king. Rules as played on lidraughts and by Scan.

use super::international::{self, INTERNATIONAL};
use crate::draws::Profile;
use crate::rules::{Clauses, Goal, Rules};

pub const BREAKTHROUGH: Rules = Rules {
    id: "breakthrough",
    name: "Breakthrough",
    aliases: &["bt"],
    game_type: None, // lidraughts writes the private number 96
    goal: Goal::FirstKing,
    profiles: &[Profile::of("lidraughts", &[])], // men alone always make progress
    clauses: &Clauses {
        goal: "lidraughts breakthrough",
        ..international::CLAUSES
    },
    ..INTERNATIONAL
};
