//! Queries with entities in the answers.

use crate::levels::WithSpace;
use crate::stage::*;
#[cfg(feature = "dim2")]
use bevy_carom::Dim2;
use bevy_carom::prelude::*;
use bevy_carom::{Dim3, SpacePlace};
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

#[test]
fn a_transform_places_the_shape_of_a_query_with_its_scale() {
    let mut app = app();
    let ball = (Collider::ball(0.5), Transform::from_xyz(5., 1., 0.));
    app.world_mut().spawn(ball);
    app.update();
    let run = app.world_mut().run_system_once_with_space(|space| {
        let query = space.query();
        let cube = Collider::cuboid(1., 1., 1.);
        // The near side of the box by its place; the ball begins at 4.5.
        let gap = |place: SpacePlace<Dim3>| query.closest(&cube, place, 9.).unwrap().separation;
        let near = |found: f32, wanted: f32| {
            assert!((found - wanted).abs() < 1e-5, "{found} instead of {wanted}")
        };
        let at = Vec3::Y;
        let turn = Quat::from_rotation_y(core::f32::consts::FRAC_PI_4);
        let corner = 0.5_f32.sqrt();
        near(gap(at.into()), 4.);
        near(gap(Isometry3d::new(at, turn).into()), 4.5 - corner);
        let place = Transform::from_translation(at).with_scale(Vec3::splat(2.));
        near(gap(place.into()), 3.5);
        near(gap(place.with_rotation(turn).into()), 4.5 - 2. * corner);
        let stretched = place.with_scale(vec3(3., 1., 1.));
        near(gap((&stretched).into()), 3.);
        for place in [place, place.with_rotation(turn), stretched] {
            let global = GlobalTransform::from(place);
            near(gap(global.into()), gap(place.into()));
            near(gap((&global).into()), gap(place.into()));
        }
        // Of a parent that stretches a turned child: the corner reaches 3 times as far.
        let parent = GlobalTransform::from(stretched);
        near(
            gap((parent * Transform::from_rotation(turn)).into()),
            4.5 - 3. * corner,
        );
        // A uniform scale keeps a ball round, whatever the rounding of the matrix.
        let round = GlobalTransform::from(
            place.with_rotation(Quat::from_xyzw(0.1, 0.7, -0.3, 0.6).normalize()),
        );
        let probe = Collider::ball(0.25);
        near(query.closest(&probe, round, 9.).unwrap().separation, 4.);
        near(
            query.closest(&probe, turn, 9.).unwrap().separation,
            26_f32.sqrt() - 0.75,
        );
        // Nowhere, and without a volume.
        assert!(!query.overlap(&cube, Transform::from_scale(Vec3::ZERO)));
        assert!(!query.overlap(&cube, Vec3::NAN));
        assert!(query.overlap(&cube, Transform::from_scale(vec3(20., 20., -20.))));
    });
    run.unwrap();
}

#[test]
#[cfg(feature = "dim2")]
fn a_transform_places_the_shape_of_a_query_in_2d() {
    use bevy_ecs::system::RunSystemOnce;
    let mut app = app();
    let ball = (Collider2d::circle(0.5), Transform::from_xyz(5., 1., 0.));
    app.world_mut().spawn(ball);
    app.update();
    let run = |space: CaromSpace2d| {
        let query = space.query();
        let square = Collider2d::rectangle(1., 1.);
        let gap = |place: SpacePlace<Dim2>| query.closest(&square, place, 9.).unwrap().separation;
        let near = |found: f32, wanted: f32| {
            assert!((found - wanted).abs() < 1e-5, "{found} instead of {wanted}")
        };
        let corner = 0.5_f32.sqrt();
        near(gap(Vec2::Y.into()), 4.);
        let eighth = Rot2::radians(core::f32::consts::FRAC_PI_4);
        near(gap(Isometry2d::new(Vec2::Y, eighth).into()), 4.5 - corner);
        let place = Transform::from_xyz(0., 1., 7.)
            .with_rotation(Quat::from_rotation_z(-core::f32::consts::FRAC_PI_4));
        near(gap(place.into()), 4.5 - corner);
        near(
            gap(place.with_scale(Vec3::splat(2.)).into()),
            4.5 - 2. * corner,
        );
        near(
            gap(GlobalTransform::from(place.with_scale(vec3(2., 2., 1.))).into()),
            4.5 - 2. * corner,
        );
    };
    app.world_mut().run_system_once(run).unwrap();
}
