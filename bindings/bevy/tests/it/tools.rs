//! Gizmos, picking, and editing by reflection.

use crate::stage::*;
use bevy_app::{App, PreUpdate};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_math::prelude::*;
use bevy_transform::prelude::*;

#[test]
fn every_component_can_be_edited_by_reflection() {
    let mut app = app();
    let hero = hero(&mut app, Vec3::ZERO);
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let names = [
        "Collider",
        "Collider2d",
        "Level",
        "CollisionLayers",
        "Sensor",
        "OneWay",
        "Conveyor",
        "Platform",
        "PlatformState",
        "CharacterMover",
        "CharacterMover2d",
        "Wish",
        "Locomotion",
        "CharacterState",
        "CharacterReport",
        "NoInterpolation",
    ];
    for name in names {
        let found = registry.get_with_short_type_path(name).expect(name);
        assert!(found.data::<ReflectComponent>().is_some(), "{name}");
    }
    let mover = registry.get_with_short_type_path("CharacterMover").unwrap();
    let mover = mover.data::<ReflectComponent>().unwrap();
    let mut entity = app.world_mut().entity_mut(hero);
    let mut value = mover.reflect_mut(&mut entity).unwrap();
    let field = value
        .reflect_mut()
        .as_struct()
        .unwrap()
        .field_mut("radius")
        .unwrap();
    *field.try_downcast_mut::<f32>().unwrap() = 0.45;
    app.update();
    assert_eq!(get::<CharacterMover>(&app, hero).radius, 0.45);
}

/// Everything that can be drawn at once.
fn crowded(app: &mut App) {
    floor(app);
    app.world_mut()
        .spawn((Collider::ball(1.), Sensor, Transform::from_xyz(4., 1., 0.)));
    app.world_mut()
        .spawn((Collider::capsule(0.5, 1.), Transform::from_xyz(-4., 1., 0.)));
    app.world_mut().spawn((
        Collider2d::rectangle(9., 1.),
        Transform::from_xyz(0., -0.5, 0.),
    ));
    app.world_mut()
        .spawn((CharacterMover2d, Transform::default()));
    let one = hero(app, Vec3::ZERO);
    walk(app, one, vec3(1., 0., 0.));
}

#[cfg(feature = "gizmos")]
#[test]
fn gizmos_draw_shapes_characters_and_contacts_and_change_nothing() {
    use bevy_asset::Assets;
    use bevy_gizmos::GizmoAsset;
    let mut plain = app();
    crowded(&mut plain);
    frames(&mut plain, 60);
    let mut app = app_with(HZ, |app| {
        app.add_plugins((bevy_gizmos::GizmoPlugin, bevy_carom::CaromGizmosPlugin));
    });
    app.insert_resource(bevy_time::TimeUpdateStrategy::FixedTimesteps(1));
    log::<Stuck>(&mut app);
    crowded(&mut app);
    frames(&mut app, 60);
    let count = |app: &App| {
        let drawn = app.world().resource::<Assets<GizmoAsset>>();
        let ends = |asset: &GizmoAsset| {
            let lines = asset.buffer();
            lines.list_positions.len() + lines.strip_positions.len()
        };
        drawn.iter().map(|(_, asset)| ends(asset)).sum::<usize>()
    };
    assert!(count(&app) > 300, "{}", count(&app));
    let states = |app: &mut App| {
        let world = app.world_mut();
        let mut states = world.query::<&CharacterState>();
        states
            .iter(world)
            .map(|state| state.feet)
            .collect::<Vec<_>>()
    };
    assert_eq!(states(&mut plain), states(&mut app));
    // A kept tick is no stuck one.
    app.world_mut().spawn((
        Collider::cuboid(9., 9., 9.),
        Transform::from_xyz(0., 3., 0.),
    ));
    frames(&mut app, 60);
    assert_eq!(logged::<Stuck>(&app).len(), 1);
}

#[cfg(feature = "picking")]
#[test]
fn pointers_pick_what_is_solid() {
    use bevy_camera::Camera;
    use bevy_picking::PickingSystems;
    use bevy_picking::backend::PointerHits;
    use bevy_picking::backend::ray::{RayId, RayMap};
    use bevy_picking::pointer::PointerId;
    let mut app = app_with(HZ, |app| {
        app.init_resource::<RayMap>();
        app.add_message::<PointerHits>();
        app.add_plugins(bevy_carom::CaromPickingPlugin::default());
    });
    let ground = floor(&mut app);
    let me = hero(&mut app, Vec3::ZERO);
    let camera = app.world_mut().spawn(Camera::default()).id();
    app.add_systems(
        PreUpdate,
        (move |mut rays: ResMut<RayMap>| {
            let ray = bevy_shape::Ray3d::new(vec3(0., 9., 0.), Dir3::NEG_Y);
            rays.map.insert(RayId::new(camera, PointerId::Mouse), ray);
        })
        .before(PickingSystems::Backend),
    );
    frames(&mut app, 3);
    let mut hits = app
        .world_mut()
        .resource_mut::<bevy_ecs::message::Messages<PointerHits>>();
    let last = hits.drain().last().expect("a pointer");
    let picks: Vec<_> = last
        .picks
        .iter()
        .map(|(entity, data)| (*entity, data.depth.round()))
        .collect();
    assert_eq!(picks, [(me, 7.), (ground, 9.)]);
}
