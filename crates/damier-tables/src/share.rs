//! Work shared out to threads.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Does a piece of work for all numbers below `count`, a run of `at_once` at a time, the lowest first, on so many threads,
/// each with a worker of its own. Where something fails no further run is begun; the error is that of the lowest run that
/// has one.
pub(crate) fn share<W, E: Send>(
    count: usize,
    at_once: usize,
    threads: usize,
    worker: impl Fn() -> Result<W, E> + Sync,
) -> Result<(), E>
where
    W: FnMut(Range<usize>) -> Result<(), E>,
{
    let next = AtomicUsize::new(0);
    let failure: Mutex<Option<(usize, E)>> = Mutex::new(None);
    let run = || -> Result<(), (usize, E)> {
        let mut work = worker().map_err(|error| (0, error))?;
        loop {
            let first = next.fetch_add(at_once, Relaxed);
            if first >= count {
                return Ok(());
            }
            work(first..count.min(first + at_once)).map_err(|error| (first, error))?;
        }
    };
    let thread = || {
        if let Err((first, error)) = run() {
            next.store(count, Relaxed);
            if let Ok(mut failure) = failure.lock()
                && failure.as_ref().is_none_or(|&(other, _)| first < other)
            {
                *failure = Some((first, error));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, count.div_ceil(at_once).max(1)) {
            // Where no thread can be had, the work is done with fewer.
            let _ = std::thread::Builder::new().spawn_scoped(scope, thread);
        }
        thread();
    });
    match failure.into_inner().unwrap_or(None) {
        Some((_, error)) => Err(error),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once() {
        for (count, at_once, threads) in [(0, 3, 2), (1, 1, 8), (100, 7, 3), (64, 64, 4), (5, 100, 1)] {
            let done = Mutex::new(vec![0; count]);
            let worker = || {
                Ok::<_, ()>(|range: Range<usize>| {
                    for number in range {
                        done.lock().expect("no thread panics")[number] += 1;
                    }
                    Ok(())
                })
            };
            assert_eq!(share(count, at_once, threads, worker), Ok(()));
            assert_eq!(done.into_inner().expect("no thread panics"), vec![1; count]);
        }
    }

    #[test]
    fn the_lowest_failure_is_told() {
        let fails_from = |least: usize| {
            move || {
                Ok(
                    move |range: Range<usize>| match range.into_iter().find(|&number| number >= least) {
                        Some(number) => Err(number),
                        None => Ok(()),
                    },
                )
            }
        };
        for threads in [1, 2, 8] {
            for least in [0, 1, 57, 99] {
                assert_eq!(share(100, 1, threads, fails_from(least)), Err(least));
            }
            assert_eq!(share(100, 1, threads, fails_from(100)), Ok(()));
            let nobody = || Err::<fn(Range<usize>) -> Result<(), usize>, _>(7);
            assert_eq!(share(100, 1, threads, nobody), Err(7));
        }
    }
}
