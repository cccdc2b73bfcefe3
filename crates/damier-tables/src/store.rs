//! The values of a group, put where they belong.

use std::ops::Range;

use damier_rules::{Bits, Variant};

use crate::cells::{Flags, TooLong};
use crate::group::{Goal, Group};
use crate::slice::{Slice, Tally};
use crate::solve::CAPTURE;
use crate::value::Verdict;

/// Writes values in the order of their numbers.
#[derive(Default)]
pub(crate) struct Store {
    run: Vec<Verdict>,
}

impl Store {
    /// Writes and counts the values of positions with a placement of men and some sets of own kings, `WHITE` to move; a
    /// value that was not found out is a draw.
    pub fn rows<V: Variant, const WHITE: bool>(
        &mut self,
        group: &Group<'_, V>,
        number: usize,
        rows: Range<usize>,
        verdicts: &[Verdict],
        hopes: &[u8],
        tally: &mut Tally,
    ) -> Result<(), TooLong> {
        let men = group.placements[number];
        let all_men = men[0] | men[1];
        let turn = usize::from(!WHITE);
        let slice: &Slice<V::Word> = &group.pair.slices[turn];
        let index = &slice.index;
        // Without distances to the end those to the next conversion tell who wins.
        let ends = (group.goal == Goal::End || slice.cells.is_wdl()).then_some(&slice.cells);
        let conversions = slice.conversions.as_ref().filter(|_| group.goal == Goal::Conversion);
        let [white, black] = group.kings;
        let (own, other) = if WHITE { (white, black) } else { (black, white) };
        let own_kings = |row: usize| if WHITE { row } else { own.turned[row] as usize };
        let is_free = |row: &usize| !own.sets[own_kings(*row)].meets(all_men);
        let before = (0..rows.start).filter(is_free).count() as u64;
        let placement = index.placement::<WHITE>(men[turn], men[1 - turn]);
        let at = placement * index.block() + before * index.row();
        let mut flags = Writer::new(slice.captures.as_ref(), at);
        let first = number * group.block();
        self.run.clear();
        for outer in rows.filter(is_free).map(own_kings) {
            let taken = all_men | own.sets[outer];
            for inner in 0..other.len() {
                let inner = if WHITE { inner } else { other.turned[inner] as usize };
                if other.sets[inner].meets(taken) {
                    continue;
                }
                let (w, b) = if WHITE { (outer, inner) } else { (inner, outer) };
                let cell = first + w * black.len() + b;
                let (verdict, capture) = (verdicts[cell].or_draw(), hopes[cell] == CAPTURE);
                self.run.push(verdict);
                flags.push(capture);
                tally.count(verdict, capture);
            }
        }
        flags.finish();
        for cells in ends.into_iter().chain(conversions) {
            cells.set_run(at, &self.run)?;
        }
        Ok(())
    }
}

/// Gathers flags into words.
struct Writer<'a> {
    flags: Option<&'a Flags>,
    at: u64,
    bits: u64,
}

impl<'a> Writer<'a> {
    fn new(flags: Option<&'a Flags>, at: u64) -> Self {
        Writer { flags, at, bits: 0 }
    }

    #[inline(always)]
    fn push(&mut self, flag: bool) {
        self.bits |= u64::from(flag) << (self.at % 64);
        self.at += 1;
        if self.at.is_multiple_of(64)
            && let Some(flags) = self.flags
        {
            flags.set(self.at / 64 - 1, self.bits);
            self.bits = 0;
        }
    }

    fn finish(self) {
        if let Some(flags) = self.flags
            && !self.at.is_multiple_of(64)
        {
            flags.set(self.at / 64, self.bits);
        }
    }
}
