//! Ladders: up and down a line, and off at its ends.

use super::path::Path;
use carom::glam::Vec3;

/// A ladder: where feet are at its lower and at its upper end, and where they step off at the top.
pub(crate) struct Ladder {
    pub(crate) bottom: Vec3,
    pub(crate) top: Vec3,
    pub(crate) exit: Vec3,
    /// Length/s.
    pub(crate) speed: f32,
}

impl Ladder {
    /// Whether feet are within this distance of the ladder, so that it can be climbed.
    pub(crate) fn is_near(&self, feet: Vec3, distance: f32) -> bool {
        (feet - self.nearest(feet)).length() <= distance
    }

    /// The way up: to the nearest place on the ladder, to its top, off it. A new one can begin in any tick: the character
    /// hangs where the last one was left.
    pub(crate) fn up(&self, feet: Vec3) -> Path {
        Path::new([self.nearest(feet), self.top, self.exit], self.speed)
    }

    /// The way down, to the bottom.
    pub(crate) fn down(&self, feet: Vec3) -> Path {
        Path::new([self.nearest(feet), self.bottom], self.speed)
    }

    fn nearest(&self, feet: Vec3) -> Vec3 {
        let line = self.top - self.bottom;
        let part = (feet - self.bottom).dot(line) / line.length_squared();
        self.bottom + line * part.clamp(0.0, 1.0)
    }
}
