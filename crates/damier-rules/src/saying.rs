//! What is said to people: a sentence that knows its parts, so that it can be said in any language.
//!
//! A sentence is a template in English, by which a catalogue finds it, and what stands in its braces. [`say!`] makes one
//! and checks at compile time that both agree.

use std::fmt;

/// What stands in a pair of braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Squares, moves, clauses, numbers: the same in every language.
    Text(String),
    Saying(Saying),
}

/// A sentence, or a piece of one. Two are equal that say the same.
#[derive(Clone, Debug)]
pub struct Saying {
    template: &'static str,
    /// How it is said of several, and of how many it is said.
    plural: Option<(&'static str, u64)>,
    parts: Vec<(&'static str, Part)>,
}

impl Saying {
    pub fn new(template: &'static str, parts: Vec<(&'static str, Part)>) -> Saying {
        Saying {
            template,
            plural: None,
            parts,
        }
    }

    /// A sentence about so many things; `many` may name their number as `{count}`.
    pub fn counted(one: &'static str, many: &'static str, count: u64, mut parts: Vec<(&'static str, Part)>) -> Saying {
        parts.push(("count", count.into()));
        Saying {
            template: one,
            plural: Some((many, count)),
            parts,
        }
    }

    /// Words that have no parts.
    pub fn plain(template: &'static str) -> Saying {
        Saying::new(template, Vec::new())
    }

    /// Words that are not damier's: they are never translated.
    pub fn verbatim(text: String) -> Saying {
        Saying::new("{text}", vec![("text", text.into())])
    }

    /// The English template, by which catalogues know it: of something counted, that for one.
    pub fn template(&self) -> &'static str {
        self.template
    }

    /// The English template for several, and of how many it is said.
    pub fn plural(&self) -> Option<(&'static str, u64)> {
        self.plural
    }

    pub fn parts(&self) -> &[(&'static str, Part)] {
        &self.parts
    }
}

impl PartialEq for Saying {
    fn eq(&self, other: &Saying) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Saying {}

impl fmt::Display for Saying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = match self.plural {
            Some((many, count)) if count != 1 => many,
            _ => self.template,
        };
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            f.write_str(before)?;
            match self.parts.iter().find(|(known, _)| *known == name) {
                Some((_, Part::Text(text))) => f.write_str(text)?,
                Some((_, Part::Saying(saying))) => saying.fmt(f)?,
                None => {}
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

impl From<String> for Part {
    fn from(text: String) -> Part {
        Part::Text(text)
    }
}

impl From<&str> for Part {
    fn from(text: &str) -> Part {
        Part::Text(text.to_owned())
    }
}

impl From<Saying> for Part {
    fn from(saying: Saying) -> Part {
        Part::Saying(saying)
    }
}

macro_rules! from_number {
    ($($number:ty)*) => {
        $(impl From<$number> for Part {
            fn from(number: $number) -> Part {
                Part::Text(number.to_string())
            }
        })*
    };
}

from_number! { u8 u16 u32 u64 usize }

/// A [`Saying`]: `say!("{side} wins", side = …)`; of so many things: `say!(count; "one move", "{count} moves")`.
#[macro_export]
macro_rules! say {
    ($template:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        // Never run: the compiler looks whether template and parts agree.
        let _ = || drop(format!($template $(, $name = stringify!($name))*));
        $crate::saying::Saying::new($template, vec![$((stringify!($name), $crate::saying::Part::from($value))),*])
    }};
    ($count:expr; $one:literal, $many:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        let _ = || drop(format!(concat!($one, "{count}") $(, $name = stringify!($name))*, count = ""));
        let _ = || drop(format!(concat!($many, "{count}") $(, $name = stringify!($name))*, count = ""));
        let parts = vec![$((stringify!($name), $crate::saying::Part::from($value))),*];
        $crate::saying::Saying::counted($one, $many, u64::from($count), parts)
    }};
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_saying_is_english_with_its_parts_in_place() {
        let piece = say!("the king on {square}", square = "c3");
        let said = say!(
            "{piece} cannot move: {why}",
            piece = piece,
            why = say!("no other move is legal")
        );
        assert_eq!(said.to_string(), "the king on c3 cannot move: no other move is legal");
        assert_eq!(said.template(), "{piece} cannot move: {why}");
    }

    #[test]
    fn what_a_part_holds_is_no_place_for_another() {
        let said = say!("{text} is not a move: {reason}", text = "{reason}", reason = "no");
        assert_eq!(said.to_string(), "{reason} is not a move: no");
    }

    #[test]
    fn of_something_counted_there_are_two_forms() {
        let said = |count: u32| say!(count; "{move} takes one piece", "{move} takes {count} pieces", move = "32x21");
        assert_eq!(said(1).to_string(), "32x21 takes one piece");
        assert_eq!(said(3).to_string(), "32x21 takes 3 pieces");
        assert_eq!(said(3).plural(), Some(("{move} takes {count} pieces", 3)));
    }
}
