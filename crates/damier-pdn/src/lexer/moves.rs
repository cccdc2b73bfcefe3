//! What begins with a digit or a square: numbers, moves, and results that look like moves.

use super::{LONGEST_WORD, Lexer, MOST_BLANKS, MOST_SQUARES, RawSquare, Token};
use crate::departure::Departure;

impl<'a> Lexer<'a> {
    #[inline]
    pub(super) fn digits(&mut self) -> Token<'a> {
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
    pub(super) fn number_at(&self, at: usize) -> (usize, u32) {
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
            // Between the two moves of a turn in two games: `c3-d4/b3-c4`.
            b'/' if self.peek(at + 1).is_ascii_lowercase() && self.peek(at + 2).is_ascii_digit() => Some(at + 1),
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

    pub(super) fn blanks_at(&self, at: usize) -> usize {
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
    pub(super) fn named_move(&mut self) -> Token<'a> {
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
}
