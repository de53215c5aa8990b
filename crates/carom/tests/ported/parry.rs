//! Ported from the documentation of parry and rapier.

use super::{Ported, box_mesh, near, solid_box};
use carom::glam::{Vec2, Vec3, vec2, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings, slide};
use carom::{
    Ball, Capsule, OrientedBox, RigidMotion, RoundShape, Segment, Start, World, closest, contact,
    overlap, ray_interval, sweep, sweep_both, sweep_rigid,
};
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, SQRT_2};

/// parry, `query::contact` with a prediction: <https://docs.rs/parry3d/latest/parry3d/query/struct.Contact.html>.
#[test]
fn contact_with_a_prediction() {
    let [one, two] = [Ball::new(Vec3::ZERO, 1.), Ball::new(Vec3::X * 1.5, 1.)];
    let found = contact(&one, &two, 0.).unwrap();
    assert!(near(found.separation, -0.5)); // `dist`
    assert_eq!(found.normal, -Vec3::X); // `normal2`; `normal1` is its opposite
    assert!(near(found.point_a.x, 1.) && near(found.point_b.x, 0.5));

    let (cuboid, prediction) = (OrientedBox::new(Vec2::ZERO, vec2(1., 1.)), 1.);
    let within = contact(&Ball::new(vec2(2., 2.), 1.), &cuboid, prediction).unwrap();
    assert!(near(within.separation, SQRT_2 - 1.));
    assert!(contact(&Ball::new(vec2(3., 3.), 1.), &cuboid, prediction).is_none());
}

/// parry, `cast_ray(.., solid)`: <https://docs.rs/parry3d/latest/parry3d/query/trait.RayCast.html>.
#[test]
fn ray_cast_solid_or_not() {
    let cuboid = OrientedBox::new(Vec3::ZERO, vec3(1., 2., 1.));
    let (from, direction, max) = (Vec3::ZERO, Vec3::Y, 10.);
    let solid = sweep(&from, direction * max, &cuboid);
    assert_eq!(solid.hit.unwrap().t, 0.);
    assert!(matches!(solid.start, Start::Overlapping(_)));
    let exit = ray_interval(from, direction * max, &cuboid)
        .unwrap()
        .exit
        .unwrap();
    assert!(near(exit.t * max, 2.) && exit.normal == Vec3::Y);
    assert!(
        sweep(&vec3(2., 2., 2.), Vec3::ONE * max, &cuboid)
            .hit
            .is_none()
    );
}

/// parry, `query::cast_shapes`, `ShapeCastOptions`: <https://docs.rs/parry3d/latest/parry3d/query/fn.cast_shapes.html>.
#[test]
fn shape_cast_with_a_target_distance() {
    let [one, two] = [Ball::new(Vec3::ZERO, 1.), Ball::new(Vec3::X * 10., 1.)];
    let (velocity, max_time) = (Vec3::X * 2., 8.);
    let hit = sweep(&one, velocity * max_time, &two).hit.unwrap();
    assert!(near(hit.t * max_time, 4.) && near(hit.point.x, 9.) && hit.normal == -Vec3::X);
    let target_distance = 0.5;
    let early = sweep(
        &RoundShape::new(one, target_distance),
        velocity * max_time,
        &two,
    );
    assert!(near(early.hit.unwrap().t * max_time, 3.75));

    // Both move, along the diagonal through a corner of the box.
    let (ball, cuboid) = (
        Ball::new(Vec3::ONE * 2., 1.),
        OrientedBox::new(Vec3::ZERO, Vec3::ONE),
    );
    let both = sweep_both(&ball, Vec3::ONE * -0.5, &cuboid, Vec3::ONE)
        .hit
        .unwrap();
    assert!(near(both.t, (3_f32.sqrt() - 1.) / (1.5 * 3_f32.sqrt())));

    // `stop_at_penetration: false` ignores an overlap that the motion leaves.
    let Start::Overlapping(deep) = sweep(&one, Vec3::X, &one.translated(-Vec3::X)).start else {
        panic!()
    };
    assert!(deep.normal.dot(Vec3::X) > 0.);
}

/// parry, `cast_shapes_nonlinear`: <https://docs.rs/parry3d/latest/parry3d/query/fn.cast_shapes_nonlinear.html>.
#[test]
fn nonlinear_shape_cast() {
    let [one, two] = [Ball::new(Vec3::ZERO, 1.), Ball::new(Vec3::X * 10., 1.)];
    let end_time = 10.;
    // `NonlinearRigidMotion` has velocities; a motion here is the whole of them.
    let turn = RigidMotion::rotation(Vec3::ZERO, Vec3::Y, 10. * end_time);
    let motion = RigidMotion {
        delta: Vec3::X * 2. * end_time,
        ..turn
    };
    let hit = sweep_rigid(&one, &motion, &two, &RigidMotion::default())
        .hit
        .unwrap();
    assert!(near(hit.t * end_time, 4.));

    // A rod of length 4 turns by a quarter circle a second; at 60 degrees it is tangent to the ball.
    let (rod, ball) = (
        Segment::new(Vec3::ZERO, Vec3::X * 4.),
        Ball::new(Vec3::Y * 2., 1.),
    );
    let motion = RigidMotion::rotation(Vec3::ZERO, Vec3::Z, FRAC_PI_2 * 2.);
    let hit = sweep_rigid(&rod, &motion, &ball, &RigidMotion::default())
        .hit
        .unwrap();
    assert!(near(hit.t * 2., 2. / 3.));
}

/// parry, `project_local_point` with `is_inside`, `distance_to_point(.., solid: false)`:
/// <https://docs.rs/parry3d/latest/parry3d/query/trait.PointQuery.html>.
#[test]
fn point_containment_and_signed_distance() -> Ported {
    let mesh = box_mesh(vec3(0.2, 0.5, 1.))?;
    assert!(mesh.is_closed() && mesh.contains(vec3(0.1, 0., 0.)));
    assert!(near(mesh.signed_distance(vec3(0.1, 0., 0.)), -0.1));
    let outside = mesh
        .query()
        .closest(&vec3(1., 0., 0.), f32::INFINITY)
        .unwrap();
    assert!(near(outside.separation, 0.8) && near(outside.point_b.x, 0.2));

    let cuboid = OrientedBox::new(Vec2::ZERO, vec2(1., 2.));
    assert!(overlap(&Vec2::ZERO, &cuboid) && !overlap(&vec2(2., 2.), &cuboid));
    let signed = |point: Vec2| contact(&point, &cuboid, f32::INFINITY).unwrap().separation;
    assert_eq!((signed(Vec2::ZERO), signed(vec2(2., 2.))), (-1., 1.));
    assert_eq!(closest(&Vec2::ZERO, &cuboid).distance, 0.); // `solid: true`
    Ok(())
}

/// rapier, `KinematicCharacterController::move_shape`: <https://rapier.rs/docs/user_guides/rust/character_controller>.
#[test]
fn kinematic_character_controller() -> Ported {
    let mut world = World::new();
    world.insert(solid_box(vec3(-9., -1., -9.), vec3(9., 0., 9.)))?;
    world.insert(solid_box(vec3(2., 0., -9.), vec3(9., 0.3, 9.)))?; // a step
    world.insert(solid_box(vec3(6., 0., -9.), vec3(9., 5., 9.)))?; // a wall
    // `desired_translation` alone, without gravity and steps.
    let shape = Capsule::standing(vec3(3., 1., 0.), Vec3::Y, 1.8, 0.3);
    let moved = slide(&world, &shape, vec3(4., 0., 1.), 0.01);
    assert!(moved.hit && (moved.delta - vec3(2.69, 0., 1.)).length() < 1e-3);

    let settings = MoverSettings {
        skin: 0.01,                 // `offset`
        step_height: 0.5,           // `autostep`
        snap: 0.5,                  // `snap_to_ground`
        max_slope: FRAC_1_SQRT_2,   // `max_slope_climb_angle`, 45 degrees
        ..MoverSettings::default()  // a velocity and gravity instead of a translation
    };
    let (mut mover, mut hero) = (
        Mover::new(settings)?,
        CharacterState::at(vec3(0., 0.01, 0.), 1.8),
    );
    for _ in 0..120 {
        let report = mover.step(&world, &mut hero, &Intent::walk(vec3(4., 0., 0.)), 1. / 60.);
        assert!(report.ground.is_some()); // `grounded`
    }
    assert!((hero.feet - vec3(5.69, 0.31, 0.)).length() < 0.01);
    Ok(())
}
