//! Glide: a fall that is never faster than a given speed.

use carom::glam::Vec3;
use carom::mover::{CharacterState, Mover, MoverError, MoverSettings};

/// Before each tick in which the character glides or stops to: sets the gravity of the tick, and after it the speed.
pub(crate) struct Glide {
    /// The gravity of the game, length/s².
    pub(crate) gravity: f32,
    /// The greatest speed downward, length/s.
    pub(crate) speed: f32,
}

impl Glide {
    /// Before the tick. Returns the speed downward at its end, for [`after`](Self::after), if the glide limits it.
    ///
    /// Falling from the speed v the limit is reached after (limit − v) / g. The tick has the mean speed of both parts, and
    /// no gravity.
    pub(crate) fn before(
        &self,
        mover: &mut Mover<Vec3>,
        body: &mut CharacterState<Vec3>,
        glides: bool,
        dt: f32,
    ) -> Result<Option<f32>, MoverError> {
        let up = mover.settings().up;
        let fall = -body.velocity.dot(up);
        let until = ((self.speed - fall) / self.gravity).max(0.0);
        let limits = glides && body.ground.is_none() && fall > 0.0 && until < dt;
        let gravity = if limits { 0.0 } else { self.gravity };
        if mover.settings().gravity != gravity {
            let settings = *mover.settings();
            mover.set_settings(MoverSettings {
                gravity,
                ..settings
            })?;
        }
        if !limits {
            return Ok(None);
        }
        let first = fall.min(self.speed) * until + 0.5 * self.gravity * until * until;
        let mean = (first + self.speed * (dt - until)) / dt;
        body.velocity += up * (fall - mean);
        Ok(Some(self.speed))
    }

    /// After the tick, with what [`before`](Self::before) returned.
    pub(crate) fn after(&self, body: &mut CharacterState<Vec3>, speed: Option<f32>, up: Vec3) {
        if let Some(speed) = speed.filter(|_| body.ground.is_none()) {
            let fall = -body.velocity.dot(up);
            body.velocity += up * (fall - speed);
        }
    }
}
