//! What a text does that PDN 3.0 does not allow, though it can be read.

/// A departure from the grammars of the standard: one for writing, and one, more liberal, for reading what others wrote.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Departure {
    /// A result, rather than `*`, ends a game.
    ResultEndsGame,
    /// Nothing at all ends a game before the next one begins.
    NoSeparator,
    /// Two ends of a game, with nothing between.
    EmptyGame,
    /// `1 - 6`
    BlankInMove,
    /// `01-07`
    LeadingZero,
    /// `3228`
    NoSign,
    /// A sign between squares other than `-`, `x` and `:`.
    StrangeSign,
    /// `28:17` rather than `28x17`; some games are written so.
    Colon,
    /// `32-28 !`
    BlankBeforeMark,
    /// `*`, `+`, `=` or `#` behind a move.
    StrangeMark,
    /// `1. 2-0`
    NumberWithoutMove,
    /// `1) 32-28`, `4.. 19-23`
    StrangeNumber,
    /// `...` where a move should stand.
    Ellipsis,
    /// `- -`
    UnknownMove,
    /// Words outside braces.
    Prose,
    /// A parenthesis or a brace without its partner, a dot on its own, a byte that is no text.
    Stray,
    /// `{ a { b } }`
    NestedComment,
    /// A comment or a variation that is never closed.
    NotClosed,
    /// `; to the end of the line`
    SemicolonComment,
    /// A tag without quotes or bracket, with a name that does not begin with a capital, or behind the moves.
    MalformedTag,
    /// A tag behind the moves.
    LateTag,
    /// `[pdn] … [/pdn]`
    Wrapper,
    /// A result such as `4-6`.
    StrangeResult,
}

impl Departure {
    /// Is it forbidden even by the grammar for reading?
    pub const fn in_reading(self) -> bool {
        !matches!(
            self,
            Departure::ResultEndsGame
                | Departure::BlankInMove
                | Departure::LeadingZero
                | Departure::Colon
                | Departure::BlankBeforeMark
                | Departure::Ellipsis
        )
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Departure::ResultEndsGame => "a result, rather than *, ends the game",
            Departure::NoSeparator => "nothing ends the game before the next one begins",
            Departure::EmptyGame => "there is no game before the separator",
            Departure::BlankInMove => "there is a blank inside a move",
            Departure::LeadingZero => "a square has a leading zero",
            Departure::NoSign => "nothing stands between the squares of a move",
            Departure::StrangeSign => "an unusual sign stands between the squares of a move",
            Departure::Colon => "a capture is written with a colon",
            Departure::BlankBeforeMark => "there is a blank before a strength mark",
            Departure::StrangeMark => "a strength mark is none of ! and ?",
            Departure::NumberWithoutMove => "a move number has no move",
            Departure::StrangeNumber => "a move number has neither one dot nor three",
            Departure::Ellipsis => "an ellipsis stands for a move",
            Departure::UnknownMove => "a dash stands for a move",
            Departure::Prose => "there are words outside braces",
            Departure::Stray => "a sign stands where it means nothing",
            Departure::NestedComment => "there is a brace inside a comment",
            Departure::NotClosed => "a comment or a variation is not closed",
            Departure::SemicolonComment => "a comment begins with a semicolon",
            Departure::MalformedTag => "a tag is not well formed",
            Departure::LateTag => "a tag stands behind the moves",
            Departure::Wrapper => "[pdn] surrounds the games",
            Departure::StrangeResult => "the result is none that the standard knows",
        }
    }
}
