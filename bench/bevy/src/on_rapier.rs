//! bevy_rapier: kinematic bodies with its `KinematicCharacterController`, to which its user adds gravity. It snaps to
//! the ground; steps are an option.

use crate::level::Triangles;
use crate::stage::{DT, Fall, GRAVITY, HEIGHT, Peer, RADIUS, SKIN, Wanted, app, ready};
use bevy::prelude::*;
use bevy_rapier3d::prelude::*;

pub const RAPIER: Peer = Peer {
    name: "bevy_rapier3d",
    app: |level, places| build(level, places, None),
    middle: HEIGHT / 2.,
};

/// With steps of 0.4 m, as bevy_carom's.
pub const WITH_STEPS: Peer = Peer {
    name: "bevy_rapier3d, steps",
    app: |level, places| {
        let steps = CharacterAutostep {
            max_height: CharacterLength::Absolute(0.4),
            min_width: CharacterLength::Absolute(RADIUS),
            include_dynamic_bodies: false,
        };
        build(level, places, Some(steps))
    },
    middle: HEIGHT / 2.,
};

fn build(level: &Triangles, places: &[Vec3], autostep: Option<CharacterAutostep>) -> App {
    let mut app = app();
    app.insert_resource(TimestepMode::Fixed {
        dt: DT,
        substeps: 1,
    })
    .add_plugins(RapierPhysicsPlugin::<NoUserData>::default().in_fixed_schedule())
    .add_systems(FixedUpdate, walk.before(PhysicsSet::SyncBackend));
    let mut app = ready(app);
    let mesh = Collider::trimesh_with_flags(
        level.vertices.clone(),
        level.indices.clone(),
        TriMeshFlags::FIX_INTERNAL_EDGES,
    )
    .expect("a mesh");
    app.world_mut().spawn((mesh, Transform::IDENTITY));
    let controller = KinematicCharacterController {
        offset: CharacterLength::Absolute(SKIN),
        max_slope_climb_angle: core::f32::consts::FRAC_PI_4,
        min_slope_slide_angle: core::f32::consts::FRAC_PI_4,
        snap_to_ground: Some(CharacterLength::Absolute(0.4)),
        autostep,
        ..default()
    };
    for place in places {
        app.world_mut().spawn((
            (RigidBody::KinematicPositionBased, controller.clone()),
            (
                Collider::capsule_y(HEIGHT / 2. - RADIUS, RADIUS),
                Wanted(Vec3::ZERO),
                Fall::default(),
            ),
            Transform::from_translation(*place + HEIGHT / 2. * Vec3::Y),
        ));
    }
    app
}

type Walker = (
    &'static mut KinematicCharacterController,
    Option<&'static KinematicCharacterControllerOutput>,
    &'static Wanted,
    &'static mut Fall,
);

fn walk(mut all: Query<Walker>) {
    for (mut controller, output, wanted, mut fall) in &mut all {
        if output.is_some_and(|output| output.grounded) {
            fall.0 = 0.;
        }
        fall.0 -= GRAVITY * DT;
        controller.translation = Some(DT * (wanted.0 + fall.0 * Vec3::Y));
    }
}
