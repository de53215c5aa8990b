//! Shapes from arbitrary bits: any kind, any number, NaN and infinity included.

use arbitrary::Arbitrary;
use carom::glam::{DVec3, Vec2, Vec3};
use carom::{Ball, Capsule, Segment, Shape, Triangle, Vector};

/// Two shapes and a motion, as bits.
#[derive(Arbitrary, Debug)]
pub struct Bits {
    kinds: [u8; 2],
    numbers: [[u32; 10]; 2],
    delta: [u32; 3],
    reach: u32,
}

/// Two shapes and a motion in one dimension and precision.
#[derive(Debug)]
pub struct Pair<V: Vector> {
    pub a: Shape<V>,
    pub b: Shape<V>,
    pub delta: V,
    pub reach: V::Scalar,
    /// Whether every number is finite and no radius negative: then the answer must be sound.
    pub sound: bool,
}

impl Bits {
    fn pair<V: Vector>(&self) -> Pair<V>
    where
        V::Scalar: carom::Scalar,
    {
        use carom::Scalar;
        let number = |bits: u32| f64::from(f32::from_bits(bits));
        let point = |n: &[u32]| V::from_f64([number(n[0]), number(n[1]), number(n[2])]);
        let shape = |kind: u8, n: &[u32; 10]| {
            let (p, q, r) = (point(&n[..3]), point(&n[3..6]), point(&n[6..9]));
            let radius = V::Scalar::from_f64(number(n[9]));
            match kind % 5 {
                0 => Shape::Point(p),
                1 => Shape::Segment(Segment::new(p, q)),
                2 => Shape::Ball(Ball::new(p, radius)),
                3 => Shape::Capsule(Capsule::new(p, q, radius)),
                _ => Shape::Triangle(Triangle::new(p, q, r)),
            }
        };
        let sound = |shape: &Shape<V>| match shape {
            Shape::Point(p) => p.is_finite(),
            Shape::Segment(s) => s.is_valid(),
            Shape::Ball(s) => s.is_valid(),
            Shape::Capsule(s) => s.is_valid(),
            Shape::Triangle(s) => s.is_valid(),
            _ => false,
        };
        let a = shape(self.kinds[0], &self.numbers[0]);
        let b = shape(self.kinds[1], &self.numbers[1]);
        let delta = point(&self.delta);
        Pair {
            sound: sound(&a) && sound(&b) && delta.is_finite(),
            a,
            b,
            delta,
            reach: V::Scalar::from_f64(number(self.reach)),
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

/// A normal must be unit to 4 eps, and finite.
pub fn unit<V: Vector>(normal: V) {
    use carom::Scalar;
    let error = (normal.length().to_f64() - 1.0).abs();
    assert!(error <= 4.0 * V::Scalar::EPSILON.to_f64(), "{normal:?}");
}

/// No coordinate may be NaN; beyond the range it may be infinite.
pub fn number<V: Vector>(p: V) {
    assert!(p.to_f64().iter().all(|x| !x.is_nan()), "{p:?}");
}
