//! What others may do to a search under way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops a search, or lets its time begin to count. Any thread may hold it, for as long as it likes.
#[derive(Debug, Default)]
pub struct Control {
    stopped: Arc<AtomicBool>,
    pondering: AtomicBool,
}

impl Control {
    /// One that stops when this one does, and never ponders.
    pub(crate) fn follower(&self) -> Control {
        Control {
            stopped: Arc::clone(&self.stopped),
            pondering: AtomicBool::new(false),
        }
    }

    /// The search under way, or the next one if none is, ends with what it has found.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Takes back a stop. Who runs searches one after the other does this before each.
    pub fn rearm(&self) {
        self.stopped.store(false, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Time does not count, and no result ends the search, until [`Control::ponder_hit`] or [`Control::stop`].
    pub fn ponder(&self) {
        self.pondering.store(true, Ordering::Relaxed);
    }

    /// The move that was pondered on has been played: time counts from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
