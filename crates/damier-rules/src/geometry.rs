//! Files × ranks as bits, with ghost bits in the layout so that a step is one shift and edges need no masks.
//!
//! One colour of square: two rows take `files + 1` bits, the last of which is a ghost; a diagonal step shifts by
//! `files / 2` or `files / 2 + 1`. All squares: a row takes `files + 1` bits, the last of which is a ghost.
//! Odd numbers of files or ranks leave out the last file or the first row of the next even board.
//! Mirrored boards share the layout of their mirror image: only names and numbers differ.
//!
//! ```text
//!   10×10, top left corner            All squares, 8 files
//!     0   1   2   3   4                0  1  2  3  4  5  6  7 (8)
//!   5   6   7   8   9  (10)            9 10 11 12 13 14 15 16 (17)
//!    11  12  13  14  15
//! ```

use crate::bits::Bits;
use crate::piece::Color;
use crate::rules::{Numbering, Rules, Surface, compass};

/// The most bits that a board takes: 12×12.
pub const MAX_BITS: usize = 80;
/// The most squares that a board has: 8×8, 12×12 and anything that fits [`MAX_BITS`].
pub const MAX_SQUARES: usize = 80;
/// No square: a step off the board.
pub const NONE: u8 = u8::MAX;

/// Where the squares are: bit indices against files, ranks and numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    pub board: u128,
    /// Change of bit index per direction. On one colour of square N, E, S and W are the double steps.
    pub delta: [i8; 8],
    pub next: [[u8; MAX_BITS]; 8],
    /// Standard number (1 at the top left) of each bit, 0 for ghosts.
    pub number_of: [u8; MAX_BITS],
    /// Bit of each standard number.
    pub bit_of: [u8; MAX_SQUARES + 1],
    /// File from the left, White at the bottom.
    pub file_of: [u8; MAX_BITS],
    /// Rank from White's side.
    pub rank_of: [u8; MAX_BITS],
    pub king_row: [u128; 2],
    pub start: [u128; 2],
    pub main_road: u128,
}

impl Geometry {
    pub const fn new(rules: &Rules) -> Geometry {
        let (files, ranks) = (rules.files as i32, rules.ranks as i32);
        let mut geometry = Geometry {
            board: 0,
            delta: Self::deltas(rules),
            next: [[NONE; MAX_BITS]; 8],
            number_of: [0; MAX_BITS],
            bit_of: [NONE; MAX_SQUARES + 1],
            file_of: [NONE; MAX_BITS],
            rank_of: [NONE; MAX_BITS],
            king_row: [0; 2],
            start: [0; 2],
            main_road: 0,
        };
        let mut number = 0;
        let mut row = 0;
        while row < ranks {
            let mut file = 0;
            while file < files {
                let rank = ranks - 1 - row;
                if let Some(bit) = Self::bit_at(rules, file, rank) {
                    number += 1;
                    geometry.board |= 1 << bit;
                    geometry.number_of[bit as usize] = number;
                    geometry.bit_of[number as usize] = bit;
                    geometry.file_of[bit as usize] = file as u8;
                    geometry.rank_of[bit as usize] = rank as u8;
                    geometry.place(rules, bit, rank);
                    // The main road leaves White's lower left corner (lower right on a mirrored board).
                    let along = if rules.mirrored { files - 1 - file } else { file };
                    if along == rank {
                        geometry.main_road |= 1 << bit;
                    }
                    let mut direction = 0;
                    while direction < 8 {
                        geometry.next[direction][bit as usize] = Self::step_from(rules, file, rank, direction);
                        direction += 1;
                    }
                }
                file += 1;
            }
            row += 1;
        }
        geometry
    }

    const fn place(&mut self, rules: &Rules, bit: u8, rank: i32) {
        let ranks = rules.ranks as i32;
        let (near, far) = (rules.rows_behind as i32, (rules.rows_behind + rules.rows_of_men) as i32);
        if rank == rules.king_row(Color::White) as i32 {
            self.king_row[Color::White.index()] |= 1 << bit;
        }
        if rank == rules.king_row(Color::Black) as i32 {
            self.king_row[Color::Black.index()] |= 1 << bit;
        }
        if rank >= near && rank < far {
            self.start[Color::White.index()] |= 1 << bit;
        }
        if ranks - 1 - rank >= near && ranks - 1 - rank < far {
            self.start[Color::Black.index()] |= 1 << bit;
        }
    }

    const fn deltas(rules: &Rules) -> [i8; 8] {
        let files = rules.files as i8;
        match rules.surface {
            Surface::Diagonal => {
                let files = files + files % 2;
                let (left, right) = (files / 2, files / 2 + 1);
                [-(files + 1), -left, 1, right, files + 1, left, -1, -right]
            }
            Surface::All => {
                let row = files + 1;
                [-row, -row + 1, 1, row + 1, row, row - 1, -1, -row - 1]
            }
        }
    }

    /// The bit at a file (as people see it) and a rank; `None` off the board and where nothing is played.
    pub const fn bit_at(rules: &Rules, file: i32, rank: i32) -> Option<u8> {
        let (files, ranks) = (rules.files as i32, rules.ranks as i32);
        if file < 0 || rank < 0 || file >= files || rank >= ranks {
            return None;
        }
        let row = ranks - 1 - rank;
        match rules.surface {
            Surface::All => Some((row * (files + 1) + file) as u8),
            Surface::Diagonal => {
                let file = if rules.mirrored { files - 1 - file } else { file };
                if (file + rank) % 2 != 0 {
                    return None;
                }
                let (row, width) = (row + ranks % 2, files + files % 2);
                Some((row / 2 * (width + 1) + row % 2 * (width / 2) + file / 2) as u8)
            }
        }
    }

    /// The neighbour in a direction as the *layout* sees it: on a mirrored board east is to the viewer's left.
    const fn step_from(rules: &Rules, file: i32, rank: i32, direction: usize) -> u8 {
        let (east, north) = match direction {
            compass::N => (0, 1),
            compass::NE => (1, 1),
            compass::E => (1, 0),
            compass::SE => (1, -1),
            compass::S => (0, -1),
            compass::SW => (-1, -1),
            compass::W => (-1, 0),
            _ => (-1, 1),
        };
        let east = if rules.mirrored && matches!(rules.surface, Surface::Diagonal) {
            -east
        } else {
            east
        };
        let double = if matches!(rules.surface, Surface::Diagonal) && direction.is_multiple_of(2) {
            2
        } else {
            1
        };
        match Self::bit_at(rules, file + east * double, rank + north * double) {
            Some(bit) => bit,
            None => NONE,
        }
    }

    /// The number that people write for a bit.
    pub fn number(&self, rules: &Rules, numbering: Numbering, bit: u8) -> u8 {
        let standard = self.number_of[bit as usize];
        match numbering {
            Numbering::Standard => standard,
            Numbering::Rotated => rules.squares() as u8 + 1 - standard,
        }
    }

    /// The bit that people mean by a number, `None` beyond the board.
    pub fn bit(&self, rules: &Rules, numbering: Numbering, number: u32) -> Option<u8> {
        let squares = rules.squares() as u32;
        if number == 0 || number > squares {
            return None;
        }
        let standard = match numbering {
            Numbering::Standard => number,
            Numbering::Rotated => squares + 1 - number,
        };
        Some(self.bit_of[standard as usize])
    }
}

/// What the move generator looks up, in the word of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tables<B> {
    pub geometry: Geometry,
    pub board: B,
    /// Squares that have a neighbour in a direction, where a plain shift could wrap; every bit where it cannot.
    pub leave: [B; 8],
    /// All squares in a straight line from a square, per direction.
    pub rays: [[B; MAX_BITS]; 8],
    pub king_row: [B; 2],
}

macro_rules! tables {
    ($word:ty) => {
        impl Tables<$word> {
            pub const fn new(rules: &Rules) -> Self {
                let geometry = Geometry::new(rules);
                let mut tables = Tables {
                    geometry,
                    board: geometry.board as $word,
                    leave: [<$word>::MAX; 8],
                    rays: [[0; MAX_BITS]; 8],
                    king_row: [geometry.king_row[0] as $word, geometry.king_row[1] as $word],
                };
                let mut direction = 0;
                while direction < 8 {
                    let sideways = direction == compass::E || direction == compass::W;
                    if sideways && matches!(rules.surface, Surface::Diagonal) {
                        tables.leave[direction] = 0;
                    }
                    let mut bit = 0;
                    while bit < MAX_BITS {
                        if geometry.number_of[bit] != 0 {
                            let mut ray = 0;
                            let mut at = geometry.next[direction][bit];
                            if at != NONE {
                                tables.leave[direction] |= 1 << bit;
                            }
                            while at != NONE {
                                ray |= 1 << at;
                                at = geometry.next[direction][at as usize];
                            }
                            tables.rays[direction][bit] = ray;
                        }
                        bit += 1;
                    }
                    direction += 1;
                }
                tables
            }
        }
    };
}

tables!(u64);
tables!(u128);

impl<B: Bits> Tables<B> {
    /// All squares of a set one step on in a direction; ghosts and squares off the board are for the caller to mask.
    #[inline(always)]
    pub fn step(&self, set: B, direction: usize) -> B {
        let set = set & self.leave[direction];
        let delta = self.geometry.delta[direction];
        if delta >= 0 {
            set << u32::from(delta.unsigned_abs())
        } else {
            set >> u32::from(delta.unsigned_abs())
        }
    }

    /// The first of the blockers on a ray, as a set of one square or none.
    #[inline(always)]
    pub fn first_on_ray(&self, from: u8, direction: usize, blockers: B) -> B {
        let hit = self.rays[direction][from as usize] & blockers;
        if hit.is_empty() {
            B::EMPTY
        } else if self.geometry.delta[direction] > 0 {
            hit & !hit.without_first()
        } else {
            B::of(hit.last())
        }
    }

    /// The squares of a ray before the first blocker.
    #[inline(always)]
    pub fn reach(&self, from: u8, direction: usize, blockers: B) -> B {
        let ray = self.rays[direction][from as usize];
        let hit = ray & blockers;
        if self.geometry.delta[direction] > 0 {
            ray & hit.below_first()
        } else if hit.is_empty() {
            ray
        } else {
            ray & (B::FULL << u32::from(hit.last())) & !hit
        }
    }
}
