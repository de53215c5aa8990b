//! Bad input gives a warning with the entity's name, and nothing else.

use crate::levels::WithSpace;
use crate::stage::*;
use crate::warnings::warnings_of;
use bevy_asset::{Assets, RenderAssetUsages};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::prelude::*;
use bevy_mesh::{Indices, Mesh, Mesh3d, PrimitiveTopology};
use bevy_transform::prelude::*;

/// The warnings of a level with this mesh and scale, after it is reported as ready.
fn level_warnings(mesh: Mesh, scale: Vec3) -> Vec<String> {
    warnings_of(|| {
        let mut app = app();
        log::<LevelReady>(&mut app);
        let mesh = add_mesh(&mut app, mesh);
        let place = Transform::from_scale(scale);
        app.world_mut()
            .spawn((mesh, Level::default(), place, Name::new("town")));
        let hero = hero(&mut app, Vec3::Y);
        crate::levels::until_ready(&mut app, 1);
        assert_eq!(logged::<LevelReady>(&app)[0].meshes, 0);
        // The level is bad, but ready: characters are not held for ever.
        frames(&mut app, 60);
        assert!(feet(&app, hero).y < 0.);
    })
}

#[test]
fn bad_meshes_are_left_out_with_a_warning() {
    let usage = RenderAssetUsages::default();
    let triangle = vec![[0., 0., 0.], [0., 0., 1.], [1., 0., 0.]];
    let list = |positions| mesh(positions, Some(vec![0, 1, 2]));
    let mut moved = list(triangle.clone());
    moved.asset_usage = RenderAssetUsages::RENDER_WORLD;
    let moved_out = moved.take_gpu_data().map(|_| moved).expect("data");
    let lines = Mesh::new(PrimitiveTopology::LineList, usage)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, triangle.clone());
    let cases: [(Mesh, Vec3, &str); 11] = [
        (
            Mesh::new(PrimitiveTopology::TriangleList, usage),
            Vec3::ONE,
            "no positions",
        ),
        (mesh(vec![], None), Vec3::ONE, "no triangles"),
        (
            mesh(triangle.clone(), Some(vec![])),
            Vec3::ONE,
            "no triangles",
        ),
        (
            mesh(triangle.clone(), Some(vec![0, 1, 9])),
            Vec3::ONE,
            "only 3",
        ),
        (
            list(vec![[f32::NAN, 0., 0.], [0., 0., 1.], [1., 0., 0.]]),
            Vec3::ONE,
            "vertex 0 is not finite",
        ),
        (
            list(vec![[0.; 3], [0., 0., 3e38], [3e38, 0., 0.]]),
            Vec3::ONE,
            "out of range",
        ),
        (moved_out, Vec3::ONE, "render world"),
        (lines, Vec3::ONE, "LineList"),
        (list(triangle.clone()), vec3(1., 0., 1.), "scale is 0"),
        (list(triangle.clone()), Vec3::ZERO, "scale is 0"),
        (list(triangle), Vec3::NAN, "scale is 0 or not finite"),
    ];
    for (mesh, scale, expected) in cases {
        let warnings = level_warnings(mesh, scale);
        assert_eq!(warnings.len(), 1, "{expected}: {warnings:?}");
        assert!(warnings[0].contains("mesh of town: "), "{warnings:?}");
        assert!(warnings[0].contains(expected), "{expected}: {warnings:?}");
    }
}

#[test]
fn meshes_without_indices_and_strips_are_fine() {
    let corners = vec![[-5., 0., -5.], [-5., 0., 5.], [5., 0., -5.], [5., 0., 5.]];
    let list: Vec<_> = [0, 1, 2, 2, 1, 3].map(|i: usize| corners[i]).to_vec();
    let strip = Mesh::new(
        PrimitiveTopology::TriangleStrip,
        RenderAssetUsages::default(),
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners)
    .with_inserted_indices(Indices::U16(vec![0, 1, 2, 3]));
    for mesh in [mesh(list, None), strip] {
        let mut app = app();
        log::<LevelReady>(&mut app);
        let mesh = add_mesh(&mut app, mesh);
        let level = Level {
            one_sided: true,
            ..Level::default()
        };
        app.world_mut().spawn((mesh, level));
        let heroes = [vec3(-2., 1., -2.), vec3(2., 1., 2.)].map(|at| hero(&mut app, at));
        crate::levels::until_ready(&mut app, 1);
        frames(&mut app, 60);
        for hero in heroes {
            assert!(feet(&app, hero).y.abs() < 1e-3, "{}", feet(&app, hero));
        }
    }
}

#[test]
fn a_level_without_meshes_is_reported_once() {
    let warnings = warnings_of(|| {
        let mut app = app();
        app.world_mut().spawn((Level::default(), Name::new("void")));
        frames(&mut app, 900);
    });
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].starts_with("level void has had no mesh for 5 s"));
}

#[test]
fn bad_colliders_leave_nothing_behind() {
    let bad = [
        Collider::ball(f32::NAN),
        Collider::ball(-1.),
        Collider::capsule(0.5, f32::INFINITY),
        Collider::cuboid(1., f32::NAN, 1.),
        Collider::hull(vec![]),
        Collider::hull(vec![Vec3::X, Vec3::NAN]),
        Collider::half_space(Vec3::ZERO),
        Collider::cuboid(1e38, 1e38, 1e38),
    ];
    for shape in bad {
        let warnings = warnings_of(|| {
            let mut app = app();
            let rock = (Collider::ball(1.), Name::new("rock"));
            let rock = app.world_mut().spawn(rock).id();
            app.update();
            *get_mut::<Collider>(&mut app, rock) = shape.clone();
            frames(&mut app, 3);
            // Moving it changes nothing, and repeats no warning.
            get_mut::<Transform>(&mut app, rock).translation.x += 0.1;
            frames(&mut app, 3);
            app.world_mut()
                .run_system_once_with_space(|space| {
                    assert!(space.query().ray(Vec3::Y * 9., Vec3::NEG_Y * 18.).is_none());
                })
                .unwrap();
            // A good one again.
            *get_mut::<Collider>(&mut app, rock) = Collider::ball(1.);
            frames(&mut app, 3);
            app.world_mut()
                .run_system_once_with_space(|space| {
                    assert!(space.query().ray(Vec3::Y * 9., Vec3::NEG_Y * 18.).is_some());
                })
                .unwrap();
        });
        let about = warnings
            .iter()
            .filter(|w| w.starts_with("collider of rock: "))
            .count();
        assert!(
            (1..=2).contains(&about) && about == warnings.len(),
            "{shape:?}: {warnings:?}"
        );
    }
}

#[test]
fn a_scale_of_zero_removes_a_collider_until_it_is_mended() {
    let warnings = warnings_of(|| {
        let mut app = app();
        let ground = floor(&mut app);
        app.world_mut()
            .entity_mut(ground)
            .insert(Name::new("ground"));
        let hero = hero(&mut app, Vec3::ZERO);
        frames(&mut app, 30);
        assert!(feet(&app, hero).y.abs() < 1e-3);
        get_mut::<Transform>(&mut app, ground).scale.y = 0.;
        frames(&mut app, 10);
        assert!(feet(&app, hero).y < -0.05);
        get_mut::<Transform>(&mut app, ground).scale = vec3(1., -1., 1.);
        get_mut::<Transform>(&mut app, hero).translation.y = 0.5;
        frames(&mut app, 60);
        assert!(
            feet(&app, hero).y.abs() < 1e-3,
            "mirrored: {}",
            feet(&app, hero)
        );
    });
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("ground: its scale is 0"));
}

#[test]
fn bad_characters_are_reported_and_the_others_walk_on() {
    let warnings = warnings_of(|| {
        let mut app = app();
        floor(&mut app);
        let good = hero(&mut app, Vec3::ZERO);
        let bad = hero(&mut app, vec3(5., 0., 0.));
        app.world_mut().entity_mut(bad).insert(Name::new("Bob"));
        get_mut::<CharacterMover>(&mut app, bad).radius = -1.;
        walk(&mut app, good, vec3(1., 0., 0.));
        frames(&mut app, 30);
        // Mended, it joins.
        get_mut::<CharacterMover>(&mut app, bad).radius = 0.3;
        walk(&mut app, bad, vec3(1., 0., 0.));
        frames(&mut app, 31);
        assert!(
            (feet(&app, good).x - 1.).abs() < 1e-2,
            "{}",
            feet(&app, good)
        );
        assert!(
            (feet(&app, bad).x - 5.5).abs() < 2e-2,
            "{}",
            feet(&app, bad)
        );
        // Numbers that are not finite later: it stays where it is, with the settings it had.
        get_mut::<CharacterMover>(&mut app, bad).skin = 7.;
        get_mut::<Transform>(&mut app, bad).translation = Vec3::NAN;
        get_mut::<Wish>(&mut app, bad).velocity = Vec3::INFINITY;
        get_mut::<Wish>(&mut app, bad).jump = Some(f32::NAN);
        frames(&mut app, 30);
        let at = feet(&app, bad);
        assert!((at - vec3(5.5, 0., 0.)).length() < 0.05, "{at}");
    });
    let expected = [
        "character Bob: radius must be finite and more than 0, and it takes no part",
        "character Bob: skin must be more than 0 and less than the radius, and it keeps the settings it had",
        "character Bob cannot be moved to [NaN, NaN, NaN], and stays where it was",
    ];
    assert_eq!(warnings, expected);
}

#[test]
fn a_mesh_that_is_gone_from_the_assets_keeps_its_body() {
    let mut app = app();
    log::<LevelReady>(&mut app);
    let mesh = add_mesh(&mut app, tile(5.));
    app.world_mut().spawn((mesh.clone(), Level::default()));
    let hero = hero(&mut app, Vec3::ZERO);
    crate::levels::until_ready(&mut app, 1);
    app.world_mut()
        .resource_mut::<Assets<Mesh>>()
        .remove(&mesh.0);
    frames(&mut app, 30);
    assert!(feet(&app, hero).y.abs() < 1e-3);
    // Another one takes its place.
    let other = app
        .world_mut()
        .spawn((Mesh3d::default(), Level::default()))
        .id();
    frames(&mut app, 5);
    app.world_mut().entity_mut(other).despawn();
    frames(&mut app, 5);
}
