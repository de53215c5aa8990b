//! Faults that were reported of this or another controller, each at several tick rates. The one that is left is
//! ignored, with the figure that was measured.

use carom::glam::{DVec3, dvec3};
use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
use carom::{BodyId, Collider, Hull, Mesh, Pose, Rotation, World};
use std::f64::consts::TAU;

const RATES: [f64; 4] = [30.0, 60.0, 240.0, 1000.0];
const LAYER: u32 = 1 << 31;

fn cuboid(world: &mut World<DVec3>, at: DVec3, half: DVec3) -> BodyId {
    let axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
    let body = carom::Body {
        pose: Pose::at(at),
        ..carom::Body::new(Collider::cuboid(DVec3::ZERO, axes))
    };
    world.insert(body).unwrap()
}

fn floor() -> World<DVec3> {
    let mut world = World::new();
    cuboid(&mut world, dvec3(0., -1., 0.), dvec3(20., 1., 20.));
    world
}

fn mover() -> Mover<DVec3> {
    Mover::new(MoverSettings::default()).unwrap()
}

fn rest() -> Intent<DVec3> {
    Intent::walk(DVec3::ZERO)
}

fn east(speed: f64) -> Intent<DVec3> {
    Intent::walk(dvec3(speed, 0., 0.))
}

/// Ticks in these seconds.
fn ticks(seconds: f64, hz: f64) -> u32 {
    (seconds * hz).round() as u32
}

/// How many ticks each of a row in a channel is stuck between a press that moves in and the wall at its end; the gap between
/// the press and the wall is `room` at last.
fn crushed(row: &[f64], room: f64, hz: f64) -> Vec<u32> {
    let mut world = floor();
    cuboid(&mut world, dvec3(2., 2., 0.), dvec3(0.5, 2., 9.));
    // A channel without a way out to the side.
    for side in [-1., 1.] {
        cuboid(&mut world, dvec3(0., 2., side * 1.32), dvec3(9., 2., 1.));
    }
    let press = cuboid(&mut world, dvec3(-2., 2., 0.), dvec3(0.5, 2., 0.31));
    let mut crowd = Crowd::new(LAYER);
    for x in row {
        let state = CharacterState::at(dvec3(*x, 0.01, 0.), 1.8);
        crowd
            .add(&mut world, mover(), state, 80., CrowdRole::Push)
            .unwrap();
    }
    let mut stuck = vec![0; row.len()];
    for tick in 1..=ticks(3. - room, hz) {
        let place = dvec3(-2. + f64::from(tick) / hz, 2., 0.);
        world.move_to(press, Pose::at(place), 1. / hz).unwrap();
        crowd.step(&mut world, &[], 1. / hz);
        for (count, agent) in stuck.iter_mut().zip(crowd.agents()) {
            *count += u32::from(agent.report().why.stuck);
        }
    }
    stuck
}

#[test]
fn all_of_a_row_that_is_crushed_are_stuck_at_the_same_time() {
    for hz in RATES {
        for row in [&[0., 0.9][..], &[-0.6, 0.15, 0.9]] {
            let needs = row.len() as f64 * 0.61;
            let stuck = crushed(row, needs - 0.2, hz);
            let first = stuck[0];
            assert!(
                first > 0 && stuck.iter().all(|ticks| *ticks == first),
                "{hz} Hz: {stuck:?} ticks"
            );
            let free = crushed(row, needs + 0.05, hz);
            assert!(
                free.iter().all(|ticks| *ticks == 0),
                "{hz} Hz: {free:?} ticks"
            );
        }
    }
}

#[test]
fn an_edge_holds_a_character_that_falls_on_to_it_where_it_holds_a_walker() {
    for beyond in [0.05, 0.1, 0.15, 0.2, 0.25, 0.28, 0.3] {
        for hz in RATES {
            let mut world = World::new();
            cuboid(&mut world, dvec3(0., -1., 0.), dvec3(2., 1., 5.));
            cuboid(&mut world, dvec3(0., -5., 0.), dvec3(20., 1., 20.));
            let mut walker = CharacterState::at(dvec3(1., 0.01, 0.), 1.8);
            let mut faller = CharacterState::at(dvec3(2. + beyond, 0.5, 0.), 1.8);
            let mut mover = mover();
            mover.step(&world, &mut walker, &rest(), 1. / hz);
            for _ in 0..ticks(1., hz) {
                mover.step(&world, &mut walker, &east(1. + beyond), 1. / hz);
            }
            for _ in 0..ticks(2., hz) {
                mover.step(&world, &mut walker, &rest(), 1. / hz);
                mover.step(&world, &mut faller, &rest(), 1. / hz);
            }
            let held = beyond < 0.29;
            for body in [walker, faller] {
                assert_eq!(body.feet.y > -1., held, "{hz} Hz, {beyond} m: {body:?}");
            }
            let apart = walker.feet.distance(faller.feet);
            assert!(!held || apart < 1e-9, "{hz} Hz, {beyond} m: {apart}");
        }
    }
}

/// A prism along z, 10 m long, with this outline, seen against z: as a hull or as the triangles of its first two sides.
fn hull_or_mesh(outline: &[[f64; 2]], of_triangles: bool) -> Collider<DVec3> {
    let ends = [-5., 5.].into_iter();
    let points = ends.flat_map(|z| outline.iter().map(move |[x, y]| dvec3(*x, *y, z)));
    let points: Vec<DVec3> = points.collect();
    if !of_triangles {
        return Hull::new(points, 0.).into();
    }
    let far = outline.len() as u32;
    let sides = [0, 1].map(|i| [[i, i + 1, far + i + 1], [i, far + i + 1, far + i]]);
    Mesh::new(points, sides.concat()).unwrap().into()
}

/// A kerb from x = 2 on that leans back by `lean` degrees from the floor, as a hull or as triangles.
fn kerb(lean: f64, height: f64, of_triangles: bool) -> Collider<DVec3> {
    let run = height / lean.to_radians().tan();
    let profile = [[2., 0.], [2. + run, height], [9., height], [9., 0.]];
    hull_or_mesh(&profile, of_triangles)
}

/// How many of 20 phases of the tick climb a kerb within two seconds.
fn climbed(kerb: &Collider<DVec3>, height: f64, hz: f64) -> u32 {
    let mut world = floor();
    world.insert(kerb.clone()).unwrap();
    let mut count = 0;
    for phase in 0..20 {
        let mut mover = mover();
        let mut body = CharacterState::at(dvec3(0.003 * f64::from(phase), 0.01, 0.), 1.8);
        for _ in 0..ticks(2., hz) {
            mover.step(&world, &mut body, &east(2.), 1. / hz);
        }
        count += u32::from(body.feet.y > height - 0.02);
    }
    count
}

#[test]
fn kerbs_that_lean_back_are_climbed_at_every_phase_of_the_tick_as_hulls_and_as_triangles() {
    for of_triangles in [false, true] {
        for (height, least_lean) in [(0.1, 50.), (0.2, 70.), (0.3, 90.)] {
            for lean in [50., 60., 70., 80., 90.] {
                if lean >= least_lean {
                    let kerb = kerb(lean, height, of_triangles);
                    let found = RATES.map(|hz| climbed(&kerb, height, hz));
                    assert_eq!(found, [20; 4], "{of_triangles}: {lean} degrees, {height} m");
                }
            }
        }
    }
}

#[test]
#[ignore = "at 60 degrees and 0.2 m in all phases at 30 and 60 Hz, in none at 240 and 1,000 Hz; at 50 degrees in none"]
fn high_kerbs_that_lean_back_are_climbed_at_every_rate() {
    for of_triangles in [false, true] {
        for (height, lean) in [
            (0.2, 50.),
            (0.2, 60.),
            (0.3, 50.),
            (0.3, 60.),
            (0.3, 70.),
            (0.3, 80.),
        ] {
            let kerb = kerb(lean, height, of_triangles);
            let found = RATES.map(|hz| climbed(&kerb, height, hz));
            assert_eq!(found, [20; 4], "{of_triangles}: {lean} degrees, {height} m");
        }
    }
}

/// A prism along z with this outline, seen against z.
fn prism(outline: &[[f64; 2]]) -> Collider<DVec3> {
    let ends = [-9., 9.].into_iter();
    let points = ends.flat_map(|z| outline.iter().map(move |[x, y]| dvec3(*x, *y, z)));
    Hull::new(points.collect::<Vec<_>>(), 0.).into()
}

/// Walks for three seconds; the place after two, the end, and how far it went up and down in the last one, in all.
fn walked(world: &World<DVec3>, start: DVec3, velocity: DVec3, hz: f64) -> ([DVec3; 2], f64) {
    let mut mover = mover();
    let mut body = CharacterState::at(start, 1.8);
    let (mut shaken, mut middle) = (0., start);
    for tick in 0..ticks(3., hz) {
        let before = body.feet;
        mover.step(world, &mut body, &Intent::walk(velocity), 1. / hz);
        if tick < ticks(2., hz) {
            middle = body.feet;
        } else {
            shaken += (body.feet.y - before.y).abs();
        }
    }
    ([middle, body.feet], shaken)
}

/// Along a wall of 72 degrees, pressing into it, on to kerbs across the way.
#[test]
fn kerbs_beside_a_wall_of_72_degrees_are_climbed_at_every_rate() {
    for height in [0.1, 0.2, 0.3] {
        for press in [0., 0.5, 1., 2.] {
            for hz in RATES {
                let mut world = floor();
                let run = 4. / 72_f64.to_radians().tan();
                let wall = prism(&[[0., 0.], [run, 4.], [9., 4.], [9., 0.]]);
                world.insert(wall).unwrap();
                cuboid(
                    &mut world,
                    dvec3(0., height * 0.5, 4.),
                    dvec3(5., height * 0.5, 3.),
                );
                let start = dvec3(-0.6, 0.01, 0.);
                let (ends, shaken) = walked(&world, start, dvec3(press, 0., 2.), hz);
                let end = ends[1];
                let case = format!("{height} m, {press} m/s, {hz} Hz: {end}, {shaken}");
                assert!((end.y - height - 0.01).abs() < 0.02 && end.z > 4., "{case}");
                assert!(shaken < 1e-3, "{case}");
            }
        }
    }
}

/// Pressing into a bevel too steep to walk, between a floor and a block, at an angle: it slides along and does not shake.
#[test]
fn a_steep_bevel_does_not_shake_a_character_that_presses_into_it() {
    for lean in [50_f64, 60., 70., 80.] {
        for height in [0.1, 0.3, 0.6] {
            let run = height / lean.to_radians().tan();
            let bevel = prism(&[[0., 0.], [run, height], [run, 0.]]);
            let corner = |[x, y]: [f64; 2]| [-9., 9.].map(|z| dvec3(x, y, z));
            let points = [[0., 0.], [run, height], [run, 3.]].map(corner).concat();
            let sides = [[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4]];
            let mesh = Mesh::new(points, sides).unwrap();
            for (of_triangles, along) in [(false, 0.), (false, 1.), (true, 0.), (true, 1.)] {
                for hz in RATES {
                    let mut world = floor();
                    if of_triangles {
                        world.insert(mesh.clone()).unwrap();
                    } else {
                        world.insert(bevel.clone()).unwrap();
                        cuboid(&mut world, dvec3(run + 1., 2., 0.), dvec3(1., 2., 9.));
                    }
                    let start = dvec3(-1., 0.01, -4.);
                    let (ends, shaken) = walked(&world, start, dvec3(2., 0., along), hz);
                    let case = format!(
                        "{lean}, {height} m, {of_triangles} {along} {hz} Hz: {ends:?}, {shaken}"
                    );
                    assert!(shaken < 1e-3, "{case}");
                    assert!((ends[1].x - ends[0].x).abs() < 2e-3, "{case}");
                }
            }
        }
    }
}

/// Pressing into the corner of a floor and two steep sides: it goes straight or rests. Each had climbed a side by a
/// millimeter, as long as the floor was within reach of the skin, and slid back.
#[test]
fn a_corner_of_two_steep_sides_does_not_shake_a_character_that_presses_into_it() {
    let corners = [
        (
            dvec3(0.224, 0.915, 0.336),
            [dvec3(-0.101, 0.522, -0.847), dvec3(0.107, 0.522, 0.846)],
            9.543,
        ),
        (
            dvec3(-0.266, 0.958, 0.105),
            [dvec3(-0.694, 0.512, -0.506), dvec3(0.638, 0.681, 0.359)],
            8.629,
        ),
        (
            DVec3::Y,
            [dvec3(0.803, 0.542, -0.247), dvec3(0.581, 0.577, 0.574)],
            3.861_f64,
        ),
    ];
    for (floor, sides, press) in corners {
        for hz in RATES {
            // Blocks with a face through the origin.
            let mut world = World::new();
            for normal in [floor, sides[0], sides[1]].map(DVec3::normalize) {
                let (a, b) = normal.any_orthonormal_pair();
                let block = Collider::cuboid(-normal, [a * 40., b * 40., normal]);
                world.insert(block).unwrap();
            }
            let level = |v: DVec3| dvec3(v.x, 0., v.z).normalize();
            let out = level(level(sides[0]) + level(sides[1])) * 1.5;
            let start = out - DVec3::Y * (out.dot(floor) / floor.y - 0.3);
            let mut mover = mover();
            let mut body = CharacterState::at(start, 1.8);
            let intent = Intent::walk(dvec3(press.cos(), 0., press.sin()) * 3.);
            for _ in 0..ticks(3., hz) {
                mover.step(&world, &mut body, &intent, 1. / hz);
            }
            let (from, mut moved) = (body.feet, 0.);
            for _ in 0..ticks(1., hz) {
                let before = body.feet;
                mover.step(&world, &mut body, &intent, 1. / hz);
                moved += body.feet.distance(before);
            }
            let shaken = moved - body.feet.distance(from);
            let case = format!("{floor}, {hz} Hz: {shaken} m");
            assert!(shaken < 1e-5, "{case}");
            assert!(body.ground.is_some(), "{case}");
        }
    }
}

#[test]
fn a_walk_off_the_high_end_of_a_ramp_is_the_same_at_every_rate() {
    let cases = [10.0_f64, 20., 30., 40.].map(|degrees| [(degrees, false), (degrees, true)]);
    for (degrees, of_triangles) in cases.into_iter().flatten() {
        let rise = 2.0 * degrees.to_radians().tan();
        let profile = [[2., 0.], [4., rise], [4., 0.]];
        let ramp = hull_or_mesh(&profile, of_triangles);
        let mut world = floor();
        world.insert(ramp).unwrap();
        for phase in 0..8 {
            // The heights at 30 moments a second.
            let mut heights: [Vec<f64>; 4] = Default::default();
            for (hz, heights) in RATES.into_iter().zip(&mut heights) {
                let mut mover = mover();
                let start = dvec3(0.01 * f64::from(phase), 0.01, 0.);
                let mut body = CharacterState::at(start, 1.8);
                mover.step(&world, &mut body, &rest(), 1.);
                let mut time = 0.0;
                for moment in 1..=120 {
                    let end = f64::from(moment) / 30.;
                    while time < end - 1e-9 {
                        let dt = (1. / hz).min(end - time);
                        mover.step(&world, &mut body, &east(2.), dt);
                        time += dt;
                    }
                    heights.push(body.feet.y);
                }
            }
            let [first, others @ ..] = &heights;
            for other in others {
                for (moment, (a, b)) in first.iter().zip(other).enumerate() {
                    assert!(
                        (a - b).abs() < 0.002,
                        "{degrees} degrees, {of_triangles}, moment {moment}: {a} and {b}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_slab_that_slides_against_an_idle_character_does_not_lift_it() {
    for hz in RATES {
        for thick in [0.005_f64, 0.01, 0.02, 0.05, 0.1, 0.2] {
            for speed in [0.5, 1., 3.] {
                let mut world = floor();
                let place = |x: f64| dvec3(x, thick / 2., 0.);
                let slab = cuboid(&mut world, place(-2.), dvec3(1., thick / 2., 1.));
                let mut mover = mover();
                let mut body = CharacterState::at(dvec3(0., 0.01, 0.), 1.8);
                let mut highest = 0.0_f64;
                for tick in 1..=ticks(2. / speed, hz) {
                    let pose = Pose::at(place(-2. + speed * f64::from(tick) / hz));
                    world.move_to(slab, pose, 1. / hz).unwrap();
                    mover.step(&world, &mut body, &rest(), 1. / hz);
                    highest = highest.max(body.feet.y - 0.01);
                }
                assert!(
                    highest < 0.002,
                    "{hz} Hz, {thick} m thick, {speed} m/s: {highest} m"
                );
            }
        }
    }
}

/// With a wall behind it, the slab takes the character up: it does not crush it.
#[test]
fn a_slab_that_slides_against_a_character_at_a_wall_lifts_it() {
    for hz in RATES {
        for thick in [0.005_f64, 0.02, 0.05, 0.1, 0.2, 0.38] {
            for (walk, speed) in [(0., 0.5), (0., 3.), (1., 0.5), (1., 3.)] {
                let mut world = floor();
                cuboid(&mut world, dvec3(2.6, 2., 0.), dvec3(2., 2., 9.));
                let place = |x: f64| dvec3(x, thick / 2., 0.);
                let slab = cuboid(&mut world, place(-2.), dvec3(1., thick / 2., 1.));
                let mut mover = mover();
                let mut body = CharacterState::at(dvec3(0., 0.01, 0.), 1.8);
                let case = format!("{hz} Hz, {thick} m thick, {speed} m/s, walk {walk} m/s");
                for tick in 1..=ticks(1.5 / speed, hz) {
                    let pose = Pose::at(place(-2. + speed * f64::from(tick) / hz));
                    world.move_to(slab, pose, 1. / hz).unwrap();
                    let report = mover.step(&world, &mut body, &east(walk), 1. / hz);
                    assert!(!report.why.stuck, "{case}");
                }
                let gap = body.feet.y - thick;
                assert!((0.008..0.016).contains(&gap), "{case}: {gap} m above it");
                assert!(
                    (body.feet.x - 0.29).abs() < 0.003,
                    "{case}: {}",
                    body.feet.x
                );
            }
        }
    }
}

#[test]
fn a_turntable_of_more_than_half_a_turn_a_tick_carries_exactly() {
    for hz in RATES {
        for turn in [0.7, -0.7, 1.3, 2.5] {
            let mut world = World::new();
            let table = cuboid(&mut world, dvec3(0., -1., 0.), dvec3(9., 1., 9.));
            let mut mover = mover();
            let mut body = CharacterState::at(dvec3(4., 0.01, 0.), 1.8);
            mover.step(&world, &mut body, &rest(), 1. / hz);
            for tick in 1..=10 {
                let angle = f64::from(tick) * turn * TAU;
                let pose = Pose::new(dvec3(0., -1., 0.), Rotation::new(DVec3::Y, angle));
                world.move_to(table, pose, 1. / hz).unwrap();
                world.set_spin(table, DVec3::Y, turn * TAU * hz).unwrap();
                mover.step(&world, &mut body, &rest(), 1. / hz);
                let (sin, cos) = angle.sin_cos();
                let place = dvec3(4. * cos, body.feet.y, -4. * sin);
                let off = body.feet.distance(place);
                assert!(
                    off < 1e-9 && body.ground.is_some(),
                    "{hz} Hz, {turn}: {off}"
                );
            }
        }
    }
}

#[test]
fn a_landing_has_its_moment_inside_the_tick() {
    let gravity = MoverSettings::<DVec3>::default().gravity;
    for height in [0.3, 0.5, 1., 2., 7.] {
        let speeds = RATES.map(|hz| {
            let world = floor();
            let mut mover = mover();
            let mut body = CharacterState::at(dvec3(0., height, 0.), 1.8);
            loop {
                let report = mover.step(&world, &mut body, &rest(), 1. / hz);
                if let Some(speed) = report.events.landed {
                    break speed;
                }
            }
        });
        // v = g t, down to the skin.
        let exact = (2. * gravity * (height - 0.01)).sqrt();
        for speed in speeds {
            assert!((speed - speeds[0]).abs() < 1e-9, "{height} m: {speeds:?}");
            assert!((speed / exact - 1.).abs() < 1e-3, "{height} m: {speed}");
        }
    }
}

/// If none of them gives way, in 7 of 12 groups at 60 Hz at most two are through.
#[test]
fn a_group_gets_through_a_door_of_1_2_m() {
    for hz in RATES {
        for count in [3_u32, 5, 8] {
            for seed in 0..4 {
                let through = through_the_door(hz, count, seed, true, 5.);
                assert_eq!(through, count, "{hz} Hz, seed {seed}");
            }
        }
    }
    let held =
        (0..12).filter(|i| through_the_door(60., [3, 5, 8][i % 3], *i as u64 / 3, false, 5.) < 3);
    assert_eq!(held.count(), 7);
}

/// How many of a group are through a door after some seconds.
fn through_the_door(hz: f64, count: u32, seed: u64, gives_way: bool, seconds: f64) -> u32 {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut world = floor();
    for side in [-1., 1.] {
        cuboid(&mut world, dvec3(0., 2., side * 10.6), dvec3(0.1, 2., 10.));
    }
    let mut crowd = Crowd::new(LAYER);
    for i in 0..count {
        let z = f64::from(i) - f64::from(count - 1) / 2. + 0.1 * random.f64();
        let state = CharacterState::at(dvec3(-3. - 0.2 * random.f64(), 0.01, z), 1.8);
        let number = crowd.add(&mut world, mover(), state, 80., CrowdRole::Push);
        crowd.agents_mut()[number.unwrap()].gives_way = gives_way;
    }
    for _ in 0..ticks(seconds, hz) {
        let feet = crowd.agents().iter().map(|agent| agent.body.feet);
        let intents: Vec<_> = feet
            .map(|feet| {
                let goal = if feet.x < 0. {
                    dvec3(0.2, feet.y, 0.)
                } else {
                    dvec3(8., feet.y, feet.z)
                };
                Intent::walk((goal - feet).normalize_or_zero() * 3.)
            })
            .collect();
        crowd.step(&mut world, &intents, 1. / hz);
    }
    let through = (crowd.agents().iter()).filter(|agent| agent.body.feet.x > 0.5);
    through.count() as u32
}
