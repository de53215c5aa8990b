//! Building the tree: binned surface-area heuristic, top down, without recursion.
//!
//! Wald, *On fast Construction of SAH-based Bounding Volume Hierarchies*, 2007.

use super::{Node, Tree};
use crate::shape::aabb::Aabb;
use crate::vector::{Scalar, Vector};
use alloc::vec;
use alloc::vec::Vec;

const BINS: usize = 16;
const LEAF: usize = 4;
/// From this depth on halves are equal in number, which adds at most 32 levels more.
const HALVE_FROM: usize = 60;

/// A range of items whose node waits to be divided.
struct Task {
    node: usize,
    first: usize,
    count: usize,
    depth: usize,
}

impl<V: Vector> Tree<V> {
    /// The tree over these boxes; item `i` is box `i`. Fewer than 2³² of them.
    pub(crate) fn build(boxes: &[Aabb<V>]) -> Self {
        let mut items: Vec<u32> = (0..boxes.len() as u32).collect();
        let mut nodes = Vec::new();
        let mut tasks = Vec::new();
        if !items.is_empty() {
            nodes.push(leaf(boxes, &items, 0));
            tasks.push(Task {
                node: 0,
                first: 0,
                count: items.len(),
                depth: 1,
            });
        }
        while let Some(task) = tasks.pop() {
            let range = &mut items[task.first..task.first + task.count];
            let Some(left) = split(boxes, range, task.depth) else {
                continue;
            };
            let child = nodes.len();
            nodes.push(leaf(boxes, &range[..left], task.first));
            nodes.push(leaf(boxes, &range[left..], task.first + left));
            nodes[task.node].first = child as u32;
            nodes[task.node].count = 0;
            for (node, first, count) in [
                (child, task.first, left),
                (child + 1, task.first + left, task.count - left),
            ] {
                tasks.push(Task {
                    node,
                    first,
                    count,
                    depth: task.depth + 1,
                });
            }
        }
        Self { nodes, items }
    }
}

fn leaf<V: Vector>(boxes: &[Aabb<V>], items: &[u32], first: usize) -> Node<V> {
    Node {
        bounds: items.iter().fold(Aabb::empty(), |bounds, item| {
            bounds.union(&boxes[*item as usize])
        }),
        first: first as u32,
        count: items.len() as u32,
    }
}

/// Orders the items into two groups and returns the size of the first; `None` leaves them a leaf.
fn split<V: Vector>(boxes: &[Aabb<V>], items: &mut [u32], depth: usize) -> Option<usize> {
    if items.len() <= LEAF {
        return None;
    }
    let middle = |item: u32| boxes[item as usize].center();
    let centers = Aabb::of_points(items.iter().map(|item| middle(*item)));
    let size = centers.size();
    let mut axis = 0;
    for i in 1..V::DIM {
        if size[i] > size[axis] {
            axis = i;
        }
    }
    let spread = size[axis] > V::Scalar::ZERO && size[axis].is_finite();
    if depth < HALVE_FROM && spread {
        let bins = V::Scalar::from_f64(BINS as f64 * 0.999) * (V::Scalar::ONE / size[axis]);
        let bin_of = |item: u32| {
            let bin = ((middle(item)[axis] - centers.min[axis]) * bins).to_f64();
            (bin as usize).min(BINS - 1)
        };
        if let Some(border) = cheapest_border(boxes, items, bin_of) {
            return Some(partition(items, |item| bin_of(item) < border));
        }
    }
    // Many at one place, or far too deep: half by half, in the order of their middles and numbers.
    items.sort_unstable_by(|x, y| {
        let (p, q) = (middle(*x)[axis], middle(*y)[axis]);
        p.partial_cmp(&q)
            .unwrap_or(core::cmp::Ordering::Equal)
            .then(x.cmp(y))
    });
    Some(items.len() / 2)
}

/// The bin before which to cut: least surface × count, left and right; `None` if one side is empty.
fn cheapest_border<V: Vector>(
    boxes: &[Aabb<V>],
    items: &[u32],
    bin_of: impl Fn(u32) -> usize,
) -> Option<usize> {
    let mut bins = [(Aabb::<V>::empty(), 0_usize); BINS];
    for &item in items {
        let (bounds, count) = &mut bins[bin_of(item)];
        *bounds = bounds.union(&boxes[item as usize]);
        *count += 1;
    }
    let mut right = [(V::Scalar::ZERO, 0_usize); BINS];
    let mut sweep = (Aabb::empty(), 0);
    for i in (1..BINS).rev() {
        sweep = (sweep.0.union(&bins[i].0), sweep.1 + bins[i].1);
        right[i] = (half_surface(&sweep.0), sweep.1);
    }
    let mut best = (V::Scalar::INFINITY, None);
    let mut left = (Aabb::empty(), 0);
    for i in 1..BINS {
        left = (left.0.union(&bins[i - 1].0), left.1 + bins[i - 1].1);
        if left.1 == 0 || right[i].1 == 0 {
            continue;
        }
        let count = |n: usize| V::Scalar::from_f64(n as f64);
        let cost = half_surface(&left.0) * count(left.1) + right[i].0 * count(right[i].1);
        if cost < best.0 {
            best = (cost, Some(i));
        }
    }
    best.1
}

/// Half the surface in 3D, half the border in 2D.
fn half_surface<V: Vector>(bounds: &Aabb<V>) -> V::Scalar {
    let size = bounds.size();
    if V::DIM == 2 {
        size[0] + size[1]
    } else {
        size[0] * size[1] + size[1] * size[2] + size[2] * size[0]
    }
}

/// Moves the items that belong to the left to the front, keeping the order of both.
fn partition(items: &mut [u32], belongs_left: impl Fn(u32) -> bool) -> usize {
    let mut right = vec![];
    let mut left = 0;
    for i in 0..items.len() {
        if belongs_left(items[i]) {
            items[left] = items[i];
            left += 1;
        } else {
            right.push(items[i]);
        }
    }
    items[left..].copy_from_slice(&right);
    left
}
