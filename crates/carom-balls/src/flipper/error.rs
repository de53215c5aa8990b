//! What no flippers can be made of.

use core::fmt;

/// Why flippers cannot be made, or changed: names the first that is wrong, by its number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FlipperError {
    /// A number of a flipper is not what it must be.
    Flipper {
        /// Its number.
        flipper: usize,
        /// The number's name.
        what: &'static str,
        /// What it must be.
        must: &'static str,
    },
    /// There is no flipper of that number.
    NoSuchFlipper {
        /// The number.
        flipper: usize,
    },
    /// The gravity, or the speed at which balls settle, is not finite, or that less than 0.
    Settings,
}

impl fmt::Display for FlipperError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flipper {
                flipper,
                what,
                must,
            } => write!(to, "flipper {flipper}: {what} has to be {must}"),
            Self::NoSuchFlipper { flipper } => write!(to, "there is no flipper {flipper}"),
            Self::Settings => to.write_str(
                "the gravity has to be finite, and so has the speed at which balls settle, 0 or more",
            ),
        }
    }
}

impl core::error::Error for FlipperError {}
