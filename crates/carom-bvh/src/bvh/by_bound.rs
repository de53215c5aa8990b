//! Traversal by a bound that the caller computes box by box.

use super::{Bvh, GROUP, NOTHING, STACK};
use crate::aabb::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// A lower bound. Not `dyn Fn`, which would have the closure three times in its table, as an `FnMut` and an `FnOnce` too.
trait Bound<V: Vector> {
    fn of(&self, bounds: &Aabb<V>) -> Option<V::Scalar>;
}

impl<V: Vector, F: Fn(&Aabb<V>) -> Option<V::Scalar>> Bound<V> for F {
    #[inline]
    fn of(&self, bounds: &Aabb<V>) -> Option<V::Scalar> {
        self(bounds)
    }
}

/// A visitor of groups and their bounds, with a limit that it may lower.
trait OnGroup<V: Vector> {
    fn visit(&mut self, group: usize, least: V::Scalar, limit: &mut V::Scalar) -> ControlFlow<()>;
}

impl<V: Vector, F> OnGroup<V> for F
where
    F: FnMut(usize, V::Scalar, &mut V::Scalar) -> ControlFlow<()>,
{
    #[inline]
    fn visit(&mut self, group: usize, least: V::Scalar, limit: &mut V::Scalar) -> ControlFlow<()> {
        self(group, least, limit)
    }
}

impl<V: Vector> Bvh<V> {
    /// [`nearest_first`](Self::nearest_first) with a bound computed box by box, in the caller's coordinates.
    ///
    /// A box for which `bound` returns `None` is skipped.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh, NOTHING};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |y: f32| Aabb::of_points([vec3(0., y, 0.), vec3(1., y + 1., 1.)]);
    /// let boxes: Vec<_> = (0..100).map(|i| at((i * 37 % 100) as f32)).collect();
    /// let (tree, groups) = Bvh::build(&boxes);
    /// // The lowest box above a height.
    /// let height = |bounds: &Aabb<Vec3>| (bounds.max.y > 60.5).then_some(bounds.min.y);
    /// let mut lowest = NOTHING;
    /// let _ = tree.by_bound(f32::INFINITY, height, |group, limit| {
    ///     for &item in groups[group].iter().filter(|item| **item != NOTHING) {
    ///         if let Some(y) = height(&boxes[item as usize]).filter(|y| y < limit) {
    ///             (lowest, *limit) = (item, y);
    ///         }
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(boxes[lowest as usize].min.y, 60.);
    /// ```
    pub fn by_bound(
        &self,
        limit: V::Scalar,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        mut visit: impl FnMut(usize, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut visit = |group, _: V::Scalar, limit: &mut V::Scalar| visit(group, limit);
        self.each_group(limit, &bound, &mut visit)
    }

    /// The least bound of a group of items, or any that is at most `enough`; `None` if none is at most `limit`.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh};
    /// use glam::{Vec3, vec3};
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let (tree, _) = Bvh::build(&[at(0.), at(5.), at(9.)]);
    /// // No box is nearer than this to the point.
    /// let point = Aabb::of_points([vec3(13., 0., 0.)]);
    /// let squared = |bounds: &Aabb<Vec3>| Some(bounds.distance_squared(&point));
    /// assert_eq!(tree.least_bound(100., 0., squared), Some(9.));
    /// assert_eq!(tree.least_bound(4., 0., squared), None);
    /// ```
    pub fn least_bound(
        &self,
        limit: V::Scalar,
        enough: V::Scalar,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
    ) -> Option<V::Scalar> {
        let mut found = None;
        let mut visit = |_, least: V::Scalar, limit: &mut V::Scalar| {
            (found, *limit) = (Some(least), least);
            if least <= enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let _ = self.each_group(limit, &bound, &mut visit);
        found
    }

    fn each_group(
        &self,
        limit: V::Scalar,
        bound: &impl Bound<V>,
        visit: &mut impl OnGroup<V>,
    ) -> ControlFlow<()> {
        // In wasm one function for all, because it is downloaded.
        #[cfg(target_family = "wasm")]
        let (bound, visit): (&dyn Bound<V>, &mut dyn OnGroup<V>) = (bound, visit);
        self.by_bound_of(limit, bound, visit)
    }

    fn by_bound_of(
        &self,
        mut limit: V::Scalar,
        bound: &(impl Bound<V> + ?Sized),
        visit: &mut (impl OnGroup<V> + ?Sized),
    ) -> ControlFlow<()> {
        let mut stack = [(V::Scalar::ZERO, 0_u32); STACK];
        let mut height = 0;
        if let Some(least) = bound.of(&self.bounds).filter(|_| self.nodes.len() > 0) {
            stack[0] = (least, 0);
            height = 1;
        }
        while height > 0 {
            height -= 1;
            let (least, next) = stack[height];
            if least > limit {
                continue;
            }
            if next & GROUP != 0 {
                visit.visit((next ^ GROUP) as usize, least, &mut limit)?;
                continue;
            }
            let next = next as usize;
            let base = height;
            let children = *self.nodes.children(next);
            for (lane, &child) in children.iter().enumerate() {
                if child == NOTHING {
                    continue;
                }
                let Some(least) = bound.of(&self.local.outer(&self.nodes.around(next, lane)))
                else {
                    continue;
                };
                if least > limit {
                    continue;
                }
                let mut place = height;
                while place > base && stack[place - 1].0 < least {
                    stack[place] = stack[place - 1];
                    place -= 1;
                }
                stack[place] = (least, child);
                height += 1;
            }
        }
        ControlFlow::Continue(())
    }
}
