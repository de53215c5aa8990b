//! Cylinders, cones, tapered capsules and ellipsoids against each other shape, and boxes: proofs from both sides by formulas of
//! their own, which share no code with the library.
//!
//! The support gap along the normal is a lower bound of the distance, the witness points are an upper bound of it. The
//! depth is at most the gap along the normal, and a search over all directions must find no smaller one.

use carom::glam::{DMat3, DQuat, DVec2, DVec3, Vec2, Vec3, dvec3};
use carom::{
    Aabb, Ball, Capsule, Cone, Contact, Convex, Cylinder, Ellipsoid, Hull, OrientedBox, Pose,
    RigidMotion, Rotation, RoundShape, Scalar, Segment, Shape, Start, TaperedCapsule, Triangle,
    Vector, closest, contact, overlap, sweep, sweep_rigid,
};
use fastrand::Rng;

pub(crate) fn double<V: Vector>(p: V) -> DVec3 {
    DVec3::from_array(p.to_f64())
}

/// The height of a section of radius 1 across an axis.
fn rim(axis: DVec3, n: DVec3) -> f64 {
    let axis = axis.normalize();
    (n - axis * axis.dot(n)).length()
}

fn far(points: &[DVec3], n: DVec3) -> f64 {
    points.iter().map(|p| n.dot(*p)).fold(f64::MIN, f64::max)
}

/// The greatest height of a shape along a unit vector.
pub(crate) fn height<V: Vector>(shape: &Shape<V>, n: DVec3) -> f64 {
    let number = |x: V::Scalar| x.to_f64();
    let ends = |a: V, b: V, [r, s]: [f64; 2]| (n.dot(double(a)) + r).max(n.dot(double(b)) + s);
    match shape {
        Shape::Cylinder(s) => {
            let r = number(s.radius) * rim(double(s.b) - double(s.a), n);
            ends(s.a, s.b, [r, r])
        }
        Shape::Cone(s) => {
            let wide = rim(double(s.b) - double(s.a), n);
            ends(s.a, s.b, [s.radius_a, s.radius_b].map(|r| number(r) * wide))
        }
        Shape::TaperedCapsule(s) => ends(s.a, s.b, [s.radius_a, s.radius_b].map(number)),
        Shape::Ellipsoid(s) => {
            let along = |i: usize| n.dot(double(s.axes[i]));
            let last = if V::DIM == 2 { 0.0 } else { along(2) };
            n.dot(double(s.center)) + dvec3(along(0), along(1), last).length()
        }
        Shape::OrientedBox(s) => {
            let axes = s.axes[..V::DIM].iter();
            n.dot(double(s.center)) + axes.map(|a| n.dot(double(*a)).abs()).sum::<f64>()
        }
        Shape::Round(s) => height(&s.shape, n) + number(s.radius),
        other => {
            let hull = other.hull().unwrap();
            let points: Vec<DVec3> = hull.points.iter().map(|p| double(*p)).collect();
            far(&points, n) + number(hull.radius)
        }
    }
}

/// How far a point is outside of a shape, or somewhat less: negative inside.
fn outside<V: Vector + Convex<Vector = V>>(shape: &Shape<V>, p: DVec3) -> f64 {
    let number = |x: V::Scalar| x.to_f64();
    let disks = |a: V, b: V, [r, s]: [f64; 2]| {
        let (a, b) = (double(a), double(b));
        let (way, arm) = (b - a, p - a);
        let t = arm.dot(way) / way.length_squared();
        let beside = (arm - way * t).length() - (r + (s - r) * t.clamp(0.0, 1.0));
        let slant = way.length() / way.length().hypot(s - r);
        let beyond = (-t).max(t - 1.0) * way.length();
        (beside * slant).max(beyond)
    };
    match shape {
        Shape::Cylinder(s) => disks(s.a, s.b, [number(s.radius); 2]),
        Shape::Cone(s) => disks(s.a, s.b, [s.radius_a, s.radius_b].map(number)),
        Shape::TaperedCapsule(s) => {
            let (a, b) = (double(s.a), double(s.b));
            let [r, q] = [s.radius_a, s.radius_b].map(number);
            let from = |t: f64| p.distance(a + (b - a) * t) - (r + (q - r) * t);
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..200 {
                let third = (high - low) / 3.0;
                if from(low + third) < from(high - third) {
                    high -= third;
                } else {
                    low += third;
                }
            }
            from(low).min(from(0.0)).min(from(1.0))
        }
        Shape::Ellipsoid(s) => {
            let axis = |i: usize| double(s.axes[i]);
            let last = if V::DIM == 2 { DVec3::Z } else { axis(2) };
            let columns = DMat3::from_cols(axis(0), axis(1), last);
            let e = columns.inverse() * (p - double(s.center));
            if e.length() <= 1.0 {
                return 0.0;
            }
            // No direction may separate the point from it.
            let random = &mut Rng::with_seed(1);
            let away = (p - double(s.center)).normalize();
            let point = V::from_f64(p.to_array());
            searched(&Shape::Point(point), shape, random, away)
        }
        Shape::Round(s) => match &s.shape {
            // Not exact beyond a rim, but never too small there.
            Shape::Cylinder(_) | Shape::Cone(_) | Shape::Ellipsoid(_) => {
                let nearest = closest(&V::from_f64(p.to_array()), &s.shape);
                nearest.distance.to_f64() - number(s.radius)
            }
            inner => outside(inner, p) - number(s.radius),
        },
        other => {
            let found = contact(&V::from_f64(p.to_array()), other, V::Scalar::INFINITY);
            found.unwrap().separation.to_f64()
        }
    }
}

pub(crate) fn unit<V: Vector>(random: &mut Rng) -> DVec3 {
    loop {
        let v = dvec3(
            random.f64() * 2.0 - 1.0,
            random.f64() * 2.0 - 1.0,
            if V::DIM == 2 {
                0.0
            } else {
                random.f64() * 2.0 - 1.0
            },
        );
        if (0.01..1.0).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}

/// A curved shape (0 to 5) or another one, of about this size around a center.
pub(crate) fn solid<V: Vector>(
    random: &mut Rng,
    kind: usize,
    center: DVec3,
    size: f64,
) -> Shape<V> {
    let near = |random: &mut Rng| {
        V::from_f64((center + unit::<V>(random) * (size * random.f64())).to_array())
    };
    let thin = |random: &mut Rng| 10_f64.powf(-2.0 * random.f64().powi(3));
    let length = |x: f64| V::Scalar::from_f64(x);
    let radius = |random: &mut Rng| length(size * random.f64() * thin(random));
    let (a, b) = (near(random), near(random));
    let axis = |random: &mut Rng| {
        V::from_f64((unit::<V>(random) * size * random.f64() * thin(random)).to_array())
    };
    match kind {
        0 => Cylinder::new(a, b, radius(random)).into(),
        1 => Cone::new(a, b, radius(random)).into(),
        2 => Cone::frustum(a, b, [radius(random), radius(random)]).into(),
        3 => TaperedCapsule::new(a, b, [radius(random), radius(random)]).into(),
        4 => Ellipsoid {
            center: a,
            axes: [axis(random), axis(random), axis(random)],
        }
        .into(),
        5 => {
            let inner = random.usize(0..5);
            RoundShape::new(solid(random, inner, center, size), radius(random)).into()
        }
        6 => Shape::Point(a),
        7 => Ball::new(a, radius(random)).into(),
        8 => Segment::new(a, b).into(),
        9 => Capsule::new(a, b, radius(random)).into(),
        10 => Triangle::new(a, b, near(random)).into(),
        11 => Hull::new([0; 7].map(|_| near(random)), radius(random)).into(),
        12 => Aabb {
            min: a.min(b),
            max: a.max(b),
        }
        .into(),
        13 => OrientedBox {
            center: a,
            axes: [axis(random), axis(random), axis(random)],
        }
        .into(),
        _ => {
            // Half of them along the axes, and some of equal sides, so that faces and edges are parallel.
            let turn = if random.bool() {
                DQuat::IDENTITY
            } else if V::DIM == 2 {
                DQuat::from_rotation_z(random.f64() * 6.0)
            } else {
                DQuat::from_scaled_axis(unit::<V>(random) * random.f64() * 3.0)
            };
            let even = size * f64::from(random.u8(1..4)) * 0.25;
            let mut side = |way: DVec3| {
                let own = size * random.f64() * thin(random);
                let half = if random.bool() { even } else { own };
                V::from_f64((turn * way * half).to_array())
            };
            let axes = [side(DVec3::X), side(DVec3::Y), side(DVec3::Z)];
            OrientedBox { center: a, axes }.into()
        }
    }
}

fn gap<V: Vector>(a: &Shape<V>, b: &Shape<V>, n: DVec3) -> f64 {
    -height(a, -n) - height(b, n)
}

/// The greatest support gap that a search over all directions finds.
fn searched<V: Vector>(a: &Shape<V>, b: &Shape<V>, random: &mut Rng, first: DVec3) -> f64 {
    let mut starts: Vec<(f64, DVec3)> = (0..300)
        .map(|_| unit::<V>(random))
        .chain([first])
        .map(|n| (gap(a, b, n), n))
        .collect();
    starts.sort_by(|x, y| y.0.total_cmp(&x.0));
    let refined = starts.iter().take(4);
    let refined = refined.map(|(_, n)| climbed(a, b, random, *n, 0.2));
    refined.fold(f64::MIN, f64::max)
}

/// The greatest support gap that small random turns of a direction lead to.
fn climbed<V: Vector>(
    a: &Shape<V>,
    b: &Shape<V>,
    random: &mut Rng,
    mut n: DVec3,
    mut step: f64,
) -> f64 {
    let mut best = gap(a, b, n);
    while step > 1e-14 {
        let tries = (0..6).map(|_| (n + unit::<V>(random) * step).normalize());
        let found = tries
            .map(|n| (gap(a, b, n), n))
            .max_by(|x, y| x.0.total_cmp(&y.0));
        match found {
            Some((value, turned)) if value > best => (best, n) = (value, turned),
            _ => step *= 0.7,
        }
    }
    best
}

/// Errors in units of eps L.
#[derive(Debug, Default)]
struct Worst {
    certified: f64,
    normal: f64,
    witnesses: f64,
    depth: f64,
    apart: usize,
    deep: usize,
}

fn eps_l<V: Vector>(found: &Contact<V>) -> f64 {
    found.error_bound.to_f64() / if V::Scalar::DOUBLE { 64.0 } else { 8.0 }
}

fn check<V: Vector + Convex<Vector = V>>(
    [a, b]: [&Shape<V>; 2],
    found: &Contact<V>,
    random: &mut Rng,
    worst: &mut Worst,
) {
    let eps_l = eps_l(found);
    let separation = found.separation.to_f64();
    let n = double(found.normal);
    // A kink of the height turns a tiny error of the normal into one of the gap.
    let certified = (climbed(a, b, random, n.normalize(), 1e-6) - separation) / eps_l;
    let normal = (gap(a, b, n.normalize()) - separation) / eps_l;
    let points = [found.point_a, found.point_b].map(double);
    let off = outside(a, points[0]).max(outside(b, points[1])) / eps_l;
    let apart = ((points[0] - points[1]).length() - separation.abs()).abs() / eps_l;
    worst.certified = worst.certified.max(certified.abs());
    worst.normal = worst.normal.max(normal.abs());
    worst.witnesses = worst.witnesses.max(off).max(apart);
    if separation < 0.0 {
        worst.deep += 1;
        let depth = (searched(a, b, random, n) - separation) / eps_l;
        worst.depth = worst.depth.max(depth);
    } else {
        worst.apart += 1;
    }
}

/// The kinds of [`solid`] of the first shape, and of the second.
type Kinds<'a> = [&'a [usize]; 2];

/// A curved shape and any other.
const CURVED: Kinds<'_> = [
    &[0, 1, 2, 3, 4, 5],
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
];

/// A point, a ball or a box, and a box.
const BOXES: Kinds<'_> = [&[6, 7, 12, 13, 14, 14], &[12, 13, 14, 14]];

fn against_proofs<V: Vector + Convex<Vector = V>>(count: usize, kinds: Kinds<'_>) -> Worst {
    let random = &mut Rng::with_seed(11);
    let mut worst = Worst::default();
    for _ in 0..count {
        let size = 10_f64.powf(4.0 * random.f64() - 2.0);
        let [kind, other] = kinds.map(|kinds| kinds[random.usize(..kinds.len())]);
        let a: Shape<V> = solid(random, kind, DVec3::ZERO, size);
        let away = unit::<V>(random) * size * random.f64() * 3.0;
        let scale = 10_f64.powf(1.0 - 2.0 * random.f64());
        let b: Shape<V> = solid(random, other, away, size * scale);
        if !a.is_valid() || !b.is_valid() {
            continue;
        }
        let found = contact(&a, &b, V::Scalar::INFINITY).unwrap();
        assert_eq!(
            contact(&b, &a, V::Scalar::INFINITY).unwrap().swapped(),
            found
        );
        check([&a, &b], &found, random, &mut worst);
        let eps_l = eps_l(&found);
        if found.separation.to_f64().abs() > 64.0 * eps_l {
            assert_eq!(
                overlap(&a, &b),
                found.separation < V::Scalar::ZERO,
                "{a:?} {b:?}"
            );
        }
    }
    worst
}

#[test]
fn separations_are_proved_from_both_sides() {
    for (worst, witnesses) in [
        (against_proofs::<Vec2>(4_000, CURVED), 4.0),
        (against_proofs::<Vec3>(4_000, CURVED), 4.0),
        // The points where curves touch are known to the root of the rounding, less what the margin gives back.
        (against_proofs::<DVec2>(4_000, CURVED), 1e6),
        (against_proofs::<DVec3>(4_000, CURVED), 1e6),
        // Their points are rounded where the shapes are, which can be farther from the origin than L.
        (against_proofs::<Vec2>(6_000, BOXES), 8.0),
        (against_proofs::<Vec3>(6_000, BOXES), 8.0),
    ] {
        println!("{worst:?}");
        assert!(worst.apart > 500 && worst.deep > 500);
        let of_separation = worst.certified.max(worst.normal).max(worst.depth);
        assert!(of_separation < 8.0 && worst.witnesses < witnesses);
    }
}

/// The height of the gap between `b` and the moved `a`, by a search.
fn gap_after<V: Vector>(a: &Shape<V>, delta: DVec3, b: &Shape<V>, n: DVec3, t: f64) -> f64 {
    gap(a, b, n) + n.dot(delta) * t
}

/// Returns how many sweeps hit, missed, and started overlapping, and how far a point was off, in error bounds.
fn sweeps<V: Vector + Convex<Vector = V>>(count: usize, kinds: Kinds<'_>) -> ([usize; 3], f64) {
    let random = &mut Rng::with_seed(12);
    let mut off: f64 = 0.0;
    let mut counts = [0; 3];
    for _ in 0..count {
        let size = 10_f64.powf(4.0 * random.f64() - 2.0);
        let [kind, other] = kinds.map(|kinds| kinds[random.usize(..kinds.len())]);
        let a: Shape<V> = solid(random, kind, DVec3::ZERO, size);
        let away = unit::<V>(random) * size * (1.0 + 3.0 * random.f64());
        let b: Shape<V> = solid(random, other, away, size);
        if !a.is_valid() || !b.is_valid() {
            continue;
        }
        let aim = away + unit::<V>(random) * size * random.f64();
        let delta = V::from_f64((aim * (0.5 + 2.0 * random.f64())).to_array());
        let swept = sweep(&a, delta, &b);
        assert_eq!(
            sweep(&b, -delta, &a).hit.map(|hit| hit.t),
            swept.hit.map(|hit| hit.t)
        );
        let bound = swept.error_bound.to_f64();
        let way = double(delta);
        let Some(hit) = swept.hit else {
            counts[1] += 1;
            // Free at every time: some direction separates them, or they are no deeper than the bound.
            for i in 0..=8 {
                let t = f64::from(i) / 8.0;
                let moved = moved(&a, delta, t);
                let found = contact(&moved, &b, V::Scalar::INFINITY).unwrap();
                assert!(found.separation.to_f64() >= -bound, "{a:?} {delta:?} {b:?}");
            }
            continue;
        };
        if let Start::Overlapping(found) = swept.start {
            counts[2] += 1;
            assert_eq!(hit.t, V::Scalar::ZERO);
            assert!(found.separation <= V::Scalar::ZERO);
            continue;
        }
        counts[0] += 1;
        let (t, n) = (hit.t.to_f64(), double(hit.normal).normalize());
        // Along the normal the gap is nearly closed, so the shapes are no farther apart than by a search.
        let left = gap_after(&a, way, &b, n, t);
        assert!(left <= bound, "late by {left:e}: {a:?} {delta:?} {b:?}");
        assert!(left >= -bound, "through by {left:e}: {a:?} {delta:?} {b:?}");
        // The motion leads deeper: it does not only pass.
        assert!(n.dot(way) <= bound);
        // The point is on both.
        let point = double(hit.point);
        off = off.max(outside(&b, point) / bound);
        for i in 0..4 {
            let before = t * f64::from(i) / 4.0;
            let found = contact(&moved(&a, delta, before), &b, V::Scalar::INFINITY).unwrap();
            assert!(found.separation.to_f64() >= -bound);
        }
    }
    (counts, off)
}

/// The shape after the fraction `t` of its motion, rounded.
pub(crate) fn moved<V: Vector>(shape: &Shape<V>, delta: V, t: f64) -> Shape<V> {
    let by = V::from_f64((double(delta) * t).to_array());
    match shape {
        Shape::Cylinder(s) => s.translated(by).into(),
        Shape::Cone(s) => s.translated(by).into(),
        Shape::TaperedCapsule(s) => s.translated(by).into(),
        Shape::Ellipsoid(s) => s.translated(by).into(),
        Shape::Round(s) => RoundShape::new(moved(&s.shape, delta, t), s.radius).into(),
        other => other.hull().unwrap().translated(by).into(),
    }
}

#[test]
fn sweeps_end_at_the_first_touch() {
    for ((kinds, off), most) in [
        (sweeps::<Vec2>(2_000, CURVED), 1.0),
        (sweeps::<Vec3>(2_000, CURVED), 1.0),
        (sweeps::<Vec2>(4_000, BOXES), 1.0),
        (sweeps::<Vec3>(4_000, BOXES), 1.0),
        // Where a curve touches is known to the root of the rounding: 1e-8 L, in error bounds of 32 eps L.
        (sweeps::<DVec2>(2_000, CURVED), 1e-8 / (32.0 * f64::EPSILON)),
        (sweeps::<DVec3>(2_000, CURVED), 1e-8 / (32.0 * f64::EPSILON)),
    ] {
        println!("{kinds:?} {off}");
        assert!(kinds.iter().all(|count| *count > 50), "{kinds:?}");
        assert!(off < most, "{off}");
    }
}

#[test]
fn rigid_sweeps_end_at_the_first_touch() {
    let random = &mut Rng::with_seed(13);
    let mut hits = 0;
    for _ in 0..1_000 {
        let (kind, other) = (random.usize(0..6), random.usize(0..14));
        let a: Shape<DVec3> = solid(random, kind, DVec3::ZERO, 1.0);
        let away = unit::<DVec3>(random) * (1.5 + random.f64());
        let b: Shape<DVec3> = solid(random, other, away, 1.0);
        if !a.is_valid() || !b.is_valid() {
            continue;
        }
        let motion = RigidMotion {
            delta: away * (2.0 * random.f64()),
            pivot: unit::<DVec3>(random),
            axis: unit::<DVec3>(random),
            angle: 3.0 * random.f64() - 1.5,
        };
        let rest = RigidMotion::default();
        let swept = sweep_rigid(&a, &motion, &b, &rest);
        let separation = |t: f64| {
            let rotation = Rotation::new(motion.axis, motion.angle * t);
            let place = motion.pivot - rotation.rotate(motion.pivot) + motion.delta * t;
            let placed = Pose::new(place, rotation);
            contact(&placed.place_shape(&a), &b, f64::INFINITY)
                .unwrap()
                .separation
        };
        assert_eq!(
            sweep_rigid(&b, &rest, &a, &motion).hit.map(|hit| hit.t),
            swept.hit.map(|hit| hit.t)
        );
        if let Start::Overlapping(_) = swept.start {
            assert!(separation(0.0) <= 1e-12);
            continue;
        }
        let end = swept.hit.map_or(1.0, |hit| hit.t);
        for i in 0..40 {
            let before = separation(end * f64::from(i) / 40.0);
            assert!(before >= -1e-12, "{before:e} of {a:?} {motion:?} {b:?}");
        }
        if let Some(hit) = swept.hit {
            hits += 1;
            let left = separation(hit.t);
            assert!(left.abs() <= 1e-12, "{left:e} of {a:?} {motion:?} {b:?}");
        }
    }
    assert!(hits > 100, "{hits}");
}
