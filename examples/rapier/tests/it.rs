//! The physics of a push, headless.

use carom::glam::{Vec3, vec3};
use carom::mover::Intent;
use carom_beside_rapier::{Character, Stage, vector};
use rapier3d::prelude::{RigidBodyBuilder, RigidBodyHandle};

const DT: f32 = 1.0 / 60.0;

fn floor(stage: &mut Stage) {
    let body = RigidBodyBuilder::fixed().translation(vector(vec3(0., -1., 0.)));
    stage.add_box(body, vec3(50., 1., 50.), 1.0).unwrap();
}

/// A crate of 1 m³ with this mass, 1 m ahead.
fn add_crate(stage: &mut Stage, place: Vec3, mass: f32) -> RigidBodyHandle {
    let body = RigidBodyBuilder::dynamic().translation(vector(place));
    stage.add_box(body, Vec3::splat(0.5), mass).unwrap()
}

fn walk(stage: &mut Stage, hero: &mut Character, velocity: Vec3, ticks: u32) {
    for _ in 0..ticks {
        let report = stage.step(hero, &Intent::walk(velocity), DT).unwrap();
        assert!(!report.why.stuck);
    }
}

#[test]
fn a_crate_is_pushed_at_walking_speed_if_the_character_is_strong_enough() {
    for (mass, moves) in [(30., true), (60., true), (150., false)] {
        let mut stage = Stage::default();
        floor(&mut stage);
        let body = add_crate(&mut stage, vec3(1.5, 0.5, 0.), mass);
        let mut hero = Character::new(vec3(0., 0.01, 0.)).unwrap();
        walk(&mut stage, &mut hero, vec3(2., 0., 0.), 300);
        let pushed = stage.physics.bodies[body].translation();
        let way = pushed.x - 1.5;
        // The friction of two of rapier's colliders is 0.5 unless they say otherwise: 400 N move up to 81 kg. The crate
        // comes to a little less than the 2 m/s of the walk.
        assert_eq!(way > 6.0, moves, "{mass} kg: {way} m");
        assert!(moves || way.abs() < 0.01, "{mass} kg: {way} m");
        assert!(
            hero.state.feet.x + 0.3 <= pushed.x - 0.5 + 0.02,
            "{} {pushed}",
            hero.state.feet
        );
    }
}

#[test]
fn momentum_is_shared_without_gravity() {
    for turns in [false, true] {
        let mut stage = Stage::default();
        floor(&mut stage);
        stage.physics.gravity = vector(Vec3::ZERO);
        let body = RigidBodyBuilder::dynamic().translation(vector(vec3(1.5, 0.9, 0.)));
        let body = if turns { body } else { body.lock_rotations() };
        let body = stage.add_box(body, Vec3::splat(0.5), 40.).unwrap();
        let mut hero = Character::new(vec3(0., 0.01, 0.2)).unwrap();
        hero.strength = f32::INFINITY;
        let met = (0..60).find_map(|_| {
            walk(&mut stage, &mut hero, vec3(3., 0., 0.), 1);
            hero.mover.collisions().first().copied()
        });
        // 80 kg at 3 m/s and 40 kg that rest: where they touch, both move at one velocity, that of the two if the crate
        // cannot turn.
        let crate_ = &stage.physics.bodies[body];
        let at = crate_.velocity_at_point(vector(met.unwrap().point)).x;
        let impulse = 40. * crate_.linvel().x;
        assert!((at - (3. - impulse / 80.)).abs() < 1e-3, "{at} {impulse}");
        assert!(turns || (at - 2.).abs() < 1e-3, "{at}");
        assert_eq!(turns, crate_.angvel().length() > 0.1);
        walk(&mut stage, &mut hero, vec3(3., 0., 0.), 60);
        // The character keeps its speed, because it walks. In the end the crate has it too.
        let end = stage.physics.bodies[body].linvel().x;
        assert!(turns || (end - 3.).abs() < 0.05, "{end}");
    }
}

#[test]
fn a_platform_of_rapier_carries_it() {
    let mut stage = Stage::default();
    let body = RigidBodyBuilder::kinematic_velocity_based()
        .translation(vector(vec3(0., -0.5, 0.)))
        .linvel(vector(vec3(1., 0.5, 0.)))
        .angvel(vector(vec3(0., 0.5, 0.)));
    let platform = stage.add_box(body, vec3(4., 0.5, 4.), 1.0).unwrap();
    let mut hero = Character::new(vec3(0., 0.01, 2.)).unwrap();
    walk(&mut stage, &mut hero, Vec3::ZERO, 180);
    let at = stage.physics.bodies[platform].translation();
    let angle = 1.5f32;
    let ideal = vec3(at.x, at.y, at.z) + vec3(2. * angle.sin(), 0.51, 2. * angle.cos());
    assert!(
        (hero.state.feet - ideal).length() < 0.05,
        "{} {ideal}",
        hero.state.feet
    );
    assert!(at.x > 2.9 && at.y > 0.9);
}

#[test]
fn its_weight_tips_a_plank() {
    let mut stage = Stage::default();
    floor(&mut stage);
    let pivot = RigidBodyBuilder::fixed().translation(vector(vec3(0., 0.25, 0.)));
    stage.add_box(pivot, vec3(0.2, 0.25, 1.), 1.0).unwrap();
    let plank = RigidBodyBuilder::dynamic().translation(vector(vec3(0., 0.55, 0.)));
    let plank = stage.add_box(plank, vec3(3., 0.05, 1.), 30.0).unwrap();
    let mut hero = Character::new(vec3(1.5, 0.62, 0.)).unwrap();
    walk(&mut stage, &mut hero, Vec3::ZERO, 120);
    // The end on its side has gone down to the floor.
    let turn = stage.physics.bodies[plank].rotation();
    let end = *turn * vector(Vec3::X);
    assert!(end.y < -0.1, "{end}");
    assert!(
        hero.state.ground.is_some() && hero.state.feet.y < 0.5,
        "{}",
        hero.state.feet
    );
}
