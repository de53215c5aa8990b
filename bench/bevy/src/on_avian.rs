//! avian: kinematic bodies and its move-and-slide, with gravity and a rule for slopes as in its example of a kinematic
//! character. It has no steps and no ground snap.

use crate::level::Triangles;
use crate::stage::{Fall, GRAVITY, HEIGHT, Peer, RADIUS, SKIN, Wanted, app, ready};
use avian3d::prelude::*;
use bevy::prelude::*;

pub const AVIAN: Peer = Peer {
    name: "avian3d",
    app: build,
    middle: HEIGHT / 2.,
};

/// The cosine of the steepest slope that is ground: 45°.
const GROUND: f32 = core::f32::consts::FRAC_1_SQRT_2;

fn build(level: &Triangles, places: &[Vec3]) -> App {
    let mut app = app();
    app.add_plugins(PhysicsPlugins::default())
        .add_systems(FixedUpdate, walk);
    let mut app = ready(app);
    let mesh = Collider::trimesh_with_config(
        level.vertices.clone(),
        level.indices.clone(),
        TrimeshFlags::FIX_INTERNAL_EDGES,
    );
    app.world_mut().spawn((RigidBody::Static, mesh));
    let capsule = Collider::capsule(RADIUS, HEIGHT - 2. * RADIUS);
    for place in places {
        app.world_mut().spawn((
            (RigidBody::Kinematic, CustomPositionIntegration),
            (capsule.clone(), Wanted(Vec3::ZERO), Fall::default()),
            Transform::from_translation(*place + HEIGHT / 2. * Vec3::Y),
        ));
    }
    app
}

fn walk(
    mut all: Query<(Entity, &Collider, &Wanted, &mut Fall, &mut Transform)>,
    slide: MoveAndSlide,
    time: Res<Time>,
) {
    let config = MoveAndSlideConfig {
        skin_width: SKIN,
        ..default()
    };
    for (entity, collider, wanted, mut fall, mut place) in &mut all {
        let velocity = wanted.0 + (fall.0 - GRAVITY * time.delta_secs()) * Vec3::Y;
        let mut lands = false;
        let output = slide.move_and_slide(
            collider,
            place.translation,
            place.rotation,
            velocity,
            time.delta(),
            &config,
            &SpatialQueryFilter::from_excluded_entities([entity]),
            |hit| {
                // On ground the walk follows the slope, and gravity does not slide it down.
                if hit.normal.y >= GROUND {
                    lands = true;
                    let along = wanted.0;
                    let rise = -(along.x * hit.normal.x + along.z * hit.normal.z) / hit.normal.y;
                    *hit.velocity = along + rise * Vec3::Y;
                }
                MoveAndSlideHitResponse::Accept
            },
        );
        place.translation = output.position;
        fall.0 = if lands {
            0.
        } else {
            output.projected_velocity.y
        };
    }
}
