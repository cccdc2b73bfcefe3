//! What an evaluation sees in a position: every term with its sign, White's view, and the phase of the game.
//!
//! One walk over a position serves both who judges it and who learns: see [`Tally`].

use damier_rules::geometry::MAX_BITS;
use damier_rules::rules::{KingRange, Rules, compass};
use damier_rules::{Bits, Board, Color, Variant};

use crate::eval::windows::Windows;

/// The phase with the most rows still to go; at 0 no man is left.
pub const FULL: i32 = 256;
/// From this phase on men who run to become kings are looked for.
const RUNNING: i32 = 144;

// Where the weights of the terms are. Each has two, one for either end of the scale of phases.

/// A man, wherever it is.
pub const MAN: usize = 0;
/// The first king of a side, and each further one.
pub const FIRST_KING: usize = 1;
pub const MORE_KINGS: usize = 2;
/// A man that can step.
pub const MOBILE: usize = 3;
/// The turn to move, by the parity of the rows still to go: who has the opposition.
pub const TURN: usize = 4;
/// The difference between the men on the left and on the right.
pub const SKEW: usize = TURN + 2;
const MOST_SKEW: u32 = 7;
/// A king, by the safe squares that it reaches.
pub const REACH: usize = SKEW + MOST_SKEW as usize + 1;
const MOST_REACH: u32 = 15;
/// The foremost man that nothing can stop: by the rows still to go, whose turn it is, and what the other side has.
pub const RUNNER: usize = REACH + MOST_REACH as usize + 1;
const MOST_ROWS: usize = 16;
/// A man and a king on a square, in the order of the layout (reversed for Black).
pub const MAN_AT: usize = RUNNER + 6 * MOST_ROWS;
const MOST_SQUARES: usize = 80;
pub const KING_AT: usize = MAN_AT + MOST_SQUARES;
/// How many there are.
pub const TERMS: usize = KING_AT + MOST_SQUARES;

/// Takes note of what is seen.
pub trait Tally {
    /// Are men on single squares wanted too? Who judges has them in the tables of the windows.
    const SQUARES: bool;

    /// A window holds something: as it is, and turned.
    fn window(&mut self, window: usize, content: usize, turned: usize);

    /// A term is there so many times more for White than for Black.
    fn term(&mut self, term: usize, count: i32);

    /// A man or a king of a side is on a square: [`MAN_AT`] or [`KING_AT`] and the place as that side sees the board.
    fn piece(&mut self, term: usize, color: Color) {
        self.term(term, if color == Color::White { 1 } else { -1 });
    }
}

/// Sets of squares that the terms look at, for the rules of a game.
#[derive(Clone, Debug)]
pub struct Terms<B> {
    left: B,
    right: B,
    /// Squares whose rows still to go, for each side, have a bit set.
    planes: [[B; 4]; 2],
    /// Rows of each side from its king row on.
    rows: [Vec<B>; 2],
    /// Rows still to go at the start, those of both sides.
    most: i32,
    /// By bit, the place of a square in the order of the layout.
    order: [u8; MAX_BITS],
    squares: usize,
}

impl<B: Bits> Terms<B> {
    pub fn of<V: Variant<Word = B>>(variant: V) -> Terms<B> {
        let (rules, geometry) = (variant.rules(), &variant.tables().geometry);
        let among = |wanted: &dyn Fn(u8) -> bool| {
            variant
                .tables()
                .board
                .each()
                .filter(|&bit| wanted(bit))
                .fold(B::EMPTY, |set, bit| set | B::of(bit))
        };
        let to_go = |color: Color, bit: u8| geometry.rank_of[usize::from(bit)].abs_diff(rules.king_row(color));
        let files = rules.files;
        let start = |color: Color| -> i32 {
            let men = B::narrow(geometry.start[color.index()]).each();
            men.map(|bit| i32::from(to_go(color, bit))).sum()
        };
        Terms {
            left: among(&|bit| geometry.file_of[usize::from(bit)] < files / 2),
            right: among(&|bit| geometry.file_of[usize::from(bit)] >= files.div_ceil(2)),
            planes: Color::BOTH
                .map(|color| [0, 1, 2, 3].map(|plane| among(&|bit| to_go(color, bit) >> plane & 1 != 0))),
            rows: Color::BOTH.map(|color| {
                (0..rules.ranks)
                    .map(|row| among(&|bit| to_go(color, bit) == row))
                    .collect()
            }),
            order: std::array::from_fn(|bit| Windows::of(rules).order(bit as u8).map_or(0, |place| place as u8)),
            squares: rules.squares(),
            most: Color::BOTH.map(start).iter().sum::<i32>().max(1),
        }
    }

    /// Notes every piece on its square.
    #[inline(always)]
    pub fn pieces<V: Variant<Word = B>, T: Tally>(&self, board: &Board<V>, tally: &mut T) {
        self.squares(Color::BOTH.map(|color| board.men(color)), MAN_AT, tally);
        self.squares(Color::BOTH.map(|color| board.kings_of(color)), KING_AT, tally);
    }

    /// Notes every term of a position; gives its phase, from 0 to [`FULL`].
    #[inline(always)]
    pub fn see<V: Variant<Word = B>, T: Tally>(&self, board: &Board<V>, tally: &mut T) -> i32 {
        let men = Color::BOTH.map(|color| board.men(color));
        // 1. Patterns.
        Windows::of(board.variant.rules()).each(board, |window, content, turned| tally.window(window, content, turned));

        // 2. Men.
        let count = |set: B| set.count() as i32;
        tally.term(MAN, count(men[0]) - count(men[1]));
        tally.term(
            MOBILE,
            self.mobile(board, Color::White) - self.mobile(board, Color::Black),
        );
        for (men, sign) in men.into_iter().zip([1, -1]) {
            let skew = (men & self.left).count().abs_diff((men & self.right).count());
            tally.term(SKEW + skew.min(MOST_SKEW) as usize, sign);
        }
        if T::SQUARES {
            self.squares(men, MAN_AT, tally);
        }

        // 3. Tempo: rows still to go.
        let to_go: i32 = men
            .iter()
            .zip(&self.planes)
            .map(|(&men, planes)| -> i32 { (0..4).map(|plane| count(men & planes[plane]) << plane).sum() })
            .sum();
        let phase = (to_go * FULL / self.most).min(FULL);
        let turn = if board.turn == Color::White { 1 } else { -1 };
        tally.term(TURN + (to_go & 1) as usize, turn);

        // 4. Kings, or men who run to become one.
        if board.kings.is_empty() {
            // While the board is full of men, none runs past the others.
            if phase < RUNNING {
                self.runners(board, men, tally);
            }
        } else {
            self.kings(board, tally);
        }
        phase
    }

    /// Men that can step.
    #[inline(always)]
    fn mobile<V: Variant<Word = B>>(&self, board: &Board<V>, color: Color) -> i32 {
        let (rules, tables) = (board.variant.rules(), board.variant.tables());
        let empty = board.empty();
        let mut mobile = B::EMPTY;
        for direction in 0..8 {
            if rules.man_steps.has(direction, color) {
                mobile |= tables.step(empty, compass::opposite(direction));
            }
        }
        (mobile & board.men(color)).count() as i32
    }

    /// Each piece of two sets by its square.
    #[inline(always)]
    pub fn squares<T: Tally>(&self, sets: [B; 2], first: usize, tally: &mut T) {
        for (set, color) in sets.into_iter().zip(Color::BOTH) {
            for bit in set.each() {
                tally.piece(first + self.place(bit, color), color);
            }
        }
    }

    /// The place of a square in the order of the layout as a side sees it.
    #[inline(always)]
    pub fn place(&self, bit: u8, color: Color) -> usize {
        let place = usize::from(self.order[usize::from(bit)]);
        if color == Color::White {
            place
        } else {
            self.squares - 1 - place
        }
    }

    fn kings<V: Variant<Word = B>, T: Tally>(&self, board: &Board<V>, tally: &mut T) {
        let kings = Color::BOTH.map(|color| board.kings_of(color));
        let count = |set: B| set.count() as i32;
        tally.term(FIRST_KING, count(kings[0]).min(1) - count(kings[1]).min(1));
        tally.term(MORE_KINGS, (count(kings[0]) - 1).max(0) - (count(kings[1]) - 1).max(0));
        self.squares(kings, KING_AT, tally);
        for (color, sign) in Color::BOTH.into_iter().zip([1, -1]) {
            if kings[color.index()].is_empty() {
                continue;
            }
            let safe = board.empty() & !self.attacked(board, color);
            for king in kings[color.index()].each() {
                let reach = (reach(board, king, color) & safe).count();
                tally.term(REACH + reach.min(MOST_REACH) as usize, sign);
            }
        }
    }

    /// Squares on which a king of a side would stand before an enemy and an empty square behind.
    #[inline(always)]
    fn attacked<V: Variant<Word = B>>(&self, board: &Board<V>, color: Color) -> B {
        let (rules, tables) = (board.variant.rules(), board.variant.tables());
        let (enemy, empty) = (color.opposite(), board.empty());
        let attackers = if rules.men_take_kings {
            board.pieces[enemy.index()]
        } else {
            board.kings_of(enemy)
        };
        let mut attacked = B::EMPTY;
        for direction in 0..8 {
            if rules.man_jumps.has(direction, enemy) {
                attacked |= tables.step(attackers, direction) & tables.step(empty, compass::opposite(direction));
            }
        }
        attacked
    }

    /// For either side the foremost man that nothing can stop.
    #[inline(always)]
    fn runners<V: Variant<Word = B>, T: Tally>(&self, board: &Board<V>, men: [B; 2], tally: &mut T) {
        let runners = Color::BOTH.map(|color| self.runner(board, men, color));
        // Plies until it is a king, each side at its next turn.
        let plies = |color: Color| runners[color.index()].map(|rows| 2 * rows - usize::from(board.turn == color));
        for (color, sign) in Color::BOTH.into_iter().zip([1, -1]) {
            let Some(rows) = runners[color.index()] else { continue };
            let rival = match (plies(color), plies(color.opposite())) {
                (_, None) => 0,
                (own, other) if own < other => 1,
                _ => 2,
            };
            let turn = usize::from(board.turn == color);
            tally.term(RUNNER + 6 * rows.min(MOST_ROWS - 1) + 3 * turn + rival, sign);
        }
    }

    /// Rows still to go.
    #[inline(always)]
    fn runner<V: Variant<Word = B>>(&self, board: &Board<V>, men: [B; 2], color: Color) -> Option<usize> {
        let (rules, tables) = (board.variant.rules(), board.variant.tables());
        let enemy = men[color.opposite().index()];
        // Every square from which the way up meets an enemy, or one that a step to the side brings into the way.
        let aside = tables.step(enemy, compass::E) | tables.step(enemy, compass::W);
        let mut shadow = back(rules, board, enemy, color) | aside | forward(rules, board, enemy, color);
        for _ in 1..rules.ranks {
            shadow |= back(rules, board, shadow & tables.board, color);
        }
        let free = men[color.index()] & !shadow;
        if free.is_empty() {
            return None;
        }
        self.rows[color.index()].iter().position(|row| row.meets(free))
    }
}

/// The squares ahead of a set, for a side's men.
#[inline(always)]
fn forward<V: Variant>(rules: &Rules, board: &Board<V>, set: V::Word, color: Color) -> V::Word {
    ahead(rules, board, set, color, false)
}

/// The squares from which a side's men step into a set.
#[inline(always)]
fn back<V: Variant>(rules: &Rules, board: &Board<V>, set: V::Word, color: Color) -> V::Word {
    ahead(rules, board, set, color, true)
}

#[inline(always)]
fn ahead<V: Variant>(rules: &Rules, board: &Board<V>, set: V::Word, color: Color, back: bool) -> V::Word {
    let tables = board.variant.tables();
    let mut all = V::Word::EMPTY;
    for direction in [compass::NW, compass::N, compass::NE] {
        let direction = if color == Color::White {
            direction
        } else {
            compass::opposite(direction)
        };
        if rules.man_steps.has(direction, color) {
            all |= tables.step(set, if back { compass::opposite(direction) } else { direction });
        }
    }
    all
}

/// Squares that a king of a side reaches by a quiet move.
#[inline(always)]
pub(crate) fn reach<V: Variant>(board: &Board<V>, king: u8, color: Color) -> V::Word {
    let (rules, tables) = (board.variant.rules(), board.variant.tables());
    let (empty, occupied) = (board.empty(), board.occupied());
    let mut reach = V::Word::EMPTY;
    for direction in 0..8 {
        if rules.king_steps.has(direction, color) {
            reach |= match rules.king_range {
                KingRange::Long => tables.reach(king, direction, occupied),
                KingRange::Short => tables.step(V::Word::of(king), direction) & empty,
            };
        }
    }
    reach
}
