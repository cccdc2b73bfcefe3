//! Searching a game chosen at run time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use damier_rules::history::Draws;
use damier_rules::{AnyGame, Bits, Board, History, Move, Variant, with_board};

use crate::evaluate::Handmade;
use crate::limit::Limit;
use crate::search::{Line, Report, Root, Search};

/// A [`Search`] for whatever game comes, with the evaluation of that game.
#[derive(Debug)]
pub struct AnySearch {
    search: Search,
    /// What the table was filled for.
    last: Option<(AnyGame, Draws)>,
}

impl AnySearch {
    /// With a table of at most so many megabytes.
    pub fn new(megabytes: usize) -> AnySearch {
        AnySearch {
            search: Search::new(megabytes),
            last: None,
        }
    }

    /// Raise it to stop the search under way; who raised it lowers it before the next search.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.search.stop_flag()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// The best lines from where a game stands, best first; none where the board leaves no move.
    pub fn run(
        &mut self,
        game: &History,
        limit: &Limit,
        lines: usize,
        report: Report<Move<u128>>,
    ) -> Vec<Line<Move<u128>>> {
        let now = (game.board().game(), game.draws().clone());
        if self.last.as_ref() != Some(&now) {
            self.search.clear();
            self.last = Some(now);
        }
        with_board!(game.board(), board => self.run_board(*board, game, limit, lines, report))
    }

    fn run_board<V: Variant>(
        &mut self,
        position: Board<V>,
        game: &History,
        limit: &Limit,
        lines: usize,
        report: Report<Move<u128>>,
    ) -> Vec<Line<Move<u128>>> {
        let (now, past) = (game.now(), game.states());
        // The last of the states is the root itself.
        let back = usize::from(now.quiet_plies).min(past.len() - 1);
        let earlier = past[past.len() - 1 - back..past.len() - 1]
            .iter()
            .map(|state| state.hash)
            .collect();
        let root = Root {
            position,
            earlier,
            draws: &game.draws().rules,
            clocks: now.clocks,
        };
        let mut report = |lines: &[Line<Move<V::Word>>]| report(&widened(lines));
        let lines = self
            .search
            .run_with(&root, &Handmade::new(position.variant), limit, lines, &mut report);
        widened(&lines)
    }
}

fn widened<B: Bits>(lines: &[Line<Move<B>>]) -> Vec<Line<Move<u128>>> {
    let widen = |line: &Line<Move<B>>| line.with_pv(line.pv.iter().map(|m| m.wide()).collect());
    lines.iter().map(widen).collect()
}
