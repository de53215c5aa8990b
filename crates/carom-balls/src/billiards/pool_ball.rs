//! A ball with its parameters and state.

use super::parameters::BallParameters;
use super::state::{BallState, MotionState};
use glam::DVec2;

/// A ball of a table.
///
/// ```
/// use carom::billiards::PoolBall;
/// use carom::glam::dvec2;
/// let ball = PoolBall::at(dvec2(0.5, 1.));
/// assert!(!ball.is_pocketed);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct PoolBall {
    /// Physical parameters.
    pub parameters: BallParameters,
    /// Position, velocity and spin.
    pub state: BallState,
    /// Whether it is in a pocket, or off the table (then its center is higher than on the cloth), and takes no part.
    pub is_pocketed: bool,
}

impl PoolBall {
    /// A pool ball at rest, with its center above this point of the cloth.
    #[must_use]
    pub fn at(place: DVec2) -> Self {
        Self::new(BallParameters::POOL, place)
    }

    /// A ball at rest, with its center above this point of the cloth.
    #[must_use]
    pub fn new(parameters: BallParameters, place: DVec2) -> Self {
        let state = BallState::at(place, &parameters);
        Self {
            parameters,
            state,
            is_pocketed: false,
        }
    }

    /// The same with this state.
    ///
    /// ```
    /// use carom::billiards::{BallState, MotionState, PoolBall};
    /// use carom::glam::{DVec3, dvec2};
    /// let ball = PoolBall::at(dvec2(0.5, 1.));
    /// let spins = BallState { angular_velocity: DVec3::Z * 20., ..ball.state };
    /// assert_eq!(ball.with_state(spins).motion(), MotionState::Spinning);
    /// ```
    #[must_use]
    pub fn with_state(self, state: BallState) -> Self {
        Self { state, ..self }
    }

    /// How it moves.
    #[must_use]
    pub fn motion(&self) -> MotionState {
        if self.is_pocketed && self.state.is_above_cloth(&self.parameters) {
            MotionState::OffTable
        } else if self.is_pocketed {
            MotionState::Pocketed
        } else {
            self.state.motion(&self.parameters)
        }
    }
}
