//! The nearest points of two cores: few kernels, each by the least over its features.
//!
//! No kernel classifies regions as a Voronoi cascade would: it computes the nearest points of every
//! feature pair and takes the least distance. A feature wrongly left out by rounding costs nothing
//! then, because its neighbour gives the same distance to a few eps.
//!
//! Sources: Ericson, *Real-Time Collision Detection* 5.1 (the projections); the cross form of the
//! segments' determinant and the second pair of projections are ours, see `segments.rs`.

use super::frame::copied;
use super::prism::{self, Features, Prism};
use super::segments::{self, cross, fraction, noise, point_segment};
use crate::shape::triangle::shortest_sides;
use carom_math::{Scalar, Vector};

/// A point on each core; `crossing` where the cores share a point in the interior of both.
///
/// Where a feature fixes the direction between them (a face; the interiors of two edges; in 2D an
/// edge), `axis` is that direction, of any length and sign. It is given only where it is better
/// determined than the difference of the two points, whose error is eps L over their distance.
/// Otherwise `axis` is zero.
#[derive(Clone, Copy)]
pub(crate) struct NearestPoints<V: Vector> {
    pub(crate) a: V,
    pub(crate) b: V,
    pub(crate) crossing: bool,
    pub(crate) axis: V,
}

impl<V: Vector> NearestPoints<V> {
    #[inline(always)]
    pub(super) fn between(a: V, b: V) -> Self {
        Self {
            a,
            b,
            crossing: false,
            axis: V::ZERO,
        }
    }

    fn crossing(p: V) -> Self {
        Self {
            crossing: true,
            ..Self::between(p, p)
        }
    }

    /// The same points with the direction `axis` = u × v, if that is the better one: the error of a
    /// cross product is eps |u||v| / |u × v|, that of the points' difference eps / d (L is 1 here).
    #[inline(always)]
    fn along_cross(self, axis: V, uu: V::Scalar, vv: V::Scalar) -> Self {
        let (cross, whole) = (axis.length_squared(), uu * vv);
        if cross > noise(uu, vv) && cross > whole * self.distance_squared() {
            return Self { axis, ..self };
        }
        self
    }

    #[inline(always)]
    fn distance_squared(&self) -> V::Scalar {
        (self.a - self.b).length_squared()
    }

    /// The nearer of two, a crossing before all; the first on a tie.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        let nearer = other.distance_squared() < self.distance_squared() || other.crossing;
        if nearer && !self.crossing {
            other
        } else {
            self
        }
    }
}

/// The most directions that a pair of cores has: two faces and nine pairs of edges.
pub(crate) const AXES: usize = 11;
pub(crate) type Axes<V> = [V; AXES];

/// All kernels: one for each pair of counts, `Kernels: Kernel<2, 3>` for segment and triangle.
pub(crate) struct Kernels;

/// What the verbs ask of a pair of cores of `N` and `M` points.
pub(crate) trait Kernel<const N: usize, const M: usize> {
    /// The nearest points of every pair of features that can have them; `a` and `b` are in the pair's
    /// frame. The nearest of all comes first only by chance.
    fn features<V: Vector>(a: &[V; N], b: &[V; M], offer: impl FnMut(NearestPoints<V>));
    /// Some directions, of any length, of which one (or its opposite) is the shortest way to
    /// part the cores where they cross or touch; zero for those that rounding has swallowed.
    fn axes<V: Vector>(a: &[V; N], b: &[V; M]) -> Axes<V>;
    /// How many of them there are at most; what is after them is zero.
    const WAYS: usize;
    /// There is but one pair of features, found without a choice: its normal needs no second look.
    const SINGLE: bool = false;

    /// The nearest points of `a` and `b`.
    #[inline(always)]
    fn nearest<V: Vector>(a: &[V; N], b: &[V; M]) -> NearestPoints<V> {
        let mut best: Option<NearestPoints<V>> = None;
        Self::features(a, b, |found| {
            best = Some(best.map_or(found, |best| best.or(found)));
        });
        best.unwrap_or(NearestPoints::between(a[0], b[0]))
    }

    /// The same for pairs of single precision, whose numbers have bits to spare; without an `axis`.
    #[inline(always)]
    fn quick_nearest<V: Vector>(a: &[V; N], b: &[V; M]) -> NearestPoints<V> {
        Self::nearest(a, b)
    }

    /// The same where the features that can be nearest are known; `None` if that is no help.
    #[inline(always)]
    fn nearest_among<V: Vector>(
        _a: &[V; N],
        _b: &[V; M],
        _features: Features,
    ) -> Option<NearestPoints<V>> {
        None
    }

    /// Whether pairs of single precision are at once seen to be farther apart than `reach`.
    #[inline(always)]
    fn quickly_apart<V: Vector>(_a: &[V; N], _b: &[V; M], _reach: V::Scalar) -> bool {
        false
    }

    /// Until which fraction of the motion `delta` pairs of single precision are at once seen to be
    /// farther apart than `stop`, and than `start` at its beginning; 0 if they are not.
    #[inline(always)]
    fn time_free<V: Vector>(
        _a: &[V; N],
        _delta: V,
        _b: &[V; M],
        _start: V::Scalar,
        _stop: V::Scalar,
    ) -> V::Scalar {
        V::Scalar::ZERO
    }
}

impl Kernel<1, 1> for Kernels {
    const WAYS: usize = 0;
    const SINGLE: bool = true;

    #[inline(always)]
    fn features<V: Vector>(&[a]: &[V; 1], &[b]: &[V; 1], mut offer: impl FnMut(NearestPoints<V>)) {
        offer(NearestPoints::between(a, b));
    }
    fn axes<V: Vector>(_: &[V; 1], _: &[V; 1]) -> Axes<V> {
        [V::ZERO; AXES]
    }
}

impl Kernel<1, 2> for Kernels {
    const WAYS: usize = 1;
    const SINGLE: bool = true;

    #[inline(always)]
    fn features<V: Vector>(&[a]: &[V; 1], b: &[V; 2], mut offer: impl FnMut(NearestPoints<V>)) {
        let (t, foot) = point_segment(a, b);
        offer(beside(NearestPoints::between(a, foot), t, b));
    }
    fn axes<V: Vector>(_: &[V; 1], b: &[V; 2]) -> Axes<V> {
        padded([(b[1] - b[0]).any_orthogonal_vector()])
    }
}

impl Kernel<2, 2> for Kernels {
    const WAYS: usize = 2;

    #[inline(always)]
    fn features<V: Vector>(a: &[V; 2], b: &[V; 2], mut offer: impl FnMut(NearestPoints<V>)) {
        offer(NearestPoints {
            crossing: V::DIM == 2 && segments_cross(a, b),
            ..segment_segment(a, b)
        });
    }
    #[inline(always)]
    fn quick_nearest<V: Vector>(a: &[V; 2], b: &[V; 2]) -> NearestPoints<V> {
        if V::DIM == 2 {
            return Self::nearest(a, b);
        }
        let [s, t] = segments::quick_segment_segment(a, b);
        NearestPoints::between(a[0] + (a[1] - a[0]) * s, b[0] + (b[1] - b[0]) * t)
    }
    #[inline(always)]
    fn quickly_apart<V: Vector>(a: &[V; 2], b: &[V; 2], reach: V::Scalar) -> bool {
        let gap = |p: &[V; 2], q: &[V; 2]| p[0].min(p[1]) - q[0].max(q[1]);
        gap(a, b).max(gap(b, a)).max_element() > reach
    }
    fn axes<V: Vector>(a: &[V; 2], b: &[V; 2]) -> Axes<V> {
        let (u, v) = (a[1] - a[0], b[1] - b[0]);
        if V::DIM == 2 {
            return padded(V::crossing_axes(u, v));
        }
        let [cross, _] = V::crossing_axes(u, v);
        padded([squared_up(cross, u, v), across([*a, *b])])
    }
}

impl Kernel<1, 3> for Kernels {
    const WAYS: usize = 3;

    #[inline(always)]
    fn features<V: Vector>(&[a]: &[V; 1], b: &[V; 3], mut offer: impl FnMut(NearestPoints<V>)) {
        if V::DIM == 2 {
            point_edges(a, b, &mut offer);
            return offer_inside(a, b, offer);
        }
        let edge = point_edges(a, b, &mut offer);
        if let Some(over) = point_face(a, b, &Face::new(b), edge) {
            offer(over);
        }
    }
    #[inline(always)]
    fn quick_nearest<V: Vector>(a: &[V; 1], b: &[V; 3]) -> NearestPoints<V> {
        if V::DIM == 2 {
            return Self::nearest(a, b);
        }
        let Some(prism) = Prism::new(a, b) else {
            return careful(a, b);
        };
        let [a, b] = prism.nearest(a, b);
        NearestPoints::between(a, b)
    }
    #[inline(always)]
    fn nearest_among<V: Vector>(
        a: &[V; 1],
        b: &[V; 3],
        features: Features,
    ) -> Option<NearestPoints<V>> {
        let [a, b] = prism::nearest_among(
            a,
            b,
            features,
            #[inline(always)]
            |side| [a[0], point_segment(a[0], side).1],
        )?;
        Some(NearestPoints::between(a, b))
    }
    #[inline(always)]
    fn time_free<V: Vector>(
        a: &[V; 1],
        delta: V,
        b: &[V; 3],
        start: V::Scalar,
        stop: V::Scalar,
    ) -> V::Scalar {
        prism_time_free(a, delta, b, [start, stop])
    }
    #[inline(always)]
    fn quickly_apart<V: Vector>(a: &[V; 1], b: &[V; 3], reach: V::Scalar) -> bool {
        prism_apart(a, b, reach)
    }
    #[inline(always)]
    fn axes<V: Vector>(_: &[V; 1], b: &[V; 3]) -> Axes<V> {
        if V::DIM == 2 {
            return padded(sides(b));
        }
        let face = face_axis(b);
        if face == V::ZERO {
            return padded([across(edges(b))]);
        }
        padded([face])
    }
}

impl Kernel<2, 3> for Kernels {
    const WAYS: usize = 4;

    #[inline(always)]
    fn features<V: Vector>(a: &[V; 2], b: &[V; 3], offer: impl FnMut(NearestPoints<V>)) {
        segment_triangle(a, b, offer);
    }
    #[inline(always)]
    fn quick_nearest<V: Vector>(a: &[V; 2], b: &[V; 3]) -> NearestPoints<V> {
        if V::DIM == 2 {
            return Self::nearest(a, b);
        }
        let Some(prism) = Prism::new(a, b) else {
            return careful(a, b);
        };
        let [a, b] = match prism.crossing(a) {
            Some(p) => return NearestPoints::crossing(p),
            None => prism.nearest(a, b),
        };
        NearestPoints::between(a, b)
    }
    #[inline(always)]
    fn nearest_among<V: Vector>(
        a: &[V; 2],
        b: &[V; 3],
        features: Features,
    ) -> Option<NearestPoints<V>> {
        let [a, b] = prism::nearest_among(
            a,
            b,
            features,
            #[inline(always)]
            |side| {
                let [s, t] = segments::quick_segment_segment(a, side);
                [a[0] + (a[1] - a[0]) * s, side[0] + (side[1] - side[0]) * t]
            },
        )?;
        Some(NearestPoints::between(a, b))
    }
    #[inline(always)]
    fn time_free<V: Vector>(
        a: &[V; 2],
        delta: V,
        b: &[V; 3],
        start: V::Scalar,
        stop: V::Scalar,
    ) -> V::Scalar {
        prism_time_free(a, delta, b, [start, stop])
    }
    #[inline(always)]
    fn quickly_apart<V: Vector>(a: &[V; 2], b: &[V; 3], reach: V::Scalar) -> bool {
        prism_apart(a, b, reach)
    }
    fn axes<V: Vector>(a: &[V; 2], b: &[V; 3]) -> Axes<V> {
        let u = a[1] - a[0];
        if V::DIM == 2 {
            let [e, f, g] = sides(b);
            return padded([e, f, g, u.any_orthogonal_vector()]);
        }
        let [ab, bc, ca] = edges(b);
        let [e, f, g] = [ab, bc, ca].map(|edge| cross_axis(edge[1] - edge[0], u));
        let face = face_axis(b);
        if face == V::ZERO {
            return padded([e, f, g, across([*a, ab, bc, ca])]);
        }
        padded([face, e, f, g])
    }
}

impl Kernel<3, 3> for Kernels {
    const WAYS: usize = AXES;

    /// An edge of one is nearest to the other, or passes through it: six edges against triangles. The
    /// pairs of edges are met twice, which costs time but spares a kernel.
    fn features<V: Vector>(a: &[V; 3], b: &[V; 3], mut offer: impl FnMut(NearestPoints<V>)) {
        for edge in &edges(a) {
            segment_triangle(edge, b, &mut offer);
        }
        for edge in &edges(b) {
            segment_triangle(edge, a, |found| {
                offer(NearestPoints {
                    a: found.b,
                    b: found.a,
                    ..found
                });
            });
        }
    }
    fn axes<V: Vector>(a: &[V; 3], b: &[V; 3]) -> Axes<V> {
        if V::DIM == 2 {
            let ([e, f, g], [h, i, j]) = (sides(a), sides(b));
            return padded([e, f, g, h, i, j]);
        }
        let mut axes = [V::ZERO; AXES];
        (axes[0], axes[1]) = (face_axis(a), face_axis(b));
        for (i, e) in edges(a).iter().enumerate() {
            for (j, f) in edges(b).iter().enumerate() {
                axes[2 + 3 * i + j] = cross_axis(e[1] - e[0], f[1] - f[0]);
            }
        }
        if axes.iter().all(|axis| *axis == V::ZERO) {
            let ([ab, bc, ca], [de, ef, fd]) = (edges(a), edges(b));
            return padded([across([ab, bc, ca, de, ef, fd])]);
        }
        axes
    }
}

/// See [`Kernel::time_free`], of a triangle in space.
#[inline(always)]
fn prism_time_free<V: Vector, const N: usize>(
    a: &[V; N],
    delta: V,
    b: &[V; 3],
    [start, stop]: [V::Scalar; 2],
) -> V::Scalar {
    if V::DIM == 3
        && let Some(prism) = Prism::new(a, b)
    {
        return prism.time_free(delta, start, stop);
    }
    V::Scalar::ZERO
}

/// See [`Kernel::quickly_apart`], of a triangle in space.
#[inline(always)]
fn prism_apart<V: Vector, const N: usize>(a: &[V; N], b: &[V; 3], reach: V::Scalar) -> bool {
    V::DIM == 3 && Prism::new(a, b).is_some_and(|prism| prism.apart(reach))
}

/// The nearest points of cores for which there is nothing quicker.
#[inline(always)]
fn careful<V: Vector, const N: usize, const M: usize>(a: &[V; N], b: &[V; M]) -> NearestPoints<V>
where
    Kernels: Kernel<N, M>,
{
    #[cold]
    fn apart<V: Vector, const N: usize, const M: usize>(a: &[V; N], b: &[V; M]) -> NearestPoints<V>
    where
        Kernels: Kernel<N, M>,
    {
        Kernels::nearest(a, b)
    }
    let found = apart(&a.map(copied), &b.map(copied));
    NearestPoints {
        crossing: found.crossing,
        ..NearestPoints::between(copied(found.a), copied(found.b))
    }
}

/// These axes; the others zero.
#[inline(always)]
fn padded<V: Vector, const K: usize>(axes: [V; K]) -> Axes<V> {
    let mut all = [V::ZERO; AXES];
    all[..K].copy_from_slice(&axes);
    all
}

/// The axis across two directions, or zero where rounding leaves nothing of it.
fn cross_axis<V: Vector>(u: V, v: V) -> V {
    squared_up(cross(u, v), u, v)
}

/// `cross` = u × v made orthogonal to the longer of the two once more: where they are nearly parallel,
/// rounding turns the cross product by as much as its own size, and along an axis that is not quite
/// across a long segment its extent would be counted as depth. Zero where nothing is left.
fn squared_up<V: Vector>(cross: V, u: V, v: V) -> V {
    let (cc, uu, vv) = (
        cross.length_squared(),
        u.length_squared(),
        v.length_squared(),
    );
    if cc <= noise(uu, vv) {
        return V::ZERO;
    }
    if cc > V::Scalar::from_f64(STEEP) * (uu * vv) {
        return cross;
    }
    let (longer, square) = if vv > uu { (v, vv) } else { (u, uu) };
    let without = |axis: V| axis - longer * (axis.dot(longer) / square);
    without(without(cross))
}

/// The squared sine above which a cross product is right to 10 bits less than its numbers, which have at
/// least 29 more than the answer.
const STEEP: f64 = 1.0 / (1 << 20) as f64;

/// Beside the interior of an edge, in 2D: the direction is at a right angle to the edge.
fn beside<V: Vector>(nearest: NearestPoints<V>, t: V::Scalar, edge: &[V; 2]) -> NearestPoints<V> {
    if V::DIM == 2 && t > V::Scalar::ZERO && t < V::Scalar::ONE {
        return NearestPoints {
            axis: (edge[1] - edge[0]).any_orthogonal_vector(),
            ..nearest
        };
    }
    nearest
}

/// A direction at a right angle to the longest of parallel segments, zero if all are points.
fn across<V: Vector, const K: usize>(segments: [[V; 2]; K]) -> V {
    let mut longest = V::ZERO;
    for [a, b] in segments {
        if (b - a).length_squared() > longest.length_squared() {
            longest = b - a;
        }
    }
    longest.any_orthogonal_vector()
}

/// The nearest points of two segments.
#[inline(always)]
fn segment_segment<V: Vector>(a: &[V; 2], b: &[V; 2]) -> NearestPoints<V> {
    let (u, v) = (a[1] - a[0], b[1] - b[0]);
    let [s, t] = segments::segment_segment(a, b);
    let nearest = NearestPoints::between(a[0] + u * s, b[0] + v * t);
    let inner = |x: V::Scalar| x > V::Scalar::ZERO && x < V::Scalar::ONE;
    if V::DIM == 2 {
        // Segments that do not cross are nearest at an end: beside the edge of the other.
        return if inner(t) && !inner(s) {
            beside(nearest, t, b)
        } else {
            beside(nearest, s, a)
        };
    }
    if inner(s) && inner(t) {
        return nearest.along_cross(cross(u, v), u.length_squared(), v.length_squared());
    }
    nearest
}

/// Whether the ends of each segment lie strictly on different sides of the other (2D).
fn segments_cross<V: Vector>(a: &[V; 2], b: &[V; 2]) -> bool {
    let (u, v) = (a[1] - a[0], b[1] - b[0]);
    V::wedge_dot(v, a[0] - b[0], v, a[1] - b[0]) < V::Scalar::ZERO
        && V::wedge_dot(u, b[0] - a[0], u, b[1] - a[0]) < V::Scalar::ZERO
}

fn edges<V: Vector>(&[a, b, c]: &[V; 3]) -> [[V; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// The normals of a triangle's sides, in 2D.
fn sides<V: Vector>(b: &[V; 3]) -> [V; 3] {
    edges(b).map(|[p, q]| (q - p).any_orthogonal_vector())
}

/// In 2D a triangle is filled: a point strictly inside is a crossing.
fn offer_inside<V: Vector>(p: V, b: &[V; 3], mut offer: impl FnMut(NearestPoints<V>)) {
    // Each side has p and the corner across from it on the same hand.
    let inside = (0..3).all(|i| {
        let (from, to, across) = (b[i], b[(i + 1) % 3], b[(i + 2) % 3]);
        V::wedge_dot(to - from, p - from, to - from, across - from) > V::Scalar::ZERO
    });
    if inside {
        offer(NearestPoints::crossing(p));
    }
}

/// The plane of a triangle.
struct Face<V: Vector> {
    /// The cross product of the two shortest edges, not unit.
    normal: V,
    /// The squared lengths of these two.
    sides: [V::Scalar; 2],
}

impl<V: Vector> Face<V> {
    #[inline(always)]
    fn new(corners: &[V; 3]) -> Self {
        let [(u, uu), (v, vv)] = shortest_sides(corners);
        Self {
            normal: cross(u, v),
            sides: [uu, vv],
        }
    }

    /// So thin that the nearest edge is as good as the face, and the plane is rounding.
    #[inline(always)]
    fn is_needle(&self) -> bool {
        let three = V::Scalar::from_f64(3.0);
        let [u, v] = self.sides;
        self.normal.length_squared() <= noise(three * u, three * v)
    }
}

/// The face normal, or zero where the triangle has no area to speak of.
#[inline(always)]
fn face_axis<V: Vector>(b: &[V; 3]) -> V {
    let face = Face::new(b);
    if face.is_needle() {
        V::ZERO
    } else {
        face.normal
    }
}

/// Offers the nearest points of the three edges and returns the nearest of them.
#[inline(always)]
fn point_edges<V: Vector>(p: V, b: &[V; 3], mut offer: impl FnMut(NearestPoints<V>)) -> V {
    let [ab, bc, ca] = edges(b).map(|e| {
        let (t, foot) = point_segment(p, &e);
        beside(NearestPoints::between(p, foot), t, &e)
    });
    offer(ab);
    offer(bc);
    offer(ca);
    ab.or(bc).or(ca).b
}

/// The foot of `p` on the plane, if the foot lies in the triangle.
///
/// `edge` is the nearest point on the triangle's border: the plane is held there, not at a corner,
/// because then a small tilt of `n` (a needle's is ill-determined along its length) moves the foot
/// only by its square.
#[inline(always)]
fn point_face<V: Vector>(p: V, b: &[V; 3], face: &Face<V>, edge: V) -> Option<NearestPoints<V>> {
    let n = face.normal;
    if face.is_needle() || !inside_prism(p, b, n) {
        return None;
    }
    let foot = p - n * (n.dot(p - edge) / n.length_squared());
    let [uu, vv] = face.sides;
    Some(NearestPoints::between(p, foot).along_cross(n, uu, vv))
}

/// Whether `p` projects into the triangle: left of all three edges, seen along `n`.
#[inline(always)]
fn inside_prism<V: Vector>(p: V, b: &[V; 3], n: V) -> bool {
    edges(b)
        .iter()
        .all(|edge| turn(n, p, edge) >= V::Scalar::ZERO)
}

/// `u·((b₀ − p) × (b₁ − p))`: on which hand a line through `p` along `u` passes an edge, and how far off.
///
/// Written as `u·((b₀ − p) × (b₁ − b₀))`, the distance is off by eps L, and not, as with the difference of
/// two far corners, by eps L² over the length of the edge, by which a line far from a tiny triangle would go
/// through it.
#[inline(always)]
fn turn<V: Vector>(u: V, p: V, [from, to]: &[V; 2]) -> V::Scalar {
    u.dot(cross(*from - p, *to - *from))
}

/// Three segment pairs, two end points over the face, and the crossing.
#[inline(always)]
fn segment_triangle<V: Vector>(a: &[V; 2], b: &[V; 3], mut offer: impl FnMut(NearestPoints<V>)) {
    for edge in &edges(b) {
        Kernels::features(a, edge, &mut offer);
    }
    if V::DIM == 2 {
        return offer_inside(a[0], b, offer);
    }
    let face = Face::new(b);
    let n = face.normal;
    let mut heights = [V::Scalar::ZERO; 2];
    for (height, &p) in heights.iter_mut().zip(a) {
        *height = n.dot(p - b[0]);
        if inside_prism(p, b, n)
            && let Some(over) = point_face(p, b, &face, point_edges(p, b, |_| {}))
        {
            offer(over);
        }
    }
    if let Some(p) = crossing_point(a, b, heights) {
        offer(NearestPoints::crossing(p));
    }
}

/// Where the segment passes through the triangle: its ends strictly on different sides of the plane,
/// and the three edges turning the same way round it (Plücker's test).
#[inline(always)]
fn crossing_point<V: Vector>(a: &[V; 2], b: &[V; 3], [h0, h1]: [V::Scalar; 2]) -> Option<V> {
    let zero = V::Scalar::ZERO;
    if !(h0 < zero && h1 > zero || h0 > zero && h1 < zero) {
        return None;
    }
    let u = a[1] - a[0];
    // Both triangles at an edge see it from one end: the same number, of either sign.
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

/// Whether the first coordinate in which they differ is the lesser.
#[inline(always)]
fn precedes<V: Vector>(p: V, q: V) -> bool {
    let differs = (0..V::DIM).find(|&i| p[i] != q[i]);
    differs.is_some_and(|i| p[i] < q[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use glam::{DVec3, dvec3};

    /// Points in single precision: small integers (ties, touches), near ones, or anything.
    fn points<const N: usize>(random: &mut Rng) -> [DVec3; N] {
        let mut number = || -> f64 {
            let near = match random.u8(0..4) {
                0 => random.i32(-3..=3) as f32,
                1 => random.i32(-3..=3) as f32 + (random.f32() - 0.5) * 1e-5,
                _ => (random.f32() - 0.5) * 4.0,
            };
            near.into()
        };
        [(); N].map(|()| dvec3(number(), number(), number()))
    }

    fn agree<const N: usize, const M: usize>(random: &mut Rng) -> u32
    where
        Kernels: Kernel<N, M>,
    {
        let (a, b) = (points::<N>(random), points::<M>(random));
        let (quick, careful) = (Kernels::quick_nearest(&a, &b), Kernels::nearest(&a, &b));
        let distance = |n: NearestPoints<DVec3>| {
            if n.crossing {
                0.0
            } else {
                n.distance_squared().sqrt()
            }
        };
        let (quick_distance, careful_distance) = (distance(quick), distance(careful));
        let error = (quick_distance - careful_distance).abs();
        assert!(error < 1e-12, "{a:?} {b:?} {error}");
        let aside = Vector::length(quick.a - quick.b) - quick_distance;
        assert!(quick.crossing || aside == 0.0, "{a:?} {b:?} {aside}");
        // If it is at once seen to be farther than that, it is.
        let (delta, reach) = (points::<1>(random)[0], quick_distance * random.f64() * 2.0);
        let apart = Kernels::quickly_apart(&a, &b, reach);
        assert!(!apart || quick_distance > reach - 1e-12, "{a:?} {b:?}");
        let free = Kernels::time_free(&a, delta, &b, reach, reach * 0.5);
        if free > 0.0 {
            assert!(quick_distance > reach - 1e-12, "{a:?} {b:?}");
            for t in [free.min(1.0), free.min(1.0) * random.f64()] {
                let there = Kernels::nearest(&a.map(|p| p + delta * t), &b);
                assert!(distance(there) > reach * 0.5 - 1e-12, "{a:?} {delta} {b:?}");
            }
        }
        u32::from(apart) + u32::from(free > 0.0)
    }

    #[test]
    fn the_quick_way_is_as_near_as_the_careful_one() {
        let random = &mut Rng::with_seed(3);
        let mut told = 0;
        for _ in 0..200_000 {
            agree::<2, 2>(random);
            told += agree::<1, 3>(random) + agree::<2, 3>(random);
        }
        assert!(told > 100_000, "{told}");
    }
}
