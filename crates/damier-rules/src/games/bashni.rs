//! Towers, or column draughts (known since 1875), and its 7×7 form by Emanuel Lasker (1911).

use super::russian::RUSSIAN;
use crate::draws::{self, Condition, DrawRule, Kind, Profile, Reset};
use crate::rules::{Clauses, Directions, KingRange, Promotion, Removal, Rules, Stacking};

/// Russian draughts in which captured pieces go under the captor.
pub const BASHNI: Rules = Rules {
    id: "bashni",
    name: "Bashni (towers)",
    aliases: &["towers", "column draughts", "stolbovye shashki", "bashnya"],
    game_type: None,
    // Picked up as it is leapt over: a square that this empties is free at once.
    removal: Removal::AtOnce { reversal: true },
    // As in Lasca and by the analogy of the Turkish strike; some play it otherwise.
    stacking: Some(Stacking { rejump: false }),
    profiles: &[Profile::of("column", &[REPETITION, BALANCE_15])],
    clauses: &CLAUSES,
    ..RUSSIAN
};

/// Short officers, soldiers that never go back, and a promotion that ends the turn.
pub const LASCA: Rules = Rules {
    id: "lasca",
    name: "Lasca, 7×7",
    aliases: &["laska", "lasker draughts"],
    files: 7,
    ranks: 7,
    man_jumps: Directions::FORWARD,
    king_range: KingRange::Short,
    promotion: Promotion::EndsMove,
    capture_sign: 'x',
    profiles: &[Profile::of("column", &[REPETITION, BALANCE_15])],
    clauses: &Clauses {
        board: "Lasker 1911",
        first: "Lasker 1911",
        man_move: "Lasker 1911",
        man_capture: "Lasker 1911",
        king_move: "Lasker 1911",
        king_capture: "Lasker 1911",
        compulsory: "Lasker 1911",
        continuation: "Lasker 1911",
        precedence: "Lasker 1911",
        removal: "Lasker 1911",
        promotion: "Lasker 1911",
        goal: "Lasker 1911",
        stacking: "Lasker 1911",
        ..CLAUSES
    },
    ..BASHNI
};

pub const CLAUSES: Clauses = Clauses {
    removal: "column draughts, custom",
    stacking: "column draughts, custom",
    ..super::russian::CLAUSES
};

pub const REPETITION: DrawRule = draws::repetition(3, "column draughts, custom");
pub const BALANCE_15: DrawRule = DrawRule {
    id: "balance_15",
    kind: Kind::Balance,
    clause: "column draughts, custom",
    text: "15 moves by each side without a capture or a promotion",
    condition: Condition::Always,
    reset: Reset::BALANCE,
    limit: 30,
    automatic: true,
};
