//! Convex hulls with faces and neighbors: against whole-number arithmetic, scans of all vertices, and queries on hulls.

use carom::glam::{DVec2, DVec3, Quat, Vec2, Vec3, dvec3, vec2, vec3};
use carom::{
    Ball, Hull, Mesh, Polytope, PolytopeError, RigidMotion, RoundShape, Scalar, Vector, closest,
    contact, overlap, sweep, sweep_rigid,
};
use fastrand::Rng;

fn any(random: &mut Rng) -> Vec3 {
    let mut number = || random.f32() * 2.0 - 1.0;
    vec3(number(), number(), number())
}

/// A point of the unit sphere.
fn on_sphere(random: &mut Rng) -> Vec3 {
    any(random).try_normalize().unwrap_or(Vec3::X)
}

/// Euler's formula, every edge in two faces, and what is across is across.
fn check_faces(polytope: &Polytope<Vec3>) {
    let faces: Vec<_> = polytope.faces().collect();
    let mut directed: Vec<([u32; 2], u32, u32)> = Vec::new();
    for (number, face) in (0..).zip(&faces) {
        assert_eq!(face.vertices.len(), face.across.len());
        assert!((face.plane.normal.length() - 1.0).abs() < 1e-6);
        for (i, across) in face.across.iter().enumerate() {
            let ends = [
                face.vertices[i],
                face.vertices[(i + 1) % face.vertices.len()],
            ];
            directed.push((ends, number, *across));
        }
    }
    directed.sort_unstable();
    for ([a, b], face, across) in &directed {
        let twin = directed.binary_search_by_key(&[*b, *a], |(ends, _, _)| *ends);
        let (_, other, back) = directed[twin.expect("an edge has two sides")];
        assert_eq!((other, back), (*across, *face));
    }
    assert!(directed.windows(2).all(|pair| pair[0].0 != pair[1].0));
    let in_faces = {
        let mut all: Vec<_> = directed.iter().map(|(ends, _, _)| ends[0]).collect();
        all.dedup();
        all.len()
    };
    assert_eq!(polytope.edges().count() * 2, directed.len());
    assert_eq!(in_faces + faces.len(), polytope.edges().count() + 2);
    assert_eq!(
        polytope.triangles().len(),
        2 * polytope.vertices().len() - 4
    );
}

#[test]
fn solids_have_their_faces() {
    let random = &mut Rng::with_seed(1);
    for turn in 0..200 {
        let rotation = if turn == 0 {
            Quat::IDENTITY
        } else {
            Quat::from_scaled_axis(any(random) * 6.0)
        };
        let at = any(random) * if turn % 2 == 0 { 1.0 } else { 100.0 };
        let place = |p: Vec3| at + rotation * p;
        let mut cube = Hull::cuboid(Vec3::ZERO, vec3(1.0, 2.0, 3.0)).map(place);
        cube.points.extend([at, place(Vec3::X * 0.5)]);
        random.shuffle(&mut cube.points);
        let found = Polytope::new(&cube.points).unwrap();
        assert_eq!((found.vertices().len(), found.faces().len()), (8, 6));
        assert!(found.faces().all(|face| face.vertices.len() == 4));
        check_faces(&found);
        let sides = 3 + turn % 40;
        let rim = |i: usize| Vec2::from_angle(6.283_185_5 * i as f32 / sides as f32);
        let prism: Vec<_> = (0..2 * sides)
            .map(|i| place(rim(i % sides).extend((i / sides) as f32)))
            .collect();
        let found = Polytope::new(&prism).unwrap();
        assert_eq!(found.vertices().len(), 2 * sides);
        assert_eq!(found.faces().len(), sides + 2, "{turn}");
        check_faces(&found);
    }
}

/// Six times the volume of a tetrahedron of whole numbers: positive if `p` is in front of the triangle.
fn in_front([a, b, c]: [[i64; 3]; 3], p: [i64; 3]) -> i64 {
    let sub = |p: [i64; 3], q: [i64; 3]| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    let (u, v, w) = (sub(b, a), sub(c, a), sub(p, a));
    (u[1] * v[2] - u[2] * v[1]) * w[0]
        + (u[2] * v[0] - u[0] * v[2]) * w[1]
        + (u[0] * v[1] - u[1] * v[0]) * w[2]
}

/// Whole numbers have many coplanar, collinear and equal points, and exact answers.
#[test]
fn hulls_of_whole_numbers_are_exact() {
    let random = &mut Rng::with_seed(2);
    let mut flat = 0;
    for case in 0..3_000 {
        let size = [1, 2, 3, 8, 1000][case % 5];
        let count = random.usize(1..60);
        let points: Vec<Vec3> = (0..count)
            .map(|_| [0; 3].map(|_: i32| random.i32(0..=size) as f32).into())
            .collect();
        let found = Polytope::new(&points).unwrap();
        let whole = |p: Vec3| [p.x as i64, p.y as i64, p.z as i64];
        let corner = |index: u32| whole(found.vertices()[index as usize]);
        for triangle in found.triangles() {
            let triangle = triangle.map(corner);
            let heights = points.iter().map(|p| in_front(triangle, whole(*p)));
            assert!(heights.max().unwrap() <= 0, "case {case}");
        }
        for (index, p) in found.vertices().iter().enumerate() {
            assert!(points.contains(p));
            let mut others = found.vertices().to_vec();
            others.remove(index);
            let away = closest(p, &Hull::new(others, 0.0)).distance;
            assert!(away > 0.0, "case {case}: {p} is no vertex");
        }
        let own = Hull::from(found.clone());
        for p in &points {
            assert!(closest(p, &own).distance < 1e-6 * size as f32);
        }
        if found.triangles().iter().all(|t| {
            points
                .iter()
                .all(|p| in_front(t.map(corner), whole(*p)) == 0)
        }) {
            flat += 1;
            let faces = if found.vertices().len() > 2 { 2 } else { 0 };
            assert_eq!(found.faces().len(), faces);
        } else {
            check_faces(&found);
            let mut faces: Vec<_> = found.faces().map(|f| f.plane.normal.to_array()).collect();
            faces.sort_by(|a, b| a.partial_cmp(b).unwrap());
            faces.dedup();
            assert_eq!(
                faces.len(),
                found.faces().len(),
                "case {case}: two faces in a plane"
            );
        }
    }
    assert!(flat > 100, "{flat}");
}

/// Points of many kinds: on a sphere, in a cube, near a plane or a line, in clusters.
fn cloud(random: &mut Rng, kind: usize, count: usize) -> Vec<Vec3> {
    let centers: Vec<Vec3> = (0..5).map(|_| any(random)).collect();
    let squeeze = 10_f32.powi(-random.i32(1..9));
    (0..count)
        .map(|_| match kind {
            0 => on_sphere(random),
            1 => any(random),
            2 => any(random) * vec3(1.0, 1.0, squeeze),
            3 => any(random) * vec3(1.0, squeeze, squeeze),
            4 => centers[random.usize(0..5)] + any(random) * squeeze,
            _ => on_sphere(random) * 0.01 + vec3(1000.0, -300.0, 70.0),
        })
        .collect()
}

fn double(points: &[Vec3]) -> Vec<DVec3> {
    points.iter().map(|p| p.as_dvec3()).collect()
}

#[test]
fn no_point_is_outside() {
    let random = &mut Rng::with_seed(3);
    for case in 0..600 {
        let count = random.usize(4..300);
        let points = cloud(random, case % 6, count);
        let found = Polytope::new(&points).unwrap();
        let largest = points.iter().map(|p| p.abs().max_element());
        let slack = 8.0 * f64::EPSILON * f64::from(largest.fold(0.0, Scalar::max));
        for triangle in found.triangles() {
            let [a, b, c] = triangle.map(|i| found.vertices()[i as usize].as_dvec3());
            let n = (b - a).cross(c - a);
            let Some(n) = n.try_normalize() else { continue };
            for p in double(&points) {
                let sine = (b - a).normalize().cross((c - a).normalize()).length();
                assert!(n.dot(p - a) <= slack / sine, "case {case}");
            }
        }
        if found.faces().len() > 2 {
            check_faces(&found);
        }
    }
}

#[test]
fn climbing_finds_the_farthest_vertex() {
    let random = &mut Rng::with_seed(4);
    for case in 0..120 {
        let count = random.usize(30..3_000);
        let mut points = cloud(random, case % 6, count);
        if case % 7 == 0 {
            let near: Vec<_> = points
                .iter()
                .map(|p| *p + on_sphere(random) * 1e-7)
                .collect();
            points.extend(near);
        }
        let found = Polytope::new(&points).unwrap();
        let own = double(found.vertices());
        let size = own
            .iter()
            .map(|p| (*p - own[0]).length())
            .fold(0.0, Scalar::max);
        for _ in 0..200 {
            let way = on_sphere(random).as_dvec3() * 10_f64.powi(random.i32(-3..4));
            let way = if random.bool() {
                way
            } else {
                way * dvec3(1.0, 1e-9, 0.0)
            };
            let height = |p: &DVec3| way.dot(*p - own[0]);
            let highest = own.iter().map(height).fold(f64::NEG_INFINITY, Scalar::max);
            let short = highest - height(&own[found.farthest(way)]);
            assert!(short <= 1e-15 * size * way.length(), "case {case}: {short}");
        }
    }
}

/// A query shape with neighbors answers as the hull of the same points does.
fn compare<V: Vector>(cloud: impl Fn(&mut Rng, usize) -> Vec<V>, scale: f64, seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let eps = V::Scalar::EPSILON.to_f64();
    let small = |x: V::Scalar| x.to_f64();
    let mut hits = 0;
    for case in 0..400 {
        let count = [random.usize(1..40), random.usize(40..600)][case % 2];
        let (points, others) = (cloud(random, count), cloud(random, 12));
        let Ok(polytope) = Polytope::new(&points) else {
            unreachable!()
        };
        let hull = Hull::new(points, V::Scalar::ZERO);
        let mut way = || V::from_f64([(); 3].map(|()| (random.f64() - 0.5) * 6.0 * scale));
        let (shift, delta) = (way(), way());
        let other = Hull::new(others, V::Scalar::ZERO).translated(shift);
        let tolerance = 16.0 * eps * (shift.length().to_f64() + 4.0 * scale);
        let (a, b) = (
            contact(&polytope, &other, V::Scalar::INFINITY).unwrap(),
            contact(&hull, &other, V::Scalar::INFINITY).unwrap(),
        );
        assert!(
            small(a.separation - b.separation).abs() <= tolerance,
            "case {case}: {a:?} {b:?}"
        );
        let back = contact(&other, &polytope, V::Scalar::INFINITY).unwrap();
        assert_eq!(
            (back.separation, back.point_a, -back.normal),
            (a.separation, a.point_b, a.normal)
        );
        let touching = small(b.separation).abs() <= tolerance;
        assert!(touching || overlap(&polytope, &other) == overlap(&hull, &other));
        let (a, b) = (sweep(&polytope, delta, &other), sweep(&hull, delta, &other));
        let length = delta.length().to_f64();
        match (a.hit, b.hit) {
            (Some(a), Some(b)) => {
                hits += 1;
                let closing = small(delta.dot(b.normal)).abs();
                let way = small(a.t - b.t).abs() * closing;
                assert!(
                    way <= 4.0 * tolerance + 4.0 * eps * length,
                    "case {case}: {a:?} {b:?}"
                );
            }
            (a, b) => {
                let hit = a.or(b);
                let grazes =
                    hit.is_none_or(|hit| small(delta.dot(hit.normal)).abs() < 1e-3 * length);
                assert!(grazes || touching, "case {case}: {hit:?}");
            }
        }
        let ball = Ball::new(shift, V::Scalar::from_f64(0.1 * scale));
        let round = [
            contact(
                &RoundShape::new(polytope.clone(), ball.radius),
                &ball,
                V::Scalar::INFINITY,
            ),
            contact(
                &Hull::new(hull.points.clone(), ball.radius),
                &ball,
                V::Scalar::INFINITY,
            ),
        ];
        let [a, b] = round.map(|found| small(found.unwrap().separation));
        assert!((a - b).abs() <= tolerance);
    }
    assert!(hits > 20, "{hits}");
}

#[test]
fn queries_are_those_of_the_hull() {
    let flat = |random: &mut Rng, count| -> Vec<Vec2> {
        cloud(random, 0, count)
            .iter()
            .map(|p| p.truncate())
            .collect()
    };
    compare(|random, count| cloud(random, 0, count), 1.0, 5);
    compare(|random, count| cloud(random, 1, count), 1.0, 6);
    compare(|random, count| double(&cloud(random, 0, count)), 1.0, 7);
    compare(|random, count| double(&cloud(random, 4, count)), 1.0, 8);
    compare(flat, 1.0, 9);
    compare(
        |random, count| -> Vec<DVec2> {
            let flat = flat(random, count);
            flat.iter().map(|p| p.as_dvec2() * 1e150).collect()
        },
        1e150,
        10,
    );
}

#[test]
fn it_is_a_shape_for_levels_and_rigid_sweeps() {
    let random = &mut Rng::with_seed(11);
    let floor = [
        vec3(-9.0, 0.0, -9.0),
        vec3(9.0, 0.0, -9.0),
        vec3(0.0, 0.0, 9.0),
    ];
    let floor = Mesh::new(&floor, &[[0, 1, 2]]).unwrap();
    let rock: Vec<_> = (0..500).map(|_| on_sphere(random)).collect();
    let rock = Polytope::new(&rock).unwrap();
    let above = rock.vertices().iter().map(|p| p.y).fold(9.0, Scalar::min);
    let lifted: Vec<_> = rock.vertices().iter().map(|p| *p + Vec3::Y * 3.0).collect();
    let lifted = Polytope::new(&lifted).unwrap();
    let hit = floor.query().sweep(&lifted, vec3(0.0, -4.0, 0.0)).unwrap();
    assert!((hit.t * 4.0 - (3.0 + above)).abs() < 1e-5);
    let motion = RigidMotion {
        delta: vec3(0.0, -4.0, 0.0),
        pivot: Vec3::Y * 3.0,
        axis: Vec3::Y,
        angle: 1.0,
    };
    let ground = Hull::cuboid(vec3(0.0, -1.0, 0.0), vec3(9.0, 1.0, 9.0));
    let still = RigidMotion {
        delta: Vec3::ZERO,
        angle: 0.0,
        ..motion
    };
    let turned = sweep_rigid(&lifted, &motion, &ground, &still).hit.unwrap();
    assert!((turned.t - hit.t).abs() < 1e-5);
}

#[test]
fn degenerate_points_are_their_simpler_kind() {
    let one = Polytope::new(&[Vec3::ONE; 5]).unwrap();
    assert_eq!((one.vertices(), one.faces().len()), (&[Vec3::ONE][..], 0));
    assert_eq!((one.edges().count(), one.neighbors(0).len()), (0, 0));
    let line: Vec<_> = (0..9).map(|i| vec3(1.0, 2.0, 3.0) * i as f32).collect();
    let line = Polytope::new(&line).unwrap();
    assert_eq!((line.vertices().len(), line.faces().len()), (2, 0));
    assert_eq!(line.edges().collect::<Vec<_>>(), [[0, 1]]);
    let flat: Vec<_> = (0..30)
        .map(|i| vec3((i % 5) as f32, 7.0, (i / 5) as f32))
        .collect();
    let flat = Polytope::new(&flat).unwrap();
    assert_eq!((flat.vertices().len(), flat.edges().count()), (4, 4));
    let normals: Vec<_> = flat.faces().map(|face| face.plane.normal.abs()).collect();
    assert_eq!(normals, [Vec3::Y; 2]);
    assert!(
        flat.faces()
            .zip([1, 0])
            .all(|(face, other)| face.across == [other; 4])
    );
    let ring: Vec<_> = (0..50).map(|i| Vec2::from_angle(i as f32)).collect();
    let ring = Polytope::new(&ring).unwrap();
    assert_eq!((ring.faces().len(), ring.edges().count()), (50, 50));
    assert_eq!(ring.triangles().len(), 48);
    for face in ring.faces() {
        let [start, end] = [0, 1].map(|i| ring.vertices()[face.vertices[i] as usize]);
        let n = face.plane.normal;
        assert!((n.dot(end - start)).abs() < 1e-6 && n.dot(start) > 0.9);
        assert!(
            ring.vertices()
                .iter()
                .all(|p| n.dot(*p) <= face.plane.offset + 1e-6)
        );
        let before = ring.faces().nth(face.across[0] as usize).unwrap();
        assert_eq!(before.vertices[1], face.vertices[0]);
    }
}

#[test]
fn bad_points_are_refused() {
    assert_eq!(Polytope::<Vec2>::new(&[]), Err(PolytopeError::NoPoints));
    let error = Polytope::new(&[Vec2::ONE, vec2(0.0, f32::INFINITY)]).unwrap_err();
    assert_eq!(error, PolytopeError::NotFinite { point: 1 });
    // The largest and the smallest numbers there are.
    for scale in [f64::MAX, f64::MIN_POSITIVE, 5e-324] {
        let corners = Hull::cuboid(DVec3::ZERO, DVec3::splat(scale));
        let found = Polytope::new(&corners.points).unwrap();
        assert_eq!(
            (found.vertices().len(), found.faces().len()),
            (8, 6),
            "{scale}"
        );
    }
}
