//! The capsule of a tick and its one way to move: an exact sweep that stops at the skin.

use super::body::Body;
use super::settings::Settings;
use crate::query::contact::Contact;
use crate::query::sweep::Start;
use crate::shape::capsule::Capsule;
use crate::vector::{Scalar, Vector3};
use crate::world::Near;

/// A motion stops when the gap has shrunk to this part of the skin; the rest absorbs rounding, and
/// lets the next triangle of the same wall be passed without being met.
const STOP: f64 = 0.95;

/// A capsule among the pieces of a tick.
pub(super) struct Cast<'a, V: Vector3> {
    pub(super) near: &'a Near<V>,
    pub(super) settings: &'a Settings<V>,
    pub(super) feet: V,
    pub(super) height: V::Scalar,
}

/// What stopped a motion.
#[derive(Clone, Copy)]
pub(super) struct Stop<V: Vector3> {
    /// The fraction of the motion that was free.
    pub(super) t: V::Scalar,
    pub(super) normal: V,
    /// The place of the piece in the batch.
    pub(super) index: usize,
    /// The gap at which it stopped.
    pub(super) gap: V::Scalar,
}

impl<'a, V: Vector3> Cast<'a, V> {
    pub(super) fn new(near: &'a Near<V>, settings: &'a Settings<V>, body: &Body<V>) -> Self {
        Self {
            near,
            settings,
            feet: body.feet,
            height: body.height,
        }
    }

    pub(super) fn capsule(&self) -> Capsule<V> {
        self.settings.capsule(self.feet, self.height)
    }

    /// More than the rounding of a position here; what moves less stands still.
    pub(super) fn rounding(&self) -> V::Scalar {
        let two = V::Scalar::ONE + V::Scalar::ONE;
        self.capsule().bounds().magnitude() * V::Scalar::EPSILON * two
    }

    /// Takes on a height; a greater one only where there is room for it.
    pub(super) fn fit(&mut self, height: V::Scalar) {
        let grown = self.settings.capsule(self.feet, height);
        let free = height <= self.height
            || self
                .near
                .closest(&grown, V::Scalar::ZERO)
                .is_none_or(|found| found.contact.separation >= self.lowest().min(V::Scalar::ZERO));
        if free {
            self.height = height;
        }
    }

    /// The least gap to anything, at most the skin.
    pub(super) fn lowest(&self) -> V::Scalar {
        let mut lowest = self.settings.skin;
        self.contacts(lowest, |_, contact| lowest = lowest.min(contact.separation));
        lowest
    }

    pub(super) fn contacts(&self, reach: V::Scalar, visit: impl FnMut(usize, Contact<V>)) {
        self.near.each_contact(&self.capsule(), reach, visit);
    }

    /// What stops a motion by `delta`, if anything does. Does not move.
    ///
    /// The gap to stop at is the same for all pieces: [`STOP`] of the skin, or a rounding less than
    /// the least gap now, so that a capsule pressed a little nearer to a wall does not catch on the
    /// wall's next triangle. It is never below zero, and a piece that is already overlapped can be
    /// left but not entered deeper.
    pub(super) fn stop(&self, delta: V) -> Option<Stop<V>> {
        let capsule = self.capsule();
        let zero = V::Scalar::ZERO;
        let rounding = self.rounding();
        let skin = self.settings.skin;
        let floor = (skin * V::Scalar::from_f64(STOP))
            .min(self.lowest() - rounding)
            .max(zero);
        let region = capsule.bounds().swept(delta).inflated(skin);
        let mut best: Option<Stop<V>> = None;
        for index in 0..self.near.len() {
            if !self.near.may_touch(index, &region) {
                continue;
            }
            let mut gap = floor;
            if let Some(now) = self.near.contact(index, &capsule, floor) {
                // Convex things part, or keep their distance, along any motion off the plane between.
                if now.normal.dot(delta) >= zero {
                    continue;
                }
                if now.separation < zero {
                    gap = now.separation - rounding;
                }
                if now.separation <= -capsule.radius {
                    let stop = Stop {
                        t: zero,
                        normal: now.normal,
                        index,
                        gap: now.separation,
                    };
                    best = Some(stop);
                    continue;
                }
            }
            let limit = best.map_or(V::Scalar::ONE, |best| best.t);
            let swept = self.near.sweep(index, &capsule.inflated(gap), delta, limit);
            if let Some(hit) = swept.hit
                && best.is_none_or(|best| hit.t < best.t)
            {
                let normal = match swept.start {
                    Start::Separate => hit.normal,
                    Start::Touching(contact) | Start::Overlapping(contact) => contact.normal,
                };
                best = Some(Stop {
                    t: hit.t,
                    normal,
                    index,
                    gap,
                });
            }
        }
        best
    }

    /// Moves by `delta` as far as that is free, and tells what stopped it.
    pub(super) fn advance(&mut self, delta: V) -> Option<Stop<V>> {
        let stop = self.stop(delta);
        self.feet += match stop {
            Some(stop) => delta * stop.t,
            None => delta,
        };
        stop
    }
}
