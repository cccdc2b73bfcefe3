//! Men and kings.

use damier_rules as rules;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::color::{self, Color};

/// A man or a king of one side; immutable, hashable.
#[pyclass(module = "damier", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece(pub rules::Piece);

#[pymethods]
impl Piece {
    #[new]
    #[pyo3(signature = (color, king = false))]
    fn new(color: &Bound<'_, Color>, king: bool) -> Piece {
        Piece(rules::Piece {
            color: color.get().inner(),
            king,
        })
    }

    #[classmethod]
    /// ``w W b B``: man and king of White, man and king of Black. Raises `ValueError` otherwise.
    fn from_symbol(_: &Bound<'_, PyType>, symbol: &str) -> PyResult<Piece> {
        let mut letters = symbol.chars();
        let piece = letters.next().and_then(rules::Piece::from_symbol);
        match (piece, letters.next()) {
            (Some(piece), None) => Ok(Piece(piece)),
            _ => Err(PyValueError::new_err(format!(
                "no piece is called {symbol:?}: expected one of w W b B"
            ))),
        }
    }

    #[getter]
    fn color(&self, py: Python<'_>) -> Py<PyAny> {
        color::object(py, self.0.color)
    }

    #[getter]
    fn king(&self) -> bool {
        self.0.king
    }

    #[getter]
    fn symbol(&self) -> char {
        self.0.symbol()
    }

    fn __str__(&self) -> String {
        format!("{} {}", self.0.color.name(), self.0.noun())
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.symbol())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (char,))> {
        Ok((
            py.get_type::<Piece>().getattr("from_symbol")?.unbind(),
            (self.0.symbol(),),
        ))
    }
}
