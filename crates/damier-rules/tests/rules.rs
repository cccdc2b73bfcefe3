//! Property by property: the games for which it is true, and by that those for which it is false.

use damier_rules::Color;
use damier_rules::any::AnyGame;
use damier_rules::rules::{
    Criterion, Directions, Goal, KingRange, Landing, Promotion, Removal, Rules, Stacking, Surface, Turn,
};

fn holds_for(expected: &[&str], property: impl Fn(&Rules) -> bool) {
    let found: Vec<&str> = AnyGame::ALL
        .iter()
        .map(|game| game.rules())
        .filter(|rules| property(rules))
        .map(|rules| rules.id)
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn ids_and_aliases_are_unique() {
    let mut names = std::collections::HashSet::new();
    for game in AnyGame::ALL {
        for name in std::iter::once(&game.rules().id).chain(game.rules().aliases) {
            assert!(names.insert(*name), "{name} names two games");
            assert_eq!(AnyGame::find(name), Some(*game));
        }
    }
    assert_eq!(AnyGame::ALL.len(), 25);
}

#[test]
fn ten_by_ten() {
    holds_for(
        &[
            "international",
            "antidraughts",
            "killer",
            "breakthrough",
            "frisian",
            "frysk",
        ],
        |rules| (rules.files, rules.ranks) == (10, 10),
    );
    holds_for(&["canadian", "srilankan"], |rules| {
        (rules.files, rules.ranks) == (12, 12)
    });
    holds_for(&["spantsiretti"], |rules| (rules.files, rules.ranks) == (10, 8));
}

#[test]
fn all_squares() {
    holds_for(&["turkish", "armenian", "vigman"], |rules| {
        rules.surface == Surface::All
    });
}

#[test]
fn mirrored() {
    holds_for(&["srilankan", "italian", "spanish", "portuguese"], |rules| {
        rules.mirrored
    });
}

#[test]
fn black_begins() {
    holds_for(&["pool", "english", "thai"], |rules| rules.first == Color::Black);
}

#[test]
fn men_capture_forward_only() {
    holds_for(
        &[
            "english",
            "italian",
            "spanish",
            "portuguese",
            "czech",
            "german",
            "thai",
            "lasca",
        ],
        |rules| rules.man_jumps == Directions::FORWARD,
    );
}

#[test]
fn men_capture_in_eight_directions() {
    holds_for(&["frisian", "frysk"], |rules| rules.man_jumps == Directions::ALL);
}

#[test]
fn men_may_not_capture_kings() {
    holds_for(&["italian"], |rules| !rules.men_take_kings);
}

#[test]
fn short_kings() {
    holds_for(&["english", "italian", "lasca"], |rules| {
        rules.king_range == KingRange::Short
    });
}

#[test]
fn landing() {
    holds_for(&["thai"], |rules| rules.landing == Landing::Next);
    holds_for(&["killer"], |rules| rules.landing == Landing::NextAfterKing);
}

#[test]
fn removal_at_once() {
    holds_for(&["thai", "turkish", "armenian", "bashni", "lasca"], |rules| {
        rules.removal != Removal::AtEnd
    });
}

#[test]
fn promotion() {
    holds_for(&["russian", "poddavki", "spantsiretti", "bashni", "vigman"], |rules| {
        rules.promotion == Promotion::InPassing
    });
    holds_for(
        &[
            "english",
            "italian",
            "spanish",
            "portuguese",
            "czech",
            "german",
            "thai",
            "lasca",
        ],
        |rules| rules.promotion == Promotion::EndsMove,
    );
}

#[test]
fn free_choice() {
    holds_for(
        &[
            "russian",
            "poddavki",
            "spantsiretti",
            "pool",
            "english",
            "german",
            "thai",
            "bashni",
            "lasca",
            "vigman",
        ],
        |rules| rules.precedence.is_empty(),
    );
    holds_for(&["frisian", "frysk"], |rules| {
        rules.precedence == [Criterion::FrisianValue, Criterion::WithKing]
    });
    holds_for(&["czech"], |rules| rules.precedence == [Criterion::WithKing]);
    holds_for(&["spanish", "portuguese"], |rules| {
        rules.precedence == [Criterion::Quantity, Criterion::Kings]
    });
}

#[test]
fn towers() {
    holds_for(&["bashni", "lasca"], |rules| {
        rules.stacking == Some(Stacking { rejump: false })
    });
}

#[test]
fn two_games_at_once() {
    holds_for(&["vigman"], |rules| rules.turn == Turn::OneInEach);
}

#[test]
fn goals() {
    holds_for(&["antidraughts", "poddavki"], |rules| rules.goal == Goal::Misere);
    holds_for(&["breakthrough"], |rules| rules.goal == Goal::FirstKing);
}

#[test]
fn king_limit() {
    holds_for(&["frisian", "frysk"], |rules| rules.king_limit == Some(3));
}

#[test]
fn every_game_says_how_it_is_drawn() {
    for game in AnyGame::ALL {
        assert!(!game.rules().profiles.is_empty(), "{game:?}");
        for rule in game.rules().profiles.iter().flat_map(|profile| profile.rules) {
            assert!(
                !rule.id.is_empty() && !rule.clause.is_empty() && !rule.text.is_empty(),
                "{game:?} {rule:?}"
            );
        }
    }
}
