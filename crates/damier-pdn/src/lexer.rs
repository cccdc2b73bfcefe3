//! Bytes to tokens. The only lexer of game records.
//!
//! It works on whatever ASCII extends: UTF-8, and the one-byte code pages of old files. Tokens borrow from the bytes.
//! Everything but strings and comments is short, so that a lexer with [`MARGIN`] bytes ahead needs no second look.

use memchr::{memchr, memchr2, memchr3};

use crate::departure::Departure;

/// With so many bytes ahead no token but a tag or a comment can be cut in two.
pub const MARGIN: usize = 2048;
/// The longest comment that is kept, in bytes; the longest tag value is [`LONGEST_VALUE`].
pub const LONGEST_COMMENT: usize = 1 << 20;
pub const LONGEST_VALUE: usize = 1 << 16;
/// The longest name of a tag, word of prose and run of marks or digits.
const LONGEST_WORD: usize = 256;
/// The most squares of one move.
pub const MOST_SQUARES: usize = 40;
/// How many blanks may stand around a sign in a move.
const MOST_BLANKS: usize = 4;

/// A square as it is written, before anybody knows on which board: a number, or a file and a rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RawSquare(pub u16);

impl RawSquare {
    const NAMED: u16 = 1 << 15;

    pub const fn number(number: u8) -> RawSquare {
        RawSquare(number as u16)
    }

    /// A file (0 for `a`) and a rank (1 for the first).
    pub const fn named(file: u8, rank: u8) -> RawSquare {
        RawSquare(Self::NAMED | (file as u16) << 8 | rank as u16)
    }

    pub const fn is_named(self) -> bool {
        self.0 & Self::NAMED != 0
    }

    pub const fn file(self) -> u8 {
        (self.0 >> 8) as u8 & 0x7f
    }

    /// The rank of a named square, the number of any other.
    pub const fn low(self) -> u8 {
        self.0 as u8
    }
}

/// One token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `[Name "value"]`, the value still with its backslashes.
    Tag {
        name: &'a [u8],
        value: &'a [u8],
    },
    /// `12.`, or `12...` for the second player's move.
    Number {
        number: u32,
        second: bool,
    },
    /// Squares and signs; the squares are in [`Lexer::squares`].
    Move {
        text: &'a [u8],
        /// Nothing stands between its squares, which are numbers: it may be something else.
        compact: bool,
    },
    /// `!?`, `(!)`, `*` behind a move.
    Marks(&'a [u8]),
    Nag(u32),
    Comment(&'a [u8]),
    Open,
    Close,
    /// `/FEN "…"/`: what stands between the quotes.
    Setup(&'a [u8]),
    /// A result or `*`.
    Result(&'a [u8]),
    /// Squares and signs that make no move: `28x`, `132-128`.
    Broken(&'a [u8]),
    /// `-` where a move should be.
    Unknown,
    /// `...` where a move should be.
    Ellipsis,
    Word(&'a [u8]),
    /// A line that begins with `%`.
    Escape,
    /// Nothing that means anything.
    Stray,
}

/// What the lexer says next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lexed<'a> {
    Token(Token<'a>),
    /// The bytes end in the middle of something, and more are to come.
    More,
    End,
}

/// A lexer over the bytes that are at hand.
#[derive(Debug)]
pub struct Lexer<'a> {
    bytes: &'a [u8],
    /// Where the next token is looked for.
    pub at: usize,
    /// Where the last token began.
    pub start: usize,
    /// No bytes come after these.
    last: bool,
    /// Do the bytes begin on a new line?
    begins: bool,
    /// Where the last move or mark ended.
    glued: usize,
    squares: [RawSquare; MOST_SQUARES],
    count: usize,
    /// What was unusual about the last token.
    pub departures: Departures,
    /// How far the last token was looked ahead for.
    far: usize,
    /// The last token is a comment that goes on behind it, because it is too long.
    pub(crate) cut: bool,
}

/// Where a comment ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommentEnd {
    Brace(usize),
    /// Where a game begins, though the comment was not closed.
    Game(usize),
    File(usize),
    /// It is too long to be kept whole.
    Limit(usize),
    More,
}

/// A small set of departures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Departures(u32);

impl Departures {
    #[inline]
    fn add(&mut self, departure: Departure) {
        self.0 |= 1 << departure as u32;
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn has(self, departure: Departure) -> bool {
        self.0 >> departure as u32 & 1 != 0
    }
}

impl<'a> Lexer<'a> {
    /// `begins`: the bytes begin on a new line. `last`: no bytes come after these.
    pub fn new(bytes: &'a [u8], at: usize, begins: bool, last: bool) -> Lexer<'a> {
        Lexer {
            bytes,
            at,
            start: at,
            last,
            begins,
            glued: usize::MAX,
            squares: [RawSquare::default(); MOST_SQUARES],
            count: 0,
            departures: Departures::default(),
            cut: false,
            far: at,
        }
    }

    /// How many bytes were looked at for the last token.
    #[inline]
    pub(crate) fn looked(&self) -> u64 {
        (self.far.max(self.at) - self.start) as u64
    }

    /// The squares of the last move.
    #[inline]
    pub fn squares(&self) -> &[RawSquare] {
        &self.squares[..self.count]
    }

    /// Is everything before the last token on its line blank?
    pub fn begins_line(&self) -> bool {
        let before = self.bytes[..self.start]
            .iter()
            .rev()
            .take(LONGEST_WORD)
            .find(|&&byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        match before {
            Some(&byte) => byte == b'\n',
            None => self.begins,
        }
    }

    /// Does a word go on here?
    #[inline(always)]
    fn runs_on(&self, at: usize) -> bool {
        match self.peek(at) {
            byte if byte < 0x80 => byte.is_ascii_alphanumeric(),
            // Blanks and punctuation beyond ASCII.
            0xa0 => false,
            0xc2 => self.peek(at + 1) != 0xa0,
            0xe2 => self.peek(at + 1) != 0x80,
            _ => true,
        }
    }

    #[inline(always)]
    fn peek(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// The next token.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "it is no iterator: more bytes may come")]
    pub fn next(&mut self) -> Lexed<'a> {
        self.departures = Departures::default();
        self.cut = false;
        loop {
            // Blanks first.
            while let Some(b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c) = self.bytes.get(self.at) {
                self.at += 1;
            }
            self.start = self.at;
            if !self.last && self.bytes.len() - self.at < MARGIN {
                return Lexed::More;
            }
            let Some(&byte) = self.bytes.get(self.at) else {
                return Lexed::End;
            };
            let token = match byte {
                b'0'..=b'9' => self.digits(),
                b'{' => return self.comment(),
                b'[' => match self.tag() {
                    Ok(token) => token,
                    Err(()) => return Lexed::More,
                },
                b'a'..=b'l' | b'A'..=b'L' if self.peek(self.at + 1).is_ascii_digit() => self.named_move(),
                b'(' => self.open(),
                b')' => {
                    self.at += 1;
                    Token::Close
                }
                b'!' | b'?' => self.marks(),
                b'*' if self.glued == self.at => self.marks(),
                b'+' | b'=' | b'#' if self.glued == self.at => self.marks(),
                b'*' => {
                    self.at += 1;
                    Token::Result(&self.bytes[self.start..self.at])
                }
                b'$' => self.nag(),
                b'/' => match self.setup() {
                    Ok(token) => token,
                    Err(()) => return Lexed::More,
                },
                b'.' => self.dots(),
                b'-' => self.dash(),
                b'%' | b';' => match self.line() {
                    Ok(token) => token,
                    Err(()) => return Lexed::More,
                },
                0x80.. => match self.beyond_ascii() {
                    Some(token) => token,
                    None => continue,
                },
                _ => self.word(),
            };
            debug_assert!(self.at > self.start, "every token takes something");
            return Lexed::Token(token);
        }
    }

    // -----------------------------------------------------------------------------------------------------------
    // What begins with a digit: a number, a move, a result

    #[inline]
    fn digits(&mut self) -> Token<'a> {
        let (end, value) = self.number_at(self.at);
        let length = end - self.at;
        let next = self.peek(end);
        if next == b'.' && length <= 9 {
            if self.peek(end + 1).is_ascii_digit()
                && let Some(end) = self.score_at(self.at)
            {
                return self.result(end);
            }
            return self.move_number(end, value);
        }
        if length <= 2 {
            if matches!(next, b'/' | b',' | b'+' | 0x80.. | b' ')
                && let Some(end) = self.score_at(self.at)
            {
                return self.result(end);
            }
            if let Some(token) = self.squares_from(self.at) {
                return token;
            }
            if next == b')' && value > 0 {
                self.departures.add(Departure::StrangeNumber);
                self.at = end + 1;
                return Token::Number {
                    number: value,
                    second: false,
                };
            }
        }
        if length >= 4 && length.is_multiple_of(2) && length <= 2 * MOST_SQUARES && !self.runs_on(end) {
            return self.compact(end);
        }
        // `12-0`, `100-98` and other scores.
        if length <= 3
            && let Some(end) = self.score_at(self.at)
        {
            return self.result(end);
        }
        self.word()
    }

    /// The end of a run of digits and its value.
    #[inline]
    fn number_at(&self, at: usize) -> (usize, u32) {
        let (mut end, mut value) = (at, 0u32);
        while end - at < LONGEST_WORD {
            let digit = self.peek(end).wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            value = value.saturating_mul(10).saturating_add(digit.into());
            end += 1;
        }
        (end, value)
    }

    #[inline]
    fn move_number(&mut self, end: usize, number: u32) -> Token<'a> {
        let mut at = end;
        while self.peek(at) == b'.' && at - end < LONGEST_WORD {
            at += 1;
        }
        let dots = at - end;
        let mut second = dots > 1;
        if dots == 2 || dots > 3 {
            self.departures.add(Departure::StrangeNumber);
        }
        // `1. ... 7-12`
        if dots == 1 {
            let mut ahead = at;
            while self.peek(ahead) == b' ' && ahead - at < MOST_BLANKS {
                ahead += 1;
            }
            if self.bytes[ahead.min(self.bytes.len())..].starts_with(b"...") {
                self.departures.add(Departure::Ellipsis);
                second = true;
                at = ahead + 3;
            } else if self.bytes[ahead.min(self.bytes.len())..].starts_with("…".as_bytes()) {
                self.departures.add(Departure::StrangeNumber);
                second = true;
                at = ahead + "…".len();
            }
        }
        self.at = at;
        Token::Number { number, second }
    }

    /// A square at a place: its end and what it says. A number has one or two digits.
    #[inline(always)]
    fn square_at(&mut self, at: usize) -> Option<(usize, RawSquare)> {
        let first = self.peek(at);
        if first.is_ascii_digit() {
            let (mut value, mut end) = (first - b'0', at + 1);
            let second = self.peek(end).wrapping_sub(b'0');
            if second <= 9 {
                value = value * 10 + second;
                end += 1;
                if first == b'0' {
                    self.departures.add(Departure::LeadingZero);
                }
                if self.peek(end).is_ascii_digit() {
                    return None;
                }
            }
            return Some((end, RawSquare::number(value)));
        }
        let file = (first | 0x20).wrapping_sub(b'a');
        let rank = self.peek(at + 1).wrapping_sub(b'0');
        if file >= 12 || rank > 9 {
            return None;
        }
        let next = self.peek(at + 2).wrapping_sub(b'0');
        if next <= 9 {
            let more = self.peek(at + 3).is_ascii_digit();
            return (!more).then_some((at + 3, RawSquare::named(file, rank * 10 + next)));
        }
        Some((at + 2, RawSquare::named(file, rank)))
    }

    /// The end of a sign between squares.
    #[inline(always)]
    fn sign_at(&mut self, at: usize) -> Option<usize> {
        match self.peek(at) {
            b'-' | b'x' => Some(at + 1),
            b':' => {
                self.departures.add(Departure::Colon);
                Some(at + 1)
            }
            b'X' => {
                self.departures.add(Departure::StrangeSign);
                Some(at + 1)
            }
            0x80.. => self.strange_sign_at(at),
            _ => None,
        }
    }

    /// Dashes, crosses and Cyrillic х, in UTF-8 and in the code pages of old Windows.
    #[cold]
    fn strange_sign_at(&mut self, at: usize) -> Option<usize> {
        let rest = &self.bytes[at..];
        let long = ["‐", "‑", "‒", "–", "—", "―", "−", "×", "х", "Х"];
        let length = match long.iter().find(|sign| rest.starts_with(sign.as_bytes())) {
            Some(sign) => sign.len(),
            // En dash, em dash, soft hyphen; the cross of 1252; х and Х of 1251.
            None if matches!(rest[0], 0x96 | 0x97 | 0xad | 0xd7 | 0xf5 | 0xd5) => 1,
            None => return None,
        };
        let next = self.peek(at + length);
        if !(next.is_ascii_alphanumeric() || next == b' ') {
            return None;
        }
        self.departures.add(Departure::StrangeSign);
        Some(at + length)
    }

    fn blanks_at(&self, at: usize) -> usize {
        let mut end = at;
        while end - at < MOST_BLANKS {
            match (self.peek(end), self.peek(end + 1)) {
                (b' ' | b'\t' | 0xa0, _) => end += 1,
                (0xc2, 0xa0) => end += 2,
                _ => break,
            }
        }
        end
    }

    /// A sign and a square behind it, with or without blanks around the sign: the square's end and the square.
    #[inline(always)]
    fn leg_at(&mut self, at: usize) -> Option<(usize, RawSquare)> {
        let before = self.departures;
        if let Some(end) = self.sign_at(at) {
            if let Some(found) = self.square_at(end) {
                return Some(found);
            }
            let blank = self.blanks_at(end);
            if blank > end
                && let Some(found) = self.square_at(blank)
            {
                self.departures.add(Departure::BlankInMove);
                return Some(found);
            }
        } else if matches!(self.peek(at), b' ' | 0xc2 | 0xa0) {
            let blank = self.blanks_at(at);
            if blank > at
                && let Some(end) = self.sign_at(blank)
            {
                let end = self.blanks_at(end);
                // `32-28 - 19. …` is no chain: the number of a move follows a dash that stands for one.
                if let Some(found) = self.square_at(end).filter(|found| self.peek(found.0) != b'.') {
                    self.departures.add(Departure::BlankInMove);
                    return Some(found);
                }
            }
        }
        self.departures = before;
        None
    }

    /// A move, or a result that looks like one.
    #[inline]
    fn squares_from(&mut self, at: usize) -> Option<Token<'a>> {
        let before = self.departures;
        let found = self.all_squares(at);
        if found.is_none() {
            self.departures = before;
        }
        found
    }

    #[inline(always)]
    fn all_squares(&mut self, at: usize) -> Option<Token<'a>> {
        let (mut end, first) = self.square_at(at)?;
        self.squares[0] = first;
        self.count = 1;
        while let Some((next, square)) = self.leg_at(end) {
            if self.count == MOST_SQUARES {
                return None;
            }
            self.squares[self.count] = square;
            self.count += 1;
            end = next;
        }
        if self.count < 2 || self.is_cut_square(end) {
            return None;
        }
        if self.count == 2 && self.is_score() {
            let end = self.end_of_score(end);
            return Some(self.result(end));
        }
        self.at = end;
        self.glued = end;
        Some(Token::Move {
            text: &self.bytes[at..end],
            compact: false,
        })
    }

    /// A square that runs on is none: `28x19x`, `3-4½`. But a word may be glued to a move: `8-11Red overstepped the time`.
    #[inline(always)]
    fn is_cut_square(&self, end: usize) -> bool {
        let next = self.peek(end);
        !(next.is_ascii_alphabetic() && next | 0x20 != b'x') && self.runs_on(end)
    }

    /// Do the two squares make a score rather than a move? No square has the number 0, and nobody moves from 1 to 1.
    #[inline(always)]
    fn is_score(&self) -> bool {
        let (left, right) = (self.squares[0], self.squares[1]);
        !left.is_named() && !right.is_named() && (left.0 == 0 || right.0 == 0 || left.0 == 1 && right.0 == 1)
    }

    /// A zero may be the beginning of `0-1.5` or `0.5`.
    fn end_of_score(&self, end: usize) -> usize {
        if matches!(self.peek(end), b'.' | b',') && self.peek(end + 1).is_ascii_digit() {
            return self.number_at(end + 1).0;
        }
        end
    }

    /// `3228`: pairs of digits.
    fn compact(&mut self, end: usize) -> Token<'a> {
        let digits = &self.bytes[self.at..end];
        self.count = 0;
        for pair in digits.chunks_exact(2) {
            self.squares[self.count] = RawSquare::number((pair[0] - b'0') * 10 + (pair[1] - b'0'));
            self.count += 1;
        }
        self.departures.add(Departure::NoSign);
        self.at = end;
        self.glued = end;
        Token::Move {
            text: digits,
            compact: true,
        }
    }

    /// `c3-d4`, `c3:e5`, `a3b4`; a word where it is none of these.
    fn named_move(&mut self) -> Token<'a> {
        if let Some(token) = self.squares_from(self.at) {
            return token;
        }
        let mut end = self.at;
        self.count = 0;
        while self.count < MOST_SQUARES
            && self.peek(end).is_ascii_alphabetic()
            && let Some((next, square)) = self.square_at(end)
        {
            self.squares[self.count] = square;
            self.count += 1;
            end = next;
        }
        if self.count < 2 || self.runs_on(end) {
            return self.word();
        }
        // The standard allows it.
        let text = &self.bytes[self.at..end];
        self.at = end;
        self.glued = end;
        Token::Move { text, compact: false }
    }

    // -----------------------------------------------------------------------------------------------------------
    // Results

    fn result(&mut self, end: usize) -> Token<'a> {
        let text = &self.bytes[self.start..end];
        self.at = end;
        Token::Result(text)
    }

    /// The end of a score: two parts such as `1`, `1/2`, `½`, `1 1/2`, `1.5`, `1+`, and a dash between them; or a
    /// half alone.
    fn score_at(&self, at: usize) -> Option<usize> {
        let (end, first) = self.part_at(at)?;
        let alone = (first == Part::Half && !self.runs_on(end)).then_some(end);
        let dash = self.blanks_at(end);
        let sign = match self.peek(dash) {
            b'-' | 0x96 | 0x97 => dash + 1,
            _ if self.bytes[dash.min(self.bytes.len())..].starts_with("–".as_bytes()) => dash + 3,
            _ => return alone,
        };
        let Some((last, second)) = self.part_at(self.blanks_at(sign)) else {
            return alone;
        };
        let is_score = match (first, second) {
            // `1-6` is a move.
            (Part::Number, Part::Number) => false,
            // `1.32-28` is a move with its number.
            (Part::Decimal, _) | (_, Part::Decimal) => first == second,
            (Part::Signed, _) | (_, Part::Signed) => first == second,
            _ => true,
        };
        if is_score && !self.runs_on(last) {
            Some(last)
        } else {
            alone
        }
    }

    /// One side's part of a score: its end and its kind.
    fn part_at(&self, at: usize) -> Option<(usize, Part)> {
        if let Some(end) = self.half_at(at) {
            return Some((end, Part::Half));
        }
        let (end, value) = self.number_at(at);
        if end == at || end - at > 3 {
            return None;
        }
        if let Some(half) = self.half_at(self.blanks_at(end)) {
            return Some((half, Part::Half));
        }
        match self.peek(end) {
            b'.' | b',' if self.peek(end + 1).is_ascii_digit() => Some((self.number_at(end + 1).0, Part::Decimal)),
            b'+' => Some((end + 1, Part::Signed)),
            // `1-` only where another dash follows, or nothing: `1+ - 1-`.
            b'-' if matches!(self.peek(self.blanks_at(end + 1)), b'-' | b'\r' | b'\n' | 0) => {
                Some((end + 1, Part::Signed))
            }
            _ if value == 0 => Some((end, Part::Nought)),
            _ => Some((end, Part::Number)),
        }
    }

    fn half_at(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        if rest.starts_with(b"1/2") {
            return Some(at + 3);
        }
        if rest.starts_with("½".as_bytes()) {
            return Some(at + 2);
        }
        // The half of 1252.
        (rest.first() == Some(&0xbd)).then_some(at + 1)
    }

    // -----------------------------------------------------------------------------------------------------------
    // Signs

    fn open(&mut self) -> Token<'a> {
        let mut end = self.at + 1;
        while matches!(self.peek(end), b'!' | b'?') && end - self.at < LONGEST_WORD {
            end += 1;
        }
        if end > self.at + 1 && self.peek(end) == b')' {
            let is_glued = self.glued == self.at;
            return self.marks_until(end + 1, is_glued);
        }
        self.at += 1;
        Token::Open
    }

    fn marks(&mut self) -> Token<'a> {
        let mut end = self.at;
        while matches!(self.peek(end), b'!' | b'?' | b'*' | b'+' | b'=' | b'#') && end - self.at < LONGEST_WORD {
            // A star behind blanks ends the game.
            if !matches!(self.peek(end), b'!' | b'?') {
                self.departures.add(Departure::StrangeMark);
            }
            end += 1;
        }
        let is_glued = self.glued == self.at;
        self.marks_until(end, is_glued)
    }

    fn marks_until(&mut self, end: usize, is_glued: bool) -> Token<'a> {
        if !is_glued {
            self.departures.add(Departure::BlankBeforeMark);
        }
        let text = &self.bytes[self.at..end];
        self.at = end;
        self.glued = end;
        Token::Marks(text)
    }

    fn nag(&mut self) -> Token<'a> {
        let (end, value) = self.number_at(self.at + 1);
        if end == self.at + 1 {
            return self.stray();
        }
        self.at = end;
        Token::Nag(value)
    }

    fn dots(&mut self) -> Token<'a> {
        let mut end = self.at;
        while self.peek(end) == b'.' && end - self.at < LONGEST_WORD {
            end += 1;
        }
        if end - self.at < 2 {
            return self.stray();
        }
        self.departures.add(Departure::Ellipsis);
        self.at = end;
        Token::Ellipsis
    }

    fn dash(&mut self) -> Token<'a> {
        let mut end = self.at;
        while self.peek(end) == b'-' && end - self.at < 3 {
            end += 1;
        }
        if is_word(self.peek(end)) {
            return self.word();
        }
        self.departures.add(Departure::UnknownMove);
        self.at = end;
        Token::Unknown
    }

    fn stray(&mut self) -> Token<'a> {
        self.departures.add(Departure::Stray);
        self.at += 1;
        Token::Stray
    }

    // -----------------------------------------------------------------------------------------------------------
    // Words

    fn word(&mut self) -> Token<'a> {
        let first = self.peek(self.at);
        if matches!(first, b'}' | b']' | b')') || first < b' ' || first == 0x7f {
            return self.stray();
        }
        let mut end = self.at + 1;
        while end - self.at < LONGEST_WORD
            && !matches!(self.peek(end), 0..=b' ' | b'{' | b'}' | b'(' | b')' | b'[' | 0x7f)
        {
            end += 1;
        }
        let text = &self.bytes[self.at..end];
        self.at = end;
        self.departures.add(Departure::Prose);
        if is_broken_move(text) {
            self.glued = end;
            return Token::Broken(text);
        }
        Token::Word(text)
    }

    /// A no-break blank, a byte-order mark or a half; any other letter begins a word.
    fn beyond_ascii(&mut self) -> Option<Token<'a>> {
        let rest = &self.bytes[self.at..];
        if rest.starts_with("\u{feff}".as_bytes()) {
            self.at += 3;
            return None;
        }
        if rest.starts_with("\u{a0}".as_bytes()) {
            self.at += 2;
            return None;
        }
        if rest[0] == 0xa0 {
            self.at += 1;
            return None;
        }
        if rest.starts_with("…".as_bytes()) {
            self.at += 3;
            self.departures.add(Departure::Ellipsis);
            return Some(Token::Ellipsis);
        }
        let dashes = ["‐", "‑", "‒", "–", "—", "―", "−"];
        if let Some(dash) = dashes.iter().find(|dash| rest.starts_with(dash.as_bytes()))
            && !is_word(self.peek(self.at + dash.len()))
        {
            self.at += dash.len();
            self.departures.add(Departure::UnknownMove);
            return Some(Token::Unknown);
        }
        if let Some(end) = self.score_at(self.at) {
            return Some(self.result(end));
        }
        Some(self.word())
    }

    // -----------------------------------------------------------------------------------------------------------
    // Comments

    fn comment(&mut self) -> Lexed<'a> {
        let from = self.at + 1;
        let (end, next) = match self.end_of_comment(from) {
            CommentEnd::More => return Lexed::More,
            CommentEnd::Brace(end) => (end, end + 1),
            CommentEnd::Game(end) | CommentEnd::File(end) => (end, end),
            CommentEnd::Limit(end) => {
                self.cut = true;
                (end, end)
            }
        };
        self.at = next;
        Lexed::Token(Token::Comment(&self.bytes[from..end]))
    }

    /// Where the text of a comment ends.
    ///
    /// A comment ends at its first closing brace, as the standard says; but where another brace was opened inside it,
    /// and the next brace after that is again a closing one, the comment goes on. It also ends where a game begins.
    pub(crate) fn end_of_comment(&mut self, from: usize) -> CommentEnd {
        let (mut at, mut inner) = (from, 0usize);
        let limit = from + LONGEST_COMMENT;
        let is_whole = self.last || self.bytes.len() >= limit + MARGIN;
        loop {
            let found = memchr3(b'}', b'{', b'[', &self.bytes[at..]).map(|found| at + found);
            self.far = self.far.max(found.unwrap_or(self.bytes.len()));
            let Some(found) = found.filter(|&found| found < limit) else {
                if !is_whole {
                    return CommentEnd::More;
                }
                self.departures.add(Departure::NotClosed);
                return if self.bytes.len() > limit {
                    CommentEnd::Limit(limit)
                } else {
                    CommentEnd::File(self.bytes.len())
                };
            };
            match self.bytes[found] {
                b'{' => {
                    self.departures.add(Departure::NestedComment);
                    inner += 1;
                }
                b'[' => {
                    if !is_whole && self.bytes.len() - found < MARGIN {
                        return CommentEnd::More;
                    }
                    if self.is_game_at(found) {
                        self.departures.add(Departure::NotClosed);
                        return CommentEnd::Game(found);
                    }
                }
                _ if inner == 0 => return CommentEnd::Brace(found),
                _ => match self.next_brace(found + 1) {
                    Some(next) if self.bytes[found + 1 + next] == b'}' && next < LONGEST_VALUE => inner -= 1,
                    None if !is_whole => return CommentEnd::More,
                    _ => return CommentEnd::Brace(found),
                },
            }
            at = found + 1;
        }
    }

    fn next_brace(&mut self, from: usize) -> Option<usize> {
        let found = memchr2(b'}', b'{', &self.bytes[from..]);
        self.far = self.far.max(found.map_or(self.bytes.len(), |found| from + found));
        found
    }

    /// Does a blank line end here, and a tag begin?
    fn is_game_at(&self, at: usize) -> bool {
        let before = &self.bytes[..at];
        let blank = before
            .iter()
            .rev()
            .take(LONGEST_WORD)
            .take_while(|byte| byte.is_ascii_whitespace())
            .filter(|&&byte| byte == b'\n')
            .count();
        if blank < 2 {
            return false;
        }
        let (name, end) = self.tag_name_at(at + 1);
        !name.is_empty() && self.peek(self.blanks_at(end)) == b'"'
    }

    /// `;` and `%`: to the end of the line.
    fn line(&mut self) -> Result<Token<'a>, ()> {
        let (first, begins) = (self.peek(self.at), self.begins_line());
        if first == b'%' && !begins {
            return Ok(self.word());
        }
        let rest = &self.bytes[self.at..];
        let end = match memchr(b'\n', rest) {
            Some(end) => self.at + end,
            None if !self.last && rest.len() < LONGEST_COMMENT => return Err(()),
            None => self.bytes.len(),
        };
        let end = end.min(self.at + LONGEST_COMMENT);
        self.far = self.far.max(end);
        let text = &self.bytes[self.at + 1..end];
        self.at = end.max(self.at + 1);
        if first == b'%' {
            return Ok(Token::Escape);
        }
        self.departures.add(Departure::SemicolonComment);
        Ok(Token::Comment(text))
    }

    // -----------------------------------------------------------------------------------------------------------
    // Tags and set-ups

    fn tag_name_at(&self, at: usize) -> (&'a [u8], usize) {
        let from = self.blanks_at(at);
        let mut end = from;
        while end - from < LONGEST_WORD && (is_word(self.peek(end)) || matches!(self.peek(end), b'_' | b'-')) {
            end += 1;
        }
        (&self.bytes[from..end], end)
    }

    /// `[Name "value"]` in all its shapes. An error where more bytes are needed.
    fn tag(&mut self) -> Result<Token<'a>, ()> {
        let (name, end) = self.tag_name_at(self.at + 1);
        let quote = self.blanks_at(end);
        let first = name.first().copied().unwrap_or(0);
        if self.peek(quote) != b'"' {
            return Ok(self.bracket(name, end));
        }
        if name.is_empty() || first.is_ascii_digit() {
            return Ok(self.word_of_bracket());
        }
        if !first.is_ascii_uppercase() || !name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.departures.add(Departure::MalformedTag);
        }
        let from = quote + 1;
        let (value, next) = self.value_from(from)?;
        self.at = next;
        Ok(Token::Tag { name, value })
    }

    /// The value of a tag and where what follows begins. It ends at the quotation mark before a bracket; one that does
    /// not come on the same line is taken from the end of the line.
    fn value_from(&mut self, from: usize) -> Result<(&'a [u8], usize), ()> {
        let rest = &self.bytes[from..];
        let line = match memchr(b'\n', rest) {
            Some(end) => end,
            None if !self.last && rest.len() < LONGEST_VALUE => return Err(()),
            None => rest.len(),
        };
        let line = &rest[..line.min(LONGEST_VALUE)];
        self.far = self.far.max(from + line.len());
        let (mut at, mut first) = (0, None);
        while let Some(found) = memchr2(b'"', b'\\', &line[at..]) {
            let found = at + found;
            if line[found] == b'\\' {
                at = (found + 2).min(line.len());
                continue;
            }
            first = first.or(Some(found));
            let mut end = found + 1;
            while matches!(line.get(end), Some(b' ' | b'\t')) && end - found < LONGEST_WORD {
                end += 1;
            }
            if line.get(end) == Some(&b']') {
                if first != Some(found) {
                    self.departures.add(Departure::MalformedTag);
                }
                return Ok((&line[..found], from + end + 1));
            }
            at = found + 1;
        }
        // No bracket on this line.
        self.departures.add(Departure::MalformedTag);
        if let Some(found) = first {
            return Ok((&line[..found], from + found + 1));
        }
        let value = line.strip_suffix(b"\r").unwrap_or(line);
        let value = value.strip_suffix(b"]").unwrap_or(value);
        Ok((value, from + line.len()))
    }

    /// A bracket that begins no quoted value: `[pdn]`, `[Event Foo]`, `[%clk 0:01]`, or a mere bracket.
    fn bracket(&mut self, name: &'a [u8], end: usize) -> Token<'a> {
        if self.peek(self.at + 1) == b'/' || name.eq_ignore_ascii_case(b"pdn") {
            let (name, end) = self.tag_name_at(self.at + 1 + usize::from(self.peek(self.at + 1) == b'/'));
            if name.eq_ignore_ascii_case(b"pdn") && self.peek(end) == b']' {
                self.departures.add(Departure::Wrapper);
                self.at = end + 1;
                return Token::Escape;
            }
        }
        // `[%clk 0:01:20]` outside braces is a comment all the same.
        if self.peek(self.at + 1) == b'%' {
            let line = &self.bytes[self.at..self.bytes.len().min(self.at + LONGEST_WORD)];
            if let Some(end) = memchr2(b']', b'\n', line).filter(|&end| line[end] == b']') {
                self.departures.add(Departure::Prose);
                let text = &line[..=end];
                self.at += end + 1;
                return Token::Comment(text);
            }
        }
        // `[Event Foo]`, at the beginning of a line: a tag that lost its quotation marks.
        let from = self.blanks_at(end);
        if !name.is_empty() && name[0].is_ascii_uppercase() && from > end && self.begins_line() {
            let line = &self.bytes[from..self.bytes.len().min(from + MARGIN / 2)];
            if let Some(end) = memchr2(b']', b'\n', line).filter(|&end| line[end] == b']') {
                self.departures.add(Departure::MalformedTag);
                self.at = from + end + 1;
                return Token::Tag {
                    name,
                    value: &line[..end],
                };
            }
        }
        self.word_of_bracket()
    }

    fn word_of_bracket(&mut self) -> Token<'a> {
        self.at += 1;
        self.departures.add(Departure::Stray);
        Token::Word(&self.bytes[self.start..self.at])
    }

    /// `/FEN "W:W31:B20"/`. An error where more bytes are needed.
    fn setup(&mut self) -> Result<Token<'a>, ()> {
        let mut at = self.blanks_at(self.at + 1);
        if !self.bytes[at.min(self.bytes.len())..].starts_with(b"FEN") {
            return Ok(self.word());
        }
        at = self.blanks_at(at + 3);
        if self.peek(at) != b'"' {
            return Ok(self.word());
        }
        let rest = &self.bytes[at + 1..];
        let line = &rest[..rest.len().min(LONGEST_VALUE)];
        let found = memchr2(b'"', b'\n', line);
        self.far = self.far.max(at + 1 + found.unwrap_or(line.len()));
        let Some(end) = found.filter(|&end| line[end] == b'"') else {
            if !self.last && memchr(b'\n', line).is_none() && rest.len() < LONGEST_VALUE {
                return Err(());
            }
            return Ok(self.word());
        };
        let close = self.blanks_at(at + 1 + end + 1);
        if self.peek(close) != b'/' {
            return Ok(self.word());
        }
        self.at = close + 1;
        Ok(Token::Setup(&line[..end]))
    }
}

/// What one side has in a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Number,
    Nought,
    Half,
    /// `1.5`
    Decimal,
    /// `1+`
    Signed,
}

/// Does a word look like a move, though it is none? It has nothing but squares and signs, and at least one sign.
fn is_broken_move(word: &[u8]) -> bool {
    let is_square = |byte: u8| byte.is_ascii_digit() || matches!(byte | 0x20, b'a'..=b'l');
    let is_sign = |byte: u8| matches!(byte, b'-' | b'x' | b'X' | b':');
    let begins = word[0].is_ascii_digit() || is_square(word[0]) && word.get(1).is_some_and(u8::is_ascii_digit);
    begins
        && word.iter().all(|&byte| is_square(byte) || is_sign(byte))
        && word.iter().any(|&byte| is_sign(byte))
        && word.iter().filter(|byte| byte.is_ascii_digit()).count() * 4 >= word.len()
}

/// A byte of a word: a letter or a digit, in whatever alphabet.
#[inline(always)]
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}
