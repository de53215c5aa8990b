//! Characters and platforms are drawn between their last two ticks; in fixed schedules they are where they are.

use crate::body::{Platform, PlatformState};
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use tracing::warn;

/// Draws a character or platform where it was at the end of the last tick, instead of between the last two. For a
/// [`Platform`] that is moved in `Update`.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NoInterpolation;

/// A position and rotation to draw.
pub(crate) type Place = (Vec3, Quat);

/// The last two places, and what the `Transform` was set to.
#[derive(Component, Default, Clone, Copy, Debug)]
pub(crate) struct Drawn {
    before: Place,
    now: Place,
    written: Option<Place>,
    /// z belongs to the user.
    flat: bool,
    /// Whether a motion outside of the fixed schedules was reported.
    reported: bool,
}

impl Drawn {
    /// Whether a `Transform` has the position that was written to it.
    pub(crate) fn has_written(&self, transform: &Transform) -> bool {
        self.written.is_some_and(|(mut translation, _)| {
            if self.flat {
                translation.z = transform.translation.z;
            }
            translation == transform.translation
        })
    }

    /// Takes over the place at the end of a tick.
    pub(crate) fn advance(&mut self, now: Place, flat: bool) {
        self.before = if self.written.is_some() {
            self.now
        } else {
            now
        };
        self.now = now;
        self.written = Some(now);
        self.flat = flat;
    }

    /// Where the last tick has put it, by the state of that tick.
    pub(crate) fn place(&self) -> Option<Vec3> {
        self.written.map(|_| self.now.0)
    }

    /// Forgets where it was: the next tick is the first.
    pub(crate) fn jump(&mut self) {
        self.written = None;
    }
}

/// Platforms turn as well; the rotation of a character is the user's.
type Interpolated<'a> = (&'a mut Transform, &'a mut Drawn, Has<Platform>);

fn is_written(transform: &Transform, drawn: &Drawn, turns: bool) -> bool {
    let has_rotation = |(_, rotation)| !turns || rotation == transform.rotation;
    drawn.has_written(transform) && drawn.written.is_some_and(has_rotation)
}

fn write(transform: &mut Mut<Transform>, drawn: &mut Drawn, mut to: Place, turns: bool) {
    if drawn.flat {
        to.0.z = transform.translation.z;
    }
    if transform.translation != to.0 {
        transform.translation = to.0;
    }
    if turns && transform.rotation != to.1 {
        transform.rotation = to.1;
    }
    drawn.written = Some(to);
}

/// Before the fixed schedules: everything back to its true place. What was moved since it was drawn stays there.
pub(crate) fn restore(mut drawn: Query<Interpolated>) {
    for (mut transform, mut drawn, turns) in &mut drawn {
        if is_written(&transform, &drawn, turns) {
            let now = drawn.now;
            write(&mut transform, &mut drawn, now, turns);
        }
    }
}

/// Platforms that were moved between ticks: a displacement would start from where they are drawn.
pub(crate) fn warn_of_platforms(
    mut moved: Query<
        (NameOrEntity, &Transform, &mut Drawn, &PlatformState),
        (With<Platform>, Without<NoInterpolation>, Changed<Transform>),
    >,
) {
    for (name, transform, mut drawn, state) in &mut moved {
        let is_teleport = state.pose.is_none() || drawn.written.is_none();
        if !(is_teleport || drawn.reported || is_written(transform, &drawn, true)) {
            drawn.reported = true;
            warn!(
                "platform {name} was moved outside of the fixed schedules: move it in FixedUpdate, or give it NoInterpolation"
            );
        }
    }
}

/// After the fixed schedules: everything between its last two places.
pub(crate) fn draw(
    mut drawn: Query<Interpolated, Without<NoInterpolation>>,
    time: Res<Time<Fixed>>,
) {
    let share = time.overstep_fraction();
    for (mut transform, mut drawn, turns) in &mut drawn {
        if drawn.before != drawn.now && is_written(&transform, &drawn, turns) {
            let (from, to) = (drawn.before, drawn.now);
            // A coordinate that does not change stays the same to the bit.
            let translation = from.0 + (to.0 - from.0) * share;
            let place = (translation, from.1.slerp(to.1, share));
            write(&mut transform, &mut drawn, place, turns);
        }
    }
}

/// Takes over where platforms are at the end of a tick.
pub(crate) fn advance_platforms(
    mut commands: Commands,
    mut platforms: Query<(Entity, &Transform, &PlatformState, Option<&mut Drawn>), With<Platform>>,
) {
    for (platform, transform, state, drawn) in &mut platforms {
        let now = (transform.translation, transform.rotation);
        match drawn {
            Some(mut drawn) => {
                if state.pose.is_none() {
                    drawn.jump();
                }
                drawn.advance(now, false);
            }
            None => {
                let mut drawn = Drawn::default();
                drawn.advance(now, false);
                commands.entity(platform).try_insert(drawn);
            }
        }
    }
}
