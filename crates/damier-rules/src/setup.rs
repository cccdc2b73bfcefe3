//! A position as it is put on the board: not necessarily legal, and why not.

use std::fmt;

use crate::any::{AnyBoard, AnyGame};
use crate::bits::Bits;
use crate::board::KingRun;
use crate::notation::name;
use crate::piece::{Color, Piece};

/// Pieces on squares, and what else a position string may tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// By colour.
    pub pieces: [u128; 2],
    pub kings: u128,
    /// Pieces already jumped in a capture that is not over: they still block.
    pub ghosts: u128,
    /// `None` where the text says `?`.
    pub turn: Option<Color>,
    /// Plies since the last capture or man's move.
    pub quiet_plies: Option<u16>,
    /// 1 at the start, one more after each move of Black.
    pub full_move: Option<u32>,
    pub runs: [KingRun; 2],
}

/// Why a set-up is not a position that the game knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    NoPieces,
    TooMany {
        color: Color,
        pieces: u32,
        most: u32,
    },
    ManOnKingRow {
        square: String,
        color: Color,
        clause: &'static str,
    },
    MidCapture {
        square: String,
    },
    UnknownTurn,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoPieces => write!(f, "there is no piece on the board"),
            Problem::TooMany { color, pieces, most } => {
                write!(
                    f,
                    "{} has {pieces} pieces, and the game begins with {most}",
                    color.title()
                )
            }
            Problem::ManOnKingRow { square, color, clause } => write!(
                f,
                "the {} man on {square} stands on the row where it is promoted: it must be a king ({clause})",
                color.name()
            ),
            Problem::MidCapture { square } => {
                write!(
                    f,
                    "the piece on {square} is marked as already captured: finish the capture first"
                )
            }
            Problem::UnknownTurn => write!(f, "the side to move is unknown (?): say which"),
        }
    }
}

impl Setup {
    pub fn start(game: AnyGame) -> Setup {
        Setup {
            pieces: game.geometry().start,
            turn: Some(game.rules().first),
            ..Setup::default()
        }
    }

    pub fn put(&mut self, bit: u8, piece: Piece) {
        self.pieces[piece.color.index()] |= u128::of(bit);
        if piece.king {
            self.kings |= u128::of(bit);
        }
    }

    /// Everything that is wrong, in the order in which people should hear it.
    pub fn problems(&self, game: AnyGame) -> Vec<Problem> {
        let mut problems = Vec::new();
        if (self.pieces[0] | self.pieces[1]).is_empty() {
            problems.push(Problem::NoPieces);
        }
        for color in Color::BOTH {
            let (pieces, most) = (
                self.pieces[color.index()].count(),
                game.geometry().start[color.index()].count(),
            );
            if pieces > most {
                problems.push(Problem::TooMany { color, pieces, most });
            }
            let men = self.pieces[color.index()] & !self.kings;
            for bit in (men & game.geometry().king_row[color.index()] & !self.ghosts).each() {
                let clause = game.rules().clauses.promotion;
                problems.push(Problem::ManOnKingRow {
                    square: name(game, bit),
                    color,
                    clause,
                });
            }
        }
        for bit in self.ghosts.each() {
            problems.push(Problem::MidCapture {
                square: name(game, bit),
            });
        }
        if self.turn.is_none() {
            problems.push(Problem::UnknownTurn);
        }
        problems
    }

    /// The position, where nothing is wrong with it.
    pub fn position(&self, game: AnyGame) -> Result<AnyBoard, Vec<Problem>> {
        match (self.turn, self.problems(game)) {
            (Some(turn), problems) if problems.is_empty() => Ok(game.board(self, turn)),
            (_, problems) => Err(problems),
        }
    }
}
