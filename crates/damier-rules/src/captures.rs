//! Captures: one walk over all chains of jumps, and what may listen to it.
//!
//! The walk knows the rules of jumping; a [`Listener`] decides what is worth exploring and what to keep. Collecting
//! the legal moves is one listener, finding the routes of one move ([`crate::routes`]) is another.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::bits::Bits;
use crate::board::{Board, each_direction, side};
use crate::ground::Ground;
use crate::moves::Move;
use crate::precedence::rank;
use crate::rules::{Criterion, KingRange, Landing, Promotion, Removal, Rules, compass};
use crate::variant::Variant;

/// Where a chain has got to: enough to know every way on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stage<B> {
    pub taken: B,
    /// One bit per jump, the first highest: was it a king? Zero where precedence does not ask.
    pub early: u64,
    pub from: u8,
    /// The square of the piece just jumped, and the direction of the jump.
    pub victim: u8,
    pub direction: u8,
    /// Does the piece go on as a king?
    pub king: bool,
}

/// Stages already walked. Their hash need not resist anybody: who wants many collisions would have to play them.
pub(crate) type Seen<S> = HashSet<S, BuildHasherDefault<Scatter>>;

/// Multiplies and folds, word by word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scatter(u64);

impl Hasher for Scatter {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn write_u64(&mut self, word: u64) {
        // The odd constant is 2^64 over the golden ratio.
        let product = u128::from(self.0.rotate_left(23) ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

pub(crate) trait Listener<B> {
    /// A jump is possible; is it worth following?
    fn wants(&mut self, stage: Stage<B>) -> bool;
    /// The piece lands on its way.
    fn lands(&mut self, victim: u8, square: u8);
    /// The walk takes that back.
    fn lifts(&mut self);
    /// A chain ends: its move, the rank of the piece when it began, and its record of kings taken early.
    fn ends(&mut self, m: Move<B>, with_king: bool, early: u64);
}

/// A walk over the captures of one side.
#[derive(Debug)]
pub(crate) struct Walk<'a, V: Variant, L, const WHITE: bool> {
    board: Ground<'a, V>,
    listener: L,
    /// Without the piece that moves.
    occupied: V::Word,
    from: u8,
    /// A king when the move began.
    with_king: bool,
    early: u64,
}

impl<'a, V: Variant, L: Listener<V::Word>, const WHITE: bool> Walk<'a, V, L, WHITE> {
    #[inline(always)]
    fn new(board: Ground<'a, V>, listener: L) -> Self {
        Walk {
            board,
            listener,
            occupied: V::Word::EMPTY,
            from: 0,
            with_king: false,
            early: 0,
        }
    }

    /// All captures of the side.
    #[inline(always)]
    pub fn all(board: Ground<'a, V>, listener: L) -> L {
        let mut walk = Self::new(board, listener);
        walk.men();
        for king in board.kings_of(side(WHITE)).each() {
            walk.king(king);
        }
        walk.listener
    }

    /// All captures of one piece of the side.
    pub fn one(board: Ground<'a, V>, from: u8, listener: L) -> L {
        let mut walk = Self::new(board, listener);
        if board.kings.has(from) {
            walk.king(from);
        } else {
            walk.begin(from, false);
            walk.hop(V::Word::of(from), V::Word::EMPTY, false);
        }
        walk.listener
    }

    /// The men that can jump, found for all of them at once in each direction.
    #[inline(always)]
    fn men(&mut self) {
        let (rules, tables) = (self.board.variant.rules(), self.board.variant.tables());
        let (men, jumps) = (self.board.men(side(WHITE)), Jumps::of::<V, WHITE>(self.board.board()));
        if !men.meets(jumps.anywhere) {
            return;
        }
        let goes_on = jumps.goes_on::<V, WHITE>(self.board.variant);
        each_direction!(d, {
            if rules.man_jumps.has(d, side(WHITE)) {
                for from in (men & jumps.towards[d]).each() {
                    self.begin(from, false);
                    let victim = tables.step(V::Word::of(from), d);
                    let landing = tables.step(victim, d);
                    self.follow(victim, d, victim, false, |walk, taken| {
                        walk.listener.lands(victim.first(), landing.first());
                        if goes_on.meets(landing) {
                            walk.land(landing, taken, false);
                        } else {
                            let promotes = tables.king_row[side(WHITE).index()].meets(landing);
                            walk.stop(landing.first(), taken, promotes);
                        }
                        walk.listener.lifts();
                    });
                }
            }
        });
    }

    #[inline(always)]
    fn king(&mut self, from: u8) {
        self.begin(from, true);
        self.jump_as_king(from, V::Word::EMPTY);
    }

    #[inline(always)]
    fn begin(&mut self, from: u8, with_king: bool) {
        self.from = from;
        self.with_king = with_king;
        self.occupied = self.board.occupied() & !V::Word::of(from);
    }

    /// What the piece may jump.
    #[inline(always)]
    fn prey(&self, king: bool) -> V::Word {
        let enemy = self.board.pieces[side(!WHITE).index()];
        if king || self.board.variant.rules().men_take_kings {
            enemy
        } else {
            enemy & !self.board.kings
        }
    }

    /// What is in the way.
    #[inline(always)]
    fn blockers(&self, taken: V::Word) -> V::Word {
        match self.board.variant.rules().removal {
            Removal::AtEnd => self.occupied,
            // What stands below a jumped top stays.
            Removal::AtOnce { .. } if self.board.variant.rules().stacking.is_some() => {
                self.occupied & (!taken | self.board.tall)
            }
            Removal::AtOnce { .. } => self.occupied & !taken,
        }
    }

    /// Every jump that a king has from a square. Says whether there is one.
    #[inline(always)]
    fn jump_as_king(&mut self, at: u8, taken: V::Word) -> bool {
        let rules = self.board.variant.rules();
        match rules.king_range {
            KingRange::Short => self.hop(V::Word::of(at), taken, true),
            KingRange::Long => {
                let mut can = false;
                for direction in 0..8 {
                    if rules.king_jumps.has(direction, side(WHITE)) {
                        can |= self.fly(at, direction, taken);
                    }
                }
                can
            }
        }
    }

    /// Every jump over an adjacent piece. Says whether there is one.
    fn hop(&mut self, at: V::Word, taken: V::Word, king: bool) -> bool {
        let (rules, tables) = (self.board.variant.rules(), self.board.variant.tables());
        let empty = tables.board & !self.blockers(taken);
        let prey = self.prey(king) & !taken;
        let mut can = false;
        each_direction!(d, {
            let jumps = if king { rules.king_jumps } else { rules.man_jumps };
            if jumps.has(d, side(WHITE)) {
                let victim = tables.step(at, d) & prey;
                let landing = tables.step(victim, d) & empty;
                if !landing.is_empty() {
                    can = true;
                    self.follow(victim, d, taken | victim, king, |walk, taken| {
                        walk.listener.lands(victim.first(), landing.first());
                        walk.land(landing, taken, king);
                        walk.listener.lifts();
                    });
                }
            }
        });
        can
    }

    /// A piece has hopped: it may be promoted, go on, or stop.
    #[inline(always)]
    fn land(&mut self, at: V::Word, taken: V::Word, king: bool) {
        let crowned = !king && self.board.variant.tables().king_row[side(WHITE).index()].meets(at);
        let promotes = crowned || king && !self.with_king;
        let goes_on = match self.board.variant.rules().promotion {
            Promotion::EndsMove if crowned => false,
            Promotion::InPassing if crowned => self.jump_as_king(at.first(), taken),
            _ => self.hop(at, taken, king),
        };
        if !goes_on {
            self.stop(at.first(), taken, promotes);
        }
    }

    /// A flying king jumps in a direction, if it can: says whether it could. It must go on from whatever landing
    /// square allows that; only where none does may it stop.
    fn fly(&mut self, at: u8, direction: usize, taken: V::Word) -> bool {
        let (rules, tables) = (self.board.variant.rules(), self.board.variant.tables());
        let blockers = self.blockers(taken);
        let victim = tables.first_on_ray(at, direction, blockers) & self.prey(true) & !taken;
        if victim.is_empty() {
            return false;
        }
        let behind = tables.step(victim, direction) & tables.board & !blockers;
        if behind.is_empty() {
            return false;
        }
        let landings = match rules.landing {
            Landing::Next => behind,
            Landing::Any | Landing::NextAfterKing => tables.reach(victim.first(), direction, self.blockers(taken)),
        };
        self.follow(victim, direction, taken | victim, true, |walk, taken| {
            walk.listener.lands(victim.first(), behind.first());
            // Straight on is the same jump from every landing square.
            let mut goes_on = walk.fly(behind.first(), direction, taken);
            walk.listener.lifts();
            for landing in landings.each() {
                walk.listener.lands(victim.first(), landing);
                goes_on |= walk.turn(landing, direction, taken);
                walk.listener.lifts();
            }
            if !goes_on {
                let halts = rules.landing == Landing::NextAfterKing && walk.board.kings.meets(victim);
                for landing in (if halts { behind } else { landings }).each() {
                    walk.listener.lands(victim.first(), landing);
                    walk.stop(landing, taken, !walk.with_king);
                    walk.listener.lifts();
                }
            }
        });
        true
    }

    /// Jumps in other directions than the last one.
    #[inline(always)]
    fn turn(&mut self, at: u8, last: usize, taken: V::Word) -> bool {
        let rules = self.board.variant.rules();
        // Back over the piece just jumped: it still stands there, or it is gone and turning back may be forbidden.
        let back = matches!(rules.removal, Removal::AtOnce { reversal: true });
        let mut can = false;
        for direction in 0..8 {
            if rules.king_jumps.has(direction, side(WHITE))
                && direction != last
                && (back || direction != compass::opposite(last))
            {
                can |= self.fly(at, direction, taken);
            }
        }
        can
    }

    /// Goes one jump deeper if the listener wants to.
    #[inline(always)]
    fn follow(&mut self, victim: V::Word, d: usize, taken: V::Word, king: bool, on: impl FnOnce(&mut Self, V::Word)) {
        let before = self.early;
        if keeps_order(self.board.variant) {
            self.early = self.early << 1 | u64::from(self.board.kings.meets(victim));
        }
        let stage = Stage {
            taken,
            early: self.early,
            from: self.from,
            victim: victim.first(),
            direction: d as u8,
            king,
        };
        if self.listener.wants(stage) {
            on(self, taken);
        }
        self.early = before;
    }

    #[inline(always)]
    fn stop(&mut self, to: u8, taken: V::Word, promotes: bool) {
        let m = Move {
            captured: taken,
            from: self.from,
            to,
            promotes,
            detail: if self.board.variant.rules().stacking.is_some() {
                order(self.early, taken.count())
            } else {
                0
            },
        };
        self.listener.ends(m, self.with_king, self.early);
    }
}

/// The squares from which a man of a side could jump, were it there.
///
/// This serves for the second jump of a chain too: what has changed by then is that the first victim may not be jumped
/// again and that the square where the man began is empty, and the only jump over the one leads to the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jumps<B> {
    pub towards: [B; 8],
    pub anywhere: B,
}

impl<B: Bits> Jumps<B> {
    #[inline(always)]
    pub fn of<V: Variant<Word = B>, const WHITE: bool>(board: &Board<V>) -> Jumps<B> {
        let (rules, tables) = (board.variant.rules(), board.variant.tables());
        let (empty, enemy) = (board.empty(), board.pieces[side(!WHITE).index()]);
        let prey = if rules.men_take_kings {
            enemy
        } else {
            enemy & !board.kings
        };
        let mut jumps = Jumps {
            towards: [B::EMPTY; 8],
            anywhere: B::EMPTY,
        };
        each_direction!(d, {
            if rules.man_jumps.has(d, side(WHITE)) {
                let back = compass::opposite(d);
                jumps.towards[d] = tables.step(prey & tables.step(empty, back), back);
                jumps.anywhere |= jumps.towards[d];
            }
        });
        jumps
    }

    /// Where a man that lands may go on: elsewhere no man could jump from, and the first jump ends the capture.
    #[inline(always)]
    fn goes_on<V: Variant<Word = B>, const WHITE: bool>(&self, variant: V) -> B {
        let king_row = variant.tables().king_row[side(WHITE).index()];
        match variant.rules().promotion {
            Promotion::AtRest => self.anywhere,
            // As a king.
            Promotion::InPassing => self.anywhere | king_row,
            Promotion::EndsMove => self.anywhere & !king_row,
        }
    }

    /// How many captures there are, where men alone can capture, one piece each, and all rank alike; else `None`.
    #[inline(always)]
    pub fn count_single<V: Variant<Word = B>, const WHITE: bool>(&self, board: &Board<V>) -> Option<u32> {
        let (rules, tables) = (board.variant.rules(), board.variant.tables());
        let (men, color) = (board.men(side(WHITE)), side(WHITE));
        if !board.kings_of(color).is_empty()
            || !rules.precedence.is_empty() && !board.kings_of(color.opposite()).is_empty()
        {
            return None;
        }
        if !men.meets(self.anywhere) {
            return Some(0);
        }
        let goes_on = self.goes_on::<V, WHITE>(board.variant);
        let (mut count, mut landings) = (0, B::EMPTY);
        each_direction!(d, {
            if rules.man_jumps.has(d, color) {
                let from = men & self.towards[d];
                count += from.count();
                landings |= tables.step(tables.step(from, d), d);
            }
        });
        (!landings.meets(goes_on)).then_some(count)
    }
}

/// Must a walk keep the order in which kings are taken? Where they go under the captor's tower, that makes other moves.
#[inline(always)]
fn keeps_order<V: Variant>(variant: V) -> bool {
    variant.rules().stacking.is_some() || asks_for_early_kings(variant)
}

/// The ranks of the pieces taken, the first highest, below a bit that marks their number: 0 where all are men.
#[inline(always)]
pub(crate) const fn order(kings: u64, taken: u32) -> u32 {
    if kings == 0 { 0 } else { 1 << taken | kings as u32 }
}

#[inline(always)]
fn asks_for_early_kings<V: Variant>(variant: V) -> bool {
    let ladder = variant.rules().precedence;
    let mut step = 0;
    while step < ladder.len() {
        if matches!(ladder[step], Criterion::KingsEarly) {
            return true;
        }
        step += 1;
    }
    false
}

/// From this many jumps on, stages already seen are not walked again: routes multiply, stages do not.
const LONG_CHAIN: u32 = 4;

/// Two routes with the same ends and victims take so many jumps at least: three (a triangle; two jumps cannot close
/// one), but two where a king may turn back over a piece just taken, from several squares.
#[inline(always)]
const fn shortest_detour(rules: &Rules) -> u32 {
    let turns_back = matches!(rules.removal, Removal::AtOnce { reversal: true });
    if turns_back && matches!(rules.king_range, KingRange::Long) && !matches!(rules.landing, Landing::Next) {
        2
    } else {
        3
    }
}

/// Keeps the captures of highest rank (all of them where not `RANKED`), each once; as a `TALLY`, counts those that
/// cannot have been found before instead of keeping them.
#[derive(Debug)]
pub(crate) struct Collect<'a, V: Variant, const RANKED: bool = true, const TALLY: bool = false> {
    board: &'a Board<V>,
    moves: &'a mut Vec<Move<V::Word>>,
    counted: u64,
    best: u64,
    seen: Option<Seen<Stage<V::Word>>>,
}

impl<'a, V: Variant, const RANKED: bool, const TALLY: bool> Collect<'a, V, RANKED, TALLY> {
    #[inline(always)]
    pub fn new(board: &'a Board<V>, moves: &'a mut Vec<Move<V::Word>>) -> Self {
        Collect {
            board,
            moves,
            counted: 0,
            best: 0,
            seen: None,
        }
    }

    /// How many captures were found.
    #[inline(always)]
    pub fn total(&self) -> u64 {
        self.counted + self.moves.len() as u64
    }

    /// Is the stage new, and could it still rank among the best?
    #[cold]
    fn is_promising(&mut self, stage: Stage<V::Word>) -> bool {
        if RANKED && self.best_possible(stage) < self.best {
            return false;
        }
        self.seen.get_or_insert_default().insert(stage)
    }

    /// The rank of the chain if it took every piece that stands between two squares free for it.
    fn best_possible(&self, stage: Stage<V::Word>) -> u64 {
        let (board, rules, tables) = (self.board, self.board.variant.rules(), self.board.variant.tables());
        let free = match rules.removal {
            Removal::AtEnd => board.empty() | V::Word::of(stage.from),
            Removal::AtOnce { .. } => tables.board,
        };
        let mut within_reach = V::Word::EMPTY;
        for d in 0..4 {
            within_reach |= tables.step(free, d) & tables.step(free, compass::opposite(d));
        }
        let all = stage.taken | (board.enemy() & within_reach);
        // Kings taken early cannot be foreseen: every jump may be one.
        let early = if asks_for_early_kings(board.variant) {
            u64::MAX >> (64 - all.count())
        } else {
            0
        };
        rank(rules, all, board.kings, board.kings.has(stage.from), early)
    }
}

impl<V: Variant, const RANKED: bool, const TALLY: bool> Listener<V::Word> for Collect<'_, V, RANKED, TALLY> {
    #[inline(always)]
    fn wants(&mut self, stage: Stage<V::Word>) -> bool {
        stage.taken.count() < LONG_CHAIN || self.is_promising(stage)
    }

    #[inline(always)]
    fn lands(&mut self, _: u8, _: u8) {}

    #[inline(always)]
    fn lifts(&mut self) {}

    #[inline(always)]
    fn ends(&mut self, m: Move<V::Word>, with_king: bool, early: u64) {
        let rules = self.board.variant.rules();
        if RANKED && !rules.precedence.is_empty() {
            let rank = rank(rules, m.captured, self.board.kings, with_king, early);
            if rank < self.best {
                return;
            }
            if rank > self.best {
                self.best = rank;
                self.counted = 0;
                self.moves.clear();
            }
        }
        let is_new = m.captured.count() < shortest_detour(rules);
        if TALLY && is_new {
            self.counted += 1;
        } else if is_new || !self.moves.contains(&m) {
            self.moves.push(m);
        }
    }
}
