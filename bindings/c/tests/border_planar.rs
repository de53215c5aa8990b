//! 2D called from Rust, with memory of exactly the right size at odd addresses: miri checks every access.
//! `cargo +nightly miri test --test border_planar`.

mod odd;

use carom::*;
use odd::{Odd, Places, ok};
use std::ptr;

fn v(x: f32, y: f32) -> CaromVec2 {
    CaromVec2 { x, y }
}

/// A frame: an outline and a hole. The last row ends where the memory ends.
fn frame() -> CaromChain {
    let corners = [
        [-6., -6.],
        [6., -6.],
        [6., 6.],
        [-6., 6.],
        [-2., 2.],
        [2., 2.],
        [2., -2.],
        [-2., -2.],
    ];
    let vertices = Odd::of(corners.as_flattened());
    let vectors = CaromVectors {
        base: vertices.base(),
        stride: 8,
    };
    let mut ends = Places::with(&[4_usize, 8]);
    let mut out = Places::of::<CaromChain>(1);
    // SAFETY: arrays of these lengths.
    ok(unsafe { carom_chain_create(vectors, 8, ends.base(), 2, CAROM_SOLID, out.base()) });
    out.get(0)
}

#[test]
fn chains_and_single_queries() {
    let chain = frame();
    let query = carom2d_query_chain(chain);
    let points = Odd::of(&[0., 9., 1., 8.]);
    let hull = carom2d_hull(points.base(), 2, 1.);
    let mut contact = Places::of::<Carom2dContact>(1);
    let (mut hit, mut manifold) = (
        Places::of::<Carom2dHit>(1),
        Places::of::<Carom2dPartManifold>(1),
    );
    let (mut is, mut count) = (Places::of::<u8>(1), Places::of::<usize>(1));
    // SAFETY: places for one answer each, two points.
    unsafe {
        ok(carom2d_closest(&query, &hull, 9., contact.base()));
        assert_eq!(contact.get::<Carom2dContact>(0).separation, 1.);
        ok(carom2d_sweep(&query, &hull, v(0., -2.), hit.base()));
        assert!((hit.get::<Carom2dHit>(0).t - 0.5).abs() < 1e-4);
        ok(carom2d_contacts(
            &query,
            &hull,
            9.,
            contact.base(),
            1,
            count.base(),
        ));
        ok(carom2d_manifolds(
            &query,
            &hull,
            9.,
            manifold.base(),
            1,
            count.base(),
        ));
        assert!(count.get::<usize>(0) >= 1);
        ok(carom_chain_contains(chain, v(4., 0.), is.base()));
        assert_eq!(is.get::<u8>(0), 1);
        let mut info = Places::of::<CaromChainInfo>(1);
        ok(carom_chain_info(chain, info.base()));
        assert_eq!(info.get::<CaromChainInfo>(0).ring_count, 2);
        assert_eq!(
            carom2d_closest(&query, ptr::null(), 9., contact.base()),
            CaromStatus::CaromNull
        );
    }
    ok(carom_chain_free(chain));
}

#[test]
fn batches() {
    let chain = frame();
    let query = carom2d_query_chain(chain);
    // Rows of x, y, radius; the last one ends where the memory ends.
    let rows = Odd::of(&[0., 9., 1., 1., 8., 1.]);
    let down = Odd::of(&[0., -4.]);
    let vectors = |base, stride| CaromVectors { base, stride };
    let nothing = CaromNumbers {
        base: ptr::null(),
        stride: 1,
    };
    let shapes = Carom2dShapes {
        kind: CAROM_BALL,
        rounding: 0.0,
        count: 2,
        a: vectors(rows.base(), 12),
        b: vectors(ptr::null(), 1),
        c: vectors(ptr::null(), 1),
        radius: CaromNumbers {
            base: rows.base::<f32>().wrapping_add(2),
            stride: 12,
        },
        radius_b: nothing,
        angle: nothing,
    };
    let deltas = vectors(down.base(), 0);
    let mut contacts = Places::of::<Carom2dContact>(2);
    let (mut hits, mut touches) = (Places::of::<Carom2dHit>(2), Places::of::<u8>(2));
    // SAFETY: arrays and places for two rows, and a displacement for both.
    unsafe {
        ok(carom2d_closest_batch(&query, &shapes, 9., contacts.base()));
        assert_eq!(contacts.get::<Carom2dContact>(1).separation, 1.);
        ok(carom2d_overlap_batch(&query, &shapes, touches.base()));
        assert_eq!(touches.get::<u8>(0), 0);
        ok(carom2d_sweep_batch(&query, &shapes, deltas, hits.base()));
        assert!((hits.get::<Carom2dHit>(0).t - 0.5).abs() < 1e-4);
        ok(carom2d_ray_batch(&query, shapes.a, deltas, 2, hits.base()));
        assert!((hits.get::<Carom2dHit>(1).t - 0.5).abs() < 1e-4);
    }
    ok(carom_chain_free(chain));
}

#[test]
fn worlds_and_characters() {
    let chain = frame();
    let (mut world, mut mover) = (Places::of::<Carom2dWorld>(1), Places::of::<Carom2dMover>(1));
    let mut body = Places::with(&[carom2d_body_of_chain(chain)]);
    let mut names = Places::of::<u64>(1);
    let mut count = Places::of::<usize>(1);
    let settings = carom2d_mover_defaults();
    let mut state = Places::with(&[carom2d_character_at(v(0., 6.01), 1.8)]);
    let mut walk = Places::with(&[carom2d_locomotion()]);
    let mut intent = Places::of::<Carom2dIntent>(1);
    let mut report = Places::of::<Carom2dReport>(1);
    // SAFETY: places for one of each.
    unsafe {
        ok(carom2d_world_create(world.base()));
        let world = world.get(0);
        ok(carom2d_world_add(world, body.base(), names.base()));
        let name = names.get::<u64>(0);
        ok(carom2d_world_body(world, name, body.base()));
        assert_eq!(body.get::<Carom2dBody>(0).pose.scale, 1.);
        ok(carom2d_world_bodies(world, names.base(), 1, count.base()));
        assert_eq!(names.get::<u64>(0), name);
        ok(carom2d_mover_create(&settings, mover.base()));
        let mover = mover.get(0);
        let scene = carom2d_query_world(world);
        ok(carom2d_locomotion_intent(
            walk.base(),
            state.base(),
            v(2., 0.),
            0.,
            v(0., 1.),
            0.1,
            intent.base(),
        ));
        ok(carom2d_mover_step(
            mover,
            &scene,
            state.base(),
            intent.base(),
            0.1,
            report.base(),
        ));
        ok(carom2d_locomotion_adopt(
            walk.base(),
            state.base(),
            intent.base(),
            v(0., 1.),
        ));
        assert!(state.get::<Carom2dCharacter>(0).feet.x > 0.);
        let mut met = Places::of::<Carom2dCollision>(1);
        ok(carom2d_mover_collisions(mover, met.base(), 1, count.base()));
        ok(carom2d_mover_free(mover));
        ok(carom2d_world_free(world));
    }
    ok(carom_chain_free(chain));
}
