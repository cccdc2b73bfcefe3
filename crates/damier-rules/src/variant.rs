//! Where a board finds its rules: in a constant that the compiler folds away, or behind a reference at run time.

use std::fmt::Debug;
use std::hash::Hash;

use crate::any::AnyGame;
use crate::bits::Bits;
use crate::geometry::Tables;
use crate::rules::Rules;
use crate::twin::TwinVariant;

/// A source of rules. Zero-sized for the games of [`crate::games`]; one reference for games made at run time.
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    type Word: Bits;

    fn rules(self) -> &'static Rules;
    fn tables(self) -> &'static Tables<Self::Word>;
}

/// A game made at run time: the same generic code as the constant games, with its rules looked up.
#[derive(Debug)]
pub struct RunTime<B: 'static> {
    /// The game of the list that it was made from.
    pub base: AnyGame,
    pub rules: Rules,
    pub tables: Tables<B>,
    /// One of two games that are played at once.
    pub flat: Option<Custom<u64>>,
}

impl<B> Copy for Custom<B> {}
impl<B> Clone for Custom<B> {
    fn clone(&self) -> Self {
        *self
    }
}

/// A reference to a [`RunTime`] game; equal when it is the same one.
#[derive(Debug)]
pub struct Custom<B: 'static>(pub &'static RunTime<B>);

impl<B> PartialEq for Custom<B> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl<B> Eq for Custom<B> {}
impl<B> Hash for Custom<B> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

impl TwinVariant for Custom<u128> {
    type Flat = Custom<u64>;

    fn flat(self) -> Custom<u64> {
        self.0.flat.expect("a game of two games has one of them")
    }

    fn flat_game(self) -> AnyGame {
        AnyGame::Custom64(self.flat())
    }
}

impl<B: Bits> Variant for Custom<B> {
    type Word = B;

    #[inline(always)]
    fn rules(self) -> &'static Rules {
        &self.0.rules
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables<B> {
        &self.0.tables
    }
}
