//! Two evaluations in the same search. Nodes, not time, limit a move: the speeds come at the end.

use damier_engine::selfplay::{self, Plan};
use damier_engine::{Handmade, Judge, Limit, Search};
use damier_rules::{Color, Position, Variant};

const MOST_PLIES: u32 = 300;

#[derive(Clone, Debug)]
pub struct Options {
    pub evaluations: [String; 2],
    pub games: u64,
    pub nodes: u64,
    pub seed: u64,
}

impl Options {
    pub fn run<V: Variant>(&self, variant: V) -> Result<(), String> {
        let [first, second] = &self.evaluations;
        let judges = [crate::judge(variant, first)?, crate::judge(variant, second)?];
        compare(variant, &judges, self.games, self.nodes, self.seed);
        Ok(())
    }
}

fn compare<V: Variant>(variant: V, judges: &[Judge<V::Word>; 2], count: u64, nodes: u64, seed: u64) {
    let plan = Plan {
        balance: 80,
        most_plies: MOST_PLIES,
        ..Plan::of(variant.rules(), seed, nodes)
    };
    let by_hand = Judge::Handmade(Handmade::new(variant));
    let mut searches = [Search::new(4), Search::new(4)];
    let (mut results, mut pairs) = ([0u32; 3], Vec::new());
    let mut speeds = [(0u64, 0.0); 2];
    for pair in 0..count.div_ceil(2) {
        let mut points = 0;
        for white in [0, 1] {
            for search in &mut searches {
                search.clear();
            }
            let (mut root, mut ply) = selfplay::opening(variant, &mut searches[0], &by_hand, &plan, pair as u32);
            searches[0].clear();
            let result = loop {
                if let Some((_, winner)) = root.position.end() {
                    break if (winner == Color::White) == (white == 0) { 2 } else { 0 };
                }
                if ply >= MOST_PLIES || selfplay::is_drawn(&root) {
                    break 1;
                }
                let mover = if root.position.turn == Color::White {
                    white
                } else {
                    1 - white
                };
                let lines = searches[mover].run(&root, &judges[mover], &Limit::nodes(nodes), 1);
                speeds[mover].0 += lines[0].nodes;
                speeds[mover].1 += lines[0].seconds;
                root.push(lines[0].pv[0]);
                ply += 1;
            };
            results[2 - result] += 1;
            points += result;
        }
        pairs.push(f64::from(points as u32) / 4.0);
    }
    let mean = pairs.iter().sum::<f64>() / pairs.len() as f64;
    let variance = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / (pairs.len() as f64 - 1.0).max(1.0);
    let error = 1.96 * (variance / pairs.len() as f64).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    let [wins, draws, losses] = results;
    println!(
        "{}: +{wins} ={draws} -{losses}  {:.1}%  Elo {:+.0} ± {:.0}  ({:.2} and {:.2} million nodes a second)",
        variant.rules().id,
        100.0 * mean,
        elo(mean),
        (elo(mean + error) - elo(mean - error)) / 2.0,
        speeds[0].0 as f64 / speeds[0].1 / 1e6,
        speeds[1].0 as f64 / speeds[1].1 / 1e6
    );
}
