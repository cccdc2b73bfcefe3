//! Which game a record is of: what its tags say, else the game in which its moves are legal.

use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::fen::{FenError, read_fen};
use damier_rules::piece::Color;
use damier_rules::position::Position;
use damier_rules::rules::Numbering;
use damier_rules::say;
use damier_rules::saying::Saying;
use damier_rules::setup::{Problem as SetupProblem, Setup};

use crate::parser::{Fed, Parser};
use crate::record::{Item, Keep, Record, WrittenMove};
use crate::replay::{Played, Reading, play};
use crate::squares::Squares;

/// The games in the order in which they are thought of. The last ones have the moves of others and another goal.
const LIKELIHOOD: [AnyGame; 22] = [
    AnyGame::International,
    AnyGame::English,
    AnyGame::Russian,
    AnyGame::Italian,
    AnyGame::Brazilian,
    AnyGame::Czech,
    AnyGame::Pool,
    AnyGame::Frisian,
    AnyGame::Spanish,
    AnyGame::Portuguese,
    AnyGame::Canadian,
    AnyGame::Spantsiretti,
    AnyGame::Thai,
    AnyGame::Turkish,
    AnyGame::German,
    AnyGame::Frysk,
    AnyGame::SriLankan,
    AnyGame::Armenian,
    AnyGame::Breakthrough,
    AnyGame::Killer,
    AnyGame::Antidraughts,
    AnyGame::Poddavki,
];

/// A game, and how its squares are numbered in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub game: AnyGame,
    pub numbering: Numbering,
}

impl Candidate {
    pub fn of(game: AnyGame) -> Candidate {
        Candidate {
            game,
            numbering: game.rules().numbering,
        }
    }
}

/// Where a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    pub board: AnyBoard,
    /// What the position string said, where one did.
    pub setup: Option<Setup>,
    /// The item that sets the position up, where it is among the moves.
    pub item: Option<usize>,
    /// The side to move was not said, or said wrongly, and is taken from the moves.
    pub turned: bool,
}

/// The game of a record, where it begins and how far its main line goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub candidate: Candidate,
    pub reason: String,
    /// Why the tags are not followed.
    pub objection: Option<Saying>,
    /// `Err`: the position that the game begins with cannot be read.
    pub start: Result<Start, Saying>,
    /// The items of the main line, in the order in which they are played.
    pub steps: Vec<u32>,
    pub played: Played,
}

impl Decision {
    pub fn is_whole(&self) -> bool {
        self.start.is_ok() && self.played.moves.len() == self.steps.len()
    }
}

/// What the tags say.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tagged {
    game: AnyGame,
    first: Option<Color>,
    reason: String,
}

/// What is known about the games of a file from those already seen, and memory that is used again.
#[derive(Clone, Debug)]
pub struct Context {
    /// Every game is taken for this one.
    forced: Option<AnyGame>,
    /// How many untagged games are legal from beginning to end, by candidate.
    votes: Vec<u64>,
    candidates: Vec<Candidate>,
    /// How many untagged games were looked at, and whether enough was.
    seen: u64,
    looked: bool,
    squares: Vec<(Candidate, Squares)>,
    /// Are hashes wanted?
    pub hashes: bool,
}

/// So many untagged games tell what the others of a file are.
const ENOUGH: u64 = 64;
/// So many bytes of a file are looked at for that.
pub const AHEAD: usize = 1 << 17;

impl Context {
    /// `forced`: every game is taken for this one, whatever its tags say.
    pub fn new(forced: Option<AnyGame>) -> Context {
        let mut candidates: Vec<Candidate> = LIKELIHOOD.into_iter().map(Candidate::of).collect();
        // Some write the boards that are numbered from Black's side like all others.
        for game in LIKELIHOOD {
            if game.rules().numbering == Numbering::Rotated {
                candidates.push(Candidate {
                    game,
                    numbering: Numbering::Standard,
                });
            }
        }
        Context {
            forced,
            votes: vec![0; candidates.len()],
            candidates,
            seen: 0,
            looked: false,
            squares: Vec::new(),
            hashes: false,
        }
    }

    /// Is a look ahead worth while, at the games of a file that come after this one? It is so once, at the first game
    /// whose tags do not say what it is.
    pub fn wants_to_look_ahead(&self, record: &Record) -> bool {
        !self.looked && self.forced.is_none() && !matches!(tagged(record), Some(Ok(_)))
    }

    /// Learns from a game of the file. Says whether that may go on.
    pub fn learn(&mut self, record: &Record) -> bool {
        self.looked = true;
        if self.forced.is_none() && has_moves(record) && !matches!(tagged(record), Some(Ok(_))) {
            self.seen += 1;
            for index in 0..self.candidates.len() {
                if self.attempt(record, self.candidates[index], None, false).is_whole() {
                    self.votes[index] += 1;
                }
            }
        }
        self.seen < ENOUGH
    }

    /// Learns from the games at the beginning of a file.
    pub fn look_at(&mut self, bytes: &[u8]) {
        let bytes = &bytes[..bytes.len().min(AHEAD)];
        let mut parser = Parser::default();
        let mut record = Record::new(Keep::Moves);
        let mut rest = bytes;
        while let Fed::Game(used) = parser.feed(rest, false, &mut record) {
            rest = &rest[used..];
            if !self.learn(&record) {
                return;
            }
        }
        // The last game of a short file has no other behind it to say that it ends.
        if let Fed::Game(_) = parser.feed(rest, bytes.len() < AHEAD, &mut record) {
            self.learn(&record);
        }
    }

    /// Learns from a game and from those that follow it in some bytes. `last`: no bytes come after these.
    pub fn look_ahead(&mut self, record: &Record, ahead: &[u8], last: bool) {
        let mut goes_on = self.learn(record);
        let mut parser = Parser::default();
        let mut other = Record::new(Keep::Moves);
        let mut rest = ahead;
        while goes_on && let Fed::Game(used) = parser.feed(rest, last, &mut other) {
            rest = &rest[used..];
            goes_on = self.learn(&other);
        }
    }

    /// The squares of a candidate.
    pub fn squares(&mut self, candidate: Candidate) -> &Squares {
        let found = self.squares.iter().position(|(known, _)| *known == candidate);
        let index = found.unwrap_or_else(|| {
            let squares = Squares::of(candidate.game, candidate.numbering);
            self.squares.push((candidate, squares));
            self.squares.len() - 1
        });
        &self.squares[index].1
    }

    /// Which game it is, and its main line.
    pub fn decide(&mut self, record: &Record) -> Decision {
        let tagged = match self.forced {
            Some(game) => Some(Ok(Tagged {
                game,
                first: first_of_tag(record),
                reason: "as asked for".to_owned(),
            })),
            None => tagged(record),
        };
        match tagged {
            Some(Ok(tagged)) => {
                let mut decision = self.attempt(record, Candidate::of(tagged.game), tagged.first, true);
                decision.reason = tagged.reason;
                let failed = decision.start.is_err() || decision.played.moves.is_empty();
                if failed && self.forced.is_none() && has_moves(record) {
                    self.contradict(record, decision)
                } else {
                    decision
                }
            }
            Some(Err(objection)) => {
                let mut decision = self.infer(record);
                decision.objection = Some(objection);
                decision
            }
            None => self.infer(record),
        }
    }

    /// The tag names a game in which not even the first move is legal. Where all moves are legal in another one, the
    /// tag is wrong.
    fn contradict(&mut self, record: &Record, decision: Decision) -> Decision {
        let mut other = self.infer(record);
        if !other.is_whole() || other.steps.len() < 2 {
            return decision;
        }
        other.objection = Some(say!(
            "the tags say {game}, in which the first move is illegal; all moves are legal in {other}",
            game = Saying::plain(decision.candidate.game.rules().name),
            other = Saying::plain(other.candidate.game.rules().name)
        ));
        other
    }

    fn infer(&mut self, record: &Record) -> Decision {
        // Letters speak for the games that are written so, votes speak louder.
        let is_named = first_move(record).is_some_and(|first| first.from.is_named());
        let mut order: Vec<usize> = (0..self.candidates.len()).collect();
        order.sort_by_key(|&index| {
            let is_unusual = is_named && !self.candidates[index].game.rules().algebraic;
            (std::cmp::Reverse(self.votes[index]), is_unusual)
        });
        let favourite = order[0];
        let is_favoured = self.votes[favourite] > 0;
        if !has_moves(record) {
            return self.guess(record, &order, is_favoured);
        }
        let mut best: Option<Decision> = None;
        for (rank, &index) in order.iter().enumerate() {
            let candidate = self.candidates[index];
            let mut decision = self.attempt(record, candidate, None, false);
            let name = candidate.game.rules().name;
            let is_turned = decision.start.as_ref().is_ok_and(|start| start.turned);
            if decision.is_whole() && !is_turned {
                decision.reason = match (rank, is_favoured) {
                    (0, true) => format!(
                        "no tag: {} of the {} untagged games looked at are legal in {name}, and this one is",
                        self.votes[index], self.seen
                    ),
                    (_, true) => {
                        format!("no tag: every move is legal in {name}, unlike in the other games of the file")
                    }
                    (_, false) => match &best {
                        None => format!("no tag: every move is legal in {name}"),
                        Some(first) => format!(
                            "no tag: every move is legal in {name}; in {} the play ends at ply {}",
                            first.candidate.game.rules().name,
                            first.played.moves.len() + 1
                        ),
                    },
                };
                return decision;
            }
            let reach = |decision: &Decision| {
                let is_turned = decision.start.as_ref().is_ok_and(|start| start.turned);
                (decision.start.is_ok(), decision.played.moves.len(), !is_turned)
            };
            if best.as_ref().is_none_or(|best| reach(&decision) > reach(best)) {
                best = Some(decision);
            }
        }
        let Some(best) = best else {
            return self.guess(record, &order, is_favoured);
        };
        // Once more, forgiving what could not be forgiven while games were told apart.
        let mut decision = self.attempt(record, best.candidate, None, true);
        let name = best.candidate.game.rules().name;
        decision.reason = if decision.is_whole() {
            format!("no tag: every move is legal in {name}, if the other side begins")
        } else {
            format!("no tag: more of its moves are legal in {name} than in any other game")
        };
        decision
    }

    /// No moves: the game of the rest of the file, else the likeliest on whose board the position fits.
    fn guess(&mut self, record: &Record, order: &[usize], is_favoured: bool) -> Decision {
        let fen = record.value("FEN");
        if is_favoured || fen.is_none() {
            let mut decision = self.attempt(record, self.candidates[order[0]], None, true);
            if decision.start.is_ok() {
                let name = decision.candidate.game.rules().name;
                decision.reason = if is_favoured {
                    format!("no tag and no moves: most games of the file are {name}")
                } else {
                    format!("no tag and no moves: taken for {name}")
                };
                return decision;
            }
        }
        // A position without moves: a board of 32 squares if it fits there.
        let named = fen.is_some_and(|fen| fen.bytes().any(|byte| matches!(byte, b'a' | b'c'..=b'h')));
        let first = if named { AnyGame::Russian } else { AnyGame::English };
        let mut last = None;
        for game in [first].into_iter().chain(LIKELIHOOD) {
            let mut decision = self.attempt(record, Candidate::of(game), None, true);
            let fits = decision.start.as_ref().is_ok_and(|start| {
                start.setup.is_none_or(|setup| {
                    (0..2).all(|side| setup.pieces[side].count_ones() <= game.geometry().start[side].count_ones())
                })
            });
            decision.reason = format!(
                "no tag and no moves: the position fits the board of {}",
                game.rules().name
            );
            if fits {
                return decision;
            }
            last = last.or(Some(decision));
        }
        last.unwrap_or_else(|| self.attempt(record, Candidate::of(AnyGame::International), None, true))
    }

    /// Plays the main line by the rules of a candidate.
    pub fn attempt(&mut self, record: &Record, candidate: Candidate, first: Option<Color>, lenient: bool) -> Decision {
        let mut decision = Decision {
            candidate,
            reason: String::new(),
            objection: None,
            start: Err(Saying::verbatim(String::new())),
            steps: Vec::new(),
            played: Played::default(),
        };
        let mut setup_item = None;
        for (index, item) in record.main_line() {
            match item {
                Item::Unknown { dashes: false, .. } => {}
                // A position set up before the first move is where the game begins.
                Item::Setup { .. }
                    if decision.steps.is_empty() && setup_item.is_none() && record.value("FEN").is_none() =>
                {
                    setup_item = Some(index);
                }
                _ => decision.steps.push(index as u32),
            }
        }
        let mut start = match begin(record, candidate, first, setup_item) {
            Ok(start) => start,
            Err(reason) => {
                decision.start = Err(reason);
                return decision;
            }
        };
        let hashes = self.hashes;
        let squares = self.squares(candidate);
        let reading = Reading {
            record,
            squares,
            lenient,
            hashes,
        };
        let segment = first_segment(record, &decision.steps);
        // The dots of the first number say that the second player moves.
        let says_second = match decision.steps.first().map(|&index| &record.items[index as usize]) {
            Some(Item::Move(written)) => written.has(WrittenMove::SECOND),
            _ => false,
        };
        play(&start.board, segment, reading, &mut decision.played);
        if decision.played.moves.is_empty() && !segment.is_empty() {
            let is_unsaid = start.turned || says_second || (start.setup.is_none() && first.is_none());
            if is_unsaid {
                let other = turned(&start.board);
                let mut played = Played::default();
                play(&other, segment, reading, &mut played);
                if !played.moves.is_empty() {
                    start.board = other;
                    start.turned = true;
                    decision.played = played;
                }
            }
        }
        if segment.len() < decision.steps.len() && decision.played.moves.len() == segment.len() {
            self.play_on(record, candidate, lenient, &start, &mut decision);
        }
        decision.start = Ok(start);
        decision
    }

    /// Positions that are set up among the moves part the line into segments.
    fn play_on(
        &mut self,
        record: &Record,
        candidate: Candidate,
        lenient: bool,
        start: &Start,
        decision: &mut Decision,
    ) {
        let mut board = start.board;
        for &m in &decision.played.moves {
            board = board.play(m);
        }
        let mut at = decision.played.moves.len();
        while at < decision.steps.len() {
            let Item::Setup { text, .. } = record.items[decision.steps[at] as usize] else {
                return;
            };
            let Ok(after) = set_up(&record.texts[text as usize], candidate, &board) else {
                return;
            };
            board = after;
            decision.played.moves.push(SET_UP);
            if self.hashes {
                decision.played.hashes.push(board.hash());
            }
            let hashes = self.hashes;
            let reading = Reading {
                record,
                squares: self.squares(candidate),
                lenient,
                hashes,
            };
            let segment = first_segment(record, &decision.steps[at + 1..]);
            let mut played = Played::default();
            play(&board, segment, reading, &mut played);
            for &m in &played.moves {
                board = board.play(m);
            }
            let is_whole = played.moves.len() == segment.len();
            let shift = at as u32 + 1;
            decision.played.moves.append(&mut played.moves);
            decision.played.hashes.append(&mut played.hashes);
            decision
                .played
                .undecided
                .extend(played.undecided.iter().map(|step| step + shift));
            decision
                .played
                .inexact
                .extend(played.inexact.iter().map(|step| step + shift));
            if !is_whole {
                return;
            }
            at = decision.played.moves.len();
        }
    }
}

/// Stands among the moves of a line for a position that is set up.
pub const SET_UP: damier_rules::Move<u128> = damier_rules::Move {
    captured: 0,
    from: u8::MAX,
    to: u8::MAX,
    promotes: false,
    detail: 0,
};

/// The steps before the first position that is set up.
fn first_segment<'a>(record: &Record, steps: &'a [u32]) -> &'a [u32] {
    let end = steps
        .iter()
        .position(|&step| matches!(record.items[step as usize], Item::Setup { .. }))
        .unwrap_or(steps.len());
    &steps[..end]
}

fn has_moves(record: &Record) -> bool {
    first_move(record).is_some()
}

/// The first move of the main line.
fn first_move(record: &Record) -> Option<WrittenMove> {
    record.main_line().find_map(|(_, item)| match item {
        Item::Move(written) => Some(*written),
        _ => None,
    })
}

/// The same position with the other side to move.
pub fn turned(board: &AnyBoard) -> AnyBoard {
    board.game().board(&board.setup(), board.turn().opposite())
}

/// A position that is set up in the middle of a game. Without any squares it is a null move: only the turn changes.
pub fn set_up(fen: &str, candidate: Candidate, before: &AnyBoard) -> Result<AnyBoard, Saying> {
    let setup = read_fen(fen, candidate.game, Some(candidate.numbering)).map_err(FenError::into_saying)?;
    if setup.pieces == [0; 2] {
        return match setup.turn {
            Some(turn) => Ok(candidate.game.board(&before.setup(), turn)),
            None => Err(say!("the position has neither pieces nor a side to move")),
        };
    }
    place(&setup, candidate.game, before.turn()).map(|(board, _)| board)
}

/// A position as files have it: what no rule covers is refused, what merely breaks one is not.
fn place(setup: &Setup, game: AnyGame, otherwise: Color) -> Result<(AnyBoard, bool), Saying> {
    let problems = setup.problems(game);
    if let Some(problem) = problems
        .iter()
        .find(|problem| matches!(problem, SetupProblem::MidCapture { .. }))
    {
        return Err(problem.saying());
    }
    match setup.turn {
        Some(turn) => Ok((game.board(setup, turn), false)),
        None => Ok((game.board(setup, otherwise), true)),
    }
}

fn begin(
    record: &Record,
    candidate: Candidate,
    first: Option<Color>,
    setup_item: Option<usize>,
) -> Result<Start, Saying> {
    let game = candidate.game;
    let otherwise = first.unwrap_or(game.rules().first);
    let fen = match setup_item {
        Some(index) => match record.items[index] {
            Item::Setup { text, .. } => Some(record.texts[text as usize].as_str()),
            _ => None,
        },
        None => record.value("FEN").filter(|fen| !matches!(*fen, "" | "?" | "startpos")),
    };
    let Some(fen) = fen else {
        let board = game.board(&Setup::start(game), otherwise);
        return Ok(Start {
            board,
            setup: None,
            item: None,
            turned: false,
        });
    };
    let setup = read_fen(fen, game, Some(candidate.numbering)).map_err(FenError::into_saying)?;
    let (board, turned) = place(&setup, game, otherwise)?;
    Ok(Start {
        board,
        setup: Some(setup),
        item: setup_item,
        turned,
    })
}

/// The side that begins by the GameType tag.
fn first_of_tag(record: &Record) -> Option<Color> {
    let mut parts = record.value("GameType")?.split(',');
    match parts.nth(1)?.trim() {
        "W" | "w" => Some(Color::White),
        "B" | "b" => Some(Color::Black),
        _ => None,
    }
}

/// The game that the tags name; an error where they name one that damier does not know.
fn tagged(record: &Record) -> Option<Result<Tagged, Saying>> {
    if let Some(variant) = record.value("Variant") {
        let wanted = variant.trim().to_lowercase();
        let wanted = wanted.trim_end_matches(['!', '.']);
        if !wanted.is_empty() && !wanted.bytes().all(|byte| byte.is_ascii_digit()) {
            let by_name = AnyGame::ALL
                .iter()
                .copied()
                .find(|game| game.rules().name.to_lowercase() == wanted);
            let game = AnyGame::find(wanted)
                .or(by_name)
                .or_else(|| AnyGame::find(wanted.trim_end_matches(" draughts").trim_end_matches(" checkers")));
            if let Some(game) = game {
                return Some(Ok(Tagged {
                    game,
                    first: first_of_tag(record),
                    reason: format!("Variant {}", shown(variant)),
                }));
            }
        }
    }
    let tag = record.value("GameType")?;
    let mut parts = tag.split(',').map(str::trim);
    let number = parts.next().unwrap_or_default();
    if matches!(number, "" | "?" | "99") {
        return None;
    }
    let _ = parts.next();
    let files = parts.next().and_then(|files| files.parse::<u8>().ok());
    let game = match (number.trim_start_matches('0'), files) {
        // Numbers that servers use among themselves.
        ("96", _) => Some(AnyGame::Breakthrough),
        ("97", _) => Some(AnyGame::Frysk),
        ("98", _) => Some(AnyGame::Antidraughts),
        ("27", Some(8)) => Some(AnyGame::Pool),
        ("32", Some(8)) => Some(AnyGame::English),
        (number, _) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => AnyGame::find(number),
        _ => None,
    };
    Some(match game {
        Some(game) => Ok(Tagged {
            game,
            first: first_of_tag(record).filter(|&first| first != game.rules().first),
            reason: format!("GameType {}", shown(number)),
        }),
        None => Err(match number {
            "0" => say!("GameType 0 is chess"),
            "1" => say!("GameType 1 is Chinese chess"),
            "50" => say!("GameType 50 is Othello"),
            _ => say!(
                "GameType {number} is no game that damier knows",
                number = format!("{:?}", shown(tag))
            ),
        }),
    })
}

/// Outside text in a message: short, and without control characters.
pub fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(40)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}
