//! The eight-wide tree, collapsed from the binary tree.

use super::divide::{Binary, BinaryKind};
use super::item::Item;
use crate::bvh::{GROUP, Group, LANES, NOTHING, Node};
use alloc::vec::Vec;
use carom_math::sort;

/// A node to be made: its index, the root of its binary tree, and the size of the stack meanwhile.
pub(super) type Task = (usize, Binary, usize);

/// Makes the nodes and groups of the eight-wide tree; returns the most entries that a traversal has on its stack.
pub(super) fn widen(
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
    // Depth first: the tasks are the stack of a traversal that visits everything.
    tasks.clear();
    tasks.push((0, binary[binary.len() - 1], 1));
    while let Some((place, root, waiting)) = tasks.pop() {
        let (children, count) = opened(binary, root, by_count);
        let waiting = waiting - 1 + count;
        most = most.max(waiting);
        for (lane, child) in children[..count].iter().enumerate() {
            nodes[place].set(lane, &child.around);
            nodes[place].children[lane] = match child.kind {
                BinaryKind::Group(first) => {
                    groups.push(group_of(&items[first as usize..][..child.count as usize]));
                    (groups.len() - 1) as u32 | GROUP
                }
                BinaryKind::Inner(_) => {
                    nodes.push(Node::EMPTY);
                    tasks.push((nodes.len() - 1, *child, waiting));
                    (nodes.len() - 1) as u32
                }
            };
        }
    }
    most
}

/// The up to eight children of a node, and their number: the child with the largest area (or, with `by_count`, the most
/// items) is replaced by its two children until there are eight.
///
/// A subtree that fits into one node is opened in whole or not at all: opened in part, it would leave nodes of two or
/// three children.
#[inline]
fn opened(binary: &[Binary], root: Binary, by_count: bool) -> ([Binary; LANES], usize) {
    // Copies, because every step reads all of them.
    let mut children = [root; LANES];
    let mut count = 1;
    while count < LANES {
        let (mut best, mut largest) = (None, (false, -1.0, 0));
        for (i, child) in children[..count].iter().enumerate() {
            let is_large = child.groups > LANES as u32;
            let fits = count as u32 + child.groups <= LANES as u32 + 1;
            let size = if by_count { 0.0 } else { child.area };
            let size = (is_large, size, child.count);
            if let BinaryKind::Inner(halves) = child.kind
                && (is_large || fits)
                // The first candidate is opened even if its area is NaN: a chain of nodes with one child never ends.
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
    (children, count)
}

/// The group of these items, ordered by number, which does not depend on how the tree was built.
fn group_of(items: &[Item]) -> Group {
    let mut group = [NOTHING; LANES];
    for (lane, item) in group.iter_mut().zip(items) {
        *lane = item.number();
    }
    sort::sort(&mut group);
    group
}
