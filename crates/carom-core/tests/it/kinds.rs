//! A shape of each kind in turn, for the tests that compare surfaces with brute force.

use carom::{
    Aabb, Ball, Capsule, Cone, Cylinder, Ellipsoid, Hull, Plane, RoundShape, Scalar, Segment,
    Shape, TaperedCapsule, Triangle, Vector,
};
use fastrand::Rng;

/// A point in a cube of this size around the origin.
pub(crate) fn point<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// The shape with number `i` of them, near `center`; its points are in a cube of this size around that.
pub(crate) fn shape<V: Vector>(random: &mut Rng, i: usize, center: V, size: f64) -> Shape<V> {
    let mut near = |size| center + point::<V>(random, size);
    let radius = V::Scalar::from_f64(0.3);
    match i % 12 {
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
        _ => Shape::Plane(Plane::through(center, point(random, 1.0))),
    }
}
