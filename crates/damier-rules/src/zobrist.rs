//! Hash keys of positions, the same on every machine.

use crate::bits::Bits;
use crate::board::{Board, KingRun};
use crate::geometry::MAX_BITS;
use crate::moves::Move;
use crate::piece::Color;
use crate::stack::Stack;
use crate::variant::Variant;

/// By piece (white man, white king, black man, black king) and bit.
const PIECES: [[u64; MAX_BITS]; 4] = {
    let mut keys = [[0; MAX_BITS]; 4];
    let mut piece = 0;
    while piece < 4 {
        let mut bit = 0;
        while bit < MAX_BITS {
            keys[piece][bit] = mix((piece * MAX_BITS + bit) as u64 + 1);
            bit += 1;
        }
        piece += 1;
    }
    keys
};
const BLACK_TO_MOVE: u64 = mix(1 << 32);

/// SplitMix64 (Steele, Lea and Flood 2014): a counter turned into an even scatter of bits.
pub const fn mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[inline(always)]
fn piece(color: Color, king: bool, bit: u8) -> u64 {
    PIECES[color.index() * 2 + usize::from(king)][bit as usize]
}

/// A king run matters to what may follow, so it is part of the position.
#[inline(always)]
fn run(color: Color, run: KingRun) -> u64 {
    if run.moves == 0 {
        return 0;
    }
    mix(1 << 33 | (color.index() as u64) << 16 | u64::from(run.bit) << 8 | u64::from(run.moves))
}

/// What stands below the top of a tower.
#[inline(always)]
pub(crate) fn below(bit: u8, stack: Stack) -> u64 {
    if stack.is_empty() {
        return 0;
    }
    mix(stack.code().wrapping_add(mix(1 << 34 | u64::from(bit))))
}

/// The top of a tower, or a piece that stands alone.
#[inline(always)]
pub(crate) fn top<V: Variant>(board: &Board<V>, bit: u8) -> u64 {
    match board.piece_at(bit) {
        Some(found) => piece(found.color, found.king, bit),
        None => 0,
    }
}

pub(crate) const fn turn(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => BLACK_TO_MOVE,
    }
}

pub(crate) fn hash<V: Variant>(board: &Board<V>) -> u64 {
    let mut hash = if board.turn == Color::Black { BLACK_TO_MOVE } else { 0 };
    for color in Color::BOTH {
        for bit in board.men(color).each() {
            hash ^= piece(color, false, bit);
        }
        for bit in board.kings_of(color).each() {
            hash ^= piece(color, true, bit);
        }
        hash ^= run(color, board.runs[color.index()]);
    }
    hash
}

#[inline(always)]
pub(crate) fn hash_after<V: Variant>(board: &Board<V>, hash: u64, m: Move<V::Word>) -> u64 {
    use crate::position::Position;
    let (mover, other) = (board.turn, board.turn.opposite());
    let king = board.kings.has(m.from);
    let mut after = hash ^ BLACK_TO_MOVE ^ piece(mover, king, m.from) ^ piece(mover, king || m.promotes, m.to);
    for bit in m.captured.each() {
        after ^= piece(other, board.kings.has(bit), bit);
    }
    if board.variant.rules().king_limit.is_some() {
        let next = board.play(m);
        for color in Color::BOTH {
            after ^= run(color, board.runs[color.index()]) ^ run(color, next.runs[color.index()]);
        }
    }
    after
}
