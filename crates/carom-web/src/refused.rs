//! The error of numbers that cannot be decoded.

use core::fmt;

/// The numbers are not an encoded value: too few, too many, not finite, or no valid shape (a negative radius).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("these numbers do not encode the expected value")
    }
}

impl core::error::Error for Refused {}
