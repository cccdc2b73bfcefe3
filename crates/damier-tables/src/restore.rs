//! A slice from its files: quiet positions are read, and captures are looked up in slices that are on the shelf.

use std::ops::Range;

use damier_rules::{Position, Variant};

use crate::cells::{Cells, TooLong, Width};
use crate::compress::{PER_BYTE, unpack};
use crate::file::{FileError, TableFile, wdl_code};
use crate::index::Index;
use crate::share::{runs, share};
use crate::slice::{Shelf, Slice};
use crate::value::{Best, Verdict, Wdl, odd_wins};
use crate::walk::Walk;

/// Placements of men that a thread takes at once.
const BATCH: usize = 64;

pub(crate) fn restore<V: Variant>(
    variant: V,
    wdl: &TableFile,
    dtw: Option<&TableFile>,
    shelf: &Shelf<V::Word>,
    threads: usize,
) -> Result<Slice<V::Word>, FileError> {
    let rules = variant.rules();
    let index = Index::new(variant.tables(), wdl.header().material);
    let counts = dtw.map_or(wdl.header().counts, |dtw| dtw.header().counts);
    let width = match dtw {
        None => Width::Wdl,
        Some(_) if counts.longest_win.max(counts.longest_loss) < u8::MAX.into() => Width::Byte,
        Some(_) => Width::Word,
    };
    let cells = Cells::new(width, odd_wins(rules), index.len() as usize);
    let walker = || {
        let (mut wdl, mut dtw) = (Blocks::new(wdl), dtw.map(Blocks::new));
        let walk = Walk::new(variant, &index);
        let mut moves = Vec::new();
        let cells = &cells;
        Ok(move |placements: Range<usize>| {
            for placement in placements {
                let mut result = Ok(());
                walk.placement(placement as u64, |at, board| {
                    if result.is_err() {
                        return;
                    }
                    result = if board.can_capture(board.turn) {
                        let mut best = Best::NOTHING;
                        board.legal_moves(&mut moves);
                        for &m in &moves {
                            let after = shelf.verdict::<V, false>(&board.play(m)).unwrap_or(Verdict::DRAW);
                            best.add(after, dtw.is_none());
                        }
                        Ok(best.verdict().unwrap_or(Verdict::DRAW))
                    } else {
                        read(&mut wdl, dtw.as_mut(), at, odd_wins(rules))
                    }
                    .and_then(|verdict| {
                        cells
                            .set(at, verdict)
                            .map_err(|TooLong| wdl.damaged("a distance is too long"))
                    });
                });
                result?;
            }
            Ok(())
        })
    };
    share(runs(index.placements() as usize, BATCH), threads, walker)?;
    Ok(Slice {
        index,
        cells,
        conversions: None,
        captures: None,
        counts,
    })
}

fn read(wdl: &mut Blocks, dtw: Option<&mut Blocks>, at: u64, odd_wins: bool) -> Result<Verdict, FileError> {
    let code = wdl.byte(at, PER_BYTE)?;
    let code = unpack(code, (at % PER_BYTE as u64) as usize);
    if code == wdl_code(Wdl::Draw) {
        return Ok(Verdict::DRAW);
    }
    let won = code == wdl_code(Wdl::Win);
    let plies = match dtw {
        None => u16::from(won),
        Some(dtw) => 2 * u16::from(dtw.byte(at, 1)?) + u16::from(won == odd_wins),
    };
    Ok(if won { Verdict::win(plies) } else { Verdict::loss(plies) })
}

/// A file read from its beginning to its end, more or less.
struct Blocks<'a> {
    file: &'a TableFile,
    number: Option<u32>,
    bytes: Vec<u8>,
}

impl<'a> Blocks<'a> {
    fn new(file: &'a TableFile) -> Self {
        Blocks {
            file,
            number: None,
            bytes: Vec::new(),
        }
    }

    fn damaged(&self, what: &str) -> FileError {
        FileError::Damaged(self.file.path().to_owned(), what.to_owned())
    }

    fn byte(&mut self, index: u64, per_byte: usize) -> Result<u8, FileError> {
        let (number, nth) = self.file.header().kind.place(index);
        if self.number != Some(number) {
            self.bytes = self.file.block(number)?;
            self.number = Some(number);
        }
        Ok(self.bytes[nth / per_byte])
    }
}
