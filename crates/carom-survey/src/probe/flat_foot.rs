//! A character with a flat foot: whether anything higher than a step is in its way.
//!
//! The round foot of the real one, lifted by a step, passes beside the corner of something a little higher than that.

use super::Probe;
use carom::mover::MoverSettings;
use carom::{Hit, Hull};
use glam::Vec3;

/// The sides of the prism for a cylinder. Its corners are on the cylinder, so a wall at the skin's distance is not touched.
const SIDES: usize = 16;
/// The cosine and the sine of the angle of a side.
const TURN: [f32; 2] = [0.923_879_5, 0.382_683_43];

/// How much higher than a step something must be to count, m: the rounding of heights that were modeled as a step.
const HIGHER: f32 = 1e-3;

impl Probe<'_> {
    /// Whether nothing higher than a step is within the radius of a character that stands there.
    pub(super) fn is_flat(&self, feet: Vec3) -> bool {
        let prism = self.prism(feet);
        prism.is_none_or(|prism| !self.level.query().overlap(&prism))
    }

    /// The first hit on a level displacement with something higher than a step.
    pub(super) fn higher(&self, feet: Vec3, way: Vec3) -> Option<Hit<Vec3>> {
        self.level.query().sweep(&self.prism(feet)?, way)
    }

    /// The character from the step height up; `None` if it is lower than a step.
    fn prism(&self, feet: Vec3) -> Option<Hull<Vec3>> {
        let MoverSettings {
            up,
            radius,
            skin,
            step_height,
            ..
        } = self.settings;
        // The feet are a skin above the ground.
        let low = step_height + HIGHER - skin;
        let high = self.height - radius;
        if high <= low {
            return None;
        }
        let [cos, sin] = TURN;
        let mut corners = Vec::with_capacity(2 * SIDES);
        let mut out = up.any_orthonormal_vector() * radius;
        for _ in 0..SIDES {
            corners.extend([low, high].map(|height| feet + out + up * height));
            out = out * cos + up.cross(out) * sin;
        }
        Some(Hull::new(corners, 0.0))
    }
}
