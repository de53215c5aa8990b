//! Overlap tests on an integer grid: exact for every input, in 2D and 3D.
//!
//! | | circle or sphere | capsule |
//! |---|---|---|
//! | **point** | [`point_ball`] | [`ball_capsule`] with radius 0 |
//! | **circle or sphere** | [`ball_ball`] | [`ball_capsule`] |
//!
//! A point is an array of two or three `i32`, a radius a `u32`. Touching counts. In `i32`, squares overflow from 46,341
//! on and their sums sooner. Here differences have 33 bits, squares 66, and the products of two squares, which a
//! capsule needs, 133: they are compared in 256 bits.

/// Whether a point is inside a circle or sphere, or on its boundary.
///
/// ```
/// use carom::grid;
/// let (min, max) = ([i32::MIN; 2], [i32::MAX; 2]);
/// // The diagonal is 2³²·√2 − √2 long: 6,074,000,998.5, beyond any radius.
/// assert!(!grid::point_ball(min, max, u32::MAX));
/// assert!(grid::point_ball([i32::MIN, 7], [i32::MAX, 7], u32::MAX));
/// ```
#[must_use]
pub fn point_ball<const D: usize>(p: [i32; D], center: [i32; D], radius: u32) -> bool {
    let r = u128::from(radius);
    square(difference(p, center)) <= r * r
}

/// Whether two circles or spheres touch or overlap.
///
/// ```
/// use carom::grid;
/// assert!(grid::ball_ball([0, 0], 3, [3, 4], 2), "touching counts");
/// assert!(!grid::ball_ball([0, 0], 2, [3, 4], 2));
/// ```
#[must_use]
pub fn ball_ball<const D: usize>(a: [i32; D], radius_a: u32, b: [i32; D], radius_b: u32) -> bool {
    let r = u128::from(radius_a) + u128::from(radius_b);
    square(difference(a, b)) <= r * r
}

/// Whether a circle or sphere touches or overlaps a capsule with the core from `a` to `b`.
///
/// With w = center − a and u = b − a: beyond an end, the distance is that to the end; beside the core it is |w × u| /
/// |u|, and the test is (w × u)² ≤ r² u², without a division.
///
/// ```
/// use carom::grid;
/// let (a, b) = ([0, 0, 0], [10, 0, 0]);
/// assert!(grid::ball_capsule([5, 4, 0], 3, a, b, 1), "beside the core, touching");
/// assert!(!grid::ball_capsule([13, 4, 0], 3, a, b, 1), "5 beyond its end");
/// ```
#[must_use]
pub fn ball_capsule<const D: usize>(
    center: [i32; D],
    radius: u32,
    a: [i32; D],
    b: [i32; D],
    capsule_radius: u32,
) -> bool {
    let r = u128::from(radius) + u128::from(capsule_radius);
    let (w, u) = (difference(center, a), difference(b, a));
    let along: i128 = (0..D).map(|i| i128::from(w[i]) * i128::from(u[i])).sum();
    let length2 = square(u);
    if along <= 0 {
        return square(w) <= r * r;
    }
    if along.unsigned_abs() >= length2 {
        return square(difference(center, b)) <= r * r;
    }
    let mut cross2 = U256::default();
    for i in 0..D {
        for j in i + 1..D {
            let cross = i128::from(w[i]) * i128::from(u[j]) - i128::from(w[j]) * i128::from(u[i]);
            cross2 = cross2.plus(U256::product(cross.unsigned_abs(), cross.unsigned_abs()));
        }
    }
    cross2 <= U256::product(r * r, length2)
}

/// The difference of two points; no coordinate exceeds 2³² − 1 in magnitude.
fn difference<const D: usize>(a: [i32; D], b: [i32; D]) -> [i64; D] {
    core::array::from_fn(|i| i64::from(a[i]) - i64::from(b[i]))
}

fn square<const D: usize>(v: [i64; D]) -> u128 {
    v.iter()
        .map(|x| u128::from(x.unsigned_abs()) * u128::from(x.unsigned_abs()))
        .sum()
}

/// A number of 256 bits. The derived order of the fields is that of the numbers.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct U256 {
    high: u128,
    low: u128,
}

impl U256 {
    /// Long multiplication with digits of 64 bits.
    fn product(x: u128, y: u128) -> Self {
        const HALF: u128 = u64::MAX as u128;
        let (x1, x0, y1, y0) = (x >> 64, x & HALF, y >> 64, y & HALF);
        let (low, middle, other, high) = (x0 * y0, x1 * y0, x0 * y1, x1 * y1);
        let carried = (low >> 64) + (middle & HALF) + (other & HALF);
        Self {
            high: high + (middle >> 64) + (other >> 64) + (carried >> 64),
            low: (carried << 64) | (low & HALF),
        }
    }

    fn plus(self, other: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(other.low);
        Self {
            high: self.high + other.high + u128::from(carry),
            low,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN: i32 = i32::MIN;
    const MAX: i32 = i32::MAX;

    #[test]
    fn touching_counts_to_the_last_unit() {
        assert!(point_ball([3, 4], [0, 0], 5) && !point_ball([3, 5], [0, 0], 5));
        assert!(point_ball([50_000, 0, 0], [0, 0, 0], 50_000));
        assert!(!point_ball([50_000, 1, 0], [0, 0, 0], 50_000));
        // 6 − 8 − 10 at a scale where i32 squares overflow.
        let k = 200_000_000;
        assert!(ball_ball([6 * k, 8 * k], 9 * k as u32, [0, 0], k as u32));
        assert!(!ball_ball([6 * k, 8 * k], 9 * k as u32, [0, -1], k as u32));
    }

    #[test]
    fn a_capsule_is_exact_beside_its_core_at_full_range() {
        // The distance of (0, 1) from the line through (−s, −s) and (s, s) is 1/√2.
        let core = ([MIN, MIN], [MAX, MAX]);
        assert!(!ball_capsule([0, 1], 0, core.0, core.1, 0));
        assert!(ball_capsule([0, 1], 1, core.0, core.1, 0));
        assert!(ball_capsule([77, 77], 0, core.0, core.1, 0), "on the core");
        // From corner to corner of space: (MAX, MIN) is 2³¹·√2 off, between these two radii.
        let off = 3_037_000_499;
        assert!(!ball_capsule([MAX, MIN], off, core.0, core.1, 0));
        assert!(ball_capsule([MAX, MIN], off, core.0, core.1, 1));
        let (a, b) = ([MIN, MIN, MIN], [MAX, MAX, MAX]);
        assert!(!ball_capsule([0, 1, 1], 0, a, b, 0) && ball_capsule([0, 1, 1], 1, a, b, 0));
    }

    #[test]
    fn beyond_the_ends_and_without_length_it_is_a_ball() {
        assert!(ball_capsule([-3, 4], 2, [0, 0], [9, 0], 3));
        assert!(!ball_capsule([-4, 4], 2, [0, 0], [9, 0], 3));
        assert!(ball_capsule([12, 4], 2, [0, 0], [9, 0], 3));
        assert!(ball_capsule([MIN, 0], 0, [MIN, 0], [MIN, 0], 0));
        assert!(!ball_capsule([MIN, 1], 0, [MIN, 0], [MIN, 0], 0));
    }

    /// On a grid where `f64` is exact, both must agree, ties included.
    #[test]
    fn it_agrees_with_exact_arithmetic_on_a_small_grid() {
        let random = &mut fastrand::Rng::with_seed(9);
        let mut touching = 0;
        for _ in 0..400_000 {
            let mut point = || [0; 3].map(|_| random.i32(-6..=6));
            let (p, a, b) = (point(), point(), point());
            let r = random.u32(0..8);
            let f = |x: i32| f64::from(x);
            let dot = |x: [i32; 3], y: [i32; 3]| (0..3).map(|i| f(x[i]) * f(y[i])).sum::<f64>();
            let minus = |x: [i32; 3], y: [i32; 3]| [0, 1, 2].map(|i| x[i] - y[i]);
            let (w, u) = (minus(p, a), minus(b, a));
            let (along, length2) = (dot(w, u), dot(u, u));
            // The squared distance times the squared length.
            let (distance2, scale) = if along <= 0.0 {
                (dot(w, w), 1.0)
            } else if along >= length2 {
                (dot(minus(p, b), minus(p, b)), 1.0)
            } else {
                (dot(w, w) * length2 - along * along, length2)
            };
            let r2 = f64::from(r) * f64::from(r) * scale;
            assert_eq!(
                ball_capsule(p, r, a, b, 0),
                distance2 <= r2,
                "{p:?} {a:?} {b:?} {r}"
            );
            touching += u32::from(distance2 == r2);
        }
        assert!(touching > 1000, "too few ties: {touching}");
    }

    #[test]
    fn products_carry() {
        let all = u128::MAX;
        let square = U256::product(all, all);
        assert_eq!((square.high, square.low), (all - 1, 1));
        let sum = U256 { high: 0, low: all }.plus(U256 { high: 0, low: 1 });
        assert_eq!((sum.high, sum.low), (1, 0));
    }
}
