//! Characters enter the crowd when the levels that they wait for are ready, and leave it.

use crate::bodies::Bodies;
use crate::character::{CharacterMover, CharacterState, Joined, Waiting};
use crate::convert::vector;
use crate::dimension::Dimension;
use crate::level::Readiness;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::name::{NameOrEntity, NameOrEntityItem};
use bevy_ecs::observer::On;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use carom::mover::{self, Mover};
use tracing::warn;

/// Lets characters in.
pub(crate) fn admit<D: Dimension>(
    mut commands: Commands,
    mut bodies: ResMut<Bodies<D>>,
    mut characters: Query<
        (
            NameOrEntity,
            Ref<CharacterMover>,
            &mut Waiting,
            Has<ChildOf>,
        ),
        (D::Characters, Without<Joined>),
    >,
    levels: Query<(Entity, &Readiness)>,
) {
    for (name, mover, mut waiting, has_parent) in &mut characters {
        if let Waiting::New = *waiting {
            if has_parent {
                warn!(
                    "character {name} has a parent, but its Transform counts as one in the world"
                );
            }
            let unready = levels.iter().filter(|(_, level)| !level.ready);
            *waiting = Waiting::For(unready.map(|(level, _)| level).collect());
        }
        let may_join = match &mut *waiting {
            Waiting::For(waited) => {
                waited.retain(|level| levels.get(*level).is_ok_and(|(_, level)| !level.ready));
                waited.is_empty()
            }
            Waiting::Refused => mover.is_changed(),
            Waiting::New => false,
        };
        if may_join && join(&mut bodies, &name, &mover, mover.height) {
            commands.entity(name.entity).try_insert(Joined);
        } else if may_join {
            *waiting = Waiting::Refused;
        }
    }
}

/// Adds the agent of a character; a warning says why not.
fn join<D: Dimension>(
    bodies: &mut Bodies<D>,
    name: &NameOrEntityItem,
    mover: &CharacterMover,
    height: f32,
) -> bool {
    // Its state comes from its components, in the tick.
    let state = mover::CharacterState::at(vector(Vec3::ZERO), height);
    let role = mover.role.into();
    let joined = match mover.settings().and_then(Mover::new) {
        Ok(own) => bodies
            .join(name.entity, own, state, mover.mass, role)
            .map_err(|_| "its height or mass is out of range".to_string()),
        Err(error) => Err(error.to_string()),
    };
    if let Err(error) = &joined {
        warn!("character {name}: {error}, and it takes no part");
    }
    joined.is_ok()
}

/// A character with another role is another kind of agent.
pub(crate) fn change_roles<D: Dimension>(
    mut bodies: ResMut<Bodies<D>>,
    characters: Query<
        (NameOrEntity, &CharacterMover, &CharacterState),
        (D::Characters, With<Joined>, Changed<CharacterMover>),
    >,
) {
    for (name, mover, state) in &characters {
        let agent = bodies.agent(name.entity);
        let (role, height) = (mover.role.into(), state.height);
        if agent.is_none_or(|agent| agent.role == role)
            || mover.settings().and_then(Mover::<D::Vector>::new).is_err()
        {
            continue;
        }
        bodies.leave(name.entity);
        join(
            &mut bodies,
            &name,
            mover,
            if height > 0.0 { height } else { mover.height },
        );
    }
}

/// A character that is none any more leaves at once.
pub(crate) fn leave<D: Dimension>(
    removed: On<Remove<CharacterMover>>,
    mut commands: Commands,
    mut bodies: ResMut<Bodies<D>>,
) {
    bodies.leave(removed.entity);
    if let Ok(mut entity) = commands.get_entity(removed.entity) {
        entity.try_remove::<(Joined, Waiting)>();
    }
}
