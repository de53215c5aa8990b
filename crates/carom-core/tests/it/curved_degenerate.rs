//! Curved shapes without a radius, or with equal ones, are their simpler kinds.

use crate::curved::{moved, solid, unit};
use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::{
    Ball, Capsule, Cone, Convex, Cylinder, Ellipsoid, Scalar, Segment, Shape, TaperedCapsule,
    Vector, contact, sweep,
};
use fastrand::Rng;

/// Pairs of a degenerate shape and what it is.
fn pairs<V: Vector + Convex<Vector = V>>(random: &mut Rng) -> Vec<[Shape<V>; 2]> {
    let zero = V::Scalar::ZERO;
    let mut near = || V::from_f64((unit::<V>(random) * 2.0).to_array());
    let (a, b) = (near(), near());
    let axis = b - a;
    let radius = V::Scalar::from_f64(0.5);
    vec![
        [Cylinder::new(a, b, zero).into(), Segment::new(a, b).into()],
        [Cone::new(a, b, zero).into(), Segment::new(a, b).into()],
        [
            Cone::frustum(a, b, [zero; 2]).into(),
            Segment::new(a, b).into(),
        ],
        [
            Cone::frustum(a, b, [radius; 2]).into(),
            Cylinder::new(a, b, radius).into(),
        ],
        [
            TaperedCapsule::new(a, b, [zero; 2]).into(),
            Segment::new(a, b).into(),
        ],
        [
            TaperedCapsule::new(a, b, [radius; 2]).into(),
            Capsule::new(a, b, radius).into(),
        ],
        [
            TaperedCapsule::new(a, a, [radius; 2]).into(),
            Ball::new(a, radius).into(),
        ],
        [
            Ellipsoid {
                center: a,
                axes: [V::ZERO; 3],
            }
            .into(),
            Shape::Point(a),
        ],
        [
            Ellipsoid {
                center: a,
                axes: [axis, V::ZERO, V::ZERO],
            }
            .into(),
            Segment::new(a - axis, a + axis).into(),
        ],
    ]
}

fn check<V: Vector + Convex<Vector = V>>() {
    let random = &mut Rng::with_seed(29);
    let mut hits = 0;
    for _ in 0..600 {
        for [shape, simple] in pairs::<V>(random) {
            assert!(shape.is_valid(), "{shape:?}");
            let kind = random.usize(0..15);
            let away = unit::<V>(random) * 4.0 * random.f64();
            let other: Shape<V> = solid(random, kind, away, 1.0);
            if !other.is_valid() {
                continue;
            }
            let [found, expected] =
                [&shape, &simple].map(|s| contact(s, &other, V::Scalar::INFINITY).unwrap());
            // The larger bound: that of curved shapes.
            let bound = (found.error_bound + expected.error_bound).to_f64();
            let off = found.separation.to_f64() - expected.separation.to_f64();
            assert!(
                off.abs() <= bound,
                "{found:?}\n{expected:?}\n{shape:?} {other:?}"
            );

            let delta = V::from_f64((unit::<V>(random) * 4.0).to_array());
            let swept = sweep(&shape, delta, &other);
            let Some(hit) = swept.hit else {
                continue;
            };
            // Where the shape is stopped, its simpler kind touches.
            let there = moved(&simple, delta, hit.t.to_f64());
            let gap = contact(&there, &other, V::Scalar::INFINITY).unwrap();
            let bound = (swept.error_bound + gap.error_bound).to_f64();
            let gap = gap.separation.to_f64();
            assert!(gap <= bound, "{gap}: {swept:?}\n{shape:?} {other:?}");
            assert!(hit.t == V::Scalar::ZERO || gap >= -bound, "late: {swept:?}");
            hits += 1;
        }
    }
    assert!(hits > 200);
}

#[test]
fn without_a_radius_they_are_their_simpler_kinds() {
    check::<Vec2>();
    check::<Vec3>();
    check::<DVec2>();
    check::<DVec3>();
}
