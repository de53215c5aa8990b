//! What happened in a tick, with speeds: landing, leaving the ground, steps, bumps of the head.

use carom_math::Scalar;

/// What happened in a tick, with speeds: for sounds, animations, damage by falls.
///
/// Speeds are those of the moment within the tick, so they do not depend on the tick rate; lengths of a tick's steps add
/// up to the same sum. A tick may both leave the ground and land.
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut hero = CharacterState::at(vec3(0., 5.01, 0.), 1.8); // the feet are a skin, 0.01, above what they stand on
/// let landed = (0..120).find_map(|_| {
///     mover.step(&world, &mut hero, &Intent::walk(Vec3::X), 1. / 60.).events.landed
/// });
/// assert!((landed.unwrap() - f32::sqrt(2. * 9.81 * 5.)).abs() < 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveEvents<S> {
    /// It came on to ground, at this speed against `up`, relative to that ground, length/s: 0 or more. A character
    /// that the caller has put down on ground lands in its first tick, at next to no speed.
    pub landed: Option<S>,
    /// It left the ground, at this speed along `up`, relative to that ground, length/s: that of a jump, 0 where the ground
    /// ended. After the caller has set the `ground` of the state to `None` (as a
    /// [`knock_back`](crate::Locomotion::knock_back) does) there is none to leave.
    pub left_ground: Option<S>,
    /// A walk has stepped on to a part with a surface this much higher along `up` (less than 0: lower) than the one it
    /// stood on, length, more than the skin. Slopes that meet are no step. Not while hovering.
    pub stepped: Option<S>,
    /// It hit a ceiling, at this speed along `up`, relative to the ceiling, length/s: more than 0. Not below a ceiling that
    /// only slopes down to a walk.
    pub bumped_head: Option<S>,
}

impl<S> Default for MoveEvents<S> {
    fn default() -> Self {
        Self {
            landed: None,
            left_ground: None,
            stepped: None,
            bumped_head: None,
        }
    }
}

impl<S: Scalar> MoveEvents<S> {
    /// Reports a landing at this speed against `up`, relative to the ground.
    pub(super) fn land(&mut self, speed: S) {
        self.landed = Some(speed.max(S::ZERO));
    }

    /// Reports that it left the ground at this speed along `up`, relative to the ground.
    pub(super) fn leave(&mut self, speed: S) {
        self.left_ground = Some(speed.max(S::ZERO));
    }

    /// Reports a bump of the head at this speed along `up`; the fastest of the tick remains.
    pub(super) fn bump_head(&mut self, speed: S) {
        if speed > self.bumped_head.unwrap_or(S::ZERO) {
            self.bumped_head = Some(speed);
        }
    }
}
