//! `perft DEPTH [GAME]`: counts from the starting position and says how fast.

use std::time::Instant;

use damier_rules::board::Board;
use damier_rules::towers::Towers;
use damier_rules::{Position, for_each_game, for_each_tower_game, games, perft::perft};

fn main() {
    let mut words = std::env::args().skip(1);
    let depth: u32 = words.next().and_then(|word| word.parse().ok()).unwrap_or(8);
    let wanted = words.next();
    macro_rules! run {
        ($kind:ident $($game:ident, $rules:path, $word:ty;)*) => {
            $(
                if wanted.as_deref().is_none_or(|id| id == $rules.id) {
                    count($rules.id, &$kind::start(games::$game), depth);
                }
            )*
        };
    }
    macro_rules! flat {
        ($($games:tt)*) => { run! { Board $($games)* } };
    }
    macro_rules! towers {
        ($($games:tt)*) => { run! { Towers $($games)* } };
    }
    for_each_game!(flat);
    for_each_tower_game!(towers);
}

fn count(id: &str, position: &impl Position, depth: u32) {
    for depth in 1..=depth {
        let clock = Instant::now();
        let nodes = perft(position, depth);
        let seconds = clock.elapsed().as_secs_f64();
        println!("{id:14} {depth:2} {nodes:14} {:8.1} M/s", nodes as f64 / seconds / 1e6);
    }
}
