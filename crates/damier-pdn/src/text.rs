//! Bytes to text: UTF-8 where they are that, else the code page that the file seems to be written in.

use std::borrow::Cow;
use std::sync::OnceLock;

use chardetng::EncodingDetector;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use memchr::memchr;

/// How much text that is not UTF-8 is looked at to guess its code page.
const SNIFFED: usize = 1 << 17;

/// What old files are written in, guessed once where something in them is not UTF-8.
#[derive(Debug, Default)]
pub struct Decoder {
    guess: OnceLock<&'static Encoding>,
    /// Everything is in the code page, whether it could be UTF-8 or not.
    forced: bool,
}

impl Decoder {
    /// A decoder of what is known to be in one encoding, which must be like ASCII as far as that goes.
    pub fn of(encoding: &'static Encoding) -> Decoder {
        Decoder {
            guess: OnceLock::from(encoding),
            forced: true,
        }
    }

    /// A decoder that takes what is not UTF-8 for a code page.
    pub fn otherwise(encoding: Option<&'static Encoding>) -> Decoder {
        Decoder {
            guess: encoding.map_or_else(OnceLock::new, OnceLock::from),
            forced: false,
        }
    }

    /// The code page guessed so far, `None` while everything was UTF-8.
    pub fn guess(&self) -> Option<&'static Encoding> {
        self.guess.get().copied()
    }

    /// The text of some bytes; `window` is what is known of the file around them.
    pub fn decode<'a>(&self, bytes: &'a [u8], window: &[u8]) -> Cow<'a, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) if !self.forced || text.is_ascii() => Cow::Borrowed(text),
            _ => {
                let encoding = self.guess.get_or_init(|| sniff(window, bytes));
                encoding.decode_without_bom_handling(bytes).0
            }
        }
    }
}

/// The code page of some bytes, `None` where they are UTF-8.
pub fn code_page(bytes: &[u8]) -> Option<&'static Encoding> {
    std::str::from_utf8(bytes).is_err().then(|| sniff(bytes, b""))
}

/// The code page of a text, from those of its lines that are not UTF-8.
fn sniff(window: &[u8], found: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new();
    detector.feed(found, false);
    detector.feed(b"\n", false);
    let mut rest = window;
    let mut fed = 0;
    while !rest.is_empty() && fed < SNIFFED {
        let end = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let line = &rest[..end];
        if std::str::from_utf8(line).is_err() {
            // The names of tags are English and say nothing about the language.
            let value = memchr(b'"', line).map_or(line, |quote| &line[quote..]);
            detector.feed(value, false);
            fed += value.len();
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

/// An encoding by any of its names: `latin-1`, `windows-1251`, `cp1252`, `utf-16`.
pub fn encoding(name: &str) -> Option<&'static Encoding> {
    let plain: String = name
        .chars()
        .filter(|c| !matches!(c, '-' | '_' | ' '))
        .collect::<String>()
        .to_lowercase();
    let spelled = match plain.strip_prefix("iso8859") {
        Some(part) if !part.is_empty() => format!("iso-8859-{part}"),
        _ => plain.clone(),
    };
    [name, &plain, &spelled, &name.replace('_', "-")]
        .into_iter()
        .find_map(|label| Encoding::for_label(label.as_bytes()))
}

/// Can text in an encoding be lexed as it is?
pub fn is_like_ascii(encoding: &'static Encoding) -> bool {
    encoding == UTF_8 || encoding.is_ascii_compatible() && encoding.is_single_byte()
}

/// What a file is that is no text, from its first bytes.
pub fn not_text(first: &[u8]) -> Option<&'static str> {
    const SIGNS: [(&[u8], &str); 9] = [
        (b"\x1f\x8b", "compressed (gzip)"),
        (b"BZh", "compressed (bzip2)"),
        (b"\xfd7zXZ\x00", "compressed (xz)"),
        (b"\x28\xb5\x2f\xfd", "compressed (zstd)"),
        (b"PK\x03\x04", "an archive (zip)"),
        (b"7z\xbc\xaf\x27\x1c", "an archive (7z)"),
        (b"Rar!\x1a\x07", "an archive (rar)"),
        (b"%PDF-", "a PDF document"),
        (b"SQLite format 3\x00", "a database (SQLite)"),
    ];
    SIGNS
        .iter()
        .find(|(sign, _)| first.starts_with(sign))
        .map(|(_, name)| *name)
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
