//! The built-in opponent: one search with its table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use damier_engine::any::AnySearch;
use damier_engine::limit::MAX_DEPTH;
use damier_engine::search::MAX_THREADS;
use damier_engine::{Brought, Clock, Control, Limit, Line, Step};
use damier_rules::Move as AnyMove;
use damier_rules::history::History;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::aside::aside;
use crate::board::Board;
use crate::errors::EngineError;
use crate::moves::Move;
use crate::tables::TableSet;

/// As much as a small server has.
const MOST_MEGABYTES: i64 = 65_536;
const MOST_LINES: i64 = 64;

/// The built-in search with its table. One search at a time; `stop` may be called from another thread.
#[pyclass(module = "damier", frozen)]
#[derive(Debug)]
pub struct Search {
    search: Mutex<AnySearch>,
    control: Arc<Control>,
    running: AtomicBool,
}

/// A number from Python within bounds, or an error that names both.
pub fn bounded(name: &str, value: i64, least: i64, most: i64) -> PyResult<i64> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(PyValueError::new_err(format!(
            "{name}={value} must be from {least} to {most}"
        )))
    }
}

fn seconds(name: &str, value: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(value)
        .map_err(|_| PyValueError::new_err(format!("{name}={value} must be a number of seconds from 0 up")))
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (*, hash_mb = 32, threads = 1, leave_out = Vec::new()))]
    fn new(hash_mb: i64, threads: i64, leave_out: Vec<String>) -> PyResult<Search> {
        let megabytes = bounded("hash_mb", hash_mb, 1, MOST_MEGABYTES)?;
        let threads = bounded("threads", threads, 1, MAX_THREADS as i64)?;
        let mut search = AnySearch::with_threads(megabytes as usize, threads as usize);
        for name in leave_out {
            search.leave_out(Step::named(&name).ok_or_else(|| {
                let names: Vec<&str> = Step::ALL.into_iter().map(Step::name).collect();
                PyValueError::new_err(format!(
                    "no such step of the search: {name} (there are {})",
                    names.join(", ")
                ))
            })?);
        }
        let control = search.control();
        Ok(Search {
            search: Mutex::new(search),
            control,
            running: AtomicBool::new(false),
        })
    }

    #[pyo3(signature = (
        board, *, depth = None, nodes = None, time = None, clock = None, increment = 0.0, moves = None,
        infinite = false, ponder = false, multipv = 1, searchmoves = None, report = None,
    ))]
    #[allow(clippy::too_many_arguments)] // each has a name in Python
    /// One dict per line, best first: ``pv`` (list of `Move`), ``score`` (hundredths of a man for the side to move),
    /// ``win_in`` (plies to a proved end, negative when lost, else `None`), ``depth``, ``seldepth``, ``nodes``,
    /// ``time`` (seconds), ``hashfull`` (thousandths of the table).
    ///
    /// `time`: seconds for this move, all of which are used. `clock`: seconds left to the side to move, of which the
    /// search takes what the move is worth; `increment`: seconds added before each later move; `moves`: to be made in
    /// that time, `None` where it is the rest of the game. `infinite`: until `stop`. `ponder`: time counts, and a
    /// result comes, only after `ponder_hit` or `stop`. `searchmoves`: the moves to choose from. `report` is called
    /// with such dicts after every iteration, from a thread of its own; what it raises ends the search and is raised
    /// here.
    ///
    /// Raises `EngineError` where no move is legal, the search is running already, or every limit is missing;
    /// `IllegalMoveError` for one of `searchmoves`. Releases the GIL.
    fn run<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, Board>,
        depth: Option<i64>,
        nodes: Option<i64>,
        time: Option<f64>,
        clock: Option<f64>,
        increment: f64,
        moves: Option<i64>,
        infinite: bool,
        ponder: bool,
        multipv: i64,
        searchmoves: Option<Vec<Py<Move>>>,
        report: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        if !infinite && depth.is_none() && nodes.is_none() && time.is_none() && clock.is_none() {
            return Err(EngineError::new_err(
                "a search needs a limit: depth, nodes, time, clock or infinite",
            ));
        }
        let depth = depth
            .map(|depth| bounded("depth", depth, 1, i64::from(MAX_DEPTH)))
            .transpose()?;
        let nodes = nodes.map(|nodes| bounded("nodes", nodes, 1, i64::MAX)).transpose()?;
        let moves = moves.map(|moves| bounded("moves", moves, 1, 10_000)).transpose()?;
        let increment = seconds("increment", increment)?;
        let clock = clock.map(|left| seconds("clock", left)).transpose()?.map(|left| Clock {
            left,
            increment,
            moves: moves.map(|moves| moves as u32),
        });
        let limit = Limit {
            depth: depth.map(|depth| depth as u32),
            nodes: nodes.map(|nodes| nodes as u64),
            time: time.map(|time| seconds("time", time)).transpose()?,
            clock,
        };
        let count = bounded("multipv", multipv, 1, MOST_LINES)? as usize;
        let (history, only) = {
            let board = board.borrow();
            let only: PyResult<Vec<AnyMove<u128>>> =
                searchmoves.iter().flatten().map(|m| board.legal(m.get())).collect();
            (board.history.clone(), only?)
        };
        if searchmoves.is_some() && only.is_empty() {
            return Err(EngineError::new_err(
                "searchmoves is empty: there is nothing to choose from",
            ));
        }
        if self.running.swap(true, Ordering::Relaxed) {
            return Err(EngineError::new_err(
                "this search is already thinking: stop it first, or take another",
            ));
        }
        // Before the lock on Python is let go: a stop that comes later is meant for this run.
        self.control.rearm();
        if ponder {
            self.control.ponder();
        }
        let mut failure = None;
        let lines = aside(
            py,
            || self.control.stop(),
            || {
                let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
                search.run(&history, &limit, &only, count, &mut |lines| {
                    let Some(report) = &report else { return };
                    let told = Python::attach(|py| report.call1(py, (infos(py, &history, lines)?,)));
                    if let Err(error) = told {
                        failure = Some(error);
                        self.control.stop();
                    }
                })
            },
        );
        self.running.store(false, Ordering::Relaxed);
        let lines = lines?;
        if let Some(error) = failure {
            return Err(error);
        }
        if lines.is_empty() {
            return Err(EngineError::new_err(
                "no move is legal in this position: the game is over",
            ));
        }
        infos(py, &history, &lines)
    }

    /// Ends the search under way, if there is one, with what it has found.
    fn stop(&self) {
        if self.running.load(Ordering::Relaxed) {
            self.control.stop();
        }
    }

    /// The move that was pondered on has been played: time counts from now on.
    fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Gives it endgame tables: positions of their game that they know need no search, and where the root is won or
    /// lost within what the drawing rules leave, the answer is theirs. The table of the search is cleared.
    ///
    /// Raises `EngineError` while it is thinking.
    fn set_tables(&self, tables: &TableSet) -> PyResult<()> {
        if self.running.load(Ordering::Relaxed) {
            return Err(EngineError::new_err(
                "this search is thinking: stop it before it gets other tables",
            ));
        }
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        search.set_tables(Arc::clone(&tables.set));
        Ok(())
    }

    /// Gives it the evaluation in `data`, what a file of `damier train` holds, for the game that it is of, in place of
    /// the engine's own; `None` takes it back. The table of the search is cleared.
    ///
    /// Raises `EngineError` while it is thinking, `ValueError` where `data` is no evaluation.
    #[pyo3(signature = (data))]
    fn set_evaluation(&self, data: Option<&[u8]>) -> PyResult<()> {
        if self.running.load(Ordering::Relaxed) {
            return Err(EngineError::new_err(
                "this search is thinking: stop it before it gets another evaluation",
            ));
        }
        let brought = data.map(Brought::read).transpose().map_err(PyValueError::new_err)?;
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        search.set_evaluation(brought.map(Arc::new));
        Ok(())
    }

    fn clear(&self) -> PyResult<()> {
        if self.running.load(Ordering::Relaxed) {
            return Err(EngineError::new_err(
                "this search is thinking: stop it before its table is cleared",
            ));
        }
        self.search.lock().unwrap_or_else(PoisonError::into_inner).clear();
        Ok(())
    }
}

fn infos<'py>(py: Python<'py>, history: &History, lines: &[Line<AnyMove<u128>>]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for line in lines {
        list.append(info(py, history, line)?)?;
    }
    Ok(list)
}

fn info<'py>(py: Python<'py>, history: &History, line: &Line<AnyMove<u128>>) -> PyResult<Bound<'py, PyDict>> {
    let mut now = history.clone();
    let mut pv = Vec::new();
    for &m in &line.pv {
        pv.push(Move::legal(now.board(), now.now().hash, m));
        now.push(m);
    }
    let plies = line.score.plies_to_end().map(i64::from);
    let info = PyDict::new(py);
    info.set_item("pv", pv)?;
    info.set_item("score", line.score.to_hundredths())?;
    info.set_item(
        "win_in",
        plies.map(|plies| if line.score.is_loss() { -plies } else { plies }),
    )?;
    info.set_item("depth", line.depth)?;
    info.set_item("seldepth", line.deepest)?;
    info.set_item("nodes", line.nodes)?;
    info.set_item("time", line.seconds)?;
    info.set_item("hashfull", line.fullness)?;
    Ok(info)
}
