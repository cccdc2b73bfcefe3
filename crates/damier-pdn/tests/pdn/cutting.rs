//! Files in blocks.

use damier_pdn::cutter::{Cutter, TARGET};
use damier_pdn::parser::{Fed, Parser};
use damier_pdn::record::{Keep, LONGEST_GAME, Record};

/// How many games each block has.
fn counts(text: &[u8]) -> Vec<usize> {
    let mut cutter = Cutter::new(text, None);
    let mut counts = Vec::new();
    let mut bytes = 0;
    while let Some(block) = cutter.next_block().expect("a slice can be read") {
        let mut parser = Parser::default();
        let mut record = Record::new(Keep::Tags);
        let (mut at, mut count) = (0, 0);
        while let Fed::Game(used) = parser.feed(&block.bytes[at..], true, &mut record) {
            at += used;
            count += 1;
        }
        bytes += block.bytes.len();
        counts.push(count);
    }
    assert!(bytes <= text.len());
    counts
}

#[test]
fn no_game_is_cut() {
    let game = "[White \"a\"]\n\n1. 32-28 {comment\n\nwith lines} 18-23 *\n\n";
    let count = 5 * TARGET / game.len();
    let found = counts(game.repeat(count).as_bytes());
    assert!(found.len() >= 4);
    assert_eq!(found.iter().sum::<usize>(), count);
    // Nothing parts them but their ends.
    let game = "1. 32-28 18-23 * ";
    let count = 20 * TARGET / game.len();
    let found = counts(game.repeat(count).as_bytes());
    assert!(found.len() >= 2);
    assert_eq!(found.iter().sum::<usize>(), count);
}

#[test]
fn an_endless_game_does_not_take_the_next_one_with_it() {
    let mut text = String::from("1. 32-28 ");
    text.push_str(&"18-23 ".repeat(LONGEST_GAME / 6 + 2 * TARGET));
    text.push_str("*\n\n[White \"next\"]\n\n1. 32-28 *\n");
    assert_eq!(counts(text.as_bytes()).iter().sum::<usize>(), 2);
}
