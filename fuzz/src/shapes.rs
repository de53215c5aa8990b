//! Shapes of the kinds that are not points and a radius: curved, rounded, oriented, by support function, in compounds.
//!
//! Half of the inputs are arbitrary bits; the other half are small numbers, of which set are equal, so that shapes meet,
//! touch and are degenerate.

use arbitrary::Arbitrary;
use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::{
    Aabb, Ball, Capsule, Cone, Cylinder, Ellipsoid, Hull, OrientedBox, Plane, RoundShape, Scalar,
    Segment, Shape, Support, SupportShape, TaperedCapsule, Triangle, Vector,
};

/// How set shapes an input has.
const SHAPES: usize = 4;

/// Shapes and a motion, as bits.
#[derive(Arbitrary, Debug)]
pub struct ShapeSetBits {
    kinds: [u8; SHAPES],
    numbers: [[u32; 19]; SHAPES],
    delta: [u32; 3],
    /// Whether the numbers are small.
    pub(crate) tame: bool,
}

/// Shapes and a motion in one dimension and precision.
#[derive(Debug)]
pub struct ShapeSet<V: Vector> {
    pub shapes: Vec<Shape<V>>,
    pub delta: V,
    /// Whether the numbers are small.
    pub tame: bool,
    /// Whether every number is finite and no radius negative: then the answer must be sound.
    pub sound: bool,
}

/// A number from bits: any, or one of few small ones, or a small one of set digits.
pub(crate) fn number(bits: u32, tame: bool) -> f64 {
    if !tame {
        return f64::from(f32::from_bits(bits));
    }
    match bits % 4 {
        0 => f64::from(bits >> 8) / f64::from(1u32 << 22) - 2.0,
        1 => f64::from((bits >> 2) % 9) * 0.5 - 2.0,
        2 => f64::from((bits >> 2) % 3) - 1.0,
        _ => (f64::from((bits >> 2) % 1000) - 500.0) * 1e-5,
    }
}

/// A support function: that of an ellipsoid, a box, or the hull of both, with these half axes.
struct Function<D> {
    half: D,
    kind: u8,
}

impl<D: Vector<Scalar = f64>> Function<D> {
    fn at(&self, direction: D) -> D {
        let (half, way) = (self.half.to_f64(), direction.to_f64());
        let scaled = [0, 1, 2].map(|i| half[i] * way[i]);
        let length = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
        let round = if length > 0.0 {
            [0, 1, 2].map(|i| half[i] * scaled[i] / length)
        } else {
            [0.0; 3]
        };
        let corner = [0, 1, 2].map(|i| if way[i] < 0.0 { -half[i] } else { half[i] });
        let corner = corner.map(|x| x * 0.75);
        let along = |p: [f64; 3]| (0..D::DIM).map(|i| p[i] * way[i]).sum::<f64>();
        D::from_f64(match self.kind % 3 {
            0 => round,
            1 => corner,
            _ if along(round) > along(corner) => round,
            _ => corner,
        })
    }
}

impl Support<DVec2> for Function<DVec2> {
    fn support(&self, direction: DVec2) -> DVec2 {
        self.at(direction)
    }
}

impl Support<DVec3> for Function<DVec3> {
    fn support(&self, direction: DVec3) -> DVec3 {
        self.at(direction)
    }
}

/// The vectors of which shapes have support functions.
pub trait WithSupport: Vector {
    fn of_function(half: Self, kind: u8) -> SupportShape<Self>;
}

macro_rules! with_support {
    ($($V:ty),*) => {$(
        impl WithSupport for $V {
            fn of_function(half: Self, kind: u8) -> SupportShape<Self> {
                SupportShape::new(Function { half: half.abs().to_double(), kind })
            }
        }
    )*};
}
with_support!(Vec2, DVec2, Vec3, DVec3);

impl ShapeSetBits {
    fn shape<V: WithSupport>(&self, i: usize) -> Shape<V> {
        let (kind, n) = (self.kinds[i], &self.numbers[i]);
        let point = |n: &[u32]| V::from_f64([0, 1, 2].map(|i| number(n[i], self.tame)));
        let points: Vec<V> = n[..18].chunks(3).map(point).collect();
        let (p, q, r) = (points[0], points[1], points[2]);
        let size = |bits: u32| V::Scalar::from_f64(number(bits, self.tame).abs());
        let radii = [size(n[18]), size(n[17])];
        let shape = match kind % 14 {
            0 => Shape::Point(p),
            1 => Segment::new(p, q).into(),
            2 => Ball::new(p, radii[0]).into(),
            3 => Capsule::new(p, q, radii[0]).into(),
            4 => Triangle::new(p, q, r).into(),
            5 => Aabb {
                min: p.min(q),
                max: p.max(q),
            }
            .into(),
            6 => Plane::new(p, radii[0]).into(),
            7 => Hull::new(&points[..1 + usize::from(kind / 14 % 5)], V::Scalar::ZERO).into(),
            8 => OrientedBox {
                center: p,
                axes: [q, r, points[3]],
            }
            .into(),
            9 => Cylinder::new(p, q, radii[0]).into(),
            10 => Cone::frustum(p, q, radii).into(),
            11 => TaperedCapsule::new(p, q, radii).into(),
            12 => Ellipsoid {
                center: p,
                axes: [q, r, points[3]],
            }
            .into(),
            _ => {
                let mut shape = V::of_function(q, kind / 14);
                shape.center = p;
                Shape::Support(shape)
            }
        };
        // Every other one with a radius around it.
        match shape {
            Shape::Plane(_) => shape,
            shape if kind >= 128 => RoundShape::new(shape, size(n[16])).into(),
            shape => shape,
        }
    }

    pub(crate) fn shape_set<V: WithSupport>(&self) -> ShapeSet<V> {
        let shapes: Vec<Shape<V>> = (0..SHAPES).map(|i| self.shape(i)).collect();
        let delta = V::from_f64(self.delta.map(|bits| number(bits, self.tame)));
        let sound = shapes.iter().all(Shape::is_valid) && delta.is_finite();
        ShapeSet {
            shapes,
            delta,
            tame: self.tame,
            sound,
        }
    }

    pub fn flat(&self) -> ShapeSet<Vec2> {
        self.shape_set()
    }
    pub fn single(&self) -> ShapeSet<Vec3> {
        self.shape_set()
    }
    pub fn double(&self) -> ShapeSet<DVec3> {
        self.shape_set()
    }
}
