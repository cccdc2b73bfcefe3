//! Judging games in which nothing leaves the board.
//!
//! What stands on top decides, as in a flat game, so the tops are judged like one. Below them lie the reserves: own
//! pieces that command when the top is taken, and prisoners, which are out of the game until then.

use damier_rules::rules::KingRange;
use damier_rules::{Bits, Color, Towers, Variant};

use crate::eval::{Evaluate, Handmade, Net, Sums, shipped};
use crate::score::Score;

/// Worth of an own man right below the top, and of each further one.
const RESERVE: i32 = 45;
const FURTHER: i32 = 22;
/// A prisoner below a top that has reserves; and one that goes free when the top is taken.
const HELD: i32 = 14;
const LOOSE: i32 = -6;

/// The evaluation of a game with towers.
#[derive(Clone, Debug)]
pub enum TowerJudge<B> {
    Net(Net<B>),
    Handmade(HandmadeTowers<B>),
}

impl<B: Bits> TowerJudge<B> {
    /// The best that there is for a game: see [`Judge::of`](crate::eval::Judge::of).
    pub fn of<V: Variant<Word = B>>(variant: V) -> TowerJudge<B> {
        match shipped::net(variant) {
            Some(ready) => TowerJudge::Net(Net::with(variant, ready)),
            None => TowerJudge::Handmade(HandmadeTowers::new(variant)),
        }
    }
}

impl<V: Variant> Evaluate<Towers<V>> for TowerJudge<V::Word> {
    type Memory = Sums;

    fn evaluate(&self, towers: &Towers<V>, memory: &mut Sums) -> Score {
        match self {
            TowerJudge::Net(net) => net.evaluate(towers, memory),
            TowerJudge::Handmade(handmade) => handmade.evaluate(towers, &mut ()),
        }
    }
}

/// An evaluation written by hand. All numbers are guesses that games between versions have not contradicted.
#[derive(Clone, Debug)]
pub struct HandmadeTowers<B> {
    tops: Handmade<B>,
    /// What a king below the top is worth beyond a man there.
    king: i32,
}

impl<B: Bits> HandmadeTowers<B> {
    pub fn new<V: Variant<Word = B>>(variant: V) -> HandmadeTowers<B> {
        HandmadeTowers {
            tops: Handmade::new(variant),
            king: match variant.rules().king_range {
                KingRange::Long => 70,
                KingRange::Short => 25,
            },
        }
    }

    fn below<V: Variant<Word = B>>(&self, towers: &Towers<V>, color: Color) -> i32 {
        let mut sum = 0;
        for bit in (towers.tall & towers.tops.pieces[color.index()]).each() {
            let (mut reserves, mut prisoners) = (0, 0);
            for piece in towers.below(bit).each() {
                if piece.color == color && prisoners == 0 {
                    reserves += 1;
                    sum += if reserves == 1 { RESERVE } else { FURTHER } + self.king * i32::from(piece.king);
                } else {
                    prisoners += 1;
                }
            }
            sum += prisoners * if reserves > 0 { HELD } else { LOOSE };
        }
        sum
    }
}

impl<V: Variant> Evaluate<Towers<V>> for HandmadeTowers<V::Word> {
    type Memory = ();

    fn evaluate(&self, towers: &Towers<V>, _memory: &mut ()) -> Score {
        let (mover, other) = (towers.tops.turn, towers.tops.turn.opposite());
        let below = self.below(towers, mover) - self.below(towers, other);
        let tops = self.tops.judge(&towers.tops);
        if tops.is_decisive() {
            tops
        } else {
            Score::hundredths(tops.to_hundredths() + below)
        }
    }
}
