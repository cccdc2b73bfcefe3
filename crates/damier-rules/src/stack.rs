//! Pieces on top of each other.

use crate::bits::Bits;
use crate::piece::{Color, Piece};

/// The most pieces that a position with towers has.
pub const MOST_PIECES: u32 = 31;

/// The pieces below the top of a tower, from top to bottom: two bits each, the topmost lowest, below a bit that marks the
/// end. At most [`MOST_PIECES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack(u64);

impl Default for Stack {
    fn default() -> Self {
        Stack::EMPTY
    }
}

const fn code(piece: Piece) -> u64 {
    piece.color as u64 | (piece.king as u64) << 1
}

const fn piece(code: u64) -> Piece {
    Piece {
        color: if code & 1 == 0 { Color::White } else { Color::Black },
        king: code & 2 != 0,
    }
}

impl Stack {
    pub const EMPTY: Stack = Stack(1);

    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    #[inline(always)]
    pub const fn len(self) -> u32 {
        (63 - self.0.leading_zeros()) / 2
    }

    pub(crate) const fn code(self) -> u64 {
        self.0
    }

    /// The stack with a piece more at its bottom.
    #[inline(always)]
    #[must_use]
    pub const fn under(self, below: Piece) -> Stack {
        let end = 2 * self.len();
        Stack(self.0 ^ 1 << end | code(below) << end | 4 << end)
    }

    /// The stack with so many pieces of a colour more at its bottom, whose ranks are the bits, the first highest.
    #[inline(always)]
    #[must_use]
    pub const fn under_all(self, color: Color, count: u32, kings: u32) -> Stack {
        let (mut stack, mut left) = (self, count);
        while left > 0 {
            left -= 1;
            let king = kings >> left & 1 != 0;
            stack = stack.under(Piece { color, king });
        }
        stack
    }

    /// Its topmost piece and the rest; it must not be empty.
    #[inline(always)]
    pub const fn split(self) -> (Piece, Stack) {
        (piece(self.0 & 3), Stack(self.0 >> 2))
    }

    /// From top to bottom.
    pub fn each(self) -> impl Iterator<Item = Piece> {
        (0..self.len()).map(move |place| piece(self.0 >> (2 * place) & 3))
    }

    /// From top to bottom, `None` where there are too many.
    pub fn of(pieces: impl IntoIterator<Item = Piece>) -> Option<Stack> {
        let mut stack = Stack::EMPTY;
        for piece in pieces {
            if stack.len() >= MOST_PIECES {
                return None;
            }
            stack = stack.under(piece);
        }
        Some(stack)
    }
}

/// All towers of a board in one word: three bits a piece, square by square in the order of the bits, from top to bottom.
/// Two bits are the piece, the third marks the lowest of a tower. Equal for equal towers on equal squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pack(u128);

impl Pack {
    /// The towers on some squares; `tower` gives the top of each and what is below. Together at most [`MOST_PIECES`].
    pub fn of<B: Bits>(squares: B, mut tower: impl FnMut(u8) -> (Piece, Stack)) -> Pack {
        let (mut word, mut at) = (0, 0);
        for bit in squares.each() {
            let (top, below) = tower(bit);
            let last = below.len();
            for (place, piece) in (0..).zip(std::iter::once(top).chain(below.each())) {
                word |= u128::from(code(piece) | u64::from(place == last) << 2) << at;
                at += 3;
            }
        }
        Pack(word)
    }

    /// The word itself, for files.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// A word from a file: `None` where it is not that of so many towers of at most [`MOST_PIECES`] together.
    pub fn from_bits(word: u128, towers: u32) -> Option<Pack> {
        // Every third bit, from the third on.
        let ends = u128::MAX / 7;
        let length = u128::BITS - word.leading_zeros();
        let fits = length <= 3 * MOST_PIECES && length.is_multiple_of(3) && (word & ends).count_ones() == towers;
        // The last piece ends a tower, so that its third bit is the highest of the word.
        fits.then_some(Pack(word))
    }

    /// Shows the towers on the squares they were packed from.
    pub fn each<B: Bits>(self, squares: B, mut show: impl FnMut(u8, Piece, Stack)) {
        let mut word = self.0;
        let mut next = || {
            let three = word as u64 & 7;
            word >>= 3;
            (piece(three & 3), three & 4 != 0)
        };
        for bit in squares.each() {
            let (top, mut last) = next();
            let mut below = Stack::EMPTY;
            while !last && below.len() < MOST_PIECES {
                let (piece, end) = next();
                below = below.under(piece);
                last = end;
            }
            show(bit, top, below);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(letters: &str) -> Vec<Piece> {
        letters.chars().filter_map(Piece::from_symbol).collect()
    }

    #[test]
    fn pieces_go_under_and_come_off() {
        let mut stack = Stack::of(pieces("wWb")).expect("room for three");
        assert_eq!(stack.len(), 3);
        stack = stack.under_all(Color::Black, 2, 0b10);
        assert_eq!(stack.each().collect::<Vec<_>>(), pieces("wWbBb"));
        let (top, rest) = stack.split();
        assert_eq!((top, rest), (pieces("w")[0], Stack::of(pieces("WbBb")).expect("room")));
        assert!(Stack::EMPTY.is_empty() && Stack::EMPTY.each().next().is_none());
        assert!(Stack::of(vec![top; 31]).is_some() && Stack::of(vec![top; 32]).is_none());
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let towers = [(3, "w"), (9, "Bbww"), (63, "bWWWWWWWWWWWWWWWWWWWWWWWWW")];
        let squares = towers.iter().fold(0_u64, |set, &(bit, _)| set | u64::of(bit));
        let split = |letters: &str| {
            let all = pieces(letters);
            (all[0], Stack::of(all[1..].iter().copied()).expect("room"))
        };
        let find = |bit: u8| split(towers.iter().find(|tower| tower.0 == bit).expect("a tower").1);
        let mut seen = 0;
        Pack::of(squares, find).each(squares, |bit, top, below| {
            assert_eq!((top, below), find(bit));
            seen += 1;
        });
        assert_eq!(seen, towers.len());
        let pack = Pack::of(squares, find);
        assert_eq!(Pack::from_bits(pack.bits(), 3), Some(pack));
        for (word, towers) in [
            (pack.bits(), 2),
            (pack.bits(), 4),
            (pack.bits() << 3, 4),
            (pack.bits() << 1, 3),
            (pack.bits() >> 1, 3),
            (u128::MAX, 42),
            (1, 0),
            (1 << 95, 1),
        ] {
            assert_eq!(Pack::from_bits(word, towers), None, "{word:b}");
        }
        assert_eq!(Pack::from_bits(0, 0), Some(Pack::default()));
    }
}
