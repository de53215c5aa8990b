//! What keeps a release from being published: the file, the key in it, and why.

use std::fmt;

/// One reason not to publish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The file, relative to the root.
    file: String,
    /// The key of a manifest, a line, or the entry of a tarball.
    key: String,
    message: String,
}

impl Fault {
    pub(super) fn new(file: &str, key: &str, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            key: key.to_owned(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.key, self.message)
    }
}
