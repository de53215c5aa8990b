//! What kind of character a mover moves.

use carom_core::shape::capsule::Capsule;
use carom_math::{Scalar, Vector};
use core::fmt;

/// The least rise of the normal of any contact that carries.
pub(super) const LEAST_SUPPORT: f64 = 0.02;

/// MoverSettings of a mover. The default is a person in metres and seconds, with y up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct MoverSettings<V: Vector> {
    /// Against gravity; made unit.
    pub up: V,
    /// The acceleration of free fall, length/s². Zero or more.
    pub gravity: V::Scalar,
    /// The capsule's radius. More than zero.
    pub radius: V::Scalar,
    /// The cosine of the steepest slope that can be walked; 0..=1. Default 45°.
    pub max_slope: V::Scalar,
    /// The highest rise climbed from the ground; 0 never climbs.
    pub step_height: V::Scalar,
    /// How far down the ground is followed while walking.
    pub snap: V::Scalar,
    /// The gap kept to everything, less than the radius. It has to absorb the rounding of positions:
    /// it should be at least 4 eps times the largest coordinate (2.4 mm at 5 km in `f32`).
    pub skin: V::Scalar,
    /// How far, level, the middle of the foot may be beyond the edge it stands on, at most the radius; `None`
    /// for all of it: the character hangs on by its rim.
    #[cfg_attr(feature = "serde", serde(alias = "perch"))]
    pub max_overhang: Option<V::Scalar>,
    /// The foot is flat: it stands on its middle (or as far out as `max_overhang` says), and an edge is never rolled
    /// over, only stepped on.
    pub flat_foot: bool,
    /// Ride this high above the ground, on a spring; the capsule then touches only what is higher. 0 does
    /// not.
    pub hover: V::Scalar,
}

impl<V: Vector> Default for MoverSettings<V> {
    fn default() -> Self {
        let number = V::Scalar::from_f64;
        Self {
            up: V::from_f64([0.0, 1.0, 0.0]),
            gravity: number(9.81),
            radius: number(0.3),
            max_slope: number(core::f64::consts::FRAC_1_SQRT_2),
            step_height: number(0.4),
            snap: number(0.4),
            skin: number(0.01),
            max_overhang: None,
            flat_foot: false,
            hover: V::Scalar::ZERO,
        }
    }
}

/// A setting that no mover can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoverError {
    /// The setting's name.
    pub setting: &'static str,
    /// What it must be.
    pub must: &'static str,
}

impl fmt::Display for MoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must be {}", self.setting, self.must)
    }
}

impl core::error::Error for MoverError {}

impl<V: Vector> MoverSettings<V> {
    pub(super) fn checked(mut self) -> Result<Self, MoverError> {
        let error = |setting, must| Err(MoverError { setting, must });
        let Some(up) = self.up.try_normalize() else {
            return error("up", "finite and not zero");
        };
        // What is unit stays as it is: to normalise it again could change a bit.
        let off = (self.up.length_squared() - V::Scalar::ONE).abs();
        if off > V::Scalar::EPSILON * V::Scalar::from_f64(4.0) || off.to_f64().is_nan() {
            self.up = up;
        }
        let positive = |x: V::Scalar| x > V::Scalar::ZERO && x.is_finite();
        let not_negative = |x: V::Scalar| x >= V::Scalar::ZERO && x.is_finite();
        if !positive(self.radius) {
            return error("radius", "finite and more than 0");
        }
        if !not_negative(self.gravity) {
            return error("gravity", "finite and not negative");
        }
        if !(not_negative(self.max_slope) && self.max_slope <= V::Scalar::ONE) {
            return error("max_slope", "a cosine, in 0..=1");
        }
        if !not_negative(self.step_height) {
            return error("step_height", "finite and not negative");
        }
        if !not_negative(self.snap) {
            return error("snap", "finite and not negative");
        }
        if !(positive(self.skin) && self.skin < self.radius) {
            return error("skin", "more than 0 and less than the radius");
        }
        if !self.max_overhang.is_none_or(not_negative) {
            return error("max_overhang", "finite and not negative");
        }
        if !not_negative(self.hover) {
            return error("hover", "finite and not negative");
        }
        Ok(self)
    }

    /// The least rise of a contact with an edge that carries: what is farther out under the foot has less.
    /// The foot's lower half is a ball, and at a gap of the skin the sine of the contact normal's tilt is the way
    /// out over radius and skin.
    pub(super) fn least_on_edge(&self) -> V::Scalar {
        let max_overhang = match (self.max_overhang, self.flat_foot) {
            (Some(max_overhang), _) => max_overhang.min(self.radius),
            (None, true) => V::Scalar::ZERO,
            (None, false) => self.radius,
        };
        let out = max_overhang / (self.radius + self.skin);
        let rise = (V::Scalar::ONE - out * out).sqrt();
        // A foot exactly over an edge is a little beside it.
        (rise - V::Scalar::from_f64(1e-3)).max(V::Scalar::from_f64(LEAST_SUPPORT))
    }

    /// Whether the foot stands on less than all of its rim.
    pub(super) fn is_narrow(&self) -> bool {
        self.flat_foot
            || self
                .max_overhang
                .is_some_and(|max_overhang| max_overhang < self.radius)
    }

    /// The rise of the steepest walkable slope per level length: its tangent.
    pub(super) fn steepest(&self) -> V::Scalar {
        let cosine = self.max_slope.max(V::Scalar::from_f64(0.05));
        (V::Scalar::ONE - cosine * cosine)
            .max(V::Scalar::ZERO)
            .sqrt()
            / cosine
    }

    /// The capsule of a body that stands on `feet`.
    #[must_use]
    pub fn capsule(&self, feet: V, height: V::Scalar) -> Capsule<V> {
        Capsule::standing(feet, self.up, height, self.radius)
    }
}
