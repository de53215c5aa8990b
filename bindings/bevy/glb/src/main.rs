//! A character walks in a scene that Bevy loads from a GLB file, without a window.
//!
//! `cargo run -- town.glb` takes a file of yours; without one it is `assets/course.glb`: stairs, a gallery and a ramp,
//! all of them one cube that its nodes stretch, turn and mirror.

use bevy_app::{TaskPoolPlugin, prelude::*};
use bevy_asset::{AssetPlugin, prelude::*};
use bevy_camera::primitives::Aabb;
use bevy_camera::visibility::{InheritedVisibility, ViewVisibility, Visibility, VisibilityClass};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_gltf::{GltfAssetLabel, GltfExtras, GltfMaterialName, GltfMeshName, GltfPlugin};
use bevy_image::ImagePlugin;
use bevy_math::prelude::*;
use bevy_mesh::{Mesh3d, MeshPlugin};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::TransformTreeChanged;
use bevy_transform::{TransformPlugin, prelude::*};
use bevy_world_serialization::{WorldAssetRoot, WorldSerializationPlugin};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn main() {
    let given = std::env::args().nth(1).map(PathBuf::from);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/course.glb");
    let file = given.unwrap_or(own);
    let (mut app, hero) = app(&file);
    let ready = (0..2000).find(|_| {
        app.update();
        std::thread::sleep(Duration::from_millis(2));
        app.world().contains_resource::<Ready>()
    });
    let Some(frames) = ready else {
        eprintln!("{} cannot be loaded", file.display());
        std::process::exit(1);
    };
    let meshes = app.world().resource::<Ready>().0;
    println!("{meshes} meshes are ready after {frames} frames");
    // Bevy's fixed schedules run 64 times a second.
    for second in 1..=8 {
        (0..64).for_each(|_| app.update());
        let at = app.world().get::<Transform>(hero).expect("the hero");
        println!("{second} s: {:.2}", at.translation);
    }
}

/// The number of meshes that can be walked on.
#[derive(Resource)]
struct Ready(usize);

fn app(file: &Path) -> (App, Entity) {
    let folder = file.parent().unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or(folder.into());
    let name = file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let assets = AssetPlugin {
        file_path: folder.to_string_lossy().into_owned(),
        ..AssetPlugin::default()
    };
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        TransformPlugin,
        assets,
    ))
    .add_plugins((MeshPlugin, ImagePlugin::default(), WorldSerializationPlugin))
    .add_plugins((GltfPlugin::default(), CaromPlugin::default()))
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
    .add_observer(|ready: On<LevelReady>, mut commands: Commands| {
        commands.insert_resource(Ready(ready.meshes));
    });
    register(&mut app);
    app.finish();
    app.cleanup();
    let scene = GltfAssetLabel::Scene(0).from_asset(name);
    let scene = app.world().resource::<AssetServer>().load(scene);
    let level = Level {
        skip: vec!["grass*".into()],
        ..Level::default()
    };
    let world = app.world_mut();
    world.spawn((WorldAssetRoot(scene), level));
    let wish = Wish {
        velocity: vec3(2., 0., 0.),
        ..Wish::default()
    };
    // It waits for the level.
    let hero = world.spawn((
        CharacterMover::default(),
        wish,
        Transform::from_xyz(0., 0., 0.),
    ));
    let hero = hero.id();
    (app, hero)
}

/// The components that a scene has; Bevy's own crate registers them by itself.
fn register(app: &mut App) {
    app.register_type::<Name>()
        .register_type::<ChildOf>()
        .register_type::<Children>()
        .register_type::<Transform>()
        .register_type::<GlobalTransform>()
        .register_type::<TransformTreeChanged>()
        .register_type::<Visibility>()
        .register_type::<InheritedVisibility>()
        .register_type::<ViewVisibility>()
        .register_type::<VisibilityClass>()
        .register_type::<Aabb>()
        .register_type::<Mesh3d>()
        .register_type::<GltfMaterialName>()
        .register_type::<GltfMeshName>()
        .register_type::<GltfExtras>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hero_climbs_the_stairs_and_the_mirrored_ramp() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/course.glb");
        let (mut app, hero) = app(&file);
        for _ in 0..2000 {
            app.update();
            if app.world().contains_resource::<Ready>() {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        // The floor, eight steps, the gallery and the ramp; no grass.
        assert_eq!(app.world().resource::<Ready>().0, 11);
        let at = |app: &App| {
            app.world()
                .get::<Transform>(hero)
                .expect("the hero")
                .translation
        };
        assert!(
            at(&app).x < 0.1 && at(&app).y.abs() < 1e-3,
            "it has waited: {}",
            at(&app)
        );
        (0..256).for_each(|_| app.update());
        assert!(
            (at(&app) - vec3(8., 1.6, 0.)).length() < 0.1,
            "the gallery: {}",
            at(&app)
        );
        (0..256).for_each(|_| app.update());
        assert!(at(&app).y > 2.5, "the ramp: {}", at(&app));
    }
}
