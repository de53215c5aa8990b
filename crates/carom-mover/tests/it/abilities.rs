//! The abilities: closed forms, at every tick rate.

use carom::glam::{Vec3, vec3};
use carom::mover::abilities::{
    AirJumps, Dash, Glide, Ladder, Mantle, Path, Vault, WallJump, Water, cut_jump,
};
use carom::mover::{
    CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings, Report,
};
use carom::{Collider, World};

const RATES: [u32; 6] = [30, 60, 100, 150, 300, 1000];
const GRAVITY: f32 = 9.81;

/// A character on a floor or over it, and a wall from x = 2 to x = 3.
struct Stage {
    world: World<Vec3>,
    mover: Mover<Vec3>,
    body: CharacterState<Vec3>,
    dt: f32,
    highest: f32,
}

impl Stage {
    fn new(hz: u32, feet: Vec3) -> Self {
        let mut world = World::new();
        let mut add = |center: Vec3, half: Vec3| {
            let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
            world.insert(Collider::cuboid(center, axes)).unwrap();
        };
        add(vec3(0., -1., 0.), vec3(50., 1., 50.));
        add(vec3(2.5, 5., 0.), vec3(0.5, 5., 50.));
        let mut stage = Self {
            world,
            mover: Mover::new(MoverSettings::default()).unwrap(),
            body: CharacterState::at(feet, 1.8),
            dt: 1. / hz as f32,
            highest: 0.,
        };
        if feet.y < 0.1 {
            stage.step(&Intent::walk(Vec3::ZERO));
        }
        stage
    }

    fn step(&mut self, intent: &Intent<Vec3>) -> Report<Vec3> {
        let report = (self.mover).step(&self.world, &mut self.body, intent, self.dt);
        self.highest = self.highest.max(self.body.feet.y);
        report
    }
}

/// Within this many seconds all rates have a tick.
fn ticks(hz: u32, seconds: f32) -> u32 {
    (hz as f32 * seconds).round() as u32
}

#[test]
fn a_double_jump_is_two_parabolas() {
    for hz in RATES {
        let mut stage = Stage::new(hz, vec3(0., 0.01, 0.));
        let mut jumps = AirJumps::new(1);
        // The second one at 0.3 s; a third one counts for nothing.
        let presses = [0., 0.3, 0.4].map(|time| ticks(hz, time));
        for tick in 0..ticks(hz, 3.) {
            let pressed = presses.contains(&tick);
            let jump = jumps.allows(&stage.body, pressed).then_some(4.);
            stage.step(&Intent {
                jump,
                air_jump: true,
                ..Intent::walk(Vec3::ZERO)
            });
        }
        let first = 4. * 0.3 - 0.5 * GRAVITY * 0.09;
        let exact = 0.01 + first + 16. / (2. * GRAVITY);
        // The highest tick is at most half a tick from the apex.
        let slack = GRAVITY * stage.dt * stage.dt / 8. + 1e-4;
        assert!(
            (stage.highest - exact).abs() <= slack,
            "{hz} Hz: {}",
            stage.highest
        );
        assert!(stage.body.ground.is_some());
    }
}

/// Off an edge: within coyote time a press is a late jump from the ground, afterwards at once one in the air.
#[test]
fn a_late_jump_is_no_jump_in_the_air() {
    for hz in RATES {
        for (press, is_late) in [(0.03, true), (0.07, true), (0.13, false), (0.3, false)] {
            let mut stage = Stage::new(hz, vec3(-49.9, 0.01, 0.));
            let mut locomotion = Locomotion::new(LocomotionSettings::default());
            let mut jumps = AirJumps::new(1);
            let mut tick = |stage: &mut Stage, pressed: bool| {
                let jump = pressed.then_some(4.);
                let wanted = Vec3::NEG_X * 4.;
                let mut intent = locomotion.intent(&stage.body, wanted, jump, Vec3::Y, stage.dt);
                let in_air = jumps.before(&stage.body, jump, &mut intent, &mut locomotion);
                stage.step(&intent);
                locomotion.adopt(&stage.body, &intent, Vec3::Y);
                (intent.jump.is_some(), in_air, jumps.left)
            };
            while stage.body.ground.is_some() {
                tick(&mut stage, false);
            }
            // The tick of the press ends this long after the edge.
            for _ in 1..(hz as f32 * press).round() as u32 {
                tick(&mut stage, false);
            }
            let context = format!("{hz} Hz, {press} s");
            let first = (true, !is_late, u32::from(is_late));
            assert_eq!(tick(&mut stage, true), first, "{context}");
            let second = (is_late, is_late, 0);
            assert_eq!(tick(&mut stage, true), second, "{context}");
            assert_eq!(tick(&mut stage, true), (false, false, 0), "{context}");
        }
    }
}

/// Allowed before the intent, jumps are those that `before` makes after it, with the same bits.
#[test]
fn jumps_allowed_before_the_intent_are_those_after_it() {
    for hz in RATES {
        // Late jumps, jumps from the ground at once and buffered, in the air, and presses that wait.
        let mut kinds = [0; 5];
        // It drops on to a floor and walks off it, pressing jump again and again.
        for n in 0..24 {
            let (first, every) = (0.04 * n as f32, 0.05 + 0.03 * (n % 7) as f32);
            let mut stage = Stage::new(hz, vec3(-49.2, 0.6, 0.));
            let (mut body, dt) = (stage.body, stage.dt);
            let (first, every) = (ticks(hz, first), ticks(hz, every));
            let mut walk = Locomotion::new(LocomotionSettings::default());
            let (mut other_walk, mut jumps) = (walk, AirJumps::new(n % 2));
            let mut other_jumps = jumps;
            for tick in 0..ticks(hz, 1.5) {
                let pressed = tick >= first && (tick - first) % every == 0;
                let jump = pressed.then_some(3.);
                let wanted = vec3(-4., 0., 0.);
                let is_on_ground = body.ground.is_some();
                let can_jump = walk.can_jump(&body, dt);
                let mut intent = walk.intent(&body, wanted, jump, Vec3::Y, dt);
                let in_air = jumps.before(&body, jump, &mut intent, &mut walk);

                let counts = other_jumps.allows_with(&body, &other_walk, pressed, dt);
                let mut other = other_walk.intent(&body, wanted, jump, Vec3::Y, dt);
                if let Some(speed) = jump.filter(|_| counts) {
                    // Within coyote time it makes no difference, and on the ground but for the flag.
                    other_walk.jump_in_air(&mut other, speed);
                }
                let air_jump = intent.air_jump || counts && is_on_ground;
                let expected = Intent { air_jump, ..intent };
                let made = (other, other_walk, other_jumps);
                assert_eq!(made, (expected, walk, jumps), "{hz} Hz, tick {tick}");
                assert_eq!(counts, pressed && (can_jump || in_air), "{hz}, {tick}");

                let ends = [intent, other].map(|intent| {
                    stage.body = body;
                    stage.step(&intent);
                    stage.body
                });
                assert_eq!(ends[0], ends[1], "{hz} Hz, tick {tick}");
                body = ends[0];
                walk.adopt(&body, &intent, Vec3::Y);
                other_walk.adopt(&body, &other, Vec3::Y);
                let kind = [
                    counts && can_jump && !is_on_ground,
                    counts && is_on_ground,
                    !pressed && intent.jump.is_some(),
                    in_air,
                    pressed && !counts,
                ];
                let kind = kind.iter().position(|happens| *happens);
                kind.into_iter().for_each(|kind| kinds[kind] += 1);
            }
        }
        assert!(kinds.iter().all(|count| *count > 0), "{hz} Hz: {kinds:?}");
    }
}

#[test]
fn a_jump_let_go_early_is_lower() {
    for hz in RATES {
        let mut stage = Stage::new(hz, vec3(0., 0.01, 0.));
        for tick in 0..ticks(hz, 2.) {
            if tick == ticks(hz, 0.1) {
                cut_jump(&mut stage.body, 1., Vec3::Y);
            }
            let jump = (tick == 0).then_some(4.);
            stage.step(&Intent {
                jump,
                ..Intent::walk(Vec3::ZERO)
            });
        }
        let exact = 0.01 + 0.4 - 0.5 * GRAVITY * 0.01 + 1. / (2. * GRAVITY);
        let slack = GRAVITY * stage.dt * stage.dt / 8. + 1e-4;
        assert!(
            (stage.highest - exact).abs() <= slack,
            "{hz} Hz: {}",
            stage.highest
        );
    }
}

#[test]
fn a_dash_is_as_long_as_it_says_and_stops_at_walls() {
    for hz in RATES {
        for (way, end) in [
            (vec3(-3., 0.5, 1.), vec3(-3., 0.51, 1.)),
            (vec3(3., 0., 0.), vec3(1.69, 0.01, 0.)),
        ] {
            let mut stage = Stage::new(hz, vec3(0., 0.01, 0.));
            let mut dash = Dash::new(way, 0.22);
            let mut count = 0;
            while let Some(intent) = dash.intent(stage.dt) {
                stage.step(&intent);
                count += 1;
            }
            assert_eq!(count, (0.22 * hz as f32 - 1e-3).ceil() as i32);
            assert!(
                (stage.body.feet - end).length() < 1e-3,
                "{hz} Hz: {}",
                stage.body.feet
            );
        }
    }
}

/// A tick of a glide.
fn glide(stage: &mut Stage, wanted: Vec3) -> Report<Vec3> {
    let (settings, glide) = (*stage.mover.settings(), Glide { speed: 1.5 });
    let mut intent = Intent::walk(wanted);
    let rise = glide.before(&settings, &stage.body, &mut intent, stage.dt);
    let report = stage.step(&intent);
    glide.after(&settings, &mut stage.body, rise);
    report
}

#[test]
fn a_glide_is_a_fall_and_then_a_steady_one() {
    for hz in RATES {
        let mut stage = Stage::new(hz, vec3(-5., 6., 0.));
        for _ in 0..ticks(hz, 2.) {
            glide(&mut stage, Vec3::NEG_X);
        }
        let until = 1.5 / GRAVITY;
        let fallen = 0.5 * GRAVITY * until * until + 1.5 * (2. - until);
        let feet = stage.body.feet;
        assert!(
            (feet - vec3(-7., 6. - fallen, 0.)).length() < 2e-3,
            "{hz} Hz: {feet}"
        );
        assert!((stage.body.velocity.y + 1.5).abs() < 1e-4);
        // It lets go: from the next tick on it falls.
        let before = stage.body.velocity.y;
        stage.step(&Intent::walk(Vec3::ZERO));
        assert!((before - stage.body.velocity.y - GRAVITY * stage.dt).abs() < 1e-5);
    }
}

#[test]
fn a_jump_a_flight_and_an_animation_do_not_glide() {
    let (settings, glide) = (MoverSettings::default(), Glide { speed: 1.5 });
    let falling = CharacterState {
        velocity: Vec3::NEG_Y * 4.,
        ..CharacterState::at(Vec3::ZERO, 1.8)
    };
    let walk = Intent::walk(Vec3::X);
    let rise = |mut intent: Intent<Vec3>| {
        let given = intent;
        let rise = glide.before(&settings, &falling, &mut intent, 0.01);
        (
            rise,
            intent
                == Intent {
                    rise: rise.or(given.rise),
                    ..given
                },
        )
    };
    assert_eq!(rise(walk), (Some(-1.5), true));
    for other in [
        Intent {
            jump: Some(3.),
            ..walk
        },
        Intent { fly: true, ..walk },
        Intent {
            rise: Some(-2.),
            ..walk
        },
    ] {
        assert_eq!(rise(other), (None, true));
    }
}

#[test]
fn a_jump_after_a_landing_from_a_glide_comes_down() {
    for hz in RATES {
        let mut stage = Stage::new(hz, vec3(-5., 2., 0.));
        while stage.body.ground.is_none() {
            let report = glide(&mut stage, Vec3::ZERO);
            if let Some(landed) = report.events.landed {
                assert!((landed - 1.5).abs() < 0.01, "{hz} Hz: {landed}");
            }
        }
        // It no longer glides.
        stage.highest = 0.;
        for tick in 0..ticks(hz, 1.) {
            stage.step(&Intent {
                jump: (tick == 0).then_some(4.),
                ..Intent::walk(Vec3::ZERO)
            });
        }
        let exact = 0.01 + 16. / (2. * GRAVITY);
        assert!(
            (stage.highest - exact).abs() < 2e-3,
            "{hz} Hz: {}",
            stage.highest
        );
        assert!(stage.body.ground.is_some(), "{hz} Hz: {}", stage.body.feet);
    }
}

#[test]
fn a_wall_jump_leads_away_from_the_wall() {
    for hz in RATES {
        let mut stage = Stage::new(hz, vec3(1.5, 0.01, 0.));
        let mut locomotion = Locomotion::new(LocomotionSettings::default());
        let mut jumped = false;
        for tick in 0..ticks(hz, 3.) {
            if tick == ticks(hz, 0.5) {
                jumped = WallJump { away: 3., rise: 4. }.jump(
                    &stage.world.query(),
                    stage.mover.settings(),
                    &mut stage.body,
                    &mut locomotion,
                );
                assert!(jumped, "{hz} Hz");
                stage.highest = 0.;
            }
            let wanted = if jumped { Vec3::ZERO } else { Vec3::X * 3. };
            let jump = (tick == 0).then_some(4.);
            let intent = locomotion.intent(&stage.body, wanted, jump, Vec3::Y, stage.dt);
            stage.step(&intent);
            locomotion.adopt(&stage.body, &intent, Vec3::Y);
            if stage.body.ground.is_some() && jumped {
                break;
            }
        }
        // 0.5 s after a jump of 4 m/s it is 0.774 m high; from there as high as 4 m/s go again.
        let from = 0.01 + 4. * 0.5 - 0.5 * GRAVITY * 0.25;
        let exact = from + 16. / (2. * GRAVITY);
        assert!(
            (stage.highest - exact).abs() < 0.02,
            "{hz} Hz: {} {exact}",
            stage.highest
        );
        let flight = (4. + (16. + 2. * GRAVITY * (from - 0.01)).sqrt()) / GRAVITY;
        let landed = 2. - 0.31 - 3. * flight;
        let slack = 3. * stage.dt + 1e-2;
        assert!(
            (stage.body.feet.x - landed).abs() < slack,
            "{hz} Hz: {} {landed}",
            stage.body.feet.x
        );
    }
    // In the open there is nothing to jump off.
    let mut stage = Stage::new(60, vec3(-5., 3., 0.));
    let mut locomotion = Locomotion::new(LocomotionSettings::default());
    stage.step(&Intent::walk(Vec3::ZERO));
    assert!(!WallJump { away: 3., rise: 4. }.jump(
        &stage.world.query(),
        stage.mover.settings(),
        &mut stage.body,
        &mut locomotion,
    ));
}

/// A block 1.2 m high from x = 2, and what is over it.
fn block(hz: u32, room: f32) -> Stage {
    let mut stage = Stage::new(hz, vec3(1., 0.01, -20.));
    let mut add = |low: f32, high: f32| {
        let half = [Vec3::X * 2., Vec3::Y * (high - low) * 0.5, Vec3::Z * 3.];
        let center = vec3(3., (low + high) * 0.5, -60.);
        stage.world.insert(Collider::cuboid(center, half)).unwrap();
    };
    add(0., 1.2);
    add(1.2 + room, 9.);
    stage.body.feet = vec3(0.6, 0.01, -60.);
    stage
        .world
        .insert(Collider::cuboid(
            vec3(0., -1., -60.),
            [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.],
        ))
        .unwrap();
    stage
}

/// Follows a path to its end; returns the time that it took.
fn follow(stage: &mut Stage, mut path: Path<Vec3>) -> f32 {
    let mut time = 0.;
    let Stage {
        world,
        mover,
        body,
        dt,
        ..
    } = stage;
    loop {
        time += *dt;
        assert!(time < 20., "no end: {body:?}");
        if let Some(left) = path.step(mover, world, body, *dt) {
            return time - left;
        }
    }
}

fn mantle(stage: &Stage, heights: [f32; 2], ahead: Vec3) -> Option<Path<Vec3>> {
    let mantle = Mantle { heights, speed: 2. };
    mantle.path(
        &stage.world.query(),
        stage.mover.settings(),
        &stage.body,
        ahead,
    )
}

#[test]
fn a_mantle_ends_on_the_ledge_at_the_same_time() {
    let ahead = Vec3::X * 0.9;
    for hz in RATES {
        let mut stage = block(hz, 2.);
        let path = mantle(&stage, [0.5, 1.5], ahead).expect("a ledge");
        let time = follow(&mut stage, path);
        // 1.2 m up and 0.9 m ahead at 2 m/s.
        assert!((time - 2.1 / 2.).abs() < 2e-3, "{hz} Hz: {time}");
        let end = vec3(1.5, 1.21, -60.);
        assert!(
            (stage.body.feet - end).length() < 2e-3,
            "{hz} Hz: {}",
            stage.body.feet
        );
        for _ in 0..hz {
            stage.step(&Intent::walk(Vec3::ZERO));
        }
        assert!(stage.body.ground.is_some() && (stage.body.feet.y - 1.21).abs() < 2e-3);
    }
    // Too low a room over it, too high for the character, nothing there.
    for (room, heights, ahead) in [
        (1.5, [0.5, 1.5], ahead),
        (2., [0.5, 1.], ahead),
        (2., [0.5, 1.5], -ahead),
    ] {
        let stage = block(60, room);
        let found = mantle(&stage, heights, ahead);
        assert!(found.is_none(), "{room} {heights:?}");
    }
}

/// A wall 1 m high from x = 0.4, this thick, with the character at x = 0, and more blocks from one corner to the other.
fn wall(hz: u32, thickness: f32, blocks: &[(Vec3, Vec3)]) -> Stage {
    let mut stage = Stage::new(hz, vec3(0., 0.01, 0.));
    stage.world = World::new();
    let low_wall = (vec3(0.4, -5., -2.), vec3(0.4 + thickness, 1., 2.));
    for (low, high) in [&[low_wall][..], blocks].concat() {
        let half = (high - low) * 0.5;
        let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        let block = Collider::cuboid((low + high) * 0.5, axes);
        stage.world.insert(block).unwrap();
    }
    stage
}

/// Ground before the wall and, this high, behind it.
fn grounds(thickness: f32, height: f32) -> [(Vec3, Vec3); 2] {
    let behind = vec3(0.4 + thickness, -5., -5.);
    [
        (vec3(-5., -5., -5.), vec3(0.4, 0., 5.)),
        (behind, vec3(9., height, 5.)),
    ]
}

fn vault(stage: &Stage, ahead: Vec3) -> Option<Path<Vec3>> {
    let vault = Vault {
        heights: [0.5, 1.2],
        drop: 0.8,
        speed: 2.,
    };
    vault.path(
        &stage.world.query(),
        stage.mover.settings(),
        &stage.body,
        ahead,
    )
}

#[test]
fn a_vault_ends_behind_the_wall_at_the_same_time() {
    for thickness in [0.05, 0.2, 0.6] {
        for height in [0., 0.3, -0.7] {
            for hz in RATES {
                let mut stage = wall(hz, thickness, &grounds(thickness, height));
                let path = vault(&stage, Vec3::X * 1.8).expect("a wall");
                let time = follow(&mut stage, path);
                // Two skins behind it, and a skin above ground.
                let end = vec3(0.4 + thickness + 0.3 + 0.02, height + 0.01, 0.);
                let feet = stage.body.feet;
                assert!(
                    (feet - end).length() < 2e-3,
                    "{thickness} {height} {hz} Hz: {feet} {end}"
                );
                // Up to two skins over the wall, over it and down, at 2 m/s.
                let exact = (1.01 + end.x + 1.02 - end.y) / 2.;
                assert!((time - exact).abs() < 2e-3, "{hz} Hz: {time} {exact}");
                stage.step(&Intent::walk(Vec3::ZERO));
                assert!(stage.body.ground.is_some(), "{:?}", stage.body);
            }
        }
    }
}

#[test]
fn there_is_no_vault_without_room_or_ground() {
    let far = Vec3::X * 1.8;
    let found = |thickness, blocks: &[_], ahead| vault(&wall(60, thickness, blocks), ahead);
    let ground = grounds(0.2, 0.);
    let with = |block| [&ground[..], &[block]].concat();
    assert!(found(0.2, &ground, far).is_some());
    // The character does not fit behind it within that reach; the wall is not within it; there is none.
    assert!(found(0.2, &ground, Vec3::X * 0.9).is_none());
    assert!(found(0.2, &ground, Vec3::X * 0.05).is_none());
    assert!(found(0.2, &ground, -far).is_none());
    // A high wall behind it leaves less room than the character needs, and then enough.
    let high = |x: f32| with((vec3(x, 0., -2.), vec3(x + 0.2, 5., 2.)));
    assert!(found(0.2, &high(1.1), far).is_none());
    assert!(found(0.2, &high(1.3), far).is_some());
    // A ceiling over where it stands, over the wall, and one that is high enough.
    let ceiling = |x: f32, y: f32| with((vec3(x - 0.2, y, -2.), vec3(x + 0.2, y + 0.2, 2.)));
    assert!(found(0.2, &ceiling(0., 2.7), far).is_none());
    assert!(found(0.2, &ceiling(0.5, 2.7), far).is_none());
    assert!(found(0.2, &ceiling(0.5, 2.9), far).is_some());
    // The ground behind is deeper than the drop; none; a step of the wall; too wide a wall.
    assert!(found(0.2, &grounds(0.2, -0.75), far).is_some());
    assert!(found(0.2, &grounds(0.2, -0.85), far).is_none());
    assert!(found(0.2, &ground[..1], far).is_none());
    assert!(found(0.2, &grounds(0.2, 0.6), far).is_none());
    assert!(found(3., &grounds(3., 0.), far).is_none());
    // Lower and higher than walls to vault.
    for height in [0.4, 1.3] {
        let mut stage = wall(60, 0.2, &ground);
        stage.body.feet.y = 1.01 - height;
        assert!(vault(&stage, far).is_none(), "{height}");
    }
}

#[test]
fn a_wall_across_the_way_is_vaulted_along_the_way() {
    for hz in RATES {
        let mut stage = wall(hz, 0.2, &grounds(0.2, 0.));
        // At 30 degrees.
        let ahead = vec3(0.866_025_4, 0., 0.5) * 2.;
        let path = vault(&stage, ahead).expect("a wall");
        follow(&mut stage, path);
        let feet = stage.body.feet;
        assert!((feet.z / feet.x - 0.577_350_3).abs() < 2e-3, "{feet}");
        let gap = feet.x - 0.6 - 0.3;
        assert!(gap > 0.01 && gap < 0.02 && feet.y < 0.02, "{hz} Hz: {feet}");
    }
}

#[test]
fn a_ladder_is_climbed_up_and_down_and_left_half_way() {
    for hz in RATES {
        // Up the wall from x = 2 that is 10 m high.
        let mut stage = Stage::new(hz, vec3(1.5, 0.01, 0.));
        let ladder = Ladder {
            bottom: vec3(1.65, 0.01, 0.),
            top: vec3(1.65, 10.02, 0.),
            exit: vec3(2.5, 10.02, 0.),
            speed: 3.,
        };
        assert!(ladder.is_near(stage.body.feet, 0.2) && !ladder.is_near(Vec3::ZERO, 0.2));
        let climb = |stage: &mut Stage, mut path: Path<Vec3>, seconds: f32| {
            for tick in 0..ticks(hz, seconds) {
                let Stage {
                    world,
                    mover,
                    body,
                    dt,
                    ..
                } = &mut *stage;
                if path.step(mover, world, body, *dt).is_some() {
                    return tick + 1;
                }
            }
            0
        };
        let up = ladder.up(stage.body.feet);
        assert_eq!(climb(&mut stage, up, 2.), 0);
        let half = 6. - 0.15;
        assert!(
            (stage.body.feet - vec3(1.65, 0.01 + half, 0.)).length() < 2e-3,
            "{}",
            stage.body.feet
        );
        let down = ladder.down(stage.body.feet);
        assert_eq!(climb(&mut stage, down, 1.), 0);
        assert!((stage.body.feet.y - (0.01 + half - 3.)).abs() < 2e-3);
        let up = ladder.up(stage.body.feet);
        assert!(climb(&mut stage, up, 9.) > 0);
        assert!((stage.body.feet - ladder.exit).length() < 2e-3);
        for _ in 0..ticks(hz, 0.2) {
            stage.step(&Intent::walk(Vec3::ZERO));
        }
        assert!(stage.body.ground.is_some());
    }
}

#[test]
fn a_swimmer_glides_and_floats() {
    let water = Water {
        surface: 5.,
        float: 1.5,
        buoyancy: 0.5,
        drag: 2.,
    };
    for hz in RATES {
        let mut stage = Stage::new(hz, vec3(-5., 1., 0.));
        stage.body.velocity = vec3(0., -2., 0.);
        let swim = |stage: &mut Stage, wanted: Vec3, seconds: f32| {
            for _ in 0..ticks(hz, seconds) {
                let (intent, swum) = water
                    .before(&stage.body, wanted, Vec3::Y, stage.dt)
                    .expect("in the water");
                stage.step(&intent);
                water.after(&mut stage.body, &intent, &swum, None);
            }
        };
        swim(&mut stage, Vec3::NEG_X, 0.5);
        // x' = −1 (1 − e^(−2t)), y' = 0.5 − 2.5 e^(−2t).
        let left = (-1_f32).exp();
        let exact = vec3(
            -5. - (0.5 - (1. - left) / 2.),
            1. + 0.25 - 2.5 * (1. - left) / 2.,
            0.,
        );
        assert!(
            (stage.body.feet - exact).length() < 1e-4,
            "{hz} Hz: {}",
            stage.body.feet
        );
        swim(&mut stage, Vec3::ZERO, 12.);
        assert!(
            (stage.body.feet.y - 3.5).abs() < 1e-3,
            "{hz} Hz: {}",
            stage.body.feet
        );
        assert!(stage.body.velocity.length() < 1e-3);
    }
    // Above the water it is not in it.
    let stage = Stage::new(60, vec3(-5., 4., 0.));
    assert!(water.before(&stage.body, Vec3::X, Vec3::Y, 0.01).is_none());
}

/// A pool with its floor at −3 and the surface at 0, before a ledge of this height from x = 2 on.
fn pool(hz: u32, ledge: f32) -> (Stage, Water<f32>) {
    let mut stage = Stage::new(hz, vec3(-1., -2., 0.));
    stage.world = World::new();
    for (low, high) in [
        (vec3(-9., -4., -5.), vec3(2., -3., 5.)),
        (vec3(2., -4., -5.), vec3(9., ledge, 5.)),
    ] {
        let half = (high - low) * 0.5;
        let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        let block = Collider::cuboid((low + high) * 0.5, axes);
        stage.world.insert(block).unwrap();
    }
    let water = Water {
        surface: 0.,
        float: 1.4,
        buoyancy: 1.,
        drag: 3.,
    };
    (stage, water)
}

#[test]
fn a_swimmer_climbs_out_on_to_a_ledge() {
    let ahead = Vec3::X * 0.8;
    for ledge in [0., 0.3, 0.55] {
        for hz in RATES {
            let (mut stage, water) = pool(hz, ledge);
            let exit = |stage: &Stage| {
                let (world, settings) = (stage.world.query(), stage.mover.settings());
                water.exit(&world, settings, &stage.body, ahead, [0.6, 2.])
            };
            // Deep in the water there is no way out.
            assert!(exit(&stage).is_none(), "{ledge} {hz} Hz");
            for _ in 0..ticks(hz, 8.) {
                let wanted = Vec3::X * 1.5;
                let swims = water.before(&stage.body, wanted, Vec3::Y, stage.dt);
                let (intent, swum) = swims.expect("in the water");
                stage.step(&intent);
                water.after(&mut stage.body, &intent, &swum, None);
            }
            let wall = vec3(2. - 0.31, -1.4, 0.);
            let feet = stage.body.feet;
            assert!((feet - wall).length() < 2e-3, "{ledge} {hz} Hz: {feet}");
            let path = exit(&stage).expect("a ledge");
            let time = follow(&mut stage, path);
            let exact = (ledge + 0.01 + 1.4 + 0.8) / 2.;
            assert!((time - exact).abs() < 2e-3, "{hz} Hz: {time} {exact}");
            let end = vec3(wall.x + 0.8, ledge + 0.01, 0.);
            let feet = stage.body.feet;
            assert!((feet - end).length() < 2e-3, "{ledge} {hz} Hz: {feet}");
            for _ in 0..ticks(hz, 0.1) {
                stage.step(&Intent::walk(Vec3::ZERO));
            }
            assert!(stage.body.ground.is_some(), "{ledge} {hz} Hz");
        }
    }
    // Too high, or not ahead.
    let (mut stage, water) = pool(60, 0.7);
    stage.body.feet = vec3(1.69, -1.4, 0.);
    let settings = *stage.mover.settings();
    for ahead in [ahead, -ahead] {
        let found = water.exit(
            &stage.world.query(),
            &settings,
            &stage.body,
            ahead,
            [0.6, 2.],
        );
        assert!(found.is_none());
    }
}
