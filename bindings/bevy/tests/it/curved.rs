//! Cylinders, cones, tapered capsules, ellipsoids and ellipses as colliders and shapes of queries.

use crate::stage::*;
use bevy_carom::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::prelude::*;
use bevy_transform::prelude::*;

#[test]
fn rays_end_on_curved_shapes_under_every_scale() {
    let mut app = app();
    let mut place = |shape: Collider, x: f32, scale: Vec3| {
        let transform = Transform::from_xyz(x, 0., 0.).with_scale(scale);
        app.world_mut().spawn((shape, transform)).id()
    };
    // Each with its height above the origin at this distance from its axis, times 100.
    let cases = [
        (Collider::cylinder(1., 2.), Vec3::ONE, 0.9, 100.),
        (Collider::cylinder(1., 2.), vec3(2., 3., 2.), 1.9, 300.),
        (Collider::cylinder(1., 2.), vec3(2., 1., 1.), 1.9, 100.),
        (Collider::cone(1., 2.), Vec3::ONE, 0.5, 0.),
        (Collider::cone(1., 2.), vec3(2., 2., 2.), 0.5, 100.),
        (Collider::frustum(1., 0.5, 2.), Vec3::ONE, 0.75, 0.),
        (
            Collider::frustum(1., 0.5, 2.),
            vec3(-1., 1., 1.),
            0.25,
            100.,
        ),
        (Collider::tapered_capsule(1., 0.5, 2.), Vec3::ONE, 0., 150.),
        (
            Collider::tapered_capsule(1., 0.5, 2.),
            Vec3::splat(2.),
            0.,
            300.,
        ),
        (
            Collider::tapered_capsule(1., 0.5, 2.),
            vec3(1., 2., 1.),
            0.,
            300.,
        ),
        (Collider::ellipsoid(2., 1., 1.), Vec3::ONE, 1.6, 60.),
        (Collider::ellipsoid(1., 1., 1.), vec3(2., 1., 3.), 1.6, 60.),
    ];
    let mut wanted = Vec::new();
    for (number, (shape, scale, beside, height)) in cases.into_iter().enumerate() {
        let x = 10. * number as f32;
        let entity = place(shape, x, scale);
        wanted.push((x + beside, Some((entity, height))));
    }
    app.update();
    let run = app.world_mut().run_system_once(move |space: CaromSpace| {
        for (x, wanted) in &wanted {
            let hit = space.query().ray(vec3(*x, 9., 0.001), vec3(0., -18., 0.));
            let top = hit.map(|hit| (hit.entity, (hit.point.y * 100.).round()));
            assert_eq!(top, *wanted, "at {x}");
        }
        let egg = Collider::ellipsoid(0.25, 1., 0.25);
        let hit = space
            .query()
            .sweep(&egg, vec3(0., 9., 0.), vec3(0., -10., 0.))
            .unwrap();
        assert!((hit.t - 0.7).abs() < 1e-4, "{}", hit.t);
    });
    run.unwrap();
}

#[test]
fn ellipses_in_2d_under_every_scale() {
    let mut app = app();
    let mut place = |shape: Collider2d, x: f32, scale: Vec3| {
        let transform = Transform::from_xyz(x, 0., 0.).with_scale(scale);
        app.world_mut().spawn((shape, transform)).id()
    };
    let plain = place(Collider2d::ellipse(2., 1.), 0., Vec3::ONE);
    let scaled = place(Collider2d::ellipse(1., 1.), 10., vec3(2., 3., 1.));
    app.update();
    let run = app.world_mut().run_system_once(move |space: CaromSpace2d| {
        let top = |x: f32| {
            let hit = space.query().ray(vec2(x, 9.), vec2(0., -18.))?;
            Some((hit.entity, (hit.point.y * 1000.).round()))
        };
        assert_eq!(top(1.6), Some((plain, 600.)));
        assert_eq!(top(11.2), Some((scaled, 2400.)));
        let probe = Collider2d::ellipse(0.5, 2.);
        let hit = space
            .query()
            .sweep(&probe, vec2(0., 9.), vec2(0., -10.))
            .unwrap();
        assert!(hit.entity == plain && (hit.t - 0.6).abs() < 1e-4);
    });
    run.unwrap();
}

#[test]
fn the_primitives_of_bevy_are_colliders() {
    let cylinder = bevy_shape::Cylinder::new(0.5, 3.);
    assert_eq!(Collider::from(cylinder), Collider::cylinder(0.5, 3.));
    let cone = bevy_shape::Cone::new(0.5, 3.);
    assert_eq!(Collider::from(cone), Collider::cone(0.5, 3.));
    let frustum = bevy_shape::ConicalFrustum {
        radius_top: 0.25,
        radius_bottom: 0.5,
        height: 3.,
    };
    assert_eq!(Collider::from(frustum), Collider::frustum(0.5, 0.25, 3.));
}

#[test]
fn bad_curved_shapes_are_left_out_and_good_ones_are_walked_on() {
    let mut app = app();
    for bad in [
        Collider::cylinder(1., 0.),
        Collider::cylinder(-1., 1.),
        Collider::frustum(1., f32::NAN, 1.),
        Collider::tapered_capsule(1., 1., -1.),
        Collider::ellipsoid(1., -1., 1.),
    ] {
        app.world_mut().spawn(bad);
    }
    let drum = Collider::cylinder(5., 1.);
    app.world_mut()
        .spawn((drum, Transform::from_xyz(0., -0.5, 0.)));
    let hero = hero(&mut app, Vec3::ZERO);
    walk(&mut app, hero, vec3(1., 0., 0.));
    frames(&mut app, 60);
    let at = feet(&app, hero);
    assert!((at.x - 1.).abs() < 0.02 && at.y.abs() < 1e-3, "{at}");
}
