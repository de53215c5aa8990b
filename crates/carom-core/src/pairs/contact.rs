//! *How do I part them?* Normal, depth and the points that touch.
//!
//! | | segment | ball | capsule | triangle | hull | box | half-space |
//! |---|---|---|---|---|---|---|---|
//! | **point** | [`point_segment`] 30 | [`point_ball`] 16 | [`point_capsule`] 31 | [`point_triangle`] 31 | [`point_hull`] 229 | [`point_aabb`] 58 | [`point_plane`] 144 |
//! | **segment** | [`segment_segment`] 36 | [`segment_ball`] 39 | [`segment_capsule`] 42 | [`segment_triangle`] 41 | [`segment_hull`] 289 | [`segment_aabb`] 239 | [`segment_plane`] 148 |
//! | **ball** | | [`ball_ball`] 30 | [`ball_capsule`] 33 | [`ball_triangle`] 33 | [`ball_hull`] 257 | [`ball_aabb`] 60 | [`ball_plane`] 143 |
//! | **capsule** | | | [`capsule_capsule`] 51 | [`capsule_triangle`] 54 | [`capsule_hull`] 337 | [`capsule_aabb`] 287 | [`capsule_plane`] 148 |
//! | **triangle** | | | | [`triangle_triangle`] 984 | [`triangle_hull`] 352 | [`triangle_aabb`] 299 | [`triangle_plane`] 155 |
//! | **hull** | | | | | [`hull_hull`] 592 | [`hull_aabb`] 407 | [`hull_plane`] 170 |
//! | **box** | | | | | | [`aabb_aabb`] 312 | [`aabb_plane`] 169 |
//!
//! Beside each its nanoseconds, of single precision in space by [`pair`](mod@super::pair) within 0.1 m
//! of each other. The worst error of a separation, deep ones too, on the reference cases and against the
//! independent oracles is 1.01 eps L in `f32` and 2.6 eps L in `f64`, 8 eps L being promised.
//!
//! A contact is told up to a separation of `reach` (a length; infinite for always). Where the shapes
//! overlap the separation is negative and exact also when the cores cross: the least motion that
//! parts them is found over the faces of their Minkowski difference (Ericson, *Real-Time Collision
//! Detection* 9.3), so `a` moved by `normal · depth` touches `b` and no shorter motion frees it.

use super::ball_aabb::BallAabb;
use super::balls::Balls;
use super::cores::Cores;
use super::frame::Frame;
use super::half_space::HalfSpace;
use super::hulls::Hulls;
use super::nearest::{Kernel, Kernels};
use super::part::{Pairing, Parting};
use super::prism::Features;
use crate::shape::{Many, Rounded, many, point};
use crate::shape::{
    ball::Ball, capsule::Capsule, hull::Hull, plane::Plane, segment::Segment, triangle::Triangle,
};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// How two shapes stand to each other.
///
/// ```
/// use carom::{Ball, Capsule, contact, glam::vec2};
/// let ball = Ball { center: vec2(0., 3.), radius: 2. };
/// let capsule = Capsule { a: vec2(-4., 0.), b: vec2(4., 0.), radius: 1.5 };
/// let contact = contact::ball_capsule(&ball, &capsule, 0.).unwrap();
/// assert_eq!(contact.depth(), 0.5);
/// assert_eq!(contact.normal, vec2(0., 1.)); // the way the ball must go
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
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
    pub(crate) bound: V::Scalar,
}

impl<V: Vector> Contact<V> {
    /// How far `a` must go along the normal to touch; negative where they are apart.
    #[must_use]
    pub fn depth(&self) -> V::Scalar {
        -self.separation
    }

    /// How far the separation can be from the true one: 8 eps L, L being the largest coordinate
    /// difference or radius of the pair (a length).
    #[must_use]
    pub fn error_bound(&self) -> V::Scalar {
        self.bound
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
pub(crate) fn contact<V: Vector>(pair: &impl Pairing<V>, reach: V::Scalar) -> Option<Contact<V>> {
    let frame = pair.frame();
    // What is a little farther is rounded to the same separation.
    let rounding = 2.0 * V::Scalar::EPSILON.to_f64() * frame.size;
    let within = frame.local_length(reach) + frame.radius() + rounding;
    let parting = pair.parting_within(within)?;
    let contact = from_parting(frame, &parting);
    (contact.separation <= reach).then_some(contact)
}

/// The contact of two cores of which somebody knows the features that can be nearest: the same answer.
#[inline(always)]
pub(crate) fn contact_among<V: Vector, const N: usize, const M: usize>(
    cores: &Cores<V, N, M>,
    features: Features,
    reach: V::Scalar,
) -> Option<Contact<V>>
where
    Kernels: Kernel<N, M>,
{
    match cores.parting_among(features) {
        Some(parting) => {
            let contact = from_parting(&cores.frame, &parting);
            (contact.separation <= reach).then_some(contact)
        }
        None => contact(cores, reach),
    }
}

/// The contact of two cores of different kinds, the one of fewer points first.
#[inline]
pub(super) fn of<V: Vector, const N: usize, const M: usize>(
    a: Rounded<V, N>,
    b: Rounded<V, M>,
    reach: V::Scalar,
) -> Option<Contact<V>>
where
    Kernels: Kernel<N, M>,
{
    contact(&Cores::new(a, b, V::ZERO), reach)
}

/// The contact of two cores of one kind: the same bits from either side.
#[inline(always)]
pub(super) fn mutual<V: Vector, S, const N: usize>(
    a: &S,
    b: &S,
    rounded: impl Fn(&S) -> Rounded<V, N>,
    reach: V::Scalar,
) -> Option<Contact<V>>
where
    Kernels: Kernel<N, N>,
{
    if let Some(balls) = Balls::new(&rounded(a), V::ZERO, &rounded(b)) {
        return contact(&balls, reach);
    }
    let (cores, turned) = Cores::ordered(a, [V::ZERO; 2], b, rounded);
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
pub(crate) fn from_parting<V: Vector>(
    frame: &Frame<V>,
    parting: &Parting<V::Double>,
) -> Contact<V> {
    let n = parting.normal;
    Contact {
        point_a: frame.point(parting.a - n * frame.radius_a),
        point_b: frame.point(parting.b + n * frame.radius_b),
        normal: V::from_double(n),
        separation: frame.length(parting.distance - frame.radius()),
        unique: !parting.ambiguous,
        bound: frame.bound(8.0),
    }
}

/// The contact of a core with a hull.
pub(super) fn of_many<V: Vector>(
    a: Many<'_, V>,
    b: Many<'_, V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    contact(&Hulls::new(a, b, V::ZERO)?, reach)
}

/// The contact of two hulls: the same bits from either side.
pub(super) fn mutual_many<V: Vector>(
    a: Many<'_, V>,
    b: Many<'_, V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    let (pair, turned) = Hulls::ordered(a, [V::ZERO; 2], b)?;
    let found = contact(&pair, reach)?;
    Some(if turned { found.swapped() } else { found })
}

/// The contact of a core with a half-space.
pub(super) fn half_space<V: Vector>(
    a: Many<'_, V>,
    b: &Plane<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    contact(&HalfSpace::new(a, b, V::ZERO)?, reach)
}

/// The contact of a ball with a box.
pub(super) fn boxed<V: Vector>(
    a: Rounded<V, 1>,
    b: &Aabb<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    contact(&BallAabb::new(a, b, V::ZERO)?, reach)
}

/// The contact of a point with a segment, if their separation is at most `reach`.
#[must_use]
pub fn point_segment<V: Vector>(a: V, b: &Segment<V>, reach: V::Scalar) -> Option<Contact<V>> {
    of(point(a), b.rounded(), reach)
}

/// The contact of a point with a ball, if their separation is at most `reach`.
#[must_use]
pub fn point_ball<V: Vector>(a: V, b: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
    mutual(&point(a), &b.rounded(), |core| *core, reach)
}

/// The contact of a point with a capsule, if their separation is at most `reach`.
#[must_use]
pub fn point_capsule<V: Vector>(a: V, b: &Capsule<V>, reach: V::Scalar) -> Option<Contact<V>> {
    of(point(a), b.rounded(), reach)
}

/// The contact of a point with a triangle, if their separation is at most `reach`.
#[must_use]
pub fn point_triangle<V: Vector>(a: V, b: &Triangle<V>, reach: V::Scalar) -> Option<Contact<V>> {
    of(point(a), b.rounded(), reach)
}

/// The contact of two segments, if their separation is at most `reach`.
#[must_use]
pub fn segment_segment<V: Vector>(
    a: &Segment<V>,
    b: &Segment<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    mutual(a, b, Segment::rounded, reach)
}

/// The contact of a segment with a ball, if their separation is at most `reach`.
#[must_use]
pub fn segment_ball<V: Vector>(
    a: &Segment<V>,
    b: &Ball<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    // The one of fewer points comes first, so that both ways round are one computation.
    of(b.rounded(), a.rounded(), reach).map(|contact| contact.swapped())
}

/// The contact of a segment with a capsule, if their separation is at most `reach`.
#[must_use]
pub fn segment_capsule<V: Vector>(
    a: &Segment<V>,
    b: &Capsule<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    mutual(&a.rounded(), &b.rounded(), |core| *core, reach)
}

/// The contact of a segment with a triangle, if their separation is at most `reach`.
#[must_use]
pub fn segment_triangle<V: Vector>(
    a: &Segment<V>,
    b: &Triangle<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    of(a.rounded(), b.rounded(), reach)
}

/// The contact of two balls, if their separation is at most `reach`.
#[must_use]
pub fn ball_ball<V: Vector>(a: &Ball<V>, b: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
    mutual(a, b, Ball::rounded, reach)
}

/// The contact of a ball with a capsule, if their separation is at most `reach`.
#[must_use]
pub fn ball_capsule<V: Vector>(
    a: &Ball<V>,
    b: &Capsule<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    of(a.rounded(), b.rounded(), reach)
}

/// The contact of a ball with a triangle, if their separation is at most `reach`.
#[must_use]
pub fn ball_triangle<V: Vector>(
    a: &Ball<V>,
    b: &Triangle<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    of(a.rounded(), b.rounded(), reach)
}

/// The contact of two capsules, if their separation is at most `reach`.
#[must_use]
pub fn capsule_capsule<V: Vector>(
    a: &Capsule<V>,
    b: &Capsule<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    mutual(a, b, Capsule::rounded, reach)
}

/// The contact of a capsule with a triangle, if their separation is at most `reach`.
#[must_use]
pub fn capsule_triangle<V: Vector>(
    a: &Capsule<V>,
    b: &Triangle<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    of(a.rounded(), b.rounded(), reach)
}

/// The contact of two triangles, if their separation is at most `reach`.
#[must_use]
pub fn triangle_triangle<V: Vector>(
    a: &Triangle<V>,
    b: &Triangle<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    mutual(a, b, Triangle::rounded, reach)
}

/// The contact of a point with a hull, if their separation is at most `reach`.
#[must_use]
pub fn point_hull<V: Vector>(a: V, b: &Hull<V>, reach: V::Scalar) -> Option<Contact<V>> {
    of_many(many(&point(a)), b.many(), reach)
}

/// The contact of a segment with a hull, if their separation is at most `reach`.
#[must_use]
pub fn segment_hull<V: Vector>(
    a: &Segment<V>,
    b: &Hull<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    of_many(many(&a.rounded()), b.many(), reach)
}

/// The contact of a ball with a hull, if their separation is at most `reach`.
#[must_use]
pub fn ball_hull<V: Vector>(a: &Ball<V>, b: &Hull<V>, reach: V::Scalar) -> Option<Contact<V>> {
    of_many(many(&a.rounded()), b.many(), reach)
}

/// The contact of a capsule with a hull, if their separation is at most `reach`.
#[must_use]
pub fn capsule_hull<V: Vector>(
    a: &Capsule<V>,
    b: &Hull<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    of_many(many(&a.rounded()), b.many(), reach)
}

/// The contact of a triangle with a hull, if their separation is at most `reach`.
#[must_use]
pub fn triangle_hull<V: Vector>(
    a: &Triangle<V>,
    b: &Hull<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    of_many(many(&a.rounded()), b.many(), reach)
}

/// The contact of two hulls, if their separation is at most `reach`.
#[must_use]
pub fn hull_hull<V: Vector>(a: &Hull<V>, b: &Hull<V>, reach: V::Scalar) -> Option<Contact<V>> {
    mutual_many(a.many(), b.many(), reach)
}

/// The contact of a point with a box, if their separation is at most `reach`.
#[must_use]
pub fn point_aabb<V: Vector>(a: V, b: &Aabb<V>, reach: V::Scalar) -> Option<Contact<V>> {
    boxed(point(a), b, reach)
}

/// The contact of a segment with a box, if their separation is at most `reach`.
#[must_use]
pub fn segment_aabb<V: Vector>(
    a: &Segment<V>,
    b: &Aabb<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    of_many(many(&a.rounded()), b.corners().many(), reach)
}

/// The contact of a ball with a box, if their separation is at most `reach`.
#[must_use]
pub fn ball_aabb<V: Vector>(a: &Ball<V>, b: &Aabb<V>, reach: V::Scalar) -> Option<Contact<V>> {
    boxed(a.rounded(), b, reach)
}

/// The contact of a capsule with a box, if their separation is at most `reach`.
#[must_use]
pub fn capsule_aabb<V: Vector>(
    a: &Capsule<V>,
    b: &Aabb<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    of_many(many(&a.rounded()), b.corners().many(), reach)
}

/// The contact of a triangle with a box, if their separation is at most `reach`.
#[must_use]
pub fn triangle_aabb<V: Vector>(
    a: &Triangle<V>,
    b: &Aabb<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    of_many(many(&a.rounded()), b.corners().many(), reach)
}

/// The contact of a hull with a box, if their separation is at most `reach`.
#[must_use]
pub fn hull_aabb<V: Vector>(a: &Hull<V>, b: &Aabb<V>, reach: V::Scalar) -> Option<Contact<V>> {
    of_many(a.many(), b.corners().many(), reach)
}

/// The contact of two boxes, if their separation is at most `reach`.
#[must_use]
pub fn aabb_aabb<V: Vector>(a: &Aabb<V>, b: &Aabb<V>, reach: V::Scalar) -> Option<Contact<V>> {
    mutual_many(a.corners().many(), b.corners().many(), reach)
}

/// The contact of a point with a half-space, if their separation is at most `reach`.
#[must_use]
pub fn point_plane<V: Vector>(a: V, b: &Plane<V>, reach: V::Scalar) -> Option<Contact<V>> {
    half_space(many(&point(a)), b, reach)
}

/// The contact of a segment with a half-space, if their separation is at most `reach`.
#[must_use]
pub fn segment_plane<V: Vector>(
    a: &Segment<V>,
    b: &Plane<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    half_space(many(&a.rounded()), b, reach)
}

/// The contact of a ball with a half-space, if their separation is at most `reach`.
#[must_use]
pub fn ball_plane<V: Vector>(a: &Ball<V>, b: &Plane<V>, reach: V::Scalar) -> Option<Contact<V>> {
    half_space(many(&a.rounded()), b, reach)
}

/// The contact of a capsule with a half-space, if their separation is at most `reach`.
#[must_use]
pub fn capsule_plane<V: Vector>(
    a: &Capsule<V>,
    b: &Plane<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    half_space(many(&a.rounded()), b, reach)
}

/// The contact of a triangle with a half-space, if their separation is at most `reach`.
#[must_use]
pub fn triangle_plane<V: Vector>(
    a: &Triangle<V>,
    b: &Plane<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    half_space(many(&a.rounded()), b, reach)
}

/// The contact of a hull with a half-space, if their separation is at most `reach`.
#[must_use]
pub fn hull_plane<V: Vector>(a: &Hull<V>, b: &Plane<V>, reach: V::Scalar) -> Option<Contact<V>> {
    half_space(a.many(), b, reach)
}

/// The contact of a box with a half-space, if their separation is at most `reach`.
#[must_use]
pub fn aabb_plane<V: Vector>(a: &Aabb<V>, b: &Plane<V>, reach: V::Scalar) -> Option<Contact<V>> {
    half_space(a.corners().many(), b, reach)
}
