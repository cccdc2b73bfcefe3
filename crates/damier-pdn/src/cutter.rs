//! A file in blocks of whole games, so that several threads can read it.

use std::io::{self, Read};

use encoding_rs::Encoding;
use memchr::{memrchr, memrchr_iter};

use crate::games::Window;
use crate::lexer::MARGIN;
use crate::parser::{Fed, Flow, Parser, Visitor};
use crate::record::LONGEST_GAME;
use crate::tags;

/// How large a block should be.
pub const TARGET: usize = 1 << 20;
/// From here on games are looked for by reading them.
const LARGE: usize = 8 * TARGET;

/// Some whole games of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub bytes: Vec<u8>,
    /// Its only game is too long to be kept whole.
    pub is_cut: bool,
}

/// Cuts what a handle gives into blocks. A cut is made before an empty line and a tag; where there are none, the games
/// are read to find where one ends.
#[derive(Debug)]
pub struct Cutter<R> {
    window: Window<R>,
    /// Inside a game whose beginning has been given away, because it is too long.
    rest: Option<Parser>,
}

/// Wants nothing.
struct Nobody;

impl Visitor for Nobody {
    fn end_tags(&mut self, _: u64, _: u64) -> Flow {
        Flow::Skip
    }
}

impl<R: Read> Cutter<R> {
    pub fn new(handle: R, encoding: Option<&'static Encoding>) -> Cutter<R> {
        Cutter {
            window: Window::new(handle, encoding).by_blocks_of(TARGET),
            rest: None,
        }
    }

    /// The next block; `None` at the end of the file.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        if !self.leave_long_game()? {
            return Ok(None);
        }
        loop {
            let bytes = self.window.bytes();
            if self.window.is_last() {
                return Ok(if bytes.is_empty() {
                    None
                } else {
                    Some(self.take(bytes.len(), false))
                });
            }
            if bytes.len() >= TARGET
                && let Some(at) = last_boundary(bytes)
            {
                return Ok(Some(self.take(at, false)));
            }
            if bytes.len() >= LARGE {
                let at = last_end(bytes);
                if at > 0 {
                    return Ok(Some(self.take(at, false)));
                }
            }
            if bytes.len() > LONGEST_GAME {
                let mut parser = Parser::default();
                let used = match parser.feed(&bytes[..LONGEST_GAME], false, &mut Nobody) {
                    Fed::Game(used) | Fed::More(used) | Fed::End(used) => used,
                };
                self.rest = Some(parser);
                return Ok(Some(self.take(used.max(1), true)));
            }
            self.window.read()?;
        }
    }

    fn take(&mut self, count: usize, is_cut: bool) -> Block {
        let bytes = self.window.bytes()[..count].to_vec();
        self.window.use_up(count);
        Block { bytes, is_cut }
    }

    /// Goes on behind the game that was too long; false at the end of the file.
    fn leave_long_game(&mut self) -> io::Result<bool> {
        let Some(mut parser) = self.rest.take() else {
            return Ok(true);
        };
        loop {
            match parser.feed(self.window.bytes(), self.window.is_last(), &mut Nobody) {
                Fed::Game(used) => {
                    self.window.use_up(used);
                    return Ok(true);
                }
                Fed::More(used) => {
                    self.window.use_up(used);
                    self.window.read()?;
                }
                Fed::End(used) => {
                    self.window.use_up(used);
                    return Ok(false);
                }
            }
        }
    }
}

/// Where the last game ends of which the bytes have the end.
fn last_end(bytes: &[u8]) -> usize {
    let mut parser = Parser::default();
    let mut at = 0;
    while let Fed::Game(used) = parser.feed(&bytes[at..], false, &mut Nobody) {
        at += used;
    }
    at
}

/// The last place where an empty line and a tag begin a game, whatever comes before.
fn last_boundary(bytes: &[u8]) -> Option<usize> {
    let searched = &bytes[..bytes.len() - MARGIN.min(bytes.len())];
    memrchr_iter(b'[', searched).find(|&at| at > 0 && is_boundary(bytes, at))
}

fn is_boundary(bytes: &[u8], at: usize) -> bool {
    // An empty line before it,
    let before = &bytes[..at];
    let Some(end) = before.iter().rposition(|byte| !byte.is_ascii_whitespace()) else {
        return false;
    };
    if before[end..].iter().filter(|&&byte| byte == b'\n').count() < 2 {
        return false;
    }
    // a line before that which is no tag, nor left out,
    let line = memrchr(b'\n', &before[..end]).map_or(&before[..=end], |start| &before[start + 1..=end]);
    let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
    if matches!(first, Some(b'[' | b'%' | b';')) {
        return false;
    }
    // and a name with a quotation mark behind it.
    let rest = &bytes[at + 1..];
    let length = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    let (name, rest) = rest.split_at(length);
    let blanks = rest.iter().take(3).take_while(|&&byte| byte == b' ').count();
    name.first().is_some_and(u8::is_ascii_uppercase) && rest.get(blanks) == Some(&b'"') && !tags::is_footer(name)
}
