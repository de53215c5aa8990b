//! The C program `same_bits_planar.c` and the Rust library give the same bits in 2D.

mod hashing;
mod programs;

use carom_rs::glam::{DVec2, Vec2, vec2};
use carom_rs::mover::{CharacterState, Locomotion, LocomotionSettings, Mover, MoverSettings};
use carom_rs::{
    Aabb, Ball, Body, Capsule, Chain, Collider, Ellipsoid, FeatureId, Hit, Hull, Manifold,
    OrientedBox, Pose, Query, RigidMotion, Rotation, RoundShape, Scene, Shape, Surface,
    TaperedCapsule, Triangle, World,
};
use hashing::{EMPTY, Hash, Random, put_collision, put_tick};
use std::sync::Arc;

const QUERIES: usize = 360;
const HILLS: usize = 400;

fn put_feature(id: FeatureId) -> [u32; 4] {
    match id {
        FeatureId::Whole => [0; 4],
        FeatureId::Vertex(a) => [1, a, 0, 0],
        FeatureId::Edge([a, b]) => [2, a, b, 0],
        FeatureId::Face([a, b, c]) => [3, a, b, c],
    }
}

fn put_manifold(hash: &mut Hash, found: Option<&Manifold<Vec2>>) {
    let points = found.map_or(&[][..], Manifold::points);
    hash.put(points.len() as u32);
    hash.put(found.is_some_and(|found| found.unique).into());
    for point in points {
        hash.vector(point.point_a);
        hash.vector(point.point_b);
        hash.float(point.separation);
        let (a, b) = (put_feature(point.id.a), put_feature(point.id.b));
        (0..4).for_each(|i| {
            hash.put(a[i]);
            hash.put(b[i]);
        });
    }
}

/// As in C: an oriented box is a body of its own kind.
struct Random2d {
    shape: Shape<Vec2>,
    collider: Collider<Vec2>,
}

fn any_shape(random: &mut Random, number: usize, at: Vec2) -> Random2d {
    let b = at + random.within(-Vec2::ONE, Vec2::ONE);
    let c = at + random.within(-Vec2::ONE, Vec2::ONE);
    let sizes = random.within(Vec2::ZERO, Vec2::ONE);
    let turn = Rotation::new(Vec2::ZERO, 6.0 * random.uniform());
    let mut oriented = OrientedBox::new(at, sizes);
    oriented.axes = oriented.axes.map(|axis| turn.rotate(axis));
    let mut ellipse = Ellipsoid::new(at, sizes);
    ellipse.axes = ellipse.axes.map(|axis| turn.rotate(axis));
    let shape: Shape<Vec2> = match number % 11 {
        0 => Shape::Point(at),
        1 => Ball::new(at, 0.5).into(),
        2 => Capsule::new(at, b, 0.3).into(),
        3 => Aabb {
            min: at,
            max: at + vec2(1.0, 0.5),
        }
        .into(),
        4 => Triangle::new(at, b, c).into(),
        5 => {
            return Random2d {
                shape: oriented.into(),
                collider: Collider::cuboid(at, oriented.axes),
            };
        }
        6 => TaperedCapsule::new(at, b, [0.25, 0.5]).into(),
        7 => ellipse.into(),
        8 => RoundShape::new(Shape::from(Triangle::new(at, b, c)), 0.25).into(),
        9 => RoundShape::new(Shape::from(oriented), 0.25).into(),
        _ => {
            let points: Vec<Vec2> = (0..5)
                .map(|_| at + random.within(-Vec2::ONE, Vec2::ONE))
                .collect();
            Hull::new(points, 0.1).into()
        }
    };
    let collider = shape.clone().into();
    Random2d { shape, collider }
}

fn queries<S: Surface<Vector = Vec2>>(
    query: &Query<'_, S>,
    [min, max]: [Vec2; 2],
    hash: &mut Hash,
) {
    let mut random = Random(7);
    let (mut contacts, mut hits, mut manifolds) = (Vec::new(), Vec::new(), Vec::new());
    let mut counts = [0; 3];
    for number in 0..QUERIES {
        let at = random.within(min, max);
        let delta = random.within(Vec2::splat(-10.0), Vec2::splat(10.0));
        let shape = any_shape(&mut random, number, at).shape;
        let angle = 4.0 * random.uniform() - 2.0;
        let motion = RigidMotion {
            delta,
            ..RigidMotion::rotation(at, Vec2::ZERO, angle)
        };
        let closest = query.closest(&shape, 3.0);
        counts[0] += usize::from(closest.is_some());
        hash.contact(closest.as_ref());
        hash.put(query.overlap(&shape).into());
        let swept = query.sweep(&shape, delta);
        counts[1] += usize::from(swept.is_some());
        hash.hit(swept.as_ref());
        hash.put(query.sweep_any(&shape, delta).into());
        let rigid = query.sweep_rigid(&shape, &motion, &RigidMotion::default());
        hash.hit(rigid.hit.as_ref());
        hash.hit(query.ray(at, delta).as_ref());
        hash.put(query.ray(at, delta).is_some().into());
        query.contacts(&shape, 1.0, &mut contacts);
        hash.put(contacts.len() as u32);
        let some = contacts.iter().take(16);
        some.for_each(|found| hash.contact(Some(found)));
        query.closest_n(&shape, 4, 3.0, &mut contacts);
        hash.put(contacts.len() as u32);
        contacts.iter().for_each(|found| hash.contact(Some(found)));
        query.manifolds(&shape, 0.5, &mut manifolds);
        hash.put(manifolds.len() as u32);
        counts[2] += manifolds.len();
        for found in manifolds.iter().take(8) {
            hash.contact(Some(&found.contact));
            put_manifold(hash, Some(&found.manifold));
        }
        query.sweep_all(&shape, delta, &mut hits);
        hash.put(hits.len() as u32);
        hits.iter().take(8).for_each(|hit| hash.hit(Some(hit)));
    }
    assert!(counts.iter().all(|count| *count > 60), "{counts:?}");
}

fn put_crossing(hash: &mut Hash, crossing: Option<Hit<Vec2>>) {
    if let Some(crossing) = crossing {
        hash.float(crossing.t);
        hash.vector(crossing.point);
        hash.vector(crossing.normal);
    }
}

fn pairs(hash: &mut Hash) {
    let mut random = Random(13);
    for number in 0..10 * 121 {
        let at = random.within(Vec2::splat(-2.0), Vec2::splat(2.0));
        let a = any_shape(&mut random, number % 11, at).shape;
        let b = any_shape(&mut random, number / 11, Vec2::ZERO).shape;
        let delta_a = random.within(Vec2::splat(-4.0), Vec2::splat(4.0));
        let delta_b = random.within(-Vec2::ONE, Vec2::ONE);
        let motion = RigidMotion {
            delta: delta_a,
            ..RigidMotion::rotation(delta_b, Vec2::ZERO, 4.0 * random.uniform() - 2.0)
        };
        hash.contact(carom_rs::contact(&a, &b, 1.5).as_ref());
        hash.put(carom_rs::overlap(&a, &b).into());
        hash.hit(carom_rs::sweep_both(&a, delta_a, &b, delta_b).hit.as_ref());
        let rigid = carom_rs::sweep_rigid(&a, &motion, &b, &RigidMotion::default());
        hash.hit(rigid.hit.as_ref());
        put_manifold(hash, carom_rs::manifold(&a, &b, 1.5).as_ref());
        let inside = carom_rs::ray_interval(delta_a, delta_a * -2.0, &b);
        let (entry, exit) = inside.map_or((None, None), |found| (found.entry, found.exit));
        for is in [inside.is_some(), entry.is_some(), exit.is_some()] {
            hash.put(is.into());
        }
        put_crossing(hash, entry);
        put_crossing(hash, exit);
    }
}

fn walk(scene: &impl Scene<Vec2>, hash: &mut Hash) {
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut state = CharacterState::at(vec2(0.0, 12.0), 1.8);
    let mut locomotion = Locomotion::new(LocomotionSettings::default());
    let mut random = Random(3);
    let (mut wanted, mut height) = (Vec2::ZERO, 0.0);
    let (mut on_ground, mut farthest) = (0, 0.0_f32);
    for tick in 0..600 {
        let mut jump = None;
        if tick % 20 == 0 {
            wanted.x = 8.0 * random.uniform() - 4.0;
            jump = (random.uniform() < 0.3).then_some(5.0);
            height = if random.uniform() < 0.3 { 1.2 } else { 1.8 };
        }
        let mut intent = locomotion.intent(&state, wanted, jump, Vec2::Y, 1.0 / 60.0);
        intent.height = Some(height);
        let report = mover.step(scene, &mut state, &intent, 1.0 / 60.0);
        locomotion.adopt(&state, &intent, Vec2::Y);
        put_tick(hash, &state, &report);
        hash.vector(locomotion.velocity);
        hash.put(mover.collisions().len() as u32);
        let met = mover.collisions().iter();
        met.for_each(|met| put_collision(hash, met));
        on_ground += u32::from(state.ground.is_some());
        farthest = farthest.max(state.feet.x.abs());
    }
    assert!(on_ground > 100 && farthest > 1.0, "{on_ground} {state:?}");
}

fn of_rust() -> Vec<(&'static str, u64)> {
    let (mut hash, mut all) = (Hash(EMPTY), Vec::new());
    pairs(&mut hash);
    all.push(("pairs", hash.take()));
    let (mut random, mut height) = (Random(5), 0.0);
    let mut hills: Vec<Vec2> = (0..HILLS)
        .map(|i| {
            height = 0.95 * height + random.uniform() - 0.5;
            vec2(50.0 - 0.25 * i as f32, height)
        })
        .collect();
    let open = Chain::open(hills.clone()).unwrap();
    hills.extend([vec2(-50.0, -20.0), vec2(50.0, -20.0)]);
    let solid = Arc::new(Chain::closed(hills.clone()).unwrap().solid().unwrap());
    let raw = Chain::closed(hills).unwrap().raw();
    let (min, max) = (vec2(-50.0, -8.0), vec2(50.0, 12.0));
    for _ in 0..QUERIES {
        let at = random.within(min, max);
        hash.put(solid.contains(at).into());
        hash.float(solid.signed_distance(at));
    }
    all.push(("inside", hash.take()));
    let mut world = World::new();
    let pose = Pose {
        rotation: Rotation::new(Vec2::ZERO, 0.125),
        translation: DVec2::new(0.0, -2.5),
        scale: 1.25,
    };
    let ground = Body::new(solid.clone());
    world.insert(Body { pose, ..ground }).unwrap();
    for number in 0..20 {
        let at = random.within(min, max);
        let collider = any_shape(&mut random, number, at).collider;
        let (layers, moving) = (1 << (number % 3), number % 2 == 1);
        let body = Body {
            layers,
            moving,
            ..Body::new(collider)
        };
        world.insert(body).unwrap();
    }
    world.optimize();
    let of_world = world.query().mask(3).around(DVec2::new(1.5, 0.0));
    queries(&open.query(), [min, max], &mut hash);
    all.push(("chain", hash.take()));
    queries(&solid.query(), [min, max], &mut hash);
    all.push(("solid", hash.take()));
    queries(&raw.query(), [min, max], &mut hash);
    all.push(("raw", hash.take()));
    queries(&of_world, [min, max], &mut hash);
    all.push(("world", hash.take()));
    walk(&open, &mut hash);
    all.push(("walk", hash.take()));
    walk(&world.query(), &mut hash);
    all.push(("walk-in-world", hash.take()));
    all
}

#[test]
fn c_and_rust_give_the_same_bits_in_2d() {
    let text: String = of_rust()
        .iter()
        .map(|(name, hash)| format!("{name} {hash:016x}\n"))
        .collect();
    for compiler in programs::compilers() {
        let program = programs::build(compiler, &["same_bits_planar.c"], &[]);
        assert_eq!(programs::run(&program, &[]), text, "{compiler}");
    }
    // The tests of bindings/js compare with the file.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hashes_planar.txt");
    if std::env::var_os("CAROM_WRITE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), text);
}
