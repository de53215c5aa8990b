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

/// Bound of the error of a squared distance, a few thousand eps² L²: the distance of two features is off by at most
/// some 16 eps L, and twice that times the distance is at most 2⁻¹⁰ of its square plus 2¹⁰ times the squared error.
const ERROR: f32 = 1024.0 * 1024.0 * f32::EPSILON * f32::EPSILON;
/// The relative error bound of a distance.
const WIDER: f32 = 1.0 + 1.0 / 512.0;

/// Eight triangles with their planes and sides.
struct Faces<S: Simd> {
    corners: [Vectors<S>; 3],
    /// The vector from each corner to the next.
    sides: [Vectors<S>; 3],
    squared: [f32x8<S>; 3],
    /// Not unit.
    normal: Vectors<S>,
    /// Squared length of the normal.
    nn: f32x8<S>,
    /// Normals of the sides within the plane, pointing inwards, not unit.
    inwards: [Vectors<S>; 3],
    /// The height of the origin over the plane, times the length of the normal.
    height: f32x8<S>,
    /// The distance of the origin inwards of each side, times the length of `inwards`.
    depths: [f32x8<S>; 3],
    /// The square of the largest length of each lane, over corners and the segment.
    size: f32x8<S>,
}

impl<S: Simd> Faces<S> {
    #[inline(always)]
    fn new(triangles: &Triangles<S>) -> Self {
        let corners = triangles.corners;
        let [a, b, c] = corners;
        let sides = [b - a, c - b, a - c];
        let squared = squares(sides);
        let normal = sides[0].cross(sides[1]);
        let [ab, bc, ca] = sides;
        let inwards = [normal.cross(ab), normal.cross(bc), normal.cross(ca)];
        let height = -normal.dot(a);
        let depths = [-inwards[0].dot(a), -inwards[1].dot(b), -inwards[2].dot(c)];
        Self {
            corners,
            sides,
            squared,
            normal,
            nn: normal.squared(),
            inwards,
            height,
            depths,
            size: a.squared() + b.squared() + c.squared(),
        }
    }

    /// Bounds of the squared distance over the face, for a point of this height: a lower one if it may be over the
    /// face, an upper one if it certainly is. +∞ elsewhere.
    #[inline(always)]
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

    /// Whether in every lane the plane or a side separates the triangle from the segment by more than the root of
    /// `limit`. The second end of the segment has the height `high` and the inward distances `to`.
    #[inline(always)]
    fn all_beyond(&self, high: f32x8<S>, to: [f32x8<S>; 3], limit: f32) -> bool {
        let limit = self.nn * (limit * WIDER);
        let longest = self.longest();
        let unsure = self.uncertainty_squared() * 4.0;
        let low = self.height;
        let gap = low.min(high).max(-low.max(high)).max(0.0);
        let over = between(gap, unsure)[0].simd_gt(limit);
        let unsure = unsure * longest;
        let beside = self.past(0, to[0], unsure, limit)
            | self.past(1, to[1], unsure, limit)
            | self.past(2, to[2], unsure, limit);
        let beyond = over | beside;
        beyond.to_bitmask() & 0xff == 0xff
    }

    /// The lanes in which both ends are outside of a side by more than the root of the limit.
    #[inline(always)]
    fn past(&self, i: usize, to: f32x8<S>, unsure: f32x8<S>, limit: f32x8<S>) -> mask32x8<S> {
        let gap = (-self.depths[i].max(to)).max(0.0);
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
    /// From the squared distances of all features (over the face as lower and upper bounds), and the lanes in which the
    /// segment may cross the triangle.
    #[inline(always)]
    fn new(
        [[f, at_most_f], [g, at_most_g]]: [[f32x8<S>; 2]; 2],
        [a, b, c]: [f32x8<S>; 3],
        crossed: mask32x8<S>,
        size: f32x8<S>,
    ) -> Self {
        let beside = a.min(b).min(c);
        let best = f.min(g).min(beside);
        let zero = f32x8::splat(best.token(), 0.0);
        let least = best * (1.0 / WIDER) - size * ERROR;
        let sure = least.simd_gt(0.0) & !crossed;
        // Features beyond the upper bound of the distance cannot be nearest.
        let at_most = at_most_f.min(at_most_g).min(beside);
        let limit = at_most * (WIDER * WIDER) + size * (2.0 * ERROR);
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
                !sure.to_bitmask(),
            ]),
        }
    }
}

/// Bounds of the distances from the segment between the origin and `way`, or for `N` = 1 from the origin; `None` if a
/// separating plane shows that no triangle is within the limit.
#[inline(always)]
pub(super) fn of<S: Simd, const N: usize>(
    triangles: &Triangles<S>,
    way: [f32; 3],
    limit: f32,
) -> Option<Distances<S>> {
    if N == 1 {
        return Some(of_point(triangles));
    }
    of_segment(triangles, way, limit)
}

/// Bounds of the distances from the origin.
#[inline(always)]
fn of_point<S: Simd>(triangles: &Triangles<S>) -> Distances<S> {
    let faces = Faces::new(triangles);
    let over = faces.over(faces.height, faces.depths, 1.0 / faces.nn);
    let simd = faces.height.token();
    let sides = [faces.beside(0), faces.beside(1), faces.beside(2)];
    let none = f32x8::splat(simd, f32::INFINITY);
    let crossed = mask32x8::splat(simd, false);
    Distances::new([over, [none, none]], sides, crossed, faces.size)
}

/// Bounds of the distances from the segment between the origin and `way`.
#[inline(always)]
fn of_segment<S: Simd>(
    triangles: &Triangles<S>,
    way: [f32; 3],
    limit: f32,
) -> Option<Distances<S>> {
    let mut faces = Faces::new(triangles);
    let simd = faces.height.token();
    let [x, y, z] = way;
    let length = x * x + y * y + z * z;
    let way = Vectors::splat(simd, way);
    faces.size += length;
    let high = faces.height + faces.normal.dot(way);
    let to = [
        faces.depths[0] + faces.inwards[0].dot(way),
        faces.depths[1] + faces.inwards[1].dot(way),
        faces.depths[2] + faces.inwards[2].dot(way),
    ];
    if faces.all_beyond(high, to, limit) {
        return None;
    }
    let inverse = 1.0 / faces.nn;
    let over = [
        faces.over(faces.height, faces.depths, inverse),
        faces.over(high, to, inverse),
    ];
    let sides = [
        segments(&faces, 0, way, length),
        segments(&faces, 1, way, length),
        segments(&faces, 2, way, length),
    ];
    let crossed = crosses(&faces, high, to);
    Some(Distances::new(over, sides, crossed, faces.size))
}

/// The squared distance of the segment and a side.
#[inline(always)]
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
fn crosses<S: Simd>(faces: &Faces<S>, high: f32x8<S>, to: [f32x8<S>; 3]) -> mask32x8<S> {
    let low = faces.height;
    let error = faces.uncertainty();
    // On both sides of the plane, or on it within the error.
    let through = low.min(high).simd_le(error) & low.max(high).simd_ge(-error);
    let x = clamped(low / (low - high));
    let error = error * faces.longest().sqrt() * 2.0;
    through
        & inside(faces.depths[0], to[0], x, error)
        & inside(faces.depths[1], to[1], x, error)
        & inside(faces.depths[2], to[2], x, error)
}

/// Whether an inward distance that changes linearly from `from` to `to` is not negative at `x`. Where the segment is
/// almost parallel to the plane, any point of it may be the one inside.
#[inline(always)]
fn inside<S: Simd>(from: f32x8<S>, to: f32x8<S>, x: f32x8<S>, error: f32x8<S>) -> mask32x8<S> {
    (from + (to - from) * x).max(from.min(to)).simd_ge(-error)
}

/// Bounds of the square of a value that is known up to an error, given as its square. It takes no root, for which
/// everything would wait: (|x| − e)² ≥ (1 − δ) x² − (1/δ − 1) e² for any δ, and with + too.
#[inline(always)]
fn between<S: Simd>(x: f32x8<S>, error: f32x8<S>) -> [f32x8<S>; 2] {
    let (squared, error) = (x * x, error * 513.0);
    let low = squared * (1.0 - 1.0 / 512.0) - error;
    [low.max(0.0), squared * (1.0 + 1.0 / 512.0) + error]
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
