//! Mass, size and friction of a ball.

/// Physical parameters of a ball on cloth. SI units; friction coefficients and restitutions have none.
///
/// The defaults are those of pooltool 0.6 for pool: mostly from Alciatore's "physical properties" page. All balls of a
/// table have the same radius.
///
/// ```
/// use carom::billiards::BallParameters;
/// let pool = BallParameters::POOL;
/// assert_eq!((pool.mass, pool.radius), (0.170097, 0.028575));
/// // Spin about the vertical decays by 10.9 rad/s².
/// assert!((2.5 * pool.spinning_friction * pool.gravity / pool.radius - 10.9).abs() < 1e-9);
/// assert_eq!(BallParameters::default(), pool);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct BallParameters {
    /// Mass, kg.
    pub mass: f64,
    /// Radius, m.
    pub radius: f64,
    /// Coefficient of sliding friction between ball and cloth.
    pub sliding_friction: f64,
    /// Coefficient of rolling friction: a rolling ball decelerates by this times gravity.
    pub rolling_friction: f64,
    /// Coefficient of spinning friction µ: spin about the vertical decays by 5 µ g / (2 R).
    pub spinning_friction: f64,
    /// Coefficient of restitution between balls; two different ones are averaged.
    pub ball_restitution: f64,
    /// Coefficient of friction between balls, for [`BallFriction::Average`](super::BallFriction::Average); two
    /// different ones are averaged.
    pub ball_friction: f64,
    /// Coefficient of restitution between ball and cushion.
    pub cushion_restitution: f64,
    /// Coefficient of friction between ball and cushion.
    pub cushion_friction: f64,
    /// Gravity, m/s².
    pub gravity: f64,
}

/// The decay of spin about the vertical is the same for balls of every radius: pooltool's µ is this times R in meters.
const SPINNING_FRICTION_BY_RADIUS: f64 = 10.0 * 2.0 / 5.0 / 9.0;

impl BallParameters {
    /// A pool ball: 2 1/4 inches, 6 oz.
    pub const POOL: Self = Self {
        mass: 0.170_097,
        radius: 0.028_575,
        sliding_friction: 0.2,
        rolling_friction: 0.01,
        spinning_friction: SPINNING_FRICTION_BY_RADIUS * 0.028_575,
        ball_restitution: 0.95,
        ball_friction: 0.05,
        cushion_restitution: 0.85,
        cushion_friction: 0.2,
        gravity: 9.81,
    };

    /// A snooker ball: 2 1/16 inches.
    pub const SNOOKER: Self = Self {
        mass: 0.140,
        radius: 0.026_193_75,
        sliding_friction: 0.5,
        spinning_friction: SPINNING_FRICTION_BY_RADIUS * 0.026_193_75,
        cushion_friction: 0.5,
        ..Self::POOL
    };

    /// A carom ball: 61.5 mm, 210 g.
    pub const CAROM: Self = Self {
        mass: 0.210,
        radius: 0.030_75,
        spinning_friction: SPINNING_FRICTION_BY_RADIUS * 0.030_75,
        cushion_friction: 0.15,
        ..Self::POOL
    };

    /// The first value out of range, with the condition that it must meet.
    pub(super) fn fault(&self) -> Option<(&'static str, &'static str)> {
        let positive = [
            ("mass", self.mass),
            ("radius", self.radius),
            ("sliding_friction", self.sliding_friction),
            ("rolling_friction", self.rolling_friction),
            ("spinning_friction", self.spinning_friction),
            ("gravity", self.gravity),
        ];
        let is_bad = |value: f64| !(value > 0.0 && value.is_finite());
        if let Some((what, _)) = positive.into_iter().find(|(_, value)| is_bad(*value)) {
            return Some((what, "positive and finite"));
        }
        let restitutions = [
            ("ball_restitution", self.ball_restitution),
            ("cushion_restitution", self.cushion_restitution),
        ];
        let outside = |value: f64| !(value > 0.0 && value <= 1.0);
        if let Some((what, _)) = restitutions.into_iter().find(|(_, value)| outside(*value)) {
            return Some((what, "above 0 and at most 1"));
        }
        let frictions = [
            ("ball_friction", self.ball_friction),
            ("cushion_friction", self.cushion_friction),
        ];
        let negative = |value: f64| !(value >= 0.0 && value.is_finite());
        let (what, _) = frictions.into_iter().find(|(_, value)| negative(*value))?;
        Some((what, "finite and not negative"))
    }
}

impl Default for BallParameters {
    fn default() -> Self {
        Self::POOL
    }
}
