//! Games of the engine against itself: what an evaluation learns from.
//!
//! Every game is made from the seed of its [`Plan`] and its own number alone, so that a file that was broken off goes
//! on as if nothing had happened. From each game the quiet positions are kept as [`Sample`]s, with the score that the
//! search gave them and with the result of the game. [`Games`] reads what [`write_header`] and [`Game::write`] wrote:
//!
//! ```text
//! header   "damier-s", version u16, squares u16, id of the game (16 bytes, padded with zeros), checksum u32
//! game     length u32 of what follows without the checksum
//!          number u32, result i8 (White's view: 1, 0, -1), then one sample after another, checksum u32
//! sample   see [`Form`]
//! ```
//!
//! Numbers are little-endian.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use damier_rules::zobrist::mix;
use damier_rules::{Board, Color, Rules, Variant};

use crate::checksum::checksum;
use crate::endings::{Endings, Known};
use crate::eval::Evaluate;
use crate::limit::Limit;
use crate::sample::{Form, Kept, Sample};
use crate::score::Score;
use crate::search::{Root, Search};

const MAGIC: &[u8; 8] = b"damier-s";
const VERSION: u16 = 1;
/// No game is longer than this on file: far more than [`Plan::most_plies`] makes of it.
const LONGEST: usize = 1 << 20;

/// Openings that are tried before a game begins with a lopsided one after all.
const MOST_OPENINGS: u32 = 40;
/// A score beyond this for so many plies in succession wins the game.
const WINNING: i32 = 700;
const WINNING_PLIES: u32 = 8;
/// So many plies without a conversion draw the game.
const IDLE_PLIES: usize = 60;

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub seed: u64,
    /// Nodes of the search for a move.
    pub nodes: u64,
    /// Plies by chance before the engine takes over.
    pub opening: RangeInclusive<u32>,
    /// An opening whose score is further from zero, in hundredths, is not played.
    pub balance: i32,
    /// A game that lasts longer is a draw.
    pub most_plies: u32,
}

impl Plan {
    /// A plan that suits a game.
    pub fn of(rules: &Rules, seed: u64, nodes: u64) -> Plan {
        Plan {
            seed,
            nodes,
            opening: if rules.squares() < 50 { 3..=9 } else { 4..=12 },
            balance: 120,
            most_plies: 260,
        }
    }

    /// The same for games that begin from openings: these have been varied already.
    #[must_use]
    pub fn from_openings(self) -> Plan {
        let (fewest, most) = self.opening.into_inner();
        Plan {
            opening: 0..=most - fewest,
            ..self
        }
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    pub number: u32,
    /// White's view: 1, 0 or -1.
    pub result: i8,
    pub samples: Vec<Sample>,
}

/// Numbers by chance from a seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mix(self.0) % bound.max(1) as u64) as usize
    }

    /// One of several; of one alone there is no chance.
    fn among<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        match all {
            [only] => only,
            _ => &all[self.below(all.len())],
        }
    }
}

/// Plays one game on a board without towers. The search is cleared first.
pub fn play<V: Variant, E: Evaluate<Board<V>>>(
    variant: V,
    search: &mut Search,
    evaluate: &E,
    plan: &Plan,
    number: u32,
) -> Game {
    let start = Opening::from(Board::start(variant));
    play_from(&[start], search, (evaluate, None), plan, number)
}

/// Where a game may begin, and how many plies were played before.
#[derive(Clone, Debug)]
pub struct Opening<P> {
    pub position: P,
    pub ply: u32,
}

impl<P> From<P> for Opening<P> {
    fn from(position: P) -> Opening<P> {
        Opening { position, ply: 0 }
    }
}

/// Plays one game from one of the openings; with tables, as far as they do not know how it ends. The search is cleared
/// first.
///
/// # Panics
/// If there is no opening.
pub fn play_from<P: Kept, E: Evaluate<P>>(
    openings: &[Opening<P>],
    search: &mut Search,
    (evaluate, endings): (&E, Option<&dyn Endings<P>>),
    plan: &Plan,
    number: u32,
) -> Game {
    search.clear();
    let (root, mut ply) = begin(openings, search, evaluate, plan, number);
    // A win or a loss that the tables know is one that the search proves.
    let mut root = Root { endings, ..root };
    let (mut samples, mut winning) = (Vec::new(), [0; 2]);
    let result = loop {
        let board = &root.position;
        if let Some((_, winner)) = board.end() {
            break point(winner);
        }
        if ply >= plan.most_plies || is_drawn(&root) || is_known_draw(&root) {
            break 0;
        }
        let lines = search.run(&root, evaluate, &Limit::nodes(plan.nodes), 1);
        let Some(line) = lines.first() else { break 0 };
        let (turn, score) = (board.turn(), line.score);
        if score.is_decisive() {
            break if score.is_win() { point(turn) } else { -point(turn) };
        }
        if let Some(sample) = sample(board, score, ply) {
            samples.push(sample);
        }
        // 1. Who has been far ahead for long has won.
        let hundredths = score.to_hundredths() * i32::from(point(turn));
        for (color, count) in Color::BOTH.into_iter().zip(&mut winning) {
            *count = if hundredths * i32::from(point(color)) > WINNING {
                *count + 1
            } else {
                0
            };
        }
        if let Some(color) = Color::BOTH
            .into_iter()
            .find(|color| winning[color.index()] >= WINNING_PLIES)
        {
            break point(color);
        }
        root.push(line.pv[0]);
        ply += 1;
    };
    Game {
        number,
        result,
        samples,
    }
}

fn point(winner: Color) -> i8 {
    match winner {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// A game after an opening and some plies by chance that neither side has lost yet, and how many plies those were: the
/// same for the same plan and number.
fn begin<P: Kept, E: Evaluate<P>>(
    openings: &[Opening<P>],
    search: &mut Search,
    evaluate: &E,
    plan: &Plan,
    number: u32,
) -> (Root<'static, P>, u32) {
    let mut chance = Chance(mix(plan.seed ^ mix(u64::from(number))));
    let rules = openings[0].position.rules();
    let draws = rules.profiles.first().map_or(&[][..], |profile| profile.rules);
    let (fewest, most) = (*plan.opening.start(), *plan.opening.end());
    let mut moves = Vec::new();
    let mut last = (Root::new(openings[0].position.clone(), draws), openings[0].ply);
    for _ in 0..MOST_OPENINGS {
        let from = chance.among(openings);
        let plies = fewest + chance.below((most.saturating_sub(fewest) + 1) as usize) as u32;
        let mut root = Root::new(from.position.clone(), draws);
        for _ in 0..plies {
            root.position.legal_moves(&mut moves);
            if !moves.is_empty() {
                root.push(moves[chance.below(moves.len())]);
            }
        }
        let lines = search.run(&root, evaluate, &Limit::nodes(2 * plan.nodes), 1);
        let Some(line) = lines.first() else { continue };
        let is_balanced = line.score.to_hundredths().abs() <= plan.balance;
        last = (root, from.ply + plies);
        if is_balanced {
            break;
        }
    }
    last
}

/// Drawn by the rules in force, or because nothing happens any more.
pub fn is_drawn<P: Kept>(root: &Root<P>) -> bool {
    let hash = root.position.hash();
    let before = root.earlier.iter().filter(|&&earlier| earlier == hash).count();
    let is_run_out = |(index, rule)| root.clocks.is_drawn(index, rule);
    // Where nothing leaves the board only promotions are conversions: there the rules of the game see to its end.
    let is_idle = root.earlier.len() >= IDLE_PLIES && root.position.rules().stacking.is_none();
    before >= 2 || is_idle || root.draws.iter().enumerate().any(is_run_out)
}

/// Do the tables know that neither side can win?
fn is_known_draw<P: Kept>(root: &Root<P>) -> bool {
    let is_quiet = !root.position.can_capture(root.position.turn());
    let known = |endings: &dyn Endings<P>| endings.quiet(&root.position);
    is_quiet && root.endings.and_then(known) == Some(Known::Draw)
}

fn sample<P: Kept>(board: &P, score: Score, ply: u32) -> Option<Sample> {
    if Color::BOTH.into_iter().any(|color| board.can_capture(color)) {
        return None;
    }
    Some(Sample {
        ply: u16::try_from(ply).ok()?,
        score: i16::try_from(score.to_hundredths()).ok()?,
        ..board.kept()
    })
}

// ---------------------------------------------------------------------------------------------------------------
// On file

/// Begins a file of games.
pub fn write_header(form: Form, out: &mut impl Write) -> io::Result<()> {
    out.write_all(&header(form))
}

fn header(form: Form) -> Vec<u8> {
    let mut bytes = form.title(MAGIC, VERSION);
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

impl Game {
    /// Adds the game to a file.
    pub fn write(&self, form: Form, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = vec![0; 4];
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.result.to_le_bytes());
        for sample in &self.samples {
            form.write(sample, &mut bytes);
        }
        let length = (bytes.len() - 4) as u32;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes.extend(checksum(&bytes).to_le_bytes());
        out.write_all(&bytes)
    }
}

/// The games of a file, up to its end or to the first that is not whole.
#[derive(Clone, Debug)]
pub struct Games<'b> {
    rest: &'b [u8],
    /// Bytes of the file that were read and found whole.
    pub whole: usize,
    form: Form,
}

impl<'b> Games<'b> {
    /// The error says what is wrong with the file's beginning.
    pub fn new(bytes: &'b [u8], form: Form) -> Result<Games<'b>, String> {
        if !bytes.starts_with(MAGIC) {
            return Err("not a file of games played by the engine: it begins otherwise".to_owned());
        }
        let header = header(form);
        let Some(rest) = bytes.strip_prefix(&header[..]) else {
            return Err(format!(
                "not a file of games of {} in version {VERSION}",
                form.rules().id
            ));
        };
        let whole = header.len();
        Ok(Games { rest, whole, form })
    }
}

impl Iterator for Games<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let (length, _) = self.rest.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        let each = self.form.bytes();
        if !(5..=LONGEST).contains(&length) || !(length - 5).is_multiple_of(each) {
            return None;
        }
        let (block, after) = self.rest.split_at_checked(4 + length + 4)?;
        let (body, sum) = block.split_at(4 + length);
        if checksum(body).to_le_bytes() != sum {
            return None;
        }
        let samples = body[9..].chunks_exact(each).map(|bytes| self.form.read(bytes));
        let game = Game {
            number: u32::from_le_bytes([body[4], body[5], body[6], body[7]]),
            result: i8::from_le_bytes([body[8]]).signum(),
            samples: samples.collect::<Option<_>>()?,
        };
        self.whole += block.len();
        self.rest = after;
        Some(game)
    }
}
