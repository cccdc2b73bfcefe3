//! The nets that the engine brings along.

use std::sync::{Arc, OnceLock};

use damier_rules::{Rules, Variant, games};

use crate::eval::net::Ready;

/// The file of a game, and the net in it once it was asked for.
struct Shipped {
    id: &'static str,
    bytes: &'static [u8],
    net: OnceLock<Option<Arc<Ready>>>,
}

macro_rules! shipped {
    ($name:ident: $($id:literal)*) => {
        static $name: [Shipped; { let ids: &[&str] = &[$($id),*]; ids.len() }] = [$(
            Shipped {
                id: $id,
                bytes: include_bytes!(concat!("../../weights/", $id, ".net")),
                net: OnceLock::new(),
            },
        )*];
    };
}

shipped! { NETS:
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
    "spantsiretti"
    "frysk"
    "german"
    "armenian"
    "bashni"
    "lasca"
}

/// The games with a net of their own, and the bytes of their files.
pub fn nets() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    NETS.iter().map(|shipped| (shipped.id, shipped.bytes))
}

/// The net for a game, read only once; none where nothing was learned about how it is played.
pub(crate) fn net<V: Variant>(variant: V) -> Option<Arc<Ready>> {
    let is_played_like = |id: &str| {
        games::ALL
            .iter()
            .any(|rules| rules.id == id && are_alike(variant.rules(), rules))
    };
    // A game's own before those of another that is played alike.
    let own = NETS.iter().filter(|shipped| shipped.id == variant.rules().id);
    let shipped = own.chain(&NETS).find(|shipped| is_played_like(shipped.id))?;
    let read = || {
        Ready::read(variant.rules(), shipped.id, shipped.bytes)
            .ok()
            .map(Arc::new)
    };
    shipped.net.get_or_init(read).clone()
}

/// Do two games differ in names, drawing rules and the side from which the board is seen, but not in how they are
/// played?
pub(crate) fn are_alike(one: &Rules, other: &Rules) -> bool {
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

    #[test]
    fn no_file_is_too_large() {
        for (id, bytes) in nets() {
            assert!(bytes.len() < 1 << 20, "{id}: {} bytes", bytes.len());
        }
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
