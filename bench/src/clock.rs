//! Thread CPU time, so that what else the machine does is not measured.

use cpu_time::ThreadTime;
use std::hint::black_box;

/// What `run` gives, and the nanoseconds it takes.
pub(crate) fn time<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let clock = ThreadTime::now();
    let done = run();
    (done, clock.elapsed().as_secs_f64() * 1e9)
}

/// Nanoseconds a case.
pub(crate) fn pass<C, T>(cases: &[C], ask: impl Fn(&C) -> T) -> f64 {
    let ((), whole) = time(|| {
        for case in cases {
            black_box(ask(black_box(case)));
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
