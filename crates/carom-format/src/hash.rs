//! FNV-1a: the hash of traces, pools, rooms and fingerprints.

use carom::Vector;

/// The FNV-1a hash of 64 bits, the same on every machine.
///
/// ```
/// use carom_format::Fnv;
/// let mut hash = Fnv::new();
/// hash.bytes(b"foobar");
/// assert_eq!(hash.digits(), "85944171f73967e8");
/// ```
#[derive(Clone, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self::new()
    }
}

impl Fnv {
    /// The hash of nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.byte(*byte));
    }

    /// Adds four bytes, the lowest first.
    pub fn word(&mut self, bits: u32) {
        self.bytes(&bits.to_le_bytes());
    }

    /// Adds eight bytes, the lowest first.
    pub fn add(&mut self, bits: u64) {
        self.bytes(&bits.to_le_bytes());
    }

    /// Adds a text and its end.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.byte(0xff);
    }

    /// Adds three coordinates as `f64`; an `f32` counts by its value.
    pub fn vector<V: Vector>(&mut self, v: V) {
        v.to_f64().into_iter().for_each(|x| self.add(x.to_bits()));
    }

    /// The hash in sixteen hexadecimal digits.
    #[must_use]
    pub fn digits(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_fnv_1a() {
        // Noll's test vectors.
        assert_eq!(Fnv::new().digits(), "cbf29ce484222325");
        let [mut word, mut bytes] = [Fnv::new(), Fnv::new()];
        word.word(0x6162_6364);
        bytes.bytes(b"dcba");
        assert_eq!(word.digits(), bytes.digits(), "the lowest byte first");
    }
}
