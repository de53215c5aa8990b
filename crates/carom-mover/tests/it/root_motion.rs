//! Root motion: what an animation displaces a character by is what it moves by, at every tick rate.

use carom::glam::{DVec2, DVec3, Vec3, dvec2, dvec3, vec3};
use carom::mover::{
    CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings, RootMotion,
};
use carom::{BodyId, Collider, Hull, Pose, Rotation, World};

const RATES: [u32; 6] = [30, 60, 100, 150, 300, 1000];
/// The length of an animation, s: a number of ticks at all rates.
const SECONDS: f64 = 0.6;
const SKIN: f64 = 0.01;

/// A dodge: from rest to rest, straight in its own frame or along an arc, with a height over the ground.
#[derive(Clone, Copy)]
struct Dodge {
    /// The length of its path.
    length: f64,
    /// The angle of its whole turn, at a constant rate along the path.
    turn: f64,
    /// The greatest height, in the middle.
    height: f64,
    vertical: bool,
}

const ROLL: Dodge = Dodge {
    length: 4.,
    turn: 0.,
    height: 0.,
    vertical: false,
};

impl Dodge {
    /// How far along its path it is at a time.
    fn part(time: f64) -> f64 {
        let u = (time / SECONDS).clamp(0., 1.);
        u * u * (3. - 2. * u)
    }

    /// The root bone relative to the start: its place, with y up, and its angle.
    fn root(&self, time: f64) -> (DVec3, f64) {
        let (part, u) = (Self::part(time), (time / SECONDS).min(1.));
        let angle = self.turn * part;
        // Along an arc: x = l sin(θ)/θ_all, z = −l (1 − cos θ)/θ_all.
        let place = if self.turn == 0. {
            dvec3(self.length * part, 0., 0.)
        } else {
            dvec3(angle.sin(), 0., angle.cos() - 1.) * (self.length / self.turn)
        };
        (place + DVec3::Y * (4. * self.height * u * (1. - u)), angle)
    }

    /// What an animation library reports of a tick.
    fn between(&self, from: f64, to: f64) -> RootMotion<DVec3> {
        let ((start, angle), (end, next)) = (self.root(from), self.root(to));
        RootMotion {
            displacement: Rotation::new(DVec3::Y, -angle).rotate(end - start),
            turn: next - angle,
            vertical: self.vertical,
        }
    }
}

/// The pose of a body at a time, s.
type PoseAt = fn(f64) -> Pose<DVec3>;

/// A character at the origin and what is around it.
struct Stage {
    world: World<DVec3>,
    mover: Mover<DVec3>,
    body: CharacterState<DVec3>,
    facing: f64,
    dt: f64,
    tick: u32,
    /// A body, and where it is at a time.
    moving: Option<(BodyId, PoseAt)>,
}

impl Stage {
    fn new(hz: u32) -> Self {
        let mut stage = Self {
            world: World::new(),
            mover: Mover::new(MoverSettings::default()).unwrap(),
            body: CharacterState::at(dvec3(0., SKIN, 0.), 1.8),
            facing: 0.,
            dt: 1. / f64::from(hz),
            tick: 0,
            moving: None,
        };
        stage.add(dvec3(-9., -1., -9.), dvec3(2., 0., 9.));
        stage
    }

    fn add(&mut self, low: DVec3, high: DVec3) -> BodyId {
        let half = (high - low) * 0.5;
        let axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
        let at = Pose::at(low + half);
        let body = carom::Body {
            pose: at,
            ..carom::Body::new(Collider::cuboid(DVec3::ZERO, axes))
        };
        self.world.insert(body).unwrap()
    }

    fn with_floor(hz: u32) -> Self {
        let mut stage = Self::new(hz);
        stage.add(dvec3(2., -1., -9.), dvec3(20., 0., 9.));
        stage
    }

    fn step(&mut self, intent: impl FnOnce(&mut Self) -> Intent<DVec3>) {
        self.tick += 1;
        if let Some((body, pose)) = self.moving {
            let time = f64::from(self.tick) * self.dt;
            self.world.move_to(body, pose(time), self.dt).unwrap();
        }
        self.facing += self.body.ground_turn(&self.world, DVec3::Y, self.dt);
        let intent = intent(self);
        self.mover
            .step(&self.world, &mut self.body, &intent, self.dt);
    }

    fn rest(&mut self, seconds: f64) {
        for _ in 0..(seconds / self.dt).round() as u32 {
            self.step(|_| Intent::walk(DVec3::ZERO));
        }
    }

    /// Plays an animation from its start.
    fn play(&mut self, dodge: Dodge) {
        let ticks = (SECONDS / self.dt).round() as u32;
        for tick in 0..ticks {
            let [from, to] = [tick, tick + 1].map(|tick| f64::from(tick) * self.dt);
            self.step(|stage| {
                let motion = dodge.between(from, to);
                motion.intent(&mut stage.facing, DVec3::Y, stage.dt)
            });
        }
    }
}

/// Asserts that a place is another one at all rates.
#[track_caller]
fn assert_at(hz: u32, found: DVec3, exact: DVec3, slack: f64) {
    let off = found.distance(exact);
    assert!(off <= slack, "{hz} Hz: {found}, not {exact}: {off}");
}

#[test]
fn a_dodge_on_a_floor_is_the_animation() {
    for turn in [0., 1.2, -2.5] {
        for hz in RATES {
            let mut stage = Stage::with_floor(hz);
            stage.rest(0.1);
            stage.facing = 0.4;
            let dodge = Dodge {
                turn,
                height: 0.3,
                ..ROLL
            };
            stage.play(dodge);
            let (end, angle) = dodge.root(SECONDS);
            let exact = Rotation::new(DVec3::Y, 0.4).rotate(end) + DVec3::Y * SKIN;
            // Ground is kept at the skin or up to a fiftieth more.
            let off = stage.body.feet.y - exact.y;
            assert!((0. ..2e-4).contains(&(off + 1e-9)), "{hz} Hz: {off}");
            assert_at(hz, stage.body.feet - DVec3::Y * off, exact, 1e-9);
            assert!((stage.facing - 0.4 - angle).abs() < 1e-9 && stage.body.ground.is_some());
        }
    }
}

#[test]
fn a_dodge_slides_along_a_wall() {
    for hz in RATES {
        let mut stage = Stage::with_floor(hz);
        stage.add(dvec3(2., 0., -9.), dvec3(3., 3., 9.));
        stage.rest(0.1);
        stage.facing = 0.5;
        stage.play(ROLL);
        let exact = dvec3(2. - 0.3 - SKIN, SKIN, -4. * 0.5_f64.sin());
        assert_at(hz, stage.body.feet, exact, 1e-3);
    }
}

#[test]
fn a_dodge_climbs_a_kerb_and_a_slope_and_is_as_long() {
    for hz in RATES {
        let mut stage = Stage::with_floor(hz);
        stage.add(dvec3(2., 0., -9.), dvec3(9., 0.2, 9.));
        stage.rest(0.1);
        stage.play(ROLL);
        assert_at(hz, stage.body.feet, dvec3(4., 0.2 + SKIN, 0.), 2e-3);
        let mut stage = Stage::with_floor(hz);
        let rise = 20_f64.to_radians().tan();
        let profile = [[2., 0.], [9., 7. * rise], [9., 0.]];
        let points = [-5., 5.].into_iter();
        let points = points.flat_map(|z| profile.map(|[x, y]| dvec3(x, y, z)));
        let ramp = Hull::new(points.collect::<Vec<_>>(), 0.);
        stage.world.insert(ramp).unwrap();
        stage.rest(0.1);
        stage.play(ROLL);
        // On the slope the lowest point of the round end is over the plane.
        let cos = 20_f64.to_radians().cos();
        let over = (0.3 + SKIN) / cos - 0.3;
        let exact = dvec3(4., 2. * rise + over, 0.);
        assert_at(hz, stage.body.feet, exact, 2e-3);
    }
}

#[test]
fn off_a_ledge_gravity_acts_or_the_animation_holds_it() {
    for hz in RATES {
        let mut ends = [0.; 2];
        for (vertical, end) in [false, true].into_iter().zip(&mut ends) {
            let mut stage = Stage::new(hz);
            stage.add(dvec3(2., -9., -9.), dvec3(20., -8., 9.));
            stage.rest(0.1);
            stage.play(Dodge { vertical, ..ROLL });
            *end = stage.body.feet.y;
            assert!((stage.body.feet.x - 4.).abs() < 1e-9, "{hz} Hz");
            if vertical {
                // It falls from rest.
                stage.rest(0.2);
                let fallen = *end - stage.body.feet.y;
                assert!((fallen - 9.81 * 0.02).abs() < 1e-9, "{hz} Hz: {fallen}");
            }
        }
        // The round foot rolls over the rim until it holds it no more: a radius beyond it, where the normal of the contact
        // rises by this, less what the mover takes for rounding.
        let rise = (1. - (0.3_f64 / (0.3 + SKIN)).powi(2)).sqrt() - 1e-3;
        let beyond = (0.3 + SKIN) * (1. - rise * rise).sqrt();
        let leaves = (0..6000).map(|i| f64::from(i) * 1e-4);
        let leaves = leaves.take_while(|time| Dodge::part(*time) * 4. < 2. + beyond);
        let fall = SECONDS - leaves.last().unwrap();
        let exact = ends[1] - 9.81 * fall * fall / 2.;
        assert!((ends[0] - exact).abs() < 2e-3, "{hz} Hz: {ends:?} {exact}");
        let rolled = (0.3 + SKIN) * rise - 0.3;
        assert!(
            (ends[1] - rolled).abs() < 1e-3,
            "{hz} Hz: {ends:?} {rolled}"
        );
    }
}

/// A vault of 6 m over a gap of 2 m, up to 1 m high; and one on to a block.
#[test]
fn a_vault_goes_as_high_and_as_far_as_its_animation() {
    let vault = Dodge {
        length: 6.,
        height: 1.,
        vertical: true,
        ..ROLL
    };
    for hz in RATES {
        let mut stage = Stage::new(hz);
        stage.add(dvec3(4., -1., -9.), dvec3(20., 0., 9.));
        stage.rest(0.1);
        let mut highest = 0.0_f64;
        for tick in 0..(SECONDS / stage.dt).round() as u32 {
            let [from, to] = [tick, tick + 1].map(|tick| f64::from(tick) * stage.dt);
            stage.step(|stage| {
                let motion = vault.between(from, to);
                motion.intent(&mut stage.facing, DVec3::Y, stage.dt)
            });
            let exact = vault.root(to).0 + DVec3::Y * SKIN;
            assert_at(hz, stage.body.feet, exact, 1e-9);
            highest = highest.max(stage.body.feet.y);
        }
        assert!(highest > 1., "{hz} Hz: {highest}");
        stage.rest(0.1);
        assert!(stage.body.ground.is_some(), "{hz} Hz");
        // On to a block 0.6 m high it lands there, and goes on as long as the animation does.
        let mut stage = Stage::with_floor(hz);
        stage.add(dvec3(3., 0., -9.), dvec3(20., 0.6, 9.));
        stage.rest(0.1);
        stage.play(vault);
        assert_at(hz, stage.body.feet, dvec3(6., 0.6 + SKIN, 0.), 2e-3);
        assert!(stage.body.ground.is_some(), "{hz} Hz");
    }
}

/// In the frame of a platform it is the same animation.
#[test]
fn a_dodge_turns_with_a_turntable_and_rises_with_a_lift() {
    for hz in RATES {
        for turn in [0., -2.] {
            let mut stage = Stage::new(hz);
            let id = stage.add(dvec3(-30., -1., -30.), dvec3(30., 0., 30.));
            let pose = |time: f64| {
                let turn = Rotation::new(DVec3::Y, 1.5 * time);
                Pose::new(dvec3(0.7 * time, 1.5 * time - 0.5 + 1e-3, 0.), turn)
            };
            stage.world.set_pose(id, pose(0.)).unwrap();
            stage.moving = Some((id, pose));
            stage.body.feet = dvec3(2., SKIN + 1e-3, 1.);
            stage.step(|_| Intent::walk(DVec3::ZERO));
            stage.rest(0.1 - stage.dt);
            let now = |stage: &Stage| pose(f64::from(stage.tick) * stage.dt);
            let start = now(&stage);
            let inverse = |pose: &Pose<DVec3>, p: DVec3| {
                let angle = -1.5 * (pose.translation.x / 0.7);
                Rotation::new(DVec3::Y, angle).rotate(p - pose.translation)
            };
            let from = inverse(&start, stage.body.feet);
            // Its facing on the table.
            stage.facing = 1.5 * f64::from(stage.tick) * stage.dt + 0.3;
            let dodge = Dodge { turn, ..ROLL };
            stage.play(dodge);
            let (way, angle) = dodge.root(SECONDS);
            let exact = from + Rotation::new(DVec3::Y, 0.3).rotate(way);
            let end = now(&stage);
            assert_at(hz, inverse(&end, stage.body.feet), exact, 1e-6);
            let facing = stage.facing - 1.5 * f64::from(stage.tick) * stage.dt;
            assert!((facing - 0.3 - angle).abs() < 1e-9, "{hz} Hz: {facing}");
            assert!(stage.body.ground.is_some());
        }
    }
}

/// An animation of a run ends, and friction takes its speed: 4 m/s slide 1 m.
#[test]
fn the_speed_of_an_animation_goes_on() {
    for hz in RATES {
        let mut stage = Stage::with_floor(hz);
        let mut locomotion = Locomotion::new(LocomotionSettings::default());
        let ticks = (0.5 / stage.dt).round() as u32;
        stage.rest(0.1);
        for tick in 0..8 * ticks {
            let mut intent = Intent::walk(DVec3::ZERO);
            stage.step(|stage| {
                let motion = RootMotion::new(dvec3(4. * stage.dt, 0., 0.), 0.);
                let (body, facing) = (&stage.body, &mut stage.facing);
                intent = if tick < ticks {
                    locomotion.root_motion(body, &motion, facing, DVec3::Y, stage.dt)
                } else {
                    locomotion.intent(body, DVec3::ZERO, None, DVec3::Y, stage.dt)
                };
                intent
            });
            locomotion.adopt(&stage.body, &intent, DVec3::Y);
        }
        assert_at(hz, stage.body.feet, dvec3(3., SKIN, 0.), 1e-3);
    }
}

#[test]
fn a_jump_waits_for_the_end_of_an_animation_and_none_follows_a_vault() {
    let (up, dt) = (Vec3::Y, 0.02);
    let mut locomotion = Locomotion::new(LocomotionSettings::default());
    let ground = carom::mover::Ground {
        normal: up,
        part: carom::PartId::of(0),
    };
    let in_air = CharacterState::at(vec3(0., 1., 0.), 1.8);
    let standing = CharacterState {
        ground: Some(ground),
        ..in_air
    };
    let run = RootMotion::new(Vec3::X * 0.1, 0.);
    let vault = RootMotion {
        vertical: true,
        ..RootMotion::new(vec3(0.1, 0.1, 0.), 0.)
    };
    let mut facing = 0.;
    locomotion.waiting = Some((5., 0.));
    let intent = locomotion.root_motion(&standing, &run, &mut facing, up, dt);
    assert!(intent.jump.is_none() && intent.rise.is_none());
    let intent = locomotion.intent(&standing, Vec3::ZERO, None, up, dt);
    assert_eq!(intent.jump, Some(5.));
    // Off a ledge by a run: the late jump counts. By a vault: it does not.
    for (motion, counts) in [(run, true), (vault, false)] {
        let _ = locomotion.root_motion(&standing, &motion, &mut facing, up, dt);
        let _ = locomotion.root_motion(&in_air, &run, &mut facing, up, dt);
        let late = locomotion.intent(&in_air, Vec3::ZERO, Some(5.), up, dt);
        assert_eq!(late.jump.is_some(), counts);
        locomotion.waiting = None;
    }
}

#[test]
fn a_facing_stays_within_a_turn_and_2d_has_none() {
    let mut facing = 3_f32;
    let turn = RootMotion::new(Vec3::X, 0.5);
    let _ = turn.intent(&mut facing, Vec3::Y, 0.1);
    assert!((facing - (3.5 - core::f32::consts::TAU)).abs() < 1e-6);
    let mut facing = 0.5;
    let flat = RootMotion {
        vertical: true,
        ..RootMotion::new(dvec2(0.1, -0.2), 0.5)
    };
    let intent = flat.intent(&mut facing, DVec2::Y, 0.1);
    assert_eq!((intent.velocity, facing), (dvec2(1., 0.), 0.5));
    assert_eq!(intent.rise, Some(-2.));
}
