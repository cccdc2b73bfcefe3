//! Trees to text.

use damier_pdn::writer::{tag_name, write};

use super::trees;

#[test]
fn what_is_written_is_read_again() {
    let text = b"{x} 1. 32-28! {a} ( {b} 1. 33-29 19-23 ( 1... 20-25 $140 ) ) 1... 18-23 /FEN \"B:W31:B20\"/ 20-25 *";
    let (tree, _) = &trees(text)[0];
    let tags = vec![
        ("GameType".to_owned(), "20".to_owned()),
        ("FEN".to_owned(), "W:W31-50:B1-20".to_owned()),
    ];
    for columns in [None, Some(1), Some(20), Some(80)] {
        let written = write(&tags, tree, columns);
        let (again, record) = &trees(written.as_bytes())[0];
        assert_eq!(again.nodes.len(), tree.nodes.len(), "{written}");
        assert_eq!(write(&record.tags, again, columns), written);
        assert!(record.problems.is_empty());
    }
}

#[test]
fn names_of_tags() {
    assert_eq!(tag_name("White"), "White");
    assert_eq!(tag_name("odd-name 1"), "Oddname1");
    assert_eq!(tag_name("1st"), "X1st");
    assert_ne!(tag_name("Ж"), tag_name("Ш"));
}
