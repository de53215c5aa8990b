//! Penetration of meshes: against hulls where both are convex, against a sampled search where they are not, and as a
//! translation that separates them.

use crate::curved::unit;
use crate::kinds::{box_mesh, point};
use carom::glam::{DVec3, Mat3, Vec3, vec3};
use carom::{Hull, Mesh, MeshPenetration, Query, Scalar, Vector, Vector3, contact};
use fastrand::Rng;

fn axes(random: &mut Rng) -> [DVec3; 3] {
    loop {
        let axes = [0; 3].map(|_| unit::<DVec3>(random) * (0.3 + random.f64()));
        // Right-handed, so that fronts face outwards, and not too flat.
        let volume = axes[0].cross(axes[1]).dot(axes[2]);
        if volume > 0.1 {
            return axes;
        }
    }
}

fn moved<V: Vector3>(mesh: &Mesh<V>, by: V) -> Mesh<V> {
    let mut moved = mesh.clone();
    moved
        .refit(|number| mesh.triangle(number).translated(by))
        .unwrap();
    moved
}

/// Checks that the translation leaves a gap of at most `slack`, and no overlap deeper than that.
fn assert_separates<V: Vector3>(
    query: &Query<'_, &Mesh<V>>,
    a: &Mesh<V>,
    found: &MeshPenetration<V>,
    slack: f64,
) {
    let way = found.translation.to_double();
    let length = way.length();
    let more = V::from_double(way * (1.0 + slack / length));
    assert!(!query.overlap_mesh(&moved(a, more)), "{found:?}");
    let less = V::from_double(way * (1.0 - slack / length));
    assert!(query.overlap_mesh(&moved(a, less)), "{found:?}");
    assert!(found.at_least.to_f64() <= length * 1.001);
}

fn convex<V: Vector3 + carom::Convex<Vector = V>>(slack: f64) {
    let random = &mut Rng::with_seed(41);
    let (mut deep, mut bounded) = (0, 0);
    for _ in 0..30 {
        let (own, others) = (axes(random), axes(random));
        let (vertices, triangles) = box_mesh::<V>(DVec3::ZERO, own);
        let place = unit::<DVec3>(random) * random.f64() * 2.0;
        let (other_vertices, _) = box_mesh::<V>(place, others);
        let mesh = Mesh::new(&vertices, &triangles).unwrap().solid().unwrap();
        let a = Mesh::new(&other_vertices, &triangles)
            .unwrap()
            .solid()
            .unwrap();
        let hulls = [&other_vertices, &vertices]
            .map(|points| Hull::new(points.as_slice(), V::Scalar::ZERO));
        let depth = contact(&hulls[0], &hulls[1], V::Scalar::ZERO);
        let query = mesh.query();
        let Some(found) = query.penetration_mesh(&a) else {
            assert!(depth.is_none_or(|touch| touch.separation.to_f64() > -slack));
            continue;
        };
        deep += 1;
        let depth = -depth.unwrap().separation.to_f64();
        let length = found.translation.to_double().length();
        assert!(length >= depth - slack, "{length} {depth}");
        assert!(length <= depth * 1.001 + slack, "{length} {depth}");
        bounded += usize::from(found.at_least.to_f64() > 0.0);
        assert_separates(&query, &a, &found, slack);
    }
    assert!(deep > 12 && bounded > 4, "{deep} {bounded}");
}

#[test]
fn of_convex_meshes_it_is_the_depth_of_their_hulls() {
    convex::<Vec3>(5e-5);
    convex::<DVec3>(1e-12);
}

/// A table: a plate on four legs.
fn table() -> Mesh<Vec3> {
    let mut all = (Vec::new(), Vec::new());
    let mut add = |center: DVec3, half: DVec3| {
        let axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
        let (vertices, triangles) = box_mesh::<Vec3>(center, axes);
        let first = all.0.len() as u32;
        all.0.extend(vertices);
        all.1.extend(triangles.iter().map(|t| t.map(|i| i + first)));
    };
    add(DVec3::new(0.0, 1.0, 0.0), DVec3::new(1.0, 0.1, 0.6));
    for (x, z) in [(-0.9, -0.5), (0.9, -0.5), (-0.9, 0.5), (0.9, 0.5)] {
        add(DVec3::new(x, 0.45, z), DVec3::new(0.05, 0.45, 0.05));
    }
    Mesh::new(all.0, all.1).unwrap()
}

/// The least translation over random directions, by sweeps of one triangle after the other.
fn sampled(mesh: &Mesh<Vec3>, a: &Mesh<Vec3>, random: &mut Rng) -> f64 {
    let directions = (0..300).map(|_| unit::<DVec3>(random).as_vec3());
    let needed = directions.map(|way| {
        let far = way * 8.0;
        let times = a.iter().filter_map(|triangle| {
            let hit = mesh.query().sweep(&triangle.translated(far), -far)?;
            Some(hit.t)
        });
        8.0 * (1.0 - times.fold(1.0, f32::min))
    });
    f64::from(needed.fold(f32::INFINITY, f32::min))
}

#[test]
fn of_other_meshes_it_is_no_longer_than_a_search_finds() {
    let random = &mut Rng::with_seed(42);
    let table = table();
    let mut deep = 0;
    for _ in 0..6 {
        let mut a = table.clone();
        let [x, y, _] = axes(random);
        let [u, v] = [x.normalize(), x.cross(y).normalize()].map(DVec3::as_vec3);
        let turn = Mat3::from_cols(u, v, u.cross(v));
        let place = point::<Vec3>(random, 1.5);
        a.refit(|number| {
            let t = table.triangle(number);
            let [p, q, r] = [t.a, t.b, t.c].map(|p| turn * p + place);
            carom::Triangle::new(p, q, r)
        })
        .unwrap();
        let query = table.query();
        let Some(found) = query.penetration_mesh(&a) else {
            assert!(!query.overlap_mesh(&a));
            continue;
        };
        deep += 1;
        assert_eq!(found.at_least, 0.0);
        let length = f64::from(found.translation.length());
        let other = sampled(&table, &a, random);
        assert!(length <= other * 1.02 + 1e-4, "{length} {other}");
        assert_separates(&query, &a, &found, 1e-4);
    }
    assert!(deep > 3, "{deep}");
}

#[test]
fn apart_and_touching() {
    let table = table();
    let above = moved(&table, vec3(0.0, 3.0, 0.0));
    assert_eq!(table.query().penetration_mesh(&above), None);
    // Far from the origin in one direction, the answer is the same.
    let into = moved(&table, vec3(0.0, 1.0, 0.0));
    let found = table.query().penetration_mesh(&into).unwrap();
    assert!(
        (found.translation - vec3(0.0, 0.1, 0.0)).length() < 1e-3,
        "{found:?}"
    );
}
