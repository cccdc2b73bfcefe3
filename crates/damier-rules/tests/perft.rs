//! The counts of `data/perft`, for the constant games; Python reads the same files for every game and depth.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use damier_rules::any::AnyGame;
use damier_rules::fen::read_fen;
use damier_rules::rules::Numbering;
use damier_rules::setup::Setup;

/// Deeper counts are for Python's slow run and for the benches.
const MOST_NODES: u64 = 3_000_000;

#[test]
fn every_count_of_the_perft_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/perft");
    let mut checked = 0;
    for &game in AnyGame::ALL {
        let id = game.rules().id;
        let text = fs::read_to_string(folder.join(format!("{id}.perft"))).expect("each game has its file");
        let (mut fen, mut numbering) = (String::new(), None);
        for line in text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let (word, rest) = line.split_once(' ').expect("a word and its value");
            match word {
                "id" => numbering = None,
                "numbering" if rest == "rotated" => numbering = Some(Numbering::Rotated),
                "numbering" => numbering = Some(Numbering::Standard),
                "fen" => rest.clone_into(&mut fen),
                "perft" | "ordered" => {
                    let (depth, count) = rest.split_once(' ').expect("a depth and a count");
                    let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
                    if count > MOST_NODES {
                        continue;
                    }
                    let setup = match &*fen {
                        "start" => Setup::start(game),
                        fen => read_fen(fen, game, numbering).expect("a readable position"),
                    };
                    let board = game.board(&setup, setup.turn.expect("a side to move"));
                    let counted = board.perft(depth, word == "ordered", 1, &AtomicBool::new(false));
                    assert_eq!(counted, Some(count), "{id} {fen}: {line}");
                    checked += 1;
                }
                other => panic!("{id}: unknown word {other}"),
            }
        }
    }
    assert!(checked > 300, "only {checked} counts were read");
}
