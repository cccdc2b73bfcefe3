//! What a net sees of the pieces below the tops of towers.
//!
//! Read from the top, a tower is first pieces of its own side (its reserves, which command when the top is taken), then
//! enemies (its prisoners, which go free when no reserve is left), then, perhaps, pieces of its own side again, and so
//! on. What those are worth depends on how many there are, on kings among them, and on where the tower stands.

use damier_rules::{Bits, Color, Rules, Towers, Variant};

use crate::eval::terms::Terms;

/// Above the most reserves, and prisoners, that are told apart; and of a tower on its square, and deeper.
const MANY: usize = 6;
const SOME: usize = 4;
/// The most squares of a board with towers: 10×8.
const MOST_SQUARES: usize = 40;

/// A tower with such a top, so many reserves, so many prisoners.
const SHAPE: usize = 0;
/// Kings among the reserves and among the prisoners.
const KINGS: usize = SHAPE + 2 * MANY * MANY;
/// Own pieces below the prisoners, by the reserves.
const DEEP: usize = KINGS + 2 * SOME * SOME;
/// Reserves and prisoners of a tower on a square.
const RESERVES_AT: usize = DEEP + SOME * SOME;
const PRISONERS_AT: usize = RESERVES_AT + 2 * SOME * MOST_SQUARES;
/// How many rows there are, and where those of one kind end: no tower has two of a kind.
const ROWS: usize = PRISONERS_AT + 2 * SOME * MOST_SQUARES;
pub(crate) const KINDS: [usize; 6] = [SHAPE, KINGS, DEEP, RESERVES_AT, PRISONERS_AT, ROWS];

/// Rows of a net for what lies below, in a game.
pub fn rows(rules: &Rules) -> usize {
    if rules.stacking.is_some() { ROWS } else { 0 }
}

/// Calls a function with the side that has each tower of more than one piece, and every row that is there for it.
#[inline(always)]
pub(crate) fn each<V: Variant>(towers: &Towers<V>, terms: &Terms<V::Word>, mut note: impl FnMut(Color, usize)) {
    for color in Color::BOTH {
        for bit in (towers.tall & towers.tops.pieces[color.index()]).each() {
            let tower = Tower::of(towers, bit, color);
            let (top, place) = (usize::from(towers.tops.kings.has(bit)), terms.place(bit, color));
            let (reserves, prisoners, deep) = (tower.reserves, tower.prisoners, tower.deep);
            note(
                color,
                SHAPE + (top * MANY + reserves.min(MANY - 1)) * MANY + prisoners.min(MANY - 1),
            );
            if tower.kings != [0; 2] {
                let [own, held] = tower.kings.map(|kings| kings.min(SOME - 1));
                note(color, KINGS + (top * SOME + own) * SOME + held);
            }
            if deep > 0 {
                note(color, DEEP + reserves.min(SOME - 1) * SOME + deep.min(SOME - 1));
            }
            let at = |count: usize| (place * 2 + top) * SOME + count.min(SOME - 1);
            if reserves > 0 {
                note(color, RESERVES_AT + at(reserves));
            }
            if prisoners > 0 {
                note(color, PRISONERS_AT + at(prisoners));
            }
        }
    }
}

/// What is counted of a tower.
#[derive(Default)]
struct Tower {
    reserves: usize,
    prisoners: usize,
    /// Own pieces below the prisoners.
    deep: usize,
    /// Kings among the reserves and among the prisoners.
    kings: [usize; 2],
}

impl Tower {
    #[inline(always)]
    fn of<V: Variant>(towers: &Towers<V>, bit: u8, color: Color) -> Tower {
        let mut tower = Tower::default();
        for piece in towers.below(bit).each() {
            let own = piece.color == color;
            match (own, tower.prisoners) {
                (true, 0) => {
                    tower.reserves += 1;
                    tower.kings[0] += usize::from(piece.king);
                }
                (true, _) => tower.deep += 1,
                (false, _) => {
                    tower.prisoners += 1;
                    tower.kings[1] += usize::from(piece.king);
                }
            }
        }
        tower
    }
}
