//! Watertightness: a ray or ball that starts inside a closed mesh never leaves it between two triangles. A bounded run;
//! the full count is `cargo run --profile dist -p bench -- watertight`.

use carom::glam::{DVec3, Vec3};
use carom::{Ball, Mesh, Scalar, Vector3};
use fastrand::Rng;
use std::f64::consts::TAU;

/// A closed surface around a center.
struct Body {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    /// Draws a position inside.
    inside: fn(&mut Rng) -> [f64; 3],
}

/// A net of `across` by `along` squares, closed in both directions: a torus.
fn torus(across: u32, along: u32) -> Body {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..along {
        for j in 0..across {
            let (u, v) = (
                TAU * f64::from(i) / f64::from(along),
                TAU * f64::from(j) / f64::from(across),
            );
            let reach = 3.0 + v.cos();
            vertices.push([reach * u.cos(), v.sin(), reach * u.sin()]);
            let at = |i: u32, j: u32| i % along * across + j % across;
            let (a, b, c, d) = (at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    let inside = |random: &mut Rng| {
        let u = TAU * random.f64();
        [3.0 * u.cos(), random.f64() * 0.2, 3.0 * u.sin()]
    };
    Body {
        vertices,
        triangles,
        inside,
    }
}

/// An octahedron with its faces cut in four `times` times, each vertex `radius` from the middle.
fn sphere(times: usize, mut radius: impl FnMut() -> f64) -> Body {
    let mut directions: Vec<[f64; 3]> = Vec::new();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let mut direction = [0.0; 3];
            direction[axis] = sign;
            directions.push(direction);
        }
    }
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for i in 0..8_u32 {
        let [x, y, z] = [i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2)];
        // Each mirror image reverses it.
        let is_turned = i.count_ones() % 2 == 1;
        triangles.push(if is_turned { [x, z, y] } else { [x, y, z] });
    }
    for _ in 0..times {
        let mut known = std::collections::BTreeMap::new();
        let mut middle = |a: u32, b: u32| {
            *known.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                let [a, b] = [a, b].map(|i| directions[i as usize]);
                let sum = [0, 1, 2].map(|i| a[i] + b[i]);
                let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
                directions.push(sum.map(|x| x / length));
                directions.len() as u32 - 1
            })
        };
        let cut = |[a, b, c]: [u32; 3]| {
            let [d, e, f] = [middle(a, b), middle(b, c), middle(c, a)];
            [[a, d, f], [d, b, e], [f, e, c], [d, e, f]]
        };
        triangles = triangles.into_iter().flat_map(cut).collect();
    }
    let vertices = directions.iter().map(|direction| {
        let radius = radius();
        direction.map(|x| x * radius)
    });
    Body {
        vertices: vertices.collect(),
        triangles,
        inside: |random| [0; 3].map(|_| (random.f64() - 0.5) * 0.2),
    }
}

/// Rays and a tenth as many balls from inside at edges and corners, and out beyond them.
fn holds<V: Vector3>(body: &Body, scale: f64, offset: [f64; 3], rays: usize) {
    let place = |p: [f64; 3]| V::from_f64([0, 1, 2].map(|i| (p[i] + offset[i]) * scale));
    let vertices: Vec<V> = body.vertices.iter().map(|p| place(*p)).collect();
    let mesh = Mesh::new(&vertices, &body.triangles).unwrap();
    assert!(mesh.is_closed());
    let random = &mut Rng::with_seed(7);
    for i in 0..rays {
        let corners = body.triangles[random.usize(..body.triangles.len())];
        let [a, b] = [0, 1].map(|j| vertices[corners[j] as usize]);
        let along = if random.u8(..4) == 0 {
            0.0
        } else {
            random.f64()
        };
        let at = a + (b - a) * V::Scalar::from_f64(along);
        let origin = place((body.inside)(random));
        // Longer than the whole body.
        let way = (at - origin) * V::Scalar::from_f64(10.0 / 0.7);
        let ahead = mesh.query().ray(origin, way);
        assert!(ahead.is_some(), "{origin:?} {way:?} at {scale} {offset:?}");
        if i % 10 == 0 {
            let radius = (b - a).abs().max_element() * V::Scalar::from_f64(random.f64() * 0.1);
            let ball = Ball::new(origin, radius);
            let hit = mesh.query().sweep(&ball, way);
            assert!(hit.is_some(), "{ball:?} {way:?} at {scale} {offset:?}");
        }
    }
}

fn all_hold<V: Vector3>(far: [f64; 3]) {
    let random = &mut Rng::with_seed(5);
    let bodies = [
        torus(24, 48),
        sphere(4, || 1.0),
        sphere(4, || 0.6 + 0.8 * random.f64()),
        sphere(0, || 1.0),
    ];
    for body in &bodies {
        holds::<V>(body, 1.0, [0.0; 3], 6000);
        holds::<V>(body, 1e-12, [0.0; 3], 3000);
        holds::<V>(body, 7.3, far, 3000);
    }
}

#[test]
fn nothing_leaks_in_single_precision() {
    all_hold::<Vec3>([4000.3, -250.7, 800.1]);
}

#[test]
fn nothing_leaks_in_double_precision() {
    all_hold::<DVec3>([4e9, -2.5e8, 8e8]);
}

/// Checks the test itself: it must find the leak of a body with a hole.
#[test]
#[should_panic(expected = "at 1")]
fn a_hole_is_noticed() {
    let body = sphere(2, || 1.0);
    let vertices: Vec<Vec3> = body
        .vertices
        .iter()
        .map(|p| DVec3::from_array(*p).as_vec3())
        .collect();
    let mesh = Mesh::new(&vertices, &body.triangles[2..]).unwrap();
    let random = &mut Rng::with_seed(7);
    for _ in 0..20_000 {
        let way = [0; 3].map(|_| random.f32() - 0.5);
        let way = Vec3::from_array(way).normalize() * 10.0;
        assert!(mesh.query().ray(Vec3::ZERO, way).is_some(), "at 1");
    }
}
