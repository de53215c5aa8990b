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

    /// Whether a part is a two-sided triangle without a one-way filter.
    pub fn is_plain(&self, index: usize) -> bool {
        let solid = &self.items[index].solid;
        self.group(index).one_way.is_none() && matches!(solid, Solid::Triangle(_, false))
    }

    /// Whether all parts are [plain](Self::is_plain).
    pub fn all_plain(&self) -> bool {
        self.plain
    }

    /// The triangle of a part, if it is one.
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
    pub fn may_touch(&self, index: usize, region: &Aabb<V>) -> bool {
        self.batch.bounds(index).overlaps(region)
    }

    /// Whether a part has a radius, and so no edges.
    pub fn is_round(&self, index: usize) -> bool {
        match &self.items[index].solid {
            Solid::Capsule(Capsule { radius, .. }) | Solid::Hull(_, _, radius) => {
                *radius > V::Scalar::ZERO
            }
            Solid::Triangle(..) | Solid::Box(_) | Solid::HalfSpace(_) => false,
        }
    }
}
