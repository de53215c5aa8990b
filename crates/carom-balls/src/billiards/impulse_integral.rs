//! An impact integrated over its impulse: compression, then restitution by the work done (Stronge's hypothesis).

use carom_math::Scalar;
use glam::{DVec2, DVec3};

/// An impact with friction that depends on the state during it.
pub(super) trait ImpulseIntegral {
    /// Velocities and spins, or their changes per impulse.
    type State: Copy;

    /// The impulse of a whole step.
    fn step(&self) -> f64;

    /// Changes per impulse.
    fn rate(&self, now: &Self::State) -> Self::State;

    /// The state after an impulse with these changes.
    fn plus(now: &Self::State, rate: &Self::State, impulse: f64) -> Self::State;

    /// Speed at which the two approach.
    fn closing(now: &Self::State) -> f64;

    /// The state after a part of a step, by the midpoint method.
    fn after(&self, now: &Self::State, part: f64) -> Self::State {
        let impulse = self.step() * part;
        let middle = Self::plus(now, &self.rate(now), 0.5 * impulse);
        Self::plus(now, &self.rate(&middle), impulse)
    }

    /// Compression until the two no longer approach, then restitution until e² of the work done is returned. `steps` is
    /// the number of steps of a frictionless stop.
    fn restituted(&self, mut now: Self::State, restitution: f64, steps: u32) -> Self::State {
        let most = steps.saturating_mul(JAMMED);
        let mut work = 0.0;
        for _ in 0..most {
            let next = self.after(&now, 1.0);
            let (before, after) = (Self::closing(&now), Self::closing(&next));
            let part = if after < 0.0 {
                before / (before - after)
            } else {
                1.0
            };
            work += 0.5 * self.step() * part * (before + Scalar::max(after, 0.0));
            now = if part < 1.0 {
                self.after(&now, part)
            } else {
                next
            };
            if part < 1.0 || after == 0.0 {
                break;
            }
        }
        let mut left = restitution * restitution * work;
        for _ in 0..most {
            let next = self.after(&now, 1.0);
            let speeds = [&now, &next].map(|state| Scalar::max(-Self::closing(state), 0.0));
            let done = 0.5 * self.step() * (speeds[0] + speeds[1]);
            if done >= left {
                return self.after(&now, part_of_step(left, self.step(), speeds));
            }
            left -= done;
            now = next;
        }
        now
    }
}

/// An impulse this many times as large as that of a frictionless stop does not end: with coefficients of friction far
/// above those of balls and cushions, the friction of one contact can hold the other shut. The impact then ends here.
const JAMMED: u32 = 16;

/// The part of a step after which the work of a force that changes evenly reaches `work`: speeds before and after the
/// whole step are given, both positive or one of them 0.
fn part_of_step(work: f64, step: f64, [before, after]: [f64; 2]) -> f64 {
    // step (before x + (after − before) x² / 2) = work, in the form without cancellation.
    let slope = after - before;
    let root = Scalar::sqrt(Scalar::max(
        before * before + 2.0 * slope * work / step,
        0.0,
    ));
    Scalar::clamp(2.0 * work / (step * (before + root)), 0.0, 1.0)
}

/// The frame of an impact: x to the right of the normal, y along it, z up.
#[derive(Clone, Copy)]
pub(super) struct ImpactFrame {
    normal: DVec2,
    right: DVec2,
}

impl ImpactFrame {
    pub(super) fn new(normal: DVec2) -> Self {
        let right = -normal.perp();
        Self { normal, right }
    }

    pub(super) fn local(&self, v: DVec3) -> DVec3 {
        let across = v.truncate();
        DVec3::new(across.dot(self.right), across.dot(self.normal), v.z)
    }

    pub(super) fn world(&self, v: DVec3) -> DVec3 {
        (self.right * v.x + self.normal * v.y).extend(v.z)
    }
}
