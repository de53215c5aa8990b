//! Mathavan's impacts integrated over time, where the library integrates over the impulse: a stiff spring that returns e² of its
//! work, and Newton's and Euler's equations for the forces at each contact. Shares no code with the library.

use carom::billiards::{BallParameters, BallState};
use carom::glam::DVec3;
use core::f64::consts::FRAC_PI_2;

/// Steps of the compression of a spring without friction.
const STEPS: f64 = 20_000.0;
/// Angular frequency of the spring, 1/s; forces of friction are proportional to its own, so that the result does not depend on it.
const FREQUENCY: f64 = 1e4;

#[derive(Clone, Copy, Debug)]
struct Spinning<'a> {
    velocity: DVec3,
    spin: DVec3,
    ball: &'a BallParameters,
}

impl<'a> Spinning<'a> {
    fn new(state: &BallState, ball: &'a BallParameters) -> Self {
        Self {
            velocity: state.velocity,
            spin: state.angular_velocity,
            ball,
        }
    }

    /// Velocity of a point of the surface.
    fn surface(&self, arm: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(arm)
    }

    /// For a short time: a force at a point of the surface, and what the cloth exerts then, which holds the ball down and is
    /// pressed by it.
    fn pushed(&mut self, force: DVec3, arm: DVec3, time: f64) {
        let radius = self.ball.radius;
        let down = DVec3::NEG_Z * radius;
        let pressed = f64::max(-force.z, 0.0);
        let cloth = against(self.surface(down), self.ball.sliding_friction * pressed);
        let flat = (force + cloth).with_z(0.0);
        let torque = arm.cross(force) + down.cross(cloth);
        self.velocity += flat * (time / self.ball.mass);
        self.spin += torque * (time / (0.4 * self.ball.mass * radius * radius));
    }

    fn into_state(self, before: &BallState) -> BallState {
        BallState {
            velocity: self.velocity,
            angular_velocity: self.spin,
            ..*before
        }
    }
}

/// Coulomb friction of this size against a slip.
fn against(slip: DVec3, size: f64) -> DVec3 {
    slip * (-size / (slip.length() + 1e-9))
}

/// A spring that is compressed until nothing approaches, and then returns e² of its work: `closing` is the speed at which it is
/// compressed, `push` lets its force act for a time.
fn spring<S>(
    state: &mut S,
    inverse_mass: f64,
    restitution: f64,
    closing: impl Fn(&S) -> f64,
    push: impl Fn(&mut S, f64, f64),
) {
    let time = FRAC_PI_2 / FREQUENCY / STEPS;
    let stiffness = FREQUENCY * FREQUENCY / inverse_mass;
    let mut depth = 0.0;
    while closing(state) > 0.0 {
        depth += closing(state) * time;
        push(state, stiffness * depth, time);
    }
    // It pushes back from the same force along a steeper line, and ends where that line is 0.
    let square = restitution * restitution;
    let end = depth * (1.0 - square);
    for _ in 0..(100.0 * STEPS) as usize {
        depth += closing(state) * time;
        if depth <= end {
            break;
        }
        push(state, stiffness / square * (depth - end), time);
    }
}

/// Two equal balls after their collision: Mathavan 2014.
pub(super) fn two_balls(
    states: [BallState; 2],
    parameters: &BallParameters,
    friction: impl Fn(f64) -> f64,
) -> [BallState; 2] {
    let normal = (states[1].position - states[0].position).normalize();
    let arms = [1.0, -1.0].map(|sign| normal * (sign * parameters.radius));
    let mut pair = states.map(|state| Spinning::new(&state, parameters));
    let slip = |[a, b]: &[Spinning<'_>; 2]| {
        let at = a.surface(arms[0]) - b.surface(arms[1]);
        at - normal * at.dot(normal)
    };
    let mu = friction(slip(&pair).length());
    spring(
        &mut pair,
        2.0 / parameters.mass,
        parameters.ball_restitution,
        |[a, b]| (a.velocity - b.velocity).dot(normal),
        |pair, force, time| {
            let push = against(slip(pair), mu * force) - normal * force;
            pair[0].pushed(push, arms[0], time);
            pair[1].pushed(-push, arms[1], time);
        },
    );
    [0, 1].map(|k| pair[k].into_state(&states[k]))
}

/// A ball after a nose: Mathavan 2010. `normal` points from its center to the nose.
pub(super) fn cushion(state: BallState, parameters: &BallParameters, normal: DVec3) -> BallState {
    let arm = normal * parameters.radius;
    let mut ball = Spinning::new(&state, parameters);
    spring(
        &mut ball,
        1.0 / parameters.mass,
        parameters.cushion_restitution,
        |ball| ball.velocity.dot(normal),
        |ball, force, time| {
            let at = ball.surface(arm);
            let slip = at - normal * at.dot(normal);
            let push = against(slip, parameters.cushion_friction * force) - normal * force;
            ball.pushed(push, arm, time);
        },
    );
    ball.into_state(&state)
}
