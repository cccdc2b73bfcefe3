//! Sides, men and kings.

/// A side. White sits at the bottom of every diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    White,
    Black,
}

impl Color {
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    #[inline(always)]
    pub const fn opposite(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `W` or `B`, as FEN and Hub write it.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Black => 'B',
        }
    }

    /// In the middle of a sentence, of pieces: `the white man`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// Of the player: `White is to move`.
    pub const fn title(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }
}

/// A man or a king of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    pub color: Color,
    pub king: bool,
}

impl Piece {
    /// `w b` for men, `W B` for kings: the letters of Hub.
    pub const fn symbol(self) -> char {
        match (self.color, self.king) {
            (Color::White, false) => 'w',
            (Color::White, true) => 'W',
            (Color::Black, false) => 'b',
            (Color::Black, true) => 'B',
        }
    }

    pub const fn from_symbol(symbol: char) -> Option<Piece> {
        let (color, king) = match symbol {
            'w' => (Color::White, false),
            'W' => (Color::White, true),
            'b' => (Color::Black, false),
            'B' => (Color::Black, true),
            _ => return None,
        };
        Some(Piece { color, king })
    }

    /// `man` or `king`.
    pub const fn noun(self) -> &'static str {
        if self.king { "king" } else { "man" }
    }
}
