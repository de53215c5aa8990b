//! Faults that once were, each with its story and its numbers; and what any pair must keep.

use carom::glam::{DVec3, Vec3, vec3};
use carom::{Ball, Capsule, Segment, Triangle, Vector, closest, contact, overlap, sweep};
use fastrand::Rng;

/// A ray that ran level over a floor, a millimetre up, was stopped by it: the slack for the error of a
/// normal was taken from the distance of the *cores*, which for a ray is the gap itself, and the steps
/// ran out. Over a face the normal is the face's.
#[test]
fn a_level_motion_over_a_floor_is_free() {
    let floor = Triangle::new(vec3(-20., 0., -20.), vec3(-20., 0., 20.), vec3(30., 0., 0.));
    for height in [1e-4, 3e-4, 1e-3, 1e-2] {
        let (from, delta) = (vec3(-5., height, 0.3), vec3(10., 0., 0.1));
        assert_eq!(
            sweep::point_triangle(from, delta, &floor).hit,
            None,
            "{height}"
        );
        for radius in [0.01, 0.3] {
            let ball = Ball::new(from + Vec3::Y * radius, radius);
            assert_eq!(
                sweep::ball_triangle(&ball, delta, &floor).hit,
                None,
                "{height} {radius}"
            );
        }
    }
    // Sinking by less than it is high.
    let sinking = sweep::point_triangle(vec3(-5., 3e-3, 0.3), vec3(10., -1.5e-3, 0.1), &floor);
    assert_eq!(sinking.hit, None);
}

/// Two capsules on nearly one axis were 75 mm too deep: the axis to part them along was a cross product
/// that rounding had turned by tens of degrees, and along it the segments' own length counted.
#[test]
fn nearly_coaxial_capsules_are_as_deep_as_their_radii() {
    let random = &mut Rng::with_seed(7);
    for _ in 0..20_000 {
        let mut any =
            |size: f32| vec3(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5) * size;
        let (a, u, tilt) = (any(10.0), any(3.0), any(1e-3));
        let b = Capsule::new(a, a + u + tilt, 0.3);
        let a = Capsule::new(a, a + u, 0.3);
        let found = contact::capsule_capsule(&a, &b, f32::INFINITY).unwrap();
        assert!(
            (found.separation + 0.6).abs() < 2e-5,
            "{a:?} {b:?} {found:?}"
        );
    }
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
    let found = contact::capsule_capsule(&a, &b, 9.0).unwrap();
    assert!((found.separation + 0.6).abs() < 1e-6, "{found:?}");
}

/// A needle of a width of 1e-7 of its length has no plane to speak of: the foot of a point on it lay far
/// off the triangle.
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
    let want = contact::ball_triangle(&Ball::new(exact(ball.center), 0.3_f32.into()), &same, 9.0);
    let found = contact::ball_triangle(&ball, &needle, 9.0).unwrap();
    assert!((f64::from(found.separation) - want.unwrap().separation).abs() < 1e-5);
}

/// Any finite bits give finite answers: no NaN from differences that overflow.
#[test]
fn any_finite_bits_give_an_answer() {
    let random = &mut Rng::with_seed(11);
    let special = [
        0.0,
        -0.0,
        1.0,
        f32::MAX,
        f32::MIN,
        2e38,
        -2e38,
        f32::MIN_POSITIVE,
        1e-45,
        1e30,
    ];
    let mut number = || loop {
        let x = match random.u8(0..3) {
            0 => special[random.usize(0..special.len())],
            1 => f32::from_bits(random.u32(..)),
            _ => random.f32() * 2.0 - 1.0,
        };
        if x.is_finite() {
            return x;
        }
    };
    for _ in 0..60_000 {
        let [r, q] = [number().abs(), number().abs()];
        let mut point = || vec3(number(), number(), number());
        let (p, delta) = (point(), point());
        let segment = Segment::new(point(), point());
        let triangle = Triangle::new(point(), point(), point());
        let ball = Ball::new(point(), r);
        let capsule = Capsule::new(point(), point(), q);
        let far = f32::INFINITY;
        let told = |c: Option<contact::Contact<Vec3>>| {
            let c = c.expect("there is always a contact within infinity");
            assert!(!c.separation.is_nan() && c.normal.is_finite(), "{c:?}");
            assert!((c.normal.length() - 1.0).abs() < 1e-6, "{c:?}");
            assert!(!c.point_a.is_nan() && !c.point_b.is_nan(), "{c:?}");
        };
        told(contact::point_triangle(p, &triangle, far));
        told(contact::ball_ball(&ball, &Ball::new(p, 1.0), far));
        told(contact::segment_segment(
            &segment,
            &Segment::new(p, delta),
            far,
        ));
        told(contact::ball_triangle(&ball, &triangle, far));
        told(contact::capsule_triangle(&capsule, &triangle, far));
        let met = |s: sweep::Sweep<Vec3>| {
            if let Some(hit) = s.hit {
                assert!((0.0..=1.0).contains(&hit.t), "{hit:?}");
                assert!(hit.normal.is_finite() && !hit.point.is_nan(), "{hit:?}");
            }
        };
        met(sweep::point_triangle(p, delta, &triangle));
        met(sweep::ball_ball(&ball, delta, &Ball::new(p, 1.0)));
        met(sweep::capsule_triangle(&capsule, delta, &triangle));
        let _ = overlap::capsule_triangle(&capsule, &triangle);
        assert!(
            !closest::capsule_triangle(&capsule, &triangle)
                .distance
                .is_nan()
        );
    }
    let far_apart = [2e38, -2e38].map(|x| Ball::new(vec3(x, 0., 0.), 1.0));
    let found = contact::ball_ball(&far_apart[0], &far_apart[1], f32::INFINITY).unwrap();
    assert_eq!((found.separation, found.normal), (f32::MAX, Vec3::X));
}

/// f32 agrees with f64 of the same source, to the contract.
#[test]
fn single_precision_agrees_with_double() {
    let random = &mut Rng::with_seed(5);
    let exact = |v: Vec3| v.as_dvec3();
    for _ in 0..50_000 {
        let scale = (random.f32() * 40.0 - 20.0).exp2();
        let mut point = || (vec3(random.f32(), random.f32(), random.f32()) - 0.5) * scale;
        let capsule = Capsule::new(point(), point(), 0.1 * scale);
        let triangle = Triangle::new(point(), point(), point());
        let delta = point() * 3.0;
        let capsule64 = Capsule::new(exact(capsule.a), exact(capsule.b), capsule.radius.into());
        let triangle64 = Triangle::new(exact(triangle.a), exact(triangle.b), exact(triangle.c));
        let single = contact::capsule_triangle(&capsule, &triangle, f32::INFINITY).unwrap();
        let double = contact::capsule_triangle(&capsule64, &triangle64, f64::INFINITY).unwrap();
        let tolerance = f64::from(f32::EPSILON * scale) * 8.0;
        assert!((f64::from(single.separation) - double.separation).abs() <= tolerance);
        let swept = sweep::capsule_triangle(&capsule, delta, &triangle);
        if let (sweep::Start::Separate, Some(hit)) = (swept.start, swept.hit) {
            let moved: Capsule<DVec3> = capsule64.translated(exact(delta) * f64::from(hit.t));
            let gap = contact::capsule_triangle(&moved, &triangle64, f64::INFINITY).unwrap();
            let l = delta.abs().max_element().max(scale);
            let gap = gap.separation / f64::from(f32::EPSILON * l);
            assert!(
                (-0.5..=32.0).contains(&gap),
                "{gap} eps L: {capsule:?} {delta:?} {triangle:?} {hit:?}"
            );
            assert!(Vector::is_finite(hit.normal));
        }
    }
}
