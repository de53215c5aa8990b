//! A fast path for triangles in single precision: the heights of points over its plane and sides select the features
//! that can be nearest, or show that the triangle is out of reach.
//!
//! A feature of the triangle can be nearest only if the direction to the other core is in its normal cone (Ericson,
//! *Real-Time Collision Detection* 5.1.5): a side only if a point of the other core is outside of it, the face only if
//! one is over it. Rounding can put a point on the wrong side only within 2⁻⁴⁰ L, where the neighboring feature is as
//! near. That is far below the precision of the answer, but not in double precision, which tests all features but those
//! that lanes exclude.

use super::segments::{cross, point_segment, quick_nearest_points};
use carom_math::{Scalar, Vector};

/// The heights of a core of `N` points over the plane and the sides of a triangle.
pub(super) struct Prism<V: Vector, const N: usize> {
    /// Not unit.
    normal: V,
    /// The heights over the plane, times the length of the normal.
    heights: [V::Scalar; N],
    sides: [PrismSide<V, N>; 3],
    /// The squared length of the normal.
    nn: V::Scalar,
}

/// A side of a triangle.
struct PrismSide<V: Vector, const N: usize> {
    /// In the plane, not unit.
    inwards: V,
    /// The distances inwards of the side, times the length of `inwards`.
    depths: [V::Scalar; N],
    /// The squared length of the side: that of `inwards` is `nn` times this.
    squared: V::Scalar,
}

/// The squared sine between two sides below which a triangle is a needle: the rounding of its normal, 1 over the sine,
/// is no longer negligible.
const NEEDLE: f64 = 1.0 / (1 << 24) as f64;

impl<V: Vector, const N: usize> Prism<V, N> {
    /// `None` for needles, because their plane is too uncertain.
    #[inline(always)]
    pub(super) fn new(a: &[V; N], b: &[V; 3]) -> Option<Self> {
        let edges = [b[1] - b[0], b[2] - b[1], b[0] - b[2]];
        let normal = cross(edges[0], edges[1]);
        let nn = normal.length_squared();
        let [first, second, _] = edges.map(V::length_squared);
        if nn <= V::Scalar::from_f64(NEEDLE) * (first * second) {
            return None;
        }
        let side = |i: usize| {
            let inwards = cross(normal, edges[i]);
            PrismSide {
                inwards,
                depths: a.map(|p| inwards.dot(p - b[i])),
                squared: edges[i].length_squared(),
            }
        };
        Some(Self {
            normal,
            heights: a.map(|p| normal.dot(p - b[0])),
            sides: [side(0), side(1), side(2)],
            nn,
        })
    }

    /// Whether the plane or a side separates the core from the triangle by more than `reach`.
    #[inline(always)]
    pub(super) fn apart(&self, reach: V::Scalar) -> bool {
        let zero = V::Scalar::ZERO;
        let reach = reach * reach * self.nn;
        let beyond = |gap: V::Scalar, reach| (gap > zero) & (gap * gap > reach);
        let (low, high) = range(&self.heights);
        let outside = |side: &PrismSide<V, N>| beyond(-range(&side.depths).1, reach * side.squared);
        let [a, b, c] = &self.sides;
        beyond(low.max(-high), reach) | outside(a) | outside(b) | outside(c)
    }

    /// The fraction of the motion `delta` until which the plane or a side separates the core by more than `stop`; 0 if
    /// none separates it by more than `start` at the beginning.
    #[inline(always)]
    pub(super) fn time_free(&self, delta: V, start: V::Scalar, stop: V::Scalar) -> V::Scalar {
        let zero = V::Scalar::ZERO;
        let length = self.nn.sqrt();
        // The gap shrinks at a constant speed. If it does not, the division by 0 gives infinity.
        let until = |gap: V::Scalar, grows: V::Scalar, length: V::Scalar| {
            let left = (gap - stop * length) / zero.max(-grows);
            if gap > start * length {
                zero.max(left)
            } else {
                zero
            }
        };
        let (low, high) = range(&self.heights);
        let up = self.normal.dot(delta);
        let above = low > -high;
        let over = if above {
            until(low, up, length)
        } else {
            until(-high, -up, length)
        };
        let beside = |side: &PrismSide<V, N>| {
            let grows = -side.inwards.dot(delta);
            until(-range(&side.depths).1, grows, length * side.squared.sqrt())
        };
        let [a, b, c] = &self.sides;
        over.max(beside(a)).max(beside(b).max(beside(c)))
    }

    /// Whether a point is over the face.
    #[inline(always)]
    fn inside(&self, k: usize) -> bool {
        let zero = V::Scalar::ZERO;
        let [a, b, c] = &self.sides;
        (a.depths[k] >= zero) & (b.depths[k] >= zero) & (c.depths[k] >= zero)
    }

    /// The projection of a point onto the face.
    #[inline(always)]
    fn foot(&self, p: V, height: V::Scalar) -> V {
        p - self.normal * (height / self.nn)
    }

    /// The point where the segment between two points of the core passes through the triangle, if it does.
    #[inline(always)]
    fn passes(&self, a: &[V; N], [from, to]: [usize; 2]) -> Option<V> {
        let zero = V::Scalar::ZERO;
        let (h0, h1) = (self.heights[from], self.heights[to]);
        if !(h0 < zero && h1 > zero || h0 > zero && h1 < zero) {
            return None;
        }
        let x = h0 / (h0 - h1);
        let inside = |side: &PrismSide<V, N>| {
            let (first, last) = (side.depths[from], side.depths[to]);
            first + (last - first) * x >= zero
        };
        let [first, second, third] = &self.sides;
        let through = inside(first) & inside(second) & inside(third);
        through.then(|| a[from] + (a[to] - a[from]) * x)
    }

    /// Offers the sides that have at least a part of the core outside.
    #[inline(always)]
    fn sides_outside(&self, b: &[V; 3], mut offer: impl FnMut(&[V; 2])) {
        for i in 0..3 {
            if range(&self.sides[i].depths).0 < V::Scalar::ZERO {
                offer(&[b[i], b[(i + 1) % 3]]);
            }
        }
    }
}

impl<V: Vector> Prism<V, 1> {
    /// The nearest points.
    #[inline(always)]
    pub(super) fn nearest(&self, &[p]: &[V; 1], b: &[V; 3]) -> [V; 2] {
        if self.inside(0) {
            return [p, self.foot(p, self.heights[0])];
        }
        let mut best = Best::new();
        self.sides_outside(
            b,
            #[inline(always)]
            |side| best.offer(p, point_segment(p, side).1),
        );
        best.points
    }
}

impl<V: Vector> Prism<V, 2> {
    /// The nearest points, if the segment does not pass through the triangle.
    ///
    /// The face can be nearest only to the lower of the two ends: from any other point over the face, the segment goes
    /// down or level to that end, or leaves over a side.
    #[inline(always)]
    pub(super) fn nearest(&self, a: &[V; 2], b: &[V; 3]) -> [V; 2] {
        let (low, high) = range(&self.heights);
        let one_sided = (low >= V::Scalar::ZERO) | (high <= V::Scalar::ZERO);
        let second = self.heights[1].abs() < self.heights[0].abs();
        if one_sided & (self.inside(0) & !second | self.inside(1) & second) {
            let (p, height) = if second {
                (a[1], self.heights[1])
            } else {
                (a[0], self.heights[0])
            };
            return [p, self.foot(p, height)];
        }
        let mut best = Best::new();
        self.sides_outside(
            b,
            #[inline(always)]
            |side| {
                let [p, q] = quick_nearest_points(a, side);
                best.offer(p, q);
            },
        );
        best.points
    }

    /// The point where the segment passes through the triangle, if it does.
    #[inline(always)]
    pub(super) fn crossing(&self, a: &[V; 2]) -> Option<V> {
        self.passes(a, [0, 1])
    }
}

impl<V: Vector> Prism<V, 3> {
    /// The nearest points if the other triangle, of which no edge passes through this one, is nearest to the face: then its
    /// corner that is nearest to the plane is over the face, and nothing is nearer.
    #[inline(always)]
    fn over_face(&self, a: &[V; 3]) -> Option<[V; 2]> {
        let (low, high) = range(&self.heights);
        if !((low >= V::Scalar::ZERO) | (high <= V::Scalar::ZERO)) {
            return None;
        }
        let mut k = 0;
        for other in 1..3 {
            if self.heights[other].abs() < self.heights[k].abs() {
                k = other;
            }
        }
        self.inside(k)
            .then(|| [a[k], self.foot(a[k], self.heights[k])])
    }

    /// A point where an edge of the other triangle passes through this one.
    #[inline(always)]
    pub(super) fn crossing_edge(&self, a: &[V; 3]) -> Option<V> {
        (0..3).find_map(|i| self.passes(a, [i, (i + 1) % 3]))
    }
}

/// The nearest points of two triangles that do not cross, each with its prism; `None` if rounding leaves no
/// feature.
#[inline(always)]
pub(super) fn nearest_of_triangles<V: Vector>(
    (a, of_a): (&[V; 3], &Prism<V, 3>),
    (b, of_b): (&[V; 3], &Prism<V, 3>),
) -> Option<[V; 2]> {
    if let Some(points) = of_b.over_face(a) {
        return Some(points);
    }
    if let Some([q, p]) = of_a.over_face(b) {
        return Some([p, q]);
    }
    let mut best = Best::new();
    of_a.sides_outside(a, |edge| {
        of_b.sides_outside(b, |side| {
            let [p, q] = quick_nearest_points(edge, side);
            best.offer(p, q);
        });
    });
    best.squared.is_finite().then_some(best.points)
}

/// The features of a triangle that can be nearest to a core, from an earlier test: one bit for each of the features
/// below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Features(pub(crate) u8);

impl Features {
    /// The face, nearest to each end of the core.
    pub(crate) const FACES: [u8; 2] = [1, 2];
    pub(crate) const SIDES: [u8; 3] = [4, 8, 16];

    pub(super) const ALL_SIDES: u8 = 4 | 8 | 16;
    /// The core may pass through the triangle.
    pub(crate) const CROSSING: u8 = 32;
    /// Nothing is known.
    pub(crate) const ALL: Self = Self(63);

    /// Whether one of these features can be nearest.
    #[inline(always)]
    pub(super) fn any(self, features: u8) -> bool {
        self.0 & features != 0
    }

    /// All features if the core may pass through the triangle, else the same.
    #[inline(always)]
    pub(super) fn or_all(self) -> Self {
        if self.any(Self::CROSSING) {
            Self::ALL
        } else {
            self
        }
    }
}

/// The nearest points, if they are certainly on one of these features: the same bits as those of a [`Prism`], which
/// tests all features. `None` if the candidates are more than one end over the face, or more than sides.
#[inline(always)]
pub(super) fn nearest_among<V: Vector, const N: usize>(
    a: &[V; N],
    b: &[V; 3],
    Features(features): Features,
    on_side: impl Fn(&[V; 2]) -> [V; 2],
) -> Option<[V; 2]> {
    let edges = [b[1] - b[0], b[2] - b[1], b[0] - b[2]];
    let normal = cross(edges[0], edges[1]);
    let nn = normal.length_squared();
    let [first, second, _] = edges.map(V::length_squared);
    if nn <= V::Scalar::from_f64(NEEDLE) * (first * second) {
        return None;
    }
    // Indexed instead of branched: which end or side it is is unpredictable.
    if features == Features::FACES[0] || features == Features::FACES[1] {
        let p = *a.get(usize::from(features / Features::FACES[1]))?;
        let height = normal.dot(p - b[0]);
        return Some([p, p - normal * (height / nn)]);
    }
    if features & !Features::ALL_SIDES != 0 {
        return None;
    }
    let mut best = Best::new();
    if N == 1 {
        // All sides are computed, because it is unpredictable which of them count.
        for i in 0..3 {
            let outside = cross(normal, edges[i]).dot(a[0] - b[i]) < V::Scalar::ZERO;
            let [p, q] = on_side(&[b[i], b[(i + 1) % 3]]);
            best.offer_if(outside & (features & Features::SIDES[i] != 0), p, q);
        }
        return best.squared.is_finite().then_some(best.points);
    }
    let mut left = features / Features::SIDES[0];
    while left != 0 {
        let i = left.trailing_zeros() as usize % 3;
        left &= left - 1;
        let (edge, from) = (edges[i], b[i]);
        let inwards = cross(normal, edge);
        let outside = |p: &V| inwards.dot(*p - from) < V::Scalar::ZERO;
        if a.iter().fold(false, |any, p| any | outside(p)) {
            let [p, q] = on_side(&[from, b[(i + 1) % 3]]);
            best.offer(p, q);
        }
    }
    best.squared.is_finite().then_some(best.points)
}

/// The nearest pair of points offered.
struct Best<V: Vector> {
    squared: V::Scalar,
    points: [V; 2],
}

impl<V: Vector> Best<V> {
    #[inline(always)]
    fn new() -> Self {
        Self {
            squared: V::Scalar::INFINITY,
            points: [V::ZERO; 2],
        }
    }

    #[inline(always)]
    fn offer(&mut self, a: V, b: V) {
        self.offer_if(true, a, b);
    }

    #[inline(always)]
    fn offer_if(&mut self, counts: bool, a: V, b: V) {
        let squared = (a - b).length_squared();
        if counts & (squared < self.squared) {
            *self = Self {
                squared,
                points: [a, b],
            };
        }
    }
}

/// The smallest and the largest of the numbers.
#[inline(always)]
fn range<S: Scalar, const N: usize>(numbers: &[S; N]) -> (S, S) {
    let rest = &numbers[1..];
    rest.iter()
        .fold((numbers[0], numbers[0]), |(least, most), &x| {
            (least.min(x), most.max(x))
        })
}
