//! Between boxes that are all higher than a step a character stays on the floor, also where it could hang in a notch of their edges.

use crate::courses::random::Random;
use carom::glam::{DVec3, Vec3, dvec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom::{Body, Collider, Pose, Rotation, Scalar, Vector3, World};

/// Half the size of a box, its middle and its turn in degrees.
type Block = ([f64; 3], [f64; 3], f64);

/// The highest that the feet of a character get that walks with a velocity.
fn highest<V: Vector3<Double = DVec3>>(
    blocks: &[Block],
    from: DVec3,
    velocity: DVec3,
    (hz, seconds): (f64, f64),
) -> f64 {
    let number = V::Scalar::from_f64;
    let mut world = World::<V>::new();
    let floor = ([20., 0.5, 20.], [0., -0.5, 0.], 0.);
    for (half, middle, degrees) in blocks.iter().chain([&floor]) {
        let axes = [
            dvec3(half[0], 0., 0.),
            dvec3(0., half[1], 0.),
            dvec3(0., 0., half[2]),
        ];
        let collider = Collider::cuboid(V::ZERO, axes.map(V::from_double));
        let turn = Rotation::new(V::from_double(DVec3::Y), number(degrees.to_radians()));
        let pose = Pose::new(V::from_double(DVec3::from_array(*middle)), turn);
        world
            .insert(Body {
                pose,
                ..Body::new(collider)
            })
            .unwrap();
    }
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut state = CharacterState::at(V::from_double(from), number(1.8));
    let walk = Intent::walk(V::from_double(velocity));
    let mut highest = f64::NEG_INFINITY;
    for _ in 0..(seconds * hz) as u32 {
        mover.step(&world, &mut state, &walk, number(1.0 / hz));
        highest = highest.max(state.feet.to_double().y);
    }
    highest
}

/// Boxes of 0.598 and 0.774 m.
const LOW: [Block; 2] = [
    ([0.753, 0.299, 0.827], [1.742, 0.299, 0.093], 73.743),
    ([0.845, 0.387, 0.682], [1.305, 0.387, -0.918], 4.266),
];

/// Boxes of 0.58 and 1.07 m.
const HIGH: [Block; 2] = [
    (
        [0.6596884458383334, 0.8443482875004993, 0.9792357678081786],
        [-3.6121920110465133, 0.22570745784749754, -2.92743027276926],
        0.,
    ),
    (
        [0.4612703064170409, 0.32375614438030753, 0.6065360553918238],
        [-1.7615987203710235, 0.2572940628185233, -3.2361054018799216],
        25.05868231866548,
    ),
];

/// How high the feet get between [`HIGH`] boxes.
fn highest_of_high(hz: f64) -> f64 {
    let way = dvec3(-2.213520384288044, 0., -3.3317154002617495);
    highest::<DVec3>(&HIGH, dvec3(0., 0.02, 0.), way, (hz, 3.0))
}

/// A character hung on an edge, its contact 1.6 degrees from a wall's, with the floor within the snap below its feet, and climbed on from there.
#[test]
fn a_notch_of_two_edges_is_no_stair() {
    for hz in [
        30.0, 60.0, 61.0, 72.0, 75.0, 90.0, 120.0, 144.0, 184.0, 200.0, 240.0, 480.0, 1000.0,
    ] {
        let way = dvec3(3.881, 0., 0.97);
        let feet = highest::<DVec3>(&LOW, dvec3(-0.8, 0.02, 0.), way, (hz, 2.5));
        assert!(feet < 0.02, "{hz} Hz: {feet}");
        let feet = highest_of_high(hz);
        assert!(feet < 0.02, "{hz} Hz: {feet}");
    }
}

/// A box of 0.5 to 1.3 m, turned, in front of the character.
fn block(random: &mut Random) -> Block {
    let height = random.between(0.5, 1.3);
    let half = [
        random.between(0.4, 1.0),
        height / 2.0,
        random.between(0.4, 1.0),
    ];
    let middle = [
        random.between(1.1, 2.6),
        height / 2.0,
        random.between(-1.2, 1.2),
    ];
    (half, middle, random.between(0.0, 90.0))
}

#[test]
fn no_step_leads_on_to_boxes_that_are_higher() {
    let mut random = Random::new(11);
    for course in 0..60 {
        let blocks: [Block; 3] = std::array::from_fn(|_| block(&mut random));
        let angle = random.between(-0.4, 0.4);
        let way = dvec3(4.0 * angle.cos(), 0., 4.0 * angle.sin());
        let from = dvec3(-1.2, 0.02, 0.);
        for hz in [60.0, 144.0] {
            let [single, double] = [
                highest::<Vec3>(&blocks, from, way, (hz, 2.5)),
                highest::<DVec3>(&blocks, from, way, (hz, 2.5)),
            ];
            assert!(
                single < 0.42 && double < 0.42,
                "course {course} at {hz} Hz: {single} {double}"
            );
        }
    }
}

#[test]
fn between_an_edge_and_a_wall_there_is_no_stair() {
    let blocks: [Block; 3] = [
        (
            [0.5847271549079351, 0.5432163354594446, 0.7259047968482857],
            [1.998515055284438, 0.5432163354594446, 0.953903253869423],
            86.81281706953827,
        ),
        (
            [0.5929595535985099, 0.5402269664752863, 0.8803879074947222],
            [1.5545778470918175, 0.5402269664752863, -0.7069355877542636],
            2.9032416848398546,
        ),
        (
            [0.5539260414338752, 0.30458908564528897, 0.841397316884184],
            [0.9126197407021315, 0.30458908564528897, -0.2026833631505197],
            24.827197270542268,
        ),
    ];
    let way = dvec3(3.8452514577556234, 0., -1.1018353899872038);
    let feet = highest::<Vec3>(&blocks, dvec3(-0.8, 0.02, 0.), way, (144.0, 2.5));
    assert!(feet < 0.42, "{feet}");
}
