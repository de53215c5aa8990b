//! Threads for the blocks of a call, and Ctrl-C in the middle of it.
//!
//! A call starts its own threads: 30 µs of a call that takes milliseconds. So nothing has to survive a fork.

use crate::answers::{Columns, blocks};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::any::Any;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// How often Ctrl-C is checked.
const SIGNALS: Duration = Duration::from_millis(50);

/// Calls of at most this many rows are answered at once, without another thread: 50 µs of the usual queries.
pub(crate) const FEW: usize = 64;

/// The most rows of a block: sorted together, with answers that stay in the cache.
const BLOCK: usize = 1 << 13;

/// Whether the work should end early.
pub(crate) struct Stop(AtomicBool);

impl Stop {
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The number of threads of a call: all cores by default.
pub(crate) fn number(threads: Option<isize>) -> PyResult<usize> {
    static CORES: OnceLock<usize> = OnceLock::new();
    match threads {
        None => Ok(*CORES.get_or_init(|| thread::available_parallelism().map_or(1, Into::into))),
        Some(threads @ 1..) => Ok((threads as usize).min(1024)),
        Some(threads) => Err(PyValueError::new_err(format!(
            "threads must be at least 1, not {threads}"
        ))),
    }
}

/// Works on a few blocks on this thread. A panic becomes a `RuntimeError`.
pub(crate) fn at_once<B>(blocks: impl Iterator<Item = B>, work: impl Fn(B, &Stop)) -> PyResult<()> {
    let stop = Stop(AtomicBool::new(false));
    let all = AssertUnwindSafe(|| blocks.for_each(|block| work(block, &stop)));
    catch_unwind(all).map_err(|panic| PyRuntimeError::new_err(message(&*panic)))
}

/// Works on all blocks without the GIL. Ctrl-C raises at once and ends the work after the row at hand; a panic becomes a
/// `RuntimeError`.
pub(crate) fn run<B: Send>(
    py: Python<'_>,
    threads: usize,
    blocks: impl Iterator<Item = B> + Send,
    work: impl Fn(B, &Stop) + Sync,
) -> PyResult<()> {
    let work = &work;
    py.detach(|| {
        spread(threads, blocks, work, || {
            Python::attach(|py| py.check_signals())
        })
    })
}

/// Works on all rows in blocks, each with its first row, its number of rows and its columns: a few at once, more on threads.
pub(crate) fn run_rows<C: Columns>(
    py: Python<'_>,
    rows: usize,
    threads: usize,
    columns: C,
    work: impl Fn((usize, usize, C), &Stop) + Sync,
) -> PyResult<()> {
    run_blocks(py, rows, threads, [FEW, BLOCK], columns, work)
}

/// The same with the fewest and the most rows of a block: `few` rows are worked on at once.
pub(crate) fn run_blocks<C: Columns>(
    py: Python<'_>,
    rows: usize,
    threads: usize,
    [few, most]: [usize; 2],
    columns: C,
    work: impl Fn((usize, usize, C), &Stop) + Sync,
) -> PyResult<()> {
    if rows <= few {
        return at_once(blocks(rows, few, columns), work);
    }
    let block = rows.div_ceil(4 * threads).clamp(few, most);
    let threads = threads.min(rows.div_ceil(block));
    run(py, threads, blocks(rows, block, columns), work)
}

/// Runs one piece of work, on a thread of its own. Ctrl-C raises and sets the flag, at which the work should end.
pub(crate) fn run_alone<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<T> {
    let work = Mutex::new(Some(work));
    let result = Mutex::new(None);
    run(py, 1, iter::once(()), |(), stop| {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        let made = work.map(|work| work(stop));
        *result.lock().unwrap_or_else(PoisonError::into_inner) = made;
    })?;
    let result = result.into_inner().unwrap_or_else(PoisonError::into_inner);
    result.ok_or_else(|| PyRuntimeError::new_err("the work was not done"))
}

/// Computes without the GIL.
pub(crate) fn detached<T: Send>(py: Python<'_>, compute: impl Fn() -> T + Sync) -> PyResult<T> {
    let answer = Mutex::new(None);
    run(py, 1, iter::once(()), |(), _| {
        *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(compute());
    })?;
    let answer = answer.into_inner().unwrap_or_else(PoisonError::into_inner);
    answer.ok_or_else(|| PyValueError::new_err("the query was interrupted"))
}

fn spread<B: Send>(
    threads: usize,
    blocks: impl Iterator<Item = B> + Send,
    work: impl Fn(B, &Stop) + Sync,
    interrupted: impl Fn() -> PyResult<()>,
) -> PyResult<()> {
    let stop = Stop(AtomicBool::new(false));
    let blocks = Mutex::new(blocks);
    let next = || blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_on = || {
        while !stop.is_set()
            && let Some(block) = next()
        {
            work(block, &stop);
        }
    };
    thread::scope(|scope| {
        let (sender, panics) = mpsc::channel();
        let worker = || {
            let sender = sender.clone();
            move || {
                if let Err(panic) = catch_unwind(AssertUnwindSafe(work_on)) {
                    let _ = sender.send(message(&*panic));
                }
            }
        };
        let spawn = |_: &usize| thread::Builder::new().spawn_scoped(scope, worker()).is_ok();
        if (0..threads).take_while(spawn).count() == 0 {
            // The system gives no thread.
            worker()();
        }
        drop(sender);
        loop {
            let outcome = match panics.recv_timeout(SIGNALS) {
                Ok(panic) => Err(PyRuntimeError::new_err(panic)),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => interrupted(),
            };
            if outcome.is_err() {
                stop.0.store(true, Ordering::Relaxed);
                return outcome;
            }
        }
    })
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    format!("carom panicked, which is a bug in it: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn every_block_is_worked_on_once() {
        for threads in [1, 2, 7] {
            let sum = AtomicUsize::new(0);
            let work = |block: usize, _: &Stop| {
                sum.fetch_add(block, Ordering::Relaxed);
            };
            assert!(spread(threads, 0..100, work, || Ok(())).is_ok());
            assert_eq!(sum.into_inner(), 4950);
        }
    }

    #[test]
    fn a_panic_is_an_error_and_an_interruption_ends_the_work() {
        let broken = spread(
            2,
            0..100,
            |block, _| assert!(block != 50, "broken"),
            || Ok(()),
        );
        assert!(broken.is_err());
        let done = AtomicUsize::new(0);
        let work = |_: usize, stop: &Stop| {
            while !stop.is_set() {
                thread::yield_now();
            }
            done.fetch_add(1, Ordering::Relaxed);
        };
        let interrupted = || Err(PyValueError::new_err("interrupted"));
        assert!(spread(2, 0..100, work, interrupted).is_err());
        assert_eq!(done.into_inner(), 2);
    }
}
