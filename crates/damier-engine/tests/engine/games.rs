//! Every game, against an opponent who moves by chance.

use crate::common::Chance;
use damier_engine::{Judge, Limit, Root, Search};
use damier_rules::{Board, Color, Position, Variant, for_each_game, games};

const GAMES: u64 = 20;
const DEPTH: u32 = 4;
/// Plies by chance before the engine takes over.
const OPENING: usize = 4;
/// A game that lasts longer is a draw.
const MOST_PLIES: usize = 240;

/// Twice the points that the engine makes of a game: 2 for a win, 1 for a draw.
fn play<V: Variant>(variant: V, engine: Color, search: &mut Search, chance: &mut Chance) -> u64 {
    let draws = variant
        .rules()
        .profiles
        .first()
        .map_or(&[][..], |profile| profile.rules);
    let judge = Judge::of(variant);
    let mut root = Root::new(Board::start(variant), draws);
    let mut moves = Vec::new();
    for ply in 0..MOST_PLIES {
        if let Some((_, winner)) = root.position.end() {
            return if winner == engine { 2 } else { 0 };
        }
        if draws
            .iter()
            .enumerate()
            .any(|(index, rule)| root.clocks.is_drawn(index, rule))
        {
            return 1;
        }
        root.position.legal_moves(&mut moves);
        let m = if ply < OPENING || root.position.turn() != engine {
            chance.choose(&moves)
        } else {
            let lines = search.run(&root, &judge, &Limit::depth(DEPTH), 1);
            assert!(moves.contains(&lines[0].pv[0]));
            lines[0].pv[0]
        };
        root.push(m);
    }
    1
}

fn beats_chance<V: Variant>(variant: V) {
    let mut points = 0;
    for game in 0..GAMES {
        let engine = if game % 2 == 0 { Color::White } else { Color::Black };
        points += play(variant, engine, &mut Search::new(1), &mut Chance::new(game));
    }
    let id = variant.rules().id;
    println!("{id}: {points} of {}", 2 * GAMES);
    assert!(points * 10 > 2 * GAMES * 9, "{id}: {points} of {}", 2 * GAMES);
}

macro_rules! tests {
    ($($game:ident, $rules:path, $word:ty;)*) => {
        #[allow(non_snake_case)]
        mod beats_chance_at {
            $(
                #[test]
                fn $game() {
                    super::beats_chance(super::games::$game);
                }
            )*
        }
    };
}

for_each_game!(tests);
