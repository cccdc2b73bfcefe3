//! What search asks of a position beyond its rules.

use damier_rules::draws::{Clocks, DrawRule};
use damier_rules::zobrist::mix;
use damier_rules::{Bits, Board, Color, Position, Towers, Variant};

/// The most slots that a kind of position has.
pub const SLOTS: usize = 1 << 14;
/// The most aims that a kind of position has.
pub const AIMS: usize = 1 << 8;

/// A position that can be searched: its draw clocks can be followed and its moves be told apart cheaply.
pub trait Searchable: Position {
    /// Above every [`Searchable::aim`], at most [`AIMS`]. The fewer, the more of their counts stay near the processor.
    const AIMS: usize;

    /// The draw clocks of a game that starts here.
    fn clocks(&self, draws: &[DrawRule]) -> Clocks;

    /// The draw clocks after a move that leads to `after`.
    fn clocks_after(&self, clocks: &Clocks, draws: &[DrawRule], m: Self::Move, after: &Self) -> Clocks;

    fn has_kings(&self) -> bool;

    /// Is the game decided though moves could be made?
    fn is_over(&self) -> bool;

    /// Could a side capture if it were its turn?
    fn can_capture(&self, color: Color) -> bool;

    /// A number below [`SLOTS`] that moves of one kind share.
    fn slot(&self, m: Self::Move) -> usize;

    /// A number from 1 up for the piece that moves and where it goes.
    fn aim(&self, m: Self::Move) -> usize;

    /// How much a move changes on the board, in men or so: the more, the sooner it is looked at.
    fn weight(&self, m: Self::Move) -> i32;

    /// A hash of White's pieces and one of Black's.
    fn shapes(&self) -> [u64; 2];
}

/// A bit index takes seven bits (see `geometry::MAX_BITS`), six on boards that fit a word of 64.
const fn is_wide<V: Variant>() -> bool {
    size_of::<V::Word>() > 8
}

impl<V: Variant> Searchable for Board<V> {
    const AIMS: usize = if is_wide::<V>() { 1 << 8 } else { 1 << 7 };

    fn clocks(&self, draws: &[DrawRule]) -> Clocks {
        Clocks::at(draws, self)
    }

    fn clocks_after(&self, clocks: &Clocks, draws: &[DrawRule], m: Self::Move, after: &Self) -> Clocks {
        clocks.after(draws, self, m, after)
    }

    #[inline(always)]
    fn has_kings(&self) -> bool {
        !self.kings.is_empty()
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        Board::is_over(self)
    }

    fn can_capture(&self, color: Color) -> bool {
        Board::can_capture(self, color)
    }

    #[inline(always)]
    fn slot(&self, m: Self::Move) -> usize {
        let width = if is_wide::<V>() { 7 } else { 6 };
        (usize::from(m.from) << width | usize::from(m.to)) % SLOTS
    }

    #[inline(always)]
    fn aim(&self, m: Self::Move) -> usize {
        // The highest bit of a word is no square of any board.
        let kings = Self::AIMS / 2 * usize::from(self.kings.has(m.from));
        1 + (usize::from(m.to) + kings) % (Self::AIMS - 1)
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
        let shape = |pieces: V::Word| mix(fold(pieces) ^ fold(pieces & self.kings).rotate_left(23));
        [shape(self.pieces[0]), shape(self.pieces[1])]
    }
}

impl<V: Variant> Searchable for Towers<V> {
    const AIMS: usize = <Board<V> as Searchable>::AIMS;

    fn clocks(&self, draws: &[DrawRule]) -> Clocks {
        Clocks::at(draws, &self.tops)
    }

    fn clocks_after(&self, clocks: &Clocks, draws: &[DrawRule], m: Self::Move, after: &Self) -> Clocks {
        clocks.after(draws, &self.tops, m, &after.tops)
    }

    fn has_kings(&self) -> bool {
        Searchable::has_kings(&self.tops)
    }

    fn is_over(&self) -> bool {
        Searchable::is_over(&self.tops)
    }

    fn can_capture(&self, color: Color) -> bool {
        Searchable::can_capture(&self.tops, color)
    }

    fn slot(&self, m: Self::Move) -> usize {
        Searchable::slot(&self.tops, m)
    }

    fn aim(&self, m: Self::Move) -> usize {
        Searchable::aim(&self.tops, m)
    }

    fn weight(&self, m: Self::Move) -> i32 {
        Searchable::weight(&self.tops, m)
    }

    fn shapes(&self) -> [u64; 2] {
        let mut shapes = Searchable::shapes(&self.tops);
        for color in Color::BOTH {
            for bit in (self.tall & self.tops.pieces[color.index()]).each() {
                shapes[color.index()] ^= self.below_hash(bit);
            }
        }
        shapes
    }
}
