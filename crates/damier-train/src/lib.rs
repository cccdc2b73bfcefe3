//! How the engine learns to judge positions: games against itself, what is kept of them, and two kinds of evaluation
//! that learn from it.
//!
//! 1. [`record`] lets the engine play and keeps the quiet positions on file.
//! 2. [`cases`] reads such files: each position with what a search said of it and how its game ended.
//! 3. [`shuffle`] puts any number of them in an order of chance, on the disk, where a [`deck`] of them is learned from.
//! 4. [`patterns`] fits two numbers to every pattern of men, by a regression.
//! 5. [`net`] fits the rows and heads of a [`Net`](damier_engine::eval::Net), by gradient descent.
//!
//! Everything follows from files, options and seeds: the same run gives the same bytes.

pub mod any;
pub mod cases;
pub mod deck;
pub mod net;
pub mod patterns;
pub mod problem;
pub mod record;
pub mod shuffle;

/// Expected points for a score, both on one scale.
pub(crate) fn points(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// How badly an expectation fits what came.
pub(crate) fn cost(aim: f64, expected: f64) -> f64 {
    let expected = expected.clamp(1e-9, 1.0 - 1e-9);
    -aim * expected.ln() - (1.0 - aim) * (1.0 - expected).ln()
}

/// Where a function of the scale, looked for between 20 and 2000 hundredths, is least.
pub(crate) fn best_scale(total: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (20.0f64.ln(), 2000.0f64.ln());
    for _ in 0..24 {
        let third = (high - low) / 3.0;
        if total((low + third).exp()) < total((high - third).exp()) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high).exp()
}
