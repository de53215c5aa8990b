//! Sweeps among bodies that move in the same interval, against the sweep of each pair.

use crate::kinds::point;
use crate::world::plain::shape;
use carom::glam::{DVec3, Vec2, Vec3, vec3};
use carom::{
    Ball, Body, BodyId, Collider, Compound, Pose, RigidMotion, Rotation, Scalar, Shape, Sweep,
    Vector, World, contact, sweep_rigid,
};
use fastrand::Rng;

fn number<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

fn random_world<V: Vector>(random: &mut Rng) -> World<V> {
    let mut world = World::new();
    for _ in 0..20 {
        let own = shape::<V>(random);
        let turn = Rotation::new(point(random, 1.0), number::<V>(random.f64() * 6.0));
        let mut body = Body {
            pose: Pose::new(point(random, 9.0), turn),
            moving: random.bool(),
            ..Body::new(own)
        };
        if random.usize(..3) > 0 {
            body.velocity = point(random, 4.0);
        }
        if random.usize(..3) == 0 {
            body.spin = number::<V>(random.f64() * 4.0 - 2.0);
            body.axis = point(random, 1.0);
        }
        world.insert(body).unwrap();
    }
    world
}

/// The motion of a body, and its shape in the world.
fn of_body<V: Vector>(body: &Body<V>, time: V::Scalar) -> (RigidMotion<V>, Shape<V>) {
    let motion = RigidMotion {
        delta: body.velocity * time,
        pivot: V::from_double(body.pose.translation),
        axis: body.axis,
        angle: body.spin * time,
    };
    let own = body.collider.shape().unwrap();
    // As the world places it: boxes become hulls.
    let placed = match (own, own.hull()) {
        (Shape::Aabb(_) | Shape::OrientedBox(_), Some(hull)) => body.pose.shape(&hull.into()),
        _ => body.pose.shape(own),
    };
    (motion, placed)
}

fn agrees_with_pairs<V: Vector>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let (mut hits, mut straight) = (0, 0);
    for round in 0..400 {
        let world = random_world::<V>(random);
        let a = loop {
            let own = shape::<V>(random);
            if own.bounds().is_some() {
                break Pose::at(point(random, 9.0)).shape(&own);
            }
        };
        let mut motion = RigidMotion::straight(point(random, 8.0));
        if round % 2 == 0 {
            motion =
                RigidMotion::rotation(point(random, 9.0), point(random, 1.0), number::<V>(1.0));
        }
        let time = number::<V>([0.5, 2.0][round % 2]);
        let swept = world.query().sweep_moving(&a, &motion, time);
        let mut expected: Option<(BodyId, Sweep<V>)> = None;
        for (id, body) in world.iter() {
            let (own, placed) = of_body(body, time);
            let of_pair = sweep_rigid(&a, &motion, &placed, &own);
            let time = |swept: &Sweep<V>| swept.hit.map_or(f64::INFINITY, |hit| hit.t.to_f64());
            let start = |swept: &Sweep<V>| {
                let start = swept.start.contact();
                start.map_or(f64::INFINITY, |at| at.separation.to_f64())
            };
            let is_first = expected.as_ref().is_none_or(|(_, best)| {
                (time(&of_pair), start(&of_pair)) < (time(best), start(best))
            });
            if is_first {
                expected = Some((id, of_pair));
            }
        }
        let (id, expected) = expected.unwrap();
        match (swept.hit, expected.hit) {
            (Some(hit), Some(other)) => {
                // A straight sweep is by the relative motion, which rounds.
                let slack = 1e-5;
                assert!(
                    (hit.t - other.t).to_f64().abs() < slack,
                    "{round}: {hit:?} {other:?}"
                );
                if hit.part.body == id {
                    let way = hit.point - other.point;
                    assert!(way.length().to_f64() < 1e-3, "{round}: {hit:?} {other:?}");
                }
                hits += 1;
                let body = world.get(hit.part.body).unwrap();
                straight += usize::from(!motion.rotates() && body.spin.to_f64() == 0.0);
            }
            (None, None) => assert_eq!(
                swept.start.contact().is_some(),
                expected.start.contact().is_some()
            ),
            (found, expected) => panic!("{round}: {found:?} {expected:?}"),
        }
    }
    assert!(hits > 60 && straight > 20, "{hits} {straight}");
}

#[test]
fn a_sweep_among_moving_bodies_is_the_first_of_all_pairs() {
    agrees_with_pairs::<Vec2>(1);
    agrees_with_pairs::<Vec3>(2);
    agrees_with_pairs::<DVec3>(3);
}

/// A compound that moves as one hits what the first of its parts hits.
#[test]
fn a_compound_among_moving_bodies_is_the_first_of_its_parts() {
    let random = &mut Rng::with_seed(4);
    let mut world = World::new();
    for _ in 0..30 {
        let velocity = point::<Vec3>(random, 4.0);
        let (axis, spin) = (point::<Vec3>(random, 1.0), random.f32() * 2.0);
        let ball = Ball::new(point(random, 1.0), 0.3 + random.f32());
        let pose = Pose::at(point(random, 12.0));
        let body = Body {
            pose,
            velocity,
            axis,
            spin,
            ..Body::new(ball)
        };
        world.insert(body).unwrap();
    }
    let mut hits = [0; 3];
    for round in 0..150 {
        let parts: Vec<_> = (0..3)
            .map(|_| Ball::new(point::<Vec3>(random, 9.0), 0.4))
            .collect();
        let motion = if round % 2 == 0 {
            RigidMotion::straight(point(random, 6.0))
        } else {
            RigidMotion::rotation(point(random, 9.0), point(random, 1.0), 2.0)
        };
        let compound = Compound::new(parts.clone()).unwrap();
        let found = world.query().sweep_moving_surface(&compound, &motion, 0.7);
        let hit = found.and_then(|(swept, part)| Some((swept.hit?, part.index as usize)));
        let alone = parts
            .iter()
            .map(|part| world.query().sweep_moving(part, &motion, 0.7).hit);
        let alone: Vec<_> = alone.collect();
        let first = alone
            .iter()
            .flatten()
            .map(|hit| hit.t)
            .min_by(f32::total_cmp);
        assert_eq!(hit.map(|(hit, _)| hit.t), first, "{round}");
        if let Some((hit, part)) = hit {
            assert_eq!(Some(hit), alone[part], "{round}");
            hits[part] += 1;
        }
    }
    assert!(hits.iter().all(|count| *count > 10), "{hits:?}");
}

#[test]
fn a_train_hits_a_walker_on_its_track() {
    let mut world = World::new();
    let engine = Collider::cuboid(
        Vec3::ZERO,
        [vec3(10., 0., 0.), vec3(0., 2., 0.), vec3(0., 0., 1.5)],
    );
    let pose = Pose::at(vec3(-500., 2., 0.));
    let velocity = vec3(40., 0., 0.);
    let train = world
        .insert(Body {
            pose,
            velocity,
            ..Body::new(engine)
        })
        .unwrap();
    let walker = Ball::new(vec3(0., 1., 3.), 0.5);
    // Six meters across the track in 20 seconds; the train is there after 12.
    let cross = RigidMotion::straight(vec3(0., 0., -6.));
    let hit = world
        .query()
        .sweep_moving(&walker, &cross, 20.0)
        .hit
        .unwrap();
    let (at, front) = (
        walker.center + cross.delta * hit.t,
        -490.0 + 40.0 * 20.0 * hit.t,
    );
    assert!(hit.part.body == train && hit.normal == Vec3::X);
    assert!((front - (at.x - 0.5)).abs() < 1e-3 && at.z.abs() < 1.5);
    let moved = Pose::at(vec3(-500. + 800. * hit.t, 2., 0.));
    let body = world.get(train).unwrap().collider.shape().unwrap();
    let moved_on = Ball::new(at, 0.5);
    assert!(
        contact(&moved_on, &moved.shape(body), 1.0)
            .unwrap()
            .separation
            .abs()
            < 1e-3
    );
    // One that stays beside the track is missed, and one twice as fast is through before.
    let stays = world
        .query()
        .sweep_moving(&walker, &RigidMotion::default(), 20.0);
    assert_eq!(stays.hit, None);
    let runs = world.query().sweep_moving(&walker, &cross, 10.0);
    assert_eq!(runs.hit, None);
}
