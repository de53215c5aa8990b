//! Moments: times with a rounding that does not grow.
//!
//! A moment is a whole number of time windows and a fraction of a window. Its rounding is a fraction of a window, at
//! the start and after a billion windows alike, and differences of near moments are exact. The origin never moves: a
//! run that began a billion seconds earlier has the same bits.

use carom_math::Scalar;
use core::cmp::Ordering;

/// Windows from the start after which the clock ends: beyond, one window moves the fastest ball by less than the
/// rounding of the count.
const END: f64 = 1_125_899_906_842_624.0;

/// `window` + `offset`: a whole number, and a fraction in 0..1. Ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Moment {
    window: f64,
    offset: f64,
}

impl Moment {
    pub(super) const START: Self = Self {
        window: 0.0,
        offset: 0.0,
    };
    /// After all others.
    pub(super) const NEVER: Self = Self {
        window: f64::INFINITY,
        offset: 0.0,
    };

    /// The last moment that the table reports.
    pub(super) const LAST: Self = Self {
        window: END - 1.0,
        offset: 0.0,
    };

    /// The moment this many windows after the start. NaN and times beyond the clock's end give `NEVER`, negative ones
    /// the start.
    pub(super) fn new(windows: f64) -> Self {
        Self::START.after(Scalar::max(windows, 0.0))
    }

    /// The moment `way` windows later; `way` is not negative.
    #[inline(always)]
    pub(super) fn after(self, way: f64) -> Self {
        let offset = self.offset + way;
        if offset < 1.0 {
            Self { offset, ..self }
        } else {
            self.equilibrium(offset)
        }
    }

    #[inline]
    fn equilibrium(self, offset: f64) -> Self {
        // False for NaN too.
        let near = offset + self.window < END;
        if !near {
            return Self::NEVER;
        }
        let whole = offset as u64 as f64;
        Self {
            window: self.window + whole,
            offset: offset - whole,
        }
    }

    /// Windows from `other` to this; exact where the two are near.
    #[inline(always)]
    pub(super) fn since(self, other: Self) -> f64 {
        (self.window - other.window) + (self.offset - other.offset)
    }

    /// The start of its window.
    pub(super) fn window(self) -> Self {
        Self {
            offset: 0.0,
            ..self
        }
    }

    /// The later of the two.
    #[inline]
    pub(super) fn later(self, other: Self) -> Self {
        if other > self { other } else { self }
    }

    /// Windows since the start.
    #[inline]
    pub(super) fn windows(self) -> f64 {
        self.window + self.offset
    }

    #[inline]
    pub(super) fn is_never(self) -> bool {
        self.window == f64::INFINITY
    }

    #[inline]
    pub(super) fn order(self, other: Self) -> Ordering {
        self.partial_cmp(&other).unwrap_or(Ordering::Equal)
    }

    /// The same moment in windows shortened by 2^−`halvings`; exact.
    pub(super) fn rescaled(self, halvings: u32) -> Self {
        let factor = f64::from_bits((1023 + u64::from(halvings)) << 52);
        Self {
            window: self.window * factor,
            offset: 0.0,
        }
        .after(self.offset * factor)
    }

    /// The number of times that windows can be halved so that this is still a moment, with as much time to come as has
    /// passed.
    pub(super) fn most_halvings(self) -> u32 {
        let mut windows = self.window + 1.0;
        let mut most = 0;
        while windows < 0.25 * END {
            windows += windows;
            most += 1;
        }
        // No limit at the start.
        if self.windows() == 0.0 {
            u32::MAX
        } else {
            most
        }
    }

    /// The two numbers, for storage.
    #[inline]
    pub(super) fn parts(self) -> [f64; 2] {
        [self.window, self.offset]
    }

    /// The inverse of [`parts`](Self::parts), if the numbers are valid.
    pub(super) fn from_parts([window, offset]: [f64; 2]) -> Option<Self> {
        let whole = (0.0..END).contains(&window) && window as u64 as f64 == window;
        (whole && (0.0..1.0).contains(&offset)).then_some(Self { window, offset })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precision_is_the_same_after_a_billion_windows() {
        let step = 0.1;
        let (mut early, mut late) = (Moment::START, Moment::new(1e9));
        for _ in 0..1000 {
            (early, late) = (early.after(step), late.after(step));
            assert_eq!(late.since(early), 1e9);
        }
        assert!((early.windows() - 100.0).abs() < 1e-12);
        assert_eq!(early.offset, late.offset);
    }

    #[test]
    fn times_beyond_the_clock_are_never() {
        for way in [f64::INFINITY, f64::NAN, 1e16] {
            assert!(Moment::START.after(way).is_never());
        }
        assert_eq!(Moment::NEVER.order(Moment::new(1e15)), Ordering::Greater);
        assert_eq!(Moment::new(2.5).order(Moment::new(2.25)), Ordering::Greater);
        assert!(Moment::START.after(1.0 - f64::EPSILON / 4.0).offset < 1.0);
    }

    #[test]
    fn rescaled_windows_keep_the_time() {
        let at = Moment::new(5.0).after(0.3);
        let finer = at.rescaled(7);
        assert_eq!(finer.windows(), at.windows() * 128.0);
        assert_eq!(
            finer.since(Moment::new(5.0).rescaled(7)),
            at.since(Moment::new(5.0)) * 128.0
        );
    }
}
