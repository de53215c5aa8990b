//! Hostile worlds: very many bodies, forged names, instances of absurd sizes, NaN and infinities.

use carom::glam::{DVec3, Vec2, Vec3, dvec3, vec3};
use carom::{
    Aabb, Ball, Body, BodyError, BodyId, Capsule, HeightField, Hull, LocalScene, Mesh, Plane, Pose,
    Scene, SensorEvents, Shape, Triangle, World,
};
use fastrand::Rng;
use std::sync::Arc;

/// A grid of balls: every third is removed, half of the rest moves, and others take their places.
#[test]
fn a_hundred_thousand_bodies_come_and_go() {
    let mut world: World<Vec3> = World::new();
    let side = 317;
    let place = |i: usize| vec3((i % side) as f32, 0.0, (i / side) as f32) * 4.0;
    let ball = Ball::new(Vec3::ZERO, 1.0);
    let body = |i: usize| Body {
        pose: Pose::at(place(i)),
        data: i as u64,
        ..Body::new(ball)
    };
    let count = 100_000;
    let first: Vec<_> = (0..count).map(|i| world.insert(body(i)).unwrap()).collect();
    let gone = |i: usize| i.is_multiple_of(3);
    // Names obtained earlier stay valid after other bodies have gone.
    let listed: Vec<BodyId> = world.iter().map(|(id, _)| id).collect();
    assert_eq!(listed.len(), count);
    for id in listed {
        let i = world.get(id).unwrap().data as usize;
        if gone(i) {
            assert_eq!(world.remove(id).unwrap().data as usize, i);
            assert!(world.remove(id).is_none() && world.get(id).is_none());
            assert_eq!(world.set_pose(id, Pose::default()), Err(BodyError::Gone));
            assert_eq!(world.replace(id, ball).unwrap_err(), BodyError::Gone);
            assert_eq!(world.set_velocity(id, Vec3::X), Err(BodyError::Gone));
        } else if i.is_multiple_of(2) {
            world
                .set_pose(id, Pose::at(place(i) + Vec3::Y * 3.0))
                .unwrap();
        }
    }
    let again: Vec<_> = (0..1000)
        .map(|i| world.insert(body(3 * i)).unwrap())
        .collect();
    for (i, id) in again.iter().enumerate() {
        assert!(!first.contains(id), "{i} has an old name");
    }
    for optimized in [false, true] {
        if optimized {
            world.optimize();
        }
        for i in (0..count).step_by(997) {
            let down = world.query().ray(place(i) + Vec3::Y * 9.0, Vec3::Y * -20.0);
            let expected = match i {
                _ if gone(i) && i / 3 < again.len() => Some((again[i / 3], 1.0)),
                _ if gone(i) => None,
                _ if i % 2 == 0 => Some((first[i], 4.0)),
                _ => Some((first[i], 1.0)),
            };
            assert_eq!(down.map(|hit| hit.part.body), expected.map(|(id, _)| id));
            if let (Some(hit), Some((_, height))) = (down, expected) {
                assert!((hit.point.y - height).abs() < 1e-4, "{hit:?}");
            }
        }
    }
}

#[test]
fn a_forged_name_has_no_body() {
    let mut world: World<Vec2> = World::new();
    let id = world.insert(Ball::new(Vec2::ZERO, 1.0)).unwrap();
    assert_eq!(BodyId::from_bits(id.to_bits()), id);
    let random = &mut Rng::with_seed(1);
    let forged = (0..2000).map(|i| match i {
        0 => u64::MAX,
        1 => id.to_bits() ^ 1 << 32,
        2 => id.to_bits() ^ 1 << 63,
        3 => id.to_bits() ^ 1,
        _ => random.u64(..),
    });
    for bits in forged {
        let name = BodyId::from_bits(bits);
        if name == id {
            continue;
        }
        assert!(world.get(name).is_none() && world.remove(name).is_none());
        assert_eq!(world.set_pose(name, Pose::default()), Err(BodyError::Gone));
        let hit = world
            .query()
            .except(name)
            .ray(Vec2::X * 3.0, Vec2::X * -9.0);
        assert_eq!(hit.map(|hit| hit.part.body), Some(id));
    }
    assert_eq!(world.len(), 1);
}

fn tetrahedron() -> Mesh<Vec3> {
    let [o, x, y, z] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let faces = [[o, y, x], [o, x, z], [o, z, y], [x, y, z]];
    Mesh::of_triangles(faces.map(|[a, b, c]| Triangle { a, b, c })).unwrap()
}

#[test]
fn instances_of_absurd_sizes_answer_in_their_own_measure() {
    let mesh = Arc::new(tetrahedron());
    for scale in [1e-36_f32, 1e-20, 1e-6, 1.0, 1e6, 1e20, 1e30] {
        let mut world = World::new();
        let pose = Pose {
            scale,
            ..Pose::default()
        };
        let body = Body {
            pose,
            ..Body::new(mesh.clone())
        };
        let id = world.insert(body).unwrap();
        // A speck and a mountain beside it change nothing.
        let speck = Ball::new(vec3(-3.0 * scale, 0., 0.), 1e-38);
        world.insert(Body::new(speck)).unwrap();
        let ball = Ball::new(vec3(0.25, -2.0, 0.25) * scale, 0.5 * scale);
        let query = world.query();
        let found = query.closest(&ball, f32::INFINITY).unwrap();
        assert_eq!(found.part.body, id);
        let relative = found.separation / scale;
        assert!((relative - 1.5).abs() < 1e-5, "{scale}: {relative}");
        let hit = query.sweep(&ball, Vec3::Y * 3.0 * scale).unwrap();
        assert_eq!((hit.part.body, hit.normal), (id, -Vec3::Y));
        assert!((hit.t - 0.5).abs() < 1e-5, "{scale}: {hit:?}");
        let far = vec3(0.25, -1e5, 0.25) * scale;
        let hit = query.ray(far, Vec3::Y * scale * 3e5).unwrap();
        assert_eq!(hit.part.body, id, "{scale}");
        // From the farthest representable distance, and past it; there eps of the distance exceeds the gap between the
        // two bodies.
        let far = vec3(0.25 * scale, -1e37, 0.25 * scale);
        assert!(query.ray_any(far, Vec3::Y * 3e37), "{scale}");
        assert!(!query.ray_any(far, Vec3::Y * -3e37));
    }
}

/// Every query with NaN, infinities and numbers that are too large, in a world of everything.
#[test]
fn strange_numbers_do_not_panic() {
    let random = &mut Rng::with_seed(5);
    let mut world: World<Vec3> = World::new();
    let heights = (0..64).map(|i| if i % 5 == 0 { f32::NAN } else { 0.1 * i as f32 });
    let field = HeightField {
        origin: vec3(2., -3., 2.),
        cell: [1.0, 1.0],
        columns: 8,
        heights: heights.collect(),
    };
    world.insert(field.mesh().unwrap()).unwrap();
    world.insert(tetrahedron().one_sided().weld(0.99)).unwrap();
    world.insert(Plane::new(Vec3::Y, -4.0)).unwrap();
    world
        .insert(Hull::new([Vec3::X * 3.0, Vec3::Y, Vec3::Z * 2.0], 0.1))
        .unwrap();
    let tiny = Pose {
        scale: 1e-30,
        ..Pose::at(Vec3::X)
    };
    let tiny = Body {
        pose: tiny,
        ..Body::new(tetrahedron())
    };
    world.insert(tiny).unwrap();
    let sensor = Body {
        sensor: true,
        ..Body::new(Ball::new(Vec3::ZERO, 2.0))
    };
    let sensor = world.insert(sensor).unwrap();
    let strange = [
        f32::NAN,
        f32::INFINITY,
        -f32::INFINITY,
        f32::MAX,
        1e30,
        1e-45,
        -0.0,
    ];
    let (mut contacts, mut hits, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    let mut near = LocalScene::new();
    for i in 0..3000 {
        let mut number = || match random.u8(..5) {
            0 => strange[random.usize(..strange.len())],
            _ => random.f32() * 8.0 - 4.0,
        };
        let [a, b, delta] = [0; 3].map(|_| vec3(number(), number(), number()));
        let (radius, reach) = (number(), number());
        let shape = match i % 6 {
            0 => Shape::Point(a),
            1 => Ball { center: a, radius }.into(),
            2 => Capsule { a, b, radius }.into(),
            3 => Hull::new([a, b, delta], radius).into(),
            4 => Aabb { min: a, max: b }.into(),
            _ => Plane::new(a, radius).into(),
        };
        let query = world.query();
        query.contacts(&shape, reach, &mut contacts);
        query.sweep_all(&shape, delta, &mut hits);
        query.overlaps(&shape, &mut ids);
        assert!(!ids.contains(&sensor));
        let all_finite = [a, b, delta].iter().all(|v| v.is_finite());
        if all_finite && radius.is_finite() {
            assert!(
                hits.iter()
                    .all(|hit| hit.normal.is_finite() && hit.t >= 0.0)
            );
        }
        let _ = (query.closest(&shape, reach), query.sweep(&shape, delta));
        let _ = (query.overlap(&shape), query.sweep_any(&shape, delta));
        near.clear();
        world.gather(&Aabb { min: a, max: b }, &mut near);
        let pose = Pose {
            scale: radius,
            ..Pose::at(b)
        };
        let valid = world.set_pose(sensor, pose).is_ok();
        assert!(!valid || (b.is_finite() && radius > 0.0 && radius.is_finite()));
        if i % 50 == 0 {
            let mut sensed = SensorEvents::new();
            world.update_sensors(&mut sensed);
        }
    }
    assert_eq!(world.len(), 6);
    let down = world.query().ray(vec3(-9., 9., -9.), Vec3::Y * -99.0);
    assert!(down.is_some(), "the floor is still there");
}

/// The largest body that a world accepts: 64 times its size overflows.
#[test]
fn a_body_as_large_as_any_is_found_among_many() {
    fn among_many<V: carom::Vector>() {
        let number = <V::Scalar as carom::Scalar>::from_f64;
        let largest = <V::Scalar as carom::Scalar>::MAX * number(1.0 / 20.0);
        let place = |x: f64| V::from_f64([x, 0.0, 0.0]);
        let mut world: World<V> = World::new();
        let huge = world.insert(Ball::new(V::ZERO, largest)).unwrap();
        let small: Vec<BodyId> = (0..100)
            .map(|i| {
                let ball = Ball::new(place(3.0 * f64::from(i)), number(1.0));
                world.insert(ball).unwrap()
            })
            .collect();
        world.optimize();
        let mut found = Vec::new();
        let at = Shape::Ball(Ball::new(place(30.0), number(0.5)));
        world.query().overlaps(&at, &mut found);
        assert_eq!(found, [huge, small[10]]);
    }
    among_many::<Vec2>();
    among_many::<Vec3>();
    among_many::<DVec3>();
}

/// A body with coordinates that overflow relative to the origin of a query does not count.
#[test]
fn bodies_out_of_range_around_an_origin_do_not_count() {
    let mut world: World<Vec3> = World::new();
    let ball = world.insert(Ball::new(Vec3::ZERO, 1.0)).unwrap();
    let plane = Plane::new(Vec3::splat(1e30), 0.0);
    let plane = world.insert(Shape::Plane(plane)).unwrap();
    let mut hits = Vec::new();
    let mut contacts = Vec::new();
    for far in [1e37, 1e38, 3e38, 1e39, 1e300] {
        let query = world.query().around(dvec3(-5.0, far, 0.0));
        let shape = Shape::Ball(Ball::new(Vec3::ZERO, 1.0));
        query.contacts(&shape, f32::INFINITY, &mut contacts);
        for found in &contacts {
            let points = [found.point_a, found.point_b];
            assert!(points.iter().all(|p| !p.is_nan()), "{far}: {found:?}");
            assert!(found.part.body != plane, "{far}");
            assert!(found.part.body != ball || far < 3e37, "{far}");
        }
        query.ray_all(Vec3::ZERO, Vec3::Y * -f32::MAX, &mut hits);
        assert!(hits.iter().all(|hit| hit.point.is_finite()), "{far}");
    }
}
