//! A mover remembers searches for a free pose that failed: every tick has the bits of a new mover's.

use crate::courses::random::Random;
use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom::{Body, BodyId, Capsule, Collider, Mesh, OneWay, Pose, Scalar, Vector3, World};
use std::fmt::Debug;

const HEIGHT: f64 = 1.8;
const RATES: [u32; 4] = [30, 60, 240, 1000];

/// What happened to all characters.
#[derive(Default)]
struct Tally {
    stuck: usize,
    /// Stuck in the tick before, and not in this one.
    freed: usize,
}

fn place(random: &mut Random) -> DVec3 {
    dvec3(
        random.between(-1.5, 1.5),
        random.between(-1., 2.),
        random.between(-1.5, 1.5),
    )
}

/// The twelve triangles of a box.
fn shell<V: Vector3<Double = DVec3>>(center: DVec3, half: DVec3) -> Mesh<V> {
    let side = |bit: u32| if bit == 0 { -1.0 } else { 1.0 };
    let corner = |i: u32| center + half * dvec3(side(i & 1), side(i & 2), side(i & 4));
    let sides = [
        [0, 1, 3, 2],
        [4, 6, 7, 5],
        [0, 4, 5, 1],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 5, 7, 3],
    ];
    let triangles = sides.map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let corners: Vec<V> = (0..8).map(|i| V::from_double(corner(i))).collect();
    Mesh::new(corners, triangles.concat()).unwrap()
}

/// A body of any kind.
fn body<V: Vector3<Double = DVec3>>(random: &mut Random) -> Body<V> {
    let center = place(random);
    let half = place(random).abs() * 0.6 + 0.05;
    let [x, y, z] = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
    let collider = match random.below(5) {
        0 | 1 => Collider::cuboid(V::from_double(center), [x, y, z].map(V::from_double)),
        2 => {
            let end = V::from_double(center + half);
            let radius = V::Scalar::from_f64(random.between(0.05, 0.5));
            Capsule::new(V::from_double(center), end, radius).into()
        }
        3 => shell::<V>(center, half).into(),
        _ => shell::<V>(center, half).one_sided().into(),
    };
    let one_way = OneWay {
        direction: V::from_double(DVec3::Y),
        margin: V::Scalar::from_f64(0.1),
    };
    Body {
        one_way: random.chance(0.1).then_some(one_way),
        ..Body::new(collider)
    }
}

/// Moves some of the bodies a little, and a few back to where they were.
fn shake<V: Vector3<Double = DVec3>>(
    world: &mut World<V>,
    bodies: &[BodyId],
    dt: V::Scalar,
    random: &mut Random,
) {
    for id in bodies {
        if random.chance(0.04) {
            let by = if random.chance(0.5) {
                DVec3::ZERO
            } else {
                place(random) * 0.5
            };
            let pose = Pose::at(V::from_double(by));
            world.move_to(*id, pose, dt).unwrap();
        }
    }
}

fn some_intent<V: Vector3<Double = DVec3>>(random: &mut Random) -> Intent<V> {
    let velocity = match random.below(3) {
        0 => DVec3::ZERO,
        1 => dvec3(3., 0., 1.),
        _ => place(random) * 2.,
    };
    Intent {
        height: random
            .chance(0.02)
            .then(|| V::Scalar::from_f64(random.between(0.5, 1.9))),
        fly: random.chance(0.1),
        ..Intent::walk(V::from_double(velocity))
    }
}

/// Some characters in one mover among bodies that overlap most of them, and each tick again in a new mover.
fn compare<V>(seed: u64, max_depenetration: f64, tally: &mut Tally)
where
    V: Vector3<Double = DVec3> + Debug,
{
    let number = V::Scalar::from_f64;
    let mut random = Random::new(seed);
    let mut world = World::<V>::new();
    let bodies: Vec<BodyId> = (0..6 + random.below(12))
        .map(|_| world.insert(body(&mut random)).unwrap())
        .collect();
    let start =
        |random: &mut Random| CharacterState::at(V::from_double(place(random)), number(HEIGHT));
    // More than a mover remembers, at times.
    let mut characters: Vec<_> = (0..1 + random.below(12))
        .map(|_| (start(&mut random), false))
        .collect();
    let settings = MoverSettings {
        max_depenetration: number(max_depenetration),
        ..MoverSettings::default()
    };
    let mut shared = Mover::new(settings).unwrap();
    for tick in 0..40 {
        let dt = number(random.of(&[1.0 / 60.0, 1.0 / 60.0, 0.01, 0.021]));
        shake(&mut world, &bodies, dt, &mut random);
        if random.chance(0.05) {
            let radius = number(random.of(&[0.25, 0.3, 0.35]));
            let settings = *shared.settings();
            shared
                .set_settings(MoverSettings { radius, ..settings })
                .unwrap();
        }
        let replaced = random.below(20 * characters.len());
        if let Some(character) = characters.get_mut(replaced) {
            *character = (start(&mut random), false);
        }
        for (state, was_stuck) in &mut characters {
            let intent = some_intent(&mut random);
            let mut new = Mover::new(*shared.settings()).unwrap();
            let mut same = *state;
            let reports = [
                shared.step(&world, state, &intent, dt),
                new.step(&world, &mut same, &intent, dt),
            ];
            let is_stuck = reports[0].why.stuck;
            let shown = [
                format!("{:?} {:?} {:?}", reports[0], state, shared.collisions()),
                format!("{:?} {:?} {:?}", reports[1], same, new.collisions()),
            ];
            assert_eq!(shown[0], shown[1], "seed {seed}, tick {tick}");
            tally.stuck += usize::from(is_stuck);
            tally.freed += usize::from(*was_stuck && !is_stuck);
            *was_stuck = is_stuck;
        }
    }
}

#[test]
fn a_mover_that_remembers_gives_the_bits_of_a_new_one() {
    let mut tally = Tally::default();
    for seed in 0..24 {
        compare::<Vec3>(seed, 0., &mut tally);
        compare::<DVec3>(1000 + seed, 0., &mut tally);
    }
    let Tally { stuck, freed } = tally;
    println!("{stuck} stuck ticks, {freed} ends of being stuck");
    assert!(stuck > 1500 && freed > 40, "{stuck} {freed}");
}

/// Out of every depth up to 1.8 m there is less to be stuck in.
#[test]
fn a_mover_that_searches_far_gives_the_bits_of_a_new_one() {
    let mut tally = Tally::default();
    for seed in 0..24 {
        compare::<Vec3>(seed, 1.8, &mut tally);
        compare::<DVec3>(1000 + seed, 0.6, &mut tally);
    }
    let Tally { stuck, freed } = tally;
    assert!(stuck > 100 && freed > 20, "{stuck} {freed}");
}

/// A floor and a wall from x = 0 to x = `thick`, as boxes or as triangles.
fn wall(thick: f64, of_triangles: bool) -> World<Vec3> {
    let mut world = World::new();
    let mut add = |center: DVec3, half: DVec3| {
        let axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
        let collider = if of_triangles {
            shell::<Vec3>(center, half).into()
        } else {
            Collider::cuboid(center.as_vec3(), axes.map(|axis| axis.as_vec3()))
        };
        world.insert(collider).unwrap();
    };
    add(dvec3(0., -1., 0.), dvec3(20., 1., 20.));
    add(dvec3(thick * 0.5, 5., 0.), dvec3(thick * 0.5, 5., 20.));
    world
}

/// Deeper in a wall than its radius, a character comes out on the near side, and stands there.
#[test]
fn a_character_deep_in_a_wall_comes_out() {
    let depths = [0.1, 0.35, 0.5, 0.8, 1.2, 1.45];
    // Triangles have no inside: beyond them it is free.
    let cases = depths.map(|depth| (depth, false));
    for (depth, of_triangles) in cases
        .into_iter()
        .chain([(0.1, true), (0.35, true), (0.5, true)])
    {
        let world = wall(4., of_triangles);
        let ends = RATES.map(|hz| {
            let mut mover = Mover::new(MoverSettings::default()).unwrap();
            // `depth` of the capsule is behind the face at x = 0.
            let mut body = CharacterState::at(vec3(depth - 0.3, 0.01, 0.), 1.8);
            for _ in 0..hz {
                let still = Intent::walk(Vec3::ZERO);
                let report = mover.step(&world, &mut body, &still, 1. / hz as f32);
                assert!(!report.why.stuck, "{depth} m deep, {hz} Hz");
            }
            let feet = body.feet;
            assert!(
                body.ground.is_some() && feet.z.abs() < 0.5,
                "{depth}, {hz} Hz: {feet}"
            );
            assert!(
                feet.x <= -0.3 && feet.x > -0.5 || of_triangles,
                "{depth}, {hz} Hz: {feet}"
            );
            feet
        });
        for end in ends {
            assert!((end - ends[0]).length() < 1e-3, "{depth}: {ends:?}");
        }
    }
    // Out of reach, and with the setting off.
    for (depth, reach) in [(2.3, 1.8), (0.7, 0.), (1.2, 0.8)] {
        let settings = MoverSettings {
            max_depenetration: reach,
            ..MoverSettings::default()
        };
        let mut mover = Mover::new(settings).unwrap();
        let mut body = CharacterState::at(vec3(depth - 0.3, 0.01, 0.), 1.8);
        let report = mover.step(
            &wall(6., false),
            &mut body,
            &Intent::walk(Vec3::ZERO),
            1. / 60.,
        );
        assert!(report.why.stuck, "{depth} {reach}");
    }
}

/// Between a wall and a block there is no room. The nearest free pose is behind the thin wall; the one that the middle of
/// the character reaches is over the block.
#[test]
fn the_way_out_does_not_lead_through_a_thin_wall() {
    let mut world = wall(0.02, true);
    let axes = [Vec3::X * 2., Vec3::Y * 0.45, Vec3::Z * 9.];
    let block = Collider::cuboid(vec3(-2.31, 0.45, 0.), axes);
    world.insert(block).unwrap();
    for hz in RATES {
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut body = CharacterState::at(vec3(-0.155, 0.01, 0.), 1.8);
        for _ in 0..hz {
            let still = Intent::walk(Vec3::ZERO);
            mover.step(&world, &mut body, &still, 1. / hz as f32);
        }
        let feet = body.feet;
        assert!(feet.x < 0. && feet.y > 0.4, "{hz} Hz: {feet}");
    }
}

/// Between two beams, in the middle of their height: above them and below it is as free. Trial poses go up first.
#[test]
fn of_two_ways_out_that_are_as_short_the_one_up_is_taken() {
    let mut world = World::<Vec3>::new();
    for side in [-1., 1.] {
        let axes = [Vec3::X * 0.5, Vec3::Y * 0.2, Vec3::Z * 9.];
        world
            .insert(Collider::cuboid(vec3(side * 0.78, 0.3, 0.), axes))
            .unwrap();
    }
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    // A ball with its middle at that of the beams, 0.56 m apart.
    let mut ball = CharacterState::at(Vec3::ZERO, 0.6);
    let hold = Intent {
        fly: true,
        ..Intent::walk(Vec3::ZERO)
    };
    let report = mover.step(&world, &mut ball, &hold, 1. / 60.);
    assert!(report.why.pushed && !report.why.stuck, "{report:?}");
    // Over the edges, at x = 0.28 and 0.2 up, it has its radius at least and is moved by a step of the search and a skin at most.
    let free = 0.2 + (0.3_f32 * 0.3 - 0.28 * 0.28).sqrt();
    assert!((free..free + 0.04).contains(&ball.feet.y), "{ball:?}");
}
