//! Reads files and says what is in them: `cargo run --release --example check FILE…`

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::time::Instant;

use damier_pdn::infer::AHEAD;
use damier_pdn::record::Keep;
use damier_pdn::tree::report_main_line;
use damier_pdn::{Context, Games, Record, Tree};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let wants_tree = arguments.iter().any(|argument| argument == "--tree");
    let is_quiet = arguments.iter().any(|argument| argument == "--quiet");
    for path in arguments.iter().filter(|argument| !argument.starts_with("--")) {
        let start = Instant::now();
        let mut games = Games::new(File::open(path)?, None);
        let mut context = Context::new(None);
        let mut record = Record::new(if wants_tree { Keep::Everything } else { Keep::Moves });
        let (mut count, mut plies, mut variants) = (0, 0, BTreeMap::new());
        let mut problems = Vec::new();
        while games.next_game(&mut record)? {
            if context.wants_to_look_ahead(&record) {
                games.ahead(AHEAD)?;
                context.look_ahead(&record, games.window().bytes(), games.window().is_last());
            }
            count += 1;
            let (game, reason);
            if wants_tree {
                let tree = Tree::grow(&mut record, &mut context);
                plies += tree.plies();
                (game, reason) = (tree.candidate().game, tree.decision.reason);
            } else {
                let decision = context.decide(&record);
                report_main_line(&mut record, &decision);
                plies += decision.played.moves.len();
                (game, reason) = (decision.candidate.game, decision.reason);
            }
            let variant = variants.entry(game.rules().id).or_insert((0, reason));
            variant.0 += 1;
            problems.append(&mut record.problems);
        }
        println!("{path}: {count} games, {plies} plies, {:?}", start.elapsed());
        if !is_quiet {
            for (id, (count, reason)) in variants {
                println!("    {count} {id} ({reason})");
            }
            for problem in problems.iter().take(12) {
                println!("    {}: {problem}", problem.kind.name());
            }
        }
    }
    Ok(())
}
