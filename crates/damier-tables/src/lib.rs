//! Endgame tables: exact endings of every flat draughts game.

pub mod any;
pub mod batch;
pub mod build;
mod cells;
mod combos;
mod compress;
pub mod file;
mod group;
pub mod horizon;
pub mod index;
mod lanes;
mod look;
pub mod material;
pub mod probe;
mod restore;
pub mod ruleset;
mod share;
pub mod slice;
mod solve;
mod spill;
mod store;
pub mod value;
mod walk;
mod waves;
pub mod workshop;

pub use any::AnySet;
pub use batch::{BatchError, Row, RowError};
pub use build::{BuildError, Plan, Watch, build};
pub use file::{FileError, Kind, TableFile};
pub use horizon::Horizon;
pub use index::Index;
pub use material::{Force, Material};
pub use probe::{ProbeError, Set};
pub use slice::{Counts, Shelf, Slice};
pub use value::{Verdict, Wdl};
pub use workshop::{Event, Order, WorkError, make};
