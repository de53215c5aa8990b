//! The pair matrix: which kernel answers for which two kinds of shapes. The one place where kinds are told apart.
//!
//! Two shapes of any kind, in any order: the simpler kind comes first in the computation, and two of one kind are put
//! into an order of their own, so that `a` against `b` and `b` against `a` agree to the bit.

use super::contact::Contact;
use super::nearest::{Kernel, Kernels};
use super::sweep::Sweep;
use super::{contact, overlap, sweep};
use crate::shape::plane::Plane;
use crate::shape::{Points, RoundedCore, ShapeRef};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// Whether two shapes touch or overlap.
#[inline(never)]
pub fn overlaps<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> bool {
    answer(a, b, &Overlap)
}

/// The contact of two shapes, if their separation is at most `reach`.
#[inline(never)]
pub fn contact_within<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    answer(a, b, &Touch { reach })
}

/// When `a`, moving by `delta`, meets `b`.
#[inline(never)]
pub fn swept<V: Vector>(a: &ShapeRef<'_, V>, delta: V, b: &ShapeRef<'_, V>) -> Sweep<V> {
    answer(a, b, &Move { delta })
}

/// The same queries where the kinds of both shapes are known when this is compiled: only their kernel is called.
pub(super) mod known {
    use super::{Contact, Move, Overlap, ShapeRef, Sweep, Touch, Vector, answer};

    #[inline(always)]
    pub(in crate::pair) fn overlaps<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> bool {
        answer(a, b, &Overlap)
    }

    #[inline(always)]
    pub(in crate::pair) fn contact_within<V: Vector>(
        a: &ShapeRef<'_, V>,
        b: &ShapeRef<'_, V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        answer(a, b, &Touch { reach })
    }

    #[inline(always)]
    pub(in crate::pair) fn swept<V: Vector>(
        a: &ShapeRef<'_, V>,
        delta: V,
        b: &ShapeRef<'_, V>,
    ) -> Sweep<V> {
        answer(a, b, &Move { delta })
    }
}

/// The simpler shape comes first.
#[inline(always)]
fn rank<V: Vector>(shape: &ShapeRef<'_, V>) -> usize {
    match shape {
        ShapeRef::One(_) => 1,
        ShapeRef::Two(_) => 2,
        ShapeRef::Three(_) => 3,
        ShapeRef::Points(_) => 4,
        ShapeRef::Box(..) => 5,
        ShapeRef::HalfSpace(_) => 6,
    }
}

/// A query about a pair, whatever the cores.
trait PairQuery<V: Vector> {
    type Answer;
    /// Of cores of different kinds.
    fn of<const N: usize, const M: usize>(
        &self,
        a: RoundedCore<V, N>,
        b: RoundedCore<V, M>,
    ) -> Self::Answer
    where
        Kernels: Kernel<N, M>;
    /// Of cores of one kind, the same from either side.
    fn mutual<const N: usize>(&self, a: RoundedCore<V, N>, b: RoundedCore<V, N>) -> Self::Answer
    where
        Kernels: Kernel<N, N>;
    /// Of a core or hull and a hull.
    fn of_many(&self, a: Points<'_, V>, b: Points<'_, V>) -> Self::Answer;
    /// Of two hulls, the same from either side.
    fn mutual_many(&self, a: Points<'_, V>, b: Points<'_, V>) -> Self::Answer;
    /// Of two boxes and their corners, the same from either side.
    fn boxes(&self, _: [&Aabb<V>; 2], [a, b]: [Points<'_, V>; 2]) -> Self::Answer {
        self.mutual_many(a, b)
    }
    /// Of a ball and a box.
    fn boxed(&self, a: RoundedCore<V, 1>, b: &Aabb<V>) -> Self::Answer;
    /// Of a core and a half-space.
    fn half_space(&self, a: Points<'_, V>, b: &Plane<V>) -> Self::Answer;
    /// The same query with `a` and `b` in each other's place.
    fn swapped(&self) -> Self;
    /// The answer to that, with `a` and `b` back in theirs.
    fn back(&self, answer: Self::Answer) -> Self::Answer;
}

/// Every pair of kinds, the simpler one first. Where kinds are known when this is compiled, only their kernel is left.
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

#[inline(always)]
fn in_order<V: Vector, Q: PairQuery<V>>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    query: &Q,
) -> Q::Answer {
    match (a, b) {
        (ShapeRef::One(a), ShapeRef::One(b)) => query.mutual(*a, *b),
        (ShapeRef::Two(a), ShapeRef::Two(b)) => query.mutual(*a, *b),
        (ShapeRef::Three(a), ShapeRef::Three(b)) => query.mutual(*a, *b),
        (ShapeRef::One(a), ShapeRef::Two(b)) => query.of(*a, *b),
        (ShapeRef::One(a), ShapeRef::Three(b)) => query.of(*a, *b),
        (ShapeRef::Two(a), ShapeRef::Three(b)) => query.of(*a, *b),
        (ShapeRef::One(a), ShapeRef::Box(b, _)) => query.boxed(*a, b),
        (ShapeRef::Box(a, p), ShapeRef::Box(b, q)) => {
            query.boxes([a, b], [p.as_points(), q.as_points()])
        }
        (ShapeRef::HalfSpace(a), ShapeRef::HalfSpace(b)) => {
            if comes_first(b, a) {
                query.back(half_spaces(b, a, &query.swapped()))
            } else {
                half_spaces(a, b, query)
            }
        }
        (_, ShapeRef::HalfSpace(b)) => query.half_space(a.points(), b),
        _ if rank(a) == rank(b) => query.mutual_many(a.points(), b.points()),
        _ => query.of_many(a.points(), b.points()),
    }
}

fn half_spaces<V: Vector, Q: PairQuery<V>>(a: &Plane<V>, b: &Plane<V>, query: &Q) -> Q::Answer {
    let (deepest, plane) = facing(a, b);
    query.half_space((deepest.as_slice(), V::Scalar::ZERO), &plane)
}

/// A point that stands for `a` over `b`: on the plane of `a` where the two face each other. Else there is
/// no end to the depth, and this is a point very far down in a half-space of that normal.
fn facing<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> (Option<V>, Plane<V>) {
    let (Some(n), Some(m)) = (a.normal.try_normalize(), b.normal.try_normalize()) else {
        return (None, *b);
    };
    let parallel = V::wedge_dot(n, m, n, m) == V::Scalar::ZERO;
    if parallel && n.dot(m) < V::Scalar::ZERO {
        let on = n.to_double() * (a.offset.to_f64() / a.normal.to_double().dot(n.to_double()));
        // Of nearly no normal it may be beyond the range.
        let within = |x: f64| Scalar::clamp(x, -V::Scalar::MAX.to_f64(), V::Scalar::MAX.to_f64());
        return (Some(V::from_f64(on.to_f64().map(within))), *b);
    }
    let depth = V::Scalar::MAX * V::Scalar::from_f64(0.125);
    (Some(-m * depth), Plane::new(m, V::Scalar::ZERO))
}

/// By the coordinates of the normals, then by the offsets.
fn comes_first<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> bool {
    let numbers = |plane: &Plane<V>| {
        let [x, y, z] = plane.normal.to_f64();
        [x, y, z, plane.offset.to_f64()]
    };
    numbers(a) < numbers(b)
}

struct Overlap;

impl<V: Vector> PairQuery<V> for Overlap {
    type Answer = bool;
    fn of<const N: usize, const M: usize>(&self, a: RoundedCore<V, N>, b: RoundedCore<V, M>) -> bool
    where
        Kernels: Kernel<N, M>,
    {
        overlap::of(a, b)
    }
    fn mutual<const N: usize>(&self, a: RoundedCore<V, N>, b: RoundedCore<V, N>) -> bool
    where
        Kernels: Kernel<N, N>,
    {
        overlap::mutual(&a, &b, |a| *a)
    }
    fn of_many(&self, a: Points<'_, V>, b: Points<'_, V>) -> bool {
        overlap::of_many(a, b)
    }
    fn mutual_many(&self, a: Points<'_, V>, b: Points<'_, V>) -> bool {
        overlap::mutual_many(a, b)
    }
    fn boxes(&self, [a, b]: [&Aabb<V>; 2], _: [Points<'_, V>; 2]) -> bool {
        a.overlaps(b)
    }
    fn boxed(&self, a: RoundedCore<V, 1>, b: &Aabb<V>) -> bool {
        overlap::boxed(a, b)
    }
    fn half_space(&self, a: Points<'_, V>, b: &Plane<V>) -> bool {
        overlap::half_space(a, b)
    }
    fn swapped(&self) -> Self {
        Self
    }
    fn back(&self, answer: bool) -> bool {
        answer
    }
}

struct Touch<V: Vector> {
    reach: V::Scalar,
}

impl<V: Vector> PairQuery<V> for Touch<V> {
    type Answer = Option<Contact<V>>;
    fn of<const N: usize, const M: usize>(
        &self,
        a: RoundedCore<V, N>,
        b: RoundedCore<V, M>,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, M>,
    {
        contact::of(a, b, self.reach)
    }
    fn mutual<const N: usize>(
        &self,
        a: RoundedCore<V, N>,
        b: RoundedCore<V, N>,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, N>,
    {
        contact::mutual(&a, &b, |a| *a, self.reach)
    }
    fn of_many(&self, a: Points<'_, V>, b: Points<'_, V>) -> Option<Contact<V>> {
        contact::of_many(a, b, self.reach)
    }
    fn mutual_many(&self, a: Points<'_, V>, b: Points<'_, V>) -> Option<Contact<V>> {
        contact::mutual_many(a, b, self.reach)
    }
    fn boxed(&self, a: RoundedCore<V, 1>, b: &Aabb<V>) -> Option<Contact<V>> {
        contact::boxed(a, b, self.reach)
    }
    fn half_space(&self, a: Points<'_, V>, b: &Plane<V>) -> Option<Contact<V>> {
        contact::half_space(a, b, self.reach)
    }
    fn swapped(&self) -> Self {
        Self { reach: self.reach }
    }
    fn back(&self, answer: Option<Contact<V>>) -> Option<Contact<V>> {
        answer.map(|contact| contact.swapped())
    }
}

struct Move<V: Vector> {
    delta: V,
}

impl<V: Vector> PairQuery<V> for Move<V> {
    type Answer = Sweep<V>;
    fn of<const N: usize, const M: usize>(
        &self,
        a: RoundedCore<V, N>,
        b: RoundedCore<V, M>,
    ) -> Sweep<V>
    where
        Kernels: Kernel<N, M>,
    {
        sweep::of(a, self.delta, b)
    }
    fn mutual<const N: usize>(&self, a: RoundedCore<V, N>, b: RoundedCore<V, N>) -> Sweep<V>
    where
        Kernels: Kernel<N, N>,
    {
        sweep::mutual(&a, self.delta, &b, |a| *a)
    }
    fn of_many(&self, a: Points<'_, V>, b: Points<'_, V>) -> Sweep<V> {
        sweep::of_many(a, self.delta, b)
    }
    fn mutual_many(&self, a: Points<'_, V>, b: Points<'_, V>) -> Sweep<V> {
        sweep::mutual_many(a, self.delta, b)
    }
    fn boxed(&self, a: RoundedCore<V, 1>, b: &Aabb<V>) -> Sweep<V> {
        sweep::boxed(a, self.delta, b)
    }
    fn half_space(&self, a: Points<'_, V>, b: &Plane<V>) -> Sweep<V> {
        sweep::half_space(a, self.delta, b)
    }
    fn swapped(&self) -> Self {
        Self { delta: -self.delta }
    }
    fn back(&self, answer: Sweep<V>) -> Sweep<V> {
        answer.reversed(self.delta)
    }
}
