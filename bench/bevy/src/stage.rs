//! What the apps have in common: the clock, the wishes, and where the characters are.

use crate::level::Triangles;
use bevy::app::TaskPoolPlugin;
use bevy::asset::AssetPlugin;
use bevy::mesh::MeshPlugin;
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy::transform::TransformPlugin;

/// Seconds a tick: Bevy's fixed schedules run 64 times a second.
pub const DT: f32 = 1. / 64.;
/// The capsule, gravity, and the gap to everything, in all engines.
pub const RADIUS: f32 = 0.3;
pub const HEIGHT: f32 = 1.8;
pub const GRAVITY: f32 = 9.81;
pub const SKIN: f32 = 0.01;

/// A plugin with its characters.
pub struct Peer {
    pub name: &'static str,
    pub app: fn(&Triangles, &[Vec3]) -> App,
    /// From the lowest point of the capsule to the `Transform`.
    pub middle: f32,
}

pub const PEERS: [Peer; 4] = [
    crate::carom::CAROM,
    crate::on_avian::AVIAN,
    crate::on_rapier::RAPIER,
    crate::on_rapier::WITH_STEPS,
];

/// The velocity that a character wants, horizontal. Characters are numbered.
#[derive(Component)]
pub struct Wanted(pub Vec3);

/// The vertical velocity of a character whose engine has no gravity.
#[derive(Component, Default)]
pub struct Fall(pub f32);

/// An app that ticks once an update, on one thread.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        TransformPlugin,
        AssetPlugin::default(),
        MeshPlugin,
    ))
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

/// After the plugins are in.
pub fn ready(mut app: App) -> App {
    app.finish();
    app.cleanup();
    app
}

/// Sets the wishes of a tick.
pub fn wish(app: &mut App, velocity: impl Fn(usize) -> Vec3) {
    let world = app.world_mut();
    let mut all = world.query::<&mut Wanted>();
    for (number, mut wanted) in all.iter_mut(world).enumerate() {
        wanted.0 = velocity(number);
    }
}

/// Where the lowest points of the capsules are.
pub fn feet(app: &mut App, peer: &Peer) -> Vec<Vec3> {
    let world = app.world_mut();
    let mut all = world.query_filtered::<&Transform, With<Wanted>>();
    let places = all.iter(world).map(|place| place.translation);
    places.map(|place| place - peer.middle * Vec3::Y).collect()
}
