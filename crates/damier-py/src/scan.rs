//! Many games at once: files are cut into blocks of whole games, and threads play them.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use damier_pdn::cutter::{Block, Cutter};
use damier_pdn::infer::SET_UP;
use damier_pdn::parser::Fed;
use damier_pdn::problem::{Kind, Problem};
use damier_pdn::record::Keep;
use damier_pdn::text::{Decoder, code_page, is_like_ascii};
use damier_pdn::tree::{left_of_result, report_main_line};
use damier_pdn::{Context, Parser, Record};
use damier_rules::bits::Bits;
use damier_rules::say;
use damier_rules::{AnyGame, Color as RuleColor, Move, Position};
use encoding_rs::Encoding;
use memchr::memchr_iter;
use pyo3::exceptions::{PyImportError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::color;
use crate::game::{Game, GameName, number};
use crate::pdn::{PdnProblem, encoding};

/// More threads than this help nobody.
const MOST_THREADS: usize = 256;
/// How many blocks may wait, for each thread.
const WAITING: usize = 3;
/// How long Ctrl-C may go unheard.
const PATIENCE: Duration = Duration::from_millis(50);
/// Bytes of one move in an array: two squares, then the captured squares in two words.
const MOVE_BYTES: usize = 18;

/// One game of a scan: what it is and how far it goes, without its tree.
#[pyclass(module = "damier._core", frozen)]
#[derive(Debug)]
pub struct PdnScanned {
    path: Arc<PathBuf>,
    number: u64,
    line: u64,
    offset: u64,
    tags: Vec<(String, String)>,
    result: Option<String>,
    game: AnyGame,
    reason: String,
    plies: usize,
    left: RuleColor,
    problems: Vec<Problem>,
    /// Moves and hashes as bytes, where wanted.
    arrays: Option<(Vec<u8>, Vec<u64>)>,
}

#[pymethods]
impl PdnScanned {
    #[getter]
    /// The file that it stands in.
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.path.as_path().into_pyobject(py).map(Bound::into_any)
    }

    #[getter]
    /// Number in its file, from 1.
    fn number(&self) -> u64 {
        self.number
    }

    #[getter]
    /// The line on which it begins, from 1.
    fn line(&self) -> u64 {
        self.line
    }

    #[getter]
    /// Bytes before it.
    fn offset(&self) -> u64 {
        self.offset
    }

    #[getter]
    /// Standard names and values, in the order of the text.
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut pairs = Vec::with_capacity(self.tags.len());
        for (name, value) in &self.tags {
            pairs.push(PyTuple::new(
                py,
                [PyString::intern(py, name), PyString::new(py, value)],
            )?);
        }
        PyList::new(py, pairs)
    }

    #[getter]
    /// The same as `damier.pdn.Headers`.
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let headers = py.import("damier.pdn.headers")?.getattr("Headers")?;
        let headers = headers.call_method1("from_text", (self.tags(py)?,))?;
        headers.setattr("left", color::object(py, self.left))?;
        Ok(headers)
    }

    #[getter]
    /// Which game it is.
    fn game(&self) -> Game {
        Game(self.game)
    }

    #[getter]
    /// Why it is taken for that game.
    fn reason(&self) -> &str {
        &self.reason
    }

    #[getter]
    /// What the Result tag says, else what stands behind the moves; ``*`` where neither says anything.
    fn result(&self) -> &str {
        let tag = self.tags.iter().find(|(name, _)| name == "Result");
        let is_said = |text: &&str| damier_pdn::Score::read(text).is_some();
        let tag = tag.map(|(_, value)| value.as_str());
        tag.filter(is_said)
            .or(self.result.as_deref().filter(is_said))
            .or(tag.filter(|text| !matches!(*text, "" | "?")))
            .unwrap_or("*")
    }

    #[getter]
    /// Who won, `None` for a draw and where nothing is said.
    fn winner(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        match damier_pdn::score::verdict(self.result(), self.left) {
            damier_pdn::score::Verdict::Won(side) => Some(color::object(py, side)),
            _ => None,
        }
    }

    #[getter]
    /// Plies of the main line that could be played.
    fn ply_count(&self) -> usize {
        self.plies
    }

    #[getter]
    /// What is wrong with it.
    fn errors(&self) -> Vec<PdnProblem> {
        self.problems.iter().cloned().map(PdnProblem).collect()
    }

    #[getter]
    /// The main line as a NumPy array with the columns ``from to captures``, squares as the game numbers them; square n is
    /// bit n - 1 of the captures, which are two words. A position set up in mid-game is a row of zeros. `None` where the
    /// scan was not asked for arrays. Raises `ValueError` where a turn is a move in each of two games.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        static TYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let Some((moves, _)) = &self.arrays else {
            return Ok(None);
        };
        if self.game.rules().is_twin() {
            return Err(PyValueError::new_err(format!(
                "a turn of {} is a move in each of two games, and a row has room for one: read the game itself",
                self.game.rules().id
            )));
        }
        let numpy = numpy(py)?;
        let dtype = TYPE.get_or_try_init(py, || -> PyResult<Py<PyAny>> {
            let columns = (("from", "u1"), ("to", "u1"), ("captures", "<u8", (2,)));
            let columns = PyList::new(
                py,
                [
                    columns.0.into_pyobject(py)?,
                    columns.1.into_pyobject(py)?,
                    columns.2.into_pyobject(py)?,
                ],
            )?;
            Ok(numpy.call_method1("dtype", (columns,))?.unbind())
        })?;
        numpy
            .call_method1("frombuffer", (PyBytes::new(py, moves), dtype))
            .map(Some)
    }

    #[getter]
    /// The position hashes as a NumPy array, that of the first position first: see `Board.zobrist_hash`. `None` where the
    /// scan was not asked for arrays.
    fn hashes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((_, hashes)) = &self.arrays else {
            return Ok(None);
        };
        let bytes: Vec<u8> = hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect();
        numpy(py)?
            .call_method1("frombuffer", (PyBytes::new(py, &bytes), "<u8"))
            .map(Some)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Scanned game {} of {:?}, {}, {} plies>",
            self.number,
            self.path.file_name().unwrap_or_default(),
            self.game.rules().id,
            self.plies
        )
    }
}

fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|error| {
        if error.is_instance_of::<PyImportError>(py) {
            PyImportError::new_err("arrays need NumPy: pip install 'damier[numpy]'")
        } else {
            error
        }
    })
}

/// What all threads of a scan share.
#[derive(Debug)]
struct Shared {
    stop: AtomicBool,
    jobs: Mutex<Receiver<Job>>,
}

/// Work for one thread.
#[derive(Debug)]
struct Job {
    sequence: u64,
    path: Arc<PathBuf>,
    block: Block,
    context: Box<Context>,
    code_page: Option<&'static Encoding>,
    forced: bool,
    /// The file begins here.
    begins: bool,
    arrays: bool,
}

/// What comes of a block, or the file that could not be read.
#[derive(Debug)]
enum Done {
    Games {
        games: Vec<PdnScanned>,
        begins: bool,
        lines: u64,
        bytes: u64,
    },
    Failed {
        path: Arc<PathBuf>,
        error: std::io::Error,
    },
    /// There are so many blocks.
    End,
}

/// The games of many files, in their order: an iterator of `PdnScanned`.
#[pyclass(module = "damier._core")]
#[derive(Debug)]
pub struct PdnScan {
    shared: Arc<Shared>,
    done: Mutex<Receiver<(u64, Done)>>,
    permits: Sender<()>,
    waiting: BTreeMap<u64, Done>,
    next: u64,
    ready: VecDeque<PdnScanned>,
    /// Games, lines and bytes of the present file that came before.
    games: u64,
    lines: u64,
    bytes: u64,
    is_over: bool,
}

#[pymethods]
impl PdnScan {
    #[new]
    #[pyo3(signature = (paths, *, game = None, encoding = None, arrays = false, threads = 1))]
    fn new(
        paths: Vec<PathBuf>,
        game: Option<GameName<'_>>,
        encoding: Option<&str>,
        arrays: bool,
        threads: usize,
    ) -> PyResult<PdnScan> {
        let encoding = self::encoding(encoding)?;
        let game = game.map(|game| game.find()).transpose()?;
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(PyValueError::new_err(format!(
                "threads={threads}: a scan takes 1 to {MOST_THREADS}"
            )));
        }
        let (job_sender, jobs) = channel();
        let (done_sender, done) = channel();
        let (permits, permit) = channel();
        for _ in 0..threads * WAITING {
            // The receiver is here.
            let _ = permits.send(());
        }
        let shared = Arc::new(Shared {
            stop: AtomicBool::new(false),
            jobs: Mutex::new(jobs),
        });
        let source = Source {
            paths,
            encoding,
            game,
            arrays,
            jobs: job_sender,
            done: done_sender.clone(),
            permit,
        };
        thread::spawn(move || source.run());
        for _ in 0..threads {
            let (shared, done) = (Arc::clone(&shared), done_sender.clone());
            thread::spawn(move || work(&shared, &done));
        }
        Ok(PdnScan {
            shared,
            done: Mutex::new(done),
            permits,
            waiting: BTreeMap::new(),
            next: 0,
            ready: VecDeque::new(),
            games: 0,
            lines: 0,
            bytes: 0,
            is_over: false,
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<PdnScanned>> {
        loop {
            if let Some(game) = self.ready.pop_front() {
                return Ok(Some(game));
            }
            if self.is_over {
                return Ok(None);
            }
            match self.next_done(py)? {
                Done::Games {
                    games,
                    begins,
                    lines,
                    bytes,
                } => self.take(games, begins, lines, bytes),
                Done::Failed { path, error } => {
                    let reason = format!("{}: {error}", path.display());
                    return Err(match error.kind() {
                        std::io::ErrorKind::InvalidData => PyValueError::new_err(reason),
                        kind => std::io::Error::new(kind, reason).into(),
                    });
                }
                Done::End => self.is_over = true,
            }
        }
    }

    /// Stops the threads; what they have read is forgotten.
    fn close(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.is_over = true;
        self.ready.clear();
    }
}

impl Drop for PdnScan {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

impl PdnScan {
    /// The next block in order. Another one may begin as soon as it is taken.
    fn next_done(&mut self, py: Python<'_>) -> PyResult<Done> {
        loop {
            if let Some(done) = self.waiting.remove(&self.next) {
                self.next += 1;
                if matches!(done, Done::Games { .. }) {
                    // The other end may be gone already.
                    let _ = self.permits.send(());
                }
                return Ok(done);
            }
            let done = &self.done;
            let wait = || {
                let done = done.lock().unwrap_or_else(PoisonError::into_inner);
                done.recv_timeout(PATIENCE)
            };
            match py.detach(wait) {
                Ok((sequence, done)) => {
                    self.waiting.insert(sequence, done);
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(crate::errors::EngineError::new_err("a thread of the scan failed"));
                }
            }
        }
    }

    fn take(&mut self, mut games: Vec<PdnScanned>, begins: bool, lines: u64, bytes: u64) {
        if begins {
            (self.games, self.lines, self.bytes) = (0, 0, 0);
        }
        let count = games.len() as u64;
        for game in &mut games {
            game.number += self.games;
            game.line += self.lines;
            game.offset += self.bytes;
            for problem in &mut game.problems {
                problem.game += self.games;
                problem.line += self.lines;
            }
        }
        self.games += count;
        self.lines += lines;
        self.bytes += bytes;
        self.ready.extend(games);
    }
}

/// The thread that reads the files.
struct Source {
    paths: Vec<PathBuf>,
    encoding: Option<&'static Encoding>,
    game: Option<AnyGame>,
    arrays: bool,
    jobs: Sender<Job>,
    done: Sender<(u64, Done)>,
    permit: Receiver<()>,
}

impl Source {
    fn run(self) {
        let mut sequence = 0;
        for path in &self.paths {
            let path = Arc::new(path.clone());
            if let Err(error) = self.file(&path, &mut sequence) {
                let Some(error) = error else { return };
                if self.done.send((sequence, Done::Failed { path, error })).is_err() {
                    return;
                }
                sequence += 1;
            }
        }
        // Nobody may be left to hear it.
        let _ = self.done.send((sequence, Done::End));
    }

    /// One file. An error without a reason: nobody wants to hear more.
    fn file(&self, path: &Arc<PathBuf>, sequence: &mut u64) -> Result<(), Option<std::io::Error>> {
        let file = File::open(path.as_path()).map_err(Some)?;
        let mut cutter = Cutter::new(file, self.encoding);
        let mut context: Option<Context> = None;
        let mut page = self.encoding.filter(|&encoding| is_like_ascii(encoding));
        let mut begins = true;
        while let Some(block) = cutter.next_block().map_err(Some)? {
            let context = context.get_or_insert_with(|| {
                let mut context = Context::new(self.game);
                context.look_at(&block.bytes);
                context.hashes = self.arrays;
                context
            });
            if page.is_none() {
                page = code_page(&block.bytes);
            }
            self.permit.recv().map_err(|_| None)?;
            let job = Job {
                sequence: *sequence,
                path: Arc::clone(path),
                block,
                context: Box::new(context.clone()),
                code_page: page,
                forced: self.encoding.is_some_and(is_like_ascii),
                begins,
                arrays: self.arrays,
            };
            self.jobs.send(job).map_err(|_| None)?;
            *sequence += 1;
            begins = false;
        }
        Ok(())
    }
}

fn work(shared: &Shared, done: &Sender<(u64, Done)>) {
    while !shared.stop.load(Ordering::Relaxed) {
        let job = shared.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let (sequence, begins) = (job.sequence, job.begins);
        let lines = memchr_iter(b'\n', &job.block.bytes).count() as u64;
        let bytes = job.block.bytes.len() as u64;
        let games = read(job, &shared.stop);
        let result = Done::Games {
            games,
            begins,
            lines,
            bytes,
        };
        if done.send((sequence, result)).is_err() {
            return;
        }
    }
}

/// All games of a block.
fn read(job: Job, stop: &AtomicBool) -> Vec<PdnScanned> {
    let decoder = match job.code_page {
        Some(page) if job.forced => Decoder::of(page),
        page => Decoder::otherwise(page),
    };
    let mut parser = Parser::new(decoder);
    let mut record = Record::new(Keep::Moves);
    let mut context = job.context;
    let mut games = Vec::new();
    let mut at = 0;
    while let Fed::Game(used) = parser.feed(&job.block.bytes[at..], true, &mut record) {
        at += used;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let decision = context.decide(&record);
        report_main_line(&mut record, &decision);
        if job.block.is_cut {
            let (line, reason) = (
                record.line,
                say!("the game is longer than 64 MiB: what is beyond that is left out"),
            );
            record.problem(Kind::Limit, line, None, String::new(), reason);
        }
        let plies = decision.played.moves.iter().filter(|&&m| m != SET_UP).count();
        let arrays = job.arrays.then(|| {
            let game = decision.candidate.game;
            let mut hashes = Vec::with_capacity(decision.played.hashes.len() + 1);
            if let Ok(start) = &decision.start {
                hashes.push(start.board.hash());
            }
            hashes.extend(&decision.played.hashes);
            (rows(game, &decision.played.moves), hashes)
        });
        games.push(PdnScanned {
            path: Arc::clone(&job.path),
            number: record.number,
            line: record.line,
            offset: record.offset,
            left: left_of_result(&record, Some(decision.candidate.game)),
            tags: std::mem::take(&mut record.tags),
            result: record.result.take(),
            game: decision.candidate.game,
            reason: decision.reason,
            plies,
            problems: std::mem::take(&mut record.problems),
            arrays,
        });
    }
    games
}

/// Moves as rows of bytes.
fn rows(game: AnyGame, moves: &[Move<u128>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(moves.len() * MOVE_BYTES);
    for &m in moves {
        if m == SET_UP {
            bytes.extend([0; MOVE_BYTES]);
            continue;
        }
        let captured = m
            .captured
            .each()
            .fold(0u128, |set, bit| set | 1 << (number(game, bit) - 1));
        bytes.extend([number(game, m.from), number(game, m.to)]);
        bytes.extend(captured.to_le_bytes());
    }
    bytes
}
