//! The games: the only list, and one page of constants each.

pub mod antidraughts;
pub mod bashni;
pub mod brazilian;
pub mod breakthrough;
pub mod canadian;
pub mod czech;
pub mod english;
pub mod frisian;
pub mod international;
pub mod italian;
pub mod killer;
pub mod pool;
pub mod russian;
pub mod spanish;
pub mod thai;
pub mod turkish;
pub mod vigman;

use crate::any::AnyGame;
use crate::geometry::Tables;
use crate::rules::Rules;
use crate::twin::TwinVariant;
use crate::variant::Variant;

/// The only list of games, in the order of the manual: type, constant, word. Calls a macro with a word and three
/// lists: the flat games, those with towers, and those that are two games at once.
#[macro_export]
macro_rules! for_all_games {
    ($macro:path $(, $words:ident)?) => {
        $macro! {
            $($words)?
            [
                International, $crate::games::international::INTERNATIONAL, u64;
                Antidraughts, $crate::games::antidraughts::ANTIDRAUGHTS, u64;
                Killer, $crate::games::killer::KILLER, u64;
                Breakthrough, $crate::games::breakthrough::BREAKTHROUGH, u64;
                Frisian, $crate::games::frisian::FRISIAN, u64;
                Frysk, $crate::games::frisian::FRYSK, u64;
                Canadian, $crate::games::canadian::CANADIAN, u128;
                SriLankan, $crate::games::canadian::SRI_LANKAN, u128;
                Russian, $crate::games::russian::RUSSIAN, u64;
                Poddavki, $crate::games::russian::PODDAVKI, u64;
                Spantsiretti, $crate::games::russian::SPANTSIRETTI, u64;
                Brazilian, $crate::games::brazilian::BRAZILIAN, u64;
                Pool, $crate::games::pool::POOL, u64;
                English, $crate::games::english::ENGLISH, u64;
                Italian, $crate::games::italian::ITALIAN, u64;
                Spanish, $crate::games::spanish::SPANISH, u64;
                Portuguese, $crate::games::spanish::PORTUGUESE, u64;
                Czech, $crate::games::czech::CZECH, u64;
                German, $crate::games::czech::GERMAN, u64;
                Thai, $crate::games::thai::THAI, u64;
                Turkish, $crate::games::turkish::TURKISH, u128;
                Armenian, $crate::games::turkish::ARMENIAN, u128;
            ]
            [
                Bashni, $crate::games::bashni::BASHNI, u64;
                Lasca, $crate::games::bashni::LASCA, u64;
            ]
            [
                Vigman, $crate::games::vigman::VIGMAN, u128;
            ]
        }
    };
}

/// Calls a macro with the list of flat games.
#[macro_export]
macro_rules! for_each_game {
    ($macro:ident) => {
        $crate::for_all_games! { $crate::only_flat_games, $macro }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! only_flat_games {
    ($macro:ident [$($flat:tt)*] [$($towers:tt)*] [$($twins:tt)*]) => {
        $macro! { $($flat)* }
    };
}

/// Calls a macro with the list of games with towers.
#[macro_export]
macro_rules! for_each_tower_game {
    ($macro:ident) => {
        $crate::for_all_games! { $crate::only_tower_games, $macro }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! only_tower_games {
    ($macro:ident [$($flat:tt)*] [$($towers:tt)*] [$($twins:tt)*]) => {
        $macro! { $($towers)* }
    };
}

macro_rules! variants {
    ([$($flat:tt)*] [$($towers:tt)*] [$($twins:tt)*]) => {
        variants! { $($flat)* $($towers)* $($twins)* }
    };
    ($($game:ident, $rules:path, $word:ty;)*) => {
        $(
            /// A zero-sized type whose rules are a constant.
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
            pub struct $game;

            impl Variant for $game {
                type Word = $word;

                #[inline(always)]
                fn rules(self) -> &'static Rules {
                    const { &$rules }
                }

                #[inline(always)]
                fn tables(self) -> &'static Tables<$word> {
                    const { &Tables::<$word>::new(&$rules) }
                }
            }
        )*

        /// The rules of every game.
        pub const ALL: &[&Rules] = &[$(&$rules),*];
    };
}

for_all_games!(variants);

impl TwinVariant for Vigman {
    type Flat = Russian;

    fn flat(self) -> Russian {
        Russian
    }

    fn flat_game(self) -> AnyGame {
        AnyGame::Russian
    }
}
