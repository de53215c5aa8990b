//! Point clouds and their Minkowski difference: what a hull is to the algorithms that ask for supports.

use super::frame::Frame;
use crate::vector::Vector;
use glam::DVec3;

/// Where a cloud is: turned about a pivot, then shifted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    /// The images of the three axes, if it is turned.
    pub(crate) turn: Option<[DVec3; 3]>,
    pub(crate) pivot: DVec3,
    pub(crate) shift: DVec3,
}

impl Pose {
    /// Not turned, only shifted.
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

    /// A direction as the cloud sees it, before it is turned.
    fn unturned(&self, direction: DVec3) -> DVec3 {
        match self.turn {
            None => direction,
            Some(axes) => DVec3::from_array(axes.map(|axis| axis.dot(direction))),
        }
    }
}

/// Points in the frame of a pair, in space: those of the plane have z = 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cloud<'a, V: Vector> {
    pub(crate) points: &'a [V],
    pub(crate) frame: &'a Frame<V>,
    pub(crate) pose: Pose,
}

impl<V: Vector> Cloud<'_, V> {
    fn local(&self, p: V) -> DVec3 {
        DVec3::from_array(self.frame.raw(p).to_f64())
    }

    pub(crate) fn point(&self, index: usize) -> DVec3 {
        self.pose.place(self.local(self.points[index]))
    }

    /// All points.
    pub(crate) fn iter(&self) -> impl Iterator<Item = DVec3> {
        (0..self.points.len()).map(|index| self.point(index))
    }

    /// The number of the point farthest along a direction; the first of several.
    pub(crate) fn support(&self, direction: DVec3) -> usize {
        let direction = self.pose.unturned(direction);
        let mut best = (0, f64::NEG_INFINITY);
        for (index, p) in self.points.iter().enumerate() {
            let height = direction.dot(self.local(*p));
            if height > best.1 {
                best = (index, height);
            }
        }
        best.0
    }
}

/// A corner `a − b` of the difference of two clouds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    pub(crate) a: DVec3,
    pub(crate) b: DVec3,
    /// a − b.
    pub(crate) w: DVec3,
    /// The numbers of the two points.
    pub(crate) numbers: [usize; 2],
}

/// All `a − b`: the two clouds touch where the origin is in its hull.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference<'a, V: Vector> {
    pub(crate) a: Cloud<'a, V>,
    pub(crate) b: Cloud<'a, V>,
}

impl<V: Vector> Difference<'_, V> {
    /// The corner farthest along a direction.
    pub(crate) fn support(&self, direction: DVec3) -> Corner {
        self.corner([self.a.support(direction), self.b.support(-direction)])
    }

    pub(crate) fn corner(&self, numbers: [usize; 2]) -> Corner {
        let (a, b) = (self.a.point(numbers[0]), self.b.point(numbers[1]));
        Corner {
            a,
            b,
            w: a - b,
            numbers,
        }
    }
}

/// The face normal of three corners by their two shortest sides, and the product of the squared lengths
/// of these, which tells how much of it is rounding.
pub(crate) fn face_normal([a, b, c]: [DVec3; 3]) -> (DVec3, f64) {
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let (lab, lbc, lca) = (
        ab.length_squared(),
        bc.length_squared(),
        ca.length_squared(),
    );
    if lab >= lbc && lab >= lca {
        (bc.cross(ca), lbc * lca)
    } else if lbc >= lca {
        (ca.cross(ab), lca * lab)
    } else {
        (ab.cross(bc), lab * lbc)
    }
}

/// The face normal made orthogonal to the longest side once more, unit; `None` without a direction. The
/// cross product of a needle's short sides may be turned a little, and along a normal that is not quite
/// across the long one its length would count as height.
pub(crate) fn unit_normal(points: [DVec3; 3]) -> Option<DVec3> {
    let [a, b, c] = points;
    let mut longest = b - a;
    for side in [c - b, a - c] {
        if side.length_squared() > longest.length_squared() {
            longest = side;
        }
    }
    across(face_normal(points).0, longest)
}

/// The unit part of `n` across `u`.
pub(crate) fn across(n: DVec3, u: DVec3) -> Option<DVec3> {
    let (n, u) = (Vector::try_normalize(n)?, Vector::try_normalize(u)?);
    let once = Vector::try_normalize(n - u * u.dot(n))?;
    Vector::try_normalize(once - u * u.dot(once))
}

/// Whether a cross product is no more than the rounding of its factors, given the product of their
/// squared lengths.
pub(crate) fn is_noise(cross: DVec3, squares: f64) -> bool {
    const EPS: f64 = 12.0 * f64::EPSILON;
    cross.length_squared() <= EPS * EPS * squares
}

/// The weights of three corners at the foot of the origin on their plane, `n` being its normal; the foot
/// is outside where one is negative.
pub(crate) fn weights([a, b, c]: [DVec3; 3], n: DVec3) -> [f64; 3] {
    [n.dot(b.cross(c)), n.dot(c.cross(a)), n.dot(a.cross(b))]
}
