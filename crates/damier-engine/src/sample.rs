//! A position to learn from, and how it is written.
//!
//! ```text
//! sample   turn u8 (0 White, 1 Black), ply u16, score i16 (hundredths, for the side to move),
//!          white, black, kings: one bit per square in the order of its standard number, ⌈squares / 8⌉ bytes each
//!          with towers, in place of these: where something stands, ⌈squares / 8⌉ bytes, and square by square in the
//!          order of their numbers the pieces from top to bottom: three bits each (black, king, the lowest of its
//!          tower), as many bytes as those of the start take
//! ```
//!
//! Numbers are little-endian.

use damier_rules::board::KingRun;
use damier_rules::geometry::Geometry;
use damier_rules::stack::{MOST_PIECES, Pack};
use damier_rules::{Bits, Board, Color, Rules, Towers, Variant};

use crate::eval::net::pieces;
use crate::searchable::Searchable;

/// Bytes of the name of a game at the beginning of a file.
const ID: usize = 16;

/// A quiet position: neither side could capture if it were its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Pieces of White and of Black, in the layout of the game; of towers the tops.
    pub pieces: [u128; 2],
    pub kings: u128,
    /// In games with towers the whole of them.
    pub pack: Pack,
    pub turn: Color,
    /// Plies since the start.
    pub ply: u16,
    /// Hundredths, for the side to move.
    pub score: i16,
}

impl Sample {
    pub fn board<V: Variant>(&self, variant: V) -> Board<V> {
        Board {
            variant,
            pieces: self.pieces.map(V::Word::narrow),
            kings: V::Word::narrow(self.kings),
            turn: self.turn,
            runs: [KingRun::default(); 2],
        }
    }

    /// The position, in a game with towers.
    pub fn towers<V: Variant>(&self, variant: V) -> Towers<V> {
        let squares = self.pieces[0] | self.pieces[1];
        Towers::of(variant, V::Word::narrow(squares), self.pack, self.turn)
    }
}

/// A position of which a [`Sample`] can be kept.
pub trait Kept: Searchable + 'static {
    type Variant: Variant;

    /// The position of a sample.
    fn of(variant: Self::Variant, sample: &Sample) -> Self;

    fn rules(&self) -> &'static Rules;

    /// What is on the board, with nothing said of it.
    fn kept(&self) -> Sample;
}

impl<V: Variant> Kept for Board<V> {
    type Variant = V;

    fn of(variant: V, sample: &Sample) -> Board<V> {
        sample.board(variant)
    }

    fn rules(&self) -> &'static Rules {
        self.variant.rules()
    }

    fn kept(&self) -> Sample {
        Sample {
            pieces: self.pieces.map(Bits::wide),
            kings: self.kings.wide(),
            pack: Pack::default(),
            turn: self.turn,
            ply: 0,
            score: 0,
        }
    }
}

impl<V: Variant> Kept for Towers<V> {
    type Variant = V;

    fn of(variant: V, sample: &Sample) -> Towers<V> {
        sample.towers(variant)
    }

    fn rules(&self) -> &'static Rules {
        self.tops.variant.rules()
    }

    fn kept(&self) -> Sample {
        Sample {
            pack: self.packed().pack,
            ..self.tops.kept()
        }
    }
}

/// How the samples of a game are written.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    rules: &'static Rules,
    geometry: &'static Geometry,
}

impl Form {
    pub fn of<V: Variant>(variant: V) -> Form {
        Form {
            rules: variant.rules(),
            geometry: &variant.tables().geometry,
        }
    }

    pub fn rules(self) -> &'static Rules {
        self.rules
    }

    /// What a file of such samples begins with: what it is (8 bytes), version u16, squares u16, id of the game (16 bytes,
    /// padded with zeros).
    pub fn title(self, magic: &[u8; 8], version: u16) -> Vec<u8> {
        let mut bytes = magic.to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend((self.rules.squares() as u16).to_le_bytes());
        let mut id = [0; ID];
        for (at, byte) in id.iter_mut().zip(self.rules.id.bytes()) {
            *at = byte;
        }
        bytes.extend(id);
        bytes
    }

    /// Bytes of a sample.
    pub fn bytes(self) -> usize {
        let squares = self.bytes_of_squares();
        5 + if self.rules.stacking.is_some() {
            squares + self.bytes_of_pack()
        } else {
            3 * squares
        }
    }

    fn bytes_of_squares(self) -> usize {
        self.rules.squares().div_ceil(8)
    }

    /// Of the pieces of all towers: none ever leaves the board.
    fn bytes_of_pack(self) -> usize {
        (3 * pieces(self.rules).min(MOST_PIECES) as usize).div_ceil(8)
    }

    /// Adds a sample.
    pub fn write(self, sample: &Sample, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(sample.turn == Color::Black));
        bytes.extend(sample.ply.to_le_bytes());
        bytes.extend(sample.score.to_le_bytes());
        let mut write = |set: u128| {
            let numbered = set.each().fold(0u128, |all, bit| {
                all | 1 << (self.geometry.number_of[usize::from(bit)] - 1)
            });
            bytes.extend_from_slice(&numbered.to_le_bytes()[..self.bytes_of_squares()]);
        };
        if self.rules.stacking.is_none() {
            for set in [sample.pieces[0], sample.pieces[1], sample.kings] {
                write(set);
            }
            return;
        }
        // Squares have their numbers in the order of the layout, so that the pack is one in their order too.
        write(sample.pieces[0] | sample.pieces[1]);
        bytes.extend_from_slice(&sample.pack.bits().to_le_bytes()[..self.bytes_of_pack()]);
    }

    /// The sample that some bytes are, if they are one.
    pub fn read(self, bytes: &[u8]) -> Option<Sample> {
        let (head, mut rest) = bytes.split_at_checked(5)?;
        let set = |rest: &mut &[u8]| {
            let numbered = number(rest, self.bytes_of_squares())?;
            let at = |index: u8| self.geometry.bit_of[usize::from(index) + 1];
            let fits = numbered >> self.rules.squares() == 0;
            fits.then(|| numbered.each().fold(0u128, |all, index| all | 1 << at(index)))
        };
        let (mut pieces, mut kings, mut pack) = ([0; 2], 0, Pack::default());
        if self.rules.stacking.is_some() {
            let squares = set(&mut rest)?;
            pack = Pack::from_bits(number(&mut rest, self.bytes_of_pack())?, squares.count_ones())?;
            pack.each(squares, |bit, top, _| {
                pieces[top.color.index()] |= 1 << bit;
                kings |= u128::from(top.king) << bit;
            });
        } else {
            pieces = [set(&mut rest)?, set(&mut rest)?];
            kings = set(&mut rest)?;
        }
        let [white, black] = pieces;
        if white & black != 0 || kings & !(white | black) != 0 {
            return None;
        }
        Some(Sample {
            pieces,
            kings,
            pack,
            turn: if head[0] == 0 { Color::White } else { Color::Black },
            ply: u16::from_le_bytes([head[1], head[2]]),
            score: i16::from_le_bytes([head[3], head[4]]),
        })
    }
}

/// A number of so many bytes, the lowest first, from the beginning of the rest.
fn number(rest: &mut &[u8], width: usize) -> Option<u128> {
    let (bytes, after) = rest.split_at_checked(width)?;
    *rest = after;
    let mut wide = [0; 16];
    wide.get_mut(..width)?.copy_from_slice(bytes);
    Some(u128::from_le_bytes(wide))
}
