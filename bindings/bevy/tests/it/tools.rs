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
        "ReportPairs",
        "OneWay",
        "Conveyor",
        "SurfaceMaterial",
        "PartMaterials",
        "Ability",
        "AirJumps",
        "Ladder",
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

/// The ends of all lines that gizmos draw in a frame.
#[cfg(feature = "gizmos")]
pub(crate) fn drawn(fill: impl FnOnce(&mut App)) -> Vec<Vec3> {
    use bevy_asset::Assets;
    use bevy_gizmos::GizmoAsset;
    let mut app = app_with(HZ, |app| {
        app.add_plugins((bevy_gizmos::GizmoPlugin, bevy_carom::CaromGizmosPlugin));
    });
    fill(&mut app);
    frames(&mut app, 10);
    let drawn = app.world().resource::<Assets<GizmoAsset>>();
    let ends = |asset: &GizmoAsset| {
        let lines = asset.buffer();
        let all = lines.list_positions.iter().chain(&lines.strip_positions);
        // A strip ends with a NaN.
        all.copied()
            .filter(|end| end.is_finite())
            .collect::<Vec<_>>()
    };
    drawn.iter().flat_map(|(_, asset)| ends(asset)).collect()
}

#[cfg(feature = "gizmos")]
#[test]
fn gizmos_draw_curved_shapes_where_they_are() {
    let ends = drawn(|app| {
        let cone = Collider::cone(1., 2.);
        app.world_mut()
            .spawn((cone, Transform::from_xyz(5., 1., 0.)));
    });
    let is_drawn = |at: Vec3| ends.iter().any(|end| end.distance(at) < 1e-4);
    assert!(is_drawn(vec3(5., 2., 0.)), "the apex");
    let low = ends.iter().filter(|end| end.y.abs() < 1e-4);
    assert!(low.clone().count() > 60);
    for end in low {
        assert!((end.distance(vec3(5., 0., 0.)) - 1.).abs() < 1e-4, "{end}");
    }
}

#[cfg(feature = "gizmos")]
#[test]
fn gizmos_draw_chains_and_the_ground_below_characters() {
    let chain = [vec2(-9., 1.), vec2(0., 0.), vec2(9., 2.)];
    let ends = drawn(|app| {
        let place = Transform::from_xyz(20., 0., 0.);
        app.world_mut().spawn((Collider2d::chain(chain), place));
    });
    for vertex in chain {
        let at = vertex.extend(0.) + vec3(20., 0., 0.);
        assert!(ends.iter().any(|end| end.distance(at) < 1e-4), "{at}");
    }
    let mut feet_at = Vec3::ZERO;
    let mut radius = 0.;
    let ends = drawn(|app| {
        floor(app);
        let hero = hero(app, vec3(3., 0., 0.));
        frames(app, 10);
        (feet_at, radius) = (feet(app, hero), get::<CharacterMover>(app, hero).radius);
    });
    let normal = feet_at + Vec3::Y * radius;
    assert!(
        ends.iter().any(|end| end.distance(normal) < 0.02),
        "the normal"
    );
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
