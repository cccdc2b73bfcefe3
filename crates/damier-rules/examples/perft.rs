//! `perft DEPTH [GAME]`: counts from the starting position and says how fast.

use std::time::Instant;

use damier_rules::board::Board;
use damier_rules::{for_each_game, games, perft::perft};

fn main() {
    let mut words = std::env::args().skip(1);
    let depth: u32 = words.next().and_then(|word| word.parse().ok()).unwrap_or(8);
    let wanted = words.next();
    macro_rules! run {
        ($($game:ident, $rules:path, $word:ty;)*) => {
            $(
                if wanted.as_deref().is_none_or(|id| id == $rules.id) {
                    let board = Board::start(games::$game);
                    for depth in 1..=depth {
                        let clock = Instant::now();
                        let nodes = perft(&board, depth);
                        let seconds = clock.elapsed().as_secs_f64();
                        println!("{:14} {depth:2} {nodes:14} {:8.1} M/s", $rules.id, nodes as f64 / seconds / 1e6);
                    }
                }
            )*
        };
    }
    for_each_game!(run);
}
