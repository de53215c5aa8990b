//! FNV-1a hash of the state of a demo, to compare two runs bit by bit.

use glam::Vec3;

/// FNV-1a, 64 bits.
#[derive(Clone)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    pub(crate) fn add(&mut self, bits: u32) {
        bits.to_le_bytes()
            .into_iter()
            .for_each(|byte| self.byte(byte));
    }

    pub(crate) fn place(&mut self, p: Vec3) {
        p.to_array().into_iter().for_each(|x| self.add(x.to_bits()));
    }

    /// Sixteen digits.
    pub(crate) fn digits(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_it_is_defined() {
        // Noll's test vectors.
        assert_eq!(Hash::new().digits(), "cbf29ce484222325");
        let mut hash = Hash::new();
        b"foobar".iter().for_each(|byte| hash.byte(*byte));
        assert_eq!(hash.digits(), "85944171f73967e8");
        let [mut word, mut bytes] = [Hash::new(), Hash::new()];
        word.add(0x6162_6364);
        b"dcba".iter().for_each(|byte| bytes.byte(*byte));
        assert_eq!(word.digits(), bytes.digits(), "the lowest byte first");
    }
}
