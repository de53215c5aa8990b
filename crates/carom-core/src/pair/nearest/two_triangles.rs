//! Closest points of two triangles.

use super::axes::{across, cross_axis, face_axis, padded, sides};
use super::triangle::{RoughDistances, clearly_crosses, edges, segment_triangle};
use super::{AXES, Axes, Kernel, Kernels, NearestPoints, careful, prism_apart, prism_time_free};
use crate::pair::prism::{Features, Prism, nearest_of_triangles};
use carom_math::{Scalar, Vector};

impl Kernel<3, 3> for Kernels {
    const WAYS: usize = AXES;

    /// An edge of one triangle is nearest to the other, or passes through it: six edges against triangles. Each pair of
    /// edges is computed twice, which costs time but saves a kernel.
    fn features<V: Vector>(a: &[V; 3], b: &[V; 3], mut offer: impl FnMut(NearestPoints<V>)) {
        for edge in &edges(a) {
            segment_triangle(edge, b, Features::ALL, &mut offer);
        }
        for edge in &edges(b) {
            segment_triangle(edge, a, Features::ALL, |found| {
                offer(NearestPoints {
                    a: found.b,
                    b: found.a,
                    ..found
                });
            });
        }
    }
    fn clearly_cross<D: Vector<Scalar = f64>>(a: &[D; 3], b: &[D; 3]) -> bool {
        D::DIM == 3
            && (edges(a).iter().any(|edge| clearly_crosses(edge, b))
                || edges(b).iter().any(|edge| clearly_crosses(edge, a)))
    }
    #[inline(always)]
    fn exactly_nearest<W: Vector>(a: &[W; 3], b: &[W; 3]) -> NearestPoints<W> {
        if W::DIM == 2 {
            return Self::nearest(a, b);
        }
        let (double_a, double_b) = (a.map(W::to_double), b.map(W::to_double));
        let of_a = edges(&double_a).map(|edge| RoughDistances::new(&edge, &double_b));
        let of_b = edges(&double_b).map(|edge| RoughDistances::new(&edge, &double_a));
        let all = of_a.iter().chain(&of_b);
        let least = all.fold(f64::INFINITY, |least, rough| least.min(rough.least));
        let mut best: Option<NearestPoints<W>> = None;
        for (edge, rough) in edges(a).iter().zip(&of_a) {
            segment_triangle(edge, b, rough.features(least), |found| {
                best = Some(best.map_or(found, |best| best.or(found)));
            });
        }
        for (edge, rough) in edges(b).iter().zip(&of_b) {
            segment_triangle(edge, a, rough.features(least), |found| {
                let found = NearestPoints {
                    a: found.b,
                    b: found.a,
                    ..found
                };
                best = Some(best.map_or(found, |best| best.or(found)));
            });
        }
        best.unwrap_or_else(|| Self::nearest(a, b))
    }
    #[inline(never)]
    fn quick_nearest<V: Vector>(a: &[V; 3], b: &[V; 3]) -> NearestPoints<V> {
        if V::DIM == 2 {
            return Self::nearest(a, b);
        }
        let (Some(of_a), Some(of_b)) = (Prism::new(b, a), Prism::new(a, b)) else {
            return careful(a, b);
        };
        if let Some(p) = of_b.crossing_edge(a).or_else(|| of_a.crossing_edge(b)) {
            return NearestPoints::crossing(p);
        }
        match nearest_of_triangles((a, &of_a), (b, &of_b)) {
            Some([a, b]) => NearestPoints::between(a, b),
            None => careful(a, b),
        }
    }
    #[inline(always)]
    fn quickly_apart<V: Vector>(a: &[V; 3], b: &[V; 3], reach: V::Scalar) -> bool {
        prism_apart(a, b, reach) || prism_apart(b, a, reach)
    }
    fn time_free<V: Vector>(
        a: &[V; 3],
        delta: V,
        b: &[V; 3],
        start: V::Scalar,
        stop: V::Scalar,
    ) -> V::Scalar {
        let limits = [start, stop];
        prism_time_free(a, delta, b, limits).max(prism_time_free(b, -delta, a, limits))
    }
    fn axes<V: Vector>(a: &[V; 3], b: &[V; 3]) -> Axes<V> {
        if V::DIM == 2 {
            let ([e, f, g], [h, i, j]) = (sides(a), sides(b));
            return padded([e, f, g, h, i, j]);
        }
        let mut axes = [V::ZERO; AXES];
        (axes[0], axes[1]) = (face_axis(a), face_axis(b));
        for (i, e) in edges(a).iter().enumerate() {
            for (j, f) in edges(b).iter().enumerate() {
                axes[2 + 3 * i + j] = cross_axis(e[1] - e[0], f[1] - f[0]);
            }
        }
        if axes.iter().all(|axis| *axis == V::ZERO) {
            let ([ab, bc, ca], [de, ef, fd]) = (edges(a), edges(b));
            return padded([across([ab, bc, ca, de, ef, fd])]);
        }
        axes
    }
}
