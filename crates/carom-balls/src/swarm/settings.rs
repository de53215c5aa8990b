//! Settings that the particles of a swarm share.

use carom_math::{Scalar, Vector};
use core::fmt;

/// Settings of a swarm. The default is hail in meters and seconds, with y up.
///
/// ```
/// use carom::swarm::SwarmSettings;
/// use carom::glam::Vec3;
/// let snow = SwarmSettings::<Vec3> { radius: 0.01, restitution: 0., ..SwarmSettings::default() };
/// assert_eq!((snow.friction, snow.acceleration.y), (0.4, -9.81));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwarmSettings<V: Vector> {
    /// Radius of each particle; zero or more, 0 is a point. Default 0.05.
    pub radius: V::Scalar,
    /// Coefficient of restitution: the part of the closing speed that is returned, 0..=1. Default 0.3.
    pub restitution: V::Scalar,
    /// Coulomb's coefficient of friction: the tangent of the steepest slope on which a particle stays; zero or more.
    /// Default 0.4.
    pub friction: V::Scalar,
    /// Gravity and wind, length/s². Default −9.81 along y.
    pub acceleration: V,
}

/// How one particle bounces and slides.
///
/// ```
/// use carom::swarm::Bounce;
/// use carom::glam::Vec3;
/// let rubber = Bounce::<Vec3> { restitution: 0.9, friction: 0.8 };
/// assert!(rubber.is_valid());
/// assert!(!Bounce { restitution: 1.1, ..rubber }.is_valid());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounce<V: Vector> {
    /// Coefficient of restitution: the part of the closing speed that is returned, 0..=1.
    pub restitution: V::Scalar,
    /// Coulomb's coefficient of friction: the tangent of the steepest slope on which the particle stays; zero or more.
    pub friction: V::Scalar,
}

impl<V: Vector> Bounce<V> {
    /// Whether both are finite and in their range.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.checked().is_ok()
    }

    fn checked(&self) -> Result<(), SwarmError> {
        let error = |setting, must| Err(SwarmError { setting, must });
        if !(not_negative(self.restitution) && self.restitution <= V::Scalar::ONE) {
            return error("restitution", "in 0..=1");
        }
        if !not_negative(self.friction) {
            return error("friction", "finite and not negative");
        }
        Ok(())
    }
}

fn not_negative<S: Scalar>(x: S) -> bool {
    x >= S::ZERO && x.is_finite()
}

impl<V: Vector> Default for SwarmSettings<V> {
    fn default() -> Self {
        let number = V::Scalar::from_f64;
        Self {
            radius: number(0.05),
            restitution: number(0.3),
            friction: number(0.4),
            acceleration: V::from_f64([0.0, -9.81, 0.0]),
        }
    }
}

/// A setting that is out of range.
///
/// ```
/// use carom::swarm::{Swarm, SwarmError, SwarmSettings};
/// use carom::glam::Vec3;
/// let settings = SwarmSettings::<Vec3> { radius: -1., ..SwarmSettings::default() };
/// let error = Swarm::new(settings).unwrap_err();
/// assert_eq!(error, SwarmError { setting: "radius", must: "finite and not negative" });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwarmError {
    /// Name of the setting.
    pub setting: &'static str,
    /// Condition that the setting must meet.
    pub must: &'static str,
}

impl fmt::Display for SwarmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must be {}", self.setting, self.must)
    }
}

impl core::error::Error for SwarmError {}

impl<V: Vector> SwarmSettings<V> {
    pub(super) fn bounce(&self) -> Bounce<V> {
        Bounce {
            restitution: self.restitution,
            friction: self.friction,
        }
    }

    pub(super) fn checked(self) -> Result<Self, SwarmError> {
        let error = |setting, must| Err(SwarmError { setting, must });
        if !not_negative(self.radius) {
            return error("radius", "finite and not negative");
        }
        self.bounce().checked()?;
        if !self.acceleration.is_finite() {
            return error("acceleration", "finite");
        }
        Ok(self)
    }
}
