//! A shape of each kind in turn, for the tests that compare surfaces with brute force.

use carom::glam::DVec3;
use carom::{
    Aabb, Ball, Capsule, Cone, Cylinder, Ellipsoid, Hull, Plane, RoundShape, Scalar, Segment,
    Shape, Support, SupportShape, TaperedCapsule, Triangle, Vector,
};
use fastrand::Rng;

/// The intersection of two balls of radius 1.25, their centers 1.5 apart: it is 1 wide along x, 2 across.
pub(crate) struct Lens;

impl<D: Vector<Scalar = f64>> Support<D> for Lens {
    fn support(&self, direction: D) -> D {
        let [x, y, z] = direction.to_f64();
        let n = direction * (1.0 / direction.length());
        if n[0].abs() > 0.6 {
            let center = D::from_f64([-0.75_f64.copysign(x), 0.0, 0.0]);
            return center + n * 1.25;
        }
        D::from_f64([0.0, y, z]).try_normalize().unwrap_or(D::ZERO)
    }
}

/// A point in a cube of this size around the origin.
pub(crate) fn point<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// The eight corners of a box or parallelepiped, and its twelve triangles, with their fronts outwards if the axes are
/// right-handed.
pub(crate) fn box_mesh<V: Vector>(center: DVec3, axes: [DVec3; 3]) -> (Vec<V>, Vec<[u32; 3]>) {
    let corner = |i: usize| {
        let sign = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
        let p = center + axes[0] * sign(1) + axes[1] * sign(2) + axes[2] * sign(4);
        V::from_f64(p.to_array())
    };
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let halves = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
    (
        (0..8).map(corner).collect(),
        quads.into_iter().flat_map(halves).collect(),
    )
}

/// The number of bounded kinds; the plane comes after them.
pub(crate) const BOUNDED: usize = 12;

/// The shape with number `i` of them, near `center`; its points are in a cube of this size around that.
pub(crate) fn shape<V: Vector>(random: &mut Rng, i: usize, center: V, size: f64) -> Shape<V> {
    let mut near = |size| center + point::<V>(random, size);
    let radius = V::Scalar::from_f64(0.3);
    match i % (BOUNDED + 1) {
        0 => Shape::Point(center),
        1 => Shape::Segment(Segment::new(center, near(size))),
        2 => Shape::Ball(Ball::new(center, radius)),
        3 => Shape::Capsule(Capsule::new(center, near(size), radius)),
        4 => Shape::Triangle(Triangle::new(center, near(size), near(size))),
        5 => Shape::Hull(Hull::new([0; 6].map(|_| near(2.0)), radius)),
        6 => Shape::Aabb(Aabb::of_points([center, near(2.0)])),
        7 => Cylinder::new(center, near(size), radius).into(),
        8 => Cone::new(center, near(size), radius).into(),
        9 => TaperedCapsule::new(center, near(size), [radius, radius + radius]).into(),
        10 => RoundShape::new(
            Ellipsoid::new(center, (near(1.0) - center) * V::Scalar::HALF).into(),
            radius,
        )
        .into(),
        11 => {
            let mut lens = SupportShape::new(Lens);
            lens.center = center;
            lens.axes = lens.axes.map(|axis| axis * radius);
            RoundShape::new(lens.into(), radius * V::Scalar::HALF).into()
        }
        _ => Shape::Plane(Plane::through(center, point(random, 1.0))),
    }
}
