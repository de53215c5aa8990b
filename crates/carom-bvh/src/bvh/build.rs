//! Building the tree: binned surface-area heuristic, top down, eight children a node.
//!
//! Wald, *On fast Construction of SAH-based Bounding Volume Hierarchies*, 2007. Small ranges are cut at
//! multiples of eight, so that nearly all groups are full.

use super::{Bvh, GROUP, Group, LANES, LocalBox, LocalFrame, NOTHING, Node, Nodes, STACK, level};
use crate::aabb::Aabb;
use alloc::vec::Vec;
use carom_math::Vector;
use carom_math::parallel::join;

const BINS: usize = 16;
/// And for ranges of at most [`SMALL`].
const FEW_BINS: usize = 8;
/// An axis along which the middles spread less than this part of the widest spread is not looked at.
const FLAT: f32 = 0.25;
/// The same where it has to be quick: only the widest.
const QUICKLY_FLAT: f32 = 1.0;
/// Ranges of at most so many are cut at multiples of a group.
const SMALL: usize = 512;
/// Ranges of at most so many are halved by the ranks of all in them.
const FEW: usize = 2 * LANES;
/// So many items are looked at at a time, which stay in the nearest cache.
const BLOCK: usize = 256;
/// Ranges of at most so many are divided by one thread.
const ALONE: usize = 1 << 13;
/// From this depth on halves are equal in number, which adds at most 32 levels more.
const HALVE_FROM: usize = 40;

/// Four numbers, the last of which nobody looks at: the compiler takes them at once on every target.
type Four = [f32; 4];

/// An item on its way into the tree.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Item {
    /// With the bits of the item's number behind.
    min: Four,
    max: Four,
}

impl Item {
    fn new(around: &LocalBox, number: u32) -> Self {
        let [[a, b, c], [d, e, f]] = [around.min, around.max];
        Self {
            min: [a, b, c, f32::from_bits(number)],
            max: [d, e, f, 0.0],
        }
    }

    /// The same box with another number.
    fn renumbered(&self, number: u32) -> Self {
        let [a, b, c, _] = self.min;
        let min = [a, b, c, f32::from_bits(number)];
        Self { min, ..*self }
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        self.min[3].to_bits()
    }

    /// Twice the middle.
    #[inline(always)]
    fn center(&self, axis: usize) -> f32 {
        self.min[axis] + self.max[axis]
    }

    /// The same along all axes.
    #[inline(always)]
    fn centers(&self) -> Four {
        let [a, b, c, _] = self.min;
        let [d, e, f, _] = self.max;
        [a + d, b + e, c + f, 0.0]
    }
}

/// The least and the greatest along each axis.
#[derive(Clone, Copy)]
struct Span {
    min: Four,
    max: Four,
}

impl Span {
    const NOTHING: Self = Self {
        min: [f32::INFINITY; 4],
        max: [-f32::INFINITY; 4],
    };

    /// The box around items.
    #[inline(always)]
    fn of(items: &[Item]) -> Self {
        let mut around = Self::NOTHING;
        for item in items {
            around.grow(&item.min, &item.max);
        }
        around
    }

    #[inline(always)]
    fn grow(&mut self, min: &Four, max: &Four) {
        for axis in 0..4 {
            let (own_min, own_max) = (self.min[axis], self.max[axis]);
            self.min[axis] = if min[axis] < own_min {
                min[axis]
            } else {
                own_min
            };
            self.max[axis] = if max[axis] > own_max {
                max[axis]
            } else {
                own_max
            };
        }
    }

    #[inline(always)]
    fn around(&self) -> LocalBox {
        let [[a, b, c, _], [d, e, f, _]] = [self.min, self.max];
        LocalBox {
            min: [a, b, c],
            max: [d, e, f],
        }
    }

    #[inline(always)]
    fn half_area(&self) -> f32 {
        let [x, y, z] = core::array::from_fn(|axis| self.max[axis] - self.min[axis]);
        x * y + y * z + z * x
    }
}

/// A tree of two children a node, made first. Children come before their parents.
#[derive(Clone, Copy)]
struct Binary {
    around: LocalBox,
    area: f32,
    /// How many items it holds.
    count: u32,
    /// In how many groups.
    groups: u32,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// The place of the first item.
    Group(u32),
    Inner([u32; 2]),
}

/// Memory for building trees, to be used again.
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
    /// The tree over these boxes, and the groups in it; item `i` is box `i`. Fewer than 2³¹ of them.
    pub fn build(boxes: &[Aabb<V>]) -> (Self, Vec<Group>) {
        Self::of(around(boxes), boxes.iter().copied(), LANES, divide)
    }

    /// Becomes the tree over other boxes, in the memory that it has.
    pub fn rebuild(
        &mut self,
        boxes: &[Aabb<V>],
        groups: &mut Vec<Group>,
        scratch: &mut BuildScratch,
    ) {
        let (bounds, boxes) = (around(boxes), boxes.iter().copied());
        self.make(bounds, boxes, LANES, divide, groups, scratch);
    }

    /// The same in less time and not as good, of boxes within `bounds`, none of them empty, that lie in cells one
    /// after the other; `ends` tells where each ends.
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

    /// The tree whose group `i` is in box `i`; those in an empty box are left out.
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
            Nodes::QuantizedNode(_) => Vec::new(),
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

/// A range of items.
#[derive(Clone, Copy)]
struct Range {
    /// Where it begins.
    first: usize,
    /// How many make a group.
    most: usize,
    /// [`FLAT`] or [`QUICKLY_FLAT`].
    flat: f32,
    /// So much deeper halves are equal in number.
    halve_from: usize,
}

impl Range {
    /// What begins so much later.
    fn beyond(self, count: usize) -> Self {
        let first = self.first + count;
        Self { first, ..self }
    }
}

/// Divides items into groups; returns the place of the root, the last, in `binary`.
///
/// Recursive, no deeper than `HALVE_FROM` and 32.
fn divide(items: &mut [Item], range: Range, binary: &mut Vec<Binary>) -> u32 {
    if items.len() <= range.most {
        let around = Span::of(items);
        binary.push(Binary {
            around: around.around(),
            area: around.half_area(),
            count: items.len() as u32,
            groups: 1,
            kind: Kind::Group(range.first as u32),
        });
    } else {
        let left = split(items, range);
        let halve_from = range.halve_from.saturating_sub(1);
        let range = Range {
            halve_from,
            ..range
        };
        let (one, other) = items.split_at_mut(left);
        let beyond = range.beyond(left);
        let (one, other) = if cfg!(feature = "rayon") && one.len().min(other.len()) > ALONE {
            let mut others = Vec::new();
            let (one, other) = join(
                || divide(one, range, binary),
                || divide(other, beyond, &mut others),
            );
            (one, append(others, binary) + other)
        } else {
            (divide(one, range, binary), divide(other, beyond, binary))
        };
        put_together(one, other, binary);
    }
    (binary.len() - 1) as u32
}

/// Puts a node over two; returns where.
fn put_together(one: u32, other: u32, binary: &mut Vec<Binary>) -> u32 {
    let (x, y) = (&binary[one as usize], &binary[other as usize]);
    let around = x.around.union(&y.around);
    let (count, groups) = (x.count + y.count, x.groups + y.groups);
    binary.push(Binary {
        around,
        area: half_area(&around),
        count,
        groups,
        kind: Kind::Inner([one, other]),
    });
    (binary.len() - 1) as u32
}

/// The same cell by cell, and the cells as if they were items.
fn divide_cells(items: &mut [Item], ends: &[u32], range: Range, binary: &mut Vec<Binary>) -> u32 {
    let mut cells = Vec::with_capacity(ends.len());
    let in_cells = Range {
        flat: QUICKLY_FLAT,
        ..range
    };
    divide_each(items, ends, in_cells, binary, &mut cells);
    let of_cells = Range { most: 1, ..range };
    let mut above = Vec::with_capacity(2 * cells.len());
    divide(&mut cells, of_cells, &mut above);
    // Where those above are below.
    let mut places: Vec<u32> = Vec::with_capacity(above.len());
    for node in above {
        places.push(match node.kind {
            Kind::Group(first) => cells[first as usize].number(),
            Kind::Inner([one, other]) => {
                put_together(places[one as usize], places[other as usize], binary)
            }
        });
    }
    (binary.len() - 1) as u32
}

/// Divides cell by cell; the box and the root of each are added to `cells`.
fn divide_each(
    items: &mut [Item],
    ends: &[u32],
    range: Range,
    binary: &mut Vec<Binary>,
    cells: &mut Vec<Item>,
) {
    if cfg!(feature = "rayon") && items.len() > 2 * ALONE && ends.len() > 1 {
        let (ends, beyond) = ends.split_at(ends.len() / 2);
        let count = ends[ends.len() - 1] as usize - range.first;
        let (items, others) = items.split_at_mut(count);
        let (mut their_binary, mut their_cells) = (Vec::new(), Vec::new());
        let their_range = range.beyond(count);
        join(
            || divide_each(items, ends, range, binary, cells),
            || {
                divide_each(
                    others,
                    beyond,
                    their_range,
                    &mut their_binary,
                    &mut their_cells,
                )
            },
        );
        let base = append(their_binary, binary);
        cells.extend(
            their_cells
                .iter()
                .map(|cell| cell.renumbered(base + cell.number())),
        );
        return;
    }
    let mut first = range.first;
    for &end in ends {
        let cell = &mut items[first - range.first..end as usize - range.first];
        let root = divide(cell, Range { first, ..range }, binary);
        cells.push(Item::new(&binary[root as usize].around, root));
        first = end as usize;
    }
}

/// Puts nodes made apart behind those that are there, as if they had been made there; returns where.
fn append(nodes: Vec<Binary>, binary: &mut Vec<Binary>) -> u32 {
    let base = binary.len() as u32;
    binary.extend(nodes.into_iter().map(|node| Binary {
        kind: match node.kind {
            Kind::Inner(halves) => Kind::Inner(halves.map(|half| base + half)),
            group @ Kind::Group(_) => group,
        },
        ..node
    }));
    base
}

/// Orders the items into two groups and returns the size of the first.
fn split(items: &mut [Item], range: Range) -> usize {
    let most = range.most;
    let mut spread = Span::NOTHING;
    for item in &*items {
        let centers = item.centers();
        spread.grow(&centers, &centers);
    }
    let size: [f32; 3] = core::array::from_fn(|axis| spread.max[axis] - spread.min[axis]);
    let mut longest = 0;
    for axis in 1..3 {
        if size[axis] > size[longest] {
            longest = axis;
        }
    }
    if items.len() <= FEW && items.len() <= 2 * most {
        let left = even(items.len() / 2, items.len(), most);
        by_rank(items, longest, left);
        return left;
    }
    if range.halve_from > 0 && size[longest] > 0.0 {
        let least = range.flat * size[longest];
        let size = size.map(|size| if size < least { 0.0 } else { size });
        let left = if items.len() > SMALL {
            cut::<BINS>(items, &spread.min, size)
        } else {
            cut::<FEW_BINS>(items, &spread.min, size)
        };
        if let Some((axis, left)) = left {
            if items.len() > SMALL {
                return left;
            }
            let even = even(left, items.len(), most);
            shift(items, axis, left, even);
            return even;
        }
    }
    let left = even(items.len() / 2, items.len(), most);
    items.select_nth_unstable_by(left, |x, y| {
        let order = x.center(longest).total_cmp(&y.center(longest));
        order.then(x.number().cmp(&y.number()))
    });
    left
}

/// Orders the items into two groups where it is cheapest; returns the axis and the size of the first. `None`
/// where all are in one bin.
fn cut<const BINS: usize>(
    items: &mut [Item],
    from: &Four,
    size: [f32; 3],
) -> Option<(usize, usize)> {
    let binned = Binned::<BINS>::new(items, from, size);
    let (axis, border) = binned.cheapest()?;
    let left = partition(items, |item| binned.bin(item, axis) < border);
    Some((axis, left))
}

/// The nearest number to `left` that leaves as few lanes empty as there must be.
fn even(left: usize, count: usize, most: usize) -> usize {
    ((left + most / 2) / most).clamp(1, count.div_ceil(most) - 1) * most
}

/// Moves the border in items ordered into two groups: a few change sides, the nearest to it first.
fn shift(items: &mut [Item], axis: usize, from: usize, to: usize) {
    for place in (to..from).rev() {
        let mut last = place;
        for i in 0..place {
            if items[i].center(axis) > items[last].center(axis) {
                last = i;
            }
        }
        items.swap(place, last);
    }
    for place in from..to {
        let mut first = place;
        for i in place + 1..items.len() {
            if items[i].center(axis) < items[first].center(axis) {
                first = i;
            }
        }
        items.swap(place, first);
    }
}

/// Puts the `left` first along an axis, of a few items, to the front: each is compared with each, which is done in
/// lanes and has no branch to guess.
fn by_rank(items: &mut [Item], axis: usize, left: usize) {
    let mut centers = [f32::INFINITY; FEW];
    for (center, item) in centers.iter_mut().zip(&*items) {
        *center = item.center(axis);
    }
    let mut before = [0_u32; FEW];
    for (i, one) in centers.iter().enumerate() {
        for (j, (other, before)) in centers.iter().zip(&mut before).enumerate() {
            // On a tie the first.
            *before += u32::from((one < other) | ((one == other) & (i < j)));
        }
    }
    let mut next = 0;
    for i in 0..items.len() {
        items.swap(next, i);
        before.swap(next, i);
        next += usize::from(before[next] < left as u32);
    }
}

/// BoxBvh sorted into bins along each axis that is worth it.
struct Binned<const BINS: usize> {
    bins: [[Span; BINS]; 3],
    counts: [[u32; BINS]; 3],
    from: Four,
    scale: Four,
}

impl<const BINS: usize> Binned<BINS> {
    /// Of items whose doubled middles are within `size` from `from` on; an axis of size 0 is left out.
    fn new(items: &[Item], from: &Four, size: [f32; 3]) -> Self {
        let scale = |size: f32| {
            let scale = (BINS - 1) as f32 / size;
            if scale.is_finite() { scale } else { 0.0 }
        };
        let [x, y, z] = size.map(scale);
        let mut binned = Self {
            bins: [[Span::NOTHING; BINS]; 3],
            counts: [[0; BINS]; 3],
            from: *from,
            scale: [x, y, z, 0.0],
        };
        for items in items.chunks(BLOCK) {
            for axis in (0..3).filter(|axis| size[*axis] > 0.0) {
                for item in items {
                    let bin = binned.bin(item, axis);
                    binned.bins[axis][bin].grow(&item.min, &item.max);
                    binned.counts[axis][bin] += 1;
                }
            }
        }
        binned
    }

    /// The nearest of the places of bins.
    #[inline(always)]
    fn bin(&self, item: &Item, axis: usize) -> usize {
        /// Numbers of this size are whole: what is added is rounded, to the last bits.
        const WHOLE: f32 = (3 << 22) as f32;
        let place = (item.center(axis) - self.from[axis]) * self.scale[axis] + WHOLE;
        place.to_bits() as usize % BINS
    }

    /// The axis and the bin before which to cut: least area × groups on either side; `None` where all are
    /// in one bin. On a tie the first.
    fn cheapest(&self) -> Option<(usize, usize)> {
        let mut best = (f32::INFINITY, None);
        for axis in (0..3).filter(|axis| self.scale[*axis] > 0.0) {
            let (bins, counts) = (&self.bins[axis], &self.counts[axis]);
            let cost = |around: &Span, count: u32| {
                around.half_area() * count.div_ceil(LANES as u32) as f32
            };
            let mut right = [(0.0, 0); BINS];
            let (mut around, mut count) = (Span::NOTHING, 0);
            for i in (1..BINS).rev() {
                around.grow(&bins[i].min, &bins[i].max);
                count += counts[i];
                right[i] = (cost(&around, count), count);
            }
            let (mut around, mut count) = (Span::NOTHING, 0);
            for i in 1..BINS {
                around.grow(&bins[i - 1].min, &bins[i - 1].max);
                count += counts[i - 1];
                if count > 0 && right[i].1 > 0 {
                    let both = cost(&around, count) + right[i].0;
                    if both < best.0 {
                        best = (both, Some((axis, i)));
                    }
                }
            }
        }
        best.1
    }
}

fn half_area(around: &LocalBox) -> f32 {
    let [x, y, z] = core::array::from_fn(|axis| around.max[axis] - around.min[axis]);
    x * y + y * z + z * x
}

/// Moves the items that belong to the left to the front; returns how many they are. Every item changes places,
/// because a branch that is guessed wrong every other time costs more (Alexandrescu, *Lomuto's comeback*, 2020).
fn partition(items: &mut [Item], belongs_left: impl Fn(&Item) -> bool) -> usize {
    let mut left = 0;
    for i in 0..items.len() {
        let belongs = belongs_left(&items[i]);
        items.swap(left, i);
        left += usize::from(belongs);
    }
    left
}

/// A node to be made: its place, what it is made of, and how many wait meanwhile.
type Task = (usize, Binary, usize);

/// Makes nodes of eight children: the one of the largest area is opened until there are as many, or the one
/// of the most items. What fits into one node stays together, here or in a node of its own: opened in part, it
/// would leave nodes of two or three. Returns how many nodes and groups can wait at a time.
fn widen(
    binary: &[Binary],
    items: &[Item],
    by_count: bool,
    nodes: &mut Vec<Node>,
    groups: &mut Vec<Group>,
    tasks: &mut Vec<Task>,
) -> usize {
    nodes.clear();
    nodes.push(Node::EMPTY);
    let mut most = 1;
    // Depth first; what waits here is what waits in a traversal that looks at everything.
    tasks.clear();
    tasks.push((0, binary[binary.len() - 1], 1));
    while let Some((place, root, waiting)) = tasks.pop() {
        // Copies, because all are looked at each time.
        let mut children = [root; LANES];
        let mut count = 1;
        while count < LANES {
            let (mut best, mut largest) = (None, (false, -1.0, 0));
            for (i, child) in children[..count].iter().enumerate() {
                let is_large = child.groups > LANES as u32;
                let fits = count as u32 + child.groups <= LANES as u32 + 1;
                let size = if by_count { 0.0 } else { child.area };
                let size = (is_large, size, child.count);
                if let Kind::Inner(halves) = child.kind
                    && (is_large || fits)
                    // The first candidate is opened even if its area is NaN: a node of one child never ends.
                    && (best.is_none() || size > largest)
                {
                    (best, largest) = (Some((i, halves)), size);
                }
            }
            let Some((i, [one, other])) = best else {
                break;
            };
            children[i] = binary[one as usize];
            children[count] = binary[other as usize];
            count += 1;
        }
        let waiting = waiting - 1 + count;
        most = most.max(waiting);
        for (lane, child) in children[..count].iter().enumerate() {
            nodes[place].set(lane, &child.around);
            nodes[place].children[lane] = match child.kind {
                Kind::Group(first) => {
                    let first = first as usize;
                    let mut group = [NOTHING; LANES];
                    let members = &items[first..first + child.count as usize];
                    for (lane, item) in group.iter_mut().zip(members) {
                        *lane = item.number();
                    }
                    // The order within a group is that of the numbers, whatever the way there.
                    group.sort_unstable();
                    groups.push(group);
                    (groups.len() - 1) as u32 | GROUP
                }
                Kind::Inner(_) => {
                    nodes.push(Node::EMPTY);
                    tasks.push((nodes.len() - 1, *child, waiting));
                    (nodes.len() - 1) as u32
                }
            };
        }
    }
    most
}
