//! The first touch of two moving convex polytopes from the axes along which they can be separated.
//!
//! Along an axis the projections of both overlap during one interval of time, between two planes of their Minkowski
//! difference (the slabs of Kay and Kajiya 1986). They touch when the last interval has begun and none has ended.

use super::frame::{Frame, lesser};
use super::separation::{GRAZE, TOUCH};
use carom_math::Vector;
use glam::DVec3;

/// The intervals of the axes so far.
pub(super) struct Slabs {
    /// The motion.
    pub(super) delta: DVec3,
    /// The gap that a touch leaves, and the least gap of shapes that are apart.
    goal: f64,
    start: f64,
    /// The rounding of a closing speed, and the least that a hit of a rounded shape has.
    slack: f64,
    least: f64,
    /// The part of the motion that is as short as the rounding of a touch.
    graze: f64,
    enter: f64,
    exit: f64,
    number: usize,
    normal: DVec3,
    /// The closing speed along it.
    closing: f64,
    is_apart: bool,
    is_free: bool,
    is_unclear: bool,
}

/// The touch that follows from the axes.
pub(super) enum FirstTouch {
    /// None, also after the motion.
    Never,
    /// They touch or overlap at the start, graze, or slide along.
    Unclear,
    /// The time, the number of the axis, and the unit normal towards the moving shape.
    At(f64, usize, DVec3),
}

impl Slabs {
    pub(super) fn new<V: Vector>(frame: &Frame<V>) -> Self {
        let delta = DVec3::from_array(frame.delta.to_f64());
        let (radius, touch, way) = (
            frame.radius(),
            frame.tolerance(TOUCH),
            Vector::length(delta),
        );
        Self {
            delta,
            goal: radius + frame.sweep_tolerance(),
            start: radius + touch,
            slack: 8.0 * f64::EPSILON * way,
            least: if radius > 0.0 { GRAZE * way } else { 0.0 },
            graze: touch / (way + touch),
            enter: f64::NEG_INFINITY,
            exit: f64::INFINITY,
            number: 0,
            normal: DVec3::X,
            closing: 0.0,
            is_apart: false,
            is_free: false,
            is_unclear: false,
        }
    }

    /// Adds the axis with this number and unit normal, and the gaps of the moving shape above the other one and below it, of
    /// which one is negative. False if it stays free.
    #[inline(always)]
    pub(super) fn cross(&mut self, number: usize, n: DVec3, [above, below]: [f64; 2]) -> bool {
        let rate = n.dot(self.delta);
        let is_above = above >= below;
        let (gap, other, closing, n) = if is_above {
            (above, below, -rate, n)
        } else {
            (below, above, rate, -n)
        };
        self.is_apart |= gap > self.start;
        if closing <= self.slack {
            // It goes away, or along.
            self.is_free = gap > self.start;
            self.is_unclear |= gap > self.goal;
            if closing < -self.slack {
                self.exit = lesser(self.exit, (self.goal - gap) / -closing);
            }
            return !self.is_free;
        }
        let from = (gap - self.goal) / closing;
        if from > self.enter {
            (self.enter, self.number) = (from, number);
            (self.normal, self.closing) = (n, closing);
        }
        self.exit = lesser(self.exit, (self.goal - other) / closing);
        true
    }

    /// Whether this gap of the cores at the touch is small enough to be one.
    pub(super) fn is_touch<V: Vector>(&self, gap: f64, frame: &Frame<V>) -> bool {
        gap <= self.goal + frame.sweep_tolerance()
    }

    /// The touch, after all axes.
    pub(super) fn first_touch(&self) -> FirstTouch {
        let is_past = self.is_free || self.enter > 1.0;
        if is_past && self.is_apart {
            return FirstTouch::Never;
        }
        if is_past || !self.is_apart || self.is_unclear || self.enter <= 0.0 {
            return FirstTouch::Unclear;
        }
        if self.enter > self.exit + self.graze {
            return FirstTouch::Never;
        }
        if self.enter + self.graze < self.exit && self.closing > self.least {
            FirstTouch::At(self.enter, self.number, self.normal)
        } else {
            FirstTouch::Unclear
        }
    }
}
