//! The collision of two balls as an impulse with restitution and friction.

use super::parameters::BallParameters;
use super::state::BallState;
use carom_math::Scalar;
use glam::{DVec2, DVec3};

/// Two balls that touch, and the unit vector from the first to the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct BallImpact<'a> {
    pub(super) states: [BallState; 2],
    pub(super) parameters: [&'a BallParameters; 2],
    normal: DVec3,
    /// Two directions along the surfaces: level, to the left of the normal, and upwards.
    tangents: [DVec3; 2],
}

impl<'a> BallImpact<'a> {
    /// The normal is the unit vector from the first to the second.
    pub(super) fn new(
        states: [BallState; 2],
        parameters: [&'a BallParameters; 2],
        normal: DVec3,
    ) -> Self {
        let flat = normal.truncate();
        let tangents = if normal.z == 0.0 {
            [flat.perp().extend(0.0), DVec3::Z]
        } else {
            // Any direction is level on top of a ball.
            let left = flat.perp().try_normalize().unwrap_or(DVec2::Y);
            [left.extend(0.0), normal.cross(left.extend(0.0))]
        };
        Self {
            states,
            parameters,
            normal,
            tangents,
        }
    }

    /// The normal seen from above, for balls on the cloth.
    pub(super) fn level_normal(&self) -> DVec2 {
        self.normal.truncate()
    }

    /// Speed at which the centers approach, m/s.
    pub(super) fn closing(&self) -> f64 {
        let [a, b] = &self.states;
        (a.velocity - b.velocity).dot(self.normal)
    }

    /// How fast the first surface slips over the second: across the normal (to its left), and upwards.
    pub(super) fn slip(&self) -> [f64; 2] {
        let [a, b] = &self.states;
        let [left, up] = self.tangents;
        let spin = a.angular_velocity + b.angular_velocity;
        let velocity = a.velocity - b.velocity;
        let radius = self.parameters[0].radius;
        // R ω × n, with n × left = up and n × up = −left.
        let across = velocity.dot(left) + radius * spin.dot(up);
        [across, velocity.dot(up) - radius * spin.dot(left)]
    }

    /// The mean of a property of both balls.
    pub(super) fn mean(&self, property: impl Fn(&BallParameters) -> f64) -> f64 {
        0.5 * (property(self.parameters[0]) + property(self.parameters[1]))
    }

    fn reduced_mass(&self) -> f64 {
        let [a, b] = self.parameters.map(|ball| ball.mass);
        a * b / (a + b)
    }

    /// Applies an impulse of Coulomb friction that slips in one direction, or sticks: of the two the smaller.
    ///
    /// A tangential impulse j changes the slip by 7/2 j (1/m₁ + 1/m₂), so that −2/7 m s ends it (m: the reduced mass).
    pub(super) fn collide(&mut self, friction: f64) {
        let mass = self.reduced_mass();
        let restitution = self.mean(|ball| ball.ball_restitution);
        let impulse = (1.0 + restitution) * mass * self.closing();
        let [across, up] = self.slip();
        let speed = Scalar::sqrt(across * across + up * up);
        let sticks = 2.0 / 7.0 * mass;
        let factor = if friction * impulse < sticks * speed {
            friction * impulse / speed
        } else {
            sticks
        };
        self.apply(impulse, [-factor * across, -factor * up]);
    }

    /// Applies an impulse that separates the balls and one on the first ball along the surfaces (across, up).
    fn apply(&mut self, impulse: f64, [across, up]: [f64; 2]) {
        let [left, upwards] = self.tangents;
        // R n × j
        let turn = left * -up + upwards * across;
        let push = left * across + upwards * up - self.normal * impulse;
        for (k, sign) in [(0, 1.0), (1, -1.0)] {
            let BallParameters { mass, radius, .. } = *self.parameters[k];
            let state = &mut self.states[k];
            state.velocity += push * (sign / mass);
            state.angular_velocity += turn * (2.5 / (mass * radius));
        }
    }

    /// Separates the balls at least at this speed, m/s.
    pub(super) fn separate(&mut self, speed: f64) {
        let lacking = speed + self.closing();
        if lacking > 0.0 {
            self.apply(self.reduced_mass() * lacking, [0.0; 2]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    /// Random touching balls that approach.
    fn impacts(count: usize) -> impl Iterator<Item = [BallState; 2]> {
        let mut random = fastrand::Rng::with_seed(5);
        core::iter::repeat_with(move || {
            let mut state = || {
                let mut number = |size: f64| (random.f64() - 0.5) * size;
                BallState {
                    position: DVec3::ZERO,
                    velocity: dvec3(number(4.0), number(4.0), number(4.0)),
                    angular_velocity: dvec3(number(200.0), number(200.0), number(200.0)),
                }
            };
            [state(), state()]
        })
        .take(count)
    }

    #[test]
    fn friction_follows_coulomb_and_energy_falls() {
        let light = BallParameters {
            mass: 0.1,
            ..BallParameters::POOL
        };
        let mut stuck = 0;
        let normals = [dvec3(0.6, 0.8, 0.0), dvec3(0.48, 0.64, -0.6), DVec3::Z];
        for (states, normal) in impacts(6000).zip(normals.into_iter().cycle()) {
            let mut impact = BallImpact::new(states, [&BallParameters::POOL, &light], normal);
            let closing = impact.closing();
            if closing <= 0.0 {
                continue;
            }
            let before = contact_slip(&impact);
            let [across, up] = impact.slip();
            assert!((before.length() - across.hypot(up)).abs() < 1e-12);
            let energy = |impact: &BallImpact<'_>| {
                let pairs = impact.states.iter().zip(impact.parameters);
                pairs.map(|(state, ball)| state.energy(ball)).sum::<f64>()
            };
            let (energy_before, momentum) = (energy(&impact), momentum(&impact));
            impact.collide(0.1);
            assert!((impact.closing() + 0.95 * closing).abs() < 1e-12);
            assert!(energy(&impact) < energy_before);
            assert!(self::momentum(&impact).distance(momentum) < 1e-14);
            // Slip keeps its direction or ends.
            let after = contact_slip(&impact);
            let sticks = 2.0 / 7.0 * before.length() <= 0.1 * 1.95 * closing;
            if sticks {
                assert!(after.length() < 1e-12, "{after}");
                stuck += 1;
            } else {
                assert!((after.normalize() - before.normalize()).length() < 1e-9);
            }
        }
        assert!(stuck > 10, "{stuck}");
    }

    /// The slip between the surfaces, from the velocities of the points that touch.
    fn contact_slip(impact: &BallImpact<'_>) -> DVec3 {
        let n = impact.normal;
        let radius = impact.parameters[0].radius;
        let [a, b] = &impact.states;
        let at = |state: &BallState, arm: DVec3| state.velocity + state.angular_velocity.cross(arm);
        let slip = at(a, n * radius) - at(b, n * -radius);
        slip - n * slip.dot(n)
    }

    fn momentum(impact: &BallImpact<'_>) -> DVec3 {
        let [a, b] = [0, 1].map(|k| impact.states[k].velocity * impact.parameters[k].mass);
        a + b
    }
}
