//! Pairs of shapes: regressions, each with its story and its numbers, and the properties of any pair.

use crate::cases::{Case, Kind, Solid, any_case};
use carom::glam::{DMat3, DVec2, DVec3, Vec2, Vec3, dvec3, vec2, vec3};
use carom::{
    Aabb, Ball, Capsule, Contact, Hull, Plane, Scalar, Segment, Shape, ShapeRef, Start, Sweep,
    Triangle, Vector, Vector3, closest, contact, overlap, sweep,
};
use fastrand::Rng;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// A level ray over a floor, a millimeter up, was stopped: the slack for the error of a normal was taken from the
/// distance of the *cores*, which for a ray is the gap itself, and the steps ran out. Over a face the normal is the
/// face's.
#[test]
fn a_level_motion_over_a_floor_is_free() {
    let floor = Triangle::new(vec3(-20., 0., -20.), vec3(-20., 0., 20.), vec3(30., 0., 0.));
    for height in [1e-4, 3e-4, 1e-3, 1e-2] {
        let (from, delta) = (vec3(-5., height, 0.3), vec3(10., 0., 0.1));
        assert_eq!(sweep(&from, delta, &floor).hit, None, "{height}");
        for radius in [0.01, 0.3] {
            let ball = Ball::new(from + Vec3::Y * radius, radius);
            assert_eq!(sweep(&ball, delta, &floor).hit, None, "{height} {radius}");
        }
    }
    // Sinking by less than its height.
    let sinking = sweep(&vec3(-5., 3e-3, 0.3), vec3(10., -1.5e-3, 0.1), &floor);
    assert_eq!(sinking.hit, None);
}

/// Two capsules on nearly one axis were 75 mm too deep: the penetration axis was a cross product that rounding had
/// rotated by tens of degrees, and along it the segments' own length counted.
#[test]
fn nearly_coaxial_capsules_are_as_deep_as_their_radii() {
    let a = Capsule::new(
        vec3(1.5309589, 2.8894246, 3.5992265),
        vec3(2.306299, 3.5012665, 4.280767),
        0.3,
    );
    let b = Capsule::new(
        vec3(1.5309589, 2.8894246, 3.5992265),
        vec3(2.3063, 3.5012665, 4.2807674),
        0.3,
    );
    let found = contact(&a, &b, 9.0).unwrap();
    assert!((found.separation + 0.6).abs() < 1e-6, "{found:?}");
}

/// Far from a triangle smaller than the rounding of the distance, in double precision, a capsule was 300 km too near:
/// the differences of the corners from its end were all equal, and so it counted as over the face.
#[test]
fn a_tiny_triangle_is_as_far_as_its_corners() {
    fn check<V: Vector3>(random: &mut Rng) {
        let mut point = |size: f64| V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size));
        for i in 0..30_000 {
            let size = 10_f64.powi(-(i % 18));
            let corner = point(size * 3.0);
            let tiny = Triangle::new(corner, corner + point(size), corner + point(size));
            let (a, b) = (point(1e6), point(1e6));
            let radius = V::Scalar::from_f64(0.3);
            let (ball, capsule) = (Ball::new(a, radius), Capsule::new(a, b, radius));
            let far = V::Scalar::MAX;
            let pairs = [
                (
                    contact(&ball, &tiny, far),
                    contact(&ShapeRef::point(corner), &ball, far),
                ),
                (
                    contact(&capsule, &tiny, far),
                    contact(&ShapeRef::point(corner), &capsule, far),
                ),
            ];
            for (found, of_corner) in pairs {
                let (found, of_corner) = (found.unwrap(), of_corner.unwrap());
                let off = (found.separation - of_corner.separation).abs();
                let most = found.error_bound + of_corner.error_bound;
                let most = most.to_f64() + 2.0 * size;
                assert!(off.to_f64() <= most, "{a:?} {b:?} {tiny:?} {found:?}");
            }
        }
    }
    check::<Vec3>(&mut Rng::with_seed(5));
    check::<DVec3>(&mut Rng::with_seed(6));
}

/// A needle with a width of 1e-7 of its length has no reliable plane: the projection of a point on it was far off the
/// triangle.
#[test]
fn a_needle_is_its_edges() {
    let ball = Ball::new(vec3(0.4598472, 4., -1.), 0.3);
    let needle = Triangle::new(
        vec3(-1., 4., -1.),
        vec3(0.7204616, 4.55352, 0.38468182),
        vec3(-0.7627269, 4.0763373, -0.8090351),
    );
    let exact = |v: Vec3| v.as_dvec3();
    let same = Triangle::new(exact(needle.a), exact(needle.b), exact(needle.c));
    let want = contact(&Ball::new(exact(ball.center), 0.3_f32.into()), &same, 9.0);
    let found = contact(&ball, &needle, 9.0).unwrap();
    assert!((f64::from(found.separation) - want.unwrap().separation).abs() < 1e-5);
}

/// A number for an extreme case: small integers (ties, touches), almost integers, or anything.
fn nasty(random: &mut Rng) -> f32 {
    match random.u8(0..4) {
        0 => random.i32(-3..=3) as f32,
        1 => random.i32(-3..=3) as f32 + (random.f32() - 0.5) * 1e-6,
        2 => (random.f32() - 0.5) * 4.0,
        _ => (random.f32() - 0.5) * (random.f32() * 20.0 - 10.0).exp2(),
    }
}

/// Balls have closed forms of their own in single precision: the same bits in either order, and the answers of double
/// precision, which has none.
#[test]
fn balls_agree_from_either_side_and_with_double_precision() {
    let random = &mut Rng::with_seed(25);
    let bits = |v: Vec3| v.to_array().map(|c| (c + 0.0).to_bits());
    let exact = |b: &Ball<Vec3>| Ball::new(b.center.as_dvec3(), b.radius.into());
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..200_000 {
        let mut point = || vec3(nasty(random), nasty(random), nasty(random));
        let (p, q, delta) = (point(), point(), point());
        let a = Ball::new(p, nasty(random).abs());
        let b = Ball::new(q, nasty(random).abs());
        let there = contact(&a, &b, f32::INFINITY).unwrap();
        let back = contact(&b, &a, f32::INFINITY).unwrap();
        assert_eq!(there.separation.to_bits(), back.separation.to_bits());
        if there.unique {
            assert_eq!(bits(there.normal), bits(-back.normal), "{a:?} {b:?}");
            assert_eq!(bits(there.point_a), bits(back.point_b), "{a:?} {b:?}");
            assert_eq!(bits(there.point_b), bits(back.point_a), "{a:?} {b:?}");
        }
        let double = contact(&exact(&a), &exact(&b), f64::INFINITY).unwrap();
        let error = (f64::from(there.separation) - double.separation).abs();
        assert!(error <= f64::from(there.error_bound), "{a:?} {b:?}");

        let there = sweep(&a, delta, &b);
        let back = sweep(&b, -delta, &a);
        let double = sweep(&exact(&a), delta.as_dvec3(), &exact(&b));
        let bound = f64::from(there.error_bound);
        let gap_at = |t: f64| {
            let moved = exact(&a).translated(delta.as_dvec3() * t);
            contact(&moved, &exact(&b), f64::INFINITY).unwrap()
        };
        match (there.start, there.hit) {
            (Start::Separate, Some(hit)) => {
                hits += 1;
                let reverse = back.hit.unwrap();
                assert_eq!(
                    hit.t.to_bits(),
                    reverse.t.to_bits(),
                    "{a:?} {delta:?} {b:?}"
                );
                assert_eq!(bits(hit.normal), bits(-reverse.normal));
                let gap = gap_at(hit.t.into()).separation;
                assert!((0.0..=bound).contains(&gap), "{a:?} {delta:?} {b:?} {gap}");
            }
            (Start::Separate, None) => {
                misses += 1;
                // The other precision may see a graze, and no more.
                if let (Start::Separate, Some(hit)) = (double.start, double.hit) {
                    let nearest = gap_at(hit.t);
                    let grazing = nearest.normal.dot(delta.as_dvec3()).abs();
                    assert!(grazing <= 1e-2, "{a:?} {delta:?} {b:?} {hit:?}");
                }
            }
            (_, hit) => assert_eq!(hit.map(|h| h.t), back.hit.map(|h| h.t)),
        }
    }
    assert!(hits > 5_000 && misses > 5_000, "{hits} {misses}");
}

/// A triangle in the plane is filled: a point inside leaves through its sides.
#[test]
fn a_triangle_in_the_plane_is_filled() {
    let triangle = Triangle::new(vec2(0., 0.), vec2(4., 0.), vec2(0., 3.));
    let inside = contact(&vec2(1.0, 0.25), &triangle, 0.0).unwrap();
    assert_eq!((inside.normal, inside.depth()), (vec2(0., -1.), 0.25));
    let ball = contact(&Ball::new(vec2(1., 1.), 0.5), &triangle, 0.0).unwrap();
    assert!((ball.depth() - 1.5).abs() < 1e-6, "{ball:?}");
    let through = Capsule::new(vec2(-9., 1.), vec2(9., 1.), 0.5);
    let through = contact(&through, &triangle, 0.0).unwrap();
    assert!((through.depth() - 1.5).abs() < 1e-6, "{through:?}");
    let hit = sweep(&vec2(6., 6.), vec2(-6., -6.), &triangle).hit.unwrap();
    assert!((hit.normal - vec2(0.6, 0.8)).length() < 1e-6 && (hit.t - 5. / 7.).abs() < 1e-5);
}

/// If the difference of two numbers overflows, the distance is the largest number.
#[test]
fn an_overflowing_distance_is_the_largest_number() {
    let far_apart = [2e38, -2e38].map(|x| Ball::new(vec3(x, 0., 0.), 1.0));
    let found = contact(&far_apart[0], &far_apart[1], f32::INFINITY).unwrap();
    assert_eq!((found.separation, found.normal), (f32::MAX, Vec3::X));
}

/// A core without radius that touches a solid at a corner can separate two ways, and then every motion counted as
/// leaving: also one straight into the solid.
#[test]
fn from_a_corner_the_way_into_a_triangle_is_not_free() {
    let triangle = Triangle::new(vec2(0., 0.), vec2(1., 0.), vec2(0., 1.));
    assert!(
        sweep(&vec2(0., 0.), vec2(0.2, 0.2), &triangle)
            .hit
            .is_some()
    );
    let flush = Segment::new(vec2(-1., -1.), vec2(1., -1.));
    let triangle = Triangle::new(vec2(-1., -1.), vec2(1., -1.), vec2(-1., 1.));
    assert!(sweep(&flush, vec2(0., 0.1), &triangle).hit.is_some());
}

/// Two segments in the plane with an end in common: one was swept across the other.
#[test]
fn from_a_common_end_a_segment_does_not_cross_the_other() {
    let a = Segment::new(vec2(0., 0.), vec2(0., 2.));
    let b = Segment::new(vec2(0., 0.), vec2(-1., 1.));
    assert!(sweep(&a, vec2(-0.5, 0.), &b).hit.is_some());
}

/// Two equal triangles in the plane share their corners, so the kernel finds their nearest points and no crossing; the
/// witnesses were those, and not the depth apart.
#[test]
fn the_witnesses_of_equal_triangles_in_the_plane_are_the_depth_apart() {
    let triangle = Triangle::new(vec2(0., 0.), vec2(-1., 0.), vec2(0., -1.));
    let found = contact(&triangle, &triangle, 9.0).unwrap();
    let apart = found.point_a - found.point_b;
    let off = (apart - found.normal * found.separation).length();
    assert!(off < 1e-5, "{found:?}");
}

/// A contact does not depend on `reach`: a separation of −4e-34 was within a reach of infinity and not within zero.
#[test]
fn reach_does_not_change_the_separation() {
    let a = Segment::new(vec3(1., 1., 0.), vec3(0., 0.8188583, 0.));
    let b = Segment::new(vec3(1., 0., 1.), vec3(f32::MAX, 1.513093e30, 6.943835e20));
    let far = contact(&a, &b, f32::INFINITY).unwrap();
    let near = contact(&a, &b, 0.0);
    assert_eq!(far.separation <= 0.0, near.is_some(), "{far:?}");
}

/// Shapes of a kind known at run time give the bits of those known at compile time. A point and a ball both have a core
/// of one point, and were put into an order only at run time.
#[test]
fn a_point_is_swept_against_a_ball_like_any_pair() {
    let (p, delta, ball) = (
        vec3(6., 0., 0.),
        vec3(-12., 0., 0.),
        Ball::new(Vec3::ZERO, 0.0),
    );
    let own = sweep(&p, delta, &ball);
    assert_eq!(sweep(&Shape::Point(p), delta, &Shape::Ball(ball)), own);
}

/// A segment that pokes 4.6e-7 through a triangle: both witnesses on their shapes.
#[test]
fn the_witnesses_of_a_shallow_crossing_are_on_the_shapes() {
    let a = Segment::new(
        vec3(1.3063724, 0.19152491, -2.4767387),
        vec3(1.7804643, 0.02005409, -1.1680101),
    );
    let b = Triangle::new(
        vec3(0.031923756, 0.0, 0.008597047),
        vec3(-0.58601284, 0.0, -0.352065),
        vec3(3.873864, 0.14441387, -3.5),
    );
    let found = contact(&a, &b, 9.0).unwrap();
    let exact = |p: Vec3| p.as_dvec3();
    let b = Triangle::new(exact(b.a), exact(b.b), exact(b.c));
    let off = contact(&exact(found.point_b), &b, f64::INFINITY).unwrap();
    assert!(off.separation.abs() < 1e-5, "{off:?}\n{found:?}");
    let a = Segment::new(exact(a.a), exact(a.b));
    let off = contact(&exact(found.point_a), &a, f64::INFINITY).unwrap();
    assert!(off.separation.abs() < 1e-5, "{off:?}\n{found:?}");
}

type Outcome = Result<(), TestCaseError>;

/// A property of any two shapes, in both precisions; in single precision all numbers are rounded first.
macro_rules! properties {
    ($($(#[$about:meta])* $name:ident;)*) => {
        $(
            #[test]
            $(#[$about])*
            fn $name() {
                proptest!(crate::cases::config(), |(case in any_case(), double: bool)| {
                    let case = if double { case } else { case.single() };
                    prop_assume!(is_something(&case.a) && is_something(&case.b));
                    match (case.flat, double) {
                        (true, false) => check::$name::<Vec2>(&case)?,
                        (true, true) => check::$name::<DVec2>(&case)?,
                        (false, false) => check::$name::<Vec3>(&case)?,
                        (false, true) => check::$name::<DVec3>(&case)?,
                    }
                });
            }
        )*
    };
}

properties! {
    /// `f32` agrees with `f64`, to the contract.
    single_precision_agrees_with_double;
    /// Shapes in a plane have the same answers in 2D and in 3D, where the cores do not cross.
    the_plane_is_space_with_z_zero;
    /// `a` against `b` is `b` against `a`, to the bit.
    both_sides_agree;
    /// The corners in another order are the same shape.
    the_order_of_corners_does_not_matter;
    /// Rotated, it is the same pair, to rounding.
    a_turn_changes_nothing;
    /// Moved by an offset that all coordinates can be moved by exactly, it is the same, to the bit.
    a_place_is_as_good_as_another;
    /// Powers of two scale everything and change nothing else.
    scale_is_exact;
    /// The points are on the shapes and apart by the separation along the normal.
    witnesses_agree_with_the_separation;
    /// Moved to `t` they almost touch.
    a_hit_is_where_they_touch;
    /// Up to shortly before a hit the motion is free.
    what_ends_before_a_hit_is_free;
    /// The start is separate, touching or overlapping, and an overlapping start is stopped at once.
    the_start_is_classified;
    /// In `f64` the contact of a motion that starts touching is as exact as that of the query, however long the motion.
    a_start_is_as_exact_as_a_contact;
    /// A motion away from a touching shape is free.
    leaving_is_free;
}

fn is_something(solid: &Solid) -> bool {
    solid.kind != Kind::Plane || solid.normal != DVec3::ZERO
}

fn double<V: Vector>(v: V) -> DVec3 {
    DVec3::from_array(v.to_f64())
}

fn bits<V: Vector>(v: V) -> [u64; 3] {
    v.to_f64().map(|c| (c + 0.0).to_bits())
}

fn touch<V: Vector>(case: &Case) -> Contact<V> {
    contact(&case.a.shape::<V>(), &case.b.shape(), V::Scalar::INFINITY).expect("no limit")
}

fn swept<V: Vector>(case: &Case) -> Sweep<V> {
    sweep(&case.a.shape(), case.delta::<V>(), &case.b.shape())
}

/// In double precision: the gap after a fraction of the motion.
fn gap_at(case: &Case, t: f64) -> f64 {
    let moved = Case {
        a: case.a.moved(case.delta * t),
        ..case.clone()
    };
    moved.contact().expect("no limit").0
}

/// One eps L, in the precision of `V`; with `still` without the motion.
fn unit<V: Vector>(case: &Case) -> f64 {
    V::Scalar::EPSILON.to_f64() * case.size()
}

fn still(case: &Case) -> Case {
    Case {
        delta: DVec3::ZERO,
        ..case.clone()
    }
}

/// The rounding of the test's own moving of a shape far from the origin.
fn moving(case: &Case) -> f64 {
    4.0 * f64::EPSILON * case.reach()
}

/// Two half-spaces that cross have no depth.
fn is_endless(case: &Case) -> bool {
    case.a.kind == Kind::Plane && case.b.kind == Kind::Plane
}

fn kind<V: Vector>(start: &Start<V>) -> &'static str {
    match start {
        Start::Separate => "separate",
        Start::Touching(_) => "touching",
        Start::Overlapping(_) => "overlapping",
    }
}

mod check {
    use super::*;

    pub(crate) fn single_precision_agrees_with_double<V: Vector>(case: &Case) -> Outcome {
        if V::Scalar::DOUBLE || is_endless(case) {
            return Ok(());
        }
        let (single, double) = (touch::<V>(case), touch::<V::Double>(case));
        let error = (single.separation.to_f64() - double.separation).abs();
        prop_assert!(
            error <= 8.0 * unit::<V>(&still(case)),
            "{single:?}\n{double:?}"
        );
        let tolerance = 32.0 * unit::<V>(case);
        let (single, other) = (swept::<V>(case), swept::<V::Double>(case));
        if double.separation.abs() > tolerance {
            prop_assert_eq!(kind(&single.start), kind(&other.start));
            let shortened = |t: f64| gap_at(case, t) <= tolerance;
            match (single.hit, other.hit) {
                (Some(hit), None) => prop_assert!(shortened(hit.t.to_f64()), "{hit:?}"),
                // A graze in one may be a miss in the other; the oracle checks how deep it is.
                (None, Some(_)) | (None, None) => {}
                (Some(hit), Some(exact)) => {
                    let late = hit.t.to_f64() > exact.t + tolerance / case.delta.length();
                    prop_assert!(!late || gap_at(case, exact.t) > 0.0, "{hit:?} {exact:?}");
                }
            }
        }
        Ok(())
    }

    pub(crate) fn the_plane_is_space_with_z_zero<V: Vector>(case: &Case) -> Outcome {
        if !case.flat || !V::Scalar::DOUBLE || is_endless(case) {
            return Ok(());
        }
        let two = touch::<DVec2>(case);
        let three = touch::<DVec3>(case);
        let bound = 16.0 * unit::<V>(&still(case));
        if two.separation + case.a.radius + case.b.radius > bound {
            let error = (two.separation - three.separation).abs();
            prop_assert!(error <= bound, "{two:?}\n{three:?}");
            let (two, three) = (swept::<DVec2>(case), swept::<DVec3>(case));
            if let (Start::Separate, Some(x), Some(y)) = (&two.start, two.hit, three.hit) {
                let closing = -x.normal.extend(0.0).dot(case.delta);
                let way = (x.t - y.t).abs() * closing;
                prop_assert!(way <= 64.0 * unit::<V>(case), "{x:?}\n{y:?}");
            }
        }
        Ok(())
    }

    pub(crate) fn both_sides_agree<V: Vector>(case: &Case) -> Outcome {
        let back = Case {
            a: case.b.clone(),
            b: case.a.clone(),
            delta: -case.delta,
            flat: case.flat,
        };
        let (x, y) = (touch::<V>(case), touch::<V>(&back).swapped());
        if is_endless(case) {
            return Ok(());
        }
        prop_assert_eq!(x.separation, y.separation);
        prop_assert_eq!(x.unique, y.unique);
        if x.unique {
            prop_assert_eq!(bits(x.normal), bits(y.normal));
            prop_assert_eq!(bits(x.point_a), bits(y.point_a));
            prop_assert_eq!(bits(x.point_b), bits(y.point_b));
        }
        let (a, b) = (case.a.shape::<V>(), case.b.shape::<V>());
        prop_assert_eq!(overlap(&a, &b), overlap(&b, &a));
        let (x, y) = (swept::<V>(case), swept::<V>(&back));
        prop_assert_eq!(kind(&x.start), kind(&y.start));
        prop_assert_eq!(x.hit.map(|h| h.t), y.hit.map(|h| h.t));
        Ok(())
    }

    pub(crate) fn the_order_of_corners_does_not_matter<V: Vector>(case: &Case) -> Outcome {
        let turned = |solid: &Solid| {
            let mut other = solid.clone();
            if other.kind != Kind::Aabb && !other.points.is_empty() {
                other.points.reverse();
                let half = other.points.len() / 2;
                other.points.rotate_left(half);
            }
            other
        };
        let other = Case {
            a: turned(&case.a),
            b: turned(&case.b),
            ..case.clone()
        };
        let bound = 8.0 * (unit::<V>(&still(case)) + unit::<V>(&still(&other)));
        let (x, y) = (touch::<V>(case), touch::<V>(&other));
        let error = (x.separation.to_f64() - y.separation.to_f64()).abs();
        prop_assert!(is_endless(case) || error <= bound, "{x:?}\n{y:?}");
        let (x, y) = (swept::<V>(case), swept::<V>(&other));
        if let (Start::Separate, Some(x), Some(y)) = (&x.start, x.hit, y.hit) {
            let closing = -double(x.normal).dot(case.delta);
            let way = (x.t.to_f64() - y.t.to_f64()).abs() * closing;
            let bound = 32.0 * (unit::<V>(case) + unit::<V>(&other));
            prop_assert!(way <= bound, "{x:?}\n{y:?}");
        }
        Ok(())
    }

    pub(crate) fn a_turn_changes_nothing<V: Vector>(case: &Case) -> Outcome {
        let boxes = [&case.a, &case.b].iter().any(|s| s.kind == Kind::Aabb);
        if !V::Scalar::DOUBLE || is_endless(case) || boxes {
            return Ok(());
        }
        let quarter = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
        let any = DMat3::from_rotation_z(0.7);
        let tilted = any * DMat3::from_rotation_x(if case.flat { 0.0 } else { 2.1 });
        for (turn, rounding) in [(quarter, 0.0), (tilted, 8.0)] {
            let turned = |solid: &Solid| {
                let mut turned = solid.clone();
                turned.points.iter_mut().for_each(|p| *p = turn * *p);
                turned.normal = turn * turned.normal;
                turned
            };
            let other = Case {
                a: turned(&case.a),
                b: turned(&case.b),
                ..still(case)
            };
            let (x, y) = (touch::<V>(case), touch::<V>(&other));
            let error = (x.separation.to_f64() - y.separation.to_f64()).abs();
            let bound = 8.0 * (unit::<V>(&still(case)) + unit::<V>(&other))
                + rounding * f64::EPSILON * case.reach();
            prop_assert!(error <= bound, "{other:?}\n{x:?}\n{y:?}");
        }
        Ok(())
    }

    pub(crate) fn a_place_is_as_good_as_another<V: Vector>(case: &Case) -> Outcome {
        let shift = if case.flat {
            dvec3(64.0, -8.0, 0.0)
        } else {
            dvec3(64.0, -8.0, 3.0)
        };
        let exact = |x: f64, d: f64| {
            let moved = V::Scalar::from_f64(x + d).to_f64();
            moved - d == x && moved - x == d
        };
        let stays = |solid: &Solid| {
            solid.kind != Kind::Plane
                && solid
                    .points
                    .iter()
                    .all(|p| (0..3).all(|i| exact(p[i], shift[i])))
        };
        if !stays(&case.a) || !stays(&case.b) {
            return Ok(());
        }
        let (a, b) = (case.a.moved(shift), case.b.moved(shift));
        let other = Case {
            a,
            b,
            ..case.clone()
        };
        let (x, y) = (touch::<V>(case), touch::<V>(&other));
        prop_assert_eq!(x.separation, y.separation);
        prop_assert_eq!(x.normal, y.normal);
        // What starts within the rounding of its coordinates of what it passes through is free, as a ray that starts at
        // a hit; and coordinates elsewhere have another rounding.
        let is_off = |contact: Contact<V>| {
            let largest = Vector::abs(contact.point_a).to_double().max_element();
            let cores = case.a.radius + case.b.radius + contact.separation.to_f64();
            cores > V::Scalar::EPSILON.to_f64() * largest
        };
        if is_off(x) != is_off(y) {
            return Ok(());
        }
        let (x, y) = (swept::<V>(case), swept::<V>(&other));
        prop_assert_eq!(
            x.hit.map(|h| (h.t, h.normal)),
            y.hit.map(|h| (h.t, h.normal))
        );
        Ok(())
    }

    pub(crate) fn scale_is_exact<V: Vector>(case: &Case) -> Outcome {
        for k in [2_f64.powi(-9), 2_f64.powi(24)] {
            let all = [&case.a, &case.b].into_iter().flat_map(|s| {
                let points = s.points.iter().flat_map(|p| p.to_array());
                points.chain([s.radius, s.offset]).collect::<Vec<_>>()
            });
            let small = 1e-35;
            let is_kept = |x: f64| x == 0.0 || x.abs() * k > small && x.abs() > small;
            if !all.chain(case.delta.to_array()).all(is_kept) {
                return Ok(());
            }
            let scaled = |solid: &Solid| {
                let mut scaled = solid.clone();
                scaled.points.iter_mut().for_each(|p| *p *= k);
                scaled.radius *= k;
                scaled.offset *= k;
                scaled
            };
            let (a, b) = (scaled(&case.a), scaled(&case.b));
            let other = Case {
                a,
                b,
                delta: case.delta * k,
                flat: case.flat,
            };
            let (x, y) = (touch::<V>(case), touch::<V>(&other));
            let k = V::Scalar::from_f64(k);
            if !is_endless(case) {
                prop_assert_eq!(x.separation * k, y.separation);
                prop_assert_eq!((x.normal, x.point_a * k), (y.normal, y.point_a));
            }
            let (x, y) = (swept::<V>(case), swept::<V>(&other));
            prop_assert_eq!(
                x.hit.map(|h| (h.t, h.normal)),
                y.hit.map(|h| (h.t, h.normal))
            );
        }
        Ok(())
    }

    pub(crate) fn witnesses_agree_with_the_separation<V: Vector>(case: &Case) -> Outcome {
        if is_endless(case) {
            return Ok(());
        }
        let found = touch::<V>(case);
        let eps = V::Scalar::EPSILON.to_f64();
        let tolerance = 32.0 * unit::<V>(&still(case)) + 4.0 * eps * case.reach();
        let (p, q) = (double(found.point_a), double(found.point_b));
        let n = double(found.normal);
        prop_assert!((n.length() - 1.0).abs() <= 4.0 * eps, "{found:?}");
        let off = ((p - q) - n * found.separation.to_f64()).length();
        prop_assert!(off <= tolerance, "off by {off:e}: {found:?}");
        for (solid, point) in [(&case.a, p), (&case.b, q)] {
            let mark = Solid::new(Kind::Point, &[point], 0.0, DVec3::ZERO);
            let probe = Case {
                a: mark,
                b: solid.clone(),
                ..still(case)
            };
            let outside = probe.contact().expect("no limit").0;
            prop_assert!(
                outside.abs() <= tolerance,
                "{outside:e} from {solid:?}: {found:?}"
            );
        }
        Ok(())
    }

    pub(crate) fn a_hit_is_where_they_touch<V: Vector>(case: &Case) -> Outcome {
        let found = swept::<V>(case);
        if let (Start::Separate, Some(hit)) = (&found.start, found.hit) {
            let unit = unit::<V>(case);
            let gap = gap_at(case, hit.t.to_f64());
            let rounding = moving(case) + 2.0 * V::Scalar::EPSILON.to_f64() * case.size();
            prop_assert!(gap >= -rounding, "{:e} eps L deep: {hit:?}", -gap / unit);
            prop_assert!(
                gap <= 32.0 * unit + rounding,
                "{:e} eps L: {hit:?}",
                gap / unit
            );
        }
        Ok(())
    }

    pub(crate) fn what_ends_before_a_hit_is_free<V: Vector>(case: &Case) -> Outcome {
        let found = swept::<V>(case);
        if let (Start::Separate, Some(hit)) = (&found.start, found.hit) {
            let delta = case.delta * (0.999 * hit.t.to_f64());
            let short = Case {
                delta: double(V::from_f64(delta.to_array())),
                ..case.clone()
            };
            // Within the bound of touching already, either is right.
            if gap_at(&short, 1.0) > 32.0 * unit::<V>(case) + moving(case) {
                let found = swept::<V>(&short);
                prop_assert!(found.hit.is_none(), "{hit:?}\n{found:?}");
            }
        }
        Ok(())
    }

    pub(crate) fn the_start_is_classified<V: Vector>(case: &Case) -> Outcome {
        let separation = touch::<V>(case).separation.to_f64();
        let tolerance = 32.0 * unit::<V>(case);
        let found = swept::<V>(case);
        match &found.start {
            Start::Separate => prop_assert!(separation > -tolerance, "{separation}"),
            Start::Touching(c) => {
                prop_assert!(separation.abs() <= tolerance, "{separation}");
                let error = (c.separation.to_f64() - separation).abs();
                prop_assert!(error <= 0.5 * tolerance);
            }
            Start::Overlapping(c) => {
                prop_assert!(separation < tolerance, "{separation}");
                let hit = found.hit.expect("stopped wherever it goes");
                prop_assert_eq!(hit.t, V::Scalar::ZERO);
                prop_assert_eq!(hit.normal, c.normal);
            }
        }
        if separation > tolerance {
            prop_assert_eq!(kind(&found.start), "separate");
        }
        Ok(())
    }

    pub(crate) fn a_start_is_as_exact_as_a_contact<V: Vector>(case: &Case) -> Outcome {
        if !V::Scalar::DOUBLE {
            return Ok(());
        }
        let contact = touch::<V>(case);
        for length in [1.0, 1e3, 1e-3] {
            let delta = case.delta * length;
            let moving = Case {
                delta,
                ..case.clone()
            };
            if let Start::Touching(start) | Start::Overlapping(start) = swept::<V>(&moving).start {
                let off = start.separation.to_f64() - contact.separation.to_f64();
                let most = 16.0 * unit::<V>(&still(case));
                prop_assert!(off.abs() <= most, "{start:?}\n{contact:?}");
            }
        }
        Ok(())
    }

    pub(crate) fn leaving_is_free<V: Vector>(case: &Case) -> Outcome {
        let contact = touch::<V>(case);
        let separation = contact.separation.to_f64();
        // Nothing is left of a separation far below an eps of its position.
        if separation < 0.0 || !contact.unique {
            return Ok(());
        }
        let n = double(contact.normal);
        let sideways = case.delta - n * n.dot(case.delta);
        for delta in [n * case.size(), sideways + n * case.size()] {
            let leaving = Case {
                delta,
                ..case.clone()
            };
            let found = swept::<V>(&leaving);
            prop_assert!(found.hit.is_none(), "by {delta}: {found:?}");
        }
        Ok(())
    }
}

/// Any finite bits.
fn bits_of<S: Scalar>() -> impl Strategy<Value = f64> {
    let of_bits = |bits: u64| {
        let x = if S::DOUBLE {
            f64::from_bits(bits)
        } else {
            f64::from(f32::from_bits(bits as u32))
        };
        if x.is_finite() { x } else { 1.0 }
    };
    let most = S::MAX.to_f64();
    let special = vec![
        0.0,
        -0.0,
        1.0,
        most,
        -most,
        most * 0.6,
        most * -0.6,
        1e-38,
        1e-45,
        1e30,
    ];
    prop_oneof![
        2 => any::<u64>().prop_map(of_bits),
        2 => proptest::sample::select(special),
        1 => -1.0..1.0,
    ]
}

fn solid_of_bits<S: Scalar>() -> impl Strategy<Value = Solid> {
    let point = || (bits_of::<S>(), bits_of::<S>(), bits_of::<S>()).prop_map(DVec3::from);
    let kind = proptest::sample::select(&crate::cases::KINDS[..]);
    let points = proptest::collection::vec(point(), 1..=8);
    (kind, points, bits_of::<S>(), point(), bits_of::<S>()).prop_map(
        |(kind, points, radius, normal, offset)| Solid {
            offset,
            ..Solid::new(kind, &points, radius.abs(), normal)
        },
    )
}

fn answers_anything<V: Vector>(a: &Solid, b: &Solid, delta: DVec3) -> Outcome {
    let case = Case {
        a: a.clone(),
        b: b.clone(),
        delta,
        flat: V::DIM == 2,
    };
    let (a, b, delta) = (case.a.shape::<V>(), case.b.shape::<V>(), case.delta::<V>());
    let unit = |n: V| (double(n).length() - 1.0).abs() <= 4.0 * V::Scalar::EPSILON.to_f64();
    let number = |v: V| v.to_f64().iter().all(|x| !x.is_nan());
    let is_something = |shape: &Shape<V>| !matches!(shape, Shape::Plane(p) if !p.is_valid());
    let found = contact(&a, &b, V::Scalar::INFINITY);
    prop_assert_eq!(found.is_some(), is_something(&a) && is_something(&b));
    if let Some(c) = found {
        prop_assert!(!c.separation.to_f64().is_nan() && unit(c.normal), "{c:?}");
        prop_assert!(number(c.point_a) && number(c.point_b), "{c:?}");
        let near = closest(&a, &b);
        prop_assert!(
            near.distance >= V::Scalar::ZERO && unit(near.normal),
            "{near:?}"
        );
        let within = contact(&a, &b, V::Scalar::ZERO).is_some();
        prop_assert_eq!(within, c.separation <= V::Scalar::ZERO, "{:?}", c);
    }
    let _ = overlap(&a, &b);
    let found = sweep(&a, delta, &b);
    if let Some(hit) = found.hit {
        let t = hit.t.to_f64();
        prop_assert!(
            (0.0..=1.0).contains(&t) && unit(hit.normal) && number(hit.point),
            "{hit:?}"
        );
    }
    Ok(())
}

/// Any finite bits give an answer: no NaN from differences that overflow, no invalid normal.
#[test]
fn any_finite_bits_give_an_answer() {
    let single = || (bits_of::<f32>(), bits_of::<f32>(), bits_of::<f32>()).prop_map(DVec3::from);
    let wide = || (bits_of::<f64>(), bits_of::<f64>(), bits_of::<f64>()).prop_map(DVec3::from);
    let pair32 = (solid_of_bits::<f32>(), solid_of_bits::<f32>());
    proptest!(crate::cases::config(), |((a, b) in pair32, delta in single())| {
        answers_anything::<Vec2>(&a, &b, delta)?;
        answers_anything::<Vec3>(&a, &b, delta)?;
    });
    let pair64 = (solid_of_bits::<f64>(), solid_of_bits::<f64>());
    proptest!(crate::cases::config(), |((a, b) in pair64, delta in wide())| {
        answers_anything::<DVec2>(&a, &b, delta)?;
        answers_anything::<DVec3>(&a, &b, delta)?;
    });
}

/// Asserts for these kinds that shapes of a kind known at run time give the bits of those known at compile time.
macro_rules! answered_alike {
    ($a:expr, $delta:expr, $b:expr; $($first:ident $second:ident;)*) => {
        match ($a, $b) {
            $((Shape::$first(x), Shape::$second(y)) => {
                let far = f32::INFINITY;
                prop_assert_eq!(contact($a, $b, far), contact(x, y, far));
                prop_assert_eq!(closest($a, $b), closest(x, y));
                prop_assert_eq!(overlap($a, $b), overlap(x, y));
                prop_assert_eq!(sweep($a, $delta, $b), sweep(x, $delta, y));
            })*
            _ => {}
        }
    };
}

/// No points, an inside-out box, a plane without a normal: no shape finds anything there.
#[test]
fn empty_shapes_meet_nothing() {
    fn check<V: Vector>(case: &Case) -> Outcome {
        let nothing = [
            Shape::Hull(Hull::new([], V::Scalar::from_f64(case.b.radius))),
            Shape::Aabb(Aabb::<V>::empty()),
            Shape::Plane(Plane::new(V::ZERO, V::Scalar::from_f64(case.b.offset))),
        ];
        let (a, delta) = (case.a.shape::<V>(), case.delta::<V>());
        for b in &nothing {
            for (a, b) in [(&a, b), (b, &a), (b, b)] {
                prop_assert_eq!(contact(a, b, V::Scalar::INFINITY), None);
                prop_assert_eq!(closest(a, b).distance, V::Scalar::INFINITY);
                prop_assert!(!overlap(a, b));
                let found = sweep(a, delta, b);
                prop_assert_eq!((found.start, found.hit), (Start::Separate, None));
            }
        }
        Ok(())
    }
    proptest!(crate::cases::config(), |(case in any_case(), double: bool)| {
        let case = if double { case } else { case.single() };
        match (case.flat, double) {
            (true, false) => check::<Vec2>(&case)?,
            (true, true) => check::<DVec2>(&case)?,
            (false, false) => check::<Vec3>(&case)?,
            (false, true) => check::<DVec3>(&case)?,
        }
    });
}

#[test]
fn shapes_of_any_kind_answer_like_their_own_functions() {
    proptest!(crate::cases::config(), |(case in any_case())| {
        let case = case.single();
        let (a, b) = (case.a.shape::<Vec3>(), case.b.shape::<Vec3>());
        let delta = case.delta::<Vec3>();
        answered_alike! { &a, delta, &b;
            Point Segment; Point Ball; Point Capsule;
            Point Triangle; Point Hull; Point Aabb;
            Point Plane; Segment Segment; Segment Ball;
            Segment Capsule; Segment Triangle;
            Segment Hull; Segment Aabb; Segment Plane;
            Ball Ball; Ball Capsule; Ball Triangle;
            Ball Hull; Ball Aabb; Ball Plane;
            Capsule Capsule; Capsule Triangle;
            Capsule Hull; Capsule Aabb; Capsule Plane;
            Triangle Triangle; Triangle Hull;
            Triangle Aabb; Triangle Plane;
            Hull Hull; Hull Aabb; Hull Plane;
            Aabb Aabb; Aabb Plane;
        }
    });
}
