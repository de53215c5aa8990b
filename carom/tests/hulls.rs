//! Hulls, boxes and half-spaces: where they can be checked by what the words mean.

use carom::glam::{DVec2, DVec3, EulerRot, Quat, Vec3, dvec2, dvec3, vec3};
use carom::sweep::Start;
use carom::{Aabb, Ball, Capsule, Hull, Plane, Shape, contact, overlap, pair, sweep};
use fastrand::Rng;

fn any(random: &mut Rng, size: f32) -> Vec3 {
    vec3(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5) * size
}

fn double(hull: &Hull<Vec3>) -> Hull<DVec3> {
    let points: Vec<DVec3> = hull.points.iter().map(|p| p.as_dvec3()).collect();
    Hull::new(points, hull.radius.into())
}

/// Two turned boxes, moved apart by what they overlap or together by what they are apart, touch; the
/// witness points are that far from each other along the normal.
#[test]
fn boxes_moved_by_their_separation_touch() {
    let random = &mut Rng::with_seed(1);
    let mut deep = 0;
    for _ in 0..20_000 {
        let mut turned = || {
            let (at, half, turn) = (any(random, 3.0), any(random, 2.0).abs(), any(random, 6.0));
            let turn = Quat::from_euler(EulerRot::XYZ, turn.x, turn.y, turn.z);
            Hull::cuboid(Vec3::ZERO, half).map(|p| at + turn * p)
        };
        let (a, b) = (turned(), turned());
        let single = contact::hull_hull(&a, &b, f32::INFINITY).unwrap();
        let (a, b) = (double(&a), double(&b));
        let found = contact::hull_hull(&a, &b, f64::INFINITY).unwrap();
        deep += usize::from(found.separation < 0.0);
        assert!((f64::from(single.separation) - found.separation).abs() < 2e-7);
        assert_eq!(overlap::hull_hull(&a, &b), found.separation <= 0.0);
        let way = found.point_a - found.point_b;
        assert!(
            (way - found.normal * found.separation).length() < 1e-13,
            "{found:?}"
        );
        let moved = a.translated(-found.normal * found.separation);
        let touching = contact::hull_hull(&moved, &b, f64::INFINITY).unwrap();
        assert!(touching.separation.abs() < 1e-14, "{touching:?}");
    }
    assert!((2_000..18_000).contains(&deep), "{deep} of 20,000 overlap");
}

/// A box in a box is as deep as the nearest wall is far and the box is thick; in the plane too.
#[test]
fn one_inside_another_leaves_by_the_nearest_wall() {
    let room = Hull::cuboid(DVec3::ZERO, dvec3(10.0, 20.0, 30.0));
    let small = Hull::cuboid(dvec3(7.0, 1.0, -2.0), dvec3(1.0, 1.0, 1.0));
    let found = contact::hull_hull(&small, &room, 0.0).unwrap();
    assert_eq!((found.separation, found.normal), (-4.0, DVec3::X));
    let room = Hull::cuboid(DVec2::ZERO, dvec2(10.0, 20.0));
    let found = contact::point_hull(dvec2(1.0, -19.0), &room, 0.0).unwrap();
    assert_eq!((found.separation, found.normal), (-1.0, -DVec2::Y));
    let centered = contact::point_hull(DVec2::ZERO, &room, 0.0).unwrap();
    assert_eq!((centered.separation, centered.unique), (-10.0, false));
}

/// Flat, thin, doubled and single points are hulls as good as any.
#[test]
fn a_degenerate_hull_is_its_simpler_kind() {
    let (p, q) = (dvec3(1.0, 2.0, 3.0), dvec3(4.0, 2.0, 3.0));
    let ball = Ball::new(dvec3(2.0, 6.0, 3.0), 0.5);
    let along = |points: &[DVec3], radius: f64| {
        contact::ball_hull(&ball, &Hull::new(points, radius), 99.0)
            .unwrap()
            .separation
    };
    let middle = (p + q) * 0.5;
    for points in [
        vec![p, q],
        vec![p, p, q, q],
        vec![q, middle, p, middle],
        vec![p, middle, q],
    ] {
        assert_eq!(along(&points, 0.25), 3.25, "{points:?}");
    }
    assert_eq!(
        along(&[p], 0.0),
        contact::point_ball(p, &ball, 99.0).unwrap().separation
    );
    let flat = [p, q, q + DVec3::Z, p + DVec3::Z, middle];
    assert_eq!(along(&flat, 0.0), 3.5);
    // A point in a flat hull touches it, and may leave to either side.
    let touching =
        contact::point_hull(middle + DVec3::Z * 0.25, &Hull::new(flat, 0.0), 0.0).unwrap();
    assert_eq!((touching.separation, touching.unique), (0.0, false));
    assert_eq!(touching.normal.abs(), DVec3::Y);
}

/// No points, an inside-out box, a plane without a normal: nothing is there to touch.
#[test]
fn nothing_is_touched_by_nothing() {
    let nothing = [
        Shape::Hull(Hull::new([], 1.0)),
        Shape::Aabb(Aabb::empty()),
        Shape::Plane(Plane::new(DVec3::ZERO, 1.0)),
    ];
    let something = Shape::Ball(Ball::new(DVec3::ZERO, 1e9));
    for shape in &nothing {
        assert!(!pair::overlap(shape, &something) && !pair::overlap(&something, shape));
        assert_eq!(pair::contact(&something, shape, f64::INFINITY), None);
        assert_eq!(pair::closest(shape, &something).distance, f64::INFINITY);
        let swept = pair::sweep(shape, DVec3::ONE, &something);
        assert_eq!((swept.start, swept.hit), (Start::Separate, None));
    }
}

/// A ray through a box enters by the face it should, from any side; a ball rounds the corners.
#[test]
fn rays_and_balls_meet_boxes() {
    let cube = Aabb {
        min: dvec3(-1.0, -2.0, -3.0),
        max: dvec3(1.0, 2.0, 3.0),
    };
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        for side in [axis, -axis] {
            let from = side * 8.0 + dvec3(0.25, 0.5, 0.125) * (DVec3::ONE - axis);
            let hit = sweep::point_aabb(from, side * -16.0, &cube).hit.unwrap();
            assert_eq!(hit.normal, side);
            let thickness = cube.max.dot(axis);
            assert!((hit.t - (8.0 - thickness) / 16.0).abs() < 1e-14);
        }
    }
    // Past an edge by less than the radius: stopped where the distance to the edge is the radius.
    let ball = Ball::new(dvec3(5.0, 2.6, 0.0), 1.0);
    let hit = sweep::ball_aabb(&ball, dvec3(-10.0, 0.0, 0.0), &cube)
        .hit
        .unwrap();
    assert!((hit.t - (5.0 - 1.0 - 0.8) / 10.0).abs() < 1e-14, "{hit:?}");
    assert!((hit.normal - dvec3(0.8, 0.6, 0.0)).length() < 1e-13);
    let past = Ball::new(dvec3(5.0, 3.1, 0.0), 1.0);
    assert_eq!(
        sweep::ball_aabb(&past, dvec3(-10.0, 0.0, 0.0), &cube).hit,
        None
    );
    let inside = sweep::point_aabb(dvec3(0.5, 0.0, 0.0), DVec3::X, &cube);
    assert!(matches!(inside.start, Start::Overlapping(found) if found.separation == -0.5));
}

/// Sixteen kilometres out, where height and offset cancel, a half-space is as exact as at the origin.
#[test]
fn a_half_space_is_exact_far_out() {
    let normal = dvec3(0.6, 0.8, 0.0);
    let near = contact::point_plane(dvec3(3.0, 4.0, 0.0), &Plane::new(normal, 1.0), 99.0).unwrap();
    assert!((near.separation - 4.0).abs() < 1e-15);
    // 3 · 2⁵⁰ · 0.6 and so on are not whole; the two-term truth is computed in integers.
    let plane = Plane::new(dvec3(3.0, 4.0, 0.0), 5.0 * 2_f64.powi(50));
    let far = dvec3(3.0, 4.0, 0.0) * 2_f64.powi(50) * 0.2 + dvec3(0.5, 0.25, 0.0);
    let exact = {
        let whole = |x: f64| (x * 8.0) as i128;
        let height = 3 * whole(far.x) + 4 * whole(far.y) - whole(plane.offset);
        height as f64 / 8.0 / 5.0
    };
    let found = contact::point_plane(far, &plane, f64::INFINITY).unwrap();
    assert!(
        (found.separation - exact).abs() <= exact.abs() * 1e-15,
        "{found:?} {exact}"
    );
    let capsule = Capsule::new(far, far + DVec3::Y, 0.1);
    let lowest = contact::capsule_plane(&capsule, &plane, f64::INFINITY).unwrap();
    assert!((lowest.separation - (exact - 0.1)).abs() < 1e-14);
}

/// Half-spaces that face each other have a gap; others overlap without end.
#[test]
fn half_spaces_face_each_other_or_overlap() {
    let floor = Shape::Plane(Plane::new(DVec3::Y, 1.0));
    let ceiling = Shape::Plane(Plane::new(-DVec3::Y * 2.0, -6.0));
    let wall = Shape::Plane(Plane::new(DVec3::X, 0.0));
    let between = pair::contact(&ceiling, &floor, f64::INFINITY).unwrap();
    assert_eq!((between.separation, between.normal), (2.0, DVec3::Y));
    assert!(!pair::overlap(&floor, &ceiling));
    let fall = pair::sweep(&ceiling, dvec3(7.0, -4.0, 0.0), &floor)
        .hit
        .unwrap();
    assert!((fall.t - 0.5).abs() < 1e-14);
    let corner = pair::contact(&wall, &floor, f64::INFINITY).unwrap();
    assert!(pair::overlap(&wall, &floor) && corner.separation < -1e300);
    assert!(corner.normal.is_normalized());
}
