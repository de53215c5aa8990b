//! Puts built meshes into the world, and reports levels that are ready.

use super::cache::MeshCache;
use super::{Level, LevelMesh, LevelReady, Readiness, Unbuilt};
use crate::bodies::{Bodies, Placed};
use crate::dimension::{Dim3, pose};
use crate::frame::Frames;
use crate::sync::{Attributes, with_attributes};
use bevy_asset::{AssetServer, Assets};
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::*;
use bevy_mesh::Mesh;
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use carom::Body;
use tracing::warn;

/// Meshes of which the stretch may have changed.
type Moved = (
    With<LevelMesh>,
    Without<Unbuilt>,
    Or<(Changed<Transform>, Changed<GlobalTransform>)>,
);

/// Meshes with another stretch than the one in their body have to be built again.
pub(crate) fn stretch_meshes(
    mut commands: Commands,
    frames: Frames,
    moved: Query<(Entity, &Placed<Dim3>), Moved>,
) {
    for (entity, placed) in &moved {
        let frame = frames.of(entity);
        if frame.is_some_and(|frame| frame.baked() != placed.baked) {
            commands.entity(entity).insert(Unbuilt);
        }
    }
}

/// Builds the meshes that are not built yet.
pub(crate) fn build_meshes(
    mut commands: Commands,
    (mut bodies, mut cache): (ResMut<Bodies<Dim3>>, ResMut<MeshCache>),
    (assets, server): (Option<Res<Assets<Mesh>>>, Option<Res<AssetServer>>),
    (frames, attributes): (Frames, Query<Attributes>),
    unbuilt: Query<(NameOrEntity, &LevelMesh, Option<&Placed<Dim3>>), With<Unbuilt>>,
) {
    let mut is_done = false;
    for (name, part, placed) in &unbuilt {
        let Some(frame) = frames.of(name.entity) else {
            warn!("mesh of {name}: it or an ancestor has no Transform, and it is not solid");
            commands.entity(name.entity).remove::<Unbuilt>();
            continue;
        };
        let asset = assets.as_ref().and_then(|assets| assets.get(part.mesh));
        let built = match asset {
            Some(asset) => cache.get(part, frame.baked(), asset),
            None if server
                .as_ref()
                .is_some_and(|s| s.load_state(part.mesh).is_failed()) =>
            {
                Some(Err("its mesh could not be loaded".into()))
            }
            None => None,
        };
        let Some(built) = built else {
            continue;
        };
        is_done = true;
        let made = built.and_then(|mesh| {
            let mut body = Body::new(mesh);
            body.pose = pose::<Dim3>(&frame);
            if let (Ok(own), Ok(level)) = (attributes.get(name.entity), attributes.get(part.level))
            {
                body = with_attributes::<Dim3>(body, &own, &level);
            }
            let old = placed.map(|placed| placed.body);
            bodies
                .put(old, body, [name.entity, part.level], frame.baked())
                .map_err(|error| error.to_string())
        });
        let mut entity = commands.entity(name.entity);
        entity.try_remove::<Unbuilt>();
        match made {
            Ok(placed) => {
                entity.try_insert(placed);
            }
            Err(error) => {
                warn!("mesh of {name}: {error}, and it is not solid");
                entity.try_remove::<Placed<Dim3>>();
            }
        }
    }
    if is_done {
        cache.sweep();
    }
}

/// Seconds after which a level without a mesh is reported.
const PATIENCE: f32 = 5.0;

/// Sends [`LevelReady`], and warns of levels that stay without meshes.
pub(crate) fn report_levels(
    mut commands: Commands,
    time: Res<Time>,
    mut levels: Query<(NameOrEntity, &mut Readiness), With<Level>>,
    meshes: Query<(&LevelMesh, Has<Unbuilt>, Has<Placed<Dim3>>)>,
    mut bodies: ResMut<Bodies<Dim3>>,
) {
    for (name, mut readiness) in &mut levels {
        if readiness.ready {
            continue;
        }
        let own = || meshes.iter().filter(|(mesh, ..)| mesh.level == name.entity);
        if own().next().is_none() {
            readiness.empty.0 = readiness.empty.0.map(|waited| waited + time.delta_secs());
            if readiness.empty.0.is_some_and(|waited| waited > PATIENCE) {
                readiness.empty.0 = None;
                warn!("level {name} has had no mesh for {PATIENCE} s, and characters wait for it");
            }
        } else if own().all(|(_, unbuilt, _)| !unbuilt) {
            readiness.ready = true;
            // Faster queries after many bodies were added one by one; no answer changes.
            bodies.world.optimize();
            let (entity, meshes) = (name.entity, own().filter(|(.., placed)| *placed).count());
            commands.trigger(LevelReady { entity, meshes });
        }
    }
}
