//! What is said to people, as a `damier.saying.Saying`: a `str` in English that knows its template and its parts.

use damier_rules::saying::{Part, Saying};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyType};

pub fn object<'py>(py: Python<'py>, saying: &Saying) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if let ("{text}", [(_, Part::Text(text))]) = (saying.template(), saying.parts()) {
        return Ok(PyString::new(py, text).into_any());
    }
    let class = CLASS.import(py, "damier.saying", "Saying")?;
    let parts = PyDict::new(py);
    for (name, part) in saying.parts() {
        match part {
            Part::Text(text) => parts.set_item(name, text)?,
            Part::Saying(saying) => parts.set_item(name, object(py, saying)?)?,
        }
    }
    match saying.plural() {
        None => class.call1((saying.template(), parts)),
        Some((plural, count)) => class.call1((saying.template(), parts, plural, count)),
    }
}

/// What is raised with a sentence: the exception keeps it whole in its arguments.
pub fn raised<E: pyo3::PyTypeInfo>(saying: &Saying) -> PyErr {
    Python::attach(|py| match object(py, saying) {
        Ok(said) => PyErr::from_type(E::type_object(py), (said.unbind(),)),
        Err(error) => error,
    })
}
