//! Files that are read whole, and the JSON in them.

use crate::FormatError;
use crate::error::ensure;
use serde::Deserialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Reads a file of at most `most` bytes; `what` it is, for errors.
///
/// # Errors
/// If it is no regular file, cannot be read or is longer; the message names it.
///
/// ```
/// let error = carom_format::read_file("no/file.json".as_ref(), "scenario", 1 << 20).unwrap_err();
/// assert!(error.to_string().starts_with("no/file.json: cannot be read"));
/// ```
pub fn read_file(path: &Path, what: &str, most: u64) -> Result<Vec<u8>, FormatError> {
    let file = path.display();
    let cannot =
        |error: std::io::Error| FormatError::from(format!("{file}: cannot be read: {error}"));
    let metadata = std::fs::metadata(path).map_err(cannot)?;
    // A pipe could block, a device never end.
    ensure!(metadata.is_file(), "{file}: not a file");
    let mut bytes = Vec::new();
    let mut handle = File::open(path).map_err(cannot)?.take(most + 1);
    handle.read_to_end(&mut bytes).map_err(cannot)?;
    ensure!(
        bytes.len() as u64 <= most,
        "{file}: a {what} may have at most {most} bytes"
    );
    Ok(bytes)
}

/// Parses one JSON value with nothing after it; `what` it is, for errors.
///
/// # Errors
/// If it does not parse; the message names the path of the field.
///
/// ```
/// let numbers: Vec<f64> = carom_format::parse(b"[1, 2.5]", "list")?;
/// assert_eq!(numbers, [1.0, 2.5]);
/// let error = carom_format::parse::<Vec<f64>>(b"[1, true]", "list").unwrap_err();
/// assert!(error.to_string().starts_with("[1]: invalid type"));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
pub fn parse<'a, T: Deserialize<'a>>(text: &'a [u8], what: &str) -> Result<T, FormatError> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let parsed = serde_path_to_error::deserialize(&mut json).map_err(|error| located(&error))?;
    json.end()
        .map_err(|error| FormatError::from(format!("after the {what}: {error}")))?;
    Ok(parsed)
}

/// Parses a file that holds one JSON object, a byte order mark before it allowed; `what` it is, for errors.
pub(crate) fn parse_object<'a, T: Deserialize<'a>>(
    text: &'a [u8],
    what: &str,
) -> Result<T, FormatError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    ensure!(!text.trim_ascii().is_empty(), "the file is empty");
    ensure!(
        text.trim_ascii_start().first() == Some(&b'{'),
        "a {what} is a JSON object: it begins with {{"
    );
    parse(text, what)
}

/// The error with the path of the field, where there is one.
pub(crate) fn located(error: &serde_path_to_error::Error<serde_json::Error>) -> FormatError {
    let path = error.path().to_string();
    // Where the text itself breaks off, the last step is unknown, a `?`.
    match path.trim_end_matches(['.', '?']) {
        "" => error.inner().to_string().into(),
        place => format!("{place}: {}", in_words(&error.inner().to_string())).into(),
    }
}

/// The message of an error at a place; a list that is longer than its type is reported as characters after it.
fn in_words(message: &str) -> String {
    message.replacen("trailing characters", "more values than it has room for", 1)
}
