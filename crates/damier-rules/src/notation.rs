//! Move text: as people write it (PDN, algebraic or numeric) and as engines do (Hub).
//!
//! Readers take every form; the rules decide what it means, and what fits two captures is refused as ambiguous.
//! Writers give the shortest form that only one legal move fits, or the long form with every landing square.

use std::fmt;
use std::fmt::Write;

use crate::any::{AnyBoard, AnyGame};
use crate::bits::Bits;
use crate::explain;
use crate::fen::shown;
use crate::geometry::Geometry;
use crate::halves;
use crate::moves::Move;
use crate::position::Position;
use crate::routes::Via;
use crate::rules::Numbering;
use crate::say;
use crate::saying::Saying;

/// The longest text that is read at all: more squares than any capture touches.
const LONGEST: usize = 512;

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// Not a move in any notation.
    Invalid(Saying),
    /// A move that the rules forbid.
    Illegal(Saying),
    /// Several captures fit.
    Ambiguous(Saying),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (MoveError::Invalid(reason) | MoveError::Illegal(reason) | MoveError::Ambiguous(reason)) = self;
        reason.fmt(f)
    }
}

impl MoveError {
    /// What is said about it.
    pub fn into_saying(self) -> Saying {
        let (MoveError::Invalid(reason) | MoveError::Illegal(reason) | MoveError::Ambiguous(reason)) = self;
        reason
    }
}

/// A text that is no move.
pub(crate) fn invalid(text: &str, reason: Saying) -> MoveError {
    MoveError::Invalid(say!(
        "{text} is not a move: {reason}",
        text = format!("{:?}", shown(text)),
        reason = reason
    ))
}

/// A text that several captures fit.
fn ambiguous(text: &str, captures: &[String]) -> MoveError {
    MoveError::Ambiguous(say!(
        "{text} is ambiguous: {captures}",
        text = format!("{:?}", shown(text.trim())),
        captures = one_of(captures)
    ))
}

/// Several captures, of which one is meant.
fn one_of(captures: &[String]) -> Saying {
    let said = captures.iter().map(|text| Saying::verbatim(text.clone()));
    said.reduce(|first, next| say!("{first} or {next}", first = first, next = next))
        .unwrap_or_else(|| Saying::verbatim(String::new()))
}

/// A square as the game writes it: `32` or `c3`.
pub fn name(game: AnyGame, bit: u8) -> String {
    if game.rules().algebraic {
        return algebraic_name(game, bit);
    }
    game.geometry()
        .number(game.rules(), game.rules().numbering, bit)
        .to_string()
}

/// A square by file and rank: `c3`.
pub fn algebraic_name(game: AnyGame, bit: u8) -> String {
    let geometry = game.geometry();
    let file = game.rules().file_letters.as_bytes()[geometry.file_of[bit as usize] as usize];
    format!("{}{}", char::from(file), geometry.rank_of[bit as usize] + 1)
}

/// A square from a number or a name, `None` where the board has no such square.
pub fn read_square(text: &str, game: AnyGame, numbering: Numbering) -> Option<u8> {
    let (rules, geometry) = (game.rules(), game.geometry());
    let bytes = text.as_bytes();
    let letter = bytes.first()?.to_ascii_lowercase();
    let digits = if letter.is_ascii_alphabetic() { &text[1..] } else { text };
    if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: u32 = digits.parse().ok()?;
    if !letter.is_ascii_alphabetic() {
        return geometry.bit(rules, numbering, number);
    }
    let letters = rules.file_letters.as_bytes();
    // Where the tenth file is called k, some call it j.
    let file = letters
        .iter()
        .position(|&file| file == letter)
        .or((letter == b'j').then_some(9))?;
    Geometry::bit_at(rules, file as i32, i32::try_from(number).ok()? - 1)
}

/// What a text says: squares in order, and whether it claims to capture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub squares: Vec<u8>,
    /// `None` where nothing stands between the squares, or a sign that either kind of move may have.
    pub captures: Option<bool>,
}

/// Reads the squares of a move: `32-28`, `28x19`, `c3:e5:g7`, `3228`, `a3b4`, with marks such as `!` or `*` at the end.
pub fn read_written(text: &str, game: AnyGame, numbering: Numbering) -> Result<Written, MoveError> {
    let invalid = |reason: Saying| invalid(text, reason);
    if text.len() > LONGEST {
        return Err(invalid(say!("it has more than {most} characters", most = LONGEST)));
    }
    let core = text.trim().trim_end_matches(['!', '?', '*', '+', '#']).trim_end();
    let core = core
        .strip_suffix(')')
        .and_then(|core| core.trim_end_matches(['!', '?']).strip_suffix('('))
        .unwrap_or(core);
    if core.is_empty() {
        return Err(invalid(say!("there is nothing to read")));
    }
    let mut written = Written {
        squares: Vec::new(),
        captures: None,
    };
    let mut word = String::new();
    let mut ended_in_sign = false;
    let push = |word: &mut String, squares: &mut Vec<u8>| -> Result<(), MoveError> {
        for part in split(word, game) {
            match read_square(part, game, numbering) {
                Some(bit) => squares.push(bit),
                None => {
                    let square = format!("{:?}", shown(part));
                    return Err(invalid(say!(
                        "there is no square {square} on this board",
                        square = square
                    )));
                }
            }
        }
        word.clear();
        Ok(())
    };
    for c in core.chars() {
        let sign = match c {
            'x' | 'X' | '×' | 'х' | 'Х' | ':' => Some(true),
            '-' | '‐' | '‑' | '–' | '—' | '−' => Some(false),
            _ => None,
        };
        if let Some(sign) = sign {
            if ended_in_sign || word.is_empty() && written.squares.is_empty() {
                return Err(invalid(say!("a square is missing before a sign")));
            }
            push(&mut word, &mut written.squares)?;
            written.captures = Some(written.captures.unwrap_or(false) || sign);
            ended_in_sign = true;
        } else if c.is_whitespace() {
            // Blanks may stand around signs.
            push(&mut word, &mut written.squares)?;
        } else if c.is_ascii_alphanumeric() {
            word.push(c);
            ended_in_sign = false;
        } else {
            return Err(invalid(say!(
                "{sign} has no meaning in a move",
                sign = format!("{c:?}")
            )));
        }
    }
    push(&mut word, &mut written.squares)?;
    if ended_in_sign || written.squares.len() < 2 {
        return Err(invalid(say!("it needs at least two squares")));
    }
    Ok(written)
}

/// Cuts squares that are written without anything between: `3228`, `a3b4`.
fn split(word: &str, game: AnyGame) -> Vec<&str> {
    let bytes = word.as_bytes();
    let starts_with_letter = bytes.first().is_some_and(u8::is_ascii_alphabetic);
    let mut parts = Vec::new();
    let mut start = 0;
    if starts_with_letter {
        for at in 1..=bytes.len() {
            if at == bytes.len() || bytes[at].is_ascii_alphabetic() {
                parts.push(&word[start..at]);
                start = at;
            }
        }
    } else if bytes.len() >= 4 && bytes.len().is_multiple_of(2) && game.rules().squares() < 100 {
        // Two digits each, as servers send them.
        while start < bytes.len() {
            parts.push(&word[start..start + 2]);
            start += 2;
        }
    } else if !word.is_empty() {
        parts.push(word);
    }
    parts
}

/// The legal move that a text means.
pub fn parse_pdn(board: &AnyBoard, text: &str) -> Result<Move<u128>, MoveError> {
    if let Some(halves) = board.halves() {
        return halves::parse(board, halves, text);
    }
    let game = board.game();
    let written = read_written(text, game, game.rules().numbering)?;
    let mut legal = Vec::new();
    board.legal_moves(&mut legal);
    resolve(board, &legal, &written, text)
}

/// Which of the moves with the written ends go by the squares written between them, in the strictest sense that any of
/// them does.
pub fn readings<B: Bits>(ends: &[Move<B>], between: &[u8], goes_by: impl Fn(Move<B>, Via) -> bool) -> Vec<Move<B>> {
    // A text without squares between its ends is the whole route of a single jump, if one fits.
    for via in Via::ALL {
        let fitting: Vec<_> = ends.iter().copied().filter(|&m| goes_by(m, via)).collect();
        if !fitting.is_empty() {
            return fitting;
        }
    }
    // As Hub has it: what stands between the ends are the captured squares.
    let victims = between.iter().fold(B::EMPTY, |set, &bit| set | B::of(bit));
    ends.iter().copied().filter(|m| m.captured == victims).collect()
}

pub(crate) fn resolve(
    board: &AnyBoard,
    legal: &[Move<u128>],
    written: &Written,
    text: &str,
) -> Result<Move<u128>, MoveError> {
    let squares = &written.squares;
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let between = &squares[1..squares.len() - 1];
    let ends: Vec<Move<u128>> = legal.iter().copied().filter(|m| m.from == from && m.to == to).collect();
    let fitting = board.readings(&ends, between);
    // What stands between the squares decides nothing: old scores write quiet moves with x, and captures with -.
    match fitting[..] {
        [m] => Ok(m),
        [] => Err(MoveError::Illegal(explain::refusal(board, legal, written, text))),
        _ => {
            let all: Vec<String> = fitting.iter().map(|&m| write_pdn(board, m, true, None)).collect();
            Err(ambiguous(text, &all))
        }
    }
}

/// The text of a legal move: the shortest that no other legal move fits, or the long form. `numeric` overrides how
/// the game is written.
pub fn write_pdn(board: &AnyBoard, m: Move<u128>, long: bool, numeric: Option<bool>) -> String {
    let game = board.game();
    let rules = game.rules();
    let numeric = numeric.unwrap_or(!rules.algebraic);
    let square = |bit: u8| {
        if numeric {
            game.geometry().number(rules, rules.numbering, bit).to_string()
        } else {
            algebraic_name(game, bit)
        }
    };
    if let Some(halves) = board.halves() {
        return halves::write(board, halves, m, long, square);
    }
    let sign = if m.is_capture() { rules.capture_sign } else { '-' };
    let squares = shortest(board, m, long);
    let mut text = String::new();
    for (index, &bit) in squares.iter().enumerate() {
        if index > 0 {
            text.push(sign);
        }
        text.push_str(&square(bit));
    }
    text
}

/// The squares that tell a legal move from all others, or all that it touches.
pub(crate) fn shortest(board: &AnyBoard, m: Move<u128>, long: bool) -> Vec<u8> {
    let is_alone = || {
        let mut legal = Vec::new();
        board.legal_moves(&mut legal);
        let ends = legal.iter().filter(|other| other.from == m.from && other.to == m.to);
        ends.count() <= 1
    };
    if m.is_capture() && (long || !is_alone()) {
        board.route(m).squares
    } else {
        vec![m.from, m.to]
    }
}

/// Hub text: origin, destination, captured squares, in standard numbers; of two moves in one turn, a slash between them.
pub fn write_hub(game: AnyGame, m: Move<u128>) -> String {
    if game.rules().is_twin() {
        return halves::write_hub(game, &m);
    }
    let captured: Vec<u8> = m.captured.each().collect();
    hub_text(game, (m.from, m.to), &captured)
}

/// The same of a legal move. Towers taken in another order make another tower: what is captured is written as it is taken.
pub fn write_hub_on(board: &AnyBoard, m: Move<u128>) -> String {
    if m.detail == 0 || board.rules().is_twin() {
        return write_hub(board.game(), m);
    }
    hub_text(board.game(), (m.from, m.to), &board.route(m).victims)
}

pub(crate) fn hub_text(game: AnyGame, (from, to): (u8, u8), captured: &[u8]) -> String {
    let number = |bit: u8| game.geometry().number_of[bit as usize];
    let mut text = number(from).to_string();
    // Writing to a String cannot fail.
    let _ = write!(text, "{}{}", if captured.is_empty() { '-' } else { 'x' }, number(to));
    for &bit in captured {
        let _ = write!(text, "x{}", number(bit));
    }
    text
}

/// The move that a Hub text names, legal or not.
pub fn read_hub(text: &str, game: AnyGame) -> Result<Move<u128>, MoveError> {
    if game.rules().is_twin() {
        return halves::read_hub(text, game);
    }
    let written = read_written(text, game, Numbering::Standard)?;
    let captured = written.squares[2..].iter().fold(0, |set, &bit| set | u128::of(bit));
    Ok(Move {
        captured,
        from: written.squares[0],
        to: written.squares[1],
        promotes: false,
        detail: 0,
    })
}

/// The legal move that a Hub text means: the captured squares may be left out where only one move has these ends.
pub fn parse_hub(board: &AnyBoard, text: &str) -> Result<Move<u128>, MoveError> {
    let game = board.game();
    let named = read_hub(text, game)?;
    let mut legal = Vec::new();
    board.legal_moves(&mut legal);
    let ends: Vec<Move<u128>> = legal
        .iter()
        .copied()
        .filter(|m| m.from == named.from && m.to == named.to)
        .collect();
    if game.rules().is_twin() {
        let found = legal.into_iter().find(|m| m.is_same(&named));
        return found.ok_or_else(|| {
            MoveError::Illegal(say!(
                "illegal move {move}: {reason}",
                move = shown(text.trim()),
                reason = say!("it is no turn of both games")
            ))
        });
    }
    let written = read_written(text, game, Numbering::Standard)?;
    let claims = written.captures == Some(true);
    let mut fitting: Vec<Move<u128>> = ends
        .into_iter()
        .filter(|m| {
            if named.captured.is_empty() {
                !claims || m.is_capture()
            } else {
                m.captured == named.captured
            }
        })
        .collect();
    if fitting.len() > 1 {
        // The order of what is captured may tell.
        let in_order = |m: &Move<u128>| board.route(*m).victims == written.squares[2..];
        if let Some(&m) = fitting.iter().find(|m| in_order(m)) {
            fitting = vec![m];
        }
    }
    match fitting[..] {
        [m] => Ok(m),
        [] => {
            let written = Written {
                squares: vec![named.from, named.to],
                captures: Some(claims),
            };
            let reason = if legal.iter().any(|m| m.from == named.from && m.to == named.to) {
                let all: Vec<String> = legal
                    .iter()
                    .filter(|m| m.from == named.from && m.to == named.to)
                    .map(|&m| write_hub_on(board, m))
                    .collect();
                say!(
                    "illegal move {move}: {reason}",
                    move = shown(text.trim()),
                    reason = say!("what it captures is {captures}", captures = one_of(&all))
                )
            } else {
                explain::refusal(board, &legal, &written, text)
            };
            Err(MoveError::Illegal(reason))
        }
        _ => {
            let all: Vec<String> = fitting.iter().map(|&m| write_hub_on(board, m)).collect();
            Err(ambiguous(text, &all))
        }
    }
}
