//! The buffers of a glTF, loaded on first use.

use std::borrow::Cow;
use std::io;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_PAD_INDIFFERENT as BASE64;
use gltf::json::Root;

use crate::MAX_BYTES;
use crate::error::shortened;

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

/// The name of a file in the level's own folder or below.
fn relative_name(uri: &str) -> Result<String, String> {
    let name = percent_decoded(uri).ok_or("the name is not UTF-8 text")?;
    // A colon is a scheme, a drive or an alternate stream.
    if name.contains([':', '\\']) || name.contains(char::is_control) {
        return Err("only names relative to the level are read".into());
    }
    let mut parts = Vec::new();
    for part in name.split('/') {
        match part {
            "." => {}
            // "", "..", and what Windows shortens to them.
            part if part.trim_end_matches(['.', ' ']).is_empty() => {
                return Err("only names below the level's own folder are read".into());
            }
            part => parts.push(part),
        }
    }
    if parts.is_empty() {
        return Err("the name is empty".into());
    }
    Ok(parts.join("/"))
}

/// `%20` becomes a space; a `%` without two digits stays, because some
/// exporters do not encode.
fn percent_decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, others @ ..] = rest {
        let code = match rest {
            [b'%', high, low, ..] => hexadecimal(*high).zip(hexadecimal(*low)),
            _ => None,
        };
        if let Some((high, low)) = code {
            bytes.push(high * 16 + low);
            rest = &rest[3..];
        } else {
            bytes.push(*first);
            rest = others;
        }
    }
    String::from_utf8(bytes).ok()
}

fn hexadecimal(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::relative_name;

    #[test]
    fn names_below_the_level_are_decoded() {
        assert_eq!(relative_name("a.bin").unwrap(), "a.bin");
        assert_eq!(relative_name("./data/a%20b.bin").unwrap(), "data/a b.bin");
        assert_eq!(relative_name("100%.bin").unwrap(), "100%.bin");
        assert_eq!(relative_name("a..b.bin").unwrap(), "a..b.bin");
    }

    #[test]
    fn names_that_leave_the_folder_are_refused() {
        for uri in [
            "",
            ".",
            "..",
            "../a",
            "a/../../b",
            "%2e%2e/a",
            "..%2fa",
            "/etc/passwd",
            "%2Fetc",
            "a//b",
            "file:///a",
            "http://a/b",
            "C:a",
            "a\\b",
            "..\\a",
            "%5c%5chost",
            "... /a",
            ".. /a",
            "a%00.bin",
            "%ff",
        ] {
            assert!(relative_name(uri).is_err(), "{uri}");
        }
    }
}
