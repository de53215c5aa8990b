//! Random numbers, shapes and poses from one seed: ordinary, degenerate, tiny and huge.

use crate::space::Space;
use carom::{
    Aabb, Ball, Body, Capsule, Collider, Hull, OneWay, Plane, Pose, Rotation, Scalar, Segment,
    Shape, Triangle, Vector,
};
use fastrand::Rng;

/// Values at the ends of the two number types, and zeros.
const EXTREMES: [f64; 20] = [
    0.0,
    -0.0,
    5e-324,
    1e-300,
    1e-45,
    1e-38,
    1.2e-38,
    1e-30,
    1e-19,
    1e-7,
    1e7,
    1e18,
    1e19,
    1e30,
    f32::MAX as f64 / 64.0,
    f32::MAX as f64 / 16.0,
    f32::MAX as f64,
    1e150,
    f64::MAX / 16.0,
    f64::MAX,
];

/// Scales of a whole sequence.
const SCALES: [f64; 8] = [1e-38, 1e-20, 1e-6, 1e-2, 1e3, 1e6, 1e18, 1e30];

/// The source of all numbers of one sequence.
pub(crate) struct Numbers {
    pub(crate) random: Rng,
    /// The unit of ordinary lengths.
    pub(crate) scale: f64,
    /// The fraction of numbers that are extremes.
    wild: f64,
    /// Numbers to repeat.
    recent: [f64; 4],
}

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let scale = match random.u32(..4) {
            0 => SCALES[random.usize(..SCALES.len())],
            _ => 1.0,
        };
        let wild = [0.0, 0.0, 0.005, 0.03, 0.2][random.usize(..5)];
        Self {
            random,
            scale,
            wild,
            recent: [0.0; 4],
        }
    }

    /// Whether an event of this probability happens.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.random.f64() < probability
    }

    /// A whole number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.random.usize(..end)
    }

    /// A length, mostly within ten units.
    pub(crate) fn length<S: Scalar>(&mut self) -> S {
        finite(self.double())
    }

    fn double(&mut self) -> f64 {
        if self.chance(self.wild) {
            let sign = if self.random.bool() { 1.0 } else { -1.0 };
            return EXTREMES[self.below(EXTREMES.len())] * sign;
        }
        let (place, random) = (self.below(4), &mut self.random);
        let value = match random.u32(..8) {
            0 => return self.recent[place],
            1 | 2 => f64::from(random.i32(-4..=4)),
            3 => f64::from(random.i32(-12..=12)) * 0.25,
            4 => random.f64() * 0.2 - 0.1,
            _ => random.f64() * 12.0 - 6.0,
        } * self.scale;
        self.recent[place] = value;
        value
    }

    /// A length that is not negative.
    pub(crate) fn size<S: Scalar>(&mut self) -> S {
        self.length::<S>().abs()
    }

    /// A number of about 0..=1 without a unit, rarely an extreme.
    pub(crate) fn part<S: Scalar>(&mut self) -> S {
        match self.random.u32(..8) {
            0 => S::ZERO,
            1 => S::ONE,
            2 if self.chance(self.wild * 4.0) => finite(EXTREMES[self.below(EXTREMES.len())]),
            _ => finite(self.random.f64()),
        }
    }

    /// A duration in seconds.
    pub(crate) fn tick<S: Scalar>(&mut self) -> S {
        match self.random.u32(..16) {
            0 => finite(self.random.f64() * 2.0),
            1 => finite(1.0 / 240.0),
            2 if self.chance(self.wild * 4.0) => {
                let sign = if self.random.u32(..4) == 0 { -1.0 } else { 1.0 };
                finite(EXTREMES[self.below(EXTREMES.len())] * sign)
            }
            _ => finite(1.0 / 60.0),
        }
    }

    pub(crate) fn vector<V: Vector>(&mut self) -> V {
        let coordinates: [V::Scalar; 3] = core::array::from_fn(|_| self.length());
        V::from_f64(coordinates.map(Scalar::to_f64))
    }

    /// A direction, along an axis every other time.
    pub(crate) fn direction<V: Vector>(&mut self) -> V {
        if self.random.bool() {
            let axis = self.below(V::DIM);
            let mut coordinates = [0.0; 3];
            coordinates[axis] = if self.random.bool() { 1.0 } else { -1.0 };
            return V::from_f64(coordinates);
        }
        let scale = core::mem::replace(&mut self.scale, 1.0);
        let direction = self.vector();
        self.scale = scale;
        direction
    }

    pub(crate) fn points<V: Vector>(&mut self, count: usize) -> Vec<V> {
        let mut points: Vec<V> = Vec::with_capacity(count);
        let flat = self.chance(0.2);
        for _ in 0..count {
            let point = match (points.last(), self.random.u32(..8)) {
                (Some(last), 0) => *last,
                _ if flat => {
                    let [x, y, _] = self.vector::<V>().to_f64();
                    V::from_f64([x, y, x])
                }
                _ => self.vector(),
            };
            points.push(point);
        }
        points
    }

    pub(crate) fn shape<V: Vector>(&mut self) -> Shape<V> {
        match self.random.u32(..16) {
            0 => Shape::Point(self.vector()),
            1 => Segment::new(self.vector(), self.vector()).into(),
            2..=4 => Ball::new(self.vector(), self.size()).into(),
            5..=7 => Capsule::new(self.vector(), self.vector(), self.size()).into(),
            8 | 9 => Triangle::new(self.vector(), self.vector(), self.vector()).into(),
            10..=12 => {
                let count = match self.random.u32(..12) {
                    0 => 0,
                    1 => self.random.usize(13..80),
                    _ => self.random.usize(1..13),
                };
                let radius = if self.random.bool() {
                    V::Scalar::ZERO
                } else {
                    self.size()
                };
                Hull::new(self.points(count), radius).into()
            }
            13 | 14 => {
                let (a, b): (V, V) = (self.vector(), self.vector());
                if self.chance(0.05) {
                    Aabb { min: a, max: b }.into()
                } else {
                    Aabb::of_points([a, b]).into()
                }
            }
            _ => Plane::new(self.direction(), self.length()).into(),
        }
    }

    /// Small next to the unit: a body that meets few others.
    pub(crate) fn small<V: Vector>(&mut self) -> Shape<V> {
        let scale = self.scale;
        self.scale *= 0.1;
        let shape = self.shape();
        self.scale = scale;
        shape
    }

    pub(crate) fn rotation<V: Vector>(&mut self) -> Rotation<V> {
        match self.random.u32(..4) {
            0 => Rotation::default(),
            1 => Rotation::new(
                self.direction(),
                V::Scalar::from_f64(core::f64::consts::FRAC_PI_2),
            ),
            _ => {
                let angle = self.random.f64() * 8.0 - 4.0;
                Rotation::new(self.direction(), V::Scalar::from_f64(angle))
            }
        }
    }

    /// A place in double precision, rarely far away.
    pub(crate) fn place<V: Vector>(&mut self) -> V::Double {
        let place = self.vector::<V>().to_double();
        match self.random.u32(..24) {
            0 => place + V::Double::from_f64([1e7 * self.scale, 0.0, 0.0]),
            1 => self.vector::<V::Double>(),
            _ => place,
        }
    }

    pub(crate) fn pose<V: Vector>(&mut self) -> Pose<V> {
        let rotation = self.rotation();
        let scale = match self.random.u32(..8) {
            0 => self.part(),
            1 => V::Scalar::from_f64(3.0),
            _ => V::Scalar::ONE,
        };
        Pose {
            rotation,
            scale,
            translation: self.place::<V>(),
        }
    }

    pub(crate) fn layers(&mut self) -> u32 {
        match self.random.u32(..3) {
            0 => self.random.u32(..8),
            _ => u32::MAX,
        }
    }

    pub(crate) fn one_way<V: Vector>(&mut self) -> Option<OneWay<V>> {
        self.chance(0.1).then(|| OneWay {
            direction: self.direction(),
            margin: self.size(),
        })
    }

    pub(crate) fn collider<V: Space>(&mut self) -> Collider<V> {
        match self.random.u32(..8) {
            0 => match V::surface(self) {
                Some(surface) => surface,
                None => self.shape().into(),
            },
            1 => {
                let half = core::array::from_fn(|axis| {
                    let mut way = [0.0; 3];
                    way[axis] = self.size::<V::Scalar>().to_f64();
                    V::from_f64(way)
                });
                Collider::cuboid(self.vector(), half)
            }
            2 => self.shape().into(),
            _ => self.small().into(),
        }
    }

    pub(crate) fn body<V: Space>(&mut self) -> Body<V> {
        let mut body = Body::new(self.collider());
        body.pose = self.pose();
        body.moving = self.chance(0.4);
        body.sensor = self.chance(0.08);
        body.one_way = self.one_way();
        if self.chance(0.3) {
            body.layers = self.layers();
            body.mask = self.layers();
        }
        if self.chance(0.2) {
            body.velocity = self.vector();
            body.axis = self.direction();
            body.spin = self.part();
        }
        if self.chance(0.1) {
            body.surface_velocity = self.vector();
        }
        body
    }
}

/// The nearest finite number of this precision.
pub(crate) fn finite<S: Scalar>(value: f64) -> S {
    let number = S::from_f64(value);
    if number.is_finite() {
        number
    } else if value > 0.0 {
        S::MAX
    } else {
        -S::MAX
    }
}
