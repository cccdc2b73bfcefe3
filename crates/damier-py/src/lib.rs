//! damier for Python: convert, call, convert. Every rule is in `damier-rules`.

mod aside;
mod board;
mod color;
mod errors;
mod game;
mod legal;
mod moves;
mod outcome;
mod pdn;
mod piece;
mod saying;
mod scan;
mod search;
mod squares;
mod tables;
mod train;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    use super::*;

    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::board::restore_board;
    #[pymodule_export]
    use super::color::Color;
    #[pymodule_export]
    use super::errors::{
        AmbiguousMoveError, EngineError, IllegalMoveError, InvalidFenError, InvalidMoveError, InvalidSetupError,
        InvalidTableError, MissingTableError,
    };
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::game::games;
    #[pymodule_export]
    use super::legal::LegalMoves;
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::moves::restore_move;
    #[pymodule_export]
    use super::outcome::{DrawClock, Outcome, Termination};
    #[pymodule_export]
    use super::pdn::{PdnGame, PdnProblem, PdnReader, PdnWriter, pdn_result, pdn_score, pdn_tag_name, pdn_tidy};
    #[pymodule_export]
    use super::piece::Piece;
    #[pymodule_export]
    use super::scan::{PdnScan, PdnScanned};
    #[pymodule_export]
    use super::search::Search;
    #[pymodule_export]
    use super::squares::SquareSet;
    #[pymodule_export]
    use super::tables::{TableBuild, TableSet};
    #[pymodule_export]
    use super::train::TrainingCases;
    #[pymodule_export]
    use super::train::selfplay;
    #[pymodule_export]
    use super::train::shuffle;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("WHITE", color::object(py, damier_rules::Color::White))?;
        module.add("BLACK", color::object(py, damier_rules::Color::Black))?;
        Ok(())
    }
}
