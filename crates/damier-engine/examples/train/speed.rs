//! How long an evaluation takes.

use std::hint::black_box;
use std::time::Instant;

use damier_engine::Evaluate;
use damier_engine::selfplay::Games;
use damier_rules::{Board, Variant};

const MOST_GAMES: usize = 600;
const ROUNDS: usize = 15;

#[derive(Clone, Debug)]
pub struct Options {
    pub evaluation: String,
    pub file: String,
}

impl Options {
    /// The fastest of some rounds over the positions of a file, in the order of the games.
    pub fn run<V: Variant>(&self, variant: V) -> Result<(), String> {
        let (bytes, judge) = (crate::bytes(&self.file)?, crate::judge(variant, &self.evaluation)?);
        let games = Games::new(&bytes, variant.rules(), &variant.tables().geometry)?;
        let samples = games.take(MOST_GAMES).flat_map(|game| game.samples);
        let boards: Vec<Board<V>> = samples.map(|sample| sample.board(variant)).collect();
        let round = || {
            let begun = Instant::now();
            for board in &boards {
                black_box(judge.evaluate(board));
            }
            begun.elapsed().as_secs_f64() * 1e9 / boards.len() as f64
        };
        let fastest = (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min);
        println!("{}: {fastest:.1} ns", variant.rules().id);
        Ok(())
    }
}
