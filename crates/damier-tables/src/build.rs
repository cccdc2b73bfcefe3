//! Building slices: groups of one level at once, on all threads.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use damier_rules::geometry::Tables;
use damier_rules::{Bits, Variant};

use crate::cells::{Cells, Flags, TooLong, Width};
use crate::combos::Combos;
use crate::group::{Goal, Group, Pair, Stays};
use crate::index::{BINOMIAL, Index};
use crate::lanes::{self, Frame};
use crate::material::Material;
use crate::share::{runs, share};
use crate::slice::{Counts, Shelf, Slice};
use crate::solve::{self, Solver};
use crate::value::odd_wins;

/// Positions that a thread takes at once, whole groups of them.
const BATCH: usize = 1 << 15;
/// How often each thread takes some, at the least, so that none has to wait long for the last one.
const FAIRNESS: usize = 8;

/// What is built, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Distances to the end of the game; without them a slice takes a quarter of the memory.
    pub dtw: bool,
    /// Distances to the next conversion.
    pub dtc: bool,
    pub threads: usize,
}

impl Plan {
    pub fn distances(threads: usize) -> Plan {
        Plan {
            dtw: true,
            dtc: false,
            threads,
        }
    }
}

/// How far a build has come, and a way to end it early.
#[derive(Debug, Default)]
pub struct Watch {
    /// Positions that are done.
    pub positions: AtomicU64,
    pub stop: AtomicBool,
}

/// Why there is no slice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    Stopped,
    /// Another slice is needed first.
    Missing(Material),
    /// A side has moves that the position does not tell, or cannot have so many men.
    Impossible(Material),
    /// A distance is longer than tables hold.
    TooLong(Material),
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuildError::Stopped => f.write_str("the build was stopped"),
            BuildError::Missing(material) => write!(f, "the table {material} has to be built first"),
            BuildError::Impossible(material) => write!(
                f,
                "there can be no table {material} in this game: the position alone does not decide it"
            ),
            BuildError::TooLong(material) => write!(f, "{material} has a distance longer than tables hold"),
        }
    }
}

impl std::error::Error for BuildError {}

/// The memory that a slice of so many positions takes while it is built.
pub fn memory(positions: u64, plan: Plan) -> u64 {
    let values = if plan.dtw { positions } else { positions.div_ceil(4) };
    let conversions = if plan.dtc { 2 * positions } else { 0 };
    values + conversions + positions.div_ceil(8)
}

/// The memory that the groups of a slice take while they are solved, one on each thread.
pub fn working<V: Variant>(variant: V, material: Material, threads: usize) -> u64 {
    let index = Index::new(variant.tables(), material);
    let squares = variant.rules().squares();
    let sets = |kings: u8| BINOMIAL[squares][usize::from(kings)];
    let (own, other) = (material.own.kings, material.other.kings);
    let cells = sets(own) * sets(other);
    let (few, many) = match (own.min(other), own.max(other)) {
        (0, many) => (many, 0),
        pair => pair,
    };
    let words = if few == 0 { 0 } else { sets(few - 1) * sets(many) };
    let groups = index.placements().min(threads as u64);
    groups * (cells * solve::BYTES_OF_A_CELL + words * lanes::words::<V::Word>())
}

/// Builds a slice and its flip, from slices on the shelf: [`Material::successors`] of both.
pub fn build<V: Variant>(
    variant: V,
    material: Material,
    shelf: &Shelf<V::Word>,
    plan: Plan,
    watch: &Watch,
) -> Result<Vec<Slice<V::Word>>, BuildError> {
    let rules = variant.rules();
    if !material.is_possible(rules) {
        return Err(BuildError::Impossible(material));
    }
    for needed in [material, material.flip()]
        .iter()
        .flat_map(|side| side.successors(rules))
    {
        if needed != material && shelf.get(needed).is_none() {
            return Err(BuildError::Missing(needed));
        }
    }
    // White has as many kings as Black, or more: see [`crate::lanes`].
    let strong = if material.own.kings < material.other.kings {
        material.flip()
    } else {
        material
    };
    let widths: &[Width] = if plan.dtw {
        &[Width::Byte, Width::Word]
    } else {
        &[Width::Wdl]
    };
    for &width in widths {
        let before = watch.positions.load(Relaxed);
        match Build::new(variant, strong, shelf, plan, width).run(watch) {
            Ok(slices) => return Ok(slices),
            Err(Ended::Stopped) => return Err(BuildError::Stopped),
            Err(Ended::TooLong) => watch.positions.store(before, Relaxed),
        }
    }
    Err(BuildError::TooLong(material))
}

enum Ended {
    Stopped,
    TooLong,
}

impl From<TooLong> for Ended {
    fn from(_: TooLong) -> Ended {
        Ended::TooLong
    }
}

struct Build<'a, V: Variant> {
    variant: V,
    shelf: &'a Shelf<V::Word>,
    plan: Plan,
    pair: Pair<V::Word>,
    kings: [Combos<V::Word>; 2],
    /// Where men stay where they are, and there are kings.
    frame: Option<Frame<V::Word>>,
}

impl<'a, V: Variant> Build<'a, V> {
    fn new(variant: V, material: Material, shelf: &'a Shelf<V::Word>, plan: Plan, width: Width) -> Self {
        let slice = |material| Arc::new(new_slice(variant, material, plan, width));
        let white = slice(material);
        let black = if material == material.flip() {
            Arc::clone(&white)
        } else {
            slice(material.flip())
        };
        let board = variant.tables().board;
        Build {
            variant,
            shelf,
            plan,
            pair: Pair { slices: [white, black] },
            kings: [
                Combos::new(board, material.own.kings.into()),
                Combos::new(board, material.other.kings.into()),
            ],
            frame: (Stays::of(variant.rules(), material) == Stays::Never)
                .then(|| Frame::new(board, [material.own.kings, material.other.kings]))
                .flatten(),
        }
    }

    fn run(self, watch: &Watch) -> Result<Vec<Slice<V::Word>>, Ended> {
        let levels = levels(self.variant, &self.pair.slices[0].index);
        let pass = |goal| -> Result<[Counts; 2], Ended> {
            let mut counts = [Counts::default(); 2];
            for level in &levels {
                self.level(level, goal, watch, &mut counts)?;
            }
            Ok(counts)
        };
        let mut counts;
        if self.plan.dtw {
            counts = pass(Goal::End)?;
            if self.plan.dtc {
                pass(Goal::Conversion)?;
            }
        } else {
            counts = pass(Goal::Conversion)?.map(Counts::without_distances);
        }
        let mut slices = Vec::new();
        let [white, black] = self.pair.slices;
        let symmetric = Arc::ptr_eq(&white, &black);
        if symmetric {
            let mut all = counts[0];
            all.add(&counts[1]);
            counts[0] = all;
        }
        let both = if symmetric {
            drop(black);
            vec![white]
        } else {
            vec![white, black]
        };
        for (slice, counts) in both.into_iter().zip(counts) {
            // Nobody else holds it.
            if let Some(mut slice) = Arc::into_inner(slice) {
                slice.counts = counts;
                slices.push(slice);
            }
        }
        Ok(slices)
    }

    /// All groups of a level: none of them leads to another one. Where there are fewer than threads, some work together.
    fn level(&self, level: &Level, goal: Goal, watch: &Watch, counts: &mut [Counts; 2]) -> Result<(), Ended> {
        let threads = self.plan.threads.clamp(1, level.len());
        let block = self.pair.slices[0].index.block() as usize;
        let at_once = (BATCH / block).clamp(1, level.len().div_ceil(FAIRNESS * threads));
        let sums = Mutex::new(counts);
        let worker = || {
            let kings = [&self.kings[0], &self.kings[1]];
            let group = Group::new(self.variant, self.shelf, &self.pair, kings, goal);
            let mut solver = Solver::new(group, self.frame.as_ref(), self.plan.threads / threads);
            let (mut men, sums) = (Vec::new(), &sums);
            Ok(move |numbers: Range<usize>| {
                for number in numbers {
                    if watch.stop.load(Relaxed) {
                        return Err(Ended::Stopped);
                    }
                    self.group(level, number, &mut solver, &mut men)?;
                }
                if goal == Goal::End || !self.plan.dtw {
                    watch.positions.fetch_add(std::mem::take(&mut solver.written), Relaxed);
                }
                if let Ok(mut sums) = sums.lock() {
                    for (sum, counts) in sums.iter_mut().zip(solver.take_counts()) {
                        sum.add(&counts);
                    }
                }
                Ok(())
            })
        };
        share(runs(level.len(), at_once), threads, worker)
    }

    fn group(
        &self,
        level: &Level,
        number: usize,
        solver: &mut Solver<'_, V>,
        men: &mut Vec<[V::Word; 2]>,
    ) -> Result<(), TooLong> {
        men.clear();
        men.extend(
            level
                .group(number)
                .iter()
                .map(|&placement| self.pair.slices[0].index.men(placement.into())),
        );
        solver.solve(men)
    }
}

fn new_slice<V: Variant>(variant: V, material: Material, plan: Plan, width: Width) -> Slice<V::Word> {
    let index = Index::new(variant.tables(), material);
    let len = index.len() as usize;
    let odd_wins = odd_wins(variant.rules());
    Slice {
        index,
        cells: Cells::new(width, odd_wins, len),
        conversions: plan.dtc.then(|| Cells::new(Width::Word, odd_wins, len)),
        captures: Some(Flags::new(len)),
        counts: Counts::default(),
    }
}

/// Groups that do not lead to each other, each a run of placements of men.
struct Level {
    placements: Vec<u32>,
    /// Where each group ends; empty where each has one placement.
    ends: Vec<u32>,
}

impl Level {
    fn len(&self) -> usize {
        if self.ends.is_empty() {
            self.placements.len()
        } else {
            self.ends.len()
        }
    }

    fn group(&self, number: usize) -> &[u32] {
        if self.ends.is_empty() {
            return std::slice::from_ref(&self.placements[number]);
        }
        let begin = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.placements[begin..self.ends[number] as usize]
    }
}

/// The groups of a slice, in the order in which they can be solved: those whose men have gone farthest come first.
fn levels<V: Variant>(variant: V, index: &Index<V::Word>) -> Vec<Level> {
    let (rules, tables) = (variant.rules(), variant.tables());
    let symmetric = index.material() == index.material().flip();
    let stays = Stays::of(rules, index.material());
    let mut levels: Vec<Level> = Vec::new();
    let mut groups: HashMap<(usize, u128), Vec<u32>> = HashMap::new();
    let rank_of = &tables.geometry.rank_of;
    let top = u32::from(rules.ranks) - 1;
    for placement in 0..index.placements() {
        let men = index.men(placement);
        // Of two placements that are each other's turned image the group of the first has both.
        if symmetric && stays == Stays::Never && index.placement::<false>(men[1], men[0]) < placement {
            continue;
        }
        let gone = men[0].each().map(|bit| u32::from(rank_of[bit as usize])).sum::<u32>()
            + men[1]
                .each()
                .map(|bit| top - u32::from(rank_of[bit as usize]))
                .sum::<u32>();
        let level = if stays == Stays::Always { 0 } else { gone as usize };
        if levels.len() <= level {
            levels.resize_with(level + 1, || Level {
                placements: Vec::new(),
                ends: Vec::new(),
            });
        }
        if stays != Stays::Never {
            let key = if stays == Stays::Always { 0 } else { rows(tables, men) };
            groups.entry((level, key)).or_default().push(placement as u32);
        } else {
            levels[level].placements.push(placement as u32);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_unstable();
    for ((level, _), placements) in groups {
        levels[level].placements.extend(placements);
        let end = levels[level].placements.len() as u32;
        levels[level].ends.push(end);
    }
    levels.retain(|level| level.len() > 0);
    levels.reverse();
    levels
}

/// The rows on which the men of both sides stand.
fn rows<B: Bits>(tables: &Tables<B>, men: [B; 2]) -> u128 {
    let of = |men: B| {
        let mut rows: Vec<u8> = men
            .each()
            .map(|bit| tables.geometry.rank_of[bit as usize] + 1)
            .collect();
        rows.sort_unstable();
        rows.iter().fold(0, |key: u64, &row| key << 5 | u64::from(row))
    };
    u128::from(of(men[0])) << 64 | u128::from(of(men[1]))
}
