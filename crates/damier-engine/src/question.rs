//! What a search of a game chosen at run time is asked.

use damier_rules::{History, Move};

use crate::limit::Limit;

/// Which are the best moves of a game? `only` these are looked at, all legal ones where it is empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'q> {
    pub game: &'q History,
    pub limit: &'q Limit,
    pub only: &'q [Move<u128>],
    pub lines: usize,
}
