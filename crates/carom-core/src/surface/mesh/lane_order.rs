//! Lanes in the order of their lower bounds.

use carom_math::lanes::{LANES, Ranked, Simd, SimdBase, SimdMask, by_rank, each, f32x8};
use core::ops::ControlFlow;

/// The numbers of the lanes.
const NAMES: [u32; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

/// Visits lanes by increasing value, up to the limit.
#[inline(always)]
pub(super) fn in_order<S: Simd>(
    values: f32x8<S>,
    limit: &mut f32,
    mut visit: impl FnMut(usize, &mut f32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut left = !values.simd_gt(*limit).to_bitmask() & 0xff;
    let values: [f32; LANES] = values.into();
    while left != 0 {
        let ([mut first, ..], others) = by_rank(&values, &NAMES, left);
        for lane in each(others) {
            [first, _] = first.sorted(Ranked::new(values[lane], lane as u32));
        }
        if first.number() > *limit {
            break;
        }
        let first = first.of() as usize;
        visit(first, limit)?;
        left &= !(1 << first);
    }
    ControlFlow::Continue(())
}

/// A single-precision number slightly above a non-negative `x`. Without a branch, because the direction of rounding is
/// unpredictable.
#[inline(always)]
pub(super) fn above(x: f64) -> f32 {
    (x * (1.0 + f64::from(f32::EPSILON))) as f32 + f32::MIN_POSITIVE
}
