//! The cue and its strike.

use super::error::BilliardsError;
use super::parameters::BallParameters;
use super::state::{BallState, MAX_SPEED};
use carom_math::Scalar;
use core::f64::consts::FRAC_PI_2;
use glam::{DVec2, DVec3};

/// A cue; SI units.
///
/// ```
/// use carom::billiards::Cue;
/// let low_squirt = Cue { end_mass: 0.004, ..Cue::default() };
/// assert_eq!(low_squirt.mass, 0.567);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Cue {
    /// Mass, kg.
    pub mass: f64,
    /// Effective mass of the end of the shaft, kg: the smaller, the less squirt; 0 for none.
    pub end_mass: f64,
    /// Largest offset of the tip's contact from the center of the ball, in radii, at which the tip does not slip off.
    pub miscue_offset: f64,
}

impl Default for Cue {
    /// 567 g (20 oz); an end mass of one thirtieth of a pool ball, as in pooltool 0.6; a miscue beyond half the radius.
    fn default() -> Self {
        Self {
            mass: 0.567,
            end_mass: 0.170_097 / 30.0,
            miscue_offset: 0.5,
        }
    }
}

impl Cue {
    pub(super) fn check(&self) -> Result<(), BilliardsError> {
        let bad = |what, must| Err(BilliardsError::Model { what, must });
        if !(self.mass > 0.0 && self.mass.is_finite()) {
            return bad("mass of the cue", "positive and finite");
        }
        if !(self.end_mass >= 0.0 && self.end_mass.is_finite()) {
            return bad("end_mass of the cue", "finite and not negative");
        }
        if !(self.miscue_offset >= 0.0 && self.miscue_offset <= 1.0) {
            return bad("miscue_offset of the cue", "0 to 1");
        }
        Ok(())
    }
}

/// A stroke of the cue; SI units and rad.
///
/// ```
/// use carom::billiards::Shot;
/// // Towards the far end of the table, with draw.
/// let shot = Shot::new(0, 3., core::f64::consts::FRAC_PI_2).with_offset(0., -0.4);
/// assert_eq!((shot.ball, shot.elevation, shot.above), (0, 0., -0.4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Shot {
    /// Number of the ball that the cue strikes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub ball: u32,
    /// Speed of the cue at the strike, m/s; at most 1,000.
    pub speed: f64,
    /// Direction of the cue seen from above: counterclockwise from x.
    pub direction: f64,
    /// Elevation of the butt, 0 for a level cue up to π/2.
    #[cfg_attr(feature = "serde", serde(default))]
    pub elevation: f64,
    /// Offset of the contact to the right of the center, seen along the cue, in radii: right english if positive.
    #[cfg_attr(feature = "serde", serde(default))]
    pub right: f64,
    /// Offset of the contact above the center, seen along the cue, in radii: topspin if positive.
    #[cfg_attr(feature = "serde", serde(default))]
    pub above: f64,
}

impl Shot {
    /// A center-ball shot with a level cue.
    #[must_use]
    pub fn new(ball: u32, speed: f64, direction: f64) -> Self {
        Self {
            ball,
            speed,
            direction,
            elevation: 0.0,
            right: 0.0,
            above: 0.0,
        }
    }

    /// The same with offsets of the contact to the right of the center and above it, in radii.
    #[must_use]
    pub fn with_offset(self, right: f64, above: f64) -> Self {
        Self {
            right,
            above,
            ..self
        }
    }

    /// The same with an elevated cue, rad.
    ///
    /// ```
    /// use carom::billiards::Shot;
    /// let masse = Shot::new(0, 3., 0.).with_offset(0.4, 0.).with_elevation(1.2);
    /// assert_eq!((masse.right, masse.elevation), (0.4, 1.2));
    /// ```
    #[must_use]
    pub fn with_elevation(self, elevation: f64) -> Self {
        Self { elevation, ..self }
    }

    /// The first value out of range, with the condition that it must meet.
    pub(super) fn fault(&self, balls: usize) -> Option<(&'static str, &'static str)> {
        if self.ball as usize >= balls {
            return Some(("ball", "the number of a ball of the table"));
        }
        if !(self.speed >= 0.0 && self.speed <= MAX_SPEED) {
            return Some(("speed", "0 to 1,000 m/s"));
        }
        if !self.direction.is_finite() {
            return Some(("direction", "finite"));
        }
        if !(self.elevation >= 0.0 && self.elevation <= FRAC_PI_2) {
            return Some(("elevation", "0 to π/2"));
        }
        let offsets = [("right", self.right), ("above", self.above)];
        let bad = offsets.into_iter().find(|(_, x)| !x.is_finite())?;
        Some((bad.0, "finite"))
    }
}

/// The state of a ball at rest after a strike; `None` for a miscue.
///
/// An instantaneous strike at a point (Alciatore, TP A-30): with the offsets a and b, the ball leaves along the cue at
/// 2 V / (1 + m / M + 5/2 (a² + b²)). Here the slate takes up the vertical part of an elevated strike; where balls
/// [bounce](super::SlateModel::Bouncing), [`simulate`](super::simulate) keeps it, and the ball comes off the slate at once. Squirt turns the velocity,
/// not the spin, to the other side by the angle of TP A-31, tan α = 5/2 a c / (1 + m / mₑ + 5/2 c²) with c² = 1 − a².
///
/// ```
/// use carom::billiards::{BallParameters, BallState, Cue, Shot, strike};
/// use carom::glam::dvec2;
/// let pool = BallParameters::POOL;
/// let ball = BallState::at(dvec2(0.5, 0.5), &pool);
/// let hit = strike(&Cue::default(), &Shot::new(0, 2., 0.), &ball, &pool).unwrap();
/// assert!((hit.velocity.x - 4. / (1. + 0.170097 / 0.567)).abs() < 1e-12);
/// let off = Shot::new(0, 2., 0.).with_offset(0.4, 0.4);
/// assert_eq!(strike(&Cue::default(), &off, &ball, &pool), None, "a miscue");
/// ```
#[must_use]
pub fn strike(
    cue: &Cue,
    shot: &Shot,
    ball: &BallState,
    parameters: &BallParameters,
) -> Option<BallState> {
    let mut after = struck(cue, shot, ball, parameters)?;
    after.velocity.z = 0.0;
    Some(after)
}

/// The same before the slate takes up anything: an elevated cue drives the ball into it.
pub(super) fn struck(
    cue: &Cue,
    shot: &Shot,
    ball: &BallState,
    parameters: &BallParameters,
) -> Option<BallState> {
    let (a, b) = (shot.right, shot.above);
    let offset = a * a + b * b;
    if offset > cue.miscue_offset * cue.miscue_offset {
        return None;
    }
    let BallParameters { mass, radius, .. } = *parameters;
    let (sin, cos) = libm::sincos(shot.elevation);
    let (y, x) = libm::sincos(shot.direction);
    let forward = DVec2::new(x, y);
    let speed = 2.0 * shot.speed / (1.0 + mass / cue.mass + 2.5 * offset);
    let spin = forward.perp() * b + forward * (a * sin);
    let squirt = if cue.end_mass > 0.0 {
        let c = 1.0 - a * a;
        let along = 1.0 + mass / cue.end_mass + 2.5 * c;
        let side = 2.5 * a * Scalar::sqrt(c);
        (forward * along + forward.perp() * side) / Scalar::sqrt(along * along + side * side)
    } else {
        forward
    };
    Some(BallState {
        position: ball.position,
        velocity: (squirt * (speed * cos)).extend(-speed * sin),
        angular_velocity: spin.extend(a * cos) * (2.5 * speed / radius),
    })
}

impl BallState {
    /// Whether it neither moves nor turns.
    pub(super) fn is_at_rest(&self) -> bool {
        self.velocity == DVec3::ZERO && self.angular_velocity == DVec3::ZERO
    }
}
