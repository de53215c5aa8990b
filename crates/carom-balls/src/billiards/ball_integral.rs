//! The collision of two balls integrated over its impulse, with friction at the cloth.

use super::ball_impact::BallImpact;
use super::impulse_integral::{ImpactFrame, ImpulseIntegral};
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

impl ImpulseIntegral for Contact<'_> {
    type State = Pair;

    fn step(&self) -> f64 {
        self.step
    }

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

    fn plus(now: &Pair, rate: &Pair, impulse: f64) -> Pair {
        Pair {
            velocity: [0, 1].map(|k| now.velocity[k] + rate.velocity[k] * impulse),
            spin: [0, 1].map(|k| now.spin[k] + rate.spin[k] * impulse),
        }
    }

    fn closing(now: &Pair) -> f64 {
        now.velocity[0].y - now.velocity[1].y
    }
}

impl BallImpact<'_> {
    /// Both balls after an impact integrated in this many steps of compression, as in the article.
    pub(super) fn integrate(&mut self, friction: f64, steps: u32) {
        let frame = ImpactFrame::new(self.level_normal());
        let now = Pair {
            velocity: self
                .states
                .map(|state| frame.local(state.velocity).truncate()),
            spin: self.states.map(|state| frame.local(state.angular_velocity)),
        };
        let inverse = 1.0 / self.parameters[0].mass + 1.0 / self.parameters[1].mass;
        let contact = Contact {
            parameters: self.parameters,
            friction,
            step: Contact::closing(&now) / inverse / f64::from(steps),
        };
        let restitution = self.mean(|ball| ball.ball_restitution);
        let after = contact.restituted(now, restitution, steps);
        for k in 0..2 {
            self.states[k].velocity = frame.world(after.velocity[k].extend(0.0));
            self.states[k].angular_velocity = frame.world(after.spin[k]);
        }
    }
}
