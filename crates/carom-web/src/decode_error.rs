//! The error of numbers that cannot be decoded.

use core::fmt;

/// The numbers do not match the schema: too few, too many, not finite, or no valid shape (a negative radius).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError;

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the numbers do not match the schema")
    }
}

impl core::error::Error for DecodeError {}
