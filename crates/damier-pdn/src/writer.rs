//! Strict PDN 3.0, laid out in columns.

use std::fmt::Write;

use damier_rules::notation::write_pdn;
use damier_rules::position::Position;

use crate::text::tidy;
use crate::tree::Tree;

/// Writes games, event by event. What has been written is taken with [`Writer::take`].
#[derive(Debug)]
pub struct Writer {
    /// Lines are broken where they would be longer; `None`: the moves stand on one line.
    columns: Option<usize>,
    out: String,
    /// Characters on the present line.
    column: usize,
    /// The last word, with what is glued to it; not written as long as more may be glued to it.
    held: String,
    /// What the next word begins with: parentheses and braces that open.
    opening: String,
}

impl Writer {
    pub fn new(columns: Option<usize>) -> Writer {
        Writer {
            columns,
            out: String::new(),
            column: 0,
            held: String::new(),
            opening: String::new(),
        }
    }

    /// What has been written since it was taken last.
    pub fn take(&mut self) -> String {
        self.flush();
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
        // A comment behind another one is read as one with it.
        if self.opening.is_empty() && self.held.ends_with('}') {
            self.held.pop();
        } else {
            self.opening.push('{');
        }
        for (index, paragraph) in comment.split("\n\n").enumerate() {
            if index > 0 {
                self.flush();
                self.out.push_str("\n\n");
                self.column = 0;
            }
            self.text(paragraph);
        }
        self.held.push('}');
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
        self.opening.push('(');
    }

    pub fn close(&mut self) {
        if !self.opening.is_empty() {
            self.word("");
        }
        self.held.push(')');
    }

    /// `/FEN "…"/`
    pub fn setup(&mut self, fen: &str) {
        let fen: String = fen
            .chars()
            .filter(|c| !matches!(c, '"' | '/') && !c.is_control())
            .collect();
        self.word(&format!("/FEN \"{fen}\"/"));
    }

    /// `*`, which ends every game.
    pub fn end_game(&mut self) {
        self.word("*");
        self.flush();
        self.out.push_str("\n\n");
        self.column = 0;
    }

    /// A word, parted by a blank from the last one.
    fn word(&mut self, word: &str) {
        self.flush();
        self.held.push_str(&self.opening);
        self.held.push_str(word);
        self.opening.clear();
    }

    fn flush(&mut self) {
        if self.held.is_empty() {
            return;
        }
        let length = self.held.chars().count();
        if self.column > 0 {
            let is_full = self.columns.is_some_and(|columns| self.column + 1 + length > columns);
            self.out.push(if is_full { '\n' } else { ' ' });
            self.column = if is_full { 0 } else { self.column + 1 };
        }
        self.out.push_str(&self.held);
        self.column += length;
        self.held.clear();
    }
}

/// A tree in strict PDN 3.0, its tags as they are given.
pub fn write(tags: &[(String, String)], tree: &Tree, columns: Option<usize>) -> String {
    /// What is still to be written.
    enum Task {
        /// What follows a node.
        Next(u32),
        /// A variation that begins with a node.
        Variation(u32),
        Close,
    }
    let mut writer = Writer::new(columns);
    for (name, value) in tags {
        writer.tag(name, value);
    }
    writer.end_tags();
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().skip(1) {
        children[node.parent as usize].push(index as u32);
    }
    for &nag in &tree.nodes[0].nags {
        writer.nag(nag);
    }
    writer.comment(&tree.nodes[0].comment);
    if !tree.nodes[0].unread.is_empty() {
        writer.comment(&format!("not played: {}", tree.nodes[0].unread));
    }
    let mut is_number_needed = true;
    let mut tasks = vec![Task::Next(0)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Next(node) => {
                let children = &children[node as usize];
                if let Some(&main) = children.first() {
                    writer.node(tree, main, &mut is_number_needed);
                    tasks.push(Task::Next(main));
                    tasks.extend(children[1..].iter().rev().map(|&other| Task::Variation(other)));
                }
            }
            Task::Variation(node) => {
                writer.open();
                is_number_needed = true;
                writer.node(tree, node, &mut is_number_needed);
                tasks.push(Task::Close);
                tasks.push(Task::Next(node));
            }
            Task::Close => {
                writer.close();
                is_number_needed = true;
            }
        }
    }
    writer.end_game();
    writer.take()
}

impl Writer {
    fn node(&mut self, tree: &Tree, index: u32, is_number_needed: &mut bool) {
        let node = &tree.nodes[index as usize];
        let before = &tree.nodes[node.parent as usize];
        self.comment(&node.starting_comment);
        let second = before.board.turn() != before.board.rules().first;
        let number = u32::try_from(before.ply.div_euclid(2) + 1).unwrap_or(1);
        match node.last {
            Some(m) => {
                let number =
                    (*is_number_needed || !second || !node.starting_comment.is_empty()).then_some((number, second));
                self.moved(number, &write_pdn(&before.board, m, false, None), &node.nags);
                *is_number_needed = false;
            }
            None => {
                self.setup(&node.setup_fen(tree.candidate()).unwrap_or_default());
                for &nag in &node.nags {
                    self.nag(nag);
                }
                *is_number_needed = true;
            }
        }
        if !node.comment.is_empty() || !node.unread.is_empty() {
            self.comment(&node.comment);
            if !node.unread.is_empty() {
                self.comment(&format!("not played: {}", node.unread));
            }
            *is_number_needed = true;
        }
    }

    /// A move with its glyphs: the first that has a mark as that, glued to it.
    pub fn moved(&mut self, number: Option<(u32, bool)>, text: &str, nags: &[u32]) {
        let marked = nags.iter().position(|&nag| mark_of(nag).is_some());
        let mark = marked.and_then(|index| mark_of(nags[index])).unwrap_or_default();
        self.play(number, &format!("{text}{mark}"));
        for (index, &nag) in nags.iter().enumerate() {
            if Some(index) != marked {
                self.nag(nag);
            }
        }
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
