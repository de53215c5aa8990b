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
use crate::shape::{Rounded, Shape, point};
use crate::vector::{Scalar, Vector};

/// The nearest points of two shapes.
#[must_use]
pub fn closest<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> Closest<V> {
    nearest(contact(a, b, V::Scalar::INFINITY))
}

/// Whether two shapes touch or overlap.
#[must_use]
pub fn overlap<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> bool {
    ask(a, b, &Overlap)
}

/// The contact of two shapes, if their separation is at most `reach`.
#[must_use]
pub fn contact<V: Vector>(a: &Shape<V>, b: &Shape<V>, reach: V::Scalar) -> Option<Contact<V>> {
    ask(a, b, &Touch { reach })
}

/// When `a`, moving by `delta`, meets `b`.
#[must_use]
pub fn sweep<V: Vector>(a: &Shape<V>, delta: V, b: &Shape<V>) -> Sweep<V> {
    ask(a, b, &Move { delta })
}

enum Kind<V: Vector> {
    One(Rounded<V, 1>),
    Two(Rounded<V, 2>),
    Three(Rounded<V, 3>),
}

fn kind<V: Vector>(shape: &Shape<V>) -> Kind<V> {
    match shape {
        Shape::Point(p) => Kind::One(point(*p)),
        Shape::Segment(s) => Kind::Two(s.rounded()),
        Shape::Ball(s) => Kind::One(s.rounded()),
        Shape::Capsule(s) => Kind::Two(s.rounded()),
        Shape::Triangle(s) => Kind::Three(s.rounded()),
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
        Kernels: Kernel<V::Double, N, M>;
    /// Of cores of one kind, the same from either side.
    fn mutual<const N: usize>(&self, a: Rounded<V, N>, b: Rounded<V, N>) -> Self::Answer
    where
        Kernels: Kernel<V::Double, N, N>;
    /// The same question asked by the other one.
    fn turned(&self) -> Self;
    /// The answer to that, seen from this side again.
    fn back(&self, answer: Self::Answer) -> Self::Answer;
}

/// Every pair of kinds, the one of fewer points first.
fn ask<V: Vector, Q: Question<V>>(a: &Shape<V>, b: &Shape<V>, question: &Q) -> Q::Answer {
    match (kind(a), kind(b)) {
        (Kind::One(a), Kind::One(b)) => question.mutual(a, b),
        (Kind::Two(a), Kind::Two(b)) => question.mutual(a, b),
        (Kind::Three(a), Kind::Three(b)) => question.mutual(a, b),
        (Kind::One(a), Kind::Two(b)) => question.of(a, b),
        (Kind::One(a), Kind::Three(b)) => question.of(a, b),
        (Kind::Two(a), Kind::Three(b)) => question.of(a, b),
        (Kind::Two(_) | Kind::Three(_), Kind::One(_)) | (Kind::Three(_), Kind::Two(_)) => {
            question.back(ask(b, a, &question.turned()))
        }
    }
}

struct Overlap;

impl<V: Vector> Question<V> for Overlap {
    type Answer = bool;
    fn of<const N: usize, const M: usize>(&self, a: Rounded<V, N>, b: Rounded<V, M>) -> bool
    where
        Kernels: Kernel<V::Double, N, M>,
    {
        overlap::of(a, b)
    }
    fn mutual<const N: usize>(&self, a: Rounded<V, N>, b: Rounded<V, N>) -> bool
    where
        Kernels: Kernel<V::Double, N, N>,
    {
        overlap::mutual(&a, &b, |a| *a)
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
        Kernels: Kernel<V::Double, N, M>,
    {
        contact::of(a, b, self.reach)
    }
    fn mutual<const N: usize>(&self, a: Rounded<V, N>, b: Rounded<V, N>) -> Option<Contact<V>>
    where
        Kernels: Kernel<V::Double, N, N>,
    {
        contact::mutual(&a, &b, |a| *a, self.reach)
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
        Kernels: Kernel<V::Double, N, M>,
    {
        sweep::of(a, self.delta, b)
    }
    fn mutual<const N: usize>(&self, a: Rounded<V, N>, b: Rounded<V, N>) -> Sweep<V>
    where
        Kernels: Kernel<V::Double, N, N>,
    {
        sweep::mutual(&a, self.delta, &b, |a| *a)
    }
    fn turned(&self) -> Self {
        Self { delta: -self.delta }
    }
    fn back(&self, answer: Sweep<V>) -> Sweep<V> {
        answer.reversed(self.delta)
    }
}
