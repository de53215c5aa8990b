//! The vector traits: every type of carom is generic over a glam vector, which sets dimension and precision.
//!
//! [`Scalar`] is `f32` or `f64`; [`Vector`] is [`glam::Vec2`], [`glam::Vec3`], [`glam::DVec2`] or [`glam::DVec3`]. Both
//! are sealed: a user writes `Capsule<Vec3>` and need not name a trait. Methods have glam's names and meaning, but use
//! only `+ − × ÷ √` and comparisons, so that every target computes the same bits.

use core::fmt::{Debug, Display};
use core::ops::{Add, AddAssign, Div, Index, Mul, Neg, Sub, SubAssign};

/// Seals the traits: no other crate can implement them.
#[doc(hidden)]
pub mod sealed {
    use crate::lanes::{LANES, Simd, f32x8};

    /// Implemented only for the numbers and vectors of this crate.
    pub trait Sealed {}

    /// Conversion of eight numbers to SIMD lanes.
    pub trait Lanes: Sized {
        /// `(of − from) · scale`, rounded to `f32`; `scale` is a power of two.
        fn differences<S: Simd>(simd: S, of: &[Self; LANES], from: Self, scale: f64) -> f32x8<S>;
    }
}

/// A coordinate: `f32` or `f64` (internally also [`DoubleDouble`](crate::double_double::DoubleDouble)).
///
/// ```
/// use carom_math::Scalar;
/// fn half<S: Scalar>(x: S) -> S {
///     x * S::from_f64(0.5)
/// }
/// assert_eq!((half(3.0_f32), half(3.0_f64)), (1.5, 1.5));
/// assert_eq!(Scalar::power_of_two(-5.0), 4.0);
///
/// /// The sine of an angle by its cosine, which rounding may have brought outside −1..=1.
/// fn sine<S: Scalar>(cosine: S) -> S {
///     let cosine = cosine.abs().min(S::ONE);
///     (S::ONE - cosine * cosine).max(S::ZERO).sqrt()
/// }
/// assert_eq!((sine(0.6_f64), sine(-1.0000001_f32)), (0.8, 0.));
///
/// let share = |part: f32, whole: f32| Scalar::clamp(part / whole, 0., 1.);
/// assert_eq!((share(3., 2.), share(0., 0.)), (1., 0.)); // NaN becomes the lower limit
/// assert!(Scalar::is_finite(f32::MAX) && !Scalar::is_finite(f32::MAX * 2.));
/// ```
pub trait Scalar:
    sealed::Sealed
    + sealed::Lanes
    + Copy
    + Default
    + Debug
    + Display
    + PartialEq
    + PartialOrd
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// 0.
    const ZERO: Self;
    /// 1/2.
    const HALF: Self;
    /// 1.
    const ONE: Self;
    /// The distance from 1 to the next larger number: 2⁻²³ or 2⁻⁵².
    const EPSILON: Self;
    /// The largest finite number.
    const MAX: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// Whether this is `f64`.
    const DOUBLE: bool;

    /// The nearest number of this type. Generic code writes a constant as `V::Scalar::from_f64(0.25)`.
    fn from_f64(value: f64) -> Self;
    /// The same number in double precision.
    fn to_f64(self) -> f64;
    /// The correctly rounded square root.
    fn sqrt(self) -> Self;
    /// The absolute value.
    fn abs(self) -> Self;
    /// Whether it is neither infinite nor NaN.
    fn is_finite(self) -> bool;
    /// The greatest power of two not above `|self|`, clamped so that it and its reciprocal are normal numbers.
    fn power_of_two(self) -> Self;

    /// The smaller number; `self` where they are equal (`f32::min` may return the zero of either sign) or one is NaN.
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
    /// The larger number; `self` where they are equal or one is NaN.
    fn max(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
    /// `self` limited to `low..=high`; NaN becomes `low`.
    fn clamp(self, low: Self, high: Self) -> Self {
        // Two selections: they compile to two instructions without a branch.
        let above = if self > low { self } else { low };
        if above < high { above } else { high }
    }
}

/// A glam vector: `Vec2`, `Vec3`, `DVec2` or `DVec3`.
///
/// ```
/// use carom_math::Vector;
/// use glam::{DVec2, Vec3};
/// fn middle<V: Vector>(a: V, b: V) -> V {
///     a * V::Scalar::from_f64(0.5) + b * V::Scalar::from_f64(0.5)
/// }
/// # use carom_math::Scalar;
/// assert_eq!(middle(Vec3::ZERO, Vec3::X), Vec3::new(0.5, 0., 0.));
/// assert_eq!((middle(DVec2::ZERO, DVec2::Y), <DVec2 as Vector>::DIM), (DVec2::new(0., 0.5), 2));
///
/// /// The longest side of the box around points.
/// fn extent<V: Vector>(points: &[V]) -> V::Scalar {
///     let (low, high) = points.iter().fold((points[0], points[0]), |(low, high), p| {
///         assert!(p.is_finite());
///         (low.min(*p), high.max(*p))
///     });
///     (low - high).abs().max_element()
/// }
/// assert_eq!(extent(&[Vec3::new(1., 2., 3.), Vec3::new(2., -2., 3.)]), 4.);
///
/// /// Whether `p` is in a ball, decided in double precision.
/// fn is_inside<V: Vector>(p: V, center: V, radius: V::Scalar) -> bool {
///     let arm = p.to_double() - center.to_double();
///     arm.length_squared() <= radius.to_f64() * radius.to_f64()
/// }
/// // Both squared lengths round to 1 in single precision.
/// assert!(!is_inside(Vec3::new(1., 2e-4, 0.), Vec3::ZERO, 1.) && is_inside(Vec3::X, Vec3::ZERO, 1.));
///
/// let third = <Vec3 as Vector>::from_double(glam::DVec3::splat(1. / 3.)); // rounded to nearest
/// assert_eq!(third, <Vec3 as Vector>::from_f64([1. / 3.; 3]));
/// ```
pub trait Vector:
    sealed::Sealed
    + Copy
    + Default
    + Debug
    + PartialEq
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<Self::Scalar, Output = Self>
    + Div<Self::Scalar, Output = Self>
    + AddAssign
    + SubAssign
    + Index<usize, Output = Self::Scalar>
{
    /// The type of a coordinate.
    type Scalar: Scalar + Mul<Self, Output = Self>;
    /// The vector of this dimension in double precision: `DVec2` or `DVec3`.
    type Double: Vector<Scalar = f64, Double = Self::Double>;
    /// The precision that exact fallbacks use: double precision for `f32`, double-double for `f64`.
    type Exact: Vector<Double = Self::Double>;
    /// Two or three.
    const DIM: usize;
    /// The origin.
    const ZERO: Self;

    /// All coordinates the same.
    fn splat(value: Self::Scalar) -> Self;
    /// The vector of these coordinates, rounded to this precision; 2D drops the third.
    fn from_f64(coordinates: [f64; 3]) -> Self;
    /// The coordinates in double precision; the third is 0 in 2D.
    fn to_f64(self) -> [f64; 3];
    /// The same vector in double precision.
    fn to_double(self) -> Self::Double;
    /// The nearest vector of this precision.
    fn from_double(double: Self::Double) -> Self;
    /// The dot product.
    fn dot(self, rhs: Self) -> Self::Scalar;
    /// The smaller of each coordinate.
    fn min(self, rhs: Self) -> Self;
    /// The larger of each coordinate.
    fn max(self, rhs: Self) -> Self;
    /// The absolute value of each coordinate.
    fn abs(self) -> Self;
    /// The largest coordinate.
    fn max_element(self) -> Self::Scalar;
    /// Whether no coordinate is infinite or NaN.
    fn is_finite(self) -> bool;
    /// A vector orthogonal to this one; not unit, and zero only for zero. In 2D it is this one turned counter-clockwise by
    /// a right angle.
    ///
    /// ```
    /// use carom_math::Vector;
    /// use glam::{DVec2, DVec3};
    /// assert_eq!(DVec2::new(3., 4.).any_orthogonal_vector(), DVec2::new(-4., 3.));
    /// let v = DVec3::new(1., 2., 3.);
    /// assert_eq!(v.dot(Vector::any_orthogonal_vector(v)), 0.);
    /// ```
    fn any_orthogonal_vector(self) -> Self;
    /// `(a ∧ b)·(c ∧ d)`: the dot product of two cross products (in 2D these are numbers). Unlike
    /// `(a·c)(b·d) − (a·d)(b·c)`, which equals it on paper, it does not cancel for nearly parallel pairs.
    ///
    /// ```
    /// use carom_math::Vector;
    /// use glam::Vec3;
    /// let (a, b) = (Vec3::X, Vec3::new(1., 1e-5, 0.));
    /// assert_eq!(a.dot(a) * b.dot(b) - a.dot(b) * b.dot(a), 0.);
    /// assert!((Vec3::wedge_dot(a, b, a, b) - 1e-10).abs() < 1e-16); // the squared sine
    /// ```
    fn wedge_dot(a: Self, b: Self, c: Self, d: Self) -> Self::Scalar;
    /// The separating axes of two crossing segments along `u` and `v`: in 2D one orthogonal to each, in 3D the one
    /// orthogonal to both (the second is then zero).
    ///
    /// ```
    /// use carom_math::Vector;
    /// use glam::{Vec2, Vec3};
    /// assert_eq!(Vec2::crossing_axes(Vec2::X, Vec2::Y), [Vec2::Y, -Vec2::X]);
    /// assert_eq!(Vec3::crossing_axes(Vec3::X, Vec3::Y), [Vec3::Z, Vec3::ZERO]);
    /// ```
    fn crossing_axes(u: Self, v: Self) -> [Self; 2];

    /// Whether all coordinates are equal to the bit: zeros of two signs differ.
    ///
    /// ```
    /// use carom_math::Vector;
    /// use glam::{Vec2, vec2};
    /// let (zero, other) = (Vec2::ZERO, vec2(-0., 0.));
    /// assert!(zero == other && !zero.is_same(other) && zero.is_same(zero));
    /// ```
    fn is_same(self, rhs: Self) -> bool {
        (0..Self::DIM).all(|i| self[i].to_f64().to_bits() == rhs[i].to_f64().to_bits())
    }

    /// The squared length.
    fn length_squared(self) -> Self::Scalar {
        self.dot(self)
    }
    /// The length.
    fn length(self) -> Self::Scalar {
        self.dot(self).sqrt()
    }
    /// The unit vector of this direction; `None` if the length is zero or not finite. It is scaled first, so that the
    /// square of no length underflows or overflows.
    ///
    /// ```
    /// use carom_math::Vector;
    /// use glam::Vec2;
    /// for scale in [1e-40, 1., 1e37] {
    ///     let unit = Vector::try_normalize(Vec2::new(3., 4.) * scale).unwrap();
    ///     assert!((unit - Vec2::new(0.6, 0.8)).length() < 1e-5); // 1e-40 has few bits
    /// }
    /// assert_eq!(Vector::try_normalize(Vec2::ZERO), None);
    /// ```
    fn try_normalize(self) -> Option<Self> {
        let largest = self.abs().max_element();
        if largest > Self::Scalar::ZERO && largest.is_finite() {
            let scaled = self * (Self::Scalar::ONE / largest.power_of_two());
            Some(scaled / scaled.length())
        } else {
            None
        }
    }
}
