//! Bytes to text: UTF-8 where they are that, else the code page that the file seems to be written in.

use std::borrow::Cow;
use std::cell::Cell;

use chardetng::EncodingDetector;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use memchr::memchr;

/// The longest part of a file that is looked at to guess its code page.
pub const SNIFFED: usize = 1 << 17;

/// What old files are written in, guessed once where something in them is not UTF-8.
#[derive(Debug, Default)]
pub struct Decoder {
    guess: Cell<Option<&'static Encoding>>,
}

impl Decoder {
    /// A decoder that takes what is not UTF-8 for a known code page.
    pub fn of(encoding: &'static Encoding) -> Decoder {
        Decoder {
            guess: Cell::new(Some(encoding)),
        }
    }

    /// The code page guessed so far, `None` while everything was UTF-8.
    pub fn guess(&self) -> Option<&'static Encoding> {
        self.guess.get()
    }

    /// The text of some bytes; `window` is what is known of the file around them.
    pub fn decode<'a>(&self, bytes: &'a [u8], window: &[u8]) -> Cow<'a, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => {
                let encoding = self.guess.get().unwrap_or_else(|| {
                    let guess = sniff(window, bytes);
                    self.guess.set(Some(guess));
                    guess
                });
                encoding.decode_without_bom_handling(bytes).0
            }
        }
    }
}

/// The code page of a text, from those of its lines that are not UTF-8.
fn sniff(window: &[u8], found: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new();
    detector.feed(found, false);
    detector.feed(b"\n", false);
    let mut rest = &window[..window.len().min(SNIFFED)];
    while !rest.is_empty() {
        let end = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let line = &rest[..end];
        if std::str::from_utf8(line).is_err() {
            // The names of tags are English and say nothing about the language.
            let value = memchr(b'"', line).map_or(line, |quote| &line[quote..]);
            detector.feed(value, false);
        }
        rest = &rest[end..];
    }
    detector.feed(b"", true);
    let guess = detector.guess(None, false);
    // Only what keeps ASCII as it is can have been lexed.
    if guess.is_ascii_compatible() && guess != UTF_8 && guess.is_single_byte() {
        guess
    } else {
        WINDOWS_1252
    }
}

/// A piece of a file: bytes, and how to make text of them.
#[derive(Clone, Copy, Debug)]
pub struct Raw<'a> {
    pub bytes: &'a [u8],
    pub(crate) window: &'a [u8],
    pub(crate) decoder: &'a Decoder,
}

impl<'a> Raw<'a> {
    pub fn to_text(self) -> Cow<'a, str> {
        self.decoder.decode(self.bytes, self.window)
    }
}

/// The value of a tag without its backslashes, on one line.
pub fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.trim().chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(next @ ('"' | '\\')) => text.push(next),
                Some(next) => {
                    text.push('\\');
                    text.push(next);
                }
                None => text.push('\\'),
            },
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

/// A comment as it is kept: a line break is a blank, an empty line parts paragraphs, braces are parentheses.
pub fn tidy(comment: &str) -> String {
    let mut text = String::with_capacity(comment.len());
    // Blanks and line breaks that wait for what follows.
    let (mut blanks, mut breaks) = (0usize, 0usize);
    for c in comment.chars() {
        match c {
            '\n' => breaks += 1,
            '\r' => {}
            // Blanks around a line break are its indentation.
            c if c == ' ' || c == '\t' || c.is_control() => blanks += 1,
            c => {
                if !text.is_empty() {
                    match breaks {
                        0 => text.extend(std::iter::repeat_n(' ', blanks)),
                        1 => text.push(' '),
                        // An empty line and a bracket are how a game begins.
                        _ if c == '[' => text.push(' '),
                        _ => text.push_str("\n\n"),
                    }
                }
                (blanks, breaks) = (0, 0);
                text.push(match c {
                    '{' => '(',
                    '}' => ')',
                    c => c,
                });
            }
        }
    }
    text
}
