//! A static BVH that keeps the boxes of its items, for traversals item by item.

use super::{BuildScratch, Bvh, Group, LocalBox, NOTHING};
use crate::aabb::Aabb;
use alloc::vec::Vec;
use carom_math::Vector;
use core::ops::ControlFlow;

/// A static BVH with its groups and boxes.
///
/// ```
/// use carom_bvh::{Aabb, BoxBvh};
/// use glam::{Vec3, vec3};
/// use std::ops::ControlFlow;
/// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
/// let tree = BoxBvh::build(&[at(0.), at(4.), at(8.)]);
/// let mut found = Vec::new();
/// let _ = tree.overlapping(&at(4.5), |item| {
///     found.push(item);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(found, [1]);
/// ```
#[derive(Clone, Debug)]
pub struct BoxBvh<V: Vector> {
    tree: Bvh<V>,
    groups: Vec<Group>,
    boxes: Vec<Aabb<V>>,
    /// Scratch memory of `refit`.
    around: Vec<LocalBox>,
}

impl<V: Vector> BoxBvh<V> {
    /// The tree over these boxes, fewer than 2³¹; item `i` is box `i`.
    pub fn build(boxes: &[Aabb<V>]) -> Self {
        let (tree, groups) = Bvh::build(boxes);
        Self {
            tree,
            groups,
            boxes: boxes.to_vec(),
            around: Vec::new(),
        }
    }

    /// Builds the tree over other boxes, in the memory that it has.
    ///
    /// ```
    /// use carom_bvh::{Aabb, BoxBvh, BuildScratch};
    /// use glam::Vec3;
    /// let mut tree = BoxBvh::build(&[]);
    /// let mut scratch = BuildScratch::default();
    /// for count in [3, 200, 5] {
    ///     let places = (0..count).map(|i| Vec3::splat(i as f32));
    ///     tree.rebuild(places.map(|p| Aabb::of_points([p])), &mut scratch);
    ///     assert_eq!(tree.bounds().max, Vec3::splat(count as f32 - 1.));
    /// }
    /// ```
    pub fn rebuild(&mut self, boxes: impl Iterator<Item = Aabb<V>>, scratch: &mut BuildScratch) {
        self.boxes.clear();
        self.boxes.extend(boxes);
        self.tree.rebuild(&self.boxes, &mut self.groups, scratch);
    }

    /// Refits the tree to moved items; `item` returns the new box of each.
    ///
    /// ```
    /// use carom_bvh::{Aabb, BoxBvh};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let mut tree = BoxBvh::build(&[at(0.), at(4.), at(8.)]);
    /// tree.refit(|item| at(item as f32 * 5.));
    /// let mut found = Vec::new();
    /// let _ = tree.overlapping(&at(10.5), |item| {
    ///     found.push(item);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(found, [2]);
    /// ```
    pub fn refit(&mut self, item: impl Fn(u32) -> Aabb<V>) {
        for (number, bounds) in (0..).zip(&mut self.boxes) {
            *bounds = item(number);
        }
        let (boxes, groups) = (&self.boxes, &self.groups);
        let union = |all: Aabb<V>, bounds: &Aabb<V>| all.union(bounds);
        let bounds = boxes.iter().fold(Aabb::empty(), union);
        let around_group = |group: usize| {
            let items = groups[group].iter().filter(|item| **item != NOTHING);
            let boxes = items.map(|item| &boxes[*item as usize]);
            boxes.fold(Aabb::empty(), union)
        };
        self.tree.refit(bounds, around_group, &mut self.around);
    }

    pub(crate) fn tree(&self) -> &Bvh<V> {
        &self.tree
    }

    pub(crate) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// A box in the tree's own frame.
    pub(crate) fn local(&self, bounds: &Aabb<V>) -> LocalBox {
        self.tree.local.around(bounds)
    }

    /// The box around all items; empty if there are none.
    pub fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }

    /// Visits the boxes of all nodes, groups and items, each with the number of boxes around it, and the number of the item
    /// if it is one. The first is the box around everything.
    pub fn each_box(&self, mut visit: impl FnMut(usize, Option<u32>, &Aabb<V>)) {
        self.tree.each_box(|level, group, bounds| {
            visit(level, None, bounds);
            let items = group.into_iter().flat_map(|group| self.groups[group]);
            for item in items.filter(|item| *item != NOTHING) {
                visit(level + 1, Some(item), &self.boxes[item as usize]);
            }
        });
    }

    /// Visits every item with a box that touches `region`, in the tree's order, until `visit` breaks.
    pub fn overlapping(
        &self,
        region: &Aabb<V>,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.touching(region, &mut |group| {
            let touches = |item: &u32| self.boxes[*item as usize].overlaps(region);
            self.items(group).filter(touches).try_for_each(&mut visit)
        })
    }

    /// Visits the items that may be within `reach` of a box, a distance that `visit` may lower, roughly by increasing
    /// distance, until `visit` breaks. Up to eight items are visited together, of which one is near.
    ///
    /// ```
    /// use carom_bvh::{Aabb, BoxBvh};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let boxes: Vec<_> = (0..100).map(|i| at(i as f32 * 4.)).collect();
    /// let (from, mut nearest) = (at(81.25), None);
    /// let _ = BoxBvh::build(&boxes).by_distance(&from, 10., |item, reach| {
    ///     let distance = boxes[item as usize].distance_squared(&from).sqrt();
    ///     if distance < *reach {
    ///         (nearest, *reach) = (Some(item), distance);
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(nearest, Some(20));
    /// ```
    pub fn by_distance(
        &self,
        from: &Aabb<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.by_distance(from, reach, &mut |group, reach| {
            self.items(group).try_for_each(|item| visit(item, reach))
        })
    }

    /// Visits the items that a box moving by `delta` may reach up to `until`, a fraction of `delta` that `visit` may lower,
    /// roughly by increasing time, until `visit` breaks. Up to eight items are visited together, of which one is reached.
    ///
    /// ```
    /// use carom_bvh::{Aabb, BoxBvh};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let boxes: Vec<_> = (0..100).map(|i| at(i as f32 * 4.)).collect();
    /// let mut visits = 0;
    /// let _ = BoxBvh::build(&boxes).by_arrival(&at(81.25), vec3(3., 0., 0.), 1., |item, _| {
    ///     visits += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert!((2..=16).contains(&visits)); // boxes 20 and 21, and those beside them
    /// ```
    pub fn by_arrival(
        &self,
        start: &Aabb<V>,
        delta: V,
        until: V::Scalar,
        mut visit: impl FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree
            .by_arrival(start, delta, until, &mut |group, until| {
                self.items(group).try_for_each(|item| visit(item, until))
            })
    }

    fn items(&self, group: usize) -> impl Iterator<Item = u32> {
        let items = self.groups[group].into_iter();
        items.filter(|item| *item != NOTHING)
    }
}
