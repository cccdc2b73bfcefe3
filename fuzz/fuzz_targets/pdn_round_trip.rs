//! What is read is written, and read again as the same tree.
#![no_main]

use damier_pdn::record::Keep;
use damier_pdn::{Context, Games, Record, Tree, writer};
use libfuzzer_sys::fuzz_target;

/// What a file can hold of a tree, in an order that does not depend on where its variations stood.
fn shape(tree: &Tree) -> Vec<String> {
    let text = |index: usize| {
        let node = &tree.nodes[index];
        let before = &tree.nodes[node.parent as usize].board;
        let mut nags = node.nags.clone();
        nags.sort_unstable();
        let said = (&node.comment, &node.starting_comment, nags);
        format!("{before:?} {:?} {:?} {said:?}", node.last, node.board)
    };
    let mut shape: Vec<String> = (0..tree.nodes.len()).map(text).collect();
    shape.sort_unstable();
    shape
}

fuzz_target!(|bytes: &[u8]| {
    let mut games = Games::new(bytes, None);
    let mut context = Context::new(None);
    let mut record = Record::new(Keep::Everything);
    while games.next_game(&mut record).unwrap_or(false) {
        let tree = Tree::grow(&mut record, &mut context);
        let rules = tree.candidate().game.rules();
        // What could not be played becomes a comment, and a board with other numbers gets those of its game.
        if !record.problems.is_empty() || tree.decision.start.is_err() {
            continue;
        }
        let start = tree.nodes[0].board;
        let fen = damier_rules::fen::write_fen(&start.setup(), start.game(), None, false);
        let tags = vec![("Variant".to_owned(), rules.id.to_owned()), ("FEN".to_owned(), fen)];
        let written = writer::write(&tags, &tree, Some(60));
        let mut again = Games::new(written.as_bytes(), None);
        let mut other = Record::new(Keep::Everything);
        assert!(again.next_game(&mut other).unwrap_or(false), "{written}");
        let read = Tree::grow(&mut other, &mut Context::new(None));
        assert_eq!(writer::write(&tags, &read, Some(60)), written);
        assert_eq!(shape(&read), shape(&tree), "{written}");
        let _ = again.next_game(&mut other).map(|more| assert!(!more, "{written}"));
    }
});
