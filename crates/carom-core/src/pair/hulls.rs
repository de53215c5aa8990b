//! A pair of convex hulls or curved cores: distance by GJK if they are apart, depth by EPA if they cross.

use super::convex_points::{Difference, LocalCore, Placement};
use super::epa::{self, Depth, Known, Tolerances};
use super::exact_distance::{self, ExactDistance};
use super::faces::FacePair;
use super::first_touch::first_touch;
use super::frame::{Frame, greater, lesser};
use super::gjk;
use super::separation::{Answer, MovingPair, Separation, padded_reach};
use super::{curved_depth, curved_distance};
use crate::shape::AnyCore;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering::{Greater, Less};
use glam::DVec3;

/// Two hulls of any number of points, or curved cores; the first moves.
#[derive(Clone)]
pub(crate) struct Hulls<'a, V: Vector> {
    a: LocalCore<'a, V>,
    b: LocalCore<'a, V>,
    pub(super) frame: Frame<V>,
}

impl<'a, V: Vector> Hulls<'a, V> {
    /// The pair; `None` if one of them has no points. It is large: to be used where it is, not moved.
    pub(crate) fn new(a: AnyCore<'a, V>, b: AnyCore<'a, V>, delta: V) -> Option<Self> {
        Self::among(a, b, delta, &[])
    }

    /// The pair in a frame that also covers `places`.
    pub(super) fn among(
        (a, radius_a): AnyCore<'a, V>,
        (b, radius_b): AnyCore<'a, V>,
        delta: V,
        places: &[V],
    ) -> Option<Self> {
        let (first_a, origin) = (a.first()?, b.first()?);
        let radii = [radius_a, radius_b];
        let frame = Frame::around(origin, radii, delta, |ruler| {
            let size_b = ruler.extent_of(&b, origin);
            let largest = greater(
                ruler.extent_of(&a, origin),
                greater(size_b, ruler.extent(places, origin)),
            );
            let [radius_a, radius_b] = radii.map(|radius| radius.to_f64() * ruler.prescale);
            let smaller = lesser(
                greater(ruler.extent_of(&a, first_a), radius_a),
                greater(size_b, radius_b),
            );
            [largest, smaller]
        });
        Some(Self {
            a: LocalCore::new(a, &frame),
            b: LocalCore::new(b, &frame),
            frame,
        })
    }

    /// The Minkowski difference after the fraction `t` of the motion.
    #[inline]
    pub(super) fn difference(&self, t: f64) -> Difference<'_> {
        let shift = DVec3::from_array((self.frame.delta * t).to_f64());
        self.posed(Placement::shifted(shift), Placement::shifted(DVec3::ZERO))
    }

    /// The Minkowski difference at these placements.
    #[inline]
    pub(super) fn posed(&self, a: Placement, b: Placement) -> Difference<'_> {
        Difference {
            a: self.a.at(a),
            b: self.b.at(b),
            is_flat: V::DIM == 2,
        }
    }
}

/// The canonical order: that of the cores, then by radius.
#[inline]
pub(super) fn precedes<V: Vector>(a: &AnyCore<'_, V>, b: &AnyCore<'_, V>) -> bool {
    a.0.order(&b.0)
        .then_with(|| if a.1 <= b.1 { Less } else { Greater })
        == Less
}

/// The separation of two hulls; `None` if they are farther apart than `reach`.
#[inline]
pub(crate) fn separation<V: Vector>(
    difference: &Difference<'_>,
    frame: &Frame<V>,
    reach: f64,
) -> Option<Separation<V::Double>> {
    // Closer than that, the sign comes from the depth.
    let reach = greater(reach, 2.0 * direction_tolerance(frame));
    from_outcome(difference, frame, nearest(difference, frame, reach))
}

fn nearest<V: Vector>(difference: &Difference<'_>, frame: &Frame<V>, reach: f64) -> gjk::Outcome {
    let (tolerance, direction) = (tolerance(difference, frame), direction_tolerance(frame));
    if difference.is_curved() {
        return curved_distance::nearest(
            difference,
            curved_distance::ROUGH * frame.size,
            tolerance,
            direction,
            reach,
        );
    }
    gjk::nearest(
        difference,
        gjk::Tolerance::exact(tolerance),
        direction,
        reach,
    )
}

/// The separation of two hulls from the outcome of GJK; `None` if they are beyond its reach.
fn from_outcome<V: Vector>(
    difference: &Difference<'_>,
    frame: &Frame<V>,
    found: gjk::Outcome,
) -> Option<Separation<V::Double>> {
    let tolerance = tolerance(difference, frame);
    match found {
        gjk::Outcome::Beyond => None,
        gjk::Outcome::Crossing(around) => Some(crossing(difference, frame, Known::Around(&around))),
        gjk::Outcome::Apart(found)
            if found.distance - found.support <= 4.0 * tolerance
                && (!V::Scalar::DOUBLE || difference.is_curved() || agrees(&found, tolerance)) =>
        {
            Some(apart(&found))
        }
        gjk::Outcome::Apart(found) => Some(doubtful::<V>(difference, frame, &found, || {
            // Without a separating axis, the distance between them is rounding.
            (found.support >= -tolerance).then(|| apart(&found))
        })),
        gjk::Outcome::Touching(found) => Some(doubtful::<V>(difference, frame, &found, || None)),
    }
}

/// Whether the nearest points are apart by the distance along the normal. Those of needles may not be: their barycentric
/// coordinates are rounding.
fn agrees(found: &gjk::Distance, tolerance: f64) -> bool {
    let way = found.a - found.b;
    is_apart_by(way, found.normal * found.distance, 8.0 * tolerance)
}

fn apart<D: Vector>(found: &gjk::Distance) -> Separation<D> {
    let vector = |v: DVec3| D::from_f64(v.to_array());
    Separation {
        a: vector(found.a),
        b: vector(found.b),
        normal: vector(found.normal),
        distance: found.distance,
        support: found.support,
        ambiguous: false,
    }
}

/// The separation of two cores if rounding leaves their distance in doubt. In double precision the nearest features of
/// hulls are computed again in double-double; of a curved core, the normal is improved.
#[cold]
fn doubtful<V: Vector>(
    difference: &Difference<'_>,
    frame: &Frame<V>,
    found: &gjk::Distance,
    otherwise: impl FnOnce() -> Option<Separation<V::Double>>,
) -> Separation<V::Double> {
    if difference.is_curved() {
        let better =
            curved_depth::improved(difference, found.normal, &tolerances(difference, frame));
        if better.depth < 0.0 {
            return from_depth(&better, better.witnesses.unwrap_or([found.a, found.b]));
        }
        return crossing(difference, frame, Known::Touch([found.a, found.b]));
    }
    let exact = if V::Scalar::DOUBLE {
        exact_distance::nearest(difference, found.numbers, frame.size)
    } else {
        ExactDistance::Unknown
    };
    let known = match exact {
        ExactDistance::Apart(found) => Some(apart(&found)),
        ExactDistance::Touching => None,
        ExactDistance::Unknown => otherwise(),
    };
    known.unwrap_or_else(|| crossing(difference, frame, Known::Touch([found.a, found.b])))
}

/// The separation of two hulls that cross or touch.
fn crossing<V: Vector>(
    difference: &Difference<'_>,
    frame: &Frame<V>,
    known: Known<'_>,
) -> Separation<V::Double> {
    let tolerances = tolerances(difference, frame);
    let tolerance = tolerances.depth;
    let found = if difference.is_curved() {
        curved_depth::depth(difference, known, &tolerances)
    } else {
        epa::depth(difference, known, &tolerances)
    };
    let [a, b] = match found.witnesses {
        Some([a, b])
            if difference.is_curved()
                || is_apart_by(a - b, found.normal * -found.depth, 8.0 * tolerance) =>
        {
            [a, b]
        }
        witnesses => touching::<V>(difference, &found, &tolerances, witnesses),
    };
    from_depth(&found, [a, b])
}

fn from_depth<D: Vector>(found: &Depth, [a, b]: [DVec3; 2]) -> Separation<D> {
    let vector = |v: DVec3| D::from_f64(v.to_array());
    Separation {
        a: vector(a),
        b: vector(b),
        normal: vector(found.normal),
        distance: -found.depth,
        support: -found.depth,
        ambiguous: found.ambiguous,
    }
}

fn tolerances<V: Vector>(difference: &Difference<'_>, frame: &Frame<V>) -> Tolerances {
    Tolerances {
        size: frame.size,
        direction: 2.0 * direction_tolerance(frame),
        depth: tolerance(difference, frame),
        tie: frame.tolerance(8.0),
        known: f64::INFINITY,
        corners: epa::MAX_CORNERS,
    }
}

fn is_apart_by(way: DVec3, expected: DVec3, slack: f64) -> bool {
    (way - expected).length_squared() <= slack * slack
}

/// The witness points of two hulls moved apart by the depth and a little more: for facets so thin that the origin
/// cannot be projected onto them.
#[cold]
fn touching<V: Vector>(
    difference: &Difference<'_>,
    found: &Depth,
    tolerances: &Tolerances,
    otherwise: Option<[DVec3; 2]>,
) -> [DVec3; 2] {
    let apart = found.normal * (found.depth + 2.0 * tolerances.direction);
    let mut moved = *difference;
    moved.a.pose.shift += apart;
    match gjk::nearest(
        &moved,
        gjk::Tolerance::exact(tolerances.depth),
        0.0,
        f64::INFINITY,
    ) {
        gjk::Outcome::Apart(touch) | gjk::Outcome::Touching(touch) => {
            let is_exact = V::Scalar::DOUBLE && !difference.is_curved();
            let touch = match is_exact
                .then(|| exact_distance::nearest(&moved, touch.numbers, tolerances.size))
            {
                Some(ExactDistance::Apart(exact)) => exact,
                _ => touch,
            };
            [touch.a - apart, touch.b]
        }
        gjk::Outcome::Beyond | gjk::Outcome::Crossing(_) => otherwise.unwrap_or_default(),
    }
}

/// The tolerance of a distance: in single precision far less than an eps, in double precision its rounding.
pub(super) fn tolerance<V: Vector>(difference: &Difference<'_>, frame: &Frame<V>) -> f64 {
    if difference.is_curved() && !V::Scalar::DOUBLE {
        // Each step towards a curve halves the angle that is left.
        return frame.tolerance(1.0 / 8192.0) + 64.0 * f64::EPSILON * frame.size;
    }
    frame.size * f64::EPSILON * if V::Scalar::DOUBLE { 1.0 } else { 64.0 }
}

/// Closer than this, the difference of two points does not determine a direction.
fn direction_tolerance<V: Vector>(frame: &Frame<V>) -> f64 {
    if V::Scalar::DOUBLE {
        4.0 * f64::EPSILON * frame.size
    } else {
        frame.direction_tolerance()
    }
}

impl<V: Vector> Hulls<'_, V> {
    /// The separation after the fraction `t` of the motion, without a closed form, in this frame.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn searched(&self, t: f64, frame: &Frame<V>) -> Separation<V::Double> {
        let at = separation(&self.difference(t), frame, f64::INFINITY);
        at.unwrap_or_else(Separation::infinite)
    }

    /// The separation by a closed form.
    #[inline]
    fn closed_form(&self, t: f64, reach: f64) -> Answer<V::Double> {
        let difference = self.difference(t);
        let faces = FacePair::new(&difference, &self.frame);
        faces.map_or(Answer::Unknown, |faces| faces.separation(reach))
    }
}

impl<V: Vector> MovingPair<V> for Hulls<'_, V> {
    fn frame(&self) -> &Frame<V> {
        &self.frame
    }

    /// The normal of a ruled surface, as of a cone, is known to an eps: over its length the gap is somewhat less exact.
    fn largest_error(&self) -> f64 {
        let is_curved =
            |core: &LocalCore<'_, V>| matches!(core, LocalCore::Curved(_) | LocalCore::Support(_));
        if V::Scalar::DOUBLE && (is_curved(&self.a) || is_curved(&self.b)) {
            64.0
        } else {
            8.0
        }
    }

    #[inline]
    fn separation(&self, t: f64) -> Separation<V::Double> {
        if let Answer::Known(at) = self.closed_form(t, f64::INFINITY) {
            return at;
        }
        self.searched(t, &self.frame)
    }

    #[cold]
    fn separation_at_rest(&self) -> Separation<V::Double> {
        self.searched(0.0, &self.frame.at_rest())
    }

    fn separation_within(&self, reach: f64) -> Option<Separation<V::Double>> {
        let reach = padded_reach::<V>(reach);
        match self.closed_form(0.0, reach) {
            Answer::Beyond => None,
            Answer::Known(at) => Some(at),
            Answer::Unknown => separation(&self.difference(0.0), &self.frame, reach),
        }
    }

    /// By Newton's method. Points with a radius in single precision are as fast step by step.
    fn first_touch(&self) -> Option<(f64, Separation<V::Double>)> {
        let difference = self.difference(0.0);
        let counts = V::Scalar::DOUBLE || difference.is_curved() || self.frame.radius() == 0.0;
        if !counts || !difference.has_pieces() {
            return None;
        }
        if let Some(faces) = FacePair::new(&difference, &self.frame)
            && let Some(found) = faces.first_touch(
                &self.frame,
                self.frame.radius() + self.frame.sweep_tolerance(),
            )
        {
            return Some(found);
        }
        let tolerance = tolerance(&difference, &self.frame);
        first_touch(&difference, &self.frame, tolerance)
    }

    /// The nearest features determine the normal even if the gap is only a few eps.
    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        self.separation(t)
    }

    fn overlap(&self) -> bool {
        match self.closed_form(0.0, self.frame.radius()) {
            Answer::Beyond => return false,
            Answer::Known(at) => return at.distance <= self.frame.radius(),
            Answer::Unknown => {}
        }
        let (frame, difference) = (&self.frame, self.difference(0.0));
        let found = nearest(&difference, frame, frame.radius());
        // If they cross, the depth does not matter.
        matches!(found, gjk::Outcome::Crossing(_))
            || from_outcome(&difference, frame, found)
                .is_some_and(|at| at.distance <= frame.radius())
    }
}
