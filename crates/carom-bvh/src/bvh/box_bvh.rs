//! A tree that keeps the boxes of its items: for what is asked item by item.

use super::{BuildScratch, Bvh, Group, LocalBox, NOTHING};
use crate::aabb::Aabb;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// Boxes in a tree.
#[derive(Clone, Debug)]
pub struct BoxBvh<V: Vector> {
    tree: Bvh<V>,
    groups: Vec<Group>,
    boxes: Vec<Aabb<V>>,
    /// Memory for new boxes of nodes.
    around: Vec<LocalBox>,
}

impl<V: Vector> BoxBvh<V> {
    /// The tree over these boxes; item `i` is box `i`. Fewer than 2³¹ of them.
    pub fn build(boxes: &[Aabb<V>]) -> Self {
        let (tree, groups) = Bvh::build(boxes);
        Self {
            tree,
            groups,
            boxes: boxes.to_vec(),
            around: Vec::new(),
        }
    }

    /// Becomes the tree over other boxes, in the memory that it has.
    pub fn rebuild(&mut self, boxes: impl Iterator<Item = Aabb<V>>, scratch: &mut BuildScratch) {
        self.boxes.clear();
        self.boxes.extend(boxes);
        self.tree.rebuild(&self.boxes, &mut self.groups, scratch);
    }

    /// Lets the boxes of the items move.
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

    /// The box around everything; the empty box for a tree of nothing.
    pub fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }

    /// Visits every item whose box touches `region`, in the tree's order, until told to stop.
    pub fn overlapping(
        &self,
        region: &Aabb<V>,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let inside = |bounds: &Aabb<V>| bounds.overlaps(region).then_some(V::Scalar::ZERO);
        let nothing = V::Scalar::ZERO;
        self.nearest_first(Some(region), nothing, inside, |item, _| visit(item))
    }

    /// Visits items in about the order of a lower bound, leaving out what cannot matter.
    ///
    /// `bound` gives the least value anything in a box can have, `None` if the box does not count.
    /// Boxes whose bound exceeds `limit` are passed over; `visit` lowers `limit` as it finds better.
    /// Equal bounds are still visited, so that a tie can be broken by the item's number.
    ///
    /// What does not touch `within` does not count.
    pub fn nearest_first(
        &self,
        within: Option<&Aabb<V>>,
        limit: V::Scalar,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        mut visit: impl FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.by_bound(within, limit, &bound, |group, limit| {
            for &item in self.groups[group].iter().filter(|item| **item != NOTHING) {
                let bounds = &self.boxes[item as usize];
                let counts = within.is_none_or(|within| within.overlaps(bounds));
                if counts && bound(bounds).is_some_and(|least| least <= *limit) {
                    visit(item, limit)?;
                }
            }
            ControlFlow::Continue(())
        })
    }
}
