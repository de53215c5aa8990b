//! Faults found by random courses (`courses`), each minimized to the fewest pieces and ticks that show it.

use carom::glam::{Vec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom::{Capsule, Collider, LocalScene, Mesh, Scene, World};

fn add(world: &mut World<Vec3>, center: Vec3, half: [Vec3; 3]) {
    world.insert(Collider::cuboid(center, half)).unwrap();
}

fn floor() -> World<Vec3> {
    let mut world = World::new();
    add(
        &mut world,
        vec3(0., -0.5, 0.),
        [Vec3::X * 11., Vec3::Y * 0.5, Vec3::Z * 11.],
    );
    world
}

fn add_faces(world: &mut World<Vec3>, faces: &[[Vec3; 3]]) {
    let vertices: Vec<Vec3> = faces.iter().flatten().copied().collect();
    let triangles = (0..faces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    world
        .insert(Mesh::new(vertices, triangles.collect::<Vec<_>>()).unwrap())
        .unwrap();
}

fn mover() -> Mover<Vec3> {
    Mover::new(MoverSettings::default()).unwrap()
}

fn gap(world: &World<Vec3>, capsule: &Capsule<Vec3>) -> f32 {
    let mut near = LocalScene::new();
    world.gather(&capsule.bounds().inflated(1.0), &mut near);
    near.closest(capsule, 1.0)
        .map_or(1.0, |found| found.separation)
}

/// The motion ahead of a climb was at least a skin long: in short ticks, or slowly, every tick of a climb went that
/// far.
#[test]
fn climbing_a_curb_is_no_faster_than_walking() {
    let mut world = floor();
    add(
        &mut world,
        vec3(3., 0.15, 0.),
        [Vec3::X * 2., Vec3::Y * 0.15, Vec3::Z * 2.],
    );
    for (hz, speed) in [(60.0_f32, 0.5), (144., 1.), (300., 1.), (1000., 3.)] {
        let mut mover = mover();
        let mut body = CharacterState::at(vec3(0.5, 0.01, 0.), 1.8);
        let mut fastest = 0.0_f32;
        for _ in 0..(2.0 * hz) as u32 {
            let before = body.feet.x;
            mover.step(
                &world,
                &mut body,
                &Intent::walk(vec3(speed, 0., 0.)),
                1. / hz,
            );
            fastest = fastest.max(body.feet.x - before);
        }
        // Restoring the skin moves it by a part of the skin.
        let most = speed / hz + 0.0015;
        assert!(
            fastest <= most,
            "{hz} Hz, {speed} m/s: {fastest} m in a tick, at most {most}"
        );
    }
}

/// Between two walkable slopes it rose and sank by 0.6 mm for ever, in a cycle of three ticks.
#[test]
fn it_rests_in_a_valley() {
    let mut world = floor();
    let faces = [
        [
            vec3(2.2, 0.9, 8.4),
            vec3(2.9, 0.4, 9.0),
            vec3(2.9, 0.2, 8.4),
        ],
        [
            vec3(2.9, 0.2, 8.4),
            vec3(2.9, 0.4, 9.0),
            vec3(3.5, 0.8, 9.0),
        ],
    ];
    add_faces(&mut world, &faces);
    let mut mover = mover();
    // It keeps the place and the gap of its landing.
    let mut body = CharacterState::at(vec3(2.934_725_3, 0.397_670_3, 8.648_174), 1.8);
    for _ in 0..20 {
        mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), 1. / 144.);
    }
    let rest = body.feet;
    for _ in 0..20 {
        mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), 1. / 144.);
        assert!(body.ground.is_some());
        assert!(body.feet.distance(rest) < 1e-4, "{rest} {}", body.feet);
    }
}

/// The side of a block leans by 74°; its lower face, touched at the edge from outside, counted as a floor.
#[test]
fn the_underside_of_a_block_is_no_ground() {
    let mut world = floor();
    let center = vec3(-5.5, 0.1, -1.8);
    let half = [
        vec3(-1.958_325_2, 0.628_927_2, -1.144_692_3),
        vec3(0.115_333_9, 0.481_822_8, 0.067_415_7),
        vec3(0.582_246_65, 0.0, -0.996_100_3),
    ];
    let corners: Vec<Vec3> = (0..8)
        .map(|i| {
            (0..3).fold(center, |p, axis| {
                if i >> axis & 1 == 1 {
                    p + half[axis]
                } else {
                    p - half[axis]
                }
            })
        })
        .collect();
    let sides = [
        [0, 2, 6, 4],
        [1, 5, 7, 3],
        [0, 4, 5, 1],
        [2, 3, 7, 6],
        [0, 1, 3, 2],
        [4, 6, 7, 5],
    ];
    let triangles: Vec<[u32; 3]> = sides
        .iter()
        .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
        .collect();
    world
        .insert(Mesh::new(corners, triangles).unwrap())
        .unwrap();
    let mut mover = mover();
    let mut body = CharacterState::at(vec3(-8.2, 0.4, -3.7), 1.8);
    for tick in 0..60 {
        mover.step(&world, &mut body, &Intent::walk(vec3(1., 0., 1.)), 1. / 60.);
        // On the floor or in the air: there is no other ground here.
        let stands = body.ground.is_some();
        assert!(!stands || body.feet.y < 0.02, "tick {tick}: {body:?}");
    }
}

/// It stood up into the skin under the edge of a roof, and was moved aside by 2.3 cm.
#[test]
fn standing_up_does_not_push_aside() {
    let mut world = floor();
    add(
        &mut world,
        vec3(0., 2.01, 0.),
        [Vec3::X, Vec3::Y * 0.2, Vec3::Z],
    );
    for i in 0..40 {
        let x = 0.9 + 0.01 * i as f32;
        let mut mover = mover();
        let mut body = CharacterState::at(vec3(x, 0.01, 0.), 1.0);
        let mut most = 0.0_f32;
        for tick in 0..40 {
            let intent = Intent {
                height: Some(if tick < 10 { 1.0 } else { 1.8 }),
                ..Intent::walk(Vec3::ZERO)
            };
            let before = body.feet;
            mover.step(&world, &mut body, &intent, 1. / 60.);
            most = most.max(body.feet.distance(before));
        }
        assert!(most < 0.0015, "from {x}: moved {most} in a tick");
    }
}

/// Depenetration moves it no farther than a radius and 5 cm, if there is a free pose within a radius.
#[test]
fn depenetration_is_short() {
    let mut world = World::new();
    let faces = [
        [
            vec3(-2.3, 1.0, -4.6),
            vec3(-1.7, 1.2, -5.9),
            vec3(0.7, 1.9, -2.7),
        ],
        [
            vec3(1.0, 0.7, -2.9),
            vec3(-1.0, 1.9, -4.1),
            vec3(-2.4, 0.5, -3.1),
        ],
    ];
    add_faces(&mut world, &faces);
    let mut mover = mover();
    let start = vec3(0.8, 0.4, -2.8);
    let mut body = CharacterState::at(start, 1.8);
    mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), 1. / 144.);
    let moved = body.feet.distance(start);
    assert!(moved <= 0.35 + 0.001, "{moved}");
}

/// Between a wall and a block there is a free pose within a radius; it was reported as `stuck`.
#[test]
fn a_free_pose_within_a_radius_is_found() {
    let mut world = World::new();
    add(
        &mut world,
        vec3(0., 4., -10.5),
        [Vec3::X * 11., Vec3::Y * 5., Vec3::Z * 0.5],
    );
    add(
        &mut world,
        vec3(6.4, 1.5, -7.8),
        [vec3(-1.2, 0., -1.6), Vec3::Y * 1.5, vec3(0.16, 0., -0.12)],
    );
    let mut mover = mover();
    let mut body = CharacterState::at(vec3(5.4, 2.4, -9.8), 1.8);
    for _ in 0..60 {
        mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), 1. / 60.);
    }
    let gap = gap(&world, &mover.settings().capsule(body.feet, body.height));
    assert!(gap >= -1e-5, "{gap}");
}

/// `up` was normalized again, and a mover made from the settings of another took another path.
#[test]
fn the_settings_of_a_mover_make_the_same_mover() {
    for i in 0..100 {
        let (sin, cos) = (i as f32 * 0.7).sin_cos();
        let settings = MoverSettings {
            up: vec3(sin, 0.3, cos * 0.77),
            ..MoverSettings::default()
        };
        let first = Mover::new(settings).unwrap();
        let second = Mover::new(*first.settings()).unwrap();
        assert_eq!(first.settings(), second.settings());
    }
}
