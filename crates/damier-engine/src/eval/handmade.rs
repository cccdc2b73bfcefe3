//! An evaluation made from the rules of a game, for games that nothing was learned about.

use damier_rules::rules::{Goal, KingRange, Rules, compass};
use damier_rules::{Bits, Board, Color, Variant};

use crate::eval::Evaluate;
use crate::eval::endings::Fortress;
use crate::score::Score;

/// The worth of a man, which is the unit of every score.
const MAN: i32 = 100;
/// A man that nothing can stop from promoting first, where that wins.
const RACE: i32 = 1_000;

/// An evaluation written by hand from the rules of a game: material, where the men stand, how freely the kings move.
/// All numbers are guesses that games between versions have not contradicted.
#[derive(Clone, Debug)]
pub struct Handmade<B> {
    goal: Goal,
    king: i32,
    /// Squares of each row from a side's own, and what a man is worth there beyond [`MAN`].
    rows: [Vec<(B, i32)>; 2],
    centre: B,
    edge: B,
    left: B,
    right: B,
    /// Worth of a man that stays on its own back row.
    guard: i32,
    /// Pieces on both sides at the start.
    pieces: i32,
    fortress: Fortress,
}

impl<B: Bits> Handmade<B> {
    pub fn new<V: Variant<Word = B>>(variant: V) -> Handmade<B> {
        let rules = variant.rules();
        let geometry = &variant.tables().geometry;
        let squares = || {
            (0..)
                .zip(geometry.number_of)
                .filter(|&(_, number)| number != 0)
                .map(|(bit, _)| bit)
        };
        let among = |wanted: &dyn Fn(u8) -> bool| {
            squares()
                .filter(|&bit| wanted(bit))
                .fold(B::EMPTY, |set, bit| set | B::of(bit))
        };
        let file = |bit: u8| geometry.file_of[usize::from(bit)];
        let rank = |bit: u8| geometry.rank_of[usize::from(bit)];
        let (files, ranks) = (rules.files, rules.ranks);
        let row = |color: Color, advanced: u8| {
            let rank_wanted = if color == Color::White {
                advanced
            } else {
                ranks - 1 - advanced
            };
            (
                among(&|bit| rank(bit) == rank_wanted),
                advance(rules, i32::from(advanced)),
            )
        };
        Handmade {
            goal: rules.goal,
            king: king_worth(rules),
            rows: Color::BOTH.map(|color| (0..ranks).map(|advanced| row(color, advanced)).collect()),
            centre: among(&|bit| {
                let (file, rank) = (file(bit), rank(bit));
                files / 4 <= file && file < files - files / 4 && ranks / 3 <= rank && rank < ranks - ranks / 3
            }),
            edge: among(&|bit| file(bit) == 0 || file(bit) + 1 == files),
            left: among(&|bit| file(bit) < files / 2),
            right: among(&|bit| file(bit) >= files.div_ceil(2)),
            guard: if rules.goal == Goal::FirstKing { 14 } else { 7 },
            pieces: geometry.start.map(Bits::count).iter().sum::<u32>().max(1) as i32,
            fortress: Fortress::of(rules),
        }
    }

    /// Material, and where it stands.
    fn side<V: Variant<Word = B>>(&self, board: &Board<V>, color: Color) -> (i32, i32) {
        let (men, kings) = (board.men(color), board.kings_of(color));
        let count = |set: B| set.count() as i32;
        let material = count(men) * MAN + count(kings) * self.king;
        let rows = &self.rows[color.index()];
        let mut place: i32 = rows.iter().map(|&(row, worth)| count(men & row) * worth).sum();
        place += 3 * count(men & self.centre) - 2 * count(men & self.edge);
        place -= 2 * (count(men & self.left) - count(men & self.right)).abs();
        if let Some(&(back, _)) = rows.first() {
            place += self.guard * count(men & back);
        }
        place += king_reach(board, color);
        (material, place)
    }

    /// Rows still to go for the most advanced man that nothing can stop.
    fn runner<V: Variant<Word = B>>(&self, board: &Board<V>, color: Color) -> Option<i32> {
        if !board.kings_of(color.opposite()).is_empty() {
            return None;
        }
        let (rules, tables) = (board.variant.rules(), board.variant.tables());
        let ahead = [compass::NW, compass::N, compass::NE].map(|direction| match color {
            Color::White => direction,
            Color::Black => compass::opposite(direction),
        });
        let steps = |set: B, back: bool| {
            ahead
                .into_iter()
                .filter(|&direction| rules.man_steps.has(direction, color))
                .fold(set, |all, direction| {
                    all | tables.step(set, if back { compass::opposite(direction) } else { direction }) & tables.board
                })
        };
        // Every square from which the way up meets an enemy, or one that a step to the side brings into the way.
        let enemy = board.pieces[color.opposite().index()];
        let aside = (tables.step(enemy, compass::E) | tables.step(enemy, compass::W)) & tables.board;
        let mut shadow = steps(enemy, false) | aside;
        for _ in 1..rules.ranks {
            shadow = steps(shadow, true);
        }
        let free = board.men(color) & !shadow;
        let row = self.rows[color.index()].iter().rposition(|&(row, _)| row.meets(free))?;
        Some(i32::from(rules.ranks) - 1 - row as i32)
    }

    fn race<V: Variant<Word = B>>(&self, board: &Board<V>) -> i32 {
        let runners = Color::BOTH.map(|color| self.runner(board, color));
        if self.goal == Goal::FirstKing {
            // Plies to promotion; the side to move is one ahead.
            let plies =
                Color::BOTH.map(|color| runners[color.index()].map(|rows| 2 * rows - i32::from(board.turn == color)));
            return match plies {
                [Some(white), Some(black)] if white < black => RACE - 10 * white,
                [Some(_), Some(black)] => 10 * black - RACE,
                [Some(white), None] => RACE / 2 - 10 * white,
                [None, Some(black)] => 10 * black - RACE / 2,
                [None, None] => 0,
            };
        }
        // What promotion will bring, less for every row still to go.
        let worth = |rows: Option<i32>| rows.map_or(0, |rows| (self.king - MAN) * (10 - rows).max(0) / 12);
        worth(runners[0]) - worth(runners[1])
    }

    /// Fewer pieces are better, but not so few that none can be given away: freedom to move counts for more.
    fn losing<V: Variant<Word = B>>(&self, board: &Board<V>, color: Color) -> i32 {
        let (rules, tables) = (board.variant.rules(), board.variant.tables());
        let (men, kings, empty) = (board.men(color), board.kings_of(color), board.empty());
        let mobile = (0..8)
            .filter(|&direction| rules.man_steps.has(direction, color))
            .fold(B::EMPTY, |all, direction| {
                all | men & tables.step(empty, compass::opposite(direction))
            });
        let pieces = men.count() as i32 * MAN + kings.count() as i32 * self.king;
        4 * mobile.count() as i32 + king_reach(board, color) - pieces
    }
}

impl<V: Variant> Evaluate<Board<V>> for Handmade<V::Word> {
    type Memory = ();

    fn evaluate(&self, board: &Board<V>, _memory: &mut ()) -> Score {
        let white = if self.goal == Goal::Misere {
            self.losing(board, Color::White) - self.losing(board, Color::Black)
        } else {
            let (white, black) = (self.side(board, Color::White), self.side(board, Color::Black));
            // Who has more gains by every exchange.
            let left = board.occupied().count() as i32;
            let material = (white.0 - black.0) * (5 * self.pieces - left) / (4 * self.pieces);
            let score = material + white.1 - black.1 + self.race(board);
            let ahead = if score > 0 { Color::White } else { Color::Black };
            score / self.fortress.divisor(board, ahead)
        };
        Score::hundredths(if board.turn == Color::White { white } else { -white })
    }
}

/// Squares that the kings of a side reach, one hundredth each where they fly, three where they walk.
fn king_reach<V: Variant>(board: &Board<V>, color: Color) -> i32 {
    let (rules, tables) = (board.variant.rules(), board.variant.tables());
    let (occupied, empty) = (board.occupied(), board.empty());
    let mut reach = 0;
    for king in board.kings_of(color).each() {
        for direction in (0..8).filter(|&direction| rules.king_steps.has(direction, color)) {
            reach += match rules.king_range {
                KingRange::Long => tables.reach(king, direction, occupied).count() as i32,
                KingRange::Short => 3 * (tables.step(V::Word::of(king), direction) & empty).count() as i32,
            };
        }
    }
    reach
}

fn king_worth(rules: &Rules) -> i32 {
    match (rules.goal, rules.king_range) {
        // A flying king is easily given away, and takes only what it must.
        (Goal::Misere, KingRange::Long) => 80,
        (Goal::Misere, KingRange::Short) => MAN,
        (_, KingRange::Long) => 300,
        (_, KingRange::Short) if rules.men_take_kings => 140,
        (_, KingRange::Short) => 170,
    }
}

/// What a man gains by having advanced so many rows: little at first, more near promotion.
fn advance(rules: &Rules, rows: i32) -> i32 {
    let worth = rows + rows * rows / 8;
    match rules.goal {
        Goal::FirstKing => 2 * worth,
        Goal::Block | Goal::Misere => worth,
    }
}
