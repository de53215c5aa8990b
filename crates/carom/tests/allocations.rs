//! Nothing allocates after warm-up: each kind of query runs twice, and the second time allocates no byte.
//!
//! Not tested, because they do allocate: EPA of hulls so round that it visits more than 48 vertices of their
//! difference; hulls of more than eight points as bodies of a world with a query origin elsewhere; hulls against a
//! rotated mesh of a world.

use cap::Cap;
use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec3, vec2, vec3};
use carom::mover::{self, Crowd, CrowdRole, Intent, Mover};
use carom::swarm::{Particle, Swarm};
use carom::table::{Setup, Space, Table, TableBall};
use carom::{
    Aabb, Ball, Batch, Body, Capsule, Chain, Collider, HeightField, Hull, LocalScene, Mesh, PartId,
    Plane, Pose, Rotation, Scalar, Scene, SensorEvents, Shape, Vector, World, closest, contact,
    overlap, sweep,
};
use std::alloc::System;
use std::sync::Arc;

#[global_allocator]
static ALLOCATED: Cap<System> = Cap::new(System, usize::MAX);

/// Runs it twice, and asserts that the second run allocates nothing. One test a process, because others would be
/// counted as well.
fn quiet(name: &str, mut run: impl FnMut()) {
    run();
    let before = ALLOCATED.total_allocated();
    run();
    let bytes = ALLOCATED.total_allocated() - before;
    assert_eq!(bytes, 0, "{name} allocates");
}

fn hills() -> Mesh<Vec3> {
    let height = |x: u32, z: u32| (x * 7 + z * 13) as f32 % 5.0 * 0.1;
    let vertex = |i: u32| {
        vec3(
            (i / 30) as f32 - 15.0,
            height(i / 30, i % 30),
            (i % 30) as f32 - 15.0,
        )
    };
    let vertices: Vec<Vec3> = (0..900).map(vertex).collect();
    let square = |i: u32| [[i, i + 1, i + 30], [i + 1, i + 31, i + 30]];
    let squares = (0..29).flat_map(|x| (0..29).map(move |z| 30 * x + z));
    Mesh::new(vertices, squares.flat_map(square).collect::<Vec<_>>()).unwrap()
}

fn of_a_mesh(mesh: &Mesh<Vec3>) {
    let ball = Ball::new(vec3(1.2, 0.3, 2.1), 0.4);
    let capsule = Capsule::standing(vec3(1.2, 0.1, 2.1), Vec3::Y, 1.8, 0.3);
    let shapes = [Shape::Ball(ball), Shape::Capsule(capsule)];
    let (from, way) = (vec3(1.0, 3.0, 1.0), vec3(3.0, -6.0, 2.0));
    let mut hits = Vec::new();
    quiet("closest", || {
        assert!(
            mesh.query().closest(&ball, 1.0).is_some()
                && mesh.query().closest(&capsule, 1.0).is_some()
        );
        let few = |part: PartId| part.index > 2;
        let query = mesh.query().filter(&few).internal_edges(true);
        assert!(query.closest(&ball, 1.0).is_some());
    });
    quiet("contacts", || {
        let mut count = 0;
        mesh.query().each_contact(&ball, 0.1, |_| count += 1);
        mesh.query().each_contact(&capsule, 0.1, |_| count += 1);
        assert!(count > 0);
    });
    quiet("overlap", || {
        assert!(mesh.query().overlap(&ball) && mesh.query().overlap(&capsule));
    });
    quiet("sweep and ray", || {
        let high = ball.translated(Vec3::Y * 4.0);
        assert!(mesh.query().sweep(&high, way).is_some() && mesh.query().sweep_any(&high, way));
        assert!(mesh.query().sweep(&capsule, way).is_some() && mesh.query().ray_any(from, way));
        assert!(mesh.query().ray(from, way).is_some());
    });
    quiet("all hits", || {
        mesh.query().sweep_all(&ball, way, &mut hits);
        mesh.query().sweep_all(&capsule, way, &mut hits);
        mesh.query().ray_all(from, way, &mut hits);
        assert!(!hits.is_empty());
    });
    let rays = [(from, way); 500];
    let (mut batch, mut answers) = (Batch::new(), [None; 500]);
    quiet("batch", || {
        mesh.query().ray_batch(&rays, &mut answers, &mut batch)
    });
    let cuboid = Hull::cuboid(vec3(1.2, 1.5, 2.1), Vec3::splat(0.5));
    let cuboid = Shape::Hull(cuboid);
    quiet("a box", || {
        let mut count = 0;
        mesh.query().each_contact(&cuboid, 2.0, |_| count += 1);
        assert!(mesh.query().closest(&cuboid, 2.0).is_some() && count > 0);
        assert!(mesh.query().sweep(&cuboid, Vec3::Y * -3.0).is_some());
        assert!(!mesh.query().overlap(&cuboid));
    });
    for shape in &shapes {
        quiet("shapes", || {
            let mut count = 0;
            mesh.query().each_contact(shape, 0.1, |_| count += 1);
            mesh.query().sweep_all(shape, way, &mut hits);
            assert!(
                mesh.query().closest(shape, 1.0).is_some()
                    && mesh.query().overlap(shape)
                    && count > 0
            );
            assert!(mesh.query().sweep(shape, way).is_some());
        });
    }
}

fn of_a_world(world: &World<Vec3>) {
    let capsule = Capsule::standing(vec3(1.2, 0.1, 2.1), Vec3::Y, 1.8, 0.3);
    let shape = Shape::Capsule(capsule);
    let query = world.query();
    let way = vec3(3.0, -6.0, 2.0);
    let (mut contacts, mut bodies, mut hits) = (Vec::new(), Vec::new(), Vec::new());
    quiet("query", || {
        assert!(query.closest(&shape, 1.0).is_some() && query.overlap(&shape));
        assert!(query.sweep(&shape, way).is_some() && query.sweep_any(&shape, way));
        assert!(query.ray(vec3(1.0, 3.0, 1.0), way).is_some() && query.ray_any(Vec3::Y * 3.0, way));
    });
    quiet("query all", || {
        query.contacts(&shape, 1.0, &mut contacts);
        query.overlaps(&shape, &mut bodies);
        query.sweep_all(&shape, way, &mut hits);
        query.ray_all(Vec3::Y * 3.0, way, &mut hits);
        assert!(!contacts.is_empty() && !bodies.is_empty() && !hits.is_empty());
    });
    let mut near = LocalScene::new();
    quiet("gather", || {
        near.clear();
        world.gather(&capsule.bounds(), &mut near);
        assert!(!near.is_empty() && near.closest(&capsule, 1.0).is_some());
    });
    let mut sensed = SensorEvents::new();
    quiet("sense", || {
        for _ in 0..2 {
            world.update_sensors(&mut sensed);
        }
        assert!(!sensed.now().is_empty());
    });
}

fn of_a_mover(scene: &impl Scene<Vec3>) {
    let mut mover = Mover::new(mover::MoverSettings::default()).unwrap();
    // The same walk again.
    quiet("mover", || {
        let mut hero = mover::CharacterState::at(vec3(0.0, 1.0, 0.0), 1.8);
        for _ in 0..120 {
            let walk = Intent::walk(vec3(3.0, 0.0, 1.0));
            let _ = mover.step(scene, &mut hero, &walk, 1.0 / 60.0);
        }
        assert!(hero.feet.x > 3.0);
    });
}

fn of_a_swarm(mesh: &Mesh<Vec3>, world: &World<Vec3>) {
    let mut swarm = Swarm::new(carom::swarm::SwarmSettings::default()).unwrap();
    let drop = |i: u16| Particle::new(vec3(f32::from(i) * 0.02 - 5.0, 2.0, 0.3), Vec3::X);
    swarm.particles = (0..500).map(drop).collect();
    quiet("swarm", || {
        for _ in 0..60 {
            swarm.tick(mesh, 1.0 / 60.0);
        }
        swarm.tick(world, 1.0 / 60.0);
        swarm.sort(&mesh.bounds());
    });
    assert!(swarm.particles.iter().any(|particle| particle.hits > 0));
}

/// Hulls of many points: separate, touching and deep in each other; in both precisions and dimensions.
fn of_hulls<V: Vector>(name: &str) {
    let number = V::Scalar::from_f64;
    let round = |count: u32, at: [f64; 3]| {
        let points = (0..count).map(|i| {
            let (u, v) = (
                f64::from(i) * 2.4,
                f64::from(i) / f64::from(count) * 2.0 - 1.0,
            );
            let r = (1.0 - v * v).sqrt();
            V::from_f64([r * u.cos() + at[0], r * u.sin() + at[1], v + at[2]])
        });
        Shape::Hull(Hull::new(points.collect::<Vec<V>>(), number(0.1)))
    };
    let many = round(40, [0.0; 3]);
    let others = [
        round(12, [0.3, 0.2, 0.1]),
        round(30, [2.5, 0.5, 0.2]),
        Hull::cuboid(V::splat(number(0.4)), V::splat(number(0.5))).into(),
        Ball::new(V::from_f64([0.2, 0.1, 0.3]), number(0.5)).into(),
        Plane::new(V::from_f64([0.6, 0.8, 0.0]), number(-0.5)).into(),
        Capsule::new(V::splat(number(1.4)), V::splat(number(3.0)), number(0.2)).into(),
    ];
    let delta = V::from_f64([-3.0, -0.5, 0.0]);
    quiet(name, || {
        let (mut deep, mut apart) = (0, 0);
        for other in &others {
            let found = contact(&many, other, V::Scalar::INFINITY).unwrap();
            if found.separation < V::Scalar::ZERO {
                deep += 1;
            } else {
                apart += 1;
            }
            let touch = found.separation <= V::Scalar::ZERO;
            assert_eq!(overlap(&many, other), touch);
            assert_eq!(overlap(other, &many), touch);
            let _ = sweep(other, delta, &many);
            let _ = closest(&many, other);
        }
        assert!(deep > 2 && apart > 1, "{deep} {apart}");
    });
}

/// Boxes in a world with a query origin elsewhere, rotated and not.
fn of_a_far_world() {
    let there = dvec3(1e7, -3e6, 2e6);
    let mut world = World::new();
    for i in 0..40_u16 {
        let half = [Vec3::X * 0.5, Vec3::Y * 0.5, Vec3::Z * 0.5];
        let body: Body<Vec3> = match i % 3 {
            0 => Hull::cuboid(Vec3::ZERO, Vec3::splat(0.5)).into(),
            1 => Aabb::of_points([Vec3::splat(-0.5), Vec3::splat(0.5)]).into(),
            _ => Collider::cuboid(Vec3::ZERO, half).into(),
        };
        let turn = Rotation::new(Vec3::Y, 0.3 * f32::from(i % 2));
        let pose = Pose {
            translation: there + dvec3(f64::from(i) - 20.0, 0.0, 2.0),
            ..Pose::new(Vec3::ZERO, turn)
        };
        world.insert(Body { pose, ..body }).unwrap();
    }
    let query = world.query().around(there);
    let capsule = Capsule::standing(vec3(1.2, -0.1, 2.1), Vec3::Y, 1.8, 0.3);
    let shapes: [Shape<Vec3>; 2] = [
        capsule.into(),
        Hull::cuboid(vec3(1.0, 0.2, 2.0), Vec3::splat(0.7)).into(),
    ];
    let (mut contacts, mut hits) = (Vec::new(), Vec::new());
    let mut near = LocalScene::new();
    quiet("far world", || {
        for shape in &shapes {
            let way = vec3(3.0, 0.5, 0.0);
            assert!(query.closest(shape, 1.0).is_some() && query.overlap(shape));
            assert!(query.sweep(shape, way).is_some() && query.sweep_any(shape, way));
            query.contacts(shape, 1.0, &mut contacts);
            query.sweep_all(shape, way, &mut hits);
            assert!(contacts.len() > 2 && hits.len() > 2);
        }
        near.clear();
        query.gather(&capsule.bounds(), &mut near);
        assert!(near.closest(&capsule, 1.0).is_some());
    });
}

fn of_a_chain() {
    let chain = Chain::open(vec![vec2(-9.0, 0.0), vec2(0.0, 0.5), vec2(9.0, 0.0)]).unwrap();
    let ball = Ball::new(vec2(0.2, 0.6), 0.4);
    let capsule = Capsule::new(vec2(0.2, 0.6), vec2(1.0, 1.0), 0.3);
    let mut hits = Vec::new();
    quiet("chain", || {
        let mut count = 0;
        chain.query().each_contact(&ball, 0.1, |_| count += 1);
        assert!(chain.query().closest(&ball, 1.0).is_some() && chain.query().overlap(&capsule));
        assert!(chain.query().sweep(&ball, Vec2::NEG_Y).is_some() && count > 0);
        assert!(
            chain
                .query()
                .ray(vec2(0.0, 2.0), Vec2::NEG_Y * 3.0)
                .is_some()
        );
        chain
            .query()
            .ray_all(vec2(0.0, 2.0), Vec2::NEG_Y * 3.0, &mut hits);
    });
}

/// A gas with warmed-up lists, boxed and in periodic space.
fn of_a_table<V: Vector<Scalar = f64, Double = V>>(name: &str, side: u32) {
    for space in [
        Space::boxed(V::ZERO, V::splat(1.0)),
        Space::Periodic(V::splat(1.0)),
    ] {
        let step = 1.0 / f64::from(side);
        let balls = (0..side.pow(V::DIM as u32)).map(|id| {
            let cell = [id % side, id / side % side, id / side / side];
            let place = V::from_f64(cell.map(|n| (f64::from(n) + 0.5) * step));
            let number = |seed: u32| f64::from((id * 7919 + seed) % 101) / 101.0 - 0.5;
            let velocity = V::from_f64([number(1), number(30), number(77)]);
            TableBall::new(place, 0.4 * step).with_velocity(velocity)
        });
        let setup = Setup {
            balls: balls.collect(),
            space,
            ..Setup::default()
        };
        let mut table = Table::new(&setup).unwrap();
        table.advance(1e9, 100_000).unwrap();
        quiet(name, || {
            for _ in 0..50_000 {
                assert!(table.step_event().is_some());
            }
            let time = table.time() + 0.01;
            table.advance_to(time).unwrap();
            assert!(table.next_event().is_some() && table.energy() > 0.0);
        });
    }
}

/// A crowd that walks to and fro, partly in the way of a moving body.
fn of_a_crowd(hills: &Mesh<Vec3>) {
    let mut world = World::new();
    world.insert(hills.clone()).unwrap();
    let sled = world.insert(Body::new(Ball::new(Vec3::ZERO, 1.0))).unwrap();
    let mut crowd = Crowd::new(1 << 31);
    for i in 0..120_u16 {
        let place = vec3(
            f32::from(i % 12) * 2.0 - 12.0,
            1.0,
            f32::from(i / 12) * 2.0 - 10.0,
        );
        let mover = Mover::new(mover::MoverSettings::default()).unwrap();
        let body = mover::CharacterState::at(place, 1.8);
        let pushes = if i % 5 == 0 {
            CrowdRole::Ghost
        } else {
            CrowdRole::Push
        };
        crowd.add(&mut world, mover, body, 80.0, pushes).unwrap();
    }
    let mut tick = 0_u16;
    let dt = 1.0 / 60.0;
    let mut intents = vec![Intent::walk(Vec3::ZERO); 120];
    let mut pushed = 0;
    let mut walk = |ticks: u16| {
        pushed = 0;
        for _ in 0..ticks {
            let angle = f32::from(tick) / 40.0;
            let place = vec3(5.0 * angle.sin(), 0.5, -3.0);
            world.move_to(sled, Pose::at(place), dt).unwrap();
            for (intent, turn) in intents.iter_mut().zip(0_u16..) {
                let angle = f32::from(turn) + f32::from(tick / 60) * 2.0;
                intent.velocity = vec3(angle.sin(), 0.0, angle.cos()) * 2.0;
            }
            crowd.step(&mut world, &intents, dt);
            let agents = crowd.agents().iter();
            pushed += agents.filter(|m| m.report().why.pushed).count();
            tick += 1;
        }
    };
    walk(540);
    quiet("a crowd", || walk(120));
    assert!(pushed > 0);
}

/// On one thread: with the feature `rayon`, work for another thread is allocated.
#[test]
fn nothing_allocates_after_warm_up() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.unwrap().install(nothing_allocates);
}

fn nothing_allocates() {
    let raw = hills();
    let smooth = raw.clone().weld(Mesh::<Vec3>::FLAT as f32);
    let field = HeightField {
        origin: vec3(-15.0, 0.0, -15.0),
        cell: [1.0, 1.0],
        columns: 30,
        heights: (0..900).map(|i| (i % 5) as f32 * 0.1).collect(),
    };
    of_a_mesh(&raw);
    of_a_mesh(&smooth);
    of_a_mesh(&raw.clone().compact());
    of_a_mesh(&field.mesh().unwrap());
    let mut world = World::new();
    let shared = Arc::new(raw.clone());
    world.insert(shared.clone()).unwrap();
    let turned = Pose::new(vec3(0.0, -40.0, 0.0), Rotation::new(Vec3::Y, 0.3));
    world
        .insert(Body {
            pose: turned,
            ..Body::new(shared)
        })
        .unwrap();
    for i in 0..20_u16 {
        let pose = Pose::at(vec3(f32::from(i) - 10.0, 1.0, 3.0));
        let ball = Body {
            pose,
            ..Body::new(Ball::new(Vec3::ZERO, 0.3))
        };
        world.insert(ball).unwrap();
    }
    let sensor = Body {
        sensor: true,
        ..Body::new(Ball::new(Vec3::Y, 5.0))
    };
    world.insert(sensor).unwrap();
    of_a_world(&world);
    of_a_mover(&raw);
    of_a_crowd(&raw);
    of_a_mover(&world);
    of_a_swarm(&raw, &world);
    of_a_chain();
    of_a_table::<DVec2>("table 2D", 12);
    of_a_table::<DVec3>("table", 6);
    of_a_far_world();
    of_hulls::<Vec2>("hulls 2D");
    of_hulls::<DVec2>("hulls 2D, double");
    of_hulls::<Vec3>("hulls");
    of_hulls::<DVec3>("hulls, double");
}
