//! A pair of hulls: distance where they are apart, depth where they cross.

use super::cloud::{Cloud, Difference, Points, Pose};
use super::epa::{self, Depth, Known, Lengths};
use super::frame::{Frame, greater, lesser};
use super::gjk;
use super::nearest::{Kernel, Kernels};
use super::part::{Pairing, Parting, surely_beyond};
use crate::shape::Many;
use carom_math::double_double::Wide;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// Two hulls of any number of points, of which the first moves.
#[derive(Clone, Debug)]
pub(crate) struct Hulls<'a, V: Vector> {
    a: Points<'a, V>,
    b: Points<'a, V>,
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
        Some(Self {
            a: Points::new(a, &frame),
            b: Points::new(b, &frame),
            frame,
        })
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
    pub(super) fn difference(&self, t: f64) -> Difference<'_> {
        let shift = DVec3::from_array((self.frame.delta * t).to_f64());
        self.posed(Pose::shifted(shift), Pose::shifted(DVec3::ZERO))
    }

    /// At these poses.
    pub(super) fn posed(&self, a: Pose, b: Pose) -> Difference<'_> {
        Difference {
            a: self.a.at(a),
            b: self.b.at(b),
            is_flat: V::DIM == 2,
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
    difference: &Difference<'_>,
    frame: &Frame<V>,
    reach: f64,
) -> Option<Parting<V::Double>> {
    // Nearer than that the sign is told by the depth.
    let reach = greater(reach, 2.0 * blur(frame));
    stand(difference, frame, nearest(difference, frame, reach))
}

fn nearest<V: Vector>(difference: &Difference<'_>, frame: &Frame<V>, reach: f64) -> gjk::Found {
    gjk::nearest(difference, tolerance(frame), blur(frame), reach)
}

/// How two clouds stand of which that was found; `None` if it is that they are too far.
fn stand<V: Vector>(
    difference: &Difference<'_>,
    frame: &Frame<V>,
    found: gjk::Found,
) -> Option<Parting<V::Double>> {
    let tolerance = tolerance(frame);
    match found {
        gjk::Found::Beyond => None,
        gjk::Found::Crossing(around) => Some(crossing(difference, frame, Known::Around(around))),
        gjk::Found::Nearest(found) if found.distance - found.support <= 4.0 * tolerance => {
            Some(apart(&found))
        }
        gjk::Found::Nearest(found) => Some(doubtful::<V>(difference, frame, &found, || {
            // Without a way that parts them, what is between them is rounding.
            (found.support >= -tolerance).then(|| apart(&found))
        })),
        gjk::Found::Touching(found) => Some(doubtful::<V>(difference, frame, &found, || None)),
    }
}

fn apart<D: Vector>(found: &gjk::Nearest) -> Parting<D> {
    let vector = |v: DVec3| D::from_f64(v.to_array());
    Parting {
        a: vector(found.a),
        b: vector(found.b),
        normal: vector(found.normal),
        distance: found.distance,
        support: found.support,
        ambiguous: false,
    }
}

/// How two clouds stand of whose distance rounding leaves a doubt. In double precision the corners that are
/// nearest are asked once more with twice the digits.
#[cold]
fn doubtful<V: Vector>(
    difference: &Difference<'_>,
    frame: &Frame<V>,
    found: &gjk::Nearest,
    otherwise: impl FnOnce() -> Option<Parting<V::Double>>,
) -> Parting<V::Double> {
    let exact = if V::Scalar::DOUBLE {
        exactly(difference, found.numbers, frame.size)
    } else {
        None
    };
    exact
        .map(|found| apart(&found))
        .or_else(otherwise)
        .unwrap_or_else(|| crossing(difference, frame, Known::Touch([found.a, found.b])))
}

/// The nearest points between some corners, if they are those of the whole clouds.
fn exactly(
    difference: &Difference<'_>,
    numbers: [[usize; 2]; 3],
    size: f64,
) -> Option<gjk::Nearest> {
    let wide = |p: DVec3| Wide::<3>::from_double(p);
    let a = numbers.map(|[a, _]| wide(difference.a.point(a)));
    let b = numbers.map(|[_, b]| wide(difference.b.point(b)));
    let nearest = Kernels::nearest(&a, &b);
    let w = nearest.a - nearest.b;
    let distance = w.length();
    if nearest.crossing || distance.to_f64() <= 1e-20 * size {
        return None;
    }
    let normal = w / distance;
    let least = |cloud: &Cloud<'_>, n: Wide<3>| {
        let heights = cloud.iter().map(|p| n.dot(wide(p)));
        heights
            .reduce(Scalar::min)
            .map_or(f64::INFINITY, Scalar::to_f64)
    };
    let support = least(&difference.a, normal) + least(&difference.b, -normal);
    (distance.to_f64() - support <= 4.0 * f64::EPSILON * size).then(|| gjk::Nearest {
        a: nearest.a.to_double(),
        b: nearest.b.to_double(),
        normal: normal.to_double(),
        distance: distance.to_f64(),
        support,
        numbers,
    })
}

/// How two clouds stand that cross or touch.
fn crossing<V: Vector>(
    difference: &Difference<'_>,
    frame: &Frame<V>,
    known: Known,
) -> Parting<V::Double> {
    let vector = |v: DVec3| V::Double::from_f64(v.to_array());
    let tolerance = tolerance(frame);
    let lengths = Lengths {
        size: frame.size,
        blur: 2.0 * blur(frame),
        tolerance,
        tie: frame.grains(8.0),
    };
    let found = epa::depth(difference, known, &lengths);
    let [a, b] = match found.witnesses {
        Some([a, b]) if is_apart_by(a - b, &found, 8.0 * tolerance) => [a, b],
        witnesses => touching(difference, &found, &lengths, witnesses),
    };
    Parting {
        a: vector(a),
        b: vector(b),
        normal: vector(found.normal),
        distance: -found.depth,
        support: -found.depth,
        ambiguous: found.ambiguous,
    }
}

fn is_apart_by(way: DVec3, found: &Depth, slack: f64) -> bool {
    (way + found.normal * found.depth).length_squared() <= slack * slack
}

/// Where two hulls touch once they are parted by the depth, and a little more: for facets told from
/// rounding, on which the origin's foot cannot be found.
#[cold]
fn touching(
    difference: &Difference<'_>,
    found: &Depth,
    lengths: &Lengths,
    otherwise: Option<[DVec3; 2]>,
) -> [DVec3; 2] {
    let apart = found.normal * (found.depth + 2.0 * lengths.blur);
    let mut parted = *difference;
    parted.a.pose.shift += apart;
    match gjk::nearest(&parted, lengths.tolerance, 0.0, f64::INFINITY) {
        gjk::Found::Nearest(touch) | gjk::Found::Touching(touch) => [touch.a - apart, touch.b],
        gjk::Found::Beyond | gjk::Found::Crossing(_) => otherwise.unwrap_or_default(),
    }
}

/// In single precision far less than an eps; in double precision as near as rounding lets it.
fn tolerance<V: Vector>(frame: &Frame<V>) -> f64 {
    frame.size * f64::EPSILON * if V::Scalar::DOUBLE { 1.0 } else { 64.0 }
}

/// Nearer than this, nothing of a direction is left of a difference.
fn blur<V: Vector>(frame: &Frame<V>) -> f64 {
    if V::Scalar::DOUBLE {
        4.0 * f64::EPSILON * frame.size
    } else {
        frame.blur()
    }
}

impl<V: Vector> Hulls<'_, V> {
    /// Whether they touch or overlap.
    pub(crate) fn overlap(&self) -> bool {
        let (frame, difference) = (&self.frame, self.difference(0.0));
        let found = nearest(&difference, frame, frame.radius());
        // That they cross is enough; how deep they do is not asked.
        matches!(found, gjk::Found::Crossing(_))
            || stand(&difference, frame, found).is_some_and(|at| at.distance <= frame.radius())
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
