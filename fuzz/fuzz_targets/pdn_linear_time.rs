//! However the bytes are made, reading them looks at each of them a few times at most.
#![no_main]

use damier_pdn::record::Keep;
use damier_pdn::{Games, Record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &[u8])| {
    let (times, piece) = input;
    let bytes = piece.repeat(usize::from(times) % 2000 + 1);
    let mut games = Games::new(bytes.as_slice(), None);
    let mut record = Record::new(Keep::Everything);
    while games.next_game(&mut record).unwrap_or(false) {}
    assert!(
        games.work() <= 6 * bytes.len() as u64 + 1024,
        "{} for {}",
        games.work(),
        bytes.len()
    );
});
