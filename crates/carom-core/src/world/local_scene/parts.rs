//! What a mover needs of the parts of a local scene besides queries: not for users.

use super::{AT_REST, LocalScene, Solid};
use crate::shape::capsule::Capsule;
use crate::shape::triangle::Triangle;
use crate::world::motion::BodyMotion;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

#[doc(hidden)]
impl<V: Vector> LocalScene<V> {
    /// The motions of the gathered bodies, by [`carrier`](Self::carrier).
    pub fn motions(&self) -> &[BodyMotion<V>] {
        &self.motions
    }

    /// The index of a part's motion in [`motions`](Self::motions); `None` at rest.
    #[inline]
    pub fn carrier(&self, index: usize) -> Option<usize> {
        let carrier = self.group(index).carrier;
        (carrier != AT_REST).then_some(carrier as usize)
    }

    /// A copy with only the parts for which `wanted` returns true, in their order.
    #[must_use]
    pub fn filtered(&self, wanted: impl Fn(usize) -> bool) -> Self {
        let mut fewer = Self::new();
        fewer.tick = self.tick;
        fewer.add_from(self, wanted);
        fewer
    }

    /// Becomes a copy of the parts of another scene that touch `region`, in their order; keeps the memory.
    pub fn copy_within(&mut self, other: &Self, region: &Aabb<V>) {
        self.clear();
        self.add_from(other, |index| other.may_touch(index, region));
    }

    /// Whether the parts of another scene that touch `region` have the shapes and filters of these, to the bit and in
    /// this order; their ids and motions may differ.
    pub fn is_copy_within(&self, other: &Self, region: &Aabb<V>) -> bool {
        let mut count = 0;
        let flow = other.each_touching(region, |index| {
            let is_same = count < self.len() && self.is_same_part(count, other, index);
            count += 1;
            if is_same {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        flow.is_continue() && count == self.len()
    }

    /// Whether a part has the shape, the bounding box and the filter of a part of another scene, to the bit.
    fn is_same_part(&self, index: usize, other: &Self, at: usize) -> bool {
        let (a, b) = (self.batch.bounds(index), other.batch.bounds(at));
        let filters = match (self.group(index).one_way, other.group(at).one_way) {
            (None, None) => true,
            (Some(a), Some(b)) => a.is_same(&b),
            _ => false,
        };
        filters
            && a.min.is_same(b.min)
            && a.max.is_same(b.max)
            && self.is_same_solid(index, other, at)
    }

    fn is_same_solid(&self, index: usize, other: &Self, at: usize) -> bool {
        let same =
            |a: &[V], b: &[V]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(*b));
        let number = V::splat;
        match (&self.items[index].solid, &other.items[at].solid) {
            (Solid::Triangle(a, a_side), Solid::Triangle(b, b_side)) => {
                a_side == b_side && same(&a.core(), &b.core())
            }
            (Solid::Capsule(a), Solid::Capsule(b)) => {
                same(&[a.a, a.b, number(a.radius)], &[b.a, b.b, number(b.radius)])
            }
            (Solid::Box(a), Solid::Box(b)) => same(self.corners(*a), other.corners(*b)),
            (Solid::Hull(a, n, radius), Solid::Hull(b, m, other_radius)) => {
                let (a, b) = (
                    self.hull(*a, *n, *radius),
                    other.hull(*b, *m, *other_radius),
                );
                same(a.0, b.0) && number(a.1).is_same(number(b.1))
            }
            (Solid::Curved(a), Solid::Curved(b)) => self.curved(*a) == other.curved(*b),
            (Solid::Support(a), Solid::Support(b)) => {
                self.supports[*a as usize] == other.supports[*b as usize]
            }
            (Solid::HalfSpace(a), Solid::HalfSpace(b)) => {
                same(&[a.normal, number(a.offset)], &[b.normal, number(b.offset)])
            }
            _ => false,
        }
    }

    /// Whether a part is a two-sided triangle without a one-way filter.
    pub fn is_plain(&self, index: usize) -> bool {
        let solid = &self.items[index].solid;
        self.group(index).one_way.is_none() && matches!(solid, Solid::Triangle(_, false))
    }

    /// Whether a part blocks from all sides.
    pub fn always_blocks(&self, index: usize) -> bool {
        let solid = &self.items[index].solid;
        self.group(index).one_way.is_none() && !matches!(solid, Solid::Triangle(_, true))
    }

    /// Whether a part blocks from the front alone, but there whatever comes.
    pub fn is_one_sided(&self, index: usize) -> bool {
        let solid = &self.items[index].solid;
        self.group(index).one_way.is_none() && matches!(solid, Solid::Triangle(_, true))
    }

    /// Whether all parts are [plain](Self::is_plain).
    pub fn all_plain(&self) -> bool {
        self.plain
    }

    /// The triangle of a part, if it is one.
    #[inline]
    pub fn triangle(&self, index: usize) -> Option<&Triangle<V>> {
        match &self.items[index].solid {
            Solid::Triangle(triangle, _) => Some(triangle),
            _ => None,
        }
    }

    /// Visits the parts with a bounding box that touches `region`, in the order in which they were added, until `visit`
    /// breaks.
    pub fn each_touching(
        &self,
        region: &Aabb<V>,
        visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.batch.touching(region, visit)
    }

    /// Whether the bounding box of a part touches `region`.
    #[inline]
    pub fn may_touch(&self, index: usize, region: &Aabb<V>) -> bool {
        self.batch.bounds(index).overlaps(region)
    }

    /// Whether a part has a radius, and so no edges.
    pub fn is_round(&self, index: usize) -> bool {
        match &self.items[index].solid {
            Solid::Capsule(Capsule { radius, .. }) | Solid::Hull(_, _, radius) => {
                *radius > V::Scalar::ZERO
            }
            Solid::Curved(_) | Solid::Support(_) => true,
            Solid::Triangle(..) | Solid::Box(_) | Solid::HalfSpace(_) => false,
        }
    }
}
