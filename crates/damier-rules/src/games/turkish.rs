//! Turkish draughts (dama), on all squares and orthogonal; and Armenian (tama), with diagonal moves besides.

use super::international::INTERNATIONAL;
use crate::draws::{self, Balance, DrawRule, Force, Profile};
use crate::rules::{Clauses, Directions, Removal, Rules, Score, Surface};

pub const TURKISH: Rules = Rules {
    id: "turkish",
    name: "Turkish draughts (dama)",
    aliases: &["dama"],
    game_type: Some("30,W,8,8,A0,0"),
    files: 8,
    ranks: 8,
    surface: Surface::All,
    rows_of_men: 2,
    rows_behind: 1,
    man_steps: Directions::AHEAD_AND_SIDEWAYS,
    man_jumps: Directions::AHEAD_AND_SIDEWAYS,
    king_steps: Directions::ORTHOGONALS,
    king_jumps: Directions::ORTHOGONALS,
    removal: Removal::AtOnce { reversal: false },
    algebraic: true,
    score: Score::OnePoint,
    profiles: &[Profile::of(
        "federation",
        &[draws::repetition(3, "Turkish federation rules"), ONE_AGAINST_ONE],
    )],
    clauses: &Clauses {
        board: "Turkish rules: board",
        first: "Turkish rules: first move",
        man_move: "Turkish rules: men",
        man_capture: "Turkish rules: men",
        king_move: "Turkish rules: kings",
        king_capture: "Turkish rules: kings",
        compulsory: "Turkish rules: capture is compulsory",
        continuation: "Turkish rules: most pieces",
        precedence: "Turkish rules: most pieces",
        removal: "Turkish rules: pieces leave at once, no turning back",
        promotion: "Turkish rules: promotion",
        king_limit: "",
        goal: "Turkish rules: end",
        stacking: "",
        turn: "",
    },
    ..INTERNATIONAL
};

pub const ARMENIAN: Rules = Rules {
    id: "armenian",
    name: "Armenian draughts (tama)",
    aliases: &["tama"],
    game_type: None,
    man_steps: Directions::AHEAD_AND_SIDEWAYS.or(Directions::FORWARD),
    king_steps: Directions::ALL,
    ..TURKISH
};

pub const ONE_AGAINST_ONE: DrawRule = draws::material(
    "one_against_one",
    &[
        Balance(Force::exactly(1, 0), Force::exactly(1, 0)),
        Balance(Force::exactly(1, 0), Force::exactly(0, 1)),
        Balance(Force::exactly(0, 1), Force::exactly(0, 1)),
    ],
    0,
    "one piece against one piece",
    "Turkish federation rules",
);
