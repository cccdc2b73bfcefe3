//! The rules of draughts: every flat game as data, exact and fast. No dependencies, no input or output.

pub mod any;
pub mod bits;
pub mod board;
mod captures;
pub mod draws;
pub mod explain;
pub mod fen;
pub mod games;
pub mod geometry;
pub mod history;
pub mod moves;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod piece;
pub mod position;
mod precedence;
mod quiets;
pub mod routes;
pub mod rules;
pub mod setup;
pub mod variant;
pub mod zobrist;

pub use any::{AnyBoard, AnyGame};
pub use bits::Bits;
pub use board::Board;
pub use history::History;
pub use moves::Move;
pub use piece::{Color, Piece};
pub use position::Position;
pub use rules::Rules;
pub use setup::Setup;
pub use variant::Variant;
