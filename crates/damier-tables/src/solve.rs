//! Retrograde analysis of one group: all positions of two slices, one for each side to move, that can turn into each other.
//!
//! Men do not go back, so that with the men of both sides in their places only kings move, and a capture, a promotion or
//! a man's step leads to positions that are known already. (Where men step sideways, a group has all placements with as
//! many men on each row.) What is left is small enough for the processor's cache, and is solved in three steps:
//!
//! 1. every move that leaves the group is looked up, and the moves that stay in it are counted;
//! 2. outward from the ends of the game, ply by ply: a position that is lost makes its predecessors won; one that is won
//!    takes a hope from each of its predecessors, and a position without any is lost;
//! 3. what was not reached is drawn.
//!
//! The second step goes position by position here, and by fifty positions at once in [`crate::lanes`] where all men stay
//! where they are.

use std::collections::HashMap;
use std::sync::Arc;

use damier_rules::geometry::Tables;
use damier_rules::rules::{KingRange, Rules, compass};
use damier_rules::{Bits, Board, Color, Move, Position, Variant};

use crate::cells::{Flags, TooLong};
use crate::combos::Combos;
use crate::index::{Sets, rank};
use crate::lanes::{Frame, Lanes, Values};
use crate::slice::{Counts, Shelf, Slice, Tally};
use crate::value::{Best, LONGEST, Verdict};

/// What a distance counts up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    End,
    Conversion,
}

/// Which steps of men stay in their group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stays {
    /// Men always go forward.
    Never,
    /// They go sideways too.
    OnItsRow,
    /// They can come back from anywhere.
    Always,
}

impl Stays {
    pub fn of(rules: &Rules) -> Stays {
        let has = |direction| rules.man_steps.has(direction, Color::White);
        if has(compass::SE) || has(compass::S) || has(compass::SW) {
            Stays::Always
        } else if has(compass::E) || has(compass::W) {
            Stays::OnItsRow
        } else {
            Stays::Never
        }
    }
}

/// The memory that a position of a group takes, by either side to move: its value, its exits, its hopes.
pub(crate) const BYTES_OF_A_CELL: u64 = 2 * (2 + 2 + 1);

/// In `Solver::hopes`: the side to move can capture.
const CAPTURE: u8 = u8::MAX;

/// The slices that are being built: White to move, Black to move. The same one twice where the sides have equal forces.
pub(crate) struct Pair<B> {
    pub slices: [Arc<Slice<B>>; 2],
}

/// A step of a man that leaves the group.
struct Step<'a, B> {
    to: u8,
    /// `None` where it ends the game.
    slice: Option<&'a Slice<B>>,
    promotes: bool,
    /// The number of the first position with the men in their new places.
    base: u64,
    men: B,
}

/// The steps of the men of a side.
#[derive(Default)]
struct Steps<'a, B> {
    /// Those that leave the group.
    out: Vec<Step<'a, B>>,
    /// The targets of those that do not.
    inner: Vec<u8>,
}

/// A position of the group: its number and who is to move.
#[derive(Clone, Copy)]
struct Place(u64);

impl Place {
    #[inline(always)]
    fn new(cell: usize, turn: Color) -> Place {
        Place((cell as u64) << 1 | turn.index() as u64)
    }

    #[inline(always)]
    fn cell(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline(always)]
    fn turn(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }
}

/// Solves one group after the other; its memory is used again and again.
pub(crate) struct Solver<'a, V: Variant> {
    variant: V,
    shelf: &'a Shelf<V::Word>,
    pair: &'a Pair<V::Word>,
    kings: [&'a Combos<V::Word>; 2],
    goal: Goal,
    /// White's men and Black's men.
    placements: Vec<[V::Word; 2]>,
    numbers: HashMap<[V::Word; 2], usize>,
    /// By side to move, then by number.
    verdicts: [Vec<Verdict>; 2],
    /// Moves within the group that may still be no loss.
    hopes: [Vec<u8>; 2],
    /// The best that moves out of the group lead to; not known where there are none.
    exits: [Vec<Verdict>; 2],
    lanes: Option<Lanes<'a, V>>,
    /// Do all men of a group stay where they are? Then nothing is left to do where there are no kings.
    men_stay: bool,
    /// Known positions whose predecessors are to be told, by distance.
    known: Vec<Vec<Place>>,
    /// Positions that are won in so many plies unless a shorter way is found.
    perhaps: Vec<Vec<Place>>,
    moves: Vec<Move<V::Word>>,
    steps: Steps<'a, V::Word>,
    /// The values of a placement in the order of their numbers.
    run: Vec<Verdict>,
    tallies: [Tally; 2],
    /// Positions written.
    pub written: u64,
}

impl<'a, V: Variant> Solver<'a, V> {
    pub fn new(
        variant: V,
        shelf: &'a Shelf<V::Word>,
        pair: &'a Pair<V::Word>,
        kings: [&'a Combos<V::Word>; 2],
        frame: Option<&'a Frame<V::Word>>,
        goal: Goal,
    ) -> Self {
        Solver {
            variant,
            shelf,
            pair,
            kings,
            goal,
            placements: Vec::new(),
            numbers: HashMap::new(),
            verdicts: [Vec::new(), Vec::new()],
            hopes: [Vec::new(), Vec::new()],
            exits: [Vec::new(), Vec::new()],
            lanes: frame.map(|frame| Lanes::new(variant, frame, kings)),
            men_stay: Stays::of(variant.rules()) == Stays::Never,
            known: Vec::new(),
            perhaps: Vec::new(),
            moves: Vec::new(),
            steps: Steps::default(),
            run: Vec::new(),
            tallies: Default::default(),
            written: 0,
        }
    }

    /// What was written, by side to move.
    pub fn counts(&self) -> [Counts; 2] {
        [self.tallies[0].counts(), self.tallies[1].counts()]
    }

    fn tables(&self) -> &'static Tables<V::Word> {
        self.variant.tables()
    }

    /// Solves the group with these placements of White's and Black's men, and writes it down.
    pub fn solve(&mut self, placements: &[[V::Word; 2]]) -> Result<(), TooLong> {
        self.begin(placements);
        for number in 0..placements.len() {
            self.look_up::<true, false>(number)?;
            self.look_up::<false, true>(number)?;
        }
        if let Some(lanes) = &mut self.lanes {
            let [white, black] = self.placements[0];
            lanes.solve(
                white | black,
                &mut Values {
                    verdicts: &mut self.verdicts,
                    exits: &self.exits,
                },
            )?;
        } else if !self.men_stay {
            self.spread()?;
        }
        for number in 0..placements.len() {
            self.write::<true>(number)?;
            if !self.is_image(number) {
                self.write::<false>(number)?;
            }
        }
        Ok(())
    }

    /// Are Black's positions of a placement those of White to move in this group, turned?
    fn is_image(&self, number: usize) -> bool {
        let [white, black] = &self.pair.slices;
        if !Arc::ptr_eq(white, black) {
            return false;
        }
        let men = self.placements[number];
        Stays::of(self.variant.rules()) != Stays::Never
            || white.index.placement::<true>(men[0], men[1]) == white.index.placement::<false>(men[1], men[0])
    }

    fn begin(&mut self, placements: &[[V::Word; 2]]) {
        self.placements.clear();
        self.placements.extend_from_slice(placements);
        self.numbers.clear();
        if placements.len() > 1 {
            self.numbers
                .extend(placements.iter().enumerate().map(|(number, &men)| (men, number)));
        }
        let cells = placements.len() * self.kings[0].len() * self.kings[1].len();
        for turn in 0..2 {
            self.verdicts[turn].resize(cells, Verdict::UNKNOWN);
            self.hopes[turn].resize(cells, 0);
            self.exits[turn].resize(cells, Verdict::UNKNOWN);
        }
    }

    /// Step 1 for one placement of men, `WHITE` to move: what does not depend on the moves of kings.
    fn look_up<const WHITE: bool, const BLACK: bool>(&mut self, number: usize) -> Result<(), TooLong> {
        let men = self.placements[number];
        let all_men = men[0] | men[1];
        let turn = if WHITE { Color::White } else { Color::Black };
        let (own_men, other_men) = (men[turn.index()], men[turn.opposite().index()]);
        let mut steps = std::mem::take(&mut self.steps);
        self.find_steps::<WHITE, BLACK>(own_men, other_men, &mut steps);
        let conversion = self.goal == Goal::Conversion;
        let (white, black) = (self.kings[0], self.kings[1]);
        let mut cell = number * white.len() * black.len();
        for &white_kings in &white.sets {
            if white_kings.meets(all_men) {
                cell += black.len();
                continue;
            }
            for &black_kings in &black.sets {
                let at = cell;
                cell += 1;
                if black_kings.meets(all_men | white_kings) {
                    continue;
                }
                let board = Board {
                    variant: self.variant,
                    pieces: [men[0] | white_kings, men[1] | black_kings],
                    kings: white_kings | black_kings,
                    turn,
                    runs: Default::default(),
                };
                let (own_kings, other_kings) = if WHITE {
                    (white_kings, black_kings)
                } else {
                    (black_kings, white_kings)
                };
                let mut best = Best::NOTHING;
                if board.can_capture(turn) {
                    self.captures::<BLACK>(&board, conversion, &mut best);
                    self.hopes[turn.index()][at] = CAPTURE;
                    self.settle(at, turn, best.verdict().unwrap_or(Verdict::DRAW))?;
                    continue;
                }
                for step in &steps.out {
                    if !board.kings.has(step.to) {
                        best.add(step.verdict::<BLACK>(own_kings, other_kings), conversion);
                    }
                }
                let exit = best.verdict();
                let hopes = self.stays(&board, own_kings, &steps.inner);
                if hopes == 0 {
                    let stuck = Verdict::stuck(self.variant.rules());
                    self.hopes[turn.index()][at] = 0;
                    self.settle(at, turn, exit.unwrap_or(stuck))?;
                    continue;
                }
                self.verdicts[turn.index()][at] = Verdict::UNKNOWN;
                self.hopes[turn.index()][at] = hopes;
                self.exits[turn.index()][at] = exit.unwrap_or(Verdict::UNKNOWN);
                if best.is_won() && !self.men_stay {
                    push(&mut self.perhaps, best.win, Place::new(at, turn))?;
                }
            }
        }
        self.steps = steps;
        Ok(())
    }

    /// The moves that stay in the group; 1 stands for any number of them where nobody counts.
    #[inline(always)]
    fn stays(&self, board: &Board<V>, own_kings: V::Word, inner_steps: &[u8]) -> u8 {
        let (tables, rules, occupied) = (self.tables(), self.variant.rules(), board.occupied());
        if self.men_stay {
            let mut steps = V::Word::EMPTY;
            for direction in 0..8 {
                if rules.king_steps.has(direction, board.turn) {
                    steps |= tables.step(own_kings, direction);
                }
            }
            return u8::from(steps.meets(tables.board & !occupied));
        }
        let mut count = inner_steps.iter().filter(|&&to| !board.kings.has(to)).count() as u32;
        for king in own_kings.each() {
            count += reach(self.variant, tables, king, board.turn, false, occupied).count();
        }
        count as u8
    }

    /// What the captures of a position lead to; the other side is `WHITE` or not.
    #[inline(always)]
    fn captures<const WHITE: bool>(&mut self, board: &Board<V>, conversion: bool, best: &mut Best) {
        if board.enemy().count() == 1 {
            best.add(Verdict::stuck(self.variant.rules()), conversion);
            return;
        }
        let mut moves = std::mem::take(&mut self.moves);
        board.legal_moves(&mut moves);
        let mut landing: Option<Landing<'_, V::Word>> = None;
        for &m in &moves {
            // The slices were chosen so that none is missing.
            let verdict = if board.kings.has(m.from) {
                let same = landing.filter(|landing| landing.captured == m.captured && landing.from == m.from);
                let place = same.unwrap_or_else(|| Landing::new::<V, WHITE>(self.shelf, board, m));
                landing = Some(place);
                place.verdict::<WHITE>(m.to, self.variant.rules())
            } else {
                self.shelf.verdict::<V, WHITE>(&board.play(m)).unwrap_or(Verdict::DRAW)
            };
            best.add(verdict, conversion);
        }
        self.moves = moves;
    }

    fn find_steps<const WHITE: bool, const BLACK: bool>(
        &self,
        own: V::Word,
        other: V::Word,
        steps: &mut Steps<'a, V::Word>,
    ) {
        let (rules, tables) = (self.variant.rules(), self.tables());
        let color = if WHITE { Color::White } else { Color::Black };
        steps.out.clear();
        steps.inner.clear();
        if own.is_empty() {
            return;
        }
        let pair = self.pair;
        let next: &Slice<V::Word> = &pair.slices[color.opposite().index()];
        let material = next.material();
        for direction in 0..8 {
            if !rules.man_steps.has(direction, color) {
                continue;
            }
            let targets = tables.step(own, direction) & tables.board & !(own | other);
            for to in targets.each() {
                let from = to.wrapping_add_signed(-tables.geometry.delta[direction]);
                let rest = own & !V::Word::of(from);
                let promotes = tables.king_row[color.index()].has(to);
                let own = if promotes { rest } else { rest | V::Word::of(to) };
                if !promotes && self.is_within(own, other, color) {
                    steps.inner.push(to);
                    continue;
                }
                let slice = if promotes {
                    let mut crowned = material;
                    crowned.other.men -= 1;
                    crowned.other.kings += 1;
                    self.shelf.get(crowned).map(|slice| &**slice)
                } else {
                    Some(next)
                };
                steps.out.push(Step {
                    to,
                    slice,
                    promotes,
                    base: slice.map_or(0, |slice| {
                        slice.index.placement::<BLACK>(other, own) * slice.index.block()
                    }),
                    men: own | other,
                });
            }
        }
    }

    fn is_within(&self, own: V::Word, other: V::Word, color: Color) -> bool {
        let men = match color {
            Color::White => [own, other],
            Color::Black => [other, own],
        };
        self.placements.len() > 1 && self.numbers.contains_key(&men)
    }

    #[inline(always)]
    fn settle(&mut self, at: usize, turn: Color, verdict: Verdict) -> Result<(), TooLong> {
        self.verdicts[turn.index()][at] = verdict;
        if verdict.is_draw() || self.men_stay {
            return Ok(());
        }
        push(&mut self.known, verdict.plies(), Place::new(at, turn))
    }

    /// Step 2.
    fn spread(&mut self) -> Result<(), TooLong> {
        let mut plies = 0;
        while plies < self.known.len().max(self.perhaps.len()) {
            if plies < self.perhaps.len() {
                let mut perhaps = std::mem::take(&mut self.perhaps[plies]);
                for &place in &perhaps {
                    let verdict = &mut self.verdicts[place.turn().index()][place.cell()];
                    if *verdict == Verdict::UNKNOWN {
                        *verdict = Verdict::win(plies as u16);
                        push(&mut self.known, plies as u16, place)?;
                    }
                }
                perhaps.clear();
                self.perhaps[plies] = perhaps;
            }
            if plies < self.known.len() {
                let mut known = std::mem::take(&mut self.known[plies]);
                for &place in &known {
                    match place.turn() {
                        Color::White => self.tell::<true>(place.cell(), plies as u16)?,
                        Color::Black => self.tell::<false>(place.cell(), plies as u16)?,
                    }
                }
                known.clear();
                self.known[plies] = known;
            }
            plies += 1;
        }
        Ok(())
    }

    /// Tells the predecessors of a known position, `WHITE` to move in it.
    #[inline(always)]
    fn tell<const WHITE: bool>(&mut self, cell: usize, plies: u16) -> Result<(), TooLong> {
        let (white, black) = (self.kings[0], self.kings[1]);
        let (turn, mover) = if WHITE {
            (Color::White, Color::Black)
        } else {
            (Color::Black, Color::White)
        };
        let lost = self.verdicts[turn.index()][cell].is_loss();
        let (rest, b) = (cell / black.len(), cell % black.len());
        let (number, w) = if self.placements.len() == 1 {
            (0, rest)
        } else {
            (rest / white.len(), rest % white.len())
        };
        let men = self.placements[number];
        let occupied = men[0] | men[1] | white.sets[w] | black.sets[b];
        let (kings, place) = if WHITE { (black, b) } else { (white, w) };
        for (nth, king) in kings.sets[place].each().enumerate() {
            let rest = kings.without(place, nth);
            let from = reach(self.variant, self.tables(), king, mover, true, occupied);
            for bit in from.each() {
                let before = kings.with(rest, bit);
                let before = if WHITE {
                    cell - b + before
                } else {
                    (number * white.len() + before) * black.len() + b
                };
                self.hear(before, mover, lost, plies + 1)?;
            }
        }
        if self.placements.len() > 1 {
            self.tell_men(number, mover, occupied, cell, lost, plies)?;
        }
        Ok(())
    }

    /// The predecessors by steps of men that stay in the group.
    fn tell_men(
        &mut self,
        number: usize,
        mover: Color,
        occupied: V::Word,
        cell: usize,
        lost: bool,
        plies: u16,
    ) -> Result<(), TooLong> {
        let (rules, tables) = (self.variant.rules(), self.tables());
        let block = self.kings[0].len() * self.kings[1].len();
        let men = self.placements[number];
        let own = men[mover.index()];
        for direction in 0..8 {
            if !rules.man_steps.has(direction, mover) {
                continue;
            }
            let back = compass::opposite(direction);
            for man in own.each() {
                let from = tables.step(V::Word::of(man), back) & tables.board & !occupied;
                if from.is_empty() {
                    continue;
                }
                let mut before = men;
                before[mover.index()] = own & !V::Word::of(man) | from;
                if let Some(&before) = self.numbers.get(&before) {
                    self.hear(before * block + cell % block, mover, lost, plies + 1)?;
                }
            }
        }
        Ok(())
    }

    /// A move of a position leads to one that is lost or won for the other side.
    #[inline(always)]
    fn hear(&mut self, cell: usize, turn: Color, lost: bool, plies: u16) -> Result<(), TooLong> {
        let side = turn.index();
        if self.verdicts[side][cell] != Verdict::UNKNOWN {
            return Ok(());
        }
        if lost {
            self.verdicts[side][cell] = Verdict::win(plies);
            return push(&mut self.known, plies, Place::new(cell, turn));
        }
        self.hopes[side][cell] -= 1;
        if self.hopes[side][cell] > 0 {
            return Ok(());
        }
        let plies = match self.exits[side][cell] {
            Verdict::UNKNOWN => plies,
            exit if exit.is_loss() => plies.max(exit.plies()),
            _ => return Ok(()),
        };
        self.verdicts[side][cell] = Verdict::loss(plies);
        push(&mut self.known, plies, Place::new(cell, turn))
    }

    /// Step 3, and everything goes where it belongs.
    fn write<const WHITE: bool>(&mut self, number: usize) -> Result<(), TooLong> {
        let men = self.placements[number];
        let all_men = men[0] | men[1];
        let turn = usize::from(!WHITE);
        let slice: &Slice<V::Word> = &self.pair.slices[turn];
        let index = &slice.index;
        let placement = index.placement::<WHITE>(men[turn], men[1 - turn]);
        // Without distances to the end those to the next conversion tell who wins.
        let ends = (self.goal == Goal::End || slice.cells.is_wdl()).then_some(&slice.cells);
        let conversions = slice.conversions.as_ref().filter(|_| self.goal == Goal::Conversion);
        let mut flags = Writer::new(slice.captures.as_ref(), placement * index.block());
        let (white, black) = (self.kings[0], self.kings[1]);
        let first = number * white.len() * black.len();
        let (own, other) = if WHITE { (white, black) } else { (black, white) };
        let (verdicts, hopes, tally) = (&self.verdicts[turn], &self.hopes[turn], &mut self.tallies[turn]);
        self.run.clear();
        for outer in 0..own.len() {
            let outer = if WHITE { outer } else { own.turned[outer] as usize };
            if own.sets[outer].meets(all_men) {
                continue;
            }
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
            cells.set_run(placement * index.block(), &self.run)?;
        }
        self.written += index.block();
        Ok(())
    }
}

impl<B: Bits> Step<'_, B> {
    /// What the position after the step is worth to the other side, which is `BLACK` or not.
    #[inline(always)]
    fn verdict<const WHITE: bool>(&self, own_kings: B, other_kings: B) -> Verdict {
        let Some(slice) = self.slice else {
            return Verdict::loss(0);
        };
        let crowned = if self.promotes { B::of(self.to) } else { B::EMPTY };
        let kings = slice.index.kings::<WHITE>(self.men, other_kings, own_kings | crowned);
        slice.cells.get(self.base + kings)
    }
}

/// A king has captured some pieces and may land on several squares.
#[derive(Clone, Copy)]
struct Landing<'a, B> {
    captured: B,
    from: u8,
    /// `None` where the other side has nothing left.
    slice: Option<&'a Slice<B>>,
    /// The number of the first position with the men and the other side's kings where they are.
    base: u64,
    /// The squares on which own kings may stand.
    free: B,
    other_kings: B,
}

impl<'a, B: Bits> Landing<'a, B> {
    /// `WHITE` is to move after it, or not.
    #[inline(always)]
    fn new<V: Variant<Word = B>, const WHITE: bool>(shelf: &'a Shelf<B>, board: &Board<V>, m: Move<B>) -> Self {
        let next = Sets::of(&board.play(m));
        let slice = if (next.own_men | next.own_kings).is_empty() {
            None
        } else {
            shelf.get(next.material()).map(|slice| &**slice)
        };
        let (base, free) = slice.map_or((0, B::EMPTY), |slice| slice.index.begin::<WHITE>(&next));
        Landing {
            captured: m.captured,
            from: m.from,
            slice,
            base,
            free,
            other_kings: next.other_kings & !B::of(m.to),
        }
    }

    #[inline(always)]
    fn verdict<const WHITE: bool>(&self, to: u8, rules: &Rules) -> Verdict {
        match self.slice {
            None => Verdict::stuck(rules),
            Some(slice) => {
                let kings = rank::<B, WHITE>(self.other_kings | B::of(to), self.free);
                slice.cells.get(self.base + kings)
            }
        }
    }
}

/// Where a king goes to, or `back` where it comes from, over empty squares.
#[inline(always)]
fn reach<V: Variant>(
    variant: V,
    tables: &Tables<V::Word>,
    king: u8,
    color: Color,
    back: bool,
    occupied: V::Word,
) -> V::Word {
    let rules = variant.rules();
    let mut squares = V::Word::EMPTY;
    for direction in 0..8 {
        if rules.king_steps.has(direction, color) {
            let direction = if back { compass::opposite(direction) } else { direction };
            squares |= match rules.king_range {
                KingRange::Long => tables.reach(king, direction, occupied),
                KingRange::Short => tables.step(V::Word::of(king), direction) & tables.board & !occupied,
            };
        }
    }
    squares
}

#[inline(always)]
fn push(buckets: &mut Vec<Vec<Place>>, plies: u16, place: Place) -> Result<(), TooLong> {
    let plies = usize::from(plies);
    if plies >= buckets.len() {
        if plies > LONGEST.into() {
            return Err(TooLong);
        }
        buckets.resize_with(plies + 1, Vec::new);
    }
    buckets[plies].push(place);
    Ok(())
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
