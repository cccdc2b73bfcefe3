//! Searching a game chosen at run time.

use std::sync::Arc;

use damier_rules::history::Draws;
use damier_rules::{AnyGame, Bits, Board, History, Move, Variant, with_board};
use damier_tables::AnySet;

use crate::control::Control;
use crate::endings::Endings;
use crate::eval::Judge;
use crate::limit::Limit;
use crate::search::{Line, Report, Root, Search};
use crate::steps::Step;

/// A [`Search`] for whatever game comes, with the evaluation of that game.
#[derive(Debug)]
pub struct AnySearch {
    search: Search,
    /// What the table was filled for.
    last: Option<(AnyGame, Draws)>,
    /// At most one set for each game.
    tables: Vec<Arc<AnySet>>,
}

impl AnySearch {
    /// With a table of at most so many megabytes, and one thread.
    pub fn new(megabytes: usize) -> AnySearch {
        AnySearch::with_threads(megabytes, 1)
    }

    /// See [`Search::with_threads`].
    pub fn with_threads(megabytes: usize, threads: usize) -> AnySearch {
        AnySearch {
            search: Search::with_threads(megabytes, threads),
            last: None,
            tables: Vec::new(),
        }
    }

    pub fn control(&self) -> Arc<Control> {
        self.search.control()
    }

    /// Leaves out a step, to measure what it brings.
    pub fn leave_out(&mut self, step: Step) {
        self.search.leave_out(step);
    }

    /// Gives it the tables of a game, instead of those that it had of that game.
    pub fn set_tables(&mut self, tables: Arc<AnySet>) {
        self.tables.retain(|other| other.game() != tables.game());
        self.tables.push(tables);
        self.search.clear();
    }

    fn tables_of(&self, game: AnyGame) -> Option<Arc<AnySet>> {
        self.tables.iter().find(|tables| tables.game() == game).cloned()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// The best lines from where a game stands, best first; none where the board leaves no move. The moves to choose
    /// from are `only` these; all legal ones where it is empty.
    pub fn run(
        &mut self,
        game: &History,
        limit: &Limit,
        only: &[Move<u128>],
        lines: usize,
        report: Report<Move<u128>>,
    ) -> Vec<Line<Move<u128>>> {
        let now = (game.board().game(), game.draws().clone());
        if self.last.as_ref() != Some(&now) {
            self.search.clear();
            self.last = Some(now);
        }
        with_board!(game.board(), board => self.run_board(*board, game, limit, only, lines, report))
    }

    fn run_board<V: Variant>(
        &mut self,
        position: Board<V>,
        game: &History,
        limit: &Limit,
        only: &[Move<u128>],
        lines: usize,
        report: Report<Move<u128>>,
    ) -> Vec<Line<Move<u128>>> {
        let (now, past) = (game.now(), game.states());
        let tables = self.tables_of(game.board().game());
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
            only: only.iter().map(|&m| Move::narrow(m)).collect(),
            endings: tables
                .as_ref()
                .and_then(|set| set.of::<V::Word>())
                .map(|set| set as &dyn Endings<Board<V>>),
        };
        let mut report = |lines: &[Line<Move<V::Word>>]| report(&widened(lines));
        let lines = self
            .search
            .run_with(&root, &Judge::of(position.variant), limit, lines, &mut report);
        widened(&lines)
    }
}

fn widened<B: Bits>(lines: &[Line<Move<B>>]) -> Vec<Line<Move<u128>>> {
    let widen = |line: &Line<Move<B>>| line.with_pv(line.pv.iter().map(|m| m.wide()).collect());
    lines.iter().map(widen).collect()
}
