//! A way out of an overlap, and a push by a body that moves, never lead through the front of a surface that blocks from one side.

use carom::glam::{DVec3, Vec3, dvec3};
use carom::mover::{BodyShape, CharacterState, Intent, Mover, MoverSettings};
use carom::{Body, BodyId, Collider, Mesh, Pose, Scalar, Vector3, World};

/// Sides of a surface that blocks from above or from outside.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A square without thickness.
    OneSided,
    /// A closed block, 3 m thick.
    Solid,
}

const BODIES: [BodyShape<DVec3>; 3] = [
    BodyShape::Capsule,
    BodyShape::Cylinder,
    BodyShape::Box { half_length: 0.5 },
];

/// A surface with its front at the origin, along the first axis of `axes`.
fn front<V: Vector3<Double = DVec3>>(kind: Kind, axes: [DVec3; 3]) -> Mesh<V> {
    let [out, side, ahead] = axes;
    let corner = |i: u32| {
        let sign = |bit: u32| if i & bit == 0 { -1.0 } else { 1.0 };
        let depth = if i & 4 == 0 { -3.0 } else { 0.0 };
        V::from_double(out * depth + side * 20.0 * sign(1) + ahead * 20.0 * sign(2))
    };
    let corners: Vec<V> = (0..8).map(corner).collect();
    match kind {
        Kind::OneSided => {
            let mesh = Mesh::new(corners, [[4, 5, 7], [4, 7, 6]]).unwrap();
            mesh.one_sided()
        }
        Kind::Solid => {
            let sides = [
                [4, 5, 7, 6],
                [0, 2, 3, 1],
                [0, 1, 5, 4],
                [2, 6, 7, 3],
                [0, 4, 6, 2],
                [1, 3, 7, 5],
            ];
            let triangles = sides.map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).concat();
            Mesh::new(corners, triangles).unwrap().solid().unwrap()
        }
    }
}

fn floor<V: Vector3<Double = DVec3>>(kind: Kind) -> Mesh<V> {
    front(kind, [DVec3::Y, DVec3::Z, DVec3::X])
}

/// A wall that blocks towards -x.
fn wall<V: Vector3<Double = DVec3>>(kind: Kind) -> Mesh<V> {
    front(kind, [-DVec3::X, DVec3::Z, DVec3::Y])
}

fn put<V: Vector3<Double = DVec3>>(
    world: &mut World<V>,
    collider: impl Into<Collider<V>>,
    at: DVec3,
) -> BodyId {
    let body = Body {
        pose: Pose::at(V::from_double(at)),
        ..Body::new(collider)
    };
    world.insert(body).unwrap()
}

fn block<V: Vector3<Double = DVec3>>(world: &mut World<V>, at: DVec3, half: DVec3) -> BodyId {
    let axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
    put(
        world,
        Collider::cuboid(V::ZERO, axes.map(V::from_double)),
        at,
    )
}

fn mover<V: Vector3<Double = DVec3>>(body: &BodyShape<DVec3>) -> Mover<V> {
    let number = V::Scalar::from_f64;
    let body = match body {
        BodyShape::Cylinder => BodyShape::Cylinder,
        BodyShape::Box { half_length } => BodyShape::Box {
            half_length: number(*half_length),
        },
        _ => BodyShape::Capsule,
    };
    Mover::new(MoverSettings {
        body,
        ..MoverSettings::default()
    })
    .unwrap()
}

/// Under a ceiling that its head overlaps.
fn is_not_pushed_through_the_floor<V: Vector3<Double = DVec3>>(
    kind: Kind,
    body: &BodyShape<DVec3>,
) {
    let number = V::Scalar::from_f64;
    for low in [1.79, 1.7, 1.5, 1.2, 0.9, 0.6, 0.3] {
        for wide in [1.2, 10.0] {
            let mut world = World::new();
            put(&mut world, floor(kind), DVec3::ZERO);
            block(&mut world, dvec3(0., low + 0.5, 0.), dvec3(wide, 0.5, wide));
            let mut mover = mover::<V>(body);
            let feet = V::from_double(dvec3(0.1, 0.02, 0.05));
            let mut state = CharacterState::at(feet, number(1.8));
            for _ in 0..30 {
                mover.step(
                    &world,
                    &mut state,
                    &Intent::walk(V::ZERO),
                    number(1.0 / 60.0),
                );
                let height = state.feet.to_double().y;
                assert!(
                    height > -0.02,
                    "{kind:?}, {body:?}, {low}, {wide}: {height}"
                );
            }
        }
    }
}

#[test]
fn a_ceiling_pushes_nothing_through_the_front_of_a_floor() {
    for kind in [Kind::OneSided, Kind::Solid] {
        for body in &BODIES {
            is_not_pushed_through_the_floor::<Vec3>(kind, body);
            is_not_pushed_through_the_floor::<DVec3>(kind, body);
        }
    }
}

/// Between a block that moves and a wall: its axis stays in front of the wall, and it is stuck for a while.
fn is_not_pushed_through_the_wall(kind: Kind, body: &BodyShape<DVec3>) {
    for speed in [0.5, 3.0, 10.0, 40.0] {
        for hz in [30.0, 60.0, 240.0] {
            let mut world = World::<DVec3>::new();
            put(&mut world, floor(kind), DVec3::ZERO);
            put(&mut world, wall(kind), dvec3(3., 0., 0.));
            let press = block(&mut world, dvec3(-2., 2.2, 0.), dvec3(1., 2., 3.));
            let mut mover = mover(body);
            let mut state = CharacterState::at(dvec3(0.1, 0.02, 0.05), 1.8);
            let mut stuck = 0;
            // The block goes on for 3 m after it has reached the wall.
            for tick in 1..=(7.0 / speed * hz) as u32 {
                let x = -2.0 + f64::from(tick) / hz * speed;
                let pose = Pose::at(dvec3(x, 2.2, 0.));
                world.move_to(press, pose, 1.0 / hz).unwrap();
                let report = mover.step(&world, &mut state, &Intent::walk(DVec3::ZERO), 1.0 / hz);
                stuck += u32::from(report.why.stuck);
                let feet = state.feet;
                assert!(
                    feet.x < 3.0 && feet.y > -0.02,
                    "{kind:?}, {body:?}, {speed} m/s, {hz} Hz: {feet}"
                );
            }
            assert!(stuck > 0, "{kind:?}, {body:?}, {speed} m/s, {hz} Hz");
        }
    }
}

#[test]
fn a_moving_body_pushes_nothing_through_the_front_of_a_wall() {
    for kind in [Kind::OneSided, Kind::Solid] {
        for body in &BODIES {
            is_not_pushed_through_the_wall(kind, body);
        }
    }
}

/// From behind, a front stops no one: a way out may lead through it.
#[test]
fn a_way_out_may_pass_a_front_from_behind() {
    let mut world = World::<DVec3>::new();
    put(&mut world, floor(Kind::OneSided), DVec3::ZERO);
    // In a shaft, deep in a block that fills it up to under the floor.
    block(&mut world, dvec3(0., -1.9, 0.), dvec3(9., 0.5, 9.));
    for side in [-1.0, 1.0] {
        block(&mut world, dvec3(side * 1.4, 0., 0.), dvec3(1., 2., 9.));
        block(&mut world, dvec3(0., 0., side * 1.4), dvec3(9., 2., 1.));
    }
    let mut mover = mover(&BodyShape::Capsule);
    let mut state = CharacterState::at(dvec3(0., -1.6, 0.), 1.8);
    for _ in 0..60 {
        mover.step(&world, &mut state, &Intent::walk(DVec3::ZERO), 1.0 / 60.0);
    }
    assert!(
        (0.0085..0.015).contains(&state.feet.y),
        "{}: on the floor that it has passed",
        state.feet
    );
}
