//! A pair of cores in a frame of its own: relative to one of its points, and of size one.

use crate::vector::{Scalar, Vector};

/// Two cores of `N` and `M` points with their radii, as every kernel wants them.
///
/// Two exact steps make all that follows free of scale and place: the first point of `b` becomes the
/// origin (one rounding a coordinate, none where the shapes are near each other), then everything is
/// multiplied by the power of two that brings the largest number `size` into `1..2`. Degree-8
/// intermediates of raw input overflow in `f32` from 10⁵ on and vanish below 10⁻⁵; these do not.
#[derive(Clone, Copy)]
pub(crate) struct Cores<V: Vector, const N: usize, const M: usize> {
    pub(crate) a: [V; N],
    pub(crate) b: [V; M],
    pub(crate) radius_a: V::Scalar,
    pub(crate) radius_b: V::Scalar,
    /// How far `a` moves; zero for a query that stands still.
    pub(crate) delta: V,
    /// L: the largest coordinate, radius or displacement, in `1..2` unless all are zero.
    pub(crate) size: V::Scalar,
    origin: V,
    unit: V::Scalar,
    /// 1, or 8 where the input had to be divided first: see [`beyond_range`](Self::beyond_range).
    outer: V::Scalar,
}

impl<V: Vector, const N: usize, const M: usize> Cores<V, N, M> {
    #[inline(always)]
    pub(crate) fn new(
        a: [V; N],
        radius_a: V::Scalar,
        b: [V; M],
        radius_b: V::Scalar,
        delta: V,
    ) -> Self {
        let origin = b[0];
        let mut largest = delta.abs();
        for p in a.iter().chain(&b[1..]) {
            largest = largest.max((*p - origin).abs());
        }
        let size = largest.max_element().max(radius_a).max(radius_b);
        if !size.is_finite() {
            return Self::beyond_range(a, radius_a, b, radius_b, delta);
        }
        let unit = size.power_of_two();
        let scale = V::Scalar::ONE / unit;
        Self {
            a: a.map(|p| (p - origin) * scale),
            b: b.map(|p| (p - origin) * scale),
            radius_a: radius_a * scale,
            radius_b: radius_b * scale,
            delta: delta * scale,
            size: size * scale,
            origin,
            unit,
            outer: V::Scalar::ONE,
        }
    }

    /// Differences of finite coordinates can overflow; an eighth of them cannot.
    #[cold]
    fn beyond_range(
        a: [V; N],
        radius_a: V::Scalar,
        b: [V; M],
        radius_b: V::Scalar,
        delta: V,
    ) -> Self {
        let eighth = V::Scalar::from_f64(0.125);
        let eight = V::Scalar::from_f64(8.0);
        let bound = V::Scalar::MAX * eighth;
        // Infinite or NaN input is a broken promise of the caller's; it ends here as the largest number.
        let tame = |s: V::Scalar| (s * eighth).clamp(-bound, bound);
        let tame_vector = |p: V| {
            let p = p.to_f64().map(|c| tame(V::Scalar::from_f64(c)).to_f64());
            V::from_f64(p)
        };
        let mut cores = Self::new(
            a.map(tame_vector),
            tame(radius_a),
            b.map(tame_vector),
            tame(radius_b),
            tame_vector(delta),
        );
        cores.outer = eight;
        cores
    }

    /// The reach of both roundings together.
    #[inline(always)]
    pub(crate) fn radius(&self) -> V::Scalar {
        self.radius_a + self.radius_b
    }

    /// `a` after the fraction `t` of its motion.
    #[inline(always)]
    pub(crate) fn moved(&self, t: V::Scalar) -> [V; N] {
        self.a.map(|p| p + self.delta * t)
    }

    /// A point of the frame in the caller's coordinates.
    #[inline(always)]
    pub(crate) fn point(&self, local: V) -> V {
        (self.origin + local * self.unit) * self.outer
    }

    /// A length of the frame in the caller's unit, at most the largest number.
    #[inline(always)]
    pub(crate) fn length(&self, local: V::Scalar) -> V::Scalar {
        (local * self.unit * self.outer).clamp(-V::Scalar::MAX, V::Scalar::MAX)
    }
}

impl<V: Vector, const N: usize> Cores<V, N, N> {
    /// Two cores of one kind in an order of their own, whichever way round the caller has them, so that
    /// `a` against `b` and `b` against `a` are the same computation. Tells whether they are turned: the
    /// first is then `b`, and moves by the second `delta`.
    #[inline(always)]
    pub(crate) fn ordered(
        (a, radius_a): ([V; N], V::Scalar),
        delta: [V; 2],
        (b, radius_b): ([V; N], V::Scalar),
    ) -> (Self, bool) {
        let turned = !precedes(&a, radius_a, &b, radius_b);
        // Selected, not branched on: which of two comes first is a coin's toss.
        let (first, second) = if turned { (b, a) } else { (a, b) };
        let (radius_1, radius_2) = if turned {
            (radius_b, radius_a)
        } else {
            (radius_a, radius_b)
        };
        let delta = if turned { delta[1] } else { delta[0] };
        let cores = Self::new(first, radius_1, second, radius_2, delta);
        (cores, turned)
    }
}

/// By coordinates, then by radius.
#[inline(always)]
fn precedes<V: Vector, const N: usize>(
    a: &[V; N],
    radius_a: V::Scalar,
    b: &[V; N],
    radius_b: V::Scalar,
) -> bool {
    for (p, q) in a.iter().zip(b) {
        for i in 0..V::DIM {
            if p[i] != q[i] {
                return p[i] < q[i];
            }
        }
    }
    radius_a <= radius_b
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec3, vec3};

    #[test]
    fn the_frame_is_exact_and_of_size_one() {
        let cores = Cores::new(
            [vec3(16385., 0., 0.)],
            0.25,
            [vec3(16384., 0., 0.), vec3(16384., 3., 0.)],
            0.5,
            Vec3::ZERO,
        );
        assert_eq!(cores.size, 1.5);
        assert_eq!(cores.a, [vec3(0.5, 0., 0.)]);
        assert_eq!(cores.point(cores.b[1]), vec3(16384., 3., 0.));
        assert_eq!(cores.length(cores.radius()), 0.75);
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let cores = Cores::new([Vec3::MAX], 0., [Vec3::MIN], f32::MAX, Vec3::ZERO);
        assert!(cores.a[0].is_finite() && cores.size < 2.0);
        assert_eq!(cores.a[0].x, 2.0 * cores.radius_b);
        assert_eq!(cores.point(cores.a[0]), Vec3::MAX);
        assert_eq!(cores.length(cores.a[0].x), f32::MAX);
    }
}
