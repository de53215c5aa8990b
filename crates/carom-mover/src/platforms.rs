//! Kinematic bodies: platforms carry the character that stands on them, and push it out of their way.
//!
//! Bodies are already at their poses of the end of the tick; their [`BodyMotion`] says how they came there. In the
//! frame of a body, the capsule moves from where it would be now if it had been fixed to the body, to where it is: a
//! sweep along that meets everything that the body has swept over, however thin and fast it is.

use super::probe::{PartFilter, Probe, same_axis};
use super::report::Report;
use super::tuning::{ARC_DEVIATION, PLATFORM_ROUNDS, TOUCHING};
use carom_core::world::BodyMotion;
use carom_math::{Scalar, Vector};

/// What the motions of bodies did to the character.
pub(super) struct Carried<V> {
    /// Displacement by pushes, without the ride.
    pub(super) pushed: V,
    /// A push was stopped by something else.
    pub(super) crushed: bool,
    /// A push has moved the capsule through another pushing part.
    pub(super) lost: bool,
}

/// Moves the capsule to the end of the motions of the tick: `ride` carries it, all others push it.
pub(super) fn carry<V: Vector>(
    probe: &mut Probe<V>,
    ride: Option<&BodyMotion<V>>,
    report: &mut Report<V>,
) -> Carried<V> {
    let start = probe.feet();
    if let Some(ride) = ride {
        let delta = ride.carry(start) - start;
        if delta != V::ZERO {
            probe.consider(PartFilter::Still);
            let _ = probe.slide(delta);
            report.why.rode = true;
        }
    }
    let taken = probe.feet();
    let (mut crushed, mut pushed) = (false, false);
    for _ in 0..PLATFORM_ROUNDS {
        pushed = false;
        for (number, motion) in probe.scene.motions().iter().enumerate() {
            if let Some(push) = probe.push_of(number, motion, start) {
                probe.consider(PartFilter::NotMovedBy(number));
                crushed |= probe.slide(push).met;
                pushed = true;
            }
        }
        report.why.pushed |= pushed;
        if !pushed {
            break;
        }
    }
    // With its axis on the wrong side of a body that still pushes, the capsule would come through.
    let lost = pushed && {
        let motions = probe.scene.motions().iter().enumerate();
        let radius = probe.least_radius();
        let mut pushes =
            motions.filter_map(|(number, motion)| probe.push_of(number, motion, start));
        pushes.any(|push| push.length() > radius)
    };
    probe.consider(PartFilter::All);
    Carried {
        pushed: probe.feet() - taken,
        crushed,
        lost,
    }
}

impl<V: Vector> Probe<'_, V> {
    /// The feet and the axis at the end of the tick of a capsule that is fixed to a body and was at `start` when the tick
    /// began. One that stands stays upright.
    fn attached(&self, motion: &BodyMotion<V>, start: V) -> (V, Option<V>) {
        let turned = self.axis.map(|axis| motion.turned(axis));
        let turned = turned.and_then(V::try_normalize);
        let turned = turned.map_or(self.axis, |turned| self.settings.posture(Some(turned)));
        if self.axis.is_none() || same_axis(turned, self.axis) {
            return (motion.carry(start), self.axis);
        }
        let middle = |axis| {
            let [a, b] = self.settings.core(self.height, axis);
            (a + b) * V::Scalar::HALF
        };
        let place = motion.carry(start + middle(self.axis));
        (place - middle(turned), turned)
    }

    /// Changes the filter; a motion then starts from the gap to the parts that pass it.
    fn consider(&mut self, filter: PartFilter) {
        self.filter = filter;
        self.mark_start_gap();
    }

    /// The displacement by which one motion pushes the capsule, which was at `start` at the beginning of the tick and
    /// would be at its present pose without that motion.
    fn push_of(&mut self, number: usize, motion: &BodyMotion<V>, start: V) -> Option<V> {
        let place = self.feet();
        let axis = self.axis;
        let (attached, turned) = self.attached(motion, start);
        let turns = !same_axis(turned, axis);
        let way = place - attached;
        if way.length() <= self.rounding() && !turns {
            return None;
        }
        let skin = self.settings.skin;
        let bounds = if turns {
            self.settings.any_direction(self.feet(), self.height)
        } else {
            self.bounds()
        };
        let swept = bounds.swept(attached - place).inflated(skin);
        self.filter = PartFilter::MovedBy(number);
        if !self.any_touching(&swept.inflated(motion.bow(&bounds))) {
            return None;
        }
        self.place(attached);
        if turns {
            self.reshape(self.height, turned);
        }
        self.mark_start_gap();
        // An overlap that existed before is no push; depenetration resolves it.
        if self.least_gap() < -(self.rounding() * V::Scalar::from_f64(TOUCHING)) {
            self.place(place);
            if turns {
                self.reshape(self.height, axis);
            }
            return None;
        }
        let pieces = motion.pieces(&bounds, skin * V::Scalar::from_f64(ARC_DEVIATION));
        let at = |piece: u32| {
            let t = f64::from(piece) / f64::from(pieces);
            motion.carry_from(start + (place - start) * V::Scalar::from_f64(t), t)
        };
        let mut met = false;
        if let (true, Some(axis)) = (turns, axis) {
            // Back to its own direction, pushed by what swept over its ends.
            self.turn(axis);
            self.reshape(self.height, Some(axis));
            self.mark_start_gap();
            met = self.feet() != attached;
        }
        let mut from = attached;
        for piece in 1..=pieces {
            let to = if piece == pieces { place } else { at(piece) };
            met |= self.yield_to(to - from).met;
            from = to;
        }
        let end = self.feet();
        self.place(place);
        met.then(|| end - place)
    }
}
