//! What a search remembers of moves, so that the best ones are tried first.

use damier_rules::Color;

use crate::score::Score;
use crate::searchable::{AIMS, SLOTS};

/// No count goes beyond this.
const MOST: i32 = 8_192;
/// Positions that share a correction, by colour and by whose pieces are looked at.
const CORRECTIONS: usize = 1 << 14;
/// Corrections are kept in so many parts of a hundredth of a man.
const GRAIN: i32 = 256;
/// The largest correction, in hundredths of a man.
const MOST_CORRECTION: i32 = 60;

/// Where a move ends and by what piece; the context in which the next moves are good or bad. Zero is no move.
pub(crate) type Aim = usize;

/// The place of a move after an earlier one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FollowUp {
    /// The aims of the moves one and two plies before; 0 where there was none.
    pub before: [Aim; 2],
    pub aim: Aim,
    /// Above every aim.
    pub aims: usize,
}

/// The counts of one thread.
#[derive(Debug)]
pub(crate) struct Memory {
    /// By colour and slot.
    history: Vec<i16>,
    /// By distance (one or two plies), the aim of the earlier move, and the aim of this one.
    continuation: Vec<i16>,
    /// The reply that was best, plus one, by colour and the slot of the move before.
    replies: Vec<u32>,
    /// By whose pieces, the side to move, and a hash of those pieces.
    corrections: Vec<i16>,
}

impl Memory {
    pub fn new() -> Memory {
        Memory {
            history: vec![0; 2 * SLOTS],
            continuation: vec![0; 2 * 2 * AIMS * AIMS],
            replies: vec![0; 2 * SLOTS],
            corrections: vec![0; 4 * CORRECTIONS],
        }
    }

    pub fn clear(&mut self) {
        *self = Memory::new();
    }

    #[inline(always)]
    pub fn history(&self, color: Color, slot: usize) -> i32 {
        i32::from(self.history[color.index() * SLOTS + slot])
    }

    #[inline(always)]
    pub fn continuation(&self, color: Color, follow_up: FollowUp) -> i32 {
        let one = self.continuation[follow_up.place(color, 0)];
        let two = self.continuation[follow_up.place(color, 1)];
        i32::from(one) + i32::from(two)
    }

    #[inline(always)]
    pub fn reply(&self, color: Color, before: Option<usize>) -> Option<usize> {
        let reply = self.replies[color.index() * SLOTS + before?];
        (reply != 0).then(|| reply as usize - 1)
    }

    pub fn set_reply(&mut self, color: Color, before: usize, slot: usize) {
        self.replies[color.index() * SLOTS + before] = slot as u32 + 1;
    }

    /// A move was better (or, where negative, worse) than thought.
    pub fn reward(&mut self, color: Color, slot: usize, follow_up: FollowUp, bonus: i32) {
        adjust(&mut self.history[color.index() * SLOTS + slot], bonus);
        for (distance, before) in follow_up.before.into_iter().enumerate() {
            if before != 0 {
                adjust(&mut self.continuation[follow_up.place(color, distance)], bonus);
            }
        }
    }

    /// What to add to the evaluation of a position with such pieces, in hundredths of a man.
    #[inline(always)]
    pub fn correction(&self, color: Color, shapes: [u64; 2]) -> i32 {
        let sum: i32 = (0..2)
            .map(|whose| i32::from(self.corrections[corrected(whose, color, shapes)]))
            .sum();
        sum / GRAIN
    }

    /// A search so deep found so much more than the evaluation.
    pub fn correct(&mut self, color: Color, shapes: [u64; 2], error: Score, depth: i32) {
        let weight = (depth + 1).min(16);
        let wanted = error.to_hundredths().clamp(-MOST_CORRECTION, MOST_CORRECTION) * GRAIN / 2;
        for whose in 0..2 {
            let entry = &mut self.corrections[corrected(whose, color, shapes)];
            *entry = ((i32::from(*entry) * (256 - weight) + wanted * weight) / 256) as i16;
        }
    }
}

impl FollowUp {
    #[inline(always)]
    fn place(self, color: Color, distance: usize) -> usize {
        ((color.index() * 2 + distance) * self.aims + self.before[distance]) * self.aims + self.aim
    }
}

#[inline(always)]
fn corrected(whose: usize, color: Color, shapes: [u64; 2]) -> usize {
    (whose * 2 + color.index()) * CORRECTIONS + (shapes[whose] >> 32) as usize % CORRECTIONS
}

/// Moves a count towards a bound, the less the nearer it is.
#[inline(always)]
fn adjust(count: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let now = i32::from(*count);
    *count = (now + bonus - now * bonus.abs() / MOST) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stay_within_bounds() {
        let mut count = 0;
        for bonus in [MOST, 900, i32::MAX, -MOST, -3, i32::MIN, 77] {
            for _ in 0..300 {
                adjust(&mut count, bonus);
                assert!(i32::from(count).abs() <= MOST);
            }
        }
    }

    #[test]
    fn corrections_approach_the_error() {
        let mut memory = Memory::new();
        let shapes = [0x1234_5678_9abc_def0, 0x0fed_cba9_8765_4321];
        for _ in 0..500 {
            memory.correct(Color::White, shapes, Score::hundredths(20), 8);
        }
        assert!((18..=20).contains(&memory.correction(Color::White, shapes)));
        assert_eq!(memory.correction(Color::Black, shapes), 0);
        for _ in 0..500 {
            memory.correct(Color::White, shapes, Score::loss_in(3), 99);
        }
        assert!(memory.correction(Color::White, shapes) >= -MOST_CORRECTION);
    }
}
