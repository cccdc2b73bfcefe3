//! An opponent for every draughts game: it sees positions through [`Searchable`], judges them through [`Evaluate`].
//!
//! The caller keeps the game. It hands over a [`Root`] (where the game stands and how it came there), a [`Limit`] and
//! the number of lines wanted, and gets the best lines back, best first. For games chosen at run time [`AnySearch`] does
//! all of that from a [`damier_rules::History`].

pub mod any;
pub mod appraisal;
mod checksum;
pub mod control;
pub mod endings;
pub mod eval;
pub mod limit;
mod ordering;
mod question;
pub mod sample;
pub mod score;
pub mod search;
pub mod searchable;
pub mod selfplay;
pub mod steps;
mod team;
mod time;
mod tt;
pub mod twin;

pub use any::AnySearch;
pub use control::Control;
pub use endings::Endings;
pub use eval::{Brought, Evaluate, Handmade, HandmadeTowers, Judge, Learned, TowerJudge};
pub use limit::{Clock, Limit};
pub use score::Score;
pub use search::{Line, Report, Root, Search};
pub use searchable::Searchable;
pub use steps::{Step, Steps};
