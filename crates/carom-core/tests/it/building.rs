//! Mesh building: a quickly built mesh answers like a carefully built one, for any number and layout of triangles.

use carom::glam::{DVec3, Vec3, vec3};
use carom::{Ball, Capsule, Mesh, MeshError, Scalar, Vector3};
use fastrand::Rng;

fn point<V: Vector3>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// Triangles of all sizes.
fn soup<V: Vector3>(random: &mut Rng, count: u32) -> (Vec<V>, Vec<[u32; 3]>) {
    let corners = (0..count).flat_map(|i| {
        let size = if i % 100 == 0 { 20.0 } else { 1.0 };
        let a: V = point(random, 40.0);
        [a, a + point(random, size), a + point(random, size)]
    });
    let corners = corners.collect();
    let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    (corners, triangles)
}

fn answers_are_the_same<V: Vector3>() {
    let random = &mut Rng::with_seed(3);
    for count in [1, 7, 8, 9, 100, 129, 5000] {
        let (corners, triangles) = soup::<V>(random, count);
        let slow = Mesh::new(&corners, &triangles).unwrap();
        let quick = Mesh::quick(&corners, &triangles).unwrap();
        assert_eq!(quick.len(), slow.len());
        assert_eq!(quick.bounds(), slow.bounds());
        assert!(quick.iter().eq(slow.iter()));
        for _ in 0..500 {
            let place: V = point(random, 44.0);
            let radius = V::Scalar::from_f64(0.3);
            let capsule = Capsule::new(place, place + point(random, 2.0), radius);
            let way = point(random, 30.0);
            let reach = V::Scalar::from_f64(2.0);
            assert_eq!(
                quick.query().closest(&capsule, reach),
                slow.query().closest(&capsule, reach)
            );
            assert_eq!(
                quick.query().sweep(&capsule, way),
                slow.query().sweep(&capsule, way)
            );
            assert_eq!(quick.query().ray(place, way), slow.query().ray(place, way));
            let all = |mesh: &Mesh<V>| {
                let mut found = Vec::new();
                mesh.query()
                    .each_contact(&capsule, reach, |contact| found.push(contact.part.index));
                found.sort_unstable();
                found
            };
            assert_eq!(all(&quick), all(&slow));
        }
    }
}

#[test]
fn a_quickly_built_mesh_answers_like_any_other() {
    answers_are_the_same::<Vec3>();
    answers_are_the_same::<DVec3>();
}

#[test]
fn a_quick_build_checks_the_data_too() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::NAN];
    let quick = |corners: &[Vec3], triangles: &[[u32; 3]]| Mesh::quick(corners, triangles).err();
    assert_eq!(quick(&corners[..3], &[]), Some(MeshError::NoTriangles));
    let not_finite = MeshError::NotFinite { vertex: 3 };
    assert_eq!(quick(&corners, &[[0, 1, 2]]), Some(not_finite));
    let none = MeshError::NoSuchVertex {
        triangle: 1,
        index: 3,
        vertices: 3,
    };
    assert_eq!(quick(&corners[..3], &[[0, 1, 2], [0, 1, 3]]), Some(none));
    // A vertex that no triangle uses, too far away for the numbers.
    let far = [
        Vec3::ZERO,
        Vec3::X,
        Vec3::Y,
        Vec3::splat(-f32::MAX),
        Vec3::MAX,
    ];
    let mesh = Mesh::quick(far, vec![[0, 1, 2]; 300]).unwrap();
    assert_eq!(mesh.bounds().max, vec3(1.0, 1.0, 0.0));
}

#[test]
fn a_quickly_built_mesh_can_be_refitted_and_compacted() {
    let (corners, triangles) = soup::<Vec3>(&mut Rng::with_seed(4), 1000);
    let mut quick = Mesh::quick(&corners, &triangles).unwrap();
    let old = quick.clone();
    quick
        .refit(|number| old.triangle(number).translated(Vec3::X * 3.0))
        .unwrap();
    let ball = Ball::new(Vec3::ONE, 0.5);
    let moved = Ball::new(ball.center + Vec3::X * 3.0, 0.5);
    let [a, b] = [
        old.query().closest(&ball, 9.0),
        quick.query().closest(&moved, 9.0),
    ];
    assert_eq!(a.unwrap().part.index, b.unwrap().part.index);
    assert_eq!(quick.clone().compact().query().closest(&moved, 9.0), b);
}

/// A strip of consecutive triangles, and one triangle many times.
fn nothing_is_too_many(count: u32) {
    let strip: Vec<Vec3> = (0..count + 2)
        .map(|i| vec3((i / 2) as f32 * 0.01, 0.0, (i % 2) as f32))
        .collect();
    let triangles: Vec<[u32; 3]> = (0..count).map(|i| [i, i + 1, i + 2]).collect();
    let middle = strip[count as usize / 2] + vec3(0.0, 1.0, 0.5);
    for mesh in [
        Mesh::quick(&strip, &triangles),
        Mesh::new(&strip, &triangles),
    ] {
        let mesh = mesh.unwrap();
        assert!(mesh.tree_depth() < 16, "{}", mesh.tree_depth());
        let hit = mesh.query().ray(middle, Vec3::Y * -2.0).unwrap();
        assert!((hit.t - 0.5).abs() < 1e-6, "{}", hit.t);
    }
    let corners = [Vec3::ZERO, Vec3::Z, Vec3::X];
    let again = vec![[0, 1, 2]; count as usize];
    for mesh in [Mesh::quick(corners, &again), Mesh::new(corners, &again)] {
        let mesh = mesh.unwrap();
        assert!(mesh.tree_depth() < 12, "{}", mesh.tree_depth());
        let found = mesh
            .query()
            .ray(vec3(0.1, 1.0, 0.1), Vec3::Y * -2.0)
            .unwrap();
        let away = (found.t - 0.5).abs();
        assert!(away < 1e-6 && found.part.index == 0, "{found:?}");
    }
}

#[test]
fn a_long_strip_and_many_identical_triangles_can_be_built() {
    nothing_is_too_many(1_000_000);
}

/// Takes half a minute and 2 GB.
#[test]
#[ignore = "large"]
fn ten_million_can_be_built() {
    nothing_is_too_many(10_000_000);
}
