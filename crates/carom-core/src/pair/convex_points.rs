//! Support functions: hulls as sets of points and curved cores in the frame of a pair, and their Minkowski difference,
//! for GJK and EPA.

use super::frame::Frame;
use crate::shape::Core;
use crate::shape::curved::SupportFunction;
use crate::shape::polytope::Polytope;
use crate::shape::support::{Function, PlacedSupport};
use crate::shape::triangle::shortest_sides;
use carom_math::Vector;
use carom_math::double_double::VecDD;
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

    /// A direction of the hull after its rotation.
    pub(crate) fn rotated(&self, direction: DVec3) -> DVec3 {
        match self.turn {
            None => direction,
            Some([x, y, z]) => x * direction.x + y * direction.y + z * direction.z,
        }
    }

    /// A direction in the coordinates of the hull before its rotation.
    pub(crate) fn unrotated(&self, direction: DVec3) -> DVec3 {
        match self.turn {
            None => direction,
            Some(axes) => DVec3::from_array(axes.map(|axis| axis.dot(direction))),
        }
    }
}

/// Up to this many points, those of a box, are converted to the frame once.
const FEW: usize = 8;

/// A core in the frame of a pair, in 3D; in 2D z = 0.
#[derive(Clone, Copy)]
pub(crate) enum LocalCore<'a, V: Vector> {
    Kept([DVec3; FEW], usize),
    Lent(Borrowed<'a, V>),
    Polytope(BorrowedPolytope<'a, V>),
    Curved(SupportFunction),
    Support(PlacedSupport<'a, V::Double>),
}

/// Borrowed points, converted to the frame at each access, so that none of them is copied.
#[derive(Clone, Copy)]
pub(crate) struct Borrowed<'a, V: Vector> {
    points: &'a [V],
    frame: Frame<V>,
}

/// A borrowed polytope, its vertices converted like [`Borrowed`] points.
#[derive(Clone, Copy)]
pub(crate) struct BorrowedPolytope<'a, V: Vector> {
    polytope: &'a Polytope<V>,
    frame: Frame<V>,
}

/// Borrowed points of any vector type.
trait Lent {
    fn count(&self) -> usize;
    fn point(&self, index: usize) -> DVec3;
    fn support(&self, direction: DVec3) -> usize;
}

impl<V: Vector> Lent for Borrowed<'_, V> {
    fn count(&self) -> usize {
        self.points.len()
    }

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

impl<V: Vector> Lent for BorrowedPolytope<'_, V> {
    fn count(&self) -> usize {
        self.polytope.vertices().len()
    }

    fn point(&self, index: usize) -> DVec3 {
        DVec3::from_array(self.frame.raw(self.polytope.vertices()[index]).to_f64())
    }

    fn support(&self, direction: DVec3) -> usize {
        let direction = V::Double::from_f64(direction.to_array());
        self.polytope.farthest(direction)
    }
}

impl<'a, V: Vector> LocalCore<'a, V> {
    pub(crate) fn new(core: Core<'a, V>, frame: &Frame<V>) -> Self {
        let frame = *frame;
        match core {
            Core::Polytope(polytope) if polytope.vertices().len() > FEW => {
                Self::Polytope(BorrowedPolytope { polytope, frame })
            }
            Core::Points(points) => Self::of_points(points, frame),
            Core::Polytope(polytope) => Self::of_points(polytope.vertices(), frame),
            Core::Curved(curved) => {
                let place = |p| DVec3::from_array(frame.raw(p).to_f64());
                Self::Curved(curved.support_function_in(place, frame.scale()))
            }
            Core::Support(core) => {
                let place = |p| DVec3::from_array(frame.raw(p).to_f64());
                Self::Support(core.support_function_in(place, frame.scale()))
            }
        }
    }

    #[inline(always)]
    fn of_points(points: &'a [V], frame: Frame<V>) -> Self {
        let all = Borrowed { points, frame };
        if points.len() > FEW {
            return Self::Lent(all);
        }
        let mut few = [DVec3::ZERO; FEW];
        for (index, place) in few.iter_mut().enumerate().take(points.len()) {
            *place = all.point(index);
        }
        Self::Kept(few, points.len())
    }

    /// The core at a placement.
    pub(crate) fn at(&self, pose: Placement) -> PlacedCore<'_> {
        let source = match self {
            Self::Kept(few, count) => CoreSource::Kept(&few[..*count]),
            Self::Lent(all) => CoreSource::Lent(all),
            Self::Polytope(polytope) => CoreSource::Lent(polytope),
            Self::Curved(curved) => CoreSource::Curved(curved),
            Self::Support(core) => CoreSource::Support(core),
        };
        PlacedCore { source, pose }
    }
}

/// A convex core at a placement, with its support function.
#[derive(Clone, Copy)]
pub(crate) struct PlacedCore<'a> {
    source: CoreSource<'a>,
    pub(crate) pose: Placement,
}

#[derive(Clone, Copy)]
enum CoreSource<'a> {
    Kept(&'a [DVec3]),
    Lent(&'a dyn Lent),
    Curved(&'a SupportFunction),
    Support(&'a dyn Function),
}

/// The number of a support point of a support function, or on the section at the first end of a curved core; that of
/// the second end is one less.
const ON_A_CURVE: usize = usize::MAX;

impl<'a> PlacedCore<'a> {
    /// Points of the frame at a placement.
    pub(super) fn of_points(points: &'a [DVec3], pose: Placement) -> Self {
        let source = CoreSource::Kept(points);
        Self { source, pose }
    }

    /// A point of the hull's points.
    pub(crate) fn point(&self, index: usize) -> DVec3 {
        self.pose.place(match self.source {
            CoreSource::Kept(points) => points[index],
            CoreSource::Lent(points) => points.point(index),
            CoreSource::Curved(curved) => curved.ends[0],
            CoreSource::Support(function) => function.support(DVec3::X),
        })
    }

    /// Three edges of a triangle, or of a box with its corners in the order of [`Hull::cuboid`](crate::Hull::cuboid); of
    /// eight other points three differences. Zero where there are none.
    pub(super) fn edges_of_few(&self) -> [DVec3; 3] {
        let CoreSource::Kept(points) = self.source else {
            return [DVec3::ZERO; 3];
        };
        let ends = match points.len() {
            3 => [[0, 1], [1, 2], [0, 2]],
            8 => [[0, 1], [0, 2], [0, 4]],
            _ => return [DVec3::ZERO; 3],
        };
        ends.map(|[from, to]| self.pose.rotated(points[to] - points[from]))
    }

    /// Its points, if they are this few.
    pub(super) fn few<const N: usize>(&self) -> Option<[DVec3; N]> {
        let CoreSource::Kept(points) = self.source else {
            return None;
        };
        let points: &[DVec3; N] = points.try_into().ok()?;
        Some(points.map(|point| self.pose.place(point)))
    }

    /// All points of a hull, placed; none of a curved core.
    pub(crate) fn iter(&self) -> impl Iterator<Item = DVec3> {
        let count = match self.source {
            CoreSource::Kept(points) => points.len(),
            CoreSource::Lent(points) => points.count(),
            CoreSource::Curved(_) | CoreSource::Support(_) => 0,
        };
        (0..count).map(|index| self.point(index))
    }

    /// Its curved core, before the placement, if it has one.
    pub(crate) fn curved(&self) -> Option<&SupportFunction> {
        match self.source {
            CoreSource::Curved(curved) => Some(curved),
            CoreSource::Kept(_) | CoreSource::Lent(_) | CoreSource::Support(_) => None,
        }
    }

    /// Its support function, before the placement, if nothing else is known of it.
    pub(crate) fn function(&self) -> Option<&dyn Function> {
        match self.source {
            CoreSource::Support(function) => Some(function),
            CoreSource::Kept(_) | CoreSource::Lent(_) | CoreSource::Curved(_) => None,
        }
    }

    /// Whether it has no points: it is curved, or a support function.
    fn is_curved(&self) -> bool {
        matches!(self.source, CoreSource::Curved(_) | CoreSource::Support(_))
    }

    /// A point of it.
    fn first(&self) -> (usize, DVec3) {
        let number = if self.is_curved() { ON_A_CURVE } else { 0 };
        (number, self.point(0))
    }

    /// The end of the section with the number of a support point on a curve.
    pub(crate) fn end_of(number: usize) -> usize {
        usize::from(number != ON_A_CURVE)
    }

    /// The number of a support point on the section at an end.
    pub(crate) fn number_of(end: usize) -> usize {
        ON_A_CURVE - end
    }

    /// The support function: the number and the place of the point farthest along a direction, the first on a tie.
    #[inline]
    pub(crate) fn support(&self, direction: DVec3) -> (usize, DVec3) {
        let direction = self.pose.unrotated(direction);
        let (index, point) = match self.source {
            CoreSource::Kept(points) => {
                let index = farthest(points.iter().copied(), direction);
                (index, points[index])
            }
            CoreSource::Lent(points) => {
                let index = points.support(direction);
                (index, points.point(index))
            }
            CoreSource::Curved(curved) => {
                let (end, point) = curved.support_at(direction);
                (Self::number_of(end), point)
            }
            CoreSource::Support(function) => (ON_A_CURVE, function.support(direction)),
        };
        (index, self.pose.place(point))
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
    /// The numbers of the two points in their hulls.
    pub(crate) numbers: [usize; 2],
}

/// The Minkowski difference, all `a − b`: the two hulls touch if its hull contains the origin.
#[derive(Clone, Copy)]
pub(crate) struct Difference<'a> {
    pub(crate) a: PlacedCore<'a>,
    pub(crate) b: PlacedCore<'a>,
    /// Whether it is 2D.
    pub(crate) is_flat: bool,
}

impl Difference<'_> {
    /// The support point farthest along a direction.
    #[inline]
    pub(crate) fn support(&self, direction: DVec3) -> SupportPoint {
        SupportPoint::new(self.a.support(direction), self.b.support(-direction))
    }

    /// Any support point.
    #[inline]
    pub(crate) fn first(&self) -> SupportPoint {
        SupportPoint::new(self.a.first(), self.b.first())
    }

    /// Whether one of the two is curved, or a support function.
    #[inline]
    pub(crate) fn is_curved(&self) -> bool {
        self.a.is_curved() || self.b.is_curved()
    }

    /// Whether the support functions of both are known piece by piece, as Newton's method requires.
    pub(crate) fn has_pieces(&self) -> bool {
        self.a.function().is_none() && self.b.function().is_none()
    }
}

impl SupportPoint {
    #[inline]
    fn new((number_a, a): (usize, DVec3), (number_b, b): (usize, DVec3)) -> Self {
        Self {
            a,
            b,
            w: a - b,
            numbers: [number_a, number_b],
        }
    }

    /// Whether it is the same point: with the same numbers, or in the same place if it is on a curve.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        if self.numbers.iter().any(|number| *number >= ON_A_CURVE - 1) {
            return self.a == other.a && self.b == other.b;
        }
        self.numbers == other.numbers
    }
}

/// The face normal of three points from their two shortest sides, and the product of the squared lengths of these,
/// which bounds its rounding.
pub(crate) fn face_normal(corners: [DVec3; 3]) -> (DVec3, f64) {
    let [(u, uu), (v, vv)] = shortest_sides(&corners);
    let (n, squares) = (u.cross(v), uu * vv);
    if n.length_squared() > SLIVER * squares {
        (n, squares)
    } else {
        (exact_normal(corners), squares)
    }
}

/// The square of the sine between two sides below which their cross product loses digits that count: its error is an
/// eps over the sine, and every point of the hulls is compared along it.
const SLIVER: f64 = 1e-3;

/// The cross product in double-double: the sides are exact, so the normal is right for slivers too.
#[cold]
#[inline(never)]
fn exact_normal([a, b, c]: [DVec3; 3]) -> DVec3 {
    let [n, _] = Vector::crossing_axes(wide(b) - wide(a), wide(c) - wide(a));
    n.to_double()
}

/// A vector in double-double.
pub(super) fn wide(p: DVec3) -> VecDD<3> {
    VecDD::from_double(p)
}

/// The unit normal of a face; `None` if it has no direction. For points on a line, a direction across it.
pub(crate) fn unit_normal(points: [DVec3; 3]) -> Option<DVec3> {
    let (n, squares) = face_normal(points);
    if !is_noise(n, squares) {
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

/// Whether a [`face_normal`] is rounding of its factors in double-double, given the product of their squared lengths.
pub(crate) fn is_noise(normal: DVec3, squares: f64) -> bool {
    const EPS: f64 = 1e-20;
    normal.length_squared() <= EPS * EPS * squares
}

/// The barycentric weights, not normalized, of the projection of the origin onto the plane of three points with the
/// normal `n`; the projection is outside if one is negative.
#[inline]
pub(crate) fn weights([a, b, c]: [DVec3; 3], n: DVec3) -> [f64; 3] {
    [n.dot(b.cross(c)), n.dot(c.cross(a)), n.dot(a.cross(b))]
}
