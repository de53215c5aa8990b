//! The shapes that a body consists of, and their queries of a local scene.
//!
//! A part of the scene has a key for each limb that may touch it: the number of the limb in the high bits, the index of the part in
//! the low ones. So the contacts of two limbs with one part are two contacts.

use super::tuning::LEVEL_AXIS;
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

    /// Whether a part blocks from the front alone, but there whatever comes.
    #[inline(always)]
    pub(super) fn is_one_sided(self, key: usize) -> bool {
        self.0.is_one_sided(part_of(key))
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
    fn is_exact(&self) -> bool;
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
    #[inline(always)]
    fn is_exact(&self) -> bool {
        true
    }

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
    Box(RoundShape<OrientedBox<V>>),
    Cylinder(RoundShape<Cylinder<V>>),
}

impl<V: Vector> Flat<V> {
    pub(super) fn translated(&self, delta: V) -> Self {
        match *self {
            Self::Box(RoundShape { shape, radius }) => {
                Self::Box(RoundShape::new(shape.translated(delta), radius))
            }
            Self::Cylinder(RoundShape { shape, radius }) => {
                Self::Cylinder(RoundShape::new(shape.translated(delta), radius))
            }
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
            Self::Box(RoundShape { shape, radius }) => {
                let axes = shape.axes.map(shorter);
                Self::Box(RoundShape::new(OrientedBox { axes, ..shape }, radius))
            }
            Self::Cylinder(RoundShape { shape, radius }) => {
                let Cylinder { a, b, radius: own } = shape;
                let middle = (a + b) * V::Scalar::HALF;
                let half = shorter((b - a) * V::Scalar::HALF);
                let inner = (own - margin).max(V::Scalar::ZERO);
                let shape = Cylinder::new(middle - half, middle + half, inner);
                Self::Cylinder(RoundShape::new(shape, radius))
            }
        }
    }

    fn shape_ref(&self) -> ShapeRef<'_, V> {
        match self {
            Self::Box(shape) => shape.shape_ref(),
            Self::Cylinder(shape) => shape.shape_ref(),
        }
    }

    pub(super) fn bounds(&self) -> Aabb<V> {
        match self {
            Self::Box(RoundShape { shape, radius }) => shape.bounds().inflated(*radius),
            Self::Cylinder(RoundShape { shape, radius }) => shape.bounds().inflated(*radius),
        }
    }

    fn inner_radius(&self) -> V::Scalar {
        match self {
            Self::Box(RoundShape { shape, radius }) => {
                let halves = shape.axes[..V::DIM].iter().map(|axis| axis.length());
                halves.fold(V::Scalar::INFINITY, V::Scalar::min) + *radius
            }
            Self::Cylinder(RoundShape { shape, radius }) => {
                let half = (shape.b - shape.a).length() * V::Scalar::HALF;
                half.min(shape.radius) + *radius
            }
        }
    }

    fn inflated(&self, margin: V::Scalar) -> Self {
        if margin < V::Scalar::ZERO {
            return self.deflated(-margin);
        }
        match *self {
            Self::Box(RoundShape { shape, radius }) => {
                Self::Box(RoundShape::new(shape, radius + margin))
            }
            Self::Cylinder(RoundShape { shape, radius }) => {
                Self::Cylinder(RoundShape::new(shape, radius + margin))
            }
        }
    }

    fn below(&self, axis: V) -> (V, V::Scalar, V, V::Scalar) {
        let zero = V::Scalar::ZERO;
        match self {
            Self::Box(RoundShape { shape, radius }) => {
                let halves = || shape.axes[..V::DIM].iter();
                let low = halves().fold(zero, |low, half| low - axis.dot(*half).abs());
                let size = halves().fold(V::ZERO, |size, half| size + half.abs());
                (shape.center, low, size, *radius)
            }
            Self::Cylinder(RoundShape { shape, radius }) => {
                let segment = shape.b - shape.a;
                let low = axis.dot(segment).min(zero) - shape.radius;
                let size = segment.abs() + V::splat(shape.radius);
                (shape.a, low, size, *radius)
            }
        }
    }
}

/// A limb of a body. Its queries are compiled once for all kinds of limbs; a body that is a single capsule has its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limb<V: Vector> {
    Capsule(Capsule<V>),
    Flat(Flat<V>),
}

impl<V: Vector> LimbShape<V> for Limb<V> {
    fn is_exact(&self) -> bool {
        matches!(self, Self::Capsule(_))
    }

    fn bounds(&self) -> Aabb<V> {
        match self {
            Self::Capsule(capsule) => capsule.bounds(),
            Self::Flat(flat) => flat.bounds(),
        }
    }

    fn inner_radius(&self) -> V::Scalar {
        match self {
            Self::Capsule(capsule) => capsule.radius,
            Self::Flat(flat) => flat.inner_radius(),
        }
    }

    fn size(&self) -> V::Scalar {
        match self {
            Self::Capsule(capsule) => LimbShape::size(capsule),
            Self::Flat(flat) => {
                let bounds = flat.bounds();
                (bounds.max - bounds.min).length()
            }
        }
    }

    fn inflated(&self, margin: V::Scalar) -> Self {
        match self {
            Self::Capsule(capsule) => Self::Capsule(capsule.inflated(margin)),
            Self::Flat(flat) => Self::Flat(flat.inflated(margin)),
        }
    }

    fn each_contact(
        &self,
        scene: &LocalScene<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(usize, Contact<V>),
    ) {
        let visit: &mut dyn FnMut(usize, Contact<V>) = &mut visit;
        match self {
            Self::Capsule(capsule) => scene.each_contact(capsule, reach, visit),
            Self::Flat(flat) => scene.each_contact_of(&flat.shape_ref(), reach, visit),
        }
    }

    fn contact(&self, scene: &LocalScene<V>, part: usize, reach: V::Scalar) -> Option<Contact<V>> {
        match self {
            Self::Capsule(capsule) => scene.contact(part, capsule, reach),
            Self::Flat(flat) => scene.shape_contact(part, &flat.shape_ref(), reach),
        }
    }

    fn sweep_one(
        &self,
        scene: &LocalScene<V>,
        part: usize,
        delta: V,
        limit: V::Scalar,
    ) -> Sweep<V> {
        match self {
            Self::Capsule(capsule) => scene.sweep_one(part, capsule, delta, limit),
            Self::Flat(flat) => scene.sweep_of_shape(part, &flat.shape_ref(), delta),
        }
    }

    fn arrivals(
        &self,
        scene: &LocalScene<V>,
        delta: V,
        region: &Aabb<V>,
        counts: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize, f32),
    ) {
        let counts: &dyn Fn(usize) -> bool = &counts;
        let visit: &mut dyn FnMut(usize, f32) = &mut visit;
        match self {
            Self::Capsule(capsule) => scene.arrivals(capsule, delta, region, counts, visit),
            Self::Flat(flat) => scene.arrivals_of(&flat.shape_ref(), delta, region, counts, visit),
        }
    }

    fn below(&self, axis: V) -> (V, V::Scalar, V, V::Scalar) {
        match self {
            Self::Capsule(capsule) => capsule.below(axis),
            Self::Flat(flat) => flat.below(axis),
        }
    }
}

impl<V: Vector> Limb<V> {
    /// Whether it overlaps any part; touching does not count. By more than `margin` is found faster.
    pub(super) fn overlaps(&self, scene: &LocalScene<V>, margin: V::Scalar) -> bool {
        match self {
            Self::Capsule(capsule) => scene.overlaps(capsule),
            Self::Flat(flat) => {
                let core = flat.deflated(margin);
                scene.overlaps_shape(&flat.shape_ref(), &core.shape_ref())
            }
        }
    }

    /// Whether it overlaps a part by more than `margin`, or nearly.
    pub(super) fn overlaps_part(
        &self,
        scene: &LocalScene<V>,
        part: usize,
        margin: V::Scalar,
    ) -> bool {
        match self.inflated(-margin) {
            Self::Capsule(capsule) => scene.part_overlaps(part, &capsule.shape_ref()),
            Self::Flat(flat) => scene.part_overlaps(part, &flat.shape_ref()),
        }
    }

    /// The ends of a line through its middle: its lowest point along a direction, and the highest. Of an edge or a face that is
    /// the lowest, nearly, the middle.
    pub(super) fn line_through(&self, up: V) -> [V; 2] {
        let half = match self {
            Self::Capsule(Capsule { a, b, radius }) => {
                half_along((*b - *a) * V::Scalar::HALF, up) + up * *radius
            }
            Self::Flat(Flat::Box(RoundShape { shape, radius })) => {
                let axes = shape.axes[..V::DIM].iter();
                axes.fold(up * *radius, |sum, axis| sum + half_along(*axis, up))
            }
            Self::Flat(Flat::Cylinder(RoundShape { shape, radius })) => {
                let axis = (shape.b - shape.a) * V::Scalar::HALF;
                let across = up - axis * (axis.dot(up) / axis.length_squared());
                let level = across.length() < V::Scalar::from_f64(LEVEL_AXIS);
                let out = if level {
                    V::ZERO
                } else {
                    across / across.length()
                };
                half_along(axis, up) + out * shape.radius + up * *radius
            }
        };
        let bounds = self.bounds();
        let middle = (bounds.min + bounds.max) * V::Scalar::HALF;
        [middle - half, middle + half]
    }

    /// The least gap to any part, at most `reach`.
    pub(super) fn gap(&self, scene: &LocalScene<V>, reach: V::Scalar) -> V::Scalar {
        let mut least = reach;
        let visit = |_, contact: Contact<V>| least = least.min(contact.separation);
        self.each_contact(scene, reach, visit);
        least
    }
}

/// A half axis, turned to point along a direction; zero if it is nearly across.
fn half_along<V: Vector>(axis: V, up: V) -> V {
    let rise = axis.dot(up);
    if rise.abs() <= axis.length() * V::Scalar::from_f64(LEVEL_AXIS) {
        V::ZERO
    } else if rise < V::Scalar::ZERO {
        -axis
    } else {
        axis
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

#[cfg(test)]
mod tests {
    use super::{key_of, limb_of, part_of};

    #[test]
    fn a_key_has_the_limb_and_the_part() {
        for (limb, part) in [(0, 0), (0, 7), (1, 0), (7, 5), (3, (1 << 29) - 1)] {
            let key = key_of(limb, part);
            assert_eq!((limb_of(key), part_of(key)), (limb, part));
        }
    }
}
