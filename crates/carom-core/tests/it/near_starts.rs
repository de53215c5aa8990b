//! Rays and points that start near a face: they are stopped by it however long the motion is, and free to leave where
//! they were stopped.

use carom::glam::{DVec2, DVec3, Vec2, Vec3, vec3};
use carom::{
    Ball, Body, Convex, Mesh, Pose, RigidMotion, Rotation, Scalar, Segment, Sweep, Triangle,
    Vector, World, sweep, sweep_rigid,
};
use fastrand::Rng;
use std::ops::Range;

/// 10 to a random power.
fn scale(random: &mut Rng, powers: Range<f64>) -> f64 {
    10_f64.powf(powers.start + random.f64() * (powers.end - powers.start))
}

fn direction<V: Vector>(random: &mut Rng) -> V {
    loop {
        let v = V::from_f64([0; 3].map(|_| random.f64() * 2.0 - 1.0));
        if (0.01..1.0).contains(&v.length_squared().to_f64()) {
            return v.try_normalize().unwrap();
        }
    }
}

/// A segment or triangle, `size` in each direction around its middle.
struct Face<V: Vector> {
    middle: V,
    normal: V,
    size: V::Scalar,
    segment: Segment<V>,
    triangle: Triangle<V>,
}

impl<V: Vector + Convex<Vector = V>> Face<V> {
    fn new(random: &mut Rng) -> Self {
        let middle = direction::<V>(random) * V::Scalar::from_f64(scale(random, -1.0..3.0));
        let size = middle.length() * V::Scalar::from_f64(scale(random, 0.0..2.0));
        let normal = direction::<V>(random);
        let mut along = || {
            let v = direction::<V>(random);
            let v = v - normal * v.dot(normal);
            v * (size / v.length())
        };
        let (a, b) = (along(), along());
        Self {
            middle,
            normal,
            size,
            segment: Segment::new(middle - a, middle + a),
            triangle: Triangle::new(middle - a - b, middle + a + a - b, middle + b + b - a),
        }
    }

    fn ray(&self, from: V, delta: V) -> Sweep<V> {
        if V::DIM == 2 {
            sweep(&from, delta, &self.segment)
        } else {
            sweep(&from, delta, &self.triangle)
        }
    }

    /// A displacement to the back of the face, up to 10⁵ times as long as the distance to its border, or as short.
    fn inwards(&self, random: &mut Rng) -> V {
        loop {
            let way = direction::<V>(random);
            let along = way.dot(self.normal);
            if along.to_f64().abs() > 0.02 {
                let way = if along > V::Scalar::ZERO { -way } else { way };
                return way * (self.size * V::Scalar::from_f64(scale(random, -2.0..5.0)));
            }
        }
    }
}

/// From 20 eps of the size of the face.
fn rays_from_near_are_stopped<V: Vector + Convex<Vector = V>>() {
    let mut random = Rng::with_seed(5);
    for _ in 0..4_000 {
        let face = Face::<V>::new(&mut random);
        let eps = V::Scalar::EPSILON.to_f64();
        let height = face.size * V::Scalar::from_f64(eps * scale(&mut random, 1.3..3.0));
        let from = face.middle + face.normal * height;
        let way = face.inwards(&mut random);
        let found = face.ray(from, way);
        let hit = found.hit.expect("it crosses the face");
        let left = (from + way * hit.t - face.middle).dot(face.normal);
        assert!(
            left.to_f64().abs() <= found.error_bound.to_f64(),
            "{left:?}"
        );
        assert!(hit.normal.dot(face.normal).to_f64() > 0.999);
        assert_eq!(hit.start, found.start);
        let back = face.ray(from, -way);
        assert!(back.hit.is_none());
    }
}

#[test]
fn a_ray_is_stopped_by_a_face_near_its_start() {
    rays_from_near_are_stopped::<Vec2>();
    rays_from_near_are_stopped::<Vec3>();
    rays_from_near_are_stopped::<DVec2>();
    rays_from_near_are_stopped::<DVec3>();
}

/// Rays from hits, in every direction away; the number that hit the face on which they start.
fn caught<V: Vector + Convex<Vector = V>>() -> usize {
    let mut random = Rng::with_seed(6);
    let mut caught = 0;
    for _ in 0..4_000 {
        let face = Face::<V>::new(&mut random);
        let from = face.middle
            + face.normal * (face.size * V::Scalar::from_f64(scale(&mut random, -3.0..0.0)));
        let hit = face
            .ray(from, (face.middle - from) * V::Scalar::from_f64(1.5))
            .hit
            .unwrap();
        // As long as the coordinates of the start at least: the touch of a shorter motion is narrower than their rounding.
        let away = -face.inwards(&mut random).try_normalize().unwrap()
            * face.size
            * V::Scalar::from_f64(10.0);
        caught += usize::from(face.ray(hit.point, away).hit.is_some());
    }
    caught
}

#[test]
fn a_ray_leaves_from_a_hit() {
    assert_eq!(
        [
            caught::<Vec2>(),
            caught::<Vec3>(),
            caught::<DVec2>(),
            caught::<DVec3>()
        ],
        [0; 4]
    );
}

/// In double precision a hit leaves a gap, so a point that is moved to its hit stays on its side.
#[test]
fn a_point_in_double_precision_rests_on_a_face() {
    let mut random = Rng::with_seed(7);
    for _ in 0..4_000 {
        let face = Face::<DVec3>::new(&mut random);
        let mut at = face.middle + face.normal * (face.size * scale(&mut random, -3.0..0.0));
        let way = (face.middle - at) * 1.5;
        for _ in 0..4 {
            let hit = face.ray(at, way).hit.expect("it never falls through");
            at += way * hit.t;
        }
    }
}

#[test]
fn long_rays_from_near_a_floor() {
    let corners = [vec3(-10., 0., -10.), vec3(10., 0., -10.), vec3(0., 0., 20.)];
    let mesh = Mesh::new(corners, [[0, 2, 1]]).unwrap();
    let mut world = World::new();
    let turned = Pose::new(vec3(0., 1., 0.), Rotation::new(Vec3::X, 1.));
    let body = Body {
        pose: turned,
        ..Body::new(mesh.clone())
    };
    world.insert(body).unwrap();
    for height in [1e-5, 0.001, 0.1, 2.] {
        for length in [1., 1e3, 1e6] {
            let (from, down) = (vec3(0.1, height, -0.3), vec3(0., -length - height, 0.));
            let hit = mesh.query().ray(from, down).expect("it crosses the floor");
            assert!((hit.t * (length + height) - height).abs() <= 32.0 * f32::EPSILON * length);
            assert!(mesh.query().ray_any(from, down) && !mesh.query().ray_any(from, -down));
            let (start, end) = (turned.place(from), turned.place(from + down));
            let (from, down) = (start.as_vec3(), (end - start).as_vec3());
            let ray = |delta| world.query().ray(from, delta);
            assert!(ray(down).is_some() && ray(-down).is_none());
        }
    }
    // A ball smaller than the tolerances of its motion.
    let small = Ball::new(vec3(0., 1.1e-3, 0.), 1e-3);
    let stopped = mesh.query().sweep(&small, vec3(0., -1e3, 0.)).unwrap();
    assert!(stopped.t < 1e-6);
}

#[test]
fn a_turning_point_is_stopped_by_a_face_near_its_start() {
    let mut random = Rng::with_seed(8);
    let rest = RigidMotion {
        delta: Vec3::ZERO,
        pivot: Vec3::ZERO,
        axis: Vec3::Y,
        angle: 0.,
    };
    for _ in 0..500 {
        let face = Face::<Vec3>::new(&mut random);
        let height = face.size * f32::EPSILON * scale(&mut random, 1.3..3.0) as f32;
        let from = face.middle + face.normal * height;
        let delta = face.inwards(&mut random);
        let turn = RigidMotion {
            delta,
            pivot: from,
            axis: direction(&mut random),
            angle: 2.,
        };
        let found = sweep_rigid(&from, &turn, &face.triangle, &rest);
        let hit = found.hit.expect("it crosses the face");
        let left = (from + delta * hit.t - face.middle).dot(face.normal);
        assert!(left.abs() <= found.error_bound, "{left}");
        let leaving = RigidMotion {
            delta: -delta,
            ..turn
        };
        let left = sweep_rigid(&from, &leaving, &face.triangle, &rest);
        assert!(left.hit.is_none());
    }
}
