//! What the threads of one search tell each other beside the table: how far they are, and what they are looking at.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use damier_rules::zobrist::mix;

use crate::score::Score;

/// Moves under way are kept in so many places of [`WAYS`] each.
const PLACES: usize = 1 << 10;
const WAYS: usize = 4;

/// The outcome of an iteration.
#[derive(Clone, Debug)]
pub(crate) struct Finished<M> {
    pub pv: Vec<M>,
    pub score: Score,
    pub depth: i32,
}

/// The threads of one search, each of which works on the whole of it.
#[derive(Debug)]
pub(crate) struct Team<M> {
    /// Do they look for the same line, so that what one has finished the others need not?
    shares: bool,
    /// The deepest iteration that somebody has finished.
    reached: AtomicI32,
    finished: Mutex<Option<Finished<M>>>,
    /// Moves that somebody is looking at; empty where there is only one thread.
    under_way: Vec<[AtomicU64; WAYS]>,
}

impl<M: Copy> Team<M> {
    /// So many threads that look for so many lines; with more than one line the leading thread finishes them alone.
    pub fn new(threads: usize, lines: usize) -> Team<M> {
        let places = if threads > 1 { PLACES } else { 0 };
        Team {
            shares: threads > 1 && lines == 1,
            reached: AtomicI32::new(0),
            finished: Mutex::new(None),
            under_way: (0..places).map(|_| Default::default()).collect(),
        }
    }

    #[inline(always)]
    pub fn is_several(&self) -> bool {
        !self.under_way.is_empty()
    }

    /// Has somebody finished an iteration so deep?
    pub fn has_reached(&self, depth: i32) -> bool {
        self.reached.load(Ordering::Relaxed) >= depth
    }

    /// Tells the others, unless one of them was sooner.
    pub fn finish(&self, depth: i32, pv: &[M], score: Score) {
        if !self.shares || self.has_reached(depth) {
            return;
        }
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.has_reached(depth) {
            *finished = Some(Finished {
                pv: pv.to_vec(),
                score,
                depth,
            });
            self.reached.store(depth, Ordering::Relaxed);
        }
    }

    /// What was found by an iteration at least so deep.
    pub fn finished(&self, depth: i32) -> Option<Finished<M>> {
        let finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        finished.clone().filter(|finished| finished.depth >= depth)
    }

    /// Is somebody looking at the position with that hash as deeply?
    pub fn is_under_way(&self, mark: Mark) -> bool {
        self.place(mark).iter().any(|way| way.load(Ordering::Relaxed) == mark.0)
    }

    /// Somebody begins to. Where there is no room, the oldest mark makes some; a mark that is lost costs time only.
    pub fn begin(&self, mark: Mark) {
        let place = self.place(mark);
        let free = place.iter().find(|way| way.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&place[0]).store(mark.0, Ordering::Relaxed);
    }

    /// Somebody is done.
    pub fn end(&self, mark: Mark) {
        for way in self.place(mark) {
            if way.load(Ordering::Relaxed) == mark.0 {
                way.store(0, Ordering::Relaxed);
            }
        }
    }

    fn place(&self, mark: Mark) -> &[AtomicU64; WAYS] {
        &self.under_way[mark.0 as usize % PLACES]
    }
}

/// A position and how deeply the node before it is searched; never zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark(u64);

impl Mark {
    pub fn new(hash: u64, depth: i32) -> Mark {
        Mark((hash ^ mix(u64::from(depth.unsigned_abs()))).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_to_finish_an_iteration_counts() {
        let team: Team<u8> = Team::new(2, 1);
        assert!(team.finished(1).is_none());
        team.finish(3, &[7], Score::hundredths(5));
        team.finish(3, &[8], Score::hundredths(6));
        team.finish(2, &[9], Score::hundredths(7));
        assert!(team.has_reached(3) && !team.has_reached(4));
        assert_eq!(team.finished(2).map(|finished| finished.pv), Some(vec![7]));
        assert!(team.finished(4).is_none());
    }

    #[test]
    fn several_lines_are_finished_by_the_leading_thread_alone() {
        for (threads, lines) in [(2, 3), (1, 1)] {
            let team: Team<u8> = Team::new(threads, lines);
            team.finish(3, &[7], Score::hundredths(5));
            assert!(!team.has_reached(1) && team.finished(1).is_none());
        }
    }

    #[test]
    fn marks_come_and_go() {
        let team: Team<u8> = Team::new(2, 1);
        let marks: Vec<Mark> = (1..=9).map(|number| Mark(number * PLACES as u64)).collect();
        for &mark in &marks {
            assert!(!team.is_under_way(mark));
            team.begin(mark);
            assert!(team.is_under_way(mark));
        }
        for &mark in &marks {
            team.end(mark);
            assert!(!team.is_under_way(mark));
        }
        assert_ne!(Mark::new(5, 3), Mark::new(5, 4));
    }
}
