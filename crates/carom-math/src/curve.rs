//! Morton codes (Z-order curve): interleaved bits of coordinates, so that nearby points get nearby codes.
//!
//! Morton, *A computer oriented geodetic data base*, 1966. Each step moves the upper half of every group of bits away
//! from the lower half (H. S. Warren, *Hacker's Delight*, 7-2).

/// Spreads the lowest 16 bits to every second bit, for a code of two coordinates.
///
/// ```
/// use carom_math::curve::by_twos;
/// let code = |x: u64, y: u64| by_twos(x) | by_twos(y) << 1;
/// let mut cells = [[2, 2], [0, 0], [3, 3], [1, 1], [0, 1], [1, 0]];
/// cells.sort_by_key(|[x, y]| code(*x, *y));
/// assert_eq!(cells, [[0, 0], [1, 0], [0, 1], [1, 1], [2, 2], [3, 3]]);
/// ```
#[inline(always)]
#[must_use]
pub fn by_twos(number: u64) -> u64 {
    let x = number & 0xffff;
    let x = (x | x << 8) & 0x00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

/// Spreads the lowest 16 bits to every third bit, for a code of three coordinates.
///
/// ```
/// use carom_math::curve::by_threes;
/// let code = |[x, y, z]: [u64; 3]| by_threes(x) | by_threes(y) << 1 | by_threes(z) << 2;
/// assert_eq!([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]].map(code), [1, 2, 4, 7]);
/// assert_eq!(code([2, 0, 0]), 8); // the next block of 2 × 2 × 2 cells
/// ```
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
