//! Texts to tokens.

use damier_pdn::lexer::{Lexed, Lexer, Token};

fn tokens(text: &str) -> Vec<String> {
    let mut lexer = Lexer::new(text.as_bytes(), 0, true, true);
    let mut found = Vec::new();
    loop {
        match lexer.next() {
            Lexed::Token(token) => found.push(named(token)),
            Lexed::End => return found,
            Lexed::More => panic!("all bytes are here"),
        }
    }
}

fn named(token: Token<'_>) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match token {
        Token::Tag { name, value } => format!("tag {}={}", text(name), text(value)),
        Token::Number { number, second } => format!("{number}{}", if second { "..." } else { "." }),
        Token::Move { text: moved, compact } => format!("{}{}", if compact { "compact " } else { "" }, text(moved)),
        Token::Marks(marks) => format!("mark {}", text(marks)),
        Token::Nag(nag) => format!("${nag}"),
        Token::Comment(comment) => format!("comment {}", text(comment)),
        Token::Open => "(".to_owned(),
        Token::Close => ")".to_owned(),
        Token::Setup(fen) => format!("setup {}", text(fen)),
        Token::Result(result) => format!("result {}", text(result)),
        Token::Broken(broken) => format!("broken {}", text(broken)),
        Token::Unknown => "unknown".to_owned(),
        Token::Ellipsis => "dots".to_owned(),
        Token::Word(word) => format!("word {}", text(word)),
        Token::Escape => "escape".to_owned(),
        Token::Stray => "stray".to_owned(),
    }
}

#[test]
fn longest_token_first() {
    assert_eq!(tokens("1-1"), ["result 1-1"]);
    assert_eq!(tokens("1-18"), ["1-18"]);
    assert_eq!(tokens("1-1 8"), ["result 1-1", "word 8"]);
    assert_eq!(tokens("11-16* 26-21"), ["11-16", "mark *", "26-21"]);
    assert_eq!(tokens("11-16 * 26-21"), ["11-16", "result *", "26-21"]);
    assert_eq!(
        tokens("1.32-28!? 19-23(!?!!!)"),
        ["1.", "32-28", "mark !?", "19-23", "mark (!?!!!)"]
    );
}

#[test]
fn results_and_moves() {
    for result in [
        "1-0",
        "0-1",
        "2-0",
        "0-2",
        "1/2-1/2",
        "1/2",
        "½-½",
        "½",
        "0-0",
        "12-0",
        "1.5-0.5",
        "1 1/2 - 1/2",
        "1+ - 1-",
        "2 - 0",
        "1/2 - 1/2",
    ] {
        assert_eq!(tokens(result), [format!("result {result}")]);
    }
    for moved in [
        "1-6",
        "32-28",
        "28x19",
        "1- 6",
        "1 - 6",
        "a1-b2",
        "c3:e5:g7",
        "26x17x10x1",
        "32–28",
        "28х19",
    ] {
        assert_eq!(tokens(moved), [moved]);
    }
    assert_eq!(tokens("1.5-10"), ["1.", "5-10"]);
    assert_eq!(
        tokens("41. - - 42. 1-0"),
        ["41.", "unknown", "unknown", "42.", "result 1-0"]
    );
    assert_eq!(tokens("3228 a3b4 2007."), ["compact 3228", "a3b4", "2007."]);
    assert_eq!(
        tokens("28x 132-128 28xx19"),
        ["broken 28x", "broken 132-128", "broken 28xx19"]
    );
    assert_eq!(tokens("8-11Red is late"), ["8-11", "word Red", "word is", "word late"]);
}

#[test]
fn numbers() {
    assert_eq!(tokens("1. ... 7-12"), ["1...", "7-12"]);
    assert_eq!(
        tokens("4... 1-6 5.46-41 6) 1-7"),
        ["4...", "1-6", "5.", "46-41", "6.", "1-7"]
    );
    assert_eq!(tokens("999999999. 1-6"), ["999999999.", "1-6"]);
    assert_eq!(
        tokens("99999999999999999999. 1-6").last().map(String::as_str),
        Some("1-6")
    );
}

#[test]
fn tags() {
    assert_eq!(tokens("[White \"A \\\" b\"] 32-28"), ["tag White=A \\\" b", "32-28"]);
    assert_eq!(tokens("[ Site  \"an \"inner\" one\" ]"), ["tag Site=an \"inner\" one"]);
    assert_eq!(tokens("[Event Foo]"), ["tag Event=Foo"]);
    assert_eq!(tokens("[Event \"open\n32-28"), ["tag Event=open", "32-28"]);
    assert_eq!(
        tokens("[%clk 1:02] [pdn] [/pdn]"),
        ["comment [%clk 1:02]", "escape", "escape"]
    );
}

#[test]
fn comments() {
    assert_eq!(tokens("{a {b} c} 1-6"), ["comment a {b} c", "1-6"]);
    assert_eq!(tokens("{a {b} 1-6 {c}"), ["comment a {b", "1-6", "comment c"]);
    assert_eq!(tokens("{a\n\n[White \"x\"]"), ["comment a\n\n", "tag White=x"]);
    assert_eq!(tokens("; to the end\n1-6"), ["comment  to the end", "1-6"]);
    assert_eq!(tokens("% left out\n1-6 % not"), ["escape", "1-6", "word %", "word not"]);
    assert_eq!(tokens("/FEN \"W:W31:B20\"/"), ["setup W:W31:B20"]);
}
