//! Settings of a mover: capsule, slopes, steps, ground snap.

use super::body::BodyShape;
pub(super) use super::mover_error::MoverError;
use super::tuning::{CONTACT_REACH, LEAST_SLOPE, LEAST_SUPPORT, OVERHANG_ROUNDING, RECOVERY_REACH};
use carom_core::shape::capsule::Capsule;
use carom_math::{Scalar, Vector};

/// The settings of a mover. The default is a person in meters and seconds, with y up.
///
/// ```
/// use carom::{glam::Vec3, mover::{Mover, MoverSettings}};
/// let child = MoverSettings::<Vec3> { radius: 0.2, step_height: 0.25, ..MoverSettings::default() };
/// assert!(Mover::new(child).is_ok());
/// let capsule = child.capsule(Vec3::ZERO, 1.2);
/// assert_eq!((capsule.a.y, capsule.b.y, capsule.radius), (0.2, 1., 0.2));
/// ```
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
    /// The direction against gravity; normalized by [`Mover::new`](crate::Mover::new). Default (0, 1, 0).
    pub up: V,
    /// Acceleration of free fall, length/s². Zero or more; default 9.81.
    pub gravity: V::Scalar,
    /// Radius of the capsule, length. More than zero; default 0.3.
    pub radius: V::Scalar,
    /// Cosine of the steepest walkable slope, 0..=1; default √½ (45°).
    pub max_slope: V::Scalar,
    /// Highest step that is climbed from the ground, length; 0 climbs none. Default 0.4.
    pub step_height: V::Scalar,
    /// Ground snap: how far down a walk follows its ground, length. Default 0.4.
    pub snap: V::Scalar,
    /// Gap kept to everything, length; more than zero, less than the radius. It absorbs the rounding of positions:
    /// at least 4 eps times the largest coordinate (2.4 mm at 5 km in `f32`). Default 0.01.
    pub skin: V::Scalar,
    /// How far, horizontally, the middle of the foot may be beyond the edge it stands on, length, at most the radius.
    /// Default `None`: all of the radius, the character can stand on its rim.
    #[cfg_attr(feature = "serde", serde(alias = "perch"))]
    pub max_overhang: Option<V::Scalar>,
    /// A flat foot: it stands on its middle (or as far out as `max_overhang` allows), and climbs an edge as a step
    /// instead of rolling over it. Default false.
    pub flat_foot: bool,
    /// Edge guard: a walk never leaves its ground. It stops where the middle of the foot is this far, horizontally, beyond
    /// an edge without ground within the snap below, length, and slides along that edge as along a wall. Less than a
    /// twentieth of the radius counts as that, more than the radius as the radius. Default `None`: it walks off.
    ///
    /// Jumps, falls, knock-backs that lift it and flights are not kept back, and a hovering character is not; a platform
    /// takes the character along over whatever it goes. A character that is beyond an edge already, after a landing on its
    /// rim, gets no farther. Gaps are crossed where the foot reaches the far side: those up to twice this, and at low rates up
    /// to a sixteenth of the radius wider ones. Where the ground rises to the edge of a box or hull, it stops up to a third earlier.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
    /// use carom::{Collider, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 3., Vec3::Y, Vec3::Z * 3.]))?;
    /// let settings = MoverSettings { edge_guard: Some(0.1), ..MoverSettings::default() };
    /// let mut mover = Mover::new(settings)?;
    /// let mut guard = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
    /// for _ in 0..120 {
    ///     mover.step(&world, &mut guard, &Intent::walk(vec3(3., 0., 0.5)), 1. / 60.);
    /// }
    /// // Its round end sinks a little at the rim.
    /// assert!((guard.feet - vec3(3.1, -0.007, 1.)).length() < 0.001);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg_attr(feature = "serde", serde(default))]
    pub edge_guard: Option<V::Scalar>,
    /// Height at which the capsule rides above the ground, on a spring, length; it then touches only higher things.
    /// Default 0: it does not hover.
    pub hover: V::Scalar,
    /// How far a character that overlaps the scene is moved out at most, length: to the nearest free pose that its middle
    /// reaches without entering anything, or else to the nearest one. 1.12 radii are always tried, and no more where
    /// it overlaps a body that moves. Default 1.8: a body height. In a recording without it: 0, as before.
    #[cfg_attr(feature = "serde", serde(default = "zero"))]
    pub max_depenetration: V::Scalar,
    /// The shape of the body: a capsule, an upright box or cylinder with a flat sole, or several capsules. Default: a capsule.
    #[cfg_attr(feature = "serde", serde(default))]
    pub body: BodyShape<V>,
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
            edge_guard: None,
            hover: V::Scalar::ZERO,
            max_depenetration: number(1.8),
            body: BodyShape::Capsule,
        }
    }
}

#[cfg(feature = "serde")]
fn zero<S: Scalar>() -> S {
    S::ZERO
}

impl<V: Vector> MoverSettings<V> {
    /// The settings with a unit `up`, or the error of the first that is out of its range.
    pub(super) fn checked(mut self) -> Result<Self, MoverError> {
        let error = |setting, must| Err(MoverError { setting, must });
        let Some(up) = self.up.try_normalize() else {
            return error("up", "finite and not zero");
        };
        // A unit vector stays as it is: to normalize it again could change a bit.
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
        if !self.edge_guard.is_none_or(not_negative) {
            return error("edge_guard", "finite and not negative");
        }
        if !not_negative(self.hover) {
            return error("hover", "finite and not negative");
        }
        if !not_negative(self.max_depenetration) {
            return error("max_depenetration", "finite and not negative");
        }
        self.check_body()?;
        Ok(self)
    }

    /// How far away a contact may be that counts, length.
    pub(super) fn contact_reach(&self) -> V::Scalar {
        self.skin * V::Scalar::from_f64(CONTACT_REACH)
    }

    /// How far every tick moves a character out of an overlap, length.
    pub(super) fn least_recovery(&self) -> V::Scalar {
        self.radius * V::Scalar::from_f64(RECOVERY_REACH)
    }

    /// How far a character may be moved out of an overlap, length.
    pub(super) fn most_recovery(&self) -> V::Scalar {
        self.max_depenetration.max(self.least_recovery())
    }

    /// Least rise of the normal of a carrying contact with an edge; an edge farther out under the foot has less.
    ///
    /// The lower half of the foot is a ball: at a gap of the skin, the sine of the normal's tilt is the distance out
    /// over radius plus skin.
    #[inline]
    pub(super) fn least_on_edge(&self) -> V::Scalar {
        let max_overhang = match (self.max_overhang, self.flat_foot) {
            (Some(max_overhang), _) => max_overhang.min(self.radius),
            (None, true) => V::Scalar::ZERO,
            (None, false) => self.radius,
        };
        let out = max_overhang / (self.radius + self.skin);
        let rise = (V::Scalar::ONE - out * out).sqrt();
        (rise - V::Scalar::from_f64(OVERHANG_ROUNDING)).max(V::Scalar::from_f64(LEAST_SUPPORT))
    }

    /// Whether the foot stands on less than all of its rim.
    pub(super) fn is_narrow(&self) -> bool {
        self.flat_foot
            || self
                .max_overhang
                .is_some_and(|max_overhang| max_overhang < self.radius)
    }

    /// Tangent of the steepest walkable slope: its rise per horizontal length.
    pub(super) fn steepest(&self) -> V::Scalar {
        let cosine = self.max_slope.max(V::Scalar::from_f64(LEAST_SLOPE));
        (V::Scalar::ONE - cosine * cosine)
            .max(V::Scalar::ZERO)
            .sqrt()
            / cosine
    }

    /// The capsule of a character that stands, with its lowest point at `feet`; [`CharacterState::capsule`](crate::CharacterState::capsule)
    /// has that of any character.
    #[must_use]
    #[inline]
    pub fn capsule(&self, feet: V, height: V::Scalar) -> Capsule<V> {
        Capsule::standing(feet, self.up, height, self.radius)
    }

    /// The capsule of a character that may lie.
    #[inline]
    pub(super) fn capsule_along(&self, feet: V, height: V::Scalar, axis: Option<V>) -> Capsule<V> {
        let [a, b] = self.core(height, axis);
        Capsule::new(feet + a, feet + b, self.radius)
    }

    /// The ends of its core, relative to the feet.
    #[inline]
    pub(super) fn core(&self, height: V::Scalar, axis: Option<V>) -> [V; 2] {
        let (up, radius) = (self.up, self.radius);
        let Some(axis) = axis.filter(|_| !self.body.stands()) else {
            return [up * radius, up * (height - radius).max(radius)];
        };
        let half = axis * self.half_core(height);
        let middle = up * (radius + half.dot(up).abs());
        [middle - half, middle + half]
    }

    /// Half of the length of its core.
    #[inline]
    pub(super) fn half_core(&self, height: V::Scalar) -> V::Scalar {
        ((height * V::Scalar::HALF) - self.radius).max(V::Scalar::ZERO)
    }
}
