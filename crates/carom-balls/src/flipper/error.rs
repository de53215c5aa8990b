//! Errors of flippers.

use core::fmt;

/// Why flippers cannot be made or changed; names the first bad one.
///
/// ```
/// use carom::flipper::{Flipper, FlipperError, Flippers};
/// use carom::{Capsule, glam::Vec2};
/// let bar = Flipper { inertia: -1., ..Flipper::fixed(Capsule::new(Vec2::ZERO, Vec2::X, 0.1)) };
/// let error = Flippers::new(vec![bar], Vec2::ZERO).unwrap_err();
/// assert_eq!(error, FlipperError::Flipper { flipper: 0, what: "inertia", must: "more than 0" });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FlipperError {
    /// A property of a flipper is out of range.
    Flipper {
        /// Index of the flipper.
        flipper: usize,
        /// Name of the property.
        what: &'static str,
        /// Condition that the property must meet.
        must: &'static str,
    },
    /// There is no flipper with this index.
    NoSuchFlipper {
        /// The index.
        flipper: usize,
    },
    /// The gravity or rest speed is not finite, or the rest speed is negative.
    Settings,
}

impl fmt::Display for FlipperError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flipper {
                flipper,
                what,
                must,
            } => write!(to, "flipper {flipper}: {what} must be {must}"),
            Self::NoSuchFlipper { flipper } => write!(to, "there is no flipper {flipper}"),
            Self::Settings => to.write_str(
                "the gravity must be finite, and the rest speed finite and not negative",
            ),
        }
    }
}

impl core::error::Error for FlipperError {}
