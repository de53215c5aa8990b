//! GJK: the distance of two convex hulls from their support functions.
//!
//! Gilbert, Johnson and Keerthi (1988): a simplex of support points of the Minkowski difference is replaced by its
//! feature nearest to the origin and the support point farthest towards the origin, until there is none. Two things
//! differ from the usual. The nearest point of the simplex is the minimum over all features with the new point (no
//! regions are classified, no determinants compared), so that flat and needle-thin simplices do no harm. And
//! termination is certified: the distance is at most that of the simplex and at least the support gap along *any*
//! normal, of which the best is kept. The search ends when the two bounds meet or the simplex cannot come nearer.

use super::convex_points::{Difference, SupportPoint, face_normal, is_noise, weights};
use carom_math::Vector;
use glam::DVec3;

/// The nearest points of two hulls.
#[derive(Clone, Copy)]
pub(crate) struct Distance {
    pub(crate) a: DVec3,
    pub(crate) b: DVec3,
    /// The unit normal from `b` to `a`.
    pub(crate) normal: DVec3,
    pub(crate) distance: f64,
    /// The support gap along the normal: a lower bound of the true distance, up to rounding.
    pub(crate) support: f64,
    /// The numbers of the simplex's points; if there are fewer than three, the first is repeated.
    pub(crate) numbers: [[usize; 2]; 3],
    /// Their barycentric coordinates.
    pub(crate) parts: [f64; 3],
}

/// How near the distance and its lower bound must come: this much, or this part of the distance.
#[derive(Clone, Copy)]
pub(crate) struct Tolerance {
    pub(crate) absolute: f64,
    pub(crate) part: f64,
}

impl Tolerance {
    pub(crate) fn exact(absolute: f64) -> Self {
        Self {
            absolute,
            part: 0.0,
        }
    }

    #[inline(always)]
    pub(super) fn covers(self, found: &Distance) -> bool {
        found.distance - found.support <= self.absolute + self.part * found.distance
    }
}

/// More steps than any pair needs with points that differ by more than rounding.
const MAX_STEPS: usize = 256;

/// The outcome of GJK.
pub(crate) enum Outcome {
    /// Apart; certified if the support gap equals the distance.
    Apart(Distance),
    /// Farther apart than the reach.
    Beyond,
    /// Closer than the direction tolerance: the normal is meaningless.
    Touching(Distance),
    /// Crossing: four support points around the origin.
    Crossing([SupportPoint; 4]),
}

/// The nearest points, if the hulls are no closer than `direction_tolerance` and no farther than `reach`.
///
/// Ends when the distance and its lower bound are within the tolerance of each other.
pub(crate) fn nearest(
    difference: &Difference<'_>,
    tolerance: Tolerance,
    direction_tolerance: f64,
    reach: f64,
) -> Outcome {
    let mut simplex = Simplex::new(difference.first());
    let mut best = Distance {
        a: DVec3::ZERO,
        b: DVec3::ZERO,
        normal: DVec3::X,
        distance: f64::INFINITY,
        support: f64::NEG_INFINITY,
        numbers: simplex.numbers(),
        parts: simplex.parts,
    };
    for _ in 0..MAX_STEPS {
        let (normal, distance) = simplex.direction(difference.is_flat);
        if distance <= direction_tolerance {
            [best.a, best.b] = simplex.witnesses();
            best.numbers = simplex.numbers();
            return Outcome::Touching(best);
        }
        let corner = difference.support(-normal);
        let support = normal.dot(corner.w);
        if support > reach {
            return Outcome::Beyond;
        }
        if support > best.support {
            (best.normal, best.support) = (normal, support);
            best.distance = f64::INFINITY; // To be set together with this normal.
        }
        if distance < best.distance {
            best.distance = distance;
            [best.a, best.b] = simplex.witnesses();
            best.numbers = simplex.numbers();
            best.parts = simplex.parts;
        }
        if tolerance.covers(&best) || simplex.holds(&corner) {
            break;
        }
        if let Some(around) = simplex.around_with(&corner) {
            return Outcome::Crossing(around);
        }
        match simplex.joined_by(corner) {
            Some(nearer) => simplex = nearer,
            None => break,
        }
    }
    Outcome::Apart(best)
}

/// One to three support points; a convex combination of them is the point nearest to the origin.
#[derive(Clone, Copy)]
struct Simplex {
    corners: [SupportPoint; 3],
    /// The barycentric coordinates of the nearest point.
    parts: [f64; 3],
    count: usize,
    squared: f64,
}

impl Simplex {
    fn new(corner: SupportPoint) -> Self {
        Self {
            corners: [corner; 3],
            parts: [1.0, 0.0, 0.0],
            count: 1,
            squared: corner.w.length_squared(),
        }
    }

    fn edge(a: SupportPoint, b: SupportPoint) -> Self {
        let u = b.w - a.w;
        let uu = u.length_squared();
        let t = if uu > 0.0 { -a.w.dot(u) / uu } else { 0.0 };
        if t <= 0.0 {
            return Self::new(a);
        }
        if t >= 1.0 {
            return Self::new(b);
        }
        Self {
            corners: [a, b, a],
            parts: [1.0 - t, t, 0.0],
            count: 2,
            squared: (a.w + u * t).length_squared(),
        }
    }

    /// The interior of a face; `None` if the origin projects outside of it or its plane is rounding.
    fn face(corners: [SupportPoint; 3]) -> Option<Self> {
        let points = corners.map(|corner| corner.w);
        let (n, squares) = face_normal(points);
        if is_noise(n, squares) {
            return None;
        }
        let parts = weights(points, n);
        if parts.iter().any(|part| *part < 0.0) {
            return None;
        }
        let whole = parts[0] + parts[1] + parts[2];
        let height = n.dot(points[0]);
        Some(Self {
            corners,
            parts: parts.map(|part| part / whole),
            count: 3,
            squared: height * height / n.length_squared(),
        })
    }

    /// The unit direction from the origin to the simplex, and its distance. If the simplex determines the direction (a
    /// face; in 2D an edge), it is its normal, because the nearest point is rounded and loses its direction near the
    /// origin.
    fn direction(&self, flat: bool) -> (DVec3, f64) {
        let [a, b, _] = self.corners;
        let fixed = match self.count {
            3 if !flat => face_normal(self.corners.map(|corner| corner.w)).0,
            2 if flat => (b.w - a.w).cross(DVec3::Z),
            _ => DVec3::ZERO,
        };
        if let Some(n) = Vector::try_normalize(fixed) {
            let height = n.dot(a.w);
            return if height < 0.0 {
                (-n, -height)
            } else {
                (n, height)
            };
        }
        let nearest = self.nearest();
        match Vector::try_normalize(nearest) {
            Some(n) => (n, Vector::length(nearest)),
            None => (DVec3::X, 0.0),
        }
    }

    fn nearest(&self) -> DVec3 {
        let [a, b] = self.witnesses();
        a - b
    }

    #[inline]
    fn witnesses(&self) -> [DVec3; 2] {
        let mut points = [DVec3::ZERO; 2];
        for (corner, part) in self.corners.iter().zip(self.parts).take(self.count) {
            points[0] += corner.a * part;
            points[1] += corner.b * part;
        }
        points
    }

    fn numbers(&self) -> [[usize; 2]; 3] {
        core::array::from_fn(|i| self.corners[if i < self.count { i } else { 0 }].numbers)
    }

    fn holds(&self, corner: &SupportPoint) -> bool {
        self.corners[..self.count]
            .iter()
            .any(|own| own.is_same(corner))
    }

    /// The tetrahedron of this simplex and one more point, if it contains the origin.
    fn around_with(&self, corner: &SupportPoint) -> Option<[SupportPoint; 4]> {
        let [a, b, c] = self.corners;
        let around = self.count == 3 && is_around([a.w, b.w, c.w, corner.w]);
        around.then_some([a, b, c, *corner])
    }

    /// The nearest feature that contains the new point, of this simplex and that point; `None` if it is no nearer.
    fn joined_by(&self, corner: SupportPoint) -> Option<Self> {
        let own = &self.corners[..self.count];
        let mut nearest = Self::new(corner);
        let mut offer = |other: Self| {
            if other.squared < nearest.squared {
                nearest = other;
            }
        };
        for &a in own {
            offer(Self::edge(a, corner));
        }
        for i in 0..own.len() {
            for j in i + 1..own.len() {
                if let Some(face) = Self::face([own[i], own[j], corner]) {
                    offer(face);
                }
            }
        }
        (nearest.squared < self.squared).then_some(nearest)
    }
}

/// Whether the origin is strictly inside a tetrahedron: on the same side of each face as the opposite corner.
fn is_around(corners: [DVec3; 4]) -> bool {
    (0..4).all(|across| {
        let [a, b, c] = [1, 2, 3].map(|i| corners[(across + i) % 4]);
        let (n, _) = face_normal([a, b, c]);
        let origin = -n.dot(a);
        let other = n.dot(corners[across] - a);
        origin > 0.0 && other > 0.0 || origin < 0.0 && other < 0.0
    })
}
