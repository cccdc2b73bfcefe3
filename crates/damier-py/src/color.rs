//! Sides, as two objects that are always the same.

use damier_rules as rules;
use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A side. ``str(color)`` is ``"white"`` or ``"black"``.
#[pyclass(module = "damier", frozen, eq, eq_int, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    #[pyo3(name = "WHITE")]
    White,
    #[pyo3(name = "BLACK")]
    Black,
}

impl Color {
    pub fn inner(self) -> rules::Color {
        match self {
            Color::White => rules::Color::White,
            Color::Black => rules::Color::Black,
        }
    }
}

/// The one object that stands for a side.
pub fn object(py: Python<'_>, color: rules::Color) -> Py<PyAny> {
    static OBJECTS: PyOnceLock<[Py<PyAny>; 2]> = PyOnceLock::new();
    let objects = OBJECTS.get_or_init(py, || {
        ["WHITE", "BLACK"].map(|name| {
            let member = py.get_type::<Color>().getattr(name);
            member.expect("the class has its members").unbind()
        })
    });
    objects[color.index()].clone_ref(py)
}

#[pymethods]
impl Color {
    #[getter]
    fn opposite(&self, py: Python<'_>) -> Py<PyAny> {
        object(py, self.inner().opposite())
    }

    #[getter]
    /// ``"W"`` or ``"B"``, as FEN writes it.
    fn letter(&self) -> char {
        self.inner().letter()
    }

    fn __str__(&self) -> &'static str {
        self.inner().name()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Member> {
        let name = match self {
            Color::White => "WHITE",
            Color::Black => "BLACK",
        };
        member::<Color>(py, name)
    }
}

/// How pickle finds a member of a class again: `getattr(class, name)`.
pub type Member = (Py<PyAny>, (Py<PyAny>, &'static str));

pub fn member<T: PyTypeInfo>(py: Python<'_>, name: &'static str) -> PyResult<Member> {
    let getattr = py.import("builtins")?.getattr("getattr")?.unbind();
    Ok((getattr, (py.get_type::<T>().into_any().unbind(), name)))
}
