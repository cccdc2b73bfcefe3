//! Which captures are compulsory: the ladder of criteria folded into one number, highest first.

use crate::bits::Bits;
use crate::rules::{Criterion, Rules};

/// More than any capture can take, and the width of the record of kings taken early.
const MOST: u32 = 40;

/// How a capture ranks under the game's ladder. `early` has one bit per jump, the first jump highest: was it a king?
#[inline(always)]
pub(crate) fn rank<B: Bits>(rules: &Rules, captured: B, kings: B, with_king: bool, early: u64) -> u64 {
    let mut rank = 0;
    let mut step = 0;
    while step < rules.precedence.len() {
        rank = match rules.precedence[step] {
            Criterion::Quantity => rank << 6 | u64::from(captured.count()),
            Criterion::WithKing => rank << 1 | u64::from(with_king),
            Criterion::Kings => rank << 6 | u64::from((captured & kings).count()),
            Criterion::KingsEarly => rank << MOST | early << MOST.saturating_sub(captured.count()),
            Criterion::FrisianValue => rank << 14 | frisian_value(captured.count(), (captured & kings).count()),
        };
        step += 1;
    }
    rank
}

/// A man is worth two halves less nothing, a king just less than two men: k kings beat 2k - 1 men, and lose to 2k.
#[inline(always)]
fn frisian_value(pieces: u32, kings: u32) -> u64 {
    let men_and_twice_kings = pieces + kings;
    u64::from((men_and_twice_kings << 6) - kings)
}
