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
    /// What tells moves apart that agree on all this. Flat games have none: 0. Towers: the ranks of the pieces taken, in
    /// order (see [`crate::towers`]). Two boards: the second half of the turn (see [`crate::twin`]).
    pub detail: u32,
}

/// Lists of moves whose memory is used again and again, one for each word.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(crate) narrow: Vec<Move<u64>>,
    pub(crate) wide: Vec<Move<u128>>,
}

impl<B: Bits> Move<B> {
    /// The same squares, whatever the piece is when it is over.
    #[inline(always)]
    pub fn is_same(&self, other: &Self) -> bool {
        (self.from, self.to, self.captured, self.detail) == (other.from, other.to, other.captured, other.detail)
    }

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
            detail: self.detail,
        }
    }

    pub fn narrow(wide: Move<u128>) -> Move<B> {
        Move {
            captured: B::narrow(wide.captured),
            from: wide.from,
            to: wide.to,
            promotes: wide.promotes,
            detail: wide.detail,
        }
    }
}
