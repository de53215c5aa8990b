//! The character's own motion in a tick: its state from one stage to the next.

use super::ground::Support;
use super::planes::horizontal;
use super::probe::Probe;
use super::report::{LimitsReached, Report};
use super::state::Ground;
use super::sweep_to_skin::Stop;
use carom_core::PartId;
use carom_core::world::BodyMotion;
use carom_math::{Scalar, Vector};

/// A motion under way.
pub(super) struct Motion<'a, 'b, V: Vector> {
    pub(super) probe: &'a mut Probe<'b, V>,
    pub(super) report: &'a mut Report<V>,
    /// Velocity at the start of the tick.
    pub(super) start_velocity: V,
    /// The upward speed in the air in place of gravity.
    pub(super) rise: Option<V::Scalar>,
    /// Horizontal wanted velocity, relative to the ground.
    pub(super) wanted: V,
    /// The feet before anything moved them, and the fraction of the tick that was over then.
    pub(super) from: V,
    pub(super) passed: V::Scalar,
    /// The motion of the platform that has carried the character, and the part it stood on.
    pub(super) ride: Option<BodyMotion<V>>,
    pub(super) stood_on: Option<PartId>,
    /// The conveyor of that part's material.
    pub(super) conveyor: V,
    /// In the air, the ground that the tick begins on nevertheless: see [`Probe::ground_at_start`].
    pub(super) start_ground: Option<Stop<V>>,
    /// How often it may still go from the ground into the air.
    pub(super) leaves: u32,
    /// It walks off what it touches, so it does not slide down steep slopes there.
    pub(super) walks_off: bool,
    /// In the air, the horizontal velocity of the ground that was left: a part of the wish until an obstacle bars it.
    pub(super) air_base: &'a mut V,
    /// Displacement by moving bodies in this tick.
    pub(super) pushed: V,
    /// How far climbs have carried it beyond the rest of its walk.
    pub(super) gained: V::Scalar,
    /// The rest of the tick, s.
    pub(super) dt: V::Scalar,
}

/// The end of a motion.
pub(super) struct Outcome<V: Vector> {
    pub(super) velocity: V,
    /// The ground at the end.
    pub(super) ground: Option<Ground<V>>,
    /// Whether the velocity is relative to that ground.
    pub(super) relative: bool,
}

impl<V: Vector> Outcome<V> {
    /// In the air with this velocity.
    pub(super) fn in_air(velocity: V) -> Self {
        Self {
            velocity,
            ground: None,
            relative: false,
        }
    }

    /// On the ground with this velocity relative to it.
    pub(super) fn on_ground(velocity: V, ground: Ground<V>) -> Self {
        Self {
            velocity,
            ground: Some(ground),
            relative: true,
        }
    }
}

/// A walk: `left` of the displacement `wish`, from a place.
pub(super) struct WalkPath<V: Vector> {
    pub(super) place: V,
    pub(super) wish: V,
    pub(super) left: V::Scalar,
    /// The report before it.
    pub(super) checkpoint: Checkpoint<V>,
}

/// The report at a moment of the tick, to return to.
pub(super) struct Checkpoint<V: Vector> {
    report: Report<V>,
    limits: LimitsReached,
    crease: Option<V>,
    /// The number of collisions.
    collisions: usize,
}

impl<V: Vector> Motion<'_, '_, V> {
    pub(super) fn checkpoint(&self) -> Checkpoint<V> {
        Checkpoint {
            report: *self.report,
            limits: self.probe.limits,
            crease: self.probe.crease,
            collisions: self.probe.collisions.len(),
        }
    }

    /// Takes back all that was reported since.
    pub(super) fn restore(&mut self, checkpoint: &Checkpoint<V>) {
        *self.report = checkpoint.report;
        self.probe.limits = checkpoint.limits;
        self.probe.crease = checkpoint.crease;
        self.probe.collisions.truncate(checkpoint.collisions);
    }

    pub(super) fn horizontal(&self, v: V) -> V {
        horizontal(v, self.probe.settings.up)
    }

    /// The horizontal velocity of a motion from `start` to here.
    #[inline]
    pub(super) fn horizontal_velocity(&self, start: V) -> V {
        self.horizontal(self.probe.feet() - start) / self.dt
    }

    /// Ground snap: down to ground within `snap`, if there is any.
    pub(super) fn snap_to_ground(&mut self, toward: V) -> Option<Support<V>> {
        if let Some(support) = self.probe.firm_support(toward) {
            return Some(support);
        }
        let before = self.probe.feet();
        let settings = self.probe.settings;
        let support = (self.probe).snap_down(settings.snap.max(settings.skin), toward)?;
        let fallen = (before - self.probe.feet()).dot(settings.up);
        self.report.why.snapped |= fallen > settings.skin;
        Some(support)
    }
}
