//! Which meshes belong to which level.

use super::{Level, LevelMesh, Sides, Unbuilt};
use crate::Collider;
use crate::bodies::Placed;
use crate::character::CharacterMover;
use crate::dimension::Dim3;
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::name::Name;
use bevy_ecs::observer::On;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_mesh::Mesh3d;

/// Entities that have been put elsewhere in the hierarchy.
#[derive(Resource, Default)]
pub(crate) struct Regroup(Vec<Entity>);

/// Finds the level of an entity.
#[derive(SystemParam)]
pub(crate) struct Ancestry<'w, 's> {
    parents: Query<'w, 's, &'static ChildOf>,
    levels: Query<'w, 's, &'static Level>,
    names: Query<'w, 's, &'static Name>,
    solid: Query<'w, 's, (), Or<(With<Collider>, With<CharacterMover>)>>,
}

impl Ancestry<'_, '_> {
    /// The nearest level at or above an entity, unless the level leaves it out.
    fn level(&self, entity: Entity) -> Option<(Entity, &Level)> {
        if self.solid.contains(entity) {
            return None;
        }
        let chain = || core::iter::once(entity).chain(self.parents.iter_ancestors(entity));
        let level = chain().find(|above| self.levels.contains(*above))?;
        let options = self.levels.get(level).ok()?;
        let skips = |below: Entity| {
            let name = self.names.get(below);
            name.is_ok_and(|name| options.skip.iter().any(|pattern| fits(pattern, name)))
        };
        let is_skipped = chain().take_while(|below| *below != level).any(skips);
        (!is_skipped).then_some((level, options))
    }
}

/// Whether a name fits a pattern with `*` at its start or end.
fn fits(pattern: &str, name: &str) -> bool {
    let (open, rest) = match pattern.strip_prefix('*') {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    match (open, rest.strip_suffix('*')) {
        (true, Some(middle)) => name.contains(middle),
        (true, None) => name.ends_with(rest),
        (false, Some(start)) => name.starts_with(start),
        (false, None) => name == rest,
    }
}

type Reordered = Or<(
    Changed<Mesh3d>,
    Changed<ChildOf>,
    Changed<Level>,
    Changed<Name>,
    Added<Collider>,
)>;

/// Gives new, changed and moved meshes to their levels.
pub(crate) fn adopt_meshes(
    mut commands: Commands,
    mut regroup: ResMut<Regroup>,
    changed: Query<Entity, Reordered>,
    children: Query<&Children>,
    meshes: Query<(&Mesh3d, Option<&LevelMesh>)>,
    ancestry: Ancestry,
) {
    let mut all = core::mem::take(&mut regroup.0);
    for entity in &changed {
        all.push(entity);
        all.extend(children.iter_descendants(entity));
    }
    all.sort_unstable();
    all.dedup();
    for &entity in &all {
        let Ok((mesh, old)) = meshes.get(entity) else {
            continue;
        };
        match (ancestry.level(entity), old) {
            (Some((level, options)), old) => {
                let sides = Sides {
                    one_sided: options.one_sided,
                    solid: options.solid,
                };
                let mesh = mesh.id();
                let is_same =
                    old.is_some_and(|old| (old.level, old.mesh, old.sides) == (level, mesh, sides));
                if !is_same {
                    let part = LevelMesh { level, mesh, sides };
                    commands.entity(entity).try_insert((part, Unbuilt));
                }
            }
            (None, Some(_)) => {
                commands.entity(entity).try_remove::<LevelMesh>();
            }
            (None, None) => {}
        }
    }
    all.clear();
    regroup.0 = all;
}

/// The meshes of a level that is none any more are not solid.
pub(crate) fn lose_level(
    removed: On<Remove<Level>>,
    mut commands: Commands,
    meshes: Query<(Entity, &LevelMesh)>,
) {
    for (entity, mesh) in &meshes {
        if mesh.level == removed.entity {
            commands.entity(entity).try_remove::<LevelMesh>();
        }
    }
}

/// An entity without a mesh is no part of a level; neither is one with its own collider.
pub(crate) fn lose_mesh(removed: On<Remove<Mesh3d>>, mut commands: Commands) {
    if let Ok(mut entity) = commands.get_entity(removed.entity) {
        entity.try_remove::<LevelMesh>();
    }
}

/// The body goes with its mesh, unless a collider has taken its place.
pub(crate) fn lose_part(
    removed: On<Remove<LevelMesh>>,
    mut commands: Commands,
    colliders: Query<(), With<Collider>>,
) {
    if let Ok(mut entity) = commands.get_entity(removed.entity) {
        entity.try_remove::<Unbuilt>();
        if !colliders.contains(removed.entity) {
            entity.try_remove::<Placed<Dim3>>();
        }
    }
}

/// What leaves its parent may leave a level; a mesh that loses its collider may join one.
pub(crate) fn leave_parent<C: Component>(
    removed: On<Remove<C>>,
    children: Query<&Children>,
    mut regroup: ResMut<Regroup>,
) {
    regroup.0.push(removed.entity);
    regroup.0.extend(children.iter_descendants(removed.entity));
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_have_a_star_at_either_end() {
        assert!(fits("grass", "grass") && !fits("grass", "grass.1"));
        assert!(fits("grass*", "grass.1") && !fits("grass*", "a grass"));
        assert!(fits("*_col", "wall_col") && !fits("*_col", "wall_col.1"));
        assert!(fits("*glass*", "a glass door") && fits("*", ""));
    }
}
