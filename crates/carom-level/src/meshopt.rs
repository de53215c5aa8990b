//! Buffer views compressed by meshoptimizer: `EXT_meshopt_compression` and `KHR_meshopt_compression`.
//!
//! The bitstream is that of the extensions' specification, appendix A:
//! <https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_meshopt_compression>.

mod attributes;
mod filters;
mod indices;

use serde::Deserialize;

use crate::error::shortened;

/// A compressed view as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompressedView {
    pub(crate) buffer: usize,
    #[serde(default)]
    pub(crate) byte_offset: usize,
    pub(crate) byte_length: usize,
    byte_stride: usize,
    count: usize,
    mode: String,
    filter: Option<String>,
}

impl CompressedView {
    /// The size of the decompressed bytes.
    pub(crate) fn size(&self) -> Option<usize> {
        self.count.checked_mul(self.byte_stride)
    }

    /// The decompressed bytes. Memory grows with what `data` holds: some thousand times its size at most.
    pub(crate) fn decode(&self, data: &[u8]) -> Result<Vec<u8>, String> {
        let (count, stride) = (self.count, self.byte_stride);
        let fits = match self.mode.as_str() {
            "ATTRIBUTES" => (4..=256).contains(&stride) && stride.is_multiple_of(4),
            "TRIANGLES" => matches!(stride, 2 | 4) && count.is_multiple_of(3),
            "INDICES" => matches!(stride, 2 | 4),
            mode => return Err(format!("its mode \"{}\" is not read", shortened(mode))),
        };
        if !fits {
            return Err(format!(
                "{count} elements of {stride} bytes do not fit its mode"
            ));
        }
        let mut bytes = match self.mode.as_str() {
            "ATTRIBUTES" => attributes::decode(data, count, stride)?,
            "TRIANGLES" => indices::triangles(data, count, stride)?,
            _ => indices::sequence(data, count, stride)?,
        };
        match (self.filter.as_deref(), stride) {
            (None | Some("NONE"), _) => {}
            (Some("EXPONENTIAL"), _) => filters::exponential(&mut bytes),
            (Some("COLOR"), 4) => filters::color_8(&mut bytes),
            (Some("COLOR"), 8) => filters::color_16(&mut bytes),
            // Octahedral and quaternion: for normals and rotations.
            (Some(filter), _) => {
                return Err(format!("its filter \"{}\" is not read", shortened(filter)));
            }
        }
        Ok(bytes)
    }
}

/// Bytes that are read in order.
struct Reader<'a>(&'a [u8]);

/// A stream that ends too early.
const CUT_OFF: &str = "its compressed data ends too early";

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(CUT_OFF)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.take(1)?[0])
    }

    /// An unsigned LEB128 number.
    fn number(&mut self) -> Result<u32, String> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number of its compressed data has no end".into())
    }

    /// Makes sure that everything was read.
    fn finish(&self) -> Result<(), String> {
        match self.0 {
            [] => Ok(()),
            rest => Err(format!(
                "{} bytes of its compressed data are left",
                rest.len()
            )),
        }
    }
}

/// The stream between its header byte and its last `tail` bytes, and those.
fn split(data: &[u8], header: u8, tail: usize) -> Result<(Reader<'_>, &[u8]), String> {
    let (first, rest) = data.split_first().ok_or(CUT_OFF)?;
    if *first != header {
        return Err(format!(
            "its compressed data begins with {first:#04x}, not {header:#04x}"
        ));
    }
    let length = rest.len().checked_sub(tail).ok_or(CUT_OFF)?;
    let (body, tail) = rest.split_at(length);
    Ok((Reader(body), tail))
}
