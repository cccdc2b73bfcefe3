//! A net that learns: gradient descent by Adam (Kingma and Ba 2014) on batches of positions.
//!
//! A pattern that is met seldom should move little. Adam makes steps of one length of small gradients and large; the
//! term `epsilon` in its divisor is set so high that rows met less than about once a batch take steps in proportion to
//! how often they are met. Beside the patterns there are rows for single men while a net learns, so that what men are
//! worth wherever they stand is learned from every position; when it is done they are put into the patterns.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use damier_engine::eval::net::{Notes, fortress, head_of, rows};
use damier_engine::eval::parameters::{HEADS, Head, LINE_ONE, MOST_SQUARE, ONE, Parameters, SQUARE_ONE, Shape, Sight};
use damier_engine::eval::terms::{MAN_AT, TERMS, Terms};
use damier_engine::eval::windows::{CONTENTS, Facing, Windows, digit, turned};
use damier_rules::rules::{Goal, Rules};
use damier_rules::zobrist::mix;
use damier_rules::{Bits, Color, Variant};

use crate::cases::{Case, Cases};
use crate::deck::Deck;
use crate::{cost, points};

const MOMENTUM: f32 = 0.9;
const VARIANCE: f32 = 0.999;
/// What the rate ends at, as a share of what it begins with.
const LAST_RATE: f32 = 0.02;
/// The largest batch.
const MOST_BATCH: usize = 1 << 20;

/// How a net learns.
#[derive(Clone, Debug)]
pub struct Options {
    pub sight: Sight,
    pub width: usize,
    /// How often every position is looked at.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// Length of the first steps.
    pub rate: f32,
    /// See the head of this file.
    pub epsilon: f32,
    /// What a step takes from every number, as a share of the rate.
    pub decay: f32,
    /// Of the aim, what the search said; the rest is how the game ended.
    pub share: f64,
    /// On which scores become points, in hundredths; that on which they predict results best where it is nought. Where
    /// nearly all games are drawn, scores predict little, and the scale that fits best hardly tells them apart.
    pub scale: f64,
    pub seed: u64,
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            sight: Sight::Patterns,
            width: 16,
            epochs: 10,
            batch: 16_384,
            rate: 2e-3,
            epsilon: 2e-6,
            decay: 1e-2,
            share: 0.7,
            scale: 0.0,
            seed: 1,
            threads: 1,
        }
    }
}

/// How far a net has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub epoch: u32,
    /// Of this epoch, what is done.
    pub done: f64,
    /// Mean cost beyond the least there can be, of what was learned from and of what was kept back; the latter only at
    /// the end of an epoch.
    pub training: f64,
    pub validation: Option<f64>,
}

/// A net that has learned.
#[derive(Clone, Debug)]
pub struct Learned {
    pub parameters: Parameters,
    pub validation: f64,
    /// The scale of scores, in hundredths.
    pub scale: f64,
    /// The root of the mean square, and the most, by which rounding has changed a score, in hundredths.
    pub rounding: [f64; 2],
}

/// What of a position a net learns from.
struct Lesson {
    notes: Notes,
    turn: Color,
    head: usize,
    /// By what an output is divided where White, where Black is ahead.
    divisors: [f32; 2],
    /// Points for the side to move.
    aim: f32,
}

/// Where in the flat list of numbers what is.
#[derive(Clone, Copy)]
struct Layout {
    shape: Shape,
}

impl Layout {
    fn row(self, row: usize) -> usize {
        2 * self.shape.width * row
    }

    fn bias(self) -> usize {
        self.row(self.shape.rows)
    }

    fn head(self, head: usize) -> usize {
        self.bias() + self.shape.width + head * (4 * self.shape.width + 1)
    }

    fn len(self) -> usize {
        self.head(HEADS)
    }
}

/// Learns from cases; stops, with nothing, when it is told to.
pub fn fit<V: Variant>(
    variant: V,
    cases: &Cases,
    options: &Options,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Progress),
) -> Result<Option<Learned>, String> {
    let rules = variant.rules();
    if !Windows::of(rules).fit() {
        return Err(format!("{}: no patterns fit the board", rules.id));
    }
    cases.check()?;
    let scale = if options.scale > 0.0 {
        options.scale
    } else {
        cases.scale()
    };
    let terms = Terms::of(variant);
    let fortress = fortress(rules);
    let teach = |case: &Case, single: bool, lesson: &mut Lesson| {
        let board = case.sample.board(variant);
        if rules.stacking.is_some() {
            let towers = case.sample.towers(variant);
            lesson.notes.take_towers(&terms, &towers, options.sight, single);
        } else {
            lesson.notes.take(&terms, &board, options.sight, single);
        }
        lesson.turn = board.turn;
        lesson.head = head_of(rules, board.occupied().count());
        lesson.divisors = Color::BOTH.map(|color| fortress.divisor(&board, color) as f32);
        let aim = case.aim(options.share, scale);
        lesson.aim = if board.turn == Color::White { aim } else { 1.0 - aim } as f32;
    };
    let mut school = School {
        cases,
        options,
        teach: &teach,
        stop,
        scale,
    };
    match options.width {
        16 => school.learn::<16>(rules, report),
        32 => school.learn::<32>(rules, report),
        64 => school.learn::<64>(rules, report),
        128 => school.learn::<128>(rules, report),
        width => Err(format!("no net is {width} wide: 16, 32, 64 or 128")),
    }
}

/// Numbers by chance from a seed.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    /// Between -1 and 1.
    fn signed(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
    }
}

/// The cases of a deck, each once, in an order of chance.
struct Round {
    stretches: Vec<Range<u32>>,
    waiting: VecDeque<u32>,
    batch: usize,
}

impl Round {
    fn new(deck: &Deck, batch: usize, chance: &mut Chance) -> Round {
        let mut stretches = deck.stretches();
        chance.shuffle(&mut stretches);
        Round {
            stretches,
            waiting: VecDeque::new(),
            batch,
        }
    }

    /// The next batch.
    fn next(&mut self, chance: &mut Chance) -> Option<Vec<u32>> {
        while self.waiting.len() < self.batch
            && let Some(stretch) = self.stretches.pop()
        {
            let mut some: Vec<u32> = stretch.collect();
            chance.shuffle(&mut some);
            self.waiting.extend(some);
        }
        let count = self.batch.min(self.waiting.len());
        (count > 0).then(|| self.waiting.drain(..count).collect())
    }
}

/// What a position gives.
#[derive(Clone, Copy, Default)]
struct Tally {
    cost: f64,
    count: f64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.cost += other.cost;
        self.count += other.count;
    }

    fn mean(self) -> f64 {
        self.cost / self.count.max(1.0)
    }
}

struct School<'s> {
    cases: &'s Cases,
    options: &'s Options,
    /// With single men beside the patterns, or without.
    teach: &'s (dyn Fn(&Case, bool, &mut Lesson) + Sync),
    stop: &'s AtomicBool,
    scale: f64,
}

impl School<'_> {
    fn learn<const W: usize>(
        &mut self,
        rules: &Rules,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Option<Learned>, String> {
        let options = self.options;
        let layout = Layout {
            shape: Shape {
                sight: options.sight,
                width: W,
                rows: rows(rules, options.sight),
            },
        };
        let mut chance = Chance(mix(options.seed));
        let mut numbers = begin(layout, &mut chance);
        let (mut means, mut squares) = (vec![0.0f32; layout.len()], vec![0.0f32; layout.len()]);
        let threads = options.threads.max(1);
        let mut slopes = vec![vec![0.0f32; layout.len()]; threads];
        let (pupils, kept) = (&self.cases.pupils, &self.cases.kept);
        let all_kept: Vec<u32> = (0..kept.len() as u32).collect();
        let batch = options.batch.clamp(1, MOST_BATCH);
        let steps = options.epochs as usize * pupils.len().div_ceil(batch);
        let mut step = 0;
        let mut validation = f64::INFINITY;
        for epoch in 1..=options.epochs {
            let (mut round, mut training) = (Round::new(pupils, batch, &mut chance), Tally::default());
            while let Some(some) = round.next(&mut chance) {
                if self.stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                training.add(self.pass::<W>(layout, &numbers, (pupils, &some), Some(&mut slopes)));
                step += 1;
                let along = std::f32::consts::PI * step as f32 / steps as f32;
                let rate = options.rate * (LAST_RATE + (1.0 - LAST_RATE) * 0.5 * (1.0 + along.cos()));
                let adam = Adam {
                    rate: rate * (1.0 - VARIANCE.powi(step)).sqrt() / (1.0 - MOMENTUM.powi(step)),
                    keep: 1.0 - rate * options.decay,
                    epsilon: options.epsilon,
                    share: 1.0 / some.len() as f32,
                };
                adam.step(threads, &mut numbers, &mut means, &mut squares, &mut slopes);
                bound(layout, &mut numbers);
                report(Progress {
                    epoch,
                    done: training.count / pupils.len() as f64,
                    training: training.mean(),
                    validation: None,
                });
            }
            validation = self.pass::<W>(layout, &numbers, (kept, &all_kept), None).mean();
            report(Progress {
                epoch,
                done: 1.0,
                training: training.mean(),
                validation: Some(validation),
            });
        }
        if options.sight == Sight::Patterns {
            merge(rules, layout, &mut numbers);
        }
        let unit = self.unit::<W>(rules, layout, &numbers);
        let parameters = rounded(layout, &numbers, unit, self.cases.counts.hash);
        let rounding = self.rounding::<W>(layout, &numbers, &parameters);
        Ok(Some(Learned {
            parameters,
            validation,
            scale: self.scale,
            rounding,
        }))
    }

    /// The costs of some positions; with slopes, what each number adds to them.
    fn pass<const W: usize>(
        &self,
        layout: Layout,
        numbers: &[f32],
        (deck, some): (&Deck, &[u32]),
        slopes: Option<&mut Vec<Vec<f32>>>,
    ) -> Tally {
        let threads = self.options.threads.max(1);
        let parts: Vec<&[u32]> = some.chunks(some.len().div_ceil(threads).max(1)).collect();
        let mut buffers: Vec<Option<&mut Vec<f32>>> = match slopes {
            Some(slopes) => slopes.iter_mut().map(Some).collect(),
            None => (0..threads).map(|_| None).collect(),
        };
        let one = |part: &[u32], mut slopes: Option<&mut Vec<f32>>| {
            let mut tally = Tally::default();
            let mut lesson = Lesson::empty();
            for &index in part {
                (self.teach)(&deck.case(index as usize), true, &mut lesson);
                tally.cost += look::<W>(layout, numbers, &lesson, slopes.as_deref_mut().map(Vec::as_mut_slice));
                tally.count += 1.0;
            }
            tally
        };
        thread::scope(|scope| {
            let one = &one;
            let others: Vec<_> = parts
                .iter()
                .zip(buffers.drain(..))
                .map(|(part, slopes)| scope.spawn(move || one(part, slopes)))
                .collect();
            let mut all = Tally::default();
            for other in others {
                // A thread that panics takes the whole with it.
                all.add(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            all
        })
    }

    /// Hundredths for an output of one: such that a man more is worth a hundred on average.
    fn unit<const W: usize>(&self, rules: &Rules, layout: Layout, numbers: &[f32]) -> f64 {
        let (mut product, mut square) = (0.0, 1e-9);
        let mut lesson = Lesson::empty();
        for case in self.cases.kept.iter() {
            let sample = &case.sample;
            if sample.kings != 0 {
                continue;
            }
            let men = f64::from(sample.pieces[0].count()) - f64::from(sample.pieces[1].count());
            let men = if sample.turn == Color::White { men } else { -men };
            if (1.0..=2.0).contains(&men.abs()) {
                (self.teach)(&case, false, &mut lesson);
                product += men * f64::from(output::<W>(layout, numbers, &lesson));
                square += men * men;
            }
        }
        let man = (product / square).abs();
        // Where fewer pieces are better, or a man says little, the scale of the scores is the measure.
        if rules.goal == Goal::Misere || man < 0.05 {
            self.scale
        } else {
            (100.0 / man).clamp(10.0, 1000.0)
        }
    }

    /// What rounding has changed: see [`Learned::rounding`].
    fn rounding<const W: usize>(&self, layout: Layout, numbers: &[f32], parameters: &Parameters) -> [f64; 2] {
        let back = unrounded(layout, parameters);
        let mut lesson = Lesson::empty();
        let (mut sum, mut most, mut count) = (0.0, 0.0f64, 0.0);
        let kept = &self.cases.kept;
        for index in (0..kept.len()).step_by((kept.len() / 10_000).max(1)) {
            (self.teach)(&kept.case(index), false, &mut lesson);
            let exact = output::<W>(layout, numbers, &lesson) / lesson.divisor(1.0);
            let coarse = output::<W>(layout, &back, &lesson) / lesson.divisor(1.0);
            let apart = f64::from(exact - coarse) * f64::from(parameters.unit);
            sum += apart * apart;
            most = most.max(apart.abs());
            count += 1.0;
        }
        [(sum / f64::max(count, 1.0)).sqrt(), most]
    }
}

impl Lesson {
    fn empty() -> Lesson {
        Lesson {
            notes: Notes::default(),
            turn: Color::White,
            head: 0,
            divisors: [1.0; 2],
            aim: 0.5,
        }
    }

    fn divisor(&self, output: f32) -> f32 {
        let ahead = if output > 0.0 { self.turn } else { self.turn.opposite() };
        self.divisors[ahead.index()]
    }
}

/// The numbers that a net begins with.
fn begin(layout: Layout, chance: &mut Chance) -> Vec<f32> {
    let mut numbers = vec![0.0; layout.len()];
    let width = layout.shape.width;
    for number in &mut numbers[layout.row(0)..layout.row(TERMS)] {
        *number = 0.05 * chance.signed();
    }
    numbers[layout.bias()..layout.head(0)].fill(0.4);
    for head in 0..HEADS {
        let first = layout.head(head);
        for number in &mut numbers[first..first + 4 * width] {
            *number = chance.signed() / (width as f32).sqrt();
        }
    }
    // Every head begins alike.
    let (size, first) = (4 * width, layout.head(0));
    let pattern = numbers[first..first + size].to_vec();
    for head in 1..HEADS {
        numbers[layout.head(head)..layout.head(head) + size].copy_from_slice(&pattern);
    }
    numbers
}

#[inline(always)]
fn add<const W: usize>(sums: &mut [f32; W], row: &[f32], count: f32) {
    for (sum, number) in sums.iter_mut().zip(&row[..W]) {
        *sum += count * number;
    }
}

fn sums<const W: usize>(layout: Layout, numbers: &[f32], notes: &Notes) -> [[f32; W]; 2] {
    let mut sums = [[0.0; W]; 2];
    sums[0].copy_from_slice(&numbers[layout.bias()..layout.bias() + W]);
    sums[1] = sums[0];
    let [white, black] = &mut sums;
    for (rows, facing) in facings(notes) {
        for &row in rows {
            let (own, other) = numbers[layout.row(row as usize)..layout.row(row as usize + 1)].split_at(W);
            let [for_white, for_black] = match facing {
                Facing::Same => [own, other],
                Facing::Turned => [other, own],
                Facing::Both => [own, own],
            };
            add(white, for_white, 1.0);
            add(black, for_black, 1.0);
        }
    }
    for &(row, count) in &*notes.terms {
        let own = &numbers[layout.row(row as usize)..layout.row(row as usize) + W];
        add(white, own, f32::from(count));
        add(black, own, -f32::from(count));
    }
    sums
}

/// What a head makes of the sums.
fn judge<const W: usize>(layout: Layout, numbers: &[f32], lesson: &Lesson, sums: &[[f32; W]; 2]) -> f32 {
    let first = layout.head(lesson.head);
    let mut output = numbers[first + 4 * W];
    for (side, sums) in [&sums[lesson.turn.index()], &sums[lesson.turn.opposite().index()]]
        .into_iter()
        .enumerate()
    {
        let squares = &numbers[first + side * W..][..W];
        let lines = &numbers[first + (2 + side) * W..][..W];
        for index in 0..W {
            let kept = sums[index].clamp(0.0, 1.0);
            output += kept * kept * squares[index] + sums[index] * lines[index];
        }
    }
    output
}

fn output<const W: usize>(layout: Layout, numbers: &[f32], lesson: &Lesson) -> f32 {
    judge(layout, numbers, lesson, &sums::<W>(layout, numbers, &lesson.notes))
}

/// The cost of a position beyond the least there can be; with slopes, adds what each number does to it.
fn look<const W: usize>(layout: Layout, numbers: &[f32], lesson: &Lesson, slopes: Option<&mut [f32]>) -> f64 {
    let sums = sums::<W>(layout, numbers, &lesson.notes);
    let raw = judge(layout, numbers, lesson, &sums);
    let divisor = lesson.divisor(raw);
    let expected = points(f64::from(raw / divisor), 1.0);
    let aim = f64::from(lesson.aim);
    if let Some(slopes) = slopes {
        let slope = (expected - aim) as f32 / divisor;
        teach(layout, numbers, lesson, &sums, slope, slopes);
    }
    cost(aim, expected) - cost(aim, aim)
}

fn teach<const W: usize>(
    layout: Layout,
    numbers: &[f32],
    lesson: &Lesson,
    sums: &[[f32; W]; 2],
    slope: f32,
    slopes: &mut [f32],
) {
    // 1. The head, and what it passes on to the sums.
    let mut passed = [[0.0f32; W]; 2];
    let first = layout.head(lesson.head);
    for (side, color) in [lesson.turn, lesson.turn.opposite()].into_iter().enumerate() {
        let (sums, passed) = (&sums[color.index()], &mut passed[color.index()]);
        let (squares, lines) = (first + side * W, first + (2 + side) * W);
        for index in 0..W {
            let (sum, kept) = (sums[index], sums[index].clamp(0.0, 1.0));
            slopes[squares + index] += slope * kept * kept;
            slopes[lines + index] += slope * sum;
            let bend = if kept == sum { 2.0 * kept } else { 0.0 };
            passed[index] = slope * (numbers[lines + index] + numbers[squares + index] * bend);
        }
    }
    slopes[first + 4 * W] += slope;

    // 2. The rows.
    let [white, black] = &passed;
    let mut spread = |from: usize, passed: &[f32; W], count: f32| {
        for (slope, number) in slopes[from..from + W].iter_mut().zip(passed) {
            *slope += count * number;
        }
    };
    spread(layout.bias(), white, 1.0);
    spread(layout.bias(), black, 1.0);
    for (rows, facing) in facings(&lesson.notes) {
        for &row in rows {
            let (own, other) = (layout.row(row as usize), layout.row(row as usize) + W);
            let (for_white, for_black) = match facing {
                Facing::Same => (own, other),
                Facing::Turned => (other, own),
                Facing::Both => (own, own),
            };
            spread(for_white, white, 1.0);
            spread(for_black, black, 1.0);
        }
    }
    for &(row, count) in &*lesson.notes.terms {
        spread(layout.row(row as usize), white, f32::from(count));
        spread(layout.row(row as usize), black, -f32::from(count));
    }
}

fn facings(notes: &Notes) -> [(&[u32], Facing); 3] {
    [
        (&*notes.same, Facing::Same),
        (&*notes.turned, Facing::Turned),
        (&*notes.both, Facing::Both),
    ]
}

/// One step of all numbers.
#[derive(Clone, Copy)]
struct Adam {
    rate: f32,
    keep: f32,
    epsilon: f32,
    /// Of one position in the batch.
    share: f32,
}

impl Adam {
    /// Takes the step and clears the slopes.
    fn step(
        self,
        threads: usize,
        numbers: &mut [f32],
        means: &mut [f32],
        squares: &mut [f32],
        slopes: &mut [Vec<f32>],
    ) {
        let size = numbers.len().div_ceil(threads);
        let mut parts: Vec<Vec<&mut [f32]>> = (0..threads).map(|_| Vec::new()).collect();
        for slopes in slopes.iter_mut() {
            for (part, some) in parts.iter_mut().zip(slopes.chunks_mut(size)) {
                part.push(some);
            }
        }
        thread::scope(|scope| {
            let chunks = numbers
                .chunks_mut(size)
                .zip(means.chunks_mut(size))
                .zip(squares.chunks_mut(size))
                .zip(parts);
            for (((numbers, means), squares), mut slopes) in chunks {
                scope.spawn(move || {
                    for index in 0..numbers.len() {
                        let mut slope = 0.0;
                        for part in &mut slopes {
                            slope += std::mem::take(&mut part[index]);
                        }
                        slope *= self.share;
                        means[index] += (1.0 - MOMENTUM) * (slope - means[index]);
                        squares[index] += (1.0 - VARIANCE) * (slope * slope - squares[index]);
                        let step = self.rate * means[index] / (squares[index].sqrt() + self.epsilon);
                        numbers[index] = numbers[index] * self.keep - step;
                    }
                });
            }
        });
    }
}

/// Keeps the weights of squares within what they are rounded to.
fn bound(layout: Layout, numbers: &mut [f32]) {
    let most = f32::from(MOST_SQUARE) / SQUARE_ONE as f32;
    for head in 0..HEADS {
        for number in &mut numbers[layout.head(head)..][..2 * layout.shape.width] {
            *number = number.clamp(-most, most);
        }
    }
}

/// Puts the rows of single men into those of the patterns that show them, each into one.
fn merge(rules: &Rules, layout: Layout, numbers: &mut [f32]) {
    let (windows, width) = (Windows::of(rules), layout.shape.width);
    let last = windows.count() - 1;
    // For the first half of the squares, the first window with a table of its own that shows it; the others follow.
    // A square in the middle is its own image, and is seen in a window and in the image of that: in each by half.
    for place in 0..rules.squares().div_ceil(2) {
        let Some((window, square)) = windows.of_place(place).find(|&(window, _)| window <= last - window) else {
            continue;
        };
        let image = rules.squares() - 1 - place;
        let share = if place == image { 0.5 } else { 1.0 };
        let mut shown = vec![(square, place)];
        if window == last - window {
            shown.push((7 - square, image));
        }
        for content in 0..CONTENTS {
            let (table, place_of, facing) = windows.place(window, content, turned(content));
            if facing == Facing::Turned {
                continue;
            }
            let at = layout.row(TERMS + table * CONTENTS + place_of);
            for &(square, place) in &shown {
                let (from, swapped) = match digit(content, square) {
                    0 => continue,
                    1 => (layout.row(MAN_AT + place), false),
                    _ => (layout.row(MAN_AT + rules.squares() - 1 - place), true),
                };
                for index in 0..2 * width {
                    let source = if swapped { (index + width) % (2 * width) } else { index };
                    numbers[at + index] += share * numbers[from + source];
                }
            }
        }
    }
    numbers[layout.row(MAN_AT)..layout.row(MAN_AT + rules.squares())].fill(0.0);
}

fn rounded(layout: Layout, numbers: &[f32], unit: f64, data: u64) -> Parameters {
    let width = layout.shape.width;
    let round = |some: &[f32], one: i32, most: i16| -> Vec<i16> {
        let most = f32::from(most);
        some.iter()
            .map(|number| (number * one as f32).round().clamp(-most, most) as i16)
            .collect()
    };
    let heads = (0..HEADS).map(|head| {
        let first = layout.head(head);
        Head {
            squares: round(&numbers[first..first + 2 * width], SQUARE_ONE, MOST_SQUARE),
            lines: round(&numbers[first + 2 * width..first + 4 * width], LINE_ONE, i16::MAX),
            bias: (numbers[first + 4 * width] * (ONE * ONE * SQUARE_ONE) as f32).round() as i32,
        }
    });
    Parameters {
        shape: layout.shape,
        unit: unit as f32,
        data,
        bias: round(&numbers[layout.bias()..layout.head(0)], ONE, i16::MAX),
        rows: round(&numbers[..layout.bias()], ONE, i16::MAX),
        heads: heads.collect(),
    }
}

/// What the rounded numbers stand for.
fn unrounded(layout: Layout, parameters: &Parameters) -> Vec<f32> {
    let sums = parameters.rows.iter().chain(&parameters.bias);
    let mut numbers: Vec<f32> = sums.map(|&number| f32::from(number) / ONE as f32).collect();
    for head in &parameters.heads {
        numbers.extend(head.squares.iter().map(|&weight| f32::from(weight) / SQUARE_ONE as f32));
        numbers.extend(head.lines.iter().map(|&weight| f32::from(weight) / LINE_ONE as f32));
        numbers.push(head.bias as f32 / (ONE * ONE * SQUARE_ONE) as f32);
    }
    debug_assert_eq!(numbers.len(), layout.len());
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::games::{Lasca, Russian};
    use damier_rules::{Board, Position};

    /// What single men are worth beside the patterns is what the patterns are worth alone, once it is put into them: on a
    /// board whose middle is a square, too.
    fn merging_changes_nothing<V: Variant>(variant: V) {
        let (rules, terms, mut chance) = (variant.rules(), Terms::of(variant), Chance(3));
        let layout = Layout {
            shape: Shape {
                sight: Sight::Patterns,
                width: 16,
                rows: rows(rules, Sight::Patterns),
            },
        };
        let numbers: Vec<f32> = (0..layout.len()).map(|_| 0.1 * chance.signed()).collect();
        let mut merged = numbers.clone();
        merge(rules, layout, &mut merged);
        let (mut board, mut moves, mut lesson) = (Board::start(variant), Vec::new(), Lesson::empty());
        for ply in 0..200 {
            let mut told = |numbers: &[f32], single: bool| {
                lesson.notes.take(&terms, &board, Sight::Patterns, single);
                lesson.turn = board.turn;
                output::<16>(layout, numbers, &lesson)
            };
            let (before, after) = (told(&numbers, true), told(&merged, false));
            assert!(
                (before - after).abs() < 1e-3,
                "{}, ply {ply}: {before} {after}",
                rules.id
            );
            board.legal_moves(&mut moves);
            board = match moves.len() {
                0 => Board::start(variant),
                count => board.play(moves[chance.next() as usize % count]),
            };
        }
    }

    #[test]
    fn single_men_go_into_the_patterns_that_show_them() {
        merging_changes_nothing(Russian);
        merging_changes_nothing(Lasca);
    }
}
