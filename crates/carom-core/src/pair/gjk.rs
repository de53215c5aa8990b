//! The distance of two convex hulls, by supports alone.
//!
//! Gilbert, Johnson and Keerthi (1988): a simplex of corners of the Minkowski difference, replaced by the
//! part of it that is nearest to the origin and a farther corner that way, until there is none. Two
//! things are done otherwise than usual. The nearest point of the simplex is the least over all its
//! features that hold the new corner (no regions are classified, no determinants compared), so that a
//! flat or needle-thin simplex is as good as any. And the end is told by a certificate: the distance is
//! at most that of the simplex, and at least the support gap along *any* normal, of which the best is
//! kept; when the two meet, or the simplex cannot come nearer, that is the answer.

use super::convex_points::{Difference, SupportPoint, face_normal, is_noise, weights};
use carom_math::Vector;
use glam::DVec3;

/// The nearest points of two clouds' hulls.
pub(crate) struct Distance {
    pub(crate) a: DVec3,
    pub(crate) b: DVec3,
    /// Unit, from `b` to `a`.
    pub(crate) normal: DVec3,
    pub(crate) distance: f64,
    /// The gap along the normal; never more than the true distance but for rounding.
    pub(crate) support: f64,
    /// The numbers of the corners that these points are between; fewer than three are repeated.
    pub(crate) numbers: [[usize; 2]; 3],
}

/// More than any pair needs whose corners can be told apart.
const MAX_STEPS: usize = 256;

/// How two clouds' hulls stand.
pub(crate) enum Outcome {
    /// Certain if the support is as much as the distance.
    Apart(Distance),
    /// Farther from each other than was asked.
    Beyond,
    /// Nearer than rounding can tell: two points all but at one place. The normal means nothing.
    Touching(Distance),
    /// Crossing: the numbers of four corners with the origin among them.
    Crossing([[usize; 2]; 4]),
}

/// The nearest points, if the hulls are not nearer than `direction_tolerance` nor farther than `reach`.
///
/// Ends when distance and certificate are nearer to each other than `tolerance`.
pub(crate) fn nearest(
    difference: &Difference<'_>,
    tolerance: f64,
    direction_tolerance: f64,
    reach: f64,
) -> Outcome {
    let mut simplex = Simplex::new(difference.corner([0, 0]));
    let mut best = Distance {
        a: DVec3::ZERO,
        b: DVec3::ZERO,
        normal: DVec3::X,
        distance: f64::INFINITY,
        support: f64::NEG_INFINITY,
        numbers: simplex.numbers(),
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
            best.distance = f64::INFINITY; // To be told along this normal.
        }
        if distance < best.distance {
            best.distance = distance;
            [best.a, best.b] = simplex.witnesses();
            best.numbers = simplex.numbers();
        }
        if best.distance - best.support <= tolerance || simplex.holds(&corner) {
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

/// One to three corners, all of which the point nearest to the origin needs.
#[derive(Clone, Copy)]
struct Simplex {
    corners: [SupportPoint; 3],
    /// How much of each corner makes the nearest point; they add up to 1.
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

    /// The inside of a face; `None` where the foot is not in it or there is no plane to speak of.
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

    /// The unit way from the origin to the simplex, and how far it is. Where the simplex fixes the way
    /// (a face; in the plane an edge) it is taken from there: the nearest point is rounded, and near
    /// the origin nothing of it is left.
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
            .any(|own| own.numbers == corner.numbers)
    }

    /// This simplex and one more corner, if they have the origin inside.
    fn around_with(&self, corner: &SupportPoint) -> Option<[[usize; 2]; 4]> {
        let [a, b, c] = self.corners;
        let around = self.count == 3 && is_around([a.w, b.w, c.w, corner.w]);
        around.then_some([a.numbers, b.numbers, c.numbers, corner.numbers])
    }

    /// The nearest part of this simplex and one more corner, which it must need; `None` if that is no
    /// nearer.
    fn joined_by(&self, corner: SupportPoint) -> Option<Self> {
        let own = &self.corners[..self.count];
        let mut nearest = Self::new(corner);
        let mut consider = |other: Self| {
            if other.squared < nearest.squared {
                nearest = other;
            }
        };
        for &a in own {
            consider(Self::edge(a, corner));
        }
        for i in 0..own.len() {
            for j in i + 1..own.len() {
                if let Some(face) = Self::face([own[i], own[j], corner]) {
                    consider(face);
                }
            }
        }
        (nearest.squared < self.squared).then_some(nearest)
    }
}

/// Whether the origin is strictly inside a tetrahedron: on the same side of each face as the corner
/// across from it.
fn is_around(corners: [DVec3; 4]) -> bool {
    (0..4).all(|across| {
        let [a, b, c] = [1, 2, 3].map(|i| corners[(across + i) % 4]);
        let (n, _) = face_normal([a, b, c]);
        let origin = -n.dot(a);
        let other = n.dot(corners[across] - a);
        origin > 0.0 && other > 0.0 || origin < 0.0 && other < 0.0
    })
}
