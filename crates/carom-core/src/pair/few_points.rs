//! The separation of two cores of few points, by closed forms: in double precision certified by the support gap, and
//! computed again in double-double where this leaves a doubt.

use super::cores::CorePair;
use super::frame::{Frame, copied, greater};
use super::least_depth::{LeastDepth, extent, least_depth, leave_out_deeper};
use super::nearest::{Kernel, Kernels, NearestPoints};
use super::pierced::pierced;
use super::prism::Features;
use super::separation::{MovingPair, Separation, overlap, padded_reach};
use carom_math::{Scalar, Vector};

impl<V: Vector, const N: usize, const M: usize> MovingPair<V> for CorePair<V, N, M>
where
    Kernels: Kernel<N, M>,
{
    #[inline(always)]
    fn frame(&self) -> &Frame<V> {
        &self.frame
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn separation(&self, t: f64) -> Separation<V::Double> {
        self.step(t, 0.0)
    }

    #[cold]
    fn separation_at_rest(&self) -> Separation<V::Double> {
        let frame = self.frame.at_rest();
        let found = Self { frame, ..*self }.within_out_of_line(f64::INFINITY);
        found.unwrap_or_else(Separation::infinite)
    }

    #[inline(always)]
    fn step(&self, t: f64, _touch: f64) -> Separation<V::Double> {
        let a = self.moved(t);
        // A step of a sweep only needs a support gap that is nearly the distance.
        self.certified(&a, self.nearest(&a), 0.9)
    }

    #[cold]
    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        let a = self.moved(t);
        self.exactly(&a, self.nearest(&a), self.frame.delta)
    }

    #[inline(always)]
    fn time_free(&self, start: f64, stop: f64) -> f64 {
        if V::Scalar::DOUBLE {
            return 0.0;
        }
        // The rounding of a direction: at most 2¹⁴ eps for those that `time_free` accepts.
        let slack = self.frame.size * f64::EPSILON * 16384.0;
        Kernels::time_free(
            &self.a,
            self.frame.delta,
            &self.b,
            start + slack,
            stop + slack,
        )
    }

    #[inline(always)]
    fn first_touch(&self) -> Option<(f64, Separation<V::Double>)> {
        let ([a], [b, c, d]) = (&self.a[..], &self.b[..]) else {
            return None;
        };
        let counts = V::Scalar::DOUBLE && V::DIM == 3 && self.frame.radius() == 0.0;
        let touch = counts.then(|| pierced(&self.frame, *a, &[*b, *c, *d]))??;
        let separation = Separation {
            a: touch.at,
            b: touch.at - touch.normal * touch.gap,
            normal: touch.normal,
            distance: touch.gap,
            support: touch.gap,
            ambiguous: false,
        };
        Some((touch.t, separation))
    }

    #[inline(always)]
    fn separation_within(&self, reach: f64) -> Option<Separation<V::Double>> {
        let reach = self.padded(reach);
        if V::Scalar::DOUBLE {
            return self.within_out_of_line(reach);
        }
        if !V::Scalar::DOUBLE && Kernels::quickly_apart(&self.a, &self.b, reach) {
            return None;
        }
        self.within(self.nearest(&self.a), reach)
    }

    /// By squared distances, which in double precision do not have the bits for it.
    #[inline(always)]
    fn overlap(&self) -> bool {
        if V::Scalar::DOUBLE {
            return overlap(self);
        }
        let radius = self.frame.radius();
        if Kernels::quickly_apart(&self.a, &self.b, radius) {
            return false;
        }
        let nearest = self.nearest(&self.a);
        nearest.crossing || (nearest.a - nearest.b).length_squared() <= radius * radius
    }
}

/// Cores without a radius, of which every hit is a touch: the touch, rare for other cores, is inlined here.
pub(crate) struct Thin<'a, V: Vector, const N: usize, const M: usize>(
    pub(crate) &'a CorePair<V, N, M>,
);

impl<V: Vector, const N: usize, const M: usize> MovingPair<V> for Thin<'_, V, N, M>
where
    Kernels: Kernel<N, M>,
{
    #[inline(always)]
    fn frame(&self) -> &Frame<V> {
        self.0.frame()
    }

    #[inline(always)]
    fn separation(&self, t: f64) -> Separation<V::Double> {
        self.0.separation(t)
    }

    fn separation_at_rest(&self) -> Separation<V::Double> {
        self.0.separation_at_rest()
    }

    #[inline(always)]
    fn step(&self, t: f64, touch: f64) -> Separation<V::Double> {
        let a = self.0.moved(t);
        let nearest = self.0.nearest(&a);
        let distance = (nearest.a - nearest.b).length();
        // The distance along the penetration axis is not greater, except by rounding.
        let at_most = distance + 8.0 * f64::EPSILON * self.0.frame.size;
        if !V::Scalar::DOUBLE && t > 0.0 && at_most <= touch {
            return Separation {
                a: nearest.a,
                b: nearest.b,
                normal: V::Double::ZERO,
                distance: at_most,
                support: at_most,
                ambiguous: true,
            };
        }
        self.0.certified(&a, nearest, 0.9)
    }

    #[inline(always)]
    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        if cfg!(target_family = "wasm") {
            return self.0.separation_at_touch(t);
        }
        self.0.touching(t)
    }

    #[inline(always)]
    fn time_free(&self, start: f64, stop: f64) -> f64 {
        self.0.time_free(start, stop)
    }

    #[inline(always)]
    fn first_touch(&self) -> Option<(f64, Separation<V::Double>)> {
        self.0.first_touch()
    }
}

impl<V: Vector, const N: usize, const M: usize> CorePair<V, N, M>
where
    Kernels: Kernel<N, M>,
{
    /// See [`MovingPair::separation_at_touch`].
    #[inline(always)]
    fn touching(&self, t: f64) -> Separation<V::Double> {
        let a = self.moved(t);
        self.exactly_here(&a, self.nearest(&a), self.frame.delta)
    }

    /// `reach` enlarged: see [`padded_reach`]. Nearer than the direction tolerance, the distance is that along the
    /// penetration axis, not of the points.
    #[inline(always)]
    pub(super) fn padded(&self, reach: f64) -> f64 {
        greater(padded_reach::<V>(reach), self.frame.direction_tolerance())
    }

    /// The separation at rest, from the nearest points; `None` if they are farther apart than the padded `reach`.
    #[inline(always)]
    pub(super) fn within(
        &self,
        nearest: NearestPoints<V::Double>,
        reach: f64,
    ) -> Option<Separation<V::Double>> {
        if (nearest.a - nearest.b).length_squared() > reach * reach && !nearest.crossing {
            return None;
        }
        Some(self.certified(&self.a, nearest, 1.0))
    }

    /// The separation at rest in single precision, given the features that can be nearest; `None` if they leave a
    /// doubt.
    #[inline(always)]
    pub(super) fn separation_among(&self, features: Features) -> Option<Separation<V::Double>> {
        if V::DIM == 2 {
            return None;
        }
        let nearest = Kernels::nearest_among(&self.a, &self.b, features)?;
        let found = self.along(&self.a, &nearest);
        (found.distance > self.frame.direction_tolerance()).then_some(found)
    }

    /// The same in double precision; in wasm not inlined, for the size of sweeps, which begin with it at a touch.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn within_out_of_line(&self, reach: f64) -> Option<Separation<V::Double>> {
        self.within(self.nearest(&self.a), reach)
    }

    /// The nearest points of `b` and the moved `a`.
    #[inline(always)]
    pub(super) fn nearest(&self, a: &[V::Double; N]) -> NearestPoints<V::Double> {
        if V::Scalar::DOUBLE {
            Kernels::nearest(a, &self.b)
        } else {
            Kernels::quick_nearest(a, &self.b)
        }
    }

    /// The separation of `b` and the moved `a`, from their nearest points.
    ///
    /// In double precision it must be certified by the support gap, a lower bound of the distance: this must equal the
    /// distance up to rounding, or leave at least the fraction `part` of the gap. Otherwise it is recomputed exactly.
    #[inline(always)]
    fn certified(
        &self,
        a: &[V::Double; N],
        nearest: NearestPoints<V::Double>,
        part: f64,
    ) -> Separation<V::Double> {
        let found = self.along(a, &nearest);
        let radius = self.frame.radius();
        let certain = !V::Scalar::DOUBLE
            || found.support >= found.distance - self.frame.tolerance(5.0)
            || part < 1.0 && found.support - radius >= part * (found.distance - radius);
        if !nearest.crossing && found.distance > self.frame.direction_tolerance() && certain {
            return found;
        }
        let nearest = NearestPoints {
            crossing: nearest.crossing,
            ..NearestPoints::between(copied(nearest.a), copied(nearest.b))
        };
        let found = self
            .copied()
            .exactly(&a.map(copied), nearest, V::Double::ZERO);
        found.copied()
    }

    /// The separation in [`Vector::Exact`], for cores that cross or almost touch, or when rounding leaves a doubt. If
    /// `against`, a motion, is not zero, it is that of a touch, with a normal against the motion.
    #[cold]
    fn exactly(
        &self,
        a: &[V::Double; N],
        nearest: NearestPoints<V::Double>,
        against: V::Double,
    ) -> Separation<V::Double> {
        self.exactly_here(a, nearest, against)
    }

    /// The same, inlined.
    #[inline(always)]
    fn exactly_here(
        &self,
        a: &[V::Double; N],
        nearest: NearestPoints<V::Double>,
        against: V::Double,
    ) -> Separation<V::Double> {
        let exact = V::Exact::from_double;
        let crosses = nearest.crossing && V::Scalar::DOUBLE && Kernels::clearly_cross(a, &self.b);
        let (a, b) = (a.map(exact), self.b.map(exact));
        let nearest = if crosses {
            NearestPoints::crossing(a[0])
        } else if V::Scalar::DOUBLE {
            Kernels::exactly_nearest(&a, &b)
        } else {
            NearestPoints {
                crossing: nearest.crossing,
                ..NearestPoints::between(exact(nearest.a), exact(nearest.b))
            }
        };
        let w = nearest.a - nearest.b;
        let distance = w.length();
        let apart = !nearest.crossing && against == V::Double::ZERO;
        if apart && distance.to_f64() > self.exact_direction_tolerance(&a, &b) {
            return Separation {
                a: nearest.a.to_double(),
                b: nearest.b.to_double(),
                normal: (w / distance).to_double(),
                distance: distance.to_f64(),
                support: distance.to_f64(),
                ambiguous: false,
            };
        }
        self.penetration_axis(&a, &b, nearest, exact(against))
    }

    /// Closer than this, the difference of two points in [`Vector::Exact`] does not determine a direction to some eps, and
    /// the normal is that of a feature. In double precision it does not depend on the motion, so that a motion that starts
    /// touching has the normal of the contact.
    #[inline(always)]
    fn exact_direction_tolerance(&self, a: &[V::Exact; N], b: &[V::Exact; M]) -> f64 {
        if !V::Scalar::DOUBLE {
            return self.frame.direction_tolerance();
        }
        let most = |most: V::Double, p: &V::Exact| most.max(p.to_double().abs());
        let most = a.iter().chain(b).fold(V::Double::ZERO, most);
        // The squares of less have no digits to spare.
        greater(1e-17 * most.max_element(), 1e-130)
    }

    /// The separation along the direction of two nearest points.
    ///
    /// In single precision this is the difference of the points. In double precision the direction of the feature may
    /// be better, and the support gap over both cores is computed to check it: near the border of two features the
    /// normal can be wrong by √eps, which is 10⁻⁸ here.
    #[inline(always)]
    fn along(
        &self,
        a: &[V::Double; N],
        nearest: &NearestPoints<V::Double>,
    ) -> Separation<V::Double> {
        let w = nearest.a - nearest.b;
        let mut direct = None;
        if V::Scalar::DOUBLE
            && nearest.axis != V::Double::ZERO
            && let Some(axis) = nearest.axis.try_normalize()
        {
            // The feature determines the direction only if the points are along it: two segments that are nearest
            // within rounding of an end are not nearest along their cross product.
            let along = axis.dot(w);
            let aside = w - axis * along;
            let rounding = self.frame.tolerance(8.0);
            if aside.length_squared() <= rounding * rounding {
                let normal = if along < 0.0 { -axis } else { axis };
                direct = Some((normal, along.abs()));
            }
        }
        let (normal, distance) = direct.unwrap_or_else(|| {
            let distance = w.length();
            (w / distance, distance)
        });
        let support = if !V::Scalar::DOUBLE || <Kernels as Kernel<N, M>>::IS_OF_POINTS {
            distance
        } else {
            extent(a, normal).0 - extent(&self.b, normal).1
        };
        Separation {
            a: nearest.a,
            b: nearest.b,
            normal,
            distance,
            support,
            ambiguous: false,
        }
    }

    /// The least penetration over the faces of the Minkowski difference (separating axes): along each axis `m`, `a`
    /// leaves `b` after `max m·b − min m·a` in one direction and `max m·a − min m·b` in the other. If `against`, a
    /// motion, is not zero, directions along it do not count.
    #[inline(always)]
    fn penetration_axis<W: Vector<Double = V::Double>>(
        &self,
        a: &[W; N],
        b: &[W; M],
        nearest: NearestPoints<W>,
        against: W,
    ) -> Separation<V::Double> {
        let tie = W::Scalar::from_f64(self.frame.tolerance(8.0));
        let mut axes = Kernels::axes(a, b);
        let axes = &mut axes[..<Kernels as Kernel<N, M>>::WAYS];
        if V::Scalar::DOUBLE && V::DIM == 3 {
            let (a, b) = (a.map(W::to_double), b.map(W::to_double));
            leave_out_deeper(axes, &a, &b, against.to_double());
        }
        let LeastDepth {
            depth,
            normal,
            ambiguous,
        } = least_depth(axes, a, b, against, tie);
        // Moved apart by that depth, the cores touch at the witness points.
        let (mut on_a, mut on_b) = (nearest.a, nearest.b);
        if nearest.crossing || depth > tie {
            let moved = a.map(|p| p + normal * depth);
            let touching = if V::Scalar::DOUBLE {
                Kernels::exactly_nearest(&moved, b)
            } else {
                Kernels::quick_nearest(&moved, b)
            };
            (on_a, on_b) = (touching.a - normal * depth, touching.b);
        }
        let depth = depth.to_f64();
        Separation {
            a: on_a.to_double(),
            b: on_b.to_double(),
            normal: normal.to_double(),
            distance: -depth,
            support: -depth,
            ambiguous,
        }
    }
}
