//! Any text as a Hub move in any sound position: no panic, and what it means is written and read again as the same move.
#![no_main]

use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::fen::read_hub;
use damier_rules::notation::{parse_hub, write_hub};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str, &str)| {
    let (game, position, text) = input;
    let game = AnyGame::ALL[game as usize % AnyGame::ALL.len()];
    let read = read_hub(position, game)
        .ok()
        .and_then(|setup| setup.position(game).ok());
    let board = read.unwrap_or(AnyBoard::start(game));
    if let Ok(m) = parse_hub(&board, text) {
        assert_eq!(parse_hub(&board, &write_hub(game, m)), Ok(m));
    }
});
