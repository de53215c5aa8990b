//! A compact mesh answers like the original, to the bit and in the same order, in the promised memory.

use carom::glam::{DVec3, Vec3, vec3};
use carom::{
    Aabb, Ball, Capsule, HeightField, Hull, Mesh, MeshError, Plane, Scalar, Segment, Shape,
    Triangle, Vector3,
};
use fastrand::Rng;

fn scalar<V: Vector3>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

fn point<V: Vector3>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// Ordinary triangles, needles, slivers, points, duplicates, and many that share corners.
fn soup<V: Vector3>(random: &mut Rng, count: usize) -> Mesh<V> {
    let mut vertices: Vec<V> = vec![point(random, 10.0), point(random, 10.0)];
    let mut triangles = Vec::new();
    for i in 0..count {
        let n = vertices.len() as u32;
        let a: V = point(random, 10.0);
        let (u, v): (V, V) = (point(random, 2.0), point(random, 2.0));
        vertices.extend(match i % 6 {
            0 => [a, a + u, a + u + v * scalar::<V>(1e-4)],
            1 => [a, a + u, a + u * V::Scalar::HALF],
            2 => [a, a, a],
            3 => [a, point(random, 40.0), point(random, 40.0)],
            _ => [a, a + u, a + v],
        });
        triangles.push([n, n + 1, n + 2]);
        if i % 6 == 4 {
            triangles.push([n + 2, n, n + 1]);
        }
        triangles.push([n, n + 1, random.u32(..n)]);
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// Waves over this many squares each way.
fn waves(count: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let height = |x: u32, z: u32| ((x * x + 7 * z) % 11) as f32 * 0.04;
    let places = (0..=count).flat_map(|x| (0..=count).map(move |z| (x, z)));
    let vertices = places.map(|(x, z)| vec3(x as f32 * 0.5, height(x, z), z as f32 * 0.5));
    let cells = (0..count).flat_map(|x| (0..count).map(move |z| x * (count + 1) + z));
    let triangles = cells.flat_map(|a| {
        let (b, c, d) = (a + 1, a + count + 1, a + count + 2);
        [[a, b, c], [b, d, c]]
    });
    (vertices.collect(), triangles.collect())
}

fn level(name: &str) -> Mesh<Vec3> {
    let path = format!(
        "{}/../../data/levels/{name}.obj",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let words = || line.split_whitespace().skip(1);
        if line.starts_with("v ") {
            let numbers: Vec<f32> = words().map(|word| word.parse().unwrap()).collect();
            vertices.push(Vec3::from_slice(&numbers));
        } else if line.starts_with("f ") {
            let index = |word: &str| word.split('/').next().unwrap().parse::<u32>().unwrap() - 1;
            let face: Vec<u32> = words().map(index).collect();
            triangles.extend((2..face.len()).map(|i| [face[0], face[i - 1], face[i]]));
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

fn shape<V: Vector3>(random: &mut Rng, i: usize, center: V) -> Shape<V> {
    let mut near = || center + point(random, 1.0);
    let radius = scalar::<V>(0.2);
    match i % 6 {
        0 => Shape::Segment(Segment::new(near(), near())),
        1 => Shape::Triangle(Triangle::new(near(), near(), near())),
        2 => Shape::Hull(Hull::new([near(), near(), near(), near()], radius)),
        3 => Shape::Aabb(Aabb::of_points([near(), near()])),
        4 => Shape::Capsule(Capsule::new(near(), near(), radius)),
        _ => Shape::Plane(Plane::new(V::from_f64([0.6, 0.0, 0.8]), scalar::<V>(1.0))),
    }
}

fn bits<V: Vector3>(mesh: &Mesh<V>) -> Vec<[[u64; 3]; 3]> {
    let bits = |p: V| p.to_f64().map(f64::to_bits);
    mesh.iter().map(|t| [t.a, t.b, t.c].map(bits)).collect()
}

/// Runs every query on both, near their triangles; returns the number of contacts and hits.
fn agree<V: Vector3>(one: &Mesh<V>, other: &Mesh<V>, rounds: usize) -> usize {
    assert!(other.is_compact() && !one.is_compact());
    assert_eq!(bits(one), bits(other));
    assert_eq!(one.bounds(), other.bounds());
    let random = &mut Rng::with_seed(8);
    let mut found = 0;
    for i in 0..rounds {
        let near = one.triangle(random.u32(..one.len() as u32)).a;
        let center = near + point(random, 1.5);
        let ball = Ball::new(center, scalar::<V>(0.3));
        let capsule = Capsule::new(center, center + point(random, 2.0), ball.radius);
        let delta: V = point(random, [0.5, 8.0][i % 2]);
        let reach = scalar::<V>(random.f64() * 0.6 - 0.1);
        let shape = shape(random, i, center);
        macro_rules! same {
            ($query:expr) => {{
                let query = $query;
                let answer = query(one);
                assert_eq!(answer, query(other), "input {i}");
                answer
            }};
        }

        let mut contacts = same!(|mesh: &Mesh<V>| {
            let mut found = Vec::new();
            mesh.query()
                .each_contact(&ball, reach, |contact| found.push(contact));
            mesh.query()
                .each_contact(&capsule, reach, |contact| found.push(contact));
            mesh.query()
                .each_contact(&shape, reach, |contact| found.push(contact));
            found
        });
        contacts.extend(same!(|mesh: &Mesh<V>| {
            let closest = [
                mesh.query().closest(&ball, reach),
                mesh.query().closest(&capsule, reach),
                mesh.query().closest(&shape, reach),
            ];
            closest
                .map(|contact| contact.into_iter().collect::<Vec<_>>())
                .concat()
        }));
        same!(|mesh: &Mesh<V>| {
            let overlap = [mesh.query().overlap(&ball), mesh.query().overlap(&capsule)];
            (
                overlap,
                mesh.query().overlap(&shape),
                mesh.query().ray_any(center, delta),
            )
        });
        let first = same!(|mesh: &Mesh<V>| {
            [
                mesh.query().sweep(&ball, delta),
                mesh.query().sweep(&capsule, delta),
                mesh.query().ray(center, delta),
            ]
        });
        same!(|mesh: &Mesh<V>| mesh.query().sweep(&shape, delta));
        let hits = same!(|mesh: &Mesh<V>| {
            let mut hits = [(); 4].map(|()| Vec::new());
            mesh.query().sweep_all(&ball, delta, &mut hits[0]);
            mesh.query().sweep_all(&capsule, delta, &mut hits[1]);
            mesh.query().ray_all(center, delta, &mut hits[2]);
            mesh.query().sweep_all(&shape, delta, &mut hits[3]);
            hits
        });
        // The first of all hits, ties by depth, then by number: the same in any order of visits.
        for (first, all) in first.into_iter().zip(&hits) {
            assert_eq!(first.map(|hit| hit.t), all.first().map(|hit| hit.t));
            if let Some(first) = first.filter(|first| first.t > V::Scalar::ZERO) {
                assert_eq!(Some(&first), all.first());
            }
        }
        found += contacts.len() + hits.concat().len();
    }
    found
}

fn soups_agree<V: Vector3>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    for count in [1, 5, 40, 400] {
        let mesh = soup::<V>(random, count);
        for mesh in [mesh.clone(), mesh.one_sided()] {
            assert!(agree(&mesh, &mesh.clone().compact(), 80) > 40);
        }
    }
}

#[test]
fn soups_answer_alike_in_both_precisions() {
    soups_agree::<Vec3>(1);
    soups_agree::<DVec3>(2);
}

#[test]
fn levels_answer_alike_in_24_bytes_a_triangle() {
    for name in ["dungeon", "nav_test"] {
        let mesh = level(name);
        let compact = mesh.clone().compact();
        assert!(
            compact.bytes() <= 24 * mesh.len(),
            "{name}: {}",
            compact.bytes()
        );
        assert!(mesh.bytes() <= 60 * mesh.len(), "{name}: {}", mesh.bytes());
        assert!(agree(&mesh, &compact, 600) > 2000);
        let smooth = mesh.weld(Mesh::<Vec3>::FLAT as f32).one_sided();
        assert!(agree(&smooth, &smooth.clone().compact(), 150) > 150);
    }
}

#[test]
fn a_terrain_takes_24_bytes_a_triangle_however_many_vertices_it_has() {
    // 90,601 vertices: more than an offset can hold.
    let (vertices, triangles) = waves(300);
    let mesh = Mesh::new(&vertices, &triangles).unwrap();
    let compact = mesh.clone().compact();
    assert!(compact.bytes() <= 24 * mesh.len(), "{}", compact.bytes());
    assert!(agree(&mesh, &compact, 300) > 1000);

    // Each triangle has corners of its own, at the positions of its neighbors' corners: they are merged.
    let apart: Vec<Vec3> = triangles
        .iter()
        .flatten()
        .map(|i| vertices[*i as usize])
        .collect();
    let numbers: Vec<[u32; 3]> = (0..apart.len() as u32 / 3)
        .map(|i| [0, 1, 2].map(|j| 3 * i + j))
        .collect();
    let doubled = Mesh::new(apart, numbers).unwrap().compact();
    assert_eq!(doubled.bytes(), compact.bytes());
}

#[test]
fn a_vertex_too_far_back_is_stored_again() {
    let count = 80_000;
    let rim = |i: u32| vec3((i % 400) as f32, 1.0 + (i / 400) as f32, 0.0);
    let middle = vec3(0.0, 0.0, 5.0);
    let fan = (0..count).map(|i| Triangle::new(middle, rim(i), rim(i + 1)));
    let mesh = Mesh::of_triangles(fan).unwrap();
    let compact = mesh.clone().compact();
    // Stored once for each triangle, the middle vertex alone would take 12 more bytes.
    assert!(compact.bytes() <= 30 * mesh.len(), "{}", compact.bytes());
    assert!(agree(&mesh, &compact, 5) > 0);
}

#[test]
fn negative_zero_stays_negative() {
    let floor =
        [0.0, -0.0].map(|y| Triangle::new(vec3(0., y, 0.), vec3(0., y, 1.), vec3(1., y, -0.)));
    let mesh = Mesh::of_triangles(floor).unwrap();
    assert_eq!(bits(&mesh), bits(&mesh.clone().compact()));
}

#[test]
fn a_compact_mesh_can_be_refitted_together_and_apart() {
    let (vertices, triangles) = waves(40);
    let mut mesh = Mesh::new(vertices, triangles).unwrap();
    let mut compact = mesh.clone().compact();
    let (before, forms) = (compact.bytes(), mesh.iter().collect::<Vec<_>>());

    let bent = |p: Vec3| p + Vec3::Y * (p.x * p.x * 0.05);
    let together = |i: u32| {
        let t = forms[i as usize];
        Triangle::new(bent(t.a), bent(t.b), bent(t.c))
    };
    let apart = |i: u32| forms[i as usize].translated(Vec3::Y * (i % 7) as f32);
    mesh.refit(together).unwrap();
    compact.refit(together).unwrap();
    assert_eq!(compact.bytes(), before);
    assert!(agree(&mesh, &compact, 200) > 1000);

    let wrong = |i: u32| {
        if i == 9 {
            Triangle::new(Vec3::NAN, Vec3::X, Vec3::Y)
        } else {
            apart(i)
        }
    };
    assert_eq!(
        compact.refit(wrong),
        Err(MeshError::NotFinite { vertex: 27 })
    );
    assert_eq!(bits(&compact), bits(&mesh));

    mesh.refit(apart).unwrap();
    compact.refit(apart).unwrap();
    assert!(compact.bytes() > before);
    assert!(agree(&mesh, &compact, 200) > 500);

    mesh.refit(|i| forms[i as usize]).unwrap();
    compact.refit(|i| forms[i as usize]).unwrap();
    assert_eq!(compact.bytes(), before);
    assert!(agree(&mesh, &compact, 200) > 1000);
}

#[test]
fn a_height_field_saves_on_its_bvh() {
    let heights = (0..400).map(|i| {
        if i % 31 == 3 {
            f32::NAN
        } else {
            (i % 13) as f32 * 0.1
        }
    });
    let field = HeightField {
        origin: vec3(-3., 1., 5.),
        cell: [0.5, 0.7],
        columns: 20,
        heights: heights.collect(),
    };
    let mesh = field.mesh().unwrap();
    let compact = mesh.clone().compact();
    assert!(compact.bytes() < mesh.bytes());
    let random = &mut Rng::with_seed(3);
    for _ in 0..2000 {
        let from = vec3(random.f32() * 10. - 3., 3., random.f32() * 14. + 5.);
        let ball = Ball::new(from - Vec3::Y * random.f32() * 2., 0.4);
        assert_eq!(
            mesh.query().ray(from, Vec3::Y * -4.),
            compact.query().ray(from, Vec3::Y * -4.)
        );
        assert_eq!(
            mesh.query().closest(&ball, 0.2),
            compact.query().closest(&ball, 0.2)
        );
    }
}

#[test]
fn compacting_again_changes_nothing() {
    let mesh = soup::<Vec3>(&mut Rng::with_seed(4), 50).compact();
    let again = mesh.clone().compact();
    assert_eq!(again.bytes(), mesh.bytes());
    assert_eq!(bits(&again), bits(&mesh));
}
