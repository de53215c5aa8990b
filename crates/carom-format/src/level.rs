//! How a level file is read: its upward axis, its unit and its colliders.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The axis of a level file that points up; by default y.
///
/// ```
/// use carom_format::UpAxis;
/// assert_eq!("z".parse(), Ok(UpAxis::Z));
/// assert_eq!(UpAxis::default().to_string(), "y");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UpAxis {
    /// y, as everywhere in carom.
    #[default]
    Y,
    /// z: the level is rotated so that y points up.
    Z,
}

impl UpAxis {
    /// The names of all axes.
    pub const NAMES: [&str; 2] = ["y", "z"];
}

impl fmt::Display for UpAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize])
    }
}

impl FromStr for UpAxis {
    type Err = crate::FormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "y" => Ok(Self::Y),
            "z" => Ok(Self::Z),
            _ => Err(format!("up must be y or z, not {text}").into()),
        }
    }
}

/// How the colliders of a level file are used; by default they stand for their objects.
///
/// ```
/// use carom_format::ColliderUse;
/// assert_eq!("only".parse(), Ok(ColliderUse::Exclusive));
/// assert_eq!(ColliderUse::default().to_string(), "use");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ColliderUse {
    /// A collider stands for its object; objects without one count as they are drawn.
    #[default]
    Use,
    /// Nothing but colliders counts: `only`.
    #[serde(rename = "only")]
    Exclusive,
    /// Every object counts as it is drawn.
    Ignore,
}

impl ColliderUse {
    /// The names of all uses.
    pub const NAMES: [&str; 3] = ["use", "only", "ignore"];
}

impl fmt::Display for ColliderUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize])
    }
}

impl FromStr for ColliderUse {
    type Err = crate::FormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "use" => Ok(Self::Use),
            "only" => Ok(Self::Exclusive),
            "ignore" => Ok(Self::Ignore),
            _ => Err(format!("colliders must be use, only or ignore, not {text}").into()),
        }
    }
}

/// How a level file is read: its upward axis, its unit, its colliders, and which of its objects count.
///
/// In JSON the fields that have their defaults are left out.
///
/// ```
/// use carom_format::{LevelReading, UpAxis};
/// let centimeters = LevelReading { up: UpAxis::Z, unit: 0.01, exclude: vec!["Sky*".into()], ..LevelReading::default() };
/// assert_eq!(serde_json::to_string(&centimeters)?, r#"{"up":"z","unit":0.01,"exclude":["Sky*"]}"#);
/// assert_eq!(serde_json::to_string(&LevelReading::default())?, "{}");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct LevelReading {
    /// The upward axis; by default y.
    #[serde(skip_serializing_if = "is_y")]
    pub up: UpAxis,
    /// Meters per unit of the file; by default 1.
    #[serde(skip_serializing_if = "is_meter")]
    pub unit: f64,
    /// The use of its colliders; by default they stand for their objects.
    #[serde(skip_serializing_if = "is_use")]
    pub colliders: ColliderUse,
    /// Patterns of the names of the objects that count; by default all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Patterns of the names of objects that do not count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// Two corners of a box, in meters and with y up: only triangles that touch it count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<[[f64; 3]; 2]>,
}

impl Default for LevelReading {
    fn default() -> Self {
        Self {
            up: UpAxis::Y,
            unit: 1.0,
            colliders: ColliderUse::Use,
            only: Vec::new(),
            exclude: Vec::new(),
            within: None,
        }
    }
}

impl LevelReading {
    /// A position in the coordinates of the file; `None` if they are those of carom, meters with y up.
    ///
    /// ```
    /// use carom_format::{LevelReading, UpAxis};
    /// let centimeters = LevelReading { up: UpAxis::Z, unit: 0.01, ..LevelReading::default() };
    /// assert_eq!(centimeters.in_file([1.0, 2.0, -3.0]), Some([100.0, 300.0, 200.0]));
    /// assert_eq!(LevelReading::default().in_file([1.0, 2.0, -3.0]), None);
    /// ```
    #[must_use]
    pub fn in_file(&self, [x, y, z]: [f64; 3]) -> Option<[f64; 3]> {
        let turned = match self.up {
            UpAxis::Y if self.unit == 1.0 => return None,
            UpAxis::Y => [x, y, z],
            // `0 - z`, not `-z`: no −0.
            UpAxis::Z => [x, 0.0 - z, y],
        };
        Some(turned.map(|x| x / self.unit))
    }
}

fn is_y(up: &UpAxis) -> bool {
    *up == UpAxis::Y
}

fn is_meter(unit: &f64) -> bool {
    *unit == 1.0
}

fn is_use(colliders: &ColliderUse) -> bool {
    *colliders == ColliderUse::Use
}
