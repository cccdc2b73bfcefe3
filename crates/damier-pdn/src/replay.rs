//! Written moves to legal ones.
//!
//! A short capture may have several readings. Then all of them are followed, side by side, and the one that carries the
//! game furthest is taken: the moves that come later tell which was meant.

use damier_rules::any::AnyBoard;
use damier_rules::moves::{Move, Scratch};
use damier_rules::position::Position;

use crate::lexer::MOST_SQUARES;
use crate::record::{Item, Record, WrittenMove};
use crate::squares::Squares;

/// So many readings of a game are followed side by side.
const MOST_READINGS: usize = 64;

/// What became of a line of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// One for each step that could be played; the next step, if any, is the one that could not.
    pub moves: Vec<Move<u128>>,
    /// The hash after each of them, where wanted.
    pub hashes: Vec<u64>,
    /// Steps where several captures fit, and nothing that follows tells which was played.
    pub undecided: Vec<u32>,
    /// Steps where only the ends fit, not the squares between them.
    pub inexact: Vec<u32>,
}

impl Played {
    fn clear(&mut self) {
        self.moves.clear();
        self.hashes.clear();
        self.undecided.clear();
        self.inexact.clear();
    }
}

/// How the moves of a line are read.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    pub record: &'a Record,
    pub squares: &'a Squares,
    /// Are squares between the ends forgiven that no capture goes by?
    pub lenient: bool,
    pub hashes: bool,
}

/// Plays the moves among some steps, up to the first that is none, or that is not legal.
pub fn play(start: &AnyBoard, steps: &[u32], reading: Reading<'_>, played: &mut Played) {
    played.clear();
    Line {
        board: *start,
        scratch: Scratch::default(),
        ends: Vec::new(),
        steps,
        reading,
        played,
    }
    .run();
}

/// What a written move may mean.
struct Readings {
    /// The likeliest first.
    moves: Vec<Move<u128>>,
    /// They go by the squares that are written.
    is_exact: bool,
    /// Several are equally likely.
    is_ambiguous: bool,
}

struct Line<'a> {
    board: AnyBoard,
    scratch: Scratch,
    /// Legal moves between the ends that are written.
    ends: Vec<Move<u128>>,
    steps: &'a [u32],
    reading: Reading<'a>,
    played: &'a mut Played,
}

impl Line<'_> {
    fn run(mut self) {
        let mut hash = if self.reading.hashes { self.board.hash() } else { 0 };
        let mut step = 0;
        while let Some(written) = self.written(step) {
            let board = self.board;
            self.find_ends(&board, &written);
            match self.ends[..] {
                [] => return,
                [m] => {
                    if written.between_count > 0 && self.fitting(&board, &written).is_empty() {
                        if !self.reading.lenient {
                            return;
                        }
                        self.played.inexact.push(step as u32);
                    }
                    self.advance(m, &mut hash);
                    step += 1;
                }
                _ => {
                    let path = self.branch(&mut step);
                    if path.is_empty() {
                        return;
                    }
                    for m in path {
                        self.advance(m, &mut hash);
                    }
                    debug_assert_eq!(self.played.moves.len(), step, "a path has a move for each step");
                }
            }
        }
    }

    #[inline]
    fn advance(&mut self, m: Move<u128>, hash: &mut u64) {
        if self.reading.hashes {
            *hash = self.board.hash_after(*hash, m);
            self.played.hashes.push(*hash);
        }
        self.played.moves.push(m);
        self.board = self.board.play(m);
    }

    #[inline]
    fn written(&self, step: usize) -> Option<WrittenMove> {
        match self.reading.record.items[*self.steps.get(step)? as usize] {
            Item::Move(written) => Some(written),
            _ => None,
        }
    }

    #[inline]
    fn find_ends(&mut self, board: &AnyBoard, written: &WrittenMove) {
        let squares = self.reading.squares;
        let (from, to) = (squares.bit(written.from), squares.bit(written.to));
        board.legal_between(from, to, &mut self.scratch, &mut self.ends);
    }

    /// Those of the moves with the written ends that fit the squares between them.
    fn fitting(&self, board: &AnyBoard, written: &WrittenMove) -> Vec<Move<u128>> {
        let mut bits = [0; MOST_SQUARES];
        let between = self.reading.record.between(written);
        for (bit, &square) in bits.iter_mut().zip(between) {
            *bit = self.reading.squares.bit(square);
        }
        board.readings(&self.ends, &bits[..between.len()])
    }

    /// What a move may mean in a position.
    fn readings(&mut self, board: &AnyBoard, written: &WrittenMove) -> Readings {
        self.find_ends(board, written);
        let mut likely = self.fitting(board, written);
        let mut readings = Readings {
            is_ambiguous: likely.len() > 1,
            is_exact: true,
            moves: Vec::new(),
        };
        if written.between_count == 0 {
            // A short text may mean a longer capture than the one jump that it seems to be.
            let others = self.ends.iter().copied().filter(|m| !likely.contains(m));
            let others: Vec<Move<u128>> = others.collect();
            likely.extend(others);
        } else if likely.is_empty() && self.reading.lenient {
            readings.is_ambiguous = self.ends.len() > 1;
            readings.is_exact = self.ends.is_empty();
            likely.clone_from(&self.ends);
        }
        readings.moves = likely;
        readings
    }

    /// Follows every reading from a step on, until one is left or none goes on; gives the moves of the best one.
    fn branch(&mut self, step: &mut usize) -> Vec<Move<u128>> {
        let first = *step;
        // The moves of all readings, each with the index of the one before it.
        let mut tree: Vec<(usize, Move<u128>)> = Vec::new();
        let mut front: Vec<(AnyBoard, usize)> = vec![(self.board, usize::MAX)];
        let mut ambiguous = Vec::new();
        while let Some(written) = self.written(*step) {
            let mut next: Vec<(AnyBoard, usize)> = Vec::new();
            let (mut is_exact, mut is_ambiguous) = (true, false);
            for &(board, node) in &front {
                let readings = self.readings(&board, &written);
                is_exact &= readings.is_exact;
                is_ambiguous |= readings.is_ambiguous;
                for m in readings.moves {
                    let after = board.play(m);
                    if next.len() < MOST_READINGS && next.iter().all(|(other, _)| *other != after) {
                        tree.push((node, m));
                        next.push((after, tree.len() - 1));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            if !is_exact {
                self.played.inexact.push(*step as u32);
            }
            if is_ambiguous {
                ambiguous.push(*step as u32);
            }
            front = next;
            *step += 1;
            if front.len() == 1 {
                break;
            }
        }
        let path_to = |mut node: usize| {
            let mut path = Vec::new();
            while node != usize::MAX {
                let (parent, m) = tree[node];
                path.push(m);
                node = parent;
            }
            path.reverse();
            path
        };
        let best = path_to(front[0].1);
        for &(_, node) in &front[1..] {
            let other = path_to(node);
            for (index, _) in best.iter().zip(&other).enumerate().filter(|(_, (a, b))| a != b) {
                let undecided = (first + index) as u32;
                if ambiguous.contains(&undecided) && !self.played.undecided.contains(&undecided) {
                    self.played.undecided.push(undecided);
                }
            }
        }
        best
    }
}
