//! A fixed hash, for telling whether two rooms have come to the same bits.

use glam::Vec3;

/// FNV-1a, 64 bits.
#[derive(Clone)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn add(&mut self, bits: u32) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
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
        assert_eq!(Hash::new().digits(), "cbf29ce484222325");
        // Noll's test vector of four letters, which are one word here.
        let mut hash = Hash::new();
        hash.add(u32::from_le_bytes(*b"foob"));
        let mut by_bytes = 0xcbf2_9ce4_8422_2325_u64;
        for byte in *b"foob" {
            by_bytes = (by_bytes ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        assert_eq!(hash.digits(), format!("{by_bytes:016x}"));
    }
}
