//! Platforms carry and push, at any frame rate.

use crate::stage::*;
use bevy_app::{App, FixedUpdate};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::prelude::*;
use bevy_time::Time;
use bevy_transform::prelude::*;

#[derive(Component)]
struct Turning(f32);

#[derive(Component)]
struct Moving(Vec3);

fn turn(mut platforms: Query<(&mut Transform, &Turning)>, time: Res<Time>) {
    for (mut transform, turning) in &mut platforms {
        // Rounding would make the quaternion longer with every turn, and move its children outwards.
        transform.rotate_y(turning.0 * time.delta_secs());
        transform.rotation = transform.rotation.normalize();
    }
}

fn shift(mut platforms: Query<(&mut Transform, &Moving)>, time: Res<Time>) {
    for (mut transform, moving) in &mut platforms {
        transform.translation += moving.0 * time.delta_secs();
    }
}

fn moving_app(fps: f64) -> App {
    let mut app = app_at(fps);
    app.add_systems(FixedUpdate, (turn, shift));
    app
}

#[test]
fn a_turntable_carries_around_its_axis_without_drift() {
    for fps in [30., 60., 144.] {
        let mut app = moving_app(fps);
        let table = (
            Collider::cuboid(8., 1., 8.),
            Platform,
            Turning(1.),
            Transform::from_xyz(0., -0.5, 0.),
        );
        let table = app.world_mut().spawn(table).id();
        let hero = hero(&mut app, vec3(2., 0., 0.));
        frames(&mut app, (fps / 10.) as usize);
        let mut start = None;
        // A whole turn and more.
        for _ in 0..(fps * 7.) as usize {
            app.update();
            let at = feet(&app, hero);
            let out = at.xz().length();
            // A chord of an arc of a tick is that much shorter than its radius.
            assert!((out - 2.).abs() < 2e-3, "{fps}: {out}");
            let table = get::<Transform>(&app, table);
            let relative = table.rotation.inverse() * at;
            let start = *start.get_or_insert(relative);
            assert!(relative.distance(start) < 5e-3, "{fps}: {relative}");
        }
    }
}

#[test]
fn a_child_of_a_platform_carries_as_well() {
    let mut app = moving_app(HZ);
    let frame = (Platform, Turning(1.), Transform::from_xyz(0., 1., 0.));
    let frame = app.world_mut().spawn(frame).id();
    let arm = (
        Collider::cuboid(2., 0.2, 2.),
        Transform::from_xyz(4., -0.1, 0.),
        ChildOf(frame),
    );
    app.world_mut().spawn(arm);
    let hero = hero(&mut app, vec3(4., 1., 0.));
    frames(&mut app, 2);
    for _ in 0..180 {
        app.update();
        let at = feet(&app, hero);
        assert!(
            (at.xz().length() - 4.).abs() < 5e-3 && (at.y - 1.).abs() < 2e-3,
            "{at}"
        );
    }
    assert!(feet(&app, hero).x < 0., "half a turn: {}", feet(&app, hero));
}

#[test]
fn a_wall_pushes_and_a_crusher_is_reported() {
    let mut app = moving_app(HZ);
    log::<Crushed>(&mut app);
    log::<Stuck>(&mut app);
    floor(&mut app);
    let pusher = (
        Collider::cuboid(1., 2., 4.),
        Platform,
        Moving(vec3(1., 0., 0.)),
        Transform::from_xyz(-2., 1., 0.),
    );
    let pusher = app.world_mut().spawn(pusher).id();
    let wall = (
        Collider::cuboid(1., 2., 4.),
        Transform::from_xyz(3., 1., 0.),
    );
    app.world_mut().spawn(wall);
    let hero = hero(&mut app, Vec3::ZERO);
    frames(&mut app, 180);
    let at = feet(&app, hero);
    assert!(
        (at.x - (-0.5 - 1. + 0.31 + 180. / 60. - 1. + 0.5)).abs() < 0.6,
        "{at}"
    );
    assert!(logged::<Crushed>(&app).is_empty());
    frames(&mut app, 90);
    let crushed = logged::<Crushed>(&app);
    assert_eq!(
        crushed,
        [Crushed {
            entity: hero,
            by: pusher
        }],
        "once"
    );
    assert!(logged::<Stuck>(&app).is_empty());
}

#[test]
fn a_platform_that_stops_or_is_none_any_more_rests() {
    let mut app = moving_app(HZ);
    let lift = (
        Collider::cuboid(4., 1., 4.),
        Platform,
        Moving(vec3(0.5, 0., 0.)),
        Transform::from_xyz(0., -0.5, 0.),
    );
    let lift = app.world_mut().spawn(lift).id();
    let hero = hero(&mut app, Vec3::ZERO);
    frames(&mut app, 61);
    assert!(
        (feet(&app, hero).x - 0.5).abs() < 0.02,
        "{}",
        feet(&app, hero)
    );
    app.world_mut().entity_mut(lift).remove::<Moving>();
    frames(&mut app, 2);
    let at = feet(&app, hero);
    frames(&mut app, 30);
    assert_eq!(feet(&app, hero), at);
    app.world_mut()
        .entity_mut(lift)
        .insert(Moving(vec3(0.5, 0., 0.)));
    frames(&mut app, 10);
    app.world_mut()
        .entity_mut(lift)
        .remove::<(Platform, Moving)>();
    frames(&mut app, 2);
    let at = feet(&app, hero);
    frames(&mut app, 30);
    assert_eq!(feet(&app, hero), at);
}

#[test]
fn a_platform_with_a_fresh_state_is_teleported_without_its_rider() {
    let mut app = moving_app(HZ);
    floor(&mut app);
    let lift = (
        Collider::cuboid(4., 1., 4.),
        Platform,
        Transform::from_xyz(0., 2.5, 0.),
    );
    let lift = app.world_mut().spawn(lift).id();
    let hero = hero(&mut app, vec3(0., 3., 0.));
    frames(&mut app, 10);
    assert_eq!(
        get::<CharacterState>(&app, hero).ground.unwrap().entity,
        lift
    );
    get_mut::<Transform>(&mut app, lift).translation.x = 30.;
    app.world_mut()
        .entity_mut(lift)
        .insert(PlatformState::default());
    frames(&mut app, 90);
    let at = feet(&app, hero);
    assert!(at.xz().length() < 1e-3 && at.y.abs() < 1e-3, "{at}");
}

#[test]
fn conveyors_carry_and_one_way_floors_let_through_from_below() {
    let mut app = app();
    let belt = (
        Collider::cuboid(50., 1., 50.),
        Conveyor {
            velocity: vec3(0., 0., 1.5),
        },
        Transform::from_xyz(0., -0.5, 0.),
    );
    let belt = app.world_mut().spawn(belt).id();
    let gallery = (
        Collider::cuboid(50., 0.2, 50.),
        OneWay::default(),
        Transform::from_xyz(0., 1., 0.),
    );
    let gallery = app.world_mut().spawn(gallery).id();
    let hero = hero(&mut app, Vec3::ZERO);
    frames(&mut app, 61);
    assert!(
        (feet(&app, hero).z - 1.5).abs() < 0.03,
        "{}",
        feet(&app, hero)
    );
    app.world_mut().entity_mut(belt).remove::<Conveyor>();
    frames(&mut app, 2);
    let rest = feet(&app, hero).z;
    frames(&mut app, 20);
    assert!((feet(&app, hero).z - rest).abs() < 1e-4);
    get_mut::<Wish>(&mut app, hero).jump(6.);
    frames(&mut app, 90);
    assert!(
        (feet(&app, hero).y - 1.1).abs() < 1e-3,
        "{}",
        feet(&app, hero)
    );
    // A solid floor from now on: a jump from below would hit its head; gone, the hero falls.
    app.world_mut().entity_mut(gallery).despawn();
    frames(&mut app, 60);
    assert!(feet(&app, hero).y.abs() < 1e-3);
}

#[test]
fn a_platform_moved_in_update_is_no_worse_than_its_ticks() {
    let mut app = app_at(144.);
    let lift = (
        Collider::cuboid(4., 1., 4.),
        Platform,
        NoInterpolation,
        Transform::from_xyz(0., -0.5, 0.),
    );
    let lift = app.world_mut().spawn(lift).id();
    let hero = hero(&mut app, Vec3::ZERO);
    for frame in 0..288_u16 {
        get_mut::<Transform>(&mut app, lift).translation.y = f32::from(frame) / 288. - 0.5;
        app.update();
    }
    let gap = feet(&app, hero).y - 287. / 288.;
    assert!(gap.abs() < 0.03, "{gap}");
}

#[test]
fn materials_say_what_is_slippery_steep_or_no_step() {
    let mut app = app();
    let ground = floor(&mut app);
    let kerb = (
        Collider::cuboid(4., 0.4, 40.),
        SurfaceMaterial {
            step: false,
            tag: 8,
            ..SurfaceMaterial::default()
        },
        Transform::from_xyz(4., 0., 0.),
    );
    let kerb = app.world_mut().spawn(kerb).id();
    let hero = hero(&mut app, Vec3::ZERO);
    app.world_mut()
        .entity_mut(hero)
        .insert(Locomotion::default());
    walk(&mut app, hero, vec3(3., 0., 0.));
    frames(&mut app, 90);
    let report = app.world().get::<CharacterReport>(hero).unwrap();
    assert!(
        report
            .contacts
            .iter()
            .any(|met| (met.entity, met.tag) == (kerb, 8)),
        "{report:?}"
    );
    assert!(
        feet(&app, hero).y < 0.01 && feet(&app, hero).x < 2.,
        "{}",
        feet(&app, hero)
    );
    // Without its material it is a step.
    app.world_mut().entity_mut(kerb).remove::<SurfaceMaterial>();
    frames(&mut app, 60);
    assert!(feet(&app, hero).y > 0.19, "{}", feet(&app, hero));

    // From 3 m/s, the friction 4 stops it after 3 / 4 m, ice of a tenth of that after 7.5 m.
    walk(&mut app, hero, vec3(0., 0., 3.));
    let ice = SurfaceMaterial {
        friction: 0.1,
        ..SurfaceMaterial::default()
    };
    for (material, way) in [(None, 0.75), (Some(ice), 7.5)] {
        get_mut::<Transform>(&mut app, hero).translation = vec3(-20., 0., -20.);
        frames(&mut app, 120);
        if let Some(material) = material {
            app.world_mut().entity_mut(ground).insert(material);
        }
        let start = feet(&app, hero).z;
        walk(&mut app, hero, Vec3::ZERO);
        frames(&mut app, 1800);
        let end = feet(&app, hero).z;
        assert!(
            (end - start - way).abs() < 0.06,
            "{} instead of {way}",
            end - start
        );
        walk(&mut app, hero, vec3(0., 0., 3.));
    }
}

/// One of the two triangles of a square is ice: from 3 m/s a character slides ten times as far there.
#[test]
fn triangles_have_materials_of_their_own() {
    let mut app = app();
    let mesh = add_mesh(&mut app, tile(60.));
    let ice = SurfaceMaterial {
        friction: 0.1,
        ..SurfaceMaterial::default()
    };
    let parts = PartMaterials(vec![(0, ice)]);
    let level = app.world_mut().spawn((mesh, Level::default(), parts)).id();
    let slides = |app: &mut App, at: Vec3| {
        let hero = hero(app, at);
        let locomotion = Locomotion::default();
        app.world_mut().entity_mut(hero).insert(locomotion);
        walk(app, hero, vec3(0., 0., 3.));
        frames(app, 150);
        let start = feet(app, hero).z;
        walk(app, hero, Vec3::ZERO);
        frames(app, 1800);
        let end = feet(app, hero).z;
        app.world_mut().despawn(hero);
        end - start
    };
    let (on_ice, beside) = (vec3(-40., 0., 0.), vec3(40., 0., 0.));
    for (at, way) in [(on_ice, 7.5), (beside, 0.75)] {
        let slid = slides(&mut app, at);
        assert!((slid - way).abs() < 0.06, "{slid} instead of {way}");
    }
    app.world_mut().entity_mut(level).remove::<PartMaterials>();
    let slid = slides(&mut app, on_ice);
    assert!((slid - 0.75).abs() < 0.06, "{slid} without the material");
}

/// An animation moves it along its own axes and turns it, with a turntable too; a vertical one takes the place of gravity.
#[test]
fn an_animation_moves_and_turns_a_character_with_its_ground() {
    for has_locomotion in [false, true] {
        let mut app = app();
        app.add_systems(FixedUpdate, turn);
        let table = floor(&mut app);
        app.world_mut()
            .entity_mut(table)
            .insert((Platform, Turning(1.)));
        let hero = hero(&mut app, Vec3::ZERO);
        if has_locomotion {
            let mut hero = app.world_mut().entity_mut(hero);
            hero.insert(Locomotion::default());
        }
        frames(&mut app, 5);
        get_mut::<Transform>(&mut app, hero).rotation = Quat::from_rotation_y(0.3);
        let animate = |app: &mut App, motion: RootMotion| {
            get_mut::<Wish>(app, hero).root_motion = Some(motion);
            frames(app, 1);
            assert_eq!(get::<Wish>(app, hero).root_motion, None);
        };
        // 2 m and one radian, on a floor that turns by one radian: an arc there, with a chord of 4 sin(1/2).
        for _ in 0..60 {
            let motion = RootMotion {
                displacement: vec3(2. / 60., 0., 0.),
                turn: 1. / 60.,
                vertical: false,
            };
            animate(&mut app, motion);
        }
        let state = get::<CharacterState>(&app, hero);
        let way = state.feet.xz().length();
        assert!((way - 4. * 0.5_f32.sin()).abs() < 0.02, "{way}");
        let rotation = get::<Transform>(&app, hero).rotation;
        let off = rotation.angle_between(Quat::from_rotation_y(2.3));
        assert!(off < 2e-3, "{off}");
        for _ in 0..30 {
            let motion = RootMotion {
                displacement: vec3(0., 1. / 30., 0.),
                vertical: true,
                ..RootMotion::default()
            };
            animate(&mut app, motion);
        }
        let state = get::<CharacterState>(&app, hero);
        let risen = state.feet.y - 0.01;
        assert!(!state.grounded() && (risen - 1.).abs() < 1e-3, "{risen}");
        frames(&mut app, 60);
        assert!(get::<CharacterState>(&app, hero).grounded());
    }
}
