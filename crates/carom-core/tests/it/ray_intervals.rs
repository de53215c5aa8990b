//! The interval of a ray inside a convex shape, against the signed separation along the ray.

use crate::world::plain::shape;
use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec3, vec3};
use carom::{
    Aabb, Ball, Convex, Hull, Plane, Scalar, Shape, Triangle, Vector, contact, ray_interval,
};
use fastrand::Rng;

/// Returns how many rays entered and left, only left, only entered, missed.
fn against_separations<V: Vector + Convex<Vector = V>>() -> [usize; 4] {
    let random = &mut Rng::with_seed(4);
    let mut kinds = [0; 4];
    for _ in 0..4_000 {
        let shape: Shape<V> = shape(random);
        let mut point = |size: f64| V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size));
        // Aimed at the middle.
        let (from, target) = (point(1.5), point(0.5));
        let delta = (target - from) * V::Scalar::from_f64(3.0 * random.f64());
        let tolerance = 64.0 * V::Scalar::EPSILON.to_f64() * 6.0;
        let separation = |t: f64| {
            let at = from.to_double() + delta.to_double() * t;
            let found = contact(&V::from_double(at), &shape, V::Scalar::INFINITY);
            found.unwrap().separation.to_f64()
        };
        let found = ray_interval(from, delta, &shape);
        let range = found.map(|found| {
            let ends = [found.entry, found.exit].map(|hit| hit.map(|hit| hit.t.to_f64()));
            for t in ends.into_iter().flatten() {
                assert!(separation(t).abs() <= tolerance, "{t} of {shape:?}");
            }
            let along = |normal: V| normal.dot(delta).to_f64();
            assert!(found.entry.is_none_or(|hit| along(hit.normal) <= 0.0));
            assert!(found.exit.is_none_or(|hit| along(hit.normal) >= 0.0));
            let kind = [[0, 2], [1, 3]][usize::from(found.entry.is_none())]
                [usize::from(found.exit.is_none())];
            kinds[kind.min(2)] += 1;
            ends[0].unwrap_or(-1.0)..ends[1].unwrap_or(2.0)
        });
        kinds[3] += usize::from(range.is_none());
        for i in 0..=32 {
            let t = f64::from(i) / 32.0;
            let s = separation(t);
            if range.as_ref().is_some_and(|range| range.contains(&t)) {
                assert!(s <= tolerance, "{s:e} at {t} in {range:?} of {shape:?}");
            } else {
                assert!(
                    s >= -tolerance,
                    "{s:e} at {t} outside {range:?} of {shape:?}"
                );
            }
        }
    }
    kinds
}

#[test]
fn an_interval_is_where_the_separation_is_negative() {
    for kinds in [
        against_separations::<Vec2>(),
        against_separations::<Vec3>(),
        against_separations::<DVec2>(),
        against_separations::<DVec3>(),
    ] {
        assert!(kinds.iter().all(|count| *count > 80), "{kinds:?}");
    }
}

#[test]
fn intervals_in_closed_form() {
    let [entry, exit] = {
        let ball = Ball::new(dvec3(1e6, 0., 0.), 1.0);
        let through = ray_interval(dvec3(1e6 - 3.0, 0., 0.), dvec3(8., 0., 0.), &ball).unwrap();
        [through.entry, through.exit].map(Option::unwrap)
    };
    assert!((entry.t - 0.25).abs() < 1e-14 && (exit.t - 0.5).abs() < 1e-14);
    assert!((exit.point - dvec3(1e6 + 1.0, 0., 0.)).length() < 1e-9);
    assert_eq!((entry.normal, exit.normal), (-DVec3::X, DVec3::X));
    // A flat shape is left where it is entered.
    let triangle = Triangle::new(vec3(-1., 0., -1.), vec3(1., 0., -1.), vec3(0., 0., 2.));
    let flat = ray_interval(vec3(0., 1., 0.), vec3(0., -2., 0.), &triangle).unwrap();
    let [entry, exit] = [flat.entry, flat.exit].map(Option::unwrap);
    assert!((entry.t - 0.5).abs() < 1e-6 && (exit.t - 0.5).abs() < 1e-6 && entry.t <= exit.t);
    assert_eq!((entry.normal, exit.normal), (Vec3::Y, Vec3::NEG_Y));
    // A half-space is left or entered once.
    let sea = Plane::new(Vec3::Y, 0.);
    let dive = ray_interval(vec3(5., 3., 0.), vec3(0., -4., 0.), &sea).unwrap();
    assert!((dive.entry.unwrap().t - 0.75).abs() < 1e-6 && dive.exit.is_none());
    assert!(ray_interval(vec3(5., 3., 0.), vec3(0., 4., 0.), &sea).is_none());
    let under = ray_interval(vec3(5., -3., 0.), vec3(0., -4., 0.), &sea).unwrap();
    assert!(under.entry.is_none() && under.exit.is_none());
    // Without points there is nothing to hit.
    let nothing = Hull::new(Vec::<Vec3>::new(), 1.0);
    assert!(ray_interval(Vec3::ZERO, Vec3::X, &nothing).is_none());
}

/// In single precision boxes have a closed form, in double precision none. On a grid, where rays graze edges and end on faces.
#[test]
fn the_closed_form_of_boxes_agrees_with_the_sweeps() {
    fn agree<V: Vector, D: Vector<Scalar = f64>>() -> [u32; 2]
    where
        Aabb<V>: Convex<Vector = V>,
        Aabb<D>: Convex<Vector = D>,
    {
        let random = &mut Rng::with_seed(5);
        let mut kinds = [0; 2];
        for case in 0..40_000 {
            let mut point = || {
                [0; 3].map(|_| match case % 2 {
                    0 => f64::from(random.i32(-3..=3)),
                    _ => f64::from((random.f32() - 0.5) * 6.0),
                })
            };
            let [p, q, from, delta] = [point(), point(), point(), point()];
            let min = core::array::from_fn(|i| Scalar::min(p[i], q[i]));
            let max = core::array::from_fn(|i| Scalar::max(p[i], q[i]));
            let single = Aabb {
                min: V::from_f64(min),
                max: V::from_f64(max),
            };
            let double = Aabb {
                min: D::from_f64(min),
                max: D::from_f64(max),
            };
            let found = ray_interval(V::from_f64(from), V::from_f64(delta), &single);
            let expected = ray_interval(D::from_f64(from), D::from_f64(delta), &double);
            let place = format!("{case}: {single:?}, {from:?} + {delta:?}");
            assert_eq!(found.is_some(), expected.is_some(), "{place}");
            let (Some(found), Some(expected)) = (found, expected) else {
                kinds[0] += 1;
                continue;
            };
            kinds[1] += 1;
            for (found, expected) in [(found.entry, expected.entry), (found.exit, expected.exit)] {
                assert_eq!(found.is_some(), expected.is_some(), "{place}");
                let (Some(found), Some(expected)) = (found, expected) else {
                    continue;
                };
                assert!((found.t.to_f64() - expected.t).abs() < 2e-6, "{place}");
                let apart = found.point.to_double().to_f64();
                let apart: f64 = (0..V::DIM)
                    .map(|i| (apart[i] - expected.point[i]).abs())
                    .sum();
                assert!(apart < 2e-5, "{place}: {apart}");
                // Rounded to single precision.
                let normals = [found.normal.to_f64(), expected.normal.to_f64()];
                let same = (0..3).all(|i| (normals[0][i] - normals[1][i]).abs() < 1e-7);
                assert!(same, "{place}: {normals:?}");
            }
        }
        kinds
    }
    for kinds in [agree::<Vec2, DVec2>(), agree::<Vec3, DVec3>()] {
        assert!(kinds.iter().all(|count| *count > 2_000), "{kinds:?}");
    }
}
