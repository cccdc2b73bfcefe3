//! Positions to learn from.

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;

use damier_engine::eval::net::pieces;
use damier_engine::sample::{Form, Sample};
use damier_engine::selfplay::Games;
use damier_rules::zobrist::mix;
use damier_rules::{Bits, Color, Position, Variant};
use memmap2::Mmap;

use crate::deck::Deck;
use crate::problem::Problem;
use crate::{best_scale, cost, points, shuffle};

/// Every so many games one is kept to see whether what was learned is true elsewhere.
const VALIDATION: u32 = 20;
/// Positions that are looked at for the scale of scores.
const MOST_FOR_SCALE: usize = 200_000;

/// A position, what a search said of it, and how its game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    pub sample: Sample,
    /// White's view: 1, 0 or -1.
    pub result: i8,
}

impl Case {
    /// Points that White got.
    pub fn result(&self) -> f64 {
        0.5 + 0.5 * f64::from(self.result)
    }

    /// Hundredths, White's view.
    pub fn score(&self) -> f64 {
        let score = f64::from(self.sample.score);
        if self.sample.turn == Color::White {
            score
        } else {
            -score
        }
    }

    /// What is to be expected for White: a share of what the search said, the rest of what came.
    pub fn aim(&self, share: f64, scale: f64) -> f64 {
        share * points(self.score(), scale) + (1.0 - share) * self.result()
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(form: Form) -> usize {
        1 + form.bytes()
    }

    /// Writes the result i8 and the sample.
    pub(crate) fn write(&self, form: Form, bytes: &mut Vec<u8>) {
        bytes.extend(self.result.to_le_bytes());
        form.write(&self.sample, bytes);
    }

    pub(crate) fn read(form: Form, bytes: &[u8]) -> Option<Case> {
        let (&result, sample) = bytes.split_first()?;
        let result = result.cast_signed();
        let sample = form.read(sample)?;
        (-1..=1).contains(&result).then_some(Case { sample, result })
    }
}

/// What was read, and what of it was left out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    pub games: u64,
    /// Positions that were there already.
    pub repeated: u64,
    /// Positions that the tables know.
    pub known: u64,
    /// A hash of all that was read.
    pub hash: u64,
}

/// A case as it comes from its game.
pub(crate) struct Met {
    pub case: Case,
    /// The hash of its position.
    pub hash: u64,
    pub held_back: bool,
}

impl Counts {
    /// Goes through the games of a file, and shows the positions of more than so many pieces; after each game, `visit`
    /// may fail.
    pub(crate) fn read<V: Variant>(
        &mut self,
        variant: V,
        path: &Path,
        least: u32,
        mut visit: impl FnMut(Met) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let bytes = map(path)?;
        let games = Games::new(&bytes, Form::of(variant)).map_err(Problem::content(path))?;
        for game in games {
            self.games += 1;
            for &sample in &game.samples {
                let (hash, count) = if variant.rules().stacking.is_some() {
                    (sample.towers(variant).hash(), pieces(variant.rules()))
                } else {
                    let board = sample.board(variant);
                    (board.hash(), board.occupied().count())
                };
                self.hash = mix(self.hash ^ hash ^ u64::from(sample.score.cast_unsigned()));
                if count <= least {
                    self.known += 1;
                    continue;
                }
                visit(Met {
                    case: Case {
                        sample,
                        result: game.result,
                    },
                    hash,
                    held_back: game.number.is_multiple_of(VALIDATION),
                })?;
            }
            self.hash = mix(self.hash ^ mix(u64::from(game.number) << 32 ^ game.samples.len() as u64));
        }
        Ok(())
    }
}

/// The bytes of a file, read as they are needed.
pub(crate) fn map(path: &Path) -> Result<Mmap, Problem> {
    let file = File::open(path).map_err(Problem::disk(path))?;
    // SAFETY: the files are the user's own and only ever grow while they are read; what is read is checked before use.
    unsafe { Mmap::map(&file) }.map_err(Problem::disk(path))
}

/// Positions of one game to learn from, each once.
#[derive(Clone, Debug)]
pub struct Cases {
    pub pupils: Deck,
    /// Those of every twentieth game, to see whether what was learned is true elsewhere.
    pub kept: Deck,
    pub counts: Counts,
    seen: HashSet<u64>,
}

impl Cases {
    pub fn new(form: Form) -> Cases {
        Cases {
            pupils: Deck::new(form),
            kept: Deck::new(form),
            counts: Counts::default(),
            seen: HashSet::new(),
        }
    }

    /// Those of a file that was shuffled.
    pub(crate) fn shuffled(pupils: Deck, kept: Deck, counts: Counts) -> Cases {
        Cases {
            pupils,
            kept,
            counts,
            seen: HashSet::new(),
        }
    }

    /// Adds the games of a file, without positions of at most so many pieces, which are left to the tables; or takes over
    /// a file that was shuffled, without reading it into memory.
    pub fn add<V: Variant>(&mut self, variant: V, path: &Path, least: u32) -> Result<(), Problem> {
        let refuse = |what: &str| Err(Problem::content(path)(what.to_owned()));
        if shuffle::is_shuffled(path)? {
            if self.counts != Counts::default() {
                return refuse("what was shuffled has each position once already, and is read alone");
            }
            *self = shuffle::open(variant, path, least)?;
            return Ok(());
        }
        if self.pupils.is_mapped() {
            return refuse("games are shuffled together with others, not added to what was shuffled");
        }
        let Cases {
            pupils,
            kept,
            counts,
            seen,
        } = self;
        let mut repeated = 0;
        counts.read(variant, path, least, |met| {
            if !seen.insert(met.hash) {
                repeated += 1;
            } else if met.held_back {
                kept.push(&met.case);
            } else {
                pupils.push(&met.case);
            }
            Ok(())
        })?;
        counts.repeated += repeated;
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.pupils.len() + self.kept.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = Case> {
        self.pupils.iter().chain(self.kept.iter())
    }

    /// Is there something to learn from, and something to hold it against? The error says what is missing.
    pub fn check(&self) -> Result<(), String> {
        if self.pupils.is_empty() || self.kept.is_empty() {
            return Err(format!(
                "too few games: of {}, one in {VALIDATION} is kept back to see whether what was learned is true",
                self.counts.games
            ));
        }
        Ok(())
    }

    /// The scale, in hundredths, on which scores predict results best.
    pub fn scale(&self) -> f64 {
        let step = (self.pupils.len() / MOST_FOR_SCALE).max(1);
        let some: Vec<Case> = (0..self.pupils.len())
            .step_by(step)
            .map(|index| self.pupils.case(index))
            .collect();
        best_scale(|scale| {
            some.iter()
                .map(|case| cost(case.result(), points(case.score(), scale)))
                .sum()
        })
    }
}
