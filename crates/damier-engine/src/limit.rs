//! When to stop.

use std::time::Duration;

/// The deepest that a search goes, in plies, before extensions.
pub const MAX_DEPTH: u32 = 99;

/// A game clock, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left, the increment of this move included.
    pub left: Duration,
    /// Added before each later move.
    pub increment: Duration,
    /// Moves to be made in the time left; `None` where that is the rest of the game.
    pub moves: Option<u32>,
}

/// What ends a search; the first that is reached. Without any it goes on to [`MAX_DEPTH`] or until it is stopped.
/// With one thread, a search that is limited by depth or nodes alone gives the same lines every time, from an empty
/// table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limit {
    /// Plies; taken as the nearest within `1..=MAX_DEPTH`.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// For this move, all of which is used.
    pub time: Option<Duration>,
    /// The search decides how much of it this move is worth.
    pub clock: Option<Clock>,
}

impl Limit {
    pub fn depth(plies: u32) -> Limit {
        Limit {
            depth: Some(plies),
            ..Limit::default()
        }
    }

    pub fn nodes(nodes: u64) -> Limit {
        Limit {
            nodes: Some(nodes),
            ..Limit::default()
        }
    }

    pub fn time(time: Duration) -> Limit {
        Limit {
            time: Some(time),
            ..Limit::default()
        }
    }

    pub fn clock(clock: Clock) -> Limit {
        Limit {
            clock: Some(clock),
            ..Limit::default()
        }
    }

    pub(crate) fn max_depth(&self) -> i32 {
        self.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) as i32
    }
}
