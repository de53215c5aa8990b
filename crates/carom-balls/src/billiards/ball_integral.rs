//! The collision of two balls integrated over its impulse, with friction at the cloth.

use super::ball_impact::BallImpact;
use super::parameters::BallParameters;
use carom_math::Scalar;
use glam::{DVec2, DVec3};

/// Velocity and spin of both balls in the frame x to the right of the normal, y along it, z up.
#[derive(Clone, Copy, Debug)]
struct Pair {
    velocity: [DVec2; 2],
    spin: [DVec3; 2],
}

/// What stays the same during the impact.
#[derive(Clone, Copy, Debug)]
struct Contact<'a> {
    parameters: [&'a BallParameters; 2],
    friction: f64,
    /// The normal impulse of a whole step.
    step: f64,
}

impl Contact<'_> {
    /// Changes per normal impulse.
    ///
    /// The ball that friction between the balls presses onto the cloth has friction with the cloth, too. Slip that would
    /// end within a step is slowed down in proportion, so that it does not reverse.
    fn rate(&self, now: &Pair) -> Pair {
        let radius = self.parameters[0].radius;
        let [a, b] = self.parameters;
        let spin = now.spin[0] + now.spin[1];
        let slip = DVec2::new(
            now.velocity[0].x - now.velocity[1].x - radius * spin.z,
            radius * spin.x,
        );
        let ends = 3.5 * self.friction * self.step * (1.0 / a.mass + 1.0 / b.mass);
        let push = slip * (-self.friction / Scalar::max(slip.length(), ends));
        let (across, up) = (push.x, push.y);
        let mut rate = Pair {
            velocity: [DVec2::ZERO; 2],
            spin: [DVec3::ZERO; 2],
        };
        for (k, sign) in [(0, 1.0), (1, -1.0)] {
            let ball = self.parameters[k];
            let load = Scalar::max(-sign * up, 0.0);
            let (v, w) = (now.velocity[k], now.spin[k]);
            let slip = DVec2::new(v.x - radius * w.y, v.y + radius * w.x);
            let ends = 3.5 * ball.sliding_friction * load * self.step / ball.mass;
            let speed = Scalar::max(slip.length(), ends);
            let cloth = if speed > 0.0 {
                slip * (-ball.sliding_friction * load / speed)
            } else {
                DVec2::ZERO
            };
            rate.velocity[k] = (DVec2::new(across, -1.0) * sign + cloth) / ball.mass;
            rate.spin[k] =
                DVec3::new(up + cloth.y, -cloth.x, -across) * (2.5 / (ball.mass * radius));
        }
        rate
    }

    /// The state after a part of a step, by the midpoint method.
    fn after(&self, now: &Pair, part: f64) -> Pair {
        let impulse = self.step * part;
        let middle = now.plus(&self.rate(now), 0.5 * impulse);
        now.plus(&self.rate(&middle), impulse)
    }
}

impl Pair {
    fn plus(&self, rate: &Self, impulse: f64) -> Self {
        Self {
            velocity: [0, 1].map(|k| self.velocity[k] + rate.velocity[k] * impulse),
            spin: [0, 1].map(|k| self.spin[k] + rate.spin[k] * impulse),
        }
    }

    fn closing(&self) -> f64 {
        self.velocity[0].y - self.velocity[1].y
    }
}

/// The part of a step after which the work of a force that changes evenly reaches `work`: speeds before and after the
/// whole step are given, both positive or one of them 0.
pub(super) fn part_of_step(work: f64, step: f64, [before, after]: [f64; 2]) -> f64 {
    // step (before x + (after − before) x² / 2) = work, in the form without cancellation.
    let slope = after - before;
    let root = Scalar::sqrt(Scalar::max(
        before * before + 2.0 * slope * work / step,
        0.0,
    ));
    Scalar::clamp(2.0 * work / (step * (before + root)), 0.0, 1.0)
}

impl BallImpact<'_> {
    /// Compression until the balls no longer approach, then restitution until e² of the work done is returned
    /// (Stronge's hypothesis, as in the article).
    pub(super) fn integrate(&mut self, friction: f64, steps: u32) {
        let (n, right) = (self.normal, -self.normal.perp());
        let to_frame = |v: DVec3| DVec3::new(v.truncate().dot(right), v.truncate().dot(n), v.z);
        let mut now = Pair {
            velocity: self.states.map(|state| to_frame(state.velocity).truncate()),
            spin: self.states.map(|state| to_frame(state.angular_velocity)),
        };
        let inverse = 1.0 / self.parameters[0].mass + 1.0 / self.parameters[1].mass;
        let contact = Contact {
            parameters: self.parameters,
            friction,
            step: now.closing() / inverse / f64::from(steps),
        };
        let restitution = self.mean(|ball| ball.ball_restitution);
        now = restitute(&contact, now, restitution, steps.saturating_mul(JAMMED));
        let from_frame = |v: DVec3| (right * v.x + n * v.y).extend(v.z);
        for k in 0..2 {
            self.states[k].velocity = from_frame(now.velocity[k].extend(0.0));
            self.states[k].angular_velocity = from_frame(now.spin[k]);
        }
    }
}

/// An impulse this many times as large as that of a frictionless stop does not end: with coefficients of friction far
/// above those of balls and cushions, the friction of one contact can hold the other shut. The impact then ends here.
pub(super) const JAMMED: u32 = 16;

fn restitute(contact: &Contact<'_>, mut now: Pair, restitution: f64, most: u32) -> Pair {
    let mut work = 0.0;
    for _ in 0..most {
        let next = contact.after(&now, 1.0);
        let (before, after) = (now.closing(), next.closing());
        let part = if after < 0.0 {
            before / (before - after)
        } else {
            1.0
        };
        work += 0.5 * contact.step * part * (before + Scalar::max(after, 0.0));
        now = if part < 1.0 {
            contact.after(&now, part)
        } else {
            next
        };
        if part < 1.0 || after == 0.0 {
            break;
        }
    }
    let mut left = restitution * restitution * work;
    for _ in 0..most {
        let next = contact.after(&now, 1.0);
        let speeds = [&now, &next].map(|pair| Scalar::max(-pair.closing(), 0.0));
        let done = 0.5 * contact.step * (speeds[0] + speeds[1]);
        if done >= left {
            return contact.after(&now, part_of_step(left, contact.step, speeds));
        }
        left -= done;
        now = next;
    }
    now
}
