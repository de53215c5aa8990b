//! The frame of a pair: the origin and unit of its numbers, and their tolerances.

use crate::shape::Core;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// Radii, motion, coordinate frame and tolerances of a pair, in double precision.
///
/// Pairs in single precision are converted, which is exact, and computed in double precision: the answer is then
/// correct up to its own rounding, whatever the conditioning, and nothing can overflow (a product of six coordinates is
/// at most 2⁷⁶⁸). Pairs in double precision are multiplied by the power of two that brings the largest number, `size`,
/// into `1..2`, which is exact as well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<V: Vector> {
    pub(crate) radius_a: f64,
    pub(crate) radius_b: f64,
    /// The displacement of `a`; zero for a query without a motion.
    pub(crate) delta: V::Double,
    /// L: the largest coordinate, radius or displacement.
    pub(crate) size: f64,
    /// The same without the displacement.
    still: f64,
    /// The unit of a sweep's tolerances. In double precision it is eps L. In single precision, where the computation
    /// loses nothing, it is eps times the smaller shape or the displacement, so that a ball is swept over a floor of a
    /// kilometer like over a tile.
    tolerance_unit: f64,
    /// The origin in the caller's coordinates, divided by `outer`.
    origin: V::Double,
    /// The length of the frame's unit in the caller's unit, divided by `outer`.
    unit: f64,
    /// 1, or [`PRESCALE`] if the input was [`prescaled`].
    outer: f64,
}

impl<V: Vector> Frame<V> {
    /// `largest` is the largest coordinate of either core relative to `origin`, `smaller` the size of the smaller
    /// shape. If `outer` is not 1, all numbers have been [`prescaled`].
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
        let still = greater(greater(largest, radius_a), radius_b);
        let size = greater(still, way);
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
            still: still * scale,
            tolerance_unit,
            origin,
            unit,
            outer,
        }
    }

    /// The frame of single precision around an origin: its unit is one, so that the cores can be placed before their sizes,
    /// the largest coordinate and the largest difference of two points, are known.
    #[inline(always)]
    pub(crate) fn of_placed(
        origin: V,
        [[largest_a, size_a], [largest_b, size_b]]: [[f64; 2]; 2],
        radii: [V::Scalar; 2],
        delta: V,
    ) -> Self {
        let radii = radii.map(V::Scalar::to_f64);
        let largest = greater(largest_a, largest_b);
        let smaller = lesser(greater(size_a, radii[0]), greater(size_b, radii[1]));
        let (origin, delta) = (origin.to_double(), delta.to_double());
        Self::new(origin, largest, smaller, radii, delta, 1.0)
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

    /// The frame of shapes of any number of points. `measure` returns the numbers `largest` and `smaller` of
    /// [`new`](Self::new), measured with a ruler; if they overflow, it is called again with a prescaled ruler.
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

    /// A point, prescaled like `origin`, in this frame.
    #[inline(always)]
    pub(crate) fn local(&self, p: V::Double) -> V::Double {
        if V::Scalar::DOUBLE {
            (p - self.origin) * (1.0 / self.unit)
        } else {
            p - self.origin
        }
    }

    /// A point in the caller's coordinates, in this frame.
    #[inline(always)]
    pub(crate) fn raw(&self, p: V) -> V::Double {
        if self.outer == 1.0 {
            self.local(p.to_double())
        } else {
            self.local(p.to_double() * (1.0 / self.outer))
        }
    }

    /// The factor from the caller's lengths to those of this frame.
    pub(crate) fn scale(&self) -> f64 {
        1.0 / self.outer / self.unit
    }

    /// A displacement in the caller's coordinates, in this frame.
    pub(crate) fn raw_way(&self, delta: V) -> V::Double {
        delta.to_double() * (1.0 / self.outer) * (1.0 / self.unit)
    }

    /// Enlarges size and tolerances for points up to `lever` from the origin and paths up to the length `way`.
    pub(crate) fn widen(&mut self, lever: f64, way: f64) {
        let size = greater(self.size, greater(lever, way));
        let eps = V::Scalar::EPSILON.to_f64();
        self.tolerance_unit = if V::Scalar::DOUBLE {
            eps * size
        } else {
            greater(self.tolerance_unit, eps * way + f64::EPSILON * size)
        };
        self.size = size;
        self.still = greater(self.still, lever);
    }

    /// The frame with the tolerances of a query without the motion, in double precision: the start of a motion is then as
    /// exact as a contact. It is the frame itself if the shapes are so small beside the motion that products of their
    /// coordinates underflow.
    pub(crate) fn at_rest(&self) -> Self {
        if !V::Scalar::DOUBLE || self.still < 1e-40 {
            return *self;
        }
        Self {
            size: self.still,
            tolerance_unit: f64::EPSILON * self.still,
            ..*self
        }
    }

    /// The divisor by which the caller's numbers were prescaled.
    pub(crate) fn outer(&self) -> f64 {
        self.outer
    }

    /// A length, prescaled like `origin`, in the frame's unit.
    #[inline(always)]
    pub(crate) fn shortened(&self, length: f64) -> f64 {
        length / self.unit
    }

    /// eps times the largest coordinate, in the caller's system, of a point of the frame: twice the most by which
    /// rounding can have moved it along an axis.
    pub(crate) fn rounding(&self, local: V::Double) -> f64 {
        let largest = (self.origin * (1.0 / self.unit) + local)
            .abs()
            .max_element();
        V::Scalar::EPSILON.to_f64() * largest
    }

    /// The sum of both radii.
    #[inline(always)]
    pub(crate) fn radius(&self) -> f64 {
        self.radius_a + self.radius_b
    }

    /// The tolerance of `count` eps L, or less in single precision: see `tolerance_unit`.
    #[inline(always)]
    pub(crate) fn tolerance(&self, count: f64) -> f64 {
        count * self.tolerance_unit
    }

    /// E, the gap that a sweep leaves at a hit: at least the rounding of a gap. In a graze the path left is E over the
    /// sine, so in single precision, which is computed in double, E is tiny.
    #[inline(always)]
    pub(crate) fn sweep_tolerance(&self) -> f64 {
        if V::Scalar::DOUBLE {
            self.tolerance(8.0)
        } else {
            self.tolerance(1.0 / 1024.0) + 8.0 * f64::EPSILON * self.size
        }
    }

    /// `count` eps L for the caller's precision, as a length in the caller's unit.
    #[inline(always)]
    pub(crate) fn bound(&self, count: f64) -> V::Scalar {
        self.length(count * V::Scalar::EPSILON.to_f64() * self.size)
    }

    /// Closer than this, the difference of two points does not determine a direction to 10⁻⁶: enough for single
    /// precision; double precision falls back to [`Vector::Exact`].
    #[inline(always)]
    pub(crate) fn direction_tolerance(&self) -> f64 {
        self.size * 4e-9
    }

    /// A point of the frame in the caller's coordinates.
    #[inline(always)]
    pub(crate) fn point(&self, local: V::Double) -> V {
        V::from_double((self.origin + local * self.unit) * self.outer)
    }

    /// A length of the frame in the caller's unit, limited to the largest number.
    #[inline(always)]
    pub(crate) fn length(&self, local: f64) -> V::Scalar {
        V::Scalar::from_f64(local * self.unit * self.outer).clamp(-V::Scalar::MAX, V::Scalar::MAX)
    }

    /// A length in the caller's unit, in the frame's unit.
    #[inline(always)]
    pub(crate) fn local_length(&self, length: V::Scalar) -> f64 {
        self.shortened(length.to_f64() / self.outer)
    }
}

/// Measures the caller's points, prescaled if they would overflow.
#[derive(Clone, Copy)]
pub(crate) struct Ruler {
    /// 1, or 1 / [`PRESCALE`].
    pub(crate) prescale: f64,
}

impl Ruler {
    /// The largest coordinate of the points relative to `from`.
    #[inline]
    pub(crate) fn extent<V: Vector>(&self, points: &[V], from: V) -> f64 {
        // The largest differences are those of the largest and the least coordinates, as rounding keeps the order.
        let (mut least, mut most) = (from, from);
        for p in points {
            (least, most) = (least.min(*p), most.max(*p));
        }
        let scaled = |p: V| p.to_double() * self.prescale;
        let from = scaled(from);
        let extent = (scaled(most) - from).max(from - scaled(least));
        extent.max_element()
    }

    /// The largest coordinate of a core relative to `from`, or somewhat more if it is curved.
    #[inline]
    pub(crate) fn extent_of<V: Vector>(&self, core: &Core<'_, V>, from: V) -> f64 {
        let curved = match core {
            Core::Points(points) => return self.extent(points, from),
            Core::Curved(curved) => curved,
            Core::Polytope(_) | Core::Support(_) => {
                let Aabb { min, max } = core.bounds();
                return self.extent(&[min, max], from);
            }
        };
        let scaled = |p: V| p.to_double() * self.prescale;
        let local = |p: V| glam::DVec3::from_array((scaled(p) - scaled(from)).to_f64());
        let function = curved.support_function_in(local, self.prescale);
        let far = |end: usize| {
            let center = Vector::abs(function.ends[end]).max_element();
            center + function.reach(end)
        };
        greater(far(0), far(1))
    }
}

/// The same vector, copied number by number.
///
/// Arguments and results of a function that is not inlined are in memory. If a cold function gets copies, only the cold
/// path uses memory; otherwise the hot path would keep its own numbers in memory too, and stall on loads that span two
/// stores.
#[inline(always)]
pub(crate) fn copied<D: Vector>(vector: D) -> D {
    D::from_f64(vector.to_f64())
}

/// A fraction of the motion, rounded down to the caller's precision.
#[inline(always)]
pub(crate) fn fraction<S: Scalar>(t: f64) -> S {
    // Branch-free: the direction in which a number is rounded is unpredictable.
    let near = S::from_f64(t).to_f64();
    let above = f64::from(near > t);
    // 0.7 eps is between 0.5 and 1.5 times the distance to the next smaller number, at every number.
    S::from_f64(near * (1.0 - above * 0.7 * S::EPSILON.to_f64()))
}

/// The divisor of [`prescaled`] numbers.
pub(crate) const PRESCALE: f64 = 8.0;

/// An eighth of a number, for pairs in double precision with differences that overflow. Infinite or NaN input violates
/// the preconditions; here it becomes the largest number, and in single precision the answer is meaningless.
#[cold]
pub(crate) fn prescaled<S: Scalar>(s: f64) -> f64 {
    let bound = S::MAX.to_f64() / PRESCALE;
    Scalar::clamp(s / PRESCALE, -bound, bound)
}

/// The larger number; the first if they are equal.
#[inline(always)]
pub(crate) fn greater(a: f64, b: f64) -> f64 {
    Scalar::max(a, b)
}

/// The smaller number; the first if they are equal.
#[inline(always)]
pub(crate) fn lesser(a: f64, b: f64) -> f64 {
    Scalar::min(a, b)
}
