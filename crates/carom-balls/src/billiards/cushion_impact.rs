//! The collision of a ball with a cushion.

use super::ball_integral::{JAMMED, part_of_step};
use super::parameters::BallParameters;
use super::state::BallState;
use carom_math::Scalar;
use glam::{DVec2, DVec3};

/// A ball that touches the nose of a cushion, above its equator.
#[derive(Clone, Copy, Debug)]
pub(super) struct CushionImpact<'a> {
    pub(super) state: BallState,
    pub(super) parameters: &'a BallParameters,
    /// Unit vector from the ball to the cushion.
    pub(super) normal: DVec2,
    /// Sine and cosine of the angle at which the nose is above the center of the ball.
    pub(super) nose: [f64; 2],
}

/// Sine and cosine of the angle at which a nose of this height touches a ball: the sine is h / R − 1.
pub(super) fn nose_angle(height: f64, radius: f64) -> [f64; 2] {
    let sin = height / radius - 1.0;
    [sin, Scalar::sqrt(1.0 - sin * sin)]
}

impl CushionImpact<'_> {
    /// Speed at which the ball approaches the cushion, m/s.
    pub(super) fn closing(&self) -> f64 {
        self.state.velocity.truncate().dot(self.normal)
    }

    /// Separates the ball at least at this speed, m/s.
    pub(super) fn separate(&mut self, speed: f64) {
        let lacking = speed + self.closing();
        if lacking > 0.0 {
            self.state.velocity -= (self.normal * lacking).extend(0.0);
        }
    }

    /// Han (2005): an impulse with restitution along the contact normal, and friction that slips in one direction or
    /// sticks. X is towards the cushion, Y to the left, Z up; the vertical part of the impulse is lost to the slate.
    pub(super) fn han(&mut self) {
        let [sin, cos] = self.nose;
        let BallParameters { mass, radius, .. } = *self.parameters;
        let (x, y) = (self.normal, self.normal.perp());
        let v = self.state.velocity.truncate();
        let spin = self.state.angular_velocity;
        let (wx, wy) = (spin.truncate().dot(x), spin.truncate().dot(y));
        let (vx, vy) = (v.dot(x), v.dot(y));
        let slip = [
            vx * sin + radius * wy,
            -vy - radius * spin.z * cos + radius * wx * sin,
        ];
        let speed = Scalar::sqrt(slip[0] * slip[0] + slip[1] * slip[1]);
        let normal = (1.0 + self.parameters.cushion_restitution) * mass * vx * cos;
        let friction = self.parameters.cushion_friction * normal;
        let sticks = 2.0 / 7.0 * mass;
        let factor = if friction < sticks * speed {
            friction / speed
        } else {
            sticks
        };
        let [down, along] = slip.map(|slip| factor * slip);
        let push = x * (-down * sin - normal * cos) + y * along;
        self.state.velocity += (push / mass).extend(0.0);
        let turn = x * (-along * sin) - y * down;
        self.state.angular_velocity += turn.extend(along * cos) * (2.5 / (mass * radius));
    }

    /// Mathavan, Jackson, Parkin (2010): friction at the nose and at the cloth, integrated over the impulse: compression
    /// until the ball no longer approaches, then restitution until e² of the work is returned.
    pub(super) fn mathavan(&mut self, steps: u32) {
        let (n, right) = (self.normal, -self.normal.perp());
        let to_frame = |v: DVec3| DVec3::new(v.truncate().dot(right), v.truncate().dot(n), v.z);
        let mut now = Moving {
            velocity: to_frame(self.state.velocity).truncate(),
            spin: to_frame(self.state.angular_velocity),
        };
        let press = Press {
            parameters: self.parameters,
            nose: self.nose,
            step: self.parameters.mass * now.velocity.y / f64::from(steps),
        };
        now = press.restitute(now, steps.saturating_mul(JAMMED));
        let from_frame = |v: DVec3| (right * v.x + n * v.y).extend(v.z);
        self.state.velocity = from_frame(now.velocity.extend(0.0));
        self.state.angular_velocity = from_frame(now.spin);
    }
}

/// Velocity and spin in the frame x to the right of the normal, y along it, z up.
#[derive(Clone, Copy, Debug)]
struct Moving {
    velocity: DVec2,
    spin: DVec3,
}

/// What stays the same during the impact.
struct Press<'a> {
    parameters: &'a BallParameters,
    nose: [f64; 2],
    /// The impulse at the nose in a whole step.
    step: f64,
}

impl Press<'_> {
    /// Changes per impulse at the nose. Slip that would end within a step is slowed down in proportion.
    fn rate(&self, now: &Moving) -> Moving {
        let [sin, cos] = self.nose;
        let BallParameters { mass, radius, .. } = *self.parameters;
        let (v, w) = (now.velocity, now.spin);
        let along = DVec2::new(
            v.x + radius * (w.y * sin - w.z * cos),
            radius * w.x - v.y * sin,
        );
        let nose = friction(along, self.parameters.cushion_friction, self.step, mass);
        // The nose presses the ball onto the cloth.
        let load = Scalar::max(sin - nose.y * cos, 0.0);
        let lowest = DVec2::new(v.x - radius * w.y, v.y + radius * w.x);
        let coefficient = self.parameters.sliding_friction * load;
        let cloth = friction(lowest, coefficient, self.step, mass);
        let push = DVec2::new(nose.x, -cos - nose.y * sin) + cloth;
        let turn = DVec3::new(nose.y + cloth.y, nose.x * sin - cloth.x, -nose.x * cos);
        Moving {
            velocity: push / mass,
            spin: turn * (2.5 / (mass * radius)),
        }
    }

    /// The state after a part of a step, by the midpoint method.
    fn after(&self, now: &Moving, part: f64) -> Moving {
        let impulse = self.step * part;
        let middle = now.plus(&self.rate(now), 0.5 * impulse);
        now.plus(&self.rate(&middle), impulse)
    }

    fn restitute(&self, mut now: Moving, most: u32) -> Moving {
        let mut work = 0.0;
        for _ in 0..most {
            let next = self.after(&now, 1.0);
            let (before, after) = (now.velocity.y, next.velocity.y);
            let part = if after < 0.0 {
                before / (before - after)
            } else {
                1.0
            };
            work += 0.5 * self.step * part * (before + Scalar::max(after, 0.0));
            now = if part < 1.0 {
                self.after(&now, part)
            } else {
                next
            };
            if part < 1.0 || after == 0.0 {
                break;
            }
        }
        let restitution = self.parameters.cushion_restitution;
        let mut left = restitution * restitution * work;
        for _ in 0..most {
            let next = self.after(&now, 1.0);
            let speeds = [&now, &next].map(|state| Scalar::max(-state.velocity.y, 0.0));
            let done = 0.5 * self.step * (speeds[0] + speeds[1]);
            if done >= left {
                return self.after(&now, part_of_step(left, self.step, speeds));
            }
            left -= done;
            now = next;
        }
        now
    }
}

/// Coulomb friction against this slip per normal impulse of 1; 7/2 of it divided by the mass is the change of slip.
fn friction(slip: DVec2, coefficient: f64, step: f64, mass: f64) -> DVec2 {
    let ends = 3.5 * coefficient * step / mass;
    let speed = Scalar::max(slip.length(), ends);
    if speed > 0.0 {
        slip * (-coefficient / speed)
    } else {
        DVec2::ZERO
    }
}

impl Moving {
    fn plus(&self, rate: &Self, impulse: f64) -> Self {
        Self {
            velocity: self.velocity + rate.velocity * impulse,
            spin: self.spin + rate.spin * impulse,
        }
    }
}
