//! Two games at once.
//!
//! Where a turn is one move in each of them, neither can do anything to the other: a move on one board costs nothing on
//! the other and brings nothing. So each is searched on its own, for half of what there is to spend, and what they are
//! worth together is the sum. Where a player may make both his moves on one board, the two are one game of moves and
//! counter-moves, and [`Pair`] is searched, half a turn a ply.

use std::time::{Duration, Instant};

use damier_rules::draws::{Clocks, DrawRule};
use damier_rules::position::End;
use damier_rules::twin::{Half, Passing, Twin, Verdict};
use damier_rules::{AnyBoard, Color, History, Move, Position};

use crate::control::Control;
use crate::eval::Evaluate;
use crate::limit::Limit;
use crate::question::Question;
use crate::score::Score;
use crate::search::{Line, Report};
use crate::searchable::Searchable;
use crate::time::Budget;

/// What a game won is worth while the other goes on, in hundredths of a man.
const WON: i32 = 3_000;

/// Two games and the draw clocks of each.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair<'a, P> {
    pub twin: Twin<P>,
    clocks: [Clocks; 2],
    draws: &'a [DrawRule],
}

impl<'a, P: Searchable + Passing> Pair<'a, P> {
    /// `clocks`: where the counts of each game stand.
    pub fn new(twin: Twin<P>, clocks: [Clocks; 2], draws: &'a [DrawRule]) -> Pair<'a, P> {
        Pair { twin, clocks, draws }
    }
}

impl<P: Searchable + Passing> Position for Pair<'_, P> {
    type Move = Half<P::Move>;

    fn turn(&self) -> Color {
        self.twin.turn
    }

    fn legal_moves(&self, moves: &mut Vec<Self::Move>) {
        self.twin.legal_moves(moves);
    }

    fn has_moves(&self) -> bool {
        self.twin.has_moves()
    }

    fn play(&self, half: Self::Move) -> Self {
        let mut after = Pair {
            twin: self.twin.play(half),
            ..*self
        };
        let board = half.board;
        let (before, next) = (&self.twin.boards[board], &after.twin.boards[board]);
        after.clocks[board] = before.clocks_after(&self.clocks[board], self.draws, half.m, next);
        if after.twin.turn != self.twin.turn {
            for board in 0..2 {
                let run_out = |(index, rule)| after.clocks[board].is_drawn(index, rule);
                if after.twin.over()[board].is_none() && self.draws.iter().enumerate().any(run_out) {
                    after.twin = after.twin.ended(board, Verdict::Drawn);
                }
            }
        }
        after
    }

    fn end(&self) -> Option<(End, Color)> {
        self.twin.end()
    }

    fn hash(&self) -> u64 {
        self.twin.hash()
    }

    fn hash_after(&self, _: u64, half: Self::Move) -> u64 {
        self.play(half).hash()
    }

    fn is_conversion(&self, half: Self::Move) -> bool {
        self.twin.is_conversion(half)
    }

    fn is_capture(&self, half: Self::Move) -> bool {
        self.twin.is_capture(half)
    }

    fn orders(&self, half: Self::Move) -> u64 {
        self.twin.orders(half)
    }
}

impl<P: Searchable + Passing> Searchable for Pair<'_, P> {
    const AIMS: usize = P::AIMS;

    /// Each game has its own, and they are part of the position.
    fn clocks(&self, _: &[DrawRule]) -> Clocks {
        Clocks::default()
    }

    fn clocks_after(&self, clocks: &Clocks, _: &[DrawRule], _: Self::Move, _: &Self) -> Clocks {
        *clocks
    }

    fn has_kings(&self) -> bool {
        self.twin.boards.iter().any(Searchable::has_kings)
    }

    fn is_over(&self) -> bool {
        false
    }

    /// The evaluation follows captures to their end on each board: nothing is left for the search to settle.
    fn can_capture(&self, _: Color) -> bool {
        false
    }

    fn slot(&self, half: Self::Move) -> usize {
        self.twin.boards[half.board].slot(half.m)
    }

    fn aim(&self, half: Self::Move) -> usize {
        self.twin.boards[half.board].aim(half.m)
    }

    fn weight(&self, half: Self::Move) -> i32 {
        self.twin.boards[half.board].weight(half.m)
    }

    fn shapes(&self) -> [u64; 2] {
        let [first, second] = self.twin.boards.each_ref().map(Searchable::shapes);
        [0, 1].map(|color: usize| first[color] ^ second[color].rotate_left(29))
    }
}

/// The sum of what two games are worth, each judged when its captures are over.
#[derive(Clone, Debug)]
pub struct Sum<E>(pub E);

impl<P: Searchable + Passing, E: Evaluate<P>> Evaluate<Pair<'_, P>> for Sum<E> {
    /// One for either game.
    type Memory = [E::Memory; 2];

    fn evaluate(&self, pair: &Pair<'_, P>, memory: &mut [E::Memory; 2]) -> Score {
        let turn = pair.twin.turn;
        let mut worth = |board: usize| match pair.twin.over()[board] {
            Some(verdict) => verdict_worth(verdict, turn),
            None => {
                let position = &pair.twin.boards[board];
                let own = settled((&self.0, &mut memory[board]), position, -WON, WON, 0);
                if position.turn() == turn { own } else { -own }
            }
        };
        Score::hundredths(worth(0) + worth(1))
    }
}

fn verdict_worth(verdict: Verdict, turn: Color) -> i32 {
    match verdict {
        Verdict::Drawn => 0,
        Verdict::Won(winner) if winner == turn => WON,
        Verdict::Won(_) => -WON,
    }
}

/// How long a search may take to hear that time counts.
const SLICE: Duration = Duration::from_millis(100);
/// The most captures followed one after the other.
const LONGEST: u32 = 24;

/// What a position is worth to the side to move when its captures are over.
fn settled<P: Searchable, E: Evaluate<P>>(
    (evaluate, memory): (&E, &mut E::Memory),
    position: &P,
    mut alpha: i32,
    beta: i32,
    ply: u32,
) -> i32 {
    if !position.can_capture(position.turn()) || ply >= LONGEST {
        if !position.has_moves() {
            return -WON;
        }
        return evaluate
            .evaluate(position, memory)
            .to_hundredths()
            .clamp(-WON + 1, WON - 1);
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.sort_by_key(|&m| -position.weight(m));
    let mut best = -WON;
    for m in moves {
        let score = -settled((evaluate, &mut *memory), &position.play(m), -beta, -alpha, ply + 1);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Searches one of the games to a depth within limits. Gives the lines of that game, on its own board.
pub(crate) type SearchHalf<'f> = &'f mut dyn FnMut(usize, Question) -> Vec<Line<Move<u128>>>;

/// The best turns of two games whose turns are one move in each.
pub(crate) fn separately(
    question: Question,
    control: &Control,
    search: SearchHalf<'_>,
    report: Report<Move<u128>>,
) -> Vec<Line<Move<u128>>> {
    let Question {
        game,
        limit,
        only,
        lines,
    } = question;
    let (board, Some(halves)) = (game.board(), game.halves()) else {
        return Vec::new();
    };
    let running: Vec<usize> = match board.verdicts() {
        Some(verdicts) => (0..2).filter(|&half| verdicts[half].is_none()).collect(),
        None => Vec::new(),
    };
    let wanted: Vec<Vec<(usize, Move<u128>)>> = only.iter().map(|m| board.parts(m)).collect();
    let allowed = |half: usize| -> Vec<Move<u128>> {
        let mut moves: Vec<Move<u128>> = Vec::new();
        for &(index, m) in wanted.iter().flatten() {
            if index == half && !moves.contains(&m) {
                moves.push(m);
            }
        }
        moves
    };
    let count = if only.is_empty() { lines } else { usize::MAX };
    let begun = Instant::now();
    let mut counted_from = None;
    let budget = Budget::of(limit);
    let mut found: [Vec<Line<Move<u128>>>; 2] = [Vec::new(), Vec::new()];
    let (mut nodes, mut best) = (0, Vec::new());
    let mut depth = 1;
    while depth <= limit.max_depth() as u32 {
        let mut complete = true;
        for (index, &half) in running.iter().enumerate() {
            let left = limit
                .nodes
                .map(|most| most.saturating_sub(nodes).max(1) / (running.len() - index) as u64);
            let time = match (budget, control.is_pondering()) {
                (Some(budget), false) => {
                    let since = *counted_from.get_or_insert_with(Instant::now);
                    Some(
                        budget
                            .most
                            .saturating_sub(since.elapsed())
                            .max(Duration::from_millis(1)),
                    )
                }
                // The move that is pondered on may be played at any moment: no iteration lasts longer than this.
                (Some(_), true) => Some(SLICE),
                (None, _) => None,
            };
            let inner = Limit {
                depth: Some(depth),
                nodes: left.map(|left| left.max(1)),
                time,
                clock: None,
            };
            let half_of_it = Question {
                game: &halves[half],
                limit: &inner,
                only: &allowed(half),
                lines: count,
            };
            let lines = search(half, half_of_it);
            nodes += lines.first().map_or(0, |line| line.nodes);
            // An iteration that was cut off knows less than the one before it, but for its first line.
            let finished = lines.first().is_some_and(|line| line.depth >= depth);
            complete &= finished || is_certain(&lines);
            if !lines.is_empty() && (found[half].is_empty() || finished) {
                found[half] = lines;
            }
        }
        best = together(board, &running, &found, &wanted, lines);
        for line in &mut best {
            line.nodes = nodes;
            line.seconds = begun.elapsed().as_secs_f64();
        }
        if best.is_empty() {
            break;
        }
        if complete {
            report(&best);
            depth += 1;
        }
        if control.is_stopped() {
            break;
        }
        if control.is_pondering() {
            continue;
        }
        let spent = counted_from.get_or_insert_with(Instant::now).elapsed();
        let forced = limit.clock.is_some() && running.iter().all(|&half| one_move(&halves[half]));
        if limit.nodes.is_some_and(|most| nodes >= most)
            || budget.is_some_and(|budget| forced || spent >= budget.enough(2, 0))
            || running.iter().all(|&half| is_certain(&found[half]))
        {
            break;
        }
    }
    while control.is_pondering() && !control.is_stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
    best
}

fn one_move(half: &History) -> bool {
    let mut moves = Vec::new();
    half.board().legal_moves(&mut moves);
    moves.len() == 1
}

/// Is the end of the game proved in every line?
fn is_certain(lines: &[Line<Move<u128>>]) -> bool {
    lines
        .iter()
        .all(|line| line.score.plies_to_end().is_some_and(|plies| plies <= line.depth))
}

/// A line for each game that goes on.
type Choice<'l> = Vec<(usize, &'l Line<Move<u128>>)>;

/// The best sums of two lists of lines.
fn together(
    board: &AnyBoard,
    running: &[usize],
    found: &[Vec<Line<Move<u128>>>; 2],
    wanted: &[Vec<(usize, Move<u128>)>],
    lines: usize,
) -> Vec<Line<Move<u128>>> {
    let mut choices: Vec<Choice<'_>> = vec![Vec::new()];
    for &half in running {
        choices = choices
            .iter()
            .flat_map(|chosen| {
                found[half].iter().map(move |line| {
                    let mut chosen = chosen.clone();
                    chosen.push((half, line));
                    chosen
                })
            })
            .collect();
    }
    let first = |choice: &[(usize, &Line<Move<u128>>)]| -> Vec<(usize, Move<u128>)> {
        choice.iter().map(|(half, line)| (*half, line.pv[0])).collect()
    };
    choices.retain(|choice| !choice.is_empty() && (wanted.is_empty() || wanted.contains(&first(choice))));
    let mut best: Vec<Line<Move<u128>>> = choices.iter().filter_map(|choice| join(board, choice)).collect();
    best.sort_by_key(|line| std::cmp::Reverse(line.score));
    best.truncate(lines.max(1));
    best
}

/// Lines of both games as one line of turns, as far as both go.
fn join(board: &AnyBoard, choice: &[(usize, &Line<Move<u128>>)]) -> Option<Line<Move<u128>>> {
    let (mut now, mut pv) = (*board, Vec::new());
    for ply in 0.. {
        let parts: Option<Vec<(usize, Move<u128>)>> = choice
            .iter()
            .map(|(half, line)| Some((*half, *line.pv.get(ply)?)))
            .collect();
        let Some(m) = parts
            .filter(|parts| !parts.is_empty())
            .and_then(|parts| now.join(&parts))
        else {
            break;
        };
        pv.push(m);
        now = now.play(m);
    }
    let (_, line) = choice.first()?;
    let turn = board.turn();
    let over = board.verdicts().unwrap_or_default();
    let done: i32 = over.iter().flatten().map(|&verdict| verdict_worth(verdict, turn)).sum();
    let scores: Vec<Score> = choice.iter().map(|(_, line)| line.score).collect();
    let last = |plies: &dyn Fn(Score) -> bool| scores.iter().all(|&score| plies(score));
    let lost_or_none = over.iter().flatten().all(|&verdict| verdict_worth(verdict, turn) < 0);
    let won_or_none = over.iter().flatten().all(|&verdict| verdict_worth(verdict, turn) > 0);
    let longest = scores
        .iter()
        .filter_map(|score| score.plies_to_end())
        .max()
        .unwrap_or(0);
    // Only what decides both games is proved to win or to lose.
    let score = if won_or_none && last(&Score::is_win) {
        Score::win_in(longest)
    } else if lost_or_none && last(&Score::is_loss) {
        Score::loss_in(longest)
    } else {
        let worth = |score: Score| {
            if score.is_win() {
                WON
            } else if score.is_loss() {
                -WON
            } else {
                score.to_hundredths().clamp(-WON, WON)
            }
        };
        Score::hundredths(done + scores.into_iter().map(worth).sum::<i32>())
    };
    let deepest = choice.iter().map(|(_, line)| line.deepest).max()?;
    let mut joined = line.with_pv(pv);
    joined.score = score;
    joined.deepest = deepest;
    joined.depth = choice.iter().map(|(_, line)| line.depth).min()?;
    (!joined.pv.is_empty()).then_some(joined)
}

/// Lines of half turns as lines of whole turns.
pub(crate) fn in_turns(board: &AnyBoard, lines: &[Line<Half<Move<u64>>>]) -> Vec<Line<Move<u128>>> {
    let mut whole: Vec<Line<Move<u128>>> = Vec::new();
    for line in lines {
        let (mut now, mut pv, mut parts) = (*board, Vec::new(), Vec::new());
        for half in &line.pv {
            parts.push((half.board, half.m.wide()));
            if let Some(m) = now.join(&parts) {
                pv.push(m);
                now = now.play(m);
                parts.clear();
            }
        }
        if pv.is_empty() {
            // The search was cut off within the first turn: any move that completes it.
            let mut turns = Vec::new();
            board.legal_moves(&mut turns);
            pv.extend(turns.into_iter().find(|m| board.parts(m).first() == parts.first()));
        }
        if !pv.is_empty() {
            let mut line = line.with_pv(pv);
            line.depth = line.depth.div_ceil(2);
            line.deepest = line.deepest.div_ceil(2);
            whole.push(line);
        }
    }
    whole
}
