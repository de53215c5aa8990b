//! The difference of two states of a world, against their bodies one by one, forwards and backwards.

use super::plain::{pose, shape};
use carom::glam::{DVec2, DVec3, Vec2, Vec3, vec2, vec3};
use carom::{
    Ball, Body, BodyError, BodyId, Chain, Collider, Compound, DiffError, Mesh, OneWay, Plane, Pose,
    Scalar, Shape, Vector, World, WorldDiff,
};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

fn point<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

fn body<V: Vector>(random: &mut Rng, shared: &[Collider<V>]) -> Body<V> {
    let collider = if random.u32(..4) == 0 {
        shared[random.usize(..shared.len())].clone()
    } else {
        shape::<V>(random).into()
    };
    Body {
        pose: pose(random, 10.0),
        data: random.u64(..),
        moving: random.bool(),
        ..Body::new(collider)
    }
}

/// One change of any kind.
fn change<V: Vector>(world: &mut World<V>, random: &mut Rng, shared: &[Collider<V>]) {
    let ids: Vec<BodyId> = world.iter().map(|(id, _)| id).collect();
    let choice = if ids.len() < 3 { 0 } else { random.u32(..14) };
    if choice == 0 {
        world.insert(body(random, shared)).unwrap();
        return;
    }
    let id = ids[random.usize(..ids.len())];
    let number = V::Scalar::from_f64(random.f64());
    match choice {
        1 | 2 => drop(world.remove(id).unwrap()),
        3 => drop(world.replace(id, body(random, shared)).unwrap()),
        4..6 => world.set_pose(id, pose(random, 10.0)).unwrap(),
        6 => {
            let pose = Pose {
                scale: world.get(id).unwrap().pose.scale,
                ..pose(random, 10.0)
            };
            world.move_to(id, pose, number + number).unwrap();
        }
        7 => world.set_velocity(id, point(random, 2.0)).unwrap(),
        8 => world.set_spin(id, point(random, 2.0), number).unwrap(),
        9 => world.set_surface_velocity(id, point(random, 2.0)).unwrap(),
        10 => {
            let (layers, mask) = (random.u32(..), random.u32(..));
            world.set_layers(id, layers).unwrap();
            world.set_mask(id, mask).unwrap();
        }
        11 => world.set_data(id, random.u64(..)).unwrap(),
        12 => {
            world.set_sensor(id, random.bool()).unwrap();
            world.set_moving(id, random.bool()).unwrap();
        }
        _ => {
            let direction = point(random, 2.0);
            let margin = number;
            let way = random.bool().then_some(OneWay { direction, margin });
            world.set_one_way(id, way).unwrap();
        }
    }
}

fn state<V: Vector>(world: &World<V>) -> BTreeMap<BodyId, String> {
    let all = world.iter();
    all.map(|(id, body)| (id, format!("{body:?}"))).collect()
}

fn answers<V: Vector>(world: &World<V>) -> String {
    let random = &mut Rng::with_seed(5);
    let mut answers = String::new();
    for _ in 0..20 {
        let (from, to): (V, V) = (point(random, 12.0), point(random, 20.0));
        let ball = Ball::new(from, V::Scalar::from_f64(0.5));
        let query = world.query().with_sensors();
        answers += &format!("{:?}", query.sweep(&ball, to));
        answers += &format!("{:?}", query.closest(&ball, V::Scalar::from_f64(3.0)));
    }
    answers
}

/// The names of the next bodies.
fn next<V: Vector>(world: &World<V>) -> Vec<BodyId> {
    let mut world = world.clone();
    let ball = || Ball::new(V::ZERO, V::Scalar::ONE);
    (0..9).map(|_| world.insert(ball()).unwrap()).collect()
}

fn check<V: Vector>(diff: &WorldDiff<V>, before: &World<V>, now: &World<V>) {
    let (old, new) = (state(before), state(now));
    let removed: Vec<BodyId> = old
        .keys()
        .filter(|id| !new.contains_key(id))
        .copied()
        .collect();
    let added: Vec<BodyId> = new
        .keys()
        .filter(|id| !old.contains_key(id))
        .copied()
        .collect();
    assert_eq!(diff.removed(), removed);
    let ids: Vec<BodyId> = diff.added().iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, added);
    let moved = |id: &BodyId| match (before.get(*id), now.get(*id)) {
        (Some(a), Some(b)) => format!("{:?}", a.pose) != format!("{:?}", b.pose),
        _ => false,
    };
    let all_moved: Vec<BodyId> = new.keys().filter(|id| moved(id)).copied().collect();
    assert_eq!(diff.moved().collect::<Vec<_>>(), all_moved);
    let same = |id: &&BodyId| old.get(id).is_some_and(|body| *body != new[id]);
    let changed: Vec<BodyId> = diff.changed().iter().map(|change| change.id).collect();
    // A body with another mesh may print the same.
    assert!(new.keys().filter(same).all(|id| changed.contains(id)));
    let other_mesh = |id: &BodyId| now.get(*id).unwrap().collider.shape().is_none();
    assert!(
        changed
            .iter()
            .all(|id| old[id] != new[id] || other_mesh(id))
    );
    let mut applied = before.clone();
    applied.apply(diff).unwrap();
    assert_eq!(state(&applied), new);
    assert_eq!(applied.len(), now.len());
    assert_eq!(next(&applied), next(now));
    assert_eq!(answers(&applied), answers(now));
    assert!(now.diff_from(&applied).is_empty());
}

fn random_histories<V: Vector>(seed: u64, surfaces: &[Collider<V>]) {
    let random = &mut Rng::with_seed(seed);
    for _ in 0..12 {
        let mut world = World::<V>::new();
        let mut before = world.clone();
        for _ in 0..12 {
            for _ in 0..random.usize(..30) {
                change(&mut world, random, surfaces);
            }
            check(&world.diff_from(&before), &before, &world);
            check(&before.diff_from(&world), &world, &before);
            before = world.clone();
        }
        assert!(world.diff_from(&before).is_empty());
    }
}

#[test]
fn a_diff_leads_from_any_state_to_any_other() {
    let corners = [vec3(-1., 0., -1.), vec3(1., 0., -1.), vec3(0., 1., 1.)];
    let mesh = Arc::new(Mesh::new(corners, [[0, 2, 1]]).unwrap());
    let other = Arc::new(Mesh::new(corners.map(|p| p * 2.), [[0, 2, 1]]).unwrap());
    let ball = Shape::from(Ball::new(Vec3::Y, 0.5));
    let compound = Arc::new(Compound::new([ball]).unwrap());
    random_histories::<Vec3>(1, &[mesh.into(), other.into(), compound.into()]);
    let cube = |v: DVec3| Collider::cuboid(DVec3::ZERO, [DVec3::X, DVec3::Y, v]);
    random_histories::<DVec3>(2, &[cube(DVec3::Z), cube(DVec3::Z * 2.)]);
    let line = |y: f32| Chain::open(vec![vec2(0., 0.), vec2(1., y)]).unwrap();
    random_histories::<Vec2>(3, &[line(0.).into(), line(1.).into()]);
    random_histories::<DVec2>(4, &[Plane::new(DVec2::Y, 0.).into()]);
}

#[test]
fn the_sign_of_a_zero_and_a_refit_are_changes() {
    let mut world = World::new();
    let id = world.insert(Ball::new(vec3(0., 1., 2.), 1.)).unwrap();
    let corners = [vec3(-1., 0., -1.), vec3(1., 0., -1.), vec3(0., 1., 1.)];
    let mesh = Mesh::new(corners, [[0, 2, 1]]).unwrap();
    let cloth = world.insert(mesh).unwrap();
    let before = world.clone();
    world.replace(id, Ball::new(vec3(-0., 1., 2.), 1.)).unwrap();
    let triangle = |_| carom::Triangle::new(corners[0], corners[2], corners[1] * 2.);
    world.refit_mesh(cloth, triangle).unwrap();
    let diff = world.diff_from(&before);
    let ids: Vec<BodyId> = diff.changed().iter().map(|change| change.id).collect();
    assert_eq!(ids, [id, cloth]);
    assert!(
        diff.changed()
            .iter()
            .all(|change| change.collider.is_some())
    );
    check(&diff, &before, &world);
}

#[test]
fn a_diff_that_does_not_fit_changes_nothing() {
    let random = &mut Rng::with_seed(9);
    let shared = [Collider::from(Ball::new(Vec3::ZERO, 1.))];
    let mut refused = 0;
    for _ in 0..300 {
        let mut worlds = [(); 3].map(|()| World::<Vec3>::new());
        for world in &mut worlds {
            for _ in 0..random.usize(1..12) {
                change(world, random, &shared);
            }
        }
        let [before, now, other] = &mut worlds;
        let diff = now.diff_from(before);
        let (bodies, names) = (state(other), next(other));
        if other.apply(&diff).is_err() {
            assert_eq!((state(other), next(other)), (bodies, names));
            refused += 1;
        }
    }
    assert!(refused > 100, "{refused}");
    let mut world = World::new();
    let first = world.insert(Ball::new(Vec3::ZERO, 1.)).unwrap();
    let empty = World::new();
    let mut again = world.clone();
    let error = again.apply(&world.diff_from(&empty)).unwrap_err();
    assert_eq!(error, DiffError::Base(first));
    let text = "the diff is from another state of the world: see body 0 of generation 0";
    assert_eq!(error.to_string(), text);
    let error = DiffError::Body(first, BodyError::Scale);
    assert!(
        error
            .to_string()
            .starts_with("body 0 of generation 0: the body's scale")
    );
}
