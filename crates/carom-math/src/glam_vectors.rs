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

    #[test]
    fn vectors_of_every_type_agree_where_no_number_is_rounded() {
        fn check<V: Vector>() {
            let of = |coordinates: [f64; 3]| V::from_f64(coordinates);
            let (a, b) = (of([1., -2., 4.]), of([3., 8., -0.5]));
            let flat = |[x, y, z]: [f64; 3]| [x, y, if V::DIM == 3 { z } else { 0.0 }];
            let same = |v: V, expected| assert_eq!(v.to_f64(), flat(expected));
            same(a.min(b), [1., -2., -0.5]);
            same(a.max(b), [3., 8., 4.]);
            same(a.abs(), [1., 2., 4.]);
            same(V::from_double(a.to_double()), [1., -2., 4.]);
            same(V::splat(V::Scalar::HALF), [0.5; 3]);
            let [x, y, z] = flat([3., -16., -2.]);
            assert_eq!(a.dot(b).to_f64(), x + y + z);
            let [x, y, z] = flat([1., 4., 16.]);
            assert_eq!(a.length_squared().to_f64(), x + y + z);
            assert_eq!(of([3., 4., 0.]).length().to_f64(), 5.0);
            assert_eq!(
                a.max_element().to_f64(),
                if V::DIM == 3 { 4.0 } else { 1.0 }
            );
            assert!(a.is_same(a) && !a.is_same(b) && !of([0.; 3]).is_same(-of([0.; 3])));
            for (i, bad) in [f64::NAN, f64::INFINITY, -f64::INFINITY]
                .into_iter()
                .enumerate()
            {
                let mut coordinates = [1.0; 3];
                coordinates[i % V::DIM] = bad;
                assert!(!of(coordinates).is_finite() && of([1.0; 3]).is_finite());
                if !bad.is_nan() {
                    assert_eq!(of(coordinates).try_normalize(), None);
                }
            }
            assert_eq!(of([0.; 3]).try_normalize(), None);
            for scale in [1e-30, 1.0, 1e30] {
                let unit = of([3. * scale, 4. * scale, 0.]).try_normalize().unwrap();
                let [x, y, _] = unit.to_f64();
                assert!(
                    (x - 0.6).abs() < 1e-6 && (y - 0.8).abs() < 1e-6,
                    "{scale} {unit:?}"
                );
            }
            // (a ∧ b)·(c ∧ d) = (a·c)(b·d) − (a·d)(b·c)
            let (c, d) = (of([2., 1., -3.]), of([-1., 5., 2.]));
            let expected = a.dot(c) * b.dot(d) - a.dot(d) * b.dot(c);
            assert_eq!(V::wedge_dot(a, b, c, d), expected);
            for axis in V::crossing_axes(a, b) {
                let (u, v) = (axis.dot(a).to_f64(), axis.dot(b).to_f64());
                assert!(u == 0.0 || V::DIM == 2 && v == 0.0);
            }
            for v in [
                a,
                b,
                c,
                d,
                of([0., 0., 1.]),
                of([0., 1., 0.]),
                of([1., 0., 0.]),
            ] {
                let o = v.any_orthogonal_vector();
                assert_eq!(o.dot(v), V::Scalar::ZERO);
                assert_eq!(o == V::ZERO, v == V::ZERO);
            }
        }
        check::<Vec2>();
        check::<Vec3>();
        check::<glam::DVec2>();
        check::<glam::DVec3>();
        check::<VecDD<2>>();
        check::<VecDD<3>>();
    }

    #[test]
    fn numbers_are_compared_and_limited() {
        fn check<S: Scalar>() {
            let of = S::from_f64;
            let (one, two, three) = (of(1.0), of(2.0), of(3.0));
            assert!(
                one.min(two) == one
                    && two.min(one) == one
                    && one.max(two) == two
                    && two.max(one) == two
            );
            assert!(one.clamp(two, three) == two && of(4.0).clamp(two, three) == three);
            assert!(two.clamp(one, three) == two && of(f64::NAN).clamp(one, two) == one);
            assert!(of(-2.5).abs() == of(2.5) && of(2.5).abs() == of(2.5));
            assert!(of(6.25).sqrt() == of(2.5) && !of(-1.0).sqrt().is_finite());
            assert!(
                of(-5.0).power_of_two() == of(4.0)
                    && S::ONE.is_finite()
                    && !S::INFINITY.is_finite()
            );
        }
        check::<f32>();
        check::<f64>();
        check::<crate::double_double::DoubleDouble>();
    }

    #[test]
    fn differences_are_scaled() {
        let found: [[f32; LANES]; 2] = crate::lanes::dispatch!(crate::lanes::level(), simd => {
            let single = sealed::Lanes::differences(simd, &[1.5_f32; LANES], 1.0, 4.0);
            let double = sealed::Lanes::differences(simd, &[1e9 + 0.5; LANES], 1e9, 4.0);
            [single.into(), double.into()]
        });
        assert_eq!(found, [[2.0; LANES]; 2]);
    }
}
