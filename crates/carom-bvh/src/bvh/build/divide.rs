//! The binary tree: ranges of items are split down to groups.

use super::item::{Item, Range, Span, half_area};
use super::split::{QUICKLY_FLAT, split};
use crate::bvh::LocalBox;
use alloc::vec::Vec;
use carom_math::parallel::join;

/// Ranges with up to this many items are divided by one thread.
const ALONE: usize = 1 << 13;

/// A node of the binary tree, which is built first. Children come before their parents.
#[derive(Clone, Copy)]
pub(super) struct Binary {
    pub(super) around: LocalBox,
    pub(super) area: f32,
    /// The number of items below it.
    pub(super) count: u32,
    /// The number of groups below it.
    pub(super) groups: u32,
    pub(super) kind: BinaryKind,
}

#[derive(Clone, Copy)]
pub(super) enum BinaryKind {
    /// A group, with the index of its first item.
    Group(u32),
    /// Two children.
    Inner([u32; 2]),
}

/// Divides items into groups; returns the index of the root, the last, in `binary`.
///
/// Recursive, no deeper than `HALVE_FROM` + 32.
pub(super) fn divide(items: &mut [Item], range: Range, binary: &mut Vec<Binary>) -> u32 {
    if items.len() <= range.most {
        let around = Span::of(items);
        binary.push(Binary {
            around: around.around(),
            area: around.half_area(),
            count: items.len() as u32,
            groups: 1,
            kind: BinaryKind::Group(range.first as u32),
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
        join_nodes(one, other, binary);
    }
    (binary.len() - 1) as u32
}

/// Adds the parent of two nodes; returns its index.
fn join_nodes(one: u32, other: u32, binary: &mut Vec<Binary>) -> u32 {
    let (x, y) = (&binary[one as usize], &binary[other as usize]);
    let around = x.around.union(&y.around);
    let (count, groups) = (x.count + y.count, x.groups + y.groups);
    binary.push(Binary {
        around,
        area: half_area(&around),
        count,
        groups,
        kind: BinaryKind::Inner([one, other]),
    });
    (binary.len() - 1) as u32
}

/// [`divide`] for items sorted by cells: each cell on its own, then the cells as if they were items.
pub(super) fn divide_cells(
    items: &mut [Item],
    ends: &[u32],
    range: Range,
    binary: &mut Vec<Binary>,
) -> u32 {
    let mut cells = Vec::with_capacity(ends.len());
    let in_cells = Range {
        flat: QUICKLY_FLAT,
        ..range
    };
    divide_each(items, ends, in_cells, binary, &mut cells);
    let of_cells = Range { most: 1, ..range };
    let mut above = Vec::with_capacity(2 * cells.len());
    divide(&mut cells, of_cells, &mut above);
    // The index in `binary` of each node above the cells.
    let mut places: Vec<u32> = Vec::with_capacity(above.len());
    for node in above {
        places.push(match node.kind {
            BinaryKind::Group(first) => cells[first as usize].number(),
            BinaryKind::Inner([one, other]) => {
                join_nodes(places[one as usize], places[other as usize], binary)
            }
        });
    }
    (binary.len() - 1) as u32
}

/// Divides each cell and adds its box and the index of its root to `cells`.
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

/// Appends nodes that were built separately, as if they had been built in place; returns the index of the first.
fn append(nodes: Vec<Binary>, binary: &mut Vec<Binary>) -> u32 {
    let base = binary.len() as u32;
    binary.extend(nodes.into_iter().map(|node| Binary {
        kind: match node.kind {
            BinaryKind::Inner(halves) => BinaryKind::Inner(halves.map(|half| base + half)),
            group @ BinaryKind::Group(_) => group,
        },
        ..node
    }));
    base
}
