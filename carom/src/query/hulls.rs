//! A pair of hulls: distance where they are apart, depth where they cross.

use super::cloud::{Cloud, Difference, Pose};
use super::epa::{self, Known, Lengths};
use super::frame::{Frame, greater, lesser};
use super::gjk;
use super::part::{Pairing, Parting, surely_beyond};
use crate::shape::Many;
use crate::vector::{Scalar, Vector};
use glam::DVec3;

/// Two hulls of any number of points, of which the first moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hulls<'a, V: Vector> {
    a: &'a [V],
    b: &'a [V],
    pub(super) frame: Frame<V>,
}

impl<'a, V: Vector> Hulls<'a, V> {
    /// `None` where one of them has no points.
    pub(crate) fn new(a: Many<'a, V>, b: Many<'a, V>, delta: V) -> Option<Self> {
        Self::among(a, b, delta, &[])
    }

    /// The same in a frame in which `places` count too.
    pub(super) fn among(
        (a, radius_a): Many<'a, V>,
        (b, radius_b): Many<'a, V>,
        delta: V,
        places: &[V],
    ) -> Option<Self> {
        let (first_a, origin) = (a.first()?, b.first()?);
        let radii = [radius_a, radius_b];
        let frame = Frame::around(*origin, radii, delta, |ruler| {
            let size_b = ruler.extent(b, *origin);
            let largest = greater(
                ruler.extent(a, *origin),
                greater(size_b, ruler.extent(places, *origin)),
            );
            let [radius_a, radius_b] = radii.map(|radius| radius.to_f64() * ruler.prescale);
            let smaller = lesser(
                greater(ruler.extent(a, *first_a), radius_a),
                greater(size_b, radius_b),
            );
            [largest, smaller]
        });
        Some(Self { a, b, frame })
    }

    /// Two hulls in an order of their own, whichever way round the caller has them, and whether they are
    /// turned: the first is then `b`, and moves by the second `delta`.
    pub(crate) fn ordered(a: Many<'a, V>, delta: [V; 2], b: Many<'a, V>) -> Option<(Self, bool)> {
        if precedes(&a, &b) {
            Some((Self::new(a, b, delta[0])?, false))
        } else {
            Some((Self::new(b, a, delta[1])?, true))
        }
    }

    /// After the fraction `t` of the motion.
    pub(super) fn difference(&self, t: f64) -> Difference<'_, V> {
        let shift = self.frame.delta * t;
        let cloud = |points, shift| Cloud {
            points,
            frame: &self.frame,
            pose: Pose::shifted(shift),
        };
        Difference {
            a: cloud(self.a, DVec3::from_array(shift.to_f64())),
            b: cloud(self.b, DVec3::ZERO),
        }
    }
}

/// By the number of points, by coordinates, then by radius.
pub(super) fn precedes<V: Vector>(a: &Many<'_, V>, b: &Many<'_, V>) -> bool {
    if a.0.len() != b.0.len() {
        return a.0.len() < b.0.len();
    }
    for (p, q) in a.0.iter().zip(b.0) {
        for i in 0..V::DIM {
            if p[i] != q[i] {
                return p[i] < q[i];
            }
        }
    }
    a.1 <= b.1
}

/// How two clouds stand to each other, in a frame; `None` if they are farther than `reach`.
pub(crate) fn parted<V: Vector>(
    difference: &Difference<'_, V>,
    frame: &Frame<V>,
    reach: f64,
) -> Option<Parting<V::Double>> {
    let vector = |v: DVec3| V::Double::from_f64(v.to_array());
    let tolerance = tolerance(frame);
    match gjk::nearest(difference, tolerance, frame.blur(), reach) {
        gjk::Found::Beyond => None,
        gjk::Found::Nearest(found) => Some(Parting {
            a: vector(found.a),
            b: vector(found.b),
            normal: vector(found.normal),
            distance: found.distance,
            support: found.support,
            ambiguous: false,
        }),
        gjk::Found::Touching(points) => Some(crossing(difference, frame, Known::Touch(points))),
        gjk::Found::Crossing(around) => Some(crossing(difference, frame, Known::Around(around))),
    }
}

/// How two clouds stand that cross or touch.
fn crossing<V: Vector>(
    difference: &Difference<'_, V>,
    frame: &Frame<V>,
    known: Known,
) -> Parting<V::Double> {
    let vector = |v: DVec3| V::Double::from_f64(v.to_array());
    let tolerance = tolerance(frame);
    let lengths = Lengths {
        size: frame.size,
        blur: 2.0 * frame.blur(),
        tolerance,
        tie: frame.grains(8.0),
    };
    let mut found = epa::depth(difference, known, &lengths);
    let off = (found.a - found.b) + found.normal * found.depth;
    if off.length_squared() > 64.0 * tolerance * tolerance {
        // The facet was told from rounding. Parted by the depth, and a little more, the hulls touch.
        let apart = found.normal * (found.depth + 4.0 * frame.blur());
        let mut parted = *difference;
        parted.a.pose.shift += apart;
        match gjk::nearest(&parted, tolerance, 0.0, f64::INFINITY) {
            gjk::Found::Nearest(touch) => (found.a, found.b) = (touch.a - apart, touch.b),
            gjk::Found::Touching([a, b]) => (found.a, found.b) = (a - apart, b),
            gjk::Found::Beyond | gjk::Found::Crossing(_) => {}
        }
    }
    Parting {
        a: vector(found.a),
        b: vector(found.b),
        normal: vector(found.normal),
        distance: -found.depth,
        support: -found.depth,
        ambiguous: found.ambiguous,
    }
}

/// In single precision far less than an eps; in double precision as near as rounding lets it.
fn tolerance<V: Vector>(frame: &Frame<V>) -> f64 {
    frame.size * f64::EPSILON * if V::Scalar::DOUBLE { 1.0 } else { 64.0 }
}

impl<V: Vector> Hulls<'_, V> {
    /// Whether they touch or overlap.
    pub(crate) fn overlap(&self) -> bool {
        let (frame, difference) = (&self.frame, self.difference(0.0));
        match gjk::nearest(&difference, tolerance(frame), frame.blur(), frame.radius()) {
            gjk::Found::Beyond => false,
            gjk::Found::Nearest(found) => found.distance <= frame.radius(),
            gjk::Found::Crossing(_) => true,
            // Within rounding of each other; the side is told by the depth.
            gjk::Found::Touching(_) => parted(&difference, frame, f64::INFINITY)
                .is_some_and(|at| at.distance <= frame.radius()),
        }
    }
}

impl<V: Vector> Pairing<V> for Hulls<'_, V> {
    fn frame(&self) -> &Frame<V> {
        &self.frame
    }

    fn parting(&self, t: f64) -> Parting<V::Double> {
        let at = parted(&self.difference(t), &self.frame, f64::INFINITY);
        at.unwrap_or_else(Parting::nowhere)
    }

    fn parting_within(&self, reach: f64) -> Option<Parting<V::Double>> {
        parted(
            &self.difference(0.0),
            &self.frame,
            surely_beyond::<V>(reach),
        )
    }

    /// The nearest features fix the normal also where the gap is but a few eps.
    fn parting_at_touch(&self, t: f64) -> Parting<V::Double> {
        self.parting(t)
    }
}
