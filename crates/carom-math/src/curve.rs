//! The bits of a coordinate as they lie along a curve that visits near places one after the other.
//!
//! Morton, *A computer oriented geodetic data base*, 1966: the bits of the coordinates by turns, the highest first.
//! Each step parts the halves of what is together (H. S. Warren, *Hacker's Delight*, 7-2).

/// The lowest 16 bits, each next to a place for one other.
#[inline(always)]
#[must_use]
pub fn by_twos(number: u64) -> u64 {
    let x = number & 0xffff;
    let x = (x | x << 8) & 0x00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

/// The lowest 16 bits, each next to places for two others.
#[inline(always)]
#[must_use]
pub fn by_threes(number: u64) -> u64 {
    let x = number & 0xffff;
    let x = (x | x << 16) & 0x0000_0000_ff00_00ff;
    let x = (x | x << 8) & 0x0000_00f0_0f00_f00f;
    let x = (x | x << 4) & 0x0000_0c30_c30c_30c3;
    (x | x << 2) & 0x0000_2492_4924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_spread() {
        for bit in 0..16 {
            assert_eq!(by_twos(1 << bit), 1 << (2 * bit));
            assert_eq!(by_threes(1 << bit), 1 << (3 * bit));
        }
        assert_eq!(by_twos(0xffff), 0x5555_5555);
        assert_eq!(by_threes(0xffff), 0x2492_4924_9249);
    }
}
