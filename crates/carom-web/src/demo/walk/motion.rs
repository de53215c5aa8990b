//! Motion of the bodies of the course: a pure function of time, so that errors never accumulate. And the horizontal part of one.

use carom::{Pose, Rotation};
use core::f64::consts::TAU;
use glam::{DVec3, Mat4, Vec3, vec3};

/// A periodic translation and a rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    /// The middle of the translation.
    pub(super) at: DVec3,
    /// Amplitude to either side.
    pub(super) swing: DVec3,
    /// Period of translation and sway, s.
    pub(super) period: f64,
    /// Axis of rotation.
    pub(super) axis: DVec3,
    /// Angular velocity, radians/s.
    pub(super) spin: f64,
    /// Amplitude of a periodic rotation, radians to either side.
    pub(super) sway: f64,
}

impl Motion {
    pub(super) fn at(at: DVec3) -> Self {
        Self {
            at,
            swing: DVec3::ZERO,
            period: 1.0,
            axis: DVec3::Y,
            spin: 0.0,
            sway: 0.0,
        }
    }

    /// Position and angle.
    fn place(&self, time: f64) -> (DVec3, f64) {
        let wave = libm::sin(TAU * time / self.period);
        (
            self.at + self.swing * wave,
            self.spin * time + self.sway * wave,
        )
    }

    /// The pose for the world.
    pub(super) fn pose(&self, time: f64) -> Pose<Vec3> {
        let (translation, angle) = self.place(time);
        Pose {
            translation,
            rotation: Rotation::from_f64(self.axis, angle),
            scale: 1.0,
        }
    }

    /// The matrix for drawing.
    pub(super) fn matrix(&self, time: f64) -> Mat4 {
        let pose = self.pose(time);
        let [x, y, z] =
            [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| pose.rotation.rotate(axis).extend(0.0));
        Mat4::from_cols(x, y, z, pose.translation.as_vec3().extend(1.0))
    }
}

/// The part of a displacement or a velocity across the vertical.
pub(super) fn horizontal(v: Vec3) -> Vec3 {
    vec3(v.x, 0.0, v.z)
}
