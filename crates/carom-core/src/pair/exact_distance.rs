//! The distance of two hulls of points in double-double, where double precision does not prove one: needles, slivers, nearly
//! parallel edges.
//!
//! GJK (see [`gjk`](super::gjk)) with all pairs of faces of two tetrahedra as its subproblem, instead of one simplex of the
//! difference: the kernel of two triangles is exact for any of them.

use super::convex_points::{Difference, PlacedCore, wide};
use super::gjk;
use super::nearest::{Kernel, Kernels};
use carom_math::double_double::{DoubleDouble, VecDD};
use carom_math::{Scalar, Vector};

/// More steps in double-double than any pair needs.
const EXACT_STEPS: usize = 64;

/// The distance in double-double.
pub(super) enum ExactDistance {
    /// Certified for the whole hulls.
    Apart(gjk::Distance),
    /// They touch or cross.
    Touching,
    Unknown,
}

/// The distance of two hulls, from the points with these numbers on.
pub(super) fn nearest(
    difference: &Difference<'_>,
    numbers: [[usize; 2]; 3],
    size: f64,
) -> ExactDistance {
    let mut features = TrianglePair([0, 1].map(|hull| numbers.map(|pair| pair[hull])));
    let Some(mut nearest) = features.nearest(difference, size) else {
        return ExactDistance::Touching;
    };
    for _ in 0..EXACT_STEPS {
        let [p, q] = nearest.points;
        let normal = (p - q) / nearest.distance;
        let (a, below) = lowest(&difference.a, normal);
        let (b, above) = lowest(&difference.b, -normal);
        let (distance, support) = (nearest.distance.to_f64(), below + above);
        if distance - support <= 4.0 * f64::EPSILON * size {
            let [first, second] = features.0;
            return ExactDistance::Apart(gjk::Distance {
                a: p.to_double(),
                b: q.to_double(),
                normal: normal.to_double(),
                distance,
                support,
                numbers: core::array::from_fn(|i| [first[i], second[i]]),
                parts: [1.0, 0.0, 0.0],
            });
        }
        let mut is_nearer = false;
        for other in features.with([a, b]) {
            let Some(found) = other.nearest(difference, size) else {
                return ExactDistance::Touching;
            };
            if found.distance < nearest.distance {
                (features, nearest, is_nearer) = (other, found, true);
            }
        }
        if !is_nearer {
            break;
        }
    }
    ExactDistance::Unknown
}

/// The numbers of three points of each hull.
#[derive(Clone, Copy)]
struct TrianglePair([[usize; 3]; 2]);

/// The nearest points of two features, in double-double.
struct WideDistance {
    points: [VecDD<3>; 2],
    distance: DoubleDouble,
}

impl TrianglePair {
    /// The nearest points; `None` if they cross or are too near for a normal.
    fn nearest(&self, difference: &Difference<'_>, size: f64) -> Option<WideDistance> {
        let [a, b] = self.0;
        let a = a.map(|number| wide(difference.a.point(number)));
        let b = b.map(|number| wide(difference.b.point(number)));
        let found = Kernels::nearest(&a, &b);
        let distance = (found.a - found.b).length();
        (!found.crossing && distance.to_f64() > 1e-20 * size).then_some(WideDistance {
            points: [found.a, found.b],
            distance,
        })
    }

    /// The other pairs of faces of the tetrahedra that these faces and one more point of each hull span.
    fn with(self, [a, b]: [usize; 2]) -> impl Iterator<Item = Self> {
        let face = |mut own: [usize; 3], place: usize, new: usize| {
            if let Some(number) = own.get_mut(place) {
                *number = new;
            }
            own
        };
        let [first, second] = self.0;
        (0..15).map(move |pair| Self([face(first, pair >> 2, a), face(second, pair & 3, b)]))
    }
}

/// The number of the point that is the lowest along a direction, and its height.
fn lowest(cloud: &PlacedCore<'_>, n: VecDD<3>) -> (usize, f64) {
    let heights = cloud.iter().map(|p| n.dot(wide(p))).enumerate();
    let lowest = heights.reduce(|x, y| if y.1 < x.1 { y } else { x });
    lowest.map_or((0, f64::INFINITY), |(number, height)| {
        (number, height.to_f64())
    })
}
