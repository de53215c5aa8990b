//! Transitions inside a tick happen at their own moment at every tick rate: landing on a moving platform, stepping on
//! to it and off it, leaving a ledge.

use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::mover::{CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings};
use carom::{BodyId, Collider, Pose, Rotation, World};

const RATES: [f64; 6] = [30.0, 47.0, 60.0, 144.0, 300.0, 1000.0];
/// m/s².
const GRAVITY: f64 = 9.81;

fn cuboid(world: &mut World<DVec3>, at: DVec3, half: DVec3) -> BodyId {
    let axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
    let body = carom::Body {
        pose: Pose::at(at),
        moving: true,
        ..carom::Body::new(Collider::cuboid(DVec3::ZERO, axes))
    };
    world.insert(body).unwrap()
}

fn mover() -> Mover<DVec3> {
    Mover::new(MoverSettings::default()).unwrap()
}

/// The greatest distance between two places.
fn spread(places: &[DVec3]) -> f64 {
    let apart = |a: &DVec3| {
        let all = places.iter().map(|b| a.distance(*b));
        all.fold(0.0, f64::max)
    };
    places.iter().map(apart).fold(0.0, f64::max)
}

/// Falls `height` on to a platform that moves from the start: its place after a second, relative to the platform.
fn dropped(hz: f64, height: f64, speed: DVec3, walk: DVec3) -> (DVec3, CharacterState<DVec3>) {
    let mut world = World::new();
    let mut at = dvec3(0., -0.2, 0.);
    let lift = cuboid(&mut world, at, dvec3(20., 0.2, 20.));
    let (mut mover, dt) = (mover(), 1. / hz);
    let mut body = CharacterState::at(dvec3(0., height, 0.), 1.8);
    for _ in 0..hz as u32 {
        at += speed * dt;
        world.move_to(lift, Pose::at(at), dt).unwrap();
        mover.step(&world, &mut body, &Intent::walk(walk), dt);
    }
    (body.feet - at, body)
}

#[test]
fn a_landing_on_a_platform_rides_it_from_that_moment() {
    let walk = dvec3(1., 0., -2.);
    for speed in [dvec3(3., 0., 1.), dvec3(3., 1.5, -1.), dvec3(-2., -1.5, 0.)] {
        for height in [0.0095, 0.2, 0.7] {
            // In the frame of the platform it starts at the height with velocity −u, and ends at the gap of a stop.
            let (drop, up) = (height - 0.0095, -speed.y);
            let time = (up + (up * up + 2. * GRAVITY * drop).sqrt()) / GRAVITY;
            for hz in RATES {
                let (place, body) = dropped(hz, height, speed, walk);
                let level = dvec3(speed.x, 0., speed.z);
                // A second, less the tick that does not fit.
                let all = (hz as u32) as f64 / hz;
                let exact = walk * all - level * time;
                let off = dvec3(place.x - exact.x, 0., place.z - exact.z);
                assert!(
                    off.length() < 2e-3 && body.ground.is_some(),
                    "{hz} Hz, {speed}, from {height}: off by {off}"
                );
                assert!((body.velocity - speed - walk).length() < 1e-9);
            }
        }
    }
}

#[test]
fn a_landing_on_a_turntable_rides_it_from_that_moment() {
    for hz in RATES {
        let mut world = World::new();
        let axes = [DVec3::X * 9., DVec3::Y * 0.2, DVec3::Z * 9.];
        let table = world.insert(Collider::cuboid(dvec3(0., -0.2, 0.), axes));
        let table = table.unwrap();
        let (mut mover, dt) = (mover(), 1. / hz);
        let mut body = CharacterState::at(dvec3(4., 0.3, 0.), 1.8);
        let spin = 2.0;
        let ticks = hz as u32;
        for tick in 1..=ticks {
            let turn = Rotation::from_f64(DVec3::Y, spin * f64::from(tick) * dt);
            let pose = Pose {
                rotation: turn,
                translation: DVec3::ZERO,
                scale: 1.,
            };
            world.move_to(table, pose, dt).unwrap();
            mover.step(&world, &mut body, &Intent::walk(DVec3::ZERO), dt);
        }
        let landed = (2. * (0.3 - 0.0095) / GRAVITY).sqrt();
        let turned = spin * (f64::from(ticks) * dt - landed);
        let exact = Rotation::from_f64(DVec3::Y, turned).rotate(dvec3(4., 0., 0.));
        let off = dvec3(body.feet.x - exact.x, 0., body.feet.z - exact.z);
        assert!(off.length() < 5e-3, "{hz} Hz: off by {off}");
    }
}

/// The new platform carried it only from the next tick on, and the old one to the end of the tick.
#[test]
fn a_platform_carries_a_walker_exactly_while_it_is_on_it() {
    for speed in [2.0, 6.0] {
        let mut places = Vec::new();
        for hz in RATES {
            let mut world = World::new();
            let _ = cuboid(&mut world, dvec3(-5., -1., 0.), dvec3(5., 1., 40.));
            let _ = cuboid(&mut world, dvec3(7., -1., 0.), dvec3(5., 1., 40.));
            let mut at = dvec3(1., -0.2, 0.);
            let belt = cuboid(&mut world, at, dvec3(0.99, 0.2, 80.));
            let (mut mover, dt) = (mover(), 1. / hz);
            let mut body = CharacterState::at(dvec3(-1., 0.01, 0.), 1.8);
            let ticks = (1.5 * hz).round() as u32;
            for _ in 0..ticks {
                at.z += speed * dt;
                world.move_to(belt, Pose::at(at), dt).unwrap();
                mover.step(&world, &mut body, &Intent::walk(dvec3(3., 0., 0.)), dt);
                assert!(body.ground.is_some() || body.feet.x < -0.9);
            }
            // For a rate that does not fit.
            let late = f64::from(ticks) * dt - 1.5;
            places.push(body.feet - dvec3(3. * late, 0., 0.));
        }
        assert!(
            (places[0].z / (speed * 2. / 3.) - 1.).abs() < 0.05,
            "{places:?}"
        );
        assert!(spread(&places) < 0.01, "{speed} m/s: {places:?}");
    }
}

/// `Locomotion` took the velocity of the platform in that tick for a wall, and lost its speed.
#[test]
fn a_landing_on_a_platform_keeps_the_locomotion_speed() {
    let mut world = World::new();
    let mut at = dvec3(0., -0.2, 0.);
    let lift = cuboid(&mut world, at, dvec3(20., 0.2, 20.));
    let (mut mover, dt) = (mover(), 1. / 60.);
    let mut body = CharacterState::at(dvec3(0., 0.3, 0.), 1.8);
    let mut feet = Locomotion::new(LocomotionSettings::default());
    feet.velocity = dvec3(4., 0., 0.);
    for _ in 0..60 {
        at += dvec3(0., 0., 3.) * dt;
        world.move_to(lift, Pose::at(at), dt).unwrap();
        let intent = feet.intent(&body, dvec3(4., 0., 0.), None, DVec3::Y, dt);
        mover.step(&world, &mut body, &intent, dt);
        feet.adopt(&body, &intent, DVec3::Y);
        assert!((feet.velocity - dvec3(4., 0., 0.)).length() < 1e-9);
    }
    assert!(body.ground.is_some());
}

/// The time and place at which a walk off a ledge lands.
fn fallen(hz: f64, speed: f64, depth: f64, offset: f64) -> (f64, DVec3) {
    let mut world = World::new();
    cuboid(&mut world, dvec3(0., -9., 0.), dvec3(2., 9., 5.));
    cuboid(&mut world, dvec3(0., -depth - 1., 0.), dvec3(60., 1., 60.));
    let (mut mover, dt) = (mover(), 1. / hz);
    let mut body = CharacterState::at(dvec3(1. + offset, 0.01, 0.), 1.8);
    let mut before = body;
    for tick in 0..(5. * hz) as u32 {
        before = body;
        mover.step(&world, &mut body, &Intent::walk(dvec3(speed, 0., 0.)), dt);
        if body.ground.is_some() && body.feet.y < -0.5 {
            // From the last tick in the air, by the parabola.
            let (drop, v) = (before.feet.y + depth - 0.0095, -before.velocity.y);
            let rest = (-v + (v * v + 2. * GRAVITY * drop).sqrt()) / GRAVITY;
            let time = f64::from(tick) * dt + rest;
            let late = f64::from(tick + 1) * dt - time;
            return (time, body.feet - dvec3(speed * late, 0., 0.));
        }
    }
    panic!("it never landed: {before:?}");
}

#[test]
fn a_walk_off_a_ledge_lands_in_the_same_place_at_the_same_time() {
    for (speed, depth) in [(1.0, 1.0), (4.0, 1.0), (4.0, 3.0), (9.0, 2.0)] {
        // The walk reaches the edge at different moments of a tick.
        let offsets = [0.0, 0.013, 0.029, 0.041];
        let falls: Vec<(f64, DVec3)> = RATES
            .iter()
            .flat_map(|hz| offsets.map(|offset| (*hz, offset)))
            .map(|(hz, offset)| {
                let (time, place) = fallen(hz, speed, depth, offset);
                (time + offset / speed, place)
            })
            .collect();
        let edge = 1.0 / speed;
        let times = || falls.iter().map(|fall| fall.0 - edge);
        let (first, last) = (
            times().fold(f64::INFINITY, f64::min),
            times().fold(0.0, f64::max),
        );
        let places: Vec<DVec3> = falls.iter().map(|fall| fall.1).collect();
        assert!(
            last / first - 1. < 0.01,
            "{speed}, {depth}: {first}..{last}"
        );
        assert!(spread(&places) < 0.01, "{speed}, {depth}: {places:?}");
    }
}

/// Every place in the air is on the parabola from the place and the moment at which it left.
#[test]
fn a_walk_off_a_ledge_is_a_parabola_from_the_moment_it_leaves() {
    let mut starts = Vec::new();
    for hz in RATES {
        let mut world = World::new();
        cuboid(&mut world, dvec3(0., -9., 0.), dvec3(2., 9., 5.));
        let (mut mover, dt) = (mover(), 1. / hz);
        let mut body = CharacterState::at(dvec3(1., 0.01, 0.), 1.8);
        while body.feet.x < 4.5 {
            mover.step(&world, &mut body, &Intent::walk(dvec3(4., 0., 0.)), dt);
            if body.ground.is_none() && body.feet.x > 1.5 {
                // The height and the horizontal place at which the fall began.
                let time = -body.velocity.y / GRAVITY;
                let top = body.feet.y + 0.5 * GRAVITY * time * time;
                starts.push(dvec3(body.feet.x - 4. * time, top, hz));
            }
        }
    }
    let (low, high) = starts.iter().fold(
        (DVec3::INFINITY, DVec3::NEG_INFINITY),
        |(low, high), start| (low.min(*start), high.max(*start)),
    );
    // The axis is a radius beyond the edge.
    assert!((low.x - 2.3).abs() < 0.01, "{low} {high}");
    assert!(
        high.x - low.x < 2e-3 && high.y - low.y < 0.01,
        "{low} {high}"
    );
}

/// A slab from the side lifted it by some millimeters, on to an edge beside its foot.
#[test]
fn a_push_beside_the_foot_does_not_lift() {
    for millimeters in (235..=330).step_by(5) {
        for hz in [30.0, 60., 1000.] {
            let high = f64::from(millimeters) * 1e-3;
            let mut world = World::new();
            cuboid(&mut world, dvec3(0., -1., 0.), dvec3(30., 1., 30.));
            let mut at = dvec3(-3., high * 0.5 + 0.001, 0.);
            let slab = cuboid(&mut world, at, dvec3(2., high * 0.5, 2.));
            let (mut mover, dt) = (mover(), 1. / hz);
            let mut body = CharacterState::at(dvec3(0., 0.0098, 0.), 1.8);
            for _ in 0..(1.5 * hz) as u32 {
                at.x += dt;
                world.move_to(slab, Pose::at(at), dt).unwrap();
                mover.step(&world, &mut body, &Intent::walk(DVec3::ZERO), dt);
                let is_first = at.x < -2.9;
                assert!(
                    (is_first || body.ground.is_some()) && body.feet.y < 0.0105,
                    "{high}, {hz} Hz: {body:?}"
                );
            }
            assert!(body.feet.x > 0.2, "{high}, {hz} Hz: {body:?}");
        }
    }
}

/// It hung on the edge by its skin, its foot wholly beside it.
#[test]
fn a_foot_beside_an_edge_does_not_hang_on_it() {
    for (tenths_of_mm, stands) in [
        (2950, true),
        (2990, true),
        (3010, false),
        (3050, false),
        (3090, false),
    ] {
        let beyond = tenths_of_mm as f32 * 1e-4;
        let mut world = World::new();
        let half = [Vec3::X * 2., Vec3::Y * 5., Vec3::Z * 5.];
        world
            .insert(Collider::cuboid(vec3(0., -5., 0.), half))
            .unwrap();
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        // On the round of the foot, a skin away from the edge.
        let down = (0.31f32 * 0.31 - beyond * beyond).sqrt() - 0.3;
        let mut body = CharacterState::at(vec3(2. + beyond, down, 0.), 1.8);
        for _ in 0..60 {
            mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), 1. / 60.);
        }
        assert_eq!(body.ground.is_some(), stands, "{beyond}: {body:?}");
    }
}

#[test]
fn a_tick_that_leaves_its_ground_reports_nothing_of_the_walk_that_it_takes_back() {
    // A beam a little lower than the head, far enough beyond the ledge for the fall to pass below it.
    let mut world = World::new();
    cuboid(&mut world, dvec3(-5., -1., 0.), dvec3(5., 1., 5.));
    let beam = cuboid(&mut world, dvec3(1.6, 1.9, 0.), dvec3(0.1, 0.2, 5.));
    let dt = 0.5;
    let (mut mover, walk) = (mover(), Intent::walk(dvec3(4., 0., 0.)));
    let mut body = CharacterState::at(dvec3(-0.2, 0.01, 0.), 1.8);
    mover.step(&world, &mut body, &Intent::walk(DVec3::ZERO), dt);
    let report = mover.step(&world, &mut body, &walk, dt);
    let level = body.feet.x - -0.2;
    assert!((level - 2.).abs() < 1e-9 && body.feet.y < -0.3, "{body:?}");
    let why = report.why;
    assert!(!(why.blocked || why.slid || why.limit), "{why:?}");
    assert!(mover.collisions().iter().all(|met| met.part.body != beam));
    assert_eq!(report.crease, None);
}

/// Off a ledge and on to a platform that goes sideways, some of it in one tick.
#[test]
fn a_fall_off_a_ledge_on_to_a_platform_rides_it_from_that_moment() {
    let (speed, drop) = (2.0, 2.0);
    let ends = [1.0_f64, 3.0, 30.0, 144.0, 1000.0].map(|hz| {
        let mut world = World::new();
        cuboid(&mut world, dvec3(-5., -0.1, 0.), dvec3(5., 0.1, 50.));
        let deck = cuboid(&mut world, dvec3(0., -drop - 1., 0.), dvec3(50., 1., 50.));
        let (mut mover, dt) = (mover(), 1. / hz);
        let mut body = CharacterState::at(dvec3(-0.2, 0.01, 0.), 1.8);
        for tick in 1..=2 * hz as u32 {
            let way = DVec3::Z * (speed * f64::from(tick) * dt);
            let pose = Pose::at(dvec3(0., -drop - 1., 0.) + way);
            world.move_to(deck, pose, dt).unwrap();
            mover.step(&world, &mut body, &Intent::walk(DVec3::X * 4.), dt);
        }
        assert!(body.ground.is_some() && body.feet.y < -1.9, "{hz} Hz");
        body.feet
    });
    // It walks for more than an eighth of a second, and falls for about six tenths.
    let exact = ends[4];
    assert!((2.4..2.7).contains(&exact.z), "{ends:?}");
    for feet in ends {
        assert!((feet.z - exact.z).abs() < 0.02, "{ends:?}");
    }
}
