//! EPA: the penetration depth of two convex hulls from their support functions.
//!
//! The expanding polytope algorithm (van den Bergen 2001): a polytope of support points of the Minkowski difference.
//! Its facet nearest to the origin is expanded to the support point along its normal, until there is none beyond: then
//! it is a facet of the difference, and the penetration axis is its normal. The polytope is seeded from the extent of
//! the difference, not from the last simplex of GJK: it need not contain the origin at first, and a difference without
//! volume (in 2D without area) is recognized.

mod polygon;
mod polytope;
mod seed;

use super::convex_points::{Difference, SupportPoint, unit_normal, weights};
use super::frame::greater;
use super::newton::Hint;
use carom_math::Scalar;
use glam::DVec3;
use polygon::Polygon;
use polytope::ExpandingPolytope;
use seed::{Seed, is_thick};

/// The shortest motion that separates two hulls.
pub(crate) struct Depth {
    /// The unit direction in which `a` must move.
    pub(crate) normal: DVec3,
    /// The length of the motion; rounding makes it negative for hulls that nearly touch.
    pub(crate) depth: f64,
    /// The points that touch after the motion, at their present positions; `None` if rounding has lost them.
    pub(crate) witnesses: Option<[DVec3; 2]>,
    /// Whether another direction is as short.
    pub(crate) ambiguous: bool,
}

/// The result of GJK for two hulls that cross or touch.
#[derive(Clone, Copy)]
pub(crate) enum Known<'a> {
    /// The witness points of hulls that touch within rounding.
    Touch([DVec3; 2]),
    /// Four support points around the origin.
    Around(&'a [SupportPoint; 4]),
}

impl Known<'_> {
    /// The support points around the origin, if they span a polytope with good normals.
    fn thick(self, size: f64) -> Option<[SupportPoint; 4]> {
        match self {
            Self::Touch(_) => None,
            Self::Around(corners) => Some(*corners).filter(|corners| is_thick(corners, size)),
        }
    }

    fn touch(self) -> Option<[DVec3; 2]> {
        match self {
            Self::Touch(points) => Some(points),
            Self::Around(_) => None,
        }
    }
}

/// The size and the tolerances of a pair (lengths).
#[derive(Clone, Copy)]
pub(crate) struct Tolerances {
    /// A bound of all coordinates.
    pub(crate) size: f64,
    /// Shorter vectors have no direction: support points this near each other are merged.
    pub(crate) direction: f64,
    /// The largest error of the depth.
    pub(crate) depth: f64,
    /// The depth is ambiguous if another direction is longer by at most this.
    pub(crate) tie: f64,
    /// A known upper bound of the depth, or infinity: facets farther out are not expanded.
    pub(crate) known: f64,
    /// The number of support points after which a polytope or polygon is not expanded any more.
    pub(crate) corners: usize,
}

/// Corners of a face of the Minkowski difference.
pub(crate) struct KnownFace {
    corners: [SupportPoint; 4],
    /// The point that is the farthest from it.
    opposite: SupportPoint,
}

impl KnownFace {
    /// The corners of the face with this outward unit normal, if there is one: support points in directions tilted by an
    /// angle with this tangent.
    pub(crate) fn of(difference: &Difference<'_>, normal: DVec3, tilt: f64) -> Self {
        let (u, w) = normal.any_orthonormal_pair();
        Self {
            corners: [u, w, -u, -w].map(|way| difference.support(normal + way * tilt)),
            opposite: difference.support(-normal),
        }
    }

    /// The depth through the face, if the origin lies under it: between three of its corners, in a plane that no point of
    /// the difference is beyond.
    pub(crate) fn depth(
        &self,
        difference: &Difference<'_>,
        tolerances: &Tolerances,
    ) -> Option<Depth> {
        let [a, b, c, d] = self.corners;
        let slack = greater(tolerances.depth, 4.0 * f64::EPSILON * tolerances.size);
        [[a, b, c], [a, c, d], [a, b, d], [b, c, d]]
            .into_iter()
            .find_map(|corners| {
                let points = corners.map(|corner| corner.w);
                let normal = unit_normal(points)?;
                let outwards = (points[0] - self.opposite.w).dot(normal);
                let normal = if outwards < 0.0 { -normal } else { normal };
                let parts = weights(points, normal);
                let whole = parts[0] + parts[1] + parts[2];
                let parts = parts.map(|part| part / whole);
                let is_under = parts.iter().all(|part| *part >= 0.0);
                let depth = normal.dot(difference.support(normal).w);
                if !is_under || depth - normal.dot(points[0]) > slack {
                    return None;
                }
                let mut witnesses = [DVec3::ZERO; 2];
                for (corner, part) in corners.iter().zip(parts) {
                    witnesses[0] += corner.a * part;
                    witnesses[1] += corner.b * part;
                }
                Some(Depth {
                    normal: -normal,
                    depth,
                    witnesses: Some(witnesses),
                    ambiguous: false,
                })
            })
    }
}

/// More support points than any but the roundest hulls need.
pub(crate) const MAX_CORNERS: usize = 512;

/// The depth of two hulls that cross or touch.
pub(crate) fn depth(
    difference: &Difference<'_>,
    known: Known<'_>,
    tolerances: &Tolerances,
) -> Depth {
    if let Some(corners) = known.thick(tolerances.size) {
        return ExpandingPolytope::new(corners, tolerances).expanded(difference);
    }
    match Seed::of(difference, tolerances.direction) {
        Seed::Thin(ways) => thin(difference, &ways, known.touch()),
        Seed::Area(corners) => Polygon::new(corners, DVec3::Z, tolerances).expanded(difference),
        Seed::Plane(corners, normal) => {
            // The shorter of the depth in the plane and the one out of the plane.
            let aside = Polygon::new(corners, normal, tolerances).expanded(difference);
            let found = thin(difference, &[normal, -normal], known.touch());
            if aside.depth < found.depth {
                aside
            } else {
                found
            }
        }
        Seed::Volume(corners) => ExpandingPolytope::new(corners, tolerances).expanded(difference),
    }
}

/// What becomes of a facet.
pub(crate) struct Judged {
    /// Whether it needs no further expansion.
    pub(crate) is_outer: bool,
    /// An upper bound of the depth that is known now.
    pub(crate) known: f64,
}

/// Offers the facets of the Minkowski difference over which no point is higher than the tolerance and that are no higher over
/// the origin than the known bound: how much higher a point is, 0 if the facet cannot be expanded, and where a search from it
/// begins. Or returns the depth, if the difference has no interior. If a face is known (in 3D), the expansion begins with its corners.
pub(crate) fn each_facet(
    difference: &Difference<'_>,
    known: Known<'_>,
    face: Option<&KnownFace>,
    tolerances: &Tolerances,
    judge: impl FnMut(f64, f64, Hint) -> Judged,
) -> Option<Depth> {
    let first = face.map_or(&[] as &[_], |face| &face.corners);
    let under_face = face.map(|face| {
        let [a, b, c, _] = face.corners;
        [a, b, c, face.opposite]
    });
    let under_face = under_face.filter(|corners| is_thick(corners, tolerances.size));
    let seed = under_face
        .or_else(|| known.thick(tolerances.size))
        .map_or_else(|| Seed::of(difference, tolerances.direction), Seed::Volume);
    match seed {
        Seed::Area(corners) => {
            Polygon::new(corners, DVec3::Z, tolerances).expand(difference, judge);
            None
        }
        Seed::Volume(corners) => {
            let mut polytope = ExpandingPolytope::new(corners, tolerances);
            polytope.begin_with(first);
            polytope.expand(difference, judge);
            None
        }
        Seed::Thin(_) | Seed::Plane(..) => Some(depth(difference, known, tolerances)),
    }
}

/// A hull's facet: it has all the difference's points beneath it.
fn of_a_hull(_: f64, _: f64, _: Hint) -> Judged {
    Judged {
        is_outer: true,
        known: f64::INFINITY,
    }
}

/// Where Newton's method begins at a facet: at its normal, with the parts of its corners at the point nearest to the origin.
fn hint(normal: DVec3, corners: [&SupportPoint; 3], parts: [f64; 3]) -> Hint {
    let parts = parts.map(|part| Scalar::max(0.0, part));
    let whole = parts[0] + parts[1] + parts[2];
    Hint {
        normal: -normal,
        numbers: corners.map(|corner| corner.numbers),
        parts: parts.map(|part| part / whole),
    }
}

/// The depth of a difference without interior, along the directions across it.
fn thin(difference: &Difference<'_>, ways: &[DVec3], witnesses: Option<[DVec3; 2]>) -> Depth {
    let (mut depth, mut normal) = (f64::INFINITY, DVec3::X);
    for &way in ways {
        let far = way.dot(difference.support(way).w);
        if far < depth {
            (depth, normal) = (far, -way);
        }
    }
    Depth {
        normal,
        depth,
        witnesses,
        ambiguous: true,
    }
}

/// A polytope with up to this many support points does not allocate; only round hulls need more.
const FEW_CORNERS: usize = 32;

/// Whether a support point is within the direction tolerance of a known one: a facet to it would be a sliver with a
/// meaningless normal.
fn is_known(corners: &[SupportPoint], corner: &SupportPoint, direction: f64) -> bool {
    let merged = |own: &SupportPoint| (own.w - corner.w).length_squared() <= direction * direction;
    corners.iter().any(merged)
}

/// Whether two unit normals differ by more than rounding.
fn is_other(n: DVec3, m: DVec3) -> bool {
    (n - m).length_squared() > 1e-12
}
