//! Bytes to tokens. The only lexer of game records.
//!
//! It works on whatever ASCII extends: UTF-8, and the one-byte code pages of old files. Tokens borrow from the bytes.
//! Everything but strings and comments is short, so that a lexer with [`MARGIN`] bytes ahead needs no second look.

mod brackets;
mod comments;
mod moves;
mod scores;
mod signs;
mod words;

use crate::departure::Departure;

/// With so many bytes ahead no token but a tag or a comment can be cut in two.
pub const MARGIN: usize = 2048;
/// The longest comment that is kept, in bytes; the longest tag value is [`LONGEST_VALUE`].
pub const LONGEST_COMMENT: usize = 1 << 20;
pub const LONGEST_VALUE: usize = 1 << 16;
/// The longest name of a tag, word of prose and run of marks or digits.
const LONGEST_WORD: usize = 256;
/// The longest command that is known outside a comment: `[%clk 0:01:20]`.
const LONGEST_COMMAND: usize = 64;
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
    /// Up to here no tag is closed by a quotation mark and a bracket.
    pub(crate) bracketless: usize,
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
            bracketless: 0,
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
        self.far = self.at;
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
}

/// A byte of a word: a letter or a digit, in whatever alphabet.
#[inline(always)]
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}
