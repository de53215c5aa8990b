//! The figure that stands for a character.

use crate::demo::drawn::Drawn;
use carom::Capsule;
use glam::{Mat4, Vec3, vec3};

/// A capsule with a visor, with its feet at the origin, facing −z.
pub(super) fn drawn(radius: f32, height: f32) -> Drawn {
    let body = Capsule::standing(Vec3::ZERO, Vec3::Y, height, radius);
    let face = body.b.y + radius * 0.1;
    let side = vec3(radius * 0.38, face, -radius * 0.72);
    let visor = Drawn::round(&[side * vec3(-1.0, 1.0, 1.0), side], radius * 0.36);
    Drawn::round(&[body.a, body.b], radius).and(visor)
}

/// The matrix of a figure at these feet, turned to face a direction.
pub(super) fn pose(feet: Vec3, facing: f64) -> Mat4 {
    let (sin, cos) = libm::sincos(facing);
    let (sin, cos) = (sin as f32, cos as f32);
    Mat4::from_cols(
        vec3(cos, 0.0, -sin).extend(0.0),
        Vec3::Y.extend(0.0),
        vec3(sin, 0.0, cos).extend(0.0),
        feet.extend(1.0),
    )
}
