//! `Shape::check` names the first field that is not valid, in every kind of shape.

use crate::kinds::{self, BOUNDED, Lens};
use carom::glam::{DVec3, Vec2, Vec3, vec2, vec3};
use carom::{
    Aabb, Ball, Body, Capsule, Compound, Cone, Convex, Cylinder, Ellipsoid, Hull, OrientedBox,
    Plane, RoundShape, Segment, Shape, Support, SupportShape, TaperedCapsule, Triangle, Vector,
};
use fastrand::Rng;

/// A support function that is right but for one direction.
struct Leaky;

impl Support<DVec3> for Leaky {
    fn support(&self, direction: DVec3) -> DVec3 {
        let bad = direction == DVec3::Y;
        if bad {
            DVec3::NAN
        } else {
            direction.normalize()
        }
    }
}

const NAN: Vec3 = Vec3::new(1.0, f32::NAN, 2.0);

/// Shapes with one field that is not valid, each with the message.
fn invalid() -> Vec<(Shape<Vec3>, &'static str)> {
    let (a, b, wide) = (Vec3::ZERO, vec3(0.0, 2.0, 1.0), f32::INFINITY);
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let hull = |points: &[Vec3], radius| Shape::from(Hull::new(points, radius));
    let cone = |radii| Shape::from(Cone::frustum(a, b, radii));
    let tapered = |radii| Shape::from(TaperedCapsule::new(a, b, radii));
    let support = |center, axis| {
        let mut shape = SupportShape::new(Lens);
        (shape.center, shape.axes[0]) = (center, axis);
        Shape::from(shape)
    };
    let rounded = |shape: Shape<Vec3>, radius| Shape::from(RoundShape::new(shape, radius));
    let ball = |radius| Shape::from(Ball::new(a, radius));
    vec![
        (Shape::Point(NAN), "point is not finite"),
        (Segment::new(NAN, b).into(), "a is not finite"),
        (Segment::new(a, NAN).into(), "b is not finite"),
        (Ball::new(NAN, 1.0).into(), "center is not finite"),
        (ball(wide), "radius is not finite"),
        (ball(-1.0), "radius is negative"),
        (Capsule::new(a, NAN, 1.0).into(), "b is not finite"),
        (Capsule::new(a, b, -1e-9).into(), "radius is negative"),
        (Triangle::new(a, b, NAN).into(), "c is not finite"),
        (hull(&[], 0.0), "points is empty"),
        (hull(&[a, b, NAN, NAN], 0.0), "points[2] is not finite"),
        (hull(&[a], f32::NAN), "radius is not finite"),
        (Aabb { min: NAN, max: b }.into(), "min is not finite"),
        (
            Aabb {
                min: a,
                max: b * wide,
            }
            .into(),
            "max is not finite",
        ),
        (Aabb { min: b, max: a }.into(), "min is greater than max"),
        (
            OrientedBox { center: NAN, axes }.into(),
            "center is not finite",
        ),
        (
            OrientedBox {
                center: a,
                axes: [Vec3::X, Vec3::Y, NAN],
            }
            .into(),
            "axes[2] is not finite",
        ),
        (
            Ellipsoid {
                center: a,
                axes: [Vec3::X, NAN, Vec3::Z],
            }
            .into(),
            "axes[1] is not finite",
        ),
        (Cylinder::new(NAN, b, 1.0).into(), "a is not finite"),
        (
            Cylinder::new(b, b, 1.0).into(),
            "b is the same point as a, so there is no axis",
        ),
        (Cylinder::new(a, b, -1.0).into(), "radius is negative"),
        (cone([-1.0, 0.0]), "radius_a is negative"),
        (cone([1.0, f32::NAN]), "radius_b is not finite"),
        (
            Cone::frustum(a, a, [1.0, 0.0]).into(),
            "b is the same point as a, so there is no axis",
        ),
        (tapered([wide, 1.0]), "radius_a is not finite"),
        (tapered([1.0, -1.0]), "radius_b is negative"),
        (support(NAN, Vec3::X), "center is not finite"),
        (support(a, NAN), "axes[0] is not finite"),
        (SupportShape::new(Leaky).into(), "source is not finite"),
        (rounded(ball(1.0), -1.0), "rounding is negative"),
        (rounded(ball(1.0), f32::NAN), "rounding is not finite"),
        (rounded(ball(-1.0), 1.0), "radius is negative"),
        (rounded(hull(&[], 0.0), 1.0), "points is empty"),
        (Plane::new(NAN, 0.0).into(), "normal is not finite"),
        (Plane::new(Vec3::ZERO, 0.0).into(), "normal is zero"),
        (Plane::new(Vec3::Y, f32::NAN).into(), "offset is not finite"),
    ]
}

#[test]
fn the_first_field_that_is_not_valid_is_named_by_every_error() {
    for (shape, message) in invalid() {
        let fault = shape.check().unwrap_err();
        assert_eq!(fault.to_string(), message, "{shape:?}");
        assert!(!shape.is_valid(), "{shape:?}");
        let of_body = Body::new(shape.clone()).check().unwrap_err().to_string();
        assert_eq!(of_body, format!("the body's shape: {message}"));
        let parts = [Ball::new(Vec3::ZERO, 1.0).into(), shape];
        let of_compound = Compound::new(parts).unwrap_err().to_string();
        assert_eq!(of_compound, format!("shape 1: {message}"));
    }
}

/// `check` finds a fault where the queries, which compute with the shape's core, find one.
fn agree_with_queries<V: Vector>(shape: &Shape<V>) {
    let valid = shape.shape_ref().is_valid();
    assert_eq!(shape.check().is_ok(), valid, "{shape:?}");
}

#[test]
fn checks_agree_with_queries_in_both_dimensions() {
    let mut random = Rng::with_seed(7);
    for i in 0..=BOUNDED {
        for _ in 0..20 {
            let shape = kinds::shape::<Vec3>(&mut random, i, Vec3::ONE, 2.0);
            assert_eq!(shape.check(), Ok(()), "{shape:?}");
            agree_with_queries(&shape);
            let shape = kinds::shape::<Vec2>(&mut random, i, Vec2::ONE, 2.0);
            assert_eq!(shape.check(), Ok(()), "{shape:?}");
            agree_with_queries(&shape);
        }
    }
    for (shape, _) in invalid() {
        // A rounding cannot be distinguished from the radius of the shape in it: the sum of both counts there.
        if !matches!(shape, Shape::Round(_)) {
            agree_with_queries(&shape);
        }
    }
    // In 2D the third axis counts for nothing.
    let axes = [Vec2::X, Vec2::Y, Vec2::NAN];
    let flat = Shape::from(Ellipsoid {
        center: vec2(1.0, 2.0),
        axes,
    });
    assert_eq!(flat.check(), Ok(()));
    agree_with_queries(&flat);
}
