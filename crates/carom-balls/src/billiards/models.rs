//! Collision models, each named after its source.

use super::error::BilliardsError;
use super::slate::SlateModel;

/// The collision models of a table.
///
/// ```
/// use carom::billiards::{BallModel, CushionModel, Models};
/// let models = Models::default();
/// assert_eq!(models.cushion, CushionModel::Han2005);
/// assert!(matches!(models.ball, BallModel::FrictionalInelastic { .. }));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Models {
    /// Collisions of two balls.
    pub ball: BallModel,
    /// Collisions of balls with cushions.
    pub cushion: CushionModel,
    /// Vertical motion.
    pub slate: SlateModel,
}

/// Coefficient of friction between two balls.
///
/// ```
/// use carom::billiards::BallFriction;
/// let BallFriction::Alciatore { a, b, .. } = BallFriction::ALCIATORE else { unreachable!() };
/// assert!((a + b - 0.118).abs() < 1e-3, "at rest");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum BallFriction {
    /// µ = a + b exp(−c v), with the speed v at which the surfaces slip, m/s: the fit to measured throw of Alciatore's
    /// technical proof TP A-14.
    Alciatore {
        /// At high speed.
        a: f64,
        /// Additional, at low speed.
        b: f64,
        /// Decay, s/m.
        c: f64,
    },
    /// The mean of the two balls' [`ball_friction`](super::BallParameters::ball_friction).
    Average,
}

impl BallFriction {
    /// The coefficients of TP A-14.
    pub const ALCIATORE: Self = Self::Alciatore {
        a: 9.951e-3,
        b: 0.108,
        c: 1.088,
    };

    /// The coefficient at this speed of slip, m/s, for balls with this mean `ball_friction`.
    pub(super) fn at(self, slip: f64, average: f64) -> f64 {
        match self {
            Self::Alciatore { a, b, c } => a + b * libm::exp(-c * slip),
            Self::Average => average,
        }
    }
}

/// Models of the collision of two balls.
///
/// ```
/// use carom::billiards::{BallFriction, BallModel};
/// let numerical = BallModel::Mathavan2014 { friction: BallFriction::Average, steps: 400 };
/// assert_ne!(numerical, BallModel::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum BallModel {
    /// An impulse with restitution along the line of centers, and Coulomb friction that slips or sticks: throw as in
    /// Alciatore's technical proofs TP A-5, A-6 and A-14, in vector form for two moving balls.
    FrictionalInelastic {
        /// Friction between the balls.
        friction: BallFriction,
    },
    /// On the cloth. In flight as the other model, with the same friction between the balls.
    ///
    /// Mathavan, Jackson, Parkin, "Numerical simulations of the frictional collisions of solid balls on a rough surface",
    /// *Sports Engineering* 17 (2014): friction with the cloth acts during the impact, too; integrated over the impulse.
    Mathavan2014 {
        /// Friction between the balls.
        friction: BallFriction,
        /// Steps of the compression phase; the error falls with their square.
        steps: u32,
    },
}

impl Default for BallModel {
    fn default() -> Self {
        let friction = BallFriction::ALCIATORE;
        Self::FrictionalInelastic { friction }
    }
}

/// Models of the collision of a ball with a cushion. In all of them the vertical impulse is taken up by the slate, except by
/// [`Han2005`](Self::Han2005) where [balls bounce](SlateModel::Bouncing). In flight balls leave cushions after Han.
///
/// ```
/// use carom::billiards::CushionModel;
/// assert_ne!(CushionModel::Mathavan2010 { steps: 200 }, CushionModel::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum CushionModel {
    /// Han, "Dynamics in carom and three cushion billiards", *J. Mech. Sci. Technol.* 19 (2005): an impulse at the nose,
    /// which is above the center, that slips or sticks.
    #[default]
    Han2005,
    /// Mathavan, Jackson, Parkin, "A theoretical analysis of billiard ball dynamics under cushion impacts", *J. Mech.
    /// Eng. Sci.* 224 (2010): friction at nose and cloth, integrated over the impulse.
    Mathavan2010 {
        /// Steps of the compression phase; the error is inverse to them: with 800 some 0.5 mm/s at 2 m/s.
        steps: u32,
    },
}

/// More steps than this only cost time: the error is then rounding.
const MOST_STEPS: u32 = 1_000_000;

impl Models {
    pub(super) fn check(&self) -> Result<(), BilliardsError> {
        let friction = match self.ball {
            BallModel::FrictionalInelastic { friction } => friction,
            BallModel::Mathavan2014 { friction, steps } => {
                check_steps("steps of the ball model", steps)?;
                friction
            }
        };
        self.slate.check()?;
        if let CushionModel::Mathavan2010 { steps } = self.cushion {
            check_steps("steps of the cushion model", steps)?;
        }
        if let BallFriction::Alciatore { a, b, c } = friction
            && ![a, b, c].into_iter().all(|x| x >= 0.0 && x.is_finite())
        {
            let (what, must) = ("friction between balls", "finite and not negative");
            return Err(BilliardsError::Model { what, must });
        }
        Ok(())
    }
}

fn check_steps(what: &'static str, steps: u32) -> Result<(), BilliardsError> {
    if (1..=MOST_STEPS).contains(&steps) {
        return Ok(());
    }
    let must = "1 to 1,000,000";
    Err(BilliardsError::Model { what, must })
}
