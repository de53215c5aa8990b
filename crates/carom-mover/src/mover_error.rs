//! The error of a mover's settings.

use core::fmt;

/// A setting that is not finite or out of its range.
///
/// ```
/// use carom::{glam::Vec3, mover::{Mover, MoverSettings}};
/// let error = Mover::<Vec3>::new(MoverSettings { skin: 1., ..MoverSettings::default() }).unwrap_err();
/// assert_eq!(error.to_string(), "skin must be more than 0 and less than the radius");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoverError {
    /// The name of the setting.
    pub setting: &'static str,
    /// The range that it must be in.
    pub must: &'static str,
}

impl fmt::Display for MoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must be {}", self.setting, self.must)
    }
}

impl core::error::Error for MoverError {}
