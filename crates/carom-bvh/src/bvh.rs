//! A bounding volume hierarchy over boxes, eight wide: it knows nothing of what is in them.
//!
//! Wald, Benthin, Boulos, *Getting Rid of Packets: Efficient SIMD Single-Ray Traversal using
//! Multi-branching BVHs*, 2008. All comparisons are made in single precision in a frame of the tree's own
//! (see [`LocalFrame`]), where boxes are rounded outwards: they may find more than there is, never less.

mod box_bvh;
mod box_list;
mod build;
mod local_frame;
mod morton_cells;
mod probe;
mod quantized;
mod stack;
mod swept_box;

pub use box_bvh::BoxBvh;
pub use box_list::BoxList;
pub use build::BuildScratch;
pub use local_frame::LocalFrame;
pub use morton_cells::MortonCells;
pub use probe::{Boxes, DistanceProbe, SegmentProbe, SweepProbe};
pub use swept_box::SweptBox;

use crate::aabb::Aabb;
use alloc::vec::Vec;
use carom_math::lanes::{
    LANES, Level, Ranked, Simd, SimdBase, SimdInto, SimdMask, by_rank, dispatch, each, f32x8,
    level, mask32x8, u32x8,
};
use carom_math::{Scalar, Vector};
use core::hint::black_box;
use core::ops::ControlFlow;
use quantized::QuantizedNode;
use stack::Stack;

/// The most nodes that wait at a time; the builder sees to it.
const STACK: usize = 128;

/// Of more nodes than that most are far from the processor: what waits is brought nearer ahead of time.
const LARGE: usize = 512;

/// Marks a child that is a group.
const GROUP: u32 = 1 << 31;

/// Up to eight items that are looked at together, [`NOTHING`] in the lanes without any.
pub type Group = [u32; LANES];

/// No item.
pub const NOTHING: u32 = u32::MAX;

/// The hierarchy down to groups of eight items, which its owner keeps.
#[derive(Clone, Debug)]
pub struct Bvh<V: Vector> {
    /// The frame in which its nodes are compared.
    pub local: LocalFrame<V>,
    bounds: Aabb<V>,
    /// Parents before their children.
    nodes: Nodes,
    level: Level,
}

/// All nodes in one of two layouts.
#[derive(Clone, Debug)]
enum Nodes {
    Plain(Vec<Node>),
    QuantizedNode(Vec<QuantizedNode>),
}

/// The boxes of eight children, those of missing ones infinitely far.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Node {
    /// min x, y, z, max x, y, z.
    bounds: [[f32; LANES]; 6],
    /// Another node, or a [`GROUP`].
    children: [u32; LANES],
}

impl<V: Vector> Bvh<V> {
    /// The box around everything; the empty box for a tree of nothing.
    pub fn bounds(&self) -> Aabb<V> {
        self.bounds
    }

    /// The instruction set for questions about it.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The same tree, traversed with another instruction set: every one gives the same answers.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// What the tree takes in memory.
    pub fn bytes(&self) -> usize {
        match &self.nodes {
            Nodes::Plain(nodes) => size_of_val(nodes.as_slice()),
            Nodes::QuantizedNode(nodes) => size_of_val(nodes.as_slice()),
        }
    }

    /// The same tree in less memory, with boxes that are a little larger.
    pub fn compact(mut self) -> Self {
        let all: [usize; LANES] = core::array::from_fn(|lane| lane);
        let quantised = |i| {
            let around = all.map(|lane| self.nodes.around(i, lane));
            QuantizedNode::new(*self.nodes.children(i), &around)
        };
        self.nodes = Nodes::QuantizedNode((0..self.nodes.len()).map(quantised).collect());
        self
    }

    /// Whether it is [`compact`](Self::compact).
    pub fn is_compact(&self) -> bool {
        matches!(self.nodes, Nodes::QuantizedNode(_))
    }

    /// The number of nodes on the longest path, 0 for a tree of nothing.
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

    /// Looks at what is visited next, but for now: while it comes from memory, something else is done. Of a
    /// group `ahead` knows where it is.
    #[inline(always)]
    fn look_ahead(&self, child: u32, ahead: impl Fn(usize)) {
        if child & GROUP != 0 {
            ahead((child ^ GROUP) as usize);
        } else {
            self.nodes.look_ahead(child as usize);
        }
    }

    /// Visits the groups whose box `test` lets in, in the tree's order, until told to stop.
    #[inline(always)]
    pub fn all<S: Simd>(
        &self,
        simd: S,
        test: impl Fn(&Boxes<S>) -> mask32x8<S>,
        ahead: impl Fn(usize) + Copy,
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
                self.look_ahead(stack.at(height - 1), ahead);
            }
            if next & GROUP != 0 {
                visit((next ^ GROUP) as usize)?;
            } else {
                let (boxes, children) = self.nodes.load(simd, next as usize);
                let lanes = test(&boxes).to_bitmask() & present(simd, children);
                if lanes != 0 {
                    // The last is next. Of the others there are mostly two at the most, which wait without a
                    // branch: how many is anybody's guess.
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

    /// Visits groups in about the order of a lower bound, leaving out what cannot matter.
    ///
    /// `bound` gives the least value that anything in a box can have. Boxes whose bound exceeds `limit` are
    /// passed over; `visit` lowers `limit` as it finds better. A bound that equals the limit is still looked
    /// at, so that a tie can be broken by number.
    #[inline(always)]
    pub fn nearest_first<S: Simd>(
        &self,
        simd: S,
        mut limit: f32,
        bound: impl Fn(&Boxes<S>) -> f32x8<S>,
        ahead: impl Fn(usize) + Copy,
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
                self.look_ahead(stack.at(height - 1).of(), ahead);
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
                    // The nearest is next, the others wait in any order.
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

    /// The same with any bound, box by box, in the caller's frame; `None` for a box that does not count. What does
    /// not touch `within` does not count either.
    pub fn by_bound(
        &self,
        within: Option<&Aabb<V>>,
        mut limit: V::Scalar,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        mut visit: impl FnMut(usize, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let within = within.map(|within| self.local.around(within));
        let mut stack = [(V::Scalar::ZERO, 0_u32); STACK];
        let mut height = 0;
        if let Some(least) = bound(&self.bounds).filter(|_| self.nodes.len() > 0) {
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
                visit((next ^ GROUP) as usize, &mut limit)?;
                continue;
            }
            let next = next as usize;
            let base = height;
            let children = *self.nodes.children(next);
            for lane in each(self.touched(next, within.as_ref())) {
                let child = children[lane];
                let Some(least) = bound(&self.local.outer(&self.nodes.around(next, lane))) else {
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

    /// The children of a node, or those of them that touch a box.
    fn touched(&self, node: usize, within: Option<&LocalBox>) -> u64 {
        dispatch!(self.level, simd => {
            let (boxes, children) = self.nodes.load(simd, node);
            let lanes = present(simd, children);
            match within {
                Some(within) => lanes & boxes.touch(&Boxes::splat(simd, within)).to_bitmask(),
                None => lanes,
            }
        })
    }

    /// Lets every box grow or shrink to what it holds now, in a frame for what is within `bounds`; `group`
    /// tells the new boxes of a group's items, and `around` is memory for it.
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

impl Nodes {
    #[inline(always)]
    fn len(&self) -> usize {
        match self {
            Self::Plain(nodes) => nodes.len(),
            Self::QuantizedNode(nodes) => nodes.len(),
        }
    }

    /// The boxes of a node's children, and the children.
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, i: usize) -> (Boxes<S>, &[u32; LANES]) {
        match self {
            Self::Plain(nodes) => (nodes[i].boxes(simd), &nodes[i].children),
            Self::QuantizedNode(nodes) => (nodes[i].boxes(simd), &nodes[i].children),
        }
    }

    /// Reads a number of every line of memory that a node takes.
    #[inline(always)]
    fn look_ahead(&self, i: usize) {
        match self {
            Self::Plain(nodes) => {
                let Node { bounds, children } = &nodes[i];
                black_box((bounds[0][0], bounds[2][0], bounds[4][0], children[0]));
            }
            Self::QuantizedNode(nodes) => {
                black_box(nodes[i].children[0]);
            }
        }
    }

    fn children(&self, i: usize) -> &[u32; LANES] {
        match self {
            Self::Plain(nodes) => &nodes[i].children,
            Self::QuantizedNode(nodes) => &nodes[i].children,
        }
    }

    fn children_mut(&mut self, i: usize) -> &mut [u32; LANES] {
        match self {
            Self::Plain(nodes) => &mut nodes[i].children,
            Self::QuantizedNode(nodes) => &mut nodes[i].children,
        }
    }

    fn around(&self, i: usize, lane: usize) -> LocalBox {
        match self {
            Self::Plain(nodes) => nodes[i].around(lane),
            Self::QuantizedNode(nodes) => nodes[i].around(lane),
        }
    }

    fn set(&mut self, i: usize, around: &[LocalBox; LANES]) {
        match self {
            Self::Plain(nodes) => {
                for (lane, around) in around.iter().enumerate() {
                    nodes[i].set(lane, around);
                }
            }
            Self::QuantizedNode(nodes) => nodes[i] = QuantizedNode::new(nodes[i].children, around),
        }
    }
}

/// The lanes that have a child: where numbers overflow, a bound that is NaN lets in any.
#[inline(always)]
fn present<S: Simd>(simd: S, children: &[u32; LANES]) -> u64 {
    let children: u32x8<S> = (*children).simd_into(simd);
    !children.simd_eq(NOTHING).to_bitmask() & 0xff
}

impl Node {
    const EMPTY: Self = Self {
        bounds: [[f32::INFINITY; LANES]; 6],
        children: [NOTHING; LANES],
    };

    #[inline(always)]
    fn boxes<S: Simd>(&self, simd: S) -> Boxes<S> {
        Boxes::load(simd, &self.bounds)
    }

    fn around(&self, lane: usize) -> LocalBox {
        let corner = |first: usize| core::array::from_fn(|axis| self.bounds[first + axis][lane]);
        LocalBox {
            min: corner(0),
            max: corner(3),
        }
    }

    fn set(&mut self, lane: usize, around: &LocalBox) {
        for axis in 0..3 {
            self.bounds[axis][lane] = around.min[axis];
            self.bounds[3 + axis][lane] = around.max[axis];
        }
    }
}

/// A box in the tree's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalBox {
    /// The least corner.
    pub min: [f32; 3],
    /// The greatest corner.
    pub max: [f32; 3],
}

impl LocalBox {
    const NOTHING: Self = Self {
        min: [f32::INFINITY; 3],
        max: [-f32::INFINITY; 3],
    };

    #[inline]
    fn union(&self, other: &Self) -> Self {
        let (mut min, mut max) = (self.min, self.max);
        for axis in 0..3 {
            if other.min[axis] < min[axis] {
                min[axis] = other.min[axis];
            }
            if other.max[axis] > max[axis] {
                max[axis] = other.max[axis];
            }
        }
        Self { min, max }
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
