//! The camera: first person, or behind the character with a sphere cast that keeps it out of walls.

use super::place::CHARACTERS;
use carom::{Ball, World};
use glam::{DVec3, Mat4, Vec3, vec3};

/// Radius of the camera sphere, m; larger than the distance to the corners of the near plane.
const AROUND: f32 = 0.18;
const NEAR: f32 = 0.06;
/// Vertical field of view, radians.
const FIELD: f64 = 1.05;
/// Smoothing rates, 1/s: of the height, and of moving back from an obstacle.
const FOLLOWS: f64 = 14.0;
const RETREATS: f64 = 4.0;
/// Height of the eyes, as a fraction of the height.
const EYES: f32 = 0.92;

/// The camera of the last picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Camera {
    /// The height of the eyes.
    height: Option<f32>,
    /// Distance behind the character.
    away: f32,
}

/// The character to look at, and the settings of the picture.
pub(super) struct Sight {
    pub(super) feet: Vec3,
    pub(super) height: f32,
    pub(super) radius: f32,
    pub(super) on_ground: bool,
    pub(super) yaw: f64,
    pub(super) pitch: f64,
    /// Desired distance behind the character; 0 is first person.
    pub(super) away: f32,
    /// Width over height of the picture.
    pub(super) aspect: f32,
    /// Time since the last picture.
    pub(super) seconds: f64,
    /// Distance of the far plane.
    pub(super) far: f32,
}

/// The direction of view.
pub(super) fn ahead(yaw: f64, pitch: f64) -> Vec3 {
    let ((sy, cy), (sp, cp)) = (libm::sincos(yaw), libm::sincos(pitch));
    DVec3::new(-sy * cp, sp, -cy * cp).as_vec3()
}

impl Camera {
    pub(super) fn new() -> Self {
        Self {
            height: None,
            away: 0.0,
        }
    }

    /// The matrix from world to clip space, and the position of the eye.
    pub(super) fn look(&mut self, world: &World<Vec3>, sight: &Sight) -> (Mat4, Vec3) {
        let eyes = sight.feet.y + sight.height * EYES;
        let share = |rate: f64| -libm::expm1(-rate * sight.seconds) as f32;
        // Steps and crouching are smoothed, teleports are not.
        let height = match self.height {
            Some(before) if (eyes - before).abs() < 1.5 => {
                let follows = if sight.on_ground {
                    share(FOLLOWS)
                } else {
                    share(4.0 * FOLLOWS)
                };
                before + (eyes - before) * follows
            }
            _ => eyes,
        };
        // The pivot stays in the upper sphere of the capsule, which is never inside a wall.
        let spare = sight.radius - AROUND;
        let top = sight.feet.y + sight.height - sight.radius;
        let pivot_height = height.clamp(sight.feet.y + sight.radius, top + spare.clamp(0.0, 1.0));
        self.height = Some(pivot_height);
        let pivot = vec3(sight.feet.x, pivot_height, sight.feet.z);
        let ahead = ahead(sight.yaw, sight.pitch);
        let eye = pivot + ahead * -self.behind(world, pivot, ahead, sight, share(RETREATS));
        (matrix(eye, ahead, sight), eye)
    }

    /// The free distance behind the pivot: obstacles shorten it at once, afterwards it grows back smoothly.
    fn behind(
        &mut self,
        world: &World<Vec3>,
        pivot: Vec3,
        ahead: Vec3,
        sight: &Sight,
        share: f32,
    ) -> f32 {
        if sight.away <= 0.0 {
            self.away = 0.0;
            return 0.0;
        }
        let radius = if AROUND < sight.radius {
            AROUND
        } else {
            sight.radius
        };
        let walls = world.query().mask(!CHARACTERS);
        let hit = walls.sweep(&Ball::new(pivot, radius), ahead * -sight.away);
        let free = sight.away * hit.map_or(1.0, |hit| hit.t);
        let wanted = self.away + (sight.away - self.away) * share;
        self.away = if free < wanted { free } else { wanted };
        self.away
    }
}

fn matrix(eye: Vec3, ahead: Vec3, sight: &Sight) -> Mat4 {
    // Portrait pictures get a larger vertical field of view.
    let wide = if sight.aspect < 1.0 { 1.2 } else { 1.0 };
    let (sin, cos) = libm::sincos(FIELD * wide / 2.0);
    let focus = (cos / sin) as f32;
    let (sy, cy) = libm::sincos(sight.yaw);
    let right = DVec3::new(cy, 0.0, -sy).as_vec3();
    let up = right.cross(ahead);
    let far = sight.far;
    let depth = (far + NEAR) / (far - NEAR);
    let row = |v: Vec3, factor: f32| (v * factor).extend(-(v.dot(eye)) * factor);
    let rows = Mat4::from_cols(
        row(right, focus / sight.aspect),
        row(up, focus),
        row(ahead, depth) - glam::Vec4::W * (2.0 * far * NEAR / (far - NEAR)),
        row(ahead, 1.0),
    );
    rows.transpose()
}
