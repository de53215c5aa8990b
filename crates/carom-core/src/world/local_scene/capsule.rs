//! Capsule queries of a local scene: the sub-queries of a mover's tick, eight parts at a time. Not for users: a
//! [`Query`](crate::Query) takes any shape.

use super::normals::front;
use super::{LocalScene, Solid};
use crate::pair::contact::{Contact, contact, contact_among};
use crate::pair::cores::CorePair;
use crate::pair::hit::{Hit, Start, Sweep};
use crate::pair::matrix;
use crate::pair::prism::Features;
use crate::pair::sweep::sweep;
use crate::shape::{Convex, any_core, capsule::Capsule};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

#[doc(hidden)]
impl<V: Vector> LocalScene<V> {
    /// Visits every contact with a separation of at most `reach`, in the order in which the parts were added.
    pub fn contacts(
        &self,
        capsule: &Capsule<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(Contact<V>),
    ) {
        self.each_contact(capsule, reach, |index, contact| {
            visit(Contact {
                part: self.part(index),
                ..contact
            });
        });
    }

    /// The contact of the least separation, if that is at most `reach`; on a tie that of the part added first.
    #[must_use]
    pub fn closest(&self, capsule: &Capsule<V>, reach: V::Scalar) -> Option<Contact<V>> {
        let mut best: Option<Contact<V>> = None;
        self.contacts(capsule, reach, |found| {
            if best.is_none_or(|best| found.separation < best.separation) {
                best = Some(found);
            }
        });
        best
    }

    /// Visits every contact with a separation of at most `reach`, with the index of its part, in the order in which the
    /// parts were added.
    pub fn each_contact(
        &self,
        capsule: &Capsule<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(usize, Contact<V>),
    ) {
        let triangle = |index| self.triangle(index);
        self.batch
            .within(capsule, reach, triangle, |index, features| {
                if let Some(contact) = self.contact_among(index, capsule, features, reach) {
                    visit(index, contact);
                }
            });
    }

    /// Visits every part in `region` that may stop the capsule, with a lower bound of the time of impact as a fraction
    /// of `delta`.
    pub fn arrivals(
        &self,
        capsule: &Capsule<V>,
        delta: V,
        region: &Aabb<V>,
        counts: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize, f32),
    ) {
        let triangle = |index| self.triangle(index);
        self.batch
            .arrivals(capsule, delta, region, triangle, |index, arrival| {
                if counts(index) {
                    visit(index, arrival);
                }
            });
    }

    /// Whether the capsule overlaps any part. Touching does not count.
    #[must_use]
    pub fn overlaps(&self, capsule: &Capsule<V>) -> bool {
        let zero = V::Scalar::ZERO;
        let flow = self.each_touching(&capsule.bounds(), |index| {
            match self.contact(index, capsule, zero) {
                Some(found) if found.separation < zero => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        flow.is_break()
    }

    /// The first hit of a capsule moving by `delta`; on a tie that of the part added first.
    ///
    /// Gather a box around the whole motion before: the local scene has no parts outside of it.
    #[must_use]
    pub fn sweep(&self, capsule: &Capsule<V>, delta: V) -> Option<Hit<V>> {
        let mut best: Option<Hit<V>> = None;
        let region = capsule.bounds().swept(delta);
        self.arrivals(
            capsule,
            delta,
            &region,
            |_| true,
            |index, arrival| {
                let limit = best.map_or(V::Scalar::ONE, |best| best.t);
                if f64::from(arrival) > limit.to_f64() {
                    return;
                }
                let swept = self.sweep_one(index, capsule, delta, limit);
                if let Some(hit) = swept.hit
                    && best.is_none_or(|best| hit.t < best.t)
                {
                    best = Some(Hit {
                        part: self.part(index),
                        ..hit
                    });
                }
            },
        );
        best
    }

    /// The contact with one part, if its separation is at most `reach`.
    pub fn contact(
        &self,
        index: usize,
        capsule: &Capsule<V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        self.contact_among(index, capsule, None, reach)
    }

    /// The contact, given the features of a triangle that can be nearest, where they are known.
    fn contact_among(
        &self,
        index: usize,
        capsule: &Capsule<V>,
        features: Option<Features>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let found = self.contact_of(index, capsule, features, reach)?;
        let one_way = self.group(index).one_way;
        let blocks = one_way.is_none_or(|one_way| one_way.blocks(&found));
        blocks.then_some(found)
    }

    fn contact_of(
        &self,
        index: usize,
        capsule: &Capsule<V>,
        features: Option<Features>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let a = capsule.rounded();
        match &self.items[index].solid {
            Solid::Triangle(triangle, one_sided) => {
                let cores = CorePair::new(a, triangle.rounded(), V::ZERO);
                let found = match features {
                    Some(features) => contact_among(&cores, features, reach)?,
                    None => contact(&cores, reach)?,
                };
                let passes = *one_sided && passes(&found, capsule.radius, front(triangle));
                (!passes).then_some(found)
            }
            Solid::Capsule(other) => contact(&CorePair::new(a, other.rounded(), V::ZERO), reach),
            Solid::Box(..) | Solid::Hull(..) | Solid::Curved(..) => {
                matrix::contact_with_hull(any_core(&a), self.core_of(index)?, reach)
            }
            Solid::HalfSpace(_) | Solid::Support(_) => {
                matrix::contact_within(&capsule.shape_ref(), &self.shape_ref(index), reach)
            }
        }
    }

    /// The sweep against one part, up to the fraction `limit` of `delta`.
    pub fn sweep_one(
        &self,
        index: usize,
        capsule: &Capsule<V>,
        delta: V,
        limit: V::Scalar,
    ) -> Sweep<V> {
        let mut swept = self.sweep_of(index, capsule, delta, limit);
        if let (Some(one_way), Some(hit)) = (self.group(index).one_way, swept.hit) {
            swept.hit = one_way.stops(&hit).then_some(hit);
        }
        swept
    }

    fn sweep_of(&self, index: usize, capsule: &Capsule<V>, delta: V, limit: V::Scalar) -> Sweep<V> {
        let a = capsule.rounded();
        match &self.items[index].solid {
            Solid::Triangle(triangle, one_sided) => {
                let mut swept = if capsule.a == capsule.b {
                    let ball = ([capsule.a], capsule.radius);
                    sweep(&CorePair::new(ball, triangle.rounded(), delta), limit)
                } else {
                    sweep(&CorePair::new(a, triangle.rounded(), delta), limit)
                };
                let free = || match (swept.start, swept.hit) {
                    (Start::Separate, Some(hit)) => {
                        hit.normal.dot(front(triangle)) < V::Scalar::ZERO
                    }
                    (Start::Touching(found) | Start::Overlapping(found), _) => {
                        passes(&found, capsule.radius, front(triangle))
                    }
                    (Start::Separate, None) => false,
                };
                if *one_sided && free() {
                    swept.hit = None;
                }
                swept
            }
            Solid::Capsule(other) => sweep(&CorePair::new(a, other.rounded(), delta), limit),
            Solid::Box(..) | Solid::Hull(..) | Solid::Curved(..) => {
                let Some(hull) = self.core_of(index) else {
                    return Sweep::free(V::Scalar::ZERO);
                };
                matrix::swept_to_hull(any_core(&a), delta, hull, limit)
            }
            Solid::HalfSpace(_) | Solid::Support(_) => {
                matrix::swept(&capsule.shape_ref(), delta, &self.shape_ref(index))
            }
        }
    }
}

/// Whether a one-sided triangle lets a contact pass: the capsule is behind it, or is on its way through.
fn passes<V: Vector>(found: &Contact<V>, radius: V::Scalar, front: V) -> bool {
    found.separation < -radius || found.normal.dot(front) < V::Scalar::ZERO
}
