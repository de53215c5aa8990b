//! The closest points of two cores of up to three points: one kernel per pair of counts.
//!
//! A kernel does not classify Voronoi regions: it computes the closest points of every pair of features and takes the
//! smallest distance. If rounding leaves out a feature, its neighbor gives the same distance to a few eps.
//!
//! Sources: Ericson, *Real-Time Collision Detection* 5.1 (the projections). The cross product form of the segments'
//! determinant and the second pair of projections are our own, see `segments.rs`.

mod axes;
mod segment;
mod triangle;
mod two_triangles;

use super::frame::copied;
use super::prism::{self, Features, Prism};
use super::segments::{self, noise, point_segment};
use axes::{across, cross_axis, face_axis, padded, sides, squared_up};
use carom_math::{Scalar, Vector};
use segment::{beside, segment_segment, segments_cross};
pub(super) use triangle::{FARTHER, edges};
use triangle::{Face, RoughDistances, offer_inside, point_edges, point_face, segment_triangle};

/// The closest points of two cores; `crossing` if they share a point in the interior of both.
///
/// If a feature determines the direction between the cores (a face; the interiors of two edges; in 2D an edge), `axis`
/// is that direction, of any length and sign. It is set only if it is better determined than the difference of the two
/// points, which has an error of eps L over their distance. Otherwise `axis` is zero.
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

    pub(super) fn crossing(p: V) -> Self {
        Self {
            crossing: true,
            ..Self::between(p, p)
        }
    }

    /// The same points with the direction `axis` = u × v, if it is better determined: the error of a cross product is
    /// eps |u||v| / |u × v|, that of the difference of the points eps / d (L is 1 here).
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

    /// The nearer of two pairs of points, a crossing before all others; `self` on a tie.
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

/// The most candidate axes of a pair of cores: two faces and nine pairs of edges.
pub(crate) const AXES: usize = 11;
pub(crate) type Axes<V> = [V; AXES];

/// All kernels, one for each pair of counts: `Kernels: Kernel<2, 3>` for segment and triangle.
pub(crate) struct Kernels;

/// The computations on a pair of cores of `N` and `M` points.
pub(crate) trait Kernel<const N: usize, const M: usize> {
    /// Offers the closest points of every pair of features that can be nearest, in any order. `a` and `b` are in the
    /// frame of the pair.
    fn features<V: Vector>(a: &[V; N], b: &[V; M], offer: impl FnMut(NearestPoints<V>));
    /// Candidate axes of any length: if the cores cross or touch, one of them (or its opposite) is the penetration
    /// axis. Zero for axes lost to rounding.
    fn axes<V: Vector>(a: &[V; N], b: &[V; M]) -> Axes<V>;
    /// The number of candidate axes at most; the others are zero.
    const WAYS: usize;
    /// Whether both are points, so that their difference is the normal and needs no check.
    const IS_OF_POINTS: bool = false;

    /// The same for the features of a triangle that can be nearest, and possibly others.
    #[inline(always)]
    fn features_among<V: Vector>(
        a: &[V; N],
        b: &[V; M],
        _features: Features,
        offer: impl FnMut(NearestPoints<V>),
    ) {
        Self::features(a, b, offer);
    }

    /// The nearest points of `a` and `b`.
    #[inline(always)]
    fn nearest<V: Vector>(a: &[V; N], b: &[V; M]) -> NearestPoints<V> {
        Self::nearest_of(a, b, Features::ALL)
    }

    /// The nearest points of `a` and `b`, given the features of a triangle that can be nearest: the same bits as without,
    /// because no other feature is as near.
    #[inline(always)]
    fn nearest_of<V: Vector>(a: &[V; N], b: &[V; M], features: Features) -> NearestPoints<V> {
        let mut best: Option<NearestPoints<V>> = None;
        Self::features_among(a, b, features, |found| {
            best = Some(best.map_or(found, |best| best.or(found)));
        });
        best.unwrap_or(NearestPoints::between(a[0], b[0]))
    }

    /// Whether the cores certainly cross, in double precision.
    fn clearly_cross<D: Vector<Scalar = f64>>(_a: &[D; N], _b: &[D; M]) -> bool {
        false
    }

    /// The nearest points in [`Vector::Exact`], of cores in double precision: the same bits as [`nearest`](Self::nearest), but
    /// what is farther in double precision for certain is not computed.
    #[inline(always)]
    fn exactly_nearest<W: Vector>(a: &[W; N], b: &[W; M]) -> NearestPoints<W> {
        Self::nearest(a, b)
    }

    /// The nearest points for pairs in single precision, which have bits to spare; without an `axis`.
    #[inline(always)]
    fn quick_nearest<V: Vector>(a: &[V; N], b: &[V; M]) -> NearestPoints<V> {
        Self::nearest(a, b)
    }

    /// The nearest points, given the features that can be nearest; `None` if they do not determine them.
    #[inline(always)]
    fn nearest_among<V: Vector>(
        _a: &[V; N],
        _b: &[V; M],
        _features: Features,
    ) -> Option<NearestPoints<V>> {
        None
    }

    /// A quick test for pairs in single precision: true if they are certainly farther apart than `reach`.
    #[inline(always)]
    fn quickly_apart<V: Vector>(_a: &[V; N], _b: &[V; M], _reach: V::Scalar) -> bool {
        false
    }

    /// A quick lower bound of the time of impact for pairs in single precision: until this fraction of `delta` they are
    /// farther apart than `stop`. 0 if they are not certainly farther apart than `start` at the beginning.
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
    const IS_OF_POINTS: bool = true;

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
        let [a, b] = segments::quick_nearest_points(a, b);
        NearestPoints::between(a, b)
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
    fn features_among<V: Vector>(
        a: &[V; 1],
        b: &[V; 3],
        features: Features,
        mut offer: impl FnMut(NearestPoints<V>),
    ) {
        if V::DIM == 2 || features.any(!Features::ALL_SIDES) {
            return Self::features(a, b, offer);
        }
        for (edge, side) in edges(b).iter().zip(Features::SIDES) {
            if features.any(side) {
                <Self as Kernel<1, 2>>::features(a, edge, &mut offer);
            }
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
        segment_triangle(a, b, Features::ALL, offer);
    }
    #[inline(always)]
    fn features_among<V: Vector>(
        a: &[V; 2],
        b: &[V; 3],
        features: Features,
        offer: impl FnMut(NearestPoints<V>),
    ) {
        segment_triangle(a, b, features, offer);
    }
    fn clearly_cross<D: Vector<Scalar = f64>>(a: &[D; 2], b: &[D; 3]) -> bool {
        D::DIM == 3 && triangle::clearly_crosses(a, b)
    }
    #[inline(always)]
    fn exactly_nearest<W: Vector>(a: &[W; 2], b: &[W; 3]) -> NearestPoints<W> {
        if W::DIM == 2 {
            return Self::nearest(a, b);
        }
        let rough = RoughDistances::new(&a.map(W::to_double), &b.map(W::to_double));
        Self::nearest_of(a, b, rough.features(rough.least))
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
            |side| segments::quick_nearest_points(a, side),
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

/// [`Kernel::time_free`] for a triangle in 3D.
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

/// [`Kernel::quickly_apart`] for a triangle in 3D.
#[inline(always)]
fn prism_apart<V: Vector, const N: usize>(a: &[V; N], b: &[V; 3], reach: V::Scalar) -> bool {
    V::DIM == 3 && Prism::new(a, b).is_some_and(|prism| prism.apart(reach))
}

/// The nearest points of cores without a fast path.
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

#[cfg(test)]
mod tests {
    use super::super::least_depth::{least_depth, leave_out_deeper};
    use super::*;
    use carom_math::double_double::{DoubleDouble, VecDD};
    use fastrand::Rng;
    use glam::{DVec3, dvec3};

    /// Points in single precision: small integers (ties, touches), numbers near them, or random ones.
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
        // The quick tests are right.
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
    fn quick_and_careful_kernels_find_the_same_distance() {
        let random = &mut Rng::with_seed(3);
        let mut certain = 0;
        for _ in 0..200_000 {
            agree::<2, 2>(random);
            certain += agree::<1, 3>(random) + agree::<2, 3>(random) + agree::<3, 3>(random);
        }
        assert!(certain > 100_000, "{certain}");
    }

    /// In double-double with and without what double precision leaves out: the same bits, of points as above, of slivers, of
    /// corners, edges and faces that touch or almost do.
    fn is_exactly_the_same<const N: usize, const M: usize>(random: &mut Rng)
    where
        Kernels: Kernel<N, M>,
    {
        let [mut a, mut b] = [[DVec3::ZERO; 3]; 2].map(|_| points::<3>(random).map(|p| p * 0.5));
        match random.u8(0..6) {
            0 => b[0] = a[0],
            1 => b[0] = a[0] + (a[1] - a[0]) * random.f64(),
            2 => b[0] = (a[0] + a[1] + a[2]) / 3.0,
            3 => b[2] = b[0].lerp(b[1], random.f64()) + DVec3::splat(1e-9 * random.f64()),
            4 => [a, b] = [a, b].map(|all| all.map(|p| dvec3(p.x, p.y, 1e-13 * p.z))),
            _ => {}
        }
        let first = |all: [DVec3; 3]| all.map(VecDD::<3>::from_double);
        let (all_a, all_b) = (first(a), first(b));
        let a: [VecDD<3>; N] = core::array::from_fn(|i| all_a[i]);
        let b: [VecDD<3>; M] = core::array::from_fn(|i| all_b[i]);
        let (x, y) = (Kernels::nearest(&a, &b), Kernels::exactly_nearest(&a, &b));
        let points = x.a.is_same(y.a) && x.b.is_same(y.b);
        let is_same = points && x.axis.is_same(y.axis) && x.crossing == y.crossing;
        assert!(is_same, "{a:?} {b:?} {:?} {:?}", x.a - x.b, y.a - y.b);

        let against = match random.u8(0..3) {
            0 => DVec3::ZERO,
            1 => DVec3::X,
            _ => self::points::<1>(random)[0],
        };
        let against = VecDD::<3>::from_double(against);
        let all = Kernels::axes(&a, &b);
        let mut fewer = all;
        let doubles = (a.map(VecDD::to_double), b.map(VecDD::to_double));
        leave_out_deeper(&mut fewer, &doubles.0, &doubles.1, against.to_double());
        let tie = DoubleDouble::from_f64(1e-15);
        let [x, y] = [all, fewer].map(|axes| least_depth(&axes, &a, &b, against, tie));
        let is_same = x.depth == y.depth && x.normal.is_same(y.normal);
        assert!(
            is_same && x.ambiguous == y.ambiguous,
            "{a:?} {b:?} {against:?}"
        );
    }

    #[test]
    fn what_is_farther_for_certain_is_left_out_without_a_changed_bit() {
        let random = &mut Rng::with_seed(4);
        for _ in 0..30_000 {
            is_exactly_the_same::<2, 3>(random);
            is_exactly_the_same::<3, 3>(random);
        }
    }
}
