//! Searching a game chosen at run time.

use std::sync::Arc;

use damier_rules::history::Draws;
use damier_rules::rules::Turn;
use damier_rules::twin::{PackedTwin, TwinVariant};
use damier_rules::{AnyGame, Bits, Board, History, Move, Towers, Variant, with_board};
use damier_tables::AnySet;

use crate::control::Control;
use crate::endings::{self, Endings};
use crate::eval::{Brought, Evaluate, Handmade, HandmadeTowers, Judge, TowerJudge};
use crate::limit::Limit;
use crate::question::Question;
use crate::search::{Line, Report, Root, Search};
use crate::searchable::Searchable;
use crate::steps::Step;
use crate::twin::{Pair, Sum, in_turns, separately};

/// A [`Search`] for whatever game comes, with the evaluation of that game.
#[derive(Debug)]
pub struct AnySearch {
    search: Search,
    megabytes: usize,
    /// For two games at once, one each; made when they are needed.
    halves: Option<Box<[Search; 2]>>,
    /// What the table was filled for.
    last: Option<(AnyGame, Draws)>,
    /// At most one set for each game.
    tables: Vec<Arc<AnySet>>,
    /// In place of the engine's own evaluation.
    brought: Option<Arc<Brought>>,
    /// With nothing of what was learned.
    by_hand: bool,
}

/// What judges positions.
#[derive(Clone, Copy)]
struct Judges<'b> {
    brought: Option<&'b Brought>,
    by_hand: bool,
}

impl Judges<'_> {
    fn judge<V: Variant>(self, variant: V) -> Judge<V::Word> {
        match self.brought.and_then(|brought| brought.judge(variant)) {
            Some(brought) => brought,
            None if self.by_hand => Judge::Handmade(Handmade::new(variant)),
            None => Judge::of(variant),
        }
    }

    fn tower_judge<V: Variant>(self, variant: V) -> TowerJudge<V::Word> {
        match self.brought.and_then(|brought| brought.tower_judge(variant)) {
            Some(brought) => brought,
            None if self.by_hand => TowerJudge::Handmade(HandmadeTowers::new(variant)),
            None => TowerJudge::of(variant),
        }
    }
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
            megabytes,
            halves: None,
            last: None,
            tables: Vec::new(),
            brought: None,
            by_hand: false,
        }
    }

    pub fn control(&self) -> Arc<Control> {
        self.search.control()
    }

    /// Leaves out a step, to measure what it brings.
    pub fn leave_out(&mut self, step: Step) {
        self.search.leave_out(step);
        self.by_hand |= step == Step::Learned;
        self.halves = None;
    }

    /// Gives it the tables of a game, instead of those that it had of that game.
    pub fn set_tables(&mut self, tables: Arc<AnySet>) {
        self.tables.retain(|other| other.game() != tables.game());
        self.tables.push(tables);
        self.clear();
    }

    /// Gives it another evaluation for the game that it is of.
    pub fn set_evaluation(&mut self, evaluation: Option<Arc<Brought>>) {
        self.brought = evaluation;
        self.clear();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.search.clear();
        self.halves = None;
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
            self.clear();
            self.last = Some(now);
        }
        let question = Question {
            game,
            limit,
            only,
            lines,
        };
        let judges = Judges {
            brought: self.brought.as_deref(),
            by_hand: self.by_hand,
        };
        let search = &mut self.search;
        let tables = tables_of(&self.tables, game);
        with_board!(game.board(),
            board => run_board(search, *board, (judges, tables), question, report),
            towers => run_towers(search, *towers, judges, question, report),
            pair => match pair.variant.rules().turn {
                Turn::TwoMoves => run_pair(search, pair, judges, question, report),
                _ => self.run_halves(question, report),
            }
        )
    }

    /// Two games that have nothing to do with each other.
    fn run_halves(&mut self, question: Question, report: Report<Move<u128>>) -> Vec<Line<Move<u128>>> {
        let megabytes = (self.megabytes / 2).max(1);
        let (search, tables) = (&self.search, &self.tables);
        let judges = Judges {
            brought: self.brought.as_deref(),
            by_hand: self.by_hand,
        };
        let halves = self
            .halves
            .get_or_insert_with(|| Box::new([0, 1].map(|_| search.follower(megabytes))));
        let mut one = |half: usize, question: Question| {
            let search = &mut halves[half];
            let game = question.game;
            with_board!(game.board(),
                board => run_board(search, *board, (judges, tables_of(tables, game)), question, &mut |_| {}),
                towers => run_towers(search, *towers, judges, question, &mut |_| {}),
                _pair => Vec::new()
            )
        };
        separately(question, &search.control(), &mut one, report)
    }
}

/// The tables of the game that is played.
fn tables_of<'t>(tables: &'t [Arc<AnySet>], game: &History) -> Option<&'t AnySet> {
    let game = game.board().game();
    tables.iter().find(|tables| tables.game() == game).map(Arc::as_ref)
}

fn run_board<V: Variant>(
    search: &mut Search,
    position: Board<V>,
    (judges, tables): (Judges, Option<&AnySet>),
    question: Question,
    report: Report<Move<u128>>,
) -> Vec<Line<Move<u128>>> {
    let judge = judges.judge(position.variant);
    let endings = tables.and_then(endings::of);
    run_position(search, position, &judge, endings, question, report)
}

fn run_towers<V: Variant>(
    search: &mut Search,
    position: Towers<V>,
    judges: Judges,
    question: Question,
    report: Report<Move<u128>>,
) -> Vec<Line<Move<u128>>> {
    let judge = judges.tower_judge(position.tops.variant);
    run_position(search, position, &judge, None, question, report)
}

fn run_position<B: Bits, P: Searchable<Move = Move<B>>>(
    search: &mut Search,
    position: P,
    judge: &impl Evaluate<P>,
    endings: Option<&dyn Endings<P>>,
    question: Question,
    report: Report<Move<u128>>,
) -> Vec<Line<Move<u128>>> {
    let root = Root {
        position,
        earlier: earlier(question.game),
        draws: &question.game.draws().rules,
        clocks: question.game.now().clocks,
        only: question.only.iter().map(|&m| Move::narrow(m)).collect(),
        endings,
    };
    let mut report = |lines: &[Line<Move<B>>]| report(&widened(lines));
    let lines = search.run_with(&root, judge, question.limit, question.lines, &mut report);
    widened(&lines)
}

/// Two games of which each may get both moves of a turn: half a turn is a ply.
fn run_pair<V: TwinVariant>(
    search: &mut Search,
    pair: &PackedTwin<V>,
    judges: Judges,
    question: Question,
    report: Report<Move<u128>>,
) -> Vec<Line<Move<u128>>> {
    let Question {
        game,
        limit,
        only,
        lines,
    } = question;
    let board = *game.board();
    let clocks = match game.halves() {
        Some(halves) => halves.each_ref().map(|half| half.now().clocks),
        None => Default::default(),
    };
    let mut root = Root::new(Pair::new(pair.unpack(), clocks, &game.draws().rules), &[]);
    root.only = only
        .iter()
        .filter_map(|m| pair.split(m))
        .map(|(first, _)| first)
        .collect();
    let halved = Limit {
        depth: limit.depth.map(|plies| 2 * plies),
        ..*limit
    };
    let judge = Sum(judges.judge(pair.variant.flat()));
    let mut report = |lines: &[Line<_>]| report(&in_turns(&board, lines));
    let lines = search.run_with(&root, &judge, &halved, lines, &mut report);
    in_turns(&board, &lines)
}

/// Hashes since the last conversion, without that of the present position.
fn earlier(game: &History) -> Vec<u64> {
    let past = game.states();
    // The last of the states is the root itself.
    let back = usize::from(game.now().quiet_plies).min(past.len() - 1);
    past[past.len() - 1 - back..past.len() - 1]
        .iter()
        .map(|state| state.hash)
        .collect()
}

fn widened<B: Bits>(lines: &[Line<Move<B>>]) -> Vec<Line<Move<u128>>> {
    let widen = |line: &Line<Move<B>>| line.with_pv(line.pv.iter().map(|m| m.wide()).collect());
    lines.iter().map(widen).collect()
}
