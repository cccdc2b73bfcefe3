//! What a position of whatever game is worth at a look, and what each piece adds to it.

use damier_rules::rules::Turn;
use damier_rules::{AnyBoard, Bits, Board, Color, Towers, Variant, with_board};

use crate::eval::{Brought, Evaluate, Judge, TowerJudge};
use crate::score::Score;
use crate::twin::{Pair, Sum};

/// The value for the side to move, by the engine's own evaluation or by one that is brought for this game.
pub fn value(board: &AnyBoard, brought: Option<&Brought>) -> Score {
    with_board!(board,
        board => judge(board, brought).judge(board),
        towers => tower_judge(towers, brought).judge(towers),
        pair => match pair.variant.rules().turn {
            Turn::TwoMoves => {
                let pair = Pair::new(pair.unpack(), Default::default(), &[]);
                Sum(judge(&pair.twin.boards[0], brought)).judge(&pair)
            }
            _ => {
                let halves = board.halves().into_iter().flatten();
                Score::hundredths(halves.map(|half| value(&half, brought).to_hundredths()).sum())
            }
        }
    )
}

/// For each piece, or whole tower, its bit and what the position loses, for White, when it is taken off: what it is worth
/// where it stands, in hundredths. A piece without which a side has none is worth nothing that could be said.
pub fn shares(board: &AnyBoard, brought: Option<&Brought>) -> Vec<(u8, i32)> {
    with_board!(board,
        board => shares_of(board, board, |&board, bit| without(board, bit), &judge(board, brought)),
        towers => shares_of(towers, &towers.tops, Towers::without, &tower_judge(towers, brought)),
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

fn tower_judge<V: Variant>(towers: &Towers<V>, brought: Option<&Brought>) -> TowerJudge<V::Word> {
    let variant = towers.tops.variant;
    let brought = brought.and_then(|brought| brought.tower_judge(variant));
    brought.unwrap_or_else(|| TowerJudge::of(variant))
}

/// The shares of what stands on each square; `tops` are the pieces seen there.
fn shares_of<P, V: Variant>(
    position: &P,
    tops: &Board<V>,
    without: impl Fn(&P, u8) -> P,
    judge: &impl Evaluate<P>,
) -> Vec<(u8, i32)> {
    let white = |position: &P| {
        let value = judge.judge(position).to_hundredths();
        if tops.turn == Color::White { value } else { -value }
    };
    let whole = white(position);
    let mut shares = Vec::new();
    for color in Color::BOTH {
        let pieces = tops.pieces[color.index()];
        for bit in pieces.each().filter(|_| pieces.count() > 1) {
            shares.push((bit, whole - white(&without(position, bit))));
        }
    }
    shares.sort_unstable();
    shares
}

fn without<V: Variant>(mut board: Board<V>, bit: u8) -> Board<V> {
    let other = !V::Word::of(bit);
    board.pieces = board.pieces.map(|pieces| pieces & other);
    board.kings &= other;
    board
}
