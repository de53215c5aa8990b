//! Levels from meshes and from hierarchies, as scenes spawn them.

use crate::stage::*;
use bevy_app::{App, FixedUpdate};
use bevy_asset::Assets;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::prelude::*;
use bevy_mesh::{Mesh, Mesh3d, VertexAttributeValues};
use bevy_transform::prelude::*;

/// Frames until a level is ready; fails after many.
pub(crate) fn until_ready(app: &mut App, levels: usize) {
    for _ in 0..2000 {
        app.update();
        if logged::<LevelReady>(app).len() >= levels {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    panic!("only {:?} are ready", logged::<LevelReady>(app));
}

fn ready_app() -> App {
    let mut app = app();
    log::<LevelReady>(&mut app);
    app
}

fn rests_at(app: &mut App, hero: Entity, y: f32) {
    frames(app, 90);
    let at = feet(app, hero);
    assert!((at.y - y).abs() < 2e-3, "{at} instead of {y}");
}

#[test]
fn a_character_waits_for_the_levels_that_exist_and_lands_on_them() {
    let mut app = ready_app();
    let level = app.world_mut().spawn(Level::default()).id();
    let hero = hero(&mut app, vec3(0., 1., 0.));
    // The scene is still loading.
    frames(&mut app, 120);
    assert_eq!(feet(&app, hero), vec3(0., 1., 0.));
    let tile = add_mesh(&mut app, tile(5.));
    let child = (tile, Transform::from_xyz(0., 0.25, 0.), ChildOf(level));
    app.world_mut().spawn(child);
    until_ready(&mut app, 1);
    let ready = LevelReady {
        entity: level,
        meshes: 1,
    };
    assert_eq!(logged::<LevelReady>(&app), [ready]);
    rests_at(&mut app, hero, 0.25);
    assert_eq!(logged::<LevelReady>(&app).len(), 1);
}

#[test]
fn later_levels_hold_no_character_up_and_later_meshes_join() {
    let mut app = ready_app();
    floor(&mut app);
    let hero = hero(&mut app, vec3(0., 1., 0.));
    app.update();
    let level = app.world_mut().spawn(Level::default()).id();
    rests_at(&mut app, hero, 0.);
    let tile = add_mesh(&mut app, tile(5.));
    app.world_mut().spawn((
        tile.clone(),
        Transform::from_xyz(50., 0.5, 0.),
        ChildOf(level),
    ));
    until_ready(&mut app, 1);
    // Below a child that is put under the level.
    let group = app.world_mut().spawn(Transform::from_xyz(0., 0.5, 0.)).id();
    app.world_mut()
        .spawn((tile, Transform::from_xyz(0., 0.5, 0.), ChildOf(group)));
    frames(&mut app, 5);
    app.world_mut().entity_mut(group).insert(ChildOf(level));
    frames(&mut app, 20);
    get_mut::<Transform>(&mut app, hero).translation = vec3(0., 2., 0.);
    rests_at(&mut app, hero, 1.);
    // And taken out again.
    app.world_mut().entity_mut(group).remove::<ChildOf>();
    rests_at(&mut app, hero, 0.);
}

/// A slope of 2 : 1 in x, both sides, under scales that stretch, mirror and shear.
#[test]
fn scale_is_baked_per_axis_and_mirrored_meshes_keep_their_winding() {
    for (scale, turn) in [
        (vec3(1., 1., 1.), 0.),
        (vec3(3., 3., 3.), 0.4),
        (vec3(2., 0.5, 1.), 0.),
        (vec3(-1., 1., 1.), 0.),
        (vec3(1., 2., -3.), 1.),
        (vec3(-2., 0.5, -1.), 0.3),
    ] {
        let mut app = ready_app();
        let slope = mesh(
            vec![[-4., -2., -4.], [-4., -2., 4.], [4., 2., 4.], [4., 2., -4.]],
            Some(vec![0, 1, 2, 0, 2, 3]),
        );
        let slope = add_mesh(&mut app, slope);
        let level = Level {
            one_sided: true,
            ..Level::default()
        };
        let place = Transform {
            scale,
            rotation: Quat::from_rotation_y(turn),
            ..Transform::default()
        };
        app.world_mut().spawn((slope, level, place));
        until_ready(&mut app, 1);
        let down = app.world_mut().run_system_once_with_space(move |space| {
            let expected = move |x: f32, z: f32| {
                let local = place.rotation.inverse() * vec3(x, 0., z) / scale;
                local.x * 0.5 * scale.y
            };
            for (x, z) in [(0.5, 0.2), (-0.3, 0.4), (0., -0.7)] {
                let hit = space
                    .query()
                    .ray(vec3(x, 9., z), vec3(0., -20., 0.))
                    .expect("the front");
                assert!(
                    (hit.point.y - expected(x, z)).abs() < 1e-4,
                    "{scale}: {hit:?}"
                );
                assert!(hit.normal.y > 0.);
                let below = space.query().ray(vec3(x, -9., z), vec3(0., 20., 0.));
                assert!(below.is_none(), "{scale}: the back lets through, {below:?}");
            }
        });
        down.unwrap();
    }
}

/// Runs a system with the space once.
pub(crate) trait WithSpace {
    fn run_system_once_with_space(
        &mut self,
        run: impl Fn(&CaromSpace) + Send + Sync + 'static,
    ) -> Result<(), String>;
}

impl WithSpace for World {
    fn run_system_once_with_space(
        &mut self,
        run: impl Fn(&CaromSpace) + Send + Sync + 'static,
    ) -> Result<(), String> {
        use bevy_ecs::system::RunSystemOnce;
        self.run_system_once(move |space: CaromSpace| run(&space))
            .map_err(|error| error.to_string())
    }
}

#[test]
fn a_sheared_child_is_where_it_is_drawn() {
    let mut app = ready_app();
    let level = (Level::default(), Transform::from_scale(vec3(1., 3., 1.)));
    let level = app.world_mut().spawn(level).id();
    let tile = add_mesh(&mut app, tile(4.));
    let child = Transform::from_rotation(Quat::from_rotation_z(0.4));
    app.world_mut().spawn((tile, child, ChildOf(level)));
    until_ready(&mut app, 1);
    app.update();
    let run = app.world_mut().run_system_once_with_space(|space| {
        let hit = space
            .query()
            .ray(vec3(1., 9., 0.5), vec3(0., -20., 0.))
            .unwrap();
        assert!((hit.point.y - 3. * 0.4_f32.tan()).abs() < 1e-4, "{hit:?}");
    });
    run.unwrap();
}

#[test]
fn names_are_skipped_and_own_colliders_win() {
    let mut app = ready_app();
    let level = Level {
        skip: vec!["grass*".into()],
        ..Level::default()
    };
    let level = app.world_mut().spawn(level).id();
    let tile = add_mesh(&mut app, tile(5.));
    let at = |y: f32| Transform::from_xyz(0., y, 0.);
    app.world_mut()
        .spawn((tile.clone(), at(0.), ChildOf(level)));
    let grass = (Name::new("grass.003"), at(1.), ChildOf(level));
    let grass = app.world_mut().spawn(grass).id();
    app.world_mut()
        .spawn((tile.clone(), at(0.), ChildOf(grass)));
    let boxed = (tile, at(0.), Collider::cuboid(2., 1., 2.), ChildOf(level));
    let boxed = app.world_mut().spawn(boxed).id();
    let hero = hero(&mut app, vec3(0., 3., 0.));
    until_ready(&mut app, 1);
    assert_eq!(logged::<LevelReady>(&app)[0].meshes, 1);
    rests_at(&mut app, hero, 0.5);
    app.world_mut().entity_mut(boxed).remove::<Collider>();
    rests_at(&mut app, hero, 0.);
    get_mut::<Name>(&mut app, grass).set("stone");
    get_mut::<Transform>(&mut app, hero).translation.y = 3.;
    frames(&mut app, 10);
    rests_at(&mut app, hero, 1.);
}

#[test]
fn nothing_stale_stays() {
    // Each takes the ground away in another way.
    let ways: [fn(&mut App, [Entity; 3]); 5] = [
        |app, [level, ..]| {
            app.world_mut().entity_mut(level).despawn();
        },
        |app, [level, ..]| {
            app.world_mut().entity_mut(level).remove::<Level>();
        },
        |app, [_, group, _]| {
            app.world_mut().entity_mut(group).despawn();
        },
        |app, [.., mesh]| {
            app.world_mut().entity_mut(mesh).remove::<Mesh3d>();
        },
        |app, [.., mesh]| {
            app.world_mut().entity_mut(mesh).remove::<ChildOf>();
        },
    ];
    for (number, way) in ways.into_iter().enumerate() {
        let mut app = ready_app();
        let level = app.world_mut().spawn(Level::default()).id();
        let group = app
            .world_mut()
            .spawn((Transform::default(), ChildOf(level)))
            .id();
        let tile = add_mesh(&mut app, tile(5.));
        let mesh = app.world_mut().spawn((tile, ChildOf(group))).id();
        let hero = hero(&mut app, Vec3::ZERO);
        until_ready(&mut app, 1);
        rests_at(&mut app, hero, 0.);
        assert_eq!(
            get::<CharacterState>(&app, hero).ground.unwrap().entity,
            mesh
        );
        way(&mut app, [level, group, mesh]);
        frames(&mut app, 30);
        assert!(
            feet(&app, hero).y < -0.3,
            "way {number}: {}",
            feet(&app, hero)
        );
        assert_eq!(get::<CharacterState>(&app, hero).ground, None);
        app.world_mut()
            .run_system_once_with_space(|space| {
                assert!(
                    space
                        .query()
                        .mask(1)
                        .ray(Vec3::Y, Vec3::NEG_Y * 9.)
                        .is_none()
                );
            })
            .unwrap();
    }
}

#[test]
fn a_removed_collider_is_gone_at_once_between_ticks() {
    // Sixteen frames a tick: a removal must not be missed.
    let mut app = app_at(1000.);
    let ground = floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    frames(&mut app, 100);
    app.world_mut().entity_mut(ground).remove::<Collider>();
    let run = app.world_mut().run_system_once_with_space(|space| {
        assert!(
            space
                .query()
                .ray(Vec3::Y * 5. + Vec3::X * 3., Vec3::NEG_Y * 9.)
                .is_none()
        );
    });
    run.unwrap();
    frames(&mut app, 500);
    assert!(feet(&app, hero).y < -0.5);
}

#[test]
fn a_changed_mesh_is_built_again_and_a_scaled_level_too() {
    let mut app = ready_app();
    let tile = add_mesh(&mut app, tile(5.));
    let level = app.world_mut().spawn((tile.clone(), Level::default())).id();
    let hero = hero(&mut app, Vec3::ZERO);
    until_ready(&mut app, 1);
    rests_at(&mut app, hero, 0.);
    let mut meshes = app.world_mut().resource_mut::<Assets<Mesh>>();
    let mut raised = meshes.get_mut(&tile.0).unwrap();
    let Some(VertexAttributeValues::Float32x3(positions)) =
        raised.attribute_mut(Mesh::ATTRIBUTE_POSITION)
    else {
        panic!("positions");
    };
    positions.iter_mut().for_each(|p| p[1] = 0.5);
    drop(raised);
    get_mut::<Transform>(&mut app, hero).translation.y = 2.;
    frames(&mut app, 20);
    rests_at(&mut app, hero, 0.5);
    get_mut::<Transform>(&mut app, level).scale.y = 3.;
    get_mut::<Transform>(&mut app, hero).translation.y = 2.;
    frames(&mut app, 20);
    rests_at(&mut app, hero, 1.5);
}

#[test]
fn a_moving_level_carries() {
    let mut app = ready_app();
    let tile = add_mesh(&mut app, tile(5.));
    let level = app.world_mut().spawn((Level::default(), Platform)).id();
    app.world_mut().spawn((tile, ChildOf(level)));
    let hero = hero(&mut app, Vec3::ZERO);
    until_ready(&mut app, 1);
    frames(&mut app, 5);
    let mut left = 60;
    app.add_systems(
        FixedUpdate,
        move |mut levels: Query<&mut Transform, With<Level>>| {
            if left > 0 {
                left -= 1;
                levels.single_mut().unwrap().translation += vec3(0.02, 0.01, 0.);
            }
        },
    );
    frames(&mut app, 62);
    let at = feet(&app, hero);
    assert!((at - vec3(1.2, 0.6, 0.)).length() < 5e-3, "{at}");
}

#[test]
fn seams_between_meshes_and_triangles_neither_catch_nor_bump() {
    let mut app = ready_app();
    let level = app.world_mut().spawn(Level::default()).id();
    let tile = add_mesh(&mut app, tile(0.5));
    for x in 0..30_u8 {
        let x = f32::from(x);
        // A floor of separate tiles, and a wall of separate tiles along it.
        for z in [0., 1.] {
            let place = Transform::from_xyz(x, 0., z);
            app.world_mut().spawn((tile.clone(), place, ChildOf(level)));
        }
        for y in [0.5, 1.5] {
            let place = Transform::from_xyz(x, y, -0.5)
                .with_rotation(Quat::from_rotation_x(core::f32::consts::FRAC_PI_2));
            app.world_mut().spawn((tile.clone(), place, ChildOf(level)));
        }
    }
    log::<Bumped>(&mut app);
    let hero = hero(&mut app, vec3(0., 0., 0.2));
    until_ready(&mut app, 1);
    // Into the wall at 45 degrees: along it remains 2 m/s, from tick to tick.
    walk(&mut app, hero, vec3(2., 0., -2.));
    frames(&mut app, 30);
    let mut last = get::<CharacterState>(&app, hero).feet;
    for _ in 0..600 {
        app.update();
        let now = get::<CharacterState>(&app, hero).feet;
        let step = now - last;
        assert!((step.x * 60. - 2.).abs() < 2e-3, "at {now}: {step}");
        assert!(
            step.y.abs() < 1e-5 && step.z.abs() < 1e-5,
            "at {now}: {step}"
        );
        last = now;
    }
    assert!(last.x > 20.);
}
