//! Whether two shapes touch or overlap: the cheapest test. Squares are compared, no root is taken.

use super::ball_aabb::BallAabb;
use super::balls::Balls;
use super::contact;
use super::cores::CorePair;
use super::hulls::Hulls;
use super::nearest::{Kernel, Kernels};
use crate::shape::plane::Plane;
use crate::shape::{Points, RoundedCore};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// Whether two cores are within the sum of their radii.
#[inline]
pub(super) fn overlap<V: Vector, const N: usize, const M: usize>(cores: &CorePair<V, N, M>) -> bool
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
    a: RoundedCore<V, N>,
    b: RoundedCore<V, M>,
) -> bool
where
    Kernels: Kernel<N, M>,
{
    overlap(&CorePair::new(a, b, V::ZERO))
}

/// Whether two cores of one kind do: the same from either side.
#[inline]
pub(super) fn mutual<V: Vector, S, const N: usize>(
    a: &S,
    b: &S,
    rounded: impl Fn(&S) -> RoundedCore<V, N>,
) -> bool
where
    Kernels: Kernel<N, N>,
{
    if let Some(balls) = Balls::new(&rounded(a), V::ZERO, &rounded(b)) {
        return balls.overlap();
    }
    overlap(&CorePair::ordered(a, [V::ZERO; 2], b, rounded).0)
}

/// Whether a core and a hull do.
pub(super) fn of_many<V: Vector>(a: Points<'_, V>, b: Points<'_, V>) -> bool {
    Hulls::new(a, b, V::ZERO).is_some_and(|pair| pair.overlap())
}

/// Whether two hulls do: the same from either side.
pub(super) fn mutual_many<V: Vector>(a: Points<'_, V>, b: Points<'_, V>) -> bool {
    Hulls::ordered(a, [V::ZERO; 2], b).is_some_and(|(pair, _)| pair.overlap())
}

/// Whether a core and a half-space do.
pub(super) fn half_space<V: Vector>(a: Points<'_, V>, b: &Plane<V>) -> bool {
    contact::half_space(a, b, V::Scalar::ZERO).is_some()
}

/// Whether a ball and a box do.
pub(super) fn boxed<V: Vector>(a: RoundedCore<V, 1>, b: &Aabb<V>) -> bool {
    BallAabb::new(a, b, V::ZERO).is_some_and(|pair| pair.overlap())
}
