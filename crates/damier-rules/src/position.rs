//! What search, perft and Python see of every game.

use std::fmt::Debug;

use crate::piece::Color;

/// Why a position is the end of the game, whatever led to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The side to move has no pieces.
    NoPieces,
    /// The side to move has pieces, but none can move.
    NoMoves,
    /// A side has a king, and that wins.
    FirstKing,
    /// Two games at once are over, and one side has more points.
    Total,
}

/// A position is a value: playing a move makes another one.
pub trait Position: Clone + PartialEq + Debug + Send + Sync {
    type Move: Copy + PartialEq + Debug + Send + Sync;

    fn turn(&self) -> Color;

    /// Replaces the contents of `moves` by the legal moves.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// How many legal moves there are; `scratch` is overwritten.
    fn count_moves(&self, scratch: &mut Vec<Self::Move>) -> u64 {
        self.legal_moves(scratch);
        scratch.len() as u64
    }

    /// Calls a function with the position after each legal move; `scratch` is overwritten.
    fn each_after(&self, scratch: &mut Vec<Self::Move>, mut visit: impl FnMut(&Self)) {
        self.legal_moves(scratch);
        for &m in scratch.iter() {
            visit(&self.play(m));
        }
    }

    fn has_moves(&self) -> bool;

    /// The position after a legal move.
    #[must_use]
    fn play(&self, m: Self::Move) -> Self;

    /// The end of the game and its winner, where the position alone decides it.
    fn end(&self) -> Option<(End, Color)>;

    /// The same for equal positions of one game, on every machine.
    fn hash(&self) -> u64;

    /// The hash after a legal move, from the hash before it.
    fn hash_after(&self, hash: u64, m: Self::Move) -> u64;

    /// A capture or a man's move forward: nothing played before it can come again.
    fn is_conversion(&self, m: Self::Move) -> bool;

    fn is_capture(&self, m: Self::Move) -> bool;

    /// In how many orders the pieces of a capture can be taken.
    fn orders(&self, m: Self::Move) -> u64;
}
