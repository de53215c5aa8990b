//! Variable jump height: a button that is let go early makes a lower jump.

use crate::CharacterState;
use carom_math::{Scalar, Vector};

/// Before the first tick after the button of a jump is let go: limits the speed upward to `rise`, length/s. From there the
/// character rises `rise² / (2 gravity)` more.
///
/// ```
/// use carom::glam::{Vec3, vec3};
/// use carom::mover::{CharacterState, abilities::cut_jump};
/// let mut body = CharacterState { velocity: vec3(2., 4., 0.), ..CharacterState::at(Vec3::ZERO, 1.8) };
/// cut_jump(&mut body, 1., Vec3::Y);
/// assert_eq!(body.velocity, vec3(2., 1., 0.));
/// ```
pub fn cut_jump<V: Vector>(body: &mut CharacterState<V>, rise: V::Scalar, up: V) {
    let over = body.velocity.dot(up) - rise;
    if body.ground.is_none() && over > V::Scalar::ZERO {
        body.velocity -= up * over;
    }
}
