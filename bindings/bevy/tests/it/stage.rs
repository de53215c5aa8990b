//! A headless app with a clock of its own, and things to put into it.

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_asset::{AssetApp, AssetPlugin, Assets, RenderAssetUsages};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::prelude::*;
use bevy_mesh::{Indices, Mesh, Mesh3d, PrimitiveTopology};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::prelude::*;
use std::time::Duration;

/// Ticks a second.
pub(crate) const HZ: f64 = 60.0;

/// An app that draws `fps` frames a second, at 60 ticks a second.
pub(crate) fn app_at(fps: f64) -> App {
    app_with(fps, |_| ())
}

/// The same with more plugins.
pub(crate) fn app_with(fps: f64, more: impl FnOnce(&mut App)) -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        TransformPlugin,
        AssetPlugin::default(),
        CaromPlugin::default(),
    ))
    .init_asset::<Mesh>()
    .insert_resource(Time::<Fixed>::from_hz(HZ))
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(
        1.0 / fps,
    )));
    more(&mut app);
    app.finish();
    app.cleanup();
    // The first frame has no time.
    app.update();
    app
}

/// An app with a tick a frame.
pub(crate) fn app() -> App {
    let mut app = app_at(HZ);
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

pub(crate) fn frames(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

/// A floor with its top at 0, 100 m wide.
pub(crate) fn floor(app: &mut App) -> Entity {
    let floor = (
        Collider::cuboid(100., 1., 100.),
        Transform::from_xyz(0., -0.5, 0.),
    );
    app.world_mut().spawn(floor).id()
}

/// A character at rest with its feet here.
pub(crate) fn hero(app: &mut App, at: Vec3) -> Entity {
    let hero = (CharacterMover::default(), Transform::from_translation(at));
    app.world_mut().spawn(hero).id()
}

pub(crate) fn walk(app: &mut App, hero: Entity, velocity: Vec3) {
    get_mut::<Wish>(app, hero).velocity = velocity;
}

pub(crate) fn get<C: Component + Clone>(app: &App, entity: Entity) -> C {
    app.world().get::<C>(entity).expect("the component").clone()
}

pub(crate) fn get_mut<C: Component<Mutability = bevy_ecs::component::Mutable>>(
    app: &mut App,
    entity: Entity,
) -> Mut<'_, C> {
    app.world_mut().get_mut::<C>(entity).expect("the component")
}

pub(crate) fn feet(app: &App, hero: Entity) -> Vec3 {
    get::<Transform>(app, hero).translation
}

/// A square mesh around the origin, in the plane of x and z, as triangles that face up.
pub(crate) fn tile(half: f32) -> Mesh {
    let corners = [[-half, -half], [-half, half], [half, half], [half, -half]];
    mesh(
        corners.map(|[x, z]| [x, 0., z]).to_vec(),
        Some(vec![0, 1, 2, 0, 2, 3]),
    )
}

pub(crate) fn mesh(positions: Vec<[f32; 3]>, indices: Option<Vec<u32>>) -> Mesh {
    let usage = RenderAssetUsages::default();
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, usage)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions);
    match indices {
        Some(indices) => mesh.with_inserted_indices(Indices::U32(indices)),
        None => mesh,
    }
}

pub(crate) fn add_mesh(app: &mut App, mesh: Mesh) -> Mesh3d {
    Mesh3d(app.world_mut().resource_mut::<Assets<Mesh>>().add(mesh))
}

/// Counts events of a kind and keeps them.
#[derive(Resource)]
pub(crate) struct Log<E>(pub(crate) Vec<E>);

pub(crate) fn log<E: EntityEvent + Clone>(app: &mut App)
where
    for<'a> E::Trigger<'a>: Default,
{
    app.insert_resource(Log::<E>(Vec::new()));
    app.add_observer(|event: On<E>, mut log: ResMut<Log<E>>| log.0.push(event.event().clone()));
}

pub(crate) fn logged<E: Send + Sync + 'static>(app: &App) -> &[E] {
    &app.world().resource::<Log<E>>().0
}
