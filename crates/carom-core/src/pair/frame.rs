//! The frame of a pair: where its numbers are measured from, in what unit, and how exact they can be.

use carom_math::{Scalar, Vector};

/// What a pair of shapes has beside its cores, in double precision.
///
/// Pairs in single precision are converted, which is exact, and answered in double precision: the
/// answer is then right but for its own rounding, whatever the conditioning, and nothing can overflow
/// (a product of six coordinates is at most 2⁷⁶⁸). Pairs in double precision are multiplied by the power
/// of two that brings the largest number `size` into `1..2`, which is exact too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<V: Vector> {
    pub(crate) radius_a: f64,
    pub(crate) radius_b: f64,
    /// How far `a` moves; zero for a query that stands still.
    pub(crate) delta: V::Double,
    /// L: the largest coordinate, radius or displacement.
    pub(crate) size: f64,
    /// What a sweep takes for one eps L: in double precision that; in single precision, where nothing
    /// is lost on the way, one eps of the smaller shape or the displacement, so that a ball on a floor
    /// of a kilometre is swept like one on a tile.
    tolerance_unit: f64,
    /// What the caller's coordinates are relative to, in the caller's unit.
    origin: V::Double,
    /// The caller's length of a length 1 here, but for `outer`.
    unit: f64,
    /// 1, or [`PRESCALE`] where the input was [`prescaled`].
    outer: f64,
}

impl<V: Vector> Frame<V> {
    /// `largest` is the greatest coordinate of either core relative to `origin`, `smaller` the size of
    /// the smaller shape; if `outer` is not 1, all numbers have been [`prescaled`].
    #[inline(always)]
    pub(crate) fn new(
        origin: V::Double,
        largest: f64,
        smaller: f64,
        [radius_a, radius_b]: [f64; 2],
        delta: V::Double,
        outer: f64,
    ) -> Self {
        let way = delta.abs().max_element();
        let size = greater(greater(greater(largest, way), radius_a), radius_b);
        let eps = V::Scalar::EPSILON.to_f64();
        let unit = if V::Scalar::DOUBLE {
            size.power_of_two()
        } else {
            1.0
        };
        let scale = 1.0 / unit;
        let size = size * scale;
        let tolerance_unit = if V::Scalar::DOUBLE {
            eps * size
        } else {
            eps * greater(smaller, way) + f64::EPSILON * size
        };
        Self {
            radius_a: radius_a * scale,
            radius_b: radius_b * scale,
            delta: delta * scale,
            size,
            tolerance_unit,
            origin,
            unit,
            outer,
        }
    }

    /// See [`copied`].
    #[inline(always)]
    pub(crate) fn copied(&self) -> Self {
        Self {
            delta: copied(self.delta),
            origin: copied(self.origin),
            ..*self
        }
    }

    /// The frame of shapes of any number of points. `measure` tells, by a ruler, what [`new`](Self::new)
    /// calls `largest` and `smaller`; it is asked again by a shorter one if its answer overflows.
    pub(crate) fn around(
        origin: V,
        radii: [V::Scalar; 2],
        delta: V,
        measure: impl Fn(Ruler) -> [f64; 2],
    ) -> Self {
        let framed = |prescale: f64, origin, radii, delta| {
            let [largest, smaller] = measure(Ruler { prescale });
            Self::new(origin, largest, smaller, radii, delta, 1.0 / prescale)
        };
        let (origin, delta) = (origin.to_double(), delta.to_double());
        let radii = radii.map(V::Scalar::to_f64);
        let frame = framed(1.0, origin, radii, delta);
        if frame.size.is_finite() {
            return frame;
        }
        let prescale = |p: V::Double| V::Double::from_f64(p.to_f64().map(prescaled::<V::Scalar>));
        let radii = radii.map(prescaled::<V::Scalar>);
        framed(1.0 / PRESCALE, prescale(origin), radii, prescale(delta))
    }

    /// A point in the unit of `origin`, in this frame.
    #[inline(always)]
    pub(crate) fn local(&self, p: V::Double) -> V::Double {
        if V::Scalar::DOUBLE {
            (p - self.origin) * (1.0 / self.unit)
        } else {
            p - self.origin
        }
    }

    /// A point of the caller's as it came, in this frame.
    #[inline(always)]
    pub(crate) fn raw(&self, p: V) -> V::Double {
        if self.outer == 1.0 {
            self.local(p.to_double())
        } else {
            self.local(p.to_double() * (1.0 / self.outer))
        }
    }

    /// A displacement of the caller's as it came, in this frame.
    pub(crate) fn raw_way(&self, delta: V) -> V::Double {
        delta.to_double() * (1.0 / self.outer) * (1.0 / self.unit)
    }

    /// Also counts points that are farther from the origin, and ways longer than the displacement.
    pub(crate) fn widen(&mut self, lever: f64, way: f64) {
        let size = greater(self.size, greater(lever, way));
        let eps = V::Scalar::EPSILON.to_f64();
        self.tolerance_unit = if V::Scalar::DOUBLE {
            eps * size
        } else {
            greater(self.tolerance_unit, eps * way + f64::EPSILON * size)
        };
        self.size = size;
    }

    /// What the caller's numbers were divided by before all else.
    pub(crate) fn outer(&self) -> f64 {
        self.outer
    }

    /// A length in the unit of `origin`, in the frame's.
    #[inline(always)]
    pub(crate) fn shortened(&self, length: f64) -> f64 {
        length / self.unit
    }

    /// The reach of both roundings together.
    #[inline(always)]
    pub(crate) fn radius(&self) -> f64 {
        self.radius_a + self.radius_b
    }

    /// `count` eps L, or less: see `tolerance_unit`.
    #[inline(always)]
    pub(crate) fn tolerance(&self, count: f64) -> f64 {
        count * self.tolerance_unit
    }

    /// E, what a sweep leaves of the gap at a hit: no less than the rounding of a gap. In a graze the way left
    /// is that over its sine; so in single precision, which is answered in double, it is next to nothing.
    #[inline(always)]
    pub(crate) fn sweep_tolerance(&self) -> f64 {
        if V::Scalar::DOUBLE {
            self.tolerance(8.0)
        } else {
            self.tolerance(1.0 / 1024.0) + 8.0 * f64::EPSILON * self.size
        }
    }

    /// `count` eps L, eps being that of the caller's precision, as a length of the caller's.
    #[inline(always)]
    pub(crate) fn bound(&self, count: f64) -> V::Scalar {
        self.length(count * V::Scalar::EPSILON.to_f64() * self.size)
    }

    /// Nearer than this, the difference of two points in double precision has no direction: one of single
    /// precision is wanted to 10⁻⁶, as is one of double precision, which is then asked again.
    #[inline(always)]
    pub(crate) fn direction_tolerance(&self) -> f64 {
        self.size * 4e-9
    }

    /// The same where the pair is asked in [`Vector::Exact`].
    pub(crate) fn exact_direction_tolerance(&self) -> f64 {
        self.size * if V::Scalar::DOUBLE { 1e-20 } else { 4e-9 }
    }

    /// A point of the frame in the caller's coordinates.
    #[inline(always)]
    pub(crate) fn point(&self, local: V::Double) -> V {
        V::from_double((self.origin + local * self.unit) * self.outer)
    }

    /// A length of the frame in the caller's unit, at most the largest number.
    #[inline(always)]
    pub(crate) fn length(&self, local: f64) -> V::Scalar {
        V::Scalar::from_f64(local * self.unit * self.outer).clamp(-V::Scalar::MAX, V::Scalar::MAX)
    }

    /// A length of the caller's in the frame's unit.
    #[inline(always)]
    pub(crate) fn local_length(&self, length: V::Scalar) -> f64 {
        self.shortened(length.to_f64() / self.outer)
    }
}

/// Measures the caller's points, a little shorter where they would overflow.
#[derive(Clone, Copy)]
pub(crate) struct Ruler {
    /// 1, or 1 / [`PRESCALE`].
    pub(crate) prescale: f64,
}

impl Ruler {
    /// The largest coordinate of any of the points relative to a place.
    pub(crate) fn extent<V: Vector>(&self, points: &[V], from: V) -> f64 {
        let scaled = |p: V| p.to_double() * self.prescale;
        let from = scaled(from);
        let most = |most: V::Double, p: &V| most.max((scaled(*p) - from).abs());
        points.iter().fold(V::Double::ZERO, most).max_element()
    }
}

/// The same vector, number by number.
///
/// What a function that is not inlined is given, or gives, lies in memory. Of a cold function's copies
/// only the cold path knows; without them the hot path would keep its own numbers in memory, and wait
/// for loads that overlap two stores.
#[inline(always)]
pub(crate) fn copied<D: Vector>(vector: D) -> D {
    D::from_f64(vector.to_f64())
}

/// The greatest fraction of the motion in the caller's precision that is not above the given one.
#[inline(always)]
pub(crate) fn fraction<S: Scalar>(t: f64) -> S {
    // A product and no branch: which way a number is rounded is a coin's toss.
    let near = S::from_f64(t).to_f64();
    let above = f64::from(near > t);
    // 0.7 eps is between a half and one and a half of the way to the next number below, at any of them.
    S::from_f64(near * (1.0 - above * 0.7 * S::EPSILON.to_f64()))
}

/// What the numbers of a pair are multiplied by after [`prescaled`].
pub(crate) const PRESCALE: f64 = 8.0;

/// An eighth of a number, for pairs of double precision whose differences overflow. Infinite or NaN input
/// is a broken promise of the caller's; it ends here as the largest number; in single precision the answer
/// then means nothing.
#[cold]
pub(crate) fn prescaled<S: Scalar>(s: f64) -> f64 {
    let bound = S::MAX.to_f64() / PRESCALE;
    Scalar::clamp(s / PRESCALE, -bound, bound)
}

/// The greater; the first where they are equal.
#[inline(always)]
pub(crate) fn greater(a: f64, b: f64) -> f64 {
    Scalar::max(a, b)
}

/// The lesser; the first where they are equal.
#[inline(always)]
pub(crate) fn lesser(a: f64, b: f64) -> f64 {
    Scalar::min(a, b)
}
