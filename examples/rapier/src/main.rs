//! A character walks against three crates, light, heavy and too heavy, and then rides on a platform: positions, once a
//! second. `cargo run --manifest-path examples/rapier/Cargo.toml`

use carom::glam::{Vec3, vec3};
use carom::mover::Intent;
use carom_beside_rapier::{Character, Stage, vector};
use rapier3d::prelude::RigidBodyBuilder;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut stage = Stage::default();
    let at = |place: Vec3| RigidBodyBuilder::dynamic().translation(vector(place));
    let fixed = RigidBodyBuilder::fixed().translation(vector(vec3(0., -1., 0.)));
    stage.add_box(fixed, vec3(30., 1., 30.), 1.0)?;
    let half = Vec3::splat(0.5);
    let crates = [(-3.0, 30.0), (0.0, 60.0), (3.0, 500.0)]
        .map(|(z, mass)| stage.add_box(at(vec3(1.5, 0.5, z)), half, mass));
    let dt = 1.0 / 60.0;
    for (handle, z) in crates.into_iter().zip([-3.0, 0.0, 3.0]) {
        let handle = handle?;
        let mut hero = Character::new(vec3(0., 0.01, z))?;
        for _ in 0..240 {
            stage.step(&mut hero, &Intent::walk(vec3(2., 0., 0.)), dt)?;
        }
        let body = &stage.physics.bodies[handle];
        println!(
            "{:4.0} kg: pushed by {:.2} m in 4 s",
            body.mass(),
            body.translation().x - 1.5
        );
    }
    let speed = vector(vec3(0., 0.5, 1.));
    let lift = RigidBodyBuilder::kinematic_velocity_based().translation(vector(vec3(-6., 0.5, 0.)));
    stage.add_box(lift.linvel(speed), vec3(1.5, 0.5, 1.5), 1.0)?;
    let mut hero = Character::new(vec3(-6., 1.01, 0.))?;
    for tick in 1..=240 {
        stage.step(&mut hero, &Intent::walk(Vec3::ZERO), dt)?;
        if tick % 60 == 0 {
            println!(
                "on the platform after {} s: feet at {:.2}",
                tick / 60,
                hero.state.feet
            );
        }
    }
    Ok(())
}
