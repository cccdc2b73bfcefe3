//! The games of a handle, one by one: bytes in, records out.

use std::io::{self, Read};

use encoding_rs::{CoderResult, Encoding};

use crate::parser::{Fed, Parser, Visitor};
use crate::text::{Decoder, is_like_ascii, not_text};

/// How many bytes are asked of a handle at once.
const BLOCK: usize = 1 << 17;

/// Bytes of a handle that were read and not used up, as UTF-8 or a code page that is like ASCII.
#[derive(Debug)]
pub struct Window<R> {
    handle: R,
    bytes: Vec<u8>,
    /// Used up at the beginning of the bytes.
    used: usize,
    /// Characters used up in all.
    chars: u64,
    last: bool,
    block: usize,
    is_begun: bool,
    decoder: Option<encoding_rs::Decoder>,
}

impl<R: Read> Window<R> {
    pub fn new(handle: R, encoding: Option<&'static Encoding>) -> Window<R> {
        Window {
            handle,
            bytes: Vec::new(),
            used: 0,
            chars: 0,
            last: false,
            block: BLOCK,
            is_begun: false,
            decoder: encoding
                .filter(|&encoding| !is_like_ascii(encoding))
                .map(Encoding::new_decoder_with_bom_removal),
        }
    }

    /// Asks for so many bytes at once.
    #[must_use]
    pub fn by_blocks_of(mut self, block: usize) -> Window<R> {
        self.block = block.max(1);
        self
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[self.used..]
    }

    pub fn is_last(&self) -> bool {
        self.last
    }

    pub fn handle(&self) -> &R {
        &self.handle
    }

    /// Are the bytes those of the handle, rather than its text in another encoding?
    pub fn is_as_read(&self) -> bool {
        self.decoder.is_none()
    }

    /// Characters used up in all, where the bytes are UTF-8.
    pub fn chars(&self) -> u64 {
        self.chars
    }

    pub fn use_up(&mut self, count: usize) {
        let used = &self.bytes[self.used..self.used + count];
        self.chars += used.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u64;
        self.used += count;
    }

    /// Reads a block more, or as much again as is waiting: what is looked at again is never more than what is new.
    pub fn read(&mut self) -> io::Result<()> {
        self.bytes.drain(..self.used);
        self.used = 0;
        let wanted = self.block.max(self.bytes.len());
        match &mut self.decoder {
            None => self.last = fill(&mut self.handle, &mut self.bytes, wanted)?,
            Some(decoder) => {
                let mut raw = Vec::new();
                self.last = fill(&mut self.handle, &mut raw, wanted)?;
                decode(decoder, &raw, self.last, &mut self.bytes);
            }
        }
        if !self.is_begun {
            self.is_begun = true;
            self.begin()?;
        }
        Ok(())
    }

    /// Looks at the first bytes of a file: is it text?
    fn begin(&mut self) -> io::Result<()> {
        if let Some(what) = not_text(&self.bytes) {
            let reason = format!("the file is {what}, not text: unpack it first");
            self.last = true;
            self.bytes.clear();
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        if self.decoder.is_none()
            && let Some((encoding, _)) = Encoding::for_bom(&self.bytes).filter(|(encoding, _)| !is_like_ascii(encoding))
        {
            let mut decoder = encoding.new_decoder_with_bom_removal();
            let raw = std::mem::take(&mut self.bytes);
            decode(&mut decoder, &raw, self.last, &mut self.bytes);
            self.decoder = Some(decoder);
        }
        Ok(())
    }
}

/// Appends so many bytes, fewer only at the end; says whether it has been reached.
fn fill(handle: &mut impl Read, bytes: &mut Vec<u8>, wanted: usize) -> io::Result<bool> {
    let mut filled = bytes.len();
    bytes.resize(filled + wanted, 0);
    while filled < bytes.len() {
        match handle.read(&mut bytes[filled..]) {
            Ok(0) => {
                bytes.truncate(filled);
                return Ok(true);
            }
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                bytes.truncate(filled);
                return Err(error);
            }
        }
    }
    Ok(false)
}

fn decode(decoder: &mut encoding_rs::Decoder, raw: &[u8], last: bool, out: &mut Vec<u8>) {
    let mut rest = raw;
    loop {
        let start = out.len();
        let room = decoder
            .max_utf8_buffer_length(rest.len())
            .unwrap_or(rest.len() * 3 + 16);
        out.resize(start + room, 0);
        let (result, read, written, _) = decoder.decode_to_utf8(rest, &mut out[start..], last);
        out.truncate(start + written);
        rest = &rest[read..];
        if result == CoderResult::InputEmpty {
            return;
        }
    }
}

/// A reader of games over whatever bytes come from.
#[derive(Debug)]
pub struct Games<R> {
    window: Window<R>,
    parser: Parser,
}

impl<R: Read> Games<R> {
    /// The games of a handle; `encoding` where it is known.
    pub fn new(handle: R, encoding: Option<&'static Encoding>) -> Games<R> {
        Games::over(Window::new(handle, encoding), encoding)
    }

    /// The games of a window that has been prepared.
    pub fn over(window: Window<R>, encoding: Option<&'static Encoding>) -> Games<R> {
        let decoder = encoding
            .filter(|&encoding| is_like_ascii(encoding))
            .map_or_else(Decoder::default, Decoder::of);
        Games {
            window,
            parser: Parser::new(decoder),
        }
    }

    /// Bytes used up so far.
    pub fn offset(&self) -> u64 {
        self.parser.offset()
    }

    pub fn decoder(&self) -> &Decoder {
        self.parser.decoder()
    }

    /// See [`Parser::work`].
    pub fn work(&self) -> u64 {
        self.parser.work()
    }

    /// Lines used up so far.
    pub fn lines(&self) -> u64 {
        self.parser.lines()
    }

    /// So many lines come before what the handle gives.
    pub fn set_lines(&mut self, lines: u64) {
        self.parser.set_lines(lines);
    }

    /// What was read and not used up.
    pub fn window(&self) -> &Window<R> {
        &self.window
    }

    /// What lies ahead; at least `least` bytes where there are so many.
    pub fn ahead(&mut self, least: usize) -> io::Result<&[u8]> {
        while self.window.bytes().len() < least && !self.window.is_last() {
            self.window.read()?;
        }
        Ok(self.window.bytes())
    }

    /// Tells a visitor the next game; `false` at the end of the file.
    pub fn next_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        loop {
            let fed = self.parser.feed(self.window.bytes(), self.window.is_last(), visitor);
            match fed {
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
