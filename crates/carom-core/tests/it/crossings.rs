//! Where two meshes cross, against every pair of triangles and against formulas.

use crate::kinds::point;
use carom::glam::{DVec3, Vec3, dvec3};
use carom::{
    Crossing, Mesh, PartId, Scalar, Segment, ShapeRef, Triangle, Vector3, contact, overlap,
};
use core::f64::consts::TAU;
use fastrand::Rng;

fn soup<V: Vector3>(random: &mut Rng, count: usize) -> Mesh<V> {
    let triangle = |_| {
        let a: V = point(random, 6.0);
        Triangle::new(a, a + point(random, 3.0), a + point(random, 3.0))
    };
    Mesh::of_triangles((0..count).map(triangle)).unwrap()
}

fn agrees_with_all_pairs<V: Vector3>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let slack = V::Scalar::EPSILON.to_f64() * 100.0;
    let (mut crossed, mut touched) = (0, 0);
    for _ in 0..20 {
        let (a, b) = (soup::<V>(random, 40), soup::<V>(random, 60));
        let (mut pairs, mut crossings) = (Vec::new(), Vec::new());
        b.query().touching_triangles(&a, &mut pairs);
        b.query().crossings(&a, &mut crossings);
        let mut expected = Vec::new();
        for (i, of_a) in (0..).zip(a.iter()) {
            for (j, own) in (0..).zip(b.iter()) {
                if overlap(&of_a, &own) {
                    expected.push([i, j]);
                }
            }
        }
        assert_eq!(pairs, expected);
        touched += pairs.len();
        for Crossing {
            triangles: [i, j],
            segment,
        } in &crossings
        {
            for end in [segment.a, segment.b] {
                for triangle in [a.triangle(*i), b.triangle(*j)] {
                    let gap = contact(&ShapeRef::point(end), &triangle, V::Scalar::INFINITY)
                        .unwrap()
                        .separation;
                    assert!(gap.to_f64().abs() < slack, "{i} {j} {segment:?} {gap:?}");
                }
            }
            // It is all that they have in common: beyond the ends at least one is left.
            let (from, along) = (segment.a, segment.b - segment.a);
            if along.length().to_f64() > 0.01 {
                for t in [-0.05, 1.05] {
                    let p = from + along * V::Scalar::from_f64(t);
                    let far = [a.triangle(*i), b.triangle(*j)].map(|triangle| {
                        contact(&ShapeRef::point(p), &triangle, V::Scalar::INFINITY)
                            .unwrap()
                            .separation
                            .to_f64()
                    });
                    assert!(far[0].max(far[1]) > slack, "{i} {j} {segment:?} {far:?}");
                }
            }
        }
        // In general position, every two that touch cross.
        let numbers: Vec<[u32; 2]> = crossings
            .iter()
            .map(|crossing| crossing.triangles)
            .collect();
        let missing = pairs.iter().filter(|pair| !numbers.contains(pair));
        let more = numbers.iter().filter(|pair| !pairs.contains(pair));
        assert_eq!((missing.count(), more.count()), (0, 0));
        crossed += crossings.len();

        let even = |part: PartId| part.index.is_multiple_of(2);
        let mut filtered = Vec::new();
        b.query()
            .filter(&even)
            .touching_triangles(&a, &mut filtered);
        pairs.retain(|[_, own]| own % 2 == 0);
        assert_eq!(filtered, pairs);
    }
    assert!(crossed > 300 && crossed == touched, "{crossed} {touched}");
}

#[test]
fn every_two_triangles_that_touch_are_found() {
    agrees_with_all_pairs::<Vec3>(1);
    agrees_with_all_pairs::<DVec3>(2);
}

/// A ball of triangles.
fn ball(center: DVec3, radius: f64, rows: u32) -> Mesh<Vec3> {
    let columns = 2 * rows;
    let place = |row: u32, column: u32| {
        let up = row as f64 / rows as f64 * TAU / 2.0;
        let around = column as f64 / columns as f64 * TAU;
        let ring = if row == 0 || row == rows {
            0.0
        } else {
            up.sin()
        };
        (center + dvec3(ring * around.cos(), up.cos(), ring * around.sin()) * radius).as_vec3()
    };
    let mut triangles = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let next = (column + 1) % columns;
            let [a, b] = [column, next].map(|column| place(row, column));
            let [c, d] = [column, next].map(|column| place(row + 1, column));
            triangles.extend([Triangle::new(a, b, c), Triangle::new(b, d, c)]);
        }
    }
    triangles.retain(|t| t.a != t.b && t.b != t.c && t.c != t.a);
    Mesh::of_triangles(triangles).unwrap()
}

#[test]
fn two_balls_cross_in_one_loop_near_their_circle() {
    let distance = 3.0;
    let (a, b) = (
        ball(dvec3(0.1, 0.2, 0.3), 2.0, 40),
        ball(dvec3(0.1 + distance, 0.25, 0.32), 2.0, 31),
    );
    let lines = b.query().crossing_lines(&a);
    assert_eq!(lines.len(), 1);
    let line = &lines[0];
    assert!(line.len() > 60 && line.first() == line.last());
    // The circle of two spheres of equal radius, half-way between the centers.
    let radius = (4.0 - distance * distance / 4.0_f64).sqrt();
    let middle = dvec3(0.1 + distance / 2.0, 0.225, 0.31);
    let length: f64 = line
        .windows(2)
        .map(|ends| f64::from((ends[1] - ends[0]).length()))
        .sum();
    assert!((length / (TAU * radius) - 1.0).abs() < 0.02, "{length}");
    for p in line {
        assert!(
            ((p.as_dvec3() - middle).length() - radius).abs() < 0.03,
            "{p}"
        );
    }
    let again = a.query().crossing_lines(&b);
    assert_eq!(again[0].len(), line.len());
}

#[test]
fn lines_that_end_have_two_ends() {
    // A sheet through a ball, with its border inside.
    let corner = |x: f32, z: f32| Vec3::new(x, 0.013, z);
    let sheet = Mesh::of_triangles([
        Triangle::new(corner(0.3, -9.), corner(0.3, 9.), corner(9., 9.)),
        Triangle::new(corner(0.3, -9.), corner(9., 9.), corner(9., -9.)),
    ]);
    let (sheet, ball) = (sheet.unwrap(), ball(DVec3::ZERO, 2.0, 20));
    let lines = ball.query().crossing_lines(&sheet);
    assert_eq!(lines.len(), 1);
    let ends = [lines[0].first().unwrap(), lines[0].last().unwrap()];
    assert!(ends.iter().all(|end| (end.x - 0.3).abs() < 1e-6) && ends[0] != ends[1]);
}

#[test]
fn degenerate_pairs_touch_and_do_not_cross() {
    let flat = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
    let pair = |other: Triangle<Vec3>| {
        let (a, b) = (
            Mesh::of_triangles([flat]).unwrap(),
            Mesh::of_triangles([other]).unwrap(),
        );
        let (mut pairs, mut crossings) = (Vec::new(), Vec::new());
        b.query().touching_triangles(&a, &mut pairs);
        b.query().crossings(&a, &mut crossings);
        (
            pairs.len(),
            crossings.first().map(|crossing| crossing.segment),
        )
    };
    // In one plane, overlapping or not.
    assert_eq!(pair(flat), (1, None));
    assert_eq!(pair(flat.translated(Vec3::X * 5.)), (0, None));
    // A corner on the face.
    let p = Vec3::new(0.25, 0.25, 0.);
    let stands = Triangle::new(p, p + Vec3::new(1., 0., 1.), p + Vec3::new(0., 1., 1.));
    assert_eq!(pair(stands), (1, Some(Segment::new(p, p))));
    // A common edge.
    let folded = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Z);
    let (touching, edge) = pair(folded);
    let edge = edge.unwrap();
    assert_eq!(
        (touching, edge.a.min(edge.b), edge.a.max(edge.b)),
        (1, Vec3::ZERO, Vec3::X)
    );
    // A triangle without area.
    let needle = Triangle::new(
        Vec3::new(0.2, 0.2, -1.),
        Vec3::new(0.2, 0.2, 1.),
        Vec3::new(0.2, 0.2, 0.),
    );
    let (touching, _) = pair(needle);
    assert_eq!(touching, 1);
}
