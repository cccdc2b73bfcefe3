//! Game records for Python: whole games at a time.

use std::io::{self, Read};

use damier_pdn::games::Window;
use damier_pdn::infer::{AHEAD, Decision};
use damier_pdn::problem::{Kind, Problem};
use damier_pdn::record::Keep;
use damier_pdn::score::{self, Score};
use damier_pdn::tree::{left_of_result, report_main_line};
use damier_pdn::{Context, Departure, Games, Record, Tree, Writer, tags, text, writer};
use damier_rules::history::{Draws, History};
use damier_rules::saying::Saying;
use damier_rules::{AnyGame, Color as RuleColor};
use encoding_rs::Encoding;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::board::Board;
use crate::color::{self, Color};
use crate::game::{Game, GameName};
use crate::moves::Move;
use crate::saying;

/// A Python object with a method `read` that gives bytes or text.
#[derive(Debug)]
struct Handle {
    object: Py<PyAny>,
    /// Read, and not yet asked for.
    waiting: Vec<u8>,
    is_text: bool,
}

impl Read for Handle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.waiting.is_empty() {
            Python::attach(|py| self.ask(py, buffer.len())).map_err(io::Error::other)?;
        }
        let count = self.waiting.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.waiting[..count]);
        self.waiting.drain(..count);
        Ok(count)
    }
}

impl Handle {
    fn ask(&mut self, py: Python<'_>, count: usize) -> PyResult<()> {
        let read = self.object.bind(py).call_method1("read", (count,))?;
        if let Ok(bytes) = read.cast::<PyBytes>() {
            self.waiting.extend_from_slice(bytes.as_bytes());
            return Ok(());
        }
        if let Ok(text) = read.cast::<PyString>() {
            self.is_text = true;
            // What the handle could not decode is kept as bytes, if it was opened to keep it.
            match text.to_str() {
                Ok(text) => self.waiting.extend_from_slice(text.as_bytes()),
                Err(_) => {
                    let encode = |errors: &str| text.call_method1("encode", ("utf-8", errors));
                    let bytes = encode("surrogateescape").or_else(|_| encode("surrogatepass"))?;
                    self.waiting.extend_from_slice(bytes.cast::<PyBytes>()?.as_bytes());
                }
            }
            return Ok(());
        }
        if read.is_none() {
            return Err(PyValueError::new_err(
                "the handle has nothing to read yet: it must block",
            ));
        }
        Err(PyTypeError::new_err(format!(
            "a handle that gives bytes or text is needed, and read() gave {}",
            read.get_type().name()?
        )))
    }
}

/// What went wrong while reading, as Python knows it.
fn read_error(error: io::Error) -> PyErr {
    if error.kind() == io::ErrorKind::InvalidData {
        return PyValueError::new_err(error.to_string());
    }
    match error.downcast::<PyErr>() {
        Ok(error) => error,
        Err(error) => error.into(),
    }
}

/// An encoding by its name, `None` for none.
pub fn encoding(name: Option<&str>) -> PyResult<Option<&'static Encoding>> {
    name.map(|name| {
        text::encoding(name).ok_or_else(|| PyValueError::new_err(format!("encoding={name:?} is not known")))
    })
    .transpose()
}

/// How much of a game is wanted.
fn keep(name: &str) -> PyResult<Keep> {
    match name {
        "tags" => Ok(Keep::Tags),
        "moves" => Ok(Keep::Moves),
        "everything" => Ok(Keep::Everything),
        _ => Err(PyValueError::new_err(format!(
            "keep={name:?}: choose from tags, moves, everything"
        ))),
    }
}

/// Something that is wrong with a game of a file.
#[pyclass(module = "damier._core", frozen)]
#[derive(Clone, Debug)]
pub struct PdnProblem(pub Problem);

#[pymethods]
impl PdnProblem {
    #[new]
    #[pyo3(signature = (kind, reason, *, game = 1, line = 1, ply = None, text = String::new()))]
    fn new(kind: &str, reason: String, game: u64, line: u64, ply: Option<u32>, text: String) -> PyResult<PdnProblem> {
        let Some(kind) = Kind::ALL.into_iter().find(|known| known.name() == kind) else {
            let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            return Err(PyValueError::new_err(format!(
                "kind={kind:?}: choose from {}",
                names.join(", ")
            )));
        };
        Ok(PdnProblem(Problem {
            kind,
            game,
            line,
            ply,
            text,
            reason: Saying::verbatim(reason),
        }))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, problem) = (slf.py(), &slf.get().0);
        let named = PyDict::new(py);
        named.set_item("game", problem.game)?;
        named.set_item("line", problem.line)?;
        named.set_item("ply", problem.ply)?;
        named.set_item("text", &problem.text)?;
        let partial = py
            .import("functools")?
            .getattr("partial")?
            .call((slf.get_type(),), Some(&named))?;
        (partial, (problem.kind.name(), problem.reason.to_string())).into_pyobject(py)
    }

    #[getter]
    /// ``illegal ambiguous unreadable unknown inexact fen gametype structure limit result``
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    #[getter]
    /// True where something could not be played; otherwise it is a remark.
    fn is_fault(&self) -> bool {
        self.0.kind.is_fault()
    }

    #[getter]
    /// Number of the game in its file, from 1.
    fn game(&self) -> u64 {
        self.0.game
    }

    #[getter]
    /// Line of the file, from 1.
    fn line(&self) -> u64 {
        self.0.line
    }

    #[getter]
    /// Plies of the main line before it; `None` where it is about something else.
    fn ply(&self) -> Option<u32> {
        self.0.ply
    }

    #[getter]
    /// What is written there.
    fn text(&self) -> &str {
        &self.0.text
    }

    #[getter]
    /// What is wrong, in a sentence.
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        saying::object(py, &self.0.reason)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Problem {}: {}>", self.0.kind.name(), self.0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PdnProblem>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        self.0.game << 32 ^ self.0.line << 8 ^ u64::from(self.0.ply.unwrap_or(0))
    }
}

/// One game out of a file, with the moves that could be played.
#[pyclass(module = "damier._core", frozen)]
#[derive(Debug)]
pub struct PdnGame {
    number: u64,
    offset: u64,
    end: u64,
    line: u64,
    tags: Vec<(String, String)>,
    result: Option<String>,
    problems: Vec<Problem>,
    departures: Vec<(&'static str, bool, u64)>,
    /// `None` where only the tags were wanted.
    grown: Option<Grown>,
    left: RuleColor,
}

#[derive(Debug)]
enum Grown {
    Line(Box<Decision>),
    Tree(Box<Tree>),
}

impl Grown {
    fn game(&self) -> AnyGame {
        match self {
            Grown::Line(decision) => decision.candidate.game,
            Grown::Tree(tree) => tree.candidate().game,
        }
    }
}

impl PdnGame {
    fn decision(&self) -> Option<&Decision> {
        match &self.grown {
            None => None,
            Some(Grown::Line(decision)) => Some(decision),
            Some(Grown::Tree(tree)) => Some(&tree.decision),
        }
    }
}

#[pymethods]
impl PdnGame {
    #[getter]
    /// Number in its file, from 1.
    fn number(&self) -> u64 {
        self.number
    }

    #[getter]
    /// Bytes before it.
    fn offset(&self) -> u64 {
        self.offset
    }

    #[getter]
    /// Bytes before what follows it.
    fn end(&self) -> u64 {
        self.end
    }

    #[getter]
    /// The line on which it begins, from 1.
    fn line(&self) -> u64 {
        self.line
    }

    #[getter]
    /// Standard names and values, in the order of the text.
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
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
    /// The result behind the moves, `None` where there is none.
    fn result(&self) -> Option<&str> {
        self.result.as_deref()
    }

    #[getter]
    /// Whose number stands on the left of the dash in the result.
    fn left(&self, py: Python<'_>) -> Py<PyAny> {
        color::object(py, self.left)
    }

    #[getter]
    /// Which game it is; `None` where only the tags were read.
    fn game(&self) -> Option<Game> {
        self.decision().map(|decision| Game(decision.candidate.game))
    }

    #[getter]
    /// Why it is taken for that game.
    fn reason(&self) -> &str {
        self.decision().map_or("", |decision| decision.reason.as_str())
    }

    #[getter]
    /// Plies of the main line that could be played.
    fn ply_count(&self) -> usize {
        match &self.grown {
            None => 0,
            Some(Grown::Line(decision)) => decision.played.moves.len(),
            Some(Grown::Tree(tree)) => tree.plies(),
        }
    }

    #[getter]
    /// What is wrong with it.
    fn problems(&self) -> Vec<PdnProblem> {
        self.problems.iter().cloned().map(PdnProblem).collect()
    }

    #[getter]
    /// What PDN 3.0 does not allow: a sentence, whether its grammar for reading forbids it too, the bytes before.
    fn departures(&self) -> Vec<(&'static str, bool, u64)> {
        self.departures.clone()
    }

    /// A new board where the game begins.
    fn root(&self) -> Option<Board> {
        let decision = self.decision()?;
        let game = decision.candidate.game;
        let (board, setup) = match &decision.start {
            Ok(start) => (start.board, start.setup),
            Err(_) => (damier_rules::AnyBoard::start(game), None),
        };
        let mut history = History::new(board, Draws::default_of(game));
        // The moves number themselves.
        let number = match &self.grown {
            Some(Grown::Tree(tree)) => u32::try_from(tree.nodes[0].ply.div_euclid(2) + 1).ok(),
            _ => setup.and_then(|setup| setup.full_move),
        };
        history.set_counters(setup.and_then(|setup| setup.quiet_plies), number);
        Some(Board { history })
    }

    /// The tree: for each node but the root the index of its parent and its move, then what only some nodes have, as
    /// (index, name, value).
    #[allow(clippy::type_complexity, reason = "lists, for Python")]
    fn nodes<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyList>,
        Bound<'py, PyList>,
        Vec<(usize, &'static str, Py<PyAny>)>,
    )> {
        let Some(Grown::Tree(tree)) = &self.grown else {
            return Ok((PyList::empty(py), PyList::empty(py), Vec::new()));
        };
        let count = tree.nodes.len() - 1;
        let (mut parents, mut moves, mut notes) = (Vec::with_capacity(count), Vec::with_capacity(count), Vec::new());
        for (index, node) in tree.nodes.iter().enumerate() {
            if index > 0 {
                let before = &tree.nodes[node.parent as usize];
                parents.push(node.parent);
                moves.push(match node.last {
                    Some(m) => Some(Py::new(py, Move::legal(&before.board, before.hash, m))?),
                    None => None,
                });
            }
            let texts = [
                ("comment", &node.comment),
                ("starting_comment", &node.starting_comment),
                ("unread", &node.unread),
            ];
            for (name, text) in texts {
                if !text.is_empty() {
                    notes.push((index, name, PyString::new(py, text).into_any().unbind()));
                }
            }
            if !node.nags.is_empty() {
                notes.push((index, "nags", PyList::new(py, &node.nags)?.into_any().unbind()));
            }
            if let Some(fen) = node.setup_fen(tree.candidate()) {
                notes.push((index, "setup", PyString::new(py, &fen).into_any().unbind()));
            }
        }
        Ok((PyList::new(py, parents)?, PyList::new(py, moves)?, notes))
    }
}

/// The games of a handle, one after the other: an iterator of `PdnGame`.
#[pyclass(module = "damier._core")]
#[derive(Debug)]
pub struct PdnReader {
    games: Games<Handle>,
    context: Context,
    record: Record,
    encoding: Option<&'static Encoding>,
    keep: Keep,
}

#[pymethods]
impl PdnReader {
    #[new]
    #[pyo3(signature = (handle, *, game = None, encoding = None, keep = "everything", strict = false, block = 131_072))]
    fn new(
        handle: Py<PyAny>,
        game: Option<GameName<'_>>,
        encoding: Option<&str>,
        keep: &str,
        strict: bool,
        block: usize,
    ) -> PyResult<PdnReader> {
        let encoding = self::encoding(encoding)?;
        let keep = self::keep(keep)?;
        let game: Option<AnyGame> = game.map(|game| game.find()).transpose()?;
        let mut record = Record::new(keep);
        record.strict = strict;
        Ok(PdnReader {
            games: Self::games(handle, encoding, block),
            context: Context::new(game),
            record,
            encoding,
            keep,
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> PyResult<Option<PdnGame>> {
        if !self.games.next_game(&mut self.record).map_err(read_error)? {
            return Ok(None);
        }
        let mut grown = None;
        if self.keep != Keep::Tags {
            if self.context.wants_to_look_ahead(&self.record) {
                self.games.ahead(AHEAD).map_err(read_error)?;
                let window = self.games.window();
                self.context.look_ahead(&self.record, window.bytes(), window.is_last());
            }
            grown = Some(if self.keep == Keep::Moves {
                let decision = self.context.decide(&self.record);
                report_main_line(&mut self.record, &decision);
                Grown::Line(Box::new(decision))
            } else {
                Grown::Tree(Box::new(Tree::grow(&mut self.record, &mut self.context)))
            });
        }
        let game = grown.as_ref().map(Grown::game);
        let record = &mut self.record;
        let game = game.or_else(|| AnyGame::find(record.value("GameType")?));
        let left = left_of_result(record, game);
        if game.is_some_and(|game| game.rules().capture_sign == ':') {
            record
                .departures
                .retain(|(departure, _)| *departure != Departure::Colon);
        }
        Ok(Some(PdnGame {
            number: record.number,
            offset: record.offset,
            end: record.end,
            line: record.line,
            tags: std::mem::take(&mut record.tags),
            result: record.result.take(),
            problems: std::mem::take(&mut record.problems),
            departures: std::mem::take(&mut record.departures)
                .into_iter()
                .map(|(departure, offset)| (departure.name(), departure.in_reading(), offset))
                .collect(),
            grown,
            left,
        }))
    }

    #[pyo3(signature = (handle, *, block = 131_072, number = 0, lines = 0))]
    /// Begins anew with what a handle gives next, what is known of the file's games kept. So many games and lines came
    /// before.
    fn restart(&mut self, handle: Py<PyAny>, block: usize, number: u64, lines: u64) {
        self.games = Self::games(handle, self.encoding, block);
        self.games.set_lines(lines);
        self.record.number = number;
    }

    #[getter]
    /// Games read so far.
    fn number(&self) -> u64 {
        self.record.number
    }

    #[getter]
    /// Lines used up.
    fn lines(&self) -> u64 {
        self.games.lines()
    }

    #[getter]
    /// True where the handle gives text rather than bytes; known once something was read.
    fn is_text(&self) -> bool {
        self.games.window().handle().is_text
    }

    #[getter]
    /// True where `offset` counts the bytes of the handle, rather than those of its text in another encoding.
    fn is_exact(&self) -> bool {
        self.games.window().is_as_read()
    }

    #[setter]
    /// How much of the games that follow is wanted: ``tags``, ``moves`` or ``everything``.
    fn set_keep(&mut self, keep: &str) -> PyResult<()> {
        self.keep = self::keep(keep)?;
        self.record.keep = self.keep;
        Ok(())
    }

    #[getter]
    fn keep(&self) -> &'static str {
        match self.keep {
            Keep::Tags => "tags",
            Keep::Moves => "moves",
            Keep::Everything => "everything",
        }
    }

    #[getter]
    /// Bytes used up; of text, as UTF-8.
    fn offset(&self) -> u64 {
        self.games.offset()
    }

    #[getter]
    /// Characters used up.
    fn chars(&self) -> u64 {
        self.games.window().chars()
    }

    #[getter]
    /// What is not UTF-8 seems to be written in this code page; `None` while everything was UTF-8.
    fn encoding(&self) -> Option<&'static str> {
        match self.encoding {
            Some(encoding) => Some(encoding.name()),
            None => self.games.decoder().guess().map(Encoding::name),
        }
    }
}

impl PdnReader {
    fn games(handle: Py<PyAny>, encoding: Option<&'static Encoding>, block: usize) -> Games<Handle> {
        let handle = Handle {
            object: handle,
            waiting: Vec::new(),
            is_text: false,
        };
        Games::over(Window::new(handle, encoding).by_blocks_of(block), encoding)
    }
}

/// Lays out games in strict PDN 3.0, event by event.
#[pyclass(module = "damier._core")]
#[derive(Debug)]
pub struct PdnWriter(Writer);

#[pymethods]
impl PdnWriter {
    #[new]
    #[pyo3(signature = (columns = 80))]
    fn new(columns: Option<usize>) -> PdnWriter {
        PdnWriter(Writer::new(columns))
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.0.tag(name, value);
    }

    /// An empty line between the tags and the moves.
    fn end_tags(&mut self) {
        self.0.end_tags();
    }

    #[pyo3(signature = (text, nags = Vec::new(), number = None, second = false))]
    /// A move with its number, where one is to be written, and its glyphs: the usual ones as marks, glued to it.
    fn play(&mut self, text: &str, nags: Vec<u32>, number: Option<u32>, second: bool) {
        self.0.moved(number.map(|number| (number, second)), text, &nags);
    }

    fn nag(&mut self, nag: u32) {
        self.0.nag(nag);
    }

    fn comment(&mut self, text: &str) {
        self.0.comment(text);
    }

    fn open(&mut self) {
        self.0.open();
    }

    fn close(&mut self) {
        self.0.close();
    }

    /// A position that is set up, as ``/FEN "…"/``.
    fn setup(&mut self, fen: &str) {
        self.0.setup(fen);
    }

    /// The ``*`` that ends every game.
    fn end_game(&mut self) {
        self.0.end_game();
    }

    /// What has been written since it was taken last.
    fn take(&mut self) -> String {
        self.0.take()
    }
}

/// The two numbers of a result.
#[pyfunction]
pub fn pdn_score(text: &str) -> Option<(f64, f64)> {
    let points = |hundredths: i32| f64::from(hundredths) / 100.0;
    Score::read(text).map(|score| (points(score.left), points(score.right)))
}

/// A standard result as a game writes it, White's number on the left; others as they are. `score`: ``fmjd`` or ``chess``,
/// whatever the game.
#[pyfunction]
#[pyo3(signature = (text, game, left, score = None))]
pub fn pdn_result(
    text: &str,
    game: &Bound<'_, Game>,
    left: &Bound<'_, Color>,
    score: Option<&str>,
) -> PyResult<String> {
    let two_points = match score {
        None => None,
        Some("fmjd") => Some(true),
        Some("chess") => Some(false),
        Some(score) => {
            return Err(PyValueError::new_err(format!(
                "score={score:?}: choose from fmjd, chess"
            )));
        }
    };
    if !score::is_standard(text) {
        return Ok(text.to_owned());
    }
    let verdict = score::verdict(text, left.get().inner());
    Ok(score::written(verdict, game.get().0.rules(), two_points).to_owned())
}

/// A comment as it is kept.
#[pyfunction]
pub fn pdn_tidy(text: &str) -> String {
    text::tidy(text)
}

/// A name of a tag as the standard allows it, the usual one where it is known by another.
#[pyfunction]
pub fn pdn_tag_name(name: &str) -> String {
    writer::tag_name(tags::standard(name))
}
