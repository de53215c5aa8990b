//! bevy_carom.

use crate::level::Triangles;
use crate::stage::{GRAVITY, HEIGHT, Peer, RADIUS, SKIN, Wanted, app, ready};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_carom::prelude::*;

/// With everything that is on by default: steps, ground snap, slopes to 45°.
pub const CAROM: Peer = Peer {
    name: "bevy_carom",
    app: build,
    // Its `Transform` is where the feet are drawn, without the gap.
    middle: 0.,
};

fn build(level: &Triangles, places: &[Vec3]) -> App {
    let mut app = app();
    app.add_plugins(CaromPlugin::default()).add_systems(
        FixedUpdate,
        |mut all: Query<(&Wanted, &mut Wish)>| {
            for (wanted, mut wish) in &mut all {
                wish.velocity = wanted.0;
            }
        },
    );
    let mut app = ready(app);
    let points: Vec<_> = level.vertices.iter().map(|v| v.to_array()).collect();
    let numbers = level.indices.as_flattened().to_vec();
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, Default::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, points)
        .with_inserted_indices(Indices::U32(numbers));
    let mesh = app.world_mut().resource_mut::<Assets<Mesh>>().add(mesh);
    app.world_mut().spawn((Mesh3d(mesh), Level::default()));
    let mover = CharacterMover {
        radius: RADIUS,
        height: HEIGHT,
        gravity: GRAVITY,
        skin: SKIN,
        ..default()
    };
    for place in places {
        let place = Transform::from_translation(*place);
        app.world_mut().spawn((mover, Wanted(Vec3::ZERO), place));
    }
    app
}
