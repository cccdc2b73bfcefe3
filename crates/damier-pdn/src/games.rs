//! The games of a handle, one by one: bytes in, records out.

use std::io::{self, Read};

use crate::parser::{Fed, Parser, Visitor};

/// How many bytes are asked of a handle at once.
const BLOCK: usize = 1 << 17;

/// A reader of games over whatever bytes come from.
#[derive(Debug)]
pub struct Games<R> {
    handle: R,
    parser: Parser,
    window: Vec<u8>,
    /// Used up at the beginning of the window.
    used: usize,
    last: bool,
}

impl<R: Read> Games<R> {
    pub fn new(handle: R, parser: Parser) -> Games<R> {
        Games {
            handle,
            parser,
            window: Vec::new(),
            used: 0,
            last: false,
        }
    }

    pub fn parser(&self) -> &Parser {
        &self.parser
    }

    /// What lies ahead, as far as it has been read; at least `least` bytes where there are so many.
    pub fn ahead(&mut self, least: usize) -> io::Result<&[u8]> {
        while self.window.len() - self.used < least && !self.last {
            self.read()?;
        }
        Ok(&self.window[self.used..])
    }

    /// Tells a visitor the next game; `false` at the end of the file.
    pub fn next_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        loop {
            let fed = self.parser.feed(&self.window[self.used..], self.last, visitor);
            match fed {
                Fed::Game(used) => {
                    self.used += used;
                    return Ok(true);
                }
                Fed::More(used) => {
                    self.used += used;
                    self.read()?;
                }
                Fed::End(used) => {
                    self.used += used;
                    return Ok(false);
                }
            }
        }
    }

    /// Reads a block more, or as much again as is waiting: what is looked at again is never more than what is new.
    fn read(&mut self) -> io::Result<()> {
        self.window.drain(..self.used);
        self.used = 0;
        let wanted = BLOCK.max(self.window.len());
        let before = self.window.len();
        self.window.resize(before + wanted, 0);
        let mut filled = before;
        while filled < self.window.len() {
            match self.handle.read(&mut self.window[filled..]) {
                Ok(0) => {
                    self.last = true;
                    break;
                }
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.window.truncate(filled);
                    return Err(error);
                }
            }
        }
        self.window.truncate(filled);
        Ok(())
    }
}
