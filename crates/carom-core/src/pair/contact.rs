//! The contact of two shapes: witness points, unit normal, signed separation.
//!
//! If the shapes overlap, the separation is negative: the depth is that of the shortest motion that separates them,
//! even if their cores cross. It is found over the faces of their Minkowski difference (Ericson, *Real-Time Collision
//! Detection* 9.3): `a` moved by `normal · depth` touches `b`, and no shorter motion separates them.

use super::cores::CorePair;
use super::frame::Frame;
use super::nearest::{Kernel, Kernels};
use super::prism::Features;
use super::separation::{MovingPair, Separation};
use crate::part::{Feature, PartId};
use carom_math::{Scalar, Vector};

/// The contact of two shapes: where they are nearest, or deepest in each other.
///
/// ```
/// use carom::{Ball, Capsule, contact, glam::vec2};
/// let ball = Ball { center: vec2(0., 3.), radius: 2. };
/// let capsule = Capsule { a: vec2(-4., 0.), b: vec2(4., 0.), radius: 1.5 };
/// let contact = contact(&ball, &capsule, 0.).unwrap();
/// assert_eq!(contact.depth(), 0.5);
/// assert_eq!(contact.normal, vec2(0., 1.)); // the direction in which the ball must move
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact<V: Vector> {
    /// The point of `a`'s boundary nearest to `b`, or deepest in it.
    pub point_a: V,
    /// The point of `b`'s boundary nearest to `a`, or deepest in it.
    pub point_b: V,
    /// The unit normal from `b` to `a`, the direction in which `a` must move to separate from `b`.
    pub normal: V,
    /// The signed distance of the boundaries; negative if the shapes overlap.
    pub separation: V::Scalar,
    /// Whether no other normal is as good; if false (a center on an axis, for instance) this one is a fixed choice, and
    /// that of `b` against `a` need not be the opposite one.
    pub unique: bool,
    /// The feature of `b` that is touched, if the surface determines it.
    pub feature: Feature,
    /// The part of the surface that is touched; the default one between two shapes.
    pub part: PartId,
    /// The largest possible error of the separation (a length): 8 eps L, where L is the largest coordinate difference
    /// or radius of the pair; 64 eps L in `f64` for cylinders, cones, tapered capsules and ellipsoids.
    pub error_bound: V::Scalar,
}

impl<V: Vector> Contact<V> {
    /// The penetration depth: the distance that `a` must move along the normal to touch. Negative if they are apart.
    #[must_use]
    pub fn depth(&self) -> V::Scalar {
        -self.separation
    }

    /// The same contact with `a` and `b` exchanged.
    ///
    /// ```
    /// use carom::{Ball, contact, glam::vec2};
    /// let (a, b) = (Ball::new(vec2(0., 0.), 1.), Ball::new(vec2(3., 0.), 1.));
    /// let found = contact(&a, &b, 2.).unwrap();
    /// assert_eq!((found.normal, found.swapped().normal), (vec2(-1., 0.), vec2(1., 0.)));
    /// assert_eq!(found.swapped().point_a, found.point_b);
    /// ```
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self {
            point_a: self.point_b,
            point_b: self.point_a,
            normal: -self.normal,
            ..*self
        }
    }

    /// Whether this contact comes before the best one so far: its separation is less, or equal with a lower part.
    pub(crate) fn precedes(&self, best: Option<&Self>) -> bool {
        let order = |contact: &Self| (contact.separation, contact.part);
        best.is_none_or(|best| order(self) < order(best))
    }
}

/// The contact of a pair, if the separation is at most `reach`.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn contact<V: Vector>(
    pair: &impl MovingPair<V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    let frame = pair.frame();
    // A pair a little farther apart than `reach` can round to a separation of `reach`.
    let rounding = 2.0 * V::Scalar::EPSILON.to_f64() * frame.size;
    let within = frame.local_length(reach) + frame.radius() + rounding;
    let separation = pair.separation_within(within)?;
    let contact = Contact {
        error_bound: frame.bound(pair.largest_error()),
        ..from_separation(frame, &separation)
    };
    (contact.separation <= reach).then_some(contact)
}

/// The same contact, given the features of the cores that can be nearest.
#[inline(always)]
pub(crate) fn contact_among<V: Vector, const N: usize, const M: usize>(
    cores: &CorePair<V, N, M>,
    features: Features,
    reach: V::Scalar,
) -> Option<Contact<V>>
where
    Kernels: Kernel<N, M>,
{
    if V::Scalar::DOUBLE {
        return contact(&Among(cores, features.or_all()), reach);
    }
    match cores.separation_among(features) {
        Some(separation) => {
            let contact = from_separation(&cores.frame, &separation);
            (contact.separation <= reach).then_some(contact)
        }
        None => contact(cores, reach),
    }
}

/// Cores in double precision, with the features of the triangle that can be nearest at rest: the same separation.
struct Among<'a, V: Vector, const N: usize, const M: usize>(&'a CorePair<V, N, M>, Features);

impl<V: Vector, const N: usize, const M: usize> MovingPair<V> for Among<'_, V, N, M>
where
    Kernels: Kernel<N, M>,
{
    #[inline(always)]
    fn frame(&self) -> &Frame<V> {
        self.0.frame()
    }

    fn separation(&self, t: f64) -> Separation<V::Double> {
        self.0.separation(t)
    }

    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        self.0.separation_at_touch(t)
    }

    #[inline(always)]
    fn separation_within(&self, reach: f64) -> Option<Separation<V::Double>> {
        let Self(cores, features) = self;
        let nearest = Kernels::nearest_of(&cores.a, &cores.b, *features);
        cores.within(nearest, cores.padded(reach))
    }
}

/// The contact of two shapes, from the separation of their cores.
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
