//! Two numbers for every pattern of men: logistic regression by L-BFGS.
//!
//! The aim for a position is a mixture of its search score and of the result of its game, both as expected points; the
//! spread says how far, in hundredths, the worth of a pattern is expected to be from that of its men one by one.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_engine::eval::endings::Fortress;
use damier_engine::eval::terms::{
    FIRST_KING, FULL, KING_AT, MAN, MAN_AT, MOBILE, MORE_KINGS, REACH, RUNNER, SKEW, TERMS, TURN, Tally, Terms,
};
use damier_engine::eval::weights::{UNITS, Weights};
use damier_engine::eval::windows::{CONTENTS, Facing, Windows};
use damier_rules::rules::{Goal, KingRange};
use damier_rules::{Bits, Color, Variant};

use crate::cases::{Case, Cases};
use crate::{cost, points};

/// Positions of one game are much alike: each counts for less than one on its own.
const ALIKE: f64 = 0.25;
const MEMORY: usize = 10;

/// How weights learn.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Of the aim, what the search said; the rest is how the game ended.
    pub share: f64,
    /// As of a net.
    pub scale: f64,
    /// See the head of this file.
    pub spread: f64,
    /// Steps at most.
    pub iterations: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            share: 0.7,
            scale: 0.0,
            spread: 8.0,
            iterations: 120,
        }
    }
}

/// Weights that have learned.
#[derive(Clone, Debug)]
pub struct Learned {
    pub weights: Weights,
    /// Mean cost beyond the least there can be, of what was learned from and of what was kept back.
    pub training: f64,
    pub validation: f64,
    /// The scale of scores, in hundredths.
    pub scale: f64,
}

/// Learns from cases; stops, with nothing, when it is told to. `report` is told the steps that were taken.
pub fn fit<V: Variant>(
    variant: V,
    cases: &Cases,
    options: &Options,
    stop: &AtomicBool,
    report: &mut dyn FnMut(u32),
) -> Result<Option<Learned>, String> {
    if !Windows::of(variant.rules()).fit() {
        return Err(format!("{}: no patterns fit the board", variant.rules().id));
    }
    cases.check()?;
    let mut learner = Learner::new(variant);
    for (deck, validation) in [(&cases.pupils, false), (&cases.kept, true)] {
        for case in deck.iter() {
            learner.add(variant, &case, validation);
        }
    }
    let scale = if options.scale > 0.0 {
        options.scale
    } else {
        cases.scale()
    };
    Ok(learner.learn(options, scale, stop, report))
}

/// One position as the regression sees it.
struct Seen {
    /// Where its terms end in the common list.
    end: usize,
    phase: f32,
    /// By what a score is divided where White, where Black is ahead.
    divisors: [f32; 2],
    /// Hundredths, White's view.
    score: f32,
    /// Points, White's view.
    result: f32,
    validation: bool,
    /// More men for White, where there are only men.
    men: Option<f32>,
}

struct Learner<B> {
    windows: Windows,
    terms: Terms<B>,
    fortress: Fortress,
    man: f64,
    king: f64,
    cases: Vec<Seen>,
    places: Vec<u32>,
    counts: Vec<i8>,
}

/// Notes what is seen in the lists of a learner.
struct Notes<'l> {
    windows: Windows,
    places: &'l mut Vec<u32>,
    counts: &'l mut Vec<i8>,
}

impl Tally for Notes<'_> {
    const SQUARES: bool = true;

    fn window(&mut self, window: usize, content: usize, turned: usize) {
        let (table, place, facing) = self.windows.place(window, content, turned);
        let sign = match facing {
            Facing::Same => 1,
            Facing::Turned => -1,
            Facing::Both => return,
        };
        self.places.push((TERMS + table * CONTENTS + place) as u32);
        self.counts.push(sign);
    }

    fn term(&mut self, term: usize, count: i32) {
        if count != 0 {
            self.places.push(term as u32);
            self.counts.push(count as i8);
        }
    }
}

impl<B: Bits> Learner<B> {
    fn new<V: Variant<Word = B>>(variant: V) -> Learner<B> {
        let rules = variant.rules();
        Learner {
            windows: Windows::of(rules),
            terms: Terms::of(variant),
            fortress: Fortress::of(rules),
            man: if rules.goal == Goal::Misere { 0.0 } else { 100.0 },
            king: match (rules.goal, rules.king_range) {
                (Goal::Misere, _) => 0.0,
                (_, KingRange::Long) => 300.0,
                (_, KingRange::Short) => 150.0,
            },
            cases: Vec::new(),
            places: Vec::new(),
            counts: Vec::new(),
        }
    }

    fn add<V: Variant<Word = B>>(&mut self, variant: V, case: &Case, validation: bool) {
        let board = case.sample.board(variant);
        let mut notes = Notes {
            windows: self.windows,
            places: &mut self.places,
            counts: &mut self.counts,
        };
        let phase = self.terms.see(&board, &mut notes);
        let men = Color::BOTH.map(|color| board.men(color).count() as f32);
        self.cases.push(Seen {
            end: self.places.len(),
            phase: phase as f32 / FULL as f32,
            divisors: Color::BOTH.map(|color| self.fortress.divisor(&board, color) as f32),
            score: case.score() as f32,
            result: case.result() as f32,
            validation,
            men: board.kings.is_empty().then_some(men[0] - men[1]),
        });
    }

    /// What a man and a king are expected to be worth before anything is known.
    fn expected(&self, weight: usize) -> f64 {
        match weight / 2 {
            MAN => self.man,
            FIRST_KING | MORE_KINGS => self.king,
            _ => 0.0,
        }
    }

    /// How far from what is expected the weights may be, in hundredths.
    fn spreads(&self, spread: f64) -> Vec<f64> {
        let mut spreads = vec![spread; TERMS + self.windows.tables() * CONTENTS];
        spreads[MAN] = 300.0;
        spreads[FIRST_KING] = 150.0;
        spreads[MORE_KINGS] = 150.0;
        spreads[MOBILE] = 20.0;
        spreads[TURN..SKEW].fill(20.0);
        spreads[SKEW..REACH].fill(10.0);
        spreads[REACH..RUNNER].fill(40.0);
        spreads[RUNNER..MAN_AT].fill(100.0);
        spreads[MAN_AT..KING_AT].fill(20.0);
        spreads[KING_AT..TERMS].fill(20.0);
        spreads
    }

    fn learn(&self, options: &Options, scale: f64, stop: &AtomicBool, report: &mut dyn FnMut(u32)) -> Option<Learned> {
        let Options { share, spread, .. } = *options;
        let aims: Vec<f64> = self
            .cases
            .iter()
            .map(|case| share * points(f64::from(case.score), scale) + (1.0 - share) * f64::from(case.result))
            .collect();
        let spreads: Vec<f64> = self.spreads(spread).iter().flat_map(|&s| [s, s]).collect();
        // How much each weight matters sets the length of its steps.
        let mut matters: Vec<f64> = spreads.iter().map(|s| 1.0 / (s * s)).collect();
        self.each_case(|index, case, places, counts| {
            let expected = aims[index].clamp(0.02, 0.98);
            let curve = ALIKE * expected * (1.0 - expected) / (scale * scale);
            for (&place, &count) in places.iter().zip(counts) {
                let (count, phase) = (f64::from(count), f64::from(case.phase));
                matters[2 * place as usize] += curve * (count * phase).powi(2);
                matters[2 * place as usize + 1] += curve * (count * (1.0 - phase)).powi(2);
            }
        });
        let stretch: Vec<f64> = matters.iter().map(|m| 1.0 / m.sqrt()).collect();
        let mut weights: Vec<f64> = stretch
            .iter()
            .enumerate()
            .map(|(index, s)| self.expected(index) / s)
            .collect();
        let evaluate = |x: &[f64], gradient: &mut [f64]| {
            let weights: Vec<f64> = x.iter().zip(&stretch).map(|(x, s)| x * s).collect();
            let (loss, slopes) = self.loss(&weights, &aims, scale);
            let mut total = loss;
            for index in 0..x.len() {
                let apart = weights[index] - self.expected(index);
                let prior = apart / (spreads[index] * spreads[index]);
                total += 0.5 * prior * apart;
                gradient[index] = (slopes[index] + prior) * stretch[index];
            }
            total
        };
        let mut steps = 0;
        let goes_on = || {
            steps += 1;
            report(steps);
            !stop.load(Ordering::Relaxed)
        };
        if !minimize(&mut weights, options.iterations, evaluate, goes_on) {
            return None;
        }
        for (weight, s) in weights.iter_mut().zip(&stretch) {
            *weight *= s;
        }
        let (training, validation) = self.costs(&weights, &aims, scale);
        Some(Learned {
            weights: self.rounded(&weights),
            training,
            validation,
            scale,
        })
    }

    fn each_case(&self, mut visit: impl FnMut(usize, &Seen, &[u32], &[i8])) {
        let mut start = 0;
        for (index, case) in self.cases.iter().enumerate() {
            visit(
                index,
                case,
                &self.places[start..case.end],
                &self.counts[start..case.end],
            );
            start = case.end;
        }
    }

    /// The score of a position in hundredths, White's view, and by what it was divided.
    fn score(case: &Seen, places: &[u32], counts: &[i8], weights: &[f64]) -> (f64, f64) {
        let (mut first, mut last) = (0.0, 0.0);
        for (&place, &count) in places.iter().zip(counts) {
            first += f64::from(count) * weights[2 * place as usize];
            last += f64::from(count) * weights[2 * place as usize + 1];
        }
        let phase = f64::from(case.phase);
        let score = first * phase + last * (1.0 - phase);
        let divisor = f64::from(case.divisors[usize::from(score < 0.0)]);
        (score / divisor, divisor)
    }

    /// The cost of all positions to learn from, and its slope along every weight.
    fn loss(&self, weights: &[f64], aims: &[f64], scale: f64) -> (f64, Vec<f64>) {
        let (mut total, mut slopes) = (0.0, vec![0.0; weights.len()]);
        self.each_case(|index, case, places, counts| {
            if case.validation {
                return;
            }
            let (score, divisor) = Self::score(case, places, counts, weights);
            let expected = points(score, scale);
            total += ALIKE * cost(aims[index], expected);
            let slope = ALIKE * (expected - aims[index]) / scale / divisor;
            let phase = f64::from(case.phase);
            let (first, last) = (slope * phase, slope * (1.0 - phase));
            for (&place, &count) in places.iter().zip(counts) {
                slopes[2 * place as usize] += f64::from(count) * first;
                slopes[2 * place as usize + 1] += f64::from(count) * last;
            }
        });
        (total, slopes)
    }

    /// Mean cost of the positions to learn from and of the others, beyond that of knowing the aims.
    fn costs(&self, weights: &[f64], aims: &[f64], scale: f64) -> (f64, f64) {
        let (mut sums, mut counted) = ([0.0; 2], [0.0; 2]);
        self.each_case(|index, case, places, counts| {
            let (score, _) = Self::score(case, places, counts, weights);
            let aim = aims[index];
            sums[usize::from(case.validation)] += cost(aim, points(score, scale)) - cost(aim, aim);
            counted[usize::from(case.validation)] += 1.0;
        });
        (sums[0] / f64::max(counted[0], 1.0), sums[1] / f64::max(counted[1], 1.0))
    }

    /// The weights on a scale on which a man more is worth a hundred on average, as whole units.
    fn rounded(&self, weights: &[f64]) -> Weights {
        let (mut product, mut square) = (0.0, 0.0);
        self.each_case(|_, case, places, counts| {
            if let Some(men) = case.men.map(f64::from).filter(|men| (1.0..=2.0).contains(&men.abs())) {
                product += men * Self::score(case, places, counts, weights).0;
                square += men * men;
            }
        });
        let man = product / square;
        // Where fewer pieces are better, a man is still the measure.
        let unit = if man.abs() > 5.0 {
            f64::from(UNITS) * 100.0 / man.abs()
        } else {
            f64::from(UNITS)
        };
        let round = |weight: f64| (weight * unit).round().clamp(-32_768.0, 32_767.0) as i16;
        let pairs: Vec<[i16; 2]> = weights
            .chunks_exact(2)
            .map(|pair| [round(pair[0]), round(pair[1])])
            .collect();
        Weights {
            terms: pairs[..TERMS].to_vec(),
            tables: pairs[TERMS..].chunks_exact(CONTENTS).map(<[_]>::to_vec).collect(),
        }
    }
}

/// L-BFGS (Nocedal 1980) with a line search that halves its step; false where it was not to go on.
fn minimize(
    x: &mut [f64],
    iterations: u32,
    mut evaluate: impl FnMut(&[f64], &mut [f64]) -> f64,
    mut goes_on: impl FnMut() -> bool,
) -> bool {
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let mut gradient = vec![0.0; x.len()];
    let mut value = evaluate(x, &mut gradient);
    let mut past: Vec<(Vec<f64>, Vec<f64>, f64)> = Vec::new();
    let mut calm = 0;
    for _ in 0..iterations {
        if !goes_on() {
            return false;
        }
        let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
        let mut factors = Vec::new();
        for (step, change, inverse) in past.iter().rev() {
            let factor = inverse * dot(step, &direction);
            direction.iter_mut().zip(change).for_each(|(d, c)| *d -= factor * c);
            factors.push(factor);
        }
        if let Some((step, change, _)) = past.last() {
            let length = dot(step, change) / dot(change, change);
            direction.iter_mut().for_each(|d| *d *= length);
        }
        for ((step, change, inverse), factor) in past.iter().zip(factors.into_iter().rev()) {
            let other = inverse * dot(change, &direction);
            direction
                .iter_mut()
                .zip(step)
                .for_each(|(d, s)| *d += (factor - other) * s);
        }
        let slope = dot(&gradient, &direction);
        if slope >= 0.0 {
            break;
        }
        let mut length = 1.0;
        let mut next_gradient = vec![0.0; x.len()];
        let (next, next_value) = loop {
            let next: Vec<f64> = x.iter().zip(&direction).map(|(x, d)| x + length * d).collect();
            let next_value = evaluate(&next, &mut next_gradient);
            if next_value <= value + 1e-4 * length * slope || length < 1e-6 {
                break (next, next_value);
            }
            length *= 0.5;
        };
        let step: Vec<f64> = next.iter().zip(x.iter()).map(|(n, x)| n - x).collect();
        let change: Vec<f64> = next_gradient.iter().zip(&gradient).map(|(n, g)| n - g).collect();
        let curve = dot(&step, &change);
        if curve > 1e-12 {
            past.push((step, change, 1.0 / curve));
            if past.len() > MEMORY {
                past.remove(0);
            }
        }
        x.copy_from_slice(&next);
        gradient.copy_from_slice(&next_gradient);
        calm = if value - next_value < 2e-6 * value.abs() {
            calm + 1
        } else {
            0
        };
        value = next_value;
        if calm >= 3 {
            break;
        }
    }
    true
}
