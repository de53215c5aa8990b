//! How a level file is read: its upward axis and its unit.

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

/// The upward axis and the unit of a level file.
///
/// ```
/// use carom_format::{LevelUnits, UpAxis};
/// let centimeters = LevelUnits { up: UpAxis::Z, unit: 0.01 };
/// assert_eq!((centimeters.other_up(), centimeters.other_unit()), (Some(UpAxis::Z), Some(0.01)));
/// assert_eq!(LevelUnits::default().other_unit(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelUnits {
    /// The upward axis; by default y.
    pub up: UpAxis,
    /// Meters per unit of the file; by default 1.
    pub unit: f64,
}

impl Default for LevelUnits {
    fn default() -> Self {
        Self {
            up: UpAxis::Y,
            unit: 1.0,
        }
    }
}

impl LevelUnits {
    /// The upward axis unless it is the default.
    #[must_use]
    pub fn other_up(&self) -> Option<UpAxis> {
        Some(self.up).filter(|up| *up != UpAxis::Y)
    }

    /// The unit unless it is the default.
    #[must_use]
    pub fn other_unit(&self) -> Option<f64> {
        Some(self.unit).filter(|unit| *unit != 1.0)
    }
}
