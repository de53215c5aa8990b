//! Stands in for the crate `bevy` where there is no window: the same names in the prelude, and plugins that run ten
//! seconds at 60 frames a second, while D is held and Space is pressed once a second. The same on a busy machine: tasks
//! beside the frames are complete before the next frame.
//!
//! Bevy's own crate needs a newer Rust and a screen. The examples say `use bevy::prelude::*;`, and compile unchanged
//! in a project that depends on `bevy`.

use bevy_app::{
    AppExit, TaskPoolOptions, TaskPoolPlugin, TaskPoolThreadAssignmentPolicy, prelude::*,
};
use bevy_asset::{Asset, AssetApp, AssetPlugin, Handle};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_input::{ButtonInput, InputPlugin, keyboard::KeyCode};
use bevy_reflect::TypePath;
use bevy_tasks::{AsyncComputeTaskPool, block_on};
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_utils::default;
use std::time::Duration;

/// What the examples use of Bevy's prelude.
pub mod prelude {
    pub use crate::{DefaultPlugins, MeshMaterial3d, StandardMaterial};
    pub use bevy_app::prelude::*;
    pub use bevy_asset::prelude::*;
    pub use bevy_camera::prelude::*;
    pub use bevy_color::prelude::*;
    pub use bevy_ecs::prelude::*;
    pub use bevy_gizmos::prelude::*;
    pub use bevy_input::{ButtonInput, keyboard::KeyCode};
    pub use bevy_light::prelude::*;
    pub use bevy_math::prelude::*;
    pub use bevy_mesh::prelude::*;
    pub use bevy_mesh::{Mesh2d, Mesh3d};
    pub use bevy_shape::prelude::*;
    pub use bevy_time::prelude::*;
    pub use bevy_transform::prelude::*;
    pub use bevy_utils::default;
}

pub use bevy_app as app;
pub use bevy_ecs as ecs;
pub use bevy_mesh as mesh;
pub use bevy_time as time;
pub use bevy_transform as transform;

/// A surface of one color. Bevy's own comes with the renderer.
#[derive(Asset, TypePath)]
pub struct StandardMaterial {
    /// The color in white light.
    pub base_color: Color,
}

impl From<Color> for StandardMaterial {
    fn from(base_color: Color) -> Self {
        Self { base_color }
    }
}

/// The material of a mesh in 3D.
#[derive(Component)]
pub struct MeshMaterial3d<M: Asset>(pub Handle<M>);

impl<M: Asset> Clone for MeshMaterial3d<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// Frames that an app runs.
const FRAMES: u32 = 600;

/// Frames a second.
const RATE: f64 = 60.0;

/// Time, transforms, assets, input and gizmos; no window and no rendering.
pub struct DefaultPlugins;

impl Plugin for DefaultPlugins {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            one_at_a_time(),
            TimePlugin,
            TransformPlugin,
            AssetPlugin::default(),
            InputPlugin,
            bevy_gizmos::GizmoPlugin,
        ))
        .init_asset::<bevy_mesh::Mesh>()
        .init_asset::<StandardMaterial>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(
            1.0 / RATE,
        )))
        .add_systems(PreUpdate, play.after(bevy_input::InputSystems))
        .set_runner(|mut app| {
            app.finish();
            app.cleanup();
            for _ in 0..FRAMES {
                app.update();
                finish_tasks();
                if let Some(exit) = app.should_exit() {
                    return exit;
                }
            }
            AppExit::Success
        });
    }
}

/// Tasks beside the frames run on one thread, in the order in which they were spawned.
fn one_at_a_time() -> TaskPoolPlugin {
    let one_thread = TaskPoolThreadAssignmentPolicy {
        min_threads: 1,
        max_threads: 1,
        ..TaskPoolOptions::default().async_compute
    };
    TaskPoolPlugin {
        task_pool_options: TaskPoolOptions {
            async_compute: one_thread,
            ..default()
        },
    }
}

/// Returns once all tasks that were spawned before are complete.
fn finish_tasks() {
    block_on(AsyncComputeTaskPool::get().spawn(async {}));
}

/// Presses the keys.
fn play(mut keys: ResMut<ButtonInput<KeyCode>>, time: Res<Time>) {
    keys.press(KeyCode::KeyD);
    if time.elapsed_secs().fract() < 0.02 {
        keys.press(KeyCode::Space);
    } else {
        keys.release(KeyCode::Space);
    }
}
