//! The buffers of a glTF, loaded on first use.

use std::borrow::Cow;
use std::io;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_PAD_INDIFFERENT as BASE64;
use gltf::json::Root;

use crate::MAX_BYTES;
use crate::error::shortened;
use crate::siblings::relative_name;

type Sibling<'a> = &'a mut dyn FnMut(&str) -> io::Result<Vec<u8>>;

/// The bytes behind a glTF.
pub(crate) struct Buffers<'a> {
    /// The binary chunk of a GLB: buffer 0, if that has no uri.
    binary: Option<&'a [u8]>,
    loaded: Vec<Option<Cow<'a, [u8]>>>,
    /// The budget of bytes to decode or fetch.
    room: u64,
    sibling: Sibling<'a>,
}

impl<'a> Buffers<'a> {
    pub(crate) fn new(count: usize, binary: Option<&'a [u8]>, sibling: Sibling<'a>) -> Self {
        Self {
            binary,
            loaded: vec![None; count],
            room: MAX_BYTES,
            sibling,
        }
    }

    /// Makes sure that [`bytes`](Self::bytes) has this buffer.
    pub(crate) fn load(&mut self, root: &Root, index: usize) -> Result<(), String> {
        let buffer = root
            .buffers
            .get(index)
            .ok_or_else(|| format!("buffer {index} does not exist"))?;
        if self.loaded[index].is_some() {
            return Ok(());
        }
        let bytes = match buffer.uri.as_deref() {
            None if index == 0 => self.binary.map(Cow::Borrowed),
            None => None,
            Some(uri) => Some(Cow::Owned(self.fetch(uri).map_err(|reason| {
                format!("buffer {index}, \"{}\": {reason}", shortened(uri))
            })?)),
        };
        let bytes = bytes.ok_or_else(|| format!("buffer {index} has neither a uri nor a chunk"))?;
        let length = buffer.byte_length.0;
        if length > bytes.len() as u64 {
            return Err(format!(
                "buffer {index} declares {length} bytes and has {}",
                bytes.len()
            ));
        }
        self.loaded[index] = Some(bytes);
        Ok(())
    }

    /// The bytes of a buffer, empty before it is loaded.
    pub(crate) fn bytes(&self, index: usize) -> &[u8] {
        self.loaded
            .get(index)
            .and_then(Option::as_deref)
            .unwrap_or(&[])
    }

    fn fetch(&mut self, uri: &str) -> Result<Vec<u8>, String> {
        let bytes = if uri
            .get(..5)
            .is_some_and(|s| s.eq_ignore_ascii_case("data:"))
        {
            let (kind, data) = uri.split_once(',').ok_or("the data has no beginning")?;
            if !kind.ends_with(";base64") {
                return Err("only base64 data is read".into());
            }
            BASE64
                .decode(data)
                .map_err(|error| format!("base64: {error}"))?
        } else {
            let name = relative_name(uri)?;
            (self.sibling)(&name).map_err(|error| format!("cannot be read: {error}"))?
        };
        self.room = self
            .room
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| format!("all buffers together exceed {MAX_BYTES} bytes"))?;
        Ok(bytes)
    }
}
