//! Trajectories of constant acceleration: rolling friction and gravity.
//!
//! Both are p + v t + ½ a t²; rolling ends at the moment at which v is 0. Sliding along a plane is the same, and rest
//! its simplest case.

use super::clock::Moment;
use super::trajectory::Trajectory;
use carom_math::{Scalar, Vector};

/// No wall feature.
pub(super) const NO_FEATURE: u32 = u32::MAX;

/// Friction or gravity, in units of the table; at most one is not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Law<D> {
    /// Deceleration of a rolling ball.
    pub(super) friction: f64,
    pub(super) gravity: D,
}

impl<D: Vector<Scalar = f64>> Law<D> {
    pub(super) fn is_gravity(&self) -> bool {
        self.friction == 0.0
    }

    /// The magnitude of the acceleration.
    pub(super) fn strength(&self) -> f64 {
        if self.is_gravity() {
            self.gravity.length()
        } else {
            self.friction
        }
    }

    /// Converts to windows shorter by this factor.
    pub(super) fn rescale_time(&mut self, factor: f64) {
        self.friction *= factor * factor;
        self.gravity = self.gravity * (factor * factor);
    }
}

/// Most features with which a ball is in contact at a time.
pub(super) const MAX_CONTACTS: usize = 8;

/// Acceleration, contacts and rest of a ball since its last event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dynamics<D> {
    pub(super) acceleration: D,
    /// Time from the last event until it comes to rest; infinite if it does not.
    pub(super) stops: f64,
    /// The features and sides along which it slides.
    pub(super) held: [u32; MAX_CONTACTS],
    /// The feature that it has just left over an edge, onto the next.
    pub(super) passed: u32,
    /// The feature or side on which its bounces have become so low that the next landing is a contact.
    pub(super) settling: u32,
    /// It rests on other balls or features.
    pub(super) rests: bool,
    /// Time from the last event until its support is checked; infinite if no check is needed.
    pub(super) check: f64,
}

/// Accelerated motion from some moment on, up to a stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accelerated<D> {
    pub(super) position: D,
    pub(super) velocity: D,
    pub(super) acceleration: D,
    pub(super) left: f64,
}

impl<D: Vector<Scalar = f64>> Dynamics<D> {
    /// Without acceleration, contacts or rest.
    pub(super) const STRAIGHT: Self = Self {
        acceleration: D::ZERO,
        stops: f64::INFINITY,
        held: [NO_FEATURE; MAX_CONTACTS],
        passed: NO_FEATURE,
        settling: NO_FEATURE,
        rests: false,
        check: f64::INFINITY,
    };

    /// Deceleration against the velocity: the ball rests after |v| / µ.
    pub(super) fn rolling(velocity: D, friction: f64) -> Self {
        let stops = velocity.length() / friction;
        let acceleration = if stops > 0.0 {
            velocity * (-1.0 / stops)
        } else {
            D::ZERO
        };
        Self {
            acceleration,
            stops,
            ..Self::STRAIGHT
        }
    }

    pub(super) fn position(&self, trajectory: &Trajectory<D>, now: Moment) -> D {
        let t = now.since(trajectory.since);
        let Trajectory {
            position, velocity, ..
        } = *trajectory;
        if self.stops == f64::INFINITY {
            bent(position, velocity, self.acceleration, t)
        } else if t < self.stops {
            position + velocity * (t * (1.0 - 0.5 * (t / self.stops)))
        } else {
            position + velocity * (0.5 * self.stops)
        }
    }

    pub(super) fn velocity(&self, trajectory: &Trajectory<D>, now: Moment) -> D {
        let t = now.since(trajectory.since);
        if self.stops == f64::INFINITY {
            trajectory.velocity + self.acceleration * t
        } else if t < self.stops {
            trajectory.velocity * (1.0 - t / self.stops)
        } else {
            D::ZERO
        }
    }

    /// The moment at which it comes to rest; `NEVER` if it does not.
    pub(super) fn stop(&self, trajectory: &Trajectory<D>) -> Moment {
        let mut stop = trajectory.since.after(self.stops);
        // Not before the stop by a rounding.
        let mut digit = f64::EPSILON;
        while stop.since(trajectory.since) < self.stops && !stop.is_never() {
            stop = stop.after(digit);
            digit += digit;
        }
        stop
    }

    /// The motion from a moment on that is not before the last event.
    pub(super) fn motion_from(&self, trajectory: &Trajectory<D>, from: Moment) -> Accelerated<D> {
        let left = self.stops - from.since(trajectory.since);
        let (velocity, acceleration) = if left > 0.0 {
            (self.velocity(trajectory, from), self.acceleration)
        } else {
            (D::ZERO, D::ZERO)
        };
        Accelerated {
            position: self.position(trajectory, from),
            velocity,
            acceleration,
            left: if left > 0.0 { left } else { f64::INFINITY },
        }
    }

    /// Whether it does not move and never will without an event.
    pub(super) fn is_still(&self, trajectory: &Trajectory<D>, now: Moment) -> bool {
        let still = self.velocity(trajectory, now) == D::ZERO;
        still && (self.stops < f64::INFINITY || self.acceleration == D::ZERO)
    }

    pub(super) fn touches(&self, number: u32) -> bool {
        self.held.contains(&number)
    }

    /// Adds a contact to a ball that is in contact already; false if it is in none, or in too many.
    pub(super) fn add_contact(&mut self, number: u32) -> bool {
        if self.held[0] == NO_FEATURE {
            return false;
        }
        let free = self.held.iter().position(|held| *held == NO_FEATURE);
        if let Some(position) = free {
            self.held[position] = number;
        }
        free.is_some()
    }

    /// Converts to windows shorter by this factor.
    pub(super) fn rescale_time(&mut self, factor: f64) {
        self.acceleration = self.acceleration * (factor * factor);
        self.stops /= factor;
        self.check /= factor;
    }
}

impl<D: Vector<Scalar = f64>> Accelerated<D> {
    /// The motion from a later time on.
    pub(super) fn after(&self, t: f64) -> Self {
        if t >= self.left {
            return Self {
                position: self.position + self.velocity * (0.5 * self.left),
                velocity: D::ZERO,
                acceleration: D::ZERO,
                left: f64::INFINITY,
            };
        }
        Self {
            position: bent(self.position, self.velocity, self.acceleration, t),
            velocity: self.velocity + self.acceleration * t,
            left: self.left - t,
            ..*self
        }
    }
}

/// The position after a time under constant acceleration.
pub(super) fn bent<D: Vector<Scalar = f64>>(
    position: D,
    velocity: D,
    acceleration: D,
    t: f64,
) -> D {
    position + (velocity + acceleration * (0.5 * t)) * t
}

/// Time in which a ball that rolls for another `left` covers the distance that it would cover in `t` without friction;
/// infinite if it comes to rest before, or there.
///
/// It covers t (1 − t / 2S) of its first speed, S being `left`. So on a straight path to a feature at rest, the root
/// for a frictionless ball gives the root with friction.
pub(super) fn rolled(t: f64, left: f64) -> f64 {
    let part = 2.0 * t / left;
    if part < 1.0 {
        2.0 * t / (1.0 + Scalar::sqrt(1.0 - part))
    } else {
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    fn from_here(velocity: DVec2) -> Trajectory<DVec2> {
        Trajectory {
            position: DVec2::ZERO,
            velocity,
            since: Moment::START,
        }
    }

    #[test]
    fn a_rolling_ball_rests_after_v_over_friction() {
        let trajectory = from_here(dvec2(3.0, 4.0));
        let dynamics = Dynamics::rolling(trajectory.velocity, 2.0);
        assert_eq!(dynamics.stops, 2.5);
        let at = |t: f64| Moment::START.after(t);
        assert_eq!(dynamics.velocity(&trajectory, at(1.25)), dvec2(1.5, 2.0));
        for t in [2.5, 3.0, 1e9] {
            assert_eq!(dynamics.velocity(&trajectory, at(t)), DVec2::ZERO);
            assert_eq!(dynamics.position(&trajectory, at(t)), dvec2(3.75, 5.0));
            assert!(dynamics.is_still(&trajectory, at(t)));
            assert_eq!(dynamics.motion_from(&trajectory, at(t)).left, f64::INFINITY);
        }
        assert!(!dynamics.is_still(&trajectory, at(2.0)));
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let since = Moment::new(random.f64() * 1e3).after(random.f64());
            let trajectory = Trajectory {
                since,
                ..trajectory
            };
            let dynamics = Dynamics::rolling(trajectory.velocity, 5.0 / random.f64() * 1e-3);
            let stop = dynamics.stop(&trajectory);
            assert_eq!(dynamics.velocity(&trajectory, stop), DVec2::ZERO);
            assert!(
                stop.since(since) <= dynamics.stops * (1.0 + 4.0 * f64::EPSILON) + f64::EPSILON
            );
        }
        let (direct, in_two_steps) = (
            dynamics.motion_from(&trajectory, at(2.0)),
            dynamics.motion_from(&trajectory, at(0.5)).after(1.5),
        );
        assert!((direct.position - in_two_steps.position).length() < 1e-15);
        assert!((direct.velocity - in_two_steps.velocity).length() < 1e-15);
        assert_eq!((direct.left, in_two_steps.left), (0.5, 0.5));
        assert!((in_two_steps.after(0.5).position - dvec2(3.75, 5.0)).length() < 1e-15);
    }

    #[test]
    fn rolled_time_covers_the_distance_without_friction() {
        // Two units a second, lost in four seconds: four units at most.
        for t in [0.0, 0.25, 1.0, 1.9375] {
            let then = rolled(t, 4.0);
            assert!((2.0 * then - 0.25 * then * then - 2.0 * t).abs() < 1e-15);
        }
        assert_eq!([2.0, 2.5].map(|t| rolled(t, 4.0)), [f64::INFINITY; 2]);
    }

    #[test]
    fn a_ball_at_rest_does_not_roll() {
        let dynamics = Dynamics::rolling(DVec2::ZERO, 1.0);
        assert!(dynamics.is_still(&from_here(DVec2::ZERO), Moment::START));
        assert_eq!(dynamics.acceleration, DVec2::ZERO);
    }
}
