//! Picking: pointers hit colliders, levels and characters.

use crate::space::CaromSpace;
use bevy_app::prelude::*;
use bevy_camera::Camera;
use bevy_ecs::prelude::*;
use bevy_picking::PickingSystems;
use bevy_picking::backend::ray::RayMap;
use bevy_picking::backend::{HitData, PointerHits};

/// A backend for `bevy_picking`: `On<Pointer<Click>>` and the like work on everything that is solid in 3D.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_carom::{CaromPickingPlugin, prelude::*};
/// App::new().add_plugins((CaromPlugin::default(), CaromPickingPlugin::default()));
/// ```
pub struct CaromPickingPlugin {
    /// How far a pointer reaches, length. Default 10,000.
    pub reach: f32,
    /// The layers that can be picked, a bit each. Default: all.
    pub mask: u32,
}

impl Default for CaromPickingPlugin {
    fn default() -> Self {
        Self {
            reach: 10_000.0,
            mask: u32::MAX,
        }
    }
}

impl Plugin for CaromPickingPlugin {
    fn build(&self, app: &mut App) {
        let (reach, mask) = (self.reach, self.mask);
        let pick = move |rays: Res<RayMap>,
                         cameras: Query<&Camera>,
                         space: CaromSpace,
                         mut all: MessageWriter<PointerHits>| {
            for (id, ray) in rays.iter() {
                let Ok(camera) = cameras.get(id.camera) else {
                    continue;
                };
                let hits = space.query().mask(mask);
                let hits = hits.ray_all(ray.origin, ray.direction * reach);
                let picks = hits.iter().map(|hit| {
                    let (point, normal) = (Some(hit.point), Some(hit.normal));
                    let data = HitData::new(id.camera, hit.t * reach, point, normal);
                    (hit.entity, data)
                });
                let (picks, order) = (picks.collect(), camera.order as f32);
                all.write(PointerHits::new(id.pointer, picks, order));
            }
        };
        app.add_systems(PreUpdate, pick.in_set(PickingSystems::Backend));
    }
}
