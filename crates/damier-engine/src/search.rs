//! Iterative deepening with principal variation search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{Duration, Instant};

use damier_rules::draws::{Clocks, DrawRule, Kind, MAX_RULES};
use damier_rules::zobrist::mix;
use damier_tables::Horizon;

use crate::control::Control;
use crate::endings::{Endings, Known};
use crate::eval::Evaluate;
use crate::limit::Limit;
use crate::ordering::{Aim, FollowUp, Memory};
use crate::score::Score;
use crate::searchable::Searchable;
use crate::steps::{Step, Steps};
use crate::team::{Mark, Team};
use crate::time::Budget;
use crate::tt::{Bound, Found, Table};

/// Deeper than this, positions are judged as they stand: extensions must end somewhere.
const MAX_PLY: usize = 240;
/// Nodes between two looks at the clock and at the control: well under a millisecond.
const NODES_PER_LOOK: u64 = 512;
/// Half the width of the first window around the last score, in hundredths of a man.
const ASPIRATION: i32 = 12;
/// Beyond this half-width the window is opened all the way.
const WIDEST_ASPIRATION: i32 = 400;
/// As many threads as a search may use.
pub const MAX_THREADS: usize = 256;

/// Where a search starts: a position and what the game before it means for draws.
#[derive(Clone, Debug)]
pub struct Root<'a, P: Searchable> {
    pub position: P,
    /// Hashes of the positions since the last conversion, oldest first, without the root's own.
    pub earlier: Vec<u64>,
    /// The drawing rules in force; rules beyond the first [`MAX_RULES`] are not looked at.
    pub draws: &'a [DrawRule],
    /// Where their counts stand.
    pub clocks: Clocks,
    /// The moves to choose from; all legal ones where empty. Others than legal moves are not looked at.
    pub only: Vec<P::Move>,
    /// Endings that need no search.
    pub endings: Option<&'a dyn Endings<P>>,
}

impl<'a, P: Searchable> Root<'a, P> {
    /// A game that starts here.
    pub fn new(position: P, draws: &'a [DrawRule]) -> Root<'a, P> {
        let draws = counted(draws);
        let clocks = position.clocks(draws);
        Root {
            position,
            earlier: Vec::new(),
            draws,
            clocks,
            only: Vec::new(),
            endings: None,
        }
    }

    /// The game goes on by a legal move.
    pub fn push(&mut self, m: P::Move) {
        let after = self.position.play(m);
        if self.position.is_conversion(m) {
            self.earlier.clear();
        } else {
            self.earlier.push(self.position.hash());
        }
        self.clocks = self.position.clocks_after(&self.clocks, counted(self.draws), m, &after);
        self.position = after;
        self.only.clear();
    }

    fn moves(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        if !self.only.is_empty() {
            moves.retain(|m| self.only.contains(m));
        }
        moves
    }
}

/// The rules that [`Clocks`] has room for.
fn counted(draws: &[DrawRule]) -> &[DrawRule] {
    &draws[..draws.len().min(MAX_RULES)]
}

/// One way to go on, and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// The best play found, at least one move.
    pub pv: Vec<M>,
    /// For the side to move at the root.
    pub score: Score,
    /// Plies of the last iteration that judged this line; 0 where not even the first was finished.
    pub depth: u32,
    /// Plies of the longest line looked at, of the whole search up to now.
    pub deepest: u32,
    /// Of the whole search up to now, all threads together.
    pub nodes: u64,
    pub seconds: f64,
    /// Thousandths of the table that this search has filled.
    pub fullness: u32,
}

impl<M> Line<M> {
    /// The same line in moves of another kind.
    pub(crate) fn with_pv<N>(&self, pv: Vec<N>) -> Line<N> {
        Line {
            pv,
            score: self.score,
            depth: self.depth,
            deepest: self.deepest,
            nodes: self.nodes,
            seconds: self.seconds,
            fullness: self.fullness,
        }
    }
}

/// Sees the lines after every iteration.
pub type Report<'r, M> = &'r mut dyn FnMut(&[Line<M>]);

/// A searcher: its table, what its threads remember, and a control for others. One game at a time:
/// [`Search::clear`] between games of different rules, since the table knows positions by their hash alone.
#[derive(Debug)]
pub struct Search {
    table: Table,
    memories: Vec<Memory>,
    control: Arc<Control>,
    steps: Steps,
}

impl Search {
    /// With a table of at most so many megabytes, and one thread.
    pub fn new(megabytes: usize) -> Search {
        Search::with_threads(megabytes, 1)
    }

    /// The nearest number of threads within `1..=MAX_THREADS`.
    pub fn with_threads(megabytes: usize, threads: usize) -> Search {
        Search {
            table: Table::new(megabytes),
            memories: (0..threads.clamp(1, MAX_THREADS)).map(|_| Memory::new()).collect(),
            control: Arc::default(),
            steps: Steps::ALL,
        }
    }

    /// One that is stopped with this one and leaves out the same steps, with a table and threads of its own.
    pub(crate) fn follower(&self, megabytes: usize) -> Search {
        Search {
            control: Arc::new(self.control.follower()),
            steps: self.steps,
            ..Search::with_threads(megabytes, self.memories.len())
        }
    }

    /// Leaves out a step, to measure what it brings.
    pub fn leave_out(&mut self, step: Step) {
        self.steps = self.steps.without(step);
    }

    pub fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// The best lines, best first, no more than there are legal moves; none where the game is over.
    pub fn run<P: Searchable, E: Evaluate<P>>(
        &mut self,
        root: &Root<P>,
        evaluate: &E,
        limit: &Limit,
        lines: usize,
    ) -> Vec<Line<P::Move>> {
        self.run_with(root, evaluate, limit, lines, &mut |_| {})
    }

    /// The same; `report` sees the lines after every iteration.
    pub fn run_with<P: Searchable, E: Evaluate<P>>(
        &mut self,
        root: &Root<P>,
        evaluate: &E,
        limit: &Limit,
        lines: usize,
        report: Report<P::Move>,
    ) -> Vec<Line<P::Move>> {
        self.table.grow_older();
        let begun = Instant::now();
        let shared = Shared {
            table: &self.table,
            control: &self.control,
            root,
            draws: counted(root.draws),
            kingless: Clocks::without_kings(counted(root.draws)),
            evaluate,
            limit: *limit,
            budget: Budget::of(limit),
            steps: self.steps,
            endings: root.endings,
            horizon: root.endings.map_or_else(Horizon::default, |endings| {
                endings.horizon(&root.position, counted(root.draws))
            }),
            begun,
            counted_from: if self.control.is_pondering() {
                OnceLock::new()
            } else {
                OnceLock::from(begun)
            },
            nodes: AtomicU64::new(0),
            team: Team::new(self.memories.len(), lines),
            over: AtomicBool::new(false),
        };
        let Some((first, others)) = self.memories.split_first_mut() else {
            return Vec::new();
        };
        std::thread::scope(|scope| {
            for memory in others {
                let shared = &shared;
                // Where no thread can be had, the search does with fewer.
                let _ = std::thread::Builder::new().spawn_scoped(scope, move || Worker::new(shared, memory).help());
            }
            let lines = Worker::new(&shared, first).lead(lines, report);
            shared.over.store(true, Ordering::Relaxed);
            lines
        })
    }
}

/// What the threads of one search have in common.
struct Shared<'s, P: Searchable, E> {
    table: &'s Table,
    control: &'s Control,
    root: &'s Root<'s, P>,
    draws: &'s [DrawRule],
    /// See [`Clocks::without_kings`].
    kingless: Option<Clocks>,
    evaluate: &'s E,
    limit: Limit,
    budget: Option<Budget>,
    steps: Steps,
    endings: Option<&'s dyn Endings<P>>,
    /// Within which a win of the tables comes before a draw.
    horizon: Horizon,
    begun: Instant,
    /// When time began to count: at once, or when pondering was seen to have ended.
    counted_from: OnceLock<Instant>,
    /// Counted by every thread at its looks.
    nodes: AtomicU64,
    team: Team<P::Move>,
    /// The leading thread is done.
    over: AtomicBool,
}

impl<P: Searchable, E> Shared<'_, P, E> {
    /// The time that counts.
    fn spent(&self) -> Duration {
        if self.control.is_pondering() {
            return Duration::ZERO;
        }
        self.counted_from.get_or_init(Instant::now).elapsed()
    }
}

/// The search has to end: unwinds the recursion.
struct Stopped;

/// What one ply of the recursion keeps from call to call, so that nothing is allocated in it.
struct Level<M> {
    moves: Vec<M>,
    /// The moves not yet tried, the most promising first from `sorted` on.
    order: Vec<Promise>,
    sorted: bool,
    pv: Vec<M>,
    killers: [Option<M>; 2],
    /// The evaluation of the node, where it is quiet.
    judged: Option<Score>,
    /// The move that leads on from here: its slot and its aim.
    slot: Option<usize>,
    aim: Aim,
    /// A move that is left out, to see what the others are worth.
    excluded: Option<usize>,
}

impl<M> Default for Level<M> {
    fn default() -> Self {
        Level {
            moves: Vec::new(),
            order: Vec::new(),
            sorted: false,
            pv: Vec::new(),
            killers: [None, None],
            judged: None,
            slot: None,
            aim: 0,
            excluded: None,
        }
    }
}

/// How promising a move is and its place in the list, as one number: the earlier of two that promise the same is more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Promise(i64);

impl Promise {
    #[inline(always)]
    fn new(worth: i32, place: usize) -> Promise {
        Promise(i64::from(worth) << 32 | i64::from(!(place as u32)))
    }

    #[inline(always)]
    fn worth(self) -> i32 {
        (self.0 >> 32) as i32
    }

    #[inline(always)]
    fn place(self) -> usize {
        !(self.0 as u32) as usize
    }
}

/// A node on its way into the recursion.
struct Node<'p, P> {
    position: &'p P,
    hash: u64,
    clocks: Clocks,
    /// Plies since the last conversion that are still on `Worker::path`.
    reversible: usize,
    ply: usize,
    /// No draw can be near: there are no kings, and the last move was a conversion.
    lively: bool,
}

/// One thread of a search.
struct Worker<'s, P: Searchable, E: Evaluate<P>> {
    shared: &'s Shared<'s, P, E>,
    memory: &'s mut Memory,
    /// What the evaluation keeps.
    judged: E::Memory,
    /// At which occurrence a position is drawn, where that is a rule.
    repetition: Option<u16>,
    /// Of the iteration under way.
    depth: i32,
    nodes: u64,
    /// Nodes that `Shared::nodes` knows of.
    told: u64,
    deepest: usize,
    levels: Vec<Level<P::Move>>,
    /// Hashes since the last conversion before the root, then along the line under way.
    path: Vec<u64>,
    reductions: &'static [[i16; 64]; 64],
}

impl<'s, P: Searchable, E: Evaluate<P>> Worker<'s, P, E> {
    fn new(shared: &'s Shared<'s, P, E>, memory: &'s mut Memory) -> Self {
        let repetition = shared.draws.iter().find(|rule| rule.kind == Kind::Repetition);
        Worker {
            shared,
            memory,
            judged: E::Memory::default(),
            repetition: repetition.map(|rule| rule.limit),
            depth: 0,
            nodes: 0,
            told: 0,
            deepest: 0,
            levels: (0..=MAX_PLY + 1).map(|_| Level::default()).collect(),
            path: shared.root.earlier.clone(),
            reductions: &REDUCTIONS,
        }
    }

    // ---------------------------------------------------------------------------------------------------------------
    // The root

    /// Searches one ply deeper again and again, for so many lines.
    fn lead(&mut self, lines: usize, report: Report<P::Move>) -> Vec<Line<P::Move>> {
        let mut found = self.first_lines();
        if found.is_empty() {
            return found;
        }
        let count = lines.clamp(1, found.len());
        if let Some(mut lines) = self.solved(count) {
            self.stamp(&mut lines);
            report(&lines);
            self.wait();
            return lines;
        }
        let (mut calm, mut favourite) = (0, found[0].pv[0]);
        for depth in 1..=self.shared.limit.max_depth() {
            let last: Vec<Score> = found.iter().take(count).map(|line| line.score).collect();
            if !self.finish(&mut found, count, depth) {
                break;
            }
            self.stamp(&mut found[..count]);
            report(&found[..count]);
            if self.shared.control.is_pondering() {
                continue;
            }
            // A win or a loss is certain when a second look, deep enough to have seen a shorter way, finds the same.
            let is_certain = |line: &Line<P::Move>, last: Score| {
                line.score == last && line.score.plies_to_end().is_some_and(|plies| plies <= depth as u32)
            };
            if found.iter().zip(&last).all(|(line, &last)| is_certain(line, last)) {
                break;
            }
            calm = if found[0].pv[0] == favourite { calm + 1 } else { 0 };
            favourite = found[0].pv[0];
            if depth > 1
                && self.is_time_up(
                    found.len(),
                    calm,
                    last[0].to_hundredths() - found[0].score.to_hundredths(),
                )
            {
                break;
            }
        }
        self.wait();
        found.truncate(count);
        self.stamp(&mut found);
        found
    }

    /// The best lines where the tables know how the game ends and no drawing rule comes before that; they are played out
    /// to the end.
    fn solved(&self, count: usize) -> Option<Vec<Line<P::Move>>> {
        let (root, endings) = (self.shared.root, self.shared.endings?);
        let men = endings.men(&root.position);
        let fits = |score: Score| {
            let horizon = &self.shared.horizon;
            let reaches = |plies| horizon.reaches(&root.clocks, self.shared.draws, plies, men);
            score.plies_to_end().is_some_and(reaches)
        };
        let mut moves = endings.moves(&root.position)?;
        if !root.only.is_empty() {
            moves.retain(|(m, _)| root.only.contains(m));
        }
        // Where the best that can be had is no win, or one that may come too late, a search may find more.
        if !moves.first().is_some_and(|&(_, score)| fits(score)) {
            return None;
        }
        moves.truncate(count);
        let play_out = |&(m, score): &(P::Move, Score)| {
            let mut pv = vec![m];
            let mut position = root.position.play(m);
            while pv.len() < score.plies_to_end().unwrap_or(1) as usize {
                let Some(&(next, _)) = endings.moves(&position).as_deref().and_then(<[_]>::first) else {
                    break;
                };
                pv.push(next);
                position = position.play(next);
            }
            let depth = pv.len() as i32;
            self.line(pv, score, depth)
        };
        Some(moves.iter().map(play_out).collect())
    }

    /// The score of a quiet node that the tables know, where no drawing rule can change it.
    #[inline(always)]
    fn known(&self, node: &Node<P>) -> Option<Score> {
        let endings = self.shared.endings?;
        if node.ply == 0 {
            return None;
        }
        self.known_by(endings, node)
    }

    #[inline(never)]
    fn known_by(&self, endings: &dyn Endings<P>, node: &Node<P>) -> Option<Score> {
        let reaches = |plies| {
            let men = endings.men(node.position);
            self.shared.horizon.reaches(&node.clocks, self.shared.draws, plies, men)
        };
        match endings.quiet(node.position)? {
            Known::Draw => Some(Score::DRAW),
            Known::Win(plies) => reaches(plies).then(|| Score::win_in(node.ply as u32 + plies)),
            Known::Loss(plies) => reaches(plies).then(|| Score::loss_in(node.ply as u32 + plies)),
            Known::Won => reaches(FAR).then(|| Score::hundredths(TABLE_WIN - node.ply as i32)),
            Known::Lost => reaches(FAR).then(|| -Score::hundredths(TABLE_WIN - node.ply as i32)),
        }
    }

    /// Searches beside the leading thread until that is done.
    fn help(&mut self) {
        let mut found = self.first_lines();
        if found.is_empty() {
            return;
        }
        for depth in 1..=self.shared.limit.max_depth() {
            if !self.finish(&mut found, 1, depth) {
                return;
            }
        }
    }

    /// Finishes an iteration, or takes over what another thread has found by one as deep; false where the search ends.
    fn finish(&mut self, found: &mut [Line<P::Move>], count: usize, depth: i32) -> bool {
        self.depth = depth;
        if self.iterate(found, count, depth).is_ok() {
            self.shared.team.finish(depth, &found[0].pv, found[0].score);
            return true;
        }
        let Some(theirs) = self.shared.team.finished(depth) else {
            return false;
        };
        if let Some(place) = found.iter().position(|line| line.pv[0] == theirs.pv[0]) {
            found[place] = self.line(theirs.pv, theirs.score, theirs.depth);
            found[..=place].rotate_right(1);
        }
        true
    }

    fn first_lines(&mut self) -> Vec<Line<P::Move>> {
        let root = self.shared.root;
        let guess = self.evaluate(&root.position);
        root.moves().into_iter().map(|m| self.line(vec![m], guess, 0)).collect()
    }

    /// Finds so many lines: those already found this time keep their places, the others compete for the next one.
    fn iterate(&mut self, found: &mut [Line<P::Move>], count: usize, depth: i32) -> Result<(), Stopped> {
        for index in 0..count {
            self.aspire(found, index, depth)?;
        }
        // A later line may turn out better than an earlier one, where the table knew more by then.
        found[..count].sort_by_key(|line| std::cmp::Reverse(line.score));
        Ok(())
    }

    /// Should no further iteration begin?
    fn is_time_up(&self, moves: usize, calm: u32, fall: i32) -> bool {
        let Some(budget) = self.shared.budget else { return false };
        // On a game clock, a single move is not worth any time.
        let forced = moves == 1 && self.shared.limit.clock.is_some();
        forced || self.shared.spent() >= budget.enough(calm, fall)
    }

    /// While it is pondered there is no result.
    fn wait(&self) {
        while self.shared.control.is_pondering() && !self.shared.control.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn stamp(&self, lines: &mut [Line<P::Move>]) {
        let seconds = self.shared.begun.elapsed().as_secs_f64();
        let nodes = self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.told;
        let fullness = self.shared.table.fullness();
        for line in lines {
            line.nodes = nodes;
            line.seconds = seconds;
            line.deepest = self.deepest as u32;
            line.fullness = fullness;
        }
    }

    fn line(&self, pv: Vec<P::Move>, score: Score, depth: i32) -> Line<P::Move> {
        Line {
            pv,
            score,
            depth: depth.unsigned_abs(),
            deepest: 0,
            nodes: 0,
            seconds: 0.0,
            fullness: 0,
        }
    }

    /// Finds the line for a place: in a narrow window around its last score, then in wider ones while it falls outside.
    fn aspire(&mut self, found: &mut [Line<P::Move>], index: usize, depth: i32) -> Result<(), Stopped> {
        let last = found[index].score;
        let mut width = if depth < 4 { WIDEST_ASPIRATION + 1 } else { ASPIRATION };
        let (mut alpha, mut beta) = (last.plus(-width), last.plus(width));
        loop {
            if width > WIDEST_ASPIRATION {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
            let score = self.search_root(&mut found[index..], alpha, beta, depth)?;
            if score <= alpha && alpha > -Score::INFINITE {
                alpha = score.plus(-width);
            } else if score >= beta && beta < Score::INFINITE {
                beta = score.plus(width);
            } else {
                return Ok(());
            }
            width *= 4;
        }
    }

    /// Searches the root's moves that lead the lines given, and puts the best first. When it is stopped the best move
    /// so far comes first where that is known to be an improvement.
    fn search_root(
        &mut self,
        found: &mut [Line<P::Move>],
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Result<Score, Stopped> {
        let root = self.shared.root;
        let node = Node {
            position: &root.position,
            hash: root.position.hash(),
            clocks: root.clocks,
            reversible: self.path.len(),
            ply: 0,
            lively: false,
        };
        let mut best = -Score::INFINITE;
        let mut raised = alpha;
        for index in 0..found.len() {
            let m = found[index].pv[0];
            let next = depth - 1;
            let mut score = if index == 0 {
                raised
            } else {
                let reduction = if index >= 4 && depth >= 4 { 1 } else { 0 };
                let mut score = -self.follow(&node, m, -raised.plus(1), -raised, next - reduction)?;
                if score > raised && reduction > 0 {
                    score = -self.follow(&node, m, -raised.plus(1), -raised, next)?;
                }
                score
            };
            if index == 0 || raised < score && score < beta {
                score = -self.follow(&node, m, -beta, -raised, next)?;
            }
            if score > best {
                best = score;
                if score > raised {
                    raised = score;
                    let mut pv = vec![m];
                    pv.extend_from_slice(&self.levels[1].pv);
                    found[index] = self.line(pv, score, depth);
                    found[..=index].rotate_right(1);
                } else if index == 0 {
                    // Below the window: the move stays first until another one is shown to be better.
                    found[0].score = score;
                }
            }
            if score >= beta {
                break;
            }
        }
        Ok(best)
    }

    // ---------------------------------------------------------------------------------------------------------------
    // The tree

    /// Plays a move and searches what follows. The score is the next side's.
    fn follow(&mut self, node: &Node<P>, m: P::Move, alpha: Score, beta: Score, depth: i32) -> Result<Score, Stopped> {
        let hash = node.position.hash_after(node.hash, m);
        if depth > 0 {
            self.shared.table.prefetch(hash);
        }
        let position = node.position.play(m);
        let conversion = node.position.is_conversion(m);
        let kingless = self.shared.kingless.filter(|_| conversion && !position.has_kings());
        let child = Node {
            hash,
            clocks: kingless.unwrap_or_else(|| {
                node.position
                    .clocks_after(&node.clocks, self.shared.draws, m, &position)
            }),
            reversible: if conversion { 0 } else { node.reversible + 1 },
            ply: node.ply + 1,
            lively: kingless.is_some(),
            position: &position,
        };
        let level = &mut self.levels[node.ply];
        level.slot = Some(node.position.slot(m));
        level.aim = node.position.aim(m);
        self.path.push(node.hash);
        // A turn may be more than one ply in some games; the score changes sides only when the turn does.
        let score = if position.turn() == node.position.turn() {
            self.search(&child, -beta, -alpha, depth).map(|score| -score)
        } else {
            self.search(&child, alpha, beta, depth)
        };
        self.path.pop();
        score
    }

    /// The score of a node between `alpha` and `beta`, or a bound beyond them.
    fn search(&mut self, node: &Node<P>, mut alpha: Score, mut beta: Score, depth: i32) -> Result<Score, Stopped> {
        // 1. At the horizon only what is forced is followed.
        if depth <= 0 {
            return self.settle(node, alpha, beta, depth);
        }
        let (position, ply) = (node.position, node.ply);
        let (turn, steps) = (position.turn(), self.shared.steps);
        let window = (alpha, beta);
        let is_pv = alpha.plus(1) < beta;
        let excluded = self.levels[ply].excluded;
        self.levels[ply].pv.clear();

        // 2. Should the search stop?
        self.look()?;
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);

        // 3. The end of the game comes before any draw, and a draw before what the tables say.
        let capture = !position.is_over() && position.can_capture(turn);
        if !capture && !position.has_moves() {
            return Ok(ended(node));
        }
        if let Some(draw) = self.drawn(node) {
            return Ok(draw);
        }
        if !capture && let Some(known) = self.known(node) {
            return Ok(known);
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate(position));
        }

        // 4. No win from here is nearer than the next ply, and no loss.
        alpha = alpha.max(Score::loss_in(ply as u32 + 1));
        beta = beta.min(Score::win_in(ply as u32 + 1));
        if alpha >= beta {
            return Ok(alpha);
        }

        // 5. The table. Where the question is how long a win takes, or whether a draw comes first, only scores that
        //    leave nothing out can answer.
        let pressure = if node.lively {
            0
        } else {
            self.pressure(&node.clocks, depth)
        };
        let full = alpha.is_win() || beta.is_loss() || pressure != 0;
        let key = node.hash ^ pressure;
        let entry = match excluded {
            None => self.shared.table.probe(key, ply),
            Some(_) => None,
        };
        if let Some(found) = entry.filter(|_| !is_pv) {
            let trusted = found.depth >= depth && (found.full || !full);
            let high = found.bound != Bound::Upper && found.score >= beta && (trusted || found.score.is_win());
            let low = found.bound != Bound::Lower && found.score <= alpha && (trusted || found.score.is_loss());
            if high || low {
                return Ok(found.score);
            }
        }

        // 6. What the position seems to be worth, corrected by what searches of similar ones have found. Where a
        //    capture is due that says nothing.
        let threat = !capture && position.can_capture(turn.opposite());
        let mut raw = None;
        let mut shapes = [0; 2];
        let mut judged = None;
        if !capture {
            let value = match entry.and_then(|found| found.judged) {
                Some(judged) => judged,
                None => self.evaluate(position),
            };
            raw = Some(value);
            judged = Some(value);
            if steps.has(Step::Correction) {
                shapes = position.shapes();
                judged = Some(estimate(value, self.memory.correction(turn, shapes)));
            }
        }
        self.levels[ply].judged = judged;
        let improving = match (judged, ply.checked_sub(2).map(|ply| &self.levels[ply])) {
            (Some(now), Some(Level { judged: Some(then), .. })) => now > *then,
            _ => false,
        };

        if !is_pv && !full && excluded.is_none() {
            // 7. Futility: far above the window, and nothing is threatened.
            if let Some(judged) = judged {
                let margin = FUTILITY * (depth - i32::from(improving));
                if steps.has(Step::Futility)
                    && depth <= FUTILITY_DEPTH
                    && !threat
                    && judged.plus(-margin) >= beta
                    && !beta.is_decisive()
                {
                    return Ok(judged.plus(-margin));
                }
            }

            // 8. ProbCut: what a shallow search finds far above the window, a deep one finds above it.
            if steps.has(Step::ProbCut) && depth >= PROBCUT_DEPTH && !beta.is_decisive() {
                let margin = PROBCUT_MARGIN * depth;
                let (target, shallow) = (beta.plus(margin), depth * 2 / 5);
                let hopeless = entry
                    .is_some_and(|found| found.bound != Bound::Lower && found.depth >= shallow && found.score < target);
                if !hopeless && judged.is_none_or(|judged| judged.plus(PROBCUT_HOPE) >= target) {
                    let score = self.search(node, target.plus(-1), target, shallow)?;
                    if score >= target {
                        return Ok(if score.is_win() { score } else { score.plus(-margin) });
                    }
                    self.levels[ply].judged = judged;
                }
            }
        }

        // 9. Without a move from the table the order is poor: look less deeply, and come again.
        let first = entry.and_then(|found| found.best);
        let mut depth = depth;
        if steps.has(Step::InternalReduction) && first.is_none() && depth >= 4 && !full && !capture {
            depth -= 1;
        }

        // 10. Is the table's move better than all others together?
        let mut extension = 0;
        if let Some(found) = entry
            && steps.has(Step::Singular)
            && depth >= SINGULAR_DEPTH
            && !full
            && first.is_some()
            && found.bound != Bound::Upper
            && found.depth >= depth - 3
            && !found.score.is_decisive()
        {
            let target = found.score.plus(-SINGULAR_MARGIN * depth / 8);
            self.levels[ply].excluded = first;
            let others = self.search(node, target.plus(-1), target, (depth - 1) / 2);
            self.levels[ply].excluded = None;
            let others = others?;
            self.levels[ply].judged = judged;
            self.levels[ply].pv.clear();
            if others < target {
                extension = 1;
            } else if target >= beta {
                // Another move alone would be enough.
                return Ok(target);
            }
        }

        // 11. Order: the table's move, captures and promotions by weight, killers, history.
        position.legal_moves(&mut self.levels[ply].moves);
        let count = self.levels[ply].moves.len();
        let first = first.filter(|&place| place < count);
        let mut ordered = false;

        // 12. How deep the moves are followed: a single reply costs nothing.
        let single = count == 1 && excluded.is_none() && steps.has(Step::SingleReply);
        let next = if single { depth } else { depth - 1 };

        // 13. The moves: the first in the whole window, the others in an empty one until they prove better.
        let mut best = -Score::INFINITE;
        let mut best_place = None;
        let mut tried = 0;
        let together = self.shared.team.is_several() && depth >= TOGETHER_DEPTH && excluded.is_none();
        let (mut upcoming, mut fresh) = (0, count);
        while upcoming < count {
            let index = upcoming;
            upcoming += 1;
            let place = match first {
                // Most often no other move is needed.
                Some(first) if index == 0 => first,
                _ => {
                    if !ordered {
                        self.order(node, first);
                        ordered = true;
                    }
                    self.pick(ply, index)
                }
            };
            if excluded == Some(place) {
                continue;
            }
            let m = self.levels[ply].moves[place];
            let mut mark = None;
            if together && tried > 0 {
                if let Some(score) = self.refuted(key, ply, depth, beta, full).filter(|_| !is_pv) {
                    return Ok(score);
                }
                let this = Mark::new(position.hash_after(node.hash, m), depth);
                if index < fresh && self.shared.team.is_under_way(this) {
                    self.put_off(ply, index);
                    (upcoming, fresh) = (index, fresh - 1);
                    continue;
                }
                mark = Some(this);
            }
            let mut reduction = 0;
            if tried > 0 && !capture && !full && position.weight(m) == 0 {
                let worth = self.levels[ply].order[index].worth();
                if !is_pv && !best.is_loss() && !threat {
                    // 14. Near the horizon, late moves and those that cannot reach the window are left out.
                    if steps.has(Step::LateMoves) && depth <= LATE_DEPTH && tried >= late(depth, improving) {
                        continue;
                    }
                    if let Some(judged) = judged
                        && steps.has(Step::FutileMoves)
                        && depth <= FUTILE_DEPTH
                        && judged.plus(FUTILE_BASE + FUTILE_MARGIN * depth) <= alpha
                    {
                        best = best.max(judged.plus(FUTILE_BASE + FUTILE_MARGIN * depth));
                        continue;
                    }
                }
                // 15. Late moves are looked at less deeply first, the less the more they have done elsewhere.
                if steps.has(Step::Reductions) && depth >= 2 {
                    let mut parts = i32::from(self.reductions[depth.min(63) as usize][tried.min(63)]);
                    parts -= if is_pv { REDUCTION_PV } else { 0 };
                    parts += if improving { 0 } else { REDUCTION_WORSE };
                    parts -= (worth * PLY / HISTORY_PER_PLY).clamp(-PLY, 2 * PLY);
                    reduction = (parts / PLY).clamp(0, (next - 1).max(0));
                }
            }
            let next = next + if first == Some(place) { extension } else { 0 };
            if let Some(mark) = mark {
                self.shared.team.begin(mark);
            }
            let mut score;
            if tried == 0 {
                score = -self.follow(node, m, -beta, -alpha, next)?;
            } else {
                score = -self.follow(node, m, -alpha.plus(1), -alpha, next - reduction)?;
                if score > alpha && reduction > 0 {
                    score = -self.follow(node, m, -alpha.plus(1), -alpha, next)?;
                }
                if score > alpha && score < beta {
                    score = -self.follow(node, m, -beta, -alpha, next)?;
                }
            }
            if let Some(mark) = mark {
                self.shared.team.end(mark);
            }
            tried += 1;
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                best_place = Some(place);
                if is_pv {
                    self.extend_pv(ply, m);
                }
                if alpha >= beta {
                    self.reward(node, m, depth, index);
                    break;
                }
            }
        }
        if tried == 0 {
            // The excluded move was the only one.
            return Ok(window.0);
        }

        // 16. Remember.
        let bound = if best >= window.1 {
            Bound::Lower
        } else if best > window.0 {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_none() {
            let found = Found {
                score: best,
                bound,
                depth,
                best: best_place,
                full,
                judged: raw,
            };
            self.shared.table.store(key, ply, &found);
            if let (Some(raw), Some(judged)) = (raw, judged)
                && steps.has(Step::Correction)
                && !threat
                && !best.is_decisive()
                && !(bound == Bound::Lower && best <= judged)
                && !(bound == Bound::Upper && best >= judged)
            {
                let error = Score::hundredths(best.to_hundredths() - raw.to_hundredths());
                self.memory.correct(turn, shapes, error, depth);
            }
        }
        Ok(best)
    }

    /// The score of a node at the horizon or beyond: captures are followed, since they are compulsory, and a quiet
    /// position is judged as it stands. At the horizon itself a threat is looked at for one ply more.
    fn settle(&mut self, node: &Node<P>, mut alpha: Score, beta: Score, depth: i32) -> Result<Score, Stopped> {
        let (position, ply) = (node.position, node.ply);
        let turn = position.turn();
        let is_pv = alpha.plus(1) < beta;
        self.levels[ply].pv.clear();
        self.look()?;
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);

        let capture = !position.is_over() && position.can_capture(turn);
        if !capture && !position.has_moves() {
            return Ok(ended(node));
        }
        if let Some(draw) = self.drawn(node) {
            return Ok(draw);
        }
        if !capture {
            if let Some(known) = self.known(node) {
                return Ok(known);
            }
            let judged = self.judge(position);
            let threat = depth == 0
                && judged > alpha
                && ply < MAX_PLY
                && self.shared.steps.has(Step::Threats)
                && position.can_capture(turn.opposite());
            if !threat {
                return Ok(judged);
            }
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate(position));
        }
        position.legal_moves(&mut self.levels[ply].moves);
        let count = self.levels[ply].moves.len();
        if count > 1 {
            self.order(node, None);
        }
        let mut best = -Score::INFINITE;
        for index in 0..count {
            let place = if count > 1 { self.pick(ply, index) } else { 0 };
            let m = self.levels[ply].moves[place];
            let score = -self.follow(node, m, -beta, -alpha, depth - 1)?;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if is_pv {
                        self.extend_pv(ply, m);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        Ok(best)
    }

    /// The evaluation.
    #[inline(always)]
    fn evaluate(&mut self, position: &P) -> Score {
        self.shared.evaluate.evaluate(position, &mut self.judged)
    }

    /// The evaluation, corrected by what searches of similar positions have found.
    fn judge(&mut self, position: &P) -> Score {
        let raw = self.evaluate(position);
        if self.shared.steps.has(Step::Correction) {
            estimate(raw, self.memory.correction(position.turn(), position.shapes()))
        } else {
            raw
        }
    }

    /// Has a limit been reached, or the search been stopped?
    #[inline(always)]
    fn look(&mut self) -> Result<(), Stopped> {
        // With one thread, a limit of nodes is kept to the node.
        if self.shared.limit.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            return self.look_around();
        }
        Ok(())
    }

    #[cold]
    fn look_around(&mut self) -> Result<(), Stopped> {
        let shared = self.shared;
        let all = shared.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed) + self.nodes - self.told;
        self.told = self.nodes;
        let late = || shared.budget.is_some_and(|budget| shared.spent() >= budget.most);
        if shared.over.load(Ordering::Relaxed)
            || shared.team.has_reached(self.depth)
            || shared.control.is_stopped()
            || shared.limit.nodes.is_some_and(|most| all >= most)
            || late()
        {
            return Err(Stopped);
        }
        Ok(())
    }

    /// The score of a node that a drawing rule ends. A draw that must be claimed is claimed by the side it suits.
    #[inline(always)]
    fn drawn(&self, node: &Node<P>) -> Option<Score> {
        if node.lively { None } else { self.drawn_by_rule(node) }
    }

    fn drawn_by_rule(&self, node: &Node<P>) -> Option<Score> {
        let run_out = |(index, rule)| node.clocks.is_drawn(index, rule);
        let drawn = self.shared.draws.iter().enumerate().any(run_out) || self.is_repeated(node);
        drawn.then_some(Score::DRAW)
    }

    /// Within the search one repetition shows that nothing is gained; the game before it counts as the rule says.
    fn is_repeated(&self, node: &Node<P>) -> bool {
        let Some(times) = self.repetition else { return false };
        let since = self.path.len().saturating_sub(node.reversible);
        // Positions after the root: the root itself was reached by the game.
        let searched = (self.shared.root.earlier.len() + 1).max(since).min(self.path.len());
        let game = &self.path[since.min(searched)..searched];
        self.path[searched..].contains(&node.hash)
            || game.iter().filter(|&&hash| hash == node.hash).count() + 1 >= usize::from(times)
    }

    /// What sets the key of a node apart when a draw clock may run out before the search of it does.
    fn pressure(&self, clocks: &Clocks, depth: i32) -> u64 {
        let mut key = 0;
        for (index, rule) in self.shared.draws.iter().enumerate() {
            let count = clocks.count(index);
            let presses = clocks.is_active(index) && i32::from(count) + depth >= i32::from(rule.limit);
            if presses && rule.kind != Kind::Repetition {
                key ^= mix(1 << 40 | (index as u64) << 16 | u64::from(count));
            }
        }
        key
    }

    // ---------------------------------------------------------------------------------------------------------------
    // The order of moves

    /// The aims of the two moves before a ply.
    fn before(&self, ply: usize) -> [Aim; 2] {
        [1, 2].map(|back| ply.checked_sub(back).map_or(0, |ply| self.levels[ply].aim))
    }

    /// Weighs the moves of a node; the first of all comes first.
    fn order(&mut self, node: &Node<P>, first: Option<usize>) {
        let (position, ply, turn) = (node.position, node.ply, node.position.turn());
        let steps = self.shared.steps;
        let before = self.before(ply);
        let reply = match ply {
            0 => None,
            _ => self.memory.reply(turn, self.levels[ply - 1].slot),
        };
        let level = &mut self.levels[ply];
        level.order.clear();
        level.sorted = false;
        for (place, &m) in level.moves.iter().enumerate() {
            let worth = if first == Some(place) {
                i32::MAX
            } else {
                let mut worth = position.weight(m) * WEIGHT;
                if steps.has(Step::History) {
                    let slot = position.slot(m);
                    worth += match level.killers {
                        [Some(killer), _] if killer == m => KILLER,
                        [_, Some(killer)] if killer == m => KILLER - 1_000,
                        _ if reply == Some(slot) => KILLER - 2_000,
                        _ => 0,
                    };
                    worth += self.memory.history(turn, slot);
                    if steps.has(Step::Continuation) {
                        worth += self.memory.continuation(turn, follow_up::<P>(before, position.aim(m)));
                    }
                }
                worth
            };
            level.order.push(Promise::new(worth, place));
        }
        if let Some(first) = first {
            level.order.swap(0, first);
        }
    }

    /// The place of the best move that is left. Most nodes need only one or two, so that no more is sorted at first.
    #[inline]
    fn pick(&mut self, ply: usize, index: usize) -> usize {
        let level = &mut self.levels[ply];
        if level.sorted {
            return level.order[index].place();
        }
        let rest = &mut level.order[index..];
        if index < 2 {
            let mut best = 0;
            for other in 1..rest.len() {
                best = if rest[other] > rest[best] { other } else { best };
            }
            rest.swap(0, best);
        } else {
            rest.sort_unstable_by_key(|&promise| std::cmp::Reverse(promise));
            level.sorted = true;
        }
        rest[0].place()
    }

    /// Puts a move off until the others have been tried: another thread is looking at it, and the table will know.
    fn put_off(&mut self, ply: usize, index: usize) {
        let level = &mut self.levels[ply];
        let rest = &mut level.order[index..];
        if !level.sorted {
            rest.sort_unstable_by_key(|&promise| std::cmp::Reverse(promise));
            level.sorted = true;
        }
        rest.rotate_left(1);
    }

    /// Has another thread shown meanwhile that a node is above its window?
    fn refuted(&self, key: u64, ply: usize, depth: i32, beta: Score, full: bool) -> Option<Score> {
        let found = self.shared.table.probe(key, ply)?;
        let trusted = found.depth >= depth && (found.full || !full);
        (trusted && found.bound != Bound::Upper && found.score >= beta).then_some(found.score)
    }

    fn extend_pv(&mut self, ply: usize, m: P::Move) {
        let (upper, lower) = self.levels.split_at_mut(ply + 1);
        let pv = &mut upper[ply].pv;
        pv.clear();
        pv.push(m);
        if let Some(level) = lower.first() {
            pv.extend_from_slice(&level.pv);
        }
    }

    /// A move was too good for the other side: try it sooner next time, and those tried in vain before it later.
    fn reward(&mut self, node: &Node<P>, m: P::Move, depth: i32, index: usize) {
        let (position, ply, turn) = (node.position, node.ply, node.position.turn());
        if position.is_capture(m) || !self.shared.steps.has(Step::History) {
            return;
        }
        let before = self.before(ply);
        let level = &mut self.levels[ply];
        if level.killers[0] != Some(m) {
            level.killers = [Some(m), level.killers[0]];
        }
        let bonus = (depth * depth * 12).min(1_600);
        for promise in level.order.iter().take(index) {
            let other = level.moves[promise.place()];
            let follow_up = follow_up::<P>(before, position.aim(other));
            self.memory.reward(turn, position.slot(other), follow_up, -bonus);
        }
        let slot = position.slot(m);
        self.memory
            .reward(turn, slot, follow_up::<P>(before, position.aim(m)), bonus);
        if let Some(Some(previous)) = ply.checked_sub(1).map(|ply| self.levels[ply].slot) {
            self.memory.set_reply(turn, previous, slot);
        }
    }
}

/// The score of a position without moves.
fn ended<P: Searchable>(node: &Node<P>) -> Score {
    match node.position.end() {
        Some((_, winner)) if winner == node.position.turn() => Score::win_in(node.ply as u32),
        Some(_) => Score::loss_in(node.ply as u32),
        None => Score::DRAW,
    }
}

fn follow_up<P: Searchable>(before: [Aim; 2], aim: Aim) -> FollowUp {
    FollowUp {
        before,
        aim,
        aims: P::AIMS,
    }
}

fn estimate(raw: Score, correction: i32) -> Score {
    if raw.is_decisive() {
        raw
    } else {
        Score::hundredths(raw.to_hundredths() + correction)
    }
}

/// A win that the tables do not count the plies of: below every one that is counted, above every estimate.
const TABLE_WIN: i32 = 28_000;
/// Plies that such a win is taken to need.
const FAR: u32 = 40;

// Worth of moves in their order: history and continuation stay below three times `ordering::MOST`.
const WEIGHT: i32 = 100_000;
const KILLER: i32 = 30_000;

// Margins in hundredths of a man, depths in plies.
const FUTILITY: i32 = 25;
const FUTILITY_DEPTH: i32 = 6;
const PROBCUT_DEPTH: i32 = 8;
const PROBCUT_MARGIN: i32 = 10;
const PROBCUT_HOPE: i32 = 100;
const SINGULAR_DEPTH: i32 = 8;
const SINGULAR_MARGIN: i32 = 16;
const LATE_DEPTH: i32 = 4;
const FUTILE_DEPTH: i32 = 4;
const FUTILE_BASE: i32 = 40;
const FUTILE_MARGIN: i32 = 30;
const HISTORY_PER_PLY: i32 = 8_192;
/// From this depth on, threads keep out of each other's way.
const TOGETHER_DEPTH: i32 = 5;

/// How many quiet moves are tried near the horizon.
fn late(depth: i32, improving: bool) -> usize {
    let most = 4 + depth * depth;
    (if improving { most + 2 } else { most }) as usize
}

/// How much less deeply late moves are looked at, before their history is looked at: by depth and by moves tried.
static REDUCTIONS: LazyLock<[[i16; 64]; 64]> = LazyLock::new(|| {
    let plies =
        |depth: usize, tried: usize| REDUCTION_BASE + (depth as f64).ln() * (tried as f64).ln() / REDUCTION_DIVISOR;
    let parts = |depth, tried| (plies(depth, tried).max(0.0) * f64::from(PLY)) as i16;
    std::array::from_fn(|depth| std::array::from_fn(|tried| if depth * tried == 0 { 0 } else { parts(depth, tried) }))
});
/// Parts of a ply.
const PLY: i32 = 256;
const REDUCTION_BASE: f64 = 0.6;
const REDUCTION_DIVISOR: f64 = 1.5;
const REDUCTION_PV: i32 = PLY;
const REDUCTION_WORSE: i32 = PLY;
