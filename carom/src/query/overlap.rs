//! *Do they touch?* Yes or no, the cheapest test.
//!
//! | | segment | ball | capsule | triangle |
//! |---|---|---|---|---|
//! | **point** | [`point_segment`] | [`point_ball`] | [`point_capsule`] | [`point_triangle`] |
//! | **segment** | [`segment_segment`] | [`segment_ball`] | [`segment_capsule`] | [`segment_triangle`] |
//! | **ball** | | [`ball_ball`] | [`ball_capsule`] | [`ball_triangle`] |
//! | **capsule** | | | [`capsule_capsule`] | [`capsule_triangle`] |
//! | **triangle** | | | | [`triangle_triangle`] |
//!
//! Touching counts. Squares are compared, no root is taken.

use super::balls::Balls;
use super::cores::Cores;
use super::nearest::{Kernel, Kernels};
use crate::shape::{Rounded, point};
use crate::shape::{ball::Ball, capsule::Capsule, segment::Segment, triangle::Triangle};
use crate::vector::{Scalar, Vector};

/// Whether two cores are within the sum of their radii.
#[inline]
pub(super) fn overlap<V: Vector, const N: usize, const M: usize>(cores: &Cores<V, N, M>) -> bool
where
    Kernels: Kernel<V::Double, N, M>,
{
    let radius = cores.frame.radius();
    if !V::Scalar::DOUBLE && Kernels::quickly_apart(&cores.a, &cores.b, radius) {
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
    Kernels: Kernel<V::Double, N, M>,
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
    Kernels: Kernel<V::Double, N, N>,
{
    if let Some(balls) = Balls::new(&rounded(a), V::ZERO, &rounded(b)) {
        return balls.overlap();
    }
    overlap(&Cores::ordered(a, [V::ZERO; 2], b, rounded).0)
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
    of(a.rounded(), b.rounded())
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
