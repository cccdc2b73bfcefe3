//! A record played by the rules of its game: moves, variations, comments, and what could not be played.

use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::fen::{read_fen, write_fen};
use damier_rules::moves::Move;
use damier_rules::notation::{MoveError, parse_pdn, write_pdn};
use damier_rules::piece::Color;
use damier_rules::position::Position;
use damier_rules::say;
use damier_rules::setup::Setup;

use crate::infer::{Candidate, Context, Decision, SET_UP, Start, set_up, shown};
use crate::problem::Kind;
use crate::record::{Item, Record, WrittenMove};
use crate::replay::{Played, Reading, play};
use crate::score::{Verdict, verdict};

/// A position of the tree, and how it came about.
#[derive(Clone, Debug)]
pub struct Node {
    /// Index of the node before it; of itself for the root.
    pub parent: u32,
    /// Plies since the game's first move by its numbers.
    pub ply: i64,
    pub board: AnyBoard,
    pub hash: u64,
    /// `None` at the root and where the position is set up.
    pub last: Option<Move<u128>>,
    /// The position string, where it is set up.
    pub setup: Option<Box<str>>,
    pub comment: String,
    /// Before the first move of a variation.
    pub starting_comment: String,
    pub nags: Vec<u32>,
    /// What follows in the text and could not be played.
    pub unread: String,
}

impl Node {
    /// The position that is set up, as strict FEN with its counters.
    pub fn setup_fen(&self, candidate: Candidate) -> Option<String> {
        let text = self.setup.as_deref()?;
        let setup = Setup {
            quiet_plies: counters(text, candidate).and_then(|setup| setup.quiet_plies),
            full_move: u32::try_from(self.ply.div_euclid(2) + 1).ok(),
            ..self.board.setup()
        };
        Some(write_fen(&setup, self.board.game(), None, true))
    }
}

/// What a position string says, its counters above all.
fn counters(text: &str, candidate: Candidate) -> Option<Setup> {
    read_fen(text, candidate.game, Some(candidate.numbering)).ok()
}

/// A game as a tree. The root is the first node, every node comes after its parent, and of the nodes with one parent the
/// first is the main line.
#[derive(Clone, Debug)]
pub struct Tree {
    pub nodes: Vec<Node>,
    pub decision: Decision,
}

/// A line of the text: the main one, or a variation.
#[derive(Debug)]
struct Line {
    /// The line that it stands in, and how many steps of that came before it.
    parent: usize,
    after: usize,
    opened: u32,
    closed: u32,
    /// Items that are moves or positions set up.
    steps: Vec<u32>,
    /// The other items, each with the number of steps before it.
    notes: Vec<(u32, u32)>,
    /// The node before the first step, and those of the steps that could be played.
    base: u32,
    nodes: Vec<u32>,
    is_read: bool,
}

impl Tree {
    /// Plays a record. Problems are added to it.
    pub fn grow(record: &mut Record, context: &mut Context) -> Tree {
        let decision = context.decide(record);
        let mut lines = lines(record);
        // What comes before the first move may be the position that the game begins with.
        lines[0].steps.clone_from(&decision.steps);
        if let Ok(Start { item: Some(_), .. }) = decision.start {
            for (_, steps) in &mut lines[0].notes {
                *steps = steps.saturating_sub(1);
            }
            for line in lines.iter_mut().filter(|line| line.parent == 0) {
                line.after = line.after.saturating_sub(1);
            }
        }
        let mut tree = Tree {
            nodes: Vec::new(),
            decision,
        };
        report_decision(record, &tree.decision);
        tree.plant(record);
        tree.main_line(record, &mut lines[0]);
        for index in 1..lines.len() {
            tree.variation(record, context, &mut lines, index);
        }
        for line in &lines {
            if line.is_read {
                tree.annotate(record, line);
            }
        }
        tree
    }

    /// The root.
    fn plant(&mut self, record: &Record) {
        let (game, number) = (self.decision.candidate.game, first_number(record, &self.decision.steps));
        let board = match &self.decision.start {
            Ok(start) => start.board,
            Err(_) => AnyBoard::start(game),
        };
        let second = board.turn() != game.rules().first;
        let number = number.unwrap_or(match &self.decision.start {
            Ok(start) => start.setup.and_then(|setup| setup.full_move).unwrap_or(1),
            Err(_) => 1,
        });
        self.nodes.push(Node {
            parent: 0,
            ply: 2 * (i64::from(number) - 1) + i64::from(second),
            board,
            hash: board.hash(),
            last: None,
            setup: None,
            comment: String::new(),
            starting_comment: String::new(),
            nags: Vec::new(),
            unread: String::new(),
        });
    }

    /// A node behind another one.
    fn add(&mut self, parent: u32, m: Option<Move<u128>>, setup: Option<(AnyBoard, &str)>) -> u32 {
        let before = &self.nodes[parent as usize];
        let (board, hash, last, text) = match (m, setup) {
            (Some(m), _) => (
                before.board.play(m),
                before.board.hash_after(before.hash, m),
                Some(m),
                None,
            ),
            (None, Some((board, text))) => (board, board.hash(), None, Some(text.into())),
            (None, None) => (before.board, before.hash, None, None),
        };
        // A position string may say which move comes next.
        let said = setup.and_then(|(_, text)| counters(text, self.decision.candidate)?.full_move);
        let ply = match (m, said) {
            (None, Some(number)) => 2 * (i64::from(number) - 1) + i64::from(board.turn() != board.rules().first),
            (None, None) if before.board.turn() == board.turn() => before.ply,
            _ => before.ply + 1,
        };
        self.nodes.push(Node {
            parent,
            ply,
            board,
            hash,
            last,
            setup: text,
            comment: String::new(),
            starting_comment: String::new(),
            nags: Vec::new(),
            unread: String::new(),
        });
        self.nodes.len() as u32 - 1
    }

    fn main_line(&mut self, record: &mut Record, line: &mut Line) {
        let played = std::mem::take(&mut self.decision.played);
        line.is_read = true;
        if self.decision.start.is_err() {
            // Nothing can be played from a position that is not known.
            let start = line
                .steps
                .first()
                .map_or(0, |&step| offset_of(&record.items[step as usize]));
            if !line.steps.is_empty() {
                self.nodes[0].unread = unread(record, start, record.end_of_moves());
            }
            self.decision.played = played;
            return;
        }
        self.extend(record, line, &played);
        for &step in &played.undecided {
            self.remark(record, line, step, Kind::Ambiguous);
        }
        for &step in &played.inexact {
            self.remark(record, line, step, Kind::Inexact);
        }
        if played.moves.len() < line.steps.len() {
            let end = record.end_of_moves();
            self.stop(record, line, end, true);
        }
        self.decision.played = played;
    }

    /// Adds the moves of a line that could be played.
    fn extend(&mut self, record: &Record, line: &mut Line, played: &Played) {
        let mut at = line.base;
        for (&m, &step) in played.moves.iter().zip(&line.steps) {
            at = if m == SET_UP {
                let Item::Setup { text, .. } = record.items[step as usize] else {
                    break;
                };
                let text = record.texts[text as usize].as_str();
                let before = self.nodes[at as usize].board;
                match set_up(text, self.decision.candidate, &before) {
                    Ok(board) => self.add(at, None, Some((board, text))),
                    Err(_) => break,
                }
            } else {
                self.add(at, Some(m), None)
            };
            line.nodes.push(at);
        }
    }

    fn remark(&self, record: &mut Record, line: &Line, step: u32, kind: Kind) {
        let (Some(&node), Some(&item)) = (line.nodes.get(step as usize), line.steps.get(step as usize)) else {
            return;
        };
        let Item::Move(written) = record.items[item as usize] else {
            return;
        };
        let node = &self.nodes[node as usize];
        let Some(m) = node.last else { return };
        let text = record.text_of(&written);
        let read = write_pdn(&self.nodes[node.parent as usize].board, m, true, None);
        let reason = match kind {
            Kind::Ambiguous => {
                say!(
                    "{text} is ambiguous, and nothing tells which is meant: read as {move}",
                    text = shown(&text),
                    move = read
                )
            }
            _ => say!(
                "no capture goes by the squares of {text}: read as {move}",
                text = shown(&text),
                move = read
            ),
        };
        let (row, ply) = (
            record.line_at(written.offset),
            (line.parent == usize::MAX).then_some(step),
        );
        record.problem(kind, row, ply, text, reason);
    }

    /// A line that cannot be played on: says why, and keeps the rest of its text.
    fn stop(&mut self, record: &mut Record, line: &Line, end: u32, is_main: bool) {
        let done = line.nodes.len();
        let Some(&step) = line.steps.get(done) else { return };
        let item = record.items[step as usize];
        let at = line.nodes.last().copied().unwrap_or(line.base);
        let board = self.nodes[at as usize].board;
        let offset = offset_of(&item);
        let (kind, text, reason) = match item {
            Item::Move(written) => {
                let text = record.text_of(&written);
                match refusal(&board, &text, self.decision.candidate) {
                    MoveError::Invalid(reason) => (Kind::Unreadable, text, reason),
                    MoveError::Illegal(reason) => (Kind::Illegal, text, reason),
                    MoveError::Ambiguous(reason) => (Kind::Ambiguous, text, reason),
                }
            }
            Item::Setup { text, .. } => {
                let fen = record.texts[text as usize].clone();
                let reason = match set_up(&fen, self.decision.candidate, &board) {
                    Err(reason) => say!("the position that is set up cannot be read: {reason}", reason = reason),
                    Ok(_) => say!("the position that is set up cannot be read"),
                };
                (Kind::Fen, fen, reason)
            }
            Item::Broken { offset, length } => {
                let text = record.text_between(offset..offset + length);
                let reason = refusal(&board, &text, self.decision.candidate).into_saying();
                (Kind::Unreadable, text, reason)
            }
            _ => {
                let reason = say!("the move is not known");
                (Kind::Unknown, "-".to_owned(), reason)
            }
        };
        let (row, ply) = (record.line_at(offset), is_main.then_some(done as u32));
        record.problem(kind, row, ply, text, reason);
        let rest = unread(record, offset, end);
        append(&mut self.nodes[at as usize].unread, &rest);
    }

    fn variation(&mut self, record: &mut Record, context: &mut Context, lines: &mut [Line], index: usize) {
        let (before, rest) = lines.split_at_mut(index);
        let line = &mut rest[0];
        let parent = &before[line.parent];
        // A variation of what could not be played is part of the text that is kept.
        if !parent.is_read || line.after > parent.nodes.len() {
            return;
        }
        line.is_read = true;
        let here = match line.after {
            0 => parent.base,
            steps => parent.nodes[steps - 1],
        };
        line.base = here;
        if line.steps.is_empty() {
            return;
        }
        let mut tried: Vec<u32> = Vec::new();
        let mut best: Option<(u32, Played)> = None;
        for base in self.bases(record, parent, line, here) {
            if tried.contains(&base) {
                continue;
            }
            tried.push(base);
            let played = self.play_line(record, context, &line.steps, base);
            if best
                .as_ref()
                .is_none_or(|(_, best)| best.moves.is_empty() && !played.moves.is_empty())
            {
                best = Some((base, played));
            }
            if best.as_ref().is_some_and(|(_, best)| !best.moves.is_empty()) {
                break;
            }
        }
        let Some((base, played)) = best else { return };
        line.base = base;
        self.extend(record, line, &played);
        for &step in &played.undecided {
            self.remark(record, line, step, Kind::Ambiguous);
        }
        for &step in &played.inexact {
            self.remark(record, line, step, Kind::Inexact);
        }
        if line.nodes.is_empty() {
            // Nothing of it can be played: all of it is kept where it stands.
            line.is_read = false;
            line.base = base;
            let text = unread(record, line.opened, line.closed.saturating_add(1));
            self.stop_at(record, line, base);
            append(&mut self.nodes[here as usize].unread, &text);
        } else if played.moves.len() < line.steps.len() {
            let end = line.closed;
            self.stop(record, line, end, false);
        }
    }

    /// Tells why the first move of a variation cannot be played.
    fn stop_at(&mut self, record: &mut Record, line: &Line, base: u32) {
        let kept = std::mem::take(&mut self.nodes[base as usize].unread);
        self.stop(record, line, line.closed, false);
        self.nodes[base as usize].unread = kept;
    }

    /// Where a variation may begin, the likeliest first: with another move instead of the last one, with the next move,
    /// or where its number says.
    fn bases(&self, record: &Record, parent: &Line, line: &Line, here: u32) -> Vec<u32> {
        let instead = self.nodes[here as usize].parent;
        let usual = if line.after == 0 { here } else { instead };
        let mut bases = Vec::with_capacity(3);
        if let Some(Item::Move(written)) = line.steps.first().map(|&step| record.items[step as usize])
            && written.number > 0
        {
            let second = i64::from(written.has(WrittenMove::SECOND));
            let ply = 2 * (i64::from(written.number) - 1) + second;
            let back = self.nodes[here as usize].ply - ply;
            // Within the line that it stands in; further back nobody looks.
            let steps = line.after as i64 - back;
            if back >= 0 && steps >= 0 && ply != self.nodes[usual as usize].ply {
                bases.push(match steps {
                    0 => parent.base,
                    steps => parent.nodes[steps as usize - 1],
                });
            }
        }
        bases.push(usual);
        bases.push(here);
        bases
    }

    fn play_line(&self, record: &Record, context: &mut Context, steps: &[u32], base: u32) -> Played {
        let candidate = self.decision.candidate;
        let mut board = self.nodes[base as usize].board;
        let mut all = Played::default();
        let mut at = 0;
        while at < steps.len() {
            let rest = &steps[at..];
            if let Item::Setup { text, .. } = record.items[rest[0] as usize] {
                match set_up(&record.texts[text as usize], candidate, &board) {
                    Ok(after) => board = after,
                    Err(_) => return all,
                }
                all.moves.push(SET_UP);
                at += 1;
                continue;
            }
            let end = rest
                .iter()
                .position(|&step| matches!(record.items[step as usize], Item::Setup { .. }))
                .unwrap_or(rest.len());
            let reading = Reading {
                record,
                squares: context.squares(candidate),
                lenient: true,
                hashes: false,
            };
            let mut played = Played::default();
            play(&board, &rest[..end], reading, &mut played);
            for &m in &played.moves {
                board = board.play(m);
            }
            let is_whole = played.moves.len() == end;
            all.undecided
                .extend(played.undecided.iter().map(|step| step + at as u32));
            all.inexact.extend(played.inexact.iter().map(|step| step + at as u32));
            all.moves.append(&mut played.moves);
            if !is_whole {
                return all;
            }
            at += end;
        }
        all
    }

    /// Comments and glyphs to the nodes that they stand behind.
    fn annotate(&mut self, record: &Record, line: &Line) {
        for &(item, steps) in &line.notes {
            let steps = steps as usize;
            // Behind what could not be played: it is in the text that is kept.
            if steps > line.nodes.len() {
                continue;
            }
            let is_variation = line.parent != usize::MAX;
            let (node, starts) = match steps {
                0 if is_variation => match line.nodes.first() {
                    Some(&first) => (first, true),
                    None => (line.base, false),
                },
                0 => (0, false),
                steps => (line.nodes[steps - 1], false),
            };
            let node = &mut self.nodes[node as usize];
            match record.items[item as usize] {
                Item::Comment { text, .. } => {
                    let text = &record.texts[text as usize];
                    append(
                        if starts {
                            &mut node.starting_comment
                        } else {
                            &mut node.comment
                        },
                        text,
                    );
                }
                Item::Nag(nag) if !node.nags.contains(&nag) && node.nags.len() < 256 => node.nags.push(nag),
                _ => {}
            }
        }
    }

    /// Plies of the main line.
    pub fn plies(&self) -> usize {
        self.decision.played.moves.iter().filter(|&&m| m != SET_UP).count()
    }

    pub fn candidate(&self) -> Candidate {
        self.decision.candidate
    }
}

/// Whose number stands on the left of the dash in a result. Files of games in which Black begins, English draughts above
/// all, used to name Black first, in the tags and in the result: where the tags do, so does the result.
pub fn left_of_result(record: &Record, game: Option<AnyGame>) -> Color {
    let black_begins = game.is_none_or(|game| game.rules().first == Color::Black);
    let first = record
        .tags
        .iter()
        .find(|(name, _)| matches!(name.as_str(), "White" | "Black"));
    match first {
        Some((name, _)) if name == "Black" && black_begins => Color::Black,
        _ => Color::White,
    }
}

/// The result of the tag and the one behind the moves, where both say something and not the same.
fn contradicting_results(record: &Record) -> Option<(String, String)> {
    let (tag, behind) = (record.value("Result")?, record.result.as_deref()?);
    let (said, meant) = (verdict(tag, Color::White), verdict(behind, Color::White));
    let is_contrary = said != meant && said != Verdict::Open && meant != Verdict::Open;
    is_contrary.then(|| (tag.to_owned(), behind.to_owned()))
}

/// What is wrong with the game as a whole.
pub fn report_decision(record: &mut Record, decision: &Decision) {
    let line = record.line;
    if let Some((tag, behind)) = contradicting_results(record) {
        let row = record.line_at(record.end_of_moves());
        let reason = say!(
            "the result tag says {tag}, and {result} stands behind the moves",
            tag = shown(&tag),
            result = shown(&behind)
        );
        record.problem(Kind::Result, row, None, behind, reason);
    }
    if let Some(objection) = &decision.objection {
        let text = record.value("GameType").unwrap_or_default().to_owned();
        record.problem(Kind::GameType, line, None, text, objection.clone());
    }
    if let Err(reason) = &decision.start {
        let text = record.value("FEN").unwrap_or_default().to_owned();
        let reason = say!(
            "the position that the game begins with cannot be read: {reason}",
            reason = reason.clone()
        );
        record.problem(Kind::Fen, line, Some(0), text, reason);
    }
}

/// Says what is wrong with the main line, where the tree is not wanted.
pub fn report_main_line(record: &mut Record, decision: &Decision) {
    report_decision(record, decision);
    if decision.start.is_ok()
        && (!decision.is_whole() || !decision.played.undecided.is_empty() || !decision.played.inexact.is_empty())
    {
        let mut tree = Tree {
            nodes: Vec::new(),
            decision: decision.clone(),
        };
        tree.plant(record);
        let mut line = Line {
            steps: decision.steps.clone(),
            ..Line::new(usize::MAX, 0, 0)
        };
        tree.main_line(record, &mut line);
    }
}

fn refusal(board: &AnyBoard, text: &str, candidate: Candidate) -> MoveError {
    let _ = candidate;
    match parse_pdn(board, text) {
        Err(error) => error,
        // It is legal by itself: the squares were numbered in another way.
        Ok(_) => MoveError::Illegal(say!("illegal move {move}", move = shown(text))),
    }
}

fn first_number(record: &Record, steps: &[u32]) -> Option<u32> {
    match steps.first().map(|&step| &record.items[step as usize]) {
        Some(Item::Move(written)) if written.number > 0 => Some(written.number),
        _ => None,
    }
}

fn offset_of(item: &Item) -> u32 {
    match *item {
        Item::Move(written) => written.offset,
        Item::Unknown { offset, .. }
        | Item::Broken { offset, .. }
        | Item::Setup { offset, .. }
        | Item::Open { offset }
        | Item::Close { offset } => offset,
        Item::Nag(_) | Item::Comment { .. } => 0,
    }
}

fn unread(record: &Record, from: u32, to: u32) -> String {
    record.text_between(from..to).trim().to_owned()
}

fn append(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

impl Line {
    fn new(parent: usize, after: usize, opened: u32) -> Line {
        Line {
            parent,
            after,
            opened,
            closed: u32::MAX,
            steps: Vec::new(),
            notes: Vec::new(),
            base: 0,
            nodes: Vec::new(),
            is_read: false,
        }
    }
}

/// Parts the items of a record into lines; the main one is the first, and every line comes after the one it stands in.
fn lines(record: &Record) -> Vec<Line> {
    let mut lines = vec![Line::new(usize::MAX, 0, 0)];
    let mut open = vec![0usize];
    for (index, item) in record.items.iter().enumerate() {
        let at = *open.last().unwrap_or(&0);
        match *item {
            Item::Open { offset } => {
                let after = lines[at].steps.len();
                lines.push(Line::new(at, after, offset));
                open.push(lines.len() - 1);
            }
            Item::Close { offset } => {
                if open.len() > 1 {
                    lines[at].closed = offset;
                    open.pop();
                }
            }
            Item::Move(_) | Item::Setup { .. } | Item::Broken { .. } => lines[at].steps.push(index as u32),
            Item::Unknown { dashes: true, .. } => lines[at].steps.push(index as u32),
            Item::Unknown { .. } => {}
            Item::Nag(_) | Item::Comment { .. } => {
                let steps = lines[at].steps.len() as u32;
                lines[at].notes.push((index as u32, steps));
            }
        }
    }
    lines
}
