//! What is written, on the board of a game.

use damier_rules::AnyGame;
use damier_rules::geometry::NONE;
use damier_rules::notation::read_square;
use damier_rules::rules::Numbering;

use crate::lexer::RawSquare;

/// The bit of every square that can be written, [`NONE`] where the board has no such square.
#[derive(Clone, Debug)]
pub struct Squares {
    numbers: [u8; 100],
    /// By file, then rank.
    names: [[u8; 16]; 12],
}

impl Squares {
    pub fn of(game: AnyGame, numbering: Numbering) -> Squares {
        let bit = |text: String| read_square(&text, game, numbering).unwrap_or(NONE);
        let mut squares = Squares {
            numbers: [NONE; 100],
            names: [[NONE; 16]; 12],
        };
        for (number, square) in squares.numbers.iter_mut().enumerate().skip(1) {
            *square = bit(number.to_string());
        }
        for (file, ranks) in (b'a'..).zip(&mut squares.names) {
            for (rank, square) in ranks.iter_mut().enumerate().skip(1) {
                *square = bit(format!("{}{rank}", char::from(file)));
            }
        }
        squares
    }

    /// The bit of a square, [`NONE`] where there is none.
    #[inline(always)]
    pub fn bit(&self, square: RawSquare) -> u8 {
        if square.is_named() {
            let ranks = self.names.get(usize::from(square.file()));
            ranks
                .and_then(|ranks| ranks.get(usize::from(square.low())))
                .copied()
                .unwrap_or(NONE)
        } else {
            self.numbers.get(usize::from(square.low())).copied().unwrap_or(NONE)
        }
    }
}
