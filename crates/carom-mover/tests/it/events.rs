//! Events with speeds, the same at every tick rate; contacts with point and velocity, and the push that they give.

use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::mover::{CharacterState, Intent, MoveEvents, Mover, MoverSettings, SurfaceKind};
use carom::{BodyId, Capsule, Collider, Pose, World};

const RATES: [u32; 5] = [30, 60, 144, 300, 1000];
const G: f32 = 9.81;

fn add_corners(world: &mut World<Vec3>, min: Vec3, max: Vec3) -> BodyId {
    let half = (max - min) * 0.5;
    let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
    let body = Collider::cuboid((min + max) * 0.5, axes);
    world.insert(body).unwrap()
}

fn floor() -> World<Vec3> {
    let mut world = World::new();
    add_corners(&mut world, vec3(-50., -1., -50.), vec3(50., 0., 50.));
    world
}

/// All events of a walk of `seconds`; `first` is the intent of the first tick.
fn events(
    world: &World<Vec3>,
    (feet, velocity): (Vec3, Vec3),
    (first, then): (Intent<Vec3>, Intent<Vec3>),
    (seconds, hz): (f32, u32),
) -> (Vec<MoveEvents<f32>>, CharacterState<Vec3>) {
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut state = CharacterState {
        velocity,
        ..CharacterState::at(feet, 1.8)
    };
    let dt = 1.0 / hz as f32;
    let ticks = (seconds * hz as f32).round() as u32;
    let all = (0..ticks).map(|tick| {
        let intent = if tick == 0 { &first } else { &then };
        mover.step(world, &mut state, intent, dt).events
    });
    let all = all.collect();
    (all, state)
}

#[test]
fn a_fall_lands_once_with_the_speed_of_the_fall() {
    let world = floor();
    let walk = Intent::walk(vec3(2., 0., 1.));
    for hz in RATES {
        let start = (vec3(0., 4.01, 0.), Vec3::ZERO);
        let (all, state) = events(&world, start, (walk, walk), (1.5, hz));
        let landed: Vec<f32> = all.iter().filter_map(|events| events.landed).collect();
        let exact = (2. * G * 4.).sqrt();
        assert_eq!(landed.len(), 1, "{hz} Hz");
        assert!((landed[0] - exact).abs() < 2e-3, "{hz} Hz: {}", landed[0]);
        assert!(state.ground.is_some() && all.iter().all(|all| all.left_ground.is_none()));
    }
}

#[test]
fn a_fall_on_to_a_rising_lift_lands_with_the_relative_speed() {
    for hz in RATES {
        let mut world = World::new();
        let half = [Vec3::X * 2., Vec3::Y * 0.5, Vec3::Z * 2.];
        let lift = world
            .insert(Collider::cuboid(vec3(0., -3.5, 0.), half))
            .unwrap();
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut state = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
        let (dt, speed) = (1.0 / hz as f32, 2.0);
        let mut landed = Vec::new();
        for tick in 1..=hz {
            let place = vec3(0., speed * tick as f32 * dt, 0.);
            let pose = Pose::at(place);
            world.move_to(lift, pose, dt).unwrap();
            let report = mover.step(&world, &mut state, &Intent::walk(Vec3::ZERO), dt);
            landed.extend(report.events.landed);
            assert_eq!(report.events.bumped_head, None);
        }
        // 3 m above the lift, which comes up at 2 m/s: v² = 2² + 2 g 3.
        let exact = (speed * speed + 2. * G * 3.).sqrt();
        assert_eq!(landed.len(), 1, "{hz} Hz");
        assert!(
            (landed[0] - exact).abs() < 5e-3,
            "{hz} Hz: {} {exact}",
            landed[0]
        );
    }
}

#[test]
fn a_jump_below_a_ceiling_reports_leaving_bump_and_landing() {
    let mut world = floor();
    add_corners(&mut world, vec3(-9., 2.5, -9.), vec3(9., 3., 9.));
    let rest = Intent::walk(Vec3::ZERO);
    for hz in RATES {
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut state = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
        let dt = 1.0 / hz as f32;
        // It is put down half a millimeter higher than a landing.
        let first = mover.step(&world, &mut state, &rest, dt).events.landed;
        assert!(first.is_some_and(|speed| speed < 0.1), "{hz} Hz: {first:?}");
        let jump = Intent {
            jump: Some(6.),
            ..rest
        };
        let mut all = vec![mover.step(&world, &mut state, &jump, dt).events];
        all.extend((0..hz).map(|_| mover.step(&world, &mut state, &rest, dt).events));
        let left: Vec<f32> = all.iter().filter_map(|events| events.left_ground).collect();
        let head: Vec<f32> = all.iter().filter_map(|events| events.bumped_head).collect();
        let landed: Vec<f32> = all.iter().filter_map(|events| events.landed).collect();
        // It rises by 0.7 less two skins; the head stops at 0.95 of the skin below the ceiling.
        let rise = 2.5 - 1.8 - 0.02;
        let bump = (36. - 2. * G * rise).sqrt();
        assert_eq!((left.len(), head.len(), landed.len()), (1, 1, 1), "{hz} Hz");
        assert_eq!(left[0], 6.);
        assert!((head[0] - bump).abs() < 5e-3, "{hz} Hz: {} {bump}", head[0]);
        assert!(
            (landed[0] - (2. * G * rise).sqrt()).abs() < 0.15,
            "{hz} Hz: {}",
            landed[0]
        );
    }
}

#[test]
fn the_end_of_the_ground_is_left_at_speed_zero() {
    let mut world = World::new();
    add_corners(&mut world, vec3(-2., -1., -2.), vec3(2., 0., 2.));
    add_corners(&mut world, vec3(-9., -6., -9.), vec3(9., -5., 9.));
    let walk = Intent::walk(vec3(3., 0., 0.));
    for hz in RATES {
        let (all, _) = events(
            &world,
            (vec3(0., 0.01, 0.), Vec3::ZERO),
            (walk, walk),
            (2.5, hz),
        );
        let left: Vec<f32> = all.iter().filter_map(|events| events.left_ground).collect();
        let landed: Vec<f32> = all.iter().filter_map(|events| events.landed).collect();
        // The first landing is that of the start.
        assert_eq!((left, landed.len()), (vec![0.], 2), "{hz} Hz");
        assert!(
            (landed[1] - (2. * G * 5.).sqrt()).abs() < 0.3,
            "{hz} Hz: {}",
            landed[1]
        );
    }
}

#[test]
fn steps_add_up_to_the_height_of_the_stairs_up_and_down() {
    let mut world = floor();
    for i in 0..5 {
        let i = i as f32;
        let low = vec3(1. + 0.4 * i, -1., -5.);
        let high = vec3(1. + 0.4 * (10. - i), 0.18 * (i + 1.), 5.);
        add_corners(&mut world, low, high);
    }
    let walk = Intent::walk(vec3(3., 0., 0.4));
    for hz in RATES {
        let (all, state) = events(
            &world,
            (vec3(0., 0.01, 0.), Vec3::ZERO),
            (walk, walk),
            (2., hz),
        );
        let steps: Vec<f32> = all.iter().filter_map(|events| events.stepped).collect();
        let up: f32 = steps.iter().filter(|step| **step > 0.).sum();
        let down: f32 = steps.iter().filter(|step| **step < 0.).sum();
        assert!((up - 0.9).abs() < 1e-3, "{hz} Hz: {steps:?}");
        assert!((down + 0.9).abs() < 1e-3, "{hz} Hz: {steps:?}");
        assert!(state.feet.x > 5.3 && all.iter().all(|all| all.left_ground.is_none()));
    }
}

#[test]
fn slopes_that_meet_are_no_steps() {
    let mut world = floor();
    let (sin, cos) = 30f32.to_radians().sin_cos();
    for (foot, side) in [(1.0, 1.0), (1.0 + 6.0 * cos, -1.0)] {
        let (along, out) = (vec3(cos * side, sin, 0.), vec3(-sin * side, cos, 0.));
        let middle = vec3(foot, 0., 0.) + along * 1.5 - out;
        let axes = [along * 1.5, out, Vec3::Z * 5.];
        world.insert(Collider::cuboid(middle, axes)).unwrap();
    }
    let walk = Intent::walk(vec3(4., 0., 0.));
    for hz in RATES {
        let (all, state) = events(
            &world,
            (vec3(0., 0.01, 0.), Vec3::ZERO),
            (walk, walk),
            (2., hz),
        );
        assert!(state.feet.x > 7.5);
        let steps: Vec<f32> = all.iter().filter_map(|events| events.stepped).collect();
        assert_eq!(steps, [], "{hz} Hz");
    }
}

#[test]
fn contacts_have_the_point_and_the_velocity_relative_to_a_body_that_moves() {
    let mut world = floor();
    let half = [Vec3::X * 0.5; 3].map(|x| x.x);
    let axes = [Vec3::X * half[0], Vec3::Y * half[1], Vec3::Z * half[2]];
    let block = world
        .insert(Collider::cuboid(vec3(2., 0.5, 0.), axes))
        .unwrap();
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut state = CharacterState::at(vec3(1.1, 0.01, 0.2), 1.8);
    let dt = 0.05;
    let walk = Intent::walk(vec3(3., 0., 1.));
    mover.step(&world, &mut state, &walk, dt);
    world
        .move_to(block, Pose::at(vec3(0.02, 0., 0.)), dt)
        .unwrap();
    mover.step(&world, &mut state, &walk, dt);
    let met = mover
        .collisions()
        .iter()
        .find(|met| met.part.body == block)
        .unwrap();
    assert_eq!(met.role, SurfaceKind::Wall);
    assert!((met.point.x - 1.52).abs() < 1e-5, "{}", met.point);
    assert!((met.point.z - state.feet.z).abs() < 0.06 && (0. ..=1.).contains(&met.point.y));
    assert!(
        (met.velocity - vec3(3. - 0.4, 0., 1.)).length() < 1e-4,
        "{}",
        met.velocity
    );
    let all = met.push_impulse(80., 0., f32::INFINITY);
    assert!((all - vec3(80. * 2.6, 0., 0.)).length() < 0.02, "{all}");
    assert!((met.push_impulse(80., 1. / 20., 7.) - vec3(7., 0., 0.)).length() < 1e-5);
    for (mass, inverse, limit) in [
        (0., 0., 1.),
        (f32::NAN, 0., 1.),
        (1., -1., 1.),
        (1., 0., 0.),
    ] {
        assert_eq!(met.push_impulse(mass, inverse, limit), Vec3::ZERO);
    }
}

#[test]
fn a_fall_meets_a_slope_with_its_own_speed() {
    let mut world = World::<DVec3>::new();
    let wall = Capsule::new(dvec3(0., 0., -9.), dvec3(0., 0., 9.), 1.);
    world.insert(wall).unwrap();
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut state = CharacterState::at(dvec3(1.2, 4., 0.), 1.8);
    let drift = Intent::walk(dvec3(0., 0., 2.));
    let met = (0..600).find_map(|_| {
        mover.step(&world, &mut state, &drift, 1. / 600.);
        mover.collisions().first().copied()
    });
    let met = met.unwrap();
    assert_eq!(met.role, SurfaceKind::Steep);
    // Its middle has fallen until it is a radius, a skin's stop and a radius from the axis of the wall.
    let gap: f64 = 1. + 0.3 + 0.0095;
    let low = (gap * gap - 1.2f64 * 1.2).sqrt() - 0.3;
    let speed = (2. * 9.81 * (4. - low)).sqrt();
    assert!(
        (met.velocity - dvec3(0., -speed, 2.)).length() < 1e-3,
        "{} {speed}",
        met.velocity
    );
    assert!(
        (met.point.truncate().length() - 1.).abs() < 1e-6,
        "{}",
        met.point
    );
}

/// A tick that begins with a rise and ends on the ground.
#[test]
fn a_hop_within_one_tick_lands_with_its_exact_speed() {
    let world = floor();
    let rest = Intent::walk(Vec3::ZERO);
    // 30 cm above where it stands, a skin over the floor.
    let start = (vec3(0., 0.31, 0.), vec3(0., 1., 0.));
    let (all, state) = events(&world, start, (rest, rest), (0.5, 2));
    let exact = (1. + 2. * G * 0.3_f32).sqrt();
    let landed = all[0].landed.unwrap();
    assert!((landed - exact).abs() < 5e-3, "{landed} {exact}");
    assert!(state.ground.is_some());
}

#[test]
fn a_jump_below_a_rising_ceiling_bumps_with_the_relative_speed() {
    for hz in RATES {
        let mut world = World::new();
        let half = [Vec3::X * 2., Vec3::Y * 0.5, Vec3::Z * 2.];
        // Half a meter above the head.
        let lid = world
            .insert(Collider::cuboid(vec3(0., 2.8, 0.), half))
            .unwrap();
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut state = CharacterState {
            velocity: vec3(0., 5., 0.),
            ..CharacterState::at(Vec3::ZERO, 1.8)
        };
        let dt = 1.0 / hz as f32;
        let mut bumped = Vec::new();
        for tick in 1..=hz / 2 {
            let pose = Pose::at(vec3(0., 2.8 + tick as f32 * dt, 0.) - vec3(0., 2.8, 0.));
            world.move_to(lid, pose, dt).unwrap();
            let report = mover.step(&world, &mut state, &Intent::walk(Vec3::ZERO), dt);
            bumped.extend(report.events.bumped_head);
        }
        // It gains on the lid by 4 m/s at first, and is a skin from it half a meter on: v² = 4² - 2 g (0.5 - skin).
        let exact = (16. - 2. * G * 0.49_f32).sqrt();
        assert!(!bumped.is_empty(), "{hz} Hz");
        assert!(
            (bumped[0] - exact).abs() < 0.35,
            "{hz} Hz: {bumped:?} {exact}"
        );
    }
}

#[test]
fn an_upright_wall_beside_a_jump_is_no_ceiling() {
    let mut world = World::new();
    add_corners(&mut world, vec3(0.5, -9., -9.), vec3(1., 9., 9.));
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut state = CharacterState {
        velocity: vec3(0., 4., 0.),
        ..CharacterState::at(Vec3::ZERO, 1.8)
    };
    let mut slid = false;
    for _ in 0..20 {
        let report = mover.step(&world, &mut state, &Intent::walk(Vec3::X * 3.), 1. / 60.);
        slid |= report.why.slid;
        assert!(!report.why.head && report.events.bumped_head.is_none());
    }
    assert!(slid && (state.feet.x - 0.19).abs() < 2e-3, "{state:?}");
}
