//! Gravity that turns: the direction against it is set before each tick.

use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom::{Ball, Capsule, World};
use std::f64::consts::PI;

const RATES: [f64; 4] = [30.0, 60.0, 240.0, 1000.0];

#[test]
fn a_walk_half_around_a_planet_is_the_same_at_every_rate() {
    let (radius, skin, speed) = (20.0, 0.01, 4.0);
    let mut world = World::new();
    world.insert(Ball::new(DVec3::ZERO, radius)).unwrap();
    for hz in RATES {
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut hero = CharacterState::at(dvec3(0., radius + skin, 0.), 1.8);
        let ticks = ((radius + skin) * PI / speed * hz).round();
        for tick in 0..ticks as u32 {
            let up = hero.feet.normalize();
            mover.set_up(up).unwrap();
            let intent = Intent::walk(up.cross(DVec3::Z) * speed);
            // The tick is that of a new mover, to the bit.
            let settings = MoverSettings {
                up,
                ..MoverSettings::default()
            };
            let mut other = hero;
            let same = Mover::new(settings).unwrap();
            let expected = { same }.step(&world, &mut other, &intent, 1. / hz);
            let report = mover.step(&world, &mut hero, &intent, 1. / hz);
            assert_eq!((hero, report), (other, expected));
            assert!(hero.ground.is_some(), "{hz} Hz, tick {tick}: {hero:?}");
            let height = hero.feet.length() - radius;
            assert!((height - skin).abs() < 0.002, "{hz} Hz: {height}");
        }
        let (sin, cos) = (ticks * speed / hz / (radius + skin)).sin_cos();
        let end = dvec3(sin, cos, 0.) * (radius + skin);
        assert!((hero.feet - end).length() < 0.003, "{hz} Hz: {hero:?}");
    }
}

#[test]
fn a_jump_off_a_planet_falls_back_to_its_place() {
    let radius = 20.0_f32;
    let mut world = World::new();
    world.insert(Ball::new(Vec3::ZERO, radius)).unwrap();
    for direction in [vec3(1., 2., 3.), Vec3::NEG_X, vec3(-1., 0.2, 0.4)] {
        let up = direction.normalize();
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        mover.set_up(direction).unwrap();
        let start = up * (radius + 0.01);
        let mut hero = CharacterState::at(start, 1.8);
        mover.step(&world, &mut hero, &Intent::walk(Vec3::ZERO), 1. / 60.);
        let mut highest = 0.0_f32;
        for tick in 0..60 {
            let jump = (tick == 0).then_some(4.);
            let intent = Intent {
                jump,
                ..Intent::walk(Vec3::ZERO)
            };
            mover.set_up(hero.feet).unwrap();
            mover.step(&world, &mut hero, &intent, 1. / 60.);
            highest = highest.max(hero.feet.dot(up) - radius);
        }
        // v² / 2 g = 0.8155 m.
        assert!((0.80..0.83).contains(&highest), "{direction}: {highest}");
        assert!(hero.ground.is_some() && hero.feet.distance(start) < 2e-4);
    }
}

#[test]
fn in_a_round_tunnel_it_walks_up_the_wall_and_over_the_ceiling() {
    // Its wall is a ring of capsules along its axis.
    let (inner, thick) = (6.0_f32, 1.0);
    let mut world = World::new();
    for i in 0..60 {
        let (sin, cos) = (i as f32 * std::f32::consts::TAU / 60.).sin_cos();
        let middle = vec3(cos, sin, 0.) * (inner + thick);
        let half = Vec3::Z * 9.;
        world
            .insert(Capsule::new(middle - half, middle + half, thick))
            .unwrap();
    }
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut hero = CharacterState::at(vec3(0., -inner + 0.05, 0.), 1.8);
    let mut angle = 0.0_f32;
    for tick in 0..900 {
        let up = -hero.feet.normalize();
        mover.set_up(up).unwrap();
        let before = hero.feet;
        mover.step(
            &world,
            &mut hero,
            &Intent::walk(up.cross(Vec3::Z) * 3.),
            1. / 60.,
        );
        // The first ticks fall on to it.
        assert!(tick < 9 || hero.ground.is_some(), "{tick}: {hero:?}");
        angle += before.angle_between(hero.feet);
    }
    // 45 m along a wall of 6 m: once around, and more.
    assert!(angle > std::f32::consts::TAU, "{angle}");
}

#[test]
fn a_direction_that_is_none_changes_nothing() {
    let mut mover = Mover::<Vec3>::new(MoverSettings::default()).unwrap();
    for wrong in [
        Vec3::ZERO,
        vec3(f32::NAN, 1., 0.),
        vec3(0., f32::INFINITY, 0.),
    ] {
        assert_eq!(mover.set_up(wrong).unwrap_err().setting, "up");
        assert_eq!(mover.settings().up, Vec3::Y);
    }
}
