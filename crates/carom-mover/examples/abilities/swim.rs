//! Swimming: water that carries and brakes, up to its surface.

use carom::glam::Vec3;
use carom::mover::{CharacterState, Intent};

/// Water below a level surface.
pub(crate) struct Water {
    /// The height of the surface along `up`.
    pub(crate) surface: f32,
    /// How far below it the feet of a character are that floats, length.
    pub(crate) float: f32,
    /// The speed with which a character that does nothing rises to the surface, length/s.
    pub(crate) buoyancy: f32,
    /// How fast water brakes to the wanted velocity, 1/s.
    pub(crate) drag: f32,
}

/// The velocity after a tick in water, for [`Water::after`].
pub(crate) struct Swum(Vec3);

impl Water {
    /// The intent of a tick of `dt` seconds; `None` above the water. `wanted` is a velocity in any direction.
    ///
    /// The velocity follows v' = −drag (v − w), w = wanted + buoyancy · up, solved exactly; the intent has its mean. At the
    /// surface nothing is left of what leads up.
    pub(crate) fn before(
        &self,
        body: &CharacterState<Vec3>,
        wanted: Vec3,
        up: Vec3,
        dt: f32,
    ) -> Option<(Intent<Vec3>, Swum)> {
        let room = self.surface - self.float - body.feet.dot(up);
        // A body that falls in is stopped by its drag, not by the surface.
        if room < -1e-3 {
            return None;
        }
        let goal = wanted + up * self.buoyancy;
        // Not `f32::exp`, which gives other bits on other machines.
        let left = libm::expf(-self.drag * dt);
        let mut end = goal + (body.velocity - goal) * left;
        let mut mean = goal + (body.velocity - goal) * ((1.0 - left) / (self.drag * dt));
        let over = mean.dot(up) * dt - room;
        if over > 0.0 {
            mean -= up * (over / dt);
            end -= up * end.dot(up).max(0.0);
        }
        let fly = Intent {
            fly: true,
            ..Intent::walk(mean)
        };
        Some((fly, Swum(end)))
    }

    /// After the tick: the velocity at its end, unless something was in the way.
    pub(crate) fn after(
        &self,
        body: &mut CharacterState<Vec3>,
        intent: &Intent<Vec3>,
        swum: &Swum,
    ) {
        if body.velocity == intent.velocity {
            body.velocity = swum.0;
        }
    }
}
