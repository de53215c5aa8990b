//! Moving bodies: lifts, turntables, pushing walls, and jumps that keep their velocity.

use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom::{BodyId, Collider, Pose, Rotation, Scene, World};

const FLOOR: [Vec3; 3] = [vec3(30., 0., 0.), vec3(0., 1., 0.), vec3(0., 0., 30.)];

fn cuboid(world: &mut World<Vec3>, at: Vec3, half: Vec3) -> BodyId {
    let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
    let body = carom::Body {
        pose: Pose::at(at),
        moving: true,
        ..carom::Body::new(Collider::cuboid(Vec3::ZERO, axes))
    };
    world.insert(body).unwrap()
}

fn mover() -> Mover<Vec3> {
    Mover::new(MoverSettings::default()).unwrap()
}

fn rest() -> Intent<Vec3> {
    Intent::walk(Vec3::ZERO)
}

#[test]
fn a_rider_of_a_turntable_keeps_its_place_for_minutes() {
    let mut world = World::<DVec3>::new();
    let axes = [DVec3::X * 6., DVec3::Y * 0.2, DVec3::Z * 6.];
    let table = world.insert(Collider::cuboid(DVec3::ZERO, axes)).unwrap();
    let mut mover = Mover::new(MoverSettings::<DVec3>::default()).unwrap();
    let mut body = CharacterState::at(dvec3(4., 0.21, 0.), 1.8);
    let dt = 1. / 60.;
    // The table rotates around a pivot beside its middle: (1, 0, 2).
    let pivot = dvec3(1., 0., 2.);
    let pose = |time: f64| {
        let turn = Rotation::from_f64(DVec3::Y, 1.3 * time);
        Pose {
            rotation: turn,
            translation: pivot + turn.rotate(DVec3::ZERO - pivot),
            scale: 1.,
        }
    };
    mover.step(&world, &mut body, &Intent::walk(DVec3::ZERO), dt);
    let place = body.feet;
    for tick in 1..=7200 {
        let time = f64::from(tick) * dt;
        world.move_to(table, pose(time), dt).unwrap();
        let report = mover.step(&world, &mut body, &Intent::walk(DVec3::ZERO), dt);
        assert!(report.why.rode && body.ground.is_some());
        let now = pose(time);
        let there = now.translation + now.rotation.rotate(place);
        assert!(
            (body.feet - there).length() < 1e-9,
            "{tick}: {}",
            body.feet - there
        );
    }
    // Its velocity is that of the table there.
    let arm = body.feet - pivot;
    let exact = dvec3(0., 1.3, 0.).cross(arm);
    assert!(
        (body.velocity - exact).length() < 1e-9,
        "{} {exact}",
        body.velocity
    );
}

#[test]
fn a_jump_adds_its_speed_to_that_of_the_platform() {
    // A fast lift follows it: its push is no second motion.
    for (hz, speed) in [30.0_f32, 60., 144., 300., 1000.]
        .into_iter()
        .flat_map(|hz| [(hz, vec3(3., 2., -1.)), (hz, vec3(0., 10., 0.))])
    {
        let mut world = World::new();
        let lift = cuboid(&mut world, vec3(0., -0.2, 0.), vec3(4., 0.2, 4.));
        let (mut mover, dt) = (mover(), 1. / hz);
        let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
        mover.step(&world, &mut body, &rest(), dt);
        let mut at = vec3(0., -0.2, 0.);
        for _ in 0..(hz as u32) / 2 {
            at += speed * dt;
            world.move_to(lift, Pose::at(at), dt).unwrap();
            mover.step(&world, &mut body, &rest(), dt);
        }
        let start = body.feet;
        let (mut highest, mut time) = (0.0_f32, 0.0_f32);
        for tick in 0..(0.6 * hz) as u32 {
            at += speed * dt;
            world.move_to(lift, Pose::at(at), dt).unwrap();
            let intent = Intent {
                jump: (tick == 0).then_some(4.),
                ..rest()
            };
            mover.step(&world, &mut body, &intent, dt);
            time += dt;
            assert!(body.ground.is_none(), "{hz} Hz, tick {tick}");
            highest = highest.max(body.feet.y - start.y - speed.y * time);
        }
        // Relative to the lift the apex is v²/2g.
        let apex = 16. / (2. * 9.81);
        assert!(
            (highest / apex - 1.).abs() < 0.01,
            "{hz} Hz: {highest} {apex}"
        );
        let level = body.feet - start - speed * time;
        assert!(
            level.x.abs() < 1e-3 && level.z.abs() < 1e-3,
            "{hz} Hz: {level}"
        );
    }
}

#[test]
fn a_wall_of_a_millimeter_at_a_hundred_meters_a_second_pushes_the_character_along() {
    for (hz, speed) in [(30.0_f32, 100.0), (60., 30.), (144., 1.), (1000., 100.)] {
        let mut world = World::new();
        world
            .insert(Collider::cuboid(
                vec3(0., -1., 0.),
                [FLOOR[0] * 100., FLOOR[1], FLOOR[2]],
            ))
            .unwrap();
        let wall = cuboid(&mut world, vec3(-3., 2., 0.), vec3(0.0005, 1.95, 3.));
        let (mut mover, dt) = (mover(), 1. / hz);
        let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
        while body.ground.is_none() {
            mover.step(&world, &mut body, &rest(), dt);
        }
        let seconds = 3. / speed + 1.0;
        let mut x = -3.0;
        for _ in 0..(seconds * hz) as u32 {
            x += speed * dt;
            world.move_to(wall, Pose::at(vec3(x, 2., 0.)), dt).unwrap();
            let report = mover.step(&world, &mut body, &rest(), dt);
            assert!(
                body.feet.x > x + 0.3,
                "{hz} Hz, {speed} m/s: {} behind {x}",
                body.feet.x
            );
            assert!(
                !report.why.stuck && body.ground.is_some(),
                "{hz} Hz, {speed} m/s: {report:?} {body:?}"
            );
        }
        assert!(
            (body.feet.x - x - 0.3105).abs() < 0.002,
            "{}",
            body.feet.x - x
        );
    }
}

#[test]
fn between_a_lift_and_a_ceiling_it_is_stuck_and_passes_through_neither() {
    let mut world = World::new();
    world
        .insert(Collider::cuboid(
            vec3(0., 4.5, 0.),
            [FLOOR[0], FLOOR[1] * 0.5, FLOOR[2]],
        ))
        .unwrap();
    let lift = cuboid(&mut world, vec3(0., -0.2, 0.), vec3(3., 0.2, 3.));
    let (mut mover, dt) = (mover(), 1. / 60.);
    let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
    mover.step(&world, &mut body, &rest(), dt);
    let mut stuck = 0;
    for tick in 1..=240 {
        // Up for two seconds, 20 cm higher than there is room, then down.
        let y = 2.4 - (1.2 - f64::from(tick) as f32 * 0.01 * 1.0).abs() * 2.0 - 0.2;
        world
            .move_to(lift, Pose::at(vec3(0., y.max(-0.2), 0.)), dt)
            .unwrap();
        let report = mover.step(&world, &mut body, &rest(), dt);
        stuck += u32::from(report.why.stuck);
        assert!(
            body.feet.y + 1.8 <= 4.0001,
            "tick {tick}: through the ceiling: {}",
            body.feet
        );
        assert!(
            report.why.stuck || body.feet.y > y + 0.19,
            "tick {tick}: {} {y}",
            body.feet
        );
        if report.why.stuck {
            assert!(mover.collisions().iter().any(|met| met.part.body == lift));
        }
    }
    assert!(stuck > 5, "{stuck}");
    assert!(
        body.ground.is_some() && body.feet.length() < 0.05,
        "{body:?}"
    );
}

#[test]
fn a_resting_platform_is_a_floor_to_the_bit_and_a_conveyor_carries() {
    let run = |moved: bool, belt: Vec3| {
        let mut world = World::new();
        let floor = cuboid(&mut world, vec3(0., -1., 0.), vec3(30., 1., 30.));
        world.set_surface_velocity(floor, belt).unwrap();
        let (mut mover, dt) = (mover(), 1. / 60.);
        let mut body = CharacterState::at(vec3(0., 0.5, 0.), 1.8);
        for _ in 0..120 {
            if moved {
                world
                    .move_to(floor, Pose::at(vec3(0., -1., 0.)), dt)
                    .unwrap();
            }
            mover.step(&world, &mut body, &Intent::walk(vec3(1., 0., 0.5)), dt);
        }
        body
    };
    assert_eq!(run(false, Vec3::ZERO), run(true, Vec3::ZERO));
    let still = run(false, Vec3::ZERO);
    let belt = run(false, vec3(0., 0., 2.));
    let carried = belt.feet - still.feet;
    assert!(carried.z > 3. && carried.x.abs() < 1e-4, "{carried}");
    assert!(
        (belt.velocity - vec3(1., 0., 2.5)).length() < 1e-4,
        "{}",
        belt.velocity
    );
}

#[test]
fn only_existing_bodies_can_be_moved() {
    let mut world = World::new();
    let body = cuboid(&mut world, Vec3::ZERO, Vec3::ONE);
    assert!(world.motion(body, 0.1).is_none());
    world.move_to(body, Pose::at(Vec3::X), 0.1).unwrap();
    let motion = world.motion(body, 0.1).unwrap();
    assert!((motion.carry(Vec3::ZERO) - Vec3::X).length() < 1e-6);
    assert!(world.motion(body, 0.0).is_none());
    for dt in [0.0, -1.0, f32::NAN] {
        assert!(world.move_to(body, Pose::default(), dt).is_err(), "{dt}");
    }
    assert_eq!(world.get(body).unwrap().pose, Pose::at(Vec3::X));
    world.remove(body);
    assert!(world.motion(body, 0.1).is_none());
    assert!(world.move_to(body, Pose::default(), 0.1).is_err());
}

/// Two poses do not distinguish a rotation from one by a full turn more: `set_spin` does.
#[test]
fn a_rotation_by_more_than_half_a_turn_is_given_by_its_spin() {
    let (mut mover, dt) = (mover(), 0.1);
    for message in [false, true] {
        let mut world = World::new();
        let table = cuboid(&mut world, vec3(0., -0.2, 0.), vec3(6., 0.2, 6.));
        let mut body = CharacterState::at(vec3(4., 0.01, 0.), 1.8);
        while body.ground.is_none() {
            mover.step(&world, &mut body, &rest(), dt);
        }
        // Three quarters of a turn to the left, or one quarter to the right.
        let turn = 1.5 * core::f32::consts::PI;
        let pose = Pose::new(vec3(0., -0.2, 0.), Rotation::new(Vec3::Y, turn));
        world.move_to(table, pose, dt).unwrap();
        if message {
            world.set_spin(table, Vec3::Y, turn / dt).unwrap();
        }
        mover.step(&world, &mut body, &rest(), dt);
        let off = (body.feet - vec3(0., body.feet.y, 4.)).length();
        assert!(off < 1e-4 && body.ground.is_some(), "{message}: {body:?}");
        let speed = if message { -3. } else { 1. } * 4. * 0.5 * core::f32::consts::PI / dt;
        let off = (body.velocity - vec3(-speed, 0., 0.)).length();
        assert!(off < 1e-2, "{message}: {body:?}");
    }
}

/// Between two closing balls there is a way out on either side; it was `stuck` for a tick before it took it.
#[test]
fn a_character_squeezed_between_balls_slips_out() {
    for (beside, hz) in [0.0_f32, 0.02, 0.1, 0.2]
        .into_iter()
        .flat_map(|beside| [30.0_f32, 60., 300.].map(|hz| (beside, hz)))
    {
        let mut world = World::new();
        world
            .insert(Collider::cuboid(vec3(0., -1., 0.), FLOOR))
            .unwrap();
        let balls = [-1.0, 1.0].map(|side| {
            let body = carom::Body {
                pose: Pose::at(vec3(side * 1.2, 0.9, beside)),
                moving: true,
                ..carom::Body::new(carom::Ball::new(Vec3::ZERO, 0.5))
            };
            (side, world.insert(body).unwrap())
        });
        let (mut mover, dt) = (mover(), 1. / hz);
        let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
        for tick in 1..=(0.68 * hz) as u32 {
            let x = 1.2 - tick as f32 * dt;
            for (side, ball) in balls {
                let pose = Pose::at(vec3(side * x, 0.9, beside));
                world.move_to(ball, pose, dt).unwrap();
            }
            let report = mover.step(&world, &mut body, &rest(), dt);
            let message = format!("{beside}, {hz} Hz, at {x}: {body:?} {report:?}");
            assert!(!report.why.stuck, "{message}");
            for (side, _) in balls {
                let middle = vec3(body.feet.x, 0.9, body.feet.z);
                let gap = middle.distance(vec3(side * x, 0.9, beside)) - 0.8;
                assert!(gap > -1e-4, "{gap}: {message}");
            }
        }
        assert!(body.feet.z.abs() > 0.3, "{beside}, {hz} Hz: {body:?}");
    }
}
