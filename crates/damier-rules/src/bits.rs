//! Sets of squares as machine words: one bit per square, in the order of [`crate::geometry`].

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::moves::{Move, Scratch};

/// A word that holds a set of squares: `u64` up to 10×10, `u128` beyond and where every square is played on.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const EMPTY: Self;
    const FULL: Self;

    fn of(bit: u8) -> Self;
    fn count(self) -> u32;
    /// Index of the lowest bit; the set must not be empty.
    fn first(self) -> u8;
    /// Index of the highest bit; the set must not be empty.
    fn last(self) -> u8;
    /// All bits below the lowest one; every bit when the set is empty.
    fn below_first(self) -> Self;
    fn without_first(self) -> Self;
    fn wide(self) -> u128;
    fn narrow(wide: u128) -> Self;
    /// The list for moves of this word.
    fn list(scratch: &mut Scratch) -> &mut Vec<Move<Self>>;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline(always)]
    fn has(self, bit: u8) -> bool {
        !(self & Self::of(bit)).is_empty()
    }

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The bits one by one, lowest first.
    #[inline(always)]
    fn each(self) -> Each<Self> {
        Each(self)
    }
}

/// Iterator over the bits of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Each<B>(B);

impl<B: Bits> Iterator for Each<B> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let bit = self.0.first();
        self.0 = self.0.without_first();
        Some(bit)
    }
}

macro_rules! bits {
    ($word:ty, $list:ident) => {
        impl Bits for $word {
            const EMPTY: Self = 0;
            const FULL: Self = <$word>::MAX;

            #[inline(always)]
            fn of(bit: u8) -> Self {
                1 << bit
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline(always)]
            fn last(self) -> u8 {
                (<$word>::BITS - 1 - self.leading_zeros()) as u8
            }
            #[inline(always)]
            fn below_first(self) -> Self {
                !self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            #[allow(clippy::cast_lossless, reason = "the word may be as wide already")]
            fn wide(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as $word
            }
            #[inline(always)]
            fn list(scratch: &mut Scratch) -> &mut Vec<Move<Self>> {
                &mut scratch.$list
            }
        }
    };
}

bits!(u64, narrow);
bits!(u128, wide);
