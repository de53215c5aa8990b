//! The C program `same_bits.c` and the Rust library give the same bits, on a level of 10,133 triangles.

mod hashing;
mod programs;

use carom_rs::glam::{DVec3, Vec3, vec3};
use carom_rs::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom_rs::{Aabb, Ball, Body, Capsule, Hull, Mesh, Pose, Query, Rotation};
use carom_rs::{Scene, Shape, Surface, Triangle, World};
use hashing::{EMPTY, Hash, Random, put_collision, put_tick};
use std::sync::Arc;

fn shape(random: &mut Random, number: usize, at: Vec3) -> Shape<Vec3> {
    let b = at + random.within(-Vec3::ONE, Vec3::ONE);
    let c = at + random.within(-Vec3::ONE, Vec3::ONE);
    match number % 6 {
        0 => Shape::Point(at),
        1 => Ball::new(at, 0.5).into(),
        2 => Capsule::new(at, b, 0.3).into(),
        3 => Aabb {
            min: at,
            max: at + vec3(1.0, 0.5, 2.0),
        }
        .into(),
        4 => Triangle::new(at, b, c).into(),
        _ => {
            let points: Vec<Vec3> = (0..5)
                .map(|_| at + random.within(-Vec3::ONE, Vec3::ONE))
                .collect();
            Hull::new(points, 0.1).into()
        }
    }
}

fn queries<S: Surface<Vector = Vec3>>(query: &Query<'_, S>, bounds: &Aabb<Vec3>, hash: &mut Hash) {
    let mut random = Random(7);
    let (mut contacts, mut hits) = (Vec::new(), Vec::new());
    for number in 0..360 {
        let at = random.within(bounds.min, bounds.max);
        let delta = random.within(Vec3::splat(-10.0), Vec3::splat(10.0));
        let shape = shape(&mut random, number, at);
        hash.contact(query.closest(&shape, 3.0).as_ref());
        hash.put(query.overlap(&shape).into());
        hash.hit(query.sweep(&shape, delta).as_ref());
        hash.hit(query.ray(at, delta).as_ref());
        query.contacts(&shape, 1.0, &mut contacts);
        hash.put(contacts.len() as u32);
        contacts
            .iter()
            .take(16)
            .for_each(|found| hash.contact(Some(found)));
        query.sweep_all(&shape, delta, &mut hits);
        hash.put(hits.len() as u32);
        hits.iter().take(8).for_each(|hit| hash.hit(Some(hit)));
    }
}

/// The number of contacts of each kind: the answers are compared with those of single queries in C.
fn batches<S: Surface<Vector = Vec3>>(
    query: &Query<'_, S>,
    bounds: &Aabb<Vec3>,
    count: usize,
    hash: &mut Hash,
) {
    let mut random = Random(11);
    let mut totals = [0; 3];
    let mut contacts = Vec::new();
    for _ in 0..count {
        let a = random.within(bounds.min, bounds.max);
        let b = a + vec3(0.0, 1.2, 0.0);
        random.within(Vec3::splat(-5.0), Vec3::splat(5.0));
        let shapes: [Shape<Vec3>; 3] = [
            Shape::Point(a),
            Ball::new(a, 0.3).into(),
            Capsule::new(a, b, 0.3).into(),
        ];
        for (total, shape) in totals.iter_mut().zip(&shapes) {
            query.contacts(shape, 0.2, &mut contacts);
            *total += contacts.len() as u32;
        }
    }
    totals.into_iter().for_each(|total| hash.put(total));
}

fn walk(scene: &impl Scene<Vec3>, hash: &mut Hash) -> CharacterState<Vec3> {
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut state = CharacterState::at(vec3(10.0, 10.1, -22.0), 1.8);
    let mut intent = Intent::walk(Vec3::ZERO);
    let mut random = Random(3);
    for tick in 0..600 {
        if tick % 20 == 0 {
            let x = 8.0 * random.uniform() - 4.0;
            intent = Intent::walk(vec3(x, 0.0, 8.0 * random.uniform() - 4.0));
            intent.jump = (random.uniform() < 0.3).then_some(5.0);
            intent.height = Some(if random.uniform() < 0.3 { 1.2 } else { 1.8 });
        }
        let report = mover.step(scene, &mut state, &intent, 1.0 / 60.0);
        put_tick(hash, &state, &report);
        hash.put(mover.collisions().len() as u32);
        mover
            .collisions()
            .iter()
            .for_each(|met| put_collision(hash, met));
    }
    state
}

fn level() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let text = std::fs::read_to_string(programs::level()).unwrap();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let mut number = || words.next().unwrap().parse().unwrap();
                vertices.push(vec3(number(), number(), number()));
            }
            Some("f") => {
                let mut number = || words.next().unwrap().parse::<u32>().unwrap() - 1;
                triangles.push([number(), number(), number()]);
            }
            _ => {}
        }
    }
    (vertices, triangles)
}

fn of_rust() -> Vec<(&'static str, u64)> {
    let (vertices, triangles) = level();
    let mesh = Arc::new(Mesh::new(&vertices, &triangles).unwrap());
    let welded = Mesh::quick(&vertices, &triangles).unwrap().one_sided();
    let welded = welded.weld(Mesh::<Vec3>::FLAT as f32).compact();
    let bounds = mesh.bounds();
    let (mut hash, mut all) = (Hash(EMPTY), Vec::new());
    hash.put(triangles.len() as u32);
    hash.vector(bounds.min);
    hash.vector(bounds.max);
    all.push(("info", hash.take()));

    let mut world = World::new();
    let pose = Pose {
        rotation: Rotation::from_quaternion([0.0, 0.6, 0.0, 0.8]),
        translation: DVec3::new(0.0, 2.5, 0.0),
        scale: 1.25,
    };
    world
        .insert(Body {
            pose,
            ..Body::new(mesh.clone())
        })
        .unwrap();
    let mut random = Random(5);
    for number in 0..20 {
        let at = random.within(bounds.min, bounds.max);
        let shape = shape(&mut random, number, at);
        let (layers, moving) = (1 << (number % 3), number % 2 == 1);
        world
            .insert(Body {
                layers,
                moving,
                ..Body::new(shape)
            })
            .unwrap();
    }
    world.optimize();
    let of_world = world.query().mask(3).around(DVec3::new(1.5, 0.0, 0.0));
    queries(&mesh.query(), &bounds, &mut hash);
    all.push(("mesh", hash.take()));
    queries(&welded.query(), &bounds, &mut hash);
    all.push(("welded", hash.take()));
    queries(&of_world, &bounds, &mut hash);
    all.push(("world", hash.take()));
    batches(&mesh.query(), &bounds, 300, &mut hash);
    batches(&of_world, &bounds, 40, &mut hash);
    batches(&welded.query(), &bounds, 9000, &mut hash);
    all.push(("batches", hash.take()));
    let end = walk(&*mesh, &mut hash);
    assert!(
        end.feet.distance(vec3(10.0, 10.1, -22.0)) > 1.0,
        "it walks: {end:?}"
    );
    all.push(("walk", hash.take()));
    walk(&world.query(), &mut hash);
    all.push(("walk-in-world", hash.take()));
    all
}

#[test]
fn c_and_rust_give_the_same_bits() {
    let text: String = of_rust()
        .iter()
        .map(|(name, hash)| format!("{name} {hash:016x}\n"))
        .collect();
    let program = programs::build(programs::compilers()[0], &["same_bits.c"], &[]);
    let printed = programs::run(&program, &[&programs::level()]);
    assert_eq!(printed, text);
    // The tests of bindings/js compare with the file.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hashes.txt");
    if std::env::var_os("CAROM_WRITE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), text);
}
