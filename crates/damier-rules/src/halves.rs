//! The text of a turn that is a move in each of two games: `c3-d4/b3-c4`, the game on the dark squares first.
//!
//! The squares tell which game a move is in, so that a game that is over is left out.

use crate::any::{AnyBoard, AnyGame};
use crate::bits::Bits;
use crate::explain;
use crate::fen::shown;
use crate::moves::Move;
use crate::notation::{MoveError, Written, hub_text, invalid, name, read_written, resolve, shortest};
use crate::position::Position;
use crate::rules::{Numbering, Turn};
use crate::say;
use crate::saying::Saying;
use crate::setup::{on_shade, shade};
use crate::twin::{self, ends};

/// What a text has for a game that is over.
const OVER: &str = "...";

/// The texts of the halves of a turn.
fn texts(text: &str) -> impl Iterator<Item = &str> {
    text.split('/').map(str::trim).filter(|half| *half != OVER)
}

/// The game that a text is about, and what it says on that game's own board.
fn read(board: &AnyBoard, text: &str) -> Result<(usize, Written), MoveError> {
    let game = board.game();
    let written = read_written(text, game, game.rules().numbering)?;
    let apart: Vec<(usize, u8)> = written.squares.iter().map(|&bit| board.apart(bit)).collect();
    let half = apart[0].0;
    if let Some(place) = apart.iter().position(|(other, _)| *other != half) {
        let (first, other) = (name(game, written.squares[0]), name(game, written.squares[place]));
        return Err(invalid(
            text,
            say!(
                "{first} is {on_squares}, and {other} is not (a turn of two moves has a slash between them)",
                first = first,
                on_squares = on_shade(half),
                other = other
            ),
        ));
    }
    Ok((
        half,
        Written {
            squares: apart.into_iter().map(|(_, bit)| bit).collect(),
            ..written
        },
    ))
}

/// The turn that a text means.
pub(crate) fn parse(board: &AnyBoard, mut halves: [AnyBoard; 2], text: &str) -> Result<Move<u128>, MoveError> {
    let rules = board.rules();
    let illegal = |reason: Saying| {
        let clause = rules.clauses.turn;
        MoveError::Illegal(say!(
            "illegal move {move}: {reason} ({clause})",
            move = shown(text.trim()),
            reason = reason,
            clause = clause
        ))
    };
    let mut parts = Vec::new();
    let verdicts = board.verdicts().unwrap_or_default();
    for half_text in texts(text) {
        let (half, written) = read(board, half_text)?;
        if verdicts[half].is_some() {
            return Err(illegal(over(half)));
        }
        if parts.len() == 2 {
            return Err(illegal(say!("a turn has two moves at most")));
        }
        if rules.turn == Turn::OneInEach && parts.iter().any(|&(other, _)| other == half) {
            return Err(illegal(say!(
                "both moves are {on_squares}",
                on_squares = on_shade(half)
            )));
        }
        let mut legal = Vec::new();
        halves[half].legal_moves(&mut legal);
        let m = resolve(&halves[half], &legal, &written, half_text)?;
        halves[half] = halves[half].half_played(m);
        parts.push((half, m));
    }
    match board.join(&parts) {
        Some(m) => Ok(m),
        None if rules.turn == Turn::TwoMoves => Err(illegal(say!("a turn has two moves"))),
        None => {
            let missing = (0..2).find(|half| verdicts[*half].is_none() && parts.iter().all(|(other, _)| other != half));
            Err(illegal(match missing {
                Some(half) => say!(
                    "the move {on_squares} is missing: a turn is one move in each game that goes on",
                    on_squares = on_shade(half)
                ),
                None => say!("both games are over"),
            }))
        }
    }
}

/// Nothing moves any more in one of the games.
fn over(half: usize) -> Saying {
    say!("the game {on_squares} is over", on_squares = on_shade(half))
}

pub(crate) fn write(
    board: &AnyBoard,
    mut halves: [AnyBoard; 2],
    m: Move<u128>,
    long: bool,
    square: impl Fn(u8) -> String,
) -> String {
    let mut texts = Vec::new();
    for (half, part) in board.parts(&m) {
        let sign = if part.is_capture() {
            board.rules().capture_sign
        } else {
            '-'
        };
        let squares = shortest(&halves[half], part, long);
        let names: Vec<String> = squares.iter().map(|&bit| square(board.joint(half, bit))).collect();
        texts.push(names.join(&sign.to_string()));
        halves[half] = halves[half].half_played(part);
    }
    texts.join("/")
}

/// Each half with what it captures; where both are on one board, all that the turn captures there.
pub(crate) fn write_hub(game: AnyGame, m: &Move<u128>) -> String {
    let is_light = |bit: u8| shade(game, 1, u128::of(bit)) != 0;
    let texts = ends(m).map(|(from, to)| {
        let captured = shade(game, usize::from(is_light(from)), m.captured);
        hub_text(game, (from, to), &captured.each().collect::<Vec<_>>())
    });
    texts.collect::<Vec<_>>().join("/")
}

pub(crate) fn read_hub(text: &str, game: AnyGame) -> Result<Move<u128>, MoveError> {
    let mut turn: Option<Move<u128>> = None;
    for half in texts(text) {
        let written = read_written(half, game, Numbering::Standard)?;
        let captured = written.squares[2..].iter().fold(0, |set, &bit| set | u128::of(bit));
        let (from, to) = (written.squares[0], written.squares[1]);
        turn = Some(match turn {
            None => Move {
                captured,
                from,
                to,
                promotes: false,
                detail: 0,
            },
            Some(first) if first.detail == 0 => Move {
                captured: first.captured | captured,
                detail: twin::second(from, to),
                ..first
            },
            Some(_) => {
                return Err(invalid(text, say!("a turn has two moves at most")));
            }
        });
    }
    turn.ok_or_else(|| invalid(text, say!("there is nothing to read")))
}

/// Why a turn is legal or refused, or what the piece on a square may do.
pub(crate) fn explain(board: &AnyBoard, halves: &[AnyBoard; 2], text: &str) -> Saying {
    if let Some(bit) = crate::notation::read_square(text.trim(), board.game(), board.rules().numbering) {
        let (half, _) = board.apart(bit);
        return match board.verdicts().and_then(|verdicts| verdicts[half]) {
            Some(_) => over(half),
            None => explain::explain(&halves[half], &name(board.game(), bit)),
        };
    }
    match parse(board, *halves, text) {
        Err(error) => error.into_saying(),
        Ok(_) => {
            let mut halves = *halves;
            let mut sentences = Vec::new();
            for half_text in texts(text) {
                let Ok((half, written)) = read(board, half_text) else {
                    continue;
                };
                let mut legal = Vec::new();
                halves[half].legal_moves(&mut legal);
                let Ok(m) = resolve(&halves[half], &legal, &written, half_text) else {
                    continue;
                };
                sentences.push(explain::praise(&halves[half], m));
                halves[half] = halves[half].half_played(m);
            }
            sentences
                .into_iter()
                .reduce(|said, reason| say!("{said}; {reason}", said = said, reason = reason))
                .unwrap_or_else(|| say!("there is nothing to read"))
        }
    }
}
