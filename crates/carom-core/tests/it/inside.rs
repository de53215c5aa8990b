//! Closed meshes: containment and signed distance against the solid angle.

use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::{Batch, Mesh, Scalar, Vector3, contact};
use core::f64::consts::{PI, TAU};
use fastrand::Rng;

type Pieces = (Vec<DVec3>, Vec<[u32; 3]>);

fn build<V: Vector3>((vertices, triangles): Pieces) -> Mesh<V> {
    let vertices = vertices.iter().map(|v| V::from_f64(v.to_array()));
    Mesh::new(vertices.collect::<Vec<_>>(), triangles).unwrap()
}

/// A grid of `n` times `m` points that is closed in both directions.
fn torus(n: u32, m: u32, at: impl Fn(f64, f64) -> DVec3) -> Pieces {
    let vertices = (0..n * m)
        .map(|i| {
            at(
                f64::from(i / m) / f64::from(n),
                f64::from(i % m) / f64::from(m),
            )
        })
        .collect();
    let place = |i: u32, j: u32| i % n * m + j % m;
    let triangles = (0..n * m).flat_map(|k| {
        let (i, j) = (k / m, k % m);
        let [a, b, c, d] = [
            place(i, j),
            place(i + 1, j),
            place(i + 1, j + 1),
            place(i, j + 1),
        ];
        [[a, b, c], [a, c, d]]
    });
    (vertices, triangles.collect())
}

fn ring(n: u32, m: u32) -> Pieces {
    torus(n, m, |u, v| {
        let (u, v) = (u * TAU, v * TAU);
        let r = 3.0 + v.cos();
        dvec3(r * u.cos(), r * u.sin(), v.sin())
    })
}

/// A ball of about radius 3 with hills; the poles are rows of coinciding points.
fn bumpy(n: u32, m: u32) -> Pieces {
    let at = |i: u32, j: u32| {
        let (u, v) = (
            f64::from(i % n) / f64::from(n) * TAU,
            f64::from(j) / f64::from(m) * PI,
        );
        if j == 0 || j == m {
            return dvec3(0., 0., if j == 0 { 3. } else { -3. });
        }
        let r = 3.0 + 0.4 * (5.0 * u).sin() * (4.0 * v).sin();
        dvec3(r * v.sin() * u.cos(), r * v.sin() * u.sin(), r * v.cos())
    };
    let mut vertices = Vec::new();
    for i in 0..n {
        for j in 0..m {
            vertices.extend([at(i, j), at(i, j + 1), at(i + 1, j + 1)]);
            vertices.extend([at(i, j), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
    let triangles = (0..vertices.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    let triangles = triangles.collect();
    (vertices, triangles)
}

/// The box of this half size around `center`, fronts outwards.
fn cube(center: DVec3, half: f64) -> Pieces {
    let vertices = (0..8)
        .map(|i| {
            center
                + half * (2.0 * dvec3((i & 1).into(), (i >> 1 & 1).into(), (i >> 2).into()) - 1.0)
        })
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
    (vertices, triangles.collect())
}

fn inverted((vertices, triangles): Pieces) -> Pieces {
    (
        vertices,
        triangles.iter().map(|&[a, b, c]| [a, c, b]).collect(),
    )
}

fn joined(parts: impl IntoIterator<Item = Pieces>) -> Pieces {
    let mut all = (Vec::new(), Vec::new());
    for (vertices, triangles) in parts {
        let n = all.0.len() as u32;
        all.0.extend(vertices);
        all.1.extend(triangles.iter().map(|t| t.map(|i| i + n)));
    }
    all
}

/// The solid angle of the mesh as seen from `p`, over 4π (van Oosterom, Strackee 1983): the winding number.
fn solid_angle<V: Vector3>(mesh: &Mesh<V>, p: V) -> f64 {
    let p = DVec3::from_array(p.to_f64());
    let angle: f64 = (0..mesh.len() as u32)
        .map(|i| {
            let t = mesh.triangle(i);
            let [a, b, c] = [t.a, t.b, t.c].map(|v| DVec3::from_array(v.to_f64()) - p);
            let [x, y, z] = [a.length(), b.length(), c.length()];
            let below = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
            2.0 * a.dot(b.cross(c)).atan2(below)
        })
        .sum();
    angle / (2.0 * TAU)
}

fn point<V: Vector3>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

#[test]
fn a_hundred_thousand_points_in_and_around_a_bumpy_ball() {
    let random = &mut Rng::with_seed(1);
    let mesh: Mesh<Vec3> = build(bumpy(16, 8));
    assert!(mesh.is_closed());
    let (mut inside, mut near) = (0, 0);
    for i in 0..100_000 {
        let p: Vec3 = point(random, 7.0);
        // Every other point close to the surface.
        let p = if i % 2 == 0 {
            p
        } else {
            p.normalize() * (3.0 + 0.5 * (random.f32() - 0.5))
        };
        let winding = solid_angle(&mesh, p);
        let contains = mesh.contains(p);
        if (winding - winding.round()).abs() > 1e-3 {
            near += 1; // On the surface, where the solid angle jumps.
            continue;
        }
        assert_eq!(contains, winding.round() != 0.0, "{p} {winding}");
        inside += usize::from(contains);
    }
    assert!(inside > 30_000 && near < 10, "{inside} {near}");
}

fn agrees_on_the_lines_of_its_vertices<V: Vector3>(pieces: Pieces) {
    let random = &mut Rng::with_seed(2);
    let mesh: Mesh<V> = build(pieces);
    assert!(mesh.is_closed());
    let corner = |random: &mut Rng| {
        let triangle = mesh.triangle(random.u32(..mesh.len() as u32));
        [triangle.a, triangle.b, triangle.c][random.usize(..3)].to_f64()
    };
    let mut inside = 0;
    for _ in 0..8_000 {
        // The path along x passes through a vertex, or through many edges and vertices.
        let (p, q) = (corner(random), corner(random));
        let x = random.f64() * 8.0 - 4.0;
        let p = match random.usize(..4) {
            0 => [q[0], p[1], p[2]],
            1 => [x, p[1], p[2]],
            2 => [x, p[1], q[2]],
            _ => [x, p[1], random.f64() * 8.0 - 4.0],
        };
        let p = V::from_f64(p);
        let distance = mesh.signed_distance(p).to_f64();
        if distance.abs() < 1e-5 {
            continue;
        }
        let winding = solid_angle(&mesh, p).round();
        assert_eq!(mesh.contains(p), winding != 0.0, "{p:?} {winding}");
        assert_eq!(distance < 0.0, winding != 0.0, "{p:?} {winding}");
        inside += usize::from(winding != 0.0);
    }
    assert!(inside > 200, "{inside}");
}

#[test]
fn ways_through_edges_and_vertices_and_along_faces() {
    agrees_on_the_lines_of_its_vertices::<Vec3>(ring(16, 8));
    agrees_on_the_lines_of_its_vertices::<DVec3>(ring(12, 12));
    agrees_on_the_lines_of_its_vertices::<DVec3>(bumpy(16, 8));
    agrees_on_the_lines_of_its_vertices::<Vec3>(inverted(bumpy(16, 8)));
    // A pile of boxes that share corners, edges and faces, and one inside out around all.
    let at = |x, y, z| dvec3(x, y, z);
    let pile = || {
        [
            cube(at(0., 0., 0.), 1.),
            cube(at(2., 0., 0.), 1.),
            cube(at(2., 2., 0.), 1.),
            cube(at(-2., 2., -2.), 1.),
            cube(at(-1., 0., 0.), 1.),
            cube(at(0., 0., 0.), 0.5),
        ]
    };
    agrees_on_the_lines_of_its_vertices::<DVec3>(joined(pile()));
    let hollow = joined([cube(DVec3::ZERO, 3.9), inverted(joined(pile()))]);
    agrees_on_the_lines_of_its_vertices::<Vec3>(hollow);
}

#[test]
fn shells_within_shells() {
    let shell = |half| cube(DVec3::ZERO, half);
    let cavity: Mesh<Vec3> = build(joined([shell(3.), inverted(shell(2.)), shell(1.)]));
    let filled: Mesh<Vec3> = build(joined([shell(3.), shell(2.), shell(1.)]));
    for (x, in_cavity, in_filled) in [
        (0.5, true, true),
        (1.5, false, true),
        (2.5, true, true),
        (3.5, false, false),
    ] {
        let p = vec3(x, 0.1, 0.2);
        assert_eq!(cavity.contains(p), in_cavity, "{x}");
        assert_eq!(filled.contains(p), in_filled, "{x}");
        assert_eq!(
            cavity.signed_distance(p),
            if in_cavity { -0.5 } else { 0.5 }
        );
    }
    assert!(cavity.clone().one_sided().contains(Vec3::ZERO));
    assert_eq!(cavity.one_sided().signed_distance(Vec3::ZERO), -1.0);
}

#[test]
fn the_surface_belongs_to_the_inside() {
    let random = &mut Rng::with_seed(3);
    for mesh in [
        build::<Vec3>(cube(DVec3::ONE, 2.)),
        build(inverted(ring(16, 8))),
        build(bumpy(12, 6)),
    ] {
        for i in 0..2000 {
            let t = mesh.triangle(random.u32(..mesh.len() as u32));
            let (u, v) = (random.f32(), random.f32());
            let p = match i % 3 {
                0 => t.a,
                1 => t.a + (t.b - t.a) * u,
                _ => t.a + (t.b - t.a) * (u * v) + (t.c - t.a) * (u - u * v),
            };
            let distance = mesh.signed_distance(p);
            assert!(distance.abs() < 1e-6, "{p} {distance}");
            let sign = if mesh.contains(p) { -1.0 } else { 1.0 };
            assert!(distance * sign >= 0.0, "{p} {distance}");
            // A corner is on the mesh; other points are rounded off it.
            assert!(i % 3 != 0 || distance == 0.0, "{p} {distance}");
        }
    }
}

#[test]
fn containment_is_exact_on_a_grid_of_points_in_boxes() {
    // Eighths of the sides are exact.
    let boxes = [
        cube(dvec3(0., 0., 0.), 1.),
        cube(dvec3(2., 1., 0.5), 1.),
        inverted(cube(dvec3(-1., 0., 0.), 0.5)),
    ];
    let mesh: Mesh<Vec3> = build(joined(boxes));
    for (center, half) in [(Vec3::ZERO, 1.), (vec3(2., 1., 0.5), 1.)] {
        for i in 0..9 * 9 * 9 {
            let [x, y, z] = [i % 9, i / 9 % 9, i / 81].map(|i| i as f32 / 4. - 1.);
            let p = center + vec3(x, y, z) * half;
            let from_hole = (p - vec3(-1., 0., 0.)).abs().max_element();
            let in_hole = from_hole < 0.5 && p.x > -1.;
            assert_eq!(mesh.contains(p), !in_hole, "{p}");
            let just_out = center + vec3(x, y, 1.0 + f32::EPSILON) * half;
            let other = (just_out - vec3(2., 1., 0.5)).abs().max_element() <= 1.0;
            assert_eq!(mesh.contains(just_out), other, "{just_out}");
        }
    }
}

/// A tetrahedron cut in four by a point inside: each point in it is in one of the four, or on a face between them, to
/// the last bit.
fn pieces_leave_no_gap<V: Vector3>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let (mut in_one, mut between) = (0, 0);
    for _ in 0..40 {
        let [a, b, c, d] = [0; 4].map(|_| point::<V>(random, 2.0));
        let part = |x: f64, y: f64, z: f64| {
            let [x, y, z] = [x, y, z].map(V::Scalar::from_f64);
            d + (a - d) * x + (b - d) * y + (c - d) * z
        };
        let middle = part(0.2, 0.3, 0.1);
        let pieces = [
            [a, b, c, middle],
            [a, b, middle, d],
            [a, middle, c, d],
            [middle, b, c, d],
        ]
        .map(|[a, b, c, d]| {
            let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
            Mesh::new(vec![a, b, c, d], triangles).unwrap()
        });
        for i in 0..200 {
            // Rounded from points where two, three or four parts meet.
            let (from, to) = (middle, [a, b, c, d]);
            let mut p = from;
            for k in 0..i % 4 {
                let share = V::Scalar::from_f64(random.f64() * 0.3);
                p += (to[(i + k) % 4] - from) * share;
            }
            let on = pieces
                .iter()
                .filter(|piece| piece.signed_distance(p) == V::Scalar::ZERO);
            let (on, inside) = (
                on.count(),
                pieces.iter().filter(|piece| piece.contains(p)).count(),
            );
            assert!(inside == 1 || inside > 1 && on > 1, "{p:?} {inside} {on}");
            in_one += usize::from(inside == 1);
            between += usize::from(inside > 1);
        }
    }
    assert!(in_one > 4000 && between > 20, "{in_one} {between}");
}

#[test]
fn parts_of_a_solid_leave_no_gap() {
    pieces_leave_no_gap::<Vec3>(6);
    pieces_leave_no_gap::<DVec3>(7);
}

#[test]
fn the_distance_is_that_of_the_nearest_triangle() {
    let random = &mut Rng::with_seed(4);
    let mesh: Mesh<DVec3> = build(ring(16, 8));
    for _ in 0..2000 {
        let p: DVec3 = point(random, 12.0);
        let brute = (0..mesh.len() as u32)
            .filter_map(|i| contact(&p, &mesh.triangle(i), f64::INFINITY))
            .map(|found| found.separation.max(0.0))
            .fold(f64::INFINITY, f64::min);
        assert_eq!(mesh.signed_distance(p).abs(), brute);
    }
    let far = mesh.signed_distance(dvec3(1e300, 0., 0.));
    assert!((far / 1e300 - 1.0).abs() < 1e-12);
}

#[test]
fn open_edges_are_counted_by_position() {
    let open = |(vertices, triangles): Pieces| build::<Vec3>((vertices, triangles)).open_edges();
    let (vertices, mut triangles) = cube(DVec3::ZERO, 1.);
    assert_eq!(open((vertices.clone(), triangles.clone())), 0);
    // Two triangles of one quad: their common edge goes with them.
    assert_eq!(open((vertices.clone(), triangles[2..].to_vec())), 4);
    // Reversed, a triangle runs along its edges in the same direction as its neighbors.
    triangles[0].swap(1, 2);
    assert_eq!(open((vertices.clone(), triangles)), 3);
    // Two closed parts with a common edge, and triangles without area, leave it closed.
    let (shared, apart) = (cube(DVec3::ZERO, 1.), cube(dvec3(2., 2., 0.), 1.));
    let slivers = (vertices, vec![[0, 1, 1], [0, 1, 0], [2, 2, 2]]);
    assert_eq!(open(joined([shared, apart, slivers])), 0);
}

#[test]
fn scales_from_the_smallest_to_the_largest() {
    for scale in [1e-300, 1e-100, 1.0, 1e100, 1e300] {
        let (vertices, triangles) = ring(12, 8);
        let vertices = vertices.iter().map(|v| *v * scale).collect();
        let mesh: Mesh<DVec3> = build((vertices, triangles));
        let random = &mut Rng::with_seed(5);
        for _ in 0..500 {
            let p: DVec3 = point(random, 9.0);
            let unit = build::<DVec3>(ring(12, 8));
            assert_eq!(mesh.contains(p * scale), unit.contains(p), "{scale} {p}");
        }
    }
}

/// Triangles with corners on a grid, open everywhere.
fn grid_sheets(random: &mut Rng) -> Mesh<DVec3> {
    let triangles = (0..200).map(|_| {
        let [a, b, c] = [0; 3].map(|_| point::<DVec3>(random, 6.0).round());
        carom::Triangle::new(a, b, c)
    });
    Mesh::of_triangles(triangles).unwrap()
}

#[test]
fn the_winding_number_is_the_solid_angle() {
    let random = &mut Rng::with_seed(31);
    let mut pieces = bumpy(12, 9);
    let whole: Mesh<Vec3> = build(pieces.clone());
    // A fifth of the triangles is missing, some are doubled, one is turned.
    pieces.1.retain(|_| random.usize(..5) > 0);
    let doubled = pieces.1[3];
    pieces.1.extend([doubled, doubled]);
    pieces.1[7].swap(0, 1);
    let dirty: Mesh<DVec3> = build(pieces);
    let mut right = 0;
    for _ in 0..300 {
        let p: DVec3 = point(random, 7.0);
        let number = dirty.winding_number(p);
        assert!((number - solid_angle(&dirty, p)).abs() < 1e-9, "{p}");
        let exact = whole.winding_number(p.as_vec3());
        let inside = whole.contains(p.as_vec3());
        assert!(
            (exact - f64::from(u8::from(inside))).abs() < 1e-5,
            "{p}: {exact}"
        );
        right += usize::from((number > 0.5) == inside);
    }
    assert!(right > 270, "{right}");
    // By the border: on a grid the paths pass through edges and corners.
    let batch = &mut Batch::new();
    let places: Vec<DVec3> = (0..3_000)
        .map(|i| match i % 3 {
            0 => point(random, 7.0),
            1 => point::<DVec3>(random, 7.0).round(),
            _ => point::<DVec3>(random, 7.0).round() + point::<DVec3>(random, 1e-14),
        })
        .collect();
    let sheets = grid_sheets(random);
    for mesh in [&dirty, &sheets] {
        let mut numbers = vec![0.0; places.len()];
        mesh.winding_number_batch(&places, &mut numbers, batch);
        for (p, number) in places.iter().zip(numbers) {
            let one = mesh.winding_number(*p);
            // Nearer to a triangle than rounding, the number is one of two.
            let on = mesh.query().closest(p, 1e-12).is_some();
            assert!(on || (number - one).abs() < 1e-9, "{p}: {number} for {one}");
        }
    }
    // Any scale.
    for scale in [1e-30_f32, 1e30] {
        let scaled = whole
            .iter()
            .map(|t| carom::Triangle::new(t.a * scale, t.b * scale, t.c * scale));
        let scaled = Mesh::of_triangles(scaled).unwrap();
        assert!((scaled.winding_number(vec3(0.1, 0.2, 0.3) * scale) - 1.0).abs() < 1e-5);
    }
}

#[test]
fn a_ray_is_inside_between_its_ways_in_and_out() {
    let random = &mut Rng::with_seed(32);
    let (mut several, mut partial) = (0, 0);
    for pieces in [
        ring(12, 8),
        bumpy(9, 7),
        joined([cube(DVec3::ZERO, 2.0), cube(DVec3::ONE, 1.5)]),
    ] {
        let mesh: Mesh<DVec3> = build(pieces);
        let mut intervals = Vec::new();
        for _ in 0..300 {
            let (from, delta): (DVec3, DVec3) = (point(random, 9.0), point(random, 20.0));
            mesh.ray_intervals(from, delta, &mut intervals);
            assert!(intervals.windows(2).all(|pair| pair[0][1] < pair[1][0]));
            assert!(
                intervals
                    .iter()
                    .all(|[enter, leave]| 0.0 <= *enter && enter < leave && *leave <= 1.0)
            );
            for i in 0..200 {
                let t = (f64::from(i) + 0.5) / 200.0;
                let within = intervals
                    .iter()
                    .any(|[enter, leave]| *enter <= t && t <= *leave);
                assert_eq!(
                    within,
                    mesh.contains(from + delta * t),
                    "{from} {delta} {t} {intervals:?}"
                );
            }
            several += usize::from(intervals.len() > 1);
            partial += usize::from(intervals.first().is_some_and(|first| first[0] == 0.0));
        }
    }
    assert!(several > 3 && partial > 50, "{several} {partial}");
    // Through vertices and edges, and along faces.
    let cube: Mesh<DVec3> = build(cube(DVec3::ZERO, 1.0));
    let mut intervals = Vec::new();
    for (from, delta) in [
        (DVec3::splat(-2.), DVec3::splat(4.)),
        (dvec3(-2., 0., 0.), dvec3(4., 0., 0.)),
    ] {
        cube.ray_intervals(from, delta, &mut intervals);
        let [[enter, leave]] = intervals[..] else {
            panic!("{intervals:?}");
        };
        assert!((enter - 0.25).abs() < 1e-14 && (leave - 0.75).abs() < 1e-14);
    }
    cube.ray_intervals(dvec3(-2., 2., 0.), dvec3(4., 0., 0.), &mut intervals);
    assert!(intervals.is_empty());
}
