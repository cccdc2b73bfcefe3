//! What the pieces of a side move on: a board, and which of its pieces stand on others.

use std::ops::Deref;

use crate::bits::Bits;
use crate::board::Board;
use crate::captures::{Collect, Jumps, Walk};
use crate::moves::Move;
use crate::quiets;
use crate::variant::Variant;

/// The tops of all towers as a flat board, and the squares on which something lies below them; none in flat games.
#[derive(Debug)]
pub struct Ground<'a, V: Variant> {
    board: &'a Board<V>,
    pub tall: V::Word,
}

impl<V: Variant> Clone for Ground<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: Variant> Copy for Ground<'_, V> {}

impl<'a, V: Variant> Ground<'a, V> {
    #[inline(always)]
    pub fn new(board: &'a Board<V>, tall: V::Word) -> Self {
        Ground { board, tall }
    }

    #[inline(always)]
    pub fn board(self) -> &'a Board<V> {
        self.board
    }

    /// The captures of the side to move, after precedence; none where none is possible.
    #[inline(always)]
    pub(crate) fn captures<const WHITE: bool>(self, moves: &mut Vec<Move<V::Word>>) {
        moves.clear();
        Walk::<V, Collect<V>, WHITE>::all(self, Collect::new(self.board, moves));
    }

    #[inline(always)]
    pub(crate) fn legal_moves<const WHITE: bool>(self, moves: &mut Vec<Move<V::Word>>) {
        self.captures::<WHITE>(moves);
        if moves.is_empty() {
            quiets::push::<V, WHITE>(self.board, moves);
        }
    }

    #[inline(always)]
    pub(crate) fn count_moves<const WHITE: bool>(self, scratch: &mut Vec<Move<V::Word>>) -> u64 {
        let captures = match Jumps::of::<V, WHITE>(self.board).count_single::<V, WHITE>(self.board) {
            Some(count) => u64::from(count),
            None => {
                scratch.clear();
                let tally: Collect<'_, V, true, true> = Collect::new(self.board, scratch);
                Walk::<V, _, WHITE>::all(self, tally).total()
            }
        };
        if captures > 0 {
            captures
        } else {
            quiets::count::<V, WHITE>(self.board)
        }
    }
}

impl<'a, V: Variant> From<&'a Board<V>> for Ground<'a, V> {
    #[inline(always)]
    fn from(board: &'a Board<V>) -> Self {
        Ground::new(board, V::Word::EMPTY)
    }
}

impl<V: Variant> Deref for Ground<'_, V> {
    type Target = Board<V>;

    #[inline(always)]
    fn deref(&self) -> &Board<V> {
        self.board
    }
}
