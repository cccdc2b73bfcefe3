//! The values of a slice in memory, written by many threads at once.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

use crate::value::{Verdict, Wdl};

/// How much is kept of each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Win, draw or loss in two bits.
    Wdl,
    /// Distances up to 254 plies in a byte: their parity tells who has won.
    Byte,
    /// Longer ones.
    Word,
}

#[derive(Debug)]
pub(crate) enum Cells {
    Wdl(Vec<AtomicU8>),
    Byte { plies: Vec<AtomicU8>, odd_wins: bool },
    Word(Vec<AtomicU16>),
}

/// A distance too long for the width of the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLong;

impl Cells {
    pub fn new(width: Width, odd_wins: bool, len: usize) -> Cells {
        let bytes = |len| (0..len).map(|_| AtomicU8::new(0)).collect();
        match width {
            Width::Wdl => Cells::Wdl(bytes(len.div_ceil(4))),
            Width::Byte => Cells::Byte {
                plies: bytes(len),
                odd_wins,
            },
            Width::Word => Cells::Word((0..len).map(|_| AtomicU16::new(0)).collect()),
        }
    }

    #[inline(always)]
    pub fn get(&self, index: u64) -> Verdict {
        let index = index as usize;
        match self {
            Cells::Byte { plies, odd_wins } => match plies[index].load(Relaxed) {
                0 => Verdict::DRAW,
                code => Verdict::from_parity(u16::from(code) - 1, *odd_wins),
            },
            Cells::Wdl(pairs) => match pairs[index / 4].load(Relaxed) >> (index % 4 * 2) & 3 {
                1 => Verdict::win(1),
                2 => Verdict::loss(0),
                _ => Verdict::DRAW,
            },
            Cells::Word(words) => Verdict::from_raw(words[index].load(Relaxed)),
        }
    }

    /// Once for each position.
    #[inline(always)]
    pub fn set(&self, index: u64, verdict: Verdict) -> Result<(), TooLong> {
        let index = index as usize;
        match self {
            Cells::Byte { plies, .. } => {
                if !verdict.is_draw() {
                    let code = u8::try_from(verdict.plies() + 1).map_err(|_| TooLong)?;
                    plies[index].store(code, Relaxed);
                }
            }
            Cells::Wdl(pairs) => {
                let code = match verdict.wdl() {
                    Wdl::Draw => return Ok(()),
                    Wdl::Win => 1,
                    Wdl::Loss => 2,
                };
                // Neighbours may be written by another thread.
                pairs[index / 4].fetch_or(code << (index % 4 * 2), Relaxed);
            }
            Cells::Word(words) => words[index].store(verdict.raw(), Relaxed),
        }
        Ok(())
    }

    /// The values of positions that follow each other, once for each.
    #[inline(always)]
    pub fn set_run(&self, first: u64, verdicts: &[Verdict]) -> Result<(), TooLong> {
        if let Cells::Byte { plies, .. } = self {
            let plies = &plies[first as usize..][..verdicts.len()];
            let mut all = 0;
            for (place, verdict) in plies.iter().zip(verdicts) {
                all |= verdict.code();
                place.store(verdict.code() as u8, Relaxed);
            }
            return if all > u8::MAX.into() { Err(TooLong) } else { Ok(()) };
        }
        for (index, &verdict) in (first..).zip(verdicts) {
            self.set(index, verdict)?;
        }
        Ok(())
    }

    pub fn is_wdl(&self) -> bool {
        matches!(self, Cells::Wdl(_))
    }

    pub fn width(&self) -> Width {
        match self {
            Cells::Wdl(_) => Width::Wdl,
            Cells::Byte { .. } => Width::Byte,
            Cells::Word(_) => Width::Word,
        }
    }

    /// So many bytes as they lie in memory, or fewer at the end.
    pub fn raw(&self, first: usize, most: usize) -> Vec<u8> {
        let end = self.bytes().min(first + most);
        match self {
            Cells::Wdl(cells) | Cells::Byte { plies: cells, .. } => {
                cells[first..end].iter().map(|cell| cell.load(Relaxed)).collect()
            }
            Cells::Word(cells) => {
                let words = cells[first / 2..end / 2].iter();
                words.flat_map(|cell| cell.load(Relaxed).to_le_bytes()).collect()
            }
        }
    }

    /// Puts back what [`Cells::raw`] told.
    pub fn set_raw(&self, first: usize, bytes: &[u8]) {
        match self {
            Cells::Wdl(cells) | Cells::Byte { plies: cells, .. } => {
                for (cell, &byte) in cells[first..].iter().zip(bytes) {
                    cell.store(byte, Relaxed);
                }
            }
            Cells::Word(cells) => {
                let (words, _) = bytes.as_chunks::<2>();
                for (cell, &word) in cells[first / 2..].iter().zip(words) {
                    cell.store(u16::from_le_bytes(word), Relaxed);
                }
            }
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Cells::Wdl(cells) | Cells::Byte { plies: cells, .. } => cells.len(),
            Cells::Word(cells) => 2 * cells.len(),
        }
    }
}

/// One bit for each position.
#[derive(Debug)]
pub(crate) struct Flags(Vec<AtomicU64>);

impl Flags {
    pub fn new(len: usize) -> Flags {
        Flags((0..len.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    pub fn get(&self, index: u64) -> bool {
        self.0[index as usize / 64].load(Relaxed) >> (index % 64) & 1 != 0
    }

    /// Sets the flags of up to 64 positions of one word.
    #[inline(always)]
    pub fn set(&self, word: u64, bits: u64) {
        if bits != 0 {
            self.0[word as usize].fetch_or(bits, Relaxed);
        }
    }
}
