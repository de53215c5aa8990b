//! The depth of cylinders in boxes and in each other: closed forms, and heights along many directions.

use carom::glam::{DMat3, DQuat, DVec3};
use carom::{Cylinder, OrientedBox, contact};
use fastrand::Rng;

fn within(random: &mut Rng, half: f64) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| (2.0 * random.f64() - 1.0) * half))
}

/// The largest `n·p` of a cylinder.
fn height(cylinder: &Cylinder<DVec3>, n: DVec3) -> f64 {
    let axis = (cylinder.b - cylinder.a).normalize();
    let ends = n.dot(cylinder.a).max(n.dot(cylinder.b));
    ends + cylinder.radius * n.cross(axis).length()
}

/// Parallel cylinders come apart along their axis, or straight away from it.
#[test]
fn parallel_cylinders() {
    let random = &mut Rng::with_seed(31);
    let mut counts = [0; 2];
    for _ in 0..3_000 {
        let turn = DMat3::from_quat(DQuat::from_scaled_axis(within(random, 3.0)));
        let [p, q] = [(); 2].map(|()| within(random, 0.5));
        let [half_a, half_b, radius_a, radius_b] = [(); 4].map(|()| 0.1 + 0.5 * random.f64());
        let at = |p: DVec3, half: f64, radius| {
            let [a, b] = [-half, half].map(|z| turn * (p + DVec3::Z * z));
            Cylinder::new(a, b, radius)
        };
        let (a, b) = (at(p, half_a, radius_a), at(q, half_b, radius_b));
        let along = half_a + half_b - (p.z - q.z).abs();
        let aside = radius_a + radius_b - (p - q).truncate().length();
        let Some(found) = contact(&a, &b, 0.0) else {
            assert!(along < 1e-14 || aside < 1e-14);
            continue;
        };
        counts[usize::from(aside < along)] += 1;
        let off = (found.separation + along.min(aside)).abs();
        assert!(off <= 32.0 * f64::EPSILON * 2.0, "{off:e} {a:?} {b:?}");
    }
    assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
}

/// The heights of the Minkowski difference along faces, edges beside the axis, and random directions bound the depth.
#[test]
fn no_direction_is_shorter() {
    let random = &mut Rng::with_seed(32);
    let mut deep = 0;
    for _ in 0..3_000 {
        let at = within(random, 0.3);
        let half = within(random, 0.5);
        let cylinder = Cylinder::new(at - half, at + half, 0.05 + 0.35 * random.f64());
        let turn = DMat3::from_quat(DQuat::from_scaled_axis(within(random, 3.0)));
        let sizes = within(random, 0.4).abs() + DVec3::splat(0.05);
        let axes = [0, 1, 2].map(|i| turn.col(i) * sizes[i]);
        let solid = OrientedBox {
            center: within(random, 0.3),
            axes,
        };
        let Some(found) = contact(&cylinder, &solid, 0.0) else {
            continue;
        };
        deep += 1;
        let depth = |n: DVec3| {
            let reach: f64 = axes.iter().map(|axis| n.dot(*axis).abs()).sum();
            height(&cylinder, -n) + n.dot(solid.center) + reach
        };
        let beside = axes.map(|axis| axis.cross(half));
        let random_ways = [(); 200].map(|()| within(random, 1.0));
        let faces = axes.into_iter().chain([half]).chain(beside);
        for way in faces.chain(random_ways) {
            for n in [way.normalize(), -way.normalize()] {
                let by = -found.separation - depth(n);
                assert!(
                    by <= 32.0 * f64::EPSILON * 2.0,
                    "{by:e} along {n}: {cylinder:?} {solid:?}"
                );
            }
        }
        let off = (depth(found.normal) + found.separation).abs();
        assert!(
            off <= 32.0 * f64::EPSILON * 2.0,
            "{off:e}: {cylinder:?} {solid:?}"
        );
    }
    assert!(deep > 1_500, "{deep}");
}
