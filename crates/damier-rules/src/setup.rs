//! A position as it is put on the board: not necessarily legal, and why not.

use std::fmt;

use crate::any::{AnyBoard, AnyGame};
use crate::bits::Bits;
use crate::board::KingRun;
use crate::explain::side;
use crate::notation::name;
use crate::piece::{Color, Piece};
use crate::say;
use crate::saying::Saying;
use crate::stack::{MOST_PIECES, Pack, Stack};
use crate::twin::Verdict;

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
    /// What lies below the pieces, packed with them in the order of the bits; its default where all stand alone.
    pub pack: Pack,
    /// How each of two games ended that are played at once, where it did.
    pub over: [Option<Verdict>; 2],
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
    /// On one of two boards.
    TooManyOn {
        board: usize,
        color: Color,
        pieces: u32,
        most: u32,
    },
    /// More pieces than a position with towers holds.
    TooManyForTowers {
        pieces: u32,
    },
    /// No game leads to it.
    ImpossibleTower {
        square: String,
        clause: &'static str,
    },
    UnknownTurn,
}

impl Problem {
    /// What is said about it.
    pub fn saying(&self) -> Saying {
        match self {
            Problem::NoPieces => say!("there is no piece on the board"),
            Problem::TooMany { color, pieces, most } => say!(
                "{side} has {pieces} pieces, and the game begins with {most}",
                side = side(*color),
                pieces = *pieces,
                most = *most
            ),
            Problem::ManOnKingRow { square, color, clause } => match color {
                Color::White => say!(
                    "the white man on {square} stands on the row where it is promoted: it must be a king ({clause})",
                    square = square.clone(),
                    clause = *clause
                ),
                Color::Black => say!(
                    "the black man on {square} stands on the row where it is promoted: it must be a king ({clause})",
                    square = square.clone(),
                    clause = *clause
                ),
            },
            Problem::MidCapture { square } => say!(
                "the piece on {square} is marked as already captured: finish the capture first",
                square = square.clone()
            ),
            Problem::TooManyForTowers { pieces } => say!(
                "there are {pieces} pieces, and a position with towers holds at most {most}",
                pieces = *pieces,
                most = MOST_PIECES
            ),
            Problem::ImpossibleTower { square, clause } => say!(
                "the tower on {square} changes colour more than once from top to bottom: no capture builds such a tower ({clause})",
                square = square.clone(),
                clause = *clause
            ),
            Problem::TooManyOn {
                board,
                color,
                pieces,
                most,
            } => say!(
                "{side} has {pieces} pieces {on_squares}, and the game begins with {most} there",
                side = side(*color),
                pieces = *pieces,
                on_squares = on_shade(*board),
                most = *most
            ),
            Problem::UnknownTurn => say!("the side to move is unknown (?): say which"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.saying().fmt(f)
    }
}

/// On the squares of each of two boards.
pub fn on_shade(board: usize) -> Saying {
    if board == 0 {
        say!("on the dark squares")
    } else {
        say!("on the light squares")
    }
}

/// The squares of one of two boards, out of a set on both.
pub fn shade(game: AnyGame, board: usize, set: u128) -> u128 {
    let geometry = game.geometry();
    let is_on = |&bit: &u8| usize::from((geometry.file_of[bit as usize] + geometry.rank_of[bit as usize]) % 2) == board;
    set.each().filter(is_on).fold(0, |all, bit| all | u128::of(bit))
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

    /// Does every piece stand alone?
    pub fn is_flat(&self) -> bool {
        self.pack == Pack::default()
    }

    /// The pieces on each square, from top to bottom, in the order of the bits.
    pub fn towers(&self) -> Vec<(u8, Vec<Piece>)> {
        let squares = self.pieces[0] | self.pieces[1];
        if self.is_flat() {
            let piece = |bit| Piece {
                color: if self.pieces[0].has(bit) {
                    Color::White
                } else {
                    Color::Black
                },
                king: self.kings.has(bit),
            };
            return squares.each().map(|bit| (bit, vec![piece(bit)])).collect();
        }
        let mut towers = Vec::new();
        self.pack.each(squares, |bit, top, below| {
            towers.push((bit, std::iter::once(top).chain(below.each()).collect()));
        });
        towers
    }

    /// Puts towers on the board instead of what stood there; each has a piece at least. The error is their number of
    /// pieces, where it is too large.
    pub fn set_towers(&mut self, towers: &[(u8, Vec<Piece>)]) -> Result<(), u32> {
        let pieces = towers.iter().map(|(_, tower)| tower.len() as u32).sum();
        (self.pieces, self.kings, self.pack) = ([0; 2], 0, Pack::default());
        for (bit, tower) in towers {
            self.put(*bit, tower[0]);
        }
        if towers.iter().all(|(_, tower)| tower.len() == 1) {
            return Ok(());
        }
        if pieces > MOST_PIECES {
            return Err(pieces);
        }
        self.pack = Pack::of(self.pieces[0] | self.pieces[1], |bit| {
            let tower = towers
                .iter()
                .find(|(other, _)| *other == bit)
                .map_or(&[][..], |(_, tower)| tower);
            (tower[0], Stack::of(tower[1..].iter().copied()).unwrap_or_default())
        });
        Ok(())
    }

    /// Everything that is wrong, in the order in which people should hear it.
    pub fn problems(&self, game: AnyGame) -> Vec<Problem> {
        let mut problems = Vec::new();
        let towers = if self.is_flat() { Vec::new() } else { self.towers() };
        if (self.pieces[0] | self.pieces[1]).is_empty() {
            problems.push(Problem::NoPieces);
        }
        for color in Color::BOTH {
            let buried = towers.iter().flat_map(|(_, tower)| &tower[1..]);
            let (pieces, most) = (
                self.pieces[color.index()].count() + buried.filter(|piece| piece.color == color).count() as u32,
                game.geometry().start[color.index()].count(),
            );
            if game.rules().is_twin() {
                for board in 0..2 {
                    let count = |set: u128| shade(game, board, set).count();
                    let (pieces, most) = (
                        count(self.pieces[color.index()]),
                        count(game.geometry().start[color.index()]),
                    );
                    if pieces > most {
                        problems.push(Problem::TooManyOn {
                            board,
                            color,
                            pieces,
                            most,
                        });
                    }
                }
            } else if pieces > most {
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
        if game.rules().stacking.is_some() {
            let tops = (self.pieces[0] | self.pieces[1]).count();
            let pieces = tops + towers.iter().map(|(_, tower)| tower.len() as u32 - 1).sum::<u32>();
            if pieces > MOST_PIECES {
                problems.push(Problem::TooManyForTowers { pieces });
            }
            for (bit, tower) in &towers {
                if tower.windows(2).filter(|pair| pair[0].color != pair[1].color).count() > 1 {
                    let clause = game.rules().clauses.stacking;
                    problems.push(Problem::ImpossibleTower {
                        square: name(game, *bit),
                        clause,
                    });
                }
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
