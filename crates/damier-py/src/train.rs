//! Learning: games against itself, and what an evaluation learns from them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use damier_engine::Brought;
use damier_engine::eval::parameters::{Sight, WIDTHS};
use damier_train::any::{self, AnyCases};
use damier_train::problem::Problem;
use damier_train::shuffle::Options;
use damier_train::{net, patterns};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::aside::aside;
use crate::board::Board;
use crate::errors::EngineError;
use crate::game::{Game, GameName};
use crate::search::bounded;
use crate::tables::TableSet;

const MOST_GAMES: i64 = 1_000_000_000;
const MOST_THREADS: i64 = 256;
/// Between two reports.
const PAUSE: Duration = Duration::from_millis(100);
/// Width of a bar in the histogram of scores, in hundredths.
const BAR: i32 = 25;

/// Tells Python how far something is, now and then, and stops it where Python does not want to go on.
struct Reporter<'r> {
    report: Option<&'r Py<PyAny>>,
    stop: &'r AtomicBool,
    last: Option<Instant>,
    failure: Option<PyErr>,
}

impl<'r> Reporter<'r> {
    fn new(report: Option<&'r Py<PyAny>>, stop: &'r AtomicBool) -> Reporter<'r> {
        Reporter {
            report,
            stop,
            last: None,
            failure: None,
        }
    }

    fn tell(&mut self, at_once: bool, call: impl FnOnce(Python<'_>, &Py<PyAny>) -> PyResult<Py<PyAny>>) {
        let Some(report) = self.report else { return };
        let due = self.last.is_none_or(|last| last.elapsed() >= PAUSE);
        if self.failure.is_some() || !(at_once || due) {
            return;
        }
        self.last = Some(Instant::now());
        if let Err(error) = Python::attach(|py| call(py, report)) {
            self.failure = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// What Python raised while it was told.
    fn end(self) -> PyResult<()> {
        self.failure.map_or(Ok(()), Err)
    }
}

/// Lets the engine play against itself until a file has so many games, and keeps their quiet positions; gives the
/// games and the positions on file. What a file has stays: a run that was broken off goes on.
///
/// `nodes`: of the search for a move. `weights`: an evaluation to play with, the engine's own where `None`. `tables`:
/// endgame tables of the game, which end a game as soon as they know how; `openings`: positions that games begin from, the
/// start where there are none. What is on file depends on these, too. `report` is called with games and positions, some
/// times a second; what it raises ends the run.
///
/// Raises `ValueError` for a file of something else or of another game, for an opening of another game or where the game
/// is over, and where the game cannot be learned; `OSError` where the file cannot be written. Releases the GIL.
#[pyfunction]
#[pyo3(signature = (
    game, path, *, games, nodes = 700, seed = 0, threads = 1, weights = None, tables = None, openings = Vec::new(),
    report = None,
))]
#[allow(clippy::too_many_arguments)] // each has a name in Python
pub fn selfplay(
    py: Python<'_>,
    game: GameName<'_>,
    path: PathBuf,
    games: i64,
    nodes: i64,
    seed: u64,
    threads: i64,
    weights: Option<&[u8]>,
    tables: Option<&TableSet>,
    openings: Vec<PyRef<'_, Board>>,
    report: Option<Py<PyAny>>,
) -> PyResult<(u32, u64)> {
    let game = game.find()?;
    any::check(game).map_err(PyValueError::new_err)?;
    let begin = |(number, board): (usize, &PyRef<'_, Board>)| {
        let ply = u16::try_from(board.history.ply()).unwrap_or(u16::MAX);
        any::opening(game, board.history.board(), ply)
            .map_err(|error| PyValueError::new_err(format!("opening {}: {error}", number + 1)))
    };
    let openings = openings.iter().enumerate().map(begin).collect::<PyResult<Vec<_>>>()?;
    let games = bounded("games", games, 1, MOST_GAMES)? as u32;
    let nodes = bounded("nodes", nodes, 1, 1_000_000_000)? as u64;
    let threads = bounded("threads", threads, 1, MOST_THREADS)? as usize;
    let brought = weights.map(Brought::read).transpose().map_err(PyValueError::new_err)?;
    // That it can be written is asked before anything is done; what it holds is told by a `ValueError`.
    std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(&path)
        .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
    let tables = tables.map(|tables| tables.set.as_ref());
    let stop = AtomicBool::new(false);
    let mut reporter = Reporter::new(report.as_ref(), &stop);
    let done = aside(
        py,
        || stop.store(true, Ordering::Relaxed),
        || {
            any::record(
                game,
                &path,
                ((seed, nodes), &openings),
                (games, threads),
                (brought.as_ref(), tables),
                &stop,
                &mut |progress| {
                    reporter.tell(progress.games == games, |py, report| {
                        report.call1(py, (progress.games, progress.positions))
                    });
                },
            )
        },
    )?;
    reporter.end()?;
    let done = done.map_err(PyValueError::new_err)?;
    Ok((done.games, done.positions))
}

/// Puts the positions of some files of `selfplay` into one file, each once, in an order of chance: that of their hashes,
/// mixed with the `seed`. Gives games, positions left out because they came twice, and those of at most `known` pieces.
///
/// `memory`: megabytes that may be used, whatever the files hold; the rest lies beside `to` while this lasts. `report` is
/// called with the share that is done; what it raises ends the run, and then there is no file.
///
/// Raises `ValueError` for a file of something else or of another game, and where the game cannot be learned; `OSError`
/// for one that cannot be read or written. Releases the GIL.
#[pyfunction]
#[pyo3(signature = (game, paths, to, *, known = 0, memory = 1024, seed = 0, report = None))]
#[allow(clippy::too_many_arguments)] // each has a name in Python
pub fn shuffle(
    py: Python<'_>,
    game: GameName<'_>,
    paths: Vec<PathBuf>,
    to: PathBuf,
    known: i64,
    memory: i64,
    seed: u64,
    report: Option<Py<PyAny>>,
) -> PyResult<(u64, u64, u64)> {
    let game = game.find()?;
    any::check(game).map_err(PyValueError::new_err)?;
    let options = Options {
        seed,
        least: bounded("known", known, 0, 100)? as u32,
        memory: bounded("memory", memory, 1, 1 << 24)? as u64 * (1 << 20),
    };
    let stop = AtomicBool::new(false);
    let mut reporter = Reporter::new(report.as_ref(), &stop);
    let done = aside(
        py,
        || stop.store(true, Ordering::Relaxed),
        || {
            any::shuffle(game, &paths, &to, &options, &stop, &mut |share| {
                reporter.tell(share >= 1.0, |py, report| report.call1(py, (share,)));
            })
        },
    )?;
    reporter.end()?;
    let counts = done.map_err(refusal)?;
    Ok((counts.games, counts.repeated, counts.known))
}

fn refusal(problem: Problem) -> PyErr {
    match problem {
        Problem::Disk(..) => PyOSError::new_err(problem.to_string()),
        Problem::Content(..) => PyValueError::new_err(problem.to_string()),
        Problem::Stopped => EngineError::new_err("the shuffling was stopped"),
    }
}

/// Positions of one game to learn from, each once.
#[pyclass(module = "damier", frozen)]
#[derive(Debug)]
pub struct TrainingCases {
    inner: Mutex<AnyCases>,
    stop: AtomicBool,
}

impl TrainingCases {
    fn with<T>(&self, then: impl FnOnce(&AnyCases) -> T) -> T {
        then(&self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl TrainingCases {
    #[new]
    fn new(game: GameName<'_>) -> PyResult<TrainingCases> {
        let inner = AnyCases::new(game.find()?).map_err(PyValueError::new_err)?;
        Ok(TrainingCases {
            inner: Mutex::new(inner),
            stop: AtomicBool::new(false),
        })
    }

    #[getter]
    fn game(&self) -> Game {
        self.with(|inner| Game(inner.game))
    }

    /// Adds the positions of a file of `selfplay`, without those that are there already and those of at most `known`
    /// pieces, which endgame tables know; or takes over one of `shuffle`, which stays on the disk.
    ///
    /// Raises `ValueError` for a file of something else or of another game, and for one of `shuffle` where that is not the
    /// only one; `OSError` for one that cannot be read. Releases the GIL.
    #[pyo3(signature = (path, *, known = 0))]
    fn add(&self, py: Python<'_>, path: PathBuf, known: i64) -> PyResult<()> {
        let known = bounded("known", known, 0, 100)? as u32;
        py.detach(|| {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            inner.add(&path, known).map_err(refusal)
        })
    }

    fn __len__(&self) -> usize {
        self.with(|inner| inner.cases.len())
    }

    #[getter]
    /// What was read: games, positions left out because they were there already, and because tables know them.
    fn read(&self) -> (u64, u64, u64) {
        let counts = self.with(|inner| inner.cases.counts);
        (counts.games, counts.repeated, counts.known)
    }

    #[getter]
    /// A hash of all that was added.
    fn hash(&self) -> u64 {
        self.with(|inner| inner.cases.counts.hash)
    }

    /// How many positions have so many pieces, end so for White (1, 0, -1), have such a score for White (in
    /// hundredths, by steps of 25, those beyond 1000 together), and come at such a ply (by tens).
    ///
    /// A dict of dicts, keys in order.
    fn histograms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut counts: [BTreeMap<i32, u64>; 4] = Default::default();
        self.with(|inner| {
            for case in inner.cases.iter() {
                let pieces = case.sample.pieces[0].count_ones() + case.sample.pieces[1].count_ones();
                let score = (case.score() as i32).clamp(-1000, 1000).div_euclid(BAR) * BAR;
                let keys = [
                    pieces as i32,
                    i32::from(case.result),
                    score,
                    i32::from(case.sample.ply) / 10 * 10,
                ];
                for (count, key) in counts.iter_mut().zip(keys) {
                    *count.entry(key).or_default() += 1;
                }
            }
        });
        let all = PyDict::new(py);
        for (name, count) in ["pieces", "results", "scores", "plies"].into_iter().zip(counts) {
            let one = PyDict::new(py);
            for (key, number) in count {
                one.set_item(key, number)?;
            }
            all.set_item(name, one)?;
        }
        Ok(all)
    }

    /// A net that has learned from the positions: a dict with ``data`` (its file), ``validation`` (mean cost beyond the
    /// least there can be, of the games that were kept back), ``scale`` (of scores, in hundredths), ``rounding`` (by
    /// which rounding has changed scores, in hundredths: root of the mean square, most).
    ///
    /// `sight`: ``patterns`` or ``squares``; `width`: 16, 32, 64 or 128; `share`: of the aim, what the search said;
    /// `scale`: on which scores become points, in hundredths, that on which they predict results best where it is 0.
    /// `report` is called with epoch, share of it done, training cost, and validation cost at the end of an epoch, else
    /// `None`; what it raises ends the run. The same options give the same file, whatever else the machine does.
    ///
    /// Raises `ValueError` where there are too few games. Releases the GIL.
    #[pyo3(signature = (
        *, sight = "patterns", width = 16, epochs = 8, batch = 16_384, rate = 8e-3, epsilon = 2e-6, decay = 1e-2,
        share = 0.7, scale = 0.0, seed = 1, threads = 1, report = None,
    ))]
    #[allow(clippy::too_many_arguments)] // each has a name in Python
    fn fit_net<'py>(
        &self,
        py: Python<'py>,
        sight: &str,
        width: i64,
        epochs: i64,
        batch: i64,
        rate: f32,
        epsilon: f32,
        decay: f32,
        share: f64,
        scale: f64,
        seed: u64,
        threads: i64,
        report: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let names = || Sight::ALL.map(|(_, name)| name).join(", ");
        let width = bounded("width", width, 1, 1024)? as usize;
        if !WIDTHS.contains(&width) {
            return Err(PyValueError::new_err(format!(
                "width={width}: choose from 16, 32, 64, 128"
            )));
        }
        for (name, value) in [("rate", rate), ("epsilon", epsilon), ("decay", decay)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(PyValueError::new_err(format!("{name}={value} must be from 0 to 1")));
            }
        }
        let options = net::Options {
            sight: Sight::named(sight)
                .ok_or_else(|| PyValueError::new_err(format!("sight={sight:?}: choose from {}", names())))?,
            width,
            epochs: bounded("epochs", epochs, 1, 10_000)? as u32,
            batch: bounded("batch", batch, 1, 1 << 20)? as usize,
            rate,
            epsilon,
            decay,
            share: self::share(share)?,
            scale: self::scale(scale)?,
            seed,
            threads: bounded("threads", threads, 1, MOST_THREADS)? as usize,
        };
        self.stop.store(false, Ordering::Relaxed);
        let mut reporter = Reporter::new(report.as_ref(), &self.stop);
        let learned = aside(
            py,
            || self.stop.store(true, Ordering::Relaxed),
            || {
                self.with(|inner| {
                    inner.fit_net(&options, &self.stop, &mut |progress| {
                        reporter.tell(progress.validation.is_some(), |py, report| {
                            report.call1(
                                py,
                                (progress.epoch, progress.done, progress.training, progress.validation),
                            )
                        });
                    })
                })
            },
        )?;
        reporter.end()?;
        let learned = finished(learned)?;
        let data = self.with(|inner| learned.parameters.write(inner.game.rules().id))?;
        let dict = PyDict::new(py);
        dict.set_item("data", PyBytes::new(py, &data))?;
        dict.set_item("validation", learned.validation)?;
        dict.set_item("scale", learned.scale)?;
        dict.set_item("rounding", learned.rounding)?;
        Ok(dict)
    }

    /// Weights of patterns that have learned from the positions: a dict as that of `fit_net`, with ``training`` in place
    /// of ``rounding``. `spread`: how far, in hundredths, the worth of a pattern is expected to be from that of its men
    /// one by one. `report` is called with the number of steps taken.
    ///
    /// Raises `ValueError` where there are too few games. Releases the GIL.
    #[pyo3(signature = (*, share = 0.7, scale = 0.0, spread = 8.0, iterations = 120, report = None))]
    fn fit_patterns<'py>(
        &self,
        py: Python<'py>,
        share: f64,
        scale: f64,
        spread: f64,
        iterations: i64,
        report: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        if !(0.1..=1000.0).contains(&spread) {
            return Err(PyValueError::new_err(format!(
                "spread={spread} must be from 0.1 to 1000"
            )));
        }
        let options = patterns::Options {
            share: self::share(share)?,
            scale: self::scale(scale)?,
            spread,
            iterations: bounded("iterations", iterations, 1, 100_000)? as u32,
        };
        self.stop.store(false, Ordering::Relaxed);
        let mut reporter = Reporter::new(report.as_ref(), &self.stop);
        let learned = aside(
            py,
            || self.stop.store(true, Ordering::Relaxed),
            || {
                self.with(|inner| {
                    inner.fit_patterns(&options, &self.stop, &mut |step| {
                        reporter.tell(false, |py, report| report.call1(py, (step,)));
                    })
                })
            },
        )?;
        reporter.end()?;
        let learned = finished(learned)?;
        let data = self.with(|inner| learned.weights.write(inner.game.rules().id));
        let dict = PyDict::new(py);
        dict.set_item("data", PyBytes::new(py, &data))?;
        dict.set_item("validation", learned.validation)?;
        dict.set_item("scale", learned.scale)?;
        dict.set_item("training", learned.training)?;
        Ok(dict)
    }
}

fn share(share: f64) -> PyResult<f64> {
    if (0.0..=1.0).contains(&share) {
        Ok(share)
    } else {
        Err(PyValueError::new_err(format!("share={share} must be from 0 to 1")))
    }
}

fn scale(scale: f64) -> PyResult<f64> {
    if (0.0..=10_000.0).contains(&scale) {
        Ok(scale)
    } else {
        Err(PyValueError::new_err(format!("scale={scale} must be from 0 to 10000")))
    }
}

fn finished<T>(learned: Result<Option<T>, String>) -> PyResult<T> {
    learned
        .map_err(PyValueError::new_err)?
        .ok_or_else(|| EngineError::new_err("the training was stopped"))
}
