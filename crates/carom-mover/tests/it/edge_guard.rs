//! The edge guard: a walk stops at an edge and slides along it, the same at every tick rate.

use crate::courses::random::Random;
use carom::glam::{Quat, Vec3, vec3};
use carom::mover::{CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings};
use carom::{Body, Collider, Mesh, Pose, World};

const RATES: [u32; 5] = [30, 60, 144, 300, 1000];

fn add_corners(world: &mut World<Vec3>, min: Vec3, max: Vec3) -> carom::BodyId {
    let half = (max - min) * 0.5;
    let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
    let body = Collider::cuboid((min + max) * 0.5, axes);
    world.insert(body).unwrap()
}

/// A platform of 8 m × 8 m, 5 m above a floor.
fn platform() -> World<Vec3> {
    let mut world = World::new();
    add_corners(&mut world, vec3(-4., -1., -4.), vec3(4., 0., 4.));
    add_corners(&mut world, vec3(-50., -6., -50.), vec3(50., -5., 50.));
    world
}

fn guarded(guard: f32) -> Mover<Vec3> {
    let settings = MoverSettings {
        edge_guard: Some(guard),
        ..MoverSettings::default()
    };
    Mover::new(settings).unwrap()
}

/// Walks for `seconds` with an intent by time; returns the state at the end.
fn walk(
    world: &World<Vec3>,
    mover: &mut Mover<Vec3>,
    start: Vec3,
    (seconds, hz): (f32, u32),
    mut velocity: impl FnMut(f32) -> Vec3,
) -> CharacterState<Vec3> {
    let mut state = CharacterState::at(start, 1.8);
    let dt = 1.0 / hz as f32;
    steps(mover, world, &mut state, &Intent::walk(Vec3::ZERO), 20);
    for tick in 0..(seconds * hz as f32).round() as u32 {
        let intent = Intent::walk(velocity(tick as f32 * dt));
        mover.step(world, &mut state, &intent, dt);
        assert!(state.ground.is_some(), "{hz} Hz, tick {tick}: {state:?}");
    }
    state
}

/// Steps at 60 Hz.
fn steps(
    mover: &mut Mover<Vec3>,
    world: &World<Vec3>,
    state: &mut CharacterState<Vec3>,
    intent: &Intent<Vec3>,
    count: u32,
) {
    for _ in 0..count {
        mover.step(world, state, intent, 1. / 60.);
    }
}

#[test]
fn an_edge_stops_the_walk_where_the_setting_says() {
    let world = platform();
    for guard in [0.0, 0.1, 0.25] {
        for hz in RATES {
            let mut mover = guarded(guard);
            let state = walk(&world, &mut mover, vec3(0., 0.01, 0.), (3., hz), |_| {
                vec3(3., 0., 0.)
            });
            let edge = 4. + guard.max(0.015);
            assert!(
                (state.feet.x - edge).abs() < 1e-3,
                "{guard} {hz} Hz: {}",
                state.feet
            );
            assert!(state.feet.z.abs() < 1e-4 && state.velocity.length() < 1e-3);
            let report = mover.step(&world, &mut state.clone(), &Intent::walk(Vec3::X), 1. / 60.);
            assert!(report.why.edge && report.why.blocked);
        }
    }
}

#[test]
fn a_walk_slides_along_the_edge_as_along_a_wall() {
    let world = platform();
    for hz in RATES {
        let mut mover = guarded(0.1);
        let wish = vec3(3., 0., 1.5);
        let state = walk(&world, &mut mover, vec3(0., 0.01, -3.), (3., hz), |_| wish);
        // 3 s at 1.5 m/s along the edge.
        assert!((state.feet.x - 4.1).abs() < 2e-3, "{hz} Hz: {}", state.feet);
        assert!((state.feet.z - 1.5).abs() < 5e-3, "{hz} Hz: {}", state.feet);
        assert!(
            (state.velocity - vec3(0., 0., 1.5)).length() < 0.02,
            "{hz} Hz: {}",
            state.velocity
        );
    }
}

#[test]
fn the_corner_of_a_platform_holds_a_walk_and_an_inner_corner_too() {
    let mut world = platform();
    // An L: beside the platform, on the far half of its right side.
    add_corners(&mut world, vec3(4., -1., 0.), vec3(8., 0., 4.));
    for hz in RATES {
        let mut mover = guarded(0.1);
        let corner = walk(&world, &mut mover, vec3(-2., 0.01, -2.), (4., hz), |_| {
            vec3(-3., 0., -2.)
        });
        let out = vec3(-4., 0., -4.) - corner.feet;
        let reach = (out.x * out.x + out.z * out.z).sqrt();
        assert!((reach - 0.1).abs() < 3e-3, "{hz} Hz: {}", corner.feet);
        // It rests where the round corner is at a right angle to the wish.
        let sine = (out.x * 2. - out.z * 3.).abs() / (reach * 13f32.sqrt());
        assert!(sine < 0.25, "{hz} Hz: {} {sine}", corner.feet);
        let inner = walk(&world, &mut mover, vec3(0., 0.01, -2.), (4., hz), |_| {
            vec3(3., 0., 2.)
        });
        assert!(
            inner.feet.x > 7. && inner.feet.z > -0.11,
            "{hz} Hz: {}",
            inner.feet
        );
        let stays = walk(&world, &mut mover, vec3(5., 0.01, 1.), (4., hz), |_| {
            vec3(-3., 0., -4.)
        });
        assert!(
            stays.feet.x > -4.2 && stays.feet.z > -4.2 && stays.feet.x < 4.2,
            "{hz} Hz: {}",
            stays.feet
        );
    }
}

#[test]
fn a_walk_all_around_a_platform_stays_on_it_for_the_same_way_at_every_rate() {
    let world = platform();
    let mut ends = Vec::new();
    for hz in RATES {
        let mut mover = guarded(0.05);
        // The wish turns; most of the time it leads off.
        let end = walk(&world, &mut mover, vec3(3., 0.01, 0.), (12., hz), |time| {
            let (sin, cos) = (time * 0.5).sin_cos();
            vec3(3. * cos, 0., 3. * sin)
        });
        ends.push(end.feet);
    }
    for end in &ends {
        assert!((*end - ends[4]).length() < 0.06, "{ends:?}");
    }
}

#[test]
fn stairs_down_are_no_edge_and_the_drop_beside_them_is() {
    let mut world = platform();
    for i in 0..5 {
        let i = i as f32;
        let (x, y) = (4. + 0.4 * i, -0.2 * (i + 1.));
        add_corners(&mut world, vec3(x, -6., -1.), vec3(x + 0.4, y, 1.));
    }
    for hz in RATES {
        let mut mover = guarded(0.1);
        let down = walk(&world, &mut mover, vec3(0., 0.01, 0.), (3., hz), |_| {
            vec3(3., 0., 0.)
        });
        // At the end of the lowest stair.
        assert!(
            (down.feet - vec3(6.1, -0.99, 0.)).length() < 0.02,
            "{hz} Hz: {}",
            down.feet
        );
        let side = walk(&world, &mut mover, vec3(0., 0.01, 2.), (3., hz), |_| {
            vec3(3., 0., 0.)
        });
        assert!((side.feet.x - 4.1).abs() < 2e-3, "{hz} Hz: {}", side.feet);
    }
}

#[test]
fn the_edges_of_a_mesh_hold_too_and_its_inner_edges_do_not() {
    let (n, size) = (8, 1.0);
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..=n {
        for k in 0..=n {
            let height = 0.1 * ((i * 7 + k * 5) % 3) as f32;
            vertices.push(vec3(i as f32 * size, height, k as f32 * size));
            if i < n && k < n {
                let a = i * (n + 1) + k;
                let b = a + n + 1;
                triangles.extend([[a, a + 1, b], [b, a + 1, b + 1]]);
            }
        }
    }
    let mesh = Mesh::new(vertices, triangles).unwrap();
    let mut world = World::new();
    world.insert(Body::new(std::sync::Arc::new(mesh))).unwrap();
    for hz in RATES {
        let mut mover = guarded(0.1);
        let wish = vec3(4., 0., 1.);
        let state = walk(&world, &mut mover, vec3(1., 0.3, 1.), (4., hz), |_| wish);
        assert!((state.feet.x - 8.1).abs() < 0.02, "{hz} Hz: {}", state.feet);
        assert!(state.feet.z > 4., "{hz} Hz: {}", state.feet);
    }
}

#[test]
fn jumps_knock_backs_and_platforms_take_it_off() {
    let world = platform();
    let dt = 1. / 60.;
    // A jump carries it over the edge.
    let mut mover = guarded(0.);
    let mut state = CharacterState::at(vec3(3.5, 0.01, 0.), 1.8);
    let run = Intent::walk(vec3(4., 0., 0.));
    mover.step(&world, &mut state, &run, dt);
    let jump = Intent {
        jump: Some(4.),
        ..run
    };
    mover.step(&world, &mut state, &jump, dt);
    steps(&mut mover, &world, &mut state, &run, 120);
    assert!(state.feet.x > 5. && state.feet.y < -4.9, "{state:?}");
    // A knock-back along the ground does not, one upwards does.
    for (up, is_off) in [(0., false), (3., true)] {
        let mut locomotion = Locomotion::new(LocomotionSettings::default());
        let mut state = CharacterState::at(vec3(3.5, 0.01, 0.), 1.8);
        for tick in 0..120 {
            if tick == 2 {
                locomotion.knock_back(&mut state, vec3(8., up, 0.), Vec3::Y);
            }
            let intent = locomotion.intent(&state, Vec3::ZERO, None, Vec3::Y, dt);
            mover.step(&world, &mut state, &intent, dt);
            locomotion.adopt(&state, &intent, Vec3::Y);
        }
        assert_eq!(state.feet.y < -4., is_off, "{state:?}");
    }
    // A platform takes it along, and a walk on it stops at its edge.
    for hz in RATES {
        let mut world = World::new();
        let lift = add_corners(&mut world, vec3(-2., -1., -2.), vec3(2., 0., 2.));
        let mut state = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
        steps(&mut mover, &world, &mut state, &Intent::walk(Vec3::ZERO), 2);
        let dt = 1.0 / hz as f32;
        for tick in 1..=3 * hz {
            let to = Pose::at(vec3(0., 0., 5. * tick as f32 * dt));
            world.move_to(lift, to, dt).unwrap();
            mover.step(&world, &mut state, &Intent::walk(vec3(2., 0., 0.5)), dt);
        }
        assert!(
            (state.feet.x - 2.015).abs() < 2e-3,
            "{hz} Hz: {}",
            state.feet
        );
        assert!(
            (state.feet.z - 16.5).abs() < 0.03,
            "{hz} Hz: {}",
            state.feet
        );
    }
}

#[test]
fn a_character_beyond_an_edge_gets_no_farther_and_can_walk_back() {
    let world = platform();
    let mut mover = guarded(0.);
    let mut state = CharacterState::at(vec3(4.15, -0.0287, 0.), 1.8);
    steps(
        &mut mover,
        &world,
        &mut state,
        &Intent::walk(vec3(2., 0., 0.)),
        60,
    );
    assert!(
        state.ground.is_some() && (state.feet.x - 4.15).abs() < 0.02,
        "{state:?}"
    );
    steps(
        &mut mover,
        &world,
        &mut state,
        &Intent::walk(vec3(-2., 0., 1.)),
        60,
    );
    assert!(
        (state.feet - vec3(2.15, 0.01, 1.)).length() < 0.06,
        "{state:?}"
    );
}

#[test]
fn a_gap_wider_than_the_foot_reaches_holds_at_every_rate() {
    for (gap, crosses) in [(0.18, true), (0.26, false)] {
        let mut world = platform();
        add_corners(&mut world, vec3(4. + gap, -1., -4.), vec3(12., 0., 4.));
        for hz in RATES {
            let mut mover = guarded(0.1);
            let end = walk(&world, &mut mover, vec3(2., 0.01, 0.), (2., hz), |_| {
                vec3(4., 0., 0.)
            });
            assert_eq!(end.feet.x > 9., crosses, "{gap} {hz} Hz: {}", end.feet);
        }
    }
}

#[test]
fn in_two_dimensions_an_edge_stops_the_walk_too() {
    use carom::glam::{Vec2, vec2};
    let mut world = World::<Vec2>::new();
    let platform = Collider::cuboid(vec2(0., -1.), [Vec2::X * 4., Vec2::Y, Vec2::ZERO]);
    world.insert(platform).unwrap();
    let settings = MoverSettings {
        edge_guard: Some(0.1),
        ..MoverSettings::default()
    };
    for hz in RATES {
        let mut mover = Mover::new(settings).unwrap();
        let mut state = CharacterState::at(vec2(0., 0.01), 1.8);
        for (wish, end) in [(3., 4.1), (-3., -4.1)] {
            for _ in 0..4 * hz {
                let walk = Intent::walk(vec2(wish, 0.));
                mover.step(&world, &mut state, &walk, 1. / hz as f32);
            }
            assert!((state.feet.x - end).abs() < 1e-3, "{hz} Hz: {state:?}");
        }
    }
    let wrong = MoverSettings {
        edge_guard: Some(-1.),
        ..settings
    };
    let error = Mover::new(wrong).unwrap_err();
    assert_eq!(
        error.to_string(),
        "edge_guard must be finite and not negative"
    );
}

/// A heap of leaning boxes and meshes of boxes in the air: edges, gaps, ramps and steps of every kind.
fn random_heap(random: &mut Random) -> World<Vec3> {
    let mut world = World::new();
    for i in 0..25 {
        let mut within = |low: f64, high: f64| random.between(low, high) as f32;
        let at = vec3(within(-4., 4.), within(-0.8, 0.3), within(-4., 4.));
        let (half, yaw) = (
            vec3(within(0.3, 1.6), 0.3, within(0.3, 1.6)),
            within(0., 6.3),
        );
        let lean = if i % 3 == 0 { within(-0.7, 0.7) } else { 0. };
        let turn = Quat::from_rotation_y(yaw) * Quat::from_rotation_x(lean);
        let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z].map(|axis| turn * axis);
        world.insert(Collider::cuboid(at, axes)).unwrap();
    }
    world
}

#[test]
fn walks_at_random_never_leave_the_ground() {
    let mut random = Random::new(5);
    let (mut stopped, mut walked) = (0, 0.);
    for round in 0..60 {
        let world = random_heap(&mut random);
        let hz = random.of(&[30, 60, 144]);
        let guard = random.of(&[0., 0.05, 0.1, 0.2, 0.3]);
        let mut mover = guarded(guard as f32);
        let start = vec3(
            random.between(-2., 2.) as f32,
            1.5,
            random.between(-2., 2.) as f32,
        );
        let mut state = CharacterState::at(start, 1.8);
        steps(
            &mut mover,
            &world,
            &mut state,
            &Intent::walk(Vec3::ZERO),
            90,
        );
        let mut wish = Vec3::ZERO;
        for tick in 0..4 * hz {
            if tick % (hz / 2) == 0 {
                let (sin, cos) = random.between(0., 6.3).sin_cos();
                wish = vec3(cos as f32, 0., sin as f32) * random.between(0.5, 5.) as f32;
            }
            let before = state;
            let report = mover.step(&world, &mut state, &Intent::walk(wish), 1. / hz as f32);
            if before.ground.is_none() {
                // It has fallen beside the heap.
                continue;
            }
            let name = format!("round {round}, tick {tick}, {guard} {hz} Hz: {before:?} {wish}");
            assert!(state.ground.is_some() && !report.why.stuck, "{name}");
            stopped += u32::from(report.why.edge);
            walked += (state.feet - before.feet).length();
        }
    }
    assert!(stopped > 1_000 && walked > 200., "{stopped} {walked}");
}
