//! Counting sequences of legal moves.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::position::Position;

/// How many sequences of `depth` legal moves start here. The last ply is counted, not made.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut stack: Vec<Vec<P::Move>> = (0..depth).map(|_| Vec::with_capacity(64)).collect();
    count(position, &mut stack)
}

fn count<P: Position>(position: &P, stack: &mut [Vec<P::Move>]) -> u64 {
    match stack {
        [] => 1,
        [last] => position.count_moves(last),
        [moves, deeper @ ..] => {
            let mut sum = 0;
            position.each_after(moves, |after| sum += count(after, deeper));
            sum
        }
    }
}

/// As [`perft`], with captures that take the same pieces in another order counted apart.
pub fn ordered<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
        .iter()
        .map(|&m| position.orders(m) * ordered(&position.play(m), depth - 1))
        .sum()
}

/// As [`perft`] or [`ordered`], shared among threads, until somebody raises the flag: then `None`.
pub fn parallel<P: Position>(
    position: &P,
    depth: u32,
    in_order: bool,
    threads: usize,
    stop: &AtomicBool,
) -> Option<u64> {
    let split = depth.saturating_sub(3).min(3);
    let roots = after_plies(position, split, in_order);
    let next = AtomicUsize::new(0);
    let count_some = || {
        let mut sum = 0;
        while let Some((root, weight)) = roots.get(next.fetch_add(1, Ordering::Relaxed)) {
            sum += weight * until(root, depth - split, in_order, stop)?;
        }
        Some(sum)
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(count_some)).collect();
        let own = count_some();
        // A worker only counts: should it fail all the same, no count is better than a wrong one.
        workers
            .into_iter()
            .map(|worker| worker.join().ok().flatten())
            .fold(own, |sum, count| Some(sum? + count?))
    })
}

/// Deep enough that looking at the flag costs nothing, shallow enough that it is looked at many times a second.
const UNWATCHED: u32 = 6;

/// The count below a position, `None` once the flag is up.
fn until<P: Position>(position: &P, depth: u32, in_order: bool, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= UNWATCHED {
        return Some(if in_order {
            ordered(position, depth)
        } else {
            perft(position, depth)
        });
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.iter().try_fold(0, |sum, &m| {
        let orders = if in_order { position.orders(m) } else { 1 };
        Some(sum + orders * until(&position.play(m), depth - 1, in_order, stop)?)
    })
}

/// The positions after some plies, each with the number of orders that lead to it.
fn after_plies<P: Position>(position: &P, plies: u32, in_order: bool) -> Vec<(P, u64)> {
    if plies == 0 {
        return vec![(position.clone(), 1)];
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut all = Vec::new();
    for &m in &moves {
        let orders = if in_order { position.orders(m) } else { 1 };
        all.extend(
            after_plies(&position.play(m), plies - 1, in_order)
                .into_iter()
                .map(|(after, weight)| (after, weight * orders)),
        );
    }
    all
}
