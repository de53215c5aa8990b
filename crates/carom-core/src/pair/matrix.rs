//! The pair matrix: selects the kernel for every pair of kinds of shapes, the only place that does.
//!
//! Shapes come in any order. The simpler kind is computed first, and two shapes of one kind are put into a canonical
//! order, so that `a` against `b` and `b` against `a` agree to the bit.

use super::ball_aabb::BallAabb;
use super::balls::Balls;
use super::block_pair::BlockPair;
use super::contact::{self, Contact};
use super::cores::CorePair;
use super::half_space::HalfSpace;
use super::hit::Sweep;
use super::hulls::{Hulls, precedes};
use super::nearest::{Kernel, Kernels};
use super::separation::MovingPair;
use super::sweep;
use crate::shape::plane::Plane;
use crate::shape::{AnyCore, Core, RoundedCore, ShapeRef};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// Whether two shapes touch or overlap.
#[inline(never)]
pub(crate) fn overlaps<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> bool {
    answer(a, b, &OverlapQuery)
}

/// The contact of two shapes, if their separation is at most `reach`.
#[inline(never)]
pub(crate) fn contact_within<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    answer(a, b, &ContactQuery { reach })
}

/// The sweep of `a` by `delta` against `b`.
#[inline(never)]
pub(crate) fn swept<V: Vector>(a: &ShapeRef<'_, V>, delta: V, b: &ShapeRef<'_, V>) -> Sweep<V> {
    answer(a, b, &SweepQuery::whole(delta))
}

/// The contact of a capsule or ball with a hull or curved core.
pub(crate) fn contact_with_hull<V: Vector>(
    a: AnyCore<'_, V>,
    b: AnyCore<'_, V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    hulls(a, b, V::ZERO, &ContactQuery { reach })
}

/// The sweep of a capsule or ball against a hull or curved core, up to the fraction `limit` of `delta`.
pub(crate) fn swept_to_hull<V: Vector>(
    a: AnyCore<'_, V>,
    delta: V,
    b: AnyCore<'_, V>,
    limit: V::Scalar,
) -> Sweep<V> {
    hulls(a, b, delta, &SweepQuery { delta, limit })
}

/// The same queries for kinds known at compile time: only their kernel is linked.
pub(super) mod known {
    use super::{Contact, ContactQuery, OverlapQuery, ShapeRef, Sweep, SweepQuery, Vector, answer};

    #[inline(always)]
    pub(in crate::pair) fn overlaps<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> bool {
        answer(a, b, &OverlapQuery)
    }

    #[inline(always)]
    pub(in crate::pair) fn contact_within<V: Vector>(
        a: &ShapeRef<'_, V>,
        b: &ShapeRef<'_, V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        answer(a, b, &ContactQuery { reach })
    }

    #[inline(always)]
    pub(in crate::pair) fn swept<V: Vector>(
        a: &ShapeRef<'_, V>,
        delta: V,
        b: &ShapeRef<'_, V>,
    ) -> Sweep<V> {
        answer(a, b, &SweepQuery::whole(delta))
    }
}

/// The position of a kind in the order by which the simpler shape comes first.
#[inline(always)]
fn rank<V: Vector>(shape: &ShapeRef<'_, V>) -> usize {
    match shape {
        ShapeRef::One(_) => 1,
        ShapeRef::Two(_) => 2,
        ShapeRef::Three(_) => 3,
        ShapeRef::Points(_) | ShapeRef::Polytope(..) | ShapeRef::Corners(..) => 4,
        ShapeRef::Box(..) => 5,
        ShapeRef::Curved(..) => 6,
        ShapeRef::Support(..) => 7,
        ShapeRef::HalfSpace(_) => 8,
    }
}

/// A query of a pair, whichever kernel computes its separation.
trait PairQuery<V: Vector> {
    type Answer;
    /// The displacement of the first shape.
    fn delta(&self) -> V;
    /// The answer for a pair.
    fn of_pair(&self, pair: &impl MovingPair<V>) -> Self::Answer;
    /// The answer if one of the shapes is empty.
    fn of_nothing(&self) -> Self::Answer;
    /// The answer for two axis-aligned boxes, if it needs no kernel.
    fn of_aabbs(&self, _: &Aabb<V>, _: &Aabb<V>) -> Option<Self::Answer> {
        None
    }
    /// The query with `a` and `b` exchanged.
    fn swapped(&self) -> Self;
    /// Turns the answer of the exchanged query into that of this one.
    fn back(&self, answer: Self::Answer) -> Self::Answer;
    /// The same if `turned` is 1; if it is 0, the answer as it is.
    #[inline(always)]
    fn back_if(&self, turned: usize, answer: Self::Answer) -> Self::Answer {
        if turned == 1 {
            self.back(answer)
        } else {
            answer
        }
    }
}

/// Answers a query with the simpler kind first. If the kinds are known at compile time, only their kernel remains.
#[inline(always)]
fn answer<V: Vector, Q: PairQuery<V>>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    query: &Q,
) -> Q::Answer {
    if rank(a) > rank(b) {
        query.back(in_order(b, a, &query.swapped()))
    } else {
        in_order(a, b, query)
    }
}

/// Selects the kernel; `a` is of no higher rank than `b`.
#[inline(always)]
fn in_order<V: Vector, Q: PairQuery<V>>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    query: &Q,
) -> Q::Answer {
    match (a, b) {
        (ShapeRef::One(a), ShapeRef::One(b)) => like_cores(a, b, query),
        (ShapeRef::Two(a), ShapeRef::Two(b)) => like_cores(a, b, query),
        (ShapeRef::Three(a), ShapeRef::Three(b)) => like_cores(a, b, query),
        (ShapeRef::One(a), ShapeRef::Two(b)) => cores(*a, *b, query),
        (ShapeRef::One(a), ShapeRef::Three(b)) => cores(*a, *b, query),
        (ShapeRef::Two(a), ShapeRef::Three(b)) => cores(*a, *b, query),
        (ShapeRef::One(a), ShapeRef::Box(b, _)) => {
            of_some(BallAabb::new(*a, b, query.delta()).as_ref(), query)
        }
        (ShapeRef::Box(p, _), ShapeRef::Box(q, _)) => match query.of_aabbs(p, q) {
            Some(answer) => answer,
            None => like_hulls(a.core(), b.core(), query),
        },
        (ShapeRef::HalfSpace(a), ShapeRef::HalfSpace(b)) => {
            if comes_first(b, a) {
                query.back(half_spaces(b, a, &query.swapped()))
            } else {
                half_spaces(a, b, query)
            }
        }
        (_, ShapeRef::HalfSpace(b)) => half_space(a.core(), b, query),
        _ if rank(a) == rank(b) => like_hulls(a.core(), b.core(), query),
        _ => hulls(a.core(), b.core(), query.delta(), query),
    }
}

/// The answer for a pair, if neither of its shapes is empty.
#[inline(always)]
fn of_some<V: Vector, Q: PairQuery<V>>(pair: Option<&impl MovingPair<V>>, query: &Q) -> Q::Answer {
    match pair {
        Some(pair) => query.of_pair(pair),
        None => query.of_nothing(),
    }
}

/// Two cores, the one with fewer points first.
#[inline]
fn cores<V: Vector, Q: PairQuery<V>, const N: usize, const M: usize>(
    a: RoundedCore<V, N>,
    b: RoundedCore<V, M>,
    query: &Q,
) -> Q::Answer
where
    Kernels: Kernel<N, M>,
{
    query.of_pair(&CorePair::new(a, b, query.delta()))
}

/// Two cores with equally many points: the same bits in either order.
#[inline(always)]
fn like_cores<V: Vector, Q: PairQuery<V>, const N: usize>(
    a: &RoundedCore<V, N>,
    b: &RoundedCore<V, N>,
    query: &Q,
) -> Q::Answer
where
    Kernels: Kernel<N, N>,
{
    if let Some(balls) = Balls::new(a, query.delta(), b) {
        return query.of_pair(&balls);
    }
    let ways = [query.delta(), query.swapped().delta()];
    let (cores, turned) = CorePair::ordered(a, ways, b, |core| *core);
    query.back_if(turned, query.of_pair(&cores))
}

/// Two hulls or two curved cores: the same bits in either order.
fn like_hulls<V: Vector, Q: PairQuery<V>>(
    a: AnyCore<'_, V>,
    b: AnyCore<'_, V>,
    query: &Q,
) -> Q::Answer {
    let turned = usize::from(!precedes(&a, &b));
    let (cores, delta) = if turned == 1 {
        ([b, a], query.swapped().delta())
    } else {
        ([a, b], query.delta())
    };
    let [a, b] = cores;
    query.back_if(turned, hulls(a, b, delta, query))
}

/// A core of any kind, which moves by `delta`, and a hull or curved core; the simpler one first, of one kind in canonical
/// order.
#[inline(always)]
fn hulls<V: Vector, Q: PairQuery<V>>(
    a: AnyCore<'_, V>,
    b: AnyCore<'_, V>,
    delta: V,
    query: &Q,
) -> Q::Answer {
    match with_box(&a, &b, delta, query) {
        Some(answer) => answer,
        None => stepwise(a, b, delta, query),
    }
}

/// The same without a closed form for boxes, by faces, GJK and EPA.
#[inline(never)]
fn stepwise<V: Vector, Q: PairQuery<V>>(
    a: AnyCore<'_, V>,
    b: AnyCore<'_, V>,
    delta: V,
    query: &Q,
) -> Q::Answer {
    of_some(Hulls::new(a, b, delta).as_ref(), query)
}

/// A core of few points or a box, and a box in any orientation; `None` if there is no closed form for them.
#[inline(never)]
fn with_box<V: Vector, Q: PairQuery<V>>(
    a: &AnyCore<'_, V>,
    b: &AnyCore<'_, V>,
    delta: V,
    query: &Q,
) -> Option<Q::Answer> {
    if V::Scalar::DOUBLE {
        return None;
    }
    BlockPair::answer(a, b, delta, |pair| query.of_pair(pair))
}

/// A core of any kind and a half-space.
fn half_space<V: Vector, Q: PairQuery<V>>(a: AnyCore<'_, V>, b: &Plane<V>, query: &Q) -> Q::Answer {
    of_some(HalfSpace::new(a, b, query.delta()).as_ref(), query)
}

/// Two half-spaces, reduced to a point and a half-space.
fn half_spaces<V: Vector, Q: PairQuery<V>>(a: &Plane<V>, b: &Plane<V>, query: &Q) -> Q::Answer {
    let (deepest, plane) = facing(a, b);
    half_space(
        (Core::Points(deepest.as_slice()), V::Scalar::ZERO),
        &plane,
        query,
    )
}

/// A point and a half-space with the same answer: if `a` and `b` face each other, a point on the plane of `a`.
/// Otherwise their depth is infinite, and it is a point very deep in a half-space with the normal of `b`.
fn facing<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> (Option<V>, Plane<V>) {
    let (Some(n), Some(m)) = (a.normal.try_normalize(), b.normal.try_normalize()) else {
        return (None, *b);
    };
    let parallel = V::wedge_dot(n, m, n, m) == V::Scalar::ZERO;
    if parallel && n.dot(m) < V::Scalar::ZERO {
        let on = n.to_double() * (a.offset.to_f64() / a.normal.to_double().dot(n.to_double()));
        // With a normal near zero the point may be beyond the range.
        let within = |x: f64| Scalar::clamp(x, -V::Scalar::MAX.to_f64(), V::Scalar::MAX.to_f64());
        return (Some(V::from_f64(on.to_f64().map(within))), *b);
    }
    let depth = V::Scalar::MAX * V::Scalar::from_f64(0.125);
    (Some(-m * depth), Plane::new(m, V::Scalar::ZERO))
}

/// The canonical order of half-spaces: by the coordinates of the normals, then by the offsets.
fn comes_first<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> bool {
    let numbers = |plane: &Plane<V>| {
        let [x, y, z] = plane.normal.to_f64();
        [x, y, z, plane.offset.to_f64()]
    };
    numbers(a) < numbers(b)
}

struct OverlapQuery;

impl<V: Vector> PairQuery<V> for OverlapQuery {
    type Answer = bool;
    fn delta(&self) -> V {
        V::ZERO
    }
    #[inline(always)]
    fn of_pair(&self, pair: &impl MovingPair<V>) -> bool {
        pair.overlap()
    }
    fn of_nothing(&self) -> bool {
        false
    }
    fn of_aabbs(&self, a: &Aabb<V>, b: &Aabb<V>) -> Option<bool> {
        Some(a.overlaps(b))
    }
    fn swapped(&self) -> Self {
        Self
    }
    fn back(&self, answer: bool) -> bool {
        answer
    }
}

struct ContactQuery<V: Vector> {
    reach: V::Scalar,
}

impl<V: Vector> PairQuery<V> for ContactQuery<V> {
    type Answer = Option<Contact<V>>;
    fn delta(&self) -> V {
        V::ZERO
    }
    #[inline(always)]
    fn of_pair(&self, pair: &impl MovingPair<V>) -> Option<Contact<V>> {
        contact::contact(pair, self.reach)
    }
    fn of_nothing(&self) -> Option<Contact<V>> {
        None
    }
    fn swapped(&self) -> Self {
        Self { reach: self.reach }
    }
    fn back(&self, answer: Option<Contact<V>>) -> Option<Contact<V>> {
        answer.map(|contact| contact.swapped())
    }
    /// Indexed instead of branched: which of two shapes comes first is unpredictable.
    #[inline(always)]
    fn back_if(&self, turned: usize, answer: Option<Contact<V>>) -> Option<Contact<V>> {
        let found = answer?;
        let points = [found.point_a, found.point_b];
        let sign = [V::Scalar::ONE, -V::Scalar::ONE][turned];
        Some(Contact {
            point_a: points[turned],
            point_b: points[1 - turned],
            normal: found.normal * sign,
            ..found
        })
    }
}

struct SweepQuery<V: Vector> {
    delta: V,
    /// The fraction of `delta` up to which a hit counts.
    limit: V::Scalar,
}

impl<V: Vector> SweepQuery<V> {
    fn whole(delta: V) -> Self {
        let limit = V::Scalar::ONE;
        Self { delta, limit }
    }
}

impl<V: Vector> PairQuery<V> for SweepQuery<V> {
    type Answer = Sweep<V>;
    fn delta(&self) -> V {
        self.delta
    }
    #[inline(always)]
    fn of_pair(&self, pair: &impl MovingPair<V>) -> Sweep<V> {
        sweep::sweep(pair, self.limit)
    }
    fn of_nothing(&self) -> Sweep<V> {
        Sweep::free(V::Scalar::ZERO)
    }
    fn swapped(&self) -> Self {
        Self {
            delta: -self.delta,
            limit: self.limit,
        }
    }
    fn back(&self, answer: Sweep<V>) -> Sweep<V> {
        answer.reversed(self.delta)
    }
}
