//! Marks, glyphs, parentheses, dots and dashes.

use super::{LONGEST_WORD, Lexer, Token, is_word};
use crate::departure::Departure;

impl<'a> Lexer<'a> {
    pub(super) fn open(&mut self) -> Token<'a> {
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

    pub(super) fn marks(&mut self) -> Token<'a> {
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

    pub(super) fn nag(&mut self) -> Token<'a> {
        let (end, value) = self.number_at(self.at + 1);
        if end == self.at + 1 {
            return self.stray();
        }
        self.at = end;
        Token::Nag(value)
    }

    pub(super) fn dots(&mut self) -> Token<'a> {
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

    pub(super) fn dash(&mut self) -> Token<'a> {
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

    pub(super) fn stray(&mut self) -> Token<'a> {
        self.departures.add(Departure::Stray);
        self.at += 1;
        Token::Stray
    }
}
