//! A world: instances of one mesh, a moving platform, a sensor, filters.

use carom::glam::{Vec3, vec3};
use carom::{Aabb, Ball, Body, Capsule, Collider, HeightField, Mesh, Pose, Rotation, World};
use std::sync::Arc;

const GHOSTS: u32 = 0b10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();

    // Rolling ground, and three huts of one mesh, which share one BVH.
    let heights = (0..32 * 32).map(|i| ((i % 32) as f32 * 0.4).sin() * 0.3 - 0.5);
    let ground = HeightField {
        origin: vec3(-16.0, 0.0, -16.0),
        cell: [1.0, 1.0],
        columns: 32,
        heights: heights.collect(),
    };
    let ground = world.insert(ground.mesh()?)?;
    let wall = vec![vec3(0., -1., -1.), vec3(0., -1., 1.), vec3(0., 3., 0.)];
    let hut = Arc::new(Mesh::new(wall, [[0, 1, 2]])?.weld(0.996));
    for i in 0..3 {
        let turn = Rotation::new(Vec3::Y, i as f32);
        world.insert(Body {
            pose: Pose::new(vec3(4.0 + 3.0 * i as f32, 0.0, 0.0), turn),
            ..Body::new(hut.clone())
        })?;
    }
    let ghost = world.insert(Body {
        layers: GHOSTS,
        moving: true,
        ..Body::new(Ball::new(Vec3::ZERO, 0.4))
    })?;
    let door = world.insert(Body {
        sensor: true,
        ..Body::new(Collider::from(Aabb::of_points([
            Vec3::ZERO,
            vec3(1., 2., 1.),
        ])))
    })?;
    println!("{} bodies, the door is {:?}", world.len(), door);

    let hero = Capsule::standing(vec3(0.0, 0.2, 0.0), Vec3::Y, 1.8, 0.3);
    for tick in 0..3 {
        world.set_pose(ghost, Pose::at(vec3(1.0 + tick as f32, 1.0, 0.0)))?;
        let (query, delta) = (world.query(), vec3(9.0, 0.0, 0.0));
        let all = query.sweep(&hero, delta);
        let solid = query.mask(!GHOSTS).sweep(&hero, delta);
        let part = |found: Option<carom::Hit<Vec3>>| found.map(|hit| (hit.part, hit.t));
        println!("{tick}: {:?}, without ghosts {:?}", part(all), part(solid));
    }
    let below = world.query().ray(vec3(2.0, 5.0, 2.0), Vec3::Y * -10.0);
    assert_eq!(below.map(|hit| hit.part.body), Some(ground));
    world.remove(ghost);
    assert!(world.get(ghost).is_none());
    Ok(())
}
