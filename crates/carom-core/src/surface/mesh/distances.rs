//! Lower bounds of the distances of eight triangles from a point or a segment, in lanes.
//!
//! The features are those of the exact kernels (`pair/nearest.rs`): sides, ends over the face, crossing. Computed in
//! single precision relative to the point, or the first end of the segment. The squared distances are lowered by more
//! than their error, so that a triangle within a limit is never rejected. Source of the segments' form: Ericson,
//! *Real-Time Collision Detection* 5.1.9, with the determinant as a cross product.

use super::pack::{Triangles, squares};
use crate::pair::prism::Features;
use carom_math::lanes::{
    ExtractToken, Select, Simd, SimdBase, SimdFloat, SimdMask, Vectors, f32x8, mask32x8,
};

/// The relative error bounds δ of a squared distance, each with its absolute bound E in L², the square of the largest
/// length: the distance x of two features is off by at most e = 16 eps L, and (x ± e)² is within (1 ± δ) x² ± (1/δ + 1) e²
/// for any δ. The large δ is better where x is far below L, the small one for all others. E is 4 e²/δ.
const COARSE: [f32; 2] = [1.0 / 512.0, 512.0 * 4.0 * 256.0 * EPS_SQUARED];
const FINE: [f32; 2] = [1.0 / 32768.0, 32768.0 * 4.0 * 256.0 * EPS_SQUARED];
const EPS_SQUARED: f32 = f32::EPSILON * f32::EPSILON;
/// The largest relative error bound of a squared distance.
const WIDER: f32 = 1.0 + FINE[0];

/// The product of the squared lengths of segment and longest side below which the features that can be nearest are
/// unknown: the determinant of two segments, its square times that of a sine, underflows. A capsule of a meter over
/// triangles of a meter reaches it in a mesh of 30 km.
const TINY: f32 = 1.0 / (1_u64 << 60) as f32;

/// Lower bound of a squared distance that is computed as `x`, given L².
#[inline(always)]
fn lowered<S: Simd>(x: f32x8<S>, size: f32x8<S>) -> f32x8<S> {
    let coarse = x * (1.0 - COARSE[0]) - size * COARSE[1];
    coarse.max(x * (1.0 - FINE[0]) - size * FINE[1])
}

/// Upper bound of everything computed for a squared distance of at most `x`, where both are off.
#[inline(always)]
fn raised<S: Simd>(x: f32x8<S>, size: f32x8<S>) -> f32x8<S> {
    let coarse = x * (1.0 + 2.0 * COARSE[0]) + size * (2.0 * COARSE[1]);
    coarse.min(x * (1.0 + 2.0 * FINE[0]) + size * (2.0 * FINE[1]))
}

/// Eight triangles with their planes.
struct Faces<S: Simd> {
    corners: [Vectors<S>; 3],
    /// The vector from each corner to the next.
    sides: [Vectors<S>; 3],
    squared: [f32x8<S>; 3],
    /// Not unit.
    normal: Vectors<S>,
    /// Squared length of the normal.
    nn: f32x8<S>,
    /// The height of the origin over the plane, times the length of the normal.
    height: f32x8<S>,
    /// The square of the largest length of each lane, over corners and the segment.
    size: f32x8<S>,
}

/// The borders of eight triangles.
struct Borders<S: Simd> {
    /// Normals of the sides within the plane, pointing inwards, not unit.
    inwards: [Vectors<S>; 3],
    /// The distance of the origin inwards of each side, times the length of `inwards`.
    depths: [f32x8<S>; 3],
}

impl<S: Simd> Faces<S> {
    /// For a segment of this squared length.
    #[inline(always)]
    fn new(triangles: &Triangles<S>, length: f32) -> Self {
        let corners = triangles.corners;
        let [a, b, c] = corners;
        let sides = [b - a, c - b, a - c];
        let normal = sides[0].cross(sides[1]);
        Self {
            corners,
            sides,
            squared: squares(sides),
            normal,
            nn: normal.squared(),
            height: -normal.dot(a),
            size: a.squared() + b.squared() + c.squared() + length,
        }
    }

    #[inline(always)]
    fn borders(&self) -> Borders<S> {
        let ([a, b, c], [ab, bc, ca], normal) = (self.corners, self.sides, self.normal);
        let inwards = [normal.cross(ab), normal.cross(bc), normal.cross(ca)];
        let depths = [-inwards[0].dot(a), -inwards[1].dot(b), -inwards[2].dot(c)];
        Borders { inwards, depths }
    }

    /// Bounds of the squared distance over the face, for a point of this height: a lower one if it may be over the
    /// face, an upper one if it certainly is. +∞ elsewhere.
    #[cfg_attr(target_feature = "sse2", inline(always))]
    #[cfg_attr(target_feature = "neon", inline(always))]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    fn over(&self, height: f32x8<S>, depths: [f32x8<S>; 3], inverse: f32x8<S>) -> [f32x8<S>; 2] {
        let least = depths[0].min(depths[1]).min(depths[2]);
        let error = self.uncertainty_squared();
        let unsure = (least * least).simd_le(error * self.longest());
        let inside = least.simd_ge(0.0);
        let infinity = f32x8::splat(height.token(), f32::INFINITY);
        // The height of a needle has the error of its normal.
        let [low, high] = between(height, error);
        [
            (inside | unsure).select(low * inverse, infinity),
            (inside & !unsure).select(high * inverse, infinity),
        ]
    }

    /// The squared distance of the origin from a side. For a side without length 0/0 becomes 0.
    #[inline(always)]
    fn beside(&self, i: usize) -> f32x8<S> {
        let (corner, side) = (self.corners[i], self.sides[i]);
        let t = clamped(-corner.dot(side) / self.squared[i]);
        (corner + side * t).squared()
    }

    /// The lanes in which the plane separates the triangle from the segment by more than the root of `limit`. The second
    /// end of the segment has the height `high`.
    #[inline(always)]
    fn over_by(&self, high: f32x8<S>, limit: f32) -> mask32x8<S> {
        let low = self.height;
        let gap = low.min(high).max(-low.max(high)).max(0.0);
        let unsure = self.uncertainty_squared() * 4.0;
        between(gap, unsure)[0].simd_gt(self.nn * (limit * WIDER))
    }

    /// The lanes in which a side does. The ends of the segment have the inward distances `from` and `to`.
    #[inline(always)]
    fn beside_by(&self, from: [f32x8<S>; 3], to: [f32x8<S>; 3], limit: f32) -> mask32x8<S> {
        let limit = self.nn * (limit * WIDER);
        let unsure = self.uncertainty_squared() * 4.0 * self.longest();
        self.past(0, from[0].max(to[0]), unsure, limit)
            | self.past(1, from[1].max(to[1]), unsure, limit)
            | self.past(2, from[2].max(to[2]), unsure, limit)
    }

    /// The lanes in which a segment with at most this inward distance is outside of a side by more than the root of the
    /// limit.
    #[inline(always)]
    fn past(&self, i: usize, depth: f32x8<S>, unsure: f32x8<S>, limit: f32x8<S>) -> mask32x8<S> {
        let gap = (-depth).max(0.0);
        between(gap, unsure)[0].simd_gt(limit * self.squared[i])
    }

    /// The squared length of the longest side.
    #[inline(always)]
    fn longest(&self) -> f32x8<S> {
        self.squared[0].max(self.squared[1]).max(self.squared[2])
    }

    /// Bound of the error of a height: that of the normal, a few eps of its two sides, times the distance.
    #[inline(always)]
    fn uncertainty(&self) -> f32x8<S> {
        self.longest() * self.size.sqrt() * (8.0 * f32::EPSILON)
    }

    /// The square of [`uncertainty`](Self::uncertainty), without a root.
    #[inline(always)]
    fn uncertainty_squared(&self) -> f32x8<S> {
        let longest = self.longest();
        longest * longest * self.size * (64.0 * f32::EPSILON * f32::EPSILON)
    }
}

/// Bounds of the distances of eight triangles.
#[derive(Clone, Copy)]
pub(super) struct Distances<S: Simd> {
    /// Lower bounds of the squared distances; 0 where triangle and segment may cross.
    pub(super) least: f32x8<S>,
    /// Upper bounds.
    pub(super) most: f32x8<S>,
    pub(super) nearest: NearestFeatures,
}

/// For each feature, in the order of the bits of [`Features`], the lanes in which it can be the nearest.
#[derive(Clone, Copy)]
pub(super) struct NearestFeatures([u64; 6]);

impl NearestFeatures {
    /// The features of one triangle that can be nearest.
    #[inline(always)]
    pub(super) fn features(&self, lane: usize) -> Features {
        let mut features = 0;
        for (i, lanes) in self.0.iter().enumerate() {
            features |= ((lanes >> lane & 1) as u8) << i;
        }
        Features(features)
    }
}

impl<S: Simd> Distances<S> {
    /// From the squared distances of all features (over the face as lower and upper bounds), the lanes in which the
    /// segment may cross the triangle, L², and a product of two squared lengths that determines which feature is nearest.
    #[inline(always)]
    fn new(
        [[f, at_most_f], [g, at_most_g]]: [[f32x8<S>; 2]; 2],
        [a, b, c]: [f32x8<S>; 3],
        crossed: mask32x8<S>,
        [size, known]: [f32x8<S>; 2],
    ) -> Self {
        let known = known.simd_gt(TINY);
        let beside = a.min(b).min(c);
        let best = f.min(g).min(beside);
        let zero = f32x8::splat(best.token(), 0.0);
        let least = lowered(best, size);
        let sure = least.simd_gt(0.0) & !crossed;
        // Features beyond the upper bound of the distance cannot be nearest.
        let at_most = at_most_f.min(at_most_g).min(beside);
        let limit = raised(at_most, size);
        Self {
            // NaN becomes 0.
            least: sure.select(least, zero),
            most: limit,
            nearest: NearestFeatures([
                !f.simd_gt(limit).to_bitmask(),
                !g.simd_gt(limit).to_bitmask(),
                !a.simd_gt(limit).to_bitmask(),
                !b.simd_gt(limit).to_bitmask(),
                !c.simd_gt(limit).to_bitmask(),
                !(sure & known).to_bitmask(),
            ]),
        }
    }
}

/// Bounds of the distances from the segment between the origin and `way`, or for `N` = 1 from the origin; `None` if
/// separating planes show that no triangle is within the limit.
#[cfg_attr(target_feature = "sse2", inline(always))]
#[cfg_attr(target_feature = "neon", inline(always))]
#[cfg_attr(target_feature = "simd128", inline(always))]
pub(super) fn of<S: Simd, const N: usize>(
    triangles: &Triangles<S>,
    way: [f32; 3],
    limit: f32,
) -> Option<Distances<S>> {
    let apart = boxes_beyond(triangles, way, limit);
    if are_all(apart) {
        return None;
    }
    if N == 1 {
        return of_point(triangles, limit, apart);
    }
    of_segment(triangles, way, limit, apart)
}

/// Whether this holds in every lane.
#[inline(always)]
fn are_all<S: Simd>(lanes: mask32x8<S>) -> bool {
    lanes.to_bitmask() & 0xff == 0xff
}

/// The lanes in which the box of the triangle is farther from that of the segment than the root of `limit`. The margin
/// of the limit covers the rounding of coordinates.
#[inline(always)]
fn boxes_beyond<S: Simd>(triangles: &Triangles<S>, way: [f32; 3], limit: f32) -> mask32x8<S> {
    let [a, b, c] = triangles.corners;
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    let x = gap(low.x, high.x, way[0]);
    let y = gap(low.y, high.y, way[1]);
    let z = gap(low.z, high.z, way[2]);
    // Infinity is beyond no limit at all.
    (x * x + y * y + z * z).min(f32::MAX).simd_gt(limit)
}

/// The distance of the intervals `low..=high` from that between 0 and `way`.
#[inline(always)]
fn gap<S: Simd>(low: f32x8<S>, high: f32x8<S>, way: f32) -> f32x8<S> {
    let (back, ahead) = if way > 0.0 { (0.0, way) } else { (way, 0.0) };
    (low - ahead).max(-(high - back)).max(0.0)
}

/// Bounds of the distances from the origin. The lanes `apart` are not within the limit.
#[cfg_attr(target_feature = "sse2", inline(always))]
#[cfg_attr(target_feature = "neon", inline(always))]
#[cfg_attr(target_feature = "simd128", inline(always))]
fn of_point<S: Simd>(
    triangles: &Triangles<S>,
    limit: f32,
    apart: mask32x8<S>,
) -> Option<Distances<S>> {
    let faces = Faces::new(triangles, 0.0);
    if are_all(apart | faces.over_by(faces.height, limit)) {
        return None;
    }
    let over = faces.over(faces.height, faces.borders().depths, 1.0 / faces.nn);
    let simd = faces.height.token();
    let sides = [faces.beside(0), faces.beside(1), faces.beside(2)];
    let none = f32x8::splat(simd, f32::INFINITY);
    let crossed = mask32x8::splat(simd, false);
    let bounds = Distances::new([over, [none, none]], sides, crossed, [faces.size; 2]);
    Some(bounds)
}

/// Bounds of the distances from the segment between the origin and `way`. The lanes `apart` are not within the limit.
#[cfg_attr(target_feature = "sse2", inline(always))]
#[cfg_attr(target_feature = "neon", inline(always))]
#[cfg_attr(target_feature = "simd128", inline(always))]
fn of_segment<S: Simd>(
    triangles: &Triangles<S>,
    way: [f32; 3],
    limit: f32,
    apart: mask32x8<S>,
) -> Option<Distances<S>> {
    let [x, y, z] = way;
    let length = x * x + y * y + z * z;
    let faces = Faces::new(triangles, length);
    let way = Vectors::splat(faces.height.token(), way);
    let high = faces.height + faces.normal.dot(way);
    let apart = apart | faces.over_by(high, limit);
    if are_all(apart) {
        return None;
    }
    let Borders { inwards, depths } = faces.borders();
    let to = [
        depths[0] + inwards[0].dot(way),
        depths[1] + inwards[1].dot(way),
        depths[2] + inwards[2].dot(way),
    ];
    if are_all(apart | faces.beside_by(depths, to, limit)) {
        return None;
    }
    let inverse = 1.0 / faces.nn;
    let over = [
        faces.over(faces.height, depths, inverse),
        faces.over(high, to, inverse),
    ];
    let sides = [
        segments(&faces, 0, way, length),
        segments(&faces, 1, way, length),
        segments(&faces, 2, way, length),
    ];
    let crossed = crosses(&faces, high, depths, to);
    let known = faces.longest() * length;
    let bounds = Distances::new(over, sides, crossed, [faces.size, known]);
    Some(bounds)
}

/// The squared distance of the segment and a side.
#[cfg_attr(target_feature = "sse2", inline(always))]
#[cfg_attr(target_feature = "neon", inline(always))]
#[cfg_attr(target_feature = "simd128", inline(always))]
fn segments<S: Simd>(faces: &Faces<S>, i: usize, u: Vectors<S>, uu: f32) -> f32x8<S> {
    let (r, v, vv) = (faces.corners[i], faces.sides[i], faces.squared[i]);
    let simd = vv.token();
    let uv = v.dot(u);
    let (ur, vr) = (r.dot(u), r.dot(v));
    let n = u.cross(v);
    let det = n.squared();
    // Nearly parallel segments have the same distance everywhere, to eps.
    let apart = det.simd_gt(vv * (uu * 16.0 * f32::EPSILON * f32::EPSILON));
    let zero = f32x8::splat(simd, 0.0);
    let s = apart.select(clamped(r.cross(v).dot(n) / det), zero);
    let per_v = reciprocal(vv);
    let per_u = f32x8::splat(simd, if uu > 0.0 { 1.0 / uu } else { 0.0 });
    let t = clamped((uv * s - vr) * per_v);
    let s = clamped((uv * t + ur) * per_u);
    let t = clamped((uv * s - vr) * per_v);
    (r + v * t - u * s).squared()
}

/// The lanes in which the segment may cross the triangle.
#[inline(always)]
fn crosses<S: Simd>(
    faces: &Faces<S>,
    high: f32x8<S>,
    from: [f32x8<S>; 3],
    to: [f32x8<S>; 3],
) -> mask32x8<S> {
    let low = faces.height;
    let error = faces.uncertainty();
    // On both sides of the plane, or on it within the error.
    let through = low.min(high).simd_le(error) & low.max(high).simd_ge(-error);
    let x = clamped(low / (low - high));
    let error = error * faces.longest().sqrt() * 2.0;
    through
        & inside(from[0], to[0], x, error)
        & inside(from[1], to[1], x, error)
        & inside(from[2], to[2], x, error)
}

/// Whether an inward distance that changes linearly from `from` to `to` is not negative at `x`. Where the segment is
/// almost parallel to the plane, any point of it may be the one inside.
#[inline(always)]
fn inside<S: Simd>(from: f32x8<S>, to: f32x8<S>, x: f32x8<S>, error: f32x8<S>) -> mask32x8<S> {
    (from + (to - from) * x).max(from.min(to)).simd_ge(-error)
}

/// Bounds of the square of a value that is known up to an error, given as its square. It takes no root, for which
/// everything would wait: (|x| − e)² ≥ (1 − δ) x² − (1/δ − 1) e² for any δ, and with + too.
#[cfg_attr(target_feature = "sse2", inline(always))]
#[cfg_attr(target_feature = "neon", inline(always))]
#[cfg_attr(target_feature = "simd128", inline(always))]
fn between<S: Simd>(x: f32x8<S>, error: f32x8<S>) -> [f32x8<S>; 2] {
    // More than the rounding of a square that underflows.
    let (squared, error) = (x * x, error + f32::MIN_POSITIVE);
    let coarse = error * (1.0 / COARSE[0] + 1.0);
    let fine = error * (1.0 / FINE[0] + 1.0);
    let low = (squared * (1.0 - COARSE[0]) - coarse).max(squared * (1.0 - FINE[0]) - fine);
    let high = (squared * (1.0 + COARSE[0]) + coarse).min(squared * (1.0 + FINE[0]) + fine);
    [low.max(0.0), high]
}

/// Clamps to 0..=1; NaN becomes one of the ends or stays.
#[inline(always)]
fn clamped<S: Simd>(x: f32x8<S>) -> f32x8<S> {
    x.max(0.0).min(1.0)
}

/// The reciprocal; 0 for 0.
#[inline(always)]
fn reciprocal<S: Simd>(x: f32x8<S>) -> f32x8<S> {
    let zero = f32x8::splat(x.token(), 0.0);
    x.simd_gt(0.0).select(1.0 / x, zero)
}
