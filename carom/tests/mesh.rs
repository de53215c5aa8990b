//! Every mesh query against a look at all triangles, on random and on nasty meshes.

use carom::glam::{DVec3, Vec3, vec3};
use carom::sweep::Start;
use carom::{Ball, Capsule, Mesh, MeshError, Scalar, Triangle, Vector3, contact, overlap, sweep};
use fastrand::Rng;

fn point<V: Vector3>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// A soup of triangles: plain, needles, slivers, zero area, duplicates, shared corners, huge.
fn soup<V: Vector3>(random: &mut Rng, count: usize) -> Mesh<V> {
    let mut vertices: Vec<V> = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..count {
        let n = vertices.len() as u32;
        let a: V = point(random, 10.0);
        let (u, v): (V, V) = (point(random, 2.0), point(random, 2.0));
        let tiny = V::Scalar::from_f64(1e-4);
        let corners = match i % 7 {
            0 | 1 => [a, a + u, a + v],
            2 => [a, a + u, a + u + v * tiny],
            3 => [a, a + u, a + u * V::Scalar::HALF],
            4 => [a, a, a],
            5 => [a, point(random, 40.0), point(random, 40.0)],
            _ => [a, a + u, a + v],
        };
        vertices.extend(corners);
        triangles.push([n, n + 1, n + 2]);
        if i % 7 == 6 {
            triangles.push([n + 2, n, n + 1]); // the same triangle once more
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

fn all<V: Vector3>(mesh: &Mesh<V>) -> impl Iterator<Item = (u32, Triangle<V>)> {
    (0..mesh.triangles().len() as u32).map(|i| (i, mesh.triangle(i)))
}

fn agree_with_brute_force<V: Vector3>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let mut hits = 0;
    for count in [1, 2, 9, 60, 300] {
        let mesh = soup::<V>(random, count);
        for _ in 0..200 {
            let a: V = point(random, 12.0);
            let capsule = Capsule::new(a, a + point(random, 2.0), V::Scalar::from_f64(0.3));
            let ball = Ball::new(a, capsule.radius);
            let reach = V::Scalar::from_f64(random.f64() - 0.2);

            let mut expected: Vec<_> = all(&mesh)
                .filter_map(|(i, t)| Some((i, contact::capsule_triangle(&capsule, &t, reach)?)))
                .collect();
            let mut found = Vec::new();
            mesh.contacts_capsule(&capsule, reach, |c| found.push((c.triangle, c.contact)));
            found.sort_by_key(|c| c.0);
            assert_eq!(found, expected);
            expected.sort_by(|x, y| {
                let order = x.1.separation.partial_cmp(&y.1.separation).unwrap();
                order.then(x.0.cmp(&y.0))
            });
            let closest = mesh.closest_capsule(&capsule, reach);
            assert_eq!(
                closest.map(|c| (c.triangle, c.contact)),
                expected.first().copied()
            );

            let expected = all(&mesh).any(|(_, t)| overlap::ball_triangle(&ball, &t));
            assert_eq!(mesh.overlap_ball(&ball), expected);

            let delta: V = point(random, 8.0);
            let brute = all(&mesh)
                .filter_map(|(_, t)| sweep::capsule_triangle(&capsule, delta, &t).hit)
                .map(|hit| hit.t.to_f64())
                .fold(f64::INFINITY, f64::min);
            let found = mesh.sweep_capsule(&capsule, delta);
            assert_eq!(found.map_or(f64::INFINITY, |hit| hit.hit.t.to_f64()), brute);
            assert_eq!(mesh.sweep_capsule_any(&capsule, delta), found.is_some());

            let mut on_ray: Vec<_> = Vec::new();
            mesh.ray_all(a, delta, |hit| on_ray.push(hit.triangle));
            on_ray.sort_unstable();
            let expected: Vec<_> = all(&mesh)
                .filter(|(_, t)| sweep::point_triangle(a, delta, t).hit.is_some())
                .map(|(i, _)| i)
                .collect();
            assert_eq!(on_ray, expected);
            assert_eq!(mesh.ray_any(a, delta), !expected.is_empty());
            hits += on_ray.len();
        }
    }
    assert!(
        hits > 100,
        "the rays must hit something for this to be a test: {hits}"
    );
}

#[test]
fn mesh_queries_agree_with_brute_force() {
    agree_with_brute_force::<Vec3>(3);
    agree_with_brute_force::<DVec3>(4);
}

/// A closed box around the origin, fronts outwards.
fn cube() -> Mesh<Vec3> {
    let vertices = (0..8)
        .map(|i| vec3((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 2.0 - 1.0)
        .collect();
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
    ];
    let triangles = quads
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Mesh::new(vertices, triangles.collect()).unwrap()
}

#[test]
fn a_one_sided_box_can_be_left_but_not_entered() {
    let cube = cube().one_sided();
    let ball = |x| Ball::new(vec3(x, 0.1, 0.2), 0.25);
    let hit = cube.sweep_ball(&ball(3.0), vec3(-4., 0., 0.)).unwrap();
    assert!((hit.hit.t * 4.0 - 1.75).abs() < 1e-5);
    assert!((hit.hit.normal - Vec3::X).length() < 1e-6);
    assert_eq!(cube.sweep_ball(&ball(0.0), vec3(4., 0., 0.)), None);
    assert!(cube.ray(vec3(0.1, 0.2, 0.3), vec3(9., 0., 0.)).is_none());
    assert!(
        !cube.overlap_ball(&ball(0.9)),
        "its centre is behind the face"
    );
    assert!(cube.overlap_ball(&ball(1.1)));
}

#[test]
fn a_capsule_through_a_one_sided_face_is_pushed_to_the_front() {
    let cube = cube().one_sided();
    let capsule = Capsule::new(vec3(2.0, 0.1, 0.2), vec3(0.25, 0.1, 0.2), 0.25);
    let deepest = cube.closest_capsule(&capsule, 0.0).unwrap().contact;
    assert_eq!(deepest.normal, Vec3::X);
    assert!((deepest.depth() - 1.0).abs() < 1e-6);
    // Two-sided, the shorter way is sideways, out over the border of one of the face's triangles.
    let two_sided = self::cube().closest_capsule(&capsule, 0.0).unwrap().contact;
    assert!(two_sided.depth() <= deepest.depth());
}

#[test]
fn a_motion_that_starts_inside_is_told_so() {
    let hit = cube()
        .sweep_ball(&Ball::new(vec3(1.1, 0., 0.), 0.25), vec3(5., 0., 0.))
        .unwrap();
    assert_eq!(hit.hit.t, 0.0);
    let Start::Overlapping(contact) = hit.start else {
        panic!("{:?}", hit.start);
    };
    assert!((contact.depth() - 0.15).abs() < 1e-6);
}

#[test]
fn bad_data_is_refused_by_element() {
    let v = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let error = |vertices: Vec<Vec3>, triangles| Mesh::new(vertices, triangles).unwrap_err();
    assert_eq!(error(v.clone(), vec![]), MeshError::NoTriangles);
    let e = error(v.clone(), vec![[0, 1, 2], [0, 1, 3]]);
    assert_eq!(
        e.to_string(),
        "triangle 1 has the vertex 3, but there are only 3"
    );
    let e = error(
        vec![Vec3::ZERO, Vec3::X, vec3(0., f32::NAN, 0.)],
        vec![[0, 1, 2]],
    );
    assert_eq!(e.to_string(), "vertex 2 is not finite");
    assert_eq!(
        error(vec![], vec![[0, 0, 0]]).to_string(),
        "triangle 0 has the vertex 0, but there are only 0"
    );
}

#[test]
fn a_level_of_ten_thousand_triangles_answers_at_its_far_corner() {
    // 100 × 100 cells of a waving floor: what every sweep finds is what the formula says.
    let height = |x: f32, z: f32| (x * 0.7 + z * 0.3) * 0.1;
    let n = 101;
    let vertices = (0..n * n).map(|i| {
        let (x, z) = ((i % n) as f32, (i / n) as f32);
        vec3(x, height(x, z), z)
    });
    let triangles = (0..(n - 1) * (n - 1)).flat_map(|i| {
        let a = (i / (n - 1)) * n + i % (n - 1);
        [[a, a + n, a + n + 1], [a, a + n + 1, a + 1]]
    });
    let mesh = Mesh::new(vertices.collect(), triangles.collect()).unwrap();
    let random = &mut Rng::with_seed(8);
    for _ in 0..500 {
        let (x, z) = (random.f32() * 100.0, random.f32() * 100.0);
        let hit = mesh.ray(vec3(x, 50.0, z), vec3(0.0, -100.0, 0.0)).unwrap();
        assert!((50.0 - hit.hit.t * 100.0 - height(x, z)).abs() < 2e-4);
    }
}
