//! Built meshes by asset: entities with the same mesh and stretch share one.

use super::triangles::Triangles;
use super::{LevelMesh, Sides, Unbuilt};
use bevy_asset::{AssetEvent, AssetId};
use bevy_ecs::prelude::*;
use bevy_math::Mat3;
use bevy_mesh::Mesh;
use bevy_tasks::futures::check_ready;
use bevy_tasks::{AsyncComputeTaskPool, Task, TaskPool};
use carom::glam;
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

type Built = Result<Arc<carom::Mesh<glam::Vec3>>, String>;

/// An asset, the bits of the linear map that is baked, and which sides count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    mesh: AssetId<Mesh>,
    stretch: [u32; 9],
    sides: Sides,
}

enum Entry {
    Building(Task<Built>),
    /// Lives as long as a body has it.
    Built(Weak<carom::Mesh<glam::Vec3>>),
    Failed(String),
}

/// The meshes that are built or being built.
#[derive(Resource, Default)]
pub(crate) struct MeshCache {
    entries: BTreeMap<Key, Entry>,
}

impl MeshCache {
    /// The built mesh of an asset; `None` while it is being built.
    pub(super) fn get(&mut self, part: &LevelMesh, stretch: Mat3, asset: &Mesh) -> Option<Built> {
        let key = Key {
            mesh: part.mesh,
            stretch: stretch.to_cols_array().map(f32::to_bits),
            sides: part.sides,
        };
        let built = match self.entries.get_mut(&key) {
            Some(Entry::Building(task)) => check_ready(task)?,
            Some(Entry::Failed(error)) => return Some(Err(error.clone())),
            Some(Entry::Built(mesh)) if mesh.strong_count() > 0 => {
                return mesh.upgrade().map(Ok);
            }
            Some(Entry::Built(_)) | None => match Triangles::of(asset) {
                Ok(triangles) => {
                    let task = build(triangles, stretch, part.sides);
                    self.entries.insert(key, Entry::Building(task));
                    return None;
                }
                Err(error) => Err(error),
            },
        };
        let entry = match &built {
            Ok(mesh) => Entry::Built(Arc::downgrade(mesh)),
            Err(error) => Entry::Failed(error.clone()),
        };
        self.entries.insert(key, entry);
        Some(built)
    }

    /// Forgets what no body has any more.
    pub(super) fn sweep(&mut self) {
        self.entries
            .retain(|_, entry| !matches!(entry, Entry::Built(mesh) if mesh.strong_count() == 0));
    }
}

fn build(triangles: Triangles, stretch: Mat3, sides: Sides) -> Task<Built> {
    let pool = AsyncComputeTaskPool::get_or_init(TaskPool::default);
    pool.spawn(async move { triangles.build(stretch, sides).map(Arc::new) })
}

/// Meshes that were changed are built again; until then the old ones stay.
pub(crate) fn forget_changed(
    mut commands: Commands,
    mut cache: ResMut<MeshCache>,
    events: Option<MessageReader<AssetEvent<Mesh>>>,
    parts: Query<(Entity, &LevelMesh)>,
) {
    let Some(mut events) = events else {
        return;
    };
    for event in events.read() {
        let AssetEvent::Modified { id } = event else {
            continue;
        };
        cache.entries.retain(|key, _| key.mesh != *id);
        for (entity, part) in &parts {
            if part.mesh == *id {
                commands.entity(entity).try_insert(Unbuilt);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CaromPlugin, Level};
    use bevy_app::{App, TaskPoolPlugin};
    use bevy_asset::{AssetApp, AssetPlugin, Assets};
    use bevy_ecs::hierarchy::ChildOf;
    use bevy_mesh::Mesh3d;
    use bevy_shape::Cuboid;
    use bevy_time::{TimePlugin, TimeUpdateStrategy};
    use bevy_transform::prelude::*;

    #[test]
    fn entities_with_the_same_mesh_and_stretch_share_it_as_long_as_one_is_there() {
        let mut app = App::new();
        let assets = AssetPlugin::default();
        app.add_plugins((
            TaskPoolPlugin::default(),
            TimePlugin,
            TransformPlugin,
            assets,
        ))
        .add_plugins(CaromPlugin::default())
        .init_asset::<Mesh>()
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        let mesh = app
            .world_mut()
            .resource_mut::<Assets<Mesh>>()
            .add(Cuboid::default());
        let level = app.world_mut().spawn(Level::default()).id();
        let scales = [
            [1., 1., 1.],
            [1., 2., 1.],
            [3., 3., 3.],
            [1., 2., 1.],
            [-1., 1., 1.],
        ];
        let parts = scales.map(|scale| {
            let place = Transform::from_scale(scale.into());
            app.world_mut()
                .spawn((Mesh3d(mesh.clone()), place, ChildOf(level)))
                .id()
        });
        let built = |app: &App| {
            let entries = app.world().resource::<MeshCache>().entries.values();
            let alive =
                |entry: &&Entry| matches!(entry, Entry::Built(mesh) if mesh.strong_count() > 0);
            entries.filter(alive).count()
        };
        for _ in 0..200 {
            app.update();
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        // As it is and uniformly scaled; stretched; mirrored.
        assert_eq!(built(&app), 3);
        app.world_mut().despawn(parts[1]);
        assert_eq!(built(&app), 3);
        app.world_mut().despawn(parts[3]);
        assert_eq!(built(&app), 2);
    }
}
