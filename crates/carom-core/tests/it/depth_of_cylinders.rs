//! The depth of cylinders in boxes and in each other: closed forms, and heights along many directions.

use carom::glam::{DMat3, DQuat, DVec3, dvec3};
use carom::{Cone, Cylinder, Hull, OrientedBox, contact};
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

/// The largest `n·p` of these points.
fn highest(points: impl IntoIterator<Item = DVec3>, n: DVec3) -> f64 {
    points
        .into_iter()
        .map(|p| n.dot(p))
        .fold(f64::NEG_INFINITY, f64::max)
}

fn rims(cone: &Cone<DVec3>, n: DVec3) -> [DVec3; 2] {
    let axis = (cone.b - cone.a).normalize();
    let across = (n - axis * n.dot(axis)).normalize();
    [
        cone.a + across * cone.radius_a,
        cone.b + across * cone.radius_b,
    ]
}

/// Depths with a second minimum within 5 degrees of the least one: the shorter way out counts, by 0.3, 0.1 and 0.1 mm.
#[test]
fn two_minima_near_each_other() {
    let drum = Cone {
        a: dvec3(0.25, 0.5, 0.5),
        b: dvec3(-0.5, 1.25, 0.5),
        radius_a: 0.5,
        radius_b: 0.5,
    };
    let on_a_grid = [
        dvec3(-0.25, -0.5, -1.0),
        dvec3(0.75, -0.5, 0.5),
        dvec3(-0.5, 0.5, 0.75),
        dvec3(-0.5, -1.0, -0.75),
        dvec3(-0.25, 1.0, 0.25),
        dvec3(0.5, 0.0, -0.5),
        dvec3(0.25, 0.75, 0.75),
        dvec3(0.25, -1.0, 0.75),
        dvec3(0.0, -0.75, 1.0),
    ];
    let frustum = Cone {
        a: dvec3(-0.17687073, -0.15266241, -0.30106854),
        b: dvec3(0.37676734, 0.689012, -1.0502837),
        radius_a: 0.8723184,
        radius_b: 0.5896337,
    };
    let cloud = [
        dvec3(0.6121651, 0.29811, -0.43930256),
        dvec3(0.4205926, -0.393657, 0.14574261),
        dvec3(0.966574, 0.018413847, -0.9934811),
        dvec3(0.303574, 0.73053706, -0.645123),
        dvec3(0.9850771, 0.50413024, 0.6216012),
        dvec3(-0.40859982, 0.331074, 0.502478),
        dvec3(-0.8823686, -0.65962887, 0.69652385),
        dvec3(-0.9683229, -0.21806623, -0.7902183),
        dvec3(-0.9964609, 0.103345044, 0.636024),
        dvec3(0.17742825, -0.6306881, 0.24829888),
        dvec3(0.064915285, -0.6194213, 0.36605924),
    ];
    let cone = Cone {
        a: dvec3(-0.2682702, -0.30570367, -0.6364443),
        b: dvec3(-1.1138316, -1.2281393, -1.5240611),
        radius_a: 0.54076946,
        radius_b: 0.0,
    };
    let solid = OrientedBox {
        center: dvec3(-0.18387108, 0.32579178, -0.81527084),
        axes: [
            dvec3(-0.095413394, -0.033954967, 0.1356075),
            dvec3(-0.14400993, 0.19832005, -0.051667698),
            dvec3(-0.26879197, -0.26151395, -0.25460285),
        ],
    };
    let signs = |i: usize| [1, 2, 4].map(|bit| if i & bit == 0 { -1.0 } else { 1.0 });
    let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| {
        let [x, y, z] = signs(i);
        solid.center + solid.axes[0] * x + solid.axes[1] * y + solid.axes[2] * z
    });
    let cases: [(_, &[DVec3], _); 3] = [
        (drum, &on_a_grid, dvec3(5.0, 5.0, -2.0)),
        (frustum, &cloud, dvec3(0.42234027, 0.6841065, -0.5946654)),
        (cone, &corners, dvec3(-0.559707, -0.6205737, -0.5491961)),
    ];
    for (cone, points, way) in cases {
        let n = way.normalize();
        let shortest = highest(rims(&cone, -n), -n) + highest(points.iter().copied(), n);
        let single = Hull::new(points.iter().map(|p| p.as_vec3()).collect::<Vec<_>>(), 0.0);
        let rounded = Cone {
            a: cone.a.as_vec3(),
            b: cone.b.as_vec3(),
            radius_a: cone.radius_a as f32,
            radius_b: cone.radius_b as f32,
        };
        let found = contact(&rounded, &single, 0.0).unwrap();
        let by = -f64::from(found.separation) - shortest;
        assert!(by <= 32.0 * f64::from(f32::EPSILON), "{by:e}: {cone:?}");
        let exact = contact(&cone, &Hull::new(points.to_vec(), 0.0), 0.0).unwrap();
        let by = -exact.separation - shortest;
        assert!(by <= 1e-9, "the way is rounded: {by:e}: {cone:?}");
    }
}
