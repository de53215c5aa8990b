//! Catastrophic cancellation: a sweep of a circle that starts far away, in single precision.
//!
//! The flawed formula is found in many tutorials: with C from the start to the target and D = C·n along the motion, the
//! squared miss distance is F = |C|² − D², the difference of two nearly equal large numbers that are already rounded.

use crate::codec::{answers, encode, inputs};
use carom::{Ball, Hit, Start, Vector, sweep};
use glam::{DVec2, Vec2, dvec2};

inputs! {
    Inputs {
        /// The distance of the start, to the left of the target at the origin.
        distance: f64,
        /// The distance at which the path passes the target's center.
        beside: f64,
        radius: f64,
        target: f64,
    }
}

/// The result of the formula.
pub(crate) struct Formula {
    /// The squared miss distance.
    f: f64,
    /// The center at the time of impact; `None` if the formula finds no hit.
    reached: Option<DVec2>,
}

encode!(Formula { f: f64, reached: Option<DVec2> });

answers! {
    Answer {
        /// The hit that carom finds in single precision.
        hit: Option<Hit<DVec2>>,
        reached: DVec2,
        /// The center at the time of impact in double precision, as the reference.
        truth: Option<DVec2>,
        formula: Formula,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let start = dvec2(-inputs.distance, inputs.beside);
    let delta = dvec2(2.0 * inputs.distance, 0.0);
    let truth = sweep(
        &Ball::new(start, inputs.radius.abs()),
        delta,
        &Ball::new(DVec2::ZERO, inputs.target.abs()),
    );
    let [radius, target] = [inputs.radius, inputs.target].map(|r| r.abs() as f32);
    let (start, delta) = (start.as_vec2(), delta.as_vec2());
    let rest = Ball::new(Vec2::ZERO, target);
    let swept = sweep(&Ball::new(start, radius), delta, &rest);
    let free = swept.hit.map_or(1.0, |hit| hit.t);
    Answer {
        hit: swept.hit.map(|hit| Hit {
            t: f64::from(hit.t),
            point: hit.point.to_double(),
            normal: hit.normal.to_double(),
            start: Start::Separate,
            feature: hit.feature,
            part: hit.part,
        }),
        reached: (start + delta * free).to_double(),
        truth: truth.hit.map(|hit| {
            dvec2(-inputs.distance, inputs.beside) + dvec2(2.0 * inputs.distance, 0.0) * hit.t
        }),
        formula: formula(start, delta, radius + target),
    }
}

fn formula(start: Vec2, delta: Vec2, sum: f32) -> Formula {
    let c = -start;
    let n = delta / delta.length();
    let d = c.dot(n);
    let f = c.dot(c) - d * d;
    let t = sum * sum - f;
    let travel = (t >= 0.0).then(|| d - t.sqrt());
    Formula {
        f: f64::from(f),
        reached: travel.map(|travel| (start + n * travel).to_double()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_is_wrong_where_carom_is_right() {
        let answer = answer(&Inputs {
            distance: 4000.0,
            beside: 1.9,
            radius: 1.0,
            target: 1.0,
        });
        // The tolerance of a sweep: a gap of at most 32 eps L.
        let bound = 32.0 * f64::from(f32::EPSILON) * 8000.0;
        let gap = |center: DVec2| center.length() - 2.0;
        assert!(gap(answer.truth.unwrap()).abs() < 1e-9);
        assert!(gap(answer.reached).abs() < bound, "{}", gap(answer.reached));
        let formula = answer.formula.reached.map(gap);
        assert!(formula.is_none_or(|gap| gap < -0.05), "{formula:?}");
    }
}
