//! Two games at once, on the dark and on the light squares of one board. Their pieces never meet.
//!
//! [`Twin`] is played half a turn at a time, as a search sees it: the turn changes when the player has moved wherever he
//! must. Whose half comes first makes no difference, so the first board comes first. [`Whole`] is the same in whole
//! turns, as people count moves.

use crate::any::AnyGame;
use crate::bits::Bits;
use crate::board::Board;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::piece::{Color, Piece};
use crate::position::{End, Position};
use crate::rules::{Rules, Turn};
use crate::variant::Variant;
use crate::zobrist::{self, mix};

/// How one of the two games ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    Won(Color),
    Drawn,
}

impl Verdict {
    /// White's points and Black's: two for a win, one each for a draw.
    pub const fn points(self) -> [u8; 2] {
        match self {
            Verdict::Won(Color::White) => [2, 0],
            Verdict::Won(Color::Black) => [0, 2],
            Verdict::Drawn => [1, 1],
        }
    }
}

/// A move on one of the two boards: 0 is the dark squares', 1 the light squares'.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Half<M> {
    pub board: usize,
    pub m: M,
}

/// A position in which either side may be told to move.
pub trait Passing: Position {
    #[must_use]
    fn with_turn(&self, turn: Color) -> Self;
}

impl<V: Variant> Passing for Board<V> {
    fn with_turn(&self, turn: Color) -> Self {
        Board { turn, ..*self }
    }
}

/// Two positions of one game, in the middle of a turn perhaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Twin<P> {
    pub boards: [P; 2],
    pub turn: Color,
    rule: Turn,
    over: [Option<Verdict>; 2],
    /// Moves made in this turn, by board.
    moved: [u8; 2],
}

impl<P: Passing> Twin<P> {
    /// At the beginning of a turn. `over`: what is known to have ended.
    pub fn new(boards: [P; 2], turn: Color, rule: Turn, over: [Option<Verdict>; 2]) -> Self {
        let mut twin = Twin {
            boards,
            turn,
            rule,
            over,
            moved: [0; 2],
        };
        twin.begin(turn);
        twin
    }

    pub fn rule(&self) -> Turn {
        self.rule
    }

    /// How the games ended, where they did.
    pub fn over(&self) -> [Option<Verdict>; 2] {
        self.over
    }

    /// One of the games ends by something that its position does not show.
    #[must_use]
    pub fn ended(&self, board: usize, verdict: Verdict) -> Self {
        let mut after = self.clone();
        if after.over[board].is_none() {
            after.over[board] = Some(verdict);
            after.settle();
        }
        after
    }

    /// White's points and Black's, once both games are over.
    pub fn points(&self) -> Option<[u8; 2]> {
        let (first, second) = (self.over[0]?.points(), self.over[1]?.points());
        Some([first[0] + second[0], first[1] + second[1]])
    }

    fn is_running(&self, board: usize) -> bool {
        self.over[board].is_none()
    }

    fn begin(&mut self, turn: Color) {
        self.turn = turn;
        self.moved = [0; 2];
        for board in 0..2 {
            if self.is_running(board) {
                self.boards[board] = self.boards[board].with_turn(turn);
            }
        }
        self.settle();
    }

    /// Games in which the side to move cannot move are over.
    fn settle(&mut self) {
        if self.moved != [0; 2] {
            return;
        }
        match self.rule {
            Turn::OneMove | Turn::OneInEach => {
                for board in 0..2 {
                    if self.is_running(board)
                        && let Some((_, winner)) = self.boards[board].end()
                    {
                        self.over[board] = Some(Verdict::Won(winner));
                    }
                }
            }
            Turn::TwoMoves => {
                if !self.has_pair() {
                    for board in 0..2 {
                        let verdict = self.over[board].unwrap_or(Verdict::Won(self.turn.opposite()));
                        self.over[board] = Some(verdict);
                    }
                }
            }
        }
    }

    /// Can two moves be made?
    fn has_pair(&self) -> bool {
        let can = |board: usize| self.is_running(board) && self.boards[board].has_moves();
        can(0) && can(1) || (0..2).any(|board| can(board) && !self.with_second(board).is_empty())
    }

    /// Moves on a board after which another can be made there.
    fn with_second(&self, board: usize) -> Vec<P::Move> {
        let mut moves = Vec::new();
        self.boards[board].legal_moves(&mut moves);
        moves.retain(|&m| self.boards[board].play(m).with_turn(self.turn).has_moves());
        moves
    }

    /// The turns that can be played, the half on the first board first where both have one.
    pub fn turns(&self) -> Vec<Pair<P::Move>> {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        self.legal_moves(&mut first);
        let mut turns = Vec::new();
        for &half in &first {
            let after = self.play(half);
            if after.turn != self.turn {
                turns.push((half, None));
                continue;
            }
            after.legal_moves(&mut second);
            turns.extend(second.iter().map(|&other| (half, Some(other))));
        }
        turns
    }

    /// The position after a whole turn.
    #[must_use]
    pub fn play_pair(&self, (first, second): Pair<P::Move>) -> Self {
        let after = self.play(first);
        second.map_or(after.clone(), |second| after.play(second))
    }
}

/// A whole turn: one move or two.
pub type Pair<M> = (Half<M>, Option<Half<M>>);

impl<P: Passing> Position for Twin<P> {
    type Move = Half<P::Move>;

    fn turn(&self) -> Color {
        self.turn
    }

    fn legal_moves(&self, moves: &mut Vec<Self::Move>) {
        moves.clear();
        let mut add = |board: usize, own: Vec<P::Move>| moves.extend(own.into_iter().map(|m| Half { board, m }));
        let all = |board: usize| {
            let mut own = Vec::new();
            if self.is_running(board) {
                self.boards[board].legal_moves(&mut own);
            }
            own
        };
        match (self.rule, self.moved) {
            (Turn::OneMove | Turn::OneInEach, moved) => {
                if let Some(board) = (0..2).find(|&board| self.is_running(board) && moved[board] == 0) {
                    add(board, all(board));
                }
            }
            (Turn::TwoMoves, [0, 0]) => {
                if self.is_running(0) {
                    // On the second board there may be nothing to add.
                    let other = self.is_running(1) && self.boards[1].has_moves();
                    add(0, if other { all(0) } else { self.with_second(0) });
                }
                if self.is_running(1) {
                    add(1, self.with_second(1));
                }
            }
            (Turn::TwoMoves, [_, 0]) => {
                add(0, all(0));
                add(1, all(1));
            }
            (Turn::TwoMoves, _) => add(1, all(1)),
        }
    }

    fn has_moves(&self) -> bool {
        self.over.contains(&None)
    }

    fn play(&self, half: Self::Move) -> Self {
        let mut after = self.clone();
        let board = half.board;
        after.boards[board] = self.boards[board].play(half.m);
        after.moved[board] += 1;
        let goes_on = match self.rule {
            Turn::OneMove | Turn::OneInEach => (0..2).any(|other| after.is_running(other) && after.moved[other] == 0),
            Turn::TwoMoves => after.moved[0] + after.moved[1] < 2,
        };
        if !goes_on {
            after.begin(self.turn.opposite());
        } else if self.rule == Turn::TwoMoves {
            after.boards[board] = after.boards[board].with_turn(self.turn);
        }
        after
    }

    /// `None` too where both games are over and nobody has more points.
    fn end(&self) -> Option<(End, Color)> {
        let [white, black] = self.points()?;
        match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some((End::Total, Color::White)),
            std::cmp::Ordering::Less => Some((End::Total, Color::Black)),
            std::cmp::Ordering::Equal => None,
        }
    }

    fn hash(&self) -> u64 {
        let ended = self.over.map(|over| match over {
            None => 0,
            Some(Verdict::Won(Color::White)) => 1,
            Some(Verdict::Won(Color::Black)) => 2,
            Some(Verdict::Drawn) => 3,
        });
        let state = ended[0] | ended[1] << 2 | u64::from(self.moved[0]) << 4 | u64::from(self.moved[1]) << 6;
        // The boards are not alike: the same pieces on the other squares are another position.
        mix(self.boards[0].hash())
            ^ mix(self.boards[1].hash().rotate_left(32)).rotate_left(17)
            ^ mix(1 << 35 | state)
            ^ zobrist::turn(self.turn)
    }

    fn hash_after(&self, _: u64, half: Self::Move) -> u64 {
        self.play(half).hash()
    }

    fn is_conversion(&self, half: Self::Move) -> bool {
        self.boards[half.board].is_conversion(half.m)
    }

    fn is_capture(&self, half: Self::Move) -> bool {
        self.boards[half.board].is_capture(half.m)
    }

    fn orders(&self, half: Self::Move) -> u64 {
        self.boards[half.board].orders(half.m)
    }
}

/// Two games, a whole turn at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole<P>(pub Twin<P>);

impl<P: Passing> Position for Whole<P> {
    type Move = Pair<P::Move>;

    fn turn(&self) -> Color {
        self.0.turn
    }

    fn legal_moves(&self, moves: &mut Vec<Self::Move>) {
        *moves = self.0.turns();
    }

    fn count_moves(&self, _: &mut Vec<Self::Move>) -> u64 {
        let twin = &self.0;
        if twin.rule == Turn::TwoMoves {
            return twin.turns().len() as u64;
        }
        // A move in each that goes on.
        let mut scratch = Vec::new();
        let counts = (0..2).filter(|&board| twin.is_running(board));
        let product = counts
            .map(|board| twin.boards[board].count_moves(&mut scratch))
            .product();
        if twin.has_moves() { product } else { 0 }
    }

    fn has_moves(&self) -> bool {
        self.0.has_moves()
    }

    fn play(&self, pair: Self::Move) -> Self {
        Whole(self.0.play_pair(pair))
    }

    fn end(&self) -> Option<(End, Color)> {
        self.0.end()
    }

    fn hash(&self) -> u64 {
        self.0.hash()
    }

    fn hash_after(&self, _: u64, pair: Self::Move) -> u64 {
        self.play(pair).hash()
    }

    fn is_conversion(&self, (first, second): Self::Move) -> bool {
        let after = self.0.play(first);
        self.0.is_conversion(first) || second.is_some_and(|second| after.is_conversion(second))
    }

    fn is_capture(&self, (first, second): Self::Move) -> bool {
        let after = self.0.play(first);
        self.0.is_capture(first) || second.is_some_and(|second| after.is_capture(second))
    }

    fn orders(&self, (first, second): Self::Move) -> u64 {
        let after = self.0.play(first);
        self.0.orders(first) * second.map_or(1, |second| after.orders(second))
    }
}

// -------------------------------------------------------------------------------------------------------------------
// As one board

/// How the two boards lie on one: the first on the squares of the lower left corner's colour, the second on the others.
#[derive(Clone, Copy, Debug)]
pub struct Weave<'a> {
    /// Rules and geometry of one game on its own, not mirrored.
    pub flat: (&'a Rules, &'a Geometry),
    /// Rules of both together, on all squares.
    pub joint: &'a Rules,
}

impl Weave<'_> {
    /// The bit on the common board.
    pub fn joint(&self, board: usize, bit: u8) -> u8 {
        let (rules, geometry) = self.flat;
        let (file, rank) = (geometry.file_of[bit as usize], geometry.rank_of[bit as usize]);
        let file = if board == 1 { rules.files - 1 - file } else { file };
        Geometry::bit_at(self.joint, file.into(), rank.into()).unwrap_or_default()
    }

    /// The board, and the bit on it.
    pub fn apart(&self, geometry: &Geometry, joint: u8) -> (usize, u8) {
        let (file, rank) = (geometry.file_of[joint as usize], geometry.rank_of[joint as usize]);
        let board = usize::from((file + rank) % 2);
        let file = if board == 1 { self.flat.0.files - 1 - file } else { file };
        (
            board,
            Geometry::bit_at(self.flat.0, file.into(), rank.into()).unwrap_or_default(),
        )
    }

    pub fn joint_set(&self, board: usize, set: u64) -> u128 {
        set.each().fold(0, |all, bit| all | u128::of(self.joint(board, bit)))
    }

    /// What of a set lies on a board.
    pub fn apart_set(&self, geometry: &Geometry, board: usize, set: u128) -> u64 {
        let apart = set.each().map(|joint| self.apart(geometry, joint));
        apart
            .filter(|&(on, _)| on == board)
            .fold(0, |all, (_, bit)| all | u64::of(bit))
    }
}

/// The ends of the second half of a turn, as [`Move::detail`] keeps them; 0 where there is none.
pub const fn second(from: u8, to: u8) -> u32 {
    1 << 16 | (from as u32) << 8 | to as u32
}

/// The ends of each half of a turn, as bits of the common board.
pub fn ends(m: &Move<u128>) -> impl Iterator<Item = (u8, u8)> {
    let other = (m.detail != 0).then_some(((m.detail >> 8) as u8, m.detail as u8));
    std::iter::once((m.from, m.to)).chain(other)
}

/// The rules of two games at once, and those of one of them on its own.
pub trait TwinVariant: Variant {
    type Flat: Variant<Word = u64>;

    fn flat(self) -> Self::Flat;

    /// The same, chosen at run time.
    fn flat_game(self) -> AnyGame;
}

/// Two games in little room, between two turns. Moves are whole turns on the common board: see [`second`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedTwin<V: TwinVariant> {
    pub variant: V,
    pub pieces: [[u64; 2]; 2],
    pub kings: [u64; 2],
    pub turn: Color,
    pub over: [Option<Verdict>; 2],
}

impl<V: TwinVariant> PackedTwin<V> {
    pub fn unpack(&self) -> Twin<Board<V::Flat>> {
        let board = |index: usize| Board {
            pieces: self.pieces[index],
            kings: self.kings[index],
            turn: self.turn,
            ..Board::start(self.variant.flat())
        };
        Twin::new([board(0), board(1)], self.turn, self.variant.rules().turn, self.over)
    }

    pub fn pack(variant: V, twin: &Twin<Board<V::Flat>>) -> Self {
        PackedTwin {
            variant,
            pieces: [twin.boards[0].pieces, twin.boards[1].pieces],
            kings: [twin.boards[0].kings, twin.boards[1].kings],
            turn: twin.turn,
            over: twin.over,
        }
    }

    /// From sets on the common board.
    pub fn of(variant: V, pieces: [u128; 2], kings: u128, turn: Color, over: [Option<Verdict>; 2]) -> Self {
        let mut packed = PackedTwin {
            variant,
            pieces: [[0; 2]; 2],
            kings: [0; 2],
            turn,
            over,
        };
        let (weave, geometry) = (packed.weave(), &variant.tables().geometry);
        for board in 0..2 {
            packed.pieces[board] = pieces.map(|set| weave.apart_set(geometry, board, set));
            packed.kings[board] = weave.apart_set(geometry, board, kings);
        }
        // Games that are over already.
        PackedTwin::pack(variant, &packed.unpack())
    }

    pub fn weave(&self) -> Weave<'static> {
        let flat = self.variant.flat();
        Weave {
            flat: (flat.rules(), &flat.tables().geometry),
            joint: self.variant.rules(),
        }
    }

    /// Both boards' sets as one.
    fn joined(&self, set: impl Fn(usize) -> u64) -> u128 {
        (0..2).fold(0, |all, board| all | self.weave().joint_set(board, set(board)))
    }

    pub fn joint_pieces(&self, color: Color) -> u128 {
        self.joined(|board| self.pieces[board][color.index()])
    }

    pub fn joint_kings(&self) -> u128 {
        self.joined(|board| self.kings[board])
    }

    pub fn piece_at(&self, joint: u8) -> Option<Piece> {
        let color = Color::BOTH
            .into_iter()
            .find(|&color| self.joint_pieces(color).has(joint))?;
        let king = self.joint_kings().has(joint);
        Some(Piece { color, king })
    }

    /// A turn as one move on the common board.
    pub fn join(&self, (first, other): Pair<Move<u64>>) -> Move<u128> {
        let weave = self.weave();
        let captured = |half: &Half<Move<u64>>| weave.joint_set(half.board, half.m.captured);
        Move {
            captured: captured(&first) | other.as_ref().map_or(0, captured),
            from: weave.joint(first.board, first.m.from),
            to: weave.joint(first.board, first.m.to),
            promotes: first.m.promotes || other.is_some_and(|half| half.m.promotes),
            detail: other.map_or(0, |half| {
                second(weave.joint(half.board, half.m.from), weave.joint(half.board, half.m.to))
            }),
        }
    }

    /// The halves of a legal turn, `None` where it is not one.
    pub fn split(&self, m: &Move<u128>) -> Option<Pair<Move<u64>>> {
        let twin = self.unpack();
        let (weave, geometry) = (self.weave(), &self.variant.tables().geometry);
        let ends: Vec<((usize, u8), u8)> = ends(m)
            .map(|(from, to)| (weave.apart(geometry, from), weave.apart(geometry, to).1))
            .collect();
        let taken = [0, 1].map(|board| weave.apart_set(geometry, board, m.captured));
        let fitting = |twin: &Twin<Board<V::Flat>>, ((board, from), to): ((usize, u8), u8)| {
            let mut halves = Vec::new();
            twin.legal_moves(&mut halves);
            halves.retain(|half| {
                half.board == board && half.m.from == from && half.m.to == to && half.m.captured & !taken[board] == 0
            });
            halves
        };
        for first in fitting(&twin, ends[0]) {
            let after = twin.play(first);
            let is_whole = after.turn != twin.turn;
            let mut pairs: Vec<Pair<Move<u64>>> = Vec::new();
            match ends.get(1) {
                None if is_whole => pairs.push((first, None)),
                Some(&other) if !is_whole => {
                    pairs.extend(fitting(&after, other).into_iter().map(|other| (first, Some(other))));
                }
                _ => (),
            }
            if let Some(&pair) = pairs.iter().find(|pair| self.join(**pair).captured == m.captured) {
                return Some(pair);
            }
        }
        None
    }

    pub fn legal_moves(&self, moves: &mut Vec<Move<u128>>) {
        moves.clear();
        moves.extend(self.unpack().turns().into_iter().map(|pair| self.join(pair)));
    }

    /// The position after a legal turn.
    #[must_use]
    pub fn play(&self, m: &Move<u128>) -> Self {
        match self.split(m) {
            Some(pair) => PackedTwin::pack(self.variant, &self.unpack().play_pair(pair)),
            None => *self,
        }
    }
}
