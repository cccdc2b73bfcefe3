//! The flat games: men and kings on one board.

use crate::bits::Bits;
use crate::captures::{Collect, Jumps, Walk};
use crate::ground::Ground;
use crate::moves::Move;
use crate::piece::{Color, Piece};
use crate::position::{End, Position};
use crate::quiets;
use crate::rules::{Goal, KingRange};
use crate::variant::Variant;
use crate::zobrist;

/// Quiet moves that a side has made in succession with one king (Frisian): where it stands now, how many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KingRun {
    pub bit: u8,
    pub moves: u8,
}

/// A position of a flat game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<V: Variant> {
    pub variant: V,
    /// Men and kings of White and of Black.
    pub pieces: [V::Word; 2],
    pub kings: V::Word,
    pub turn: Color,
    /// By colour; all zero where the game has no king limit.
    pub runs: [KingRun; 2],
}

/// Unrolls a body over the eight directions, so that every shift is a constant where the rules are.
macro_rules! each_direction {
    ($direction:ident, $body:block) => {
        each_direction!(@one $direction, 0, $body);
        each_direction!(@one $direction, 1, $body);
        each_direction!(@one $direction, 2, $body);
        each_direction!(@one $direction, 3, $body);
        each_direction!(@one $direction, 4, $body);
        each_direction!(@one $direction, 5, $body);
        each_direction!(@one $direction, 6, $body);
        each_direction!(@one $direction, 7, $body);
    };
    (@one $direction:ident, $value:expr, $body:block) => {
        {
            let $direction: usize = $value;
            $body
        }
    };
}
pub(crate) use each_direction;

/// The colour that a const parameter stands for.
pub(crate) const fn side(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

impl<V: Variant> Board<V> {
    /// The starting position.
    pub fn start(variant: V) -> Self {
        let geometry = &variant.tables().geometry;
        Board {
            variant,
            pieces: geometry.start.map(V::Word::narrow),
            kings: V::Word::EMPTY,
            turn: variant.rules().first,
            runs: [KingRun::default(); 2],
        }
    }

    #[inline(always)]
    pub fn own(&self) -> V::Word {
        self.pieces[self.turn.index()]
    }

    #[inline(always)]
    pub fn enemy(&self) -> V::Word {
        self.pieces[self.turn.opposite().index()]
    }

    #[inline(always)]
    pub fn occupied(&self) -> V::Word {
        self.pieces[0] | self.pieces[1]
    }

    #[inline(always)]
    pub fn empty(&self) -> V::Word {
        self.variant.tables().board & !self.occupied()
    }

    #[inline(always)]
    pub fn men(&self, color: Color) -> V::Word {
        self.pieces[color.index()] & !self.kings
    }

    #[inline(always)]
    pub fn kings_of(&self, color: Color) -> V::Word {
        self.pieces[color.index()] & self.kings
    }

    pub fn piece_at(&self, bit: u8) -> Option<Piece> {
        let color = Color::BOTH
            .into_iter()
            .find(|color| self.pieces[color.index()].has(bit))?;
        Some(Piece {
            color,
            king: self.kings.has(bit),
        })
    }

    #[inline(always)]
    fn each_after_as<const WHITE: bool>(&self, scratch: &mut Vec<Move<V::Word>>, mut visit: impl FnMut(&Self)) {
        Ground::from(self).captures::<WHITE>(scratch);
        if scratch.is_empty() {
            quiets::each::<V, WHITE>(self, |m, king| visit(&self.play_as::<WHITE>(m, king)));
        } else {
            for &m in scratch.iter() {
                visit(&self.play_as::<WHITE>(m, self.kings.has(m.from)));
            }
        }
    }

    #[inline(always)]
    pub(crate) fn play_as<const WHITE: bool>(&self, m: Move<V::Word>, moved_king: bool) -> Self {
        let (from, to) = (V::Word::of(m.from), V::Word::of(m.to));
        let (mover, other) = (side(WHITE), side(!WHITE));
        let (own, enemy) = (mover.index(), other.index());
        let mut after = *self;
        // A capture may end where it began.
        after.pieces[own] = (self.pieces[own] & !from) | to;
        after.pieces[enemy] = self.pieces[enemy] & !m.captured;
        after.kings = self.kings & !m.captured;
        if moved_king {
            after.kings &= !from;
        }
        if moved_king || m.promotes {
            after.kings |= to;
        }
        after.turn = other;
        if self.variant.rules().king_limit.is_some() {
            after.runs[own] = self.run_after(m, moved_king);
            after.runs[enemy] = after.run_left(other);
        }
        after
    }

    /// Every capture that the jumps allow, before precedence.
    pub fn all_captures(&self) -> Vec<Move<V::Word>> {
        let mut moves = Vec::new();
        match self.turn {
            Color::White => Walk::<V, Collect<V, false>, true>::all(self.into(), Collect::new(self, &mut moves)),
            Color::Black => Walk::<V, Collect<V, false>, false>::all(self.into(), Collect::new(self, &mut moves)),
        };
        moves
    }

    /// Quiet moves as if nothing could be captured.
    pub fn all_quiets(&self) -> Vec<Move<V::Word>> {
        let mut moves = Vec::new();
        match self.turn {
            Color::White => quiets::push::<V, true>(self, &mut moves),
            Color::Black => quiets::push::<V, false>(self, &mut moves),
        }
        moves
    }

    /// Is there a capture for a side?
    #[inline(always)]
    pub fn can_capture(&self, color: Color) -> bool {
        match color {
            Color::White => self.can_capture_as::<true>(),
            Color::Black => self.can_capture_as::<false>(),
        }
    }

    #[inline(always)]
    fn can_capture_as<const WHITE: bool>(&self) -> bool {
        let color = side(WHITE);
        self.men(color).meets(Jumps::of::<V, WHITE>(self).anywhere)
            || self
                .kings_of(color)
                .each()
                .any(|king| self.king_can_capture(king, color))
    }

    fn king_can_capture(&self, king: u8, color: Color) -> bool {
        let (rules, tables) = (self.variant.rules(), self.variant.tables());
        let (empty, occupied, enemy) = (self.empty(), self.occupied(), self.pieces[color.opposite().index()]);
        let mut can = false;
        each_direction!(d, {
            if rules.king_jumps.has(d, color) {
                let met = match rules.king_range {
                    KingRange::Long => tables.first_on_ray(king, d, occupied),
                    KingRange::Short => tables.step(V::Word::of(king), d),
                };
                can |= tables.step(met & enemy, d).meets(empty);
            }
        });
        can
    }

    /// The king run of the side to move after it has played a move.
    #[inline(always)]
    fn run_after(&self, m: Move<V::Word>, moved_king: bool) -> KingRun {
        let run = self.runs[self.turn.index()];
        let alone = self.men(self.turn).is_empty();
        if !moved_king || m.is_capture() || alone {
            KingRun::default()
        } else if run.moves > 0 && run.bit == m.from {
            KingRun {
                bit: m.to,
                moves: run.moves.saturating_add(1),
            }
        } else {
            KingRun { bit: m.to, moves: 1 }
        }
    }

    /// The other side's run after a capture: over with its king, or with the last man beside it.
    #[inline(always)]
    fn run_left(&self, color: Color) -> KingRun {
        let run = self.runs[color.index()];
        if run.moves > 0 && (!self.kings_of(color).has(run.bit) || self.men(color).is_empty()) {
            return KingRun::default();
        }
        run
    }

    #[inline(always)]
    pub fn moves_man(&self, m: Move<V::Word>) -> bool {
        !self.kings.has(m.from)
    }

    /// Is the game decided because a side has a king?
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.variant.rules().goal == Goal::FirstKing && !self.kings.is_empty()
    }
}

impl<V: Variant> Position for Board<V> {
    type Move = Move<V::Word>;

    #[inline(always)]
    fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Self::Move>) {
        if self.is_over() {
            moves.clear();
            return;
        }
        match self.turn {
            Color::White => Ground::from(self).legal_moves::<true>(moves),
            Color::Black => Ground::from(self).legal_moves::<false>(moves),
        }
    }

    #[inline]
    fn count_moves(&self, scratch: &mut Vec<Self::Move>) -> u64 {
        if self.is_over() {
            return 0;
        }
        match self.turn {
            Color::White => Ground::from(self).count_moves::<true>(scratch),
            Color::Black => Ground::from(self).count_moves::<false>(scratch),
        }
    }

    #[inline]
    fn each_after(&self, scratch: &mut Vec<Self::Move>, visit: impl FnMut(&Self)) {
        if self.is_over() {
            return;
        }
        match self.turn {
            Color::White => self.each_after_as::<true>(scratch, visit),
            Color::Black => self.each_after_as::<false>(scratch, visit),
        }
    }

    fn has_moves(&self) -> bool {
        !self.is_over()
            && (self.can_capture(self.turn)
                || match self.turn {
                    Color::White => quiets::count::<V, true>(self) > 0,
                    Color::Black => quiets::count::<V, false>(self) > 0,
                })
    }

    #[inline(always)]
    fn play(&self, m: Self::Move) -> Self {
        match self.turn {
            Color::White => self.play_as::<true>(m, self.kings.has(m.from)),
            Color::Black => self.play_as::<false>(m, self.kings.has(m.from)),
        }
    }

    fn end(&self) -> Option<(End, Color)> {
        let mover = self.turn;
        match self.variant.rules().goal {
            Goal::FirstKing if !self.kings.is_empty() => {
                // Both can have one only in a position that was set up: the side that moved last was first.
                let owner = if self.kings_of(mover.opposite()).is_empty() {
                    mover
                } else {
                    mover.opposite()
                };
                Some((End::FirstKing, owner))
            }
            goal => {
                if self.has_moves() {
                    return None;
                }
                let end = if self.own().is_empty() {
                    End::NoPieces
                } else {
                    End::NoMoves
                };
                let winner = if goal == Goal::Misere { mover } else { mover.opposite() };
                Some((end, winner))
            }
        }
    }

    fn hash(&self) -> u64 {
        zobrist::hash(self)
    }

    #[inline]
    fn hash_after(&self, hash: u64, m: Self::Move) -> u64 {
        zobrist::hash_after(self, hash, m)
    }

    fn is_conversion(&self, m: Self::Move) -> bool {
        // A man that steps sideways (Turkish) can step back.
        let rank_of = &self.variant.tables().geometry.rank_of;
        m.is_capture() || self.moves_man(m) && rank_of[m.from as usize] != rank_of[m.to as usize]
    }

    fn is_capture(&self, m: Self::Move) -> bool {
        m.is_capture()
    }

    fn orders(&self, m: Self::Move) -> u64 {
        crate::routes::orders(self, m)
    }
}
