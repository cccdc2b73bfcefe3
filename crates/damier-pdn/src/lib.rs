//! Game records (PDN): one lexer, a streaming reader with a visitor, a writer. No input or output of its own.
//!
//! Bytes are pushed into a [`Parser`], which cuts them into games and tells a [`Visitor`] what it finds, in time linear
//! in their length and in memory bounded by the longest comment that is kept. A [`Record`] is the visitor that collects
//! one game; [`replay`] plays its moves by the rules of a game, [`infer`] finds out which game that is, and [`tree`]
//! makes of it the moves with their variations. [`Writer`] lays out strict PDN 3.0.

pub mod cutter;
pub mod departure;
pub mod games;
pub mod infer;
pub mod lexer;
pub mod parser;
pub mod problem;
pub mod record;
pub mod replay;
pub mod score;
pub mod squares;
pub mod tags;
pub mod text;
pub mod tree;
pub mod writer;

pub use departure::Departure;
pub use games::Games;
pub use infer::{Context, Decision};
pub use parser::{Fed, Flow, MoveText, Parser, Visitor};
pub use problem::{Kind, Problem};
pub use record::Record;
pub use score::Score;
pub use tree::Tree;
pub use writer::Writer;
