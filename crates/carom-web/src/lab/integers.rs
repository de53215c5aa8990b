//! Overlap of a circle and a capsule with whole numbers: exact, and with a formula of 64 bits that overflows.
//!
//! Beside the axis the test is (w × u)² ≤ r² u², without a division and without rounding: the fourth powers of coordinates.

use crate::codec::{answers, inputs};
use carom::{Ball, Capsule, grid};
use glam::DVec2;

inputs! {
    /// Rounded to whole numbers.
    Inputs { ball: Ball<DVec2>, capsule: Capsule<DVec2> }
}

answers! {
    Answer {
        overlap: bool,
        /// The same formula in 64 bits, where products wrap around.
        wrapped: bool,
        /// Whether a product of it does not fit.
        overflows: bool,
        /// The whole numbers.
        center: DVec2,
        radius: f64,
        a: DVec2,
        b: DVec2,
        capsule_radius: f64,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let point = |p: DVec2| p.to_array().map(|x| libm::round(x) as i32);
    let radius = |r: f64| libm::round(r) as u32;
    let (center, a, b) = (
        point(inputs.ball.center),
        point(inputs.capsule.a),
        point(inputs.capsule.b),
    );
    let radii = [inputs.ball.radius, inputs.capsule.radius].map(radius);
    let shown = |p: [i32; 2]| DVec2::from_array(p.map(f64::from));
    let (wrapped, overflows) = in_64_bits(center, a, b, i64::from(radii[0]) + i64::from(radii[1]));
    Answer {
        overlap: grid::ball_capsule(center, radii[0], a, b, radii[1]),
        wrapped,
        overflows,
        center: shown(center),
        radius: f64::from(radii[0]),
        a: shown(a),
        b: shown(b),
        capsule_radius: f64::from(radii[1]),
    }
}

/// The test of [`grid::ball_capsule`] in 64 bits, and whether a product overflows.
fn in_64_bits(center: [i32; 2], a: [i32; 2], b: [i32; 2], r: i64) -> (bool, bool) {
    let mut overflows = false;
    let mut times = |x: i64, y: i64| {
        let (product, over) = x.overflowing_mul(y);
        overflows |= over;
        product
    };
    let minus = |p: [i32; 2], q: [i32; 2]| [0, 1].map(|i| i64::from(p[i]) - i64::from(q[i]));
    let (w, u, end) = (minus(center, a), minus(b, a), minus(center, b));
    let mut dot = |x: [i64; 2], y: [i64; 2]| times(x[0], y[0]).wrapping_add(times(x[1], y[1]));
    let (along, length2) = (dot(w, u), dot(u, u));
    let overlap = if along <= 0 {
        dot(w, w) <= times(r, r)
    } else if along >= length2 {
        dot(end, end) <= times(r, r)
    } else {
        let cross = times(w[0], u[1]).wrapping_sub(times(w[1], u[0]));
        let radii2 = times(r, r);
        times(cross, cross) <= times(radii2, length2)
    };
    (overlap, overflows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    fn beside(scale: f64) -> Answer {
        answer(&Inputs {
            ball: Ball::new(dvec2(0.0, 0.9 * scale), 0.1 * scale),
            capsule: Capsule::new(dvec2(-scale, 0.0), dvec2(scale, 0.0), 0.1 * scale),
        })
    }

    #[test]
    fn fourth_powers_overflow_64_bits() {
        let small = beside(1_000.0);
        assert!(!small.overlap && !small.wrapped && !small.overflows);
        assert!((1..60).any(|i| {
            let large = beside(f64::from(i) * 1_000.0);
            assert!(!large.overlap);
            large.overflows && large.wrapped
        }));
        assert!(beside(1e9).overflows && !beside(1e9).overlap);
        assert!(
            beside(1e300).overlap,
            "numbers beyond the range are clamped"
        );
    }
}
