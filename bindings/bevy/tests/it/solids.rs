//! Solid levels and polygons, compounds, height fields that are edited, and queries of the library.

use crate::levels::{WithSpace, until_ready};
use crate::stage::*;
use bevy_carom::carom::{self, RigidMotion, glam};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::prelude::*;
use bevy_shape::Cuboid;
use bevy_transform::prelude::*;

/// A ball in a cube of 10 m is as deep as the nearest side is far; the same mesh as a shell has it outside.
#[test]
fn closed_meshes_of_a_solid_level_have_an_inside() {
    for (solid, scale) in [
        (true, Vec3::ONE),
        (true, vec3(-1., 1., 2.)),
        (false, Vec3::ONE),
    ] {
        let mut app = app();
        log::<LevelReady>(&mut app);
        let cube = add_mesh(&mut app, Cuboid::new(10., 10., 10.).into());
        let floor = add_mesh(&mut app, tile(50.));
        let level = Level {
            solid,
            ..Level::default()
        };
        let place = Transform::from_xyz(0., 20., 0.).with_scale(scale);
        let level = app.world_mut().spawn((level, place)).id();
        let cube = app.world_mut().spawn((cube, ChildOf(level))).id();
        let below = Transform::from_xyz(0., -20., 0.);
        let floor = app.world_mut().spawn((floor, below, ChildOf(level))).id();
        until_ready(&mut app, 1);
        let run = app.world_mut().run_system_once_with_space(move |space| {
            let ball = Collider::ball(0.5);
            let mut depths = Vec::new();
            for at in [vec3(1., 20., 0.), vec3(0., 23., 1.), vec3(-4., 21., 0.)] {
                let found = space.query().closest(&ball, at, 0.);
                depths.push(found.map(|found| (found.entity, (found.separation * 1e3).round())));
                assert_eq!(space.query().overlap(&ball, at), solid);
            }
            if solid {
                let wanted = [-4500., -2500., -1500.].map(|depth| Some((cube, depth)));
                assert_eq!(depths, wanted);
            } else {
                assert_eq!(depths, [None; 3]);
            }
            // The floor is open, and stays as it is.
            let down = space
                .query()
                .ray(vec3(30., 9., 0.), vec3(0., -99., 0.))
                .unwrap();
            assert_eq!(down.entity, floor);
        });
        run.unwrap();
    }
}

#[test]
fn a_compound_is_walked_on_and_answers_with_the_numbers_of_its_parts() {
    let mut app = app();
    floor(&mut app);
    let plate = (
        Collider::cuboid(4., 0.2, 4.),
        Transform::from_xyz(0., 1., 0.),
    );
    let turned = Transform::from_xyz(1.5, 0.5, 0.).with_rotation(Quat::from_rotation_z(0.5));
    let leg = (Collider::capsule(0.1, 0.8), turned);
    let scaled = Transform::from_xyz(-1.5, 0.5, 0.).with_scale(vec3(1., 2., 1.));
    let post = (Collider::cylinder(0.1, 0.4), scaled);
    let table = Collider::compound([plate.clone(), leg.clone(), post.clone()]);
    let at = Transform::from_xyz(10., 0., 0.).with_scale(Vec3::splat(2.));
    let table = app.world_mut().spawn((table, at)).id();
    // The same parts as colliders of their own.
    let parts = [plate, leg, post].map(|(shape, place)| {
        let place = Transform::from_xyz(-10., 0., 0.).with_scale(Vec3::splat(2.)) * place;
        app.world_mut().spawn((shape, place)).id()
    });
    let me = hero(&mut app, vec3(10., 2.2, 0.));
    frames(&mut app, 60);
    assert!((feet(&app, me).y - 2.2).abs() < 1e-3, "{}", feet(&app, me));
    let run = app.world_mut().run_system_once_with_space(move |space| {
        let mut hits = [0; 3];
        for step in 0..400_u16 {
            let x = f32::from(step % 20) * 0.45 - 4.4;
            let y = f32::from(step / 20) * 0.12 + 0.05;
            let along = |side: f32| {
                let query = space.query().except(me);
                query.ray(vec3(side + x, y, -9.), vec3(0., 0., 18.))
            };
            let (one, other) = (along(10.), along(-10.));
            assert_eq!(one.is_some(), other.is_some());
            if let (Some(one), Some(other)) = (one, other) {
                assert_eq!(
                    (one.entity, other.entity),
                    (table, parts[one.part as usize])
                );
                assert!((one.t - other.t).abs() < 1e-4, "{} {}", one.t, other.t);
                hits[one.part as usize] += 1;
            }
        }
        assert!(hits.iter().all(|count| *count > 0), "{hits:?}");
        let side = space
            .query()
            .except(me)
            .ray(vec3(99., 1.5, 0.), vec3(-99., 0., 0.));
        assert_eq!(side.map(|hit| (hit.entity, hit.part)), Some((table, 1)));
    });
    run.unwrap();
}

#[test]
fn bad_compounds_and_heights_are_left_out() {
    let mut app = app();
    let part = |shape| (shape, Transform::default());
    let plane = Collider::half_space(Vec3::Y);
    for bad in [
        Collider::compound([]),
        Collider::compound([part(Collider::ball(1.)), part(Collider::ball(f32::NAN))]),
        Collider::compound([part(plane)]),
        Collider::compound([(Collider::ball(1.), Transform::from_xyz(f32::NAN, 0., 0.))]),
        Collider::compound([part(Collider::compound([part(Collider::ball(1.))]))]),
        Collider::heights([0., 0., 0.], 2, Vec2::ONE),
        Collider::heights([0., 0., 0., f32::INFINITY], 2, Vec2::ONE),
        Collider::heights([0.; 4], 2, vec2(1., -1.)),
    ] {
        app.world_mut().spawn(bad);
    }
    frames(&mut app, 2);
    let run = app.world_mut().run_system_once_with_space(|space| {
        assert!(!space.query().overlap(&Collider::ball(99.), Vec3::ZERO));
    });
    run.unwrap();
}

/// A field in single steps of 2 m, stretched and moved: where it is edited it answers as a new one does.
#[test]
fn heights_are_edited_in_place_and_walked_on() {
    let mut app = app();
    let heights: Vec<f32> = (0..81_u16).map(|i| f32::from(i % 7) * 0.1).collect();
    let place = Transform::from_xyz(-8., 1., -8.).with_scale(vec3(1., 2., 1.));
    let field = (Collider::heights(heights, 9, Vec2::splat(2.)), place);
    let field = app.world_mut().spawn(field).id();
    let me = hero(&mut app, vec3(0., 3., 0.));
    frames(&mut app, 30);
    let deep = |column: usize, row: usize| -1. - 0.01 * (column * row) as f32;
    let edit = move |mut heights: CaromHeights| {
        heights.refit_heights(field, 3..6, 2..7, deep).unwrap();
        let wrong = [
            heights.refit_heights(me, 0..1, 0..1, |_, _| 0.),
            heights.refit_heights(field, 0..10, 0..1, |_, _| 0.),
            heights.refit_heights(field, 0..1, 0..1, |_, _| f32::INFINITY),
            heights.refit_heights(field, 0..9, 0..9, |_, _| f32::NAN),
        ];
        for error in wrong {
            assert!(error.is_err());
        }
    };
    app.world_mut().run_system_once(edit).unwrap();
    let edited = get::<Collider>(&app, field);
    let Collider::Heights { heights, .. } = &edited else {
        panic!("{edited:?}");
    };
    assert_eq!(heights[2 * 9 + 3], deep(3, 2));
    let tops = |app: &mut bevy_app::App| {
        let run = app.world_mut().run_system_once(move |space: CaromSpace| {
            let top = |i: u16| {
                let (x, z) = (f32::from(i % 20) * 0.8 - 7.6, f32::from(i / 20) * 0.8 - 7.6);
                let query = space.query().except(me);
                query
                    .ray(vec3(x, 9., z), vec3(0., -20., 0.))
                    .map(|hit| hit.point)
            };
            (0..400).map(top).collect::<Vec<_>>()
        });
        run.unwrap()
    };
    let in_place = tops(&mut app);
    frames(&mut app, 60);
    // In the pit: twice the height, one above the origin.
    let middle = feet(&app, me).y;
    assert!((middle - (1. + 2. * deep(4, 4))).abs() < 0.02, "{middle}");
    // Built again.
    *get_mut::<Collider>(&mut app, field) = edited;
    frames(&mut app, 2);
    assert_eq!(tops(&mut app), in_place);
}

#[test]
fn the_nearest_parts_and_queries_of_the_library() {
    let mut app = app();
    let balls = [9., 3., 5., 1.].map(|x| {
        let ball = (Collider::ball(0.5), Transform::from_xyz(x, 0., 0.));
        app.world_mut().spawn(ball).id()
    });
    app.update();
    let run = app.world_mut().run_system_once_with_space(move |space| {
        let point = Collider::ball(0.);
        let found = space.query().closest_n(&point, Vec3::ZERO, 2, 99.);
        let found: Vec<_> = found.iter().map(|c| (c.entity, c.separation)).collect();
        assert_eq!(found, [(balls[3], 0.5), (balls[1], 2.5)]);
        assert_eq!(space.query().closest_n(&point, Vec3::ZERO, 9, 3.).len(), 2);
        let ball = carom::Ball::new(glam::vec3(-4., 0., 0.), 0.5);
        let motion = RigidMotion::straight(glam::vec3(8., 0., 0.));
        let query = space.query().except(balls[3]);
        let hit = query.with_carom(|query| query.sweep_moving(&ball, &motion, 1.).hit);
        let hit = hit.unwrap();
        assert!(space.entity(hit.part) == Some(balls[1]) && (hit.t - 0.75).abs() < 1e-5);
        // Visitors, scaled copies and the penetration of meshes need no door of their own.
        let region = carom::Aabb {
            min: glam::vec3(2., -1., -1.),
            max: glam::vec3(6., 1., 1.),
        };
        let mut there = Vec::new();
        let mut keep = |part, _: &carom::ShapeRef<'_, glam::Vec3>| there.extend(space.entity(part));
        space
            .query()
            .with_carom(|query| query.each_part(&region, &mut keep));
        there.sort();
        let mut expected = [balls[1], balls[2]];
        expected.sort();
        assert_eq!(there, expected);
    });
    run.unwrap();
    let corners = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|bit| bit as f32));
    let corners: Vec<glam::Vec3> = corners.map(glam::Vec3::from_array).collect();
    let sides = [
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
    ];
    let cube = carom::Mesh::new(corners, sides).unwrap();
    let copy = cube.scaled(glam::vec3(0.25, 0.5, 0.5)).unwrap();
    let way = cube.query().penetration_mesh(&copy).unwrap().translation;
    assert!((way - glam::vec3(-0.25, 0., 0.)).length() < 1e-3);
}

#[cfg(feature = "dim2")]
#[test]
fn a_polygon_has_an_inside() {
    let mut app = app();
    // An L, counter-clockwise; mirrored too; clockwise it is left out.
    let corners = [[0., 0.], [9., 0.], [9., 3.], [3., 3.], [3., 9.], [0., 9.]].map(Vec2::from);
    let island = app.world_mut().spawn(Collider2d::polygon(corners)).id();
    let mirrored = Transform::from_xyz(-10., 0., 0.).with_scale(vec3(-1., 1., 1.));
    let mirror = (Collider2d::polygon(corners), mirrored);
    let mirror = app.world_mut().spawn(mirror).id();
    let mut turned = corners;
    turned.reverse();
    let far = Transform::from_xyz(100., 0., 0.);
    app.world_mut().spawn((Collider2d::polygon(turned), far));
    app.update();
    let run = app.world_mut().run_system_once(move |space: CaromSpace2d| {
        let ball = Collider2d::circle(0.5);
        let found = |at: Vec2| {
            let contact = space.query().closest(&ball, at, 0.)?;
            Some((contact.entity, contact.separation, contact.normal))
        };
        assert_eq!(found(vec2(6., 2.)), Some((island, -1.5, Vec2::Y)));
        assert_eq!(found(vec2(-16., 2.)), Some((mirror, -1.5, Vec2::Y)));
        assert_eq!(found(vec2(6., 6.)), None);
        assert_eq!(found(vec2(106., 2.)), None);
    });
    run.unwrap();
}

/// A square of 10 with a hole of 2 by 2 beside the middle, by rings that run either way.
#[cfg(feature = "dim2")]
fn island(turns: [bool; 2]) -> Collider2d {
    let square = |x: f32, half: f32, turn: bool| {
        let mut ring = [[-1., -1.], [1., -1.], [1., 1.], [-1., 1.]].map(|p| Vec2::from(p) * half);
        if turn {
            ring.reverse();
        }
        ring.map(|p| p + vec2(x, 0.))
    };
    Collider2d::polygon_with_holes(square(0., 5., turns[0]), [square(2., 1., turns[1])])
}

#[cfg(feature = "dim2")]
#[test]
fn a_polygon_with_holes_is_solid_around_them() {
    for turns in [[false, false], [false, true], [true, false], [true, true]] {
        let mut app = app();
        let island = island(turns);
        let plain = app.world_mut().spawn(island.clone()).id();
        let mirrored = Transform::from_xyz(-20., 0., 0.).with_scale(vec3(-2., 1., 1.));
        let mirror = app.world_mut().spawn((island, mirrored)).id();
        app.update();
        let run = app.world_mut().run_system_once(move |space: CaromSpace2d| {
            let ball = Collider2d::circle(0.25);
            let found = |x: f32, y: f32| {
                let contact = space.query().closest(&ball, vec2(x, y), 0.)?;
                Some((contact.entity, contact.separation, contact.normal))
            };
            assert_eq!(found(2., 0.), None, "in the hole");
            // Out by the nearest border: into the hole, or outwards.
            assert_eq!(found(0.5, 0.), Some((plain, -0.75, Vec2::X)));
            assert_eq!(found(-4.5, 0.), Some((plain, -0.75, Vec2::NEG_X)));
            assert_eq!(found(6., 0.), None);
            // Mirrored and twice as wide: the hole is from -26 to -22.
            assert_eq!(found(-24., 0.5), None);
            assert_eq!(found(-21.5, 0.), Some((mirror, -0.75, Vec2::NEG_X)));
            // The first segments are those of the outline.
            let ray = |from: Vec2, delta: Vec2| space.query().ray(from, delta).unwrap();
            let outside = ray(vec2(0., 9.), vec2(0., -9.));
            assert!(outside.part < 4 && outside.normal == Vec2::Y);
            let inside = ray(vec2(2., 0.), vec2(0., 9.));
            assert!((4..8).contains(&inside.part) && inside.normal == Vec2::NEG_Y);
            assert!((inside.t * 9. - 1.).abs() < 1e-6);
        });
        run.unwrap();
    }
}

/// A character in the hole stands on its lower border and meets its sides.
#[cfg(feature = "dim2")]
#[test]
fn a_character_walks_in_a_hole() {
    let mut app = app();
    let big = Transform::from_scale(vec3(3., 3., 1.));
    app.world_mut().spawn((island([false; 2]), big));
    let runner = (
        CharacterMover2d,
        CharacterMover::default(),
        Transform::from_xyz(6., -2., 0.),
    );
    let runner = app.world_mut().spawn(runner).id();
    walk(&mut app, runner, vec3(4., 0., 0.));
    frames(&mut app, 120);
    let at = feet(&app, runner);
    assert!((at - vec3(9. - 0.31, -3., 0.)).length() < 1e-2, "{at}");
}

#[cfg(feature = "dim2")]
#[test]
fn errors_of_polygons_with_holes_name_rings_and_points() {
    let outline = [[0., 0.], [9., 0.], [9., 9.], [0., 9.]].map(Vec2::from);
    let hole = |x: f32, y: f32, size: f32| {
        [[0., 0.], [1., 0.], [1., 1.], [0., 1.]].map(|p| vec2(x, y) + Vec2::from(p) * size)
    };
    let with = |holes: &[[Vec2; 4]]| Collider2d::polygon_with_holes(outline, holes.to_vec());
    let mut nan = hole(1., 1., 1.);
    nan[2].y = f32::NAN;
    let thin = [Vec2::ONE, Vec2::X * 2.];
    for (bad, fault) in [
        (
            with(&[hole(1., 1., 2.), nan]),
            "point 2 of hole 1 is not finite",
        ),
        (
            with(&[hole(20., 1., 1.)]),
            "hole 0 is outside of the outline",
        ),
        (
            with(&[hole(1., 1., 5.), hole(2., 2., 1.)]),
            "hole 1 is in hole 0",
        ),
        (
            with(&[hole(8., 2., 2.)]),
            "side 1 of the outline crosses side 0 of hole 0",
        ),
        (
            with(&[hole(0., 2., 1.)]),
            "point 3 of hole 0 touches the outline at its point or side 3",
        ),
        (
            Collider2d::polygon_with_holes(outline, [thin]),
            "hole 0 needs three points, but has 2",
        ),
        (
            Collider2d::polygon_with_holes(thin, [hole(1., 1., 1.)]),
            "the outline needs three points, but has 2",
        ),
    ] {
        let warnings = crate::warnings::warnings_of(|| {
            let mut app = app();
            app.world_mut().spawn((bad, Name::new("cave")));
            app.update();
        });
        let expected = format!("collider of cave: {fault}, and it collides with nothing");
        assert_eq!(warnings, [expected]);
    }
}

/// Data that was stored before there were holes; and with them.
#[cfg(all(feature = "dim2", feature = "serde"))]
#[test]
fn polygons_come_back_from_json() {
    let old = r#"{"Polygon":{"points":[[0.0,0.0],[1.0,0.0],[0.0,1.0]]}}"#;
    let triangle = Collider2d::polygon([Vec2::ZERO, Vec2::X, Vec2::Y]);
    assert_eq!(serde_json::from_str::<Collider2d>(old).unwrap(), triangle);
    let text = serde_json::to_string(&island([true; 2])).unwrap();
    assert_eq!(
        serde_json::from_str::<Collider2d>(&text).unwrap(),
        island([true; 2])
    );
}

/// Without holes it is the chain that it was, to the bit: also one that carom's polygons refuse, as it touches itself.
#[cfg(feature = "dim2")]
#[test]
fn a_polygon_without_holes_is_a_solid_closed_chain() {
    let touching = [[0., 0.], [4., 0.], [4., 4.], [2., 0.], [0., 4.]];
    let mut app = app();
    let points = touching.map(Vec2::from);
    app.world_mut().spawn(Collider2d::polygon(points));
    app.update();
    let chain = carom::Chain::closed(touching.map(glam::Vec2::from).to_vec());
    let chain = chain.and_then(carom::Chain::solid).unwrap();
    let run = app.world_mut().run_system_once(move |space: CaromSpace2d| {
        for step in 0..100_u16 {
            let at = vec2(f32::from(step % 10), f32::from(step / 10)) * 0.6 - 0.5;
            let ball = carom::Ball::new(glam::Vec2::from(at.to_array()), 0.3);
            let there = chain.query().closest(&ball, 9.).unwrap();
            let here = space
                .query()
                .closest(&Collider2d::circle(0.3), at, 9.)
                .unwrap();
            let bits = |v: [f32; 2]| v.map(f32::to_bits);
            assert_eq!(
                here.separation.to_bits(),
                there.separation.to_bits(),
                "{at}"
            );
            assert_eq!(
                bits(here.point.to_array()),
                bits(there.point_b.to_array()),
                "{at}"
            );
            assert_eq!(here.part, there.part.index);
        }
    });
    run.unwrap();
}

#[cfg(all(feature = "dim2", feature = "gizmos"))]
#[test]
fn gizmos_draw_holes() {
    let ends = crate::tools::drawn(|app| {
        let place = Transform::from_xyz(20., 0., 0.);
        app.world_mut().spawn((island([false; 2]), place));
    });
    for at in [
        vec3(15., -5., 0.),
        vec3(25., 5., 0.),
        vec3(21., -1., 0.),
        vec3(23., 1., 0.),
    ] {
        assert!(ends.iter().any(|end| end.distance(at) < 1e-4), "{at}");
    }
}
