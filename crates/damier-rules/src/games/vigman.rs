//! Two games at once (Vladimir Vigman): 24 men a side, one set on the dark and one on the light squares.

use super::russian::RUSSIAN;
use crate::rules::{Clauses, Rules, Score, Surface, Turn};

/// Russian draughts on either colour of square; the result is the sum of both games.
pub const VIGMAN: Rules = Rules {
    id: "vigman",
    name: "Vigman's draughts, two games at once",
    aliases: &["vigman's draughts", "twin russian"],
    game_type: None,
    surface: Surface::All,
    // Nothing says how a turn goes: this is what playing two games at once means most naturally.
    turn: Turn::OneInEach,
    score: Score::FourPoints,
    clauses: &CLAUSES,
    ..RUSSIAN
};

pub const CLAUSES: Clauses = Clauses {
    board: "Vigman",
    goal: "Vigman: the sum of both games",
    turn: "Vigman",
    ..super::russian::CLAUSES
};
