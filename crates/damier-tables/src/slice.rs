//! A finished slice in memory, and the shelf on which a build looks slices up.

use std::sync::Arc;

use damier_rules::{Bits, Board, Variant};

use crate::cells::{Cells, Flags};
use crate::index::{Index, Sets};
use crate::material::Material;
use crate::value::{Verdict, Wdl};

/// What there is in a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    /// The same for the positions where the side to move has no capture.
    pub quiet: [u64; 3],
    /// Plies of the longest win and of the longest loss.
    pub longest_win: u16,
    pub longest_loss: u16,
}

impl Counts {
    pub fn positions(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    pub fn quiets(&self) -> u64 {
        self.quiet.iter().sum()
    }

    #[must_use]
    pub(crate) fn without_distances(self) -> Counts {
        Counts {
            longest_win: 0,
            longest_loss: 0,
            ..self
        }
    }

    /// So many positions of one value.
    fn count(&mut self, verdict: Verdict, number: u64, quiet: bool) {
        let place = match verdict.wdl() {
            Wdl::Win => {
                self.wins += number;
                self.longest_win = self.longest_win.max(verdict.plies());
                0
            }
            Wdl::Loss => {
                self.losses += number;
                self.longest_loss = self.longest_loss.max(verdict.plies());
                1
            }
            Wdl::Draw => {
                self.draws += number;
                2
            }
        };
        self.quiet[place] += if quiet { number } else { 0 };
    }

    pub(crate) fn add(&mut self, other: &Counts) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        for (sum, more) in self.quiet.iter_mut().zip(other.quiet) {
            *sum += more;
        }
        self.longest_win = self.longest_win.max(other.longest_win);
        self.longest_loss = self.longest_loss.max(other.longest_loss);
    }
}

/// How many positions have each value: counted without a branch, which nobody could predict.
#[derive(Debug, Default)]
pub(crate) struct Tally(Vec<u64>);

impl Tally {
    #[inline(always)]
    fn place(verdict: Verdict, capture: bool) -> usize {
        usize::from(verdict.code()) << 2 | usize::from(verdict.is_loss()) << 1 | usize::from(capture)
    }

    #[inline(always)]
    pub fn count(&mut self, verdict: Verdict, capture: bool) {
        let place = Tally::place(verdict, capture);
        if place >= self.0.len() {
            self.0.resize(place + 4, 0);
        }
        self.0[place] += 1;
    }

    pub fn add(&mut self, other: &Tally) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum += more;
        }
    }

    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for (place, &number) in self.0.iter().enumerate().filter(|(_, number)| **number > 0) {
            let plies = (place >> 2).saturating_sub(1) as u16;
            let verdict = match (place >> 2, place & 2) {
                (0, _) => Verdict::DRAW,
                (_, 0) => Verdict::win(plies),
                _ => Verdict::loss(plies),
            };
            counts.count(verdict, number, place & 1 == 0);
        }
        counts
    }
}

/// A finished slice.
#[derive(Debug)]
pub struct Slice<B> {
    pub(crate) index: Index<B>,
    pub(crate) cells: Cells,
    /// Plies to the next conversion, where they were asked for.
    pub(crate) conversions: Option<Cells>,
    /// Where the side to move can capture.
    pub(crate) captures: Option<Flags>,
    pub counts: Counts,
}

impl<B: Bits> Slice<B> {
    pub fn material(&self) -> Material {
        self.index.material()
    }

    pub fn index(&self) -> &Index<B> {
        &self.index
    }

    /// The value of the position with a number; without distances where they were not built.
    pub fn verdict(&self, index: u64) -> Verdict {
        self.cells.get(index)
    }

    /// The plies to the next conversion.
    pub fn conversion(&self, index: u64) -> Option<Verdict> {
        self.conversions.as_ref().map(|cells| cells.get(index))
    }

    /// What others look up in it.
    #[must_use]
    pub(crate) fn without_flags(self) -> Slice<B> {
        Slice {
            captures: None,
            conversions: None,
            ..self
        }
    }

    /// Memory that it takes.
    pub fn bytes(&self) -> usize {
        self.cells.bytes() + self.conversions.as_ref().map_or(0, Cells::bytes)
    }
}

/// The slices that are at hand.
#[derive(Debug)]
pub struct Shelf<B> {
    slices: Vec<Option<Arc<Slice<B>>>>,
}

impl<B: Bits> Default for Shelf<B> {
    fn default() -> Self {
        Shelf {
            slices: vec![None; Material::CODES],
        }
    }
}

impl<B: Bits> Shelf<B> {
    pub fn put(&mut self, slice: Arc<Slice<B>>) {
        let code = slice.material().code();
        self.slices[code] = Some(slice);
    }

    /// Takes away the others.
    pub fn keep(&mut self, wanted: impl Fn(&Slice<B>) -> bool) {
        for place in &mut self.slices {
            if place.as_ref().is_some_and(|slice| !wanted(slice)) {
                *place = None;
            }
        }
    }

    #[inline(always)]
    pub fn get(&self, material: Material) -> Option<&Arc<Slice<B>>> {
        self.slices[material.code()].as_ref()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Arc<Slice<B>>> {
        self.slices.iter().flatten()
    }

    /// The value of a position that a slice on the shelf holds or the rules decide.
    #[inline(always)]
    pub(crate) fn verdict<V: Variant<Word = B>, const WHITE: bool>(&self, board: &Board<V>) -> Option<Verdict> {
        if board.own().is_empty() {
            return Some(Verdict::stuck(board.variant.rules()));
        }
        if board.is_over() {
            // The side that has just moved made the first king.
            return Some(Verdict::loss(0));
        }
        let slice = self.get(Material::of(board))?;
        Some(slice.cells.get(slice.index.of_sets::<WHITE>(&Sets::of(board))))
    }
}
