//! Building a tree: binned surface area heuristic (SAH), top down, then collapsed to eight children per node.
//!
//! Wald, *On fast Construction of SAH-based Bounding Volume Hierarchies*, 2007. Small ranges are split at
//! multiples of eight, so that nearly all groups are full.

mod bins;
mod divide;
mod item;
mod split;
mod widen;

use super::{Bvh, GROUP, Group, LANES, LocalFrame, NOTHING, Nodes, STACK, level};
use crate::aabb::Aabb;
use alloc::vec::Vec;
use carom_math::Vector;
use divide::{Binary, divide, divide_cells};
use item::{Item, Range};
use split::FLAT;
use widen::{Task, widen};

/// From this depth on ranges are halved by count, which adds at most 32 levels.
const HALVE_FROM: usize = 40;

/// Scratch memory for building trees, reused from one build to the next.
///
/// ```
/// use carom_bvh::{Aabb, BoxBvh, BuildScratch};
/// use glam::{Vec3, vec3};
/// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
/// let (mut tree, mut scratch) = (BoxBvh::build(&[at(0.)]), BuildScratch::default());
/// for x in [3., 4.] {
///     tree.rebuild([at(x), at(x + 2.)].into_iter(), &mut scratch);
/// }
/// assert_eq!(tree.bounds().min, vec3(4., 0., 0.));
/// ```
#[derive(Clone, Default)]
pub struct BuildScratch {
    items: Vec<Item>,
    binary: Vec<Binary>,
    tasks: Vec<Task>,
}

impl core::fmt::Debug for BuildScratch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("BuildScratch").finish_non_exhaustive()
    }
}

impl<V: Vector> Bvh<V> {
    /// The tree over these boxes, fewer than 2³¹, and its groups; item `i` is box `i`. Empty boxes are left out.
    pub fn build(boxes: &[Aabb<V>]) -> (Self, Vec<Group>) {
        Self::of(around(boxes), boxes.iter().copied(), LANES, divide)
    }

    /// Builds the tree over other boxes, in the memory that it has.
    ///
    /// ```
    /// use carom_bvh::{Aabb, BuildScratch, Bvh};
    /// use glam::{Vec3, vec3};
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let (mut tree, mut groups) = Bvh::build(&[at(0.), at(5.)]);
    /// let mut scratch = BuildScratch::default();
    /// tree.rebuild(&[at(7.), at(8.), at(9.)], &mut groups, &mut scratch);
    /// assert_eq!((groups[0][..3].to_vec(), tree.bounds().min), (vec![0, 1, 2], vec3(7., 0., 0.)));
    /// ```
    pub fn rebuild(
        &mut self,
        boxes: &[Aabb<V>],
        groups: &mut Vec<Group>,
        scratch: &mut BuildScratch,
    ) {
        let (bounds, boxes) = (around(boxes), boxes.iter().copied());
        self.make(bounds, boxes, LANES, divide, groups, scratch);
    }

    /// Builds a tree faster than [`build`](Self::build), with somewhat slower queries, from boxes sorted by cells.
    ///
    /// No box may be empty and all must be within `bounds`. Cell `i` ends before box `ends[i]`: see
    /// [`MortonCells`](super::MortonCells). Item `i` is the `i`-th of the sorted boxes.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh, MortonCells, NOTHING};
    /// use glam::Vec3;
    /// // In no particular order.
    /// let places = (0..1000).map(|i| Vec3::X * (i * 7 % 1000) as f32);
    /// let boxes: Vec<_> = places.map(|p| Aabb::of_points([p, p + Vec3::ONE])).collect();
    /// let bounds = boxes.iter().fold(Aabb::empty(), |all, one| all.union(one));
    /// let cells = MortonCells::new(&bounds, boxes.iter().map(Aabb::center));
    /// let sorted = (0..boxes.len()).map(|i| boxes[cells.number(i) as usize]);
    /// let (tree, groups) = Bvh::quick(bounds, sorted, &cells.ends(8));
    /// assert_eq!(tree.bounds(), bounds);
    /// for group in groups {
    ///     let items = group.iter().filter(|item| **item != NOTHING);
    ///     let boxes = items.map(|item| boxes[cells.number(*item as usize) as usize]);
    ///     assert!(boxes.fold(Aabb::empty(), |all, one| all.union(&one)).size().x <= 9.);
    /// }
    /// ```
    ///
    /// Pantaleoni, Luebke, *HLBVH: Hierarchical LBVH Construction for Real-Time Ray Tracing*, 2010.
    pub fn quick(
        bounds: Aabb<V>,
        boxes: impl ExactSizeIterator<Item = Aabb<V>>,
        ends: &[u32],
    ) -> (Self, Vec<Group>) {
        Self::of(bounds, boxes, LANES, |items, range, binary| {
            divide_cells(items, ends, range, binary)
        })
    }

    /// The tree over boxes that each stand for a group: group `i` is in box `i`. Empty boxes are left out.
    ///
    /// ```
    /// use carom_bvh::{Aabb, Bvh};
    /// use glam::Vec3;
    /// // The leaves of this tree are the blocks of a terrain, of which one is a hole.
    /// let block = |x: f32| Aabb::of_points([Vec3::X * x, Vec3::X * x + Vec3::ONE]);
    /// let tree = Bvh::over(&[block(0.), Aabb::empty(), block(2.)]);
    /// let mut blocks = Vec::new();
    /// tree.each_box(|_, group, bounds| blocks.extend(group.map(|block| (block, bounds.min.x))));
    /// blocks.sort_by_key(|(block, _)| *block);
    /// assert_eq!(blocks, [(0, 0.), (2, 2.)]);
    /// ```
    pub fn over(boxes: &[Aabb<V>]) -> Self {
        let (mut tree, groups) = Self::of(around(boxes), boxes.iter().copied(), 1, divide);
        for i in 0..tree.nodes.len() {
            let children = tree.nodes.children_mut(i).iter_mut();
            for child in children.filter(|c| **c & GROUP != 0 && **c != NOTHING) {
                *child = groups[(*child ^ GROUP) as usize][0] | GROUP;
            }
        }
        tree
    }

    fn of(
        bounds: Aabb<V>,
        boxes: impl ExactSizeIterator<Item = Aabb<V>>,
        most: usize,
        divide: impl Fn(&mut [Item], Range, &mut Vec<Binary>) -> u32,
    ) -> (Self, Vec<Group>) {
        let mut tree = Self {
            local: LocalFrame::of(&bounds),
            bounds,
            nodes: Nodes::Plain(Vec::new()),
            level: level(),
        };
        let mut groups = Vec::new();
        let mut scratch = BuildScratch::default();
        tree.make(bounds, boxes, most, divide, &mut groups, &mut scratch);
        if let Nodes::Plain(nodes) = &mut tree.nodes {
            nodes.shrink_to_fit();
        }
        (tree, groups)
    }

    fn make(
        &mut self,
        bounds: Aabb<V>,
        boxes: impl ExactSizeIterator<Item = Aabb<V>>,
        most: usize,
        divide: impl Fn(&mut [Item], Range, &mut Vec<Binary>) -> u32,
        groups: &mut Vec<Group>,
        scratch: &mut BuildScratch,
    ) {
        let BuildScratch {
            items,
            binary,
            tasks,
        } = scratch;
        let local = LocalFrame::of(&bounds);
        items.clear();
        items.reserve(boxes.len());
        let numbered = (0..).zip(boxes).filter(|(_, bounds)| !bounds.is_empty());
        items.extend(numbered.map(|(number, bounds)| Item::new(&local.around(&bounds), number)));
        let mut nodes = match core::mem::replace(&mut self.nodes, Nodes::Plain(Vec::new())) {
            Nodes::Plain(nodes) => nodes,
            Nodes::Quantized(_) => Vec::new(),
        };
        (self.local, self.bounds) = (local, bounds);
        nodes.clear();
        groups.clear();
        for halve_from in [HALVE_FROM, 0] {
            if items.is_empty() {
                break;
            }
            binary.clear();
            binary.reserve(2 * items.len().div_ceil(most));
            let range = Range {
                first: 0,
                most,
                flat: FLAT,
                halve_from,
            };
            divide(items, range, binary);
            nodes.reserve(binary.len() / 8);
            groups.reserve(binary.len() / 2 + 1);
            groups.clear();
            let waiting = widen(binary, items, halve_from == 0, &mut nodes, groups, tasks);
            if waiting <= STACK {
                break;
            }
        }
        self.nodes = Nodes::Plain(nodes);
    }
}

fn around<V: Vector>(boxes: &[Aabb<V>]) -> Aabb<V> {
    boxes.iter().fold(Aabb::empty(), |all, one| all.union(one))
}
