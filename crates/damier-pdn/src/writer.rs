//! Strict PDN 3.0, laid out in columns.

use std::fmt::Write;

use crate::text::tidy;

/// Writes games, event by event. What has been written is taken with [`Writer::take`].
#[derive(Debug)]
pub struct Writer {
    /// Lines are broken where they would be longer; `None`: the moves stand on one line.
    columns: Option<usize>,
    out: String,
    /// Characters on the present line.
    column: usize,
    /// Nothing may stand between the last word and the next, as behind a parenthesis that opens.
    glue: bool,
}

impl Writer {
    pub fn new(columns: Option<usize>) -> Writer {
        Writer {
            columns,
            out: String::new(),
            column: 0,
            glue: true,
        }
    }

    /// What has been written since it was taken last.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.out)
    }

    /// `[Name "value"]` on a line of its own. A name that the standard does not allow loses what is not allowed in it.
    pub fn tag(&mut self, name: &str, value: &str) {
        self.out.push('[');
        self.out.push_str(&tag_name(name));
        self.out.push_str(" \"");
        for c in value.trim().chars() {
            match c {
                '"' | '\\' => {
                    self.out.push('\\');
                    self.out.push(c);
                }
                c if c.is_control() => self.out.push(' '),
                c => self.out.push(c),
            }
        }
        self.out.push_str("\"]\n");
    }

    /// An empty line between the tags and the moves.
    pub fn end_tags(&mut self) {
        self.out.push('\n');
        self.column = 0;
        self.glue = true;
    }

    /// A move with its strength mark, and its number where one is to be written.
    pub fn play(&mut self, number: Option<(u32, bool)>, text: &str) {
        match number {
            // A number stays with its move.
            Some((number, second)) => {
                let dots = if second { "..." } else { "." };
                self.word(&format!("{number}{dots} {text}"));
            }
            None => self.word(text),
        }
    }

    pub fn nag(&mut self, nag: u32) {
        self.word(&format!("${nag}"));
    }

    pub fn comment(&mut self, comment: &str) {
        let comment = tidy(comment);
        if comment.is_empty() {
            return;
        }
        self.word("{");
        self.glue = true;
        for (index, paragraph) in comment.split("\n\n").enumerate() {
            if index > 0 {
                self.out.push_str("\n\n");
                self.column = 0;
                self.glue = true;
            }
            self.text(paragraph);
        }
        self.glue = true;
        self.word("}");
    }

    /// Words with single blanks between them may be broken there; more blanks are kept as they are.
    fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut start = 0;
        for (at, _) in text.match_indices(' ') {
            let is_alone = at > 0 && bytes[at - 1] != b' ' && bytes.get(at + 1).is_some_and(|&byte| byte != b' ');
            if is_alone {
                self.word(&text[start..at]);
                start = at + 1;
            }
        }
        self.word(&text[start..]);
    }

    pub fn open(&mut self) {
        self.word("(");
        self.glue = true;
    }

    pub fn close(&mut self) {
        self.glue = true;
        self.word(")");
    }

    /// `/FEN "…"/`
    pub fn setup(&mut self, fen: &str) {
        let fen: String = fen.chars().filter(|c| !matches!(c, '"' | '/') && !c.is_control()).collect();
        self.word(&format!("/FEN \"{fen}\"/"));
    }

    /// `*`, which ends every game.
    pub fn end_game(&mut self) {
        self.word("*");
        self.out.push_str("\n\n");
        self.column = 0;
        self.glue = true;
    }

    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if !self.glue {
            let is_full = self.columns.is_some_and(|columns| self.column + 1 + length > columns);
            self.out.push(if is_full { '\n' } else { ' ' });
            self.column = if is_full { 0 } else { self.column + 1 };
        }
        self.out.push_str(word);
        self.column += length;
        self.glue = false;
    }
}

/// The mark that stands for a glyph, glued to its move.
pub fn mark_of(nag: u32) -> Option<&'static str> {
    match nag {
        1 => Some("!"),
        2 => Some("?"),
        3 => Some("!!"),
        4 => Some("??"),
        5 => Some("!?"),
        6 => Some("?!"),
        _ => None,
    }
}

/// A name that the standard allows: a capital, then letters, digits and underscores.
pub fn tag_name(name: &str) -> String {
    let mut allowed = String::with_capacity(name.len());
    for c in name.chars().filter(|&c| c.is_ascii_alphanumeric() || c == '_') {
        if allowed.is_empty() && !c.is_ascii_uppercase() {
            if c.is_ascii_lowercase() {
                allowed.push(c.to_ascii_uppercase());
                continue;
            }
            allowed.push('X');
        }
        allowed.push(c);
    }
    if allowed.is_empty() {
        // Letters of other alphabets: their numbers keep such names apart.
        allowed.push('X');
        for c in name.chars() {
            // Writing to a String cannot fail.
            let _ = write!(allowed, "{:x}", u32::from(c));
        }
    }
    allowed
}
