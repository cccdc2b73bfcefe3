//! Any text as a move in any sound position: no panic, and what it means is written and read again as the same move.
#![no_main]

use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::explain::explain;
use damier_rules::fen::read_fen;
use damier_rules::notation::{parse_pdn, write_pdn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str, &str)| {
    let (game, fen, text) = input;
    let game = AnyGame::ALL[game as usize % AnyGame::ALL.len()];
    let read = read_fen(fen, game, None)
        .ok()
        .and_then(|setup| setup.position(game).ok());
    let board = read.unwrap_or(AnyBoard::start(game));
    if let Ok(m) = parse_pdn(&board, text) {
        for long in [false, true] {
            assert_eq!(parse_pdn(&board, &write_pdn(&board, m, long, None)), Ok(m));
        }
    }
    let _ = explain(&board, text);
});
