//! Accuracy: answers against those of carom in double precision, which are checked against every triangle.

use crate::case::{Case, REACH};
use crate::engine::Answer;
use crate::peer::{ball64, capsule64, triangle64};
use crate::surface::Surface;
use crate::work::{Body, RAY, Work};
use carom::{Mesh, sweep};
use glam::DVec3;

/// Tolerance of wrong yes/no answers and of late sweeps, m.
const TOLERANCE: f64 = 1e-4;

/// The answers of an engine compared with the exact ones.
#[derive(Default)]
pub(crate) struct Tally {
    /// The largest difference of a separation or of the distance to a hit, m.
    pub(crate) worst: f64,
    /// The number of missed answers.
    pub(crate) missed: usize,
    /// How many hits came more than 0.1 mm late.
    pub(crate) late: usize,
    /// How many answers it gave where there is none.
    pub(crate) spurious: usize,
}

/// The answers in double precision. An overlap's is its separation.
pub(crate) fn answers(work: Work, mesh: &Mesh<DVec3>, cases: &[Case]) -> Vec<Answer> {
    let answer = |c: &Case| match work {
        Work::Closest(body) | Work::All(body) | Work::Overlap(body) => {
            let reach = f64::from(REACH) + TOLERANCE;
            let found = match body {
                Body::Capsule => mesh.query().closest(&capsule64(&c.capsule), reach),
                Body::Ball => mesh.query().closest(&ball64(&c.ball), reach),
            };
            found.map(|found| found.separation)
        }
        Work::Sweep(body, length) => {
            let delta = (c.way * length).as_dvec3();
            let hit = match body {
                Body::Capsule => mesh.query().sweep(&capsule64(&c.capsule), delta),
                Body::Ball => mesh.query().sweep(&ball64(&c.ball), delta),
            };
            hit.map(|hit| hit.t)
        }
        Work::Ray => {
            let hit = mesh
                .query()
                .ray(c.ball.center.as_dvec3(), (c.way * RAY).as_dvec3());
            hit.map(|hit| hit.t)
        }
    };
    cases.iter().map(answer).collect()
}

/// Compares what an engine found with what there is.
pub(crate) fn tally(work: Work, exact: &[Answer], found: impl Iterator<Item = Answer>) -> Tally {
    let mut tally = Tally::default();
    for (want, found) in exact.iter().zip(found) {
        match work {
            Work::Closest(_) | Work::All(_) => match (want, found) {
                (Some(want), Some(found)) => tally.worst = tally.worst.max((found - want).abs()),
                (Some(want), None) if *want < f64::from(REACH) - TOLERANCE => tally.missed += 1,
                (None, Some(_)) => tally.spurious += 1,
                _ => {}
            },
            Work::Overlap(_) => match (want, found) {
                (Some(want), None) if *want < -TOLERANCE => tally.missed += 1,
                (want, Some(_)) if want.is_none_or(|want| want > TOLERANCE) => tally.spurious += 1,
                _ => {}
            },
            Work::Sweep(..) | Work::Ray => match (want, found) {
                (Some(want), Some(found)) => {
                    let late = (found - want) * length(work);
                    tally.worst = tally.worst.max(late.abs());
                    tally.late += usize::from(late > TOLERANCE);
                }
                (Some(_), None) => tally.missed += 1,
                (None, Some(_)) => tally.spurious += 1,
                (None, None) => {}
            },
        }
    }
    tally
}

/// The way that a fraction of 1 stands for, m.
fn length(work: Work) -> f64 {
    match work {
        Work::Sweep(_, length) => length.into(),
        _ => RAY.into(),
    }
}

/// The number of sweeps compared with a loop over every triangle, and the largest difference from `exact`, m (infinite
/// if only one of them hits).
pub(crate) fn brute_force(
    body: Body,
    meters: f32,
    surface: &Surface,
    cases: &[Case],
    exact: &[Answer],
) -> (usize, f64) {
    /// Triangles to look at in all.
    const BUDGET: usize = 10_000_000;
    let triangles: Vec<_> = (0..surface.triangles.len())
        .map(|index| triangle64(&surface.triangle(index)))
        .collect();
    let count = (BUDGET / triangles.len()).clamp(1, cases.len());
    let mut worst = 0.0_f64;
    for (case, exact) in cases.iter().zip(exact).take(count) {
        let delta = (case.way * meters).as_dvec3();
        let (capsule, ball) = (capsule64(&case.capsule), ball64(&case.ball));
        let hits = triangles.iter().filter_map(|triangle| match body {
            Body::Capsule => sweep(&capsule, delta, triangle).hit,
            Body::Ball => sweep(&ball, delta, triangle).hit,
        });
        let first = hits.map(|hit| hit.t).reduce(f64::min);
        worst = worst.max(match (first, exact) {
            (Some(first), Some(exact)) => (first - exact).abs() * f64::from(meters),
            (None, None) => 0.0,
            _ => f64::INFINITY,
        });
    }
    (count, worst)
}
