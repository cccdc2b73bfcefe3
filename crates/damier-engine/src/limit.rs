//! When to stop.

use std::time::Duration;

/// The deepest that a search goes, in plies, before extensions.
pub const MAX_DEPTH: u32 = 99;

/// What ends a search; the first that is reached. Without any it goes on to [`MAX_DEPTH`] or until it is stopped.
/// A search that is limited by depth or nodes alone gives the same lines every time, from an empty table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limit {
    /// Plies; taken as the nearest within `1..=MAX_DEPTH`.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
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

    pub(crate) fn max_depth(&self) -> i32 {
        self.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) as i32
    }
}
