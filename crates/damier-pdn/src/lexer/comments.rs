//! Comments, to their brace or to the end of the line.

use memchr::{memchr, memchr2, memchr3};

use super::{CommentEnd, LONGEST_COMMENT, LONGEST_VALUE, LONGEST_WORD, Lexed, Lexer, MARGIN, Token};
use crate::departure::Departure;

impl<'a> Lexer<'a> {
    pub(super) fn comment(&mut self) -> Lexed<'a> {
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
    pub(super) fn line(&mut self) -> Result<Token<'a>, ()> {
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
}
