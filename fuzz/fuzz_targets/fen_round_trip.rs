//! Any text as a FEN of any game: no panic, and what was read is written and read again as the same position.
#![no_main]

use damier_rules::any::AnyGame;
use damier_rules::fen::{read_fen, write_fen};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (game, text) = input;
    let game = AnyGame::ALL[game as usize % AnyGame::ALL.len()];
    if let Ok(setup) = read_fen(text, game, None) {
        let written = write_fen(&setup, game, None, true);
        let again = read_fen(&written, game, None).expect("what was written can be read");
        assert_eq!(
            (again.pieces, again.kings, again.turn),
            (setup.pieces, setup.kings, setup.turn),
            "{written}"
        );
        let _ = setup.position(game);
    }
});
