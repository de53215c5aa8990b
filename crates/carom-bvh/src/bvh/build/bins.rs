//! Bins of items along each axis, for the surface area heuristic.

use super::item::{Four, Item, Span};
use crate::bvh::LANES;

/// Items are binned in blocks of this many, which stay in the first-level cache.
const BLOCK: usize = 256;

/// Items sorted into bins by their centers, along each axis that counts.
pub(super) struct Binned<const BINS: usize> {
    bins: [[Span; BINS]; 3],
    counts: [[u32; BINS]; 3],
    from: Four,
    scale: Four,
}

impl<const BINS: usize> Binned<BINS> {
    /// Bins items with doubled centers in `from..=from + size`; an axis of size 0 is left out.
    pub(super) fn new(items: &[Item], from: &Four, size: [f32; 3]) -> Self {
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

    /// The bin of an item.
    #[inline(always)]
    pub(super) fn bin(&self, item: &Item, axis: usize) -> usize {
        /// Numbers of this size are integers: adding it rounds to the nearest integer, in the lowest bits.
        const WHOLE: f32 = (3 << 22) as f32;
        let place = (item.center(axis) - self.from[axis]) * self.scale[axis] + WHOLE;
        place.to_bits() as usize % BINS
    }

    /// The axis and the bin before which to split: least area × groups, summed over both sides. `None` if all items are
    /// in one bin; the first on a tie.
    pub(super) fn cheapest(&self) -> Option<(usize, usize)> {
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
