//! Worlds far from their origin: queries visit no more bodies than near it, and find all that matter.

use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::{
    Ball, Body, BodyId, Capsule, Collider, Mesh, Pose, SensorEvents, SensorPair, Shape, World,
};
use fastrand::Rng;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn place(random: &mut Rng, size: f32) -> Vec3 {
    Vec3::from([0; 3].map(|_| ((random.f32() - 0.5) * size * 8.0).round() / 8.0))
}

fn ball(at: DVec3) -> Body<Vec3> {
    Body {
        pose: Pose {
            translation: at,
            ..Pose::default()
        },
        moving: true,
        ..Body::new(Ball::new(Vec3::ZERO, 0.2))
    }
}

/// The number of bodies that queries around these positions visit, and their answers.
fn visits(world: &World<Vec3>, origin: DVec3, seed: u64) -> (usize, String) {
    let random = &mut Rng::with_seed(seed);
    let count = AtomicUsize::new(0);
    let filter = |_: BodyId, _: &Body<Vec3>| {
        count.fetch_add(1, Ordering::Relaxed);
        true
    };
    let query = world.query().around(origin).filter_bodies(&filter);
    let mut answers = String::new();
    let (mut contacts, mut hits) = (Vec::new(), Vec::new());
    for _ in 0..200 {
        let at = place(random, 30.0);
        let capsule: Shape<Vec3> = Capsule::new(at, at + Vec3::Y, 0.3).into();
        let delta = place(random, 2.0);
        query.contacts(&capsule, 0.3, &mut contacts);
        query.sweep_all(&capsule, delta, &mut hits);
        let closest = query.closest(&capsule, 1.0);
        let sweep = query.sweep(&capsule, delta);
        answers += &format!("{contacts:?}{hits:?}{closest:?}{sweep:?}");
    }
    (count.into_inner(), answers)
}

#[test]
fn far_queries_visit_no_more_bodies_than_near_ones() {
    let random = &mut Rng::with_seed(1);
    let there = dvec3(1e7, -3e6, 5e6 + 0.125);
    let origins = [DVec3::ZERO, there, -there];
    let mut worlds = [(); 2].map(|()| World::new());
    let [far, both] = &mut worlds;
    let mut near = World::new();
    let mut moved = Vec::new();
    for _ in 0..4000 {
        let at = place(random, 30.0).as_dvec3();
        let id = near.insert(ball(origins[0] + at)).unwrap();
        far.insert(ball(origins[1] + at)).unwrap();
        both.insert(ball(origins[1] + at)).unwrap();
        moved.push((id, at));
    }
    // The same again on the other side of the planet.
    for (_, at) in &moved {
        both.insert(ball(origins[2] + *at)).unwrap();
    }
    for (id, at) in moved.iter_mut().step_by(3) {
        *at += place(random, 0.5).as_dvec3();
        let pose = |origin| ball(origin + *at).pose;
        near.set_pose(*id, pose(origins[0])).unwrap();
        far.set_pose(*id, pose(origins[1])).unwrap();
        both.set_pose(*id, pose(origins[1])).unwrap();
    }
    let (fewest, expected) = visits(&near, origins[0], 2);
    for world in [far, both] {
        let (count, answers) = visits(world, origins[1], 2);
        assert_eq!(answers, expected);
        assert!(count <= fewest + fewest / 8, "{count} {fewest}");
    }
}

#[test]
fn a_body_that_goes_far_away_and_back_is_found_everywhere() {
    let mut world = World::new();
    let tile = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Z], vec![[0, 1, 2]]).unwrap();
    let tile = Arc::new(tile);
    let collider = |i: usize| -> Collider<Vec3> {
        match i % 3 {
            0 => tile.clone().into(),
            1 => Collider::cuboid(Vec3::ZERO, [Vec3::X, Vec3::Y, Vec3::Z]),
            _ => Shape::Point(vec3(0.25, 0., 0.25)).into(),
        }
    };
    let ids: Vec<BodyId> = (0..60)
        .map(|i| world.insert(collider(i)).unwrap())
        .collect();
    let probe = Shape::from(Ball::new(vec3(0.25, 0., 0.25), 0.1));
    for exponent in [0, 3, 5, 7, 9, 11, 6, 2, 8, 1] {
        let step = dvec3(10_f64.powi(exponent), 7.0, -3.0);
        for (i, id) in (0_u32..).zip(&ids) {
            let pose = Pose {
                translation: step * f64::from(i),
                ..Pose::default()
            };
            world.set_pose(*id, pose).unwrap();
        }
        for (i, id) in (0_u32..).zip(&ids) {
            let there = world.query().around(step * f64::from(i));
            let mut found = Vec::new();
            there.overlaps(&probe, &mut found);
            assert_eq!(found, [*id], "10^{exponent} × {i}");
            let hit = there.ray(vec3(0.25, 9., 0.25), Vec3::Y * -18.).unwrap();
            assert_eq!(hit.part.body, *id);
            let nearest = there.except(*id).closest(&probe, f32::MAX).unwrap();
            let other = world.get(nearest.part.body).unwrap();
            let way = other.pose.translation - step * f64::from(i);
            assert!((way.length() - step.length()).abs() <= step.length() * 1e-9);
        }
        world.optimize();
    }
}

#[test]
fn sensors_detect_far_away() {
    let there = dvec3(-2e8, 1e7, 4e6);
    let tile = Mesh::new(
        vec![Vec3::ZERO, Vec3::X * 4., Vec3::Z * 4.],
        vec![[0, 1, 2]],
    );
    let mut world = World::new();
    let pose = Pose {
        translation: there,
        ..Pose::default()
    };
    let sensor = Body {
        pose,
        sensor: true,
        ..Body::new(tile.unwrap())
    };
    let sensor = world.insert(sensor).unwrap();
    let body = world.insert(ball(there + dvec3(1., 0.19, 1.))).unwrap();
    world.insert(ball(there + dvec3(1., 0.21, 1.))).unwrap();
    world.insert(ball(there + dvec3(3., 0., 3.))).unwrap();
    let mut sensed = SensorEvents::new();
    world.update_sensors(&mut sensed);
    assert_eq!(sensed.now(), [SensorPair { sensor, body }]);
}
