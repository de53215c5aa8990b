//! A least height near a direction by the BFGS method, for cores of which nothing but support points is known.
//!
//! The height over the origin is minimized in the plane `n + x u + y v` across the direction, projected onto the sphere.
//! Its gradient is the part of the support point across the direction. The inverse of the second derivatives is
//! estimated from the changes of the gradient (Nocedal and Wright, *Numerical Optimization* 6.1), so that on smooth cores
//! the steps converge faster than linearly. At a corner or an edge it can end before the minimum.

use super::convex_points::Difference;
use super::newton::plane_across;
use carom_math::{Scalar, Vector};
use glam::{DVec2, DVec3, dvec2};

/// The largest number of planes, and of steps in one.
const CHARTS: usize = 8;
const STEPS: usize = 16;

/// The longest way from the middle of a plane, before the next is taken.
const FAR: f64 = 0.5;

/// How often a step is halved that does not lead lower.
const HALVES: usize = 6;

/// The factor of the next step where the height does not curve upwards.
const LONGER: f64 = 8.0;

/// A height and its gradient at a point of the plane.
struct Slope {
    direction: DVec3,
    height: f64,
    slope: DVec2,
}

/// The direction of a height near `start` that is not greater. A decrease of less than `noise` does not count.
pub(super) fn descended(difference: &Difference<'_>, start: DVec3, noise: f64) -> DVec3 {
    let mut direction = start;
    for _ in 0..CHARTS {
        let plane = Chart {
            difference,
            n: direction,
            across: plane_across(direction, difference.is_flat),
        };
        let (found, way) = plane.descend(noise);
        direction = found;
        if way.length_squared() < FAR * FAR {
            break;
        }
    }
    direction
}

struct Chart<'a> {
    difference: &'a Difference<'a>,
    n: DVec3,
    across: [DVec3; 2],
}

impl Chart<'_> {
    fn at(&self, p: DVec2) -> Slope {
        let [u, v] = self.across;
        let m = self.n + u * p.x + v * p.y;
        let length = Vector::length(m);
        let direction = m * (1.0 / length);
        let w = self.difference.support(-direction).w;
        let height = -direction.dot(w);
        let along = |way: DVec3| -(way.dot(w) + height * way.dot(direction)) / length;
        let flat = if self.difference.is_flat { 0.0 } else { 1.0 };
        Slope {
            direction,
            height,
            slope: dvec2(along(u), flat * along(v)),
        }
    }

    /// The direction of the least height that the steps come to, and its place in the plane.
    fn descend(&self, noise: f64) -> (DVec3, DVec2) {
        let mut p = DVec2::ZERO;
        let mut here = self.at(p);
        // As if the curvature were that of a ball of this height.
        let scale = 1.0 / (here.height.abs() + Vector::length(here.slope) + f64::MIN_POSITIVE);
        let mut inverse = [dvec2(scale, 0.0), dvec2(0.0, scale)];
        for _ in 0..STEPS {
            let g = here.slope;
            let mut step = -(inverse[0] * g.x + inverse[1] * g.y);
            let length = Vector::length(step);
            if length > FAR {
                step *= FAR / length;
            }
            let Some((part, there)) = self.lower(p, step, &here, noise) else {
                break;
            };
            let s = step * part;
            let y = there.slope - g;
            (p, here) = (p + s, there);
            inverse = updated(inverse, s, y);
            if p.length_squared() >= FAR * FAR {
                break;
            }
        }
        (here.direction, p)
    }

    /// The part of a step that leads lower, and the place there.
    fn lower(&self, p: DVec2, step: DVec2, here: &Slope, noise: f64) -> Option<(f64, Slope)> {
        let mut part = 1.0;
        for _ in 0..HALVES {
            let there = self.at(p + step * part);
            if there.height < here.height - noise {
                return Some((part, there));
            }
            part *= 0.5;
        }
        None
    }
}

/// The estimate of the inverse after a step `s` over which the slope changed by `y`; one of longer steps where that does not
/// curve upwards.
fn updated([a, b]: [DVec2; 2], s: DVec2, y: DVec2) -> [DVec2; 2] {
    let curved = s.dot(y);
    if curved <= 1e-12 * Scalar::sqrt(s.length_squared() * y.length_squared()) {
        return [a * LONGER, b * LONGER];
    }
    // H + (s·y + y·Hy) s sᵀ / (s·y)² − (Hy sᵀ + s (Hy)ᵀ) / s·y
    let h = a * y.x + b * y.y;
    let most = (curved + y.dot(h)) / (curved * curved);
    let column = |own: DVec2, s_part: f64, h_part: f64| {
        own + s * (most * s_part) - (h * s_part + s * h_part) * (1.0 / curved)
    };
    [column(a, s.x, h.x), column(b, s.y, h.y)]
}
