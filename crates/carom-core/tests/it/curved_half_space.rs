//! Curved shapes, boxes in any orientation and rounded shapes against half-spaces: the separation is the height of the lowest
//! point, by the formulas of [`curved`](crate::curved).

use crate::curved::{double, height, solid, unit};
use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::{Convex, Plane, Scalar, Shape, Start, Vector, contact, overlap, sweep};
use fastrand::Rng;

/// The number of overlaps and of hits.
fn check<V: Vector + Convex<Vector = V>>() -> [usize; 2] {
    let random = &mut Rng::with_seed(23);
    let [mut deep, mut hits] = [0, 0];
    for _ in 0..4_000 {
        let size = 10_f64.powf(4.0 * random.f64() - 2.0);
        let center = unit::<V>(random) * size * random.f64() * 2.0;
        let kind = random.usize(0..15);
        let shape: Shape<V> = solid(random, kind, center, size);
        if !shape.is_valid() {
            continue;
        }
        let length = 10_f64.powf(2.0 * random.f64() - 1.0);
        let normal = V::from_f64((unit::<V>(random) * length).to_array());
        let offset = V::Scalar::from_f64(size * length * (random.f64() * 2.0 - 1.0));
        let plane = Plane::new(normal, offset);
        let n = double(normal);
        let expected = -height(&shape, -n.normalize()) - offset.to_f64() / n.length();
        // The formula itself is in f64.
        let rounding = 64.0 * f64::EPSILON * size;

        let found = contact(&shape, &plane, V::Scalar::INFINITY).unwrap();
        let separation = found.separation.to_f64();
        let error = (separation - expected).abs();
        let bound = found.error_bound.to_f64() + rounding;
        assert!(error <= bound, "{expected}: {found:?}\n{shape:?} {plane:?}");
        let other = contact(&plane, &shape, V::Scalar::INFINITY).unwrap();
        assert_eq!(other.swapped(), found);
        if expected.abs() > bound {
            assert_eq!(
                overlap(&shape, &plane),
                expected < 0.0,
                "{shape:?} {plane:?}"
            );
        }
        deep += usize::from(expected < 0.0);

        let delta = V::from_f64((unit::<V>(random) * size * 3.0 * random.f64()).to_array());
        let swept = sweep(&shape, delta, &plane);
        let rate = double(delta).dot(n) / n.length();
        let bound = swept.error_bound.to_f64() + rounding;
        match swept.hit {
            Some(hit) if expected > bound => {
                assert!(matches!(swept.start, Start::Separate));
                let gap = expected + rate * hit.t.to_f64();
                assert!(
                    gap.abs() <= bound,
                    "{gap}: {hit:?}\n{shape:?} {plane:?} {delta:?}"
                );
                hits += 1;
            }
            Some(hit) => assert!(hit.t == V::Scalar::ZERO || expected > -bound, "{hit:?}"),
            None => {
                let last = expected + rate;
                let is_free = expected >= -bound && last >= -bound;
                assert!(
                    is_free,
                    "missed: {last} deep\n{shape:?} {plane:?} {delta:?}"
                );
            }
        }
    }
    [deep, hits]
}

#[test]
fn separations_from_half_spaces_are_heights() {
    let counts = [
        check::<Vec2>(),
        check::<Vec3>(),
        check::<DVec2>(),
        check::<DVec3>(),
    ];
    for [deep, hits] in counts {
        assert!(deep > 500 && hits > 300, "{counts:?}");
    }
}
