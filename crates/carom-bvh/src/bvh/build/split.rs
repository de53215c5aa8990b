//! Splits of a range of items in two: by the surface area heuristic over bins, by ranks, or in the middle.

use super::bins::Binned;
use super::item::{Four, Item, Range, Span};
use crate::bvh::LANES;
use carom_math::sort;

/// The number of bins per axis.
const BINS: usize = 16;
/// The number of bins for ranges with up to [`SMALL`] items.
const FEW_BINS: usize = 8;
/// An axis is left out if the centers spread less along it than this fraction of the widest spread.
pub(super) const FLAT: f32 = 0.25;
/// The same for quick builds: only the widest axis is used.
pub(super) const QUICKLY_FLAT: f32 = 1.0;
/// Ranges with up to this many items are split at multiples of a group.
const SMALL: usize = 512;
/// Ranges with up to this many items are halved by rank.
const FEW: usize = 2 * LANES;

/// Partitions the items into two and returns the size of the first part.
pub(super) fn split(items: &mut [Item], range: Range) -> usize {
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
    sort::select_by(items, left, |x: &Item, y: &Item| {
        let order = x.center(longest).total_cmp(&y.center(longest));
        order.then(x.number().cmp(&y.number()))
    });
    left
}

/// Partitions the items into two where the cost is least; returns the axis and the size of the first part. `None` if
/// all are in one bin.
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

/// The size next to `left` that fills all groups but the last.
fn even(left: usize, count: usize, most: usize) -> usize {
    ((left + most / 2) / most).clamp(1, count.div_ceil(most) - 1) * most
}

/// Moves the border of two partitioned ranges: the items nearest to it change sides.
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

/// Moves the `left` first items along an axis to the front. Compares each item with each: with so few this vectorizes
/// and has no unpredictable branch.
fn by_rank(items: &mut [Item], axis: usize, left: usize) {
    let mut centers = [f32::INFINITY; FEW];
    for (center, item) in centers.iter_mut().zip(&*items) {
        *center = item.center(axis);
    }
    let mut before = [0_u32; FEW];
    for (i, one) in centers.iter().enumerate() {
        for (j, (other, before)) in centers.iter().zip(&mut before).enumerate() {
            // A tie goes to the first.
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

/// Moves the items that belong to the left to the front; returns their number. Branch-free: every item is swapped,
/// which is cheaper than an unpredictable branch (Alexandrescu, *Lomuto's comeback*, 2020).
fn partition(items: &mut [Item], belongs_left: impl Fn(&Item) -> bool) -> usize {
    let mut left = 0;
    for i in 0..items.len() {
        let belongs = belongs_left(&items[i]);
        items.swap(left, i);
        left += usize::from(belongs);
    }
    left
}
