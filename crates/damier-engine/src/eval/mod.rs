//! Judging positions without searching.
//!
//! [`Judge`] is the evaluation of a game, [`TowerJudge`] that of one with towers: a [`Net`] where the engine has learned
//! from its own games, [`Handmade`] from the rules everywhere else; a file may bring either another net or [`Learned`]
//! weights of patterns. Whatever else may judge positions plugs in as another [`Evaluate`].

mod below;
mod brought;
pub mod endings;
pub mod handmade;
pub mod learned;
pub mod net;
pub mod parameters;
pub mod shipped;
pub mod terms;
pub mod towers;
pub mod weights;
pub mod windows;

use damier_rules::{Bits, Board, Variant};

use crate::score::Score;

pub use brought::Brought;
pub use handmade::Handmade;
pub use learned::Learned;
pub use net::{Net, Sums};
pub use towers::{HandmadeTowers, TowerJudge};

/// Judges a position for the side to move.
pub trait Evaluate<P>: Sync {
    /// What is kept from one position to the next, so that what they have in common is not looked at again.
    type Memory: Default + Send;

    /// The value is the same whatever was judged before.
    fn evaluate(&self, position: &P, memory: &mut Self::Memory) -> Score;

    /// Judges one position alone.
    fn judge(&self, position: &P) -> Score {
        self.evaluate(position, &mut Self::Memory::default())
    }
}

/// The evaluation of a game.
#[derive(Clone, Debug)]
pub enum Judge<B> {
    Net(Net<B>),
    Learned(Learned<B>),
    Handmade(Handmade<B>),
}

impl<V: Variant> Evaluate<Board<V>> for Judge<V::Word> {
    type Memory = Sums;

    #[inline]
    fn evaluate(&self, board: &Board<V>, memory: &mut Sums) -> Score {
        match self {
            Judge::Net(net) => net.evaluate(board, memory),
            Judge::Learned(learned) => learned.evaluate(board, &mut ()),
            Judge::Handmade(handmade) => handmade.evaluate(board, &mut ()),
        }
    }
}

impl<B: Bits> Judge<B> {
    /// The best that there is for a game: what was learned from a game that is played alike, else what its rules say.
    pub fn of<V: Variant<Word = B>>(variant: V) -> Judge<B> {
        match shipped::net(variant) {
            Some(ready) => Judge::Net(Net::with(variant, ready)),
            None => Judge::Handmade(Handmade::new(variant)),
        }
    }
}
