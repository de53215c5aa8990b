//! Traversal by a bound that the caller computes box by box.

use super::{Bvh, GROUP, STACK};
use crate::aabb::Aabb;
use carom_math::lanes::each;
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
    /// A box for which `bound` returns `None`, or that does not touch `within`, is skipped.
    pub fn by_bound(
        &self,
        within: Option<&Aabb<V>>,
        limit: V::Scalar,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        mut visit: impl FnMut(usize, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut visit = |group, _: V::Scalar, limit: &mut V::Scalar| visit(group, limit);
        self.each_group(within, limit, &bound, &mut visit)
    }

    /// The least bound of a group of items, or any that is at most `enough`; `None` if none is at most `limit`.
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
        let _ = self.each_group(None, limit, &bound, &mut visit);
        found
    }

    fn each_group(
        &self,
        within: Option<&Aabb<V>>,
        limit: V::Scalar,
        bound: &impl Bound<V>,
        visit: &mut impl OnGroup<V>,
    ) -> ControlFlow<()> {
        // In wasm one function for all, because it is downloaded.
        #[cfg(target_family = "wasm")]
        let (bound, visit): (&dyn Bound<V>, &mut dyn OnGroup<V>) = (bound, visit);
        self.by_bound_of(within, limit, bound, visit)
    }

    fn by_bound_of(
        &self,
        within: Option<&Aabb<V>>,
        mut limit: V::Scalar,
        bound: &(impl Bound<V> + ?Sized),
        visit: &mut (impl OnGroup<V> + ?Sized),
    ) -> ControlFlow<()> {
        let within = within.map(|within| self.local.around(within));
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
            for lane in each(self.touched(next, within.as_ref())) {
                let child = children[lane];
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
