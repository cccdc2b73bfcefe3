//! Iterative deepening with principal variation search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use damier_rules::draws::{Clocks, DrawRule, Kind, MAX_RULES};
use damier_rules::zobrist::mix;

use crate::evaluate::Evaluate;
use crate::limit::Limit;
use crate::score::Score;
use crate::searchable::{SLOTS, Searchable};
use crate::tt::{Bound, Found, Table};

/// Deeper than this, positions are judged as they stand: extensions must end somewhere.
const MAX_PLY: usize = 240;
/// Nodes between two looks at the clock and at the stop flag: well under a millisecond.
const NODES_PER_LOOK: u64 = 512;
/// Half the width of the first window around the last score, in hundredths of a man.
const ASPIRATION: i32 = 24;
/// Beyond this half-width the window is opened all the way.
const WIDEST_ASPIRATION: i32 = 400;
/// History is halved when a count passes this, so that it follows the search.
const MOST_HISTORY: i32 = 1 << 20;

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
    /// Of the whole search up to now.
    pub nodes: u64,
    pub seconds: f64,
}

impl<M> Line<M> {
    /// The same line in moves of another kind.
    pub(crate) fn with_pv<N>(&self, pv: Vec<N>) -> Line<N> {
        Line {
            pv,
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
            seconds: self.seconds,
        }
    }
}

/// Sees the lines after every iteration.
pub type Report<'r, M> = &'r mut dyn FnMut(&[Line<M>]);

/// A searcher: its table, and a flag by which others stop it. One game at a time: [`Search::clear`] between games of
/// different rules, since the table knows positions by their hash alone.
#[derive(Debug)]
pub struct Search {
    table: Table,
    stop: Arc<AtomicBool>,
}

impl Search {
    /// With a table of at most so many megabytes.
    pub fn new(megabytes: usize) -> Search {
        Search {
            table: Table::new(megabytes),
            stop: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Raise it to stop the search under way; who raised it lowers it before the next search.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
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
        Run::new(self, root, evaluate, *limit).deepen(lines, report)
    }
}

/// The search has to end: unwinds the recursion.
struct Stopped;

/// What one ply of the recursion keeps from call to call, so that nothing is allocated in it.
struct Level<M> {
    moves: Vec<M>,
    /// How promising each move is, and its place in `moves`.
    order: Vec<(i32, u16)>,
    pv: Vec<M>,
    killers: [Option<M>; 2],
}

impl<M> Default for Level<M> {
    fn default() -> Self {
        Level {
            moves: Vec::new(),
            order: Vec::new(),
            pv: Vec::new(),
            killers: [None, None],
        }
    }
}

/// A node on its way into the recursion.
struct Node<'p, P> {
    position: &'p P,
    hash: u64,
    clocks: Clocks,
    /// Plies since the last conversion that are still on `Run::path`.
    reversible: usize,
    ply: usize,
}

/// One search under way.
struct Run<'s, P: Searchable, E> {
    table: &'s mut Table,
    stop: &'s AtomicBool,
    root: &'s Root<'s, P>,
    draws: &'s [DrawRule],
    /// At which occurrence a position is drawn, where that is a rule.
    repetition: Option<u16>,
    evaluate: &'s E,
    limit: Limit,
    begun: Instant,
    nodes: u64,
    levels: Vec<Level<P::Move>>,
    /// Hashes since the last conversion before the root, then along the line under way.
    path: Vec<u64>,
    /// Moves that were too good, by colour and slot.
    history: Vec<i32>,
}

impl<'s, P: Searchable, E: Evaluate<P>> Run<'s, P, E> {
    fn new(search: &'s mut Search, root: &'s Root<P>, evaluate: &'s E, limit: Limit) -> Self {
        let draws = counted(root.draws);
        Run {
            table: &mut search.table,
            stop: &search.stop,
            root,
            draws,
            repetition: draws
                .iter()
                .find(|rule| rule.kind == Kind::Repetition)
                .map(|rule| rule.limit),
            evaluate,
            limit,
            begun: Instant::now(),
            nodes: 0,
            levels: (0..=MAX_PLY).map(|_| Level::default()).collect(),
            path: root.earlier.clone(),
            history: vec![0; 2 * SLOTS],
        }
    }

    /// Searches one ply deeper again and again, for so many lines.
    fn deepen(&mut self, lines: usize, report: Report<P::Move>) -> Vec<Line<P::Move>> {
        let mut moves = Vec::new();
        self.root.position.legal_moves(&mut moves);
        if moves.is_empty() {
            return Vec::new();
        }
        let guess = self.evaluate.evaluate(&self.root.position);
        let mut found: Vec<Line<P::Move>> = moves.iter().map(|&m| self.line(vec![m], guess, 0)).collect();
        let count = lines.clamp(1, moves.len());
        for depth in 1..=self.limit.max_depth() {
            let last: Vec<Score> = found.iter().take(count).map(|line| line.score).collect();
            for index in 0..count {
                // Lines already found this time keep their places; the others compete for this one.
                if self.aspire(&mut found, index, depth).is_err() {
                    return self.finish(found, count);
                }
            }
            // A later line may turn out better than an earlier one, where the table knew more by then.
            found[..count].sort_by_key(|line| std::cmp::Reverse(line.score));
            self.stamp(&mut found[..count]);
            report(&found[..count]);
            // A win or a loss is certain when a second look, deep enough to have seen a shorter way, finds the same.
            let is_certain = |line: &Line<P::Move>, last: Score| {
                line.score == last && line.score.plies_to_end().is_some_and(|plies| plies <= depth as u32)
            };
            if found[..count]
                .iter()
                .zip(last)
                .all(|(line, last)| is_certain(line, last))
            {
                break;
            }
        }
        self.finish(found, count)
    }

    fn finish(&self, mut found: Vec<Line<P::Move>>, count: usize) -> Vec<Line<P::Move>> {
        found.truncate(count);
        self.stamp(&mut found);
        found
    }

    fn stamp(&self, lines: &mut [Line<P::Move>]) {
        for line in lines {
            line.nodes = self.nodes;
            line.seconds = self.begun.elapsed().as_secs_f64();
        }
    }

    fn line(&self, pv: Vec<P::Move>, score: Score, depth: i32) -> Line<P::Move> {
        Line {
            pv,
            score,
            depth: depth.unsigned_abs(),
            nodes: self.nodes,
            seconds: 0.0,
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
        let (root, hash) = (self.root, self.root.position.hash());
        let node = Node {
            position: &root.position,
            hash,
            clocks: root.clocks,
            reversible: self.path.len(),
            ply: 0,
        };
        let mut best = -Score::INFINITE;
        let mut raised = alpha;
        for index in 0..found.len() {
            let m = found[index].pv[0];
            let next = depth - 1;
            let mut score = if index == 0 {
                raised
            } else {
                -self.follow(&node, m, -raised.plus(1), -raised, next)?
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

    /// Plays a move and searches what follows. The score is the next side's.
    fn follow(&mut self, node: &Node<P>, m: P::Move, alpha: Score, beta: Score, depth: i32) -> Result<Score, Stopped> {
        let position = node.position.play(m);
        let conversion = node.position.is_conversion(m);
        let child = Node {
            hash: node.position.hash_after(node.hash, m),
            clocks: node.position.clocks_after(&node.clocks, self.draws, m, &position),
            reversible: if conversion { 0 } else { node.reversible + 1 },
            ply: node.ply + 1,
            position: &position,
        };
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
        let (position, ply) = (node.position, node.ply);
        let window = (alpha, beta);
        let is_pv = alpha.plus(1) < beta;
        self.levels[ply].pv.clear();

        // 1. Should the search stop?
        self.look()?;
        self.nodes += 1;

        // 2. Quiet positions at the horizon are judged as they stand; captures are followed, since they are compulsory.
        let turn = position.turn();
        let capture = position.can_capture(turn);
        if depth <= 0 && !capture && position.has_moves() {
            return Ok(self.drawn(node).unwrap_or_else(|| self.evaluate.evaluate(position)));
        }

        // 3. The end of the game comes before any draw.
        position.legal_moves(&mut self.levels[ply].moves);
        if self.levels[ply].moves.is_empty() {
            return Ok(match position.end() {
                Some((_, winner)) if winner == turn => Score::win_in(ply as u32),
                Some(_) => Score::loss_in(ply as u32),
                None => Score::DRAW,
            });
        }

        // 4. Draws.
        if let Some(draw) = self.drawn(node) {
            return Ok(draw);
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate.evaluate(position));
        }

        // 5. No win from here is nearer than the next ply, and no loss.
        alpha = alpha.max(Score::loss_in(ply as u32 + 1));
        beta = beta.min(Score::win_in(ply as u32 + 1));
        if alpha >= beta {
            return Ok(alpha);
        }

        // 6. The table. Where the question is how long a win takes, only scores that leave nothing out can answer.
        let full = alpha.is_win() || beta.is_loss();
        let key = node.hash ^ self.pressure(&node.clocks, depth);
        let entry = if depth > 0 { self.table.probe(key, ply) } else { None };
        if let Some(found) = entry.filter(|_| !is_pv) {
            let trusted = found.depth >= depth && (found.full || !full);
            let high = found.bound != Bound::Upper && found.score >= beta && (trusted || found.score.is_win());
            let low = found.bound != Bound::Lower && found.score <= alpha && (trusted || found.score.is_loss());
            if high || low {
                return Ok(found.score);
            }
        }

        // 7. Order: the table's move, captures and promotions by weight, killers, history.
        let count = self.order(node, entry.and_then(|found| found.best));

        // 8. How deep the moves are followed: a single reply costs nothing, nor does a capture beyond the horizon.
        let next = match depth {
            1.. if count == 1 => depth,
            1.. => depth - 1,
            _ => depth,
        };

        // 9. The moves: the first in the whole window, the others in an empty one until they prove better.
        let mut best = -Score::INFINITE;
        let mut best_place = None;
        for index in 0..count {
            let place = usize::from(self.pick(ply, index));
            let m = self.levels[ply].moves[place];
            let mut score;
            if index == 0 {
                score = -self.follow(node, m, -beta, -alpha, next)?;
            } else {
                // 10. Late quiet moves are looked at less deeply first.
                let reduction = if full || capture {
                    0
                } else {
                    self.reduction(node, m, depth, index)
                };
                score = -self.follow(node, m, -alpha.plus(1), -alpha, next - reduction)?;
                if score > alpha && reduction > 0 {
                    score = -self.follow(node, m, -alpha.plus(1), -alpha, next)?;
                }
                if score > alpha && score < beta {
                    score = -self.follow(node, m, -beta, -alpha, next)?;
                }
            }
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

        // 11. Remember.
        if depth > 0 {
            let bound = if best >= window.1 {
                Bound::Lower
            } else if best > window.0 {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.store(
                key,
                ply,
                Found {
                    score: best,
                    bound,
                    depth,
                    best: best_place,
                    full,
                },
            );
        }
        Ok(best)
    }

    /// Has a limit been reached, or the flag been raised?
    #[inline(always)]
    fn look(&self) -> Result<(), Stopped> {
        if self.limit.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            let late = self.limit.time.is_some_and(|most| self.begun.elapsed() >= most);
            if late || self.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// The score of a node that a drawing rule ends. A draw that must be claimed is claimed by the side it suits.
    fn drawn(&self, node: &Node<P>) -> Option<Score> {
        let run_out = |(index, rule)| node.clocks.is_drawn(index, rule);
        let drawn = self.draws.iter().enumerate().any(run_out) || self.is_repeated(node);
        drawn.then_some(Score::DRAW)
    }

    /// Within the search one repetition shows that nothing is gained; the game before it counts as the rule says.
    fn is_repeated(&self, node: &Node<P>) -> bool {
        let Some(times) = self.repetition else { return false };
        let since = self.path.len().saturating_sub(node.reversible);
        // Positions after the root: the root itself was reached by the game.
        let searched = (self.root.earlier.len() + 1).max(since).min(self.path.len());
        let game = &self.path[since.min(searched)..searched];
        self.path[searched..].contains(&node.hash)
            || game.iter().filter(|&&hash| hash == node.hash).count() + 1 >= usize::from(times)
    }

    /// What sets the key of a node apart when a draw clock may run out before the search of it does.
    fn pressure(&self, clocks: &Clocks, depth: i32) -> u64 {
        let mut key = 0;
        for (index, rule) in self.draws.iter().enumerate() {
            let count = clocks.count(index);
            let presses = clocks.is_active(index) && i32::from(count) + depth >= i32::from(rule.limit);
            if presses && rule.kind != Kind::Repetition {
                key ^= mix(1 << 40 | (index as u64) << 16 | u64::from(count));
            }
        }
        key
    }

    /// Weighs the moves of a node; how many there are.
    fn order(&mut self, node: &Node<P>, first: Option<usize>) -> usize {
        let level = &mut self.levels[node.ply];
        let history = &self.history[node.position.turn().index() * SLOTS..];
        level.order.clear();
        for (place, &m) in level.moves.iter().enumerate().take(usize::from(u16::MAX)) {
            let worth = if first == Some(place) {
                i32::MAX
            } else {
                let killer = match level.killers {
                    [Some(killer), _] if killer == m => 2,
                    [_, Some(killer)] if killer == m => 1,
                    _ => 0,
                };
                let weight = node.position.weight(m);
                (weight * 4 + killer) * MOST_HISTORY + history[node.position.slot(m)]
            };
            level.order.push((worth, place as u16));
        }
        level.order.len()
    }

    /// The place of the best move that is left: most nodes need only one or two.
    fn pick(&mut self, ply: usize, index: usize) -> u16 {
        let rest = &mut self.levels[ply].order[index..];
        let mut best = 0;
        for other in 1..rest.len() {
            if rest[other].0 > rest[best].0 {
                best = other;
            }
        }
        rest.swap(0, best);
        rest[0].1
    }

    /// Plies by which a late move is looked at less deeply.
    fn reduction(&self, node: &Node<P>, m: P::Move, depth: i32, index: usize) -> i32 {
        let level = &self.levels[node.ply];
        if depth < 3 || index < 3 || node.position.weight(m) > 0 || level.killers.contains(&Some(m)) {
            0
        } else if depth >= 6 && index >= 8 {
            2
        } else {
            1
        }
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
        if depth <= 0 || node.position.is_capture(m) {
            return;
        }
        let level = &mut self.levels[node.ply];
        if level.killers[0] != Some(m) {
            level.killers = [Some(m), level.killers[0]];
        }
        let bonus = depth * depth;
        let history = &mut self.history[node.position.turn().index() * SLOTS..][..SLOTS];
        for &(_, place) in &level.order[..index] {
            let count = &mut history[node.position.slot(level.moves[usize::from(place)])];
            *count = (*count - bonus / 8).max(-MOST_HISTORY / 2);
        }
        let count = &mut history[node.position.slot(m)];
        *count += bonus;
        if *count >= MOST_HISTORY / 2 {
            history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}
