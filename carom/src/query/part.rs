//! How two cores stand to each other: signed distance, direction and witness points.

use super::cores::Cores;
use super::nearest::{Kernel, Nearest};
use crate::vector::{Scalar, Vector};

/// The cores' signed distance (negative where they cross) along a unit normal from `b` to `a`.
#[derive(Clone, Copy)]
pub(crate) struct Parting<V: Vector> {
    pub(crate) a: V,
    pub(crate) b: V,
    pub(crate) normal: V,
    pub(crate) distance: V::Scalar,
    /// A bound on the error of the normal.
    pub(crate) error: V::Scalar,
    /// Another normal would do as well.
    pub(crate) ambiguous: bool,
}

impl<V: Vector, const N: usize, const M: usize> Cores<V, N, M>
where
    Self: Kernel<V, N, M>,
{
    /// How the cores stand after the fraction `t` of the motion.
    #[inline]
    pub(crate) fn parting(&self, t: V::Scalar) -> Parting<V> {
        let a = self.moved(t);
        let nearest = Self::nearest(&a, &self.b);
        let w = nearest.a - nearest.b;
        let eps8 = V::Scalar::from_f64(8.0) * V::Scalar::EPSILON;
        let (normal, distance, error);
        if nearest.axis == V::ZERO {
            distance = w.length();
            error = eps8 * self.size / distance;
            normal = w / distance;
        } else {
            let length = nearest.axis.length();
            let along = nearest.axis.dot(w) / length;
            let sign = if along < V::Scalar::ZERO {
                -length
            } else {
                length
            };
            distance = along.abs();
            error = eps8 * nearest.spread;
            normal = nearest.axis / sign;
        }
        // Nearer than this nothing of a direction is left.
        let touch = V::Scalar::from_f64(4.0) * V::Scalar::EPSILON * self.size;
        if nearest.crossing || distance <= touch {
            return self.shortest_way_out(&a, nearest, V::ZERO);
        }
        Parting {
            a: nearest.a,
            b: nearest.b,
            normal,
            distance,
            error,
            ambiguous: false,
        }
    }

    /// How cores without a radius to speak of stand where a motion has brought them together: the
    /// difference of their points is rounding, so the normal is that of a feature, against the motion.
    #[cold]
    pub(crate) fn parting_at_touch(&self, t: V::Scalar) -> Parting<V> {
        let a = self.moved(t);
        self.shortest_way_out(&a, Self::nearest(&a, &self.b), self.delta)
    }

    /// The least overlap over the faces of the Minkowski difference: along each axis `m`, `a` leaves
    /// `b` after `max m·b − min m·a` one way and `max m·a − min m·b` the other. A way along the motion
    /// `against` does not count, unless that is zero.
    #[cold]
    fn shortest_way_out(&self, a: &[V; N], nearest: Nearest<V>, against: V) -> Parting<V> {
        let tie = V::Scalar::from_f64(8.0) * V::Scalar::EPSILON * self.size;
        let mut best = (V::Scalar::INFINITY, V::ZERO);
        let mut ambiguous = false;
        for axis in Self::axes(a, &self.b) {
            let Some(m) = axis.try_normalize() else {
                continue;
            };
            let (a_min, a_max) = extent(a, m);
            let (b_min, b_max) = extent(&self.b, m);
            for (depth, way) in [(b_max - a_min, m), (a_max - b_min, -m)] {
                if way.dot(against) > V::Scalar::ZERO {
                    continue;
                }
                ambiguous = (ambiguous && depth >= best.0 - tie) || (depth - best.0).abs() <= tie;
                if depth < best.0 {
                    best = (depth, way);
                }
            }
        }
        let (mut depth, mut normal) = best;
        if normal == V::ZERO {
            // Two points at one place: any direction will do.
            let any = (-against).try_normalize();
            let any = any.unwrap_or(V::from_f64([1.0, 0.0, 0.0]));
            (depth, normal, ambiguous) = (V::Scalar::ZERO, any, true);
        }
        // Parted by that much, the cores touch; where they touch are the witness points.
        let (mut on_a, mut on_b) = (nearest.a, nearest.b);
        if nearest.crossing {
            let touching = Self::nearest(&a.map(|p| p + normal * depth), &self.b);
            (on_a, on_b) = (touching.a - normal * depth, touching.b);
        }
        Parting {
            a: on_a,
            b: on_b,
            normal,
            distance: -depth,
            error: tie,
            ambiguous,
        }
    }
}

/// The least and the greatest of `m·p`.
fn extent<V: Vector>(points: &[V], m: V) -> (V::Scalar, V::Scalar) {
    points.iter().fold(
        (V::Scalar::INFINITY, -V::Scalar::INFINITY),
        |(least, most), p| (least.min(m.dot(*p)), most.max(m.dot(*p))),
    )
}
