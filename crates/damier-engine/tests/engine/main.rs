//! One program for all tests that need every game: each such program takes long to build.

mod any;
mod common;
mod endings;
mod eval;
mod games;
mod net;
mod search;
mod selfplay;
