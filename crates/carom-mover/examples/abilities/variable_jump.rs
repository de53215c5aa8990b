//! Variable jump height: a button that is let go early makes a lower jump.

use carom::glam::Vec3;
use carom::mover::CharacterState;

/// Before the first tick after the button is let go: limits the speed upward, length/s. From there the character rises
/// `cut² / (2 gravity)` more.
pub(crate) fn let_go(body: &mut CharacterState<Vec3>, cut: f32, up: Vec3) {
    let rise = body.velocity.dot(up);
    if body.ground.is_none() && rise > cut {
        body.velocity -= up * (rise - cut);
    }
}
