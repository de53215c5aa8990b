//! Properties of manifolds of random pairs, against the contact, against the points that the ids name, and against areas
//! by counting.

use super::found;
use carom::glam::{DQuat, DVec2, DVec3, EulerRot, Quat, Vec2, Vec3, dvec2, dvec3, vec3};
use carom::{
    Aabb, Ball, Capsule, FeatureId, Hull, Manifold, Plane, Scalar, Segment, Shape, Triangle,
    Vector, contact, manifold,
};
use fastrand::Rng;

fn any(random: &mut Rng, size: f64) -> DVec3 {
    let mut number = || (random.f64() - 0.5) * size;
    dvec3(number(), number(), number())
}

/// A random rotation, or in half of the cases one about the axis y, so that faces are parallel.
fn turn(random: &mut Rng, flat: bool) -> DQuat {
    let angles = any(random, 6.0);
    if flat {
        DQuat::from_rotation_y(angles.y)
    } else {
        DQuat::from_euler(EulerRot::XYZ, angles.x, angles.y, angles.z)
    }
}

/// A shape of about a meter, scaled.
fn shape<V: Vector>(random: &mut Rng, flat: bool, scale: f64) -> Shape<V> {
    let turn = turn(random, flat && V::DIM == 3);
    let height = if flat { 0.0 } else { random.f64() };
    let at = any(random, 1.6) * dvec3(1.0, height, 1.0);
    let make = |p: DVec3| {
        let p = if V::DIM == 3 {
            turn * p
        } else {
            dvec3(p.x, p.y, 0.0)
        };
        V::from_f64(((p + at) * scale).to_array())
    };
    let number = |x: f64| V::Scalar::from_f64(x * scale);
    let half = any(random, 1.0).abs() + DVec3::splat(0.1);
    let corners: Vec<V> = Hull::cuboid(DVec3::ZERO, half)
        .points
        .into_iter()
        .map(make)
        .collect();
    let sides = random.i32(3..=9);
    let prism = (0..2 * sides).map(|i| {
        let angle = f64::from(i / 2) / f64::from(sides) * std::f64::consts::TAU;
        let (sin, cos) = angle.sin_cos();
        if V::DIM == 2 {
            make(dvec3(half.x * cos, half.x * sin, 0.0))
        } else {
            make(dvec3(
                half.x * cos,
                (f64::from(i % 2) - 0.5) * half.y,
                half.x * sin,
            ))
        }
    });
    let [p, q, r] = [
        dvec3(half.x, 0.0, 0.0),
        dvec3(-half.x, 0.0, 0.2),
        dvec3(0.3, half.y, half.z),
    ];
    match random.u32(..9) {
        0 => Ball::new(make(p), number(0.3)).into(),
        1 => Segment::new(make(p), make(q)).into(),
        2 => Capsule::new(make(p), make(q), number(0.25)).into(),
        3 => Triangle::new(make(p), make(q), make(dvec3(0.3, 0.0, half.z + 0.2))).into(),
        4 => Triangle::new(make(p), make(q), make(r)).into(),
        5 => Hull::new(prism.collect::<Vec<_>>(), number(0.0)).into(),
        6 => Hull::new(corners, number(0.1)).into(),
        7 => Aabb::of_points(corners).into(),
        _ => Hull::new(corners, number(0.0)).into(),
    }
}

fn bits<V: Vector>(found: &Manifold<V>) -> Vec<u64> {
    let of = |v: V| v.to_f64().map(f64::to_bits);
    let mut bits = of(found.normal).to_vec();
    for point in found.points() {
        bits.extend(of(point.point_a));
        bits.extend(of(point.point_b));
        bits.push(point.separation.to_f64().to_bits());
    }
    bits
}

/// How far a point of a manifold without its radius is from the feature with this name.
fn off_feature<V: Vector>(p: V, id: FeatureId, points: &[V]) -> f64 {
    let [p, all] = [vec![p], points.to_vec()].map(|all| {
        all.iter()
            .map(|p| DVec3::from_array(p.to_f64()))
            .collect::<Vec<_>>()
    });
    let (p, at) = (p[0], |number: u32| all[number as usize]);
    match id {
        FeatureId::Vertex(number) => (p - at(number)).length(),
        FeatureId::Edge([i, j]) => {
            assert!(i < j);
            let (from, way) = (at(i), at(j) - at(i));
            let t = ((p - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
            (from + way * t - p).length()
        }
        FeatureId::Face([i, j, k]) => {
            assert!(i < j && j < k);
            let normal = (at(j) - at(i)).cross(at(k) - at(i)).normalize();
            (p - at(i)).dot(normal).abs()
        }
        FeatureId::Whole => 0.0,
    }
}

/// The number of points that are farther from their surface than rounding.
fn check<V: Vector>(a: &Shape<V>, b: &Shape<V>, reach: f64) -> Option<(usize, usize)> {
    let limit = V::Scalar::from_f64(reach);
    let Some(contact) = contact(a, b, limit) else {
        assert!(manifold(a, b, limit).is_none());
        return None;
    };
    let found = found(a, b, limit);
    let context = || format!("{a:?}\n{b:?}\n{contact:?}\n{found:?}");
    let other = manifold(b, a, limit).unwrap();
    assert_eq!(bits(&found), bits(&other.swapped()), "{}", context());
    let normal = (found.normal - contact.normal).length().to_f64();
    assert!(
        normal < 1e-6 || !found.unique || !contact.unique,
        "{normal}\n{}",
        context()
    );
    let bound = contact.error_bound.to_f64();
    let least = (found.separation() - contact.separation).to_f64();
    assert!(least.abs() <= bound, "{least:e} {bound:e}\n{}", context());
    let most = if V::DIM == 2 { 2 } else { 4 };
    assert!((1..=most).contains(&found.points().len()), "{}", context());
    let mut off = 0;
    for (i, point) in found.points().iter().enumerate() {
        assert!(
            found.points()[..i].iter().all(|p| p.id != point.id),
            "{}",
            context()
        );
        let separation = point.separation.to_f64();
        assert!(separation <= reach.max(contact.separation.to_f64() + bound));
        off += usize::from(is_off([a, b], bound, found.normal, point, &context));
    }
    Some((off, found.points().len()))
}

/// Whether a point is farther from its features than rounding; it panics if it is farther than the tolerances of the
/// manifold.
fn is_off<V: Vector>(
    shapes: [&Shape<V>; 2],
    bound: f64,
    n: V,
    point: &carom::ManifoldPoint<V>,
    context: &dyn Fn() -> String,
) -> bool {
    let way = point.point_a - point.point_b - n * point.separation;
    let [(of_a, radius_a), (of_b, radius_b)] = shapes.map(|shape| {
        let hull = shape.hull().expect("no half-space");
        (hull.points.clone(), hull.radius)
    });
    let size = |points: &[V]| {
        Aabb::of_points(points.iter().copied())
            .size()
            .max_element()
            .to_f64()
    };
    let tolerance = size(&of_a).min(size(&of_b)) / 8_192.0 + 4.0 * bound;
    let slack = (radius_a + radius_b).to_f64() / 16.0 + tolerance;
    assert!(way.length().to_f64() <= slack, "{}", context());
    let mut off = way.length().to_f64() > bound;
    let cores = [
        (point.point_a + n * radius_a, of_a, point.id.a),
        (point.point_b - n * radius_b, of_b, point.id.b),
    ];
    for (core, points, id) in cores {
        let away = off_feature(core, id, &points);
        assert!(away <= tolerance, "{away} from {id:?}\n{}", context());
        let surface = contact(
            &Shape::Point(core),
            &Hull::new(points, V::Scalar::ZERO),
            V::Scalar::INFINITY,
        );
        let from_surface = surface.unwrap().separation.abs().to_f64();
        assert!(from_surface <= tolerance, "{from_surface}\n{}", context());
        off |= away > 4.0 * bound || from_surface > 4.0 * bound;
    }
    off
}

fn random_pairs<V: Vector>(seed: u64, count: usize, scale: f64) {
    let random = &mut Rng::with_seed(seed);
    let (mut points, mut off, mut of_many, mut hits) = (0, 0, 0, 0);
    for case in 0..count {
        let flat = case % 2 == 0;
        let [a, b] = [0; 2].map(|_| shape::<V>(random, flat, scale));
        if let Some((off_features, found)) = check(&a, &b, 0.2 * scale) {
            (points, off, hits) = (points + found, off + off_features, hits + 1);
            of_many += usize::from(found > 1);
        }
    }
    println!(
        "{count} pairs, {hits} hits, {of_many} of more than one point, {points} points, {off} off"
    );
    assert!(
        hits > count / 4 && of_many > hits / 4,
        "{hits} hits, {of_many} of more than one point"
    );
    assert!(
        off * 100 < points,
        "{off} of {points} points are off their features"
    );
}

/// Separations, features and their names, symmetry to the bit.
#[test]
fn random_pairs_have_points_on_both_features() {
    random_pairs::<Vec3>(1, 20_000, 1.0);
    random_pairs::<DVec3>(2, 20_000, 1.0);
    random_pairs::<Vec2>(3, 5_000, 1.0);
    random_pairs::<DVec2>(4, 5_000, 1.0);
}

/// Nothing depends on the unit of length.
#[test]
fn tiny_and_huge_pairs_have_the_same_properties() {
    for scale in [1e-6, 1e6] {
        random_pairs::<Vec3>(5, 2_000, scale);
        random_pairs::<DVec3>(6, 2_000, scale);
        random_pairs::<Vec2>(7, 1_000, scale);
    }
    let unit = f64::powi(2.0, 20);
    let at = |scale: f64| {
        let random = &mut Rng::with_seed(8);
        let pair = [0; 2].map(|_| shape::<DVec3>(random, true, scale));
        manifold(&pair[0], &pair[1], f64::INFINITY).unwrap()
    };
    let (one, many) = (at(1.0), at(unit));
    for (p, q) in one.points().iter().zip(many.points()) {
        assert_eq!((p.point_a * unit, p.id), (q.point_a, q.id));
    }
}

/// The area of two turned rectangles that overlap, by counting the cells of a grid.
fn counted(inside: impl Fn(DVec2) -> bool) -> f64 {
    const CELLS: i32 = 400;
    let cell = 4.0 / f64::from(CELLS);
    let at = |i: i32| (f64::from(i) + 0.5) * cell - 2.0;
    let count = (0..CELLS * CELLS).filter(|i| inside(dvec2(at(i % CELLS), at(i / CELLS))));
    count.count() as f64 * cell * cell
}

/// The area around points in convex position, in any order.
fn area(points: &[DVec2]) -> f64 {
    let middle = points.iter().sum::<DVec2>() / points.len() as f64;
    let mut around: Vec<_> = points.iter().map(|p| *p - middle).collect();
    around.sort_by(|p, q| p.y.atan2(p.x).total_cmp(&q.y.atan2(q.x)));
    let next = around.iter().cycle().skip(1);
    around
        .iter()
        .zip(next)
        .map(|(p, q)| 0.5 * p.perp_dot(*q))
        .sum()
}

/// The points of a box on a box span the area in which they overlap: all of it if it has at most four corners, most of it
/// otherwise.
#[test]
fn the_points_span_the_overlap_of_faces() {
    let random = &mut Rng::with_seed(9);
    let (mut whole, mut reduced) = (0, 0);
    for _ in 0..300 {
        let mut rectangle = || {
            let half = any(random, 1.0).abs() + DVec3::splat(0.4);
            (half, any(random, 1.0), random.f64() * 6.0)
        };
        let (lower, upper) = (rectangle(), rectangle());
        let is_in = |(half, at, angle): (DVec3, DVec3, f64), p: DVec2| {
            let local = DQuat::from_rotation_y(-angle) * (dvec3(p.x, 0.0, p.y) - at);
            local.x.abs() <= half.x && local.z.abs() <= half.z
        };
        let overlap = counted(|p| is_in(lower, p) && is_in(upper, p));
        let solid = |(half, at, angle): (DVec3, DVec3, f64), y: f64| {
            let turn = DQuat::from_rotation_y(angle);
            let level = dvec3(at.x, y, at.z);
            Hull::cuboid(DVec3::ZERO, half).map(|p| turn * p + level)
        };
        let (a, b) = (solid(upper, upper.0.y), solid(lower, -lower.0.y));
        let found = match manifold(&a, &b, 0.0) {
            Some(found) if overlap > 0.1 && found.normal.y > 0.99 => found,
            _ => continue,
        };
        let points: Vec<_> = found
            .points()
            .iter()
            .map(|p| dvec2(p.point_a.x, p.point_a.z))
            .collect();
        let spanned = area(&points);
        assert!(
            spanned < overlap * 1.03 && spanned > overlap * 0.6,
            "{spanned} of {overlap}"
        );
        let is_whole = spanned > overlap * 0.97;
        assert!(
            is_whole || points.len() == 4,
            "{spanned} of {overlap}: {found:?}"
        );
        *(if is_whole { &mut whole } else { &mut reduced }) += 1;
    }
    assert!(
        whole > 50 && reduced > 20,
        "{whole} whole, {reduced} reduced"
    );
}

/// Hulls on a half-space: all points within the reach of the plane are vertices, on it, and span the lower face.
#[test]
fn points_over_a_half_space_are_vertices() {
    let random = &mut Rng::with_seed(10);
    let mut four = 0;
    for _ in 0..2_000 {
        let angles = any(random, 0.2);
        let turn = Quat::from_euler(
            EulerRot::XYZ,
            angles.x as f32,
            angles.y as f32,
            angles.z as f32,
        );
        let normal = turn * Vec3::Y;
        let hull = Hull::cuboid(Vec3::ZERO, vec3(1.0, 0.5, 1.0));
        let plane = Plane::new(normal * 2.0, -0.95);
        let Some(found) = manifold(&hull, &plane, 0.1) else {
            continue;
        };
        four += usize::from(found.points().len() == 4);
        let mut heights: Vec<f32> = hull.points.iter().map(|p| p.dot(normal) + 0.475).collect();
        heights.sort_by(f32::total_cmp);
        let within = heights
            .iter()
            .filter(|height| **height <= 0.099_999)
            .count();
        assert!(
            found.points().len() >= within.min(4),
            "{heights:?} {found:?}"
        );
        for point in found.points() {
            let height = point.point_a.dot(normal) + 0.475;
            assert!((height - point.separation).abs() < 1e-6);
            assert!((point.point_b.dot(normal) + 0.475).abs() < 1e-6);
            assert!(hull.points.contains(&point.point_a));
            assert_eq!(point.id.b, FeatureId::Whole);
        }
    }
    assert!(four > 200, "{four} with four points");
}

/// The lower face of an irregular prism on a tilted half-space: the four points have the deepest corner among them, and
/// nearly the largest area of all choices of it and three others (0.95 of it in the mean): others stay when another is the deepest.
#[test]
fn four_points_of_many_span_a_large_area() {
    let random = &mut Rng::with_seed(11);
    let mut sum = 0.0;
    for _ in 0..500 {
        let sides = random.i32(5..=12);
        let corners: Vec<DVec3> = (0..2 * sides)
            .map(|i| {
                let part = (f64::from(i / 2) + 0.3 * random.f64()) / f64::from(sides);
                let (sin, cos) = (part * std::f64::consts::TAU).sin_cos();
                dvec3(cos, f64::from(i % 2), 0.7 * sin)
            })
            .collect();
        let tilt = any(random, 0.02);
        let plane = Plane::new(dvec3(tilt.x, 1.0, tilt.z), 0.0);
        let found = found(&Hull::new(corners.clone(), 0.0), &plane, 0.1);
        let lower: Vec<DVec3> = corners.into_iter().step_by(2).collect();
        let flat = |p: DVec3| dvec2(p.x, p.z);
        let spanned = area(
            &found
                .points()
                .iter()
                .map(|p| flat(p.point_a))
                .collect::<Vec<_>>(),
        );
        let height = |p: &DVec3| p.dot(plane.normal);
        let deepest = lower
            .iter()
            .copied()
            .min_by(|p, q| height(p).total_cmp(&height(q)));
        let deepest = deepest.expect("there are corners");
        let mut points = found.points().iter();
        assert!(points.any(|p| (p.point_a - deepest).length() < 1e-14));
        let mut largest = 0.0;
        for (i, p) in lower.iter().enumerate() {
            for (j, q) in lower.iter().enumerate().skip(i) {
                for r in &lower[j..] {
                    largest = f64::max(largest, area(&[deepest, *p, *q, *r].map(flat)));
                }
            }
        }
        assert!(spanned >= 0.75 * largest, "{spanned} of {largest}");
        sum += spanned / largest;
    }
    assert!(sum > 0.95 * 500.0, "{sum}");
}
