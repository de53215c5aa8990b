//! Shapes by their support function against the same shapes of this crate's own kinds, with each other, in surfaces and
//! worlds, and functions that belong to no convex set.

use crate::curved::{double, solid, unit};
use crate::kinds::Lens;
use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec3, vec3};
use carom::{
    Ball, Body, Capsule, Compound, Contact, Convex, LocalScene, Mesh, Plane, Pose, RigidMotion,
    Rotation, Scalar, Scene, Shape, Start, Support, SupportShape, Sweep, Vector, World, closest,
    contact, manifold, overlap, ray_interval, sweep, sweep_rigid,
};
use fastrand::Rng;

/// A shape of this crate by a support function that shares no code with it.
struct Twin<V: Vector>(Shape<V>);

impl<V: Vector> Support<V::Double> for Twin<V> {
    fn support(&self, direction: V::Double) -> V::Double {
        let n = DVec3::from_array(direction.to_f64()).normalize();
        V::Double::from_f64(farthest(&self.0, n).to_array())
    }
}

fn farthest<V: Vector>(shape: &Shape<V>, n: DVec3) -> DVec3 {
    let higher = |p: DVec3, q: DVec3| if n.dot(q) > n.dot(p) { q } else { p };
    let number = |x: V::Scalar| x.to_f64();
    let disk = |axis: DVec3| {
        let axis = axis.normalize();
        let across = n - axis * axis.dot(n);
        // Where the disk lies flat, its rim has no direction; near that, the difference above is not across the axis.
        let once = across.normalize_or_zero();
        let cleared = once - axis * axis.dot(once);
        if across.length() < 1e-15 {
            DVec3::ZERO
        } else {
            cleared.normalize_or_zero()
        }
    };
    match shape {
        Shape::Cylinder(s) => {
            let rim = disk(double(s.b) - double(s.a)) * number(s.radius);
            higher(double(s.a) + rim, double(s.b) + rim)
        }
        Shape::Cone(s) => {
            let rim = disk(double(s.b) - double(s.a));
            higher(
                double(s.a) + rim * number(s.radius_a),
                double(s.b) + rim * number(s.radius_b),
            )
        }
        Shape::TaperedCapsule(s) => higher(
            double(s.a) + n * number(s.radius_a),
            double(s.b) + n * number(s.radius_b),
        ),
        Shape::Ellipsoid(s) => {
            let axes = &s.axes[..V::DIM];
            let along: Vec<f64> = axes.iter().map(|axis| n.dot(double(*axis))).collect();
            let length = along.iter().map(|x| x * x).sum::<f64>().sqrt();
            let offset = axes
                .iter()
                .zip(&along)
                .map(|(axis, x)| double(*axis) * (x / length));
            double(s.center) + offset.sum::<DVec3>()
        }
        Shape::Round(s) => farthest(&s.shape, n) + n * number(s.radius),
        other => {
            let hull = other.hull().unwrap();
            let points = hull.points.iter().map(|p| double(*p));
            points.reduce(higher).unwrap() + n * number(hull.radius)
        }
    }
}

fn twin<V: Vector>(shape: &Shape<V>) -> SupportShape<V> {
    SupportShape::new(Twin(shape.clone()))
}

/// Two shapes, of which the first is of any kind, valid ones.
fn pair<V: Vector>(random: &mut Rng, apart: f64) -> [Shape<V>; 2] {
    loop {
        let size = 10_f64.powf(2.0 * random.f64() - 1.0);
        let (kind, other) = (random.usize(0..14), random.usize(0..14));
        let a = solid(random, kind, DVec3::ZERO, size);
        let away = unit::<V>(random) * size * (apart + random.f64() * 3.0);
        let b = solid(random, other, away, size);
        if a.is_valid() && b.is_valid() {
            return [a, b];
        }
    }
}

fn eps_l<V: Vector>(found: &Contact<V>) -> f64 {
    found.error_bound.to_f64() / if V::Scalar::DOUBLE { 64.0 } else { 8.0 }
}

/// The largest differences of separations, in eps L: of shapes that are apart, and by how much a depth is larger.
fn contacts<V: Vector + Convex<Vector = V>>(count: usize) -> [f64; 2] {
    let random = &mut Rng::with_seed(21);
    let (mut off, mut deeper): (f64, f64) = (0.0, 0.0);
    let mut counts = [0; 2];
    for _ in 0..count {
        let [a, b] = pair::<V>(random, 0.0);
        let own = twin(&a);
        let reach = V::Scalar::INFINITY;
        let found = contact(&own, &b, reach).unwrap();
        let expected = contact(&a, &b, reach).unwrap();
        assert_eq!(contact(&b, &own, reach).unwrap().swapped(), found);
        let (unit, difference) = (
            eps_l(&found).max(eps_l(&expected)),
            found.separation.to_f64() - expected.separation.to_f64(),
        );
        if expected.separation.to_f64() > 64.0 * unit {
            counts[0] += 1;
            off = off.max(difference.abs() / unit);
            assert!(!overlap(&own, &b));
            let distance = closest(&own, &b).distance.to_f64();
            let off_by = (distance - expected.separation.to_f64()).abs() / unit;
            assert!(
                off_by <= 32.0,
                "{off_by} {found:?} {expected:?} {a:?} {b:?}"
            );
        } else if expected.separation.to_f64() < -64.0 * unit {
            counts[1] += 1;
            deeper = deeper.max(-difference / unit);
            assert!(overlap(&own, &b) && overlap(&b, &own));
        }
        // Both by functions.
        let both = contact(&own, &twin(&b), reach).unwrap();
        let difference = both.separation.to_f64() - expected.separation.to_f64();
        if expected.separation.to_f64() > 64.0 * unit {
            off = off.max(difference.abs() / unit);
        }
        assert_eq!(contact(&twin(&b), &own, reach).unwrap().swapped(), both);
    }
    assert!(counts.iter().all(|n| *n > count / 8), "{counts:?}");
    [off, deeper]
}

#[test]
fn contacts_are_those_of_the_same_shapes() {
    for [off, deeper] in [
        contacts::<Vec2>(1_500),
        contacts::<Vec3>(1_500),
        contacts::<DVec2>(1_500),
        contacts::<DVec3>(1_500),
    ] {
        println!("{off} {deeper}");
        assert!(off < 32.0 && deeper < 32.0, "{off} {deeper}");
    }
}

fn sweeps<V: Vector + Convex<Vector = V>>(count: usize) -> [usize; 2] {
    let random = &mut Rng::with_seed(22);
    let mut counts = [0; 2];
    for _ in 0..count {
        let [a, b] = pair::<V>(random, 1.0);
        let own = twin(&a);
        let from = contact(&a, &b, V::Scalar::INFINITY).unwrap();
        let way = -double(from.normal) * from.separation.to_f64().abs();
        let delta = V::from_f64((way * (0.5 + random.f64() * 2.0)).to_array());
        let (found, expected) = (sweep(&own, delta, &b), sweep(&a, delta, &b));
        assert_eq!(
            sweep(&b, -delta, &own).hit.map(|hit| hit.t),
            found.hit.map(|hit| hit.t)
        );
        let length = double(delta).length();
        let bound = found
            .error_bound
            .to_f64()
            .max(expected.error_bound.to_f64());
        // In `f64` the search for a normal ends where the rounding of the functions hides the next step: of 24,000
        // sweeps the worst ended 450 eps L early.
        let slack = if V::Scalar::DOUBLE { 32.0 } else { 2.0 } * bound;
        let separation = |t: f64| {
            let by = V::from_f64((double(delta) * t).to_array());
            let moved = Pose::at(by).place_shape(&a);
            let at = contact(&moved, &b, V::Scalar::INFINITY).unwrap();
            at.separation.to_f64()
        };
        match (found.hit, expected.hit) {
            (Some(hit), Some(other)) => {
                counts[0] += 1;
                let end = hit.t.to_f64();
                let left = separation(end);
                let is_start = end == 0.0 && other.t == hit.t;
                assert!(is_start || left.abs() <= slack, "{left:e} {a:?} {b:?}");
                for i in 0..4 {
                    let before = separation(end * f64::from(i) / 4.0);
                    assert!(is_start || before >= -slack, "{before:e} {a:?} {b:?}");
                }
            }
            (None, None) => counts[1] += 1,
            // Only a touch within the bound may be a hit for one and not for the other.
            (Some(_), None) | (None, Some(_)) => {
                let times = (0..=100).map(|i| f64::from(i) / 100.0);
                let deepest = times.map(separation).fold(f64::INFINITY, f64::min);
                assert!(deepest >= -slack, "{deepest:e} {a:?} {delta:?} {b:?}");
            }
        }
        let ray = ray_interval(V::from_double(V::Double::ZERO), delta, &twin(&b));
        let expected = ray_interval(V::from_double(V::Double::ZERO), delta, &b);
        if let (Some(ray), Some(expected)) = (ray, expected) {
            let ends = |ray: carom::RayInterval<V>| {
                [ray.entry, ray.exit].map(|hit| hit.map(|hit| hit.t.to_f64() * length))
            };
            for (x, y) in ends(ray).into_iter().zip(ends(expected)) {
                if let (Some(x), Some(y)) = (x, y) {
                    assert!((x - y).abs() <= 1e-6 * length, "{x} {y} {b:?}");
                }
            }
        }
    }
    counts
}

#[test]
fn sweeps_are_those_of_the_same_shapes() {
    for counts in [
        sweeps::<Vec2>(600),
        sweeps::<Vec3>(600),
        sweeps::<DVec2>(600),
        sweeps::<DVec3>(600),
    ] {
        println!("{counts:?}");
        assert!(counts.iter().all(|n| *n > 60), "{counts:?}");
    }
}

#[test]
fn rigid_sweeps_are_never_late() {
    let random = &mut Rng::with_seed(23);
    let mut hits = 0;
    for _ in 0..300 {
        let [a, b] = pair::<DVec3>(random, 1.5);
        let own = twin(&a);
        let away = contact(&a, &b, f64::INFINITY).unwrap();
        let motion = RigidMotion {
            delta: -away.normal * away.separation.abs() * (2.0 * random.f64()),
            pivot: unit::<DVec3>(random),
            axis: unit::<DVec3>(random),
            angle: 3.0 * random.f64() - 1.5,
        };
        let rest = RigidMotion::default();
        let swept: Sweep<DVec3> = sweep_rigid(&own, &motion, &b, &rest);
        let separation = |t: f64| {
            let rotation = Rotation::new(motion.axis, motion.angle * t);
            let place = motion.pivot - rotation.rotate(motion.pivot) + motion.delta * t;
            let placed = Pose::new(place, rotation);
            contact(&placed.place_shape(&a), &b, f64::INFINITY)
                .unwrap()
                .separation
        };
        if let Start::Overlapping(_) = swept.start {
            continue;
        }
        let bound = swept.error_bound.max(1e-12);
        let end = swept.hit.map_or(1.0, |hit| hit.t);
        for i in 0..40 {
            let before = separation(end * f64::from(i) / 40.0);
            assert!(before >= -bound, "{before:e} of {a:?} {motion:?} {b:?}");
        }
        if let Some(hit) = swept.hit {
            hits += 1;
            let left = separation(hit.t);
            assert!(left.abs() <= bound, "{left:e} of {a:?} {motion:?} {b:?}");
        }
    }
    assert!(hits > 50, "{hits}");
}

/// The heights of both sides are relative to the pivot of the plane, wherever it is.
#[test]
fn rigid_sweeps_over_turning_half_spaces_are_those_of_the_same_shape() {
    let random = &mut Rng::with_seed(29);
    let mut hits = 0;
    for _ in 0..200 {
        let [a, _] = pair::<DVec3>(random, 1.5);
        let size = a.bounds().unwrap().max.abs().max_element();
        let plane = Plane::new(unit::<DVec3>(random), -size * (2.0 + random.f64()));
        let mut turn = |angle: f64| RigidMotion {
            delta: unit::<DVec3>(random) * size,
            pivot: unit::<DVec3>(random) * size * 3.0,
            axis: unit::<DVec3>(random),
            angle: angle * (random.f64() - 0.5),
        };
        let towards = RigidMotion {
            delta: plane.normal * -3.0 * size,
            ..turn(3.0)
        };
        let (motion, own) = (towards, turn(1.0));
        let times = [
            sweep_rigid(&twin(&a), &motion, &plane, &own),
            sweep_rigid(&a, &motion, &plane, &own),
        ]
        .map(|swept| swept.hit.map(|hit| hit.t));
        let [found, expected] = times;
        hits += usize::from(found.is_some());
        let agree = match times {
            [Some(found), Some(expected)] => (found - expected).abs() < 1e-6,
            _ => found.is_none() && expected.is_none(),
        };
        assert!(
            agree,
            "{found:?}, not {expected:?}, of {a:?} {motion:?} {plane:?} {own:?}"
        );
    }
    assert!((50..150).contains(&hits), "{hits}");
}

#[test]
fn a_lens_is_a_body_a_part_and_a_floor() {
    let mut lens = SupportShape::<Vec3>::new(Lens);
    lens.center = vec3(0.0, 2.0, 0.0);
    let bounds = lens.bounds();
    assert!(
        (bounds.min - vec3(-0.5, 1.0, -1.0)).length() < 1e-6,
        "{bounds:?}"
    );
    assert!(
        (bounds.max - vec3(0.5, 3.0, 1.0)).length() < 1e-6,
        "{bounds:?}"
    );

    // A body, turned by 90 degrees about z: its flat side is up.
    let mut world = World::<Vec3>::new();
    let pose = Pose::new(
        Vec3::ZERO,
        Rotation::new(Vec3::Z, std::f32::consts::FRAC_PI_2),
    );
    let turned = Body {
        pose,
        ..Body::new(SupportShape::new(Lens))
    };
    let body = world.insert(turned).unwrap();
    let hit = world
        .query()
        .ray(vec3(0.0, 2.0, 0.0), vec3(0.0, -4.0, 0.0))
        .unwrap();
    assert!((hit.t - 0.375).abs() < 1e-6 && hit.part.body == body);
    assert!((hit.normal - Vec3::Y).length() < 1e-5);

    // The same gathered for a tick.
    let mut scene = LocalScene::new();
    world.gather(&bounds.inflated(9.0), &mut scene);
    let hero = Capsule::standing(vec3(0.1, 1.0, 0.0), Vec3::Y, 1.8, 0.3);
    let fall = vec3(0.0, -3.0, 0.0);
    let [on_scene, on_world] = [
        scene.query().sweep(&hero, fall).unwrap(),
        world.query().sweep(&hero, fall).unwrap(),
    ];
    assert_eq!(on_scene.t, on_world.t);
    let mut copy = LocalScene::new();
    world.gather(&bounds.inflated(9.0), &mut copy);
    assert_eq!(scene.shape(0), copy.shape(0));

    // A part of a compound, and against a mesh.
    let parts: [Shape<Vec3>; 2] = [
        Ball::new(vec3(5.0, 0.0, 0.0), 1.0).into(),
        lens.clone().into(),
    ];
    let compound = Compound::new(parts);
    let hit = compound
        .unwrap()
        .query()
        .ray(vec3(-9.0, 2.0, 0.0), vec3(18.0, 0.0, 0.0))
        .unwrap();
    assert!(hit.part.index == 1 && (hit.t - 8.5 / 18.0).abs() < 1e-6);
    let floor = Mesh::new(
        [
            vec3(-9.0, 0.0, -9.0),
            vec3(-9.0, 0.0, 9.0),
            vec3(18.0, 0.0, 0.0),
        ],
        [[0, 1, 2]],
    );
    let hit = floor
        .unwrap()
        .query()
        .sweep(&lens, vec3(0.0, -4.0, 0.0))
        .unwrap();
    assert!((hit.t - 0.25).abs() < 1e-6, "{hit:?}");

    let rests = manifold(&lens, &Ball::new(vec3(0.0, 0.0, 0.0), 1.0), 0.01).unwrap();
    assert_eq!(rests.points().len(), 1);
}

/// Axes of different lengths scale it: an ellipsoid from a ball.
#[test]
fn scaled_shapes_are_exact() {
    let unit = SupportShape::<DVec3>::new(Twin(Shape::Ball(Ball::new(DVec3::ZERO, 1.0))));
    let axes = [
        dvec3(2.0, 0.0, 0.0),
        dvec3(0.0, 0.5, 0.5),
        dvec3(0.0, -1.0, 1.0),
    ];
    let center = dvec3(1.0, 2.0, 3.0);
    let (mut scaled, expected) = (unit, carom::Ellipsoid { center, axes });
    (scaled.center, scaled.axes) = (center, axes);
    let random = &mut Rng::with_seed(24);
    for _ in 0..200 {
        let ball = Ball::new(center + crate::kinds::point::<DVec3>(random, 10.0), 0.25);
        let [found, known] = [
            contact(&ball, &scaled, f64::INFINITY).unwrap().separation,
            contact(&ball, &expected, f64::INFINITY).unwrap().separation,
        ];
        assert!((found - known).abs() < 1e-14 * 64.0, "{found} {known}");
    }
}

/// Points that belong to no convex set, and numbers that are not finite.
struct Hostile(u64);

impl<D: Vector<Scalar = f64>> Support<D> for Hostile {
    fn support(&self, direction: D) -> D {
        // Numbers that look random, the same for the same direction.
        let bits = direction.to_f64().map(f64::to_bits);
        let mut random = Rng::with_seed(bits[0] ^ bits[1].rotate_left(17) ^ bits[2] ^ self.0);
        match (self.0 % 4, random.usize(0..50)) {
            (1, 0) => D::splat(f64::NAN),
            (2, 0) => D::splat(f64::INFINITY),
            (3, _) => D::ZERO,
            _ => crate::kinds::point(&mut random, 4.0),
        }
    }
}

fn hostile<V: Vector + Convex<Vector = V>>() {
    let random = &mut Rng::with_seed(25);
    for seed in 0..200 {
        let [a, b] = pair::<V>(random, 0.0);
        let own = SupportShape::<V>::new(Hostile(seed));
        let other = SupportShape::<V>::new(Hostile(seed + 7));
        let delta = crate::kinds::point::<V>(random, 9.0);
        let motion = RigidMotion {
            delta,
            pivot: V::ZERO,
            axis: crate::kinds::point::<V>(random, 1.0),
            angle: V::Scalar::from_f64(1.0),
        };
        for shape in [&a, &b, &Shape::from(other)] {
            let _ = contact(&own, shape, V::Scalar::INFINITY);
            let _ = overlap(&own, shape);
            let _ = sweep(&own, delta, shape);
            let _ = sweep_rigid(&own, &motion, shape, &RigidMotion::default());
            let _ = manifold(&own, shape, V::Scalar::from_f64(0.5));
        }
    }
}

#[test]
fn functions_of_no_convex_set_end_every_query() {
    hostile::<Vec2>();
    hostile::<Vec3>();
    hostile::<DVec2>();
    hostile::<DVec3>();
}
