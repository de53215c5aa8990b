//! Position, velocity and spin of a ball, and how it moves on the cloth.

use super::parameters::BallParameters;
use carom_math::Scalar;
use glam::{DVec2, DVec3};

/// Position, velocity and spin of a ball at one moment; z is up, the cloth is at z = 0: a ball on it has z = R.
///
/// ```
/// use carom::billiards::{BallParameters, BallState, MotionState};
/// use carom::glam::{dvec2, dvec3};
/// let pool = BallParameters::POOL;
/// let still = BallState::at(dvec2(0.5, 1.), &pool);
/// assert_eq!(still.position, dvec3(0.5, 1., pool.radius));
/// assert_eq!(still.motion(&pool), MotionState::Stationary);
/// let hit = BallState { velocity: dvec3(2., 0., 0.), ..still };
/// assert_eq!(hit.motion(&pool), MotionState::Sliding);
/// // Without slip the axis of rotation is to the left.
/// let rolling = BallState { angular_velocity: dvec3(0., 2. / pool.radius, 0.), ..hit };
/// assert_eq!(rolling.motion(&pool), MotionState::Rolling);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct BallState {
    /// Center, m.
    pub position: DVec3,
    /// Velocity of the center, m/s.
    pub velocity: DVec3,
    /// Angular velocity, rad/s.
    pub angular_velocity: DVec3,
}

/// How a ball moves.
///
/// ```
/// use carom::billiards::MotionState;
/// assert!(MotionState::Rolling.is_translating() && !MotionState::Spinning.is_translating());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum MotionState {
    /// At rest on the cloth.
    Stationary,
    /// Turns in place about the vertical.
    Spinning,
    /// Rolls without slip; it may also turn about the vertical.
    Rolling,
    /// Its lowest point slips on the cloth.
    Sliding,
    /// In a pocket, at rest; it takes no part in the game.
    Pocketed,
    /// In flight, under gravity alone.
    Airborne,
    /// Left the table; it takes no part in the game.
    OffTable,
}

impl MotionState {
    /// Whether the center of the ball moves.
    #[must_use]
    pub fn is_translating(self) -> bool {
        matches!(self, Self::Rolling | Self::Sliding | Self::Airborne)
    }
}

/// Slip below this part of the speeds that it is a difference of is rounding.
const SLIP_ROUNDING: f64 = 8.0 * f64::EPSILON;

impl BallState {
    /// At rest, with its center above this point of the cloth.
    #[must_use]
    pub fn at(place: DVec2, parameters: &BallParameters) -> Self {
        Self {
            position: place.extend(parameters.radius),
            velocity: DVec3::ZERO,
            angular_velocity: DVec3::ZERO,
        }
    }

    /// Rolls without slip at this velocity, m/s.
    ///
    /// ```
    /// use carom::billiards::{BallParameters, BallState};
    /// use carom::glam::dvec2;
    /// let pool = BallParameters::POOL;
    /// let ball = BallState::rolling(dvec2(0.5, 1.), dvec2(0., 3.), &pool);
    /// assert_eq!(ball.slip(&pool), carom::glam::DVec2::ZERO);
    /// ```
    #[must_use]
    pub fn rolling(place: DVec2, velocity: DVec2, parameters: &BallParameters) -> Self {
        Self {
            position: place.extend(parameters.radius),
            velocity: velocity.extend(0.0),
            angular_velocity: rolling_spin(velocity, parameters.radius).extend(0.0),
        }
    }

    /// Velocity of the ball's lowest point over the cloth, m/s: v + ω × (−R ẑ).
    #[must_use]
    pub fn slip(&self, parameters: &BallParameters) -> DVec2 {
        let (v, w) = (self.velocity, self.angular_velocity);
        DVec2::new(v.x - parameters.radius * w.y, v.y + parameters.radius * w.x)
    }

    /// How a ball with these velocities moves; never [`MotionState::Pocketed`] or [`MotionState::OffTable`]. Slip that is
    /// only rounding is no slip.
    #[must_use]
    pub fn motion(&self, parameters: &BallParameters) -> MotionState {
        if self.velocity.z != 0.0 || self.is_above_cloth(parameters) {
            return MotionState::Airborne;
        }
        let (v, w) = (self.velocity.truncate(), self.angular_velocity);
        let slip = self.slip(parameters).length_squared();
        let largest = v.length_squared()
            + parameters.radius * parameters.radius * w.truncate().length_squared();
        if slip > largest * (SLIP_ROUNDING * SLIP_ROUNDING) {
            MotionState::Sliding
        } else if v != DVec2::ZERO {
            MotionState::Rolling
        } else if w.z != 0.0 {
            MotionState::Spinning
        } else {
            MotionState::Stationary
        }
    }

    /// Kinetic energy of translation and rotation, J: m v² / 2 + m R² ω² / 5.
    #[must_use]
    pub fn energy(&self, parameters: &BallParameters) -> f64 {
        let rotation =
            parameters.radius * parameters.radius * self.angular_velocity.length_squared();
        parameters.mass * (0.5 * self.velocity.length_squared() + 0.2 * rotation)
    }

    /// Whether the ball does not touch the cloth.
    pub(super) fn is_above_cloth(&self, parameters: &BallParameters) -> bool {
        self.position.z - parameters.radius > ON_CLOTH * parameters.radius
    }

    /// The first component that is not finite, or not on the cloth unless balls fly.
    pub(super) fn fault(
        &self,
        parameters: &BallParameters,
        flies: bool,
    ) -> Option<(&'static str, &'static str)> {
        if !self.position.is_finite() {
            return Some(("position", "finite"));
        }
        let is_slow = |v: DVec3| v.length_squared() <= MAX_SPEED * MAX_SPEED;
        if !is_slow(self.velocity) {
            return Some(("velocity", "at most 1,000 m/s"));
        }
        if !is_slow(self.angular_velocity * parameters.radius) {
            return Some(("angular_velocity", "at most 1,000 m/s at the surface"));
        }
        let above = self.position.z - parameters.radius;
        if flies {
            let is_inside = above >= -ON_CLOTH * parameters.radius && above <= MAX_HEIGHT;
            return (!is_inside).then_some(("height", "the radius to 1,000 m"));
        }
        if Scalar::abs(above) > ON_CLOTH * parameters.radius {
            return Some((
                "height",
                "the radius: balls are on the cloth, unless the slate lets them bounce",
            ));
        }
        (self.velocity.z != 0.0).then_some(("vertical velocity", "0: balls stay on the cloth"))
    }
}

/// Largest speed of cues, balls and their surfaces, m/s: a hundred times those of a hard break. Far beyond, the rounding of
/// times would be larger than the time in which a ball crosses another.
pub(super) const MAX_SPEED: f64 = 1000.0;

/// Largest height of a ball at the start, m.
const MAX_HEIGHT: f64 = 1000.0;

/// A center this part of the radius off its height was rounded, perhaps in a file with few digits.
const ON_CLOTH: f64 = 1e-6;

/// The horizontal angular velocity of a ball that rolls without slip: ẑ × v / R.
pub(super) fn rolling_spin(velocity: DVec2, radius: f64) -> DVec2 {
    DVec2::new(-velocity.y, velocity.x) / radius
}
