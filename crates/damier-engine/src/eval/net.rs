//! A small network that judges positions: rows of numbers are added up for what is seen, once as White sees the board and
//! once as Black does; a head for the number of pieces makes a score of the two sums.
//!
//! What a side sees of a position is what the other side sees of the position that is turned by 180 degrees with the
//! colours swapped. So one table of rows serves both: a row has a half for the sums of the side that sees something so,
//! and one for those of the other side. The side to move is told from the other by its place in the head alone.
//!
//! [`Sight::Squares`] shows every piece on its square; there the sums of one position follow from those of the last one
//! that was judged, by the squares that differ (see [`Sums`]). [`Sight::Patterns`] shows patterns of men, whose rows are
//! short vectors in place of the two numbers that [`Learned`](crate::eval::Learned) has for each of them, so that a head
//! can tell which patterns go together.
//!
//! Of towers a net sees the tops as it sees the pieces of a flat game, and rows of their own for what lies below.

use std::ops::Deref;
use std::sync::Arc;

use damier_rules::rules::Rules;
use damier_rules::{Bits, Board, Color, Towers, Variant};

use crate::eval::Evaluate;
use crate::eval::below;
use crate::eval::endings::Fortress;
use crate::eval::parameters::{HEADS, Head, LINE_ONE, ONE, Parameters, SQUARE_ONE, Shape, Sight};
use crate::eval::terms::{
    FIRST_KING, KING_AT, MAN, MAN_AT, MOBILE, MORE_KINGS, REACH, RUNNER, SKEW, TERMS, TURN, Tally, Terms,
};
use crate::eval::windows::{CONTENTS, Facing, Windows};
use crate::score::Score;

/// Scores of a net stay this far, in hundredths, from those of wins that are proved.
const MOST_HUNDREDTHS: f32 = 9_000.0;

/// Rows of a net for a game.
pub fn rows(rules: &Rules, sight: Sight) -> usize {
    rows_of_tops(rules, sight) + below::rows(rules)
}

/// Those for what stands on the squares; the others, for what lies below, come after them.
fn rows_of_tops(rules: &Rules, sight: Sight) -> usize {
    match sight {
        Sight::Squares => TERMS,
        Sight::Patterns => TERMS + Windows::of(rules).tables() * CONTENTS,
    }
}

/// How a score is to be divided in endings of a game: where nothing leaves the board, few tops do not make an ending.
pub fn fortress(rules: &Rules) -> Fortress {
    if rules.stacking.is_some() {
        Fortress::Never
    } else {
        Fortress::of(rules)
    }
}

/// Which head judges positions with so many pieces.
pub fn head_of(rules: &Rules, pieces: u32) -> usize {
    ((pieces.max(1) - 1) as usize * HEADS / self::pieces(rules) as usize).min(HEADS - 1)
}

/// Above what can be seen of any position: its windows, and every square with a piece.
const MOST_ROWS: usize = 256;

/// Rows one after another, without a look at how many there may be.
#[derive(Clone, Debug)]
pub struct List<T> {
    items: [T; MOST_ROWS],
    len: usize,
}

impl<T: Copy + Default> Default for List<T> {
    fn default() -> List<T> {
        List {
            items: [T::default(); MOST_ROWS],
            len: 0,
        }
    }
}

impl<T: Copy> List<T> {
    #[inline(always)]
    fn push(&mut self, item: T) {
        self.items[self.len % MOST_ROWS] = item;
        self.len += 1;
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len.min(MOST_ROWS)]
    }
}

/// What a net is shown of a position.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Rows that are there as they are, and turned.
    pub same: List<u32>,
    pub turned: List<u32>,
    /// Rows of what is its own image: the half of the side that sees it counts for both.
    pub both: List<u32>,
    /// Rows that count so many times for White and against Black.
    pub terms: List<(u32, i16)>,
}

/// Notes what a net sees.
struct Noting<'n, const SQUARES: bool> {
    windows: Windows,
    notes: &'n mut Notes,
}

impl<const SQUARES: bool> Tally for Noting<'_, SQUARES> {
    const SQUARES: bool = SQUARES;

    #[inline(always)]
    fn window(&mut self, window: usize, content: usize, turned: usize) {
        let (table, place, facing) = self.windows.place(window, content, turned);
        let row = (TERMS + table * CONTENTS + place) as u32;
        match facing {
            Facing::Same => self.notes.same.push(row),
            Facing::Turned => self.notes.turned.push(row),
            Facing::Both => self.notes.both.push(row),
        }
    }

    #[inline(always)]
    fn term(&mut self, term: usize, count: i32) {
        if count != 0 {
            self.notes.terms.push((term as u32, count as i16));
        }
    }

    #[inline(always)]
    fn piece(&mut self, term: usize, color: Color) {
        let rows = match color {
            Color::White => &mut self.notes.same,
            Color::Black => &mut self.notes.turned,
        };
        rows.push(term as u32);
    }
}

impl Notes {
    /// Takes note of a position. With `single`, men are noted one by one beside the patterns that they are part of.
    #[inline(always)]
    pub fn take<V: Variant>(&mut self, terms: &Terms<V::Word>, board: &Board<V>, sight: Sight, single: bool) {
        for rows in [&mut self.same, &mut self.turned, &mut self.both] {
            rows.len = 0;
        }
        self.terms.len = 0;
        let windows = Windows::of(board.variant.rules());
        match sight {
            Sight::Squares => terms.pieces(board, &mut Noting::<true> { windows, notes: self }),
            Sight::Patterns if single => {
                terms.see(board, &mut Noting::<true> { windows, notes: self });
            }
            Sight::Patterns => {
                terms.see(board, &mut Noting::<false> { windows, notes: self });
            }
        }
    }

    /// Takes note of towers: of their tops as of a position, and of what lies below.
    #[inline(always)]
    pub fn take_towers<V: Variant>(&mut self, terms: &Terms<V::Word>, towers: &Towers<V>, sight: Sight, single: bool) {
        self.take(terms, &towers.tops, sight, single);
        let first = rows_of_tops(towers.tops.variant.rules(), sight);
        below::each(towers, terms, |color, row| match color {
            Color::White => self.same.push((first + row) as u32),
            Color::Black => self.turned.push((first + row) as u32),
        });
    }
}

/// A row: what it adds to the sums of the side that sees something so, then to those of the other. A row of the narrowest
/// net is one line of the cache.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Row<const W: usize>([[i16; W]; 2]);

/// The numbers of a net of one width.
#[derive(Debug)]
struct Layers<const W: usize> {
    bias: [i16; W],
    rows: Vec<Row<W>>,
    heads: Vec<[HeadOf<W>; 2]>,
}

/// What a head makes of the sums of a side.
#[derive(Clone, Debug)]
struct HeadOf<const W: usize> {
    squares: [i16; W],
    lines: [i16; W],
    bias: i32,
}

type SumsOf<const W: usize> = [[i16; W]; 2];

#[inline(always)]
fn add<const W: usize>(sums: &mut SumsOf<W>, row: &SumsOf<W>) {
    for (sum, number) in sums.as_flattened_mut().iter_mut().zip(row.as_flattened()) {
        *sum = sum.wrapping_add(*number);
    }
}

#[inline(always)]
fn subtract<const W: usize>(sums: &mut SumsOf<W>, row: &SumsOf<W>) {
    for (sum, number) in sums.as_flattened_mut().iter_mut().zip(row.as_flattened()) {
        *sum = sum.wrapping_sub(*number);
    }
}

impl<const W: usize> Layers<W> {
    fn of(parameters: &Parameters) -> Layers<W> {
        let array = |numbers: &[i16]| -> [i16; W] { std::array::from_fn(|index| numbers[index]) };
        let half = |head: &Head, first: usize, bias: i32| HeadOf {
            squares: array(&head.squares[first..]),
            lines: array(&head.lines[first..]),
            bias,
        };
        Layers {
            bias: array(&parameters.bias),
            rows: parameters
                .rows
                .chunks_exact(2 * W)
                .map(|row| Row([array(row), array(&row[W..])]))
                .collect(),
            heads: parameters
                .heads
                .iter()
                .map(|head| [half(head, 0, head.bias), half(head, W, 0)])
                .collect(),
        }
    }

    #[inline(always)]
    fn row(&self, row: u32) -> &SumsOf<W> {
        &self.rows[row as usize].0
    }

    fn sums(&self, notes: &Notes) -> SumsOf<W> {
        // What is seen as it is, and what is seen turned: there White's sums come second.
        let (mut same, mut turned) = ([self.bias; 2], [[0; W]; 2]);
        for &row in &*notes.same {
            add(&mut same, self.row(row));
        }
        for &row in &*notes.turned {
            add(&mut turned, self.row(row));
        }
        for &(row, count) in &*notes.terms {
            let [own, _] = self.row(row);
            for (index, number) in own.iter().enumerate() {
                let worth = number.wrapping_mul(count);
                same[0][index] = same[0][index].wrapping_add(worth);
                same[1][index] = same[1][index].wrapping_sub(worth);
            }
        }
        for &row in &*notes.both {
            let [own, _] = self.row(row);
            add(&mut same, &[*own, *own]);
        }
        add(&mut same, &[turned[1], turned[0]]);
        same
    }

    /// The output, in units of [`ONE`] squared times [`SQUARE_ONE`].
    fn output(&self, sums: &SumsOf<W>, turn: Color, head: usize) -> i64 {
        let [own, other] = &self.heads[head];
        let (mine, theirs) = (&sums[turn.index()], &sums[turn.opposite().index()]);
        let (squares, lines) = (
            own.squares(mine) + other.squares(theirs),
            own.lines(mine) + other.lines(theirs),
        );
        i64::from(squares) + lines * i64::from(ONE * SQUARE_ONE) / i64::from(LINE_ONE) + i64::from(own.bias)
    }
}

impl<const W: usize> HeadOf<W> {
    #[inline(always)]
    fn squares(&self, sums: &[i16; W]) -> i32 {
        let one = |(&sum, &weight): (&i16, &i16)| {
            let kept = sum.clamp(0, ONE as i16);
            i32::from(kept.wrapping_mul(weight)) * i32::from(kept)
        };
        sums.iter().zip(&self.squares).map(one).sum()
    }

    #[inline(always)]
    fn lines(&self, sums: &[i16; W]) -> i64 {
        let one = |(&sum, &weight): (&i16, &i16)| i32::from(sum).wrapping_mul(i32::from(weight));
        i64::from(sums.iter().zip(&self.lines).map(one).fold(0i32, i32::wrapping_add))
    }
}

/// The numbers of a net, spread out for use.
#[derive(Debug)]
enum AnyLayers {
    Of16(Layers<16>),
    Of32(Layers<32>),
    Of64(Layers<64>),
    Of128(Layers<128>),
}

macro_rules! with_layers {
    ($any:expr, $layers:ident => $then:expr) => {
        match $any {
            AnyLayers::Of16($layers) => $then,
            AnyLayers::Of32($layers) => $then,
            AnyLayers::Of64($layers) => $then,
            AnyLayers::Of128($layers) => $then,
        }
    };
}

/// A net that is ready to be used, without what belongs to a kind of board.
#[derive(Debug)]
pub(crate) struct Ready {
    shape: Shape,
    unit: f32,
    layers: AnyLayers,
}

impl Ready {
    /// From a file with a net for a game. The error says what is wrong with it.
    pub(crate) fn read(rules: &Rules, id: &str, bytes: &[u8]) -> Result<Ready, String> {
        if !Windows::of(rules).fit() {
            return Err(format!("{id}: no patterns fit the board"));
        }
        let parameters = Parameters::read(bytes, id, |sight| rows(rules, sight))?;
        if most(rules, &parameters) > i64::from(i16::MAX) {
            return Err(format!("the numbers of the net for {id} are too large to be added up"));
        }
        Ok(Ready::of(&parameters))
    }

    pub(crate) fn of(parameters: &Parameters) -> Ready {
        Ready {
            shape: parameters.shape,
            unit: parameters.unit,
            layers: match parameters.shape.width {
                16 => AnyLayers::Of16(Layers::of(parameters)),
                32 => AnyLayers::Of32(Layers::of(parameters)),
                64 => AnyLayers::Of64(Layers::of(parameters)),
                _ => AnyLayers::Of128(Layers::of(parameters)),
            },
        }
    }
}

/// A bound for the sums of any position with no more pieces than a game begins with, whatever patterns and terms meet.
fn most(rules: &Rules, parameters: &Parameters) -> i64 {
    let Shape { sight, width, .. } = parameters.shape;
    let largest = |rows: std::ops::Range<usize>| -> i64 {
        let numbers = &parameters.rows[2 * width * rows.start..2 * width * rows.end];
        numbers.iter().map(|&number| i64::from(number).abs()).max().unwrap_or(0)
    };
    let bias = parameters
        .bias
        .iter()
        .map(|&number| i64::from(number).abs())
        .max()
        .unwrap_or(0);
    let pieces = i64::from(pieces(rules));
    // No more than half of the pieces stand on others.
    let first = rows_of_tops(rules, sight);
    let below = if below::rows(rules) > 0 {
        let kinds = below::KINDS.windows(2);
        let each: i64 = kinds.map(|kind| largest(first + kind[0]..first + kind[1])).sum();
        pieces / 2 * each
    } else {
        0
    };
    let tops = match sight {
        Sight::Squares => pieces * largest(MAN_AT..TERMS),
        Sight::Patterns => {
            let table = |table: usize| 2 * largest(TERMS + table * CONTENTS..TERMS + (table + 1) * CONTENTS);
            let patterns: i64 = (0..Windows::of(rules).tables()).map(table).sum();
            let kings = largest(KING_AT..TERMS) + largest(MORE_KINGS..MOBILE) + largest(REACH..RUNNER);
            let men = largest(MAN..FIRST_KING) + largest(MOBILE..TURN);
            let once = largest(FIRST_KING..MORE_KINGS) + largest(TURN..SKEW);
            let twice = largest(SKEW..REACH) + largest(RUNNER..MAN_AT);
            patterns + pieces * kings.max(men) + once + 2 * twice
        }
    };
    bias + tops + below
}

/// Pieces that a game begins with.
pub fn pieces(rules: &Rules) -> u32 {
    let (rows, ranks) = (usize::from(rules.rows_of_men), usize::from(rules.ranks));
    // On a board of odd width the longer rows come first.
    (2 * (rows * rules.squares()).div_ceil(ranks)).max(1) as u32
}

/// What a net remembers of the position that it judged last.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    notes: Notes,
    /// White's men and kings, Black's men and kings, in that position.
    sets: [u128; 4],
    /// The sums, White's before Black's; empty while there are none.
    sums: Vec<i16>,
}

/// A net for a game.
#[derive(Clone, Debug)]
pub struct Net<B> {
    terms: Terms<B>,
    ready: Arc<Ready>,
    fortress: Fortress,
}

impl<B: Bits> Net<B> {
    pub(crate) fn with<V: Variant<Word = B>>(variant: V, ready: Arc<Ready>) -> Net<B> {
        Net {
            terms: Terms::of(variant),
            ready,
            fortress: fortress(variant.rules()),
        }
    }

    /// With numbers for this game.
    pub fn of<V: Variant<Word = B>>(variant: V, parameters: &Parameters) -> Net<B> {
        Net::with(variant, Arc::new(Ready::of(parameters)))
    }

    /// With the numbers of a file. The error says what is wrong with it.
    pub fn read<V: Variant<Word = B>>(variant: V, bytes: &[u8]) -> Result<Net<B>, String> {
        let ready = Ready::read(variant.rules(), variant.rules().id, bytes)?;
        Ok(Net::with(variant, Arc::new(ready)))
    }

    /// The sums of a position, White's before Black's, from those of the last one where that is quicker.
    fn update<V: Variant<Word = B>, const W: usize>(
        &self,
        layers: &Layers<W>,
        board: &Board<V>,
        memory: &mut Sums,
    ) -> SumsOf<W> {
        if self.ready.shape.sight == Sight::Patterns || memory.sums.len() != 2 * W {
            memory.notes.take(&self.terms, board, self.ready.shape.sight, false);
            let sums = layers.sums(&memory.notes);
            if self.ready.shape.sight == Sight::Squares {
                memory.sets = sets(board);
                memory.sums.clear();
                memory.sums.extend(sums.as_flattened());
            }
            return sums;
        }
        let mut sums = [[0; W]; 2];
        sums.as_flattened_mut().copy_from_slice(&memory.sums);
        let now = sets(board);
        let mut turned = [[0; W]; 2];
        for (index, (&before, &after)) in memory.sets.iter().zip(&now).enumerate() {
            let color = if index < 2 { Color::White } else { Color::Black };
            let first = if index % 2 == 0 { MAN_AT } else { KING_AT };
            let own = if index < 2 { &mut sums } else { &mut turned };
            for bit in (B::narrow(before) & !B::narrow(after)).each() {
                subtract(own, layers.row((first + self.terms.place(bit, color)) as u32));
            }
            for bit in (B::narrow(after) & !B::narrow(before)).each() {
                add(own, layers.row((first + self.terms.place(bit, color)) as u32));
            }
        }
        add(&mut sums, &[turned[1], turned[0]]);
        memory.sets = now;
        memory.sums.copy_from_slice(sums.as_flattened());
        sums
    }
}

fn sets<V: Variant>(board: &Board<V>) -> [u128; 4] {
    let [white, black] = Color::BOTH.map(|color| [board.men(color), board.kings_of(color)]);
    [white[0], white[1], black[0], black[1]].map(Bits::wide)
}

impl<B: Bits> Net<B> {
    /// The score for an output of a head, for the side to move.
    #[inline(always)]
    fn score<V: Variant<Word = B>>(&self, board: &Board<V>, output: i64) -> Score {
        let one = (ONE * ONE * SQUARE_ONE) as f32;
        let score = output as f32 / one * self.ready.unit;
        let ahead = if score > 0.0 { board.turn } else { board.turn.opposite() };
        let divided = score / self.fortress.divisor(board, ahead) as f32;
        Score::hundredths(divided.clamp(-MOST_HUNDREDTHS, MOST_HUNDREDTHS) as i32)
    }
}

impl<V: Variant> Evaluate<Board<V>> for Net<V::Word> {
    type Memory = Sums;

    fn evaluate(&self, board: &Board<V>, memory: &mut Sums) -> Score {
        let head = head_of(board.variant.rules(), board.occupied().count());
        let output = with_layers!(&self.ready.layers, layers => {
            let sums = self.update(layers, board, memory);
            layers.output(&sums, board.turn, head)
        });
        self.score(board, output)
    }
}

impl<V: Variant> Evaluate<Towers<V>> for Net<V::Word> {
    type Memory = Sums;

    /// Nothing is kept: a capture changes towers all over the board.
    fn evaluate(&self, towers: &Towers<V>, memory: &mut Sums) -> Score {
        let tops = &towers.tops;
        let head = head_of(tops.variant.rules(), tops.occupied().count());
        let notes = &mut memory.notes;
        notes.take_towers(&self.terms, towers, self.ready.shape.sight, false);
        let output = with_layers!(&self.ready.layers, layers => layers.output(&layers.sums(notes), tops.turn, head));
        self.score(tops, output)
    }
}
