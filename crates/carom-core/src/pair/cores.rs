//! A pair of cores in its own frame: in double precision, relative to one of its points.

use super::frame::{Frame, PRESCALE, copied, greater, lesser, prescaled};
use crate::shape::RoundedCore;
use carom_math::{Scalar, Vector};

/// Two cores of `N` and `M` points with their radii, in the frame of the pair: the input of all kernels.
///
/// The first point of `b` is the origin. This rounds each coordinate once in double precision, and not at all in single
/// precision (unless the sizes differ wildly) or if the shapes are near each other. So results do not depend on the
/// position; [`Frame`] explains why they do not depend on the scale.
#[derive(Clone, Copy)]
pub(crate) struct CorePair<V: Vector, const N: usize, const M: usize> {
    pub(crate) a: [V::Double; N],
    pub(crate) b: [V::Double; M],
    pub(crate) frame: Frame<V>,
}

impl<V: Vector, const N: usize, const M: usize> CorePair<V, N, M> {
    /// The pair of `a`, moving by `delta`, and `b`.
    #[inline(always)]
    pub(crate) fn new(
        (a, radius_a): RoundedCore<V, N>,
        (b, radius_b): RoundedCore<V, M>,
        delta: V,
    ) -> Self {
        let (a, b) = (a.map(V::to_double), b.map(V::to_double));
        let radii = [radius_a.to_f64(), radius_b.to_f64()];
        let delta = delta.to_double();
        let cores = Self::framed(a, b, radii, delta, 1.0);
        if !V::Scalar::DOUBLE || cores.frame.size.is_finite() {
            return cores;
        }
        let prescale = |p: V::Double| V::Double::from_f64(p.to_f64().map(prescaled::<V::Scalar>));
        let radii = radii.map(prescaled::<V::Scalar>);
        Self::framed(
            a.map(prescale),
            b.map(prescale),
            radii,
            prescale(delta),
            PRESCALE,
        )
    }

    #[inline(always)]
    fn framed(
        a: [V::Double; N],
        b: [V::Double; M],
        radii: [f64; 2],
        delta: V::Double,
        outer: f64,
    ) -> Self {
        let origin = b[0];
        let extent = |core: &[V::Double], from: V::Double| {
            let most = |most: V::Double, p: &V::Double| most.max((*p - from).abs());
            core.iter().fold(V::Double::ZERO, most).max_element()
        };
        let size_b = extent(&b[1..], origin);
        let largest = greater(extent(&a, origin), size_b);
        let smaller = lesser(
            greater(extent(&a[1..], a[0]), radii[0]),
            greater(size_b, radii[1]),
        );
        let frame = Frame::new(origin, largest, smaller, radii, delta, outer);
        let mut b = b.map(|p| frame.local(p));
        // A compiler may not infer this, as the difference of two infinities is not zero.
        b[0] = V::Double::ZERO;
        Self {
            a: a.map(|p| frame.local(p)),
            b,
            frame,
        }
    }

    /// See [`copied`].
    #[inline(always)]
    pub(crate) fn copied(&self) -> Self {
        Self {
            a: self.a.map(copied),
            b: self.b.map(copied),
            frame: self.frame.copied(),
        }
    }

    /// `a` after the fraction `t` of its motion.
    #[inline(always)]
    pub(crate) fn moved(&self, t: f64) -> [V::Double; N] {
        self.a.map(|p| p + self.frame.delta * t)
    }
}

impl<V: Vector, const N: usize> CorePair<V, N, N> {
    /// Two shapes of one kind in a canonical order, so that `a` against `b` and `b` against `a` are the same
    /// computation. Returns 1 if they are exchanged, otherwise 0: the first is then `b`, and moves by the second
    /// `delta`.
    #[inline(always)]
    pub(crate) fn ordered<S>(
        a: &S,
        delta: [V; 2],
        b: &S,
        rounded: impl Fn(&S) -> RoundedCore<V, N>,
    ) -> (Self, usize) {
        let turned = comes_after(&rounded(a), &rounded(b));
        // Indexed instead of branched: which of two comes first is unpredictable.
        let both = [a, b];
        let (first, second) = (rounded(both[turned]), rounded(both[1 - turned]));
        (Self::new(first, second, delta[turned]), turned)
    }
}

/// 1 if `a` comes after `b` by coordinates, then by radius; otherwise 0.
#[inline(always)]
fn comes_after<V: Vector, const N: usize>(a: &RoundedCore<V, N>, b: &RoundedCore<V, N>) -> usize {
    // The sign bit instead of a comparison, which compilers turn into a branch.
    let negative = |difference: f64| (difference.to_bits() >> 63) as usize;
    for (p, q) in a.0.iter().zip(&b.0) {
        for i in 0..V::DIM {
            let difference = q[i].to_f64() - p[i].to_f64();
            if difference != 0.0 {
                return negative(difference);
            }
        }
    }
    negative(b.1.to_f64() - a.1.to_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3, dvec3, vec3};

    #[test]
    fn the_frame_is_exact_and_of_size_one() {
        let cores = CorePair::new(
            ([dvec3(16385., 0., 0.)], 0.25),
            ([dvec3(16384., 0., 0.), dvec3(16384., 3., 0.)], 0.5),
            DVec3::ZERO,
        );
        assert_eq!(cores.frame.size, 1.5);
        assert_eq!(cores.a, [dvec3(0.5, 0., 0.)]);
        assert_eq!(cores.frame.point(cores.b[1]), dvec3(16384., 3., 0.));
        assert_eq!(cores.frame.length(cores.frame.radius()), 0.75);
    }

    #[test]
    fn single_precision_keeps_its_unit() {
        let cores = CorePair::new(
            ([vec3(16385., 0., 0.)], 0.25),
            ([vec3(16384., 0., 0.), vec3(16384., 3., 0.)], 0.5),
            Vec3::ZERO,
        );
        assert_eq!((cores.a, cores.frame.size), ([dvec3(1., 0., 0.)], 3.0));
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let cores = CorePair::new(([DVec3::MAX], 0.), ([DVec3::MIN], f64::MAX), DVec3::ZERO);
        assert!(cores.a[0].is_finite() && cores.frame.size < 2.0);
        assert_eq!(cores.a[0].x, 2.0 * cores.frame.radius_b);
        assert_eq!(cores.frame.point(cores.a[0]), DVec3::MAX);
        assert_eq!(cores.frame.length(cores.a[0].x), f64::MAX);
        let single = CorePair::new(([Vec3::MAX], 0.), ([Vec3::MIN], f32::MAX), Vec3::ZERO);
        assert_eq!(single.frame.point(single.a[0]), Vec3::MAX);
        assert_eq!(single.frame.length(single.a[0].x), f32::MAX);
    }
}
