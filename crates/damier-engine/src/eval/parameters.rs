//! The numbers of a [`Net`](crate::eval::Net), and their file.
//!
//! ```text
//! "damier-n", version u16, id of the game (16 bytes, padded with zeros), sight u8, width u8, rows u32,
//! unit f32 (hundredths of a man for an output of one), hash of the data that it learned from u64,
//! zstd frame of: the biases, the rows, the heads (see `Numbers`), each number as its zigzag code; checksum u32
//! ```
//!
//! Numbers of the head are little-endian. A number in the frame is written as in [`crate::eval::weights`]: rows that were
//! never met cost nothing.

use crate::checksum::checksum;
use crate::eval::weights::{read_numbers, write_numbers};

pub(crate) const MAGIC: &[u8; 8] = b"damier-n";
const VERSION: u16 = 1;
const ID: usize = 16;
const HEAD: usize = 8 + 2 + ID + 1 + 1 + 4 + 4 + 8;
/// No file is larger.
const MOST_BYTES: usize = 1 << 25;
/// A frame holds no more than this: the widest net of the largest board.
const MOST_NUMBERS: usize = 1 << 25;
const COMPRESSION: i32 = 19;

/// Heads: one for each range of piece counts.
pub const HEADS: usize = 8;
/// What a sum of rows of one counts.
pub const ONE: i32 = 255;
/// What a weight of one counts that a square is multiplied with, and one that a sum is.
pub const SQUARE_ONE: i32 = 64;
pub const LINE_ONE: i32 = 1024;
/// Weights of squares stay below two, so that their products fit sixteen bits.
pub const MOST_SQUARE: i16 = 127;
/// Widths that there is code for.
pub const WIDTHS: [usize; 4] = [16, 32, 64, 128];

/// What a net is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Every piece on its square.
    Squares,
    /// Patterns of men, kings on their squares, and the terms of the positions.
    Patterns,
}

impl Sight {
    pub const ALL: [(Sight, &'static str); 2] = [(Sight::Squares, "squares"), (Sight::Patterns, "patterns")];

    pub fn named(name: &str) -> Option<Sight> {
        Sight::ALL
            .iter()
            .find(|(_, other)| *other == name)
            .map(|&(sight, _)| sight)
    }

    pub fn name(self) -> &'static str {
        Sight::ALL[self as usize].1
    }
}

/// How a net is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub sight: Sight,
    /// Sums of either side.
    pub width: usize,
    pub rows: usize,
}

/// What one range of piece counts makes of the sums, those of the side to move first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// For the square of each sum, which is kept between nought and one.
    pub squares: Vec<i16>,
    /// For each sum as it is.
    pub lines: Vec<i16>,
    /// In units of [`ONE`] squared times [`SQUARE_ONE`].
    pub bias: i32,
}

/// The numbers of a net, rounded.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    pub shape: Shape,
    /// Hundredths of a man for an output of one.
    pub unit: f32,
    /// Of the data that it learned from.
    pub data: u64,
    /// What the sums of either side begin with.
    pub bias: Vec<i16>,
    /// One after another, each twice as long as the width: for the sums of the side that sees it so, then for the other.
    pub rows: Vec<i16>,
    pub heads: Vec<Head>,
}

impl Parameters {
    pub fn write(&self, id: &str) -> std::io::Result<Vec<u8>> {
        let mut bytes = head(id, self.shape);
        bytes.extend(self.unit.to_le_bytes());
        bytes.extend(self.data.to_le_bytes());
        let mut body = Vec::new();
        write_numbers(&mut body, self.numbers());
        let mut frame = zstd::bulk::compress(&body, COMPRESSION)?;
        bytes.append(&mut frame);
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    fn numbers(&self) -> impl Iterator<Item = i32> {
        let heads = self.heads.iter().flat_map(|head| {
            let weights = head.squares.iter().chain(&head.lines).map(|&weight| i32::from(weight));
            weights.chain([head.bias])
        });
        let sums = self.bias.iter().chain(&self.rows).map(|&number| i32::from(number));
        sums.chain(heads)
    }

    /// The error says what is wrong with the file. `rows` are those of a net of this game with that sight.
    pub fn read(bytes: &[u8], id: &str, rows: impl Fn(Sight) -> usize) -> Result<Parameters, String> {
        if bytes.len() > MOST_BYTES {
            return Err(format!("a file of a net has at most {MOST_BYTES} bytes"));
        }
        if !bytes.starts_with(MAGIC) {
            return Err("not a file of a net: it begins otherwise".to_owned());
        }
        if bytes.len() < HEAD + 4 {
            return Err("the file of the net ends early".to_owned());
        }
        let (body, sum) = bytes.split_at(bytes.len() - 4);
        if checksum(body).to_le_bytes() != *sum {
            return Err("the file of the net is damaged: its checksum differs".to_owned());
        }
        let shapes = Sight::ALL.iter().flat_map(|&(sight, _)| {
            let rows = rows(sight);
            WIDTHS.map(|width| Shape { sight, width, rows })
        });
        let shape = shapes.into_iter().find(|&shape| body.starts_with(&head(id, shape)));
        let Some(shape) = shape else {
            return Err(format!("not a net for {id} that this program can use"));
        };
        let (Some(unit), Some(data)) = (body[HEAD - 12..].first_chunk(), body[HEAD - 8..].first_chunk()) else {
            return Err("the file of the net ends early".to_owned());
        };
        let unit = f32::from_le_bytes(*unit);
        if !unit.is_finite() || unit.abs() > 1e6 {
            return Err("the file of the net is damaged: its unit is no number".to_owned());
        }
        let damaged = |_| "the file of the net is damaged: its frame cannot be read".to_owned();
        let frame = zstd::bulk::decompress(&body[HEAD..], 5 * MOST_NUMBERS).map_err(damaged)?;
        let mut parameters = Parameters {
            shape,
            unit,
            data: u64::from_le_bytes(*data),
            bias: vec![0; shape.width],
            rows: vec![0; 2 * shape.width * shape.rows],
            heads: vec![
                Head {
                    squares: vec![0; 2 * shape.width],
                    lines: vec![0; 2 * shape.width],
                    bias: 0,
                };
                HEADS
            ],
        };
        parameters.fill(&frame)?;
        Ok(parameters)
    }

    fn fill(&mut self, frame: &[u8]) -> Result<(), String> {
        let count = self.numbers().count();
        let numbers = read_numbers(frame, count).ok_or("the file of the net is damaged: a number is missing")?;
        let mut numbers = numbers.into_iter();
        let mut next = || numbers.next().unwrap_or_default();
        let narrow =
            |number: i32| i16::try_from(number).map_err(|_| "the file of the net is damaged: a number is too large");
        for number in self.bias.iter_mut().chain(&mut self.rows) {
            *number = narrow(next())?;
        }
        for head in &mut self.heads {
            for weight in head.squares.iter_mut().chain(&mut head.lines) {
                *weight = narrow(next())?;
            }
            head.bias = next();
            if head
                .squares
                .iter()
                .any(|weight| weight.unsigned_abs() > MOST_SQUARE.unsigned_abs())
            {
                return Err("the file of the net is damaged: a weight is too large".to_owned());
            }
        }
        Ok(())
    }
}

fn head(id: &str, shape: Shape) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    let mut padded = [0; ID];
    for (at, byte) in padded.iter_mut().zip(id.bytes()) {
        *at = byte;
    }
    bytes.extend(padded);
    bytes.push(shape.sight as u8);
    bytes.push(shape.width as u8);
    bytes.extend((shape.rows as u32).to_le_bytes());
    bytes
}
