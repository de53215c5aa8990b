//! The settings of the player's character.

use crate::codec::inputs;
use carom::mover::{self, Mover};
use glam::Vec3;

inputs! {
    /// The settings of the character, in meters, seconds and degrees.
    MoverSettings {
        height: f64,
        radius: f64,
        step_height: f64,
        max_slope: f64,
        skin: f64,
        speed: f64,
        /// The speed at which it leaves the ground.
        jump: f64,
        gravity: f64,
    }
}

impl MoverSettings {
    /// A mover with these settings.
    ///
    /// # Errors
    /// A message that names the invalid setting.
    pub(super) fn mover(&self) -> Result<Mover<Vec3>, String> {
        let sizes = [self.height, self.speed, self.jump];
        let right = sizes.iter().all(|size| (0.0..=1e3).contains(size)) && self.height > 0.0;
        if !right || !(0.0..=90.0).contains(&self.max_slope) {
            return Err("height, speed and jump must be 0 to 1000, and max_slope 0 to 90".into());
        }
        let settings = mover::MoverSettings {
            radius: self.radius as f32,
            gravity: self.gravity as f32,
            max_slope: libm::cos(self.max_slope.to_radians()) as f32,
            step_height: self.step_height as f32,
            skin: self.skin as f32,
            ..mover::MoverSettings::default()
        };
        Mover::new(settings).map_err(|error| error.to_string())
    }
}
