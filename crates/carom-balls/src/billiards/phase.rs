//! Motion between two events, in closed form.

use super::parameters::BallParameters;
use super::state::{BallState, MotionState, rolling_spin};
use crate::table::arc::falls;
use carom_math::Scalar;
use glam::{DVec2, DVec3};

/// The motion of a ball while it slides, rolls, spins, flies or rests: a closed form in time, and the moment at which it ends.
///
/// - *Sliding*: friction µₛ m g acts against the slip of the lowest point, in the constant direction û: the center moves on
///   a parabola with the acceleration −µₛ g û, the horizontal spin changes by 5 µₛ g / (2 R) ẑ × û. After 2 |u| / (7
///   µₛ g) the ball rolls.
/// - *Rolling*: the speed falls by µᵣ g, in a straight line, until the ball stops.
/// - In all of them spin about the vertical decays by 5 µₛₚ g / (2 R), to zero and no further; a ball that has it left
///   when it stops *spins* in place.
/// - *Airborne*: a parabola under gravity with constant spin, until the ball comes down on the cloth. No air.
///
/// Sources: Marlow, *The Physics of Pocket Billiards* (1995); Leckie and Greenspan, "Pool physics simulation by event
/// prediction" (2006).
///
/// ```
/// use carom::billiards::{BallParameters, BallState, MotionState, Phase};
/// use carom::glam::{dvec2, dvec3};
/// let pool = BallParameters::POOL;
/// let stunned = BallState { velocity: dvec3(2., 0., 0.), ..BallState::at(dvec2(0., 0.), &pool) };
/// let slide = Phase::of(&stunned, &pool);
/// assert_eq!(slide.motion(), MotionState::Sliding);
/// assert!((slide.duration() - 2. * 2. / (7. * 0.2 * 9.81)).abs() < 1e-15);
/// assert!((slide.acceleration() - dvec2(-0.2 * 9.81, 0.)).length() < 1e-15);
/// // It keeps five sevenths of its speed.
/// let roll = slide.next();
/// assert_eq!(roll.motion(), MotionState::Rolling);
/// assert!((roll.at(0.).velocity.x - 10. / 7.).abs() < 1e-15);
/// assert_eq!(roll.next().motion(), MotionState::Stationary);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    motion: MotionState,
    pub(super) position: DVec2,
    pub(super) velocity: DVec2,
    pub(super) acceleration: DVec2,
    /// Height of the center, and vertical velocity.
    pub(super) height: f64,
    pub(super) rise: f64,
    spin: DVec3,
    /// Change of the horizontal spin, rad/s².
    spin_rate: DVec2,
    /// Decay of the vertical spin, rad/s².
    spin_decay: f64,
    pub(super) duration: f64,
    parameters: BallParameters,
}

impl Phase {
    /// The motion of a ball from this state on.
    #[must_use]
    pub fn of(state: &BallState, parameters: &BallParameters) -> Self {
        Self::with_motion(state.motion(parameters), state, parameters)
    }

    // Long: one arm for each state; as functions of their own they copy the phase, 0.7 % of the instructions of a break.
    fn with_motion(motion: MotionState, state: &BallState, parameters: &BallParameters) -> Self {
        let BallParameters {
            radius, gravity, ..
        } = *parameters;
        let still = Self {
            motion,
            position: state.position.truncate(),
            velocity: state.velocity.truncate(),
            acceleration: DVec2::ZERO,
            height: radius,
            rise: 0.0,
            spin: state.angular_velocity,
            spin_rate: DVec2::ZERO,
            spin_decay: 2.5 * parameters.spinning_friction * gravity / radius,
            duration: f64::INFINITY,
            parameters: *parameters,
        };
        match motion {
            MotionState::Sliding => {
                let slip = state.slip(parameters);
                let speed = slip.length();
                let friction = parameters.sliding_friction * gravity;
                let direction = slip / speed;
                let torque = DVec2::new(-direction.y, direction.x);
                Self {
                    acceleration: direction * -friction,
                    spin_rate: torque * (2.5 * friction / radius),
                    duration: 2.0 * speed / (7.0 * friction),
                    ..still
                }
            }
            MotionState::Rolling => {
                let friction = parameters.rolling_friction * gravity;
                let speed = still.velocity.length();
                Self {
                    acceleration: still.velocity * (-friction / speed),
                    duration: speed / friction,
                    ..still
                }
            }
            MotionState::Spinning => Self {
                velocity: DVec2::ZERO,
                duration: Scalar::abs(still.spin.z) / still.spin_decay,
                ..still
            },
            MotionState::Airborne => {
                let (height, rise) = (Scalar::max(state.position.z, radius), state.velocity.z);
                Self {
                    height,
                    rise,
                    spin_decay: 0.0,
                    duration: falls(height - radius, rise, -gravity),
                    ..still
                }
            }
            MotionState::Stationary | MotionState::Pocketed => Self {
                velocity: DVec2::ZERO,
                spin: DVec3::ZERO,
                ..still
            },
            MotionState::OffTable => Self {
                velocity: DVec2::ZERO,
                height: state.position.z,
                spin: DVec3::ZERO,
                ..still
            },
        }
    }

    /// In a pocket, with its center here.
    pub(super) fn pocketed(position: DVec2, parameters: &BallParameters) -> Self {
        let state = BallState::at(position, parameters);
        Self::with_motion(MotionState::Pocketed, &state, parameters)
    }

    /// Off the table, with its center here.
    pub(super) fn off_table(place: DVec3, parameters: &BallParameters) -> Self {
        let state = BallState {
            position: place,
            ..BallState::at(DVec2::ZERO, parameters)
        };
        Self::with_motion(MotionState::OffTable, &state, parameters)
    }

    /// In a pocket or off the table.
    pub(super) fn is_out(&self) -> bool {
        matches!(self.motion, MotionState::Pocketed | MotionState::OffTable)
    }

    pub(super) fn is_airborne(&self) -> bool {
        self.motion == MotionState::Airborne
    }

    /// How the ball moves.
    #[must_use]
    pub fn motion(&self) -> MotionState {
        self.motion
    }

    /// Time until the ball moves in another way, s; infinite for a ball at rest.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.duration
    }

    /// Acceleration of the center in the plane of the table, m/s².
    #[must_use]
    pub fn acceleration(&self) -> DVec2 {
        self.acceleration
    }

    /// Vertical acceleration of the center.
    pub(super) fn lift(&self) -> f64 {
        if self.is_airborne() {
            -self.parameters.gravity
        } else {
            0.0
        }
    }

    /// Height of the center at this time, which is not beyond the end.
    pub(super) fn height_at(&self, time: f64) -> f64 {
        self.height + (self.rise + 0.5 * self.lift() * time) * time
    }

    /// The state at this time after the start, s, if nothing is in the way: 0 up to the duration.
    #[must_use]
    pub fn at(&self, time: f64) -> BallState {
        if time >= self.duration {
            return self.end();
        }
        let (v, a) = (self.velocity, self.acceleration);
        let velocity = v + a * time;
        let horizontal = match self.motion {
            MotionState::Rolling if time > 0.0 => rolling_spin(velocity, self.parameters.radius),
            _ => self.spin.truncate() + self.spin_rate * time,
        };
        let (height, rise) = if self.is_airborne() {
            (self.height_at(time), self.rise + self.lift() * time)
        } else {
            (self.height, 0.0)
        };
        BallState {
            position: self.position_at(time).extend(height),
            velocity: velocity.extend(rise),
            angular_velocity: horizontal.extend(self.vertical_spin(time)),
        }
    }

    /// The position at this time, which is not beyond the end.
    pub(super) fn position_at(&self, time: f64) -> DVec2 {
        self.position + (self.velocity + self.acceleration * (0.5 * time)) * time
    }

    /// What follows when the duration has passed; a ball at rest stays at rest.
    #[must_use]
    pub fn next(&self) -> Self {
        let end = self.end();
        let motion = match self.motion {
            MotionState::Sliding if end.velocity != DVec3::ZERO => MotionState::Rolling,
            MotionState::Stationary | MotionState::Pocketed | MotionState::OffTable => {
                return *self;
            }
            MotionState::Airborne => {
                // A ball that comes down without a bounce.
                let mut landed = end;
                landed.velocity.z = 0.0;
                return Self::of(&landed, &self.parameters);
            }
            _ if end.angular_velocity.z != 0.0 => MotionState::Spinning,
            _ => MotionState::Stationary,
        };
        Self::with_motion(motion, &end, &self.parameters)
    }

    /// The state at the end: exactly without slip, exactly at rest.
    pub(super) fn end(&self) -> BallState {
        let t = self.duration;
        let vertical = self.vertical_spin(t);
        match self.motion {
            MotionState::Sliding => {
                let velocity = self.velocity + self.acceleration * t;
                let spin = rolling_spin(velocity, self.parameters.radius);
                BallState {
                    position: self.position_at(t).extend(self.parameters.radius),
                    velocity: velocity.extend(0.0),
                    angular_velocity: spin.extend(vertical),
                }
            }
            MotionState::Rolling => {
                let position = self.position + self.velocity * (0.5 * t);
                let mut state = BallState::at(position, &self.parameters);
                state.angular_velocity.z = vertical;
                state
            }
            MotionState::Airborne => BallState {
                position: self.position_at(t).extend(self.parameters.radius),
                velocity: self.velocity.extend(self.rise + self.lift() * t),
                angular_velocity: self.spin,
            },
            MotionState::Spinning
            | MotionState::Stationary
            | MotionState::Pocketed
            | MotionState::OffTable => {
                let mut state = BallState::at(self.position, &self.parameters);
                state.position.z = self.height;
                state
            }
        }
    }

    fn vertical_spin(&self, time: f64) -> f64 {
        let spin = self.spin.z;
        let lost = self.spin_decay * time;
        if lost >= Scalar::abs(spin) {
            0.0
        } else if spin > 0.0 {
            spin - lost
        } else {
            spin + lost
        }
    }
}
