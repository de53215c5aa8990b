//! Dash: a fixed distance in a fixed time, without gravity.

use carom::glam::Vec3;
use carom::mover::Intent;

/// A dash that goes on.
pub(crate) struct Dash {
    /// Length/s, in any direction.
    velocity: Vec3,
    /// The time that is left, s.
    left: f32,
}

impl Dash {
    /// A dash of this length and direction in this time.
    pub(crate) fn new(way: Vec3, seconds: f32) -> Self {
        Self {
            velocity: way / seconds,
            left: seconds,
        }
    }

    /// The intent of a tick of `dt` seconds; `None` when the dash is over. Its last tick is the mean of its rest and a
    /// stand, so that it ends in the same place at every tick rate.
    pub(crate) fn intent(&mut self, dt: f32) -> Option<Intent<Vec3>> {
        if self.left <= 0.0 {
            return None;
        }
        let part = (self.left / dt).min(1.0);
        // Half a microsecond is the rounding of the times of the ticks.
        self.left = if self.left - dt > 5e-7 {
            self.left - dt
        } else {
            0.0
        };
        Some(Intent {
            fly: true,
            ..Intent::walk(self.velocity * part)
        })
    }
}
