//! What search asks of a position beyond its rules.

use damier_rules::draws::{Clocks, DrawRule};
use damier_rules::{Bits, Board, Color, Position, Variant};

/// Slots of the history of good moves.
pub const SLOTS: usize = 1 << 14;

/// A position that can be searched: its draw clocks can be followed and its moves be told apart cheaply.
pub trait Searchable: Position {
    /// The draw clocks of a game that starts here.
    fn clocks(&self, draws: &[DrawRule]) -> Clocks;

    /// The draw clocks after a move that leads to `after`.
    fn clocks_after(&self, clocks: &Clocks, draws: &[DrawRule], m: Self::Move, after: &Self) -> Clocks;

    /// Could a side capture if it were its turn?
    fn can_capture(&self, color: Color) -> bool;

    /// A number below [`SLOTS`] that moves of one kind share.
    fn slot(&self, m: Self::Move) -> usize;

    /// How much a move changes on the board, in men or so: the more, the sooner it is looked at.
    fn weight(&self, m: Self::Move) -> i32;
}

impl<V: Variant> Searchable for Board<V> {
    fn clocks(&self, draws: &[DrawRule]) -> Clocks {
        Clocks::at(draws, self)
    }

    fn clocks_after(&self, clocks: &Clocks, draws: &[DrawRule], m: Self::Move, after: &Self) -> Clocks {
        clocks.after(draws, self, m, after)
    }

    fn can_capture(&self, color: Color) -> bool {
        Board::can_capture(self, color)
    }

    #[inline(always)]
    fn slot(&self, m: Self::Move) -> usize {
        // A bit index takes seven bits (see `geometry::MAX_BITS`).
        (usize::from(m.from) << 7 | usize::from(m.to)) % SLOTS
    }

    #[inline(always)]
    fn weight(&self, m: Self::Move) -> i32 {
        let taken = m.captured.count() + 2 * (m.captured & self.kings).count();
        taken as i32 + 2 * i32::from(m.promotes)
    }
}
