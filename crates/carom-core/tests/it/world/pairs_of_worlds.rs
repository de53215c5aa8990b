//! The pairs of bodies of two worlds that touch, against all pairs.

use super::plain::{placed, pose, shape};
use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec3, vec3};
use carom::{
    Ball, Body, BodyId, Collider, Mesh, OneWay, PairEvents, Plane, Pose, Shape, Vector, World,
    overlap,
};
use fastrand::Rng;

fn body<V: Vector>(random: &mut Rng) -> Body<V> {
    Body {
        pose: pose(random, 10.0),
        layers: 1 << random.u32(..3),
        mask: if random.u32(..5) == 0 {
            0b110
        } else {
            u32::MAX
        },
        moving: random.bool(),
        sensor: random.u32(..17) == 0,
        ..Body::new(shape::<V>(random))
    }
}

fn expected<V: Vector>(of: &World<V>, with: &World<V>) -> Vec<[BodyId; 2]> {
    let [own, other] = [of, with].map(|world| {
        let solid = world.iter().filter(|(_, body)| !body.sensor);
        let all = solid.map(|(id, body)| (id, body, placed(world, id)));
        all.collect::<Vec<(BodyId, &Body<V>, Shape<V>)>>()
    });
    let mut pairs = Vec::new();
    for (a, one, p) in &own {
        for (b, two, q) in &other {
            let meet = one.layers & two.mask != 0 && two.layers & one.mask != 0;
            if meet && overlap(p, q) {
                pairs.push([*a, *b]);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Moves, inserts, removes and changes a few bodies.
fn shuffle<V: Vector>(world: &mut World<V>, random: &mut Rng) {
    let ids: Vec<BodyId> = world.iter().map(|(id, _)| id).collect();
    for _ in 0..8 {
        let id = ids[random.usize(..ids.len())];
        match random.u32(..8) {
            0 => {
                if world.remove(id).is_some() {
                    world.insert(body(random)).unwrap();
                }
            }
            1 => drop(world.set_moving(id, random.bool())),
            _ => drop(world.set_pose(id, pose(random, 10.0))),
        }
    }
}

fn pairs_of_random_worlds<V: Vector>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let mut worlds = [(); 2].map(|()| World::<V>::new());
    for _ in 0..60 {
        for world in &mut worlds {
            world.insert(body(random)).unwrap();
        }
    }
    let mut events = PairEvents::new();
    let mut turned = PairEvents::new();
    let (mut began, mut ended) = (0, 0);
    for _ in 0..150 {
        worlds.iter_mut().for_each(|world| shuffle(world, random));
        let [own, other] = &worlds;
        let before = events.now().to_vec();
        own.update_pairs_with(other, &mut events);
        let now = expected(own, other);
        assert_eq!(events.now(), now);
        let without = |of: &[[BodyId; 2]], from: &[[BodyId; 2]]| -> Vec<_> {
            let missing = of.iter().filter(|pair| !from.contains(pair));
            missing.copied().collect()
        };
        assert_eq!(events.began(), without(&now, &before));
        assert_eq!(events.ended(), without(&before, &now));
        began += events.began().len();
        ended += events.ended().len();
        other.update_pairs_with(own, &mut turned);
        let mut both_ways: Vec<[BodyId; 2]> = turned.now().iter().map(|[b, a]| [*a, *b]).collect();
        both_ways.sort_unstable();
        assert_eq!(both_ways, now);
    }
    assert!(began > 300 && ended > 300, "{began} {ended}");
}

#[test]
fn pairs_are_those_of_all_pairs() {
    pairs_of_random_worlds::<Vec2>(1);
    pairs_of_random_worlds::<Vec3>(2);
    pairs_of_random_worlds::<DVec2>(3);
    pairs_of_random_worlds::<DVec3>(4);
}

/// Two worlds of balls and one mesh, around a place.
fn clusters(place: DVec3, seed: u64) -> [World<Vec3>; 2] {
    let random = &mut Rng::with_seed(seed);
    let corners = [vec3(-9., 0., -9.), vec3(9., 0., -9.), vec3(0., 0., 9.)];
    let mesh = Collider::from(Mesh::new(corners, [[0, 2, 1]]).unwrap());
    [(); 2].map(|()| {
        let mut world = World::new();
        let mut add = |collider: Collider<Vec3>, at: Vec3| {
            let translation = place + at.as_dvec3();
            let pose = Pose {
                translation,
                ..Pose::default()
            };
            let body = Body {
                pose,
                ..Body::new(collider)
            };
            world.insert(body).unwrap();
        };
        add(mesh.clone(), Vec3::Y * random.u32(..4) as f32);
        for _ in 0..60 {
            let at = [0; 3].map(|_| random.i32(-12..12) as f32 * 0.25);
            add(Ball::new(Vec3::ZERO, 0.375).into(), Vec3::from(at));
        }
        world
    })
}

#[test]
fn far_from_the_origin_pairs_are_those_near_it() {
    for seed in 0..6 {
        let mut lists = Vec::new();
        for place in [DVec3::ZERO, dvec3(1e7, -3e6, 5e6), dvec3(-4e8, 1e3, 0.0)] {
            let [own, other] = &clusters(place, seed);
            let mut events = PairEvents::new();
            own.update_pairs_with(other, &mut events);
            lists.push(events.now().to_vec());
        }
        assert!(lists[0].len() > 20, "{}", lists[0].len());
        assert!(lists.iter().all(|list| *list == lists[0]));
    }
}

#[test]
fn one_way_bodies_count_where_they_block() {
    let mut planks = World::new();
    let one_way = Some(OneWay {
        direction: Vec3::Y,
        margin: 0.25,
    });
    let half = [Vec3::X * 2.0, Vec3::Y * 0.25, Vec3::Z * 2.0];
    let plank = Body {
        one_way,
        ..Body::new(Collider::cuboid(Vec3::ZERO, half))
    };
    let plank = planks.insert(plank).unwrap();
    let sea = Body {
        one_way,
        ..Body::new(Plane::new(Vec3::Y, -3.0))
    };
    let sea = planks.insert(sea).unwrap();
    for place in [DVec3::ZERO, dvec3(1e8, 0.0, 0.0)] {
        let pose = Pose {
            translation: place,
            ..Pose::default()
        };
        planks.set_pose(plank, pose).unwrap();
        for (height, expected) in [
            (1.0, vec![]),
            (0.625, vec![plank]), // stands on it
            (0.0, vec![]),        // passes through it
            (-0.5, vec![]),       // below it
            (-2.625, vec![sea]),
            (-3.0, vec![]),
        ] {
            let mut balls = World::new();
            let pose = Pose {
                translation: place + DVec3::Y * height,
                ..Pose::default()
            };
            let ball = Body {
                pose,
                moving: true,
                ..Body::new(Ball::new(Vec3::ZERO, 0.5))
            };
            let mut both = planks.clone();
            let last = both.insert(ball.clone()).unwrap();
            let ball = balls.insert(ball).unwrap();
            let mut events = PairEvents::new();
            both.update_pairs(&mut events);
            let pairs: Vec<_> = expected.iter().map(|other| [*other, last]).collect();
            assert_eq!(events.now(), pairs, "{place} {height}");
            balls.update_pairs_with(&planks, &mut events);
            let pairs: Vec<_> = expected.iter().map(|other| [ball, *other]).collect();
            assert_eq!(events.now(), pairs, "{place} {height}");
            planks.update_pairs_with(&balls, &mut events);
            let pairs: Vec<_> = expected.iter().map(|other| [*other, ball]).collect();
            assert_eq!(events.now(), pairs, "{place} {height}");
        }
    }
}
