//! The four questions for shapes whose kind is known only at run time.
//!
//! Two shapes of any kind, in any order; the answer is that of the pair's own function in
//! [`closest`](mod@super::closest), [`overlap`](mod@super::overlap), [`contact`](mod@super::contact) or
//! [`sweep`](mod@super::sweep), to the bit, seen from `a`.
//!
//! ```
//! use carom::{Ball, Shape, pair, glam::vec2};
//! let a = Shape::Point(vec2(0., 0.));
//! let b = Shape::Ball(Ball { center: vec2(3., 4.), radius: 2. });
//! assert_eq!(pair::closest(&a, &b).distance, 3.);
//! assert_eq!(pair::contact(&b, &a, 9.).unwrap().normal, -pair::contact(&a, &b, 9.).unwrap().normal);
//! ```

use super::closest::{Closest, closest as nearest};
use super::contact::Contact;
use super::nearest::{Kernel, Kernels};
use super::sweep::Sweep;
use super::{contact, overlap, sweep};
use crate::shape::plane::Plane;
use crate::shape::{Many, Rounded, Shape, many, point};
use carom_bvh::{Aabb, Corners};
use carom_math::{Scalar, Vector};

/// The nearest points of two shapes.
#[must_use]
pub fn closest<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> Closest<V> {
    nearest(contact(a, b, V::Scalar::INFINITY))
}

/// Whether two shapes touch or overlap.
#[must_use]
pub fn overlap<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> bool {
    overlap_kinds(&kind(a), &kind(b))
}

/// The contact of two shapes, if their separation is at most `reach`.
#[must_use]
pub fn contact<V: Vector>(a: &Shape<V>, b: &Shape<V>, reach: V::Scalar) -> Option<Contact<V>> {
    contact_kinds(&kind(a), &kind(b), reach)
}

/// When `a`, moving by `delta`, meets `b`.
#[must_use]
pub fn sweep<V: Vector>(a: &Shape<V>, delta: V, b: &Shape<V>) -> Sweep<V> {
    sweep_kinds(&kind(a), delta, &kind(b))
}

/// As [`overlap`].
pub(crate) fn overlap_kinds<V: Vector>(a: &Kind<'_, V>, b: &Kind<'_, V>) -> bool {
    ask(a, b, &Overlap)
}

/// As [`contact`].
pub(crate) fn contact_kinds<V: Vector>(
    a: &Kind<'_, V>,
    b: &Kind<'_, V>,
    reach: V::Scalar,
) -> Option<Contact<V>> {
    ask(a, b, &Touch { reach })
}

/// As [`sweep`].
pub(crate) fn sweep_kinds<V: Vector>(a: &Kind<'_, V>, delta: V, b: &Kind<'_, V>) -> Sweep<V> {
    ask(a, b, &Move { delta })
}

pub(crate) enum Kind<'a, V: Vector> {
    One(Rounded<V, 1>),
    Two(Rounded<V, 2>),
    Three(Rounded<V, 3>),
    Many(Many<'a, V>),
    Box(&'a Aabb<V>, Corners<V>),
    HalfSpace(&'a Plane<V>),
}

impl<V: Vector> Kind<'_, V> {
    /// All but a half-space are the hull of some points; that is the hull of none.
    pub(crate) fn points(&self) -> Many<'_, V> {
        match self {
            Self::One(core) => many(core),
            Self::Two(core) => many(core),
            Self::Three(core) => many(core),
            Self::Many(core) => *core,
            Self::Box(_, corners) => corners.many(),
            Self::HalfSpace(_) => (&[], V::Scalar::ZERO),
        }
    }

    /// The simpler shape comes first.
    fn rank(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(_) => 2,
            Self::Three(_) => 3,
            Self::Many(_) => 4,
            Self::Box(..) => 5,
            Self::HalfSpace(_) => 6,
        }
    }
}

pub(crate) fn kind<V: Vector>(shape: &Shape<V>) -> Kind<'_, V> {
    match shape {
        Shape::Point(p) => Kind::One(point(*p)),
        Shape::Segment(s) => Kind::Two(s.rounded()),
        Shape::Ball(s) => Kind::One(s.rounded()),
        Shape::Capsule(s) => Kind::Two(s.rounded()),
        Shape::Triangle(s) => Kind::Three(s.rounded()),
        Shape::Hull(s) => Kind::Many(s.many()),
        Shape::Aabb(s) => Kind::Box(s, s.corners()),
        Shape::Plane(s) => Kind::HalfSpace(s),
    }
}

/// A question, whatever the cores.
trait Question<V: Vector> {
    type Answer;
    /// Of cores of different kinds.
    fn of<const N: usize, const M: usize>(
        &self,
        a: Rounded<V, N>,
        b: Rounded<V, M>,
    ) -> Self::Answer
    where
        Kernels: Kernel<N, M>;
    /// Of cores of one kind, the same from either side.
    fn mutual<const N: usize>(&self, a: Rounded<V, N>, b: Rounded<V, N>) -> Self::Answer
    where
        Kernels: Kernel<N, N>;
    /// Of a core or hull and a hull.
    fn of_many(&self, a: Many<'_, V>, b: Many<'_, V>) -> Self::Answer;
    /// Of two hulls, the same from either side.
    fn mutual_many(&self, a: Many<'_, V>, b: Many<'_, V>) -> Self::Answer;
    /// Of two boxes and their corners, the same from either side.
    fn boxes(&self, _: [&Aabb<V>; 2], [a, b]: [Many<'_, V>; 2]) -> Self::Answer {
        self.mutual_many(a, b)
    }
    /// Of a ball and a box.
    fn boxed(&self, a: Rounded<V, 1>, b: &Aabb<V>) -> Self::Answer;
    /// Of a core and a half-space.
    fn half_space(&self, a: Many<'_, V>, b: &Plane<V>) -> Self::Answer;
    /// The same question asked by the other one.
    fn turned(&self) -> Self;
    /// The answer to that, seen from this side again.
    fn back(&self, answer: Self::Answer) -> Self::Answer;
}

/// Every pair of kinds, the simpler one first.
fn ask<V: Vector, Q: Question<V>>(
    kind_a: &Kind<'_, V>,
    kind_b: &Kind<'_, V>,
    question: &Q,
) -> Q::Answer {
    if kind_a.rank() > kind_b.rank() {
        return question.back(ask(kind_b, kind_a, &question.turned()));
    }
    match (kind_a, kind_b) {
        (Kind::One(a), Kind::One(b)) => question.mutual(*a, *b),
        (Kind::Two(a), Kind::Two(b)) => question.mutual(*a, *b),
        (Kind::Three(a), Kind::Three(b)) => question.mutual(*a, *b),
        (Kind::One(a), Kind::Two(b)) => question.of(*a, *b),
        (Kind::One(a), Kind::Three(b)) => question.of(*a, *b),
        (Kind::Two(a), Kind::Three(b)) => question.of(*a, *b),
        (Kind::One(a), Kind::Box(b, _)) => question.boxed(*a, b),
        (Kind::Box(a, p), Kind::Box(b, q)) => question.boxes([a, b], [p.many(), q.many()]),
        (Kind::HalfSpace(p), Kind::HalfSpace(q)) => {
            if comes_first(q, p) {
                return question.back(ask(kind_b, kind_a, &question.turned()));
            }
            let (deepest, plane) = facing(p, q);
            question.half_space((deepest.as_slice(), V::Scalar::ZERO), &plane)
        }
        (_, Kind::HalfSpace(b)) => question.half_space(kind_a.points(), b),
        _ => {
            let (a, b) = (kind_a.points(), kind_b.points());
            if kind_a.rank() == kind_b.rank() {
                question.mutual_many(a, b)
            } else {
                question.of_many(a, b)
            }
        }
    }
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

impl<V: Vector> Question<V> for Overlap {
    type Answer = bool;
    fn of<const N: usize, const M: usize>(&self, a: Rounded<V, N>, b: Rounded<V, M>) -> bool
    where
        Kernels: Kernel<N, M>,
    {
        overlap::of(a, b)
    }
    fn mutual<const N: usize>(&self, a: Rounded<V, N>, b: Rounded<V, N>) -> bool
    where
        Kernels: Kernel<N, N>,
    {
        overlap::mutual(&a, &b, |a| *a)
    }
    fn of_many(&self, a: Many<'_, V>, b: Many<'_, V>) -> bool {
        overlap::of_many(a, b)
    }
    fn mutual_many(&self, a: Many<'_, V>, b: Many<'_, V>) -> bool {
        overlap::mutual_many(a, b)
    }
    fn boxes(&self, [a, b]: [&Aabb<V>; 2], _: [Many<'_, V>; 2]) -> bool {
        overlap::aabb_aabb(a, b)
    }
    fn boxed(&self, a: Rounded<V, 1>, b: &Aabb<V>) -> bool {
        overlap::boxed(a, b)
    }
    fn half_space(&self, a: Many<'_, V>, b: &Plane<V>) -> bool {
        overlap::half_space(a, b)
    }
    fn turned(&self) -> Self {
        Self
    }
    fn back(&self, answer: bool) -> bool {
        answer
    }
}

struct Touch<V: Vector> {
    reach: V::Scalar,
}

impl<V: Vector> Question<V> for Touch<V> {
    type Answer = Option<Contact<V>>;
    fn of<const N: usize, const M: usize>(
        &self,
        a: Rounded<V, N>,
        b: Rounded<V, M>,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, M>,
    {
        contact::of(a, b, self.reach)
    }
    fn mutual<const N: usize>(&self, a: Rounded<V, N>, b: Rounded<V, N>) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, N>,
    {
        contact::mutual(&a, &b, |a| *a, self.reach)
    }
    fn of_many(&self, a: Many<'_, V>, b: Many<'_, V>) -> Option<Contact<V>> {
        contact::of_many(a, b, self.reach)
    }
    fn mutual_many(&self, a: Many<'_, V>, b: Many<'_, V>) -> Option<Contact<V>> {
        contact::mutual_many(a, b, self.reach)
    }
    fn boxed(&self, a: Rounded<V, 1>, b: &Aabb<V>) -> Option<Contact<V>> {
        contact::boxed(a, b, self.reach)
    }
    fn half_space(&self, a: Many<'_, V>, b: &Plane<V>) -> Option<Contact<V>> {
        contact::half_space(a, b, self.reach)
    }
    fn turned(&self) -> Self {
        Self { reach: self.reach }
    }
    fn back(&self, answer: Option<Contact<V>>) -> Option<Contact<V>> {
        answer.map(|contact| contact.swapped())
    }
}

struct Move<V: Vector> {
    delta: V,
}

impl<V: Vector> Question<V> for Move<V> {
    type Answer = Sweep<V>;
    fn of<const N: usize, const M: usize>(&self, a: Rounded<V, N>, b: Rounded<V, M>) -> Sweep<V>
    where
        Kernels: Kernel<N, M>,
    {
        sweep::of(a, self.delta, b)
    }
    fn mutual<const N: usize>(&self, a: Rounded<V, N>, b: Rounded<V, N>) -> Sweep<V>
    where
        Kernels: Kernel<N, N>,
    {
        sweep::mutual(&a, self.delta, &b, |a| *a)
    }
    fn of_many(&self, a: Many<'_, V>, b: Many<'_, V>) -> Sweep<V> {
        sweep::of_many(a, self.delta, b)
    }
    fn mutual_many(&self, a: Many<'_, V>, b: Many<'_, V>) -> Sweep<V> {
        sweep::mutual_many(a, self.delta, b)
    }
    fn boxed(&self, a: Rounded<V, 1>, b: &Aabb<V>) -> Sweep<V> {
        sweep::boxed(a, self.delta, b)
    }
    fn half_space(&self, a: Many<'_, V>, b: &Plane<V>) -> Sweep<V> {
        sweep::half_space(a, self.delta, b)
    }
    fn turned(&self) -> Self {
        Self { delta: -self.delta }
    }
    fn back(&self, answer: Sweep<V>) -> Sweep<V> {
        answer.reversed(self.delta)
    }
}
