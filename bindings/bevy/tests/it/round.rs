//! Boxes and hulls with round edges: as colliders, in compounds, in queries, drawn.

use crate::levels::WithSpace;
use crate::stage::*;
use crate::warnings::warnings_of;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::prelude::*;
use bevy_transform::prelude::*;

/// The corner of a round cube with a core from -1 to 1 and a radius of 0.5, along its diagonal.
fn corner() -> f32 {
    3_f32.sqrt() + 0.5
}

/// Separations of a point from a round cube under each scale: to a side, an edge, a corner.
#[test]
fn points_are_as_far_from_a_round_box_as_from_its_core_less_the_radius() {
    for scale in [1., 2., -2.] {
        let mut app = app();
        let place = Transform::from_scale(Vec3::splat(scale));
        let cube = Collider::round_cuboid(2., 2., 2., 0.5);
        let cube = app.world_mut().spawn((cube, place)).id();
        app.update();
        let size = scale.abs();
        let run = app.world_mut().run_system_once_with_space(move |space| {
            let apart = |at: Vec3| {
                let found = space.query().closest(&Collider::ball(0.), at * size, 99.);
                let found = found.unwrap();
                assert_eq!(found.entity, cube);
                found.separation / size
            };
            assert!((apart(vec3(3., 0.3, -0.2)) - 1.5).abs() < 1e-5);
            assert!((apart(vec3(4., 5., 0.5)) - 4.5).abs() < 1e-5);
            assert!((apart(Vec3::splat(3.)) - (2. * 3_f32.sqrt() - 0.5)).abs() < 1e-5);
            // A sharp corner would reach farther, a ball less far.
            assert!(
                !space
                    .query()
                    .overlap(&Collider::ball(0.), Vec3::ONE * 1.4 * size)
            );
            assert!(
                space
                    .query()
                    .overlap(&Collider::ball(0.), Vec3::ONE * 1.2 * size)
            );
        });
        run.unwrap();
    }
}

#[test]
fn a_radius_of_0_is_the_sharp_shape() {
    let mut app = app();
    let mut place = |shape: Collider, x: f32| {
        let turned = Quat::from_euler(EulerRot::XYZ, 0.3, 0.5, 0.1);
        let place = Transform::from_xyz(x, 0., 0.).with_rotation(turned);
        app.world_mut().spawn((shape, place));
    };
    let points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    place(Collider::cuboid(1., 2., 3.), 0.);
    place(Collider::round_cuboid(1., 2., 3., 0.), 20.);
    place(Collider::hull(points), 40.);
    place(Collider::round_hull(points, 0.), 60.);
    app.update();
    let run = app.world_mut().run_system_once_with_space(|space| {
        let mut hits = 0;
        for step in 0..400_u16 {
            let (x, z) = (
                f32::from(step % 20) * 0.15 - 1.5,
                f32::from(step / 20) * 0.15 - 1.5,
            );
            let down = |at: f32| {
                let hit = space.query().ray(vec3(at + x, 9., z), vec3(0., -18., 0.));
                hit.map(|hit| hit.t)
            };
            for [sharp, round] in [[0., 20.], [40., 60.]] {
                let [sharp, round] = [down(sharp), down(round)];
                assert_eq!(sharp.is_some(), round.is_some(), "{x} {z}");
                if let (Some(sharp), Some(round)) = (sharp, round) {
                    assert!((sharp - round).abs() < 1e-5, "{sharp} {round}");
                    hits += 1;
                }
            }
        }
        assert!(hits > 100, "{hits}");
    });
    run.unwrap();
}

/// Stretched, the balls at the corners are ellipsoids: the hull ends where they do.
#[test]
fn a_scale_per_axis_stretches_the_radius() {
    let mut app = app();
    let scale = vec3(1., 2., 3.);
    let cube = Collider::round_cuboid(2., 2., 2., 0.5);
    let stretched = Transform::from_scale(scale);
    app.world_mut().spawn((cube.clone(), stretched));
    let hull = Collider::round_hull([Vec3::ZERO, Vec3::X * 2., Vec3::Y, Vec3::Z], 0.5);
    let aside = Transform::from_xyz(100., 0., 0.).with_scale(scale);
    app.world_mut().spawn((hull, aside));
    app.update();
    let run = app.world_mut().run_system_once_with_space(move |space| {
        let from = |out: Vec3| space.query().ray(out * 20., out * -20.).unwrap();
        // The sides are exact.
        for out in [Vec3::X, Vec3::Y, Vec3::Z] {
            let reach = from(out).point.dot(out);
            assert!((reach - 1.5 * scale.dot(out)).abs() < 1e-5, "{reach}");
        }
        // The corner: at most 4 % of the radius inside.
        let diagonal = (scale * corner()).length() / 3_f32.sqrt();
        let hit = from(scale.normalize()).point.length();
        let slack = 0.04 * 0.5 * scale.length() / 3_f32.sqrt();
        assert!(
            hit < diagonal + 1e-4 && hit > diagonal - slack,
            "{hit} {diagonal}"
        );
        let left = space
            .query()
            .ray(vec3(90., 0.1, 0.1), vec3(20., 0., 0.))
            .unwrap();
        assert!((left.point.x - 99.5).abs() < 0.02, "{}", left.point);
        // A query's shape under the same scale is as large.
        let sweep = |shape: &Collider| {
            let from = stretched.with_translation(vec3(0., 30., 0.));
            space
                .query()
                .sweep(shape, from, vec3(0., -30., 0.))
                .unwrap()
        };
        assert!((30. - sweep(&cube).t * 30. - 6.).abs() < 1e-4);
    });
    run.unwrap();
}

#[test]
fn round_parts_of_compounds_and_shapes_of_queries_keep_their_radius() {
    let mut app = app();
    let part = Collider::round_cuboid(2., 2., 2., 0.5);
    let turned = Quat::from_rotation_y(core::f32::consts::FRAC_PI_4);
    let place = Transform::from_xyz(0., 1., 0.).with_rotation(turned);
    let both = [
        (part.clone(), place),
        (Collider::ball(1.), Transform::from_xyz(0., 9., 0.)),
    ];
    for (x, scale) in [(0., Vec3::splat(2.)), (50., vec3(2., -2., 2.))] {
        let at = Transform::from_xyz(x, 0., 0.).with_scale(scale);
        app.world_mut()
            .spawn((Collider::compound(both.clone()), at));
    }
    app.update();
    let run = app.world_mut().run_system_once_with_space(move |space| {
        // The edge of the turned part, in both.
        let edge = 2. * (2_f32.sqrt() + 0.5);
        for (x, y) in [(0., 2.), (50., -2.)] {
            let hit = space
                .query()
                .ray(vec3(x + 20., y, 0.), vec3(-20., 0., 0.))
                .unwrap();
            assert!(
                (hit.point.x - x - edge).abs() < 1e-4 && hit.part == 0,
                "{hit:?}"
            );
        }
        // From below.
        let from = vec3(0., -30., 0.);
        let hit = space.query().sweep(&part, from, vec3(0., 30., 0.)).unwrap();
        assert!((hit.t * 30. - (30. - 1. - 1.5)).abs() < 1e-4, "{}", hit.t);
    });
    run.unwrap();
}

/// A character walks over the round edge of a kerb, and stands on the top.
#[test]
fn round_boxes_are_walked_on() {
    let mut app = app();
    floor(&mut app);
    let kerb = Collider::round_cuboid(3.8, 0.1, 3.8, 0.1);
    let kerb = (kerb, Transform::from_xyz(3., 0., 0.));
    app.world_mut().spawn(kerb);
    let hero = hero(&mut app, Vec3::ZERO);
    walk(&mut app, hero, vec3(2., 0., 0.));
    frames(&mut app, 90);
    let at = feet(&app, hero);
    assert!(
        (at.x - 3.).abs() < 0.05 && (at.y - 0.15).abs() < 1e-3,
        "{at}"
    );
}

#[test]
fn a_bad_radius_is_a_warning_with_the_name() {
    for (shape, fault) in [
        (
            Collider::round_cuboid(1., 1., 1., -0.1),
            "its radius is -0.1",
        ),
        (
            Collider::round_cuboid(1., 1., 1., f32::NAN),
            "its radius is NaN",
        ),
        (
            Collider::round_cuboid(1., -1., 1., 0.1),
            "a half size is -0.5",
        ),
        (
            Collider::round_hull([Vec3::X], f32::INFINITY),
            "its radius is inf",
        ),
        (Collider::round_hull([], 0.1), "it has no points"),
        (
            Collider::round_hull([Vec3::X, Vec3::NAN], 0.1),
            "point 1 is [NaN, NaN, NaN]",
        ),
    ] {
        let part = Collider::compound([(shape.clone(), Transform::default())]);
        for (shape, of) in [(shape, ""), (part, "part 0: ")] {
            let warnings = warnings_of(|| {
                let mut app = app();
                app.world_mut().spawn((shape.clone(), Name::new("crate")));
                app.update();
                let run = app.world_mut().run_system_once_with_space(move |space| {
                    let query = space.query();
                    assert!(!query.overlap(&Collider::ball(9.), Vec3::ZERO));
                    assert!(query.sweep(&shape, Vec3::ZERO, Vec3::X).is_none());
                });
                run.unwrap();
            });
            let expected = format!("collider of crate: {of}{fault}, and it collides with nothing");
            assert_eq!(warnings, [expected]);
        }
    }
}

#[cfg(feature = "dim2")]
#[test]
fn round_shapes_in_2d() {
    use bevy_ecs::system::RunSystemOnce;
    let mut app = app();
    let mut place = |shape: Collider2d, x: f32, scale: Vec3| {
        let place = Transform::from_xyz(x, 0., 0.).with_scale(scale);
        app.world_mut().spawn((shape, place)).id()
    };
    let brick = Collider2d::round_rectangle(2., 2., 0.5);
    let plain = place(brick.clone(), 0., vec3(1., 1., 7.));
    let mirrored = place(brick.clone(), 20., vec3(-2., 2., 1.));
    let stretched = place(brick.clone(), 40., vec3(1., 3., 1.));
    let wedge = Collider2d::round_hull([vec2(0., 0.), vec2(2., 0.), vec2(0., 2.)], 0.5);
    let wedge = place(wedge, 60., Vec3::ONE);
    app.update();
    let run = app.world_mut().run_system_once(move |space: CaromSpace2d| {
        let apart = |x: f32, y: f32| {
            let at = vec2(x, y);
            let found = space
                .query()
                .closest(&Collider2d::circle(0.), at, 99.)
                .unwrap();
            (found.entity, (found.separation * 1e4).round())
        };
        assert_eq!(apart(4., 5.), (plain, 45000.));
        let far = (80_f32.sqrt() - 1.) * 1e4;
        assert_eq!(apart(26., 10.), (mirrored, far.round()));
        assert_eq!(apart(40.3, 5.5), (stretched, 10000.));
        assert_eq!(apart(60.5, -1.), (wedge, 5000.));
        let far = (2_f32.sqrt() - 0.5) * 1e4;
        assert_eq!(apart(62., 2.), (wedge, far.round()));
        let hit = space
            .query()
            .sweep(&brick, vec2(0., 9.), vec2(0., -9.))
            .unwrap();
        assert!((hit.t * 9. - 6.).abs() < 1e-5);
    });
    run.unwrap();
    let warnings = warnings_of(|| {
        let mut app = crate::stage::app();
        let bad = Collider2d::round_rectangle(1., 1., -1.);
        app.world_mut().spawn((bad, Name::new("brick")));
        app.update();
    });
    let expected = "collider of brick: its radius is -1, and it collides with nothing";
    assert_eq!(warnings, [expected]);
}

#[cfg(feature = "serde")]
#[test]
fn round_shapes_come_back_from_json() {
    let shape = Collider::round_cuboid(1., 2., 3., 0.1);
    let text = serde_json::to_string(&shape).unwrap();
    assert_eq!(
        text,
        r#"{"RoundCuboid":{"half_size":[0.5,1.0,1.5],"radius":0.1}}"#
    );
    assert_eq!(serde_json::from_str::<Collider>(&text).unwrap(), shape);
}

#[cfg(all(feature = "gizmos", feature = "dim2"))]
#[test]
fn gizmos_draw_the_radius() {
    let ends = crate::tools::drawn(|app| {
        let cube = Collider::round_cuboid(2., 2., 2., 0.5);
        let place = Transform::from_xyz(5., 0., 0.).with_scale(Vec3::splat(2.));
        app.world_mut().spawn((cube, place));
        let brick = Collider2d::round_rectangle(2., 2., 0.5);
        app.world_mut()
            .spawn((brick, Transform::from_xyz(-9., 0., 0.)));
    });
    let is_drawn = |at: Vec3| ends.iter().any(|end| end.distance(at) < 1e-4);
    // Corners of the sides, and the middle of the arc between two of them.
    assert!(is_drawn(vec3(8., 2., -2.)) && is_drawn(vec3(3., 3., 2.)));
    let middle = 2. + 0.5_f32.sqrt();
    assert!(is_drawn(vec3(5. + middle, middle, 2.)));
    assert!(is_drawn(vec3(-7.5, 1., 0.)) && is_drawn(vec3(-9. - middle / 2., -middle / 2., 0.)));
    let (low, high) = (vec3(-10.5, -3., -3.), vec3(8., 3., 3.));
    for end in &ends {
        assert!(
            end.cmpge(low - 1e-4).all() && end.cmple(high + 1e-4).all(),
            "{end}"
        );
    }
}
