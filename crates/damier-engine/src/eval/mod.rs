//! Judging positions without searching.
//!
//! [`Judge`] is the evaluation of a game: [`Learned`] where the engine has learned from its own games, [`Handmade`] from
//! the rules everywhere else. Whatever else may judge positions plugs in as another [`Evaluate`].

pub mod endings;
pub mod handmade;
pub mod learned;
pub mod shipped;
pub mod terms;
pub mod towers;
pub mod weights;
pub mod windows;

use damier_rules::{Bits, Board, Variant};

use crate::score::Score;

pub use handmade::Handmade;
pub use learned::Learned;
pub use towers::TowerJudge;

/// Judges a position for the side to move.
pub trait Evaluate<P>: Sync {
    fn evaluate(&self, position: &P) -> Score;
}

/// The evaluation of a game.
#[derive(Clone, Debug)]
pub enum Judge<B> {
    Learned(Learned<B>),
    Handmade(Handmade<B>),
}

impl<V: Variant> Evaluate<Board<V>> for Judge<V::Word> {
    #[inline]
    fn evaluate(&self, board: &Board<V>) -> Score {
        match self {
            Judge::Learned(learned) => learned.evaluate(board),
            Judge::Handmade(handmade) => handmade.evaluate(board),
        }
    }
}

impl<B: Bits> Judge<B> {
    /// The best that there is for a game: what was learned from a game that is played alike, else what its rules say.
    pub fn of<V: Variant<Word = B>>(variant: V) -> Judge<B> {
        match shipped::worth(variant) {
            Some(worth) => Judge::Learned(Learned::with_worth(variant, worth)),
            None => Judge::Handmade(Handmade::new(variant)),
        }
    }
}
