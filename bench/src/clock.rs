//! Thread CPU time, which excludes other programs on the machine.

use cpu_time::ThreadTime;
use std::hint::black_box;

/// The result of `run`, and its time in nanoseconds.
pub(crate) fn time<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let clock = ThreadTime::now();
    let done = run();
    (done, clock.elapsed().as_secs_f64() * 1e9)
}

/// Nanoseconds per case.
pub(crate) fn pass<C, T>(cases: &[C], query: impl Fn(&C) -> T) -> f64 {
    let ((), whole) = time(|| {
        for case in cases {
            black_box(query(black_box(case)));
        }
    });
    whole / cases.len() as f64
}

pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

pub(crate) fn geometric_mean(ratios: &[f64]) -> f64 {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (logarithms / ratios.len() as f64).exp()
}
