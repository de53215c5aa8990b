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

/// A number for a nasty case: small integers (ties, touches), near ones, or anything.
fn nasty(random: &mut Rng) -> f32 {
    match random.u8(0..4) {
        0 => random.i32(-3..=3) as f32,
        1 => random.i32(-3..=3) as f32 + (random.f32() - 0.5) * 1e-6,
        2 => (random.f32() - 0.5) * 4.0,
        _ => (random.f32() - 0.5) * (random.f32() * 20.0 - 10.0).exp2(),
    }
}

/// `a` against `b` is `b` against `a`, to the bit.
#[test]
fn same_kinds_agree_from_either_side() {
    let random = &mut Rng::with_seed(21);
    let bits = |v: Vec3| v.to_array().map(|c| (c + 0.0).to_bits());
    let mut hits = 0;
    for _ in 0..100_000 {
        let mut point = || vec3(nasty(random), nasty(random), nasty(random));
        let (p, q, r, s, delta) = (point(), point(), point(), point(), point());
        let a = Capsule::new(p, q, nasty(random).abs());
        let b = Capsule::new(r, s, nasty(random).abs());
        let there = contact::capsule_capsule(&a, &b, f32::INFINITY).unwrap();
        let back = contact::capsule_capsule(&b, &a, f32::INFINITY).unwrap();
        assert_eq!(there.separation.to_bits(), back.separation.to_bits());
        if there.unique {
            assert_eq!(bits(there.normal), bits(-back.normal), "{a:?} {b:?}");
            assert_eq!(bits(there.point_a), bits(back.point_b));
        }
        assert_eq!(
            overlap::capsule_capsule(&a, &b),
            overlap::capsule_capsule(&b, &a)
        );
        let there = sweep::capsule_capsule(&a, delta, &b);
        let back = sweep::capsule_capsule(&b, -delta, &a);
        assert_eq!(
            there.hit.map(|h| h.t.to_bits()),
            back.hit.map(|h| h.t.to_bits())
        );
        if let (Some(x), Some(y)) = (there.hit, back.hit) {
            let degenerate = (x.normal + y.normal).length() > 1e-6;
            assert!(
                !degenerate || there.start != sweep::Start::Separate,
                "{x:?} {y:?}"
            );
            hits += 1;
        }
    }
    assert!(hits > 10_000, "{hits}");
}

/// Balls have closed forms of their own in single precision: from either side the same bits, and what
/// double precision, which has none, finds.
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
        let there = contact::ball_ball(&a, &b, f32::INFINITY).unwrap();
        let back = contact::ball_ball(&b, &a, f32::INFINITY).unwrap();
        assert_eq!(there.separation.to_bits(), back.separation.to_bits());
        if there.unique {
            assert_eq!(bits(there.normal), bits(-back.normal), "{a:?} {b:?}");
            assert_eq!(bits(there.point_a), bits(back.point_b), "{a:?} {b:?}");
            assert_eq!(bits(there.point_b), bits(back.point_a), "{a:?} {b:?}");
        }
        let double = contact::ball_ball(&exact(&a), &exact(&b), f64::INFINITY).unwrap();
        let error = (f64::from(there.separation) - double.separation).abs();
        assert!(error <= f64::from(there.error_bound()), "{a:?} {b:?}");

        let there = sweep::ball_ball(&a, delta, &b);
        let back = sweep::ball_ball(&b, -delta, &a);
        let double = sweep::ball_ball(&exact(&a), delta.as_dvec3(), &exact(&b));
        let bound = f64::from(there.error_bound());
        let gap_at = |t: f64| {
            let moved = exact(&a).translated(delta.as_dvec3() * t);
            contact::ball_ball(&moved, &exact(&b), f64::INFINITY).unwrap()
        };
        match (there.start, there.hit) {
            (sweep::Start::Separate, Some(hit)) => {
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
            (sweep::Start::Separate, None) => {
                misses += 1;
                // The other one may see a graze, and no more.
                if let (sweep::Start::Separate, Some(hit)) = (double.start, double.hit) {
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

/// Powers of two scale everything and change nothing else.
#[test]
fn scale_is_exact() {
    let random = &mut Rng::with_seed(22);
    for _ in 0..50_000 {
        let mut point = || vec3(nasty(random), nasty(random), nasty(random));
        let (capsule, delta) = (Capsule::new(point(), point(), 0.25), point());
        let triangle = Triangle::new(point(), point(), point());
        let k = (random.i32(-40..=40) as f32).exp2();
        let big = Capsule::new(capsule.a * k, capsule.b * k, capsule.radius * k);
        let bigger = Triangle::new(triangle.a * k, triangle.b * k, triangle.c * k);
        let one = contact::capsule_triangle(&capsule, &triangle, f32::INFINITY).unwrap();
        let two = contact::capsule_triangle(&big, &bigger, f32::INFINITY).unwrap();
        assert_eq!(one.separation * k, two.separation);
        assert_eq!((one.normal, one.point_a * k), (two.normal, two.point_a));
        let one = sweep::capsule_triangle(&capsule, delta, &triangle);
        let two = sweep::capsule_triangle(&big, delta * k, &bigger);
        assert_eq!(
            one.hit.map(|h| (h.t, h.normal)),
            two.hit.map(|h| (h.t, h.normal))
        );
    }
}

/// The corners of a triangle in another order, and everything turned or moved, is the same answer
/// within the bound that the answer tells.
#[test]
fn order_turn_and_place_do_not_matter() {
    let random = &mut Rng::with_seed(23);
    for _ in 0..50_000 {
        let mut point = || vec3(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5) * 4.0;
        let capsule = Capsule::new(point(), point(), 0.2);
        let t = Triangle::new(point(), point(), point());
        let first = contact::capsule_triangle(&capsule, &t, f32::INFINITY).unwrap();
        let bound = 2.0 * first.error_bound();
        for other in [Triangle::new(t.b, t.c, t.a), Triangle::new(t.a, t.c, t.b)] {
            let found = contact::capsule_triangle(&capsule, &other, f32::INFINITY).unwrap();
            assert!((found.separation - first.separation).abs() <= bound);
        }
        // A quarter turn is exact; a move by a power of two that all coordinates reach is, too.
        let turn = |v: Vec3| vec3(v.z, v.y, -v.x);
        let turned = Triangle::new(turn(t.a), turn(t.b), turn(t.c));
        let same = Capsule::new(turn(capsule.a), turn(capsule.b), 0.2);
        let found = contact::capsule_triangle(&same, &turned, f32::INFINITY).unwrap();
        assert!((found.separation - first.separation).abs() <= bound);
        let swapped = first.swapped();
        assert_eq!(
            (swapped.point_a, swapped.normal),
            (first.point_b, -first.normal)
        );
    }
}

/// What lies in a plane is the same in 2D and in 3D, where the cores do not cross.
#[test]
fn the_plane_is_space_with_z_zero() {
    use carom::glam::vec2;
    let random = &mut Rng::with_seed(24);
    for _ in 0..100_000 {
        let mut pair = || [nasty(random), nasty(random)];
        let [a, b, c, d, delta] = [pair(), pair(), pair(), pair(), pair()];
        let flat = |p: [f32; 2]| vec2(p[0], p[1]);
        let space = |p: [f32; 2]| vec3(p[0], p[1], 0.0);
        let (p, q) = (
            Capsule::new(flat(a), flat(b), 0.1),
            Capsule::new(flat(c), flat(d), 0.2),
        );
        let (r, s) = (
            Capsule::new(space(a), space(b), 0.1),
            Capsule::new(space(c), space(d), 0.2),
        );
        let two = contact::capsule_capsule(&p, &q, f32::INFINITY).unwrap();
        let three = contact::capsule_capsule(&r, &s, f32::INFINITY).unwrap();
        let bound = two.error_bound() + three.error_bound();
        if two.separation > bound - 0.3 {
            let error = (two.separation - three.separation).abs();
            assert!(error <= bound, "{p:?} {q:?}: {two:?} {three:?}");
        }
        let two = sweep::capsule_capsule(&p, flat(delta), &q);
        let three = sweep::capsule_capsule(&r, space(delta), &s);
        if let (sweep::Start::Separate, Some(x), Some(y)) = (two.start, two.hit, three.hit) {
            let way = (x.t - y.t).abs() * flat(delta).length();
            let closing = -x.normal.dot(flat(delta)) / flat(delta).length();
            assert!(
                way * closing <= 2.0 * two.error_bound(),
                "{p:?} {q:?} {delta:?}"
            );
        }
    }
}

/// Two triangles against a fine sampling of both, in f64; and the depth against a push.
#[test]
fn triangles_are_as_near_as_their_samples() {
    let random = &mut Rng::with_seed(31);
    let mut crossing = 0;
    for _ in 0..3_000 {
        let mut point = || vec3(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5) * 2.0;
        let a = Triangle::new(point(), point(), point());
        let b = Triangle::new(point(), point(), point()).translated(point());
        let found = contact::triangle_triangle(&a, &b, f32::INFINITY).unwrap();
        const N: u32 = 12;
        let samples = |t: &Triangle<Vec3>| {
            let t = *t;
            (0..=N).flat_map(move |i| {
                (0..=N - i).map(move |j| {
                    let (u, v) = (i as f32 / N as f32, j as f32 / N as f32);
                    (t.a + (t.b - t.a) * u + (t.c - t.a) * v).as_dvec3()
                })
            })
        };
        let mut least = f64::INFINITY;
        for p in samples(&a) {
            for q in samples(&b) {
                least = least.min((p - q).length());
            }
        }
        let separation = f64::from(found.separation);
        assert!(least >= separation - 1e-6, "{a:?} {b:?} {found:?}");
        assert!(
            least <= separation.max(0.0) + 0.25,
            "{a:?} {b:?} {found:?} {least}"
        );
        assert_eq!(
            overlap::triangle_triangle(&a, &b),
            found.separation <= 0.0,
            "{a:?} {b:?}"
        );
        if found.separation < 0.0 {
            crossing += 1;
            let freed = a.translated(found.normal * (found.depth() + 1e-5));
            let then = contact::triangle_triangle(&freed, &b, f32::INFINITY).unwrap();
            assert!(
                (0.0..3e-5).contains(&then.separation),
                "{a:?} {b:?} {found:?} {then:?}"
            );
            let less = a.translated(found.normal * (found.depth() * 0.9));
            assert!(overlap::triangle_triangle(&less, &b));
        }
        let delta = point() * 3.0;
        let swept = sweep::triangle_triangle(&a, delta, &b);
        if let (sweep::Start::Separate, Some(hit)) = (swept.start, swept.hit) {
            let gap = contact::triangle_triangle(&a.translated(delta * hit.t), &b, 9.0).unwrap();
            assert!(
                gap.separation.abs() <= swept.error_bound(),
                "{a:?} {delta:?} {b:?} {hit:?}"
            );
        }
    }
    assert!(crossing > 100, "{crossing}");
}

/// Every pair of kinds, from both sides: the same as the pair's own function, and as itself turned.
#[test]
fn shapes_of_any_kind_answer_like_their_own_functions() {
    use carom::{Shape, pair};
    let random = &mut Rng::with_seed(41);
    for _ in 0..5_000 {
        let mut point = || vec3(nasty(random), nasty(random), nasty(random));
        let (p, delta) = (point(), point());
        let segment = Segment::new(point(), point());
        let ball = Ball::new(point(), 0.5);
        let capsule = Capsule::new(point(), point(), 0.25);
        let triangle = Triangle::new(point(), point(), point());
        let kinds = [
            Shape::Point(p),
            Shape::Segment(segment),
            Shape::Ball(ball),
            Shape::Capsule(capsule),
            Shape::Triangle(triangle),
        ];
        let far = f32::INFINITY;
        let (b, t) = (&kinds[2], &kinds[4]);
        assert_eq!(
            pair::contact(&kinds[0], t, far),
            contact::point_triangle(p, &triangle, far)
        );
        assert_eq!(
            pair::contact(&kinds[1], b, far),
            contact::segment_ball(&segment, &ball, far)
        );
        assert_eq!(
            pair::sweep(&kinds[3], delta, t),
            sweep::capsule_triangle(&capsule, delta, &triangle)
        );
        assert_eq!(
            pair::closest(b, t),
            closest::ball_triangle(&ball, &triangle)
        );
        for x in &kinds {
            for y in &kinds {
                let (there, back) = (pair::contact(x, y, far), pair::contact(y, x, far));
                let (there, back) = (there.unwrap(), back.unwrap());
                assert_eq!(there.separation, back.separation);
                assert!(!there.unique || there.normal == -back.normal, "{x:?} {y:?}");
                assert_eq!(pair::overlap(x, y), pair::overlap(y, x));
                let (there, back) = (pair::sweep(x, delta, y), pair::sweep(y, -delta, x));
                assert_eq!(there.hit.map(|h| h.t), back.hit.map(|h| h.t));
            }
        }
    }
}

/// A triangle in the plane is filled: its samples are inside, and pushed out along its sides.
#[test]
fn a_triangle_in_the_plane_is_filled() {
    use carom::glam::{DVec2, Vec2, vec2};
    let triangle = Triangle::new(vec2(0., 0.), vec2(4., 0.), vec2(0., 3.));
    let inside = contact::point_triangle(vec2(1.0, 0.25), &triangle, 0.0).unwrap();
    assert_eq!((inside.normal, inside.depth()), (vec2(0., -1.), 0.25));
    let ball = contact::ball_triangle(&Ball::new(vec2(1., 1.), 0.5), &triangle, 0.0).unwrap();
    assert!((ball.depth() - 1.5).abs() < 1e-6, "{ball:?}");
    let through = Capsule::new(vec2(-9., 1.), vec2(9., 1.), 0.5);
    let through = contact::capsule_triangle(&through, &triangle, 0.0).unwrap();
    assert!((through.depth() - 1.5).abs() < 1e-6, "{through:?}");
    let hit = sweep::point_triangle(vec2(6., 6.), vec2(-6., -6.), &triangle)
        .hit
        .unwrap();
    assert!((hit.normal - vec2(0.6, 0.8)).length() < 1e-6 && (hit.t - 5. / 7.).abs() < 1e-5);

    let random = &mut Rng::with_seed(42);
    let mut crossing = 0;
    for _ in 0..4_000 {
        let mut point = || vec2(random.f32() - 0.5, random.f32() - 0.5) * 2.0;
        let (a, b) = (
            Triangle::new(point(), point(), point()),
            Triangle::new(point(), point(), point()).translated(point()),
        );
        let found = contact::triangle_triangle(&a, &b, f32::INFINITY).unwrap();
        let exact = |t: &Triangle<Vec2>| {
            let e = |p: Vec2| DVec2::new(p.x.into(), p.y.into());
            Triangle::new(e(t.a), e(t.b), e(t.c))
        };
        let double = contact::triangle_triangle(&exact(&a), &exact(&b), f64::INFINITY).unwrap();
        let error = (f64::from(found.separation) - double.separation).abs();
        assert!(
            error <= f64::from(found.error_bound()),
            "{a:?} {b:?} {found:?} {double:?}"
        );
        if double.separation < -1e-3 {
            crossing += 1;
            let freed = a.translated(found.normal * (found.depth() + 1e-5));
            assert!(
                !overlap::triangle_triangle(&freed, &b),
                "{a:?} {b:?} {found:?}"
            );
            let less = a.translated(found.normal * (found.depth() * 0.95));
            assert!(overlap::triangle_triangle(&less, &b));
        }
    }
    assert!(crossing > 500, "{crossing}");
}
