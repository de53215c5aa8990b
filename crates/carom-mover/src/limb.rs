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

/// A shape of a body; of one with a flat sole with a radius around it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limb<V: Vector> {
    Capsule(Capsule<V>),
    Box(OrientedBox<V>, V::Scalar),
    Cylinder(Cylinder<V>, V::Scalar),
}

/// The body's limbs besides its main capsule, relative to the feet; a box or cylinder takes the place of the capsule.
#[derive(Clone, Copy, Debug)]
pub(super) enum Others<V: Vector> {
    None,
    Box(OrientedBox<V>),
    Cylinder(Cylinder<V>),
    Capsules([Capsule<V>; 7], usize),
}

impl<V: Vector> Others<V> {
    /// The number of limbs, with the main one.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Capsules(_, count) => 1 + count,
            _ => 1,
        }
    }

    /// A limb of a body with these feet and this main capsule.
    #[inline(always)]
    pub(super) fn limb(&self, number: usize, feet: V, main: Capsule<V>) -> Limb<V> {
        match self {
            Self::Capsules(list, _) if number > 0 => {
                Limb::Capsule(list[number - 1].translated(feet))
            }
            Self::None | Self::Capsules(..) => Limb::Capsule(main),
            Self::Box(block) => Limb::Box(block.translated(feet), V::Scalar::ZERO),
            Self::Cylinder(cylinder) => Limb::Cylinder(cylinder.translated(feet), V::Scalar::ZERO),
        }
    }

    /// The least radius of the limbs besides a capsule of this radius.
    pub(super) fn least_radius(&self, main: V::Scalar) -> V::Scalar {
        match self {
            Self::Capsules(list, count) => {
                let radii = list[..*count].iter().map(|limb| limb.radius);
                radii.fold(main, V::Scalar::min)
            }
            _ => main,
        }
    }
}

impl<V: Vector> Limb<V> {
    #[inline(always)]
    pub(super) fn bounds(&self) -> Aabb<V> {
        match self {
            Self::Capsule(capsule) => capsule.bounds(),
            Self::Box(block, radius) => block.bounds().inflated(*radius),
            Self::Cylinder(cylinder, radius) => cylinder.bounds().inflated(*radius),
        }
    }

    /// The radius of the largest ball inside.
    #[inline(always)]
    pub(super) fn inner_radius(&self) -> V::Scalar {
        match self {
            Self::Capsule(capsule) => capsule.radius,
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

    /// The largest distance of two of its points, or more.
    #[inline(always)]
    pub(super) fn size(&self) -> V::Scalar {
        match self {
            Self::Capsule(capsule) => (capsule.b - capsule.a).length() + capsule.radius,
            _ => {
                let bounds = self.bounds();
                (bounds.max - bounds.min).length()
            }
        }
    }

    /// All points within `margin`; with a negative one those that are deeper inside.
    #[inline(always)]
    pub(super) fn inflated(&self, margin: V::Scalar) -> Self {
        match self {
            Self::Capsule(capsule) => Self::Capsule(capsule.inflated(margin)),
            _ if margin >= V::Scalar::ZERO => match *self {
                Self::Box(block, radius) => Self::Box(block, radius + margin),
                Self::Cylinder(cylinder, radius) => Self::Cylinder(cylinder, radius + margin),
                Self::Capsule(_) => *self,
            },
            _ => self.deflated(-margin),
        }
    }

    fn deflated(&self, margin: V::Scalar) -> Self {
        let zero = V::Scalar::ZERO;
        let shorter = |axis: V| {
            let length = axis.length();
            if length > margin {
                axis * ((length - margin) / length)
            } else {
                V::ZERO
            }
        };
        match *self {
            Self::Capsule(capsule) => Self::Capsule(capsule.inflated(-margin)),
            Self::Box(block, radius) => {
                let axes = block.axes.map(shorter);
                Self::Box(OrientedBox { axes, ..block }, radius)
            }
            Self::Cylinder(Cylinder { a, b, radius }, around) => {
                let middle = (a + b) * V::Scalar::HALF;
                let half = shorter((b - a) * V::Scalar::HALF);
                let inner = (radius - margin).max(zero);
                Self::Cylinder(Cylinder::new(middle - half, middle + half, inner), around)
            }
        }
    }

    /// Calls `query` with a shape that is no capsule.
    #[inline(never)]
    fn with_shape<T>(&self, query: impl FnOnce(&ShapeRef<'_, V>) -> T) -> T {
        let zero = V::Scalar::ZERO;
        match self {
            Self::Capsule(capsule) => query(&capsule.shape_ref()),
            Self::Box(block, radius) if *radius > zero => {
                query(&RoundShape::new(*block, *radius).shape_ref())
            }
            Self::Box(block, _) => query(&block.shape_ref()),
            Self::Cylinder(cylinder, radius) => {
                query(&RoundShape::new(*cylinder, *radius).shape_ref())
            }
        }
    }

    #[inline(always)]
    pub(super) fn each_contact(
        &self,
        scene: Parts<'_, V>,
        reach: V::Scalar,
        visit: impl FnMut(usize, Contact<V>),
    ) {
        match self {
            Self::Capsule(capsule) => scene.0.each_contact(capsule, reach, visit),
            _ => self.with_shape(|shape| scene.0.each_contact_of(shape, reach, visit)),
        }
    }

    /// The least gap to any part, at most `reach`.
    pub(super) fn gap(&self, scene: &LocalScene<V>, reach: V::Scalar) -> V::Scalar {
        let mut least = reach;
        self.each_contact(Parts(scene), reach, |_, contact| {
            least = least.min(contact.separation);
        });
        least
    }

    #[inline(always)]
    pub(super) fn contact(
        &self,
        scene: Parts<'_, V>,
        key: usize,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        match self {
            Self::Capsule(capsule) => scene.0.contact(part_of(key), capsule, reach),
            _ => self.with_shape(|shape| scene.0.contact_of_shape(part_of(key), shape, reach)),
        }
    }

    #[inline(always)]
    pub(super) fn overlaps(&self, scene: Parts<'_, V>) -> bool {
        match self {
            Self::Capsule(capsule) => scene.0.overlaps(capsule),
            _ => self.with_shape(|shape| scene.0.overlaps_shape(shape)),
        }
    }

    #[inline(always)]
    pub(super) fn sweep_one(
        &self,
        scene: Parts<'_, V>,
        key: usize,
        delta: V,
        limit: V::Scalar,
    ) -> Sweep<V> {
        match self {
            Self::Capsule(capsule) => scene.0.sweep_one(part_of(key), capsule, delta, limit),
            _ => self.with_shape(|shape| scene.0.sweep_of_shape(part_of(key), shape, delta)),
        }
    }

    #[inline(always)]
    pub(super) fn arrivals(
        &self,
        scene: Parts<'_, V>,
        delta: V,
        region: &Aabb<V>,
        counts: impl Fn(usize) -> bool,
        visit: impl FnMut(usize, f32),
    ) {
        match self {
            Self::Capsule(capsule) => scene.0.arrivals(capsule, delta, region, counts, visit),
            _ => self.with_shape(|shape| scene.0.arrivals_of(shape, delta, region, counts, visit)),
        }
    }

    /// A point of it, and how far below that it reaches along `axis`: its core, that core's extent by coordinates, and its radius.
    #[inline(always)]
    pub(super) fn below(&self, axis: V) -> (V, V::Scalar, V, V::Scalar) {
        let zero = V::Scalar::ZERO;
        match self {
            Self::Capsule(capsule) => {
                let segment = capsule.b - capsule.a;
                let low = axis.dot(segment).min(zero);
                (capsule.a, low, segment.abs(), capsule.radius)
            }
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

/// The part of a list of contacts, in the order of their keys, that is of one limb.
#[inline(always)]
pub(super) fn contacts_of<V: Vector>(
    contacts: &[(usize, Contact<V>)],
    limb: usize,
    count: usize,
) -> &[(usize, Contact<V>)] {
    if count == 1 {
        return contacts;
    }
    let from = contacts.partition_point(|contact| limb_of(contact.0) < limb);
    let to = contacts.partition_point(|contact| limb_of(contact.0) <= limb);
    &contacts[from..to]
}
