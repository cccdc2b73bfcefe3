//! Many positions at once: on all threads, those of larger tables in the order of their blocks, so that each block is
//! unpacked once.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use damier_rules::rules::Numbering;
use damier_rules::{Bits, Board, Color, Variant};

use crate::file::Kind;
use crate::material::Material;
use crate::probe::{ProbeError, Set, WHOLE};
use crate::share::{runs, share};

/// White's men, White's kings, Black's men and Black's kings: bit `n - 1` of a set is the square with number `n`.
pub type Row = [u64; 4];

/// Positions that a thread takes at once.
const BATCH: usize = 2048;

/// Why a position of a batch has no value.
#[derive(Debug)]
pub enum RowError {
    /// There can be no such position.
    Impossible(String),
    Probe(ProbeError),
}

/// The number of the first position without a value, and why.
pub type BatchError = (usize, RowError);

/// A position whose block is to be read.
#[derive(Clone, Copy)]
struct Later {
    material: Material,
    index: u64,
    /// In the batch.
    number: usize,
}

impl Later {
    /// In this order the positions of a block stand together.
    fn key(&self) -> u64 {
        (self.material.code() as u64) << 48 | self.index
    }
}

/// Values of many positions, by the side to move: see [`Set::wdl`] and its kin; distances are negative for losses.
/// `turns`: 0 where White is to move, 1 where Black is.
pub fn many<V: Variant>(
    variant: V,
    set: &Set<V::Word>,
    kind: Kind,
    rows: &[Row],
    turns: &[u8],
    threads: usize,
) -> Result<Vec<i16>, BatchError> {
    let values: Vec<AtomicI16> = rows.iter().map(|_| AtomicI16::new(0)).collect();
    let reader = Reader::new(variant);
    let later = Mutex::new(Vec::new());
    let first_look = |range: Range<usize>| {
        let mut put_off = Vec::new();
        for number in range {
            let impossible = |reason| (number, RowError::Impossible(reason));
            let turn = *turns.get(number).unwrap_or(&u8::MAX);
            let board = reader.board(&rows[number], turn).map_err(impossible)?;
            match place_of(set, kind, &board) {
                Some((material, index)) => put_off.push(Later {
                    material,
                    index,
                    number,
                }),
                None => {
                    let value = value(set, kind, &board).map_err(|error| (number, RowError::Probe(error)))?;
                    values[number].store(value, Relaxed);
                }
            }
        }
        if let Ok(mut later) = later.lock() {
            later.append(&mut put_off);
        }
        Ok(())
    };
    share(runs(rows.len(), BATCH), threads, || Ok(first_look))?;
    let mut later: Vec<Later> = later.into_inner().unwrap_or_default();
    later.sort_unstable_by_key(Later::key);
    let second_look = |range: Range<usize>| {
        for &Later {
            material,
            index,
            number,
        } in &later[range]
        {
            let value = set
                .value_at(material, kind, index)
                .map_err(|error| (number, RowError::Probe(error)))?;
            values[number].store(value, Relaxed);
        }
        Ok(())
    };
    share(runs(later.len(), BATCH), threads, || Ok(second_look))?;
    Ok(values.into_iter().map(AtomicI16::into_inner).collect())
}

/// The slice and the number of a position that is read from blocks: nothing can be captured, and the slice is there but
/// not in memory as a whole.
#[inline(always)]
fn place_of<V: Variant>(set: &Set<V::Word>, kind: Kind, board: &Board<V>) -> Option<(Material, u64)> {
    if set.pieces() <= WHOLE || board.occupied().count() <= WHOLE.into() {
        return None;
    }
    let material = Material::of(board);
    let is_read = set.has(material, kind) && !board.is_over() && !board.can_capture(board.turn);
    is_read.then(|| (material, set.number(board, material)))
}

#[inline(always)]
fn value<V: Variant>(set: &Set<V::Word>, kind: Kind, board: &Board<V>) -> Result<i16, ProbeError> {
    Ok(match kind {
        Kind::Wdl => set.wdl(board)? as i16,
        Kind::Dtw => set.dtw(board)?.signed() as i16,
        Kind::Dtc => set.dtc(board)?.signed() as i16,
    })
}

/// Positions as they stand in arrays.
struct Reader<V: Variant> {
    variant: V,
    /// For each square's number, the set of its bit.
    squares: Vec<V::Word>,
    king_row: [V::Word; 2],
}

impl<V: Variant> Reader<V> {
    fn new(variant: V) -> Self {
        let (rules, tables) = (variant.rules(), variant.tables());
        let numbering: Numbering = rules.numbering;
        let square = |number| {
            let bit = tables.geometry.bit(rules, numbering, number);
            bit.map_or(V::Word::EMPTY, V::Word::of)
        };
        Reader {
            variant,
            squares: (1..=rules.squares() as u32).map(square).collect(),
            king_row: tables.king_row,
        }
    }

    #[inline(always)]
    fn set(&self, mut row: u64) -> Result<V::Word, String> {
        let mut set = V::Word::EMPTY;
        while row != 0 {
            let number = row.trailing_zeros() as usize;
            row &= row - 1;
            match self.squares.get(number) {
                Some(&square) => set |= square,
                None => return Err(format!("there is no square {}", number + 1)),
            }
        }
        Ok(set)
    }

    #[inline(always)]
    fn board(&self, row: &Row, turn: u8) -> Result<Board<V>, String> {
        let [white_men, white_kings, black_men, black_kings] = *row;
        let twice = white_men & white_kings | black_men & black_kings;
        if twice | (white_men | white_kings) & (black_men | black_kings) != 0 {
            // A square that is none is told before that two pieces stand on it.
            row.iter().try_for_each(|&set| self.set(set).map(|_| ()))?;
            return Err("two pieces stand on one square".to_owned());
        }
        let men = [self.set(white_men)?, self.set(black_men)?];
        let kings = [self.set(white_kings)?, self.set(black_kings)?];
        let turn = match turn {
            0 => Color::White,
            1 => Color::Black,
            other => return Err(format!("the side to move is 0 or 1, not {other}")),
        };
        if men[0].meets(self.king_row[0]) || men[1].meets(self.king_row[1]) {
            return Err("a man stands on the row where it is promoted".to_owned());
        }
        Ok(Board {
            variant: self.variant,
            pieces: [men[0] | kings[0], men[1] | kings[1]],
            kings: kings[0] | kings[1],
            turn,
            runs: Default::default(),
        })
    }
}
