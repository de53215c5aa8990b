//! The decompressed buffer views of a glTF.

use std::collections::HashMap;

use gltf::json::Root;

use crate::MAX_BYTES;
use crate::buffer::Buffers;
use crate::extensions::Extensions;

pub(crate) struct Compressed<'a> {
    extensions: &'a Extensions,
    /// By the number of the view.
    views: HashMap<usize, Vec<u8>>,
    /// The budget of bytes to decompress.
    room: u64,
}

impl<'a> Compressed<'a> {
    pub(crate) fn new(extensions: &'a Extensions) -> Self {
        Self {
            extensions,
            views: HashMap::new(),
            room: MAX_BYTES,
        }
    }

    /// Makes sure that [`bytes`](Self::bytes) has a view of this length, if it is compressed.
    pub(crate) fn load(
        &mut self,
        index: usize,
        length: usize,
        root: &Root,
        buffers: &mut Buffers<'_>,
    ) -> Result<bool, String> {
        let Some(view) = self.extensions.compressed(index) else {
            return Ok(false);
        };
        if self.views.contains_key(&index) {
            return Ok(true);
        }
        if view.size() != Some(length) {
            return Err(format!("its compressed data is not that of {length} bytes"));
        }
        let room = self.room.checked_sub(length as u64);
        self.room = room.ok_or_else(|| format!("more than {MAX_BYTES} bytes are compressed"))?;
        buffers.load(root, view.buffer)?;
        let end = view.byte_offset.checked_add(view.byte_length);
        let data = end.and_then(|end| buffers.bytes(view.buffer).get(view.byte_offset..end));
        let data = data.ok_or("its compressed data exceeds its buffer")?;
        self.views.insert(index, view.decode(data)?);
        Ok(true)
    }

    /// The bytes of a compressed view.
    pub(crate) fn bytes(&self, index: usize) -> Option<&[u8]> {
        self.views.get(&index).map(Vec::as_slice)
    }
}
