//! The reader from the outside.

mod cutting;
mod lexing;
mod reading;
mod scores;
mod writing;

use damier_pdn::games::Window;
use damier_pdn::record::Keep;
use damier_pdn::{Context, Games, Record, Tree};

/// The trees of a text, and the problems of each.
fn trees(text: &[u8]) -> Vec<(Tree, Record)> {
    trees_by(text, 1 << 17)
}

/// The same, read in blocks of some size.
fn trees_by(text: &[u8], block: usize) -> Vec<(Tree, Record)> {
    let mut games = Games::over(Window::new(text, None).by_blocks_of(block), None);
    let mut context = Context::new(None);
    let mut record = Record::new(Keep::Everything);
    let mut trees = Vec::new();
    while games.next_game(&mut record).expect("a slice can be read") {
        let tree = Tree::grow(&mut record, &mut context);
        let mut kept = Record::new(Keep::Everything);
        kept.tags.clone_from(&record.tags);
        kept.result.clone_from(&record.result);
        kept.problems.clone_from(&record.problems);
        trees.push((tree, kept));
    }
    trees
}
