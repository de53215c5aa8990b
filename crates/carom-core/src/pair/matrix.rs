//! The pair matrix: selects the kernel for every pair of kinds of shapes, the only place that does.
//!
//! Shapes come in any order. The simpler kind is computed first, and two shapes of one kind are put into a canonical
//! order, so that `a` against `b` and `b` against `a` agree to the bit.

use super::contact::Contact;
use super::hit::Sweep;
use super::nearest::{Kernel, Kernels};
use super::{contact, overlap, sweep};
use crate::shape::plane::Plane;
use crate::shape::{AnyCore, Core, RoundedCore, ShapeRef};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// Whether two shapes touch or overlap.
#[inline(never)]
pub fn overlaps<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> bool {
    answer(a, b, &OverlapQuery)
}

/// The contact of two shapes, if their separation is at most `reach`.
#[inline(never)]
pub fn contact_within<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    answer(a, b, &ContactQuery { reach })
}

/// The sweep of `a` by `delta` against `b`.
#[inline(never)]
pub fn swept<V: Vector>(a: &ShapeRef<'_, V>, delta: V, b: &ShapeRef<'_, V>) -> Sweep<V> {
    answer(a, b, &SweepQuery { delta })
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
        answer(a, b, &SweepQuery { delta })
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

/// A query, implemented for every kind of pair.
trait PairQuery<V: Vector> {
    type Answer;
    /// Two cores, the one with fewer points first.
    fn cores<const N: usize, const M: usize>(
        &self,
        a: RoundedCore<V, N>,
        b: RoundedCore<V, M>,
    ) -> Self::Answer
    where
        Kernels: Kernel<N, M>;
    /// Two cores with equally many points: the same answer in either order.
    fn like_cores<const N: usize>(
        &self,
        a: RoundedCore<V, N>,
        b: RoundedCore<V, N>,
    ) -> Self::Answer
    where
        Kernels: Kernel<N, N>;
    /// A core of any kind and a hull or curved core, the simpler one first.
    fn hulls(&self, a: AnyCore<'_, V>, b: AnyCore<'_, V>) -> Self::Answer;
    /// Two hulls or two curved cores: the same answer in either order.
    fn like_hulls(&self, a: AnyCore<'_, V>, b: AnyCore<'_, V>) -> Self::Answer;
    /// Two boxes, and their corners: the same answer in either order.
    fn boxes(&self, _: [&Aabb<V>; 2], [a, b]: [AnyCore<'_, V>; 2]) -> Self::Answer {
        self.like_hulls(a, b)
    }
    /// A ball and a box.
    fn ball_box(&self, a: RoundedCore<V, 1>, b: &Aabb<V>) -> Self::Answer;
    /// A core of any kind and a half-space.
    fn half_space(&self, a: AnyCore<'_, V>, b: &Plane<V>) -> Self::Answer;
    /// The query with `a` and `b` exchanged.
    fn swapped(&self) -> Self;
    /// Turns the answer of the exchanged query into that of this one.
    fn back(&self, answer: Self::Answer) -> Self::Answer;
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
        (ShapeRef::One(a), ShapeRef::One(b)) => query.like_cores(*a, *b),
        (ShapeRef::Two(a), ShapeRef::Two(b)) => query.like_cores(*a, *b),
        (ShapeRef::Three(a), ShapeRef::Three(b)) => query.like_cores(*a, *b),
        (ShapeRef::One(a), ShapeRef::Two(b)) => query.cores(*a, *b),
        (ShapeRef::One(a), ShapeRef::Three(b)) => query.cores(*a, *b),
        (ShapeRef::Two(a), ShapeRef::Three(b)) => query.cores(*a, *b),
        (ShapeRef::One(a), ShapeRef::Box(b, _)) => query.ball_box(*a, b),
        (ShapeRef::Box(p, _), ShapeRef::Box(q, _)) => query.boxes([p, q], [a.core(), b.core()]),
        (ShapeRef::HalfSpace(a), ShapeRef::HalfSpace(b)) => {
            if comes_first(b, a) {
                query.back(half_spaces(b, a, &query.swapped()))
            } else {
                half_spaces(a, b, query)
            }
        }
        (_, ShapeRef::HalfSpace(b)) => query.half_space(a.core(), b),
        _ if rank(a) == rank(b) => query.like_hulls(a.core(), b.core()),
        _ => query.hulls(a.core(), b.core()),
    }
}

/// Two half-spaces, reduced to a point and a half-space.
fn half_spaces<V: Vector, Q: PairQuery<V>>(a: &Plane<V>, b: &Plane<V>, query: &Q) -> Q::Answer {
    let (deepest, plane) = facing(a, b);
    query.half_space((Core::Points(deepest.as_slice()), V::Scalar::ZERO), &plane)
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
    fn cores<const N: usize, const M: usize>(
        &self,
        a: RoundedCore<V, N>,
        b: RoundedCore<V, M>,
    ) -> bool
    where
        Kernels: Kernel<N, M>,
    {
        overlap::cores(a, b)
    }
    fn like_cores<const N: usize>(&self, a: RoundedCore<V, N>, b: RoundedCore<V, N>) -> bool
    where
        Kernels: Kernel<N, N>,
    {
        overlap::like_cores(&a, &b, |a| *a)
    }
    fn hulls(&self, a: AnyCore<'_, V>, b: AnyCore<'_, V>) -> bool {
        overlap::hulls(a, b)
    }
    fn like_hulls(&self, a: AnyCore<'_, V>, b: AnyCore<'_, V>) -> bool {
        overlap::like_hulls(a, b)
    }
    fn boxes(&self, [a, b]: [&Aabb<V>; 2], _: [AnyCore<'_, V>; 2]) -> bool {
        a.overlaps(b)
    }
    fn ball_box(&self, a: RoundedCore<V, 1>, b: &Aabb<V>) -> bool {
        overlap::ball_box(a, b)
    }
    fn half_space(&self, a: AnyCore<'_, V>, b: &Plane<V>) -> bool {
        overlap::half_space(a, b)
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
    fn cores<const N: usize, const M: usize>(
        &self,
        a: RoundedCore<V, N>,
        b: RoundedCore<V, M>,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, M>,
    {
        contact::cores(a, b, self.reach)
    }
    fn like_cores<const N: usize>(
        &self,
        a: RoundedCore<V, N>,
        b: RoundedCore<V, N>,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, N>,
    {
        contact::like_cores(&a, &b, |a| *a, self.reach)
    }
    fn hulls(&self, a: AnyCore<'_, V>, b: AnyCore<'_, V>) -> Option<Contact<V>> {
        contact::hulls(a, b, self.reach)
    }
    fn like_hulls(&self, a: AnyCore<'_, V>, b: AnyCore<'_, V>) -> Option<Contact<V>> {
        contact::like_hulls(a, b, self.reach)
    }
    fn ball_box(&self, a: RoundedCore<V, 1>, b: &Aabb<V>) -> Option<Contact<V>> {
        contact::ball_box(a, b, self.reach)
    }
    fn half_space(&self, a: AnyCore<'_, V>, b: &Plane<V>) -> Option<Contact<V>> {
        contact::half_space(a, b, self.reach)
    }
    fn swapped(&self) -> Self {
        Self { reach: self.reach }
    }
    fn back(&self, answer: Option<Contact<V>>) -> Option<Contact<V>> {
        answer.map(|contact| contact.swapped())
    }
}

struct SweepQuery<V: Vector> {
    delta: V,
}

impl<V: Vector> PairQuery<V> for SweepQuery<V> {
    type Answer = Sweep<V>;
    fn cores<const N: usize, const M: usize>(
        &self,
        a: RoundedCore<V, N>,
        b: RoundedCore<V, M>,
    ) -> Sweep<V>
    where
        Kernels: Kernel<N, M>,
    {
        sweep::cores(a, self.delta, b)
    }
    fn like_cores<const N: usize>(&self, a: RoundedCore<V, N>, b: RoundedCore<V, N>) -> Sweep<V>
    where
        Kernels: Kernel<N, N>,
    {
        sweep::like_cores(&a, self.delta, &b, |a| *a)
    }
    fn hulls(&self, a: AnyCore<'_, V>, b: AnyCore<'_, V>) -> Sweep<V> {
        sweep::hulls(a, self.delta, b)
    }
    fn like_hulls(&self, a: AnyCore<'_, V>, b: AnyCore<'_, V>) -> Sweep<V> {
        sweep::like_hulls(a, self.delta, b)
    }
    fn ball_box(&self, a: RoundedCore<V, 1>, b: &Aabb<V>) -> Sweep<V> {
        sweep::ball_box(a, self.delta, b)
    }
    fn half_space(&self, a: AnyCore<'_, V>, b: &Plane<V>) -> Sweep<V> {
        sweep::half_space(a, self.delta, b)
    }
    fn swapped(&self) -> Self {
        Self { delta: -self.delta }
    }
    fn back(&self, answer: Sweep<V>) -> Sweep<V> {
        answer.reversed(self.delta)
    }
}
