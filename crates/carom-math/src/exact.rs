//! Exact geometric predicates: the signs of 2×2 and 3×3 determinants.
//!
//! A determinant is first computed with rounding. If it is not larger than its rounding bound, its products are summed
//! exactly, as an expansion of non-overlapping doubles (Shewchuk, *Adaptive Precision Floating-Point Arithmetic and
//! Fast Robust Geometric Predicates*, 1997). The sign is exact as long as no product leaves the range of `f64`:
//! coordinates must not exceed 2³⁴⁰, nor have bits below 2⁻³⁵⁰.

use crate::double_double::{two_product, two_sum};
use core::cmp::Ordering;

/// The side of the line from `a` to `b` that `c` is on: `Greater` on the left (`a`, `b`, `c` run counter-clockwise),
/// `Equal` on the line.
///
/// ```
/// use carom_math::exact::area_sign;
/// use std::cmp::Ordering::{Equal, Greater, Less};
/// let (a, b) = ([0., 0.], [3., 3.]);
/// // The double next to 0.1 is on the left, however little.
/// let sides = [0.1_f64.next_down(), 0.1, 0.1_f64.next_up()].map(|y| area_sign([a, b, [0.1, y]]));
/// assert_eq!(sides, [Less, Equal, Greater]);
/// ```
#[must_use]
pub fn area_sign([a, b, c]: [[f64; 2]; 3]) -> Ordering {
    let (left, right) = ((a[0] - c[0]) * (b[1] - c[1]), (a[1] - c[1]) * (b[0] - c[0]));
    // Three roundings per product, each of half an EPSILON.
    let bound = 2.0 * f64::EPSILON * (magnitude(left) + magnitude(right));
    if magnitude(left - right) > bound {
        return sign(left - right);
    }
    let mut sum = Sum::default();
    for [p, q] in [[a, b], [b, c], [c, a]] {
        sum.add_product(p[0], q[1], 1.0);
        sum.add_product(-p[1], q[0], 1.0);
    }
    sum.sign()
}

/// The side of the plane of `a`, `b`, `c` that `d` is on: `Greater` behind it, where the three are seen clockwise;
/// `Equal` on the plane.
///
/// ```
/// use carom_math::exact::volume_sign;
/// use std::cmp::Ordering::{Equal, Greater, Less};
/// let [a, b, c] = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]]; // counter-clockwise, seen from above
/// let sides = [1e-300, 0., -1e-300].map(|z| volume_sign([a, b, c, [0.3, 0.3, z]]));
/// assert_eq!(sides, [Less, Equal, Greater]);
/// ```
#[must_use]
pub fn volume_sign([a, b, c, d]: [[f64; 3]; 4]) -> Ordering {
    let [u, v, w] = [a, b, c].map(|p| core::array::from_fn(|i| p[i] - d[i]));
    let (mut volume, mut size) = (0.0, 0.0);
    each_product([u, v, w], |x, y, z| {
        let product = x * y * z;
        volume += product;
        size += magnitude(product);
    });
    // Ten roundings per product, each of half an EPSILON: three differences, two products, five sums.
    if magnitude(volume) > 8.0 * f64::EPSILON * size {
        return sign(volume);
    }
    let mut sum = Sum::default();
    for three in [[a, b, c], [d, c, b], [c, d, a], [a, d, b]] {
        each_product(three, |x, y, z| sum.add_product(x, y, z));
    }
    sum.sign()
}

/// Visits the six products that add up to the determinant of these rows.
fn each_product([a, b, c]: [[f64; 3]; 3], mut visit: impl FnMut(f64, f64, f64)) {
    for (i, x) in a.into_iter().enumerate() {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        visit(x, b[j], c[k]);
        visit(-x, b[k], c[j]);
    }
}

/// An exact sum: an expansion of doubles with bits that do not overlap, the smallest first.
struct Sum {
    terms: [f64; Self::MOST],
    count: usize,
}

impl Default for Sum {
    fn default() -> Self {
        Self {
            terms: [0.0; Self::MOST],
            count: 0,
        }
    }
}

impl Sum {
    /// 24 products of three doubles, of four terms each.
    const MOST: usize = 96;

    fn add(&mut self, number: f64) {
        let (mut sum, mut kept) = (number, 0);
        for i in 0..self.count {
            let (larger, rest) = two_sum(sum, self.terms[i]);
            sum = larger;
            if rest != 0.0 {
                self.terms[kept] = rest;
                kept += 1;
            }
        }
        if sum != 0.0 {
            self.terms[kept] = sum;
            kept += 1;
        }
        self.count = kept;
    }

    fn add_product(&mut self, x: f64, y: f64, z: f64) {
        let (high, low) = two_product(x, y);
        for part in [low, high] {
            let (high, low) = two_product(part, z);
            self.add(low);
            self.add(high);
        }
    }

    /// The sign of the largest term, which outweighs all others.
    fn sign(&self) -> Ordering {
        self.terms[..self.count]
            .last()
            .map_or(Ordering::Equal, |term| sign(*term))
    }
}

/// The contribution of the edge from `u` to `v` to the winding number of an outline around `p` + (ε, ε²): 1 if the edge
/// passes upwards on its right, −1 if downwards, otherwise 0.
///
/// The perturbation decides ties: a vertex at the height of `p` counts as below, and an edge through `p` as passing on
/// the left.
///
/// ```
/// use carom_math::exact::turn;
/// let outline = [[0., 0.], [4., 0.], [4., 4.], [0., 4.]]; // counter-clockwise
/// let winding = |p| (0..4).map(|i| turn(outline[i], outline[(i + 1) % 4], p)).sum::<i32>();
/// assert_eq!((winding([1., 1.]), winding([5., 1.])), (1, 0));
/// // Of two squares that share a side, each of its points is in exactly one.
/// assert_eq!((winding([0., 1.]), winding([4., 1.])), (1, 0));
/// ```
#[must_use]
pub fn turn(u: [f64; 2], v: [f64; 2], p: [f64; 2]) -> i32 {
    let (from_below, to_below) = (u[1] <= p[1], v[1] <= p[1]);
    if from_below == to_below {
        return 0;
    }
    match (from_below, area_sign([u, v, p])) {
        (true, Ordering::Greater) => 1,
        (false, Ordering::Less) => -1,
        _ => 0,
    }
}

/// The comparison of a number with 0; `Equal` for NaN.
///
/// ```
/// use carom_math::exact::sign;
/// use std::cmp::Ordering::{Equal, Greater, Less};
/// assert_eq!([-2., -0., f64::NAN, 1e-300].map(sign), [Less, Equal, Equal, Greater]);
/// ```
#[must_use]
pub fn sign(x: f64) -> Ordering {
    x.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

fn magnitude(x: f64) -> f64 {
    crate::Scalar::abs(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The determinant in integers.
    fn volume(p: [[i128; 3]; 4]) -> i128 {
        let [a, b, c, d] = p;
        let [u, v, w]: [[i128; 3]; 3] = [a, b, c].map(|p| core::array::from_fn(|i| p[i] - d[i]));
        u[0] * (v[1] * w[2] - v[2] * w[1])
            + u[1] * (v[2] * w[0] - v[0] * w[2])
            + u[2] * (v[0] * w[1] - v[1] * w[0])
    }

    #[test]
    fn signs_equal_those_of_integers_and_flip_with_every_exchange() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut zero, mut rounded_wrong) = (0, 0);
        for i in 0..20_000 {
            // Three corners, and a point on their plane or next to it.
            let size = [1 << 6, 1 << 30, 1 << 36][i % 3];
            let mut corner = || [0; 3].map(|_: i32| random.i128(-size..size));
            let [a, b, c] = [corner(), corner(), corner()];
            let [s, t] = [random.i128(-3..4), random.i128(-3..4)];
            let nudge = random.i128(-1..2) * i128::from(i % 2 == 0);
            let mut d: [i128; 3] =
                core::array::from_fn(|i| a[i] + s * (b[i] - a[i]) + t * (c[i] - a[i]));
            d[i % 3] += nudge;
            let p = [a, b, c, d];
            let q = p.map(|p| p.map(|x| x as f64));
            let expected = volume(p).cmp(&0);
            assert_eq!(volume_sign(q), expected, "{p:?}");
            assert_eq!(volume_sign([q[1], q[0], q[2], q[3]]), expected.reverse());
            assert_eq!(volume_sign([q[0], q[3], q[2], q[1]]), expected.reverse());
            zero += usize::from(expected == Ordering::Equal);
            let [u, v, w] = [0, 1, 2].map(|i| [0, 1, 2].map(|j| q[i][j] * 0.1 - q[3][j] * 0.1));
            let mut naive = 0.0;
            each_product([u, v, w], |x, y, z| naive += x * y * z);
            rounded_wrong += usize::from(sign(naive) != expected);

            let flat = [a, b, d].map(|p| [p[0], p[1]]);
            let [a, b, c] = flat;
            let area = (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]);
            let q = flat.map(|p| p.map(|x| x as f64));
            assert_eq!(area_sign(q), area.cmp(&0));
            assert_eq!(area_sign([q[2], q[1], q[0]]), area.cmp(&0).reverse());
        }
        assert!(
            zero > 2000 && rounded_wrong > 2000,
            "{zero} {rounded_wrong}"
        );
    }

    #[test]
    fn terms_of_very_different_magnitude_are_not_lost() {
        let tiny = 2.0_f64.powi(-200);
        let a = [1.0, 0.0, 0.0];
        let b = [0.0, 1.0, 0.0];
        let c = [0.0, 0.0, 1.0];
        for (x, expected) in [
            (0.0, Ordering::Equal),
            (tiny, Ordering::Less),
            (-tiny, Ordering::Greater),
        ] {
            // On the plane x + y + z = 1, up to the last term.
            let d = [1.0 - 2.0_f64.powi(-30), 2.0_f64.powi(-30), x];
            assert_eq!(volume_sign([a, b, c, d]), expected);
        }
    }

    #[test]
    fn an_edge_counts_where_it_passes_on_the_right() {
        let p = [1.0, 1.0];
        for (u, v, expected) in [
            ([2.0, 0.0], [2.0, 2.0], 1),
            ([2.0, 2.0], [2.0, 0.0], -1),
            ([0.0, 0.0], [0.0, 2.0], 0),
            ([0.0, 2.0], [0.0, 0.0], 0),
            // Above, below, and a vertex at the height of the point, which counts as below.
            ([2.0, 2.0], [2.0, 3.0], 0),
            ([2.0, 0.0], [2.0, 1.0], 0),
            ([2.0, 1.0], [2.0, 2.0], 1),
            ([2.0, 2.0], [2.0, 1.0], -1),
            // Through the point: on the left.
            ([1.0, 0.0], [1.0, 2.0], 0),
            ([1.0, 2.0], [1.0, 0.0], 0),
        ] {
            assert_eq!(turn(u, v, p), expected, "{u:?} {v:?}");
        }
        assert_eq!((sign(2.0), sign(-1.0)), (Ordering::Greater, Ordering::Less));
        assert_eq!(
            (sign(-0.0), sign(f64::NAN)),
            (Ordering::Equal, Ordering::Equal)
        );
    }

    #[test]
    fn corners_at_unequal_distances_have_the_sign_of_integers() {
        // Differences of these round: only the exact sum has the sign.
        let mut random = fastrand::Rng::with_seed(2);
        let mut rounded_wrong = 0;
        for _ in 0..20_000 {
            let mut corner = |size: i128| [0; 2].map(|_| random.i128(-size..size));
            let (a, mut b, c) = (corner(1 << 6), corner(1 << 12), corner(1 << 57));
            let times = 1 << 40;
            b = core::array::from_fn(|i| a[i] + (c[i] - a[i]) / times + b[i] % 2);
            let q = [a, b, c].map(|p| p.map(|x| x as f64));
            let [a, b, c] = q.map(|q| q.map(|x| x as i128));
            let area = (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]);
            assert_eq!(area_sign(q), area.cmp(&0), "{q:?}");
            // Far below 1 too, where a product is less than each factor.
            let small = q.map(|p| p.map(|x| x * 2.0_f64.powi(-100)));
            assert_eq!(area_sign(small), area.cmp(&0), "{q:?}");
            let [u, v] = [q[0], q[1]].map(|p| [p[0] - q[2][0], p[1] - q[2][1]]);
            rounded_wrong += usize::from(sign(u[0] * v[1] - u[1] * v[0]) != area.cmp(&0));
        }
        assert!(rounded_wrong > 1000, "{rounded_wrong}");
    }
}
