//! The weights that the engine brings along.

use std::sync::{Arc, OnceLock};

use damier_rules::{Rules, Variant, games};

use crate::eval::learned::Worth;
use crate::eval::net::Ready;

/// The file of a game, and what is in it once it was asked for.
struct Shipped<T> {
    id: &'static str,
    bytes: &'static [u8],
    content: OnceLock<Option<Arc<T>>>,
}

macro_rules! shipped {
    ($name:ident: $content:ty, $kind:literal, $($id:literal)*) => {
        static $name: [Shipped<$content>; { let ids: &[&str] = &[$($id),*]; ids.len() }] = [$(
            Shipped {
                id: $id,
                bytes: include_bytes!(concat!("../../weights/", $id, ".", $kind)),
                content: OnceLock::new(),
            },
        )*];
    };
}

shipped! { NETS: Ready, "net",
    "international"
    "antidraughts"
    "killer"
    "frisian"
    "russian"
    "poddavki"
    "brazilian"
    "pool"
    "english"
    "italian"
    "spanish"
    "czech"
    "thai"
    "turkish"
    "breakthrough"
    "canadian"
}

shipped! { WEIGHTS: Worth, "weights",
    "international"
    "antidraughts"
    "killer"
    "breakthrough"
    "frisian"
    "canadian"
    "russian"
    "poddavki"
    "brazilian"
    "pool"
    "english"
    "italian"
    "spanish"
    "czech"
    "thai"
    "turkish"
}

/// The games with weights of their own, and the bytes of their files.
pub fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    WEIGHTS.iter().map(|shipped| (shipped.id, shipped.bytes))
}

/// The games with a net of their own, and the bytes of their files.
pub fn nets() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    NETS.iter().map(|shipped| (shipped.id, shipped.bytes))
}

/// The weights for a game, read only once; none where nothing was learned about how it is played.
pub(crate) fn worth<V: Variant>(variant: V) -> Option<Arc<Worth>> {
    find(&WEIGHTS, variant, Worth::read)
}

/// The net for a game, read only once; none where there is none for how it is played.
pub(crate) fn net<V: Variant>(variant: V) -> Option<Arc<Ready>> {
    find(&NETS, variant, |variant, id, bytes| {
        Ready::read(variant.rules(), id, bytes)
    })
}

fn find<V: Variant, T>(
    all: &'static [Shipped<T>],
    variant: V,
    read: impl Fn(V, &str, &[u8]) -> Result<T, String>,
) -> Option<Arc<T>> {
    let is_played_like = |id: &str| {
        games::ALL
            .iter()
            .any(|rules| rules.id == id && are_alike(variant.rules(), rules))
    };
    // A game's own before those of another that is played alike.
    let own = all.iter().filter(|shipped| shipped.id == variant.rules().id);
    let shipped = own.chain(all).find(|shipped| is_played_like(shipped.id))?;
    let content = || read(variant, shipped.id, shipped.bytes).ok().map(Arc::new);
    shipped.content.get_or_init(content).clone()
}

/// Do two games differ in names, drawing rules and the side from which the board is seen, but not in how they are
/// played?
fn are_alike(one: &Rules, other: &Rules) -> bool {
    let renamed = Rules {
        id: other.id,
        name: other.name,
        aliases: other.aliases,
        game_type: other.game_type,
        mirrored: other.mirrored,
        first: other.first,
        numbering: other.numbering,
        file_letters: other.file_letters,
        algebraic: other.algebraic,
        capture_sign: other.capture_sign,
        score: other.score,
        profiles: other.profiles,
        clauses: other.clauses,
        ..*one
    };
    renamed == *other
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::for_each_game;

    #[test]
    fn every_file_is_whole() {
        macro_rules! check {
            ($($game:ident, $rules:path, $word:ty;)*) => {
                for (id, bytes) in files() {
                    assert!(bytes.len() < 1 << 18, "{id}: {} bytes", bytes.len());
                    $(
                        if id == $rules.id {
                            let worth = Worth::read(games::$game, id, bytes);
                            assert!(worth.is_ok(), "{id}: {:?}", worth.err());
                            assert!(super::worth(games::$game).is_some(), "{id}");
                        }
                    )*
                    assert!(games::ALL.iter().any(|rules| rules.id == id), "{id}");
                }
            };
        }
        for_each_game!(check);
    }

    #[test]
    fn names_and_draws_make_no_other_game_but_rules_do() {
        let rules = games::ALL[0];
        let named = Rules {
            id: "x",
            name: "X",
            profiles: &[],
            ..*rules
        };
        let bounded = Rules {
            king_limit: Some(3),
            ..named
        };
        assert!(are_alike(&named, rules));
        assert!(!are_alike(&bounded, rules));
        for rules in games::ALL {
            let alike = games::ALL
                .iter()
                .filter(|other| are_alike(rules, other))
                .map(|other| other.id);
            println!("{:?}", alike.collect::<Vec<_>>());
        }
    }
}
