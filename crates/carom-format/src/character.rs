//! The settings of a character: their fields in files, their defaults, and the mover's settings that they make.

use crate::FormatError;
use crate::body::CharacterBody;
use crate::error::ensure;
use crate::json::{parse, read_file};
use carom::mover::{MoverError, MoverSettings};
use carom::{Scalar, Vector};
use std::path::Path;

/// Gravity where a file has none, m/s².
pub const GRAVITY: f64 = 9.81;

/// Height of a character where a file has none, m.
pub const HEIGHT: f64 = 1.8;

/// The largest length of a character, m.
const MOST: f64 = 1e4;

/// The longest file of a character, in bytes (1 MiB).
const MAX_BYTES: u64 = 1 << 20;

/// The settings of a mover in the units of files: meters and degrees.
///
/// ```
/// use carom_format::{Character, GRAVITY};
/// use glam::Vec3;
/// let settings = Character::default().settings(Vec3::Y, GRAVITY)?;
/// assert_eq!((settings.radius, settings.step_height), (0.3, 0.4));
/// let steep = Character { max_slope: 91.0, ..Character::default() };
/// assert!(steep.settings(Vec3::Y, GRAVITY).is_err());
/// # Ok::<(), carom::mover::MoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Character {
    /// Radius of the capsule, m; by default 0.3.
    pub radius: f64,
    /// Steepest walkable slope, degrees; by default 45.
    pub max_slope: f64,
    /// Highest step, m; by default 0.4.
    pub step_height: f64,
    /// Ground snap: how far down the character follows the ground, m; by default 0.4.
    pub snap: f64,
    /// Gap that is kept to everything, m; by default 0.01.
    pub skin: f64,
    /// Greatest distance of the middle of the foot beyond the edge it stands on, m; by default the radius.
    pub max_overhang: Option<f64>,
    /// The character stands on the middle of its foot; by default false.
    pub flat_foot: bool,
    /// How far the middle of the foot may go beyond an edge, where a walk then stops, m; by default it walks off.
    pub edge_guard: Option<f64>,
    /// Height at which the character rides above the ground, m; by default 0.
    pub hover: f64,
    /// How far the character is moved out of an overlap at most, m; by default 1.8.
    pub max_depenetration: f64,
    /// The shape of the body; by default a capsule.
    pub body: CharacterBody,
}

impl Default for Character {
    fn default() -> Self {
        Self {
            radius: 0.3,
            max_slope: 45.0,
            step_height: 0.4,
            snap: 0.4,
            skin: 0.01,
            max_overhang: None,
            flat_foot: false,
            edge_guard: None,
            hover: 0.0,
            max_depenetration: 1.8,
            body: CharacterBody::default(),
        }
    }
}

impl Character {
    /// The mover's settings, in its precision.
    ///
    /// # Errors
    /// If the slope is not 0 to 90 degrees, or a length is over 10 km. Other limits are checked by the mover.
    pub fn settings<V: Vector>(&self, up: V, gravity: f64) -> Result<MoverSettings<V>, MoverError> {
        let error = |setting, must| Err(MoverError { setting, must });
        if !(0.0..=90.0).contains(&self.max_slope) {
            return error("max_slope", "0 to 90 degrees");
        }
        for (setting, value) in [
            ("radius", self.radius),
            ("step_height", self.step_height),
            ("snap", self.snap),
            ("max_overhang", self.max_overhang.unwrap_or(0.0)),
            ("edge_guard", self.edge_guard.unwrap_or(0.0)),
            ("hover", self.hover),
            ("max_depenetration", self.max_depenetration),
        ] {
            // The mover refuses NaN and negative numbers.
            if value > MOST {
                return error(setting, "at most 10 km");
            }
        }
        let number = V::Scalar::from_f64;
        Ok(MoverSettings {
            up,
            gravity: number(gravity),
            radius: number(self.radius),
            max_slope: number(cosine(self.max_slope)),
            step_height: number(self.step_height),
            snap: number(self.snap),
            skin: number(self.skin),
            max_overhang: self.max_overhang.map(number),
            flat_foot: self.flat_foot,
            edge_guard: self.edge_guard.map(number),
            hover: number(self.hover),
            max_depenetration: number(self.max_depenetration),
            body: self.body.shape()?,
        })
    }
}

/// The cosine of an angle in degrees, at least 0; the same on every machine.
///
/// ```
/// assert_eq!(carom_format::cosine(0.0), 1.0);
/// ```
#[must_use]
pub fn cosine(degrees: f64) -> f64 {
    libm::cos(degrees.to_radians()).max(0.0)
}

/// A struct with the fields of a character's settings, then its own. Serde has no flattened struct that refuses unknown
/// fields, and the two files that have these fields refuse them.
macro_rules! with_settings {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident $(<$life:lifetime>)? { $($own:tt)* }) => {
        $(#[$attribute])*
        #[allow(unreachable_pub, reason = "one of the structs is private")]
        $visibility struct $name $(<$life>)? {
            /// Radius of the capsule, m.
            pub radius: Option<f64>,
            /// Height of the capsule, m.
            pub height: Option<f64>,
            /// Steepest walkable slope, degrees.
            pub max_slope: Option<f64>,
            /// Highest step, m.
            pub step_height: Option<f64>,
            /// Ground snap, m.
            pub snap: Option<f64>,
            /// Gap that is kept to everything, m.
            pub skin: Option<f64>,
            /// Greatest distance of the middle of the foot beyond an edge, m.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub max_overhang: Option<f64>,
            /// The former name of `max_overhang`.
            #[serde(skip_serializing)]
            perch: Option<f64>,
            /// The character stands on the middle of its foot.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub flat_foot: Option<bool>,
            /// How far the middle of the foot may go beyond an edge, where a walk then stops, m.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub edge_guard: Option<f64>,
            /// Height above the ground, m.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub hover: Option<f64>,
            /// How far the character is moved out of an overlap at most, m.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub max_depenetration: Option<f64>,
            /// The shape of the body.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub body: Option<$crate::CharacterBody>,
            $($own)*
        }

        #[allow(unreachable_pub, reason = "one of the structs is private")]
        impl $(<$life>)? $name $(<$life>)? {
            /// The settings, with the defaults of [`Character`](crate::Character) for fields that are not there.
            #[must_use]
            pub fn character(&self) -> $crate::Character {
                let default = $crate::Character::default();
                $crate::Character {
                    radius: self.radius.unwrap_or(default.radius),
                    max_slope: self.max_slope.unwrap_or(default.max_slope),
                    step_height: self.step_height.unwrap_or(default.step_height),
                    snap: self.snap.unwrap_or(default.snap),
                    skin: self.skin.unwrap_or(default.skin),
                    max_overhang: self.max_overhang.or(self.perch),
                    flat_foot: self.flat_foot.unwrap_or(default.flat_foot),
                    edge_guard: self.edge_guard,
                    hover: self.hover.unwrap_or(default.hover),
                    max_depenetration: self
                        .max_depenetration
                        .unwrap_or(default.max_depenetration),
                    body: self.body.unwrap_or(default.body),
                }
            }

            /// The height, m; [`HEIGHT`](crate::HEIGHT) by default.
            #[must_use]
            pub fn height(&self) -> f64 {
                self.height.unwrap_or($crate::HEIGHT)
            }

            /// A warning if a field has the name that it had up to 0.1.
            #[must_use]
            pub fn warning(&self) -> Option<&'static str> {
                self.perch.map(|_| "the field perch is named max_overhang now")
            }
        }
    };
}

pub(crate) use with_settings;

with_settings! {
    /// The settings of a character as a file of their own, and in a survey's report and plan.
    ///
    /// ```
    /// let file: carom_format::CharacterFile = carom_format::parse(br#"{"radius": 0.5}"#, "character")?;
    /// assert_eq!((file.character().radius, file.complete().skin), (0.5, Some(0.01)));
    /// # Ok::<(), carom_format::FormatError>(())
    /// ```
    #[derive(Clone, Debug, Default, serde::Deserialize, serde::Serialize)]
    #[serde(deny_unknown_fields, expecting = "a character", default)]
    pub struct CharacterFile {}
}

impl CharacterFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or has other fields; the message names the file and the field.
    pub fn load(path: &Path) -> Result<Self, FormatError> {
        let file = path.display();
        let text = read_file(path, "character", MAX_BYTES)?;
        // Serde would take a list of the fields in their order.
        ensure!(
            text.trim_ascii_start().first() == Some(&b'{'),
            "{file}: a character is a JSON object"
        );
        parse(&text, "character").map_err(|error| error.within(file))
    }

    /// The same with the defaults written out.
    #[must_use]
    pub fn complete(self) -> Self {
        let settings = self.character();
        Self {
            radius: Some(settings.radius),
            height: Some(self.height()),
            max_slope: Some(settings.max_slope),
            step_height: Some(settings.step_height),
            snap: Some(settings.snap),
            skin: Some(settings.skin),
            max_overhang: settings.max_overhang,
            ..self
        }
    }
}
