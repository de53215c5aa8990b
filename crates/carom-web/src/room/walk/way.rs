//! How a body of the course moves: a function of time, so that it is where it should be however long that is.

use carom::{Pose, Rotation};
use core::f64::consts::TAU;
use glam::{DVec3, Mat4, Vec3};

/// Where its own origin is, and how it is turned around that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// Where it is in the middle of its motion.
    pub(super) at: DVec3,
    /// How far it goes to either side of there.
    pub(super) swing: DVec3,
    /// In seconds, there and back.
    pub(super) period: f64,
    /// What it turns around.
    pub(super) axis: DVec3,
    /// How fast, radians/s.
    pub(super) spin: f64,
    /// Or from side to side, by so many radians to either, in the same period.
    pub(super) sway: f64,
}

impl Way {
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

    /// Where it is, and by how much it is turned.
    fn place(&self, time: f64) -> (DVec3, f64) {
        let wave = libm::sin(TAU * time / self.period);
        (
            self.at + self.swing * wave,
            self.spin * time + self.sway * wave,
        )
    }

    /// As the world wants it.
    pub(super) fn pose(&self, time: f64) -> Pose<Vec3> {
        let (translation, angle) = self.place(time);
        Pose {
            translation,
            rotation: Rotation::from_f64(self.axis, angle),
            scale: 1.0,
        }
    }

    /// As the graphics card wants it.
    pub(super) fn matrix(&self, time: f64) -> Mat4 {
        let pose = self.pose(time);
        let [x, y, z] =
            [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| pose.rotation.rotate(axis).extend(0.0));
        Mat4::from_cols(x, y, z, pose.translation.as_vec3().extend(1.0))
    }
}
