//! The overlap test, the cheapest query: in single precision it compares squared distances and takes no square root.

use super::ball_aabb::BallAabb;
use super::ball_block::BallBlock;
use super::balls::Balls;
use super::contact;
use super::cores::CorePair;
use super::hulls::Hulls;
use super::nearest::{Kernel, Kernels};
use crate::shape::plane::Plane;
use crate::shape::{AnyCore, RoundedCore};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// Whether the distance of two cores is at most the sum of their radii.
#[inline]
pub(super) fn overlap<V: Vector, const N: usize, const M: usize>(cores: &CorePair<V, N, M>) -> bool
where
    Kernels: Kernel<N, M>,
{
    if V::Scalar::DOUBLE {
        // Near a touch the answer may need more bits than the squares have.
        return contact::contact(cores, V::Scalar::ZERO).is_some();
    }
    let radius = cores.frame.radius();
    if Kernels::quickly_apart(&cores.a, &cores.b, radius) {
        return false;
    }
    let nearest = cores.nearest(&cores.a);
    nearest.crossing || (nearest.a - nearest.b).length_squared() <= radius * radius
}

/// The overlap test of two cores, the one with fewer points first.
#[inline]
pub(super) fn cores<V: Vector, const N: usize, const M: usize>(
    a: RoundedCore<V, N>,
    b: RoundedCore<V, M>,
) -> bool
where
    Kernels: Kernel<N, M>,
{
    overlap(&CorePair::new(a, b, V::ZERO))
}

/// The overlap test of two cores with equally many points: the same in either order.
#[inline]
pub(super) fn like_cores<V: Vector, S, const N: usize>(
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

/// The overlap test of two hulls, the simpler one first.
pub(super) fn hulls<V: Vector>(a: AnyCore<'_, V>, b: AnyCore<'_, V>) -> bool {
    if let Some(pair) = BallBlock::new(&a, &b, V::ZERO) {
        return pair.overlap();
    }
    let pair = Hulls::new(a, b, V::ZERO);
    pair.as_ref().is_some_and(Hulls::overlap)
}

/// The overlap test of two hulls: the same in either order.
pub(super) fn like_hulls<V: Vector>(a: AnyCore<'_, V>, b: AnyCore<'_, V>) -> bool {
    let (pair, _) = Hulls::ordered(a, [V::ZERO; 2], b);
    pair.as_ref().is_some_and(Hulls::overlap)
}

/// The overlap test of a core and a half-space.
pub(super) fn half_space<V: Vector>(a: AnyCore<'_, V>, b: &Plane<V>) -> bool {
    contact::half_space(a, b, V::Scalar::ZERO).is_some()
}

/// The overlap test of a ball and a box.
pub(super) fn ball_box<V: Vector>(a: RoundedCore<V, 1>, b: &Aabb<V>) -> bool {
    BallAabb::new(a, b, V::ZERO).is_some_and(|pair| pair.overlap())
}
