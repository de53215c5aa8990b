//! The collision of a ball with a fixed point: the nose of a cushion, or the slate.

use super::impulse_integral::{ImpactFrame, ImpulseIntegral};
use super::parameters::BallParameters;
use super::state::BallState;
use carom_math::Scalar;
use glam::{DVec2, DVec3};

/// A ball that touches a fixed point: a nose above its equator, or in flight also below; the slate below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointImpact<'a> {
    pub(super) state: BallState,
    pub(super) parameters: &'a BallParameters,
    /// Horizontal unit vector from the ball to the cushion.
    pub(super) normal: DVec2,
    /// Sine and cosine of the angle at which the point is above the center of the ball.
    pub(super) nose: [f64; 2],
}

/// Sine and cosine of the angle at which a nose of height h is above the center of a ball at height z: the sine is
/// (h − z) / R. `above` is the height of the ball above the cloth, z − R.
pub(super) fn nose_angle(nose: f64, above: f64, radius: f64) -> [f64; 2] {
    let sin = Scalar::clamp(nose / radius - 1.0 - above / radius, -1.0, 1.0);
    [sin, Scalar::sqrt(1.0 - sin * sin)]
}

impl PointImpact<'_> {
    /// The direction in which the ball cannot go on: horizontally up to the height of the nose, above it over the nose.
    pub(super) fn barrier(&self) -> DVec3 {
        if self.nose[0] < 0.0 {
            self.contact()
        } else {
            self.normal.extend(0.0)
        }
    }

    /// Speed at which the ball approaches the cushion, m/s.
    pub(super) fn closing(&self) -> f64 {
        self.state.velocity.dot(self.barrier())
    }

    /// Separates the ball at least at this speed, m/s.
    pub(super) fn separate(&mut self, speed: f64) {
        let lacking = speed + self.closing();
        if lacking > 0.0 {
            self.state.velocity -= self.barrier() * lacking;
        }
    }

    /// Unit vector from the ball to the point.
    fn contact(&self) -> DVec3 {
        let [sin, cos] = self.nose;
        (self.normal * cos).extend(sin)
    }

    /// In flight: Han's impulse, and where it does not stop the approach to the cushion a horizontal one.
    pub(super) fn in_flight(&mut self) {
        let BallParameters {
            cushion_restitution: restitution,
            cushion_friction: friction,
            ..
        } = *self.parameters;
        if self.state.velocity.dot(self.contact()) > 0.0 {
            self.collide(restitution, friction);
        }
        if self.nose[0] >= 0.0 && self.closing() > 0.0 {
            let nose = core::mem::replace(&mut self.nose, [0.0, 1.0]);
            self.collide(restitution, friction);
            self.nose = nose;
        }
    }

    /// Han (2005): an impulse with restitution along the contact normal, and friction that slips in one direction or
    /// sticks. X is towards the point, Y to the left, Z up.
    pub(super) fn collide(&mut self, restitution: f64, friction: f64) {
        let [sin, cos] = self.nose;
        let BallParameters { mass, radius, .. } = *self.parameters;
        let (x, y) = (self.normal, self.normal.perp());
        let (v, vz) = (self.state.velocity.truncate(), self.state.velocity.z);
        let spin = self.state.angular_velocity;
        let (wx, wy) = (spin.truncate().dot(x), spin.truncate().dot(y));
        let (vx, vy) = (v.dot(x), v.dot(y));
        let slip = [
            vx * sin - vz * cos + radius * wy,
            -vy - radius * spin.z * cos + radius * wx * sin,
        ];
        let speed = Scalar::sqrt(slip[0] * slip[0] + slip[1] * slip[1]);
        let bouncing = (1.0 + restitution) * mass;
        let normal = bouncing * vx * cos + bouncing * vz * sin;
        let friction = friction * normal;
        let sticks = 2.0 / 7.0 * mass;
        let factor = if friction < sticks * speed {
            friction / speed
        } else {
            sticks
        };
        let [down, along] = slip.map(|slip| factor * slip);
        let push = x * (-down * sin - normal * cos) + y * along;
        self.state.velocity += push.extend(down * cos - normal * sin) / mass;
        let turn = x * (-along * sin) - y * down;
        self.state.angular_velocity += turn.extend(along * cos) * (2.5 / (mass * radius));
    }

    /// Mathavan, Jackson, Parkin (2010): friction at the nose and at the cloth, integrated over the impulse: compression
    /// until the ball no longer approaches, then restitution until e² of the work is returned.
    pub(super) fn mathavan(&mut self, steps: u32) {
        let frame = ImpactFrame::new(self.normal);
        let now = Moving {
            velocity: frame.local(self.state.velocity).truncate(),
            spin: frame.local(self.state.angular_velocity),
        };
        let press = Press {
            parameters: self.parameters,
            nose: self.nose,
            step: self.parameters.mass * now.velocity.y / f64::from(steps),
        };
        let after = press.restituted(now, self.parameters.cushion_restitution, steps);
        self.state.velocity = frame.world(after.velocity.extend(0.0));
        self.state.angular_velocity = frame.world(after.spin);
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

impl ImpulseIntegral for Press<'_> {
    type State = Moving;

    fn step(&self) -> f64 {
        self.step
    }

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

    fn plus(now: &Moving, rate: &Moving, impulse: f64) -> Moving {
        Moving {
            velocity: now.velocity + rate.velocity * impulse,
            spin: now.spin + rate.spin * impulse,
        }
    }

    fn closing(now: &Moving) -> f64 {
        now.velocity.y
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
