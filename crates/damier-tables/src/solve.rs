//! Retrograde analysis of one group: all positions of two slices, one for each side to move, that can turn into each other.
//!
//! Men do not go back, so that with the men of both sides in their places only kings move, and a capture, a promotion or
//! a man's step leads to positions that are known already. (Where men step sideways, a group has all placements with as
//! many men on each row.) What is left is small enough for the processor's cache, and is solved in three steps:
//!
//! 1. every move that leaves the group is looked up, and the moves that stay in it are counted: [`crate::look`];
//! 2. outward from the ends of the game, ply by ply: a position that is lost makes its predecessors won; one that is won
//!    takes a hope from each of its predecessors, and a position without any is lost;
//! 3. what was not reached is drawn.
//!
//! The second step goes position by position in [`crate::waves`], and by fifty positions at once in [`crate::lanes`] where
//! all men stay where they are. There every step is shared out to threads: a group of kings alone is a whole slice.

use std::sync::Mutex;

use damier_rules::Variant;

use crate::cells::TooLong;
use crate::group::Group;
use crate::lanes::{Frame, Lanes, Values};
use crate::look::{Look, Rows};
use crate::share::{runs, share};
use crate::slice::{Counts, Tally};
use crate::store::Store;
use crate::value::Verdict;
use crate::waves::{Spread, Waves};

/// The memory that a position of a group takes, by either side to move: its value, its exits, its hopes.
pub(crate) const BYTES_OF_A_CELL: u64 = 2 * (2 + 2 + 1);

/// In `Solver::hopes`: the side to move can capture.
pub(crate) const CAPTURE: u8 = u8::MAX;

/// Positions that a thread takes at once where several are at work in a group.
const BATCH: usize = 1 << 15;

/// Solves one group after the other; its memory is used again and again.
pub(crate) struct Solver<'a, V: Variant> {
    group: Group<'a, V>,
    /// So many work at a group.
    threads: usize,
    /// By side to move, then by number.
    verdicts: [Vec<Verdict>; 2],
    /// Moves within the group that may still be no loss.
    hopes: [Vec<u8>; 2],
    /// The best that moves out of the group lead to; not known where there are none.
    exits: [Vec<Verdict>; 2],
    lanes: Option<Lanes<'a, V>>,
    look: Look<'a, V::Word>,
    waves: Waves,
    store: Store,
    tallies: [Tally; 2],
    /// Positions written.
    pub written: u64,
}

impl<'a, V: Variant> Solver<'a, V> {
    pub fn new(group: Group<'a, V>, frame: Option<&'a Frame<V::Word>>, threads: usize) -> Self {
        Solver {
            threads: if group.men_stay() { threads } else { 1 },
            lanes: frame.map(|frame| Lanes::new(group.variant, frame, group.kings, threads)),
            group,
            verdicts: [Vec::new(), Vec::new()],
            hopes: [Vec::new(), Vec::new()],
            exits: [Vec::new(), Vec::new()],
            look: Look::default(),
            waves: Waves::default(),
            store: Store::default(),
            tallies: Default::default(),
            written: 0,
        }
    }

    /// What was written since they were taken last, by side to move.
    pub fn take_counts(&mut self) -> [Counts; 2] {
        std::mem::take(&mut self.tallies).map(|tally| tally.counts())
    }

    /// Solves the group with these placements of White's and Black's men, and writes it down.
    pub fn solve(&mut self, placements: &[[V::Word; 2]]) -> Result<(), TooLong> {
        self.begin(placements);
        for number in 0..placements.len() {
            self.look_up::<true, false>(number)?;
            self.look_up::<false, true>(number)?;
        }
        if let Some(lanes) = &mut self.lanes {
            let [white, black] = self.group.placements[0];
            let values = Values {
                verdicts: self.verdicts.each_mut().map(Vec::as_mut_slice),
                exits: self.exits.each_ref().map(Vec::as_slice),
            };
            lanes.solve(white | black, values)?;
        } else if !self.group.men_stay() {
            let spread = Spread {
                group: &self.group,
                waves: &mut self.waves,
                verdicts: &mut self.verdicts,
                hopes: &mut self.hopes,
                exits: &self.exits,
            };
            spread.run()?;
        }
        for number in 0..placements.len() {
            self.write::<true>(number)?;
            if !self.group.is_image(number) {
                self.write::<false>(number)?;
            }
        }
        Ok(())
    }

    fn begin(&mut self, placements: &[[V::Word; 2]]) {
        self.group.begin(placements);
        let cells = placements.len() * self.group.block();
        for turn in 0..2 {
            self.verdicts[turn].resize(cells, Verdict::UNKNOWN);
            self.hopes[turn].resize(cells, 0);
            self.exits[turn].resize(cells, Verdict::UNKNOWN);
        }
    }

    /// Step 1 for one placement of men, `WHITE` to move.
    fn look_up<const WHITE: bool, const BLACK: bool>(&mut self, number: usize) -> Result<(), TooLong> {
        let (group, turn) = (&self.group, usize::from(!WHITE));
        let begin = number * group.block();
        let cells = begin..begin + group.block();
        let rows = Rows {
            begin,
            first: 0,
            verdicts: &mut self.verdicts[turn][cells.clone()],
            hopes: &mut self.hopes[turn][cells.clone()],
            exits: &mut self.exits[turn][cells],
        };
        if self.threads == 1 {
            return self.look.rows::<V, WHITE, BLACK>(group, number, rows, &mut self.waves);
        }
        let width = group.kings[1].len();
        share(rows.split(at_once(width), width), self.threads, || {
            let (mut look, mut no_waves) = (Look::default(), Waves::default());
            Ok(move |rows| look.rows::<V, WHITE, BLACK>(group, number, rows, &mut no_waves))
        })
    }

    /// Step 3 for one placement of men, `WHITE` to move: everything goes where it belongs.
    fn write<const WHITE: bool>(&mut self, number: usize) -> Result<(), TooLong> {
        let (group, turn) = (&self.group, usize::from(!WHITE));
        let (verdicts, hopes) = (&self.verdicts[turn], &self.hopes[turn]);
        let (rows, width) = (group.kings[turn].len(), group.kings[1 - turn].len());
        self.written += group.pair.slices[turn].index.block();
        if self.threads == 1 {
            let tally = &mut self.tallies[turn];
            return self
                .store
                .rows::<V, WHITE>(group, number, 0..rows, verdicts, hopes, tally);
        }
        let sum = Mutex::new(&mut self.tallies[turn]);
        share(runs(rows, at_once(width)), self.threads, || {
            let (mut store, sum) = (Store::default(), &sum);
            Ok(move |rows| {
                let mut tally = Tally::default();
                store.rows::<V, WHITE>(group, number, rows, verdicts, hopes, &mut tally)?;
                if let Ok(mut sum) = sum.lock() {
                    sum.add(&tally);
                }
                Ok(())
            })
        })
    }
}

/// Rows of so many positions that a thread takes at once.
fn at_once(width: usize) -> usize {
    BATCH.div_ceil(width)
}
