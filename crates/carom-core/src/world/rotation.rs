//! Rotations, kept in double precision.

use crate::surface::mesh::Vector3;
use carom_math::{Scalar, Vector};

/// A rotation, kept in double precision.
///
/// ```
/// use carom::{Rotation, glam::{Quat, Vec2, Vec3, vec2}};
/// let quarter = Rotation::new(Vec2::ZERO, core::f32::consts::FRAC_PI_2);
/// assert!((quarter.rotate(vec2(1., 0.)) - vec2(0., 1.)).length() < 1e-7);
/// let quat = Quat::from_rotation_y(0.5);
/// let same = Rotation::<Vec3>::from_quaternion(quat.to_array());
/// assert!((same.rotate(Vec3::X) - quat * Vec3::X).length() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<V: Vector> {
    /// The images of the unit vectors.
    pub(super) columns: [V::Double; 3],
}

impl<V: Vector> Default for Rotation<V> {
    /// The identity.
    fn default() -> Self {
        Self::of([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    }
}

impl<V: Vector> Rotation<V> {
    /// The rotation around an axis of any length, counter-clockwise as seen with the axis pointing at the viewer; 2D
    /// ignores the axis. The identity if the axis is zero. Not valid if a number is infinite or NaN.
    #[must_use]
    pub fn new(axis: V, radians: V::Scalar) -> Self {
        Self::from_f64(axis.to_double(), radians.to_f64())
    }

    /// [`new`](Self::new) with an axis and an angle in double precision, so that the angle of a body that has turned for a long
    /// time stays exact.
    ///
    /// ```
    /// use carom::{Rotation, glam::{DVec3, Vec3}};
    /// let turns = 1e6; // a million full turns, and a quarter
    /// let radians = (turns + 0.25) * core::f64::consts::TAU;
    /// let wheel = Rotation::<Vec3>::from_f64(DVec3::Z, radians);
    /// assert!((wheel.rotate(Vec3::X) - Vec3::Y).length() < 1e-6);
    /// let rounded = Rotation::new(Vec3::Z, radians as f32); // to a multiple of half a radian
    /// assert!((rounded.rotate(Vec3::X) - Vec3::Y).length() > 0.01);
    /// ```
    #[must_use]
    pub fn from_f64(axis: V::Double, radians: f64) -> Self {
        if !(axis.is_finite() && radians.is_finite()) {
            return Self::of([[f64::NAN; 3]; 3]);
        }
        let (sin, cos) = libm::sincos(radians);
        if V::DIM == 2 {
            return Self::of([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0; 3]]);
        }
        let Some(k) = axis.try_normalize() else {
            return Self::default();
        };
        // Rodrigues: R v = v cos + (k × v) sin + k (k·v) (1 − cos).
        let columns = Self::default().columns.map(|v| {
            let across = <V::Double as Vector>::crossing_axes(k, v)[0];
            v * cos + across * sin + k * (k.dot(v) * (1.0 - cos))
        });
        Self { columns }
    }

    /// The images of the unit vectors.
    #[cfg(feature = "serde")]
    pub(super) fn columns(&self) -> [[f64; 3]; 3] {
        self.columns.map(V::Double::to_f64)
    }

    /// Rebuilds a rotation from its [`columns`](Self::columns); `None` if they are not a rotation.
    #[cfg(feature = "serde")]
    pub(super) fn of_columns(columns: [[f64; 3]; 3]) -> Option<Self> {
        let turn = Self::of(columns);
        let axes = &turn.columns[..V::DIM];
        let near = |x: f64, y: f64| (x - y).abs() <= 1e-9;
        let is_turn = (0..V::DIM)
            .all(|i| (0..=i).all(|j| near(axes[i].dot(axes[j]), if i == j { 1.0 } else { 0.0 })));
        let [[a, b, c], [d, e, f], [g, h, i]] = columns;
        let volume = if V::DIM == 2 {
            a * e - b * d
        } else {
            a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        };
        // A positive determinant: not a reflection.
        (is_turn && volume > 0.0).then_some(turn)
    }

    /// A vector, rotated.
    #[must_use]
    pub fn rotate(&self, v: V) -> V {
        if *self == Self::default() {
            return v;
        }
        V::from_double(self.rotated(v.to_double()))
    }

    /// The composition: this rotation followed by `next`.
    ///
    /// ```
    /// use carom::{Rotation, glam::{Vec3, vec3}};
    /// let quarter = |axis| Rotation::new(axis, core::f32::consts::FRAC_PI_2);
    /// let both = quarter(Vec3::Z).then(&quarter(Vec3::X));
    /// assert!((both.rotate(Vec3::X) - Vec3::Z).length() < 1e-6);
    /// ```
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self {
            columns: self.columns.map(|column| next.rotated(column)),
        }
    }

    /// The axis and the angle, in radians: in 3D in 0..=π, in 2D a zero axis and an angle in −π..=π.
    pub(super) fn axis_and_angle(&self) -> (V::Double, f64) {
        let [x, y, z] = self.columns.map(|column| column.to_f64());
        if V::DIM == 2 {
            return (<V::Double as Vector>::ZERO, libm::atan2(x[1], x[0]));
        }
        // R − Rᵀ holds 2 sin θ k, the trace 1 + 2 cos θ.
        let doubled = <V::Double as Vector>::from_f64([y[2] - z[1], z[0] - x[2], x[1] - y[0]]);
        let (sin, cos) = (doubled.length(), x[0] + y[1] + z[2] - 1.0);
        let angle = libm::atan2(sin, cos);
        if sin > 1e-6 || cos > 0.0 {
            return (doubled, angle);
        }
        // Close to half a turn: (R + Rᵀ)/2 + 1 is 2 k kᵀ; its longest column is the most accurate.
        let (xy, yz, zx) = (
            (x[1] + y[0]) * 0.5,
            (y[2] + z[1]) * 0.5,
            (z[0] + x[2]) * 0.5,
        );
        let columns = [
            [x[0] + 1.0, xy, zx],
            [xy, y[1] + 1.0, yz],
            [zx, yz, z[2] + 1.0],
        ];
        let columns = columns.map(<V::Double as Vector>::from_f64);
        let longest = columns.into_iter().reduce(|a, b| {
            if b.length_squared() > a.length_squared() {
                b
            } else {
                a
            }
        });
        let axis = longest.unwrap_or(doubled);
        // The sign comes from what is left of the sine.
        (if axis.dot(doubled) < 0.0 { -axis } else { axis }, angle)
    }

    /// Whether every number is finite.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.columns.iter().all(|column| column.is_finite())
    }

    pub(super) fn of(columns: [[f64; 3]; 3]) -> Self {
        Self {
            columns: columns.map(<V::Double as Vector>::from_f64),
        }
    }

    pub(super) fn inverse(&self) -> Self {
        let columns = self.columns.map(|column| column.to_f64());
        Self::of([0, 1, 2].map(|i| columns.map(|column| column[i])))
    }

    pub(super) fn rotated(&self, v: V::Double) -> V::Double {
        let [x, y, z] = v.to_f64();
        let [a, b, c] = self.columns;
        if V::DIM == 2 {
            a * x + b * y
        } else {
            a * x + b * y + c * z
        }
    }
}

impl<V: Vector3> Rotation<V> {
    /// The rotation of a quaternion `[x, y, z, w]` of any length, in the order of glam's `to_array`. Not valid if its
    /// length is zero or not finite.
    #[must_use]
    pub fn from_quaternion(quaternion: [V::Scalar; 4]) -> Self {
        Self::of_quaternion(quaternion.map(Scalar::to_f64))
    }
}

impl<V: Vector> Rotation<V> {
    pub(super) fn of_quaternion([x, y, z, w]: [f64; 4]) -> Self {
        let s = 2.0 / (x * x + y * y + z * z + w * w);
        Self::of([
            [
                1.0 - s * (y * y + z * z),
                s * (x * y + z * w),
                s * (x * z - y * w),
            ],
            [
                s * (x * y - z * w),
                1.0 - s * (x * x + z * z),
                s * (y * z + x * w),
            ],
            [
                s * (x * z + y * w),
                s * (y * z - x * w),
                1.0 - s * (x * x + y * y),
            ],
        ])
    }
}

/// The cross product of a unit axis and an arm: the velocity of a point that turns by a radian/s. In 2D a quarter turn
/// of the arm counter-clockwise, whatever the axis.
#[doc(hidden)]
pub fn across<V: Vector>(axis: V, arm: V) -> V {
    if V::DIM == 2 {
        arm.any_orthogonal_vector()
    } else {
        V::crossing_axes(axis, arm)[0]
    }
}
