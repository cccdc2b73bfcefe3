//! Moves that capture nothing.

use crate::bits::Bits;
use crate::board::{Board, each_direction, side};
use crate::moves::Move;
use crate::rules::{KingRange, compass};
use crate::variant::Variant;

/// Adds the quiet moves of the side to move.
#[inline(always)]
pub(crate) fn push<V: Variant, const WHITE: bool>(board: &Board<V>, moves: &mut Vec<Move<V::Word>>) {
    each::<V, WHITE>(board, |m, _| moves.push(m));
}

/// The quiet moves of the side to move, one by one; is it a king that moves?
#[inline(always)]
pub(crate) fn each<V: Variant, const WHITE: bool>(board: &Board<V>, mut visit: impl FnMut(Move<V::Word>, bool)) {
    let color = side(WHITE);
    let (rules, tables) = (board.variant.rules(), board.variant.tables());
    let (men, empty, row) = (board.men(color), board.empty(), tables.king_row[color.index()]);
    each_direction!(d, {
        if rules.man_steps.has(d, color) {
            let delta = tables.geometry.delta[d];
            for to in (tables.step(men, d) & empty).each() {
                let from = to.wrapping_add_signed(-delta);
                let promotes = row.has(to);
                visit(
                    Move {
                        captured: V::Word::EMPTY,
                        from,
                        to,
                        promotes,
                        detail: 0,
                    },
                    false,
                );
            }
        }
    });
    for from in free_kings::<V, WHITE>(board).each() {
        for to in king_targets::<V, WHITE>(board, from).each() {
            visit(
                Move {
                    captured: V::Word::EMPTY,
                    from,
                    to,
                    promotes: false,
                    detail: 0,
                },
                true,
            );
        }
    }
}

/// How many there are.
#[inline(always)]
pub(crate) fn count<V: Variant, const WHITE: bool>(board: &Board<V>) -> u64 {
    let color = side(WHITE);
    let (rules, tables) = (board.variant.rules(), board.variant.tables());
    let (men, empty) = (board.men(color), board.empty());
    let mut count = 0;
    each_direction!(d, {
        if rules.man_steps.has(d, color) {
            // Counted where they start: one shift of the empty squares serves both.
            count += (men & tables.step(empty, compass::opposite(d))).count();
        }
    });
    for king in free_kings::<V, WHITE>(board).each() {
        count += king_targets::<V, WHITE>(board, king).count();
    }
    u64::from(count)
}

#[inline(always)]
fn king_targets<V: Variant, const WHITE: bool>(board: &Board<V>, king: u8) -> V::Word {
    let (rules, tables) = (board.variant.rules(), board.variant.tables());
    let occupied = board.occupied();
    let mut targets = V::Word::EMPTY;
    each_direction!(d, {
        if rules.king_steps.has(d, side(WHITE)) {
            targets |= match rules.king_range {
                KingRange::Long => tables.reach(king, d, occupied),
                KingRange::Short => tables.step(V::Word::of(king), d) & board.empty(),
            };
        }
    });
    targets
}

/// The kings that may make a quiet move: all but the one that has used up the king limit.
#[inline(always)]
fn free_kings<V: Variant, const WHITE: bool>(board: &Board<V>) -> V::Word {
    let color = side(WHITE);
    let kings = board.kings_of(color);
    let Some(limit) = board.variant.rules().king_limit else {
        return kings;
    };
    let run = board.runs[color.index()];
    if run.moves >= limit && !board.men(color).is_empty() {
        kings & !V::Word::of(run.bit)
    } else {
        kings
    }
}
