//! An evaluation learned from games that the engine played against itself.

use std::sync::Arc;

use damier_rules::{Bits, Board, Color, Variant};

use crate::eval::Evaluate;
use crate::eval::endings::Fortress;
use crate::eval::terms::{FULL, MAN_AT, TERMS, Tally, Terms};
use crate::eval::weights::{UNITS, Weights};
use crate::eval::windows::{CONTENTS, Facing, Windows, digit, turned};
use crate::score::Score;

const MASK: usize = CONTENTS.next_power_of_two() - 1;
/// Room for a table: no multiple of the size of the cache, so that the same contents of different windows do not meet.
const STRIDE: usize = CONTENTS.next_power_of_two() + 16 * 9;

/// Patterns of men and some other terms, each worth the one thing at the start and the other at the end of a game.
#[derive(Clone, Debug)]
pub struct Learned<B> {
    terms: Terms<B>,
    worth: Arc<Worth>,
    fortress: Fortress,
}

/// Weights as they are added up.
#[derive(Debug)]
pub(crate) struct Worth {
    terms: [[i32; 2]; TERMS],
    /// For each window what it may hold: both weights in one number, see [`pack`].
    windows: Vec<[i32; STRIDE]>,
}

/// Two sums in one: the first in the upper half, the second in the lower, which borrows from the upper when it is
/// negative.
const fn pack(pair: [i32; 2]) -> i32 {
    (pair[0] << 16).wrapping_add(pair[1])
}

const fn unpack(sum: i32) -> [i32; 2] {
    let low = sum as i16 as i32;
    [sum.wrapping_sub(low) >> 16, low]
}

impl Worth {
    /// From a file with the weights of a game. The error says what is wrong with it.
    pub(crate) fn read<V: Variant>(variant: V, id: &str, bytes: &[u8]) -> Result<Worth, String> {
        let windows = Windows::of(variant.rules());
        if !windows.fit() {
            return Err(format!("{id}: no patterns fit the board"));
        }
        let weights = Weights::read(bytes, id, windows.tables(), CONTENTS, TERMS)?;
        if most(variant, &weights) > i32::from(i16::MAX) {
            return Err(format!("the weights of {id} are too large to be added up"));
        }
        Ok(Worth::of(variant, &weights))
    }

    /// Spreads the weights over the windows of a board; single men go into the first window that shows them.
    fn of<V: Variant>(variant: V, weights: &Weights) -> Worth {
        let rules = variant.rules();
        let windows = Windows::of(rules);
        let mut men = vec![[[0; 2]; 16]; windows.count()];
        for bit in variant.tables().board.each() {
            let (Some((window, square)), Some(order)) = (windows.showing(bit), windows.order(bit)) else {
                continue;
            };
            let at = |order: usize| weights.terms[MAN_AT + order].map(i32::from);
            men[window][2 * square] = at(order);
            men[window][2 * square + 1] = at(rules.squares() - 1 - order).map(|worth| -worth);
        }
        let worth = |window: usize, content: usize| {
            let (table, place, facing) = windows.place(window, content, turned(content));
            let pattern = weights.tables[table][place].map(i32::from);
            let mut pair = match facing {
                Facing::Same => pattern,
                Facing::Turned => pattern.map(|worth| -worth),
                // It favours nobody.
                Facing::Both => [0; 2],
            };
            for square in 0..8 {
                let Some(man) = digit(content, square).checked_sub(1) else {
                    continue;
                };
                let single = men[window][2 * square + man];
                pair = [pair[0] + single[0], pair[1] + single[1]];
            }
            pack(pair)
        };
        let mut terms = [[0; 2]; TERMS];
        for (wide, narrow) in terms.iter_mut().zip(&weights.terms) {
            *wide = narrow.map(i32::from);
        }
        Worth {
            terms,
            windows: (0..windows.count())
                .map(|window| {
                    std::array::from_fn(|content| if content < CONTENTS { worth(window, content) } else { 0 })
                })
                .collect(),
        }
    }
}

/// A bound for the sums over the windows of any position: each square with its dearest man, each window with its
/// dearest pattern.
fn most<V: Variant>(variant: V, weights: &Weights) -> i32 {
    let dearest = |pairs: &[[i16; 2]], phase: usize| {
        let sizes = pairs.iter().map(|pair| i32::from(pair[phase]).abs());
        sizes.max().unwrap_or(0)
    };
    let men = &weights.terms[MAN_AT..MAN_AT + variant.rules().squares()];
    let bound = |phase: usize| -> i32 {
        let single = |(one, other): (&[i16; 2], &[i16; 2])| dearest(&[*one, *other], phase);
        let singles: i32 = men.iter().zip(men.iter().rev()).map(single).sum();
        let patterns: i32 = weights.tables.iter().map(|table| 2 * dearest(table, phase)).sum();
        singles + patterns
    };
    bound(0).max(bound(1))
}

/// The sums over a position.
struct Sum<'w> {
    worth: &'w Worth,
    windows: i32,
    terms: [i32; 2],
}

impl Tally for Sum<'_> {
    const SQUARES: bool = false;

    #[inline(always)]
    fn window(&mut self, window: usize, content: usize, _turned: usize) {
        self.windows = self.windows.wrapping_add(self.worth.windows[window][content & MASK]);
    }

    #[inline(always)]
    fn term(&mut self, term: usize, count: i32) {
        let pair = self.worth.terms[term];
        self.terms[0] += count * pair[0];
        self.terms[1] += count * pair[1];
    }
}

impl<B: Bits> Learned<B> {
    pub(crate) fn with_worth<V: Variant<Word = B>>(variant: V, worth: Arc<Worth>) -> Learned<B> {
        Learned {
            terms: Terms::of(variant),
            worth,
            fortress: Fortress::of(variant.rules()),
        }
    }

    /// With the weights of a file. The error says what is wrong with it.
    pub fn read<V: Variant<Word = B>>(variant: V, bytes: &[u8]) -> Result<Learned<B>, String> {
        let worth = Worth::read(variant, variant.rules().id, bytes)?;
        Ok(Learned::with_worth(variant, Arc::new(worth)))
    }
}

impl<V: Variant> Evaluate<Board<V>> for Learned<V::Word> {
    type Memory = ();

    fn evaluate(&self, board: &Board<V>, _memory: &mut ()) -> Score {
        let mut sum = Sum {
            worth: &self.worth,
            windows: 0,
            terms: [0; 2],
        };
        let phase = self.terms.see(board, &mut sum);
        let windows = unpack(sum.windows);
        let [first, last] = [sum.terms[0] + windows[0], sum.terms[1] + windows[1]];
        let score = (first * phase + last * (FULL - phase)) / (FULL * UNITS);
        let ahead = if score > 0 { Color::White } else { Color::Black };
        let white = score / self.fortress.divisor(board, ahead);
        Score::hundredths(if board.turn == Color::White { white } else { -white })
    }
}
