//! Retrograde analysis position by position, for groups whose men do not stay where they are.

use damier_rules::geometry::Tables;
use damier_rules::rules::{KingRange, compass};
use damier_rules::{Bits, Color, Variant};

use crate::cells::TooLong;
use crate::group::Group;
use crate::value::{LONGEST, Verdict};

/// A position of the group: its number and who is to move.
#[derive(Clone, Copy)]
pub(crate) struct Place(u64);

impl Place {
    #[inline(always)]
    pub fn new(cell: usize, turn: Color) -> Place {
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

/// Positions whose predecessors are to be told, by distance.
#[derive(Default)]
pub(crate) struct Waves {
    known: Vec<Vec<Place>>,
    /// Won in so many plies unless a shorter way is found.
    perhaps: Vec<Vec<Place>>,
}

impl Waves {
    /// A position is known.
    #[inline(always)]
    pub fn settle(&mut self, verdict: Verdict, place: Place) -> Result<(), TooLong> {
        if verdict.is_draw() {
            return Ok(());
        }
        push(&mut self.known, verdict.plies(), place)
    }

    /// A position is won in so many plies, or sooner.
    #[inline(always)]
    pub fn hope(&mut self, plies: u16, place: Place) -> Result<(), TooLong> {
        push(&mut self.perhaps, plies, place)
    }
}

/// Tells positions what their moves lead to, one after the other.
pub(crate) struct Spread<'s, 'a, V: Variant> {
    pub group: &'s Group<'a, V>,
    pub waves: &'s mut Waves,
    /// By side to move, then by number.
    pub verdicts: &'s mut [Vec<Verdict>; 2],
    pub hopes: &'s mut [Vec<u8>; 2],
    pub exits: &'s [Vec<Verdict>; 2],
}

impl<V: Variant> Spread<'_, '_, V> {
    pub fn run(mut self) -> Result<(), TooLong> {
        let mut plies = 0;
        while plies < self.waves.known.len().max(self.waves.perhaps.len()) {
            if plies < self.waves.perhaps.len() {
                let mut perhaps = std::mem::take(&mut self.waves.perhaps[plies]);
                for &place in &perhaps {
                    let verdict = &mut self.verdicts[place.turn().index()][place.cell()];
                    if *verdict == Verdict::UNKNOWN {
                        *verdict = Verdict::win(plies as u16);
                        push(&mut self.waves.known, plies as u16, place)?;
                    }
                }
                perhaps.clear();
                self.waves.perhaps[plies] = perhaps;
            }
            if plies < self.waves.known.len() {
                let mut known = std::mem::take(&mut self.waves.known[plies]);
                for &place in &known {
                    match place.turn() {
                        Color::White => self.tell::<true>(place.cell(), plies as u16)?,
                        Color::Black => self.tell::<false>(place.cell(), plies as u16)?,
                    }
                }
                known.clear();
                self.waves.known[plies] = known;
            }
            plies += 1;
        }
        Ok(())
    }

    /// Tells the predecessors of a known position, `WHITE` to move in it.
    #[inline(always)]
    fn tell<const WHITE: bool>(&mut self, cell: usize, plies: u16) -> Result<(), TooLong> {
        let (white, black) = (self.group.kings[0], self.group.kings[1]);
        let (turn, mover) = if WHITE {
            (Color::White, Color::Black)
        } else {
            (Color::Black, Color::White)
        };
        let lost = self.verdicts[turn.index()][cell].is_loss();
        let (rest, b) = (cell / black.len(), cell % black.len());
        let (number, w) = if self.group.placements.len() == 1 {
            (0, rest)
        } else {
            (rest / white.len(), rest % white.len())
        };
        let men = self.group.placements[number];
        let occupied = men[0] | men[1] | white.sets[w] | black.sets[b];
        let (kings, place) = if WHITE { (black, b) } else { (white, w) };
        for (nth, king) in kings.sets[place].each().enumerate() {
            let rest = kings.without(place, nth);
            let from = reach(self.group.variant, self.group.tables(), king, mover, true, occupied);
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
        if self.group.placements.len() > 1 {
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
        let (rules, tables) = (self.group.variant.rules(), self.group.tables());
        let block = self.group.block();
        let men = self.group.placements[number];
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
                if let Some(before) = self.group.number(before) {
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
            return push(&mut self.waves.known, plies, Place::new(cell, turn));
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
        push(&mut self.waves.known, plies, Place::new(cell, turn))
    }
}

/// Where a king goes to, or `back` where it comes from, over empty squares.
#[inline(always)]
pub(crate) fn reach<V: Variant>(
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
