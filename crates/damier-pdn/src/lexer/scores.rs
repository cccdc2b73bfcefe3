//! Results: `2-0`, `½-½`, `1 1/2 - 1/2`.

use super::{Lexer, Token};

impl<'a> Lexer<'a> {
    pub(super) fn result(&mut self, end: usize) -> Token<'a> {
        let text = &self.bytes[self.start..end];
        self.at = end;
        Token::Result(text)
    }

    /// The end of a score: two parts such as `1`, `1/2`, `½`, `1 1/2`, `1.5`, `1+`, and a dash between them; or a
    /// half alone.
    pub(super) fn score_at(&self, at: usize) -> Option<usize> {
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
