//! Any bytes as a file of games, whole and in small pieces: no panic, and the same games.
#![no_main]

use damier_pdn::games::Window;
use damier_pdn::record::Keep;
use damier_pdn::{Context, Games, Record, Tree};
use libfuzzer_sys::fuzz_target;

fn games(bytes: &[u8], block: usize) -> Vec<(usize, usize, usize)> {
    let mut games = Games::over(Window::new(bytes, None).by_blocks_of(block), None);
    let mut context = Context::new(None);
    let mut record = Record::new(Keep::Everything);
    let mut found = Vec::new();
    while games.next_game(&mut record).unwrap_or(false) {
        let tree = Tree::grow(&mut record, &mut context);
        found.push((tree.nodes.len(), tree.plies(), record.problems.len()));
    }
    found
}

fuzz_target!(|input: (u8, &[u8])| {
    let (block, bytes) = input;
    assert_eq!(games(bytes, 1 << 17), games(bytes, usize::from(block) + 1));
});
