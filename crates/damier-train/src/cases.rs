//! Positions to learn from.

use std::collections::HashSet;

use damier_engine::eval::net::pieces;
use damier_engine::selfplay::{Games, Sample};
use damier_rules::zobrist::mix;
use damier_rules::{Bits, Color, Position, Variant};

use crate::{best_scale, cost, points};

/// Every so many games one is kept to see whether what was learned is true elsewhere.
const VALIDATION: u32 = 20;
/// Positions that are looked at for the scale of scores.
const MOST_FOR_SCALE: usize = 200_000;

/// A position, what a search said of it, and how its game ended.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub sample: Sample,
    /// White's view: 1, 0 or -1.
    pub result: i8,
    /// Kept for validation.
    pub held_back: bool,
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
}

/// What is kept of the games on file.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    pub all: Vec<Case>,
    pub games: u64,
    /// Positions that were left out: seen before, and known to the tables.
    pub repeated: u64,
    pub known: u64,
    /// A hash of the files.
    pub hash: u64,
    seen: HashSet<u64>,
}

impl Cases {
    /// Adds the games of a file. Positions of at most so many pieces are left to the tables. The error says what is
    /// wrong with the file.
    pub fn add<V: Variant>(&mut self, variant: V, bytes: &[u8], known: u32) -> Result<(), String> {
        let games = Games::new(bytes, variant.rules(), &variant.tables().geometry)?;
        for game in games {
            self.games += 1;
            for sample in &game.samples {
                if variant.rules().stacking.is_some() {
                    let hash = sample.towers(variant).hash();
                    self.add_one((hash, pieces(variant.rules())), sample, game.result, game.number, known);
                } else {
                    let board = sample.board(variant);
                    let pieces = board.occupied().count();
                    self.add_one((board.hash(), pieces), sample, game.result, game.number, known);
                }
            }
            self.hash = mix(self.hash ^ mix(u64::from(game.number) << 32 ^ game.samples.len() as u64));
        }
        Ok(())
    }

    /// A position is given by its hash and how many pieces it has.
    fn add_one(&mut self, (hash, pieces): (u64, u32), sample: &Sample, result: i8, number: u32, known: u32) {
        self.hash = mix(self.hash ^ hash ^ u64::from(sample.score.cast_unsigned()));
        if pieces <= known {
            self.known += 1;
        } else if self.seen.insert(hash) {
            self.all.push(Case {
                sample: *sample,
                result,
                held_back: number.is_multiple_of(VALIDATION),
            });
        } else {
            self.repeated += 1;
        }
    }

    /// Is there something to learn from, and something to hold it against? The error says what is missing.
    pub fn check(&self) -> Result<(), String> {
        let held_back = self.all.iter().filter(|case| case.held_back).count();
        if held_back == 0 || held_back == self.all.len() {
            return Err(format!(
                "too few games: of {}, one in {VALIDATION} is kept back to see whether what was learned is true",
                self.games
            ));
        }
        Ok(())
    }

    /// The scale, in hundredths, on which scores predict results best.
    pub fn scale(&self) -> f64 {
        let step = (self.all.len() / MOST_FOR_SCALE).max(1);
        let some: Vec<&Case> = self.all.iter().step_by(step).collect();
        best_scale(|scale| {
            some.iter()
                .map(|case| cost(case.result(), points(case.score(), scale)))
                .sum()
        })
    }
}
