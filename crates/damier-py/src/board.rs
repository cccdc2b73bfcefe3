//! The board: a history in Rust, with the verbs of python-chess.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_engine::{Brought, appraisal};
use damier_rules as rules;
use damier_rules::Position;
use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::bits::Bits;
use damier_rules::explain;
use damier_rules::fen::{read_fen, read_hub, write_fen, write_hub};
use damier_rules::history::{Draws, History};
use damier_rules::notation;
use damier_rules::outcome as ends;
use damier_rules::rules::{Numbering, Score};
use damier_rules::say;
use damier_rules::saying::Saying;
use damier_rules::setup::{Problem, Setup};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use crate::aside::aside;
use crate::color::{self, Color};
use crate::errors::{EngineError, IllegalMoveError, InvalidSetupError, fen_error, move_error};
use crate::game::{Game, GameName, bit, named, number};
use crate::legal::LegalMoves;
use crate::moves::{Move, square_set};
use crate::outcome::{DrawClock, Outcome};
use crate::piece::Piece;
use crate::saying::{self, raised};
use crate::squares::SquareSet;

/// More threads than this help nobody.
const MOST_THREADS: usize = 256;

/// A position with the moves that led to it.
#[pyclass(module = "damier")]
#[derive(Clone, Debug)]
pub struct Board {
    pub history: History,
}

/// A profile's id, or names of drawing rules.
#[derive(FromPyObject)]
pub enum DrawNames {
    Profile(String),
    Rules(Vec<String>),
}

fn draws(game: AnyGame, names: Option<DrawNames>) -> PyResult<Draws> {
    match names {
        None => Ok(Draws::default_of(game)),
        Some(DrawNames::Profile(id)) => Draws::profile(game, &id).map_err(PyValueError::new_err),
        Some(DrawNames::Rules(ids)) => {
            Draws::chosen(game, ids.iter().map(String::as_str)).map_err(PyValueError::new_err)
        }
    }
}

fn numbering(name: Option<&str>) -> PyResult<Option<Numbering>> {
    match name {
        None => Ok(None),
        Some("standard") => Ok(Some(Numbering::Standard)),
        Some("rotated") => Ok(Some(Numbering::Rotated)),
        Some(other) => Err(PyValueError::new_err(format!(
            "there is no numbering {other:?}: choose from standard, rotated"
        ))),
    }
}

/// The position of a set-up. Where not strict, men may stand on their king row; what no rule covers is still refused.
fn place(setup: &Setup, game: AnyGame, strict: bool) -> PyResult<AnyBoard> {
    let is_tolerable =
        |problem: &Problem| !strict && !matches!(problem, Problem::MidCapture { .. } | Problem::UnknownTurn);
    let problems: Vec<Saying> = setup
        .problems(game)
        .into_iter()
        .filter(|problem| !is_tolerable(problem))
        .map(|problem| problem.saying())
        .collect();
    match setup.turn {
        Some(turn) if problems.is_empty() => Ok(game.board(setup, turn)),
        _ => Err(raised::<InvalidSetupError>(
            &problems
                .into_iter()
                .reduce(|said, reason| say!("{said}; {reason}", said = said, reason = reason))
                .unwrap_or_else(|| Problem::UnknownTurn.saying()),
        )),
    }
}

fn piece_object(py: Python<'_>, piece: rules::Piece) -> Py<PyAny> {
    static OBJECTS: PyOnceLock<[Py<PyAny>; 4]> = PyOnceLock::new();
    let objects = OBJECTS.get_or_init(py, || {
        ['w', 'W', 'b', 'B'].map(|symbol| {
            let piece = rules::Piece::from_symbol(symbol).expect("one of the four letters");
            Py::new(py, Piece(piece)).expect("a small object").into_any()
        })
    });
    objects[piece.color.index() * 2 + usize::from(piece.king)].clone_ref(py)
}

impl Board {
    /// A game that starts at a position, under the default drawing rules.
    pub fn at(board: AnyBoard) -> Board {
        Board {
            history: History::new(board, Draws::default_of(board.game())),
        }
    }

    fn now(&self) -> &AnyBoard {
        self.history.board()
    }

    fn game_of(&self) -> AnyGame {
        self.now().game()
    }

    fn setup(&self) -> Setup {
        Setup {
            quiet_plies: Some(self.history.now().quiet_plies),
            full_move: Some(self.history.full_move()),
            ..self.now().setup()
        }
    }

    fn found(&self, m: rules::Move<u128>) -> Move {
        Move::legal(self.now(), self.history.now().hash, m)
    }

    /// The legal move that an object stands for. A move found in this very position needs no second look.
    pub fn legal(&self, m: &Move) -> PyResult<rules::Move<u128>> {
        let now = self.history.now();
        if m.origin == now.hash && m.game == now.board.game() && now.board.piece_at(m.m.from).is_some() {
            return Ok(m.m);
        }
        let mut moves = Vec::new();
        now.board.legal_moves(&mut moves);
        let is_it = |legal: &&rules::Move<u128>| legal.is_same(&m.m);
        let same_board = m.game.geometry() == now.board.geometry();
        moves.iter().find(is_it).copied().filter(|_| same_board).ok_or_else(|| {
            if !same_board {
                return raised::<IllegalMoveError>(&say!(
                    "illegal move {move}: {reason}",
                    move = notation::write_hub(m.game, m.m),
                    reason = say!(
                        "it belongs to {game}, and this is {other}",
                        game = Saying::plain(m.game.rules().name),
                        other = Saying::plain(now.board.rules().name)
                    )
                ));
            }
            let text = notation::write_hub(self.game_of(), m.m);
            match notation::parse_hub(&now.board, &text) {
                Err(error) => move_error(error),
                Ok(_) => raised::<IllegalMoveError>(&say!("illegal move {move}", move = text)),
            }
        })
    }

    fn finish(
        &mut self,
        termination: ends::Termination,
        winner: Option<rules::Color>,
        clause: &'static str,
        reason: Saying,
    ) -> Outcome {
        let outcome = ends::Outcome {
            termination,
            winner,
            rule: termination.name(),
            clause,
            reason,
        };
        self.history.end(outcome.clone());
        Outcome(outcome)
    }

    fn must_go_on(&self, what: Saying) -> PyResult<()> {
        match self.history.outcome(false) {
            Some(outcome) => Err(raised::<IllegalMoveError>(&say!(
                "{said}: the game is over: {reason}",
                said = what,
                reason = outcome.reason
            ))),
            None => Ok(()),
        }
    }

    fn loses(&mut self, color: rules::Color, termination: ends::Termination) -> Outcome {
        let is_resigned = termination == ends::Termination::Resignation;
        let reason = match (color, is_resigned) {
            (rules::Color::Black, true) => say!("White wins, Black resigns"),
            (rules::Color::White, true) => say!("Black wins, White resigns"),
            (rules::Color::Black, false) => say!("White wins, Black has overstepped the time"),
            (rules::Color::White, false) => say!("Black wins, White has overstepped the time"),
        };
        self.finish(termination, Some(color.opposite()), "", reason)
    }
}

impl Board {
    fn brought(&self, weights: Option<&[u8]>) -> PyResult<Option<Brought>> {
        let brought = weights.map(Brought::read).transpose().map_err(PyValueError::new_err)?;
        let game = self.now().game();
        // Two games at once are judged by what is known of one of them.
        let own = game.halves().map_or(game, |[half, _]| half);
        match brought {
            Some(brought) if !brought.is_for(own.rules()) => Err(PyValueError::new_err(format!(
                "these weights are for {}, and the board is of {}{}",
                brought.rules().id,
                game.rules().id,
                if own == game {
                    String::new()
                } else {
                    format!(", two games of {}", own.rules().id)
                }
            ))),
            other => Ok(other),
        }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen = None, *, game = None, draws = None, turn = None, numbering = None,
        strict = true), text_signature = "(fen=None, *, game='international', draws=None, turn=None, numbering=None, \
        strict=True)")]
    fn new(
        fen: Option<&str>,
        game: Option<GameName<'_>>,
        draws: Option<DrawNames>,
        turn: Option<Bound<'_, Color>>,
        numbering: Option<&str>,
        strict: bool,
    ) -> PyResult<Board> {
        let game = named(game)?;
        let draws = self::draws(game, draws)?;
        let numbering = self::numbering(numbering)?;
        let Some(fen) = fen else {
            return Ok(Board {
                history: History::new(AnyBoard::start(game), draws),
            });
        };
        let mut setup = read_fen(fen, game, numbering).map_err(fen_error)?;
        if let Some(turn) = turn {
            let turn = turn.get().inner();
            if setup.turn.is_some_and(|written| written != turn) {
                return Err(InvalidSetupError::new_err(format!(
                    "turn={} contradicts the side to move in the text",
                    turn.name()
                )));
            }
            setup.turn = Some(turn);
        }
        let mut history = History::new(place(&setup, game, strict)?, draws);
        history.set_counters(setup.quiet_plies, setup.full_move);
        Ok(Board { history })
    }

    #[classmethod]
    #[pyo3(signature = (text, *, game = None, draws = None),
        text_signature = "(text, *, game='international', draws=None)")]
    /// A position from its Hub string (side to move, then one letter of ``w b W B e`` per square).
    fn from_hub(
        _: &Bound<'_, PyType>,
        text: &str,
        game: Option<GameName<'_>>,
        draws: Option<DrawNames>,
    ) -> PyResult<Board> {
        let game = named(game)?;
        let setup = read_hub(text, game).map_err(fen_error)?;
        Ok(Board {
            history: History::new(place(&setup, game, true)?, self::draws(game, draws)?),
        })
    }

    #[classmethod]
    #[pyo3(signature = (pieces, turn, *, game = None, draws = None, strict = true),
        text_signature = "(pieces, turn, *, game='international', draws=None, strict=True)")]
    fn from_pieces(
        _: &Bound<'_, PyType>,
        pieces: &Bound<'_, PyDict>,
        turn: &Bound<'_, Color>,
        game: Option<GameName<'_>>,
        draws: Option<DrawNames>,
        strict: bool,
    ) -> PyResult<Board> {
        let game = named(game)?;
        let mut setup = Setup {
            turn: Some(turn.get().inner()),
            ..Setup::default()
        };
        let mut towers = Vec::new();
        for (square, tower) in pieces {
            let tower: Vec<rules::Piece> = match tower.cast::<Piece>() {
                Ok(piece) => vec![piece.get().0],
                Err(_) => tower
                    .try_iter()?
                    .map(|piece| Ok(piece?.cast::<Piece>()?.get().0))
                    .collect::<PyResult<_>>()?,
            };
            if tower.is_empty() || tower.len() > 1 && game.rules().stacking.is_none() {
                return Err(InvalidSetupError::new_err(format!(
                    "square {square} has {} pieces: {} has one on each",
                    tower.len(),
                    game.rules().name
                )));
            }
            towers.push((bit(game, square.extract()?)?, tower));
        }
        if let Err(pieces) = setup.set_towers(&towers) {
            return Err(raised::<InvalidSetupError>(
                &Problem::TooManyForTowers { pieces }.saying(),
            ));
        }
        Ok(Board {
            history: History::new(place(&setup, game, strict)?, self::draws(game, draws)?),
        })
    }

    #[getter]
    fn game(&self) -> Game {
        Game(self.game_of())
    }

    #[getter]
    fn turn(&self, py: Python<'_>) -> Py<PyAny> {
        color::object(py, self.now().turn())
    }

    #[getter]
    /// Plies played on this board since its root.
    fn ply(&self) -> usize {
        self.history.ply()
    }

    #[getter]
    /// 1 at the start, one more after the second player's move; read from and written to FEN as ``:F``.
    fn fullmove_number(&self) -> u32 {
        self.history.full_move()
    }

    #[getter]
    /// Names of the drawing rules in force.
    fn draws<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, self.history.draws().rules.iter().map(|rule| rule.id))
    }

    #[getter]
    /// The profile of drawing rules in force, `None` where the rules were chosen one by one.
    fn profile(&self) -> Option<&'static str> {
        self.history.draws().profile.map(|profile| profile.id)
    }

    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves {
            board: *self.now(),
            hash: self.history.now().hash,
        }
    }

    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        let states = self.history.states();
        states
            .windows(2)
            .filter_map(|pair| Some(Move::legal(&pair[0].board, pair[0].hash, pair[1].last?)))
            .collect()
    }

    #[getter]
    /// A new board at the position where this one began.
    fn root(&self) -> Board {
        Board {
            history: self.history.root(),
        }
    }

    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Board {
        Board {
            history: if stack {
                self.history.clone()
            } else {
                self.history.without_past()
            },
        }
    }

    /// Back to the game's starting position, nothing played.
    fn reset(&mut self) {
        self.history = History::new(AnyBoard::start(self.game_of()), self.history.draws().clone());
    }

    /// Plays a legal move. Raises `IllegalMoveError` (and changes nothing) where it is not.
    fn push(&mut self, r#move: &Bound<'_, Move>) -> PyResult<()> {
        let m = self.legal(r#move.get())?;
        self.history.push(m);
        Ok(())
    }

    /// Takes the last move back, with every counter as it was. Raises `IndexError` at the root.
    fn pop(&mut self) -> PyResult<Move> {
        match self.history.pop() {
            Some(m) => Ok(self.found(m)),
            None => Err(PyIndexError::new_err(
                "pop from a board on which nothing has been played",
            )),
        }
    }

    fn peek(&self) -> PyResult<Move> {
        match self.history.states() {
            [.., before, rules::history::State { last: Some(m), .. }] => {
                Ok(Move::legal(&before.board, before.hash, *m))
            }
            _ => Err(PyIndexError::new_err(
                "peek at a board on which nothing has been played",
            )),
        }
    }

    fn piece_at(&self, py: Python<'_>, square: i64) -> PyResult<Option<Py<PyAny>>> {
        let piece = self.now().piece_at(bit(self.game_of(), square)?);
        Ok(piece.map(|piece| piece_object(py, piece)))
    }

    /// The pieces on a square, from top to bottom: more than one only in games with towers.
    fn tower_at<'py>(&self, py: Python<'py>, square: i64) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        let tower = self.now().tower_at(bit(self.game_of(), square)?);
        pyo3::types::PyTuple::new(py, tower.into_iter().map(|piece| piece_object(py, piece)))
    }

    #[getter]
    /// Two games that are played at once, each as a board of its own with its own counts: that on the dark squares,
    /// then that on the light ones. Empty where one game is played.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        let halves = self.history.halves().into_iter().flatten();
        let boards: PyResult<Vec<_>> = halves
            .zip(self.now().verdicts().unwrap_or_default())
            .map(|(half, verdict)| {
                let mut history = half.clone();
                // A game that is over stays as it was when it ended, whoever has moved elsewhere since.
                if let (Some(verdict), None) = (verdict, history.outcome(false)) {
                    history.end(ends::Outcome::of_verdict(verdict, history.board().rules().clauses.goal));
                }
                Bound::new(py, Board { history })
            })
            .collect();
        pyo3::types::PyTuple::new(py, boards?)
    }

    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let board = self.now();
        let game = board.game();
        let mut squares: Vec<(u8, u8)> = (board.pieces(rules::Color::White) | board.pieces(rules::Color::Black))
            .each()
            .map(|bit| (number(game, bit), bit))
            .collect();
        squares.sort_unstable();
        let map = PyDict::new(py);
        for (number, bit) in squares {
            if let Some(piece) = board.piece_at(bit) {
                map.set_item(number, piece_object(py, piece))?;
            }
        }
        Ok(map)
    }

    #[pyo3(signature = (color, king = None))]
    fn pieces(&self, color: &Bound<'_, Color>, king: Option<bool>) -> SquareSet {
        let board = self.now();
        let all = board.pieces(color.get().inner());
        let bits = match king {
            None => all,
            Some(true) => all & board.kings(),
            Some(false) => all & !board.kings(),
        };
        square_set(board.game(), bits)
    }

    /// What is wrong with the position, one sentence each; empty for a sound one.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        let problems = self.now().setup().problems(self.game_of());
        let said = problems.iter().map(|problem| saying::object(py, &problem.saying()));
        pyo3::types::PyTuple::new(py, said.collect::<PyResult<Vec<_>>>()?)
    }

    #[getter]
    fn is_valid(&self) -> bool {
        self.now().setup().problems(self.game_of()).is_empty()
    }

    #[pyo3(signature = (*, claim_draw = false))]
    /// How the game ended, `None` while it goes on; `claim_draw` counts the draws that a player must claim.
    fn outcome(&self, claim_draw: bool) -> Option<Outcome> {
        self.history.outcome(claim_draw).map(Outcome)
    }

    #[pyo3(signature = (*, claim_draw = false))]
    /// ``2-0 1-1 0-2`` in international draughts and kin, ``4-0 3-1 2-2 1-3 0-4`` where two games are played at
    /// once, ``1-0 1/2-1/2 0-1`` elsewhere, ``*`` while it goes on.
    fn result(&self, claim_draw: bool) -> &'static str {
        let Some(outcome) = self.history.outcome(claim_draw) else {
            return "*";
        };
        match (self.now().rules().score, outcome.winner) {
            (Score::FourPoints, winner) => match (self.history.points(), winner) {
                (Some([4, _]), _) | (None, Some(rules::Color::White)) => "4-0",
                (Some([3, _]), _) => "3-1",
                (Some([1, _]), _) => "1-3",
                (Some([0, _]), _) | (None, Some(rules::Color::Black)) => "0-4",
                _ => "2-2",
            },
            (Score::TwoPoints, Some(rules::Color::White)) => "2-0",
            (Score::TwoPoints, Some(rules::Color::Black)) => "0-2",
            (Score::TwoPoints, None) => "1-1",
            (Score::OnePoint, Some(rules::Color::White)) => "1-0",
            (Score::OnePoint, Some(rules::Color::Black)) => "0-1",
            (Score::OnePoint, None) => "1/2-1/2",
        }
    }

    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: i64) -> bool {
        i64::from(self.history.occurrences()) >= count
    }

    /// Where the counts stand; of two games at once, those of the dark squares, then those of the light ones.
    fn draw_clocks(&self) -> Vec<DrawClock> {
        let games = match self.history.halves() {
            Some(halves) => halves.iter().collect(),
            None => vec![&self.history],
        };
        let clocks = games.into_iter().flat_map(|history| {
            history.draws().rules.iter().enumerate().map(|(index, rule)| {
                let (count, active) = history.count(index);
                DrawClock {
                    rule: *rule,
                    count,
                    active,
                }
            })
        });
        clocks.collect()
    }

    #[pyo3(signature = (r#move = None))]
    /// True where a draw may be claimed now, or with the intended `move`.
    fn can_claim_draw(&self, r#move: Option<&Bound<'_, Move>>) -> PyResult<bool> {
        match r#move {
            None => Ok(self.history.claim().is_some()),
            Some(intended) => {
                let m = self.legal(intended.get())?;
                let mut after = self.history.clone();
                after.push(m);
                Ok(after.claim().is_some())
            }
        }
    }

    #[pyo3(signature = (r#move = None))]
    /// Ends the game by a claim, now or with an intended move (which is played). Raises `IllegalMoveError`.
    fn claim_draw(&mut self, r#move: Option<&Bound<'_, Move>>) -> PyResult<Outcome> {
        let mut after = self.history.clone();
        if let Some(intended) = r#move {
            after.push(self.legal(intended.get())?);
        }
        let Some(outcome) = after.claim() else {
            let counts: Vec<String> = self
                .draw_clocks()
                .iter()
                .filter(|clock| clock.active)
                .map(|clock| format!("{} {} of {}", clock.rule.id, clock.count, clock.rule.limit))
                .collect();
            let counts = if counts.is_empty() {
                "no drawing rule counts".to_owned()
            } else {
                counts.join(", ")
            };
            return Err(IllegalMoveError::new_err(format!("no draw can be claimed: {counts}")));
        };
        after.end(outcome.clone());
        self.history = after;
        Ok(Outcome(outcome))
    }

    #[getter]
    fn can_offer_draw(&self) -> bool {
        self.history.offer_refused().is_none() && self.history.outcome(false).is_none()
    }

    /// Ends the game by agreement. Raises `IllegalMoveError` before the move that the profile asks for.
    fn agree_draw(&mut self) -> PyResult<Outcome> {
        self.must_go_on(say!("no draw can be agreed"))?;
        if let Some(reason) = self.history.offer_refused() {
            return Err(raised::<IllegalMoveError>(&reason));
        }
        let clause = self.history.draws().profile.map_or("", |profile| profile.offer_clause);
        Ok(self.finish(ends::Termination::Agreement, None, clause, say!("draw by agreement")))
    }

    #[pyo3(signature = (color = None))]
    /// `color` (the side to move by default) gives up.
    fn resign(&mut self, color: Option<&Bound<'_, Color>>) -> PyResult<Outcome> {
        self.must_go_on(say!("nobody can resign"))?;
        let color = color.map_or(self.now().turn(), |color| color.get().inner());
        Ok(self.loses(color, ends::Termination::Resignation))
    }

    /// `color` has overstepped the time.
    fn flag(&mut self, color: &Bound<'_, Color>) -> PyResult<Outcome> {
        self.must_go_on(say!("no flag can fall"))?;
        Ok(self.loses(color.get().inner(), ends::Termination::Time))
    }

    #[pyo3(signature = (*, numbering = None, counters = false))]
    /// Strict FEN; `counters` adds ``:H:F`` (and the king moves of Frisian).
    fn fen(&self, numbering: Option<&str>, counters: bool) -> PyResult<String> {
        Ok(write_fen(
            &self.setup(),
            self.game_of(),
            self::numbering(numbering)?,
            counters,
        ))
    }

    /// The Hub string of the position. Raises `InvalidSetupError` where pieces stand on each other: it has a letter
    /// for each square.
    fn hub_position(&self) -> PyResult<String> {
        let setup = self.now().setup();
        if let Some((bit, tower)) = setup.towers().into_iter().find(|(_, tower)| tower.len() > 1) {
            return Err(InvalidSetupError::new_err(format!(
                "a Hub position has one letter for each square, and the tower on {} has {} pieces",
                notation::name(self.game_of(), bit),
                tower.len()
            )));
        }
        Ok(write_hub(&setup, self.game_of()))
    }

    #[pyo3(signature = (r#move, *, long = false, numeric = None))]
    /// The shortest unambiguous text of a legal move, or its long form.
    fn pdn(&self, r#move: &Bound<'_, Move>, long: bool, numeric: Option<bool>) -> PyResult<String> {
        Ok(notation::write_pdn(
            self.now(),
            self.legal(r#move.get())?,
            long,
            numeric,
        ))
    }

    /// Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
    fn parse_pdn(&self, text: &str) -> PyResult<Move> {
        notation::parse_pdn(self.now(), text)
            .map(|m| self.found(m))
            .map_err(move_error)
    }

    fn push_pdn(&mut self, text: &str) -> PyResult<Move> {
        let m = self.parse_pdn(text)?;
        self.history.push(m.m);
        Ok(m)
    }

    fn hub(&self, r#move: &Bound<'_, Move>) -> PyResult<String> {
        Ok(notation::write_hub_on(self.now(), self.legal(r#move.get())?))
    }

    fn parse_hub(&self, text: &str) -> PyResult<Move> {
        notation::parse_hub(self.now(), text)
            .map(|m| self.found(m))
            .map_err(move_error)
    }

    fn push_hub(&mut self, text: &str) -> PyResult<Move> {
        let m = self.parse_hub(text)?;
        self.history.push(m.m);
        Ok(m)
    }

    /// Why a move is legal, forced or refused, in a sentence with the clause; for a square, what its piece may do.
    fn explain<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        saying::object(py, &explain::explain(self.now(), text))
    }

    #[pyo3(signature = (*, weights = None))]
    /// What the position looks worth without any search, in hundredths of a man, for the side to move; that captures are
    /// pending is not seen. `weights`: an evaluation from a file of `damier train`, the engine's own where `None`; for two
    /// games at once, one of either of them.
    ///
    /// Raises `ValueError` where `weights` are none, or of another game.
    fn evaluate(&self, weights: Option<&[u8]>) -> PyResult<i32> {
        let brought = self.brought(weights)?;
        Ok(appraisal::value(self.now(), brought.as_ref()).to_hundredths())
    }

    #[pyo3(signature = (*, weights = None))]
    /// For each square with a piece what `evaluate` loses, seen from White, when that piece is taken off: what it is worth
    /// where it stands. Towers are taken off as a whole. Pieces without which a side has none are left out.
    ///
    /// Raises `ValueError` where `weights` are none, or of another game.
    fn contributions<'py>(&self, py: Python<'py>, weights: Option<&[u8]>) -> PyResult<Bound<'py, PyDict>> {
        let brought = self.brought(weights)?;
        let all = PyDict::new(py);
        for (bit, share) in appraisal::shares(self.now(), brought.as_ref()) {
            all.set_item(number(self.game_of(), bit), share)?;
        }
        Ok(all)
    }

    #[pyo3(signature = (depth, *, threads = 1, ordered = false))]
    /// How many sequences of `depth` legal moves there are (at most 255 plies deep); draws by rule end nothing.
    /// `ordered` counts captures apart that take the same pieces in another order. Releases the GIL.
    fn perft(&self, py: Python<'_>, depth: i64, threads: i64, ordered: bool) -> PyResult<u64> {
        let depth = u8::try_from(depth)
            .map_err(|_| PyValueError::new_err(format!("depth={depth}: perft counts 0 to 255 plies")))?;
        let threads = usize::try_from(threads)
            .ok()
            .filter(|threads| (1..=MOST_THREADS).contains(threads))
            .ok_or_else(|| PyValueError::new_err(format!("threads={threads}: perft takes 1 to {MOST_THREADS}")))?;
        let board = *self.now();
        let stop = AtomicBool::new(false);
        let count = || board.perft(depth.into(), ordered, threads, &stop);
        // A thread of its own is not worth while for what takes microseconds.
        let counted = if depth <= 3 {
            py.detach(count)
        } else {
            aside(py, || stop.store(true, Ordering::Relaxed), count)?
        };
        counted.ok_or_else(|| EngineError::new_err("the count was stopped"))
    }

    /// 64 bits, equal for equal positions of one game, on every machine and in every version.
    fn zobrist_hash(&self) -> u64 {
        self.history.now().hash
    }

    /// Colours swapped and the board turned: the same position for the other side, without its history.
    fn mirror(&self) -> Board {
        Board {
            history: History::new(self.now().mirror(), self.history.draws().clone()),
        }
    }

    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py()
            .import("damier.svg")?
            .getattr("board")?
            .call1((slf,))?
            .extract()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        // The same position of the same game with the same counts, whatever path led there.
        other.cast::<Board>().is_ok_and(|other| {
            let other = other.borrow();
            self.now() == other.now()
                && self.history.draws() == other.history.draws()
                && self.history.now().clocks == other.history.now().clocks
                && match (self.history.halves(), other.history.halves()) {
                    (Some(own), Some(others)) => own
                        .iter()
                        .zip(others)
                        .all(|(one, other)| one.now().clocks == other.now().clocks),
                    _ => true,
                }
        })
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    fn __str__(&self) -> String {
        let rules = self.now().rules();
        let tall = !self.now().setup().is_flat();
        let mut rows = Vec::new();
        for rank in (0..rules.ranks).rev() {
            let square = |file: u8| {
                let bit = rules::geometry::Geometry::bit_at(rules, file.into(), rank.into());
                let letters = match bit.map(|bit| self.now().tower_at(bit)) {
                    None => " ".to_owned(),
                    Some(tower) if tower.is_empty() => ".".to_owned(),
                    Some(tower) => tower.iter().map(|piece| piece.symbol()).collect(),
                };
                // Towers are written out, from top to bottom.
                if tall { format!("{letters:5}") } else { letters }
            };
            let row: Vec<String> = (0..rules.files).map(square).collect();
            rows.push(row.join(" ").trim_end().to_owned());
        }
        rows.join("\n")
    }

    fn __repr__(&self) -> PyResult<String> {
        let game = match self.game_of() {
            AnyGame::International => String::new(),
            game => format!(", game='{}'", game.rules().id),
        };
        Ok(format!("Board('{}'{game})", self.fen(None, false)?))
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let restore = py.import("damier._core")?.getattr("_restore_board")?.unbind();
        let root = self.history.root();
        let setup = Setup {
            quiet_plies: Some(root.now().quiet_plies),
            full_move: Some(root.full_move()),
            ..root.board().setup()
        };
        let fen = write_fen(&setup, self.game_of(), None, true);
        let moves: Vec<String> = self
            .history
            .states()
            .windows(2)
            .filter_map(|pair| Some(notation::write_hub_on(&pair[0].board, pair[1].last?)))
            .collect();
        let draws: Vec<&str> = self.history.draws().rules.iter().map(|rule| rule.id).collect();
        let ended = self
            .history
            .outcome(true)
            .filter(|_| self.history.is_ended())
            .map(|outcome| (outcome.termination as usize, outcome.winner.map(rules::Color::index)));
        let state = (Game(self.game_of()), fen, self.profile(), draws, moves, ended);
        Ok((restore, state.into_pyobject(py)?.into_any().unbind()))
    }
}

/// For pickle.
#[pyfunction(name = "_restore_board")]
pub fn restore_board(
    game: &Bound<'_, Game>,
    fen: &str,
    profile: Option<String>,
    draws: Vec<String>,
    moves: Vec<String>,
    ended: Option<(usize, Option<usize>)>,
) -> PyResult<Board> {
    let game = game.get().0;
    let names = profile.map_or(DrawNames::Rules(draws), DrawNames::Profile);
    let setup = read_fen(fen, game, None).map_err(fen_error)?;
    let mut history = History::new(place(&setup, game, false)?, self::draws(game, Some(names))?);
    history.set_counters(setup.quiet_plies, setup.full_move);
    let mut board = Board { history };
    for text in &moves {
        board.push_hub(text)?;
    }
    if let Some((termination, winner)) = ended {
        let winner = winner.and_then(|winner| rules::Color::BOTH.get(winner).copied());
        match (ends::Termination::ALL.get(termination), winner) {
            (Some(ends::Termination::Agreement), _) => {
                board.finish(ends::Termination::Agreement, None, "", say!("draw by agreement"));
            }
            (Some(ends::Termination::Resignation), Some(winner)) => {
                board.loses(winner.opposite(), ends::Termination::Resignation);
            }
            (Some(ends::Termination::Time), Some(winner)) => {
                board.loses(winner.opposite(), ends::Termination::Time);
            }
            _ => {
                if let Some(claimed) = board.history.claim() {
                    board.history.end(claimed);
                }
            }
        }
    }
    Ok(board)
}
