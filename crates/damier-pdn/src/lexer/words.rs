//! Words outside braces.

use super::{LONGEST_WORD, Lexer, Token, is_word};
use crate::departure::Departure;

impl<'a> Lexer<'a> {
    pub(super) fn word(&mut self) -> Token<'a> {
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
    pub(super) fn beyond_ascii(&mut self) -> Option<Token<'a>> {
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
