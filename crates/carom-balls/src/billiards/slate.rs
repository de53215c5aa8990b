//! The slate under the cloth: whether balls leave it, and how they bounce.

use super::cushion_impact::PointImpact;
use super::error::BilliardsError;
use super::parameters::BallParameters;
use super::state::BallState;
use carom_math::Scalar;
use glam::DVec2;

/// The vertical motion of balls.
///
/// ```
/// use carom::billiards::{Models, SlateModel};
/// assert_eq!(Models::default().slate, SlateModel::Absorbing);
/// let models = Models { slate: SlateModel::Bouncing(Default::default()), ..Models::default() };
/// assert!(models.slate.lets_balls_fly());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum SlateModel {
    /// The slate takes up all vertical impulses: balls stay on the cloth.
    #[default]
    Absorbing,
    /// Balls bounce: an elevated cue gives jump shots, hard collisions let balls hop.
    Bouncing(SlateBounce),
}

/// The impact of a ball on cloth and slate: restitution, and the friction of the cloth
/// ([`sliding_friction`](BallParameters::sliding_friction)), which slips or sticks as between two balls (Alciatore, TP
/// A-14, with a second ball of infinite mass; as in pooltool).
///
/// ```
/// use carom::billiards::SlateBounce;
/// let bounce = SlateBounce::default();
/// assert_eq!((bounce.restitution, bounce.least_speed), (0.5, 0.1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct SlateBounce {
    /// Coefficient of restitution between ball and slate: 0 to 1.
    pub restitution: f64,
    /// A ball that leaves the cloth vertically at this speed or a lower one, m/s, stays on it. At least 0.001, at most 10.
    pub least_speed: f64,
}

impl Default for SlateBounce {
    /// A restitution of 0.5, from Alciatore's "physical properties" page; bounces end below 0.1 m/s: a rise by half a
    /// millimeter.
    fn default() -> Self {
        Self {
            restitution: 0.5,
            least_speed: 0.1,
        }
    }
}

impl SlateModel {
    /// Whether balls leave the cloth.
    #[must_use]
    pub fn lets_balls_fly(&self) -> bool {
        matches!(self, Self::Bouncing(_))
    }

    pub(super) fn check(&self) -> Result<(), BilliardsError> {
        let Self::Bouncing(bounce) = self else {
            return Ok(());
        };
        let bad = |what, must| Err(BilliardsError::Model { what, must });
        if !(bounce.restitution >= 0.0 && bounce.restitution <= 1.0) {
            return bad("restitution of the slate", "0 to 1");
        }
        if !(bounce.least_speed >= 1e-3 && bounce.least_speed <= 10.0) {
            return bad("least_speed of the slate", "0.001 to 10 m/s");
        }
        Ok(())
    }

    /// A ball that was on the cloth, after an impulse: the vertical velocity that the slate takes up is lost.
    pub(super) fn settle(&self, state: &mut BallState) {
        let stays = match self {
            Self::Absorbing => true,
            Self::Bouncing(bounce) => Scalar::abs(state.velocity.z) <= bounce.least_speed,
        };
        if stays {
            state.velocity.z = 0.0;
        }
    }

    /// The state after a ball came down on the cloth.
    pub(super) fn bounce(&self, state: BallState, parameters: &BallParameters) -> BallState {
        let mut impact = PointImpact {
            state,
            parameters,
            // Any direction: the contact is straight below.
            normal: DVec2::X,
            nose: [-1.0, 0.0],
        };
        let restitution = match self {
            Self::Absorbing => 0.0,
            Self::Bouncing(bounce) => bounce.restitution,
        };
        impact.collide(restitution, parameters.sliding_friction);
        self.settle(&mut impact.state);
        impact.state
    }
}
