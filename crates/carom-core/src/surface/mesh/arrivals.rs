//! When what moves can reach eight triangles at the earliest, whatever the rounding.
//!
//! The sum of a triangle and a segment is a prism; along each of its axes (the normal, the directions at
//! right angles to the sides within the plane and, for a segment, to side and segment) what moves is apart
//! before some moment and after another. It cannot arrive before the last of the first moments. That is
//! the separating-axis test of Gottschalk for motion (Ericson, *Real-Time Collision Detection* 5.5.8), with
//! a radius; exact but at the rounded edges, which stick out of the sum of the planes moved by the radius.

use super::pack::{Triangles, squares};
use carom_math::Scalar;
use carom_math::lanes::{
    ExtractToken, Select, Simd, SimdBase, SimdFloat, SimdMask, Vectors, f32x8, mask32x8,
};

/// A segment from the origin that moves.
#[derive(Clone, Copy)]
pub(super) struct Mover {
    /// To its other end, zero for a point.
    way: [f32; 3],
    delta: [f32; 3],
    /// One over each of `delta`.
    inverse: [f32; 3],
    radius: f32,
    /// No less than the lengths of `way` and `delta` together.
    length: f32,
}

impl Mover {
    /// A segment along `way` that moves by `delta`.
    #[inline(always)]
    pub(super) fn new(way: [f32; 3], delta: [f32; 3], radius: f32) -> Self {
        let [x, y, z] = delta;
        Self {
            way,
            delta,
            inverse: [1.0 / x, 1.0 / y, 1.0 / z],
            radius,
            length: sum(way) + sum(delta),
        }
    }
}

/// What is known of all that moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A point, without a radius.
    Thin,
    Ball,
    Capsule,
}

/// The squared length of a side, or of what moves, below which products of four of them, in squares, are too
/// small for single precision: of such only the box is looked at.
const TINY: f32 = 1.0 / (1_u64 << 36) as f32;

/// From when to when nothing has been seen to be apart.
#[derive(Clone, Copy)]
struct Span<S: Simd> {
    enter: f32x8<S>,
    leave: f32x8<S>,
}

/// What the rounding of a height over a plane or an axis is at most, in eps of the lengths multiplied.
const ERROR: f32 = 16.0 * f32::EPSILON;

impl<S: Simd> Span<S> {
    /// Only while a value that starts at 0 and changes at `speed` is between the two.
    #[inline(always)]
    fn between(&mut self, low: f32x8<S>, high: f32x8<S>, speed: f32x8<S>) {
        self.at_times(low, high, 1.0 / speed);
    }

    /// The same by one over the speed: at rest ±∞, on the right sides of 0 if 0 is between.
    #[inline(always)]
    fn at_times(&mut self, low: f32x8<S>, high: f32x8<S>, inverse: f32x8<S>) {
        let (x, y) = (low * inverse, high * inverse);
        self.enter = self.enter.max(x.min(y));
        self.leave = self.leave.min(x.max(y));
    }

    /// Only while the coordinates between 0 and `way`, which change at one over `inverse`, reach into
    /// `low..=high`.
    #[inline(always)]
    fn overlapping(&mut self, low: f32x8<S>, high: f32x8<S>, way: f32, inverse: f32) {
        let (back, ahead) = if way > 0.0 { (way, 0.0) } else { (0.0, way) };
        let inverse = f32x8::splat(low.token(), inverse);
        self.at_times(low - back, high - ahead, inverse);
    }

    /// Only while a value that starts at 0 and changes at `speed` is at least `low`.
    #[inline(always)]
    fn above(&mut self, low: f32x8<S>, speed: f32x8<S>) {
        let infinity = f32x8::splat(low.token(), f32::INFINITY);
        let rises = speed.simd_gt(0.0);
        // At rest it is −0: always where it is above, else never.
        let at = low / rises.select(speed, -speed.abs());
        self.enter = self.enter.max(rises.select(at, -infinity));
        self.leave = self.leave.min(rises.select(infinity, at));
    }

    /// The lanes in which it can arrive within `limit`.
    #[inline(always)]
    fn open(&self, limit: f32) -> mask32x8<S> {
        let least = self.least();
        !(least.simd_gt(self.leave * (1.0 + ERROR)) | least.simd_gt(limit))
    }

    /// The first moment that is left; NaN becomes 0.
    #[inline(always)]
    fn least(&self) -> f32x8<S> {
        let zero = f32x8::splat(self.enter.token(), 0.0);
        let enter = self.enter * (1.0 - ERROR);
        enter.simd_gt(0.0).select(enter, zero)
    }
}

/// Fractions of the motion before which the triangles are not reached; +∞ for those that are not reached
/// within `limit`.
#[inline(always)]
pub(super) fn of<S: Simd>(
    triangles: &Triangles<S>,
    kind: Kind,
    mover: &Mover,
    limit: f32,
) -> f32x8<S> {
    let corners = triangles.corners;
    let [a, b, c] = corners;
    let simd = a.x.token();
    let infinity = f32x8::splat(simd, f32::INFINITY);
    let delta = Vectors::splat(simd, mover.delta);
    let way = Vectors::splat(simd, mover.way);
    let sides = [b - a, c - b, a - c];
    let squared = squares(sides);
    let longest = squared[0].max(squared[1]).max(squared[2]);
    // The box of the triangle, and no less than all lengths together: without a root, for which all would wait.
    let low = a.min(b).min(c);
    let high = a.max(b).max(c);
    let far = high.x.max(-low.x) + high.y.max(-low.y) + high.z.max(-low.z);
    let size = (far * 3.0 + mover.length) * ERROR;
    let radius = size * 4.0 + mover.radius;
    let mut span = Span {
        enter: f32x8::splat(simd, 0.0),
        leave: f32x8::splat(simd, 1.0),
    };

    // The box, less that of the segment.
    let ([x, y, z], [u, v, w]) = (mover.way, mover.inverse);
    span.overlapping(low.x - radius, high.x + radius, x, u);
    span.overlapping(low.y - radius, high.y + radius, y, v);
    span.overlapping(low.z - radius, high.z + radius, z, w);
    let boxed = span;

    // The plane.
    let normal = sides[0].cross(sides[1]);
    let nn = normal.squared();
    // At least the length of the normal: without a radius nothing but rounding is multiplied by it.
    let across = if kind == Kind::Thin {
        longest
    } else {
        nn.sqrt()
    };
    let thick = across * radius + longest * size;
    let height = normal.dot(a);
    let along = normal.dot(way);
    let zero = f32x8::splat(simd, 0.0);
    span.between(
        height - thick - along.max(zero),
        height + thick - along.min(zero),
        normal.dot(delta),
    );
    let is_tiny = longest.simd_lt(TINY);
    if (span.open(limit) | is_tiny & boxed.open(limit)).to_bitmask() == 0 {
        return infinity;
    }

    // The sides.
    let lengths = if kind == Kind::Thin {
        [longest.sqrt(); 3]
    } else {
        [squared[0].sqrt(), squared[1].sqrt(), squared[2].sqrt()]
    };
    let length = lengths[0].max(lengths[1]).max(lengths[2]);
    let unsure = longest * length * size;
    let thickness = across * radius;
    for i in 0..3 {
        let inwards = normal.cross(sides[i]);
        let thick = thickness * lengths[i] + unsure;
        let along = inwards.dot(way);
        let low = inwards.dot(corners[i]) - thick - along.max(zero);
        span.above(low, inwards.dot(delta));
    }
    if kind == Kind::Capsule && squared_length(mover.way) > TINY {
        let unsure = length * size * Scalar::sqrt(squared_length(mover.way));
        for i in 0..3 {
            let axis = sides[i].cross(way);
            let thick = axis.squared().sqrt() * radius + unsure;
            let (x, y) = (axis.dot(corners[i]), axis.dot(corners[(i + 2) % 3]));
            span.between(x.min(y) - thick, x.max(y) + thick, axis.dot(delta));
        }
    }
    let span = Span {
        enter: is_tiny.select(boxed.enter, span.enter),
        leave: is_tiny.select(boxed.leave, span.leave),
    };
    span.open(limit).select(span.least(), infinity)
}

/// No less than the length.
#[inline(always)]
fn sum([x, y, z]: [f32; 3]) -> f32 {
    x.abs() + y.abs() + z.abs()
}

#[inline(always)]
fn squared_length([x, y, z]: [f32; 3]) -> f32 {
    x * x + y * y + z * z
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{capsule::Capsule, triangle::Triangle};
    use crate::sweep;
    use carom_math::lanes::{LANES, dispatch, level};
    use glam::{Vec3, vec3};

    #[test]
    fn nothing_arrives_earlier_than_that() {
        let random = &mut fastrand::Rng::with_seed(1);
        let mut hits = 0;
        for i in 0..40_000 {
            let mut point =
                |size: f32| vec3(random.f32(), random.f32(), random.f32()) * size - size * 0.5;
            let (a, u, v) = (point(8.0), point(2.0), point(2.0));
            let (b, c) = match i % 4 {
                0 => (a + u, a + v),
                1 => (a + u, a + u * 2.0 + v * 1e-6),
                2 => (a + u, a + u),
                _ => (a, a),
            };
            let triangle = Triangle { a, b, c };
            let delta = point(12.0);
            let capsule = Capsule::new(Vec3::ZERO, point(2.0), 0.3);
            let mover = Mover::new(capsule.b.to_array(), delta.to_array(), 0.3);
            let splat = |p: Vec3| [[p.x; LANES], [p.y; LANES], [p.z; LANES]];
            let [a, b, c] = [a, b, c].map(splat);
            let least = dispatch!(level(), simd => {
                let corner = |p: &[[f32; LANES]; 3]| Vectors::load(simd, [&p[0], &p[1], &p[2]]);
                let triangles = Triangles { corners: [corner(&a), corner(&b), corner(&c)] };
                of(&triangles, Kind::Capsule, &mover, 1.0)[3]
            });
            let Some(hit) = sweep(&capsule, delta, &triangle).hit else {
                continue;
            };
            assert!(
                least <= hit.t,
                "{least} {} {triangle:?} {capsule:?} {delta}",
                hit.t
            );
            hits += 1;
        }
        assert!(hits > 500, "{hits}");
    }
}
