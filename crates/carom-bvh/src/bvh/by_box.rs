//! Traversals by a box, in lanes: groups that touch it, the nearest to it, the first that it reaches. The limits are those of
//! the caller, in its own precision, and the visitors are not compiled for each instruction set.

use super::local_frame::upper;
use super::{Boxes, Bvh, DistanceProbe, LocalBox, SweepProbe};
use crate::aabb::Aabb;
use carom_math::lanes::dispatch;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// A visitor of groups or items by their number, with a limit that it may lower.
pub(crate) type LimitedVisit<'a, Number, V> =
    dyn FnMut(Number, &mut <V as Vector>::Scalar) -> ControlFlow<()> + 'a;

impl<V: Vector> Bvh<V> {
    /// Visits the groups that may touch a box, in the tree's order, until `visit` breaks.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let tree = Bvh::over(&[at(0.), at(4.), at(8.)]);
    /// let mut found = Vec::new();
    /// let _ = tree.touching(&at(4.5), &mut |group| {
    ///     found.push(group);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(found, [1]);
    /// ```
    pub fn touching(
        &self,
        region: &Aabb<V>,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let region = self.in_space(region);
        dispatch!(self.level, simd => {
            let region = Boxes::splat(simd, &region);
            self.all(simd, |boxes| boxes.touch(&region), |_| {}, &mut *visit)
        })
    }

    /// Visits the groups within `reach` of a box, a distance that `visit` may lower, roughly by increasing distance, until
    /// `visit` breaks.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let boxes = [at(0.), at(4.), at(8.)];
    /// let (from, mut nearest) = (at(6.25), None);
    /// let _ = Bvh::over(&boxes).by_distance(&from, 10., &mut |group, reach| {
    ///     let distance = boxes[group].distance_squared(&from).sqrt();
    ///     if distance < *reach {
    ///         (nearest, *reach) = (Some(group), distance);
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(nearest, Some(2));
    /// ```
    pub fn by_distance(
        &self,
        from: &Aabb<V>,
        mut reach: V::Scalar,
        visit: &mut LimitedVisit<'_, usize, V>,
    ) -> ControlFlow<()> {
        let from = self.in_space(from);
        let scale = self.local.scale;
        let squared = |reach: V::Scalar| {
            let reach = reach.max(V::Scalar::ZERO).to_f64() * scale;
            // The rounding of a gap, of its square and of the sums.
            upper(reach * reach * (1.0 + 8.0 * f64::from(f32::EPSILON)))
        };
        dispatch!(self.level, simd => {
            let probe = DistanceProbe::new(simd, &from);
            self.nearest_first(simd, squared(reach), |boxes| probe.squared(boxes), |_| {}, |group, limit| {
                visit(group, &mut reach)?;
                *limit = squared(reach);
                ControlFlow::Continue(())
            })
        })
    }

    /// Visits the groups that a box moving by `delta` reaches up to `until`, a fraction of `delta` that `visit` may lower,
    /// roughly by increasing time, until `visit` breaks.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let tree = Bvh::over(&[at(0.), at(4.), at(8.)]);
    /// let mut reached = Vec::new();
    /// let _ = tree.by_arrival(&at(2.), vec3(4., 0., 0.), 1., &mut |group, until| {
    ///     reached.push(group);
    ///     *until = 0.25; // at x = 4
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(reached, [1]);
    /// ```
    pub fn by_arrival(
        &self,
        start: &Aabb<V>,
        delta: V,
        mut until: V::Scalar,
        visit: &mut LimitedVisit<'_, usize, V>,
    ) -> ControlFlow<()> {
        let (start, way) = (self.in_space(start), self.local.way(delta));
        dispatch!(self.level, simd => {
            let probe = SweepProbe::new(simd, &start, way);
            self.nearest_first(simd, upper(until.to_f64()), |boxes| probe.reaches(boxes), |_| {}, |group, limit| {
                visit(group, &mut until)?;
                *limit = upper(until.to_f64());
                ControlFlow::Continue(())
            })
        })
    }

    /// A box in the tree's frame. In 2D it is 2 units thick: the slab test of a motion needs a thickness.
    fn in_space(&self, bounds: &Aabb<V>) -> LocalBox {
        let mut around = self.local.around(bounds);
        for axis in V::DIM..3 {
            (around.min[axis], around.max[axis]) = (-1.0, 1.0);
        }
        around
    }
}
