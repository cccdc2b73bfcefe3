//! Games in which nothing leaves the board: the top of a jumped tower goes under the tower that jumped it.
//!
//! A tower moves as its top piece does, so that tops alone make up a flat [`Board`], and everything that flat games know
//! about jumping serves here too. What is new is what lies below.
//!
//! A capture is told apart by where it goes, what it jumps, and the ranks of the pieces taken in their order: these are
//! the new bottom of the captor's tower. [`Move::detail`] holds the ranks; 0 where all are men. Where a tower may be
//! jumped again, it is a number instead: of all captures with the same squares, the how many-th.

use crate::bits::Bits;
use crate::board::Board;
use crate::ground::Ground;
use crate::moves::Move;
use crate::piece::{Color, Piece};
use crate::position::{End, Position};
use crate::quiets;
use crate::rejump::{self, Chain};
use crate::routes::{self, Route, Via};
use crate::stack::{Pack, Stack};
use crate::variant::Variant;
use crate::zobrist;

/// The most bits that a board with towers takes: 10×8.
pub const MOST_BITS: usize = 44;

/// A position of a game with towers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Towers<V: Variant> {
    /// The top of every tower.
    pub tops: Board<V>,
    /// Where something lies below.
    pub tall: V::Word,
    /// What lies below, by bit.
    pub(crate) below: [Stack; MOST_BITS],
}

/// The same in little room, for whoever keeps many positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packed<V: Variant> {
    pub variant: V,
    pub squares: V::Word,
    pub pack: Pack,
    pub turn: Color,
}

impl<V: Variant> Packed<V> {
    pub fn unpack(&self) -> Towers<V> {
        Towers::of(self.variant, self.squares, self.pack, self.turn)
    }
}

impl<V: Variant> Towers<V> {
    pub fn start(variant: V) -> Self {
        Towers {
            tops: Board::start(variant),
            tall: V::Word::EMPTY,
            below: [Stack::EMPTY; MOST_BITS],
        }
    }

    /// Towers on squares, as they were packed.
    pub fn of(variant: V, squares: V::Word, pack: Pack, turn: Color) -> Self {
        let mut towers = Towers::start(variant);
        towers.tops.pieces = [V::Word::EMPTY; 2];
        towers.tops.turn = turn;
        pack.each(squares, |bit, top, below| {
            towers.set_top(bit, top);
            towers.set_below(bit, below);
        });
        towers
    }

    pub fn packed(&self) -> Packed<V> {
        let squares = self.tops.occupied();
        let tower = |bit: u8| {
            let top = self.tops.piece_at(bit).expect("an occupied square");
            (top, self.below[bit as usize])
        };
        Packed {
            variant: self.tops.variant,
            squares,
            pack: Pack::of(squares, tower),
            turn: self.tops.turn,
        }
    }

    /// The position without the tower on a square.
    #[must_use]
    pub fn without(&self, bit: u8) -> Self {
        let mut after = *self;
        let other = !V::Word::of(bit);
        after.tops.pieces = self.tops.pieces.map(|pieces| pieces & other);
        after.tops.kings &= other;
        after.set_below(bit, Stack::EMPTY);
        after
    }

    /// What lies below the top of the tower on a square.
    pub fn below(&self, bit: u8) -> Stack {
        self.below[bit as usize]
    }

    /// A hash of what lies below the top of the tower on a square.
    pub fn below_hash(&self, bit: u8) -> u64 {
        zobrist::below(bit, self.below[bit as usize])
    }

    /// The pieces on a square, from top to bottom.
    pub fn tower(&self, bit: u8) -> impl Iterator<Item = Piece> {
        self.tops.piece_at(bit).into_iter().chain(self.below(bit).each())
    }

    pub fn ground(&self) -> Ground<'_, V> {
        Ground::new(&self.tops, self.tall)
    }

    #[inline(always)]
    pub(crate) fn set_top(&mut self, bit: u8, top: Piece) {
        self.tops.pieces[top.color.index()] |= V::Word::of(bit);
        if top.king {
            self.tops.kings |= V::Word::of(bit);
        }
    }

    #[inline(always)]
    pub(crate) fn set_below(&mut self, bit: u8, below: Stack) {
        self.below[bit as usize] = below;
        if below.is_empty() {
            self.tall &= !V::Word::of(bit);
        } else {
            self.tall |= V::Word::of(bit);
        }
    }

    /// What jumped tops leave behind comes to light.
    #[inline(always)]
    pub(crate) fn uncover(&mut self, jumped: V::Word) {
        for bit in (jumped & self.tall).each() {
            let (top, rest) = self.below[bit as usize].split();
            self.set_top(bit, top);
            self.set_below(bit, rest);
        }
    }

    #[inline(always)]
    fn rejumps(&self) -> bool {
        self.tops
            .variant
            .rules()
            .stacking
            .is_some_and(|stacking| stacking.rejump)
    }

    #[inline(always)]
    fn play_as<const WHITE: bool>(&self, m: Move<V::Word>, moved_king: bool) -> Self {
        let mut after = *self;
        after.tops = self.tops.play_as::<WHITE>(m, moved_king);
        let mut own = Stack::EMPTY;
        if self.tall.has(m.from) {
            own = self.below[m.from as usize];
            after.set_below(m.from, Stack::EMPTY);
        }
        if m.is_capture() {
            after.uncover(m.captured);
            own = own.under_all(crate::board::side(!WHITE), m.captured.count(), m.detail);
        }
        if !own.is_empty() {
            after.set_below(m.to, own);
        }
        after
    }

    #[inline(always)]
    fn each_after_as<const WHITE: bool>(&self, scratch: &mut Vec<Move<V::Word>>, mut visit: impl FnMut(&Self)) {
        self.ground().captures::<WHITE>(scratch);
        if scratch.is_empty() {
            quiets::each::<V, WHITE>(&self.tops, |m, king| visit(&self.play_as::<WHITE>(m, king)));
        } else {
            for &m in scratch.iter() {
                visit(&self.play_as::<WHITE>(m, self.tops.kings.has(m.from)));
            }
        }
    }

    fn chain(&self, m: Move<V::Word>) -> Option<Chain<V>> {
        rejump::chains(self, m.from)
            .into_iter()
            .find(|chain| chain.m.is_same(&m))
    }

    /// Every capture that the jumps allow.
    pub fn all_captures(&self) -> Vec<Move<V::Word>> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.retain(Move::is_capture);
        moves
    }

    /// One way to make a legal move.
    pub fn route(&self, m: Move<V::Word>) -> Route {
        match self.chain_of(m) {
            Some(chain) => chain.route,
            None => routes::route(self.ground(), m),
        }
    }

    fn chain_of(&self, m: Move<V::Word>) -> Option<Chain<V>> {
        if self.rejumps() && m.is_capture() {
            self.chain(m)
        } else {
            None
        }
    }

    /// A way to make it that goes by some squares; see [`routes::route_via`].
    pub fn route_via(&self, m: Move<V::Word>, squares: &[u8], via: Via) -> Option<Route> {
        if self.rejumps() && m.is_capture() {
            let chains = rejump::every_chain(self, m.from);
            return chains
                .into_iter()
                .filter(|chain| chain.m.is_same(&m))
                .map(|chain| chain.route)
                .find(|route| rejump::goes_by(&self.tops, route, squares, via));
        }
        routes::route_via(self.ground(), m, squares, via)
    }
}

impl<V: Variant> Position for Towers<V> {
    type Move = Move<V::Word>;

    #[inline(always)]
    fn turn(&self) -> Color {
        self.tops.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Self::Move>) {
        if self.tops.is_over() {
            moves.clear();
            return;
        }
        match self.turn() {
            Color::White => self.ground().legal_moves::<true>(moves),
            Color::Black => self.ground().legal_moves::<false>(moves),
        }
        if self.rejumps() && moves.first().is_some_and(Move::is_capture) {
            moves.clear();
            for bit in self.tops.own().each() {
                moves.extend(rejump::chains(self, bit).iter().map(|chain| chain.m));
            }
        }
    }

    #[inline]
    fn count_moves(&self, scratch: &mut Vec<Self::Move>) -> u64 {
        if self.rejumps() {
            self.legal_moves(scratch);
            return scratch.len() as u64;
        }
        if self.tops.is_over() {
            return 0;
        }
        match self.turn() {
            Color::White => self.ground().count_moves::<true>(scratch),
            Color::Black => self.ground().count_moves::<false>(scratch),
        }
    }

    #[inline]
    fn each_after(&self, scratch: &mut Vec<Self::Move>, mut visit: impl FnMut(&Self)) {
        if self.rejumps() {
            self.legal_moves(scratch);
            for &m in scratch.iter() {
                visit(&self.play(m));
            }
            return;
        }
        if self.tops.is_over() {
            return;
        }
        match self.turn() {
            Color::White => self.each_after_as::<true>(scratch, visit),
            Color::Black => self.each_after_as::<false>(scratch, visit),
        }
    }

    fn has_moves(&self) -> bool {
        // Whether a first jump is possible does not depend on what lies below.
        self.tops.has_moves()
    }

    #[inline(always)]
    fn play(&self, m: Self::Move) -> Self {
        if let Some(chain) = self.chain_of(m) {
            return chain.after;
        }
        match self.turn() {
            Color::White => self.play_as::<true>(m, self.tops.kings.has(m.from)),
            Color::Black => self.play_as::<false>(m, self.tops.kings.has(m.from)),
        }
    }

    fn end(&self) -> Option<(End, Color)> {
        self.tops.end()
    }

    fn hash(&self) -> u64 {
        let below = self
            .tall
            .each()
            .map(|bit| zobrist::below(bit, self.below[bit as usize]));
        below.fold(self.tops.hash(), |hash, key| hash ^ key)
    }

    #[inline]
    fn hash_after(&self, hash: u64, m: Self::Move) -> u64 {
        self.hash_to(hash, m, &self.play(m))
    }

    /// Only a promotion: whatever is captured may be freed, and be carried back.
    fn is_conversion(&self, m: Self::Move) -> bool {
        m.promotes
    }

    fn is_capture(&self, m: Self::Move) -> bool {
        m.is_capture()
    }

    fn orders(&self, m: Self::Move) -> u64 {
        if self.rejumps() && m.is_capture() {
            let mut orders: Vec<Vec<u8>> = rejump::every_chain(self, m.from)
                .into_iter()
                .filter(|chain| chain.m.is_same(&m))
                .map(|chain| chain.route.victims)
                .collect();
            orders.sort_unstable();
            orders.dedup();
            return orders.len() as u64;
        }
        routes::orders(self.ground(), m)
    }
}

impl<V: Variant> Towers<V> {
    /// The hash after a move, from the hash before it and the position after it.
    #[inline]
    pub fn hash_to(&self, hash: u64, m: Move<V::Word>, after: &Self) -> u64 {
        let mut keys = zobrist::turn(Color::White) ^ zobrist::turn(Color::Black);
        for bit in (m.captured | V::Word::of(m.from) | V::Word::of(m.to)).each() {
            for towers in [self, after] {
                keys ^= zobrist::top(&towers.tops, bit) ^ zobrist::below(bit, towers.below[bit as usize]);
            }
        }
        hash ^ keys
    }
}
