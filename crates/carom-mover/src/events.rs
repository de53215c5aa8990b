//! What happened in a tick, with speeds: landing, leaving the ground, steps, bumps of the head.

use super::ground::Support;
use super::motion::{Motion, WalkPath};
use super::tuning::LEAST_SUPPORT;
use carom_math::{Scalar, Vector};

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
    /// ended. A character whose `ground` the caller has set to `None` (a [`knock_back`](crate::Locomotion::knock_back)
    /// does) has left it before the tick.
    pub left_ground: Option<S>,
    /// A walk has stepped on to a part whose surface is this much higher along `up` (less than 0: lower) than the one it
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

impl<V: Vector> Motion<'_, '_, V> {
    /// Reports the step of a walk that has ended on another part than the one it began on.
    ///
    /// The planes of the two surfaces, each extended to the point of the other's support, enclose the height between
    /// them. Where both say that the new one is higher (or lower), it is by the smaller of the two heights. Where they
    /// differ the planes cross on the way, as those of two slopes that meet.
    pub(super) fn report_step(&mut self, path: &WalkPath<V>, to: &Support<V>) {
        if self.stood_on.is_none_or(|part| part == to.ground.part) {
            return;
        }
        let up = self.probe.settings.up;
        let end = core::mem::replace(&mut self.probe.feet, path.place);
        let from = self.probe.support(path.wish);
        self.probe.feet = end;
        let Some(from) = from else {
            return;
        };
        let way = to.point - from.point;
        let rise = |normal: V| {
            let upright = normal.dot(up);
            if upright < V::Scalar::from_f64(LEAST_SUPPORT) {
                V::Scalar::ZERO
            } else {
                normal.dot(way) / upright
            }
        };
        let (before, after) = (rise(from.ground.normal), rise(to.ground.normal));
        if before * after <= V::Scalar::ZERO {
            return;
        }
        let least = if before.abs() < after.abs() {
            before
        } else {
            after
        };
        if least.abs() > self.probe.settings.skin {
            self.report.events.stepped = Some(least);
        }
    }
}
