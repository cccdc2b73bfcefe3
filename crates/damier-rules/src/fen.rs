//! Position strings: PDN's FEN in all its dialects, and Hub's.
//!
//! Readers forgive: ranges, `K` before a range, spaces or `_`, a final dot, lower case, leading zeros, sides in either
//! order or missing, the doubled colour of old writers, counters. Writers are strict.

use std::fmt;

use crate::any::AnyGame;
use crate::bits::Bits;
use crate::board::KingRun;
use crate::geometry::Geometry;
use crate::notation::{name, read_square};
use crate::piece::{Color, Piece};
use crate::rules::{Numbering, Rules};
use crate::say;
use crate::saying::{Part, Saying};
use crate::setup::{Problem, Setup};
use crate::twin::Verdict;

/// The longest text that is read at all.
const LONGEST: usize = 4096;

/// Why a text is not a position, and where (a 0-based byte offset).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    pub offset: usize,
    pub reason: Saying,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clone().into_saying().fmt(f)
    }
}

impl FenError {
    /// What is said about it.
    pub fn into_saying(self) -> Saying {
        say!(
            "{reason} (at character {place})",
            reason = self.reason,
            place = self.offset + 1
        )
    }
}

type Result<T> = std::result::Result<T, FenError>;

/// Shows outside text in a message: short, and without control characters.
pub(crate) fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(40)
        .map(|c| if c.is_control() { '?' } else { c })
        .collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

struct Reader<'a> {
    game: AnyGame,
    rules: &'static Rules,
    geometry: &'static Geometry,
    most: u32,
    numbering: Numbering,
    text: &'a str,
    at: usize,
    /// Towers of more than one piece, by square.
    towers: Vec<(u8, Vec<Piece>)>,
}

/// Reads a FEN; numbers are read in the game's own numbering unless another is named.
pub fn read_fen(text: &str, game: AnyGame, numbering: Option<Numbering>) -> Result<Setup> {
    if text.len() > LONGEST {
        return Err(FenError {
            offset: LONGEST,
            reason: say!("a position takes at most {most} characters", most = LONGEST),
        });
    }
    let numbering = numbering.unwrap_or(game.rules().numbering);
    let ends = |c: char| c == '.' || c == '_' || c.is_whitespace();
    let text = text.trim_end_matches(ends);
    Reader {
        game,
        rules: game.rules(),
        geometry: game.geometry(),
        most: game.rules().squares() as u32,
        numbering,
        text,
        at: 0,
        towers: Vec::new(),
    }
    .fen()
}

impl<'a> Reader<'a> {
    fn fen(mut self) -> Result<Setup> {
        let mut setup = Setup {
            turn: self.turn()?,
            ..Setup::default()
        };
        self.skip_blanks();
        while self.eat(b':') {
            self.skip_blanks();
            match self.peek().to_ascii_uppercase() {
                b'W' => self.side(Color::White, &mut setup)?,
                b'B' => self.side(Color::Black, &mut setup)?,
                b'H' => setup.quiet_plies = Some(self.counter("H", 0, 9999)? as u16),
                b'F' => setup.full_move = Some(self.counter("F", 0, 99_999)?.max(1)),
                b'G' if self.rules.is_twin() => self.verdicts(&mut setup)?,
                b'+' => self.runs(&mut setup)?,
                // A side left out altogether.
                b':' | 0 => {}
                _ => return Err(self.error(say!("expected W or B and its squares"))),
            }
            self.skip_blanks();
        }
        if self.at < self.text.len() {
            return Err(self.error(say!("expected a comma, a colon or the end")));
        }
        self.place_runs(&mut setup)?;
        self.build_towers(&mut setup)?;
        Ok(setup)
    }

    fn turn(&mut self) -> Result<Option<Color>> {
        self.skip_blanks();
        let turn = match self.peek().to_ascii_uppercase() {
            b'W' => Some(Color::White),
            b'B' => Some(Color::Black),
            b'?' => None,
            0 => return Err(self.error(say!("the position is empty: expected the side to move, W or B"))),
            _ => return Err(self.error(say!("expected the side to move, W or B"))),
        };
        self.at += 1;
        self.skip_blanks();
        if self.peek() == b':' {
            Ok(turn)
        } else {
            Err(self.error(say!("expected a colon after the side to move")))
        }
    }

    /// `W31,K32,33-40`
    fn side(&mut self, color: Color, setup: &mut Setup) -> Result<()> {
        self.at += 1;
        self.skip_blanks();
        let mut taken = setup.pieces[0] | setup.pieces[1];
        let (mut own, mut kings, mut ghosts) = (0, 0, 0);
        loop {
            match self.peek() {
                b',' => self.at += 1,
                b':' | 0 => break,
                _ => {
                    let start = self.at;
                    let (king, ghost) = self.prefix();
                    let squares = self.squares(start)?;
                    if squares.meets(taken) {
                        let twice = name(self.game, (squares & taken).first());
                        return Err(self.error_at(start, say!("square {square} is given twice", square = twice)));
                    }
                    if self.peek() == b'[' {
                        self.tower(start, squares, Piece { color, king })?;
                    }
                    taken |= squares;
                    own |= squares;
                    kings |= if king { squares } else { 0 };
                    ghosts |= if ghost { squares } else { 0 };
                }
            }
            self.skip_blanks();
        }
        setup.pieces[color.index()] |= own;
        setup.kings |= kings;
        setup.ghosts |= ghosts;
        Ok(())
    }

    /// `31`, `31-40` or `c3`; none for the 0 of old writers.
    #[inline(always)]
    fn squares(&mut self, start: usize) -> Result<u128> {
        let first = self.square()?;
        self.skip_blanks();
        if !self.eat(b'-') {
            return Ok(first.map_or(0, u128::of));
        }
        self.skip_blanks();
        let last = self.square()?;
        let (Some(first), Some(last)) = (first, last) else {
            return Ok(0);
        };
        let number = |bit| u32::from(self.geometry.number(self.rules, self.numbering, bit));
        let (from, to) = (number(first), number(last));
        if from > to {
            return Err(self.error_at(
                start,
                say!("the range {range} runs backward", range = format!("{from}-{to}")),
            ));
        }
        Ok((from..=to)
            .filter_map(|number| self.bit(number))
            .fold(0, |set, bit| set | u128::of(bit)))
    }

    /// `[wbb]`: the pieces on a square, from top to bottom.
    fn tower(&mut self, start: usize, squares: u128, top: Piece) -> Result<()> {
        if self.rules.stacking.is_none() {
            return Err(self.error_at(start, say!("in this game no piece stands on another")));
        }
        if squares.count() != 1 {
            return Err(self.error_at(start, say!("a tower stands on one square, not on a range")));
        }
        let bit = squares.first();
        let square = name(self.game, bit);
        let begun = self.at;
        self.at += 1;
        let mut tower = Vec::new();
        while !self.eat(b']') {
            let letter = self.text[self.at..].chars().next();
            let Some(piece) = letter.and_then(Piece::from_symbol) else {
                let held = letter.map_or_else(|| say!("no end").into(), |letter| Part::from(format!("{letter:?}")));
                let reason = say!(
                    "the tower on {square} holds {held}: expected letters w b W B, from top to bottom",
                    square = square,
                    held = held
                );
                return Err(self.error_at(self.at, reason));
            };
            tower.push(piece);
            self.at += 1;
        }
        let wrong = match tower.first() {
            None => {
                let reason = say!("the tower on {square} has no pieces", square = square);
                return Err(self.error_at(begun, reason));
            }
            Some(piece) if piece.color != top.color => match piece.color {
                Color::White => {
                    say!(
                        "the tower on {square} has a white piece on top, and is listed with Black's",
                        square = square
                    )
                }
                Color::Black => {
                    say!(
                        "the tower on {square} has a black piece on top, and is listed with White's",
                        square = square
                    )
                }
            },
            Some(piece) if top.king && !piece.king => {
                say!(
                    "the tower on {square} has a man on top, and is marked as a king's",
                    square = square
                )
            }
            Some(piece) if piece.king && !top.king => say!(
                "the tower on {square} has a king on top: write {tower}",
                square = square,
                tower = format!("K{}", &self.text[start..self.at])
            ),
            Some(_) => {
                self.towers.push((bit, tower));
                return Ok(());
            }
        };
        Err(self.error_at(start, wrong))
    }

    /// Puts what was read in brackets below the pieces, once all squares are known.
    fn build_towers(&mut self, setup: &mut Setup) -> Result<()> {
        if self.towers.is_empty() {
            return Ok(());
        }
        let mut towers = setup.towers();
        for (bit, tower) in &mut towers {
            if let Some(place) = self.towers.iter().position(|(other, _)| other == bit) {
                *tower = self.towers.swap_remove(place).1;
            }
        }
        setup.set_towers(&towers).map_err(|pieces| FenError {
            offset: self.text.len(),
            reason: Problem::TooManyForTowers { pieces }.saying(),
        })
    }

    /// The bit that a number stands for.
    #[inline(always)]
    fn bit(&self, number: u32) -> Option<u8> {
        if number == 0 || number > self.most {
            return None;
        }
        let standard = match self.numbering {
            Numbering::Standard => number,
            Numbering::Rotated => self.most + 1 - number,
        };
        Some(self.geometry.bit_of[standard as usize])
    }

    /// `K`, or `G` and `P` for a man and a king already captured: is it a king, and is it captured?
    fn prefix(&mut self) -> (bool, bool) {
        let (letter, next) = (self.peek(), self.peek_at(1));
        let (king, ghost) = match letter {
            b'K' => (true, false),
            b'G' => (false, true),
            b'P' => (true, true),
            // A lower-case k before a digit is the file k where squares are written with letters.
            b'k' if next.is_ascii_alphabetic() || next.is_ascii_digit() && !self.rules.algebraic => (true, false),
            _ => return (false, false),
        };
        self.at += 1;
        self.skip_blanks();
        (king, ghost)
    }

    /// A square, or `None` for the 0 that stands for no square at all.
    #[inline(always)]
    fn square(&mut self) -> Result<Option<u8>> {
        // Most squares are one or two digits and a comma.
        let start = self.at;
        let mut number = 0;
        while self.at < start + 3 && self.peek().is_ascii_digit() {
            number = number * 10 + u32::from(self.peek() - b'0');
            self.at += 1;
        }
        if !self.peek().is_ascii_alphanumeric()
            && let Some(bit) = self.bit(number)
        {
            return Ok(Some(bit));
        }
        self.at = start;
        self.any_square()
    }

    /// The same, with every form and every error.
    #[inline(never)]
    fn any_square(&mut self) -> Result<Option<u8>> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() && bytes[self.at].is_ascii_alphanumeric() && self.at - start < 8 {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        if !word.is_empty() && word.bytes().all(|byte| byte == b'0') {
            return Ok(None);
        }
        match read_square(word, self.game, self.numbering) {
            Some(bit) => Ok(Some(bit)),
            None => {
                let rest = &self.text[start..];
                let word = rest.split([',', ':', '-']).next().unwrap_or_default();
                let (rules, squares) = (self.rules, self.most);
                let board = format!("{}×{}", rules.files, rules.ranks);
                let reason = if word.trim().is_empty() {
                    say!("expected a square")
                } else {
                    say!(
                        "there is no square {square} on the {board} board of {squares} squares",
                        square = format!("{:?}", shown(word.trim())),
                        board = board,
                        squares = squares
                    )
                };
                Err(self.error_at(start, reason))
            }
        }
    }

    fn counter(&mut self, what: &str, least: u32, most: u32) -> Result<u32> {
        let start = self.at;
        self.at += 1;
        let digits = self.digits();
        match digits.parse() {
            Ok(count) if (least..=most).contains(&count) => Ok(count),
            _ => Err(self.error_at(
                start,
                say!(
                    "the counter {letter} must be a number from {least} to {most}",
                    letter = what,
                    least = least,
                    most = most
                ),
            )),
        }
    }

    /// `+1+245`: Black's king moves and where, then White's, as lidraughts writes them.
    fn runs(&mut self, setup: &mut Setup) -> Result<()> {
        for color in [Color::Black, Color::White] {
            let start = self.at;
            if !self.eat(b'+') {
                return Err(self.error(say!("expected + and the king moves of Black, then of White")));
            }
            let digits = self.digits();
            let (moves, square) = digits.split_at(digits.len().min(1));
            let moves = moves.parse().unwrap_or(u8::MAX);
            if moves > 3 {
                return Err(self.error_at(start, say!("king moves are counted from 0 to 3")));
            }
            let bit = read_square(square, self.game, self.numbering);
            setup.runs[color.index()] = match bit {
                Some(bit) if moves > 0 => KingRun { bit, moves },
                None if moves > 0 && !square.is_empty() => {
                    let square = format!("{square:?}");
                    let reason = say!("there is no square {square} for the king that moved", square = square);
                    return Err(self.error_at(start, reason));
                }
                // The square may be left out where there is only one king to mean.
                _ => KingRun { bit: u8::MAX, moves },
            };
        }
        Ok(())
    }

    /// `GW=`: how the games on the dark and on the light squares ended.
    fn verdicts(&mut self, setup: &mut Setup) -> Result<()> {
        let start = self.at;
        self.at += 1;
        for over in &mut setup.over {
            *over = match self.peek().to_ascii_uppercase() {
                b'*' => None,
                b'W' => Some(Verdict::Won(Color::White)),
                b'B' => Some(Verdict::Won(Color::Black)),
                b'=' => Some(Verdict::Drawn),
                _ => {
                    let reason =
                        say!("expected how the games on the dark and on the light squares stand: * W B or = for each");
                    return Err(self.error_at(start, reason));
                }
            };
            self.at += 1;
        }
        Ok(())
    }

    /// Kings that run must be there, once all squares are known.
    fn place_runs(&self, setup: &mut Setup) -> Result<()> {
        for color in Color::BOTH {
            let run = &mut setup.runs[color.index()];
            if run.moves == 0 {
                *run = KingRun::default();
                continue;
            }
            let kings = setup.pieces[color.index()] & setup.kings;
            if run.bit == u8::MAX && kings.count() == 1 {
                run.bit = kings.first();
            }
            if run.bit == u8::MAX || !kings.has(run.bit) {
                let reason = match color {
                    Color::White => say!("the king moves of white name no white king"),
                    Color::Black => say!("the king moves of black name no black king"),
                };
                return Err(FenError {
                    offset: self.text.len(),
                    reason,
                });
            }
        }
        Ok(())
    }

    fn digits(&mut self) -> &'a str {
        let start = self.at;
        while self.peek().is_ascii_digit() && self.at - start < 6 {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    #[inline(always)]
    fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    #[inline(always)]
    fn peek_at(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == byte;
        self.at += usize::from(is_there);
        is_there
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), b' ' | b'_' | b'\t' | b'\r' | b'\n') {
            self.at += 1;
        }
    }

    fn error(&self, reason: Saying) -> FenError {
        let found = self.text.get(self.at..).unwrap_or_default();
        let said = if found.is_empty() {
            say!("{reason}, the text ends", reason = reason)
        } else {
            say!(
                "{reason}, found {text}",
                reason = reason,
                text = format!("{:?}", shown(found))
            )
        };
        self.error_at(self.at, said)
    }

    fn error_at(&self, offset: usize, reason: Saying) -> FenError {
        FenError { offset, reason }
    }
}

/// Strict FEN: `W:W31,32,K40:B1,2`, squares as the game writes them, or numbers where a numbering is named.
pub fn write_fen(setup: &Setup, game: AnyGame, numbering: Option<Numbering>, counters: bool) -> String {
    use std::fmt::Write;
    let mut fen = String::with_capacity(160);
    fen.push(setup.turn.map_or('?', Color::letter));
    let (rules, geometry) = (game.rules(), game.geometry());
    let towers = if setup.is_flat() { Vec::new() } else { setup.towers() };
    for color in Color::BOTH {
        fen.push(':');
        fen.push(color.letter());
        let mut squares: Vec<(u8, u8)> = setup.pieces[color.index()]
            .each()
            .map(|bit| (geometry.number(rules, numbering.unwrap_or(rules.numbering), bit), bit))
            .collect();
        squares.sort_unstable();
        for (index, (number, bit)) in squares.into_iter().enumerate() {
            if index > 0 {
                fen.push(',');
            }
            if setup.kings.has(bit) {
                fen.push('K');
            }
            // Writing to a String cannot fail.
            let _ = match numbering {
                None => write!(fen, "{}", name(game, bit)),
                Some(_) => write!(fen, "{number}"),
            };
            if let Some((_, tower)) = towers.iter().find(|(other, tower)| *other == bit && tower.len() > 1) {
                fen.push('[');
                fen.extend(tower.iter().map(|piece| piece.symbol()));
                fen.push(']');
            }
        }
    }
    if setup.over != [None; 2] {
        fen.push_str(":G");
        fen.extend(setup.over.map(|over| match over {
            None => '*',
            Some(Verdict::Won(color)) => color.letter(),
            Some(Verdict::Drawn) => '=',
        }));
    }
    if counters {
        let _ = write!(
            fen,
            ":H{}:F{}",
            setup.quiet_plies.unwrap_or(0),
            setup.full_move.unwrap_or(1)
        );
        if rules.king_limit.is_some() {
            for color in [Color::Black, Color::White] {
                let run = setup.runs[color.index()];
                let _ = write!(fen, "{}+{}", if color == Color::Black { ":" } else { "" }, run.moves);
                if run.moves > 0 {
                    let _ = write!(fen, "{}", geometry.number(rules, rules.numbering, run.bit));
                }
            }
        }
    }
    fen
}

/// Reads a Hub string: the side to move, then one letter of `w b W B e` per square in standard order.
pub fn read_hub(text: &str, game: AnyGame) -> Result<Setup> {
    let text = text.trim();
    let squares = game.rules().squares();
    let letters = text.chars().take(squares + 2).count();
    if letters != squares + 1 {
        let has = if letters > squares + 1 {
            Part::from(say!("more"))
        } else {
            letters.into()
        };
        let reason = say!(
            "a Hub position of this game has {letters} letters, this one has {has}",
            letters = squares + 1,
            has = has
        );
        return Err(FenError { offset: 0, reason });
    }
    let mut setup = Setup::default();
    for (index, letter) in text.chars().enumerate() {
        if index == 0 {
            setup.turn = Some(match letter {
                'W' | 'w' => Color::White,
                'B' | 'b' => Color::Black,
                _ => {
                    let reason = say!(
                        "{reason}, found {text}",
                        reason = say!("expected the side to move, W or B"),
                        text = format!("{letter:?}")
                    );
                    return Err(FenError { offset: 0, reason });
                }
            });
            continue;
        }
        match (letter, Piece::from_symbol(letter)) {
            ('e', _) => {}
            (_, Some(piece)) => setup.put(game.geometry().bit_of[index], piece),
            _ => {
                let reason = say!(
                    "square {square} holds {letter}: expected one of w b W B e",
                    square = index,
                    letter = format!("{letter:?}")
                );
                return Err(FenError { offset: index, reason });
            }
        }
    }
    Ok(setup)
}

/// The Hub string of a position.
pub fn write_hub(setup: &Setup, game: AnyGame) -> String {
    let mut hub = String::with_capacity(game.rules().squares() + 1);
    hub.push(setup.turn.map_or('?', Color::letter));
    for number in 1..=game.rules().squares() {
        let bit = game.geometry().bit_of[number];
        let color = Color::BOTH
            .into_iter()
            .find(|color| setup.pieces[color.index()].has(bit));
        hub.push(color.map_or('e', |color| {
            Piece {
                color,
                king: setup.kings.has(bit),
            }
            .symbol()
        }));
    }
    hub
}
