use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be learned from.
#[derive(Debug)]
pub enum Problem {
    /// It cannot be read or written.
    Disk(PathBuf, io::Error),
    /// It holds something else, or has changed.
    Content(PathBuf, String),
    /// Somebody did not want to wait for the end.
    Stopped,
}

impl Problem {
    pub fn disk(path: &Path) -> impl Fn(io::Error) -> Problem + Copy {
        move |error| Problem::Disk(path.to_owned(), error)
    }

    pub fn content(path: &Path) -> impl Fn(String) -> Problem + Copy {
        move |what| Problem::Content(path.to_owned(), what)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Disk(path, error) => write!(out, "{}: {error}", path.display()),
            Problem::Content(path, what) => write!(out, "{}: {what}", path.display()),
            Problem::Stopped => write!(out, "stopped"),
        }
    }
}

impl std::error::Error for Problem {}
