//! The routes by which one move can be made: for display, for notation, and for counts that tell orders apart.
//!
//! Only the routes of one known move are walked, and never the same stage twice, so positions in which hundreds of
//! routes make one move cost no more than others.

use std::collections::HashSet;

use crate::bits::Bits;
use crate::captures::{Listener, Seen, Stage, Walk};
use crate::ground::Ground;
use crate::moves::Move;
use crate::piece::Color;
use crate::precedence::rank;
use crate::variant::Variant;

/// One way to make a capture: where the piece lands, and what it jumps on the way there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Route {
    /// Origin, landing squares, destination.
    pub squares: Vec<u8>,
    /// In the order of the jumps.
    pub victims: Vec<u8>,
}

/// A route of a legal move; for a quiet move its two ends.
pub fn route<'a, V: Variant>(board: impl Into<Ground<'a, V>>, m: Move<V::Word>) -> Route {
    route_via(board, m, &[], Via::Touching).unwrap_or_else(|| Route {
        squares: vec![m.from, m.to],
        victims: Vec::new(),
    })
}

/// How the squares that somebody wrote between the ends of a capture are to be found on its route.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Via {
    /// They are all the landing squares.
    Exactly,
    /// They are some of the landing squares, in order.
    Landing,
    /// The piece lands on them or crosses them, in order.
    Touching,
}

impl Via {
    /// From the strictest reading to the most forgiving one.
    pub const ALL: [Via; 3] = [Via::Exactly, Via::Landing, Via::Touching];
}

/// A route of a legal move that goes by some squares between its ends, `None` where there is none.
pub fn route_via<'a, V: Variant>(
    board: impl Into<Ground<'a, V>>,
    m: Move<V::Word>,
    squares: &[u8],
    via: Via,
) -> Option<Route> {
    let board = board.into();
    if !m.is_capture() {
        return squares.is_empty().then(|| Route {
            squares: vec![m.from, m.to],
            victims: Vec::new(),
        });
    }
    let best = best_early(board, m);
    let finder = Finder {
        board,
        wanted: m,
        best,
        wanted_squares: squares,
        via,
        path: vec![Leg {
            victim: None,
            square: m.from,
            reached: 0,
        }],
        seen: Seen::default(),
        found: None,
    };
    walk(board, m.from, finder).found
}

/// Does a move exist by a route whose victims come in another order? How many orders there are.
pub fn orders<'a, V: Variant>(board: impl Into<Ground<'a, V>>, m: Move<V::Word>) -> u64 {
    let board = board.into();
    // Two jumps cannot change places: see the shortest detour in `captures`.
    if m.captured.count() < 3 {
        return 1;
    }
    let orders = Orders {
        board,
        wanted: m,
        best: best_early(board, m),
        order: Vec::new(),
        all: HashSet::new(),
    };
    walk(board, m.from, orders).all.len() as u64
}

fn walk<V: Variant, L: Listener<V::Word>>(board: Ground<'_, V>, from: u8, listener: L) -> L {
    match board.turn {
        Color::White => Walk::<V, L, true>::one(board, from, listener),
        Color::Black => Walk::<V, L, false>::one(board, from, listener),
    }
}

/// The best rank among the routes of a move: with kings-early precedence not all of them are legal.
fn best_early<V: Variant>(board: Ground<'_, V>, m: Move<V::Word>) -> u64 {
    struct Best<'a, V: Variant> {
        board: Ground<'a, V>,
        wanted: Move<V::Word>,
        best: u64,
        seen: Seen<Stage<V::Word>>,
    }
    impl<V: Variant> Listener<V::Word> for Best<'_, V> {
        fn wants(&mut self, stage: Stage<V::Word>) -> bool {
            is_within(stage.taken, self.wanted.captured) && self.seen.insert(stage)
        }
        fn lands(&mut self, _: u8, _: u8) {}
        fn lifts(&mut self) {}
        fn ends(&mut self, m: Move<V::Word>, with_king: bool, early: u64) {
            if m == self.wanted {
                self.best = self.best.max(rank(
                    self.board.variant.rules(),
                    m.captured,
                    self.board.kings,
                    with_king,
                    early,
                ));
            }
        }
    }
    walk(
        board,
        m.from,
        Best {
            board,
            wanted: m,
            best: 0,
            seen: Seen::default(),
        },
    )
    .best
}

fn is_within<B: Bits>(part: B, whole: B) -> bool {
    (part & !whole).is_empty()
}

/// One jump of the route under way, and how many of the wanted squares have been touched by its end.
#[derive(Clone, Copy, Debug)]
struct Leg {
    victim: Option<u8>,
    square: u8,
    reached: usize,
}

/// More squares than any text names: a route that has left the written one.
const ASTRAY: usize = usize::MAX;

struct Finder<'a, V: Variant> {
    board: Ground<'a, V>,
    wanted: Move<V::Word>,
    best: u64,
    wanted_squares: &'a [u8],
    via: Via,
    path: Vec<Leg>,
    seen: Seen<(Stage<V::Word>, usize)>,
    found: Option<Route>,
}

impl<V: Variant> Finder<'_, V> {
    fn last(&self) -> Leg {
        self.path[self.path.len() - 1]
    }

    /// How many of the wanted squares are touched when the piece goes on in a straight line.
    fn reach(&self, from: u8, to: u8, mut reached: usize) -> usize {
        let next = &self.board.variant.tables().geometry.next;
        let rays = &self.board.variant.tables().rays;
        let Some(direction) = (0..8).find(|&d| rays[d][from as usize].has(to)) else {
            return reached;
        };
        let mut at = from;
        while at != to {
            at = next[direction][at as usize];
            if self.wanted_squares.get(reached) == Some(&at) {
                reached += 1;
            }
        }
        reached
    }
}

impl<V: Variant> Listener<V::Word> for Finder<'_, V> {
    fn wants(&mut self, stage: Stage<V::Word>) -> bool {
        let reached = self.last().reached;
        self.found.is_none()
            && reached != ASTRAY
            && is_within(stage.taken, self.wanted.captured)
            && self.seen.insert((stage, reached))
    }

    fn lands(&mut self, victim: u8, square: u8) {
        let last = self.last();
        let is_next = self.wanted_squares.get(last.reached) == Some(&square);
        let reached = match self.via {
            Via::Touching => self.reach(last.square, square, last.reached),
            Via::Landing | Via::Exactly if is_next => last.reached + 1,
            Via::Landing => last.reached,
            Via::Exactly if last.reached == self.wanted_squares.len() && square == self.wanted.to => last.reached,
            Via::Exactly => ASTRAY,
        };
        self.path.push(Leg {
            victim: Some(victim),
            square,
            reached,
        });
    }

    fn lifts(&mut self) {
        self.path.pop();
    }

    fn ends(&mut self, m: Move<V::Word>, with_king: bool, early: u64) {
        let is_best = || {
            rank(
                self.board.variant.rules(),
                m.captured,
                self.board.kings,
                with_king,
                early,
            ) == self.best
        };
        // The destination itself may be repeated among the squares written; it has been counted by `reach`.
        if self.found.is_none() && m == self.wanted && self.last().reached == self.wanted_squares.len() && is_best() {
            self.found = Some(Route {
                squares: self.path.iter().map(|leg| leg.square).collect(),
                victims: self.path.iter().filter_map(|leg| leg.victim).collect(),
            });
        }
    }
}

struct Orders<'a, V: Variant> {
    board: Ground<'a, V>,
    wanted: Move<V::Word>,
    best: u64,
    order: Vec<u8>,
    all: HashSet<Vec<u8>>,
}

impl<V: Variant> Listener<V::Word> for Orders<'_, V> {
    fn wants(&mut self, stage: Stage<V::Word>) -> bool {
        is_within(stage.taken, self.wanted.captured)
    }

    fn lands(&mut self, victim: u8, _: u8) {
        self.order.push(victim);
    }

    fn lifts(&mut self) {
        self.order.pop();
    }

    fn ends(&mut self, m: Move<V::Word>, with_king: bool, early: u64) {
        let rank = rank(
            self.board.variant.rules(),
            m.captured,
            self.board.kings,
            with_king,
            early,
        );
        if m == self.wanted && rank == self.best {
            self.all.insert(self.order.clone());
        }
    }
}
