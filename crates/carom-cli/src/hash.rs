//! A fixed hash, for telling two runs apart.

use carom::Vector;

/// FNV-1a, 64 bits.
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    pub(crate) fn add(&mut self, bits: u64) {
        bits.to_le_bytes().into_iter().for_each(|b| self.byte(b));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|b| self.byte(*b));
    }

    pub(crate) fn text(&mut self, text: &str) {
        text.bytes().for_each(|b| self.byte(b));
        self.byte(0xff);
    }

    /// A coordinate in f64 has the bits of its f32 and no others.
    pub(crate) fn vector<V: Vector>(&mut self, v: V) {
        v.to_f64().into_iter().for_each(|x| self.add(x.to_bits()));
    }

    /// As it is told: sixteen digits.
    pub(crate) fn digits(&self) -> String {
        format!("{:016x}", self.0)
    }
}
