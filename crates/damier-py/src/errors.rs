//! The only list of errors.

use damier_rules::fen::FenError;
use damier_rules::notation::MoveError;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::saying::raised;

create_exception!(damier, InvalidFenError, PyValueError, "The text is not a position.");
create_exception!(
    damier,
    InvalidSetupError,
    PyValueError,
    "The position breaks a rule of the game."
);
create_exception!(
    damier,
    InvalidMoveError,
    PyValueError,
    "The text is not a move in any notation that the game knows."
);
create_exception!(damier, IllegalMoveError, PyValueError, "The rules forbid the move.");
create_exception!(
    damier,
    AmbiguousMoveError,
    PyValueError,
    "Two or more legal captures fit the text."
);
create_exception!(
    damier,
    MissingTableError,
    PyKeyError,
    "No endgame table covers the position."
);
create_exception!(
    damier,
    InvalidTableError,
    PyValueError,
    "The file is no endgame table, is damaged, or belongs to other rules."
);
create_exception!(
    damier,
    EngineError,
    PyRuntimeError,
    "An engine failed, or was asked for the impossible."
);

/// A move's error as the exception of its kind.
pub fn move_error(error: MoveError) -> PyErr {
    match error {
        MoveError::Invalid(reason) => raised::<InvalidMoveError>(&reason),
        MoveError::Illegal(reason) => raised::<IllegalMoveError>(&reason),
        MoveError::Ambiguous(reason) => raised::<AmbiguousMoveError>(&reason),
    }
}

/// The same of a position's text.
pub fn fen_error(error: FenError) -> PyErr {
    raised::<InvalidFenError>(&error.into_saying())
}
