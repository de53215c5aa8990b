//! Sweeps that may leave the overlaps in which they start.

use carom::glam::{Vec3, vec3};
use carom::{
    Ball, Capsule, Collider, Hit, Mesh, Query, Shape, Start, Triangle, World, contact, sweep,
};
use fastrand::Rng;

fn point(random: &mut Rng, size: f32) -> Vec3 {
    Vec3::from_array([0; 3].map(|_| (random.f32() - 0.5) * size))
}

#[test]
fn a_motion_out_of_a_part_gets_no_deeper_in_it() {
    let random = &mut Rng::with_seed(1);
    let vertices: Vec<Vec3> = (0..60).map(|_| point(random, 4.0)).collect();
    let triangles: Vec<[u32; 3]> = (0..20).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mesh = Mesh::new(vertices, triangles).unwrap();
    let (mut left, mut stopped, mut later) = (0, 0, 0);
    for _ in 0..4_000 {
        let a = point(random, 4.0);
        let shape = Capsule::new(a, a + point(random, 1.0), 0.3);
        let delta = point(random, 3.0);
        let all = |query: Query<'_, &Mesh<Vec3>>| {
            let mut hits = Vec::new();
            query.sweep_all(&shape, delta, &mut hits);
            hits
        };
        let (plain, leaving) = (all(mesh.query()), all(mesh.query().leave_overlaps(true)));
        for hit in &plain {
            let kept = leaving.iter().any(|other| other == hit);
            let moves_out =
                matches!(hit.start, Start::Overlapping(_)) && hit.normal.dot(delta) >= 0.0;
            assert_eq!(kept, !moves_out);
            if moves_out {
                left += 1;
                let triangle: Triangle<Vec3> = mesh.triangle(hit.part.index);
                let depth = |t: f32| {
                    let shape =
                        Capsule::new(shape.a + delta * t, shape.b + delta * t, shape.radius);
                    contact(&shape, &triangle, 9.0).map_or(9.0, |found| found.separation)
                };
                let start = depth(0.0);
                assert!((1..=16).all(|i| depth(i as f32 / 16.0) >= start - 1e-5));
            } else if matches!(hit.start, Start::Overlapping(_)) {
                stopped += 1;
            }
        }
        let first = mesh.query().leave_overlaps(true).sweep(&shape, delta);
        assert_eq!(first, leaving.first().copied());
        assert_eq!(
            first.is_some(),
            mesh.query().leave_overlaps(true).sweep_any(&shape, delta)
        );
        later += usize::from(leaving.len() < plain.len() && first.is_some_and(|hit| hit.t > 0.0));
    }
    assert!(
        left > 500 && stopped > 500 && later > 100,
        "{left} {stopped} {later}"
    );
}

#[test]
fn a_mesh_moves_out_of_another_triangle_by_triangle() {
    let random = &mut Rng::with_seed(2);
    let mut mesh = || {
        let vertices: Vec<Vec3> = (0..6).map(|_| point(random, 3.0)).collect();
        let triangles: Vec<[u32; 3]> = (0..2).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Mesh::new(vertices, triangles).unwrap()
    };
    let meshes: Vec<_> = (0..600).map(|_| [mesh(), mesh()]).collect();
    let (mut free, mut later, mut stopped) = (0, 0, 0);
    for [a, b] in &meshes {
        let delta = point(random, 4.0);
        // All pairs of triangles, one by one.
        let mut first: Option<f32> = None;
        for (x, y) in a.iter().flat_map(|x| b.iter().map(move |y| (x, y))) {
            let hit = sweep(&x, delta, &y).hit;
            let is_way_out = |hit: &Hit<Vec3>| {
                matches!(hit.start, Start::Overlapping(_)) && hit.normal.dot(delta) >= 0.0
            };
            let counts = hit.filter(|hit| !is_way_out(hit));
            first = match (first, counts) {
                (Some(first), Some(hit)) => Some(first.min(hit.t)),
                (first, hit) => first.or(hit.map(|hit| hit.t)),
            };
        }
        let query = b.query().leave_overlaps(true);
        let found = query.sweep_mesh(a, delta).and_then(|(swept, _)| swept.hit);
        assert_eq!(found.map(|hit| hit.t), first);
        // The other mesh moves the other way.
        let back = a.query().leave_overlaps(true).sweep_mesh(b, -delta);
        let back = back.and_then(|(swept, _)| swept.hit);
        assert_eq!(back.map(|hit| hit.t), first);
        let plain = b
            .query()
            .sweep_mesh(a, delta)
            .and_then(|(swept, _)| swept.hit);
        if plain.is_some_and(|hit| hit.t == 0.0) {
            match first {
                None => free += 1,
                Some(0.0) => stopped += 1,
                Some(_) => later += 1,
            }
        }
    }
    assert!(
        free > 5 && later > 20 && stopped > 20,
        "{free} {later} {stopped}"
    );
}

#[test]
fn a_world_lets_go_body_by_body() {
    let mut world = World::new();
    let block = |x: f32| Collider::cuboid(vec3(x, 0., 0.), [Vec3::X, Vec3::Y * 9., Vec3::Z * 9.]);
    world.insert(block(0.0)).unwrap();
    let second = world.insert(block(5.0)).unwrap();
    let deep: Shape<Vec3> = Ball::new(vec3(0.75, 0., 0.), 0.5).into();
    let hit = world
        .query()
        .leave_overlaps(true)
        .sweep(&deep, Vec3::X * 5.0)
        .unwrap();
    assert_eq!(hit.part.body, second);
    assert!((hit.t - 0.55).abs() < 1e-6 && hit.start == Start::Separate);
}
