//! Binary data of the page: lists of numbers, deflated, in base 64.

use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

/// Lists of numbers by their names.
#[derive(Default)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    /// Name, kind, offset in bytes, and length of each list.
    sections: Vec<(&'static str, &'static str, usize, usize)>,
}

impl Packed {
    pub(super) fn add<T: Packable>(&mut self, name: &'static str, numbers: &[T]) {
        // Lists are aligned for all kinds of numbers.
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.sections
            .push((name, T::KIND, self.bytes.len(), numbers.len()));
        for number in numbers {
            number.put(&mut self.bytes);
        }
    }

    pub(super) fn sections(&self) -> &[(&'static str, &'static str, usize, usize)] {
        &self.sections
    }

    /// All lists, deflated, in base 64.
    pub(super) fn text(&self) -> Result<String> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(9));
        encoder.write_all(&self.bytes)?;
        Ok(STANDARD.encode(encoder.finish()?))
    }
}

/// A kind of number with a typed array in JavaScript.
pub(super) trait Packable {
    const KIND: &'static str;
    fn put(&self, bytes: &mut Vec<u8>);
}

macro_rules! packable {
    ($($kind:ident),*) => {
        $(impl Packable for $kind {
            const KIND: &'static str = stringify!($kind);
            fn put(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
        })*
    };
}

packable!(f32, u32, u16, u8);

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    #[test]
    fn lists_come_back() {
        let mut packed = Packed::default();
        packed.add("a", &[1_u8, 2, 3]);
        packed.add("b", &[1.5_f32]);
        packed.add("c", &[7_u16]);
        assert_eq!(
            packed.sections(),
            [("a", "u8", 0, 3), ("b", "f32", 4, 1), ("c", "u16", 8, 1)]
        );
        let bytes = STANDARD.decode(packed.text().unwrap()).unwrap();
        let mut plain = Vec::new();
        ZlibDecoder::new(&bytes[..])
            .read_to_end(&mut plain)
            .unwrap();
        assert_eq!(plain, [1, 2, 3, 0, 0, 0, 0xc0, 0x3f, 7, 0]);
    }
}
