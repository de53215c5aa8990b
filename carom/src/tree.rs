//! A bounding volume hierarchy over boxes: it knows nothing of what is in them.

mod build;

use crate::shape::aabb::Aabb;
use crate::vector::{Scalar, Vector};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// No path is longer: the builder stops dividing by cost and halves by count well before.
const MAX_DEPTH: usize = 96;

/// A binary tree in one array, children side by side, built by binned surface area (Wald 2007).
#[derive(Clone, Debug)]
pub(crate) struct Tree<V: Vector> {
    nodes: Vec<Node<V>>,
    /// The numbers of the boxes in the order of the leaves.
    items: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node<V: Vector> {
    bounds: Aabb<V>,
    /// A leaf's first place in `items`, or the first of an inner node's two children.
    first: u32,
    /// How many items a leaf has; 0 for an inner node.
    count: u32,
}

impl<V: Vector> Tree<V> {
    /// The box around everything; the empty box for a tree of nothing.
    pub(crate) fn bounds(&self) -> Aabb<V> {
        self.nodes.first().map_or(Aabb::empty(), |root| root.bounds)
    }

    /// The number of nodes on the longest path, 0 for a tree of nothing.
    pub(crate) fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut stack: Vec<(u32, usize)> = self.nodes.iter().take(1).map(|_| (0, 1)).collect();
        while let Some((index, depth)) = stack.pop() {
            deepest = deepest.max(depth);
            let node = self.nodes[index as usize];
            if node.count == 0 {
                stack.extend([(node.first, depth + 1), (node.first + 1, depth + 1)]);
            }
        }
        deepest
    }

    /// What the tree takes in memory.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<V>>() + self.items.len() * size_of::<u32>()
    }

    fn leaf(&self, node: &Node<V>) -> &[u32] {
        &self.items[node.first as usize..(node.first + node.count) as usize]
    }

    /// Visits every item whose leaf touches `region`, in the tree's order, until told to stop.
    pub(crate) fn overlapping(
        &self,
        region: &Aabb<V>,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let inside = |bounds: &Aabb<V>| bounds.overlaps(region).then_some(V::Scalar::ZERO);
        self.nearest_first(V::Scalar::ZERO, inside, |item, _| visit(item))
    }

    /// Visits items in about the order of a lower bound, leaving out what cannot matter.
    ///
    /// `bound` gives the least value anything in a box can have, `None` if the box does not count.
    /// Boxes whose bound exceeds `limit` are passed over; `visit` lowers `limit` as it finds better.
    /// Equal bounds are still visited, so that a tie can be broken by the item's number.
    pub(crate) fn nearest_first(
        &self,
        mut limit: V::Scalar,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        mut visit: impl FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut stack = [(V::Scalar::ZERO, 0_u32); MAX_DEPTH];
        let mut height = 0;
        if let Some(root) = self.nodes.first()
            && let Some(least) = bound(&root.bounds)
        {
            stack[0] = (least, 0);
            height = 1;
        }
        while height > 0 {
            height -= 1;
            let (least, index) = stack[height];
            if least > limit {
                continue;
            }
            let node = &self.nodes[index as usize];
            if node.count > 0 {
                for &item in self.leaf(node) {
                    visit(item, &mut limit)?;
                }
                continue;
            }
            let mut children = [node.first, node.first + 1].map(|child| {
                let least = bound(&self.nodes[child as usize].bounds);
                (least.unwrap_or(V::Scalar::INFINITY), child, least.is_some())
            });
            // The nearer child is visited first, so it goes on the stack last.
            if children[0].0 <= children[1].0 {
                children.swap(0, 1);
            }
            for (least, child, counts) in children {
                if counts && least <= limit {
                    stack[height] = (least, child);
                    height += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// When a box that moves reaches other boxes: a slab test, conservative by `margin`.
pub(crate) struct MovingBox<V: Vector> {
    start: Aabb<V>,
    delta: V,
    inverse: V,
}

impl<V: Vector> MovingBox<V> {
    pub(crate) fn new(start: &Aabb<V>, delta: V, margin: V::Scalar) -> Self {
        let mut inverse = [0.0; 3];
        for (i, reciprocal) in inverse.iter_mut().enumerate().take(V::DIM) {
            *reciprocal = (V::Scalar::ONE / delta[i]).to_f64();
        }
        Self {
            start: start.inflated(margin),
            delta,
            inverse: V::from_f64(inverse),
        }
    }

    /// A fraction of the motion before which the boxes are apart, `None` if they never meet.
    pub(crate) fn reaches(&self, other: &Aabb<V>) -> Option<V::Scalar> {
        let (mut enter, mut leave) = (V::Scalar::ZERO, V::Scalar::ONE);
        for i in 0..V::DIM {
            let (to_enter, to_leave) = (
                other.min[i] - self.start.max[i],
                other.max[i] - self.start.min[i],
            );
            let inverse = self.inverse[i];
            if !inverse.is_finite() {
                // Too slow along this axis for a reciprocal: the margin covers the motion.
                if to_enter > V::Scalar::ZERO || to_leave < V::Scalar::ZERO {
                    return None;
                }
                continue;
            }
            let (first, last) = if self.delta[i] > V::Scalar::ZERO {
                (to_enter * inverse, to_leave * inverse)
            } else {
                (to_leave * inverse, to_enter * inverse)
            };
            enter = enter.max(first);
            leave = leave.min(last);
        }
        let slack = V::Scalar::ONE - V::Scalar::from_f64(8.0) * V::Scalar::EPSILON;
        let enter = enter * slack;
        (enter <= leave).then_some(enter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec3, vec3};

    fn boxes(n: usize, random: &mut fastrand::Rng) -> Vec<Aabb<Vec3>> {
        (0..n)
            .map(|_| {
                let p = vec3(random.f32(), random.f32(), random.f32()) * 10.0;
                Aabb::of_points([p, p + vec3(random.f32(), random.f32(), random.f32())])
            })
            .collect()
    }

    #[test]
    fn the_tree_finds_what_a_look_at_every_box_finds() {
        let mut random = fastrand::Rng::with_seed(1);
        for n in [0, 1, 2, 3, 17, 500] {
            let boxes = boxes(n, &mut random);
            let tree = Tree::build(&boxes);
            for _ in 0..100 {
                let region = self::boxes(1, &mut random)[0];
                let mut found = Vec::new();
                let _ = tree.overlapping(&region, |i| {
                    if boxes[i as usize].overlaps(&region) {
                        found.push(i);
                    }
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                let naive: Vec<u32> = (0..n as u32)
                    .filter(|i| boxes[*i as usize].overlaps(&region))
                    .collect();
                assert_eq!(found, naive);
            }
        }
    }

    #[test]
    fn identical_boxes_can_be_built_and_stay_shallow() {
        let one = Aabb::of_points([Vec3::ZERO, Vec3::ONE]);
        let tree = Tree::build(&alloc::vec![one; 100_000]);
        assert!(tree.depth() < 24, "{}", tree.depth());
    }

    #[test]
    fn a_sorted_strip_of_wildly_growing_boxes_stays_within_the_stack() {
        let strip: Vec<_> = (0..100_000)
            .map(|i| {
                let x = 1.0003_f32.powi(i);
                Aabb::of_points([vec3(x, 0., 0.), vec3(x * 1.0003, 1., 1.)])
            })
            .collect();
        let tree = Tree::build(&strip);
        assert!(tree.depth() < MAX_DEPTH, "{}", tree.depth());
    }

    #[test]
    fn a_moving_box_reaches_another_when_it_should() {
        let unit = Aabb::of_points([Vec3::ZERO, Vec3::ONE]);
        let wall = Aabb::of_points([vec3(3., -9., -9.), vec3(4., 9., 9.)]);
        let t = MovingBox::new(&unit, vec3(4., 0., 0.), 0.0).reaches(&wall);
        assert!((t.unwrap() - 0.5).abs() < 1e-6);
        assert_eq!(
            MovingBox::new(&unit, vec3(-4., 0., 0.), 0.0).reaches(&wall),
            None
        );
        assert_eq!(
            MovingBox::new(&unit, vec3(1.9, 0., 0.), 0.0).reaches(&wall),
            None
        );
        assert_eq!(
            MovingBox::new(&unit, Vec3::ZERO, 2.0).reaches(&wall),
            Some(0.0)
        );
    }
}
