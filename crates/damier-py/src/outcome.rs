//! How games end, and how near the drawing rules are.

use damier_rules::draws::DrawRule;
use damier_rules::outcome as ends;
use damier_rules::saying::Saying;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::color::{self, Member, member};
use crate::saying;

macro_rules! termination {
    ($($variant:ident $name:literal)*) => {
        /// What ended a game. ``str(termination)`` is the lower-case name.
        #[pyclass(module = "damier", frozen, eq, hash)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Termination {
            $(#[pyo3(name = $name)] $variant,)*
        }

        impl Termination {
            const NAMES: &[&str] = &[$($name),*];

            fn upper(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            pub fn inner(self) -> ends::Termination {
                match self {
                    $(Termination::$variant => ends::Termination::$variant,)*
                }
            }
        }

        /// The one object that stands for a termination.
        pub fn termination_object(py: Python<'_>, termination: ends::Termination) -> Py<PyAny> {
            static OBJECTS: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
            let objects = OBJECTS.get_or_init(py, || {
                let class = py.get_type::<Termination>();
                let member = |name: &&str| class.getattr(*name).expect("the class has its members").unbind();
                Termination::NAMES.iter().map(member).collect()
            });
            let index = match termination {
                $(ends::Termination::$variant => Termination::$variant as usize,)*
            };
            objects[index].clone_ref(py)
        }
    };
}

termination! {
    NoPieces "NO_PIECES"
    NoMoves "NO_MOVES"
    FirstKing "FIRST_KING"
    Repetition "REPETITION"
    KingMoves "KING_MOVES"
    Material "MATERIAL"
    Balance "BALANCE"
    MainRoad "MAIN_ROAD"
    Agreement "AGREEMENT"
    Resignation "RESIGNATION"
    Time "TIME"
    Total "TOTAL"
}

#[pymethods]
impl Termination {
    #[getter]
    fn name(&self) -> &'static str {
        self.upper()
    }

    fn __str__(&self) -> &'static str {
        self.inner().name()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Member> {
        member::<Termination>(py, self.upper())
    }
}

/// How a game ended: which rule, who won (`None` for a draw), and the clause in words.
#[pyclass(module = "damier", frozen, eq)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome(pub ends::Outcome);

#[pymethods]
impl Outcome {
    #[getter]
    fn termination(&self, py: Python<'_>) -> Py<PyAny> {
        termination_object(py, self.0.termination)
    }

    #[getter]
    fn winner(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.0.winner.map(|winner| color::object(py, winner))
    }

    #[getter]
    /// Name of the rule, e.g. ``"no_moves"`` or ``"king_moves_25"``.
    fn rule(&self) -> &'static str {
        self.0.rule
    }

    #[getter]
    /// Where the rule stands, e.g. ``"FMJD 6"``.
    fn clause(&self) -> &'static str {
        self.0.clause
    }

    #[getter]
    /// One sentence for people.
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        saying::object(py, &self.0.reason)
    }

    fn __str__(&self) -> String {
        if self.0.clause.is_empty() {
            self.0.reason.to_string()
        } else {
            format!("{} ({})", self.0.reason, self.0.clause)
        }
    }

    fn __repr__(&self) -> String {
        let winner = self.0.winner.map_or("None".to_owned(), |winner| {
            format!("Color.{}", winner.name().to_uppercase())
        });
        format!(
            "Outcome(termination=Termination.{}, winner={winner}, rule='{}')",
            self.0.termination.name().to_uppercase(),
            self.0.rule
        )
    }
}

/// One drawing rule's running counter.
#[pyclass(module = "damier", frozen)]
#[derive(Clone, Debug)]
pub struct DrawClock {
    pub rule: DrawRule,
    pub count: u16,
    pub active: bool,
}

#[pymethods]
impl DrawClock {
    #[getter]
    fn rule(&self) -> &'static str {
        self.rule.id
    }

    #[getter]
    fn clause(&self) -> &'static str {
        self.rule.clause
    }

    #[getter]
    /// When the game is a draw, for people.
    fn description<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        saying::object(py, &Saying::plain(self.rule.text))
    }

    #[getter]
    /// Plies so far (occurrences of the position for a repetition rule).
    fn count(&self) -> u16 {
        self.count
    }

    #[getter]
    /// Plies (or occurrences) at which the game is a draw.
    fn limit(&self) -> u16 {
        self.rule.limit
    }

    #[getter]
    /// False while the rule's condition (its material, say) does not hold.
    fn active(&self) -> bool {
        self.active
    }

    #[getter]
    /// True where the draw needs no claim.
    fn automatic(&self) -> bool {
        self.rule.automatic
    }

    fn __repr__(&self) -> String {
        let idle = if self.active { "" } else { ", idle" };
        format!("<DrawClock {} {}/{}{idle}>", self.rule.id, self.count, self.rule.limit)
    }
}
