//! One game as it is written: everything in it, in order, before anybody asks whether it is legal.

use damier_rules::say;
use damier_rules::saying::Saying;
use std::ops::Range;

use memchr::memchr_iter;

use crate::departure::Departure;
use crate::lexer::RawSquare;
use crate::parser::{Flow, MoveText, Visitor};
use crate::problem::{Kind, Problem};
use crate::score;
use crate::tags;
use crate::text::{Raw, tidy, unescaped};

/// The most text of one game that is kept, in bytes; what is beyond is left out, and a problem says so.
pub const LONGEST_GAME: usize = 1 << 26;
/// The most tags of one game.
const MOST_TAGS: usize = 4096;
/// The most problems of one game that are kept.
pub const MOST_PROBLEMS: usize = 1000;

/// A move as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// First and last square.
    pub from: RawSquare,
    pub to: RawSquare,
    /// Where the squares between them begin among those of the record, and how many there are.
    between: u32,
    pub between_count: u8,
    pub flags: u8,
    /// In the text of the record.
    pub offset: u32,
    pub length: u32,
    /// The number before it, 0 where none is written.
    pub number: u32,
}

impl WrittenMove {
    /// The number says that the second player moves.
    pub const SECOND: u8 = 1;
    pub const COMPACT: u8 = 2;
    pub const AFTER_PROSE: u8 = 4;

    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// A piece of the text of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    Move(WrittenMove),
    /// Squares and signs that make no move.
    Broken {
        offset: u32,
        length: u32,
    },
    /// `- -`, or `...` where not `dashes`.
    Unknown {
        dashes: bool,
        offset: u32,
    },
    Nag(u32),
    /// Among the texts of the record.
    Comment {
        text: u32,
        prose: bool,
    },
    Setup {
        text: u32,
        offset: u32,
    },
    Open {
        offset: u32,
    },
    Close {
        offset: u32,
    },
}

/// Which parts of a game are collected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    Tags,
    /// Tags and the main line.
    Moves,
    Everything,
}

/// One game, collected. Reused from game to game, its memory is too.
#[derive(Debug)]
pub struct Record {
    pub keep: Keep,
    /// Number of the game in its file, from 1 for the first that was read.
    pub number: u64,
    /// Where it begins: bytes from the beginning of the file, and the line, from 1.
    pub offset: u64,
    pub line: u64,
    /// Where it ends.
    pub end: u64,
    /// Standard name, value, and the name as written.
    pub tags: Vec<(String, String)>,
    pub items: Vec<Item>,
    pub texts: Vec<String>,
    pub result: Option<String>,
    pub problems: Vec<Problem>,
    /// Those since they were taken last; some stand between games.
    pub departures: Vec<(Departure, u64)>,
    squares: Vec<RawSquare>,
    source: Vec<u8>,
    /// Where the text of the moves begins.
    body: u64,
    /// And its line.
    body_line: u64,
    result_at: Option<u32>,
    /// Line feeds in the first so many bytes of the text of the moves.
    counted: (usize, u64),
    /// Are the departures wanted?
    pub strict: bool,
    is_full: bool,
}

impl Record {
    pub fn new(keep: Keep) -> Record {
        Record {
            keep,
            number: 0,
            offset: 0,
            line: 0,
            end: 0,
            tags: Vec::new(),
            items: Vec::new(),
            texts: Vec::new(),
            result: None,
            problems: Vec::new(),
            departures: Vec::new(),
            squares: Vec::new(),
            source: Vec::new(),
            body: 0,
            body_line: 0,
            result_at: None,
            counted: (0, 0),
            strict: false,
            is_full: false,
        }
    }

    /// The value of a tag, the first where there are several.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_str())
    }

    /// The squares between the ends of a move.
    #[inline]
    pub fn between(&self, written: &WrittenMove) -> &[RawSquare] {
        &self.squares[written.between as usize..][..usize::from(written.between_count)]
    }

    /// A part of the text of the moves.
    pub fn text_between(&self, range: Range<u32>) -> String {
        let end = (range.end as usize).min(self.source.len());
        let start = (range.start as usize).min(end);
        match std::str::from_utf8(&self.source[start..end]) {
            Ok(text) => text.to_owned(),
            Err(_) => encoding_rs::mem::decode_latin1(&self.source[start..end]).into_owned(),
        }
    }

    pub fn text_of(&self, written: &WrittenMove) -> String {
        self.text_between(written.offset..written.offset + written.length)
    }

    /// Where the text of the moves ends, the result left out.
    pub fn end_of_moves(&self) -> u32 {
        self.result_at.unwrap_or(self.source.len() as u32)
    }

    /// The line of a place in the text of the moves. What was counted for an earlier place is not counted again.
    pub fn line_at(&mut self, offset: u32) -> u64 {
        let offset = (offset as usize).min(self.source.len());
        let (from, lines) = if offset >= self.counted.0 { self.counted } else { (0, 0) };
        let lines = lines + memchr_iter(b'\n', &self.source[from..offset]).count() as u64;
        self.counted = (offset, lines);
        self.body_line + lines
    }

    pub fn problem(&mut self, kind: Kind, line: u64, ply: Option<u32>, text: String, reason: Saying) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem {
                kind,
                game: self.number,
                line,
                ply,
                text,
                reason,
            });
        }
    }

    /// The moves of the main line that stand in the record.
    pub fn main_line(&self) -> impl Iterator<Item = (usize, &Item)> {
        let mut depth = 0usize;
        self.items.iter().enumerate().filter(move |(_, item)| {
            match item {
                Item::Open { .. } => depth += 1,
                Item::Close { .. } => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
                && matches!(
                    item,
                    Item::Move(_) | Item::Setup { .. } | Item::Unknown { .. } | Item::Broken { .. }
                )
        })
    }

    /// `4-6`: the last move of the main line is the result that the tag names, written once more.
    fn find_result_among_moves(&mut self) {
        let Some(tag) = self.value("Result").map(|tag| tag.replace(' ', "")) else {
            return;
        };
        if self.result.is_some() || tag.is_empty() {
            return;
        }
        let Some(Item::Move(last)) = self.items.last().copied() else {
            return;
        };
        let text = self.text_of(&last);
        if last.between_count == 0 && text.replace(' ', "") == tag && score::Score::read(&tag).is_some() {
            self.items.pop();
            self.result_at = Some(last.offset);
            self.result = Some(text);
        }
    }

    fn place(&self, offset: u64) -> u32 {
        offset.saturating_sub(self.body).min(u32::MAX.into()) as u32
    }

    fn push(&mut self, item: Item) {
        if self.source.len() < LONGEST_GAME && self.items.len() < LONGEST_GAME / 2 {
            self.items.push(item);
        } else {
            self.fill();
        }
    }

    fn push_text(&mut self, text: String) -> u32 {
        self.texts.push(text);
        self.texts.len() as u32 - 1
    }

    #[cold]
    fn fill(&mut self) {
        if !self.is_full {
            self.is_full = true;
            let line = self.line;
            let reason = say!("the game is longer than 64 MiB: what is beyond that is left out");
            self.problem(Kind::Limit, line, None, String::new(), reason);
        }
    }
}

/// The numeric annotation glyph of a strength mark, `None` where it is none of the usual ones.
pub fn nag_of(marks: &[u8]) -> Option<u32> {
    let marks = marks
        .strip_prefix(b"(")
        .and_then(|marks| marks.strip_suffix(b")"))
        .unwrap_or(marks);
    match marks {
        b"!" => Some(1),
        b"?" => Some(2),
        b"!!" => Some(3),
        b"??" => Some(4),
        b"!?" => Some(5),
        b"?!" => Some(6),
        // Forced.
        b"*" => Some(7),
        // A drawn position.
        b"=" => Some(10),
        _ => None,
    }
}

impl Visitor for Record {
    fn begin_game(&mut self, offset: u64, line: u64) {
        self.number += 1;
        self.offset = offset;
        self.line = line;
        self.tags.clear();
        self.items.clear();
        self.texts.clear();
        self.problems.clear();
        self.squares.clear();
        self.source.clear();
        self.result = None;
        self.result_at = None;
        self.counted = (0, 0);
        self.body = offset;
        self.body_line = line;
        self.is_full = false;
    }

    fn tag(&mut self, name: Raw<'_>, value: Raw<'_>) {
        if self.tags.len() >= MOST_TAGS {
            let (line, number) = (self.line, self.tags.len());
            if number == MOST_TAGS {
                let reason = say!(
                    "there are more than {most} tags: the others are left out",
                    most = MOST_TAGS
                );
                self.problem(Kind::Limit, line, None, String::new(), reason);
                self.tags.push((String::new(), String::new()));
            }
            return;
        }
        let name = tags::standard(&name.to_text()).to_owned();
        self.tags.push((name, unescaped(&value.to_text())));
    }

    fn end_tags(&mut self, offset: u64, line: u64) -> Flow {
        self.tags.retain(|(name, _)| !name.is_empty());
        self.body = offset;
        self.body_line = line;
        if self.keep == Keep::Tags { Flow::Skip } else { Flow::Go }
    }

    #[inline]
    fn play(&mut self, written: MoveText<'_>, offset: u64) {
        let squares = written.squares;
        let between = &squares[1..squares.len() - 1];
        let start = self.squares.len() as u32;
        self.squares.extend_from_slice(between);
        let (number, second) = written.number.unwrap_or((0, false));
        let flag = |holds: bool, flag: u8| if holds { flag } else { 0 };
        let flags = flag(second, WrittenMove::SECOND)
            | flag(written.compact, WrittenMove::COMPACT)
            | flag(written.after_prose, WrittenMove::AFTER_PROSE);
        let offset = self.place(offset);
        self.push(Item::Move(WrittenMove {
            from: squares[0],
            to: squares[squares.len() - 1],
            between: start,
            between_count: between.len() as u8,
            flags,
            offset,
            length: written.text.len() as u32,
            number,
        }));
    }

    fn unknown(&mut self, dashes: bool, offset: u64) {
        let offset = self.place(offset);
        self.push(Item::Unknown { dashes, offset });
    }

    fn broken(&mut self, text: &[u8], offset: u64) {
        let (offset, length) = (self.place(offset), text.len() as u32);
        self.push(Item::Broken { offset, length });
    }

    fn marks(&mut self, marks: &[u8], _: u64) {
        if self.keep != Keep::Everything {
            return;
        }
        match nag_of(marks) {
            Some(nag) => self.push(Item::Nag(nag)),
            None => {
                let text = self.push_text(String::from_utf8_lossy(marks).into_owned());
                self.push(Item::Comment { text, prose: true });
            }
        }
    }

    fn nag(&mut self, nag: u32) {
        if self.keep == Keep::Everything {
            self.push(Item::Nag(nag));
        }
    }

    fn comment(&mut self, text: Raw<'_>, prose: bool) {
        if self.keep != Keep::Everything {
            return;
        }
        let text = tidy(&text.to_text());
        if !text.is_empty() {
            let text = self.push_text(text);
            self.push(Item::Comment { text, prose });
        }
    }

    fn setup(&mut self, fen: Raw<'_>, offset: u64) {
        let text = self.push_text(fen.to_text().into_owned());
        let offset = self.place(offset);
        self.push(Item::Setup { text, offset });
    }

    fn begin_variation(&mut self, offset: u64) -> Flow {
        if self.keep != Keep::Everything {
            return Flow::Skip;
        }
        let offset = self.place(offset);
        self.push(Item::Open { offset });
        Flow::Go
    }

    fn end_variation(&mut self, offset: u64) {
        let offset = self.place(offset);
        self.push(Item::Close { offset });
    }

    fn result(&mut self, text: Raw<'_>, offset: u64) {
        self.result_at = Some(self.place(offset));
        self.result = Some(text.to_text().into_owned());
    }

    fn source(&mut self, bytes: &[u8], offset: u64) {
        if self.keep == Keep::Tags {
            return;
        }
        debug_assert_eq!(
            self.body + self.source.len() as u64,
            offset.max(self.body),
            "no piece is missing"
        );
        let room = LONGEST_GAME.saturating_sub(self.source.len());
        if bytes.len() > room {
            self.fill();
        }
        self.source.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn departure(&mut self, departure: Departure, offset: u64) {
        if self.strict && self.departures.len() < MOST_PROBLEMS {
            self.departures.push((departure, offset));
        }
    }

    fn limit(&mut self, reason: Saying, _: u64) {
        let line = self.line;
        self.problem(Kind::Limit, line, None, String::new(), reason);
    }

    fn end_game(&mut self, offset: u64) {
        self.end = offset;
        self.tags.retain(|(name, _)| !name.is_empty());
        self.find_result_among_moves();
    }
}
