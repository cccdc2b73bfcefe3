//! Sets of squares, in the numbers that people see.

use damier_rules::bits::Bits;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

/// An immutable set of squares, iterated in ascending order; ``| & - ^ in len == hash`` as in `frozenset`.
#[pyclass(module = "damier", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareSet(pub u128);

impl SquareSet {
    /// Not `u8`, which would become `bytes`.
    fn numbers(self) -> Vec<u16> {
        self.0.each().map(|bit| u16::from(bit) + 1).collect()
    }
}

#[pymethods]
impl SquareSet {
    #[new]
    #[pyo3(signature = (squares = None), text_signature = "(squares=())")]
    fn new(squares: Option<&Bound<'_, PyAny>>) -> PyResult<SquareSet> {
        let mut set = 0;
        if let Some(squares) = squares {
            for square in squares.try_iter()? {
                let square: i64 = square?.extract()?;
                if !(1..=128).contains(&square) {
                    return Err(PyValueError::new_err(format!(
                        "{square} is not a square: squares are numbered from 1 to 128"
                    )));
                }
                set |= 1 << (square - 1);
            }
        }
        Ok(SquareSet(set))
    }

    fn __contains__(&self, square: &Bound<'_, PyAny>) -> bool {
        square
            .extract::<u8>()
            .is_ok_and(|square| (1..=128).contains(&square) && self.0.has(square - 1))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.numbers().into_pyobject(py)?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.0.count() as usize
    }

    fn __bool__(&self) -> bool {
        self.0 != 0
    }

    fn __or__(&self, other: &Bound<'_, SquareSet>) -> SquareSet {
        SquareSet(self.0 | other.get().0)
    }

    fn __and__(&self, other: &Bound<'_, SquareSet>) -> SquareSet {
        SquareSet(self.0 & other.get().0)
    }

    fn __sub__(&self, other: &Bound<'_, SquareSet>) -> SquareSet {
        SquareSet(self.0 & !other.get().0)
    }

    fn __xor__(&self, other: &Bound<'_, SquareSet>) -> SquareSet {
        SquareSet(self.0 ^ other.get().0)
    }

    fn __int__(&self) -> u128 {
        self.0
    }

    fn __repr__(&self) -> String {
        let numbers: Vec<String> = self.numbers().iter().map(u16::to_string).collect();
        format!("SquareSet([{}])", numbers.join(", "))
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (Vec<u16>,)) {
        (py.get_type::<SquareSet>().into_any().unbind(), (self.numbers(),))
    }
}
