//! The games: the only list, and one page of constants each.

pub mod antidraughts;
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

use crate::geometry::Tables;
use crate::rules::Rules;
use crate::variant::Variant;

/// The only list of games, in the order of the manual: type, constant, word. Calls a macro with it.
#[macro_export]
macro_rules! for_each_game {
    ($macro:ident) => {
        $macro! {
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
        }
    };
}

macro_rules! variants {
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

for_each_game!(variants);
