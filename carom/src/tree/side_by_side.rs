//! A list of boxes, looked at eight at a time: what is too short-lived for a tree.

use super::local::{lower, upper};
use super::{Around, Boxes};
use crate::lanes::{LANES, Level, SimdBase, SimdMask, dispatch, each, level};
use crate::shape::aabb::Aabb;
use crate::vector::{Scalar, Vector};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// How many groups of eight the lanes look at before what they find is visited.
const CHUNK: usize = 32;

/// Boxes in the order they came.
#[derive(Clone, Debug)]
pub(crate) struct SideBySide<V: Vector> {
    boxes: Vec<Aabb<V>>,
    /// The same in single precision, relative to `origin` and rounded outwards; inside out past the end.
    lanes: Vec<[[f32; LANES]; 6]>,
    /// In double precision a place near the boxes.
    origin: V,
    level: Level,
}

impl<V: Vector> SideBySide<V> {
    pub(crate) fn new() -> Self {
        Self {
            boxes: Vec::new(),
            lanes: Vec::new(),
            origin: V::ZERO,
            level: level(),
        }
    }

    /// The instruction set it was made for.
    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// Forgets all, keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.boxes.clear();
        self.lanes.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, bounds: &Aabb<V>) {
        let lane = self.boxes.len() % LANES;
        if lane == 0 {
            let (all, nothing) = ([f32::INFINITY; LANES], [-f32::INFINITY; LANES]);
            self.lanes.push([all, all, all, nothing, nothing, nothing]);
        }
        if V::Scalar::DOUBLE && self.boxes.is_empty() && bounds.min.is_finite() {
            self.origin = bounds.min;
        }
        let around = self.around(bounds);
        if let Some(last) = self.lanes.last_mut() {
            for axis in 0..3 {
                last[axis][lane] = around.min[axis];
                last[3 + axis][lane] = around.max[axis];
            }
        }
        self.boxes.push(*bounds);
    }

    pub(crate) fn get(&self, index: usize) -> &Aabb<V> {
        &self.boxes[index]
    }

    /// Visits the boxes that touch `region`, in the order they came, until told to stop.
    pub(crate) fn touching(
        &self,
        region: &Aabb<V>,
        mut visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.touching_and_near(region, (region, f64::INFINITY), |index, _| visit(index))
    }

    /// The same, and tells whether a box may be within a distance of another.
    pub(crate) fn touching_and_near(
        &self,
        region: &Aabb<V>,
        (core, distance): (&Aabb<V>, f64),
        mut visit: impl FnMut(usize, bool) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let around = self.around(region);
        let core = self.around(core);
        // No less, whatever the rounding.
        let limit = upper(distance * distance * (1.0 + 32.0 * f64::from(f32::EPSILON)));
        // Lanes and visits take turns: what is done with a box is not made for each instruction set.
        for (chunk, lanes) in (0..).zip(self.lanes.chunks(CHUNK)) {
            let mut masks = [[0_u8; 2]; CHUNK];
            dispatch!(self.level, simd => {
                let (region, core) = (Boxes::splat(simd, &around), Boxes::splat(simd, &core));
                for (masks, lanes) in masks.iter_mut().zip(lanes) {
                    let boxes = Boxes::load(simd, lanes);
                    let gap = (boxes.min - core.max).max(core.min - boxes.max);
                    let (x, y, z) = (gap.x.max(0.0), gap.y.max(0.0), gap.z.max(0.0));
                    let beyond = (x * x + y * y + z * z).simd_gt(limit);
                    let touching = region.touch(&boxes);
                    *masks = [touching.to_bitmask() as u8, beyond.to_bitmask() as u8];
                }
            });
            for (group, &[mask, beyond]) in (chunk * CHUNK..).zip(&masks[..lanes.len()]) {
                for lane in each(mask.into()) {
                    let index = group * LANES + lane;
                    // Rounding lets in a little more.
                    if !V::Scalar::DOUBLE || self.boxes[index].overlaps(region) {
                        visit(index, beyond >> lane & 1 == 0)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn around(&self, bounds: &Aabb<V>) -> Around {
        if !V::Scalar::DOUBLE {
            // Nothing to round.
            let single = |p: V| p.to_f64().map(|x| x as f32);
            return Around {
                min: single(bounds.min),
                max: single(bounds.max),
            };
        }
        let origin = self.origin.to_f64();
        let relative = |p: V| {
            let p = p.to_f64();
            [p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]
        };
        Around {
            min: relative(bounds.min).map(lower),
            max: relative(bounds.max).map(upper),
        }
    }
}
