//! The built-in opponent: one search with its table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use damier_engine::any::AnySearch;
use damier_engine::{Limit, Line};
use damier_rules::Move as AnyMove;
use damier_rules::history::History;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::aside::aside;
use crate::board::Board;
use crate::errors::EngineError;
use crate::moves::Move;

/// As much as a small server has.
const MOST_MEGABYTES: i64 = 65_536;
const MOST_LINES: i64 = 64;

/// The built-in search with its table. One search at a time; `stop` may be called from another thread.
#[pyclass(module = "damier", frozen)]
#[derive(Debug)]
pub struct Search {
    search: Mutex<AnySearch>,
    stop: Arc<AtomicBool>,
    running: AtomicBool,
}

/// A number from Python within bounds, or an error that names both.
fn bounded(name: &str, value: i64, least: i64, most: i64) -> PyResult<i64> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(PyValueError::new_err(format!(
            "{name}={value} must be from {least} to {most}"
        )))
    }
}

fn limit(depth: Option<i64>, nodes: Option<i64>, time: Option<f64>) -> PyResult<Limit> {
    if depth.is_none() && nodes.is_none() && time.is_none() {
        return Err(EngineError::new_err("a search needs a limit: depth, nodes or time"));
    }
    let seconds = time.map(|seconds| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err(format!("time={seconds} must be a number of seconds from 0 up")))
    });
    Ok(Limit {
        depth: depth
            .map(|depth| bounded("depth", depth, 1, 99))
            .transpose()?
            .map(|depth| depth as u32),
        nodes: nodes
            .map(|nodes| bounded("nodes", nodes, 1, i64::MAX))
            .transpose()?
            .map(|nodes| nodes as u64),
        time: seconds.transpose()?,
    })
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (*, hash_mb = 32))]
    fn new(hash_mb: i64) -> PyResult<Search> {
        let megabytes = bounded("hash_mb", hash_mb, 1, MOST_MEGABYTES)?;
        let search = AnySearch::new(megabytes as usize);
        let stop = search.stop_flag();
        Ok(Search {
            search: Mutex::new(search),
            stop,
            running: AtomicBool::new(false),
        })
    }

    #[pyo3(signature = (board, *, depth = None, nodes = None, time = None, multipv = 1))]
    /// One dict per line, best first: ``pv`` (list of `Move`), ``score`` (hundredths of a man for the side to move),
    /// ``win_in`` (plies to a proved end, negative when lost, else `None`), ``depth``, ``nodes``, ``time`` (seconds).
    /// Raises `EngineError` where no move is legal or every limit is missing. Releases the GIL.
    fn run<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, Board>,
        depth: Option<i64>,
        nodes: Option<i64>,
        time: Option<f64>,
        multipv: i64,
    ) -> PyResult<Bound<'py, PyList>> {
        let limit = limit(depth, nodes, time)?;
        let count = bounded("multipv", multipv, 1, MOST_LINES)? as usize;
        let history = board.borrow().history.clone();
        if self.running.swap(true, Ordering::Relaxed) {
            return Err(EngineError::new_err(
                "this search is already thinking: stop it first, or take another",
            ));
        }
        // Before the lock on Python is let go: a stop that comes later is meant for this run.
        self.stop.store(false, Ordering::Relaxed);
        let lines = aside(py, &self.stop, || {
            let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
            search.run(&history, &limit, count, &mut |_| {})
        });
        self.running.store(false, Ordering::Relaxed);
        let lines = lines?;
        if lines.is_empty() {
            return Err(EngineError::new_err(
                "no move is legal in this position: the game is over",
            ));
        }
        let list = PyList::empty(py);
        for line in lines {
            list.append(info(py, &history, &line)?)?;
        }
        Ok(list)
    }

    fn stop(&self) {
        if self.running.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
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
    info.set_item("nodes", line.nodes)?;
    info.set_item("time", line.seconds)?;
    Ok(info)
}
