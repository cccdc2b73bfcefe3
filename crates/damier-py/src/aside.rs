//! Long work without the lock on Python, with an ear for Ctrl-C.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::EngineError;

/// How long Ctrl-C may go unheard.
const PATIENCE: Duration = Duration::from_millis(50);

/// Works on a thread of its own until it is done, or until a signal comes: then the work is told to `stop`.
pub fn aside<T: Send>(py: Python<'_>, stop: impl Fn(), work: impl FnOnce() -> T + Send) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (done, result) = channel();
        scope.spawn(move || {
            // Nobody may be left to hear it.
            let _ = done.send(work());
        });
        let result = Mutex::new(result);
        let wait = || {
            result
                .lock()
                .map_err(|_| RecvTimeoutError::Disconnected)?
                .recv_timeout(PATIENCE)
        };
        loop {
            match py.detach(wait) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::new_err("the work failed")),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(interrupt) = py.check_signals() {
                        stop();
                        return Err(interrupt);
                    }
                }
            }
        }
    })
}
