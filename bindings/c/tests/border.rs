//! The border called from Rust, with memory of exactly the right size at odd addresses: miri checks every access.
//! `cargo +nightly miri test --test border`.

mod odd;

use carom::*;
use odd::{Odd, Places, ok, v};
use std::ptr;

fn square() -> CaromMesh {
    let vertices = Odd::of(&[-9., 0., -9., -9., 0., 9., 9., 0., 9., 9., 0., -9.]);
    let triangles = Odd::of(&[0, 1, 2, 0, 2, 3].map(f32::from_bits));
    let vectors = CaromVectors {
        base: vertices.base(),
        stride: 12,
    };
    let mut out = Places::of::<CaromMesh>(1);
    // SAFETY: arrays of these lengths.
    ok(unsafe { carom_mesh_create(vectors, 4, triangles.base(), 2, CAROM_WELD, out.base()) });
    out.get(0)
}

#[test]
fn single_queries() {
    let mesh = square();
    let query = carom_query_mesh(mesh);
    let points = Odd::of(&[1., 5., 2., 1., 4., 2.]);
    let hull = carom_hull(points.base(), 2, 1.);
    let (mut contact, mut hit) = (Places::of::<CaromContact>(1), Places::of::<CaromHit>(1));
    let (mut touches, mut count) = (Places::of::<u8>(1), Places::of::<usize>(1));
    // SAFETY: places for one answer each, two points.
    unsafe {
        ok(carom_closest(&query, &hull, 9., contact.base()));
        assert_eq!(contact.get::<CaromContact>(0).separation, 3.);
        ok(carom_overlap(&query, &hull, touches.base()));
        assert_eq!(touches.get::<u8>(0), 0);
        ok(carom_sweep(&query, &hull, v(0., -6., 0.), hit.base()));
        assert!((hit.get::<CaromHit>(0).t - 0.5).abs() < 1e-4);
        ok(carom_ray(&query, v(1., 1., 2.), v(0., -2., 0.), hit.base()));
        let capacity = 1;
        ok(carom_contacts(
            &query,
            &hull,
            9.,
            contact.base(),
            capacity,
            count.base(),
        ));
        ok(carom_sweep_all(
            &query,
            &hull,
            v(0., -6., 0.),
            hit.base(),
            capacity,
            count.base(),
        ));
        assert!(count.get::<usize>(0) >= 1);
        assert_eq!(
            carom_closest(&query, ptr::null(), 9., contact.base()),
            CaromStatus::CaromNull
        );
    }
    ok(carom_mesh_free(mesh));
}

#[test]
fn batches() {
    let mesh = square();
    let query = carom_query_mesh(mesh);
    // The last row ends where the memory ends.
    let rows = Odd::of(&[1., 5., 2., 1., 0., 2., 0., 1.]);
    let down = Odd::of(&[0., -8., 0.]);
    let vectors = |base, stride| CaromVectors { base, stride };
    let radius: *const f32 = rows.base::<f32>().wrapping_add(3);
    let shapes = CaromShapes {
        kind: CAROM_BALL,
        rounding: 0.0,
        count: 2,
        a: vectors(rows.base(), 16),
        b: vectors(ptr::null(), 1),
        c: vectors(ptr::null(), 1),
        radius: CaromNumbers {
            base: radius,
            stride: 16,
        },
        radius_b: CaromNumbers {
            base: ptr::null(),
            stride: 1,
        },
    };
    let deltas = vectors(down.base(), 0);
    let (mut contacts, mut hits) = (Places::of::<CaromContact>(2), Places::of::<CaromHit>(2));
    let (mut touches, mut offsets) = (Places::of::<u8>(2), Places::of::<usize>(3));
    // SAFETY: arrays and places for two rows, and a displacement for both.
    unsafe {
        ok(carom_closest_batch(&query, &shapes, 9., contacts.base()));
        assert_eq!(contacts.get::<CaromContact>(1).separation, 1.);
        ok(carom_overlap_batch(&query, &shapes, touches.base()));
        ok(carom_sweep_batch(&query, &shapes, deltas, hits.base()));
        assert!((hits.get::<CaromHit>(0).t - 0.5).abs() < 1e-4);
        ok(carom_ray_batch(&query, shapes.a, deltas, 2, hits.base()));
        ok(carom_contacts_batch(
            &query,
            &shapes,
            1.,
            offsets.base(),
            contacts.base(),
            2,
        ));
        assert_eq!(offsets.get::<usize>(1), 0);
        ok(carom_sweep_any_batch(
            &query,
            &shapes,
            deltas,
            touches.base(),
        ));
        ok(carom_ray_any_batch(
            &query,
            shapes.a,
            deltas,
            2,
            touches.base(),
        ));
        let motions = CaromRigidMotions {
            delta: deltas,
            pivot: shapes.a,
            axis: deltas,
            angle: shapes.radius,
        };
        ok(carom_sweep_rigid_batch(
            &query,
            &shapes,
            &motions,
            hits.base(),
        ));
        assert!((hits.get::<CaromHit>(0).t - 0.5).abs() < 1e-4);
        let (mut distances, mut windings) = (Places::of::<f32>(2), Places::of::<f64>(2));
        ok(carom_mesh_contains_batch(mesh, shapes.a, 2, touches.base()));
        ok(carom_mesh_signed_distance_batch(
            mesh,
            shapes.a,
            2,
            distances.base(),
        ));
        ok(carom_mesh_winding_number_batch(
            mesh,
            shapes.a,
            2,
            windings.base(),
        ));
        assert_eq!(distances.get::<f32>(1).abs(), 2.);
    }
    ok(carom_mesh_free(mesh));
}

#[test]
fn differences_and_polygons() {
    let handles = || Places::of::<CaromWorld>(1);
    let (mut world, mut before, mut diff) = (handles(), handles(), Places::of::<CaromDiff>(1));
    let (mut count, mut name) = (Places::of::<usize>(1), Places::of::<u64>(1));
    let body = carom_body_of_shape(carom_ball(v(0., 0., 0.), 1.));
    // A square of 4 by 4 with a triangle in it.
    let corners = Odd::of(&[0., 0., 4., 0., 4., 4., 0., 4., 1., 1., 2., 1., 1., 2.]);
    let ends = [4_usize, 7];
    let polygon = CaromPolygon {
        points: corners.base(),
        ring_ends: ends.as_ptr(),
        ring_count: 2,
    };
    let (mut points, mut triangles) = (Places::of::<[f32; 2]>(7), Places::of::<[u32; 3]>(7));
    let (mut mesh, mut triangle_count) = (Places::of::<CaromMesh>(1), Places::of::<usize>(1));
    // SAFETY: places for one answer each and for all of a list.
    unsafe {
        ok(carom_world_create(world.base()));
        ok(carom_world_copy(world.get(0), before.base()));
        ok(carom_world_add(world.get(0), &body, name.base()));
        let (world, before): (CaromWorld, CaromWorld) = (world.get(0), before.get(0));
        ok(carom_diff_create(world, before, diff.base()));
        let first: CaromDiff = diff.get(0);
        ok(carom_diff_bytes(first, ptr::null_mut(), 0, count.base()));
        let length = count.get::<usize>(0);
        let mut bytes = Places::of::<u8>(length);
        ok(carom_diff_bytes(first, bytes.base(), length, count.base()));
        ok(carom_diff_of_bytes(bytes.base(), length, diff.base()));
        let other: CaromDiff = diff.get(0);
        let list = name.base();
        ok(carom_diff_bodies(other, CAROM_ADDED, list, 1, count.base()));
        assert_eq!(count.get::<usize>(0), 1);
        ok(carom_world_apply(before, other));
        ok(carom_diff_free(first));
        ok(carom_diff_free(other));
        ok(carom_world_free(world));
        ok(carom_world_free(before));
        ok(carom_polygon_triangulate(
            &polygon,
            points.base(),
            7,
            count.base(),
            triangles.base(),
            7,
            triangle_count.base(),
        ));
        assert_eq!(triangle_count.get::<usize>(0), 7);
        ok(carom_polygon_prism(
            &polygon,
            0.,
            1.,
            CAROM_SOLID,
            mesh.base(),
        ));
        ok(carom_mesh_free(mesh.get(0)));
    }
}

#[test]
fn characters() {
    let mut world = Places::of::<CaromWorld>(1);
    let (mut mover, mut crowd) = (Places::of::<CaromMover>(1), Places::of::<CaromCrowd>(1));
    let (mut id, mut report) = (Places::of::<u64>(1), Places::of::<CaromReport>(1));
    let settings = carom_mover_defaults();
    let state = carom_character_at(v(0., 0.01, 0.), 1.8);
    let mut states = Places::of::<CaromCharacter>(1);
    let walk = CaromIntent {
        velocity: v(2., 0., 0.),
        ..CaromIntent::default()
    };
    let body = carom_body_of_shape(carom_box(v(-9., -1., -9.), v(9., 0., 9.)));
    // SAFETY: places for one answer each.
    unsafe {
        states.base::<CaromCharacter>().write_unaligned(state);
        ok(carom_world_create(world.base()));
        let handle: CaromWorld = world.get(0);
        ok(carom_world_add(handle, &body, id.base()));
        ok(carom_mover_create(&settings, mover.base()));
        let query = carom_query_world(handle);
        for _ in 0..3 {
            ok(carom_mover_step(
                mover.get(0),
                &query,
                states.base(),
                &walk,
                0.1,
                report.base(),
            ));
        }
        assert!((states.get::<CaromCharacter>(0).feet.x - 0.6).abs() < 1e-3);
        // It lies down along z, and stands up again.
        for (axis, length) in [(v(0., 0., 2.), 1.), (v(0., 3., 0.), 0.)] {
            let lie = CaromIntent {
                axis,
                ..CaromIntent::default()
            };
            for _ in 0..30 {
                ok(carom_mover_step(
                    mover.get(0),
                    &query,
                    states.base(),
                    &lie,
                    0.1,
                    report.base(),
                ));
            }
            let state = states.get::<CaromCharacter>(0);
            assert_eq!(
                (state.axis.z, state.axis.y, state.on_ground),
                (length, 0., 1)
            );
        }
        let lost = CaromIntent {
            axis: v(f32::NAN, 0., 0.),
            ..walk
        };
        let status = carom_mover_step(
            mover.get(0),
            &query,
            states.base(),
            &lost,
            0.1,
            report.base(),
        );
        assert_ne!(status as u32, 0);
        ok(carom_crowd_create(handle, 1, crowd.base()));
        ok(carom_crowd_add(
            crowd.get(0),
            &settings,
            &state,
            80.,
            CAROM_PUSH,
            ptr::null_mut(),
        ));
        ok(carom_crowd_step(crowd.get(0), &walk, 1, 0.1));
        let (mut agents, mut count) = (Places::of::<CaromAgent>(1), Places::of::<usize>(1));
        ok(carom_crowd_agents(
            crowd.get(0),
            agents.base(),
            1,
            count.base(),
        ));
        assert!((agents.get::<CaromAgent>(0).state.feet.x - 0.2).abs() < 1e-3);
    }
    ok(carom_crowd_free(crowd.get(0)));
    ok(carom_mover_free(mover.get(0)));
    ok(carom_world_free(world.get(0)));
}

#[test]
fn heights_rigid_sweeps_and_sensors() {
    let heights = Odd::of(&[0., 0., 0., 0., 0., 0.]);
    let field = CaromHeights {
        origin: v(-4., 0., -4.),
        cell_x: 8.,
        cell_z: 4.,
        columns: 2,
        rows: 3,
        reserved: 0,
        heights: heights.base(),
    };
    let motion = CaromRigidMotion {
        delta: v(0., -2., 0.),
        ..CaromRigidMotion::default()
    };
    let (mut mesh, mut hit) = (Places::of::<CaromMesh>(1), Places::of::<CaromHit>(1));
    let (mut world, mut events) = (Places::of::<CaromWorld>(1), Places::of::<CaromSensors>(1));
    let (mut name, mut pair) = (Places::of::<u64>(1), Places::of::<CaromSensorPair>(1));
    let mut count = Places::of::<usize>(1);
    let ball = carom_ball(v(0., 1., 0.), 0.5);
    let (body, mut zone) = (carom_body_of_shape(ball), carom_body_of_shape(ball));
    zone.flags = CAROM_SENSOR;
    // SAFETY: six heights, places for one answer each.
    unsafe {
        ok(carom_mesh_of_heights(&field, mesh.base()));
        let query = carom_query_mesh(mesh.get(0));
        ok(carom_sweep_rigid(&query, &ball, &motion, hit.base()));
        assert!((hit.get::<CaromHit>(0).t - 0.25).abs() < 1e-4);
        ok(carom_world_create(world.base()));
        ok(carom_world_add(world.get(0), &body, name.base()));
        ok(carom_world_add(world.get(0), &zone, name.base()));
        ok(carom_sensors_create(events.base()));
        let events = events.get(0);
        ok(carom_sensors_update(events, world.get(0)));
        ok(carom_sensors_pairs(
            events,
            CAROM_ENTERED,
            pair.base(),
            1,
            count.base(),
        ));
        assert_eq!(count.get::<usize>(0), 1);
        assert_eq!(pair.get::<CaromSensorPair>(0).sensor, name.get::<u64>(0));
        ok(carom_sensors_free(events));
        ok(carom_world_free(world.get(0)));
        ok(carom_mesh_free(mesh.get(0)));
    }
}

#[test]
fn ray_intervals_and_pairs() {
    let points = Odd::of(&[1., 1., 0., 3., 1., 0.]);
    let hull = carom_hull(points.base(), 2, 1.);
    let (mut found, mut world) = (
        Places::of::<CaromRayInterval>(1),
        Places::of::<CaromWorld>(1),
    );
    let (mut name, mut events) = (Places::of::<u64>(1), Places::of::<CaromPairs>(1));
    let (mut pair, mut count) = (Places::of::<CaromPair>(1), Places::of::<usize>(1));
    let mut body = carom_body_of_shape(carom_ball(v(0., 0., 0.), 1.));
    body.flags = CAROM_MOVING;
    // SAFETY: two points, places for one answer each.
    unsafe {
        let (from, delta) = (v(-4., 1., 0.), v(16., 0., 0.));
        ok(carom_ray_interval(from, delta, &hull, found.base()));
        let found: CaromRayInterval = found.get(0);
        assert!((found.entry.t - 0.25).abs() < 1e-6 && (found.exit.t - 0.5).abs() < 1e-6);
        ok(carom_world_create(world.base()));
        ok(carom_world_add(world.get(0), &body, name.base()));
        ok(carom_world_add(world.get(0), &body, name.base()));
        ok(carom_pairs_create(events.base()));
        let events = events.get(0);
        ok(carom_pairs_update(events, world.get(0)));
        ok(carom_pairs_list(
            events,
            CAROM_NOW,
            pair.base(),
            1,
            count.base(),
        ));
        assert_eq!(count.get::<usize>(0), 1);
        assert_eq!(pair.get::<CaromPair>(0).b, name.get::<u64>(0));
        ok(carom_pairs_free(events));
        ok(carom_world_free(world.get(0)));
    }
}

#[test]
fn curved_shapes_and_manifolds() {
    let axes = Odd::of(&[2., 0., 0., 0., 1., 0., 0., 0., 2.]);
    let slab = carom_oriented_box(v(0., -1., 0.), axes.base());
    let egg = carom_oriented_ellipsoid(v(0., 0.5, 0.), axes.base());
    let post = carom_rounded(carom_cylinder(v(0., 0.5, 0.), v(0., 2., 0.), 1.), 0.5);
    let mut found = Places::of::<CaromManifold>(1);
    // SAFETY: three half axes, a place for an answer.
    unsafe {
        ok(carom_manifold(&post, &slab, 0.1, found.base()));
        let on_end: CaromManifold = found.get(0);
        assert_eq!((on_end.count, on_end.normal), (4, v(0., 1., 0.)));
        ok(carom_manifold(&egg, &slab, 0.1, found.base()));
        assert_eq!(found.get::<CaromManifold>(0).points[0].separation, -0.5);
    }
    // The last row of each array ends where its memory ends.
    let (ends, radii) = (
        Odd::of(&[0., 1., 0., 0., 3., 0., 2., 1., 0., 2., 3., 0.]),
        Odd::of(&[0.5, 1., 0.25, 2.]),
    );
    let (a, b): (*const f32, *const f32) = (ends.base(), radii.base());
    let shapes = CaromShapes {
        kind: CAROM_TAPERED_CAPSULE,
        rounding: 0.25,
        count: 2,
        a: CaromVectors {
            base: a,
            stride: 24,
        },
        b: CaromVectors {
            base: a.wrapping_add(3),
            stride: 24,
        },
        c: CaromVectors {
            base: ptr::null(),
            stride: 1,
        },
        radius: CaromNumbers { base: b, stride: 8 },
        radius_b: CaromNumbers {
            base: b.wrapping_add(1),
            stride: 8,
        },
    };
    let mesh = square();
    let (query, mut contacts) = (carom_query_mesh(mesh), Places::of::<CaromContact>(2));
    // SAFETY: arrays and places for two rows.
    unsafe { ok(carom_closest_batch(&query, &shapes, 9., contacts.base())) };
    let separations = [0, 1].map(|row| contacts.get::<CaromContact>(row).separation);
    assert!((separations[0] - 0.25).abs() < 1e-6 && (separations[1] - 0.5).abs() < 1e-6);
    ok(carom_mesh_free(mesh));
}

#[test]
fn compounds_edits_and_two_meshes() {
    let shapes = [carom_ball(v(0., 5., 0.), 1.), carom_ball(v(3., 4., 0.), 1.)];
    let heights = Odd::of(&[0., 0., 0., 0.]);
    let field = CaromHeights {
        origin: v(0., 0., 0.),
        cell_x: 4.,
        cell_z: 4.,
        columns: 2,
        rows: 2,
        reserved: 0,
        heights: heights.base(),
    };
    let area = CaromHeightArea {
        column: 1,
        row: 0,
        columns: 1,
        rows: 2,
        heights: heights.base(),
    };
    let floor = square();
    let (query, point) = (carom_query_mesh(floor), carom_point(v(0., 1., 0.)));
    let (mut compound, mut mesh) = (Places::of::<CaromCompound>(1), Places::of::<CaromMesh>(1));
    let (mut contact, mut part) = (Places::of::<CaromContact>(1), Places::of::<u32>(1));
    let (mut count, mut lines) = (Places::of::<usize>(1), Places::of::<usize>(1));
    let (mut points, mut ends) = (Places::of::<CaromVec3>(2), Places::of::<usize>(1));
    let mut pairs = Places::of::<[u32; 2]>(2);
    // SAFETY: two shapes, four heights, places for as many answers as the capacities say.
    unsafe {
        ok(carom_compound_create(
            shapes.as_ptr(),
            ptr::null(),
            2,
            compound.base(),
        ));
        let compound: CaromCompound = compound.get(0);
        let base = contact.base();
        ok(carom_closest_surface(
            &query,
            compound,
            9.,
            base,
            part.base(),
        ));
        assert_eq!(part.get::<u32>(0), 1);
        ok(carom_closest_n(&query, &point, 9., base, 1, count.base()));
        assert_eq!(count.get::<usize>(0), 1);
        ok(carom_mesh_of_heights(&field, mesh.base()));
        let mesh = mesh.get(0);
        ok(carom_mesh_refit_heights(mesh, &area));
        ok(carom_touching_triangles(
            floor,
            floor,
            pairs.base(),
            2,
            count.base(),
        ));
        assert_eq!(count.get::<usize>(0), 4);
        ok(carom_crossing_lines(
            floor,
            mesh,
            points.base(),
            2,
            count.base(),
            ends.base(),
            1,
            lines.base(),
        ));
        ok(carom_compound_free(compound));
        ok(carom_mesh_free(mesh));
        ok(carom_mesh_free(floor));
    }
}
