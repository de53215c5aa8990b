//! Items on their way into a tree, ranges of them, and the boxes around them.

use crate::bvh::LocalBox;

/// Three coordinates and an unused number: the compiler vectorizes four numbers on every target.
pub(super) type Four = [f32; 4];

/// An item on its way into the tree.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Item {
    /// The fourth number has the bits of the item's number.
    pub(super) min: Four,
    pub(super) max: Four,
}

impl Item {
    pub(super) fn new(around: &LocalBox, number: u32) -> Self {
        let [[a, b, c], [d, e, f]] = [around.min, around.max];
        Self {
            min: [a, b, c, f32::from_bits(number)],
            max: [d, e, f, 0.0],
        }
    }

    /// The same box with another number.
    pub(super) fn renumbered(&self, number: u32) -> Self {
        let [a, b, c, _] = self.min;
        let min = [a, b, c, f32::from_bits(number)];
        Self { min, ..*self }
    }

    #[inline(always)]
    pub(super) fn number(&self) -> u32 {
        self.min[3].to_bits()
    }

    /// Twice the center along an axis.
    #[inline(always)]
    pub(super) fn center(&self, axis: usize) -> f32 {
        self.min[axis] + self.max[axis]
    }

    /// Twice the center along all axes.
    #[inline(always)]
    pub(super) fn centers(&self) -> Four {
        let [a, b, c, _] = self.min;
        let [d, e, f, _] = self.max;
        [a + d, b + e, c + f, 0.0]
    }
}

/// A box that grows: the smallest and the largest coordinate along each axis.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) min: Four,
    pub(super) max: Four,
}

impl Span {
    pub(super) const NOTHING: Self = Self {
        min: [f32::INFINITY; 4],
        max: [-f32::INFINITY; 4],
    };

    /// The box around items.
    #[inline(always)]
    pub(super) fn of(items: &[Item]) -> Self {
        let mut around = Self::NOTHING;
        for item in items {
            around.grow(&item.min, &item.max);
        }
        around
    }

    #[inline(always)]
    pub(super) fn grow(&mut self, min: &Four, max: &Four) {
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
    pub(super) fn around(&self) -> LocalBox {
        let [[a, b, c, _], [d, e, f, _]] = [self.min, self.max];
        LocalBox {
            min: [a, b, c],
            max: [d, e, f],
        }
    }

    #[inline(always)]
    pub(super) fn half_area(&self) -> f32 {
        let [x, y, z] = core::array::from_fn(|axis| self.max[axis] - self.min[axis]);
        x * y + y * z + z * x
    }
}

/// A range of items, and how it is divided.
#[derive(Clone, Copy)]
pub(super) struct Range {
    /// The index of the first item.
    pub(super) first: usize,
    /// The number of items in a full group.
    pub(super) most: usize,
    /// The fraction of the widest spread below which an axis is left out.
    pub(super) flat: f32,
    /// The number of levels below which ranges are halved by count.
    pub(super) halve_from: usize,
}

impl Range {
    /// The range that begins `count` items later.
    pub(super) fn beyond(self, count: usize) -> Self {
        let first = self.first + count;
        Self { first, ..self }
    }
}

/// Half the surface area of a box.
pub(super) fn half_area(around: &LocalBox) -> f32 {
    let [x, y, z] = core::array::from_fn(|axis| around.max[axis] - around.min[axis]);
    x * y + y * z + z * x
}
