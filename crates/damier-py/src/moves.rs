//! Moves as Python objects.

use std::hash::{DefaultHasher, Hash, Hasher};

use damier_rules as rules;
use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::bits::Bits;
use damier_rules::geometry::NONE;
use damier_rules::notation;
use damier_rules::setup::shade;
use damier_rules::twin;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::errors::{InvalidMoveError, move_error};
use crate::game::{Game, GameName, named};
use crate::squares::SquareSet;

/// A whole turn: immutable, hashable, picklable. Equal when origin, destination and captured squares agree.
#[pyclass(module = "damier", frozen, freelist = 256)]
#[derive(Debug)]
pub struct Move {
    pub m: rules::Move<u128>,
    pub game: AnyGame,
    /// Hash of the position in which it was found legal, 0 where it was not.
    pub origin: u64,
    /// Landing squares, where there are any but the destination.
    pub route: Option<Box<[u8]>>,
}

impl Move {
    /// A move that is legal in a position.
    #[inline]
    pub fn legal(board: &AnyBoard, hash: u64, m: rules::Move<u128>) -> Move {
        let has_route = m.captured.count_ones() > 1 || board.rules().is_twin();
        let route = has_route.then(|| board.route(m).squares.into_boxed_slice());
        Move {
            m,
            game: board.game(),
            origin: hash,
            route,
        }
    }

    fn number(&self, bit: u8) -> u8 {
        let rules = self.game.rules();
        self.game.geometry().number(rules, rules.numbering, bit)
    }

    pub fn is_same(&self, other: &Move) -> bool {
        self.m.is_same(&other.m) && self.game.geometry() == other.game.geometry()
    }
}

impl Move {
    /// A move of its own for each of two games at once; the move itself where one game is played.
    fn halves(&self) -> Vec<Move> {
        let ends: Vec<(u8, u8)> = if self.game.rules().is_twin() {
            twin::ends(&self.m).collect()
        } else {
            vec![(self.m.from, self.m.to)]
        };
        let route = self.route.as_deref();
        // Where the first half stops and the second begins.
        let seam = route.and_then(|route| {
            let (next, _) = ends.get(1)?;
            (1..route.len().saturating_sub(1)).find(|&at| route[at] == ends[0].1 && route[at + 1] == *next)
        });
        let part = |index: usize, (from, to): (u8, u8)| {
            let captured = if self.game.rules().is_twin() {
                let board = usize::from(shade(self.game, 1, u128::of(from)) != 0);
                shade(self.game, board, self.m.captured)
            } else {
                self.m.captured
            };
            let route = route.map(|route| match (seam, index) {
                (Some(seam), 0) => route[..=seam].into(),
                (Some(seam), _) => route[seam + 1..].into(),
                (None, _) => route.into(),
            });
            Move {
                m: rules::Move {
                    captured,
                    from,
                    to,
                    detail: if ends.len() > 1 { 0 } else { self.m.detail },
                    ..self.m
                },
                game: self.game,
                origin: 0,
                route,
            }
        };
        ends.iter()
            .enumerate()
            .map(|(index, &ends)| part(index, ends))
            .collect()
    }

    /// What is jumped along a route, in order.
    fn victims(&self, route: &[u8]) -> Vec<u8> {
        let geometry = self.game.geometry();
        let mut victims: Vec<u8> = Vec::new();
        for leg in route.windows(2) {
            for next in &geometry.next {
                let mut met = Vec::new();
                let mut at = next[leg[0] as usize];
                while at != NONE && at != leg[1] {
                    if self.m.captured.has(at) {
                        met.push(at);
                    }
                    at = next[at as usize];
                }
                if at == leg[1] {
                    // Squares that this capture has emptied are crossed like any other.
                    let fresh = met.iter().copied().find(|bit| !victims.contains(bit));
                    victims.extend(fresh.or(met.first().copied()));
                }
            }
        }
        victims
    }

    fn text(&self) -> String {
        let squares: Vec<u8> = match &self.route {
            Some(route) if self.m.is_capture() => route.to_vec(),
            _ => vec![self.m.from, self.m.to],
        };
        let sign = if self.m.is_capture() {
            self.game.rules().capture_sign
        } else {
            '-'
        };
        let names: Vec<String> = squares.iter().map(|&bit| notation::name(self.game, bit)).collect();
        names.join(&sign.to_string())
    }
}

/// The captured squares as people number them.
pub fn square_set(game: AnyGame, bits: u128) -> SquareSet {
    let (rules, geometry) = (game.rules(), game.geometry());
    SquareSet(bits.each().fold(0, |set, bit| {
        set | 1 << (geometry.number(rules, rules.numbering, bit) - 1)
    }))
}

#[pymethods]
impl Move {
    #[classmethod]
    #[pyo3(signature = (text, *, game = None), text_signature = "(text, *, game='international')")]
    /// A quiet move from its text; what a capture captures only a board can tell: see `Board.parse_pdn`.
    fn from_pdn(_: &Bound<'_, PyType>, text: &str, game: Option<GameName<'_>>) -> PyResult<Move> {
        let game = named(game)?;
        if game.rules().is_twin() {
            let m = notation::read_hub(text, game).map_err(move_error)?;
            let route = twin::ends(&m).flat_map(|(from, to)| [from, to]).collect();
            return if m.is_capture() || text.contains(['x', ':']) {
                Err(InvalidMoveError::new_err(format!(
                    "what {text:?} captures depends on the position: use Board.parse_pdn, or Move.from_hub"
                )))
            } else {
                Ok(Move {
                    m,
                    game,
                    origin: 0,
                    route: Some(route),
                })
            };
        }
        let written = notation::read_written(text, game, game.rules().numbering).map_err(move_error)?;
        if written.captures == Some(true) || written.squares.len() > 2 {
            return Err(InvalidMoveError::new_err(format!(
                "what {text:?} captures depends on the position: use Board.parse_pdn, or Move.from_hub"
            )));
        }
        let m = rules::Move {
            captured: 0,
            from: written.squares[0],
            to: written.squares[1],
            promotes: false,
            detail: 0,
        };
        Ok(Move {
            m,
            game,
            origin: 0,
            route: None,
        })
    }

    #[classmethod]
    #[pyo3(signature = (text, *, game = None), text_signature = "(text, *, game='international')")]
    /// Any move from its Hub text: origin, destination, then all captured squares in any order.
    fn from_hub(_: &Bound<'_, PyType>, text: &str, game: Option<GameName<'_>>) -> PyResult<Move> {
        let game = named(game)?;
        let m = notation::read_hub(text, game).map_err(move_error)?;
        Ok(Move {
            m,
            game,
            origin: 0,
            route: None,
        })
    }

    #[getter(from_square)]
    fn origin_square(&self) -> u8 {
        self.number(self.m.from)
    }

    #[getter(to_square)]
    fn destination_square(&self) -> u8 {
        self.number(self.m.to)
    }

    #[getter]
    fn captures(&self) -> SquareSet {
        square_set(self.game, self.m.captured)
    }

    #[getter]
    /// Origin, every landing square, destination; one route where several make the same move.
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match &self.route {
            Some(route) => PyTuple::new(py, route.iter().map(|&bit| self.number(bit))),
            None => PyTuple::new(py, [self.number(self.m.from), self.number(self.m.to)]),
        }
    }

    #[getter]
    /// The moves that it is made of, one for each of two games at once; elsewhere the move itself.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts: PyResult<Vec<_>> = self.halves().into_iter().map(|part| Bound::new(py, part)).collect();
        PyTuple::new(py, parts?)
    }

    #[getter]
    fn promotes(&self) -> bool {
        self.m.promotes
    }

    #[getter]
    fn is_capture(&self) -> bool {
        self.m.is_capture()
    }

    #[getter]
    fn game(&self) -> Game {
        Game(self.game)
    }

    fn hub(&self) -> String {
        match &self.route {
            Some(route) if self.game.rules().stacking.is_some() && self.m.detail != 0 => {
                let number = |bit: u8| self.game.geometry().number_of[bit as usize].to_string();
                let squares = [self.m.from, self.m.to].into_iter().chain(self.victims(route));
                squares.map(number).collect::<Vec<_>>().join("x")
            }
            _ => notation::write_hub(self.game, self.m),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| self.is_same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.m.from, self.m.to, self.m.captured, self.m.detail).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        let parts: Vec<String> = self.halves().iter().map(Move::text).collect();
        parts.join("/")
    }

    fn __repr__(&self) -> String {
        let id = self.game.rules().id;
        let game = if id == "international" {
            String::new()
        } else {
            format!(", game='{id}'")
        };
        if self.m.is_capture() {
            format!("Move.from_hub('{}'{game})", self.hub())
        } else {
            format!("Move.from_pdn('{}'{game})", self.__str__())
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let restore = py.import("damier._core")?.getattr("_restore_move")?.unbind();
        let route: Option<Vec<u16>> = self
            .route
            .as_ref()
            .map(|route| route.iter().map(|&bit| bit.into()).collect());
        let state = (
            Game(self.game),
            self.m.from,
            self.m.to,
            self.m.captured,
            self.m.promotes,
            route,
            self.m.detail,
        );
        Ok((restore, state.into_pyobject(py)?.into_any().unbind()))
    }
}

/// For pickle.
#[pyfunction(name = "_restore_move")]
#[pyo3(signature = (game, from, to, captured, promotes, route, detail = 0))]
pub fn restore_move(
    game: &Bound<'_, Game>,
    from: u8,
    to: u8,
    captured: u128,
    promotes: bool,
    route: Option<Vec<u8>>,
    detail: u32,
) -> PyResult<Move> {
    let game = game.get().0;
    let is_square = |bit: u8| bit < 128 && game.geometry().board.has(bit);
    let halves = game.rules().is_twin() && detail != 0;
    let is_second_there = !halves || is_square((detail >> 8) as u8) && is_square(detail as u8);
    let squares = route.as_deref().unwrap_or_default();
    if !is_square(from)
        || !is_square(to)
        || captured & !game.geometry().board != 0
        || !is_second_there
        || !squares.iter().all(|&bit| is_square(bit))
    {
        return Err(InvalidMoveError::new_err(
            "the pickled move names squares that the board does not have",
        ));
    }
    let m = rules::Move {
        captured,
        from,
        to,
        promotes,
        detail,
    };
    Ok(Move {
        m,
        game,
        origin: 0,
        route: route.map(Vec::into_boxed_slice),
    })
}
