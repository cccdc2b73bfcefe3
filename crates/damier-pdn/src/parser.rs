//! Tokens to games: where one begins and ends, and what is in it, told to a visitor.

use damier_rules::say;
use damier_rules::saying::Saying;
use memchr::memchr_iter;

use crate::departure::Departure;
use crate::lexer::{CommentEnd, LONGEST_COMMENT, LONGEST_VALUE, Lexed, Lexer, MARGIN, RawSquare, Token};
use crate::tags;
use crate::text::{Decoder, Raw};

/// Go into what comes, or skip it?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Go,
    Skip,
}

/// A move as it is written.
#[derive(Clone, Copy, Debug)]
pub struct MoveText<'a> {
    pub text: &'a [u8],
    pub squares: &'a [RawSquare],
    /// The number before it, where one is written, and whether it says that the second player moves.
    pub number: Option<(u32, bool)>,
    /// Nothing stands between its squares, which are numbers: it may be a year.
    pub compact: bool,
    /// Words outside braces stand before it on its line.
    pub after_prose: bool,
}

/// What a reader does with a game, step by step. Offsets count bytes from the beginning of the file.
#[allow(unused_variables, reason = "the names document the arguments")]
pub trait Visitor {
    /// A game begins, on a line (from 1).
    fn begin_game(&mut self, offset: u64, line: u64) {}
    fn tag(&mut self, name: Raw<'_>, value: Raw<'_>) {}
    /// All tags before the moves have been told. `Skip` leaves the moves out.
    fn end_tags(&mut self, offset: u64, line: u64) -> Flow {
        Flow::Go
    }
    fn play(&mut self, written: MoveText<'_>, offset: u64) {}
    /// `- -` or, where not `dashes`, `...`: a move that nobody wrote down.
    fn unknown(&mut self, dashes: bool, offset: u64) {}
    /// Squares and signs that make no move.
    fn broken(&mut self, text: &[u8], offset: u64) {}
    fn marks(&mut self, marks: &[u8], offset: u64) {}
    fn nag(&mut self, nag: u32) {}
    /// A comment, or words outside braces.
    fn comment(&mut self, text: Raw<'_>, prose: bool) {}
    fn setup(&mut self, fen: Raw<'_>, offset: u64) {}
    /// `Skip` leaves the variation out, with all that is in it.
    fn begin_variation(&mut self, offset: u64) -> Flow {
        Flow::Go
    }
    fn end_variation(&mut self, offset: u64) {}
    /// The result behind the moves, `*` included.
    fn result(&mut self, text: Raw<'_>, offset: u64) {}
    /// The text of the moves, piece by piece, each before the end of the game or of the bytes that were pushed.
    fn source(&mut self, bytes: &[u8], offset: u64) {}
    /// The standard does not allow this.
    fn departure(&mut self, departure: Departure, offset: u64) {}
    /// Something is too long to be kept whole.
    fn limit(&mut self, reason: Saying, offset: u64) {}
    fn end_game(&mut self, offset: u64) {}
}

/// Where the parser is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Between games.
    Outside,
    Tags,
    Moves,
    /// The result has been read; a comment on its line, or a footer, may follow.
    Ended,
}

/// How far a parser got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fed {
    /// A game ended; there may be more in the bytes. So many were used up.
    Game(usize),
    /// More bytes are needed. So many were used up: push the others again, with more behind them.
    More(usize),
    /// The file is at its end.
    End(usize),
}

/// Cuts bytes into games. Push bytes with [`Parser::feed`]; what is not used up is pushed again.
#[derive(Debug)]
pub struct Parser {
    state: State,
    decoder: Decoder,
    /// Bytes and lines used up before the bytes at hand.
    offset: u64,
    lines: u64,
    /// Do the bytes at hand begin on a new line?
    begins: bool,
    depth: u64,
    /// The depth from which on everything is left out.
    skipped: Option<u64>,
    number: Option<(u32, bool)>,
    plies: u64,
    /// Line feeds since the last token, and words since the last line feed.
    feeds: usize,
    prose: Vec<u8>,
    after_prose: bool,
    /// Where the star stands that seems to end the game.
    star: Option<u64>,
    /// Comments and words before the first game.
    preamble: Vec<u8>,
    preamble_has_words: bool,
    /// Inside a comment that is too long to be kept.
    in_long_comment: bool,
    /// See [`Lexer`]; counted from the beginning of the file.
    bracketless: u64,
    work: u64,
}

impl Default for Parser {
    fn default() -> Self {
        Parser::new(Decoder::default())
    }
}

impl Parser {
    pub fn new(decoder: Decoder) -> Parser {
        Parser {
            state: State::Outside,
            decoder,
            offset: 0,
            lines: 0,
            begins: true,
            depth: 0,
            skipped: None,
            number: None,
            plies: 0,
            feeds: 0,
            prose: Vec::new(),
            after_prose: false,
            star: None,
            preamble: Vec::new(),
            preamble_has_words: false,
            in_long_comment: false,
            bracketless: 0,
            work: 0,
        }
    }

    /// How many bytes were used up in all.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// How many bytes were looked at in all, those twice that were looked at twice: the cost of reading.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// How many lines were used up in all.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// So many lines come before the first bytes.
    pub fn set_lines(&mut self, lines: u64) {
        self.lines = lines;
    }

    pub fn decoder(&self) -> &Decoder {
        &self.decoder
    }

    /// Reads on, to the end of a game or of the bytes. `last`: no bytes come after these.
    pub fn feed<V: Visitor>(&mut self, bytes: &[u8], last: bool, visitor: &mut V) -> Fed {
        let mut lexer = Lexer::new(bytes, 0, self.begins, last);
        lexer.bracketless = self.bracketless.saturating_sub(self.offset) as usize;
        let mut run = Run {
            lexer,
            bytes,
            source: 0,
            counted: 0,
            parser: self,
            visitor,
        };
        let fed = run.run();
        let used = match fed {
            Fed::Game(used) | Fed::More(used) | Fed::End(used) => used,
        };
        run.hand_over(used);
        run.count_lines(used);
        let bracketless = run.lexer.bracketless as u64;
        self.bracketless = self.offset + bracketless;
        self.offset += used as u64;
        if used > 0 {
            let rest = bytes[..used]
                .iter()
                .rev()
                .find(|&&byte| !matches!(byte, b' ' | b'\t' | b'\r'));
            self.begins = rest.map_or(self.begins, |&byte| byte == b'\n');
        }
        fed
    }
}

/// One call of [`Parser::feed`].
struct Run<'p, 'b, V> {
    parser: &'p mut Parser,
    visitor: &'p mut V,
    lexer: Lexer<'b>,
    bytes: &'b [u8],
    /// Where the text of the moves that was not handed over begins.
    source: usize,
    /// Up to where lines were counted.
    counted: usize,
}

macro_rules! raw {
    ($run:ident, $bytes:expr) => {
        Raw {
            bytes: $bytes,
            window: &$run.bytes[$run.lexer.start.min($run.bytes.len())..],
            decoder: &$run.parser.decoder,
        }
    };
}

impl<V: Visitor> Run<'_, '_, V> {
    fn offset_of(&self, at: usize) -> u64 {
        self.parser.offset + at as u64
    }

    fn hand_over(&mut self, to: usize) {
        if matches!(self.parser.state, State::Moves | State::Ended) && to > self.source {
            self.visitor
                .source(&self.bytes[self.source..to], self.parser.offset + self.source as u64);
        }
        self.source = to.max(self.source);
    }

    fn count_lines(&mut self, to: usize) -> u64 {
        if to > self.counted {
            self.parser.lines += memchr_iter(b'\n', &self.bytes[self.counted..to]).count() as u64;
            self.counted = to;
        }
        self.parser.lines + 1
    }

    fn is_skipping(&self) -> bool {
        self.parser.skipped.is_some()
    }

    fn departure(&mut self, departure: Departure) {
        let offset = self.offset_of(self.lexer.start);
        self.visitor.departure(departure, offset);
    }

    fn run(&mut self) -> Fed {
        loop {
            if self.parser.in_long_comment && !self.leave_long_comment() {
                return Fed::More(self.lexer.at);
            }
            let before = self.lexer.at;
            let lexed = self.lexer.next();
            self.parser.work += self.lexer.looked();
            let start = self.lexer.start;
            let token = match lexed {
                Lexed::Token(token) => token,
                Lexed::More => {
                    // Blanks are used up, but not the words that wait for what follows.
                    self.lexer.at = before;
                    return Fed::More(before);
                }
                Lexed::End => {
                    self.flush_prose();
                    if self.parser.state != State::Outside {
                        self.end_game(start);
                        return Fed::Game(start);
                    }
                    self.parser.preamble.clear();
                    return Fed::End(start);
                }
            };
            // Numbers and moves stand close together; everything else is told from the blanks before it.
            self.parser.feeds = match &self.bytes[before..start] {
                b"" | b" " => 0,
                blanks => blanks.iter().filter(|&&byte| byte == b'\n').count(),
            };
            if self.parser.feeds > 0 && self.parser.after_prose {
                self.flush_prose();
                self.parser.after_prose = false;
            }
            if !self.lexer.departures.is_empty() {
                self.tell_departures();
            }
            if self.parser.state == State::Ended && self.star_was_a_mark(&token) {
                self.parser.state = State::Moves;
                self.visitor.marks(b"*", self.parser.offset + start as u64);
            } else if self.parser.state == State::Ended && !self.belongs_to_ended(&token) {
                // The token is read again as the first of what follows.
                self.end_game(start);
                self.lexer.at = start;
                return Fed::Game(start);
            }
            if self.begins_next_game(&token) {
                if self.parser.depth > 0 {
                    self.departure(Departure::NotClosed);
                }
                self.departure(Departure::NoSeparator);
                self.flush_prose();
                self.end_game(start);
                self.lexer.at = start;
                return Fed::Game(start);
            }
            let token = self.in_context(token);
            if !self.parser.prose.is_empty() && !matches!(token, Token::Word(_)) {
                self.flush_prose();
            }
            self.take(token);
        }
    }

    /// Every departure of the last token.
    #[cold]
    fn tell_departures(&mut self) {
        const ALL: [Departure; 13] = [
            Departure::BlankInMove,
            Departure::LeadingZero,
            Departure::NoSign,
            Departure::StrangeSign,
            Departure::Colon,
            Departure::BlankBeforeMark,
            Departure::StrangeMark,
            Departure::StrangeNumber,
            Departure::Stray,
            Departure::NestedComment,
            Departure::NotClosed,
            Departure::SemicolonComment,
            Departure::MalformedTag,
        ];
        const OTHERS: [Departure; 4] = [
            Departure::Ellipsis,
            Departure::UnknownMove,
            Departure::Prose,
            Departure::Wrapper,
        ];
        for departure in ALL.into_iter().chain(OTHERS) {
            if self.lexer.departures.has(departure) {
                self.departure(departure);
            }
        }
    }

    /// Goes on to the end of a comment that is too long; says whether it was found.
    fn leave_long_comment(&mut self) -> bool {
        loop {
            let from = self.lexer.at;
            self.lexer.at = match self.lexer.end_of_comment(from) {
                CommentEnd::Brace(end) => end + 1,
                CommentEnd::Game(end) | CommentEnd::File(end) => end,
                CommentEnd::Limit(end) => {
                    self.lexer.at = end;
                    continue;
                }
                CommentEnd::More => {
                    // Nothing of it is kept, so all but a little can be used up.
                    self.lexer.at = self.bytes.len().saturating_sub(MARGIN).max(from);
                    return false;
                }
            };
            self.parser.in_long_comment = false;
            return true;
        }
    }

    /// What looks like a part of a game is a word among words, and between games.
    fn in_context<'t>(&self, token: Token<'t>) -> Token<'t> {
        let is_among_moves = matches!(self.parser.state, State::Tags | State::Moves);
        match token {
            Token::Broken(text) if self.parser.after_prose || self.parser.state != State::Moves => Token::Word(text),
            Token::Open if !is_among_moves => Token::Word(b"("),
            Token::Close if !is_among_moves => Token::Word(b")"),
            Token::Unknown if !is_among_moves => Token::Word(b"-"),
            Token::Nag(_) if self.parser.state == State::Outside => Token::Stray,
            token => token,
        }
    }

    /// `26-21 * 12. 31-27`: the star said that the move is forced, and the game goes on.
    fn star_was_a_mark(&mut self, token: &Token<'_>) -> bool {
        let goes_on = matches!(token, Token::Number { number: 2.., .. }) && self.parser.feeds == 0;
        goes_on && self.parser.plies > 0 && self.parser.star.take().is_some()
    }

    /// May the token still belong to a game whose result has been read?
    fn belongs_to_ended(&self, token: &Token<'_>) -> bool {
        match token {
            Token::Tag { name, .. } => tags::is_footer(name),
            Token::Comment(_)
            | Token::Word(_)
            | Token::Broken(_)
            | Token::Open
            | Token::Unknown
            | Token::Marks(_)
            | Token::Stray
            | Token::Nag(_)
            | Token::Close => self.parser.feeds == 0,
            Token::Escape => true,
            _ => false,
        }
    }

    /// Does a game begin here although nothing ended the one before it?
    fn begins_next_game(&self, token: &Token<'_>) -> bool {
        if self.parser.state != State::Moves {
            return false;
        }
        match token {
            Token::Tag { name, .. } => (self.parser.depth == 0 || self.lexer.begins_line()) && !tags::is_footer(name),
            // An empty line, and the first move again.
            Token::Number {
                number: 1,
                second: false,
            } => self.parser.depth == 0 && self.parser.feeds > 1 && self.parser.plies > 1,
            _ => false,
        }
    }

    fn begin_game(&mut self, state: State) {
        let line = self.count_lines(self.lexer.start);
        let offset = self.offset_of(self.lexer.start);
        self.visitor.begin_game(offset, line);
        self.parser.depth = 0;
        self.parser.skipped = None;
        self.parser.number = None;
        self.parser.plies = 0;
        self.parser.star = None;
        self.parser.state = State::Tags;
        if state == State::Moves {
            self.end_tags();
        }
    }

    fn end_tags(&mut self) {
        let offset = self.offset_of(self.lexer.start);
        self.parser.state = State::Moves;
        self.source = self.lexer.start;
        let line = self.count_lines(self.lexer.start);
        if self.visitor.end_tags(offset, line) == Flow::Skip {
            self.parser.skipped = Some(0);
        }
        if !self.parser.preamble.is_empty() {
            let preamble = std::mem::take(&mut self.parser.preamble);
            self.parser.preamble_has_words = false;
            if !self.is_skipping() {
                let text = raw!(self, &preamble);
                self.visitor.comment(text, true);
            }
        }
    }

    fn end_game(&mut self, at: usize) {
        if self.parser.state == State::Tags {
            self.end_tags();
        }
        if self.parser.depth > 0 && self.parser.state == State::Moves {
            self.departure(Departure::NotClosed);
        }
        if self.parser.number.take().is_some_and(|(_, second)| !second) {
            self.departure(Departure::NumberWithoutMove);
        }
        if let Some(offset) = self.parser.star.take() {
            let text = raw!(self, b"*");
            self.visitor.result(text, offset);
        }
        self.hand_over(at);
        self.visitor.end_game(self.parser.offset + at as u64);
        self.parser.state = State::Outside;
        self.parser.after_prose = false;
    }

    /// Words that stood outside braces become a comment.
    fn flush_prose(&mut self) {
        if self.parser.prose.is_empty() {
            return;
        }
        let prose = std::mem::take(&mut self.parser.prose);
        if self.parser.state == State::Outside {
            self.parser.preamble_has_words = true;
            self.keep_preamble(&prose);
        } else if !self.is_skipping() {
            let text = raw!(self, &prose);
            self.visitor.comment(text, true);
        }
    }

    fn keep_preamble(&mut self, text: &[u8]) {
        let room = LONGEST_VALUE.saturating_sub(self.parser.preamble.len() + 1);
        if !self.parser.preamble.is_empty() && room > 0 {
            self.parser.preamble.push(b' ');
        }
        self.parser.preamble.extend_from_slice(&text[..text.len().min(room)]);
    }

    fn take(&mut self, token: Token<'_>) {
        let offset = self.offset_of(self.lexer.start);
        match token {
            Token::Tag { name, value } => self.tag(name, value),
            Token::Number { number, second } => {
                self.enter_moves();
                if self.parser.number.is_some_and(|(_, second)| !second) {
                    self.departure(Departure::NumberWithoutMove);
                }
                self.parser.number = Some((number, second));
            }
            Token::Move { text, compact } => {
                self.enter_moves();
                if self.parser.depth == 0 {
                    self.parser.plies += 1;
                }
                let number = self.parser.number.take();
                if !self.is_skipping() {
                    let written = MoveText {
                        text,
                        squares: self.lexer.squares(),
                        number,
                        compact,
                        after_prose: self.parser.after_prose,
                    };
                    self.visitor.play(written, offset);
                }
            }
            Token::Marks(marks) => {
                if self.parser.state == State::Moves && !self.is_skipping() {
                    self.visitor.marks(marks, offset);
                }
            }
            Token::Nag(nag) => {
                self.enter_moves();
                if !self.is_skipping() {
                    self.visitor.nag(nag);
                }
            }
            Token::Comment(text) => self.comment(text),
            Token::Open => {
                self.enter_moves();
                self.parser.number = None;
                self.parser.depth += 1;
                if !self.is_skipping() && self.visitor.begin_variation(offset) == Flow::Skip {
                    self.parser.skipped = Some(self.parser.depth);
                }
            }
            Token::Close => self.close(offset),
            Token::Setup(fen) => {
                self.enter_moves();
                if !self.is_skipping() {
                    let fen = raw!(self, fen);
                    self.visitor.setup(fen, offset);
                }
            }
            Token::Result(text) => self.result(text, offset),
            Token::Broken(text) => {
                self.parser.number = None;
                if !self.is_skipping() {
                    self.visitor.broken(text, offset);
                }
            }
            Token::Unknown => {
                self.enter_moves();
                self.parser.number = None;
                if !self.is_skipping() {
                    self.visitor.unknown(true, offset);
                }
            }
            Token::Ellipsis => {
                if self.parser.state == State::Moves && !self.is_skipping() {
                    self.visitor.unknown(false, offset);
                }
            }
            Token::Word(text) => {
                if self.parser.state == State::Tags {
                    self.end_tags();
                }
                self.parser.after_prose = true;
                if self.parser.prose.len() + text.len() < LONGEST_COMMENT {
                    if !self.parser.prose.is_empty() {
                        self.parser.prose.push(b' ');
                    }
                    self.parser.prose.extend_from_slice(text);
                }
            }
            Token::Escape | Token::Stray => {}
        }
    }

    /// A move, a number or a variation: the tags are over, or there were none.
    fn enter_moves(&mut self) {
        match self.parser.state {
            State::Outside => self.begin_game(State::Moves),
            State::Tags => self.end_tags(),
            State::Moves | State::Ended => {}
        }
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        match self.parser.state {
            State::Outside => self.begin_game(State::Tags),
            State::Moves | State::Ended => self.departure(Departure::LateTag),
            State::Tags => {}
        }
        let (name, value) = (raw!(self, name), raw!(self, value));
        self.visitor.tag(name, value);
    }

    fn comment(&mut self, text: &[u8]) {
        let is_long = self.lexer.cut;
        let offset = self.offset_of(self.lexer.start);
        self.parser.in_long_comment = is_long;
        if is_long && self.parser.state != State::Outside {
            self.visitor.limit(
                say!("a comment is longer than 1 MiB: what is beyond that is left out"),
                offset,
            );
        }
        match self.parser.state {
            State::Outside => {
                self.keep_preamble(text);
                return;
            }
            State::Tags => self.end_tags(),
            State::Moves | State::Ended => {}
        }
        if !self.is_skipping() {
            let text = raw!(self, text);
            self.visitor.comment(text, false);
        }
    }

    fn close(&mut self, offset: u64) {
        if self.parser.depth == 0 {
            self.departure(Departure::Stray);
            return;
        }
        self.parser.depth -= 1;
        match self.parser.skipped {
            Some(depth) if depth > self.parser.depth => self.parser.skipped = None,
            Some(_) => {}
            None => self.visitor.end_variation(offset),
        }
    }

    fn result(&mut self, text: &[u8], offset: u64) {
        if text != b"*" {
            self.departure(Departure::ResultEndsGame);
            if !crate::score::is_standard(std::str::from_utf8(text).unwrap_or_default()) {
                self.departure(Departure::StrangeResult);
            }
        }
        if self.parser.number.take().is_some_and(|(_, second)| !second) {
            self.departure(Departure::NumberWithoutMove);
        }
        match self.parser.state {
            State::Outside => {
                // A second end, or the end of nothing. Comments are a game, words are none.
                if self.parser.preamble.is_empty() || self.parser.preamble_has_words {
                    self.parser.preamble.clear();
                    self.parser.preamble_has_words = false;
                    self.departure(Departure::EmptyGame);
                    return;
                }
                self.begin_game(State::Moves);
            }
            State::Tags => self.end_tags(),
            State::Moves | State::Ended => {}
        }
        if self.parser.depth > 0 {
            // A variation may say how it ends; the game goes on.
            if !self.is_skipping() {
                let text = raw!(self, text);
                self.visitor.comment(text, true);
            }
            return;
        }
        if text == b"*" {
            self.parser.star = Some(offset);
        } else {
            let text = raw!(self, text);
            self.visitor.result(text, offset);
        }
        self.parser.state = State::Ended;
    }
}
