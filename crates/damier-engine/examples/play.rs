//! `play [GAME] [NODES]`: the engine against itself from the starting position, with the speed at the end.

use damier_engine::{Judge, Limit, Root, Search};
use damier_rules::{Bits, Board, Move, Position, Rules, Variant, for_each_game, games};

/// The longest game that is shown.
const MOST_PLIES: u32 = 300;

fn main() {
    let mut words = std::env::args().skip(1);
    let wanted = words.next().unwrap_or_else(|| "international".to_string());
    let nodes = words.next().and_then(|word| word.parse().ok()).unwrap_or(200_000);
    macro_rules! run {
        ($($game:ident, $rules:path, $word:ty;)*) => {
            $(
                if wanted == $rules.id || wanted == "all" {
                    play(games::$game, nodes);
                }
            )*
        };
    }
    for_each_game!(run);
}

fn play<V: Variant>(variant: V, nodes: u64) {
    let rules = variant.rules();
    let mut root = Root::new(
        Board::start(variant),
        rules.profiles.first().map_or(&[][..], |profile| profile.rules),
    );
    let (mut search, judge) = (Search::new(16), Judge::of(variant));
    let (mut all, mut seconds) = (0, 0.0);
    println!("{}", rules.name);
    for ply in 1..=MOST_PLIES {
        let lines = search.run(&root, &judge, &Limit::nodes(nodes), 1);
        let Some(line) = lines.first() else { break };
        all += line.nodes;
        seconds += line.seconds;
        let score = match line.score.plies_to_end() {
            Some(plies) => format!("{} in {plies}", if line.score.is_win() { "win" } else { "loss" }),
            None => format!("{:+.2}", f64::from(line.score.to_hundredths()) / 100.0),
        };
        println!(
            "{ply:3}. {:8} {score:>10}  depth {}",
            write(rules, &root.position, line.pv[0]),
            line.depth
        );
        root.push(line.pv[0]);
    }
    println!("{:?}", root.position.end());
    println!("{:.2} million nodes a second", all as f64 / seconds / 1e6);
}

fn write<V: Variant>(rules: &Rules, board: &Board<V>, m: Move<V::Word>) -> String {
    let geometry = &board.variant.tables().geometry;
    let number = |bit| geometry.number(rules, rules.numbering, bit);
    let sign = if m.captured.is_empty() { '-' } else { 'x' };
    format!("{}{sign}{}", number(m.from), number(m.to))
}
