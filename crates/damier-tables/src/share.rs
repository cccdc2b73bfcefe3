//! Work shared out to threads.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Does a piece of work for each item, in their order, on so many threads, each with a worker of its own. Where something
/// fails no further item is begun; the error is that of the first item that has one.
pub(crate) fn share<T, W, E: Send>(
    items: impl ExactSizeIterator<Item = T> + Send,
    threads: usize,
    worker: impl Fn() -> Result<W, E> + Sync,
) -> Result<(), E>
where
    W: FnMut(T) -> Result<(), E>,
{
    let threads = threads.clamp(1, items.len().max(1));
    let queue = Mutex::new(items.enumerate());
    let is_over = AtomicBool::new(false);
    let failure: Mutex<Option<(usize, E)>> = Mutex::new(None);
    let next = || {
        let mut queue = queue.lock().ok()?;
        if is_over.load(Relaxed) { None } else { queue.next() }
    };
    let run = || -> Result<(), (usize, E)> {
        let mut work = worker().map_err(|error| (0, error))?;
        while let Some((number, item)) = next() {
            work(item).map_err(|error| (number, error))?;
        }
        Ok(())
    };
    let thread = || {
        if let Err((number, error)) = run() {
            is_over.store(true, Relaxed);
            if let Ok(mut failure) = failure.lock()
                && failure.as_ref().is_none_or(|&(other, _)| number < other)
            {
                *failure = Some((number, error));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
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

/// The numbers below `count`, so many at a time.
pub(crate) fn runs(count: usize, at_once: usize) -> impl ExactSizeIterator<Item = Range<usize>> + Send {
    let run = move |first| first..count.min(first + at_once);
    (0..count).step_by(at_once).map(run)
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
            assert_eq!(share(runs(count, at_once), threads, worker), Ok(()));
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
                assert_eq!(share(runs(100, 1), threads, fails_from(least)), Err(least));
            }
            assert_eq!(share(runs(100, 1), threads, fails_from(100)), Ok(()));
            let nobody = || Err::<fn(Range<usize>) -> Result<(), usize>, _>(7);
            assert_eq!(share(runs(100, 1), threads, nobody), Err(7));
        }
    }
}
