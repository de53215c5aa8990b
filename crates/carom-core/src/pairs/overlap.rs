//! *Do they touch?* Yes or no, the cheapest test.
//!
//! | | segment | ball | capsule | triangle | hull | box | half-space |
//! |---|---|---|---|---|---|---|---|
//! | **point** | [`point_segment`] 30 | [`point_ball`] 23 | [`point_capsule`] 30 | [`point_triangle`] 33 | [`point_hull`] 216 | [`point_aabb`] 40 | [`point_plane`] 151 |
//! | **segment** | [`segment_segment`] 37 | [`segment_ball`] 40 | [`segment_capsule`] 40 | [`segment_triangle`] 40 | [`segment_hull`] 238 | [`segment_aabb`] 217 | [`segment_plane`] 152 |
//! | **ball** | | [`ball_ball`] 26 | [`ball_capsule`] 30 | [`ball_triangle`] 34 | [`ball_hull`] 227 | [`ball_aabb`] 41 | [`ball_plane`] 151 |
//! | **capsule** | | | [`capsule_capsule`] 46 | [`capsule_triangle`] 46 | [`capsule_hull`] 283 | [`capsule_aabb`] 263 | [`capsule_plane`] 154 |
//! | **triangle** | | | | [`triangle_triangle`] 937 | [`triangle_hull`] 259 | [`triangle_aabb`] 241 | [`triangle_plane`] 160 |
//! | **hull** | | | | | [`hull_hull`] 329 | [`hull_aabb`] 271 | [`hull_plane`] 173 |
//! | **box** | | | | | | [`aabb_aabb`] 20 | [`aabb_plane`] 175 |
//!
//! Beside each its nanoseconds, of single precision in space by [`pair`](mod@super::pair)
//! of shapes about a metre in size. No wrong yes or no on any of the reference cases; within 32 eps L of a
//! touch either may be told.
//!
//! Touching counts. Squares are compared, no root is taken.

use super::ball_aabb::BallAabb;
use super::balls::Balls;
use super::contact;
use super::cores::Cores;
use super::hulls::Hulls;
use super::nearest::{Kernel, Kernels};
use crate::shape::{Many, Rounded, many, point};
use crate::shape::{
    ball::Ball, capsule::Capsule, hull::Hull, plane::Plane, segment::Segment, triangle::Triangle,
};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// Whether two cores are within the sum of their radii.
#[inline]
pub(super) fn overlap<V: Vector, const N: usize, const M: usize>(cores: &Cores<V, N, M>) -> bool
where
    Kernels: Kernel<N, M>,
{
    if V::Scalar::DOUBLE {
        // Which side of a touch it is on may take more digits than the squares have.
        return contact::contact(cores, V::Scalar::ZERO).is_some();
    }
    let radius = cores.frame.radius();
    if Kernels::quickly_apart(&cores.a, &cores.b, radius) {
        return false;
    }
    let nearest = cores.nearest(&cores.a);
    nearest.crossing || (nearest.a - nearest.b).length_squared() <= radius * radius
}

/// Whether two cores of different kinds do, the one of fewer points first.
#[inline]
pub(super) fn of<V: Vector, const N: usize, const M: usize>(
    a: Rounded<V, N>,
    b: Rounded<V, M>,
) -> bool
where
    Kernels: Kernel<N, M>,
{
    overlap(&Cores::new(a, b, V::ZERO))
}

/// Whether two cores of one kind do: the same from either side.
#[inline]
pub(super) fn mutual<V: Vector, S, const N: usize>(
    a: &S,
    b: &S,
    rounded: impl Fn(&S) -> Rounded<V, N>,
) -> bool
where
    Kernels: Kernel<N, N>,
{
    if let Some(balls) = Balls::new(&rounded(a), V::ZERO, &rounded(b)) {
        return balls.overlap();
    }
    overlap(&Cores::ordered(a, [V::ZERO; 2], b, rounded).0)
}

/// Whether a core and a hull do.
pub(super) fn of_many<V: Vector>(a: Many<'_, V>, b: Many<'_, V>) -> bool {
    Hulls::new(a, b, V::ZERO).is_some_and(|pair| pair.overlap())
}

/// Whether two hulls do: the same from either side.
pub(super) fn mutual_many<V: Vector>(a: Many<'_, V>, b: Many<'_, V>) -> bool {
    Hulls::ordered(a, [V::ZERO; 2], b).is_some_and(|(pair, _)| pair.overlap())
}

/// Whether a core and a half-space do.
pub(super) fn half_space<V: Vector>(a: Many<'_, V>, b: &Plane<V>) -> bool {
    contact::half_space(a, b, V::Scalar::ZERO).is_some()
}

/// Whether a ball and a box do.
pub(super) fn boxed<V: Vector>(a: Rounded<V, 1>, b: &Aabb<V>) -> bool {
    BallAabb::new(a, b, V::ZERO).is_some_and(|pair| pair.overlap())
}

/// Whether a point and a segment touch or overlap.
#[must_use]
pub fn point_segment<V: Vector>(a: V, b: &Segment<V>) -> bool {
    of(point(a), b.rounded())
}

/// Whether a point and a ball touch or overlap.
#[must_use]
pub fn point_ball<V: Vector>(a: V, b: &Ball<V>) -> bool {
    mutual(&point(a), &b.rounded(), |core| *core)
}

/// Whether a point and a capsule touch or overlap.
#[must_use]
pub fn point_capsule<V: Vector>(a: V, b: &Capsule<V>) -> bool {
    of(point(a), b.rounded())
}

/// Whether a point and a triangle touch or overlap.
#[must_use]
pub fn point_triangle<V: Vector>(a: V, b: &Triangle<V>) -> bool {
    of(point(a), b.rounded())
}

/// Whether two segments touch or overlap.
#[must_use]
pub fn segment_segment<V: Vector>(a: &Segment<V>, b: &Segment<V>) -> bool {
    mutual(a, b, Segment::rounded)
}

/// Whether a segment and a ball touch or overlap.
#[must_use]
pub fn segment_ball<V: Vector>(a: &Segment<V>, b: &Ball<V>) -> bool {
    of(b.rounded(), a.rounded())
}

/// Whether a segment and a capsule touch or overlap.
#[must_use]
pub fn segment_capsule<V: Vector>(a: &Segment<V>, b: &Capsule<V>) -> bool {
    mutual(&a.rounded(), &b.rounded(), |core| *core)
}

/// Whether a segment and a triangle touch or overlap.
#[must_use]
pub fn segment_triangle<V: Vector>(a: &Segment<V>, b: &Triangle<V>) -> bool {
    of(a.rounded(), b.rounded())
}

/// Whether two balls touch or overlap.
///
/// ```
/// use carom::{Ball, overlap, glam::vec3};
/// let a = Ball { center: vec3(0., 0., 0.), radius: 1. };
/// assert!(overlap::ball_ball(&a, &Ball { center: vec3(0., 3., 0.), radius: 2. })); // touching counts
/// ```
#[must_use]
pub fn ball_ball<V: Vector>(a: &Ball<V>, b: &Ball<V>) -> bool {
    mutual(a, b, Ball::rounded)
}

/// Whether a ball and a capsule touch or overlap.
#[must_use]
pub fn ball_capsule<V: Vector>(a: &Ball<V>, b: &Capsule<V>) -> bool {
    of(a.rounded(), b.rounded())
}

/// Whether a ball and a triangle touch or overlap.
#[must_use]
pub fn ball_triangle<V: Vector>(a: &Ball<V>, b: &Triangle<V>) -> bool {
    of(a.rounded(), b.rounded())
}

/// Whether two capsules touch or overlap.
#[must_use]
pub fn capsule_capsule<V: Vector>(a: &Capsule<V>, b: &Capsule<V>) -> bool {
    mutual(a, b, Capsule::rounded)
}

/// Whether a capsule and a triangle touch or overlap.
#[must_use]
pub fn capsule_triangle<V: Vector>(a: &Capsule<V>, b: &Triangle<V>) -> bool {
    of(a.rounded(), b.rounded())
}

/// Whether two triangles touch or overlap.
#[must_use]
pub fn triangle_triangle<V: Vector>(a: &Triangle<V>, b: &Triangle<V>) -> bool {
    mutual(a, b, Triangle::rounded)
}

/// Whether a point and a hull touch or overlap.
#[must_use]
pub fn point_hull<V: Vector>(a: V, b: &Hull<V>) -> bool {
    of_many(many(&point(a)), b.many())
}

/// Whether a segment and a hull touch or overlap.
#[must_use]
pub fn segment_hull<V: Vector>(a: &Segment<V>, b: &Hull<V>) -> bool {
    of_many(many(&a.rounded()), b.many())
}

/// Whether a ball and a hull touch or overlap.
#[must_use]
pub fn ball_hull<V: Vector>(a: &Ball<V>, b: &Hull<V>) -> bool {
    of_many(many(&a.rounded()), b.many())
}

/// Whether a capsule and a hull touch or overlap.
#[must_use]
pub fn capsule_hull<V: Vector>(a: &Capsule<V>, b: &Hull<V>) -> bool {
    of_many(many(&a.rounded()), b.many())
}

/// Whether a triangle and a hull touch or overlap.
#[must_use]
pub fn triangle_hull<V: Vector>(a: &Triangle<V>, b: &Hull<V>) -> bool {
    of_many(many(&a.rounded()), b.many())
}

/// Whether two hulls touch or overlap.
#[must_use]
pub fn hull_hull<V: Vector>(a: &Hull<V>, b: &Hull<V>) -> bool {
    mutual_many(a.many(), b.many())
}

/// Whether a point and a box touch or overlap.
#[must_use]
pub fn point_aabb<V: Vector>(a: V, b: &Aabb<V>) -> bool {
    b.contains(a)
}

/// Whether a segment and a box touch or overlap.
#[must_use]
pub fn segment_aabb<V: Vector>(a: &Segment<V>, b: &Aabb<V>) -> bool {
    of_many(many(&a.rounded()), b.corners().many())
}

/// Whether a ball and a box touch or overlap.
#[must_use]
pub fn ball_aabb<V: Vector>(a: &Ball<V>, b: &Aabb<V>) -> bool {
    boxed(a.rounded(), b)
}

/// Whether a capsule and a box touch or overlap.
#[must_use]
pub fn capsule_aabb<V: Vector>(a: &Capsule<V>, b: &Aabb<V>) -> bool {
    of_many(many(&a.rounded()), b.corners().many())
}

/// Whether a triangle and a box touch or overlap.
#[must_use]
pub fn triangle_aabb<V: Vector>(a: &Triangle<V>, b: &Aabb<V>) -> bool {
    of_many(many(&a.rounded()), b.corners().many())
}

/// Whether a hull and a box touch or overlap.
#[must_use]
pub fn hull_aabb<V: Vector>(a: &Hull<V>, b: &Aabb<V>) -> bool {
    of_many(a.many(), b.corners().many())
}

/// Whether two boxes touch or overlap.
#[must_use]
pub fn aabb_aabb<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> bool {
    a.overlaps(b)
}

/// Whether a point and a half-space touch or overlap.
#[must_use]
pub fn point_plane<V: Vector>(a: V, b: &Plane<V>) -> bool {
    half_space(many(&point(a)), b)
}

/// Whether a segment and a half-space touch or overlap.
#[must_use]
pub fn segment_plane<V: Vector>(a: &Segment<V>, b: &Plane<V>) -> bool {
    half_space(many(&a.rounded()), b)
}

/// Whether a ball and a half-space touch or overlap.
#[must_use]
pub fn ball_plane<V: Vector>(a: &Ball<V>, b: &Plane<V>) -> bool {
    half_space(many(&a.rounded()), b)
}

/// Whether a capsule and a half-space touch or overlap.
#[must_use]
pub fn capsule_plane<V: Vector>(a: &Capsule<V>, b: &Plane<V>) -> bool {
    half_space(many(&a.rounded()), b)
}

/// Whether a triangle and a half-space touch or overlap.
#[must_use]
pub fn triangle_plane<V: Vector>(a: &Triangle<V>, b: &Plane<V>) -> bool {
    half_space(many(&a.rounded()), b)
}

/// Whether a hull and a half-space touch or overlap.
#[must_use]
pub fn hull_plane<V: Vector>(a: &Hull<V>, b: &Plane<V>) -> bool {
    half_space(a.many(), b)
}

/// Whether a box and a half-space touch or overlap.
#[must_use]
pub fn aabb_plane<V: Vector>(a: &Aabb<V>, b: &Plane<V>) -> bool {
    half_space(a.corners().many(), b)
}
