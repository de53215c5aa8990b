//! Levels from the file system.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::{Format, Level, LevelError, MAX_BYTES, Options, read};

/// Reads a level from a file.
///
/// [`Format::of`] gives the format. Buffers that a glTF names are read from
/// its own folder or below. Links are followed.
///
/// # Errors
///
/// As [`read`], and if a file cannot be read; the message begins with the path.
pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Level, LevelError> {
    let path = path.as_ref();
    let folder = path.parent().unwrap_or(Path::new(""));
    let level = load(path).and_then(|bytes| {
        let format = Format::of(path, &bytes)?;
        read(&bytes, format, options, &mut |name| {
            load(&folder.join(name)).map_err(io::Error::other)
        })
    });
    level.map_err(|error| error.in_file(path))
}

/// The bytes of a file of at most [`MAX_BYTES`].
fn load(path: &Path) -> Result<Vec<u8>, LevelError> {
    let metadata = path.metadata().map_err(LevelError::Io)?;
    // A pipe or a device could block, or never end.
    if !metadata.is_file() {
        return Err(LevelError::Io(io::Error::other("not a file")));
    }
    let refuse_large = |bytes: u64| match bytes {
        0..=MAX_BYTES => Ok(()),
        bytes => Err(LevelError::TooLarge { bytes }),
    };
    refuse_large(metadata.len())?;
    // The file may have grown since.
    let mut bytes = Vec::new();
    let mut file = File::open(path)
        .map_err(LevelError::Io)?
        .take(MAX_BYTES + 1);
    file.read_to_end(&mut bytes).map_err(LevelError::Io)?;
    refuse_large(bytes.len() as u64)?;
    Ok(bytes)
}
