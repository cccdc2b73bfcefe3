//! What a position of whatever game is worth at a look, and what each piece adds to it.

use damier_rules::rules::Turn;
use damier_rules::twin::TwinVariant;
use damier_rules::{AnyBoard, Bits, Board, Color, Variant, with_board};

use crate::eval::{Brought, Evaluate, Judge, TowerJudge};
use crate::score::Score;
use crate::twin::{Pair, Sum};

/// The value for the side to move, by the engine's own evaluation or by one that is brought for this game.
pub fn value(board: &AnyBoard, brought: Option<&Brought>) -> Score {
    with_board!(board,
        board => judge(board, brought).judge(board),
        towers => TowerJudge::new(towers.tops.variant).judge(towers),
        pair => match pair.variant.rules().turn {
            Turn::TwoMoves => Sum(Judge::of(pair.variant.flat())).judge(&Pair::new(pair.unpack(), Default::default(), &[])),
            _ => {
                let halves = board.halves().into_iter().flatten();
                Score::hundredths(halves.map(|half| value(&half, brought).to_hundredths()).sum())
            }
        }
    )
}

/// For each piece of a board without towers its bit and what the position loses, for White, when it is taken off: what it
/// is worth where it stands, in hundredths. A piece without which a side has none is worth nothing that could be said.
pub fn shares(board: &AnyBoard, brought: Option<&Brought>) -> Vec<(u8, i32)> {
    with_board!(board,
        board => shares_of(board, &judge(board, brought)),
        _towers => Vec::new(),
        _pair => {
            let halves = board.halves().into_iter().flatten().enumerate();
            halves
                .flat_map(|(half, own)| {
                    shares(&own, brought).into_iter().map(move |(bit, share)| (board.joint(half, bit), share))
                })
                .collect()
        }
    )
}

fn judge<V: Variant>(board: &Board<V>, brought: Option<&Brought>) -> Judge<V::Word> {
    let brought = brought.and_then(|brought| brought.judge(board.variant));
    brought.unwrap_or_else(|| Judge::of(board.variant))
}

fn shares_of<V: Variant>(board: &Board<V>, judge: &Judge<V::Word>) -> Vec<(u8, i32)> {
    let white = |board: &Board<V>| {
        let value = judge.judge(board).to_hundredths();
        if board.turn == Color::White { value } else { -value }
    };
    let whole = white(board);
    let mut shares = Vec::new();
    for color in Color::BOTH {
        let pieces = board.pieces[color.index()];
        for bit in pieces.each().filter(|_| pieces.count() > 1) {
            let mut without = *board;
            let other = !V::Word::of(bit);
            without.pieces[color.index()] &= other;
            without.kings &= other;
            shares.push((bit, whole - white(&without)));
        }
    }
    shares.sort_unstable();
    shares
}
