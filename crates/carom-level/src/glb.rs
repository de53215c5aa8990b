//! The GLB container: a header, a JSON chunk, and an optional binary chunk.
//!
//! The `gltf` crate subtracts 12 from the declared length unchecked, which
//! panics where it is less (1.4.1).

use crate::LevelError;

/// The first bytes of every GLB.
pub(crate) const MAGIC: &[u8] = b"glTF";

const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;

/// The JSON and the binary chunk.
pub(crate) fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), LevelError> {
    let cut_off = |part, needed: usize, present: usize| LevelError::Truncated {
        part,
        needed: needed as u64,
        present: present as u64,
    };
    if bytes.len() < HEADER {
        return Err(cut_off("the header", HEADER, bytes.len()));
    }
    let version = word(bytes, 4);
    if version != 2 {
        return Err(LevelError::Glb(format!(
            "version {version}, only 2 is read"
        )));
    }
    let length = word(bytes, 8) as usize;
    if length < HEADER {
        return Err(LevelError::Glb(format!(
            "a declared length of {length} bytes"
        )));
    }
    let mut rest = bytes
        .get(HEADER..length)
        .ok_or_else(|| cut_off("the file", length, bytes.len()))?;
    let mut json = None;
    while !rest.is_empty() {
        if rest.len() < CHUNK_HEADER {
            return Err(cut_off("a chunk header", CHUNK_HEADER, rest.len()));
        }
        let (size, kind) = (word(rest, 0) as usize, &rest[4..CHUNK_HEADER]);
        let body = &rest[CHUNK_HEADER..];
        let (chunk, others) = body
            .split_at_checked(size)
            .ok_or_else(|| cut_off("a chunk", size, body.len()))?;
        match (json, kind) {
            (None, b"JSON") => json = Some(chunk),
            (None, _) => return Err(LevelError::Glb("its first chunk is not JSON".into())),
            (Some(json), b"BIN\0") => return Ok((json, Some(chunk))),
            // The format requires readers to ignore other chunks.
            (Some(_), _) => {}
        }
        rest = others;
    }
    match json {
        Some(json) => Ok((json, None)),
        None => Err(LevelError::Glb("it has no JSON chunk".into())),
    }
}

/// The little-endian number at `offset`, which the caller has checked.
fn word(bytes: &[u8], offset: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[offset..offset + 4]);
    u32::from_le_bytes(word)
}
