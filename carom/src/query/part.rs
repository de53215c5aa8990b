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
    /// The gap along the normal between all of `a` and all of `b`, `min n·a − max n·b`: what the
    /// distance is at least, whatever rounding has done to the points and the normal.
    pub(crate) support: V::Scalar,
    /// Another normal would do as well.
    pub(crate) ambiguous: bool,
}

impl<V: Vector, const N: usize, const M: usize> Cores<V, N, M>
where
    Self: Kernel<V, N, M>,
{
    /// How the cores stand after the fraction `t` of the motion.
    #[inline(always)]
    pub(crate) fn parting(&self, t: V::Scalar) -> Parting<V> {
        let a = self.moved(t);
        let nearest = Self::nearest(&a, &self.b);
        // Nearer than this nothing of a direction is left.
        let eps_l = V::Scalar::EPSILON * self.size;
        let found = self.along(&a, &nearest);
        if nearest.crossing || found.distance <= V::Scalar::from_f64(4.0) * eps_l {
            return self.shortest_way_out(&a, nearest, V::ZERO);
        }
        if found.support < found.distance - V::Scalar::from_f64(8.0) * eps_l {
            return self.best_supported(&a, found);
        }
        found
    }

    /// The parting along the direction of two nearest points.
    #[inline(always)]
    fn along(&self, a: &[V; N], nearest: &Nearest<V>) -> Parting<V> {
        let w = nearest.a - nearest.b;
        let (mut normal, mut distance) = (V::ZERO, V::Scalar::ZERO);
        if nearest.axis != V::ZERO
            && let Some(axis) = nearest.axis.try_normalize()
        {
            // The feature fixes the direction only if the points lie along it: two segments that are
            // nearest a rounding from an end are not nearest along their cross product.
            let along = axis.dot(w);
            let aside = w - axis * along;
            let rounding = V::Scalar::from_f64(8.0) * V::Scalar::EPSILON * self.size;
            if aside.length_squared() <= rounding * rounding {
                normal = if along < V::Scalar::ZERO { -axis } else { axis };
                distance = along.abs();
            }
        }
        if normal == V::ZERO {
            distance = w.length();
            normal = w / distance;
        }
        Parting {
            a: nearest.a,
            b: nearest.b,
            normal,
            distance,
            support: if Self::SINGLE {
                distance
            } else {
                extent(a, normal).0 - extent(&self.b, normal).1
            },
            ambiguous: false,
        }
    }

    /// Of features that are as near to each other as rounding can tell, the one whose normal parts the
    /// cores best. A foot on the border of two features may be a √eps away in the wrong one: that
    /// changes the distance by an eps, but the normal by a √eps.
    #[cold]
    fn best_supported(&self, a: &[V; N], found: Parting<V>) -> Parting<V> {
        let tie = V::Scalar::from_f64(4.0) * V::Scalar::EPSILON * self.size;
        let mut best = found;
        Self::features(a, &self.b, |nearest| {
            let other = self.along(a, &nearest);
            if other.distance <= found.distance + tie && other.support > best.support {
                best = other;
            }
        });
        for axis in Self::axes(a, &self.b) {
            let Some(axis) = axis.try_normalize() else {
                continue;
            };
            for normal in [axis, -axis] {
                let support = extent(a, normal).0 - extent(&self.b, normal).1;
                // A direction across a core is an axis too; it must be that of the points.
                let same = normal.dot(found.a - found.b) >= found.distance - tie;
                if same && support > best.support {
                    best = Parting {
                        normal,
                        support,
                        ..best
                    };
                }
            }
        }
        best
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
            support: -depth,
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
