//! The error of reading: one message that names the place.

use std::fmt;

/// The result of reading a part of a file.
pub(crate) type Result<T, E = FormatError> = std::result::Result<T, E>;

/// Why a file or a line cannot be read: a message that names the file or the field.
///
/// ```
/// use carom_format::Scenario;
/// let error = Scenario::read(b"{\"seconds\": 1}", "a.json".as_ref()).unwrap_err();
/// assert!(error.to_string().starts_with("characters is empty"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(String);

impl FormatError {
    /// The same error inside a file or a field.
    #[must_use]
    pub fn within(self, place: impl fmt::Display) -> Self {
        Self(format!("{place}: {}", self.0))
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

impl From<String> for FormatError {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for FormatError {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

/// Returns an error with a formatted message.
macro_rules! bail {
    ($($argument:tt)*) => {
        return Err(crate::FormatError::from(format!($($argument)*)))
    };
}

/// Returns an error with a formatted message unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($argument:tt)*) => {
        match $condition {
            true => {}
            // A NaN is in no range, so comparisons must not be negated.
            false => crate::error::bail!($($argument)*),
        }
    };
}

pub(crate) use {bail, ensure};
