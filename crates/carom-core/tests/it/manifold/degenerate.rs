//! Degenerate input: flat, thin and small hulls, repeated points, long needles, cores that barely touch.

use super::{assert_places, floor, found};
use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::{Capsule, FeatureId, Hull, Segment, Triangle, contact, manifold};

/// A hull of collinear points is a segment, with all of its points in one place a point.
#[test]
fn a_hull_of_collinear_points_is_a_segment() {
    let on_line = |xs: &[f64]| {
        let points: Vec<_> = xs.iter().map(|x| dvec3(*x, 0.0, 0.5 * *x)).collect();
        Hull::new(points, 0.25)
    };
    let ends = [[-1.0, -0.25, -0.5], [1.0, -0.25, 0.5]];
    for xs in [
        &[-1.0, 1.0][..],
        &[1.0, 0.3, -1.0, 0.1],
        &[0.0, 1.0, 1.0, -1.0, -1.0, 0.5],
    ] {
        let lies = found(&on_line(xs), &floor(), 0.0);
        assert_places(&lies, &ends, 1e-15);
    }
    let ball = found(&on_line(&[1.0, 1.0, 1.0]), &floor(), 0.0);
    assert_places(&ball, &[[1.0, -0.25, 0.5]], 0.0);
    assert_eq!(ball.points()[0].id.a, FeatureId::Vertex(0));
}

/// A plate without thickness, with repeated points and points inside of it: its corners.
#[test]
fn a_flat_hull_is_its_polygon() {
    let mut points: Vec<DVec3> = Vec::new();
    for x in -2..=2 {
        for z in -2..=2 {
            points.extend([dvec3(x.into(), 0.01, z.into()); 2]);
        }
    }
    let plate = Hull::new(points, 0.0);
    let above = found(&plate, &floor(), 0.02);
    let want = [
        [-2.0, 0.01, -2.0],
        [-2.0, 0.01, 2.0],
        [2.0, 0.01, -2.0],
        [2.0, 0.01, 2.0],
    ];
    assert_places(&above, &want, 0.0);
    let ids: Vec<_> = above.points().iter().map(|p| p.id.a).collect();
    let mut numbers: Vec<_> = [0, 8, 40, 48].map(FeatureId::Vertex).to_vec();
    numbers.sort();
    let mut sorted = ids.clone();
    sorted.sort();
    assert_eq!(sorted, numbers);
    // In one plane with the top of the floor, and exactly on it.
    let coplanar = found(&plate.translated(dvec3(0.0, -0.01, 0.0)), &floor(), 0.0);
    assert_eq!((coplanar.points().len(), coplanar.separation()), (4, 0.0));
}

/// A needle that lies on the floor, and one that stands on it.
#[test]
fn a_needle_has_its_ends() {
    for width in [1e-3, 1e-6, 1e-9, 0.0] {
        let lying = Triangle::new(
            dvec3(-1.0, 0.0, 0.0),
            dvec3(1.0, 0.0, 0.0),
            dvec3(0.9, 0.0, width),
        );
        let lies = found(&lying, &floor(), 0.0);
        assert!(lies.points().len() >= 2, "{width}: {lies:?}");
        let mut ends: Vec<f64> = lies.points().iter().map(|p| p.point_a.x).collect();
        ends.sort_by(f64::total_cmp);
        assert_eq!((ends[0], ends[ends.len() - 1]), (-1.0, 1.0));
        let standing = Hull::cuboid(dvec3(0.0, 0.999, 0.0), dvec3(width, 1.0, width));
        let stands = found(&standing, &floor(), 0.0);
        assert!(
            stands
                .points()
                .iter()
                .all(|p| (p.separation + 0.001).abs() < 1e-15)
        );
        let blade = Hull::cuboid(dvec3(0.0, 0.999, 0.0), dvec3(width, 1.0, 1.0));
        let stands = found(&blade, &floor(), 0.0);
        assert!(stands.points().len() >= 2, "{width}: {stands:?}");
    }
}

/// A small box on a slab of 10 km, far from the origin.
#[test]
fn a_small_box_on_a_huge_slab_has_its_corners() {
    let slab = Hull::cuboid(vec3(0.0, -100.0, 0.0), vec3(10_000.0, 100.0, 10_000.0));
    let small = Hull::cuboid(vec3(1_000.0, 0.25, -2_000.0), Vec3::splat(0.25));
    let stands = found(&small, &slab, 0.0);
    assert_eq!((stands.points().len(), stands.separation()), (4, 0.0));
}

/// A disk of many corners on another one: four points, at its rim.
#[test]
fn disks_of_many_corners_have_four_points() {
    let disk = |count: i32, radius: f64, at: DVec3| {
        let corners = (0..2 * count).map(|i| {
            let angle = f64::from(i / 2) / f64::from(count) * std::f64::consts::TAU;
            let (sin, cos) = angle.sin_cos();
            at + dvec3(radius * cos, f64::from(i % 2), radius * sin)
        });
        Hull::new(corners.collect::<Vec<_>>(), 0.0)
    };
    let lower = disk(64, 2.0, dvec3(0.0, -1.0, 0.0));
    let upper = disk(100, 1.0, dvec3(0.5, 0.0, 0.2));
    let stands = found(&upper, &lower, 0.0);
    assert_eq!(stands.points().len(), 4);
    for point in stands.points() {
        let from_middle = (point.point_a - dvec3(0.5, 0.0, 0.2)).length();
        assert!((from_middle - 1.0).abs() < 1e-12, "{point:?}");
    }
}

/// Capsules side by side: two points if they are parallel within 1/16 of their radii, one if they cross.
#[test]
fn capsules_that_are_almost_parallel_have_two_points() {
    let at = |slope: f64| {
        let lower = Capsule::new(dvec3(-1.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), 0.5);
        let upper = Capsule::new(dvec3(-1.0, 1.0, -slope), dvec3(1.0, 1.0, slope), 0.5);
        found(&upper, &lower, 0.01)
    };
    for (slope, count) in [(0.0, 2), (1e-12, 2), (0.05, 2), (0.1, 1), (1.0, 1)] {
        let lies = at(slope);
        assert_eq!(lies.points().len(), count, "{slope}: {lies:?}");
        for point in lies.points() {
            assert!(point.separation.abs() < 1e-14);
        }
    }
}

/// Segments that cross, and that touch with an end: one point, that of the contact.
#[test]
fn crossing_segments_have_one_point() {
    let lower = Segment::new(dvec3(-1.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0));
    for (from, to) in [(-1.0, 1.0), (0.0, 2.0), (-0.001, 0.001)] {
        let upper = Segment::new(dvec3(0.25, 0.1, from), dvec3(0.25, 0.1, to));
        let crossing = found(&upper, &lower, 0.2);
        assert_places(&crossing, &[[0.25, 0.1, 0.0]], 1e-15);
    }
    assert!(manifold(&lower, &lower.translated(DVec3::Y), 0.5).is_none());
}

/// A segment that ends 0.05 mm beyond the edge of a box, over which it is nearest: the plane of the box's face goes on
/// beyond the edge, the box does not.
#[test]
fn a_vertex_just_beyond_an_edge_is_over_the_edge() {
    let slab = Hull::cuboid(dvec3(-1.0, -1.0, 0.0), DVec3::ONE);
    for beyond in [-5e-5, 0.0, 1e-5, 3e-5, 5e-5, 1e-4] {
        let rising = Segment::new(dvec3(beyond, 1e-4, 0.0), dvec3(beyond - 1.0, 0.2, 0.0));
        let contact = contact(&rising, &slab, 0.1).unwrap();
        let over = found(&rising, &slab, 0.1);
        let error = (over.separation() - contact.separation).abs();
        assert!(error <= contact.error_bound, "{beyond}: {error:e} {over:?}");
    }
}
