//! Files of a recorded tick, of any precision and dimension.

use crate::FormatError;
use crate::error::bail;
use crate::json::{parse, read_file};
use crate::query::Precision;
use crate::scenario::Dimensions;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::path::Path;

/// The largest recording, in bytes (256 MiB).
const MAX_BYTES: u64 = 256 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordingFile<'a> {
    dimensions: usize,
    precision: Precision,
    #[serde(borrow)]
    tick: &'a RawValue,
}

/// A recording as it is in a file: its dimension and precision are known, its tick is still text.
///
/// ```
/// use carom_format::query::Precision;
/// use carom_format::scenario::Dimensions;
/// use carom_format::RecordedTick;
/// let text = RecordedTick::json(3, Precision::F32, &[1, 2])?;
/// let recorded = RecordedTick::read(&text).expect("a recording");
/// assert_eq!((recorded.dimensions, recorded.precision), (Dimensions::Three, Precision::F32));
/// assert_eq!(recorded.tick, b"[1,2]");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordedTick {
    /// 2D or 3D.
    pub dimensions: Dimensions,
    /// Its precision.
    pub precision: Precision,
    /// The JSON of the tick.
    pub tick: Vec<u8>,
}

impl RecordedTick {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is no recording; the message names the file.
    pub fn load(path: &Path) -> Result<Self, FormatError> {
        let text = read_file(path, "recording", MAX_BYTES)?;
        Self::read(&text).map_err(|error| error.within(path.display()))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is no recording.
    pub fn read(text: &[u8]) -> Result<Self, FormatError> {
        let file: RecordingFile<'_> = parse(text, "recording")?;
        let Some(dimensions) = Dimensions::new(file.dimensions) else {
            bail!("dimensions must be 2 or 3, not {}", file.dimensions);
        };
        Ok(Self {
            dimensions,
            precision: file.precision,
            tick: file.tick.get().into(),
        })
    }

    /// A recording as a line of JSON.
    ///
    /// # Errors
    /// If the tick cannot be written.
    pub fn json(
        dimensions: usize,
        precision: Precision,
        tick: &impl Serialize,
    ) -> serde_json::Result<Vec<u8>> {
        let tick = to_raw_value(tick)?;
        let file = RecordingFile {
            dimensions,
            precision,
            tick: &tick,
        };
        let mut text = serde_json::to_vec(&file)?;
        text.push(b'\n');
        Ok(text)
    }
}
