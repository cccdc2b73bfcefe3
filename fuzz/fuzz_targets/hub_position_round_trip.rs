//! Any text as a Hub position of any game: no panic, and what was read is written as it was, but for its case.
#![no_main]

use damier_rules::any::AnyGame;
use damier_rules::fen::{read_hub, write_hub};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (game, text) = input;
    let game = AnyGame::ALL[game as usize % AnyGame::ALL.len()];
    if let Ok(setup) = read_hub(text, game) {
        assert_eq!(read_hub(&write_hub(&setup, game), game), Ok(setup));
        let _ = setup.position(game);
    }
});
