//! The legal moves of a position, made when asked for.

use damier_rules as rules;
use damier_rules::Position;
use damier_rules::any::AnyBoard;
use damier_rules::bits::Bits;
use damier_rules::notation::write_pdn;
use pyo3::prelude::*;

use crate::moves::Move;

/// The legal moves of one position, made when asked for.
#[pyclass(module = "damier", frozen)]
#[derive(Debug)]
pub struct LegalMoves {
    pub board: AnyBoard,
    pub hash: u64,
}

impl LegalMoves {
    fn moves(&self) -> Vec<rules::Move<u128>> {
        let mut moves = Vec::new();
        self.board.legal_moves(&mut moves);
        moves
    }
}

#[pymethods]
impl LegalMoves {
    fn __iter__(&self) -> LegalMovesIterator {
        LegalMovesIterator {
            board: self.board,
            hash: self.hash,
            moves: self.moves(),
            next: 0,
        }
    }

    fn __contains__(&self, m: &Bound<'_, PyAny>) -> bool {
        let Ok(m) = m.cast::<Move>() else { return false };
        let m = m.get();
        let is_it = |legal: &rules::Move<u128>| legal.is_same(&m.m);
        m.game.geometry() == self.board.geometry() && self.moves().iter().any(is_it)
    }

    fn __len__(&self) -> usize {
        self.count() as usize
    }

    fn __bool__(&self) -> bool {
        self.board.has_moves()
    }

    /// How many there are, without making them.
    fn count(&self) -> u64 {
        self.board.count_moves(&mut Vec::new())
    }

    fn __repr__(&self) -> String {
        let number = |bit: u8| self.board.geometry().number_of[bit as usize];
        let mut moves = self.moves();
        moves.sort_by_key(|m| {
            (
                number(m.from),
                number(m.to),
                m.captured.each().map(number).collect::<Vec<_>>(),
            )
        });
        let texts: Vec<String> = moves
            .into_iter()
            .map(|m| write_pdn(&self.board, m, false, None))
            .collect();
        format!("<LegalMoves ({})>", texts.join(", "))
    }
}

#[pyclass(module = "damier")]
#[derive(Debug)]
pub struct LegalMovesIterator {
    board: AnyBoard,
    hash: u64,
    moves: Vec<rules::Move<u128>>,
    next: usize,
}

#[pymethods]
impl LegalMovesIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Move> {
        let m = *self.moves.get(self.next)?;
        self.next += 1;
        Some(Move::legal(&self.board, self.hash, m))
    }

    fn __length_hint__(&self) -> usize {
        self.moves.len() - self.next
    }
}
