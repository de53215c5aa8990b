//! The contact of two shapes: the points that touch, the normal, the signed separation.
//!
//! Where the shapes overlap the separation is negative, and exact also when the cores cross: the least motion that
//! separates them is found over the faces of their Minkowski difference (Ericson, *Real-Time Collision Detection*
//! 9.3), so `a` moved by `normal · depth` touches `b` and no shorter motion frees it.

use super::ball_aabb::BallAabb;
use super::balls::Balls;
use super::cores::CorePair;
use super::frame::Frame;
use super::half_space::HalfSpace;
use super::hulls::Hulls;
use super::nearest::{Kernel, Kernels};
use super::prism::Features;
use super::separation::{MovingPair, Separation};
use crate::part::{Feature, PartId};
use crate::shape::plane::Plane;
use crate::shape::{Points, RoundedCore};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// How two shapes stand to each other.
///
/// ```
/// use carom::{Ball, Capsule, contact, glam::vec2};
/// let ball = Ball { center: vec2(0., 3.), radius: 2. };
/// let capsule = Capsule { a: vec2(-4., 0.), b: vec2(4., 0.), radius: 1.5 };
/// let contact = contact(&ball, &capsule, 0.).unwrap();
/// assert_eq!(contact.depth(), 0.5);
/// assert_eq!(contact.normal, vec2(0., 1.)); // the way the ball must go
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact<V: Vector> {
    /// The point of `a`'s surface nearest to `b`, or deepest in it.
    pub point_a: V,
    /// The point of `b`'s surface nearest to `a`, or deepest in it.
    pub point_b: V,
    /// Unit, from `b` to `a`: the way `a` must go to part from `b`.
    pub normal: V,
    /// The signed distance of the surfaces; negative where they overlap.
    pub separation: V::Scalar,
    /// Whether the normal is the only one; if not (a centre on an axis, say) this is a fixed choice.
    pub unique: bool,
    /// Which feature of `b` is touched, where the surface determines it.
    pub feature: Feature,
    /// The part of the surface, of which this is the contact; the default one between two shapes.
    pub part: PartId,
    /// How far the separation can be from the true one: 8 eps L, L being the largest coordinate difference or radius
    /// of the pair (a length).
    pub error_bound: V::Scalar,
}

impl<V: Vector> Contact<V> {
    /// How far `a` must go along the normal to touch; negative where they are apart.
    #[must_use]
    pub fn depth(&self) -> V::Scalar {
        -self.separation
    }

    /// The same contact seen from `b`.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self {
            point_a: self.point_b,
            point_b: self.point_a,
            normal: -self.normal,
            ..*self
        }
    }
}

/// The contact of any two shapes.
#[inline(always)]
pub(crate) fn contact<V: Vector>(
    pair: &impl MovingPair<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    let frame = pair.frame();
    // What is a little farther is rounded to the same separation.
    let rounding = 2.0 * V::Scalar::EPSILON.to_f64() * frame.size;
    let within = frame.local_length(reach) + frame.radius() + rounding;
    let separation = pair.separation_within(within)?;
    let contact = from_separation(frame, &separation);
    (contact.separation <= reach).then_some(contact)
}

/// The contact of two cores, given the features that can be nearest: the same answer.
#[inline(always)]
pub(crate) fn contact_among<V: Vector, const N: usize, const M: usize>(
    cores: &CorePair<V, N, M>,
    features: Features,
    reach: V::Scalar,
) -> Option<Contact<V>>
where
    Kernels: Kernel<N, M>,
{
    match cores.separation_among(features) {
        Some(separation) => {
            let contact = from_separation(&cores.frame, &separation);
            (contact.separation <= reach).then_some(contact)
        }
        None => contact(cores, reach),
    }
}

/// The contact of two cores of different kinds, the one of fewer points first.
#[inline]
pub(super) fn of<V: Vector, const N: usize, const M: usize>(
    a: RoundedCore<V, N>,
    b: RoundedCore<V, M>,
    reach: V::Scalar,
) -> Option<Contact<V>>
where
    Kernels: Kernel<N, M>,
{
    contact(&CorePair::new(a, b, V::ZERO), reach)
}

/// The contact of two cores of one kind: the same bits from either side.
#[inline(always)]
pub(super) fn mutual<V: Vector, S, const N: usize>(
    a: &S,
    b: &S,
    rounded: impl Fn(&S) -> RoundedCore<V, N>,
    reach: V::Scalar,
) -> Option<Contact<V>>
where
    Kernels: Kernel<N, N>,
{
    if let Some(balls) = Balls::new(&rounded(a), V::ZERO, &rounded(b)) {
        return contact(&balls, reach);
    }
    let (cores, turned) = CorePair::ordered(a, [V::ZERO; 2], b, rounded);
    let found = contact(&cores, reach)?;
    // Looked up, not branched on, as in `ordered`.
    let points = [found.point_a, found.point_b];
    let sign = [V::Scalar::ONE, -V::Scalar::ONE][turned];
    Some(Contact {
        point_a: points[turned],
        point_b: points[1 - turned],
        normal: found.normal * sign,
        ..found
    })
}

#[inline(always)]
pub(crate) fn from_separation<V: Vector>(
    frame: &Frame<V>,
    separation: &Separation<V::Double>,
) -> Contact<V> {
    let n = separation.normal;
    Contact {
        point_a: frame.point(separation.a - n * frame.radius_a),
        point_b: frame.point(separation.b + n * frame.radius_b),
        normal: V::from_double(n),
        separation: frame.length(separation.distance - frame.radius()),
        unique: !separation.ambiguous,
        feature: Feature::Unknown,
        part: PartId::default(),
        error_bound: frame.bound(8.0),
    }
}

/// The contact of a core with a hull.
pub(super) fn of_many<V: Vector>(
    a: Points<'_, V>,
    b: Points<'_, V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    contact(&Hulls::new(a, b, V::ZERO)?, reach)
}

/// The contact of two hulls: the same bits from either side.
pub(super) fn mutual_many<V: Vector>(
    a: Points<'_, V>,
    b: Points<'_, V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    let (pair, turned) = Hulls::ordered(a, [V::ZERO; 2], b)?;
    let found = contact(&pair, reach)?;
    Some(if turned { found.swapped() } else { found })
}

/// The contact of a core with a half-space.
pub(super) fn half_space<V: Vector>(
    a: Points<'_, V>,
    b: &Plane<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    contact(&HalfSpace::new(a, b, V::ZERO)?, reach)
}

/// The contact of a ball with a box.
pub(super) fn boxed<V: Vector>(
    a: RoundedCore<V, 1>,
    b: &Aabb<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    contact(&BallAabb::new(a, b, V::ZERO)?, reach)
}
