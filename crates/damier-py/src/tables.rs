//! Endgame tables: looked at and built.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_rules::Position;
use damier_rules::any::{AnyBoard, AnyGame};
use damier_tables::any::{self, AnySet};
use damier_tables::batch::{Row, RowError};
use damier_tables::file::{FileError, Kind, Writing};
use damier_tables::material::{MOST_PIECES, Material};
use damier_tables::probe::ProbeError;
use damier_tables::workshop::{Event, Order, WorkError};
use damier_tables::{BuildError, Plan, Verdict, Watch, Wdl, ruleset};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::aside::aside;
use crate::board::Board;
use crate::errors::{EngineError, InvalidTableError, MissingTableError};
use crate::game::{Game, GameName};
use crate::moves::Move;
use crate::search::bounded;

/// Bytes of one position in a batch: four sets of 64 squares.
const ROW: usize = 4 * 8;

/// The endgame tables of one game that are in some folders.
#[pyclass(module = "damier", frozen)]
#[derive(Debug)]
pub struct TableSet {
    pub set: Arc<AnySet>,
    problems: Vec<String>,
}

fn file_error(error: FileError) -> PyErr {
    match error {
        FileError::Io(path, error) => os_error(&path, &error),
        other => InvalidTableError::new_err(other.to_string()),
    }
}

/// The one that Python itself would raise: a `PermissionError`, say.
fn os_error(path: &Path, error: &io::Error) -> PyErr {
    let text = error.to_string();
    // Rust adds the number in brackets, Python before it.
    let text = text.split(" (os error").next().unwrap_or_default().to_owned();
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, text, path.display().to_string())),
        None => PyOSError::new_err(format!("{}: {text}", path.display())),
    }
}

impl TableSet {
    fn probe_error(&self, error: ProbeError) -> PyErr {
        match error {
            ProbeError::File(error) => file_error(error),
            missing @ ProbeError::Missing(material, _) => {
                let rules = self.set.rules();
                if material.is_possible(rules) || material.pieces() > MOST_PIECES {
                    MissingTableError::new_err(format!("{missing} of {}", rules.id))
                } else {
                    MissingTableError::new_err(format!(
                        "{missing} of {}: the position alone does not decide this ending",
                        rules.id
                    ))
                }
            }
        }
    }

    fn now(&self, board: &Bound<'_, Board>) -> PyResult<AnyBoard> {
        let now = *board.borrow().history.board();
        if now.game() != self.set.game() {
            return Err(PyValueError::new_err(format!(
                "these are tables of {}, and the board is of {}",
                self.set.rules().id,
                now.rules().id
            )));
        }
        Ok(now)
    }
}

fn kind(name: &str) -> PyResult<Kind> {
    Kind::ALL
        .into_iter()
        .find(|kind| kind.name() == name)
        .ok_or_else(|| PyValueError::new_err(format!("{name:?}: choose from wdl, dtw, dtc")))
}

fn value(set: &AnySet, board: &AnyBoard, kind: Kind) -> Result<i32, ProbeError> {
    Ok(match kind {
        Kind::Wdl => set.wdl(board)? as i32,
        Kind::Dtw => set.dtw(board)?.signed(),
        Kind::Dtc => set.dtc(board)?.signed(),
    })
}

fn material(name: &str) -> PyResult<Material> {
    name.parse().map_err(PyValueError::new_err)
}

#[pymethods]
impl TableSet {
    #[new]
    fn new(py: Python<'_>, game: GameName<'_>, folders: Vec<PathBuf>) -> PyResult<TableSet> {
        let game = game.find()?;
        let (set, problems) = py
            .detach(|| AnySet::open(game, &folders))
            .map_err(PyValueError::new_err)?;
        Ok(TableSet {
            set: Arc::new(set),
            problems: problems.iter().map(ToString::to_string).collect(),
        })
    }

    #[getter]
    fn game(&self) -> Game {
        Game(self.set.game())
    }

    #[getter]
    /// The most pieces that a table has, both sides together; 0 where there is none.
    fn pieces(&self) -> u8 {
        self.set.pieces()
    }

    #[getter]
    /// Why files that are there cannot be used, one sentence each.
    fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }

    /// A value of a position for the side to move: ``wdl`` 1, 0 or -1; ``dtw`` plies to the end of the game,
    /// ``dtc`` plies to the next capture or man's move, both negative for a loss and 0 for a draw.
    ///
    /// Raises `MissingTableError` where no table knows, `InvalidTableError` where one is damaged.
    fn probe(&self, board: &Bound<'_, Board>, kind: &str) -> PyResult<i32> {
        let (now, kind) = (self.now(board)?, self::kind(kind)?);
        value(&self.set, &now, kind).map_err(|error| self.probe_error(error))
    }

    /// How the game ends when both sides play their best from now on, for the side to move (1, 0, -1), with the
    /// plies to the end (0 for a draw). `None` where the tables do not know, or where a drawing rule may come
    /// before the win.
    fn settled(&self, board: &Bound<'_, Board>) -> PyResult<Option<(i32, u16)>> {
        self.now(board)?;
        let verdict = self.set.settled(&board.borrow().history);
        Ok(verdict.map(|verdict| (verdict.wdl() as i32, verdict.plies())))
    }

    /// Every legal move with the result for the side that makes it (1, 0, -1) and the plies to the end of the game,
    /// the move itself counted (`None` for a draw): the best first.
    fn moves(&self, board: &Bound<'_, Board>) -> PyResult<Vec<(Move, i32, Option<u16>)>> {
        let now = self.now(board)?;
        let moves = self.set.moves(&now).map_err(|error| self.probe_error(error))?;
        let told = |verdict: Verdict| (!verdict.is_draw()).then(|| verdict.plies());
        Ok(moves
            .into_iter()
            .map(|(m, verdict)| (Move::legal(&now, now.hash(), m), verdict.wdl() as i32, told(verdict)))
            .collect())
    }

    /// Values of many positions, as 16-bit numbers. `pieces`: for each position White's men, White's kings, Black's
    /// men and Black's kings, 64-bit little-endian sets whose bit `n - 1` is square `n`. `turns`: one byte each, 0
    /// where White is to move and 1 where Black is.
    ///
    /// Raises as `probe` does, and `ValueError` where a position is impossible; either names the first such
    /// position. On so many threads; releases the GIL.
    #[pyo3(signature = (kind, pieces, turns, threads = 1))]
    fn probe_many<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        pieces: &[u8],
        turns: &[u8],
        threads: i64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let kind = self::kind(kind)?;
        let squares = self.set.rules().squares();
        if squares > 64 {
            return Err(PyValueError::new_err(format!(
                "positions of {} do not fit sets of 64 squares: it has {squares}",
                self.set.rules().id
            )));
        }
        if pieces.len() != turns.len() * ROW {
            return Err(PyValueError::new_err(format!(
                "{} bytes of pieces for {} positions: each has {ROW}",
                pieces.len(),
                turns.len()
            )));
        }
        let threads = bounded("threads", threads, 1, 256)? as usize;
        let (sets, _) = pieces.as_chunks::<8>();
        let (sets, _) = sets.as_chunks::<4>();
        let values = py.detach(|| {
            let rows: Vec<Row> = sets.iter().map(|row| row.map(u64::from_le_bytes)).collect();
            self.set.many(kind, &rows, turns, threads)
        });
        let values = values.map_err(|(number, error)| {
            let error = match error {
                RowError::Impossible(reason) => PyValueError::new_err(reason),
                RowError::Probe(error) => self.probe_error(error),
            };
            let reason = error.value(py).getattr("args").and_then(|args| args.get_item(0));
            let reason = reason.map_or_else(|_| error.to_string(), |reason| reason.to_string());
            PyErr::from_type(error.get_type(py), (format!("position {number}: {reason}"),))
        })?;
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// What there is: a dict for each table with ``name`` (as in ``KKvM``, the side to move first), ``pieces``,
    /// ``positions``, ``wins``, ``losses``, ``draws``, ``quiet`` (the same three where nothing can be captured),
    /// ``longest_win`` and ``longest_loss`` (plies), ``bytes`` (of each kind, on disk), ``path`` (the folder).
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let mut all = self.set.files();
        all.sort_by_key(|(material, _)| (material.pieces(), material.to_string()));
        for (material, files) in all {
            let table = PyDict::new(py);
            let Some(first) = files.first() else { continue };
            // Of the file with distances, where there is one.
            let counts = files
                .iter()
                .map(|file| file.header().counts)
                .max_by_key(|counts| counts.longest_win);
            let counts = counts.unwrap_or_default();
            table.set_item("name", material.to_string())?;
            table.set_item("pieces", material.pieces())?;
            table.set_item("positions", first.header().positions)?;
            table.set_item("wins", counts.wins)?;
            table.set_item("losses", counts.losses)?;
            table.set_item("draws", counts.draws)?;
            table.set_item("quiet", counts.quiet)?;
            table.set_item("longest_win", counts.longest_win)?;
            table.set_item("longest_loss", counts.longest_loss)?;
            let bytes = PyDict::new(py);
            for file in &files {
                bytes.set_item(file.header().kind.name(), file.size())?;
            }
            table.set_item("bytes", bytes)?;
            table.set_item("path", first.path().parent())?;
            list.append(table)?;
        }
        Ok(list)
    }

    /// A position of a table by its number, White to move. The numbers run from 0 to the table's ``positions``.
    ///
    /// Raises `ValueError` for a name that is none, `IndexError` beyond the table.
    fn position(&self, name: &str, number: u64) -> PyResult<Board> {
        let material = material(name)?;
        let board = self.set.position(material, number).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("{material} has no position number {number}"))
        })?;
        Ok(Board::at(board))
    }

    /// The positions of a table with a value: those in which nothing can be captured, that `dtw` says are won (lost
    /// where it is negative) in so many plies, at most `most` of them, as numbers for `position`.
    fn find(&self, py: Python<'_>, name: &str, dtw: i32, most: usize) -> PyResult<Vec<u64>> {
        let material = material(name)?;
        if !self.set.has(material, Kind::Dtw) {
            let missing = ProbeError::Missing(material, Kind::Dtw);
            return Err(self.probe_error(missing));
        }
        py.detach(|| {
            let mut found = Vec::new();
            for number in 0.. {
                let Some(board) = self.set.position(material, number) else {
                    break;
                };
                if found.len() >= most {
                    break;
                }
                let quiet = board.all_captures().is_empty();
                if quiet && self.set.dtw(&board).map_err(|error| self.probe_error(error))?.signed() == dtw {
                    found.push(number);
                }
            }
            Ok(found)
        })
    }

    /// Reads every file to its end and compares its checksums; `report`, if given, is called with the name of each.
    /// Raises `InvalidTableError` for the first that is damaged.
    fn verify(&self, py: Python<'_>, report: Option<Py<PyAny>>) -> PyResult<()> {
        for (material, files) in self.set.files() {
            for file in files {
                if let Some(report) = &report {
                    report.call1(py, (format!("{material}.{}", file.header().kind.name()),))?;
                }
                aside(py, || (), || file.verify())?.map_err(file_error)?;
            }
        }
        Ok(())
    }

    /// Compares the value of every position of a table, or of every so many, with the best that its moves lead to.
    /// Returns how many were compared; raises `InvalidTableError` for one that is wrong.
    #[pyo3(signature = (name, step = 1))]
    fn check(&self, py: Python<'_>, name: &str, step: usize) -> PyResult<u64> {
        let material = material(name)?;
        let stop = AtomicBool::new(false);
        aside(
            py,
            || stop.store(true, Ordering::Relaxed),
            || {
                let mut compared = 0;
                for number in (0..).step_by(step.max(1)) {
                    let Some(board) = self.set.position(material, number) else {
                        break;
                    };
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let kind = if self.set.has(material, Kind::Dtw) {
                        Kind::Dtw
                    } else {
                        Kind::Wdl
                    };
                    let own = verdict(&self.set, &board, kind).map_err(|error| self.probe_error(error))?;
                    let best = best(&self.set, &board, kind).map_err(|error| self.probe_error(error))?;
                    if own != best {
                        return Err(InvalidTableError::new_err(format!(
                            "{material}: position {number} has {own:?}, and its moves lead to {best:?}"
                        )));
                    }
                    compared += 1;
                }
                Ok(compared)
            },
        )?
    }

    fn __repr__(&self) -> String {
        format!(
            "<TableSet {}, {} tables, up to {} pieces>",
            self.set.rules().id,
            self.set.files().len(),
            self.set.pieces()
        )
    }
}

/// Win, draw or loss, with the plies where they are asked for.
fn verdict(set: &AnySet, board: &AnyBoard, kind: Kind) -> Result<(Wdl, u16), ProbeError> {
    Ok(match kind {
        Kind::Wdl => (set.wdl(board)?, 0),
        Kind::Dtw | Kind::Dtc => {
            let verdict = set.dtw(board)?;
            (verdict.wdl(), verdict.plies())
        }
    })
}

fn best(set: &AnySet, board: &AnyBoard, kind: Kind) -> Result<(Wdl, u16), ProbeError> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let mut best: Option<(Wdl, u16)> = None;
    for m in moves {
        let (wdl, plies) = verdict(set, &board.play(m), kind)?;
        let plies = if kind == Kind::Wdl || wdl == Wdl::Draw {
            0
        } else {
            plies + 1
        };
        let this = (wdl.flip(), plies);
        let better = best.is_none_or(|best| match this.0.cmp(&best.0) {
            std::cmp::Ordering::Equal if this.0 == Wdl::Win => this.1 < best.1,
            std::cmp::Ordering::Equal => this.1 > best.1,
            order => order == std::cmp::Ordering::Greater,
        });
        if better {
            best = Some(this);
        }
    }
    match best {
        Some(best) => Ok(best),
        None => verdict(set, board, kind),
    }
}

// -------------------------------------------------------------------------------------------------------------------
// Building

/// A build of endgame tables in a folder: what is there already stays.
#[pyclass(module = "damier", frozen)]
#[derive(Debug)]
pub struct TableBuild {
    game: AnyGame,
    order: Order,
    watch: Watch,
    running: AtomicBool,
}

fn work_error(error: WorkError, folder: &Path) -> PyErr {
    match error {
        WorkError::File(FileError::Io(_, error)) if error.kind() == io::ErrorKind::StorageFull => {
            let what = "no space is left on the disk: the tables that are finished stay, and the next build goes on";
            let number = error.raw_os_error().unwrap_or_default();
            PyOSError::new_err((number, what, folder.display().to_string()))
        }
        WorkError::File(error) => file_error(error),
        WorkError::Pieces(_)
        | WorkError::Larger(..)
        | WorkError::Game(_)
        | WorkError::Build(BuildError::Impossible(_)) => PyValueError::new_err(error.to_string()),
        WorkError::Build(_) | WorkError::Locked(_) | WorkError::Disk { .. } | WorkError::Memory { .. } => {
            EngineError::new_err(error.to_string())
        }
    }
}

#[pymethods]
impl TableBuild {
    #[new]
    #[pyo3(signature = (game, folder, *, pieces, dtw = true, dtc = false, threads = 1, level = 7, memory_mb = None, only = Vec::new()))]
    #[allow(clippy::too_many_arguments)] // each has a name in Python
    fn new(
        game: GameName<'_>,
        folder: PathBuf,
        pieces: i64,
        dtw: bool,
        dtc: bool,
        threads: i64,
        level: i64,
        memory_mb: Option<i64>,
        only: Vec<String>,
    ) -> PyResult<TableBuild> {
        let memory = memory_mb
            .map(|memory| bounded("memory_mb", memory, 1, 1 << 30))
            .transpose()?;
        let threads = bounded("threads", threads, 1, 256)? as usize;
        Ok(TableBuild {
            game: game.find()?,
            order: Order {
                folder,
                pieces: bounded("pieces", pieces, 2, i64::from(MOST_PIECES))? as u8,
                only: only.iter().map(|name| material(name)).collect::<PyResult<_>>()?,
                plan: Plan { dtw, dtc, threads },
                writing: Writing {
                    level: bounded("level", level, 1, 22)? as i32,
                    threads,
                },
                memory: memory.map(|memory| (memory as u64) << 20),
            },
            watch: Watch::default(),
            running: AtomicBool::new(false),
        })
    }

    #[getter]
    /// How many positions all tables together have.
    fn total(&self) -> u64 {
        any::total(self.game, self.order.pieces)
    }

    #[getter]
    /// Positions that this build has done; may be asked from another thread.
    fn positions(&self) -> u64 {
        self.watch.positions.load(Ordering::Relaxed)
    }

    /// Builds. `report`, if given, is called with ``("begins", positions to build)``, then for each table and its
    /// flip with ``("table", name, positions)`` and for each table written with ``("done", name, positions)``.
    ///
    /// Raises `EngineError` where somebody else builds there, where memory or the disk would not do, and where it
    /// was stopped; `OSError` where a file cannot be written; `InvalidTableError` where the folder has tables of
    /// other rules. Releases the GIL.
    #[pyo3(signature = (report = None))]
    fn run(&self, py: Python<'_>, report: Option<Py<PyAny>>) -> PyResult<()> {
        if self.running.swap(true, Ordering::Relaxed) {
            return Err(EngineError::new_err("this build is running already"));
        }
        let mut failure = None;
        let result = aside(
            py,
            || self.stop(),
            || {
                any::make(self.game, &self.order, &self.watch, &mut |event| {
                    let Some(report) = &report else { return };
                    let told = Python::attach(|py| match event {
                        Event::Begins { positions } => report.call1(py, ("begins", positions)),
                        Event::Slice { material, positions } => {
                            report.call1(py, ("table", material.to_string(), positions))
                        }
                        Event::Done { material, counts } => {
                            report.call1(py, ("done", material.to_string(), counts.positions()))
                        }
                    });
                    if let Err(error) = told {
                        failure = Some(error);
                        self.stop();
                    }
                })
            },
        );
        self.running.store(false, Ordering::Relaxed);
        let result = result?;
        if let Some(error) = failure {
            return Err(error);
        }
        match result {
            Err(WorkError::Build(BuildError::Stopped)) => Err(EngineError::new_err(
                "the build was stopped: what is finished stays, and the next one goes on from there",
            )),
            other => other.map_err(|error| work_error(error, &self.order.folder)),
        }
    }

    /// Ends the build after what it is at; the tables that are finished stay.
    fn stop(&self) {
        self.watch.stop.store(true, Ordering::Relaxed);
    }

    /// A number that tells the rules of a game from others: games that play alike share tables.
    #[staticmethod]
    fn rules_hash(game: GameName<'_>) -> PyResult<u64> {
        Ok(ruleset::hash(game.find()?.rules()))
    }
}
