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

use super::cores::Cores;
use super::nearest::Kernel;
use crate::shape::{ball::Ball, capsule::Capsule, segment::Segment, triangle::Triangle};
use crate::vector::{Scalar, Vector};

/// Whether two cores are within the sum of their radii.
pub(super) fn overlap<V: Vector, const N: usize, const M: usize>(cores: &Cores<V, N, M>) -> bool
where
    Cores<V, N, M>: Kernel<V, N, M>,
{
    let nearest = Cores::nearest(&cores.a, &cores.b);
    let radius = cores.radius();
    nearest.crossing || (nearest.a - nearest.b).length_squared() <= radius * radius
}

/// Whether two cores of one kind do: the same from either side.
pub(super) fn mutual<V: Vector, const N: usize>(
    a: ([V; N], V::Scalar),
    b: ([V; N], V::Scalar),
) -> bool
where
    Cores<V, N, N>: Kernel<V, N, N>,
{
    overlap(&Cores::ordered(a, [V::ZERO; 2], b).0)
}

/// Whether a point and a segment touch or overlap.
#[must_use]
pub fn point_segment<V: Vector>(a: V, b: &Segment<V>) -> bool {
    overlap(&Cores::new(
        [a],
        V::Scalar::ZERO,
        b.core(),
        V::Scalar::ZERO,
        V::ZERO,
    ))
}

/// Whether a point and a ball touch or overlap.
#[must_use]
pub fn point_ball<V: Vector>(a: V, b: &Ball<V>) -> bool {
    overlap(&Cores::new(
        [a],
        V::Scalar::ZERO,
        b.core(),
        b.radius,
        V::ZERO,
    ))
}

/// Whether a point and a capsule touch or overlap.
#[must_use]
pub fn point_capsule<V: Vector>(a: V, b: &Capsule<V>) -> bool {
    overlap(&Cores::new(
        [a],
        V::Scalar::ZERO,
        b.core(),
        b.radius,
        V::ZERO,
    ))
}

/// Whether a point and a triangle touch or overlap.
#[must_use]
pub fn point_triangle<V: Vector>(a: V, b: &Triangle<V>) -> bool {
    overlap(&Cores::new(
        [a],
        V::Scalar::ZERO,
        b.core(),
        V::Scalar::ZERO,
        V::ZERO,
    ))
}

/// Whether a segment and a segment touch or overlap.
#[must_use]
pub fn segment_segment<V: Vector>(a: &Segment<V>, b: &Segment<V>) -> bool {
    mutual((a.core(), V::Scalar::ZERO), (b.core(), V::Scalar::ZERO))
}

/// Whether a segment and a ball touch or overlap.
#[must_use]
pub fn segment_ball<V: Vector>(a: &Segment<V>, b: &Ball<V>) -> bool {
    overlap(&Cores::new(
        b.core(),
        b.radius,
        a.core(),
        V::Scalar::ZERO,
        V::ZERO,
    ))
}

/// Whether a segment and a capsule touch or overlap.
#[must_use]
pub fn segment_capsule<V: Vector>(a: &Segment<V>, b: &Capsule<V>) -> bool {
    overlap(&Cores::new(
        a.core(),
        V::Scalar::ZERO,
        b.core(),
        b.radius,
        V::ZERO,
    ))
}

/// Whether a segment and a triangle touch or overlap.
#[must_use]
pub fn segment_triangle<V: Vector>(a: &Segment<V>, b: &Triangle<V>) -> bool {
    overlap(&Cores::new(
        a.core(),
        V::Scalar::ZERO,
        b.core(),
        V::Scalar::ZERO,
        V::ZERO,
    ))
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
    mutual((a.core(), a.radius), (b.core(), b.radius))
}

/// Whether a ball and a capsule touch or overlap.
#[must_use]
pub fn ball_capsule<V: Vector>(a: &Ball<V>, b: &Capsule<V>) -> bool {
    overlap(&Cores::new(a.core(), a.radius, b.core(), b.radius, V::ZERO))
}

/// Whether a ball and a triangle touch or overlap.
#[must_use]
pub fn ball_triangle<V: Vector>(a: &Ball<V>, b: &Triangle<V>) -> bool {
    overlap(&Cores::new(
        a.core(),
        a.radius,
        b.core(),
        V::Scalar::ZERO,
        V::ZERO,
    ))
}

/// Whether a capsule and a capsule touch or overlap.
#[must_use]
pub fn capsule_capsule<V: Vector>(a: &Capsule<V>, b: &Capsule<V>) -> bool {
    mutual((a.core(), a.radius), (b.core(), b.radius))
}

/// Whether a capsule and a triangle touch or overlap.
#[must_use]
pub fn capsule_triangle<V: Vector>(a: &Capsule<V>, b: &Triangle<V>) -> bool {
    overlap(&Cores::new(
        a.core(),
        a.radius,
        b.core(),
        V::Scalar::ZERO,
        V::ZERO,
    ))
}

/// Whether two triangles touch or overlap.
#[must_use]
pub fn triangle_triangle<V: Vector>(a: &Triangle<V>, b: &Triangle<V>) -> bool {
    let zero = V::Scalar::ZERO;
    mutual((a.core(), zero), (b.core(), zero))
}
