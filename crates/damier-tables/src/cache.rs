//! Unpacked blocks of one length, read by many threads without a lock.
//!
//! They lie in frames, which are filled in turn: the `n`-th block that was unpacked lies in frame `n` modulo their number,
//! until so many more were unpacked. A reader takes a byte first and then looks whether the block was still there.

use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
    fence,
};
use std::sync::{Mutex, OnceLock};

use crate::pages::ask_for_huge_pages;

/// Bytes of memory that are taken at once.
const CHUNK: usize = 16 << 20;
/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// Frames that lie side by side in memory.
type Chunk = Box<[AtomicU64]>;

#[derive(Debug, Default)]
pub(crate) struct Cache {
    /// Words of a frame.
    words: usize,
    /// A power of two.
    frames: usize,
    chunks: Vec<OnceLock<Chunk>>,
    /// The last filling of a frame with each block, 0 where there was none.
    fillings: Vec<AtomicU64>,
    /// How often frames were filled, all together.
    filled: AtomicU64,
    filling: Mutex<()>,
}

impl Cache {
    /// For so many blocks of so many bytes, in no more memory than that.
    pub fn new(blocks: usize, bytes: usize, memory: usize) -> Cache {
        let frames = blocks.next_power_of_two().min(1 << (memory / bytes).ilog2());
        Cache {
            words: bytes / WORD,
            frames,
            chunks: (0..(frames * bytes).div_ceil(CHUNK)).map(|_| OnceLock::new()).collect(),
            fillings: (0..blocks).map(|_| AtomicU64::new(0)).collect(),
            filled: AtomicU64::new(0),
            filling: Mutex::new(()),
        }
    }

    /// A byte of a block, which is unpacked where it is in no frame.
    #[inline(always)]
    pub fn read<E>(&self, block: usize, at: usize, unpack: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<u8, E> {
        let filling = self.fillings[block].load(Acquire);
        if filling > 0 {
            let byte = self.byte(filling, at);
            fence(Acquire);
            if self.lasts(filling) {
                return Ok(byte);
            }
        }
        self.fill(block, at, unpack)
    }

    /// Is what a frame was filled with still there?
    #[inline(always)]
    fn lasts(&self, filling: u64) -> bool {
        filling > 0 && self.filled.load(Relaxed) < filling + self.frames as u64
    }

    #[inline(always)]
    fn byte(&self, filling: u64, at: usize) -> u8 {
        let (chunk, first) = self.frame(filling);
        let word = chunk[first + at / WORD].load(Relaxed);
        (word >> (at % WORD * 8)) as u8
    }

    /// The frame of a filling: its chunk, and its first word there.
    #[inline(always)]
    fn frame(&self, filling: u64) -> (&Chunk, usize) {
        let first = (filling as usize & (self.frames - 1)) * self.words;
        let (number, len) = (first / (CHUNK / WORD), (self.frames * self.words).min(CHUNK / WORD));
        let chunk = self.chunks[number].get_or_init(|| {
            let mut words = Vec::with_capacity(len);
            ask_for_huge_pages(&words);
            words.resize_with(len, || AtomicU64::new(0));
            words.into_boxed_slice()
        });
        (chunk, first % (CHUNK / WORD))
    }

    #[cold]
    fn fill<E>(&self, block: usize, at: usize, unpack: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<u8, E> {
        let bytes = unpack()?;
        let Ok(_only_one) = self.filling.lock() else {
            return Ok(bytes[at]);
        };
        if !self.lasts(self.fillings[block].load(Relaxed)) {
            let filling = self.filled.load(Relaxed) + 1;
            // Whoever sees a word of the new block sees that the old one has gone.
            self.filled.store(filling, Relaxed);
            fence(Release);
            let (chunk, first) = self.frame(filling);
            for (word, bytes) in chunk[first..].iter().zip(bytes.chunks(WORD)) {
                let mut whole = [0; WORD];
                whole[..bytes.len()].copy_from_slice(bytes);
                word.store(u64::from_le_bytes(whole), Relaxed);
            }
            self.fillings[block].store(filling, Release);
        }
        Ok(bytes[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of a block, each of which tells what it is.
    fn block(number: usize) -> Result<Vec<u8>, ()> {
        Ok((0..64).map(|at| (number * 7 + at * 3) as u8).collect())
    }

    #[test]
    fn what_is_kept_is_not_unpacked_again() {
        let cache = Cache::new(5, 64, 512);
        for round in 0..3 {
            for number in 0..5 {
                let unpack = || if round == 0 { block(number) } else { Err(()) };
                assert_eq!(cache.read(number, 63, unpack), Ok((number * 7 + 63 * 3) as u8));
            }
        }
        assert_eq!(Cache::new(5, 64, 512).read(0, 0, || Err(())), Err(()));
    }

    #[test]
    fn frames_are_filled_again_under_readers() {
        let cache = Cache::new(64, 64, 4 * 64);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let cache = &cache;
                scope.spawn(move || {
                    for step in 0..20_000 {
                        let (number, at) = (step * (2 * thread + 1) % 37 % 6, step % 64);
                        let byte = cache.read(number, at, || block(number));
                        assert_eq!(byte, Ok((number * 7 + at * 3) as u8));
                    }
                });
            }
        });
    }
}
