//! A rollout gives the bits of a mover, whether its kept parts are of use or not.

use carom::glam::{DVec3, Vec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings, Rollout};
use carom::{Collider, Mesh, Pose, Rotation, Scalar, Scene, Vector3, World};
use fastrand::Rng;
use std::fmt::Debug;

/// Hills of two meters with triangles of about a meter, and blocks to climb, to hit and to walk under.
fn hills<V: Vector3<Double = DVec3>>(random: &mut Rng) -> Mesh<V> {
    let wide = 24_u32;
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..=wide {
        for j in 0..=wide {
            let height = if random.u32(0..3) == 0 {
                random.f64()
            } else {
                0.0
            };
            vertices.push(DVec3::new(f64::from(i), height, f64::from(j)));
        }
    }
    for i in 0..wide {
        for j in 0..wide {
            let [a, b] = [i * (wide + 1) + j, (i + 1) * (wide + 1) + j];
            triangles.extend([[a, a + 1, b], [b, a + 1, b + 1]]);
        }
    }
    for _ in 0..60 {
        let first = vertices.len() as u32;
        let low = DVec3::new(
            random.f64() * 22.0,
            random.f64() * 2.5 - 0.5,
            random.f64() * 22.0,
        );
        let size = DVec3::new(random.f64(), random.f64(), random.f64()) * 1.5 + 0.1;
        let corner =
            |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
        vertices.extend((0..8).map(|i| low + size * corner(i)));
        for [a, b, c, d] in [
            [0, 1, 3, 2],
            [4, 6, 7, 5],
            [0, 4, 5, 1],
            [2, 3, 7, 6],
            [0, 2, 6, 4],
            [1, 5, 7, 3],
        ] {
            triangles.extend([[a, b, c], [a, c, d]].map(|corners| corners.map(|i: u32| first + i)));
        }
    }
    let vertices: Vec<V> = vertices.into_iter().map(V::from_double).collect();
    Mesh::new(vertices, triangles).unwrap()
}

/// All kinds of runs from random places, by a mover and by a rollout. Returns the number of ticks that ended on the
/// ground.
fn compare<V, S>(scene: &S, settings: MoverSettings<V>, margin: f64, random: &mut Rng) -> usize
where
    V: Vector3<Double = DVec3> + Debug,
    S: Scene<V>,
{
    let number = V::Scalar::from_f64;
    let mut mover = Mover::new(settings).unwrap();
    let mut rollout = Rollout::new(Mover::new(settings).unwrap(), scene, number(margin));
    let mut grounded = 0;
    for _ in 0..12 {
        let feet = DVec3::new(random.f64() * 24.0, random.f64() * 3.0, random.f64() * 24.0);
        let mut start = CharacterState::at(V::from_double(feet), number(1.8));
        for run in 0..8 {
            let mut body = start;
            let mut same = start;
            let (sin, cos) = (f64::from(run) * 0.8).sin_cos();
            let speed = random.f64() * 6.0;
            let mut intent =
                Intent::walk(V::from_double(DVec3::new(sin * speed, 0.0, cos * speed)));
            intent.jump = (run == 3).then(|| number(4.0));
            intent.height = (run == 5).then(|| number(1.1));
            intent.fly = run == 6;
            // A tick of another length.
            let dt = number(if run % 4 == 1 { 0.03 } else { 1.0 / 60.0 });
            for tick in 0..25 {
                let reports = [
                    mover.step(scene, &mut body, &intent, dt),
                    rollout.step(&mut same, &intent, dt),
                ];
                let texts = [format!("{:?}", reports[0]), format!("{:?}", reports[1])];
                assert_eq!(texts[0], texts[1], "run {run}, tick {tick}");
                assert_eq!(
                    format!("{body:?}"),
                    format!("{same:?}"),
                    "run {run}, tick {tick}"
                );
                let met = [mover.collisions(), rollout.mover().collisions()]
                    .map(|met| format!("{met:?}"));
                assert_eq!(met[0], met[1], "run {run}, tick {tick}");
                grounded += usize::from(body.ground.is_some());
                intent.jump = None;
            }
            if run == 0 {
                start = body;
            }
        }
    }
    grounded
}

#[test]
fn a_rollout_in_a_mesh_gives_the_bits_of_a_mover() {
    let mut random = Rng::with_seed(41);
    for margin in [0.0, 0.4, 2.0, f64::NAN] {
        let mesh = hills::<Vec3>(&mut random);
        assert!(compare(&mesh, MoverSettings::default(), margin, &mut random) > 600);
        let one_sided = hills::<Vec3>(&mut random).one_sided();
        compare(&one_sided, MoverSettings::default(), margin, &mut random);
        let mesh = hills::<DVec3>(&mut random);
        assert!(compare(&mesh, MoverSettings::default(), margin, &mut random) > 600);
    }
}

#[test]
fn a_rollout_among_moving_bodies_gives_the_bits_of_a_mover() {
    let mut random = Rng::with_seed(42);
    let mut world = World::<Vec3>::new();
    world
        .insert(Collider::from(hills::<Vec3>(&mut random)))
        .unwrap();
    for _ in 0..30 {
        let at = vec3(random.f32() * 24.0, random.f32() * 1.5, random.f32() * 24.0);
        let half = [Vec3::X * 0.8, Vec3::Y * 0.3, Vec3::Z * 0.8];
        let id = world.insert(Collider::cuboid(at, half)).unwrap();
        let turn = Rotation::new(Vec3::Y, random.f32());
        if random.bool() {
            let to = Pose::new(at + vec3(0.02, 0.01, 0.0), turn);
            world.move_to(id, to, 1.0 / 60.0).unwrap();
        }
    }
    let settings = MoverSettings {
        skin: 0.02,
        ..MoverSettings::default()
    };
    assert!(compare(&world, settings, 0.7, &mut random) > 600);
}

/// Runs with settings that change on the way: the states of a mover that is changed, of a rollout that is changed, and
/// of a new mover for each setting.
#[test]
fn changed_settings_are_those_of_a_new_mover_and_wrong_ones_change_nothing() {
    let mut random = Rng::with_seed(11);
    let mesh = hills::<Vec3>(&mut random);
    let kinds = [
        MoverSettings::default(),
        MoverSettings {
            radius: 0.2,
            step_height: 0.0,
            ..MoverSettings::default()
        },
        MoverSettings {
            up: vec3(0., 3., 0.),
            skin: 0.02,
            flat_foot: true,
            ..MoverSettings::default()
        },
        MoverSettings {
            hover: 0.3,
            max_slope: 0.5,
            ..MoverSettings::default()
        },
    ];
    let mut mover = Mover::new(kinds[0]).unwrap();
    let mut rollout = Rollout::new(mover.clone(), &mesh, 1.0);
    let mut bodies = [CharacterState::at(vec3(12., 2., 12.), 1.8); 3];
    for (tick, kind) in (0..600).zip(kinds.iter().cycle().flat_map(|kind| [kind; 25])) {
        mover.set_settings(*kind).unwrap();
        rollout.set_settings(*kind).unwrap();
        for settings in [
            MoverSettings { skin: 0.5, ..*kind },
            MoverSettings {
                up: Vec3::ZERO,
                ..*kind
            },
            MoverSettings {
                gravity: f32::NAN,
                ..*kind
            },
        ] {
            let expected = Mover::new(settings).map(|_| ()).unwrap_err();
            assert_eq!(mover.set_settings(settings), Err(expected));
            assert_eq!(rollout.set_settings(settings), Err(expected));
        }
        let (sin, cos) = (f32::from(tick as u16 / 40) * 2.4).sin_cos();
        // Every other time it stands still: only the settings are new.
        let speed = if tick / 40 % 2 == 0 { 4.0 } else { 0.0 };
        let intent = Intent::walk(vec3(cos, 0., sin) * speed);
        let mut fresh = Mover::new(*kind).unwrap();
        assert_eq!(mover.settings(), fresh.settings());
        let [a, b, c] = &mut bodies;
        let reports = [
            mover.step(&mesh, a, &intent, 1. / 60.),
            rollout.step(b, &intent, 1. / 60.),
            fresh.step(&mesh, c, &intent, 1. / 60.),
        ];
        assert!(
            reports[0] == reports[2] && reports[1] == reports[2],
            "{tick}"
        );
        assert!(bodies[0] == bodies[2] && bodies[1] == bodies[2], "{tick}");
    }
}
