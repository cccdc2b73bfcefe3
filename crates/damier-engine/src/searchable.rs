//! What search asks of a position beyond its rules.

use damier_rules::draws::{Clocks, DrawRule};
use damier_rules::zobrist::mix;
use damier_rules::{Bits, Board, Color, Position, Variant};

/// Slots of the history of good moves.
pub const SLOTS: usize = 1 << 14;
/// Pieces and squares that a move can end with.
pub const AIMS: usize = 1 << 8;

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

    /// A number from 1 up, below [`AIMS`], for the piece that moves and where it goes.
    fn aim(&self, m: Self::Move) -> usize;

    /// How much a move changes on the board, in men or so: the more, the sooner it is looked at.
    fn weight(&self, m: Self::Move) -> i32;

    /// A hash of White's pieces and one of Black's.
    fn shapes(&self) -> [u64; 2];
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
        // A bit index takes seven bits (see `geometry::MAX_BITS`), six on most boards.
        if size_of::<V::Word>() > 8 {
            (usize::from(m.from) << 7 | usize::from(m.to)) % SLOTS
        } else {
            (usize::from(m.from) << 6 | usize::from(m.to)) % SLOTS
        }
    }

    #[inline(always)]
    fn aim(&self, m: Self::Move) -> usize {
        (1 + usize::from(m.to) + 127 * usize::from(self.kings.has(m.from))) % AIMS
    }

    #[inline(always)]
    fn weight(&self, m: Self::Move) -> i32 {
        let taken = m.captured.count() + 2 * (m.captured & self.kings).count();
        taken as i32 + 2 * i32::from(m.promotes)
    }

    #[inline(always)]
    fn shapes(&self) -> [u64; 2] {
        let fold = |set: V::Word| {
            let wide = set.wide();
            wide as u64 ^ (wide >> 64) as u64
        };
        self.pieces
            .map(|pieces| mix(fold(pieces) ^ fold(pieces & self.kings).rotate_left(23)))
    }
}
