//! The transposition table: what earlier nodes found out about a position.

use std::sync::atomic::{AtomicU64, Ordering};

use damier_tables::pages::ask_for_huge_pages;

use crate::score::Score;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true score is no lower.
    Lower,
    /// The true score is no higher.
    Upper,
    Exact,
}

/// What is kept of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub score: Score,
    pub bound: Bound,
    pub depth: i32,
    /// Place of the best move among the legal moves.
    pub best: Option<usize>,
    /// No move below was looked at less deeply than the others, so that distances to a win can be trusted.
    pub full: bool,
    /// What the position was judged to be worth without looking further, where it was quiet.
    pub judged: Option<Score>,
}

/// Sixteen bytes. A position's moves are always listed in the same order, so a move is kept as its place in the list.
/// The key is kept mixed with the data: an entry that two threads have written at the same time belongs to no position.
#[derive(Debug, Default)]
struct Entry {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// Fields of the data, by their lowest bit.
mod at {
    pub const SCORE: u32 = 0;
    pub const JUDGED: u32 = 16;
    pub const BEST: u32 = 32;
    pub const DEPTH: u32 = 40;
    pub const BOUND: u32 = 48;
    pub const FULL: u32 = 50;
    pub const AGE: u32 = 51;
}

/// Zero is an entry that was never written.
const LOWER: u64 = 1;
const UPPER: u64 = 2;
const EXACT: u64 = 3;
const NO_MOVE: u8 = u8::MAX;
const NOT_JUDGED: i16 = i16::MIN;
const AGES: u8 = 32;

fn pack(found: &Found, best: u8, age: u8, ply: usize) -> u64 {
    let bound = match found.bound {
        Bound::Lower => LOWER,
        Bound::Upper => UPPER,
        Bound::Exact => EXACT,
    };
    let judged = found.judged.map_or(NOT_JUDGED, Score::to_stored);
    u64::from(found.score.at_node(ply).to_stored() as u16) << at::SCORE
        | u64::from(judged as u16) << at::JUDGED
        | u64::from(best) << at::BEST
        | (found.depth.clamp(0, 255) as u64) << at::DEPTH
        | bound << at::BOUND
        | u64::from(found.full) << at::FULL
        | u64::from(age) << at::AGE
}

const fn byte(data: u64, at: u32) -> u8 {
    (data >> at) as u8
}

const fn bound(data: u64) -> u64 {
    data >> at::BOUND & 3
}

const fn age(data: u64) -> u8 {
    byte(data, at::AGE) % AGES
}

fn unpack(data: u64, ply: usize) -> Found {
    let best = byte(data, at::BEST);
    let judged = (data >> at::JUDGED) as i16;
    Found {
        score: Score::from_stored((data >> at::SCORE) as i16).at_root(ply),
        bound: match bound(data) {
            LOWER => Bound::Lower,
            UPPER => Bound::Upper,
            _ => Bound::Exact,
        },
        depth: i32::from(byte(data, at::DEPTH)),
        best: (best != NO_MOVE).then_some(usize::from(best)),
        full: data >> at::FULL & 1 != 0,
        judged: (judged != NOT_JUDGED).then_some(Score::from_stored(judged)),
    }
}

/// Entries that share a line of the processor's cache.
const WAYS: usize = 4;
/// A search older by one counts as much as so many plies less.
const PLIES_PER_AGE: i32 = 8;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

/// The table. All threads of a search use it at once.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of at most so many megabytes: the largest power of two that memory has room for, 65,536 at the most.
    pub fn new(megabytes: usize) -> Table {
        let most = megabytes.clamp(1, 65_536) * ((1 << 20) / size_of::<Bucket>());
        let mut count = 1 << most.ilog2();
        let mut buckets: Vec<Bucket> = Vec::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        ask_for_huge_pages(&buckets);
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: 0 }
    }

    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// Entries of earlier searches give way from now on.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Thousandths of the table that this search has filled, from a sample.
    pub fn fullness(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(1_000)];
        let written = |entry: &&Entry| {
            let data = entry.data.load(Ordering::Relaxed);
            bound(data) != 0 && age(data) == self.age
        };
        let full = sample.iter().flat_map(|bucket| &bucket.0).filter(written).count();
        (full * 1_000 / (sample.len() * WAYS)) as u32
    }

    /// Begins to fetch what [`Table::probe`] will look at: most of the time it is not in the processor's cache.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch is a hint; it reads and writes nothing and never faults.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Entry; WAYS] {
        // The number of buckets is a power of two.
        &self.buckets[key as usize & (self.buckets.len() - 1)].0
    }

    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Found> {
        for entry in self.bucket(key) {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.mixed.load(Ordering::Relaxed) ^ data == key && bound(data) != 0 {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    #[inline]
    pub fn store(&self, key: u64, ply: usize, found: &Found) {
        // The same position first, else the entry that is worth least: shallow, or of an earlier search.
        let bucket = self.bucket(key);
        let mut chosen = (&bucket[0], 0, i32::MAX);
        for entry in bucket {
            let data = entry.data.load(Ordering::Relaxed);
            let worth = if bound(data) == 0 {
                -1_000
            } else if entry.mixed.load(Ordering::Relaxed) ^ data == key {
                chosen = (entry, data, i32::MIN);
                break;
            } else {
                let years = i32::from((AGES + self.age - age(data)) % AGES);
                i32::from(byte(data, at::DEPTH)) - PLIES_PER_AGE * years
            };
            if worth < chosen.2 {
                chosen = (entry, 0, worth);
            }
        }
        let (entry, old, _) = chosen;
        let best = match found.best.and_then(|best| u8::try_from(best).ok()) {
            // A node in which every move failed low has no best move; the old one is still a good guess.
            None if old != 0 => byte(old, at::BEST),
            None => NO_MOVE,
            Some(best) => best,
        };
        let data = pack(found, best, self.age, ply);
        entry.data.store(data, Ordering::Relaxed);
        entry.mixed.store(key ^ data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUND: Found = Found {
        score: Score::win_in(9),
        bound: Bound::Lower,
        depth: 7,
        best: Some(3),
        full: true,
        judged: Some(Score::hundredths(-42)),
    };

    #[test]
    fn entries_are_sixteen_bytes() {
        assert_eq!(size_of::<Entry>(), 16);
        assert_eq!(size_of::<Bucket>(), 64);
    }

    #[test]
    fn what_is_stored_is_found() {
        let mut table = Table::new(0);
        table.store(5, 2, &FOUND);
        assert_eq!(table.probe(5, 2), Some(FOUND));
        // Two plies nearer to the root, the same position wins two plies sooner.
        assert_eq!(table.probe(5, 0).map(|found| found.score), Some(Score::win_in(7)));
        assert_eq!(table.probe(6, 0), None);
        let plain = Found {
            score: Score::hundredths(-7),
            bound: Bound::Upper,
            depth: 0,
            best: None,
            full: false,
            judged: None,
        };
        table.store(6, 3, &plain);
        assert_eq!(table.probe(6, 3), Some(plain));
        // What is known of the best move outlasts a look that found none.
        table.store(5, 2, &plain);
        assert_eq!(table.probe(5, 2).and_then(|found| found.best), Some(3));
        assert_eq!(table.fullness(), 0);
        for key in 100..200 {
            table.store(key, 0, &plain);
        }
        assert_eq!(table.fullness(), 25);
        table.clear();
        assert_eq!(table.probe(5, 2), None);
        assert_eq!(table.fullness(), 0);
    }

    #[test]
    fn an_entry_written_by_two_at_once_is_not_found() {
        let table = Table::new(1);
        table.store(5, 0, &FOUND);
        let entry = &table.bucket(5)[0];
        entry
            .data
            .store(entry.data.load(Ordering::Relaxed) ^ 1 << at::DEPTH, Ordering::Relaxed);
        assert_eq!(table.probe(5, 0), None);
    }

    #[test]
    fn deep_entries_stay_and_old_ones_go() {
        let mut table = Table::new(1);
        let step = table.buckets.len() as u64;
        let at = |depth| Found { depth, ..FOUND };
        for key in 1..=4 {
            table.store(key * step, 0, &at(10 * key as i32));
        }
        table.store(5 * step, 0, &at(1));
        assert_eq!(table.probe(step, 0), None);
        assert!(table.probe(4 * step, 0).is_some());
        for _ in 0..9 {
            table.grow_older();
        }
        table.store(2 * step, 0, &at(1));
        table.store(6 * step, 0, &at(1));
        assert!(
            table.probe(2 * step, 0).is_some(),
            "the entry of this search outlives deeper ones of the last"
        );
    }

    #[test]
    fn any_size_can_be_asked_for() {
        assert_eq!(Table::new(0).buckets.len(), Table::new(1).buckets.len());
        assert_eq!(Table::new(3).buckets.len(), 2 * Table::new(1).buckets.len());
    }
}
