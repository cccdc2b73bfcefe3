//! The moves that leave a group, looked up: captures, promotions and steps of men lead to positions that are known.

use damier_rules::rules::Rules;
use damier_rules::{Bits, Board, Color, Move, Position, Variant};

use crate::cells::TooLong;
use crate::group::{Goal, Group};
use crate::index::{Sets, rank};
use crate::slice::{Shelf, Slice};
use crate::solve::CAPTURE;
use crate::value::{Best, Verdict};
use crate::waves::{Place, Waves, reach};

/// Positions of one placement of men, all with some of White's kings, the same side to move.
pub(crate) struct Rows<'r> {
    /// The number of the first one in its group.
    pub begin: usize,
    /// Its set of White's kings.
    pub first: usize,
    pub verdicts: &'r mut [Verdict],
    pub hopes: &'r mut [u8],
    pub exits: &'r mut [Verdict],
}

impl<'r> Rows<'r> {
    /// So many sets of White's kings at a time, each with so many of Black's.
    pub fn split(self, at_once: usize, width: usize) -> impl ExactSizeIterator<Item = Rows<'r>> + Send {
        let len = at_once * width;
        let verdicts = self.verdicts.chunks_mut(len);
        let others = self.hopes.chunks_mut(len).zip(self.exits.chunks_mut(len));
        let (begin, first) = (self.begin, self.first);
        verdicts
            .zip(others)
            .enumerate()
            .map(move |(nth, (verdicts, (hopes, exits)))| Rows {
                begin: begin + nth * len,
                first: first + nth * at_once,
                verdicts,
                hopes,
                exits,
            })
    }
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

/// Looks up one run of positions after the other.
#[derive(Default)]
pub(crate) struct Look<'a, B> {
    moves: Vec<Move<B>>,
    steps: Steps<'a, B>,
}

impl<'a, B: Bits> Look<'a, B> {
    /// What of some positions with a placement of men, `WHITE` to move, does not depend on the moves of kings. Where men
    /// stay where they are no waves begin here.
    pub fn rows<V: Variant<Word = B>, const WHITE: bool, const BLACK: bool>(
        &mut self,
        group: &Group<'a, V>,
        number: usize,
        rows: Rows<'_>,
        waves: &mut Waves,
    ) -> Result<(), TooLong> {
        let men = group.placements[number];
        let all_men = men[0] | men[1];
        let turn = if WHITE { Color::White } else { Color::Black };
        self.find_steps::<V, BLACK>(group, men, turn);
        let conversion = group.goal == Goal::Conversion;
        let stuck = Verdict::stuck(group.variant.rules());
        let [white, black] = group.kings;
        let sets = &white.sets[rows.first..][..rows.verdicts.len() / black.len()];
        for (row, &white_kings) in sets.iter().enumerate() {
            if white_kings.meets(all_men) {
                continue;
            }
            for (column, &black_kings) in black.sets.iter().enumerate() {
                if black_kings.meets(all_men | white_kings) {
                    continue;
                }
                let at = row * black.len() + column;
                let board = Board {
                    variant: group.variant,
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
                let verdict = if board.can_capture(turn) {
                    self.captures::<V, BLACK>(group, &board, &mut best);
                    rows.hopes[at] = CAPTURE;
                    best.verdict().unwrap_or(Verdict::DRAW)
                } else {
                    for step in &self.steps.out {
                        if !board.kings.has(step.to) {
                            best.add(step.verdict::<BLACK>(own_kings, other_kings), conversion);
                        }
                    }
                    let exit = best.verdict();
                    let hopes = stays(group, &board, own_kings, &self.steps.inner);
                    rows.hopes[at] = hopes;
                    if hopes > 0 {
                        rows.exits[at] = exit.unwrap_or(Verdict::UNKNOWN);
                        Verdict::UNKNOWN
                    } else {
                        exit.unwrap_or(stuck)
                    }
                };
                rows.verdicts[at] = verdict;
                if !group.men_stay() {
                    let place = Place::new(rows.begin + at, turn);
                    if verdict != Verdict::UNKNOWN {
                        waves.settle(verdict, place)?;
                    } else if best.is_won() {
                        waves.hope(best.win, place)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// What the captures of a position lead to; the other side is `WHITE` or not.
    #[inline(always)]
    fn captures<V: Variant<Word = B>, const WHITE: bool>(
        &mut self,
        group: &Group<'_, V>,
        board: &Board<V>,
        best: &mut Best,
    ) {
        let (conversion, rules) = (group.goal == Goal::Conversion, group.variant.rules());
        if board.enemy().count() == 1 {
            best.add(Verdict::stuck(rules), conversion);
            return;
        }
        board.legal_moves(&mut self.moves);
        let mut landing: Option<Landing<'_, B>> = None;
        for &m in &self.moves {
            // The slices were chosen so that none is missing.
            let verdict = if board.kings.has(m.from) {
                let same = landing.filter(|landing| landing.captured == m.captured && landing.from == m.from);
                let place = same.unwrap_or_else(|| Landing::new::<V, WHITE>(group.shelf, board, m));
                landing = Some(place);
                place.verdict::<WHITE>(m.to, rules)
            } else {
                group.shelf.verdict::<V, WHITE>(&board.play(m)).unwrap_or(Verdict::DRAW)
            };
            best.add(verdict, conversion);
        }
    }

    /// The steps of the men of a side; the other side is `BLACK` or not.
    fn find_steps<V: Variant<Word = B>, const BLACK: bool>(&mut self, group: &Group<'a, V>, men: [B; 2], color: Color) {
        let (rules, tables) = (group.variant.rules(), group.tables());
        let (own, other) = (men[color.index()], men[color.opposite().index()]);
        self.steps.out.clear();
        self.steps.inner.clear();
        if own.is_empty() {
            return;
        }
        let pair = group.pair;
        let next: &Slice<B> = &pair.slices[color.opposite().index()];
        let material = next.material();
        for direction in 0..8 {
            if !rules.man_steps.has(direction, color) {
                continue;
            }
            let targets = tables.step(own, direction) & tables.board & !(own | other);
            for to in targets.each() {
                let from = to.wrapping_add_signed(-tables.geometry.delta[direction]);
                let rest = own & !B::of(from);
                let promotes = tables.king_row[color.index()].has(to);
                let own = if promotes { rest } else { rest | B::of(to) };
                let mut after = men;
                after[color.index()] = own;
                if !promotes && group.number(after).is_some() {
                    self.steps.inner.push(to);
                    continue;
                }
                let slice = if promotes {
                    let mut crowned = material;
                    crowned.other.men -= 1;
                    crowned.other.kings += 1;
                    group.shelf.get(crowned).map(|slice| &**slice)
                } else {
                    Some(next)
                };
                self.steps.out.push(Step {
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
}

/// The moves that stay in the group; 1 stands for any number of them where nobody counts.
#[inline(always)]
fn stays<V: Variant>(group: &Group<'_, V>, board: &Board<V>, own_kings: V::Word, inner_steps: &[u8]) -> u8 {
    let (tables, rules, occupied) = (group.tables(), group.variant.rules(), board.occupied());
    if group.men_stay() {
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
        count += reach(group.variant, tables, king, board.turn, false, occupied).count();
    }
    count as u8
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
