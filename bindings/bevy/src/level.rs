//! Levels: the triangles of meshes, built off the main thread, shared between entities with the same mesh.

mod build;
mod cache;
mod hierarchy;
mod triangles;

pub(crate) use build::{build_meshes, report_levels, stretch_meshes};
pub(crate) use cache::{MeshCache, forget_changed};
pub(crate) use hierarchy::{Regroup, adopt_meshes, leave_parent, lose_level, lose_mesh, lose_part};

use bevy_asset::AssetId;
use bevy_ecs::prelude::{Component, Entity, EntityEvent, ReflectComponent};
use bevy_mesh::Mesh;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::Transform;

/// The meshes of this entity and of all its descendants are solid: a mesh, or a whole scene as it is spawned.
///
/// Meshes that come later, below any descendant, join. Each mesh asset is built once, on another thread, and shared by
/// all entities with the same mesh and stretch: scale per axis is baked, uniform scale is free, and a mirrored mesh keeps
/// its winding. [`LevelReady`] is sent when all meshes are there; characters that are spawned before that wait for it.
///
/// A mesh that cannot be built (no positions, not of triangles, empty, NaN, a scale of 0, data that is only in the
/// render world) is left out with a warning that has the entity's name. An entity with a
/// [`Collider`](crate::Collider) of its own keeps that instead of its mesh.
///
/// ```
/// # use bevy_asset::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_mesh::prelude::*;
/// # use bevy_shape::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_carom::prelude::*;
/// fn setup(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
///     let rock = Mesh3d(meshes.add(Sphere::new(2.)));
///     commands
///         .spawn((Level { skip: vec!["grass*".into()], ..Level::default() }, Transform::default()))
///         .with_child(rock)
///         .observe(|ready: On<LevelReady>| println!("{} can be walked on", ready.entity));
/// }
/// # bevy_ecs::system::assert_is_system(setup);
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[require(Transform, Readiness)]
pub struct Level {
    /// Entities with such a `Name`, and their descendants, are left out. `*` stands for any text, at the start or end.
    pub skip: Vec<String>,
    /// Whether triangles block only from the front, the side from which their corners turn counter-clockwise.
    pub one_sided: bool,
    /// Whether closed meshes have an inside: shapes that are in them as a whole overlap, with their depth, and rays that start
    /// there are stopped. They are one-sided then. Open meshes stay as they are; a closed one that is inside out is left out.
    /// Characters meet the triangles alone.
    pub solid: bool,
}

/// All meshes of a [`Level`] are built, and characters collide with them. Sent once to the entity with the level.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelReady {
    /// The entity with the [`Level`].
    pub entity: Entity,
    /// The number of meshes that can be walked on.
    pub meshes: usize,
}

/// How far a level has come.
#[derive(Component, Default)]
pub(crate) struct Readiness {
    pub(crate) ready: bool,
    /// How long it has had no mesh, s; `None` once the warning was given.
    empty: Patience,
}

/// Time until a level without meshes is reported.
struct Patience(Option<f32>);

impl Default for Patience {
    fn default() -> Self {
        Self(Some(0.0))
    }
}

/// A mesh of a level.
#[derive(Component)]
pub(crate) struct LevelMesh {
    pub(crate) level: Entity,
    mesh: AssetId<Mesh>,
    sides: Sides,
}

/// Which sides of a mesh count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sides {
    one_sided: bool,
    solid: bool,
}

/// The mesh of a level is not built yet, or has to be built again.
#[derive(Component)]
pub(crate) struct Unbuilt;
