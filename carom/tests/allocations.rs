//! Nothing allocates after warm-up: each kind of question is asked twice, and the second time takes no byte.
//!
//! What does allocate, and is not here: hulls of more than eight points, or deep in something, wherever a pair of
//! them is asked; hulls and boxes as bodies of a turned or far world, which are placed anew for each question.

use cap::Cap;
use carom::glam::{Vec2, Vec3, vec2, vec3};
use carom::mover::{self, Intent, Mover};
use carom::swarm::{Particle, Swarm};
use carom::{
    Ball, Batch, Body, Capsule, Chain, HeightField, Hull, Mesh, Near, Pose, Rotation, Scene,
    Sensed, Shape, World,
};
use std::alloc::System;
use std::sync::Arc;

#[global_allocator]
static ALLOCATED: Cap<System> = Cap::new(System, usize::MAX);

/// Runs it twice, and asserts that the second time allocates nothing. One test a process: others would be counted
/// as well.
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
            mesh.closest_ball(&ball, 1.0).is_some()
                && mesh.closest_capsule(&capsule, 1.0).is_some()
        );
        assert!(
            mesh.only(|i| i > 2)
                .raw()
                .closest_ball(&ball, 1.0)
                .is_some()
        );
    });
    quiet("contacts", || {
        let mut count = 0;
        mesh.contacts_ball(&ball, 0.1, |_| count += 1);
        mesh.contacts_capsule(&capsule, 0.1, |_| count += 1);
        assert!(count > 0);
    });
    quiet("overlap", || {
        assert!(mesh.overlap_ball(&ball) && mesh.overlap_capsule(&capsule));
    });
    quiet("sweep and ray", || {
        let high = ball.translated(Vec3::Y * 4.0);
        assert!(mesh.sweep_ball(&high, way).is_some() && mesh.sweep_ball_any(&high, way));
        assert!(mesh.sweep_capsule(&capsule, way).is_some() && mesh.ray_any(from, way));
        assert!(mesh.ray(from, way).is_some());
    });
    quiet("all hits", || {
        mesh.sweep_ball_all(&ball, way, &mut hits);
        mesh.sweep_capsule_all(&capsule, way, &mut hits);
        mesh.ray_all(from, way, &mut hits);
        assert!(!hits.is_empty());
    });
    let rays = [(from, way); 500];
    let (mut batch, mut answers) = (Batch::new(), [None; 500]);
    quiet("batch", || mesh.rays(&rays, &mut answers, &mut batch));
    let cuboid = Hull::cuboid(vec3(1.2, 1.5, 2.1), Vec3::splat(0.5));
    let cuboid = Shape::Hull(cuboid);
    quiet("a box", || {
        let mut count = 0;
        mesh.contacts_shape(&cuboid, 2.0, |_| count += 1);
        assert!(mesh.closest_shape(&cuboid, 2.0).is_some() && count > 0);
        assert!(mesh.sweep_shape(&cuboid, Vec3::Y * -3.0).is_some());
        assert!(!mesh.overlap_shape(&cuboid));
    });
    for shape in &shapes {
        quiet("shapes", || {
            let mut count = 0;
            mesh.contacts_shape(shape, 0.1, |_| count += 1);
            mesh.sweep_shape_all(shape, way, &mut hits);
            assert!(
                mesh.closest_shape(shape, 1.0).is_some() && mesh.overlap_shape(shape) && count > 0
            );
            assert!(mesh.sweep_shape(shape, way).is_some());
        });
    }
}

fn of_a_world(world: &World<Vec3>) {
    let capsule = Capsule::standing(vec3(1.2, 0.1, 2.1), Vec3::Y, 1.8, 0.3);
    let shape = Shape::Capsule(capsule);
    let ask = world.ask();
    let way = vec3(3.0, -6.0, 2.0);
    let (mut contacts, mut bodies, mut hits) = (Vec::new(), Vec::new(), Vec::new());
    quiet("ask", || {
        assert!(ask.closest(&shape, 1.0).is_some() && ask.overlap(&shape));
        assert!(ask.sweep(&shape, way).is_some() && ask.sweep_any(&shape, way));
        assert!(ask.ray(vec3(1.0, 3.0, 1.0), way).is_some() && ask.ray_any(Vec3::Y * 3.0, way));
    });
    quiet("ask for all", || {
        ask.contacts(&shape, 1.0, &mut contacts);
        ask.overlaps(&shape, &mut bodies);
        ask.sweep_all(&shape, way, &mut hits);
        ask.ray_all(Vec3::Y * 3.0, way, &mut hits);
        assert!(!contacts.is_empty() && !bodies.is_empty() && !hits.is_empty());
    });
    let mut near = Near::new();
    quiet("gather", || {
        near.clear();
        world.gather(&capsule.bounds(), &mut near);
        assert!(!near.is_empty() && near.closest(&capsule, 1.0).is_some());
    });
    let mut sensed = Sensed::new();
    quiet("sense", || {
        for _ in 0..2 {
            world.sense(&mut sensed);
        }
        assert!(!sensed.now().is_empty());
    });
}

fn of_a_mover(scene: &impl Scene<Vec3>) {
    let mut mover = Mover::new(mover::Settings::default()).unwrap();
    // The same walk twice.
    quiet("mover", || {
        let mut hero = mover::Body::at(vec3(0.0, 1.0, 0.0), 1.8);
        for _ in 0..120 {
            let walk = Intent::walk(vec3(3.0, 0.0, 1.0));
            let _ = mover.step(scene, &mut hero, &walk, 1.0 / 60.0);
        }
        assert!(hero.feet.x > 3.0);
    });
}

fn of_a_swarm(mesh: &Mesh<Vec3>, world: &World<Vec3>) {
    let mut swarm = Swarm::new(carom::swarm::Settings::default()).unwrap();
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

fn of_a_chain() {
    let chain = Chain::open(vec![vec2(-9.0, 0.0), vec2(0.0, 0.5), vec2(9.0, 0.0)]).unwrap();
    let ball = Ball::new(vec2(0.2, 0.6), 0.4);
    let capsule = Capsule::new(vec2(0.2, 0.6), vec2(1.0, 1.0), 0.3);
    let mut hits = Vec::new();
    quiet("chain", || {
        let mut count = 0;
        chain.contacts_ball(&ball, 0.1, |_| count += 1);
        assert!(chain.closest_ball(&ball, 1.0).is_some() && chain.overlap_capsule(&capsule));
        assert!(chain.sweep_ball(&ball, Vec2::NEG_Y).is_some() && count > 0);
        assert!(chain.ray(vec2(0.0, 2.0), Vec2::NEG_Y * 3.0).is_some());
        chain.ray_all(vec2(0.0, 2.0), Vec2::NEG_Y * 3.0, &mut hits);
    });
}

#[test]
fn nothing_allocates_after_warm_up() {
    let raw = hills();
    let smooth = raw.clone().smooth(Mesh::<Vec3>::FLAT as f32);
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
    of_a_mover(&world);
    of_a_swarm(&raw, &world);
    of_a_chain();
}
