//! Killer draughts (Christian Freeling): international, but a king that takes a king last halts right behind it.

use super::international::{self, INTERNATIONAL};
use crate::draws::Profile;
use crate::rules::{Clauses, Landing, Rules};

pub const KILLER: Rules = Rules {
    id: "killer",
    name: "Killer draughts",
    aliases: &["killer draughts"],
    game_type: None,
    landing: Landing::NextAfterKing,
    // Two kings beat one, so the five-move rule is left out; nothing official is known.
    profiles: &[Profile::of(
        "usual",
        &[
            international::REPETITION.automatic(),
            international::KING_MOVES_25,
            international::THREE_AGAINST_KING_16,
        ],
    )],
    clauses: &Clauses {
        king_capture: "Mindsports: Killer draughts",
        ..international::CLAUSES
    },
    ..INTERNATIONAL
};
