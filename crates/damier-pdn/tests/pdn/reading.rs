//! Bytes to trees.

use damier_pdn::Games;
use damier_pdn::games::Window;
use damier_pdn::lexer::LONGEST_COMMENT;
use damier_pdn::parser::{Flow, MoveText, Visitor};
use damier_pdn::record::Keep;
use damier_pdn::text::Raw;
use damier_pdn::{Record, writer};

use super::{trees, trees_by};

#[test]
fn blocks_make_no_difference() {
    let text =
        b"\xef\xbb\xbf[White \"J\xc3\xbcrgen\"]\r\n{a {b} c} 1. 32-28 ( 1. 33-29 {x} ) 18-23\r\n2. 38-32 1-1\r\n\r\n\
        [White \"next\"]\n/FEN \"W:W31:B20\"/ 1. 31-27 ; remark\n20-25 * 1. 32-28 50-45 *";
    let whole: Vec<String> = trees(text)
        .iter()
        .map(|(tree, record)| writer::write(&record.tags, tree, None))
        .collect();
    assert_eq!(whole.len(), 3);
    for block in 1..80 {
        let parts: Vec<String> = trees_by(text, block)
            .iter()
            .map(|(tree, record)| writer::write(&record.tags, tree, None))
            .collect();
        assert_eq!(parts, whole, "blocks of {block}");
    }
}

#[test]
fn deep_variations_do_not_overflow() {
    let deep = format!("1. 32-28{}", " ( 1. 33-29".repeat(100_000));
    let found = trees(deep.as_bytes());
    assert_eq!(found[0].0.nodes.len(), 100_002);
}

/// Reading looks at every byte a few times at most, whatever the bytes are.
#[test]
fn linear_time() {
    let pieces: [&str; 22] = [
        "{",
        "}",
        "{{}",
        "{ { } ",
        "(",
        ")",
        "[",
        "[A \"",
        "[A \"x\"]",
        "\n\n[",
        "\"",
        "\\",
        ";",
        "%\n",
        "/FEN \"",
        "1-1 ",
        "32-28 ",
        "1.",
        "$",
        "½",
        "{\n\n[A x",
        "- ",
    ];
    for piece in pieces {
        let text = piece.repeat(60_000);
        let mut games = Games::over(Window::new(text.as_bytes(), None).by_blocks_of(1000), None);
        let mut record = Record::new(Keep::Everything);
        while games.next_game(&mut record).expect("a slice can be read") {}
        let most = 6 * text.len() as u64 + 1024;
        assert!(games.work() <= most, "{piece:?}: {} of {most}", games.work());
    }
}

#[test]
fn long_comments_are_cut() {
    let text = format!("1. 32-28 {{{}}} 18-23 *", "x".repeat(3 * LONGEST_COMMENT));
    let (tree, record) = &trees(text.as_bytes())[0];
    assert_eq!(tree.plies(), 2);
    assert_eq!(tree.nodes[1].comment.len(), LONGEST_COMMENT);
    assert_eq!(record.problems.len(), 1);
}

#[test]
fn a_visitor_may_skip() {
    #[derive(Default)]
    struct Log(Vec<String>);
    impl Visitor for Log {
        fn begin_game(&mut self, offset: u64, line: u64) {
            self.0.push(format!("game at {offset}, line {line}"));
        }
        fn tag(&mut self, name: Raw<'_>, value: Raw<'_>) {
            self.0.push(format!("{}={}", name.to_text(), value.to_text()));
        }
        fn end_tags(&mut self, _: u64, line: u64) -> Flow {
            if line > 2 { Flow::Skip } else { Flow::Go }
        }
        fn play(&mut self, written: MoveText<'_>, _: u64) {
            let number = written
                .number
                .map_or(String::new(), |(number, _)| format!("{number}: "));
            self.0.push(number + &String::from_utf8_lossy(written.text));
        }
        fn begin_variation(&mut self, _: u64) -> Flow {
            Flow::Skip
        }
        fn end_variation(&mut self, _: u64) {
            self.0.push("never".to_owned());
        }
        fn result(&mut self, text: Raw<'_>, _: u64) {
            self.0.push(text.to_text().into_owned());
        }
    }
    let text = "1. 32-28 (1. 33-29 (19-23)) 18-23 1-1\n\n[White \"x\"]\n1. 31-27 (1. 32-28) 2-0";
    let mut games = Games::new(text.as_bytes(), None);
    let mut log = Log::default();
    while games.next_game(&mut log).expect("a slice can be read") {}
    let said = [
        "game at 0, line 1",
        "1: 32-28",
        "18-23",
        "1-1",
        "game at 39, line 3",
        "White=x",
        "2-0",
    ];
    assert_eq!(log.0, said);
}

#[test]
fn the_reading_that_carries_furthest() {
    let text = b"[GameType \"20\"]\n[FEN \"W:WK4,50:B13,20,32,37,6\"]\n1. 4x15 37-42 *";
    let (tree, record) = &trees(text)[0];
    assert_eq!((tree.plies(), record.problems.len()), (2, 0));
    // Nothing tells which it was: one is taken, and a remark says so.
    let text = b"[GameType \"20\"]\n[FEN \"W:WK4:B13,32,37,20\"]\n1. 4x15 *";
    let (tree, record) = &trees(text)[0];
    assert_eq!(tree.plies(), 1);
    assert!(record.problems[0].reason.to_string().contains("is ambiguous"));
    assert!(!record.problems[0].kind.is_fault());
}
