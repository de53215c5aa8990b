//! The same course at every tick rate: it ends in the same place at the same time, and a free fall is the exact
//! parabola.

use carom::glam::{Vec3, dvec3, vec3};
use carom::mover::{CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings};
use carom::{Collider, Pose, Rotation, World};

const RATES: [f64; 5] = [30.0, 60.0, 144.0, 300.0, 1000.0];

fn add(world: &mut World<Vec3>, center: Vec3, half: [Vec3; 3]) {
    world.insert(Collider::cuboid(center, half)).unwrap();
}

fn add_corners(world: &mut World<Vec3>, min: Vec3, max: Vec3) {
    let half = (max - min) * 0.5;
    let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
    add(world, (min + max) * 0.5, axes);
}

fn floor() -> World<Vec3> {
    let mut world = World::new();
    add_corners(&mut world, vec3(-50., -1., -50.), vec3(50., 0., 50.));
    world
}

/// A ramp up from x = 1, flat for 2 m, and down again.
fn ramps(degrees: f32) -> World<Vec3> {
    let mut world = floor();
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (length, flat) = (3.0, 2.0);
    let (run, rise) = (length * cos, length * sin);
    for (foot, side) in [(1.0, 1.0), (1.0 + 2.0 * run + flat, -1.0)] {
        let along = vec3(cos * side, sin, 0.);
        let out = vec3(-sin * side, cos, 0.);
        let middle = vec3(foot, 0., 0.) + along * (length * 0.5) - out;
        add(
            &mut world,
            middle,
            [along * (length * 0.5), out, Vec3::Z * 5.],
        );
    }
    let low = vec3(1.0 + run, rise - 1.0, -5.);
    add_corners(&mut world, low, vec3(1.0 + run + flat, rise, 5.));
    world
}

/// Stairs up from x = 1 and down again.
fn stairs(rise: f32, tread: f32) -> World<Vec3> {
    let mut world = floor();
    for i in 0..5 {
        let i = i as f32;
        let low = vec3(1. + tread * i, -1., -5.);
        let high = vec3(1. + tread * (10. - i), rise * (i + 1.), 5.);
        add_corners(&mut world, low, high);
    }
    world
}

/// A wall across the path, turned by `yaw`, and a second one to make a corner.
fn walls(yaw: f32, corner: bool) -> World<Vec3> {
    let mut world = floor();
    let (sin, cos) = yaw.to_radians().sin_cos();
    let (along, out) = (vec3(sin, 0., cos), vec3(-cos, 0., sin));
    let middle = vec3(2., 1., 0.) - out * 0.5;
    add(
        &mut world,
        middle,
        [
            along * if corner { 20. } else { 1.5 },
            Vec3::Y * 2.,
            out * 0.5,
        ],
    );
    if corner {
        add_corners(&mut world, vec3(-5., 0., 3.), vec3(9., 3., 4.));
    }
    world
}

/// The end of a course at one rate, and the time at which it passed a mark.
struct End {
    feet: Vec3,
    passed: Option<f64>,
}

/// Walks with each wish for half a second; the mark is a value of x.
fn walk(world: &World<Vec3>, hz: f64, wishes: &[Vec3], mark: f32) -> End {
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
    let mut passed = None;
    let ticks = (hz * 0.5).round() as usize;
    for (i, wish) in wishes.iter().enumerate() {
        for tick in 0..ticks {
            let before = body.feet.x;
            mover.step(world, &mut body, &Intent::walk(*wish), (1.0 / hz) as f32);
            if passed.is_none() && body.feet.x > mark {
                let part = f64::from((mark - before) / (body.feet.x - before));
                passed = Some(i as f64 * 0.5 + (tick as f64 + part) / hz);
            }
        }
    }
    End {
        feet: body.feet,
        passed,
    }
}

/// Whether all rates end within 1 cm of each other and pass the mark within 2 % of the time.
fn alike(name: &str, world: &World<Vec3>, wishes: &[Vec3], mark: f32) -> bool {
    let ends = RATES.map(|hz| walk(world, hz, wishes, mark));
    let apart = |a: &End| {
        let all = ends.iter().map(|b| a.feet.distance(b.feet));
        all.fold(0.0, f32::max)
    };
    let apart = ends.iter().map(apart).fold(0.0, f32::max);
    let times: Vec<f64> = ends
        .iter()
        .map(|end| end.passed.unwrap_or(f64::INFINITY))
        .collect();
    let first = times.iter().copied().fold(f64::INFINITY, f64::min);
    let last = times.iter().copied().fold(0.0, f64::max);
    let spread = last / first - 1.0;
    let pass = apart <= 0.01 && spread <= 0.02;
    let feet: Vec<_> = ends.iter().map(|end| end.feet).collect();
    println!(
        "| {name} | {apart:.4} m | {:.2} % | {} | {}",
        spread * 100.0,
        if pass { "pass" } else { "FAIL" },
        if pass {
            String::new()
        } else {
            format!("{feet:.3?} {times:.3?}")
        }
    );
    pass
}

#[test]
fn flat_ground_is_the_same_at_every_rate() {
    let wishes = [
        vec3(4., 0., 0.),
        vec3(0., 0., 4.),
        vec3(3., 0., -2.),
        Vec3::ZERO,
        vec3(9., 0., 1.),
    ];
    assert!(alike("flat", &floor(), &wishes, 3.0));
}

#[test]
fn slopes_are_the_same_at_every_rate() {
    let mut pass = true;
    for degrees in [10.0, 25.0, 40.0, 44.0] {
        let world = ramps(degrees);
        let run = 3.0 * degrees.to_radians().cos();
        let wishes = [vec3(3., 0., 0.3); 8];
        pass &= alike(
            &format!("ramp {degrees}°"),
            &world,
            &wishes,
            2.0 + 2.0 * run + 2.0,
        );
        // Half-way up and back, so that the end is on the slope.
        let wishes = [
            vec3(3., 0., 0.),
            vec3(3., 0., 0.),
            vec3(-1., 0., 0.),
            Vec3::ZERO,
        ];
        pass &= alike(&format!("on the ramp, {degrees}°"), &world, &wishes, 2.0);
    }
    assert!(pass);
}

#[test]
fn too_steep_slopes_are_the_same_at_every_rate() {
    let mut pass = true;
    for degrees in [50.0, 70.0] {
        let wishes = [vec3(3., 0., 0.5); 6];
        pass &= alike(
            &format!("against {degrees}°"),
            &ramps(degrees),
            &wishes,
            0.5,
        );
    }
    assert!(pass);
}

#[test]
fn stairs_are_the_same_at_every_rate() {
    let mut pass = true;
    for (rise, tread) in [(0.1, 0.3), (0.2, 0.3), (0.3, 0.5), (0.38, 0.4)] {
        let world = stairs(rise, tread);
        let name = format!("stairs {rise} by {tread}");
        pass &= alike(&name, &world, &[vec3(3., 0., 0.2); 8], 2.0 + 10.0 * tread);
        let slow = [vec3(1., 0., 0.); 12];
        pass &= alike(&format!("{name}, slowly"), &world, &slow, 1.0 + 4.0 * tread);
    }
    assert!(pass);
}

#[test]
fn corners_are_the_same_at_every_rate() {
    let mut pass = true;
    for yaw in [10.0, 30.0, 60.0] {
        // Along a wall that is almost across the path it takes longest.
        let name = format!("past a wall, {yaw}°");
        pass &= alike(&name, &walls(yaw, false), &[vec3(3., 0., 0.); 14], 4.0);
        let name = format!("into a corner, {yaw}°");
        pass &= alike(&name, &walls(yaw, true), &[vec3(3., 0., 1.); 8], 1.0);
    }
    assert!(pass);
}

#[test]
fn a_walk_off_a_ledge_is_the_same_at_every_rate() {
    let mut world = World::new();
    add_corners(&mut world, vec3(-5., -3., -5.), vec3(2., 0., 5.));
    add_corners(&mut world, vec3(-50., -9., -50.), vec3(50., -2., 50.));
    assert!(alike("off a ledge", &world, &[vec3(3., 0., 0.); 6], 5.0));
}

/// At every rate the height after each tick is that of the parabola, and the apex v²/2g.
#[test]
fn a_jump_is_the_exact_parabola_at_every_rate() {
    let world = floor();
    for hz in RATES {
        let dt = 1.0 / hz;
        for speed in [2.0, 5.0, 9.0] {
            let mut mover = Mover::new(MoverSettings::default()).unwrap();
            let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
            mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), dt as f32);
            let from = f64::from(body.feet.y);
            let mut apex: f64 = 0.0;
            let mut tick = 0;
            loop {
                let intent = Intent {
                    jump: (tick == 0).then_some(speed as f32),
                    ..Intent::walk(vec3(2., 0., 0.))
                };
                mover.step(&world, &mut body, &intent, dt as f32);
                tick += 1;
                let time = f64::from(tick) * dt;
                let exact = speed * time - 0.5 * 9.81 * time * time;
                let height = f64::from(body.feet.y) - from;
                if body.ground.is_some() || exact < 0.0 {
                    break;
                }
                assert!(
                    (height - exact).abs() < 1e-4 * (1.0 + speed),
                    "{hz} Hz at {time}: {height}, {exact}"
                );
                // Between two ticks it rises on with the rest of its speed.
                let rise = f64::from(body.velocity.y);
                apex = apex.max(height + rise * rise / (2.0 * 9.81));
            }
            let exact = speed * speed / (2.0 * 9.81);
            assert!(
                (apex / exact - 1.0).abs() < 0.01,
                "{hz} Hz: {apex} of {exact}"
            );
            // It landed at the right time.
            let landed = f64::from(tick) * dt;
            assert!(
                (landed - 2.0 * speed / 9.81).abs() <= dt + 0.02,
                "{hz} Hz: {landed}"
            );
        }
    }
}

/// The highest tick itself, the one that a player sees.
#[test]
fn the_highest_tick_of_a_jump_is_near_the_apex() {
    let world = floor();
    for hz in RATES {
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
        mover.step(
            &world,
            &mut body,
            &Intent::walk(Vec3::ZERO),
            (1.0 / hz) as f32,
        );
        let mut apex = 0.0_f32;
        for tick in 0..(hz * 1.2) as u32 {
            let intent = Intent {
                jump: (tick == 0).then_some(5.0),
                ..Intent::walk(Vec3::ZERO)
            };
            mover.step(&world, &mut body, &intent, (1.0 / hz) as f32);
            apex = apex.max(body.feet.y - 0.01);
        }
        let exact = 25.0 / (2.0 * 9.81);
        assert!(
            (apex / exact - 1.0).abs() < 0.01,
            "{hz} Hz: {apex} of {exact}"
        );
    }
}

/// A knock of 6 m/s and 3 m/s up: the flight of a stone, then friction alone. On the ground, friction alone.
#[test]
fn a_knock_back_is_the_same_at_every_rate() {
    for (knock, walls) in [
        (vec3(6., 0., 2.), false),
        (vec3(6., 3., 2.), false),
        (vec3(6., 0., 0.), true),
    ] {
        let mut ends = Vec::new();
        for hz in RATES {
            let mut world = floor();
            if walls {
                add_corners(&mut world, vec3(1., 0., -9.), vec3(2., 3., 9.));
            }
            let (dt, friction) = (
                (1. / hz) as f32,
                LocomotionSettings::<f32>::default().friction,
            );
            let mut mover = Mover::new(MoverSettings::default()).unwrap();
            let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
            let mut locomotion = Locomotion::new(LocomotionSettings::default());
            let mut step = |body: &mut CharacterState<Vec3>, locomotion: &mut Locomotion<Vec3>| {
                let intent = locomotion.intent(body, Vec3::ZERO, None, Vec3::Y, dt);
                mover.step(&world, body, &intent, dt);
                locomotion.adopt(body, &intent, Vec3::Y);
            };
            step(&mut body, &mut locomotion);
            locomotion.knock_back(&mut body, knock, Vec3::Y);
            for _ in 0..(hz * 5.0) as u32 {
                step(&mut body, &mut locomotion);
            }
            let across = vec3(knock.x, 0., knock.z);
            let flight = 2. * knock.y / 9.81;
            let exact = across * (flight + 1. / friction);
            let made = vec3(body.feet.x, 0., body.feet.z);
            if walls {
                // The wall at 1 m takes the speed, less radius and skin.
                assert!((made.x - 0.69).abs() < 1e-3, "{hz} Hz: {made}");
            } else {
                // A landing is in the middle of a tick, and friction begins with the next one.
                let slack = across.length() * if knock.y > 0. { dt } else { 2e-4 };
                assert!((made - exact).length() <= slack, "{hz} Hz: {made} {exact}");
            }
            assert!(body.ground.is_some() && body.velocity.length() < 1e-3);
            ends.push(made);
        }
        assert!(ends.iter().all(|end| end.is_finite()));
        // Without a flight all rates end alike.
        let apart = ends.iter().map(|end| end.distance(ends[0]));
        assert!(knock.y > 0. || apart.fold(0., f32::max) < 1e-3, "{ends:?}");
    }
}

/// One revolution: the character ends where it began, whatever the rate.
#[test]
fn a_turntable_carries_alike_at_every_rate() {
    for radius in [0.5, 2., 4.] {
        for hz in [30, 60, 120, 144, 240, 500, 1000] {
            let (dt, ticks) = (1. / hz as f32, 4 * hz);
            let mut world = World::new();
            let half = [Vec3::X * 6., Vec3::Y * 0.5, Vec3::Z * 6.];
            let table = Collider::cuboid(vec3(0., -0.5, 0.), half);
            let table = world.insert(table).unwrap();
            let mut mover = Mover::new(MoverSettings::default()).unwrap();
            let mut body = CharacterState::at(vec3(radius, 0.01, 0.), 1.8);
            mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), dt);
            for tick in 1..=ticks {
                let angle = core::f64::consts::TAU * f64::from(tick) / f64::from(ticks);
                let turn = Rotation::from_f64(dvec3(0., 1., 0.), angle);
                world
                    .move_to(table, Pose::new(Vec3::ZERO, turn), dt)
                    .unwrap();
                mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), dt);
            }
            let off = (body.feet - vec3(radius, body.feet.y, 0.)).length();
            assert!(off < 1e-5 * radius, "{hz} Hz, {radius} m: {off}");
        }
    }
}
