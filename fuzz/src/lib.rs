//! Shapes from arbitrary bits: any kind, any number, NaN and infinity included.

pub mod cases;
pub mod changes;
pub mod file_properties;
pub mod ledger;
pub mod packets;
pub mod properties;
pub mod scene_properties;
pub mod scenes;
pub mod shapes;

use arbitrary::Arbitrary;
use carom::glam::{DVec3, Vec2, Vec3};
use carom::{
    Aabb, Ball, Capsule, Hull, Plane, RigidMotion, Scalar, Segment, Shape, Triangle, Vector,
};

/// Two shapes and a motion, as bits.
#[derive(Arbitrary, Debug)]
pub struct Bits {
    kinds: [u8; 2],
    numbers: [[u32; 19]; 2],
    delta: [u32; 3],
    reach: u32,
    turns: [[u32; 10]; 2],
    /// In double precision all lengths are this power of two times as long.
    exponent: i16,
}

/// Two shapes and a motion in one dimension and precision.
#[derive(Debug)]
pub struct Pair<V: Vector> {
    pub a: Shape<V>,
    pub b: Shape<V>,
    pub delta: V,
    pub reach: V::Scalar,
    pub motions: [RigidMotion<V>; 2],
    /// Whether every number is finite and no radius negative: then the answer must be sound.
    pub sound: bool,
}

impl Bits {
    fn pair<V: Vector>(&self) -> Pair<V> {
        let scale = if V::Scalar::DOUBLE {
            f64::from(self.exponent % 900).exp2()
        } else {
            1.0
        };
        let number = |bits: u32| f64::from(f32::from_bits(bits));
        let length = |bits: u32| V::Scalar::from_f64(number(bits) * scale);
        let point = |n: &[u32]| V::from_f64([0, 1, 2].map(|i| number(n[i]) * scale));
        let shape = |kind: u8, n: &[u32; 19]| {
            let points: Vec<V> = n[..18].chunks(3).map(point).collect();
            let (p, q, r) = (points[0], points[1], points[2]);
            let radius = length(n[18]);
            match kind % 8 {
                0 => Shape::Point(p),
                1 => Shape::Segment(Segment::new(p, q)),
                2 => Shape::Ball(Ball::new(p, radius)),
                3 => Shape::Capsule(Capsule::new(p, q, radius)),
                4 => Shape::Triangle(Triangle::new(p, q, r)),
                5 => Shape::Aabb(Aabb { min: p, max: q }),
                6 => Shape::Plane(Plane::new(p, radius)),
                _ => Shape::Hull(Hull::new(&points[..usize::from(kind / 8 % 7)], radius)),
            }
        };
        let motion = |n: &[u32; 10]| RigidMotion {
            delta: point(&n[..3]),
            pivot: point(&n[3..6]),
            axis: point(&n[6..9]),
            angle: V::Scalar::from_f64(number(n[9])),
        };
        let is_finite = |motion: &RigidMotion<V>| {
            let vectors = [motion.delta, motion.pivot, motion.axis];
            vectors.iter().all(|v| v.is_finite()) && motion.angle.is_finite()
        };
        let a = shape(self.kinds[0], &self.numbers[0]);
        let b = shape(self.kinds[1], &self.numbers[1]);
        let delta = point(&self.delta);
        let motions = [motion(&self.turns[0]), motion(&self.turns[1])];
        Pair {
            sound: is_sound(&a)
                && is_sound(&b)
                && delta.is_finite()
                && motions.iter().all(is_finite),
            a,
            b,
            delta,
            reach: length(self.reach),
            motions,
        }
    }

    pub fn flat(&self) -> Pair<Vec2> {
        self.pair()
    }
    pub fn single(&self) -> Pair<Vec3> {
        self.pair()
    }
    pub fn double(&self) -> Pair<DVec3> {
        self.pair()
    }
}

fn is_sound<V: Vector>(shape: &Shape<V>) -> bool {
    match shape {
        Shape::Point(p) => p.is_finite(),
        Shape::Segment(s) => s.is_valid(),
        Shape::Ball(s) => s.is_valid(),
        Shape::Capsule(s) => s.is_valid(),
        Shape::Triangle(s) => s.is_valid(),
        Shape::Hull(s) => s.is_valid(),
        Shape::Aabb(s) => s.is_valid(),
        Shape::Plane(s) => s.is_valid(),
        _ => false,
    }
}

/// A normal must be unit to 4 eps, and finite.
pub fn unit<V: Vector>(normal: V) {
    let error = (normal.length().to_f64() - 1.0).abs();
    assert!(error <= 4.0 * V::Scalar::EPSILON.to_f64(), "{normal:?}");
}

/// No coordinate may be NaN; beyond the range it may be infinite.
pub fn number<V: Vector>(p: V) {
    assert!(p.to_f64().iter().all(|x| !x.is_nan()), "{p:?}");
}
