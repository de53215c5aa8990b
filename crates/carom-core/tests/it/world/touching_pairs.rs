//! The pairs of bodies that touch, against all pairs.

use super::plain::{placed, pose, shape};
use carom::glam::{Vec2, Vec3, vec3};
use carom::{Ball, Body, BodyId, Mesh, PairEvents, Plane, Pose, Vector, World, overlap};
use fastrand::Rng;

fn expected<V: Vector>(world: &World<V>) -> Vec<[BodyId; 2]> {
    let bodies: Vec<(BodyId, &Body<V>)> = world.iter().filter(|(_, body)| !body.sensor).collect();
    let mut pairs = Vec::new();
    for (i, &(a, one)) in bodies.iter().enumerate() {
        for &(b, other) in &bodies[i + 1..] {
            let meet = one.layers & other.mask != 0 && other.layers & one.mask != 0;
            if meet && (one.moving || other.moving) && overlap(&placed(world, a), &placed(world, b))
            {
                pairs.push([a, b]);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

fn pairs_of_random_bodies<V: Vector>() {
    let random = &mut Rng::with_seed(3);
    let mut world: World<V> = World::new();
    let mut events = PairEvents::new();
    let (mut began, mut ended) = (0, 0);
    let bodies: Vec<BodyId> = (0..150)
        .map(|i| {
            let body = Body {
                pose: pose(random, 12.0),
                layers: 1 << (i % 3),
                mask: if i % 5 == 0 { 0b110 } else { u32::MAX },
                moving: i % 3 > 0,
                sensor: i % 17 == 0,
                ..Body::new(shape::<V>(random))
            };
            world.insert(body).unwrap()
        })
        .collect();
    for _ in 0..40 {
        for _ in 0..40 {
            let _ = world.set_pose(bodies[random.usize(..bodies.len())], pose(random, 12.0));
        }
        world.remove(bodies[random.usize(..bodies.len())]);
        let before = events.now().to_vec();
        world.update_pairs(&mut events);
        let now = expected(&world);
        assert_eq!(events.now(), now);
        let without = |of: &[[BodyId; 2]], from: &[[BodyId; 2]]| -> Vec<_> {
            of.iter()
                .filter(|pair| !from.contains(pair))
                .copied()
                .collect()
        };
        assert_eq!(events.began(), without(&now, &before));
        assert_eq!(events.ended(), without(&before, &now));
        began += events.began().len();
        ended += events.ended().len();
    }
    assert!(began > 100 && ended > 100, "{began} {ended}");
}

#[test]
fn pairs_are_those_of_all_pairs() {
    pairs_of_random_bodies::<Vec2>();
    pairs_of_random_bodies::<Vec3>();
}

#[test]
fn a_crate_touches_a_mesh_and_a_plane() {
    let mut world = World::new();
    let corners = [vec3(-9., 0., -9.), vec3(9., 0., -9.), vec3(0., 0., 9.)];
    let floor = world
        .insert(Mesh::new(corners, [[0, 2, 1]]).unwrap())
        .unwrap();
    let sea = world.insert(Plane::new(Vec3::Y, -0.4)).unwrap();
    let ball = Body {
        moving: true,
        ..Body::new(Ball::new(Vec3::ZERO, 0.5))
    };
    let ball = world.insert(ball).unwrap();
    let mut events = PairEvents::new();
    for (height, expected) in [
        (0.6, vec![]),
        (0.45, vec![[floor, ball]]),
        (0.05, vec![[floor, ball], [sea, ball]]),
        (-0.6, vec![[sea, ball]]),
    ] {
        world
            .set_pose(ball, Pose::at(vec3(0., height, 0.)))
            .unwrap();
        world.update_pairs(&mut events);
        assert_eq!(events.now(), expected, "{height}");
    }
}
