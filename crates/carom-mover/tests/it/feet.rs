//! Standing on edges, flat feet, hovering, locomotion; and the same in 2D.

use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom::mover::{CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings};
use carom::{Collider, Vector, World};

fn add<V: Vector<Scalar = f64>>(world: &mut World<V>, at: [f64; 3], half: [f64; 3]) {
    let v = |x: [f64; 3]| V::from_f64(x);
    let axes = [
        v([half[0], 0., 0.]),
        v([0., half[1], 0.]),
        v([0., 0., half[2]]),
    ];
    world.insert(Collider::cuboid(v(at), axes)).unwrap();
}

fn at<V: Vector<Scalar = f64>>(x: f64, y: f64) -> CharacterState<V> {
    CharacterState::at(V::from_f64([x, y, 0.]), 1.8)
}

fn east<V: Vector<Scalar = f64>>(speed: f64) -> Intent<V> {
    Intent::walk(V::from_f64([speed, 0., 0.]))
}

/// How far the axis was beyond the edge of a ledge when the character left the ground.
fn leaves(settings: MoverSettings<DVec3>, hz: f64) -> f64 {
    let mut world = World::<DVec3>::new();
    add(&mut world, [0., -1., 0.], [2., 1., 5.]);
    let mut mover = Mover::new(settings).unwrap();
    let mut body = at::<DVec3>(0., 0.01);
    while body.feet.x < 3. {
        mover.step(&world, &mut body, &east(0.5), 1. / hz);
        if body.ground.is_none() && body.feet.x > 1. {
            return body.feet.x - 2.;
        }
    }
    panic!("it never left the ground");
}

#[test]
fn max_overhang_is_the_part_of_the_foot_that_stands() {
    for hz in [60., 300.] {
        let step = 0.5 / hz;
        let default = MoverSettings::<DVec3>::default();
        // A round foot: until its whole radius and the skin are over the edge.
        let round = leaves(default, hz);
        assert!(round > 0.29 && round < 0.311 + step, "{round}");
        for overhang in [0.05, 0.1, 0.2] {
            let at = leaves(
                MoverSettings {
                    max_overhang: Some(overhang),
                    ..default
                },
                hz,
            );
            assert!((at - overhang).abs() < 0.02 + step, "{overhang}: {at}");
        }
        let flat = leaves(
            MoverSettings {
                flat_foot: true,
                ..default
            },
            hz,
        );
        assert!((0.0..0.03 + step).contains(&flat), "{flat}");
    }
}

#[test]
fn a_narrow_foot_stays_on_the_stairs_that_it_descends() {
    let mut world = World::<DVec3>::new();
    for i in 0..10 {
        let i = f64::from(i);
        add(&mut world, [0.4 * i, -5. - 0.2 * i, 0.], [0.2, 5., 3.]);
    }
    add(&mut world, [14., -7., 0.], [10.2, 5., 3.]);
    for flat_foot in [false, true] {
        let settings = MoverSettings {
            flat_foot,
            ..MoverSettings::default()
        };
        let mut mover = Mover::new(settings).unwrap();
        let mut body = at::<DVec3>(0., 0.01);
        let mut in_air = 0;
        for tick in 0..180 {
            mover.step(&world, &mut body, &east(2.), 1. / 60.);
            in_air += u32::from(tick > 2 && body.ground.is_none());
        }
        assert_eq!(in_air, 0, "flat {flat_foot}");
        assert!(
            (body.feet.y + 1.99).abs() < 0.01 && body.feet.x > 5.9,
            "{}",
            body.feet
        );
    }
}

#[test]
fn a_hovering_character_keeps_its_height_over_steps_at_every_rate() {
    let mut ends = Vec::new();
    for hz in [30.0_f64, 60., 144., 300., 1000.] {
        let mut world = World::<DVec3>::new();
        add(&mut world, [0., -1., 0.], [30., 1., 5.]);
        add(&mut world, [4., 0., 0.], [1., 0.2, 5.]);
        let settings = MoverSettings {
            hover: 0.5,
            ..MoverSettings::default()
        };
        let mut mover = Mover::new(settings).unwrap();
        let mut body = CharacterState::at(dvec3(0., 1.2, 0.), 1.3);
        let (mut lowest, mut highest) = (9.0_f64, 0.0_f64);
        for _ in 0..hz as u32 {
            mover.step(&world, &mut body, &east(0.), 1. / hz);
        }
        assert!(
            (body.feet.y - 0.5).abs() < 1e-3 && body.ground.is_some(),
            "{hz}: {}",
            body.feet
        );
        for _ in 0..(3. * hz) as u32 {
            mover.step(&world, &mut body, &east(3.), 1. / hz);
            assert!(body.ground.is_some(), "{hz}: {}", body.feet);
            lowest = lowest.min(body.feet.y);
            highest = highest.max(body.feet.y);
        }
        assert!(
            lowest > 0.45 && (highest - 0.7).abs() < 0.03,
            "{hz}: {lowest} {highest}"
        );
        let jump = Intent {
            jump: Some(4.),
            ..east(0.)
        };
        let from = body.feet.y;
        let mut apex = 0.0_f64;
        for tick in 0..(0.7 * hz) as u32 {
            let intent = if tick == 0 { jump } else { east(0.) };
            mover.step(&world, &mut body, &intent, 1. / hz);
            apex = apex.max(body.feet.y - from);
        }
        assert!((apex / (16. / 19.62) - 1.).abs() < 0.01, "{hz}: {apex}");
        ends.push(body.feet.x);
    }
    for end in &ends {
        assert!((end - ends[0]).abs() < 0.01, "{ends:?}");
    }
}

#[test]
fn acceleration_does_not_depend_on_the_tick_rate_and_a_wall_takes_the_speed() {
    let mut ends = Vec::new();
    for hz in [30.0_f64, 60., 150., 300., 1000.] {
        let mut world = World::<DVec3>::new();
        add(&mut world, [0., -1., 0.], [60., 1., 5.]);
        add(&mut world, [8., 2., 0.], [0.5, 2., 5.]);
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut body = at::<DVec3>(0., 0.01);
        let mut feet = Locomotion::new(LocomotionSettings {
            acceleration: 5.,
            friction: 3.,
            ..LocomotionSettings::default()
        });
        while body.ground.is_none() {
            mover.step(&world, &mut body, &east(0.), 1. / hz);
        }
        let mut run = |body: &mut CharacterState<DVec3>, wanted: DVec3, seconds: f64| {
            for _ in 0..(seconds * hz).round() as u32 {
                let intent = feet.intent(body, wanted, None, DVec3::Y, 1. / hz);
                mover.step(&world, body, &intent, 1. / hz);
                feet.adopt(body, &intent, DVec3::Y);
            }
            feet.velocity
        };
        let speed = run(&mut body, dvec3(4., 0., 0.), 0.6);
        let far = body.feet.x;
        assert!((speed.x - 4.).abs() < 1e-6, "{speed}");
        let speed = run(&mut body, dvec3(4., 0., 1.), 2.);
        assert!(
            speed.x.abs() < 1e-3 && (body.feet.x - 7.1905).abs() < 1e-3,
            "{speed} {}",
            body.feet
        );
        ends.push((far, body.feet.z));
    }
    for end in &ends {
        assert!(
            (end.0 - ends[0].0).abs() < 1e-6 && (end.1 - ends[0].1).abs() < 0.01,
            "{ends:?}"
        );
    }
}

#[test]
fn coyote_time_and_jump_buffer() {
    let mut world = World::<DVec3>::new();
    add(&mut world, [0., -1., 0.], [2., 1., 5.]);
    add(&mut world, [10., -2., 0.], [7., 1., 5.]);
    let dt = 1. / 60.;
    let run = |press: usize, feel: LocomotionSettings<f64>| {
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut body = at::<DVec3>(1.9, 0.01);
        let mut feet = Locomotion::new(feel);
        let mut jumps = Vec::new();
        let mut left = None;
        for tick in 0..90 {
            let jump = (left.is_some_and(|left| tick == left + press)).then_some(5.);
            let intent = feet.intent(&body, dvec3(3., 0., 0.), jump, DVec3::Y, dt);
            if intent.jump.is_some() {
                jumps.push(tick);
            }
            mover.step(&world, &mut body, &intent, dt);
            feet.adopt(&body, &intent, DVec3::Y);
            if left.is_none() && tick > 2 && body.ground.is_none() {
                left = Some(tick);
            }
            if intent.jump.is_some() {
                assert!(body.velocity.y > 4., "{}", body.velocity);
            }
        }
        jumps.len()
    };
    let direct = LocomotionSettings {
        coyote: 0.,
        buffer: 0.,
        ..LocomotionSettings::default()
    };
    assert_eq!(
        run(3, LocomotionSettings::default()),
        1,
        "three ticks after the edge"
    );
    assert_eq!(run(3, direct), 0);
    assert_eq!(
        run(12, LocomotionSettings::default()),
        0,
        "too late, and too early"
    );
    // It falls a meter: 0.45 s, 27 ticks.
    assert_eq!(
        run(24, LocomotionSettings::default()),
        1,
        "shortly before the ground"
    );
    assert_eq!(run(24, direct), 0);
}

/// The same profile in 2D and, extruded, in 3D.
#[test]
fn the_path_in_2d_is_that_in_3d() {
    fn course<V: Vector<Scalar = f64>>() -> World<V> {
        let mut world = World::new();
        add(&mut world, [0., -1., 0.], [30., 1., 20.]);
        add(&mut world, [3., 0.1, 0.], [1., 0.1, 20.]);
        add(&mut world, [5., 0.2, 0.], [1., 0.3, 20.]);
        add(&mut world, [12., 0.5, 0.], [1., 2., 20.]);
        world
    }
    let (flat, space) = (course::<DVec2>(), course::<DVec3>());
    let mut a = (
        Mover::new(MoverSettings::<DVec2>::default()).unwrap(),
        at::<DVec2>(0., 1.),
    );
    let mut b = (
        Mover::new(MoverSettings::<DVec3>::default()).unwrap(),
        at::<DVec3>(0., 1.),
    );
    for tick in 0..400 {
        let speed = if tick < 250 { 3. } else { -2. };
        let jump = (tick == 200 || tick == 300).then_some(5.);
        let height = Some(if (100..140).contains(&tick) { 1.0 } else { 1.8 });
        let one = Intent {
            jump,
            height,
            ..east::<DVec2>(speed)
        };
        let other = Intent {
            jump,
            height,
            ..east::<DVec3>(speed)
        };
        let first = a.0.step(&flat, &mut a.1, &one, 1. / 60.);
        let second = b.0.step(&space, &mut b.1, &other, 1. / 60.);
        let apart = (dvec2(b.1.feet.x, b.1.feet.y) - a.1.feet).length();
        assert!(
            apart < 1e-6 && b.1.feet.z.abs() < 1e-9,
            "{tick}: {} {}",
            a.1.feet,
            b.1.feet
        );
        assert_eq!(first.why, second.why, "{tick}");
        assert_eq!(a.1.ground.is_some(), b.1.ground.is_some());
    }
    assert!(a.1.feet.x < 9.);
}

/// Pushing against a slope that is too steep, a hovering character left the ground and came back many times a second.
#[test]
fn a_hovering_character_stands_still_at_a_steep_slope() {
    for hz in [60., 1000.] {
        let mut world = World::<DVec3>::new();
        add(&mut world, [0., -0.5, 0.], [50., 0.5, 50.]);
        let (sin, cos) = 60f64.to_radians().sin_cos();
        let axes = [
            dvec3(cos, sin, 0.) * 8.,
            dvec3(-sin, cos, 0.) * 0.1,
            DVec3::Z * 5.,
        ];
        world
            .insert(Collider::cuboid(dvec3(6., 0., 0.), axes))
            .unwrap();
        let settings = MoverSettings {
            hover: 0.3,
            ..MoverSettings::default()
        };
        let mut mover = Mover::new(settings).unwrap();
        let mut body = CharacterState::at(dvec3(5., 0.3, 0.), 1.8);
        for _ in 0..hz as u32 {
            mover.step(&world, &mut body, &east(4.), 1. / hz);
        }
        let rest = body.feet;
        for _ in 0..hz as u32 {
            mover.step(&world, &mut body, &east(4.), 1. / hz);
            assert!(
                body.ground.is_some() && (body.feet - rest).length() < 1e-4,
                "{}",
                body.feet
            );
        }
    }
}

/// It comes down at 3.7 m/s; the spring stops that within 5 cm.
#[test]
fn a_hovering_character_that_falls_is_caught_at_its_height() {
    for hz in [60.0_f64, 144., 1000.] {
        let mut world = World::<DVec3>::new();
        add(&mut world, [0., -1., 0.], [30., 1., 5.]);
        let settings = MoverSettings {
            hover: 0.5,
            ..MoverSettings::default()
        };
        let mut mover = Mover::new(settings).unwrap();
        let mut body = CharacterState::at(dvec3(0., 1.2, 0.), 1.3);
        let mut lowest = 9.0_f64;
        for _ in 0..hz as u32 {
            let report = mover.step(&world, &mut body, &east(0.), 1. / hz);
            assert!(!report.why.slid, "{hz}: {body:?}");
            lowest = lowest.min(body.feet.y);
        }
        let fall = (2. * 9.81 * 0.7_f64).sqrt();
        // A critically damped spring of 4.5 Hz, and the way of a tick before it.
        let deepest = fall / (4.5 * std::f64::consts::TAU * std::f64::consts::E);
        let least = 0.5 - deepest - fall / hz - 1e-3;
        assert!((least..0.5).contains(&lowest), "{hz}: {lowest} {least}");
    }
}
