//! The four glam vectors and their numbers: [`Scalar`] for `f32` and `f64`, [`Vector`] for `Vec2`, `Vec3`, `DVec2`,
//! `DVec3`.

use crate::double_double::VecDD;
use crate::lanes::{LANES, Simd, SimdInto, f32x8};
use crate::vector::{Scalar, Vector, sealed};

/// Implements [`Scalar`] for a number and [`Vector`] for its two glam vectors.
macro_rules! implement_number {
    ($S:ident, $bits:ident, $mantissa:expr, $bias:expr, $sqrt:path, $V2:ident, $V3:ident, $D2:ident, $D3:ident, $E2:ty, $E3:ty) => {
        impl sealed::Sealed for $S {}
        impl Scalar for $S {
            const ZERO: Self = 0.0;
            const HALF: Self = 0.5;
            const ONE: Self = 1.0;
            const EPSILON: Self = $S::EPSILON;
            const MAX: Self = $S::MAX;
            const INFINITY: Self = $S::INFINITY;
            const DOUBLE: bool = $S::MANTISSA_DIGITS == f64::MANTISSA_DIGITS;

            #[inline]
            fn from_f64(value: f64) -> Self {
                value as $S
            }
            #[inline]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
            #[inline]
            fn sqrt(self) -> Self {
                $sqrt(self)
            }
            #[inline]
            fn abs(self) -> Self {
                $S::from_bits(self.to_bits() & !(1 << ($bits::BITS - 1)))
            }
            #[inline]
            fn is_finite(self) -> bool {
                $S::is_finite(self)
            }
            #[inline]
            fn power_of_two(self) -> Self {
                let exponent = (self.to_bits() >> $mantissa) & (2 * $bias + 1);
                $S::from_bits(exponent.clamp(1, 2 * $bias - 1) << $mantissa)
            }
        }

        impl sealed::Sealed for glam::$V2 {}
        impl Vector for glam::$V2 {
            type Scalar = $S;
            type Double = glam::$D2;
            type Exact = $E2;
            const DIM: usize = 2;
            const ZERO: Self = glam::$V2::ZERO;

            #[inline]
            fn splat(value: $S) -> Self {
                glam::$V2::splat(value)
            }
            #[inline]
            fn from_f64([x, y, _]: [f64; 3]) -> Self {
                Self::new(x as $S, y as $S)
            }
            #[inline]
            fn to_f64(self) -> [f64; 3] {
                [self.x.into(), self.y.into(), 0.0]
            }
            #[inline]
            fn to_double(self) -> Self::Double {
                glam::$D2::new(self.x.into(), self.y.into())
            }
            #[inline]
            fn from_double(double: Self::Double) -> Self {
                Self::new(double.x as $S, double.y as $S)
            }
            #[inline]
            fn dot(self, rhs: Self) -> $S {
                self.x * rhs.x + self.y * rhs.y
            }
            #[inline]
            fn min(self, rhs: Self) -> Self {
                Self::new(Scalar::min(self.x, rhs.x), Scalar::min(self.y, rhs.y))
            }
            #[inline]
            fn max(self, rhs: Self) -> Self {
                Self::new(Scalar::max(self.x, rhs.x), Scalar::max(self.y, rhs.y))
            }
            #[inline]
            fn abs(self) -> Self {
                Self::new(Scalar::abs(self.x), Scalar::abs(self.y))
            }
            #[inline]
            fn max_element(self) -> $S {
                Scalar::max(self.x, self.y)
            }
            #[inline]
            fn is_finite(self) -> bool {
                self.x.is_finite() && self.y.is_finite()
            }
            #[inline]
            fn any_orthogonal_vector(self) -> Self {
                Self::new(-self.y, self.x)
            }
            #[inline]
            fn wedge_dot(a: Self, b: Self, c: Self, d: Self) -> $S {
                (a.x * b.y - a.y * b.x) * (c.x * d.y - c.y * d.x)
            }
            #[inline]
            fn crossing_axes(u: Self, v: Self) -> [Self; 2] {
                [u.any_orthogonal_vector(), v.any_orthogonal_vector()]
            }
        }

        impl sealed::Sealed for glam::$V3 {}
        impl Vector for glam::$V3 {
            type Scalar = $S;
            type Double = glam::$D3;
            type Exact = $E3;
            const DIM: usize = 3;
            const ZERO: Self = glam::$V3::ZERO;

            #[inline]
            fn splat(value: $S) -> Self {
                glam::$V3::splat(value)
            }
            #[inline]
            fn from_f64([x, y, z]: [f64; 3]) -> Self {
                Self::new(x as $S, y as $S, z as $S)
            }
            #[inline]
            fn to_f64(self) -> [f64; 3] {
                [self.x.into(), self.y.into(), self.z.into()]
            }
            #[inline]
            fn to_double(self) -> Self::Double {
                glam::$D3::new(self.x.into(), self.y.into(), self.z.into())
            }
            #[inline]
            fn from_double(double: Self::Double) -> Self {
                Self::new(double.x as $S, double.y as $S, double.z as $S)
            }
            #[inline]
            fn dot(self, rhs: Self) -> $S {
                self.x * rhs.x + self.y * rhs.y + self.z * rhs.z
            }
            #[inline]
            fn min(self, rhs: Self) -> Self {
                Self::new(
                    Scalar::min(self.x, rhs.x),
                    Scalar::min(self.y, rhs.y),
                    Scalar::min(self.z, rhs.z),
                )
            }
            #[inline]
            fn max(self, rhs: Self) -> Self {
                Self::new(
                    Scalar::max(self.x, rhs.x),
                    Scalar::max(self.y, rhs.y),
                    Scalar::max(self.z, rhs.z),
                )
            }
            #[inline]
            fn abs(self) -> Self {
                Self::new(
                    Scalar::abs(self.x),
                    Scalar::abs(self.y),
                    Scalar::abs(self.z),
                )
            }
            #[inline]
            fn max_element(self) -> $S {
                Scalar::max(Scalar::max(self.x, self.y), self.z)
            }
            #[inline]
            fn is_finite(self) -> bool {
                self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
            }
            #[inline]
            fn any_orthogonal_vector(self) -> Self {
                if Scalar::abs(self.x) > Scalar::abs(self.y) {
                    Self::new(-self.z, 0.0, self.x)
                } else {
                    Self::new(0.0, self.z, -self.y)
                }
            }
            #[inline]
            fn wedge_dot(a: Self, b: Self, c: Self, d: Self) -> $S {
                Vector::dot(glam::$V3::cross(a, b), glam::$V3::cross(c, d))
            }
            #[inline]
            fn crossing_axes(u: Self, v: Self) -> [Self; 2] {
                [glam::$V3::cross(u, v), Self::ZERO]
            }
        }
    };
}

impl sealed::Lanes for f32 {
    #[inline(always)]
    fn differences<S: Simd>(simd: S, of: &[f32; LANES], from: f32, scale: f64) -> f32x8<S> {
        let of: f32x8<S> = (*of).simd_into(simd);
        (of - from) * (scale as f32)
    }
}

impl sealed::Lanes for f64 {
    #[inline(always)]
    fn differences<S: Simd>(simd: S, of: &[f64; LANES], from: f64, scale: f64) -> f32x8<S> {
        of.map(|x| ((x - from) * scale) as f32).simd_into(simd)
    }
}

#[cfg(feature = "std")]
mod root {
    pub(super) use std::primitive::{f32 as single, f64 as double};
    pub(super) fn f32(x: single) -> single {
        x.sqrt()
    }
    pub(super) fn f64(x: double) -> double {
        x.sqrt()
    }
}
#[cfg(not(feature = "std"))]
mod root {
    pub(super) use libm::{sqrt as f64, sqrtf as f32};
}

implement_number!(
    f32,
    u32,
    23,
    127,
    root::f32,
    Vec2,
    Vec3,
    DVec2,
    DVec3,
    glam::DVec2,
    glam::DVec3
);
implement_number!(
    f64,
    u64,
    52,
    1023,
    root::f64,
    DVec2,
    DVec3,
    DVec2,
    DVec3,
    VecDD<2>,
    VecDD<3>
);

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec2, Vec3, vec2, vec3};

    #[test]
    fn powers_of_two_have_normal_reciprocals() {
        assert_eq!(0.3_f32.power_of_two(), 0.25);
        assert_eq!(Scalar::power_of_two(-5.0_f64), 4.0);
        for x in [0.0, f32::MIN_POSITIVE / 8.0, f32::MAX, -f32::MAX] {
            let p = x.power_of_two();
            assert!(p.is_normal() && (1.0 / p).is_normal(), "{x}");
        }
    }

    #[test]
    fn the_zero_of_min_is_the_first() {
        assert!(Scalar::min(-0.0_f32, 0.0).is_sign_negative());
        assert!(Scalar::max(0.0_f32, -0.0).is_sign_positive());
        assert_eq!(Scalar::clamp(f32::NAN, 0.0, 1.0), 0.0);
    }

    #[test]
    fn orthogonal_vectors_are_orthogonal() {
        for v in [vec3(1., 2., 3.), vec3(0., 0., 1.), vec3(-4., 0., 0.)] {
            let o = v.any_orthogonal_vector();
            assert_eq!(Vector::dot(v, o), 0.0);
            assert!(o != Vec3::ZERO);
        }
        assert_eq!(Vector::any_orthogonal_vector(vec2(3., 4.)), vec2(-4., 3.));
    }

    #[test]
    fn normalizing_spans_the_whole_range() {
        for scale in [1e-44_f32, 1e-30, 1.0, 1e30, 2e38] {
            let n = Vector::try_normalize(vec3(scale, 0., scale)).unwrap();
            assert!((Vector::length(n) - 1.0).abs() < 1e-6, "{scale}");
        }
        assert_eq!(Vector::try_normalize(Vec2::ZERO), None);
        assert_eq!(Vector::try_normalize(vec2(f32::NAN, 1.0)), None);
    }
}
