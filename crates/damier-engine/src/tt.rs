//! The transposition table: what earlier nodes found out about a position.

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
}

/// Sixteen bytes: positions of every game have moves of their own size, so a move is kept as its place in the list.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    score: i16,
    best: u16,
    depth: u8,
    /// Zero in an entry that was never written.
    bound: u8,
    full: bool,
    age: u8,
}

const LOWER: u8 = 1;
const UPPER: u8 = 2;
const EXACT: u8 = 3;

/// Entries that share a line of the processor's cache.
const WAYS: usize = 4;

#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

/// The table. One thread uses it.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of at most so many megabytes: the largest power of two that memory has room for, 4096 at the most.
    pub fn new(megabytes: usize) -> Table {
        let most = megabytes.clamp(1, 4096) * ((1 << 20) / size_of::<Bucket>());
        let mut count = 1 << most.ilog2();
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        buckets.resize(count, Bucket::default());
        Table { buckets, age: 0 }
    }

    pub fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.age = 0;
    }

    /// Entries of earlier searches give way from now on.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn place(&self, key: u64) -> usize {
        // The number of buckets is a power of two.
        key as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Found> {
        let bucket = &self.buckets[self.place(key)];
        let entry = bucket.0.iter().find(|entry| entry.key == key && entry.bound != 0)?;
        Some(Found {
            score: Score::from_stored(entry.score).at_root(ply),
            bound: match entry.bound {
                LOWER => Bound::Lower,
                UPPER => Bound::Upper,
                _ => Bound::Exact,
            },
            depth: i32::from(entry.depth),
            best: (entry.best != u16::MAX).then_some(usize::from(entry.best)),
            full: entry.full,
        })
    }

    #[inline]
    pub fn store(&mut self, key: u64, ply: usize, found: Found) {
        let (place, age) = (self.place(key), self.age);
        let bucket = &mut self.buckets[place].0;
        // The same position first, else the entry that is worth least: of an earlier search, then the shallowest.
        let worth = |entry: &Entry| {
            if entry.key == key && entry.bound != 0 {
                return -1;
            }
            i32::from(entry.depth) + if entry.age == age && entry.bound != 0 { 256 } else { 0 }
        };
        let Some(entry) = bucket.iter_mut().min_by_key(|entry| worth(entry)) else {
            return;
        };
        let best = match found.best.and_then(|best| u16::try_from(best).ok()) {
            // A node in which every move failed low has no best move; the old one is still a good guess.
            None if entry.key == key && entry.bound != 0 => entry.best,
            None => u16::MAX,
            Some(best) => best,
        };
        *entry = Entry {
            key,
            score: found.score.at_node(ply).to_stored(),
            best,
            depth: found.depth.clamp(0, 255) as u8,
            bound: match found.bound {
                Bound::Lower => LOWER,
                Bound::Upper => UPPER,
                Bound::Exact => EXACT,
            },
            full: found.full,
            age,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_sixteen_bytes() {
        assert_eq!(size_of::<Entry>(), 16);
        assert_eq!(size_of::<Bucket>(), 64);
    }

    #[test]
    fn what_is_stored_is_found() {
        let mut table = Table::new(0);
        let found = Found {
            score: Score::win_in(9),
            bound: Bound::Lower,
            depth: 7,
            best: Some(3),
            full: true,
        };
        table.store(5, 2, found);
        assert_eq!(table.probe(5, 2), Some(found));
        // Two plies nearer to the root, the same position wins two plies sooner.
        assert_eq!(table.probe(5, 0).map(|found| found.score), Some(Score::win_in(7)));
        assert_eq!(table.probe(6, 0), None);
        table.clear();
        assert_eq!(table.probe(5, 2), None);
    }

    #[test]
    fn deep_entries_stay_and_old_ones_go() {
        let mut table = Table::new(1);
        let step = table.buckets.len() as u64;
        let found = |depth| Found {
            score: Score::DRAW,
            bound: Bound::Exact,
            depth,
            best: None,
            full: false,
        };
        for key in 1..=4 {
            table.store(key * step, 0, found(10 * key as i32));
        }
        table.store(5 * step, 0, found(1));
        assert_eq!(table.probe(step, 0), None);
        assert!(table.probe(4 * step, 0).is_some());
        table.grow_older();
        table.store(2 * step, 0, found(1));
        table.store(6 * step, 0, found(1));
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
