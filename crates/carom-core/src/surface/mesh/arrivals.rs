//! Lower bounds of the time of impact with eight triangles, rounded down.
//!
//! The Minkowski sum of a triangle and a segment is a prism. Along each of its axes (the normal, the directions at
//! right angles to the sides within the plane and, for a segment, to side and segment) the moving core is separate
//! before some moment and after another; it cannot arrive before the last of the first moments. That is the
//! separating-axis test for moving objects of Gottschalk (Ericson, *Real-Time Collision Detection* 5.5.8), with a
//! radius. It is exact except at the rounded edges, which protrude from the sum of the planes moved by the radius.

use super::pack::{Triangles, squares};
use carom_math::Scalar;
use carom_math::lanes::{
    ExtractToken, Select, Simd, SimdBase, SimdFloat, SimdMask, Vectors, f32x8, mask32x8,
};

/// A moving segment that starts at the origin.
#[derive(Clone, Copy)]
pub(super) struct MovingCore {
    /// The vector to its other end; zero for a point.
    way: [f32; 3],
    delta: [f32; 3],
    /// The reciprocals of `delta`.
    inverse: [f32; 3],
    radius: f32,
    /// Upper bound of the lengths of `way` and `delta` together.
    length: f32,
}

impl MovingCore {
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

/// The kind of the moving core.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CoreKind {
    /// A point, without a radius.
    Thin,
    Ball,
    Capsule,
}

/// The squared length of a side or core below which products of four lengths, squared, underflow in single precision:
/// such triangles are tested by their boxes only.
const TINY: f32 = 1.0 / (1_u64 << 36) as f32;

/// More than the rounding of products that underflow.
const SMALLEST: f32 = 64.0 * f32::MIN_POSITIVE;

/// The interval of the motion in which no axis separates yet.
#[derive(Clone, Copy)]
struct Span<S: Simd> {
    enter: f32x8<S>,
    leave: f32x8<S>,
}

/// Bound of the relative rounding of a height over a plane or along an axis, in units of the multiplied lengths.
const ERROR: f32 = 16.0 * f32::EPSILON;

impl<S: Simd> Span<S> {
    /// Keeps the times at which a value that starts at 0 and changes at `speed` is between `low` and `high`.
    #[inline(always)]
    fn between(&mut self, low: f32x8<S>, high: f32x8<S>, speed: f32x8<S>) {
        self.at_times(low, high, 1.0 / speed);
    }

    /// The same by the reciprocal of the speed: at rest ±∞, on the right sides of 0 if 0 is between.
    #[inline(always)]
    fn at_times(&mut self, low: f32x8<S>, high: f32x8<S>, inverse: f32x8<S>) {
        let (x, y) = (low * inverse, high * inverse);
        self.enter = self.enter.max(x.min(y));
        self.leave = self.leave.min(x.max(y));
    }

    /// Keeps the times at which the coordinates between 0 and `way`, which change at the reciprocal of `inverse`,
    /// overlap `low..=high`.
    #[inline(always)]
    fn overlapping(&mut self, low: f32x8<S>, high: f32x8<S>, way: f32, inverse: f32) {
        let (back, ahead) = if way > 0.0 { (way, 0.0) } else { (0.0, way) };
        let inverse = f32x8::splat(low.token(), inverse);
        self.at_times(low - back, high - ahead, inverse);
    }

    /// Keeps the times at which a value that starts at 0 and changes at `speed` is at least `low`.
    #[inline(always)]
    fn above(&mut self, low: f32x8<S>, speed: f32x8<S>) {
        let infinity = f32x8::splat(low.token(), f32::INFINITY);
        let rises = speed.simd_gt(0.0);
        // At rest it is −0: then always if it is above, else never.
        let at = low / rises.select(speed, -speed.abs());
        self.enter = self.enter.max(rises.select(at, -infinity));
        self.leave = self.leave.min(rises.select(infinity, at));
    }

    /// The lanes in which the core can arrive within `limit`.
    #[inline(always)]
    fn open(&self, limit: f32) -> mask32x8<S> {
        let least = self.least();
        !(least.simd_gt(self.leave * (1.0 + ERROR)) | least.simd_gt(limit))
    }

    /// The first remaining time; NaN becomes 0.
    #[inline(always)]
    fn least(&self) -> f32x8<S> {
        let zero = f32x8::splat(self.enter.token(), 0.0);
        let enter = self.enter * (1.0 - ERROR);
        enter.simd_gt(0.0).select(enter, zero)
    }
}

/// Lower bounds of the fraction of the motion at which each triangle is reached; +∞ for triangles not reached within
/// `limit`.
#[cfg_attr(target_feature = "sse2", inline(always))]
#[cfg_attr(target_feature = "neon", inline(always))]
#[cfg_attr(target_feature = "simd128", inline(always))]
pub(super) fn of<S: Simd>(
    triangles: &Triangles<S>,
    kind: CoreKind,
    moving: &MovingCore,
    limit: f32,
) -> f32x8<S> {
    let prism = SweptPrism::new(triangles, kind, moving);
    let infinity = f32x8::splat(prism.longest.token(), f32::INFINITY);
    let boxed = prism.box_span(moving);
    let span = prism.plane_span(boxed);
    let is_tiny = prism.longest.simd_lt(TINY);
    if (span.open(limit) | is_tiny & boxed.open(limit)).to_bitmask() == 0 {
        return infinity;
    }
    let span = if kind == CoreKind::Thin {
        prism.line_span(span, moving)
    } else {
        prism.sides_span(span, kind, moving)
    };
    let span = Span {
        enter: is_tiny.select(boxed.enter, span.enter),
        leave: is_tiny.select(boxed.leave, span.leave),
    };
    span.open(limit).select(span.least(), infinity)
}

/// Eight triangles and a moving core: the lengths and normals that the axes share.
struct SweptPrism<S: Simd> {
    corners: [Vectors<S>; 3],
    sides: [Vectors<S>; 3],
    squared: [f32x8<S>; 3],
    /// The squared length of the longest side.
    longest: f32x8<S>,
    low: Vectors<S>,
    high: Vectors<S>,
    /// The rounding bound of a height, relative to the lengths multiplied.
    size: f32x8<S>,
    /// The radius of the core and the rounding of a coordinate.
    radius: f32x8<S>,
    /// Not unit.
    normal: Vectors<S>,
    /// Upper bound of the normal's length.
    across: f32x8<S>,
    way: Vectors<S>,
    delta: Vectors<S>,
}

impl<S: Simd> SweptPrism<S> {
    #[inline(always)]
    fn new(triangles: &Triangles<S>, kind: CoreKind, moving: &MovingCore) -> Self {
        let corners = triangles.corners;
        let [a, b, c] = corners;
        let simd = a.x.token();
        let sides = [b - a, c - b, a - c];
        let squared = squares(sides);
        let longest = squared[0].max(squared[1]).max(squared[2]);
        // Bounds of box and lengths without a square root, for which everything would wait.
        let low = a.min(b).min(c);
        let high = a.max(b).max(c);
        let far = high.x.max(-low.x) + high.y.max(-low.y) + high.z.max(-low.z);
        let size = (far * 3.0 + moving.length) * ERROR;
        let normal = sides[0].cross(sides[1]);
        let nn = normal.squared();
        Self {
            corners,
            sides,
            squared,
            longest,
            low,
            high,
            size,
            radius: size * 4.0 + moving.radius,
            normal,
            // Without a radius it multiplies only rounding, and the longest side will do.
            across: if kind == CoreKind::Thin {
                longest
            } else {
                nn.sqrt()
            },
            way: Vectors::splat(simd, moving.way),
            delta: Vectors::splat(simd, moving.delta),
        }
    }

    /// The box of the triangle, minus that of the segment.
    #[inline(always)]
    fn box_span(&self, moving: &MovingCore) -> Span<S> {
        let (low, high, radius) = (self.low, self.high, self.radius);
        let simd = radius.token();
        let mut span = Span {
            enter: f32x8::splat(simd, 0.0),
            leave: f32x8::splat(simd, 1.0),
        };
        let ([x, y, z], [u, v, w]) = (moving.way, moving.inverse);
        span.overlapping(low.x - radius, high.x + radius, x, u);
        span.overlapping(low.y - radius, high.y + radius, y, v);
        span.overlapping(low.z - radius, high.z + radius, z, w);
        span
    }

    /// The plane of the triangle.
    #[inline(always)]
    fn plane_span(&self, mut span: Span<S>) -> Span<S> {
        let thick = self.across * self.radius + self.longest * self.size;
        let height = self.normal.dot(self.corners[0]);
        let along = self.normal.dot(self.way);
        let zero = f32x8::splat(height.token(), 0.0);
        span.between(
            height - thick - along.max(zero),
            height + thick - along.min(zero),
            self.normal.dot(self.delta),
        );
        span
    }

    /// The sides of the triangle that the line of a point without a radius passes: in a triangle on the same side of all
    /// three (Plücker coordinates; Ericson, *Real-Time Collision Detection* 5.3.4).
    ///
    /// d·(c × e), for a side e at the corner c, is |d × e| times the distance of the line from that of the side, which
    /// may be off by `radius`.
    #[inline(always)]
    fn line_span(&self, span: Span<S>, moving: &MovingCore) -> Span<S> {
        let [a, b, c] = self.corners;
        let [x, y, z] = [
            self.delta.dot(a.cross(self.sides[0])),
            self.delta.dot(b.cross(self.sides[1])),
            self.delta.dot(c.cross(self.sides[2])),
        ];
        let unsure = self.radius * moving.length * self.longest.sqrt() + SMALLEST;
        let misses = x.min(y).min(z).simd_lt(-unsure) & x.max(y).max(z).simd_gt(unsure);
        let infinity = f32x8::splat(unsure.token(), f32::INFINITY);
        Span {
            enter: misses.select(infinity, span.enter),
            ..span
        }
    }

    /// The sides of the triangle within its plane and, for a segment, the cross products with it.
    #[inline(always)]
    fn sides_span(&self, mut span: Span<S>, kind: CoreKind, moving: &MovingCore) -> Span<S> {
        let squared = self.squared;
        let lengths = [squared[0].sqrt(), squared[1].sqrt(), squared[2].sqrt()];
        let length = lengths[0].max(lengths[1]).max(lengths[2]);
        let zero = f32x8::splat(length.token(), 0.0);
        let unsure = self.longest * length * self.size;
        let thickness = self.across * self.radius;
        for ((side, corner), length) in self.sides.into_iter().zip(self.corners).zip(lengths) {
            let inwards = self.normal.cross(side);
            let thick = thickness * length + unsure;
            let along = inwards.dot(self.way);
            let low = inwards.dot(corner) - thick - along.max(zero);
            span.above(low, inwards.dot(self.delta));
        }
        if kind == CoreKind::Capsule && squared_length(moving.way) > TINY {
            let unsure = length * self.size * Scalar::sqrt(squared_length(moving.way));
            for i in 0..3 {
                let axis = self.sides[i].cross(self.way);
                let thick = axis.squared().sqrt() * self.radius + unsure;
                let (x, y) = (
                    axis.dot(self.corners[i]),
                    axis.dot(self.corners[(i + 2) % 3]),
                );
                span.between(x.min(y) - thick, x.max(y) + thick, axis.dot(self.delta));
            }
        }
        span
    }
}

/// Upper bound of the length.
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
    fn no_triangle_is_hit_before_its_lower_bound() {
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
            let moving = MovingCore::new(capsule.b.to_array(), delta.to_array(), 0.3);
            let splat = |p: Vec3| [[p.x; LANES], [p.y; LANES], [p.z; LANES]];
            let [a, b, c] = [a, b, c].map(splat);
            let least = dispatch!(level(), simd => {
                let corner = |p: &[[f32; LANES]; 3]| Vectors::load(simd, [&p[0], &p[1], &p[2]]);
                let triangles = Triangles { corners: [corner(&a), corner(&b), corner(&c)] };
                of(&triangles, CoreKind::Capsule, &moving, 1.0)[3]
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
