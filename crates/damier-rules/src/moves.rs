//! A move: a whole turn.

use crate::bits::Bits;

/// Origin, destination and captured squares, as bit indices. Routes that agree on these are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move<B> {
    pub captured: B,
    pub from: u8,
    pub to: u8,
    /// The man is a king when the move is over.
    pub promotes: bool,
}

/// Lists of moves whose memory is used again and again, one for each word.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(crate) narrow: Vec<Move<u64>>,
    pub(crate) wide: Vec<Move<u128>>,
}

impl<B: Bits> Move<B> {
    #[inline(always)]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    pub fn wide(self) -> Move<u128> {
        Move {
            captured: self.captured.wide(),
            from: self.from,
            to: self.to,
            promotes: self.promotes,
        }
    }

    pub fn narrow(wide: Move<u128>) -> Move<B> {
        Move {
            captured: B::narrow(wide.captured),
            from: wide.from,
            to: wide.to,
            promotes: wide.promotes,
        }
    }
}
