//! Every position of a slice has one number, and every number one position.
//!
//! A position is seen by the side to move: for Black the board is turned by 180 degrees, so that both colours share one
//! table. Placements of men come first, then own kings on the squares that are left, then the other side's kings on
//! what is left after that. Each set of squares is numbered among its possible squares by its place in the combinatorial
//! number system. Men stand on every square but their own king row; which of them stand on their own back row is counted
//! apart, since there they cannot be in the way of the other side's men.

use damier_rules::geometry::Tables;
use damier_rules::{Bits, Board, Color, Variant};

use crate::material::{Force, Material};

const SQUARES: usize = 81;
const MOST: usize = 8;

/// Sets of `k` among `n`, for all that tables need.
pub(crate) const BINOMIAL: [[u64; MOST]; SQUARES] = {
    let mut binomial = [[0; MOST]; SQUARES];
    let mut n = 0;
    while n < SQUARES {
        binomial[n][0] = 1;
        let mut k = 1;
        while k < MOST && n > 0 {
            binomial[n][k] = binomial[n - 1][k - 1] + binomial[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    binomial
};

/// Men and kings of both sides; the side to move stands at the bottom if it is `WHITE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sets<B> {
    pub own_men: B,
    pub own_kings: B,
    pub other_men: B,
    pub other_kings: B,
}

impl<B: Bits> Sets<B> {
    #[inline(always)]
    pub fn of<V: Variant<Word = B>>(board: &Board<V>) -> Sets<B> {
        let (own, other) = (board.own(), board.enemy());
        Sets {
            own_men: own & !board.kings,
            own_kings: own & board.kings,
            other_men: other & !board.kings,
            other_kings: other & board.kings,
        }
    }

    #[inline(always)]
    pub fn material(&self) -> Material {
        let force = |men: B, kings: B| Force {
            men: men.count() as u8,
            kings: kings.count() as u8,
        };
        Material::new(
            force(self.own_men, self.own_kings),
            force(self.other_men, self.other_kings),
        )
    }

    #[inline(always)]
    pub fn men(&self) -> B {
        self.own_men | self.other_men
    }

    /// The position with White to move.
    pub fn board<V: Variant<Word = B>>(&self, variant: V) -> Board<V> {
        Board {
            variant,
            pieces: [self.own_men | self.own_kings, self.other_men | self.other_kings],
            kings: self.own_kings | self.other_kings,
            turn: Color::White,
            runs: Default::default(),
        }
    }
}

/// The numbering of one slice.
#[derive(Clone, Copy, Debug)]
pub struct Index<B> {
    material: Material,
    board: B,
    /// The rows on which White and Black promote.
    king_row: [B; 2],
    /// Placements of kings for each placement of men.
    block: u64,
    /// The first placement of men with so many own men on their back row.
    first: [u64; MOST + 1],
    /// Placements of own men off the back row, where so many are on it.
    inner: [u64; MOST],
    /// Placements of the other men, where so many own men are off their back row.
    others: [u64; MOST],
    /// Placements of the other side's kings for each of own kings.
    other_kings: u64,
}

impl<B: Bits> Index<B> {
    pub fn new(tables: &Tables<B>, material: Material) -> Index<B> {
        let squares = tables.board.count() as usize;
        let back = tables.king_row[Color::Black.index()].count() as usize;
        let zone = squares - 2 * back;
        let (own, other) = (usize::from(material.own.men), usize::from(material.other.men));
        let (mut first, mut inner, mut others) = ([0; MOST + 1], [0; MOST], [0; MOST]);
        for row in 0..MOST {
            first[row + 1] = first[row];
            if row <= own {
                inner[row] = BINOMIAL[zone][own - row];
                others[row] = BINOMIAL[(squares - back).saturating_sub(own - row)][other];
                first[row + 1] += BINOMIAL[back][row] * inner[row] * others[row];
            }
        }
        let free = squares - own - other;
        let own_kings = usize::from(material.own.kings);
        let other_kings = BINOMIAL[free - own_kings][usize::from(material.other.kings)];
        Index {
            material,
            board: tables.board,
            king_row: tables.king_row,
            block: BINOMIAL[free][own_kings] * other_kings,
            first,
            inner,
            others,
            other_kings,
        }
    }

    pub fn material(&self) -> Material {
        self.material
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.placements() * self.block
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many placements of men there are.
    pub fn placements(&self) -> u64 {
        self.first[MOST]
    }

    /// Placements of kings for each placement of men.
    pub fn block(&self) -> u64 {
        self.block
    }

    /// Placements of the other side's kings for each of own kings.
    pub(crate) fn row(&self) -> u64 {
        self.other_kings
    }

    /// The number of a position of this slice.
    #[inline]
    pub fn of<V: Variant<Word = B>>(&self, board: &Board<V>) -> u64 {
        let sets = Sets::of(board);
        match board.turn {
            Color::White => self.of_sets::<true>(&sets),
            Color::Black => self.of_sets::<false>(&sets),
        }
    }

    #[inline(always)]
    pub(crate) fn of_sets<const WHITE: bool>(&self, sets: &Sets<B>) -> u64 {
        self.placement::<WHITE>(sets.own_men, sets.other_men) * self.block
            + self.kings::<WHITE>(sets.men(), sets.own_kings, sets.other_kings)
    }

    /// The number of a placement of men.
    #[inline(always)]
    pub(crate) fn placement<const WHITE: bool>(&self, own: B, other: B) -> u64 {
        if self.material.own.men == 0 {
            if self.material.other.men == 0 {
                return 0;
            }
            return rank::<B, WHITE>(other, self.board & !self.back_row::<WHITE>());
        }
        let back = self.back_row::<WHITE>();
        let (on_back, inside) = (own & back, own & !back);
        let row = on_back.count() as usize;
        let zone = self.board & !back;
        let own_inside = rank::<B, WHITE>(inside, zone & !self.king_row::<WHITE>());
        self.first[row]
            + (rank::<B, WHITE>(on_back, back) * self.inner[row] + own_inside) * self.others[row]
            + rank::<B, WHITE>(other, zone & !inside)
    }

    /// The number of the first position with these men and these own kings, and the squares for the other side's kings.
    #[inline(always)]
    pub(crate) fn begin<const WHITE: bool>(&self, sets: &Sets<B>) -> (u64, B) {
        let free = self.board & !sets.men();
        let placement = self.placement::<WHITE>(sets.own_men, sets.other_men);
        let own = rank::<B, WHITE>(sets.own_kings, free);
        (placement * self.block + own * self.other_kings, free & !sets.own_kings)
    }

    /// The number of a placement of kings among the squares without men.
    #[inline(always)]
    pub(crate) fn kings<const WHITE: bool>(&self, men: B, own: B, other: B) -> u64 {
        let free = self.board & !men;
        rank::<B, WHITE>(own, free) * self.other_kings + rank::<B, WHITE>(other, free & !own)
    }

    #[inline(always)]
    fn back_row<const WHITE: bool>(&self) -> B {
        self.king_row[if WHITE { Color::Black } else { Color::White }.index()]
    }

    #[inline(always)]
    fn king_row<const WHITE: bool>(&self) -> B {
        self.king_row[if WHITE { Color::White } else { Color::Black }.index()]
    }

    /// The men of a placement, those of the side to move at the bottom of the board first.
    pub(crate) fn men(&self, placement: u64) -> [B; 2] {
        let row = (0..MOST)
            .rfind(|&row| self.first[row] <= placement && self.first[row] < self.first[row + 1])
            .unwrap_or(0);
        let within = placement - self.first[row];
        let (own, other) = (within / self.others[row].max(1), within % self.others[row].max(1));
        let (on_back, inside) = (own / self.inner[row].max(1), own % self.inner[row].max(1));
        let back = self.back_row::<true>();
        let zone = self.board & !back;
        let inside = unrank(
            inside,
            usize::from(self.material.own.men) - row,
            zone & !self.king_row::<true>(),
        );
        let on_back = unrank(on_back, row, back);
        let other = unrank(other, self.material.other.men.into(), zone & !inside);
        [on_back | inside, other]
    }

    /// The position with a number below [`Index::len`], seen by the side to move.
    pub fn position(&self, index: u64) -> Sets<B> {
        let [own_men, other_men] = self.men(index / self.block);
        let within = index % self.block;
        let free = self.board & !(own_men | other_men);
        let own_kings = unrank(within / self.other_kings, self.material.own.kings.into(), free);
        let rest = free & !own_kings;
        Sets {
            own_men,
            own_kings,
            other_men,
            other_kings: unrank(within % self.other_kings, self.material.other.kings.into(), rest),
        }
    }
}

/// The place of a set among the sets of as many squares of a ground, seen from the chair of a side.
#[inline(always)]
pub(crate) fn rank<B: Bits, const WHITE: bool>(set: B, ground: B) -> u64 {
    let mut rest = set;
    let mut rank = 0;
    let mut size = 0;
    while !rest.is_empty() {
        size += 1;
        let label = if WHITE {
            let bit = rest.first();
            rest = rest.without_first();
            (ground & !(B::FULL << u32::from(bit))).count()
        } else {
            let bit = rest.last();
            rest &= !B::of(bit);
            // The highest bit of a word is no square of any board.
            (ground & B::FULL << (u32::from(bit) + 1)).count()
        };
        rank += BINOMIAL[label as usize][size];
    }
    rank
}

/// The set with a rank, from White's chair.
fn unrank<B: Bits>(rank: u64, size: usize, ground: B) -> B {
    let (mut rest, mut set) = (rank, B::EMPTY);
    let mut below = ground.count() as usize;
    for size in (1..=size).rev() {
        let label = match size {
            1 => rest as usize,
            _ => BINOMIAL[..below]
                .partition_point(|row| row[size] <= rest)
                .saturating_sub(1),
        };
        rest -= BINOMIAL[label][size];
        below = label;
        set |= B::of(nth(ground, label as u32));
    }
    set
}

/// The bit of a set that has so many below it.
#[inline(always)]
fn nth<B: Bits>(set: B, mut below: u32) -> u8 {
    let mut bit = 0;
    for width in [64, 32, 16, 8, 4, 2, 1] {
        if bit + width < 8 * size_of::<B>() as u32 {
            let lower = (set >> bit & !(B::FULL << width)).count();
            if below >= lower {
                below -= lower;
                bit += width;
            }
        }
    }
    bit as u8
}
