//! Queries with entities in the answers.

use crate::levels::WithSpace;
use crate::stage::*;
use bevy_carom::prelude::*;
use bevy_math::prelude::*;
use bevy_transform::prelude::*;

#[test]
fn queries_have_filters_and_answer_with_entities() {
    let mut app = app();
    let ground = floor(&mut app);
    let ball = (Collider::ball(0.5), Transform::from_xyz(5., 1., 0.));
    let ball = app.world_mut().spawn(ball).id();
    let layers = CollisionLayers {
        layers: 0b10,
        ..CollisionLayers::default()
    };
    let cube = (
        Collider::cuboid(1., 1., 1.),
        layers,
        Transform::from_xyz(9., 1., 0.),
    );
    let cube = app.world_mut().spawn(cube).id();
    let zone = (
        Collider::cuboid(1., 9., 9.),
        Sensor,
        Transform::from_xyz(2., 1., 0.),
    );
    let zone = app.world_mut().spawn(zone).id();
    let me = hero(&mut app, Vec3::ZERO);
    frames(&mut app, 2);
    let run = app.world_mut().run_system_once_with_space(move |space| {
        let (from, delta) = (vec3(-3., 1., 0.), vec3(20., 0., 0.));
        let hit = space.query().ray(from, delta).unwrap();
        assert_eq!(hit.entity, me);
        assert!((hit.point - vec3(-0.3, 1., 0.)).length() < 1e-4 && hit.normal == Vec3::NEG_X);
        let hit = space.query().except(me).ray(from, delta).unwrap();
        assert_eq!((hit.entity, hit.part), (ball, 0));
        let no_characters = !CollisionLayers::CHARACTERS;
        assert_eq!(
            space.query().mask(no_characters).ray(from, delta),
            Some(hit)
        );
        let both = space
            .query()
            .except(me)
            .except(ball)
            .ray(from, delta)
            .unwrap();
        assert_eq!(both.entity, cube);
        assert_eq!(
            space.query().mask(0b100).except(ball).ray(from, delta),
            None
        );
        assert_eq!(space.query().layers(0).ray(from, delta), None);
        let sensed = space
            .query()
            .except(me)
            .with_sensors()
            .ray(from, delta)
            .unwrap();
        assert_eq!(sensed.entity, zone);
        let only = |entity| entity == cube;
        assert_eq!(
            space.query().filter(&only).ray(from, delta).unwrap().entity,
            cube
        );
        let all: Vec<_> = space
            .query()
            .ray_all(from, delta)
            .iter()
            .map(|hit| hit.entity)
            .collect();
        assert_eq!(all, [me, ball, cube]);
    });
    run.unwrap();
    let run = app.world_mut().run_system_once_with_space(move |space| {
        let probe = Collider::ball(0.25);
        let query = space.query().except(me);
        let hit = query
            .sweep(&probe, vec3(0., 1., 0.), vec3(8., 0., 0.))
            .unwrap();
        assert!(hit.entity == ball && (hit.t * 8. - 4.25).abs() < 1e-4);
        // A box that is turned by 45 degrees reaches farther.
        let crate_ = Collider::cuboid(1., 1., 1.);
        let turned = Isometry3d::new(
            vec3(0., 1., 0.),
            Quat::from_rotation_y(core::f32::consts::FRAC_PI_4),
        );
        let hit = query.sweep(&crate_, turned, vec3(8., 0., 0.)).unwrap();
        assert!(
            (hit.t * 8. - (4.5 - 0.5_f32.sqrt())).abs() < 1e-4,
            "{hit:?}"
        );
        let near = query.closest(&probe, vec3(4., 1., 0.), 1.).unwrap();
        assert!(near.entity == ball && (near.separation - 0.25).abs() < 1e-5);
        assert!((near.point.x - 4.5).abs() < 1e-5 && (near.own_point.x - 4.25).abs() < 1e-5);
        assert!(query.closest(&probe, vec3(4., 1., 0.), 0.2).is_none());
        assert!(query.overlap(&probe, vec3(5., 0.2, 0.)));
        assert_eq!(query.overlaps(&probe, vec3(5., 0.25, 0.)), [ground, ball]);
        assert_eq!(query.contacts(&probe, vec3(5., 0.25, 0.), 0.1).len(), 2);
        // Degenerate input: empty answers.
        assert!(query.ray(Vec3::NAN, Vec3::X).is_none());
        assert!(
            query
                .sweep(&Collider::ball(f32::NAN), Vec3::ZERO, Vec3::X)
                .is_none()
        );
        assert!(
            query
                .overlaps(&Collider::hull(vec![]), Vec3::ZERO)
                .is_empty()
        );
    });
    run.unwrap();
}

#[test]
fn shapes_are_scaled_per_axis() {
    let mut app = app();
    let shapes = [
        (Collider::ball(1.), vec3(2., 1., 1.), vec3(1., 0., 0.), 2.),
        (Collider::ball(1.), vec3(1., 3., 1.), vec3(0., 1., 0.), 3.),
        (
            Collider::capsule(0.5, 1.),
            vec3(1., 2., 1.),
            vec3(0., 1., 0.),
            2.,
        ),
        (
            Collider::cuboid(1., 1., 1.),
            vec3(1., 2., -4.),
            vec3(0., 0., 1.),
            2.,
        ),
        (
            Collider::hull([Vec3::X, Vec3::Y, Vec3::Z, Vec3::ZERO]),
            vec3(-3., 1., 1.),
            vec3(-1., 0., 0.),
            3.,
        ),
        (
            Collider::half_space(vec3(0., 2., 0.)),
            vec3(1., 5., 1.),
            vec3(0., 1., 0.),
            0.,
        ),
    ];
    for (number, (shape, scale, out, size)) in shapes.into_iter().enumerate() {
        let place = Transform::from_scale(scale);
        let entity = app.world_mut().spawn((shape, place)).id();
        app.update();
        let run = app.world_mut().run_system_once_with_space(move |space| {
            let aside = vec3(1e-3, 1e-3, 1e-3) * (Vec3::ONE - out.abs());
            let hit = space
                .query()
                .ray(out * 20. + aside, out * -30.)
                .expect("a hit");
            let reach = hit.point.dot(out);
            assert!(
                (reach - size).abs() < 0.04,
                "{number}: {reach} instead of {size}"
            );
        });
        run.unwrap();
        app.world_mut().despawn(entity);
    }
}

#[test]
fn a_query_leaves_out_a_whole_level() {
    let mut app = app();
    log::<LevelReady>(&mut app);
    let level = app.world_mut().spawn(Level::default()).id();
    for y in [0., 1.] {
        let tile = add_mesh(&mut app, tile(3.));
        let child = (
            tile,
            Transform::from_xyz(0., y, 0.),
            bevy_ecs::hierarchy::ChildOf(level),
        );
        app.world_mut().spawn(child);
    }
    crate::levels::until_ready(&mut app, 1);
    let run = app.world_mut().run_system_once_with_space(move |space| {
        let (from, delta) = (vec3(0.5, 5., 0.25), vec3(0., -9., 0.));
        assert_eq!(space.query().ray_all(from, delta).len(), 2);
        assert!(space.query().except(level).ray(from, delta).is_none());
    });
    run.unwrap();
}
