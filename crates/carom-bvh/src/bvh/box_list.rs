//! A list of boxes, tested eight at a time: a broad phase for sets too short-lived for a tree.

use super::local_frame::{lower, upper};
use super::{BoxLanes, Boxes, EMPTY_LANES, LocalBox};
use crate::aabb::Aabb;
use alloc::vec::Vec;
use carom_math::lanes::{LANES, Level, SimdBase, SimdMask, dispatch, each, level};
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// The number of groups of eight that are tested before their results are visited.
const CHUNK: usize = 32;

/// Boxes in the order they were added, without a tree.
///
/// ```
/// use carom_bvh::{Aabb, BoxList};
/// use glam::{Vec3, vec3};
/// use std::ops::ControlFlow;
/// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
/// let mut list = BoxList::new();
/// (0..20).for_each(|i| list.push(&at(i as f32 * 2.)));
/// let mut found = Vec::new();
/// let _ = list.touching_and_near(&at(18.5), (&at(0.), 5.), |group, touching, _| {
///     found.push((group, touching)); // group 1 holds boxes 8 to 15
///     ControlFlow::Continue(())
/// });
/// assert_eq!(found, [(1, 0b10)]); // box 9
/// assert_eq!((list.get(9), list.len()), (at(18.), 20));
/// list.clear(); // for the next tick, in the same memory
/// assert!(list.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct BoxList<V: Vector> {
    count: usize,
    /// In double precision the boxes themselves.
    boxes: Vec<Aabb<V>>,
    /// The boxes in single precision, relative to `origin` and rounded outwards; empty boxes past the end.
    lanes: Vec<BoxLanes>,
    /// In double precision a point near the boxes.
    origin: V,
    level: Level,
}

impl<V: Vector> Default for BoxList<V> {
    fn default() -> Self {
        Self {
            count: 0,
            boxes: Vec::new(),
            lanes: Vec::new(),
            origin: V::ZERO,
            level: level(),
        }
    }
}

impl<V: Vector> BoxList<V> {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The instruction set that tests use: the best of this machine.
    ///
    /// ```
    /// use carom_bvh::BoxList;
    /// use carom_math::lanes::{SimdBase, SimdInto, SimdMask, dispatch, f32x8};
    /// let list = BoxList::<glam::Vec3>::new();
    /// // What belongs to eight boxes, tested by the same instructions.
    /// let weights = [1., 5., 2., 9., 0., 0., 7., 3.];
    /// let heavy = dispatch!(list.level(), simd => {
    ///     let weights: f32x8<_> = weights.simd_into(simd);
    ///     weights.simd_gt(4.).to_bitmask()
    /// });
    /// assert_eq!(heavy, 0b0100_1010);
    /// ```
    pub fn level(&self) -> Level {
        self.level
    }

    /// Removes all boxes; keeps the memory.
    pub fn clear(&mut self) {
        self.count = 0;
        self.boxes.clear();
        self.lanes.clear();
    }

    /// Appends a box.
    #[inline]
    pub fn push(&mut self, bounds: &Aabb<V>) {
        let lane = self.count % LANES;
        self.count += 1;
        if lane == 0 {
            self.lanes.push(EMPTY_LANES);
        }
        if V::Scalar::DOUBLE && self.boxes.is_empty() && bounds.min.is_finite() {
            self.origin = bounds.min;
        }
        let around = self.around(bounds);
        if let Some(last) = self.lanes.last_mut() {
            around.store(last, lane);
        }
        if V::Scalar::DOUBLE {
            self.boxes.push(*bounds);
        }
    }

    /// The box at `index`, in the order they were added.
    ///
    /// # Panics
    /// If there is no such box. (Of single precision, up to the next multiple of eight, an empty box.)
    #[inline]
    pub fn get(&self, index: usize) -> Aabb<V> {
        if V::Scalar::DOUBLE {
            return self.boxes[index];
        }
        let (group, lane) = (&self.lanes[index / LANES], index % LANES);
        let corner = |first: usize| {
            let number = |i: usize| f64::from(group[first + i][lane]);
            V::from_f64([number(0), number(1), number(2)])
        };
        Aabb {
            min: corner(0),
            max: corner(3),
        }
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of boxes.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Visits the groups of eight that have boxes touching `region`, in order, until `visit` breaks.
    ///
    /// `visit` gets the number of the group, the mask of the boxes that touch, and a mask of boxes that are certainly
    /// farther than the distance from the box `core`.
    #[inline(always)]
    pub fn touching_and_near(
        &self,
        region: &Aabb<V>,
        (core, distance): (&Aabb<V>, f64),
        mut visit: impl FnMut(usize, u64, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let around = self.around(region);
        let core = self.around(core);
        // Large enough for any rounding.
        let limit = upper(distance * distance * (1.0 + 32.0 * f64::from(f32::EPSILON)));
        // Tests and visits alternate, so that `visit` is not compiled for each instruction set.
        for (chunk, lanes) in (0..).zip(self.lanes.chunks(CHUNK)) {
            let masks = tested(self.level, lanes, [&around, &core], limit);
            for (group, &[touching, beyond]) in (chunk * CHUNK..).zip(&masks[..lanes.len()]) {
                // An infinite region also touches the empty boxes past the end.
                let mut touching = u64::from(touching) & self.present(group);
                if V::Scalar::DOUBLE {
                    // Outward rounding may have let in boxes that do not touch.
                    for lane in each(touching) {
                        let overlaps = self.boxes[group * LANES + lane].overlaps(region);
                        touching &= !(u64::from(!overlaps) << lane);
                    }
                }
                if touching != 0 {
                    visit(group, touching, beyond.into())?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The lanes of a group that hold a box: all but those past the end.
    #[inline(always)]
    fn present(&self, group: usize) -> u64 {
        match self.count - group * LANES {
            count if count < LANES => (1 << count) - 1,
            _ => (1 << LANES) - 1,
        }
    }

    #[inline]
    fn around(&self, bounds: &Aabb<V>) -> LocalBox {
        if !V::Scalar::DOUBLE {
            // Nothing to round.
            let single = |p: V| p.to_f64().map(|x| x as f32);
            return LocalBox {
                min: single(bounds.min),
                max: single(bounds.max),
            };
        }
        let origin = self.origin.to_f64();
        let relative = |p: V| {
            let p = p.to_f64();
            [p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]
        };
        LocalBox {
            min: relative(bounds.min).map(lower),
            max: relative(bounds.max).map(upper),
        }
    }
}

/// The masks of each group: boxes that touch `region`, and boxes at a squared distance above `limit` from `core`.
/// Not generic, so that it is compiled here, once per instruction set.
#[inline(never)]
fn tested(
    level: Level,
    groups: &[BoxLanes],
    [region, core]: [&LocalBox; 2],
    limit: f32,
) -> [[u8; 2]; CHUNK] {
    let mut masks = [[0; 2]; CHUNK];
    dispatch!(level, simd => {
        let (region, core) = (Boxes::splat(simd, region), Boxes::splat(simd, core));
        for (masks, group) in masks.iter_mut().zip(groups) {
            let boxes = Boxes::load(simd, group);
            let gap = (boxes.min - core.max).max(core.min - boxes.max);
            let (x, y, z) = (gap.x.max(0.0), gap.y.max(0.0), gap.z.max(0.0));
            let beyond = (x * x + y * y + z * z).simd_gt(limit);
            let touching = region.touch(&boxes);
            *masks = [touching.to_bitmask() as u8, beyond.to_bitmask() as u8];
        }
    });
    masks
}
