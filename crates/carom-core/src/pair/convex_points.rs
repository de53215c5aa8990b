//! Support functions: hulls as sets of points in the frame of a pair, and their Minkowski difference, for GJK and EPA.

use super::frame::Frame;
use crate::shape::triangle::shortest_sides;
use carom_math::Vector;
use glam::DVec3;

/// The placement of a hull: rotated about a pivot, then shifted.
#[derive(Clone, Copy)]
pub(crate) struct Placement {
    /// The images of the three axes, if it is rotated.
    pub(crate) turn: Option<[DVec3; 3]>,
    pub(crate) pivot: DVec3,
    pub(crate) shift: DVec3,
}

impl Placement {
    /// A shift without a rotation.
    pub(crate) fn shifted(shift: DVec3) -> Self {
        Self {
            turn: None,
            pivot: DVec3::ZERO,
            shift,
        }
    }

    pub(crate) fn place(&self, p: DVec3) -> DVec3 {
        let Some([x, y, z]) = self.turn else {
            return p + self.shift;
        };
        let r = p - self.pivot;
        (x * r.x + y * r.y + z * r.z) + (self.pivot + self.shift)
    }

    /// A direction in the coordinates of the hull before its rotation.
    fn unrotated(&self, direction: DVec3) -> DVec3 {
        match self.turn {
            None => direction,
            Some(axes) => DVec3::from_array(axes.map(|axis| axis.dot(direction))),
        }
    }
}

/// Up to this many points, those of a box, are converted to the frame once.
const FEW: usize = 8;

/// The points of a core in the frame of a pair, in 3D; in 2D z = 0.
#[derive(Clone, Copy)]
pub(crate) struct LocalPoints<'a, V: Vector> {
    few: [DVec3; FEW],
    all: Borrowed<'a, V>,
}

/// Borrowed points, converted to the frame at each access, so that none of them is copied.
#[derive(Clone, Copy)]
struct Borrowed<'a, V: Vector> {
    points: &'a [V],
    frame: Frame<V>,
}

/// Borrowed points of any vector type.
trait Lent {
    fn point(&self, index: usize) -> DVec3;
    fn support(&self, direction: DVec3) -> usize;
}

impl<V: Vector> Lent for Borrowed<'_, V> {
    #[inline(always)]
    fn point(&self, index: usize) -> DVec3 {
        DVec3::from_array(self.frame.raw(self.points[index]).to_f64())
    }

    #[inline]
    fn support(&self, direction: DVec3) -> usize {
        let all = 0..self.points.len();
        farthest(all.map(|index| self.point(index)), direction)
    }
}

impl<'a, V: Vector> LocalPoints<'a, V> {
    pub(crate) fn new(points: &'a [V], frame: &Frame<V>) -> Self {
        let mut few = [DVec3::ZERO; FEW];
        let frame = *frame;
        let all = Borrowed { points, frame };
        if points.len() <= FEW {
            for (index, place) in few.iter_mut().enumerate().take(points.len()) {
                *place = all.point(index);
            }
        }
        Self { few, all }
    }

    /// The points at a placement.
    pub(crate) fn at(&self, pose: Placement) -> ConvexPoints<'_> {
        let count = self.all.points.len();
        let points = if count > FEW {
            PointSource::Lent(&self.all)
        } else {
            PointSource::Kept(&self.few[..count])
        };
        ConvexPoints {
            points,
            count,
            pose,
        }
    }
}

/// The points of a convex hull at a placement, with its support function.
#[derive(Clone, Copy)]
pub(crate) struct ConvexPoints<'a> {
    points: PointSource<'a>,
    count: usize,
    pub(crate) pose: Placement,
}

#[derive(Clone, Copy)]
enum PointSource<'a> {
    Kept(&'a [DVec3]),
    Lent(&'a dyn Lent),
}

impl ConvexPoints<'_> {
    pub(crate) fn point(&self, index: usize) -> DVec3 {
        self.pose.place(match self.points {
            PointSource::Kept(points) => points[index],
            PointSource::Lent(points) => points.point(index),
        })
    }

    /// All points, placed.
    pub(crate) fn iter(&self) -> impl Iterator<Item = DVec3> {
        (0..self.count).map(|index| self.point(index))
    }

    /// The support function: the number of the point farthest along a direction, the first on a tie.
    #[inline]
    pub(crate) fn support(&self, direction: DVec3) -> usize {
        let direction = self.pose.unrotated(direction);
        match self.points {
            PointSource::Kept(points) => farthest(points.iter().copied(), direction),
            PointSource::Lent(points) => points.support(direction),
        }
    }
}

#[inline(always)]
fn farthest(points: impl Iterator<Item = DVec3>, direction: DVec3) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (index, p) in points.enumerate() {
        let height = direction.dot(p);
        // A selection instead of a branch.
        best = if height > best.1 {
            (index, height)
        } else {
            best
        };
    }
    best.0
}

/// A support point `a − b` of the Minkowski difference of two hulls.
#[derive(Clone, Copy)]
pub(crate) struct SupportPoint {
    pub(crate) a: DVec3,
    pub(crate) b: DVec3,
    /// a − b.
    pub(crate) w: DVec3,
    /// The numbers of the two points.
    pub(crate) numbers: [usize; 2],
}

/// The Minkowski difference, all `a − b`: the two hulls touch if its hull contains the origin.
#[derive(Clone, Copy)]
pub(crate) struct Difference<'a> {
    pub(crate) a: ConvexPoints<'a>,
    pub(crate) b: ConvexPoints<'a>,
    /// Whether it is 2D.
    pub(crate) is_flat: bool,
}

impl Difference<'_> {
    /// The support point farthest along a direction.
    #[inline]
    pub(crate) fn support(&self, direction: DVec3) -> SupportPoint {
        self.corner([self.a.support(direction), self.b.support(-direction)])
    }

    #[inline]
    pub(crate) fn corner(&self, numbers: [usize; 2]) -> SupportPoint {
        let (a, b) = (self.a.point(numbers[0]), self.b.point(numbers[1]));
        SupportPoint {
            a,
            b,
            w: a - b,
            numbers,
        }
    }
}

/// The face normal of three points from their two shortest sides, and the product of the squared lengths of these,
/// which bounds its rounding.
pub(crate) fn face_normal(corners: [DVec3; 3]) -> (DVec3, f64) {
    let [(u, uu), (v, vv)] = shortest_sides(&corners);
    (u.cross(v), uu * vv)
}

/// The unit normal of a face; `None` if it has no direction.
///
/// The cross product of the short sides of a needle can be tilted, and along a tilted normal the length of the needle
/// would count as height. Such a normal is made orthogonal to the longest side again.
pub(crate) fn unit_normal(points: [DVec3; 3]) -> Option<DVec3> {
    const NEEDLE: f64 = 1e-12;
    let (n, squares) = face_normal(points);
    if n.length_squared() > NEEDLE * squares {
        return Vector::try_normalize(n);
    }
    let [a, b, c] = points;
    let mut longest = b - a;
    for side in [c - b, a - c] {
        if side.length_squared() > longest.length_squared() {
            longest = side;
        }
    }
    across(n, longest)
}

/// The component of `n` orthogonal to `u`, as a unit vector.
pub(crate) fn across(n: DVec3, u: DVec3) -> Option<DVec3> {
    let (n, u) = (Vector::try_normalize(n)?, Vector::try_normalize(u)?);
    let once = Vector::try_normalize(n - u * u.dot(n))?;
    Vector::try_normalize(once - u * u.dot(once))
}

/// Whether a cross product is within the rounding of its factors, given the product of their squared lengths.
pub(crate) fn is_noise(cross: DVec3, squares: f64) -> bool {
    const EPS: f64 = 12.0 * f64::EPSILON;
    cross.length_squared() <= EPS * EPS * squares
}

/// The barycentric weights, not normalized, of the projection of the origin onto the plane of three points with the
/// normal `n`; the projection is outside if one is negative.
#[inline]
pub(crate) fn weights([a, b, c]: [DVec3; 3], n: DVec3) -> [f64; 3] {
    [n.dot(b.cross(c)), n.dot(c.cross(a)), n.dot(a.cross(b))]
}
