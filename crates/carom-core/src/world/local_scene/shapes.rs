//! The queries of a mover's tick for a body that is no capsule, part by part. Not for users: a [`Query`](crate::Query) takes
//! any shape.

use super::LocalScene;
use crate::pair::contact::Contact;
use crate::pair::hit::Sweep;
use crate::pair::matrix;
use crate::shape::ShapeRef;
use crate::surface::extent::Extent;
use crate::surface::motion::{Motions, Straight};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

#[doc(hidden)]
impl<V: Vector> LocalScene<V> {
    /// Visits every contact of a bounded shape with a separation of at most `reach`, with the index of its part, in the order
    /// in which the parts were added.
    pub fn each_contact_of(
        &self,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        mut visit: impl FnMut(usize, Contact<V>),
    ) {
        let Some(bounds) = shape.bounds() else {
            return;
        };
        let spare = bounds.magnitude() * V::Scalar::EPSILON * V::Scalar::from_f64(128.0);
        let region = bounds.inflated(reach.max(V::Scalar::ZERO) + spare);
        let _ = self.each_touching(&region, |index| {
            if let Some(found) = self.shape_contact(index, shape, reach) {
                visit(index, found);
            }
            ControlFlow::Continue(())
        });
    }

    /// Visits every part in `region` that may stop a bounded shape, with a lower bound of the time of impact as a fraction of
    /// `delta`.
    pub fn arrivals_of(
        &self,
        shape: &ShapeRef<'_, V>,
        delta: V,
        region: &Aabb<V>,
        counts: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize, f32),
    ) {
        let motion = Straight::new(delta);
        let size = region.magnitude().max(motion.size());
        let Some(extent) = Extent::of(shape, size) else {
            return;
        };
        let arrival = motion.arrival(&extent);
        let _ = self.each_touching(region, |index| {
            if counts(index)
                && let Some(earliest) = arrival(&self.batch.bounds(index))
            {
                visit(index, earliest.to_f64() as f32);
            }
            ControlFlow::Continue(())
        });
    }

    /// Whether a bounded shape overlaps any part. Touching does not count. What overlaps a smaller `inner` shape, deeper inside
    /// than the rounding of a contact, does so for certain: a boolean answer costs a tenth of a depth.
    #[must_use]
    pub fn overlaps_shape(&self, shape: &ShapeRef<'_, V>, inner: &ShapeRef<'_, V>) -> bool {
        let zero = V::Scalar::ZERO;
        let Some(bounds) = shape.bounds() else {
            return false;
        };
        let flow = self.each_touching(&bounds, |index| {
            if self.always_blocks(index) && self.part_overlaps(index, inner) {
                return ControlFlow::Break(());
            }
            match self.shape_contact(index, shape, zero) {
                Some(found) if found.separation < zero => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        flow.is_break()
    }

    /// Whether a shape touches or overlaps one part, which may be one that lets it pass.
    #[must_use]
    pub fn part_overlaps(&self, index: usize, shape: &ShapeRef<'_, V>) -> bool {
        matrix::overlaps(shape, &self.shape_ref(index))
    }

    /// The sweep of a shape against one part.
    pub fn sweep_of_shape(&self, index: usize, shape: &ShapeRef<'_, V>, delta: V) -> Sweep<V> {
        let swept = self.shape_sweep(index, shape, &Straight::new(delta));
        swept.unwrap_or_else(|| Sweep::free(V::Scalar::ZERO))
    }
}
