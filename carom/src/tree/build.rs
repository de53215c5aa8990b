//! Building the tree: binned surface-area heuristic, top down, eight children a node.
//!
//! Wald, *On fast Construction of SAH-based Bounding Volume Hierarchies*, 2007. Small ranges are cut at
//! multiples of eight, so that nearly all groups are full.

use super::{Around, GROUP, Group, LANES, Local, NOTHING, Node, Nodes, STACK, Tree, level};
use crate::parallel::join;
use crate::shape::aabb::Aabb;
use crate::vector::Vector;
use alloc::vec::Vec;

const BINS: usize = 16;
/// Ranges of at most so many are cut at multiples of a group.
const SMALL: usize = 512;
/// Ranges of at most so many are divided by one thread.
const ALONE: usize = 1 << 13;
/// From this depth on halves are equal in number, which adds at most 32 levels more.
const HALVE_FROM: usize = 40;

/// An item on its way into the tree.
#[derive(Clone, Copy)]
struct Item {
    around: Around,
    number: u32,
}

impl Item {
    /// Twice the middle.
    #[inline(always)]
    fn center(&self, axis: usize) -> f32 {
        self.around.min[axis] + self.around.max[axis]
    }
}

/// A tree of two children a node, made first. Children come before their parents.
struct Binary {
    around: Around,
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

impl<V: Vector> Tree<V> {
    /// The tree over these boxes, and the groups in it; item `i` is box `i`. Fewer than 2³¹ of them.
    pub(crate) fn build(boxes: &[Aabb<V>]) -> (Self, Vec<Group>) {
        Self::of(boxes, LANES)
    }

    /// The tree whose group `i` is in box `i`; those in an empty box are left out.
    pub(crate) fn over(boxes: &[Aabb<V>]) -> Self {
        let (mut tree, groups) = Self::of(boxes, 1);
        for i in 0..tree.nodes.len() {
            let children = tree.nodes.children_mut(i).iter_mut();
            for child in children.filter(|c| **c & GROUP != 0 && **c != NOTHING) {
                *child = groups[(*child ^ GROUP) as usize][0] | GROUP;
            }
        }
        tree
    }

    fn of(boxes: &[Aabb<V>], most: usize) -> (Self, Vec<Group>) {
        let bounds = boxes.iter().fold(Aabb::empty(), |all, one| all.union(one));
        let local = Local::of(&bounds);
        let is_empty = |bounds: &Aabb<V>| (0..V::DIM).any(|i| bounds.min[i] > bounds.max[i]);
        let mut items: Vec<Item> = (0..)
            .zip(boxes)
            .filter(|(_, bounds)| !is_empty(bounds))
            .map(|(number, bounds)| Item {
                around: local.around(bounds),
                number,
            })
            .collect();
        let mut tree = Self {
            local,
            bounds,
            nodes: Nodes::Plain(Vec::new()),
            level: level(),
        };
        if items.is_empty() {
            return (tree, Vec::new());
        }
        let (mut nodes, mut groups) = (Vec::new(), Vec::new());
        for halve_from in [HALVE_FROM, 0] {
            let mut binary = Vec::new();
            let range = Range { first: 0, most };
            divide(&mut items, range, halve_from, &mut binary);
            groups.clear();
            let waiting = widen(&binary, &items, halve_from == 0, &mut nodes, &mut groups);
            if waiting <= STACK {
                break;
            }
        }
        tree.nodes = Nodes::Plain(nodes);
        (tree, groups)
    }
}

/// Where a range of items begins, and how many make a group.
#[derive(Clone, Copy)]
struct Range {
    first: usize,
    most: usize,
}

/// Divides items into groups; returns the place of the root in `binary`.
///
/// Recursive, no deeper than `HALVE_FROM` and 32.
fn divide(
    items: &mut [Item],
    Range { first, most }: Range,
    halve_from: usize,
    binary: &mut Vec<Binary>,
) -> u32 {
    if items.len() <= most {
        // The order within a group is that of the numbers, whatever the way there.
        items.sort_unstable_by_key(|item| item.number);
        let around = items
            .iter()
            .fold(Around::NOTHING, |all, item| all.union(&item.around));
        binary.push(Binary {
            around,
            area: half_area(&around),
            count: items.len() as u32,
            groups: 1,
            kind: Kind::Group(first as u32),
        });
    } else {
        let left = split(items, most, halve_from == 0);
        let halve_from = halve_from.saturating_sub(1);
        let (one, other) = items.split_at_mut(left);
        let range = Range { first, most };
        let beyond = Range {
            first: first + left,
            most,
        };
        let (one, other) = if cfg!(feature = "rayon") && one.len().min(other.len()) > ALONE {
            let mut others = Vec::new();
            let (one, other) = join(
                || divide(one, range, halve_from, binary),
                || divide(other, beyond, halve_from, &mut others),
            );
            (one, append(others, binary) + other)
        } else {
            (
                divide(one, range, halve_from, binary),
                divide(other, beyond, halve_from, binary),
            )
        };
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
    }
    (binary.len() - 1) as u32
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
fn split(items: &mut [Item], most: usize, halve: bool) -> usize {
    let mut centers = Around::NOTHING;
    for item in &*items {
        let center = core::array::from_fn(|axis| item.center(axis));
        centers = centers.union(&Around {
            min: center,
            max: center,
        });
    }
    let size: [f32; 3] = core::array::from_fn(|axis| centers.max[axis] - centers.min[axis]);
    let mut longest = 0;
    for axis in 1..3 {
        if size[axis] > size[longest] {
            longest = axis;
        }
    }
    let mut cut = (longest, items.len() / 2);
    if !halve && size[longest] > 0.0 {
        let binned = Binned::new(items, &centers);
        if let Some((axis, border)) = binned.cheapest() {
            let left = binned.left(axis, border);
            if items.len() > SMALL {
                partition(items, |item| binned.bin(item, axis) < border);
                return left;
            }
            cut = (axis, left);
        }
    }
    let (axis, left) = cut;
    // The nearest number that leaves as few lanes empty as there must be.
    let groups = ((left + most / 2) / most).clamp(1, items.len().div_ceil(most) - 1);
    let left = groups * most;
    items.select_nth_unstable_by(left, |x, y| {
        let order = x.center(axis).total_cmp(&y.center(axis));
        order.then(x.number.cmp(&y.number))
    });
    left
}

/// Items sorted into bins along each axis.
struct Binned {
    bins: [[(Around, u32); BINS]; 3],
    from: [f32; 3],
    scale: [f32; 3],
}

impl Binned {
    fn new(items: &[Item], centers: &Around) -> Self {
        let scale = core::array::from_fn(|axis| {
            let size = centers.max[axis] - centers.min[axis];
            let scale = BINS as f32 * 0.999 / size;
            if scale.is_finite() { scale } else { 0.0 }
        });
        let mut binned = Self {
            bins: [[(Around::NOTHING, 0); BINS]; 3],
            from: centers.min,
            scale,
        };
        for item in items {
            for axis in 0..3 {
                let (around, count) = &mut binned.bins[axis][binned.bin(item, axis)];
                *around = around.union(&item.around);
                *count += 1;
            }
        }
        binned
    }

    #[inline(always)]
    fn bin(&self, item: &Item, axis: usize) -> usize {
        (((item.center(axis) - self.from[axis]) * self.scale[axis]) as usize).min(BINS - 1)
    }

    /// How many items are before a border.
    fn left(&self, axis: usize, border: usize) -> usize {
        let before = self.bins[axis][..border].iter();
        before.map(|(_, count)| *count as usize).sum()
    }

    /// The axis and the bin before which to cut: least area × groups on either side; `None` where all are
    /// in one bin. On a tie the first.
    fn cheapest(&self) -> Option<(usize, usize)> {
        let mut best = (f32::INFINITY, None);
        for axis in 0..3 {
            if self.scale[axis] == 0.0 {
                continue;
            }
            let bins = &self.bins[axis];
            let cost = |(around, count): &(Around, u32)| {
                half_area(around) * count.div_ceil(LANES as u32) as f32
            };
            let join = |x: &(Around, u32), y: &(Around, u32)| (x.0.union(&y.0), x.1 + y.1);
            let nothing = (Around::NOTHING, 0);
            let mut right = [(0.0, 0); BINS];
            let mut sum = nothing;
            for i in (1..BINS).rev() {
                sum = join(&sum, &bins[i]);
                right[i] = (cost(&sum), sum.1);
            }
            let mut left = nothing;
            for i in 1..BINS {
                left = join(&left, &bins[i - 1]);
                if left.1 > 0 && right[i].1 > 0 {
                    let both = cost(&left) + right[i].0;
                    if both < best.0 {
                        best = (both, Some((axis, i)));
                    }
                }
            }
        }
        best.1
    }
}

fn half_area(around: &Around) -> f32 {
    let [x, y, z] = core::array::from_fn(|axis| around.max[axis] - around.min[axis]);
    x * y + y * z + z * x
}

/// Moves the items that belong to the left to the front.
fn partition(items: &mut [Item], belongs_left: impl Fn(&Item) -> bool) {
    let (mut left, mut right) = (0, items.len());
    while left < right {
        if belongs_left(&items[left]) {
            left += 1;
        } else {
            right -= 1;
            items.swap(left, right);
        }
    }
}

/// Makes nodes of eight children: the one of the largest area is opened until there are as many, or the one
/// of the most items. What fits into one node stays together, here or in a node of its own: opened in part, it
/// would leave nodes of two or three. Returns how many nodes and groups can wait at a time.
fn widen(
    binary: &[Binary],
    items: &[Item],
    by_count: bool,
    nodes: &mut Vec<Node>,
    groups: &mut Vec<Group>,
) -> usize {
    nodes.clear();
    nodes.push(Node::EMPTY);
    let mut most = 1;
    // Depth first; what waits here is what waits in a traversal that looks at everything.
    let mut tasks = alloc::vec![(0_usize, binary.len() - 1, 1_usize)];
    while let Some((place, root, waiting)) = tasks.pop() {
        let mut children = [0; LANES];
        children[0] = root;
        let mut count = 1;
        while count < LANES {
            let (mut best, mut largest) = (None, (false, -1.0, 0));
            for (i, &child) in children[..count].iter().enumerate() {
                let child = &binary[child];
                let is_large = child.groups > LANES as u32;
                let fits = count as u32 + child.groups <= LANES as u32 + 1;
                let size = if by_count { 0.0 } else { child.area };
                let size = (is_large, size, child.count);
                if let Kind::Inner(halves) = child.kind
                    && (is_large || fits)
                    && size > largest
                {
                    (best, largest) = (Some((i, halves)), size);
                }
            }
            let Some((i, [one, other])) = best else {
                break;
            };
            children[i] = one as usize;
            children[count] = other as usize;
            count += 1;
        }
        let waiting = waiting - 1 + count;
        most = most.max(waiting);
        for (lane, &child) in children[..count].iter().enumerate() {
            let child_of = &binary[child];
            nodes[place].set(lane, &child_of.around);
            nodes[place].children[lane] = match child_of.kind {
                Kind::Group(first) => {
                    let first = first as usize;
                    let mut group = [NOTHING; LANES];
                    let members = &items[first..first + child_of.count as usize];
                    for (lane, item) in group.iter_mut().zip(members) {
                        *lane = item.number;
                    }
                    groups.push(group);
                    (groups.len() - 1) as u32 | GROUP
                }
                Kind::Inner(_) => {
                    nodes.push(Node::EMPTY);
                    tasks.push((nodes.len() - 1, child, waiting));
                    (nodes.len() - 1) as u32
                }
            };
        }
    }
    most
}
