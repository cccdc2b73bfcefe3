//! Tags, and positions that are set up among the moves.

use memchr::{memchr, memchr2, memchr3};

use super::{LONGEST_COMMAND, LONGEST_VALUE, LONGEST_WORD, Lexer, Token, is_word};
use crate::departure::Departure;

impl<'a> Lexer<'a> {
    pub(super) fn tag_name_at(&self, at: usize) -> (&'a [u8], usize) {
        let from = self.blanks_at(at);
        let mut end = from;
        while end - from < LONGEST_WORD && (is_word(self.peek(end)) || matches!(self.peek(end), b'_' | b'-')) {
            end += 1;
        }
        (&self.bytes[from..end], end)
    }

    /// `[Name "value"]` in all its shapes. An error where more bytes are needed.
    pub(super) fn tag(&mut self) -> Result<Token<'a>, ()> {
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
        let limit = (from + LONGEST_VALUE).min(self.bytes.len());
        let (mut at, mut first) = (from, None);
        let line = loop {
            // Where it is known that no bracket comes, the first quotation mark is enough.
            if first.is_some() && from < self.bracketless {
                break at;
            }
            let Some(found) = memchr3(b'"', b'\\', b'\n', &self.bytes[at..limit]).map(|found| at + found) else {
                if !self.last && self.bytes.len() - from < LONGEST_VALUE {
                    return Err(());
                }
                break limit;
            };
            match self.bytes[found] {
                b'\n' => break found,
                b'\\' => at = (found + 2).min(limit),
                _ => {
                    first = first.or(Some(found));
                    let end = self.blanks_at(found + 1);
                    if self.peek(end) == b']' {
                        if first != Some(found) {
                            self.departures.add(Departure::MalformedTag);
                        }
                        self.far = self.far.max(end);
                        return Ok((&self.bytes[from..found], end + 1));
                    }
                    at = found + 1;
                }
            }
        };
        self.far = self.far.max(line);
        self.bracketless = self.bracketless.max(line);
        self.departures.add(Departure::MalformedTag);
        if let Some(found) = first {
            return Ok((&self.bytes[from..found], found + 1));
        }
        let value = &self.bytes[from..line];
        let value = value.strip_suffix(b"\r").unwrap_or(value);
        let value = value.strip_suffix(b"]").unwrap_or(value);
        Ok((value, line))
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
            let line = &self.bytes[self.at..self.bytes.len().min(self.at + LONGEST_COMMAND)];
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
            let line = &self.bytes[from..self.bytes.len().min(from + LONGEST_WORD)];
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
    pub(super) fn setup(&mut self) -> Result<Token<'a>, ()> {
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
