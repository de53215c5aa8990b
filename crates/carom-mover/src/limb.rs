//! The shapes that a body consists of, and their queries of a local scene.
//!
//! A part of the scene has a key for each limb that may touch it: the number of the limb in the high bits, the index of the part in
//! the low ones. So the contacts of two limbs with one part are two contacts.

use carom_bvh::Aabb;
use carom_core::pair::contact::Contact;
use carom_core::pair::hit::Sweep;
use carom_core::shape::capsule::Capsule;
use carom_core::shape::cylinder::Cylinder;
use carom_core::shape::oriented_box::OrientedBox;
use carom_core::shape::round_shape::RoundShape;
use carom_core::shape::triangle::Triangle;
use carom_core::world::{BodyMotion, LocalScene};
use carom_core::{Convex, PartId, ShapeRef};
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// Bits of the index of a part in a key; the other three of 32 are the number of the limb.
const PART_BITS: u32 = 29;

#[inline(always)]
pub(super) fn key_of(limb: usize, part: usize) -> usize {
    limb << PART_BITS | part
}

#[inline(always)]
pub(super) fn limb_of(key: usize) -> usize {
    key >> PART_BITS
}

#[inline(always)]
pub(super) fn part_of(key: usize) -> usize {
    key & ((1 << PART_BITS) - 1)
}

/// The parts of a tick's local scene, by their keys.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a, V: Vector>(pub(super) &'a LocalScene<V>);

impl<'a, V: Vector> Parts<'a, V> {
    #[inline(always)]
    pub(super) fn motions(self) -> &'a [BodyMotion<V>] {
        self.0.motions()
    }

    #[inline(always)]
    pub(super) fn carrier(self, key: usize) -> Option<usize> {
        self.0.carrier(part_of(key))
    }

    #[inline(always)]
    pub(super) fn part(self, key: usize) -> PartId {
        self.0.part(part_of(key))
    }

    #[inline(always)]
    pub(super) fn triangle(self, key: usize) -> Option<&'a Triangle<V>> {
        self.0.triangle(part_of(key))
    }

    #[inline(always)]
    pub(super) fn surface(self, key: usize, normal: V, up: V) -> V {
        self.0.surface(part_of(key), normal, up)
    }

    #[inline(always)]
    pub(super) fn is_round(self, key: usize) -> bool {
        self.0.is_round(part_of(key))
    }

    #[inline(always)]
    pub(super) fn is_plain(self, key: usize) -> bool {
        self.0.is_plain(part_of(key))
    }

    #[inline(always)]
    pub(super) fn always_blocks(self, key: usize) -> bool {
        self.0.always_blocks(part_of(key))
    }

    #[inline(always)]
    pub(super) fn may_touch(self, key: usize, region: &Aabb<V>) -> bool {
        self.0.may_touch(part_of(key), region)
    }

    #[inline(always)]
    pub(super) fn each_touching(
        self,
        region: &Aabb<V>,
        visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.each_touching(region, visit)
    }
}

/// A shape of a body, and its queries of a local scene.
pub(super) trait LimbShape<V: Vector>: Copy {
    /// Whether its sweeps against plain triangles are exact: a contact's room over its closing speed then bounds the time of
    /// impact.
    const EXACT: bool;
    fn bounds(&self) -> Aabb<V>;
    /// The radius of the largest ball inside.
    fn inner_radius(&self) -> V::Scalar;
    /// The largest distance of two of its points, or more; of a capsule, of its core, and the radius.
    fn size(&self) -> V::Scalar;
    /// All points within `margin`; with a negative one those that are deeper inside.
    fn inflated(&self, margin: V::Scalar) -> Self;
    fn each_contact(
        &self,
        scene: &LocalScene<V>,
        reach: V::Scalar,
        visit: impl FnMut(usize, Contact<V>),
    );
    fn contact(&self, scene: &LocalScene<V>, part: usize, reach: V::Scalar) -> Option<Contact<V>>;
    fn overlaps(&self, scene: &LocalScene<V>) -> bool;
    fn sweep_one(&self, scene: &LocalScene<V>, part: usize, delta: V, limit: V::Scalar)
    -> Sweep<V>;
    fn arrivals(
        &self,
        scene: &LocalScene<V>,
        delta: V,
        region: &Aabb<V>,
        counts: impl Fn(usize) -> bool,
        visit: impl FnMut(usize, f32),
    );
    /// A point of it, how far its core reaches below that along `axis`, that core's extent by coordinates, and the radius around
    /// it.
    fn below(&self, axis: V) -> (V, V::Scalar, V, V::Scalar);
}

impl<V: Vector> LimbShape<V> for Capsule<V> {
    const EXACT: bool = true;

    #[inline(always)]
    fn bounds(&self) -> Aabb<V> {
        Self::bounds(self)
    }

    #[inline(always)]
    fn inner_radius(&self) -> V::Scalar {
        self.radius
    }

    #[inline(always)]
    fn size(&self) -> V::Scalar {
        (self.b - self.a).length() + self.radius
    }

    #[inline(always)]
    fn inflated(&self, margin: V::Scalar) -> Self {
        Self::inflated(self, margin)
    }

    #[inline(always)]
    fn each_contact(
        &self,
        scene: &LocalScene<V>,
        reach: V::Scalar,
        visit: impl FnMut(usize, Contact<V>),
    ) {
        scene.each_contact(self, reach, visit);
    }

    #[inline(always)]
    fn contact(&self, scene: &LocalScene<V>, part: usize, reach: V::Scalar) -> Option<Contact<V>> {
        scene.contact(part, self, reach)
    }

    #[inline(always)]
    fn overlaps(&self, scene: &LocalScene<V>) -> bool {
        scene.overlaps(self)
    }

    #[inline(always)]
    fn sweep_one(
        &self,
        scene: &LocalScene<V>,
        part: usize,
        delta: V,
        limit: V::Scalar,
    ) -> Sweep<V> {
        scene.sweep_one(part, self, delta, limit)
    }

    #[inline(always)]
    fn arrivals(
        &self,
        scene: &LocalScene<V>,
        delta: V,
        region: &Aabb<V>,
        counts: impl Fn(usize) -> bool,
        visit: impl FnMut(usize, f32),
    ) {
        scene.arrivals(self, delta, region, counts, visit);
    }

    #[inline(always)]
    fn below(&self, axis: V) -> (V, V::Scalar, V, V::Scalar) {
        let segment = self.b - self.a;
        let low = axis.dot(segment).min(V::Scalar::ZERO);
        (self.a, low, segment.abs(), self.radius)
    }
}

/// A body with a flat sole, and a radius around it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flat<V: Vector> {
    Box(OrientedBox<V>, V::Scalar),
    Cylinder(Cylinder<V>, V::Scalar),
}

impl<V: Vector> Flat<V> {
    pub(super) fn translated(&self, delta: V) -> Self {
        match self {
            Self::Box(block, radius) => Self::Box(block.translated(delta), *radius),
            Self::Cylinder(cylinder, radius) => Self::Cylinder(cylinder.translated(delta), *radius),
        }
    }

    fn deflated(&self, margin: V::Scalar) -> Self {
        let shorter = |axis: V| {
            let length = axis.length();
            if length > margin {
                axis * ((length - margin) / length)
            } else {
                V::ZERO
            }
        };
        match *self {
            Self::Box(block, radius) => {
                let axes = block.axes.map(shorter);
                Self::Box(OrientedBox { axes, ..block }, radius)
            }
            Self::Cylinder(Cylinder { a, b, radius }, around) => {
                let middle = (a + b) * V::Scalar::HALF;
                let half = shorter((b - a) * V::Scalar::HALF);
                let inner = (radius - margin).max(V::Scalar::ZERO);
                Self::Cylinder(Cylinder::new(middle - half, middle + half, inner), around)
            }
        }
    }

    fn with_shape<T>(&self, query: impl FnOnce(&ShapeRef<'_, V>) -> T) -> T {
        match self {
            Self::Box(block, radius) => query(&RoundShape::new(*block, *radius).shape_ref()),
            Self::Cylinder(cylinder, radius) => {
                query(&RoundShape::new(*cylinder, *radius).shape_ref())
            }
        }
    }
}

impl<V: Vector> LimbShape<V> for Flat<V> {
    const EXACT: bool = false;

    fn bounds(&self) -> Aabb<V> {
        match self {
            Self::Box(block, radius) => block.bounds().inflated(*radius),
            Self::Cylinder(cylinder, radius) => cylinder.bounds().inflated(*radius),
        }
    }

    fn inner_radius(&self) -> V::Scalar {
        match self {
            Self::Box(block, radius) => {
                let halves = block.axes[..V::DIM].iter().map(|axis| axis.length());
                halves.fold(V::Scalar::INFINITY, V::Scalar::min) + *radius
            }
            Self::Cylinder(cylinder, radius) => {
                let half = (cylinder.b - cylinder.a).length() * V::Scalar::HALF;
                half.min(cylinder.radius) + *radius
            }
        }
    }

    fn size(&self) -> V::Scalar {
        let bounds = self.bounds();
        (bounds.max - bounds.min).length()
    }

    fn inflated(&self, margin: V::Scalar) -> Self {
        if margin < V::Scalar::ZERO {
            return self.deflated(-margin);
        }
        match *self {
            Self::Box(block, radius) => Self::Box(block, radius + margin),
            Self::Cylinder(cylinder, radius) => Self::Cylinder(cylinder, radius + margin),
        }
    }

    fn each_contact(
        &self,
        scene: &LocalScene<V>,
        reach: V::Scalar,
        visit: impl FnMut(usize, Contact<V>),
    ) {
        self.with_shape(|shape| scene.each_contact_of(shape, reach, visit));
    }

    fn contact(&self, scene: &LocalScene<V>, part: usize, reach: V::Scalar) -> Option<Contact<V>> {
        self.with_shape(|shape| scene.shape_contact(part, shape, reach))
    }

    fn overlaps(&self, scene: &LocalScene<V>) -> bool {
        self.with_shape(|shape| scene.overlaps_shape(shape))
    }

    fn sweep_one(&self, scene: &LocalScene<V>, part: usize, delta: V, _: V::Scalar) -> Sweep<V> {
        self.with_shape(|shape| scene.sweep_of_shape(part, shape, delta))
    }

    fn arrivals(
        &self,
        scene: &LocalScene<V>,
        delta: V,
        region: &Aabb<V>,
        counts: impl Fn(usize) -> bool,
        visit: impl FnMut(usize, f32),
    ) {
        self.with_shape(|shape| scene.arrivals_of(shape, delta, region, counts, visit));
    }

    fn below(&self, axis: V) -> (V, V::Scalar, V, V::Scalar) {
        let zero = V::Scalar::ZERO;
        match self {
            Self::Box(block, radius) => {
                let halves = || block.axes[..V::DIM].iter();
                let low = halves().fold(zero, |low, half| low - axis.dot(*half).abs());
                let size = halves().fold(V::ZERO, |size, half| size + half.abs());
                (block.center, low, size, *radius)
            }
            Self::Cylinder(cylinder, radius) => {
                let segment = cylinder.b - cylinder.a;
                let low = axis.dot(segment).min(zero) - cylinder.radius;
                let size = segment.abs() + V::splat(cylinder.radius);
                (cylinder.a, low, size, *radius)
            }
        }
    }
}

/// A limb of a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limb<V: Vector> {
    Capsule(Capsule<V>),
    Flat(Flat<V>),
}

/// Runs an expression with the shape of a limb.
macro_rules! of_limb {
    ($limb:expr, $shape:ident => $run:expr) => {
        match $limb {
            Limb::Capsule($shape) => $run,
            Limb::Flat($shape) => $run,
        }
    };
}
pub(super) use of_limb;

impl<V: Vector> Limb<V> {
    pub(super) fn bounds(&self) -> Aabb<V> {
        of_limb!(self, shape => LimbShape::bounds(shape))
    }

    /// The least gap to any part, at most `reach`.
    pub(super) fn gap(&self, scene: &LocalScene<V>, reach: V::Scalar) -> V::Scalar {
        let mut least = reach;
        let visit = |_, contact: Contact<V>| least = least.min(contact.separation);
        of_limb!(self, shape => shape.each_contact(scene, reach, visit));
        least
    }
}

/// The part of a list of contacts, in the order of their keys, that is of one limb.
#[inline(always)]
pub(super) fn contacts_of<V: Vector>(
    contacts: &[(usize, Contact<V>)],
    limb: usize,
) -> &[(usize, Contact<V>)] {
    let from = contacts.partition_point(|contact| limb_of(contact.0) < limb);
    let to = contacts.partition_point(|contact| limb_of(contact.0) <= limb);
    &contacts[from..to]
}
