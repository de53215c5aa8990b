//! Closest points of a point or a segment and a triangle.

use super::segment::beside;
use super::{Kernel, Kernels, NearestPoints};
use crate::pair::prism::Features;
use crate::pair::segments::{cross, fraction, noise, point_segment};
use crate::shape::triangle::shortest_sides;
use carom_math::{Scalar, Vector};

/// The ends of each edge of a triangle, in its order.
pub(in crate::pair) fn edges<V: Vector>(&[a, b, c]: &[V; 3]) -> [[V; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Offers a crossing if a point is strictly inside a triangle, which is filled in 2D.
pub(super) fn offer_inside<V: Vector>(p: V, b: &[V; 3], mut offer: impl FnMut(NearestPoints<V>)) {
    // p and the opposite corner are on the same side of each edge.
    let inside = (0..3).all(|i| {
        let (from, to, across) = (b[i], b[(i + 1) % 3], b[(i + 2) % 3]);
        V::wedge_dot(to - from, p - from, to - from, across - from) > V::Scalar::ZERO
    });
    if inside {
        offer(NearestPoints::crossing(p));
    }
}

/// The plane of a triangle.
pub(super) struct Face<V: Vector> {
    /// The cross product of the two shortest edges, not unit.
    pub(super) normal: V,
    /// The squared lengths of these two edges.
    sides: [V::Scalar; 2],
}

impl<V: Vector> Face<V> {
    #[inline(always)]
    pub(super) fn new(corners: &[V; 3]) -> Self {
        let [(u, uu), (v, vv)] = shortest_sides(corners);
        Self {
            normal: cross(u, v),
            sides: [uu, vv],
        }
    }

    /// Whether the triangle is so thin that its plane is rounding, and the nearest edge is as good as the face.
    #[inline(always)]
    pub(super) fn is_needle(&self) -> bool {
        let three = V::Scalar::from_f64(3.0);
        let [u, v] = self.sides;
        self.normal.length_squared() <= noise(three * u, three * v)
    }
}

/// Offers the nearest points of the three edges and returns the nearest of them.
#[inline(always)]
pub(super) fn point_edges<V: Vector>(
    p: V,
    b: &[V; 3],
    mut offer: impl FnMut(NearestPoints<V>),
) -> V {
    let [ab, bc, ca] = edges(b).map(|e| {
        let (t, foot) = point_segment(p, &e);
        beside(NearestPoints::between(p, foot), t, &e)
    });
    offer(ab);
    offer(bc);
    offer(ca);
    ab.or(bc).or(ca).b
}

/// The projection of `p` onto the plane, if it is in the triangle.
///
/// `edge` is the nearest point on the triangle's border. The plane is anchored there, not at a corner, because then a
/// small tilt of `n` (that of a needle is ill-determined along its length) moves the projection only by its square.
#[inline(always)]
pub(super) fn point_face<V: Vector>(
    p: V,
    b: &[V; 3],
    face: &Face<V>,
    edge: V,
) -> Option<NearestPoints<V>> {
    let n = face.normal;
    if face.is_needle() || !inside_prism(p, b, n) {
        return None;
    }
    let foot = p - n * (n.dot(p - edge) / n.length_squared());
    let [uu, vv] = face.sides;
    Some(NearestPoints::between(p, foot).along_cross(n, uu, vv))
}

/// Whether `p` projects into the triangle: on the inner side of all three edges, seen along `n`.
#[inline(always)]
fn inside_prism<V: Vector>(p: V, b: &[V; 3], n: V) -> bool {
    edges(b)
        .iter()
        .all(|edge| turn(n, p, edge) >= V::Scalar::ZERO)
}

/// `u·((b₀ − p) × (b₁ − p))`: the side on which a line through `p` along `u` passes an edge, and its scaled distance.
///
/// In the form `u·((b₀ − p) × (b₁ − b₀))` the error of the distance is eps L. With the difference of two far corners it
/// would be eps L² over the length of the edge, and a line far from a tiny triangle could pass through it.
#[inline(always)]
fn turn<V: Vector>(u: V, p: V, [from, to]: &[V; 2]) -> V::Scalar {
    u.dot(cross(*from - p, *to - *from))
}

/// Offers the closest points of three segment pairs, of two end points over the face, and the crossing; of these only
/// the features that can be nearest.
#[inline(always)]
pub(super) fn segment_triangle<V: Vector>(
    a: &[V; 2],
    b: &[V; 3],
    features: Features,
    mut offer: impl FnMut(NearestPoints<V>),
) {
    let (mut over, mut heights) = ([None; 2], [V::Scalar::ZERO; 2]);
    if V::DIM != 2 && features.any(!Features::ALL_SIDES) {
        let face = Face::new(b);
        for (k, p) in a.iter().enumerate() {
            heights[k] = face.normal.dot(*p - b[0]);
            if features.any(Features::FACES[k]) && inside_prism(*p, b, face.normal) {
                over[k] = point_face(*p, b, &face, point_edges(*p, b, |_| {}));
            }
        }
    }
    // An end that is over the face within rounding only is nearest to a side.
    let is_over = features.any(Features::FACES[0] | Features::FACES[1]);
    let is_beside = is_over && !features.any(Features::ALL_SIDES) && over[0].or(over[1]).is_none();
    for (edge, side) in edges(b).iter().zip(Features::SIDES) {
        if is_beside || features.any(side) {
            Kernels::features(a, edge, &mut offer);
        }
    }
    if V::DIM == 2 {
        return offer_inside(a[0], b, offer);
    }
    over.into_iter().flatten().for_each(&mut offer);
    if features.any(Features::CROSSING)
        && let Some(p) = crossing_point(a, b, heights)
    {
        offer(NearestPoints::crossing(p));
    }
}

/// The point where a segment passes through a triangle: its ends are strictly on different sides of the plane, and it
/// passes all three edges on the same side (Plücker's test).
#[inline(always)]
fn crossing_point<V: Vector>(a: &[V; 2], b: &[V; 3], [h0, h1]: [V::Scalar; 2]) -> Option<V> {
    let zero = V::Scalar::ZERO;
    if !(h0 < zero && h1 > zero || h0 > zero && h1 < zero) {
        return None;
    }
    let u = a[1] - a[0];
    // Both triangles at an edge compute it from the same end: the same number, with opposite signs.
    let turns = edges(b).map(|[from, to]| {
        if precedes(from, to) {
            turn(u, a[0], &[from, to])
        } else {
            -turn(u, a[0], &[to, from])
        }
    });
    let through = turns.iter().all(|w| *w >= zero) || turns.iter().all(|w| *w <= zero);
    through.then(|| a[0] + u * fraction(h0, h0 - h1))
}

/// The rounding of a triple product in double precision, of coordinates below 2, is less by a factor of a few.
const CLEAR: f64 = 1.0 / (1_u64 << 36) as f64;

/// Whether a segment passes through a triangle, far from its edges and beyond the plane on both sides: exact arithmetic
/// finds the same. In 3D, of coordinates below 2.
pub(super) fn clearly_crosses<D: Vector<Scalar = f64>>(a: &[D; 2], b: &[D; 3]) -> bool {
    let [low, high] = a.map(|p| Face::new(b).normal.dot(p - b[0]));
    let turns = edges(b).map(|edge| turn(a[1] - a[0], a[0], &edge));
    let is_through = turns.iter().all(|w| *w > CLEAR) || turns.iter().all(|w| *w < -CLEAR);
    is_through && low.min(high) < -CLEAR && low.max(high) > CLEAR
}

/// More than the rounding of a distance in double precision, of coordinates below 2.
pub(in crate::pair) const FARTHER: f64 = 1.0 / (1_u64 << 40) as f64;

/// The same of a height over a face, for a normal (the cross product of two edges) of length 1; of others, over their length.
const HEIGHT_ROUNDING: f64 = 1.0 / (1_u64 << 44) as f64;

/// How far a segment is from the features of a triangle, in double precision. In 3D, of coordinates below 2.
pub(super) struct RoughDistances {
    sides: [f64; 3],
    /// Of each end to the face, at least; `None` if it is not over the face.
    faces: [Option<f64>; 2],
    may_cross: bool,
    /// The least of them that is one for certain.
    pub(super) least: f64,
}

impl RoughDistances {
    pub(super) fn new<D: Vector<Scalar = f64>>(a: &[D; 2], b: &[D; 3]) -> Self {
        let mut sides = [0.0; 3];
        for (distance, edge) in sides.iter_mut().zip(&edges(b)) {
            let offer = |found: NearestPoints<D>| *distance = found.distance_squared().sqrt();
            Kernels::features(a, edge, offer);
        }
        let mut least = sides[0].min(sides[1]).min(sides[2]);
        let n = Face::new(b).normal;
        let (length, mut faces) = (n.length(), [None; 2]);
        let heights = a.map(|p| n.dot(p - b[0]));
        for (k, p) in a.iter().enumerate() {
            let turns = edges(b).map(|edge| turn(n, *p, &edge));
            if turns.iter().any(|w| *w <= -CLEAR) {
                continue;
            }
            let (height, rounding) = (heights[k].abs() / length, HEIGHT_ROUNDING / length);
            // Not a number, of a face without a normal, is none of them.
            let at_least = height - rounding;
            faces[k] = Some(if at_least > 0.0 { at_least } else { 0.0 });
            if turns.iter().all(|w| *w > CLEAR) {
                least = least.min(height + rounding);
            }
        }
        let turns = edges(b).map(|edge| turn(a[1] - a[0], a[0], &edge));
        let goes_by = turns.iter().any(|w| *w > CLEAR) && turns.iter().any(|w| *w < -CLEAR);
        let is_beyond = heights.iter().all(|h| *h > CLEAR) || heights.iter().all(|h| *h < -CLEAR);
        Self {
            sides,
            faces,
            may_cross: !(goes_by || is_beyond),
            least,
        }
    }

    /// The features that can be nearest in exact arithmetic, where something is as near as `least`.
    pub(super) fn features(&self, least: f64) -> Features {
        let farthest = least + FARTHER;
        let mut features = 0;
        for (distance, side) in self.sides.into_iter().zip(Features::SIDES) {
            if distance <= farthest {
                features |= side;
            }
        }
        for (distance, face) in self.faces.into_iter().zip(Features::FACES) {
            if distance.is_some_and(|distance| distance <= farthest) {
                features |= face;
            }
        }
        if self.may_cross {
            features |= Features::CROSSING;
        }
        Features(features)
    }
}

/// Whether `p` is smaller in the first coordinate in which they differ.
#[inline(always)]
fn precedes<V: Vector>(p: V, q: V) -> bool {
    let differs = (0..V::DIM).find(|&i| p[i] != q[i]);
    differs.is_some_and(|i| p[i] < q[i])
}
