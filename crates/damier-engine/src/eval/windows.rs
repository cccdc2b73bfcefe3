//! Patterns of men: windows of eight squares, each of which is empty or holds a man of one of the sides.
//!
//! A window is four rows high and two squares wide. A turn of the board by 180 degrees with the colours swapped maps
//! the windows onto each other: such a pair shares one table of weights, read with the sign flipped. What a window
//! holds is a number in base 3, the upper left square first: 0 empty, 1 a white man, 2 a black man. All windows that
//! begin in one row are numbered at once, in the lanes of one vector: a look-up gives the digits of a row's pairs of
//! neighbours, and since digits add up, White's and Black's men need no common look-up.
//!
//! On a board of odd width every second row is a square shorter. Windows that begin in a long row take the squares of
//! short rows at the right below theirs, those that begin in a short row the ones at the left: so the image of a window
//! is a window there too. Where such a row has no square, a window shows an empty one.

use std::ops::{Add, Shl};

use damier_rules::rules::{Rules, Surface};
use damier_rules::{Bits, Board, Color, Variant};

/// Rows of a window.
pub const HEIGHT: usize = 4;
const WIDTH: usize = 2;
const SQUARES: usize = HEIGHT * WIDTH;
/// What a window can hold.
pub const CONTENTS: usize = 3usize.pow(SQUARES as u32);
/// The most squares of a row: those of a board on which all are played on.
const MOST_COLUMNS: usize = 8;
/// The most rows of a board.
const MOST_ROWS: usize = 16;

/// One number of sixteen bits for each pair of neighbours in a row, the leftmost lowest.
const LANE: u32 = 16;

/// The digits of all pairs of neighbours in a row, for one side's men there; then those of the pairs the other way round.
static PAIRS: [[u128; 2]; 1 << MOST_COLUMNS] = {
    let mut pairs = [[0; 2]; 1 << MOST_COLUMNS];
    let mut row = 0;
    while row < pairs.len() {
        let mut column = 0;
        while column + 1 < MOST_COLUMNS {
            let (left, right) = (row >> column & 1, row >> (column + 1) & 1);
            pairs[row][0] |= ((left + 3 * right) as u128) << (LANE * column as u32);
            pairs[row][1] |= ((3 * left + right) as u128) << (LANE * column as u32);
            column += 1;
        }
        row += 1;
    }
    pairs
};

/// A word that holds a number for each pair of a row.
trait Lanes: Copy + Add<Output = Self> + Shl<u32, Output = Self> {
    /// See [`PAIRS`].
    fn digits(row: usize) -> [Self; 2];

    fn lane(self, column: usize) -> usize;
}

impl Lanes for u64 {
    #[inline(always)]
    fn digits(row: usize) -> [u64; 2] {
        PAIRS[row].map(|pairs| pairs as u64)
    }

    #[inline(always)]
    fn lane(self, column: usize) -> usize {
        (self >> (LANE * column as u32) & 0xffff) as usize
    }
}

impl Lanes for u128 {
    #[inline(always)]
    fn digits(row: usize) -> [u128; 2] {
        PAIRS[row]
    }

    #[inline(always)]
    fn lane(self, column: usize) -> usize {
        (self >> (LANE * column as u32) & 0xffff) as usize
    }
}

/// How the weights of a table apply to a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facing {
    /// As they are.
    Same,
    /// With the sides swapped: it is the image of the window that the table is for.
    Turned,
    /// What it holds is its own image.
    Both,
}

/// Where the windows of a board are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Windows {
    rows: usize,
    /// Of the longest row.
    columns: usize,
    surface: Surface,
    /// Every second row is a square shorter.
    odd: bool,
}

impl Windows {
    pub const fn of(rules: &Rules) -> Windows {
        Windows {
            rows: rules.ranks as usize,
            columns: match rules.surface {
                Surface::Diagonal => (rules.files as usize).div_ceil(2),
                Surface::All => rules.files as usize,
            },
            surface: rules.surface,
            odd: matches!(rules.surface, Surface::Diagonal) && rules.files % 2 == 1,
        }
    }

    /// Can the windows of such a board be numbered?
    pub const fn fit(&self) -> bool {
        // A turn must map rows of one length onto each other.
        let turns = !self.odd || self.rows % 2 == 1;
        self.rows >= HEIGHT && self.rows <= MOST_ROWS && self.columns >= WIDTH && self.columns <= MOST_COLUMNS && turns
    }

    const fn across(&self) -> usize {
        self.columns - WIDTH + 1
    }

    const fn down(&self) -> usize {
        self.rows - HEIGHT + 1
    }

    /// How many there are, row by row from the top.
    pub const fn count(&self) -> usize {
        self.across() * self.down()
    }

    /// Tables that they need: a window and its image share one.
    pub const fn tables(&self) -> usize {
        self.count().div_ceil(2)
    }

    /// Squares of a row.
    const fn length(&self, row: usize) -> usize {
        self.columns - (self.odd && row % 2 == 1) as usize
    }

    /// How far to the left of a window that begins at a row its squares are in another row.
    const fn shift(&self, top: usize, row: usize) -> usize {
        (self.odd && top % 2 == 1 && row % 2 == 1) as usize
    }

    /// Bit of the first square of a row.
    const fn start(&self, row: usize) -> u32 {
        let start = match self.surface {
            Surface::Diagonal => {
                // The layout of an odd board begins in the second row of the next even one.
                let row = row + self.rows % 2;
                row / 2 * (2 * self.columns + 1) + row % 2 * self.columns
            }
            Surface::All => row * (self.columns + 1),
        };
        start as u32
    }

    /// The table of a window that holds something, given as it is and [`turned`], the place in the table, and how what is
    /// there applies.
    #[inline(always)]
    pub fn place(&self, window: usize, content: usize, turned: usize) -> (usize, usize, Facing) {
        // Rows from the top and columns from the left are turned at once.
        let image = self.count() - 1 - window;
        if window > image || window == image && turned < content {
            (image, turned, Facing::Turned)
        } else if window == image && turned == content {
            (window, content, Facing::Both)
        } else {
            (window, content, Facing::Same)
        }
    }

    /// Row from the top and column from the left of a square.
    pub fn at(&self, bit: u8) -> Option<(usize, usize)> {
        let row = (0..self.rows).find(|&row| {
            let start = self.start(row);
            (start..start + self.length(row) as u32).contains(&u32::from(bit))
        })?;
        Some((row, usize::from(bit) - self.start(row) as usize))
    }

    /// The place of a square in the layout, counted without gaps.
    pub fn order(&self, bit: u8) -> Option<usize> {
        self.at(bit).map(|(row, column)| self.before(row) + column)
    }

    /// Squares of the rows above one.
    const fn before(&self, row: usize) -> usize {
        row * self.columns - if self.odd { row / 2 } else { 0 }
    }

    /// The last window that shows a square, and where in it: for weights of single men.
    pub fn showing(&self, bit: u8) -> Option<(usize, usize)> {
        self.of_place(self.order(bit)?).last()
    }

    /// The windows that show a square, given by its place in the layout, and where in them.
    pub fn of_place(self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..self.count()).flat_map(move |window| {
            let shown = (0..SQUARES).filter(move |&square| self.shows(window, square) == Some(place));
            shown.map(move |square| (window, square))
        })
    }

    /// The place in the layout of a square of a window; none where the board has no square there.
    pub fn shows(&self, window: usize, square: usize) -> Option<usize> {
        let (top, left) = (window / self.across(), window % self.across());
        let row = top + square / WIDTH;
        let column = (left + square % WIDTH).checked_sub(self.shift(top, row))?;
        (column < self.length(row)).then(|| self.before(row) + column)
    }

    /// Calls a function with every window, what it holds, and what that is when it is [`turned`].
    #[inline(always)]
    pub fn each<V: Variant>(&self, board: &Board<V>, visit: impl FnMut(usize, usize, usize)) {
        if self.across() <= (u64::BITS / LANE) as usize {
            self.walk::<V, u64>(board, visit);
        } else {
            self.walk::<V, u128>(board, visit);
        }
    }

    #[inline(always)]
    fn walk<V: Variant, L: Lanes>(&self, board: &Board<V>, mut visit: impl FnMut(usize, usize, usize)) {
        let men = Color::BOTH.map(|color| board.men(color));
        // A row as it is and as it is turned: then its right squares come first, and White's men are Black's.
        let row = |top: usize, row: usize| {
            let [white, black] = men.map(|set| L::digits(self.row(set, top, row)));
            [white[0] + black[0] + black[0], white[1] + white[1] + black[1]]
        };
        let nine = |high: L, low: L| low + (high << 3) + high;
        let mut rows = [row(0, 0), row(0, 1), row(0, 2), row(0, 3)];
        for top in 0..self.down() {
            let content = nine(nine(nine(rows[3][0], rows[2][0]), rows[1][0]), rows[0][0]);
            let image = nine(nine(nine(rows[0][1], rows[1][1]), rows[2][1]), rows[3][1]);
            for left in 0..self.across() {
                visit(top * self.across() + left, content.lane(left), image.lane(left));
            }
            let next = top + 1;
            if next < self.down() {
                rows = if self.odd {
                    [0, 1, 2, 3].map(|below| row(next, next + below))
                } else {
                    [rows[1], rows[2], rows[3], row(next, top + HEIGHT)]
                };
            }
        }
    }

    /// The squares of a set in a row, as windows that begin at a row see it.
    #[inline(always)]
    fn row<B: Bits>(&self, set: B, top: usize, row: usize) -> usize {
        let squares = low(set >> self.start(row)) & ((1 << self.length(row)) - 1);
        (squares << self.shift(top, row)) & (PAIRS.len() - 1)
    }
}

/// The lowest bits of a set.
#[inline(always)]
fn low<B: Bits>(set: B) -> usize {
    set.wide() as usize
}

/// What a window holds when it is turned by 180 degrees and the colours are swapped.
pub fn turned(content: usize) -> usize {
    let (mut rest, mut turned) = (content, 0);
    for _ in 0..SQUARES {
        let swapped = match rest % 3 {
            0 => 0,
            color => 3 - color,
        };
        turned = 3 * turned + swapped;
        rest /= 3;
    }
    turned
}

/// The digit of a square of a window in what it holds.
pub fn digit(content: usize, square: usize) -> usize {
    content / 3usize.pow(square as u32) % 3
}
