//! A static eight-wide bounding volume hierarchy over boxes.
//!
//! Wald, Benthin, Boulos, *Getting Rid of Packets: Efficient SIMD Single-Ray Traversal using
//! Multi-branching BVHs*, 2008. All comparisons are in single precision in the tree's own frame ([`LocalFrame`]), with
//! boxes rounded outwards: a traversal may find too many items, never too few.

#[cfg(test)]
mod bounds_of_probes;
mod box_bvh;
mod box_list;
mod build;
mod by_bound;
mod by_box;
mod local_box;
mod local_frame;
mod morton_cells;
mod nodes;
mod probe;
mod quantized;
mod stack;
mod swept_box;
#[cfg(test)]
mod traversals;

pub use box_bvh::BoxBvh;
pub use box_list::BoxList;
pub use build::BuildScratch;
pub(crate) use by_box::LimitedVisit;
pub use local_box::LocalBox;
pub(crate) use local_box::{BoxLanes, EMPTY_LANES};
pub use local_frame::LocalFrame;
pub use morton_cells::MortonCells;
pub use probe::{Boxes, DistanceProbe, SegmentProbe, SweepProbe};
pub use swept_box::SweptBox;

use crate::aabb::Aabb;
use alloc::vec::Vec;
use carom_math::Vector;
use carom_math::lanes::{
    LANES, Level, Ranked, Simd, SimdBase, SimdMask, by_rank, each, f32x8, level, mask32x8,
};
use core::ops::ControlFlow;
use nodes::{Node, Nodes, present};
use quantized::QuantizedNode;
use stack::Stack;

/// The most entries on a traversal stack; the builder keeps every tree within it.
const STACK: usize = 128;

/// Trees of more nodes do not fit into the first cache: the next entry of the stack is prefetched.
const LARGE: usize = 512;

/// Marks a child that is a group.
const GROUP: u32 = 1 << 31;

/// A leaf: the numbers of up to eight items, tested together; [`NOTHING`] in unused lanes.
pub type Group = [u32; LANES];

/// Marks a lane without an item.
pub const NOTHING: u32 = u32::MAX;

/// A BVH with groups of up to eight items as its leaves; the owner of the tree keeps the groups.
///
/// [`BoxBvh`] is a tree that keeps groups and boxes itself.
///
/// ```
/// use carom_bvh::{Aabb, Bvh};
/// use glam::{Vec3, vec3};
/// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
/// let (tree, groups) = Bvh::build(&[at(0.), at(5.), at(9.)]);
/// assert_eq!(groups[0][..4], [0, 1, 2, carom_bvh::NOTHING]);
/// assert_eq!((tree.bounds().max, tree.depth()), (vec3(10., 1., 1.), 1));
/// ```
#[derive(Clone, Debug)]
pub struct Bvh<V: Vector> {
    /// The frame in which its nodes are compared.
    pub local: LocalFrame<V>,
    bounds: Aabb<V>,
    /// Parents before their children.
    nodes: Nodes,
    level: Level,
}

impl<V: Vector> Bvh<V> {
    /// The box around all items; empty if there are none.
    pub fn bounds(&self) -> Aabb<V> {
        self.bounds
    }

    /// The instruction set that traversals use; by default the best of this machine.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The same tree, traversed with another instruction set: all give the same answers.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Boxes, Bvh};
    /// use carom_math::lanes::{Level, SimdMask, dispatch};
    /// use glam::Vec3;
    /// use std::ops::ControlFlow;
    /// let at = |i: u8| Aabb::of_points([Vec3::X, Vec3::ONE].map(|p| p + Vec3::X * f32::from(i)));
    /// let boxes: Vec<Aabb<Vec3>> = (0..200).map(at).collect();
    /// let found = |tree: Bvh<Vec3>| {
    ///     let mut groups = Vec::new();
    ///     dispatch!(tree.level(), simd => {
    ///         let region = Boxes::splat(simd, &tree.local.around(&at(50)));
    ///         let _ = tree.all(simd, |boxes| boxes.touch(&region), |_| {}, |group| {
    ///             groups.push(group);
    ///             ControlFlow::Continue(())
    ///         });
    ///     });
    ///     groups
    /// };
    /// let (tree, _) = Bvh::build(&boxes);
    /// assert_eq!(found(tree.clone()), found(tree.at(Level::baseline())));
    /// ```
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// The memory of the nodes, in bytes.
    pub fn bytes(&self) -> usize {
        match &self.nodes {
            Nodes::Plain(nodes) => size_of_val(nodes.as_slice()),
            Nodes::Quantized(nodes) => size_of_val(nodes.as_slice()),
        }
    }

    /// The same tree with quantized nodes: about two fifths of the memory, boxes a little larger.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh};
    /// use glam::Vec3;
    /// let boxes: Vec<_> = (0..999).map(|i| Aabb::of_points([Vec3::ONE * i as f32])).collect();
    /// let (tree, _) = Bvh::build(&boxes);
    /// let compact = tree.clone().compact();
    /// assert!(compact.is_compact() && !tree.is_compact());
    /// assert!(compact.bytes() * 2 < tree.bytes());
    /// ```
    pub fn compact(mut self) -> Self {
        let all: [usize; LANES] = core::array::from_fn(|lane| lane);
        let quantized = |i| {
            let around = all.map(|lane| self.nodes.around(i, lane));
            QuantizedNode::new(*self.nodes.children(i), &around)
        };
        self.nodes = Nodes::Quantized((0..self.nodes.len()).map(quantized).collect());
        self
    }

    /// Whether it is [`compact`](Self::compact).
    pub fn is_compact(&self) -> bool {
        matches!(self.nodes, Nodes::Quantized(_))
    }

    /// The number of nodes on the longest path; 0 if there are no items.
    pub fn depth(&self) -> usize {
        let mut depths = alloc::vec![1; self.nodes.len()];
        for i in 0..self.nodes.len() {
            // The children that are nodes.
            for child in self.nodes.children(i).iter().filter(|c| *c & GROUP == 0) {
                depths[*child as usize] = depths[i] + 1;
            }
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// Visits the boxes of all nodes and groups, each with the number of boxes around it, and the number of the group if it
    /// is one. The first is the box around everything.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh};
    /// use glam::{Vec3, vec3};
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let (tree, _) = Bvh::build(&[at(0.), at(5.), at(9.)]);
    /// let mut boxes = Vec::new();
    /// tree.each_box(|level, group, bounds| boxes.push((level, group, bounds.max.x)));
    /// assert_eq!(boxes, [(0, None, 10.), (1, Some(0), 10.)]);
    /// ```
    pub fn each_box(&self, mut visit: impl FnMut(usize, Option<usize>, &Aabb<V>)) {
        if self.nodes.len() == 0 {
            return;
        }
        visit(0, None, &self.bounds);
        let mut levels = alloc::vec![0; self.nodes.len()];
        for i in 0..self.nodes.len() {
            let level = levels[i] + 1;
            for (lane, &child) in self.nodes.children(i).iter().enumerate() {
                if child == NOTHING {
                    continue;
                }
                let bounds = self.local.outer(&self.nodes.around(i, lane));
                if child & GROUP == 0 {
                    levels[child as usize] = level;
                    visit(level, None, &bounds);
                } else {
                    visit(level, Some((child ^ GROUP) as usize), &bounds);
                }
            }
        }
    }

    /// Prefetches a child that is visited next, so that its memory arrives meanwhile. `prefetch` does it for a group.
    #[inline(always)]
    fn prefetch(&self, child: u32, prefetch: impl Fn(usize)) {
        if child & GROUP != 0 {
            prefetch((child ^ GROUP) as usize);
        } else {
            self.nodes.prefetch(child as usize);
        }
    }

    /// Visits the groups with a box that passes `test`, in the tree's order, until `visit` breaks.
    ///
    /// `prefetch` is called with a group that is visited soon, in large trees only.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Boxes, Bvh, NOTHING};
    /// use carom_math::lanes::{SimdMask, dispatch};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let boxes: Vec<_> = (0..100).map(|i| at(i as f32 * 2.)).collect();
    /// let (tree, groups) = Bvh::build(&boxes);
    /// let (region, mut found) = (at(41.5), Vec::<u32>::new());
    /// dispatch!(tree.level(), simd => {
    ///     let around = Boxes::splat(simd, &tree.local.around(&region));
    ///     let _ = tree.all(simd, |boxes| boxes.touch(&around), |_| {}, |group| {
    ///         let items = groups[group].iter().filter(|item| **item != NOTHING);
    ///         found.extend(items.filter(|item| boxes[**item as usize].overlaps(&region)));
    ///         ControlFlow::Continue(())
    ///     });
    /// });
    /// assert_eq!(found, [21]);
    /// ```
    #[inline(always)]
    pub fn all<S: Simd>(
        &self,
        simd: S,
        test: impl Fn(&Boxes<S>) -> mask32x8<S>,
        prefetch: impl Fn(usize) + Copy,
        mut visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.nodes.len() == 0 {
            return ControlFlow::Continue(());
        }
        let mut stack = Stack::<u32>::new();
        let mut height = 0;
        let mut next = 0;
        loop {
            if self.nodes.len() > LARGE && height > 0 {
                self.prefetch(stack.at(height - 1), prefetch);
            }
            if next & GROUP != 0 {
                visit((next ^ GROUP) as usize)?;
            } else {
                let (boxes, children) = self.nodes.load(simd, next as usize);
                let lanes = test(&boxes).to_bitmask() & present(simd, children);
                if lanes != 0 {
                    // The last is next. The others are usually at most two: these are pushed branch-free, because a
                    // branch on their number would be unpredictable.
                    let last = lanes.ilog2() as usize % LANES;
                    next = children[last];
                    let first = lanes ^ 1 << last;
                    let second = first & first.wrapping_sub(1);
                    let child = |lanes: u64| children[lanes.trailing_zeros() as usize % LANES];
                    stack.put(height, child(first));
                    stack.put(height + 1, child(second));
                    height += (first.count_ones() as usize).min(2);
                    for lane in each(second & second.wrapping_sub(1)) {
                        stack.put(height, children[lane]);
                        height += 1;
                    }
                    continue;
                }
            }
            if height == 0 {
                return ControlFlow::Continue(());
            }
            height -= 1;
            next = stack.at(height);
        }
    }

    /// Visits groups approximately in the order of a lower bound, until `visit` breaks (best-first branch and bound).
    ///
    /// `bound` returns a lower bound of the value of everything in a box. Boxes with a bound above `limit` are
    /// skipped; `visit` lowers `limit` when it finds a smaller value. Boxes with a bound equal to the limit are still
    /// visited, so that the caller can break ties by number. `prefetch` is called with a group that is visited soon.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh, DistanceProbe, NOTHING};
    /// use carom_math::lanes::dispatch;
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let boxes: Vec<_> = (0..1000).map(|i| at(i as f32 * 2.)).collect();
    /// let (tree, groups) = Bvh::build(&boxes);
    /// let from = Aabb::of_points([vec3(84.5, 6., 0.)]);
    /// let (mut nearest, mut visits) = ((f32::INFINITY, NOTHING), 0);
    /// dispatch!(tree.level(), simd => {
    ///     let probe = DistanceProbe::new(simd, &tree.local.around(&from));
    ///     let bound = |boxes: &_| probe.squared(boxes);
    ///     let _ = tree.nearest_first(simd, f32::INFINITY, bound, |_| {}, |group, limit| {
    ///         visits += 1;
    ///         for &item in groups[group].iter().filter(|item| **item != NOTHING) {
    ///             let distance = boxes[item as usize].distance_squared(&from).sqrt();
    ///             if distance < nearest.0 {
    ///                 nearest = (distance, item);
    ///                 *limit = tree.local.length(distance).powi(2); // in the frame of the tree
    ///             }
    ///         }
    ///         ControlFlow::Continue(())
    ///     });
    /// });
    /// assert_eq!(nearest, (5., 42));
    /// assert!(visits < 4, "of {} groups", groups.len());
    /// ```
    #[inline(always)]
    pub fn nearest_first<S: Simd>(
        &self,
        simd: S,
        mut limit: f32,
        bound: impl Fn(&Boxes<S>) -> f32x8<S>,
        prefetch: impl Fn(usize) + Copy,
        mut visit: impl FnMut(usize, &mut f32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.nodes.len() == 0 {
            return ControlFlow::Continue(());
        }
        let mut stack = Stack::<Ranked>::new();
        let mut height = 0;
        let mut next = 0;
        loop {
            if self.nodes.len() > LARGE && height > 0 {
                self.prefetch(stack.at(height - 1).of(), prefetch);
            }
            if next & GROUP != 0 {
                visit((next ^ GROUP) as usize, &mut limit)?;
            } else {
                let (boxes, children) = self.nodes.load(simd, next as usize);
                let bounds = bound(&boxes);
                let beyond = bounds.simd_gt(limit).to_bitmask();
                let bounds: [f32; LANES] = bounds.into();
                let lanes = !beyond & present(simd, children);
                if lanes != 0 {
                    // The nearest is next; the others are pushed in any order.
                    let ([mut nearest, second, third], others) = by_rank(&bounds, children, lanes);
                    stack.put(height, second);
                    stack.put(height + 1, third);
                    height += (lanes.count_ones() as usize - 1).min(2);
                    for lane in each(others) {
                        let other = Ranked::new(bounds[lane], children[lane]);
                        let [nearer, farther] = nearest.sorted(other);
                        nearest = nearer;
                        stack.put(height, farther);
                        height += 1;
                    }
                    next = nearest.of();
                    continue;
                }
            }
            loop {
                if height == 0 {
                    return ControlFlow::Continue(());
                }
                height -= 1;
                let waiting = stack.at(height);
                if waiting.number() > limit {
                    continue;
                }
                next = waiting.of();
                break;
            }
        }
    }

    /// Refits all nodes to moved items without changing the tree.
    ///
    /// `bounds` is the new box around all items, `group` returns the new box around the items of a group, and `around`
    /// is scratch memory.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh, NOTHING};
    /// use glam::{Vec3, vec3};
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let (mut tree, groups) = Bvh::build(&[at(0.), at(5.), at(9.)]);
    /// let moved = [at(1.), at(5.), at(12.)];
    /// let around = |group: usize| {
    ///     let items = groups[group].iter().filter(|item| **item != NOTHING);
    ///     items.fold(Aabb::empty(), |all, item| all.union(&moved[*item as usize]))
    /// };
    /// tree.refit(around(0), around, &mut Vec::new()); // one group: its box is that of the tree
    /// assert_eq!((tree.bounds().min.x, tree.bounds().max.x), (1., 13.));
    /// ```
    pub fn refit(
        &mut self,
        bounds: Aabb<V>,
        group: impl Fn(usize) -> Aabb<V>,
        around: &mut Vec<LocalBox>,
    ) {
        self.local = LocalFrame::of(&bounds);
        self.bounds = bounds;
        around.clear();
        around.resize(self.nodes.len(), LocalBox::NOTHING);
        for i in (0..self.nodes.len()).rev() {
            let mut boxes = [LocalBox::NOTHING; LANES];
            for (bounds, &child) in boxes.iter_mut().zip(self.nodes.children(i)) {
                if child == NOTHING {
                    continue;
                }
                *bounds = if child & GROUP == 0 {
                    around[child as usize]
                } else {
                    self.local.around(&group((child ^ GROUP) as usize))
                };
            }
            self.nodes.set(i, &boxes);
            around[i] = boxes.iter().fold(LocalBox::NOTHING, |all, x| all.union(x));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::lanes::dispatch;
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
    fn a_traversal_finds_the_boxes_that_brute_force_finds() {
        let mut random = fastrand::Rng::with_seed(1);
        for n in [0, 1, 2, 3, 17, 500] {
            let boxes = boxes(n, &mut random);
            let (tree, groups) = Bvh::build(&boxes);
            for _ in 0..100 {
                let region = self::boxes(1, &mut random)[0];
                let mut found: Vec<u32> = Vec::new();
                dispatch!(tree.level(), simd => {
                    let near = Boxes::splat(simd, &tree.local.around(&region));
                    let _ = tree.all(simd, |boxes| boxes.touch(&near), |_| {}, |group| {
                        let members = groups[group].iter().filter(|i| **i != NOTHING);
                        found.extend(members.filter(|i| boxes[**i as usize].overlaps(&region)).copied());
                        ControlFlow::Continue(())
                    });
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
        let (tree, _) = Bvh::build(&alloc::vec![one; 100_000]);
        assert!(tree.depth() < 8, "{}", tree.depth());
    }

    #[test]
    fn a_sorted_strip_of_wildly_growing_boxes_stays_within_the_stack() {
        let strip: Vec<_> = (0..100_000)
            .map(|i| {
                let x = 1.0003_f32.powi(i);
                Aabb::of_points([vec3(x, 0., 0.), vec3(x * 1.0003, 1., 1.)])
            })
            .collect();
        let (tree, _) = Bvh::build(&strip);
        assert!(tree.depth() < 18, "{}", tree.depth());
    }
}
