//! Endings that more pieces do not win.

use damier_rules::rules::{Directions, Goal, KingRange, Landing, Rules};
use damier_rules::{Bits, Board, Color, Variant};

/// How well the weaker side holds an ending against more pieces, once it has a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fortress {
    /// A score is what it is.
    Never,
    /// A king is caught by two.
    None,
    /// A king is caught by so many, and not on the main road.
    Kings(u32),
}

impl Fortress {
    pub fn of(rules: &Rules) -> Fortress {
        let straight = (0..8).any(|direction| {
            rules.king_jumps.has(direction, Color::White) && !Directions::DIAGONALS.has(direction, Color::White)
        });
        // A king that captures along rows and files too, or halts behind a king, is half of a pair that catches one.
        if rules.goal == Goal::Misere {
            Fortress::Never
        } else if rules.king_range == KingRange::Short || rules.landing == Landing::NextAfterKing || straight {
            Fortress::None
        } else if rules.squares() > 40 {
            Fortress::Kings(4)
        } else {
            Fortress::Kings(3)
        }
    }

    /// By what a score is to be divided when one side is ahead.
    #[inline(always)]
    pub fn divisor<V: Variant>(self, board: &Board<V>, ahead: Color) -> i32 {
        let weak = ahead.opposite();
        let kings = board.kings_of(weak);
        if kings.is_empty() {
            return 1;
        }
        let count = |color: Color| board.pieces[color.index()].count();
        let (more, fewer) = (count(ahead), count(weak));
        let road = V::Word::narrow(board.variant.tables().geometry.main_road);
        match self {
            Fortress::Never => 1,
            Fortress::None if more <= fewer => 2,
            Fortress::None => 1,
            Fortress::Kings(_) if fewer == 1 && kings.meets(road) && more <= 4 => 8,
            Fortress::Kings(catch) if fewer == 1 && more < catch => 8,
            Fortress::Kings(catch) if fewer > 1 && more + 1 < fewer + catch => 2,
            Fortress::Kings(_) => 1,
        }
    }
}
