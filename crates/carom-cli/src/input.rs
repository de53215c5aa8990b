//! Files that are read whole, and the JSON in them.

use crate::located::located;
use anyhow::{Context, Result, anyhow, ensure};
use serde::Deserialize;
use std::io::Read;
use std::path::Path;

/// The bytes of a file of at most `most` bytes; `what` it is, for errors.
pub(crate) fn read(path: &Path, what: &str, most: u64) -> Result<Vec<u8>> {
    let file = path.display();
    let cannot = || format!("{file}: cannot be read");
    let metadata = std::fs::metadata(path).with_context(cannot)?;
    // A pipe could block, a device never end.
    ensure!(metadata.is_file(), "{file}: not a file");
    let mut bytes = Vec::new();
    let handle = std::fs::File::open(path).with_context(cannot)?;
    let mut handle = handle.take(most + 1);
    handle.read_to_end(&mut bytes).with_context(cannot)?;
    ensure!(
        bytes.len() as u64 <= most,
        "{file}: a {what} may have at most {most} bytes"
    );
    Ok(bytes)
}

/// One JSON value and nothing after it; errors tell the path of the field.
pub(crate) fn json<'a, T: Deserialize<'a>>(text: &'a [u8], what: &str) -> Result<T> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let parsed = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| anyhow!("{}", located(&error)))?;
    json.end().with_context(|| format!("after the {what}"))?;
    Ok(parsed)
}
