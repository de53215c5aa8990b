//! Pairs of colliders, levels and characters that touch: events of their begin and end.

use crate::levels::until_ready;
use crate::stage::*;
use bevy_app::{App, FixedPostUpdate, FixedUpdate};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::prelude::*;
use bevy_mesh::Mesh3d;
use bevy_time::Time;
use bevy_transform::prelude::*;

/// The events in their order: whether it began, the entity and the other.
#[derive(Resource, Default)]
struct Pairs(Vec<(bool, Entity, Entity)>);

fn pairs_app() -> App {
    let mut app = app();
    app.init_resource::<Pairs>();
    app.add_observer(|pair: On<PairBegan>, mut pairs: ResMut<Pairs>| {
        pairs.0.push((true, pair.entity, pair.other));
    });
    app.add_observer(|pair: On<PairEnded>, mut pairs: ResMut<Pairs>| {
        pairs.0.push((false, pair.entity, pair.other));
    });
    app
}

/// The events since the last call.
fn taken(app: &mut App) -> Vec<(bool, Entity, Entity)> {
    core::mem::take(&mut app.world_mut().resource_mut::<Pairs>().0)
}

fn cube(app: &mut App, x: f32) -> Entity {
    let cube = (Collider::cuboid(1., 1., 1.), Transform::from_xyz(x, 0., 0.));
    app.world_mut().spawn(cube).id()
}

fn move_to(app: &mut App, entity: Entity, x: f32) {
    get_mut::<Transform>(app, entity).translation.x = x;
    app.update();
}

#[test]
fn a_pair_begins_once_and_ends_once() {
    let mut app = pairs_app();
    let wall = cube(&mut app, 0.);
    let block = cube(&mut app, 5.);
    app.world_mut().entity_mut(block).insert(ReportPairs);
    frames(&mut app, 3);
    assert_eq!(taken(&mut app), []);
    // Touching counts.
    move_to(&mut app, block, 1.);
    assert_eq!(taken(&mut app), [(true, block, wall)]);
    move_to(&mut app, block, 0.5);
    frames(&mut app, 3);
    assert_eq!(taken(&mut app), []);
    move_to(&mut app, block, 1.01);
    assert_eq!(taken(&mut app), [(false, block, wall)]);
    frames(&mut app, 3);
    assert_eq!(taken(&mut app), []);
}

#[test]
fn nothing_is_sent_without_the_component_and_it_may_come_and_go() {
    let mut app = pairs_app();
    let wall = cube(&mut app, 0.);
    let block = cube(&mut app, 0.5);
    app.world_mut().entity_mut(block).insert(Platform);
    frames(&mut app, 3);
    move_to(&mut app, block, 0.4);
    assert_eq!(taken(&mut app), []);
    app.world_mut().entity_mut(wall).insert(ReportPairs);
    app.update();
    assert_eq!(taken(&mut app), [(true, wall, block)]);
    app.world_mut().entity_mut(block).insert(ReportPairs);
    app.update();
    assert_eq!(taken(&mut app), [(true, block, wall)]);
    app.world_mut().entity_mut(wall).remove::<ReportPairs>();
    app.update();
    assert_eq!(taken(&mut app), [(false, wall, block)]);
    app.world_mut().entity_mut(block).remove::<ReportPairs>();
    app.update();
    assert_eq!(taken(&mut app), [(false, block, wall)]);
    move_to(&mut app, block, 9.);
    assert_eq!(taken(&mut app), []);
}

/// Which of the two has the component, and which of them is despawned or loses its collider.
#[test]
fn a_pair_ends_when_one_of_the_two_is_gone() {
    for reporter in 0..2 {
        for gone in 0..2 {
            for despawned in [true, false] {
                let mut app = pairs_app();
                let both = [cube(&mut app, 0.), cube(&mut app, 0.5)];
                let (own, other) = (both[reporter], both[1 - reporter]);
                app.world_mut().entity_mut(own).insert(ReportPairs);
                app.update();
                assert_eq!(taken(&mut app), [(true, own, other)]);
                if despawned {
                    app.world_mut().entity_mut(both[gone]).despawn();
                } else {
                    app.world_mut().entity_mut(both[gone]).remove::<Collider>();
                }
                frames(&mut app, 3);
                let context = format!("{reporter} {gone} {despawned}");
                assert_eq!(taken(&mut app), [(false, own, other)], "{context}");
            }
        }
    }
}

#[test]
fn layers_and_sensors_count_as_for_characters() {
    let mut app = pairs_app();
    let block = cube(&mut app, 0.);
    app.world_mut().entity_mut(block).insert(ReportPairs);
    let wall = cube(&mut app, 0.5);
    let layers = CollisionLayers { layers: 1, mask: 0 };
    app.world_mut().entity_mut(wall).insert(layers);
    let zone = cube(&mut app, -0.5);
    app.world_mut().entity_mut(zone).insert(Sensor);
    frames(&mut app, 2);
    assert_eq!(taken(&mut app), []);
    app.world_mut().entity_mut(wall).remove::<CollisionLayers>();
    app.world_mut().entity_mut(zone).remove::<Sensor>();
    app.update();
    let mut began = taken(&mut app);
    let mut expected = [(true, block, wall), (true, block, zone)];
    // In the order of their bodies, which is not that in which they were spawned.
    began.sort();
    expected.sort();
    assert_eq!(began, expected);
}

#[derive(Component)]
struct Moving(f32);

fn shift(mut moving: Query<(&mut Transform, &Moving)>) {
    for (mut transform, moving) in &mut moving {
        transform.translation.x += moving.0;
    }
}

/// A level of two meshes: each event once, though both are touched; two that rest are no pair.
#[test]
fn a_level_has_pairs_with_platforms() {
    let mut app = pairs_app();
    app.add_systems(FixedUpdate, shift);
    log::<LevelReady>(&mut app);
    let level = (Level::default(), ReportPairs, Transform::default());
    let level = app.world_mut().spawn(level).id();
    let ground = add_mesh(&mut app, tile(20.));
    let tiles = [0., 0.1].map(|y| {
        let part: (Mesh3d, _, _) = (
            ground.clone(),
            Transform::from_xyz(0., y, 0.),
            ChildOf(level),
        );
        app.world_mut().spawn(part).id()
    });
    cube(&mut app, 3.);
    let lift = cube(&mut app, 30.);
    app.world_mut().entity_mut(lift).insert(Platform);
    until_ready(&mut app, 1);
    frames(&mut app, 3);
    assert_eq!(taken(&mut app), []);
    app.world_mut().entity_mut(lift).insert(Moving(-0.25));
    frames(&mut app, 60);
    assert_eq!(taken(&mut app), [(true, level, lift)]);
    get_mut::<Moving>(&mut app, lift).0 = 0.25;
    // Of the two meshes one is gone: it still touches the other.
    app.world_mut().entity_mut(tiles[0]).despawn();
    frames(&mut app, 15);
    assert_eq!(taken(&mut app), []);
    frames(&mut app, 60);
    assert_eq!(taken(&mut app), [(false, level, lift)]);
    // A platform that rests from its beginning on is one that moves, too.
    let still = cube(&mut app, 0.);
    app.world_mut().entity_mut(still).insert(Platform);
    app.update();
    assert_eq!(taken(&mut app), [(true, level, still)]);
}

/// A character is pushed by a block that it cannot leave; on ground it keeps its skin.
#[test]
fn characters_touch_what_overlaps_them() {
    let mut app = pairs_app();
    floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    app.world_mut().entity_mut(hero).insert(ReportPairs);
    frames(&mut app, 30);
    assert_eq!(taken(&mut app), []);
    let block = (
        Collider::cuboid(6., 6., 6.),
        Transform::from_xyz(0., 3., 0.),
    );
    let block = app.world_mut().spawn(block).id();
    frames(&mut app, 5);
    assert_eq!(taken(&mut app), [(true, hero, block)]);
    app.world_mut().entity_mut(hero).despawn();
    app.update();
    assert_eq!(taken(&mut app), [(false, hero, block)]);
}

/// Many that touch at once come in the order of their bodies, in every run.
#[test]
fn events_have_a_fixed_order() {
    let run = || {
        let mut app = pairs_app();
        let blocks: Vec<_> = (0..40).map(|_| cube(&mut app, 0.)).collect();
        for block in &blocks {
            app.world_mut().entity_mut(*block).insert(ReportPairs);
        }
        app.update();
        let began = taken(&mut app);
        move_to(&mut app, blocks[7], 50.);
        let ended = taken(&mut app);
        (blocks, began, ended)
    };
    let (blocks, began, ended) = run();
    let mut expected = Vec::new();
    for (number, a) in blocks.iter().enumerate() {
        for b in &blocks[number + 1..] {
            expected.extend([(true, *a, *b), (true, *b, *a)]);
        }
    }
    assert_eq!(began.len(), 40 * 39);
    assert_eq!(ended.len(), 2 * 39);
    assert!(
        ended
            .iter()
            .all(|(begins, a, b)| !begins && (*a == blocks[7] || *b == blocks[7]))
    );
    assert_eq!((blocks, began.clone(), ended), run());
    assert_eq!(began, expected);
}

#[test]
fn an_observer_of_an_entity_gets_its_pairs_alone() {
    let mut app = pairs_app();
    let [a, b, c] = [0., 0.5, 20.].map(|x| cube(&mut app, x));
    app.init_resource::<Own>();
    for entity in [a, c] {
        let mut entity = app.world_mut().entity_mut(entity);
        entity.insert(ReportPairs);
    }
    app.world_mut()
        .entity_mut(c)
        .observe(|pair: On<PairBegan>, mut own: ResMut<Own>| own.0.push(pair.other));
    app.update();
    assert_eq!(taken(&mut app), [(true, a, b)]);
    assert!(app.world().resource::<Own>().0.is_empty());
    move_to(&mut app, c, 1.4);
    assert_eq!(taken(&mut app), [(true, c, b)]);
    assert_eq!(app.world().resource::<Own>().0, [b]);
}

#[derive(Resource, Default)]
struct Own(Vec<Entity>);

#[cfg(feature = "dim2")]
#[test]
fn pairs_in_2d_are_others_than_in_3d() {
    let mut app = pairs_app();
    let square = |app: &mut App, x: f32| {
        let square = (
            Collider2d::rectangle(1., 1.),
            Transform::from_xyz(x, 0., 0.),
        );
        app.world_mut().spawn(square).id()
    };
    let island = square(&mut app, 0.);
    let stone = square(&mut app, 9.);
    cube(&mut app, 5.);
    app.world_mut().entity_mut(stone).insert(ReportPairs);
    frames(&mut app, 2);
    move_to(&mut app, stone, 5.);
    assert_eq!(taken(&mut app), []);
    move_to(&mut app, stone, 1.);
    assert_eq!(taken(&mut app), [(true, stone, island)]);
    app.world_mut().despawn(island);
    app.update();
    assert_eq!(taken(&mut app), [(false, stone, island)]);
}

/// After a rollback the events of its ticks are sent again, and they are the same.
#[test]
fn events_are_sent_again_after_a_rollback() {
    let mut app = pairs_app();
    app.add_systems(FixedUpdate, shift);
    let wall = cube(&mut app, 0.);
    let block = cube(&mut app, 3.);
    app.world_mut()
        .entity_mut(block)
        .insert((Platform, ReportPairs, Moving(-0.25)));
    frames(&mut app, 2);
    // Ticks by hand: between frames the transforms are those that are drawn.
    let delta = std::time::Duration::from_secs_f64(1. / HZ);
    app.world_mut().resource_mut::<Time>().advance_by(delta);
    let tick = |app: &mut App| {
        app.world_mut().run_schedule(FixedUpdate);
        app.world_mut().run_schedule(FixedPostUpdate);
        taken(app)
    };
    tick(&mut app);
    let saved = (
        get::<Transform>(&app, block),
        get::<PlatformState>(&app, block),
    );
    let run = |app: &mut App| (0..20).map(|_| tick(app)).collect::<Vec<_>>();
    let first = run(&mut app);
    let events: Vec<_> = first.iter().flatten().copied().collect();
    assert_eq!(events, [(true, block, wall), (false, block, wall)]);
    *get_mut(&mut app, block) = saved.0;
    *get_mut(&mut app, block) = saved.1;
    assert_eq!(run(&mut app), first);
}
