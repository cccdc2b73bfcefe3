//! Games as Python objects, and games made up in Python.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::fen::write_fen;
use damier_rules::geometry::Geometry;
use damier_rules::notation::{algebraic_name, name, read_square};
use damier_rules::rules::{
    Criterion, Directions, Goal, KingRange, Landing, Promotion, Removal, Rules, Stacking, Surface, Turn,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyMappingProxy, PyTuple, PyType};

use crate::color::{self, Color};

/// One draughts game: its name, its board and its rules, all read from the rule data in Rust.
#[pyclass(module = "damier", frozen)]
#[derive(Clone, Copy, Debug)]
pub struct Game(pub AnyGame);

/// A game as people name it: an id, an alias, a GameType, or the object itself.
#[derive(FromPyObject)]
pub enum GameName<'py> {
    Object(Bound<'py, Game>),
    Text(PyBackedStr),
}

impl GameName<'_> {
    pub fn find(&self) -> PyResult<AnyGame> {
        match self {
            GameName::Object(game) => Ok(game.get().0),
            GameName::Text(text) => find(text),
        }
    }
}

fn find(text: &str) -> PyResult<AnyGame> {
    AnyGame::find(text).ok_or_else(|| {
        let ids: Vec<&str> = AnyGame::ALL.iter().map(|game| game.rules().id).collect();
        let shown: String = text.chars().take(40).collect();
        PyValueError::new_err(format!("there is no game {shown:?}: choose from {}", ids.join(", ")))
    })
}

/// The game that is meant, international where none is named.
pub fn named(game: Option<GameName<'_>>) -> PyResult<AnyGame> {
    game.map_or(Ok(AnyGame::International), |game| game.find())
}

/// A text that lives as long as the program, each only once.
fn keep(text: &str) -> &'static str {
    static KEPT: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = kept.get(text) {
        return text;
    }
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    kept.insert(text);
    text
}

/// A ladder of criteria that lives as long as the program, each only once.
fn keep_ladder(ladder: Vec<Criterion>) -> &'static [Criterion] {
    static KEPT: Mutex<Vec<&'static [Criterion]>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(ladder) = kept.iter().find(|kept| **kept == ladder) {
        return ladder;
    }
    let ladder: &'static [Criterion] = Box::leak(ladder.into_boxed_slice());
    kept.push(ladder);
    ladder
}

/// One of several words, or an error that lists them.
fn choose<T: Copy>(rule: &str, word: &str, choices: &[(&str, T)]) -> PyResult<T> {
    choices
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, value)| *value)
        .ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            PyValueError::new_err(format!("{rule}={word:?}: choose from {}", names.join(", ")))
        })
}

const LANDINGS: &[(&str, Landing)] = &[
    ("any", Landing::Any),
    ("next", Landing::Next),
    ("next_after_king", Landing::NextAfterKing),
];
const PROMOTIONS: &[(&str, Promotion)] = &[
    ("at_rest", Promotion::AtRest),
    ("in_passing", Promotion::InPassing),
    ("ends_move", Promotion::EndsMove),
];
const GOALS: &[(&str, Goal)] = &[
    ("block", Goal::Block),
    ("misere", Goal::Misere),
    ("first_king", Goal::FirstKing),
];
const TURNS: &[(&str, Turn)] = &[
    ("one_move", Turn::OneMove),
    ("one_in_each", Turn::OneInEach),
    ("two_moves", Turn::TwoMoves),
];
const CRITERIA: &[(&str, Criterion)] = &[
    ("quantity", Criterion::Quantity),
    ("with_king", Criterion::WithKing),
    ("kings", Criterion::Kings),
    ("kings_early", Criterion::KingsEarly),
    ("frisian_value", Criterion::FrisianValue),
];

fn word<T: PartialEq>(choices: &[(&'static str, T)], value: &T) -> &'static str {
    choices
        .iter()
        .find(|(_, choice)| choice == value)
        .map_or("", |(name, _)| name)
}

/// Words for directions, seen from the moving side.
fn direction_words(directions: Directions) -> Vec<&'static str> {
    let all = [
        "forward",
        "forward_right",
        "right",
        "backward_right",
        "backward",
        "backward_left",
        "left",
        "forward_left",
    ];
    all.into_iter()
        .enumerate()
        .filter(|(index, _)| directions.0 >> index & 1 != 0)
        .map(|(_, name)| name)
        .collect()
}

const BACKWARD: Directions = Directions(1 << 3 | 1 << 4 | 1 << 5);

#[pymethods]
impl Game {
    #[new]
    fn new(id: &str) -> PyResult<Game> {
        find(id).map(Game)
    }

    #[classmethod]
    #[pyo3(signature = (base = None, *, id = "custom", name = None, files = None, ranks = None,
        rows_of_men = None, mirrored = None, first = None, men_capture_backward = None, men_capture_kings = None,
        flying_kings = None, landing = None, removal = None, promotion = None, precedence = None, king_limit = None,
        goal = None, rejump = None, turn = None), text_signature = "(base='international', *, id='custom', name=None, files=None, ranks=None, \
        rows_of_men=None, mirrored=None, first=None, men_capture_backward=None, men_capture_kings=None, \
        flying_kings=None, landing=None, removal=None, promotion=None, precedence=None, king_limit=None, goal=None, \
        rejump=None, turn=None)")]
    #[expect(clippy::too_many_arguments, reason = "one for each rule")]
    /// A game given at run time: `base` with some rules changed; every `None` keeps the rule of `base`.
    fn custom(
        _: &Bound<'_, PyType>,
        base: Option<GameName<'_>>,
        id: &str,
        name: Option<&str>,
        files: Option<i64>,
        ranks: Option<i64>,
        rows_of_men: Option<i64>,
        mirrored: Option<bool>,
        first: Option<Bound<'_, Color>>,
        men_capture_backward: Option<bool>,
        men_capture_kings: Option<bool>,
        flying_kings: Option<bool>,
        landing: Option<&str>,
        removal: Option<&str>,
        promotion: Option<&str>,
        precedence: Option<Vec<String>>,
        king_limit: Option<i64>,
        goal: Option<&str>,
        rejump: Option<bool>,
        turn: Option<&str>,
    ) -> PyResult<Game> {
        let base = named(base)?;
        let mut rules = Rules {
            game_type: None,
            aliases: &[],
            ..*base.rules()
        };
        for (what, text) in [("id", Some(id)), ("name", name)] {
            if text.is_some_and(|text| text.is_empty() || text.len() > 60 || text.chars().any(char::is_control)) {
                return Err(PyValueError::new_err(format!(
                    "{what} must have 1 to 60 printable characters"
                )));
            }
        }
        if AnyGame::find(id).is_some() {
            return Err(PyValueError::new_err(format!(
                "id={id:?} is the name of a game that damier knows: choose another"
            )));
        }
        rules.id = keep(id);
        rules.name = match name {
            Some(name) => keep(name),
            None => keep(&format!("{} (custom)", base.base().rules().name)),
        };
        let small = |rule: &str, value: i64| {
            u8::try_from(value).map_err(|_| PyValueError::new_err(format!("{rule}={value} is out of bounds")))
        };
        if let Some(files) = files {
            rules.files = small("files", files)?;
        }
        if let Some(ranks) = ranks {
            rules.ranks = small("ranks", ranks)?;
        }
        if let Some(rows) = rows_of_men {
            rules.rows_of_men = small("rows_of_men", rows)?;
        }
        if let Some(mirrored) = mirrored {
            rules.mirrored = mirrored;
        }
        if let Some(first) = first {
            rules.first = first.get().inner();
        }
        if let Some(backward) = men_capture_backward {
            let king_jumps = rules.king_jumps;
            rules.man_jumps = match rules.surface {
                Surface::Diagonal if backward => king_jumps,
                Surface::All if backward && rules.is_twin() => king_jumps,
                Surface::All if backward => Directions::ORTHOGONALS,
                _ => Directions(rules.man_jumps.0 & !BACKWARD.0),
            };
        }
        if let Some(kings) = men_capture_kings {
            rules.men_take_kings = kings;
        }
        if let Some(flying) = flying_kings {
            rules.king_range = if flying { KingRange::Long } else { KingRange::Short };
            if !flying {
                rules.landing = Landing::Any;
            }
        }
        if let Some(landing) = landing {
            rules.landing = choose("landing", landing, LANDINGS)?;
        }
        if let Some(removal) = removal {
            let reversal = !matches!(base.rules().removal, Removal::AtOnce { reversal: false });
            rules.removal = choose(
                "removal",
                removal,
                &[("at_end", Removal::AtEnd), ("at_once", Removal::AtOnce { reversal })],
            )?;
        }
        if let Some(promotion) = promotion {
            rules.promotion = choose("promotion", promotion, PROMOTIONS)?;
        }
        if let Some(ladder) = precedence {
            let ladder: PyResult<Vec<Criterion>> = ladder
                .iter()
                .take(8)
                .map(|criterion| choose("precedence", criterion, CRITERIA))
                .collect();
            rules.precedence = keep_ladder(ladder?);
        }
        if let Some(limit) = king_limit {
            rules.king_limit = match small("king_limit", limit)? {
                0 => None,
                limit if limit > 100 => return Err(PyValueError::new_err("king_limit is at most 100")),
                limit => Some(limit),
            };
        }
        if let Some(goal) = goal {
            rules.goal = choose("goal", goal, GOALS)?;
        }
        if let Some(rejump) = rejump {
            if rules.stacking.is_none() {
                return Err(PyValueError::new_err(
                    "rejump: captured pieces leave the board here, so that no tower can be jumped again",
                ));
            }
            rules.stacking = Some(Stacking { rejump });
        }
        if let Some(turn) = turn {
            let turn = choose("turn", turn, TURNS)?;
            if (turn == Turn::OneMove) == rules.is_twin() {
                return Err(PyValueError::new_err(format!(
                    "turn={:?}: {} is {} at once",
                    word(TURNS, &turn),
                    base.rules().id,
                    if rules.is_twin() { "two games" } else { "not two games" }
                )));
            }
            rules.turn = turn;
        }
        AnyGame::custom(base, rules).map(Game).map_err(PyValueError::new_err)
    }

    #[getter]
    fn id(&self) -> &'static str {
        self.0.rules().id
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.0.rules().name
    }

    #[getter]
    fn aliases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.rules().aliases)
    }

    #[getter]
    /// PDN GameType as registered, e.g. ``"20,W,10,10,N2,0"``; `None` where PDN has no number.
    fn game_type(&self) -> Option<&'static str> {
        self.0.rules().game_type
    }

    #[getter]
    fn files(&self) -> u8 {
        self.0.rules().files
    }

    #[getter]
    fn ranks(&self) -> u8 {
        self.0.rules().ranks
    }

    #[getter]
    /// How many squares are played on: 50 on a 10×10 board, 64 in Turkish.
    fn squares(&self) -> usize {
        self.0.rules().squares()
    }

    #[getter]
    /// True where the corner at White's lower left is *not* played on (Italian, Spanish, …).
    fn mirrored(&self) -> bool {
        self.0.rules().mirrored
    }

    #[getter]
    /// True where light and dark squares are played on (Turkish, Armenian).
    fn all_squares(&self) -> bool {
        self.0.rules().surface == Surface::All
    }

    #[getter]
    /// ``"standard"`` (1 at the top left) or ``"rotated"`` (1 at the bottom right).
    fn numbering(&self) -> &'static str {
        self.0.rules().numbering.name()
    }

    #[getter]
    /// True where moves are written ``c3-d4``.
    fn algebraic(&self) -> bool {
        self.0.rules().algebraic
    }

    #[getter]
    fn first(&self, py: Python<'_>) -> Py<PyAny> {
        color::object(py, self.0.rules().first)
    }

    #[getter]
    /// Every rule that differs between games, by name, as plain values; see `clauses` for their sources.
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let rules = self.0.rules();
        let values = changeable(py, rules)?;
        let words = |directions: Directions| PyTuple::new(py, direction_words(directions));
        values.set_item("board", format!("{}×{}", rules.files, rules.ranks))?;
        values.set_item("men", self.0.geometry().start[0].count_ones())?;
        values.set_item("first", rules.first.name())?;
        values.set_item("man_moves", words(rules.man_steps)?)?;
        values.set_item("man_captures", words(rules.man_jumps)?)?;
        values.set_item("king_moves", words(rules.king_steps)?)?;
        values.set_item("king_captures", words(rules.king_jumps)?)?;
        values.set_item("reversal", matches!(rules.removal, Removal::AtOnce { reversal: true }))?;
        values.set_item("king_limit", rules.king_limit)?;
        values.set_item("towers", rules.stacking.is_some())?;
        values.set_item("turn", word(TURNS, &rules.turn))?;
        Ok(PyMappingProxy::new(py, values.as_mapping()))
    }

    #[getter]
    /// Rule name to the clause (or the best source) that it rests on.
    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let clauses = self.0.rules().clauses;
        let values = PyDict::new(py);
        for (rule, clause) in [
            ("board", clauses.board),
            ("first", clauses.first),
            ("man_moves", clauses.man_move),
            ("man_captures", clauses.man_capture),
            ("king_moves", clauses.king_move),
            ("king_captures", clauses.king_capture),
            ("compulsory", clauses.compulsory),
            ("continuation", clauses.continuation),
            ("precedence", clauses.precedence),
            ("removal", clauses.removal),
            ("promotion", clauses.promotion),
            ("king_limit", clauses.king_limit),
            ("goal", clauses.goal),
            ("towers", clauses.stacking),
            ("turn", clauses.turn),
        ] {
            if !clause.is_empty() {
                values.set_item(rule, clause)?;
            }
        }
        Ok(PyMappingProxy::new(py, values.as_mapping()))
    }

    #[getter]
    /// Profile of drawing rules to the names of its rules; the first one is the default.
    fn profiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let values = PyDict::new(py);
        for profile in self.0.rules().profiles {
            values.set_item(profile.id, PyTuple::new(py, profile.rules.iter().map(|rule| rule.id))?)?;
        }
        Ok(PyMappingProxy::new(py, values.as_mapping()))
    }

    #[getter]
    /// Drawing rule to the clause that it rests on, for every rule that one of the profiles uses.
    fn draw_rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let values = PyDict::new(py);
        for rule in self.0.rules().profiles.iter().flat_map(|profile| profile.rules) {
            if !values.contains(rule.id)? {
                values.set_item(rule.id, rule.clause)?;
            }
        }
        Ok(PyMappingProxy::new(py, values.as_mapping()))
    }

    #[getter]
    fn start_fen(&self) -> String {
        write_fen(&AnyBoard::start(self.0).setup(), self.0, None, false)
    }

    /// ``"c3"`` in algebraic games, ``"32"`` in numeric ones; see also `algebraic_name`.
    fn square_name(&self, square: i64) -> PyResult<String> {
        Ok(name(self.0, bit(self.0, square)?))
    }

    fn algebraic_name(&self, square: i64) -> PyResult<String> {
        Ok(algebraic_name(self.0, bit(self.0, square)?))
    }

    /// A number or an algebraic name to a square. Raises `ValueError` naming the text.
    fn parse_square(&self, text: &str) -> PyResult<u8> {
        let rules = self.0.rules();
        let bit = read_square(text.trim(), self.0, rules.numbering).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            PyValueError::new_err(format!(
                "there is no square {shown:?} on the {}×{} board",
                rules.files, rules.ranks
            ))
        })?;
        Ok(number(self.0, bit))
    }

    /// The square at 0-based file (from the left) and rank (from White's side), `None` where nothing is played.
    fn square_at(&self, file: i32, rank: i32) -> Option<u8> {
        Geometry::bit_at(self.0.rules(), file, rank).map(|bit| number(self.0, bit))
    }

    /// 0-based file from the left and rank from White's side, White at the bottom.
    fn file_rank(&self, square: i64) -> PyResult<(u16, u16)> {
        let bit = bit(self.0, square)? as usize;
        let geometry = self.0.geometry();
        Ok((geometry.file_of[bit].into(), geometry.rank_of[bit].into()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> &'static str {
        self.0.rules().name
    }

    fn __repr__(&self) -> String {
        if self.0.is_custom() {
            format!("<Game {:?} made from {}>", self.0.rules().id, self.0.base().rules().id)
        } else {
            format!("Game('{}')", self.0.rules().id)
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let class = py.get_type::<Game>();
        if !self.0.is_custom() {
            return Ok((
                class.into_any().unbind(),
                (self.0.rules().id,).into_pyobject(py)?.into_any().unbind(),
            ));
        }
        let rules = self.0.rules();
        let words = changeable(py, rules)?;
        words.set_item("id", rules.id)?;
        words.set_item("name", rules.name)?;
        words.set_item("files", rules.files)?;
        words.set_item("ranks", rules.ranks)?;
        words.set_item("mirrored", rules.mirrored)?;
        words.set_item("first", color::object(py, rules.first))?;
        words.set_item("king_limit", rules.king_limit.unwrap_or(0))?;
        // partial(Game.custom, base, **words)() is what pickle can call.
        let partial = py.import("functools")?.getattr("partial")?;
        let call = partial.call((class.getattr("custom")?, self.0.base().rules().id), Some(&words))?;
        Ok((call.unbind(), PyTuple::empty(py).into_any().unbind()))
    }
}

/// The rules that `Game.custom` may change and that `Game.rules` shows, under the same names.
fn changeable<'py>(py: Python<'py>, rules: &Rules) -> PyResult<Bound<'py, PyDict>> {
    let values = PyDict::new(py);
    values.set_item("rows_of_men", rules.rows_of_men)?;
    values.set_item("men_capture_backward", rules.man_jumps.0 & BACKWARD.0 != 0)?;
    values.set_item("men_capture_kings", rules.men_take_kings)?;
    values.set_item("flying_kings", rules.king_range == KingRange::Long)?;
    values.set_item("landing", word(LANDINGS, &rules.landing))?;
    values.set_item(
        "removal",
        if rules.removal == Removal::AtEnd {
            "at_end"
        } else {
            "at_once"
        },
    )?;
    values.set_item("promotion", word(PROMOTIONS, &rules.promotion))?;
    values.set_item(
        "precedence",
        PyTuple::new(py, rules.precedence.iter().map(|step| step.name()))?,
    )?;
    values.set_item("goal", word(GOALS, &rules.goal))?;
    if let Some(Stacking { rejump }) = rules.stacking {
        values.set_item("rejump", rejump)?;
    }
    if rules.is_twin() {
        values.set_item("turn", word(TURNS, &rules.turn))?;
    }
    Ok(values)
}

/// The number that people see for a bit.
pub fn number(game: AnyGame, bit: u8) -> u8 {
    game.geometry().number(game.rules(), game.rules().numbering, bit)
}

/// The bit that a number from Python stands for.
pub fn bit(game: AnyGame, square: i64) -> PyResult<u8> {
    let rules = game.rules();
    u32::try_from(square)
        .ok()
        .and_then(|square| game.geometry().bit(rules, rules.numbering, square))
        .ok_or_else(|| {
            PyValueError::new_err(format!(
                "there is no square {square}: {} has squares 1 to {}",
                rules.id,
                rules.squares()
            ))
        })
}

/// Every game, in the order of the manual.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let all: PyResult<Vec<_>> = AnyGame::ALL.iter().map(|&game| Bound::new(py, Game(game))).collect();
    PyTuple::new(py, all?)
}
