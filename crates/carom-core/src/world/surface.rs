//! What is made of many numbered pieces, as the world asks it.

use crate::pairs::contact::Contact;
use crate::pairs::sweep::{Hit, Start};
use crate::shape::Shape;
use crate::surface::chain::{Chain, ChainContact, ChainHit};
use crate::surface::mesh::Vector3;
use crate::surface::mesh::{Mesh, MeshContact};
use alloc::sync::Arc;
use carom_bvh::Aabb;
use carom_math::Vector;
use core::any::Any;
use core::fmt::Debug;
use core::ops::ControlFlow;
use glam::DVec2;

/// A contact with a piece, and its number.
pub(super) type Touch<V> = (Contact<V>, u32);
/// A hit on a piece, how the motion stood to it at the start, and its number.
pub(super) type Stop<V> = (Hit<V>, Start<V>, u32);

/// Which pieces count, by number; all without.
pub(super) type Parts<'a> = Option<&'a dyn Fn(u32) -> bool>;

/// A body of many pieces, in its own frame. The asking shape is `a`.
///
/// A trait object, because what a surface is depends on the dimension and a world does not: a
/// [`Mesh`] exists in 3D only, a [`Chain`] in 2D only. It is asked once a query, and looks at all its pieces in one go.
pub(super) trait Surface<V: Vector>: Debug + Send + Sync {
    /// The box around it.
    fn bounds(&self) -> Aabb<V>;
    /// Whether its pieces have only a front.
    fn is_one_sided(&self) -> bool;
    /// The least separation within `reach`; on a tie the lowest number.
    fn closest(&self, parts: Parts<'_>, a: &Shape<V>, reach: V::Scalar) -> Option<Touch<V>>;
    /// Every contact within `reach`.
    fn contacts(
        &self,
        parts: Parts<'_>,
        a: &Shape<V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Touch<V>),
    );
    /// Whether anything touches.
    fn overlap(&self, parts: Parts<'_>, a: &Shape<V>) -> bool;
    /// What stops the motion first; on a tie the lowest number.
    fn sweep(&self, parts: Parts<'_>, a: &Shape<V>, delta: V) -> Option<Stop<V>>;
    /// Whether anything stops the motion.
    fn sweep_any(&self, parts: Parts<'_>, a: &Shape<V>, delta: V) -> bool;
    /// Everything that stops the motion.
    fn sweep_all(&self, parts: Parts<'_>, a: &Shape<V>, delta: V, visit: &mut dyn FnMut(Stop<V>));
    /// Every piece that touches `region`; more than that does no harm.
    fn pieces(&self, region: &Aabb<V>, visit: &mut dyn FnMut(Shape<V>, u32));
    /// What it is, to tell it apart.
    fn as_any(&self) -> &dyn Any;
    /// The same, to change it.
    fn as_any_mut(&mut self) -> &mut dyn Any;
    /// One of its own.
    fn copy(&self) -> Arc<dyn Surface<V>>;
}

impl<V: Vector3> Surface<V> for Mesh<V> {
    fn bounds(&self) -> Aabb<V> {
        Self::bounds(self)
    }

    fn is_one_sided(&self) -> bool {
        Self::is_one_sided(self)
    }

    fn closest(&self, parts: Parts<'_>, a: &Shape<V>, reach: V::Scalar) -> Option<Touch<V>> {
        let found = self.seen_by(parts).closest_shape(a, reach)?;
        Some((found.contact, found.triangle))
    }

    fn contacts(
        &self,
        parts: Parts<'_>,
        a: &Shape<V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Touch<V>),
    ) {
        let mut visit = |found: MeshContact<V>| visit((found.contact, found.triangle));
        self.seen_by(parts).contacts_shape(a, reach, &mut visit);
    }

    fn overlap(&self, parts: Parts<'_>, a: &Shape<V>) -> bool {
        self.seen_by(parts).overlap_shape(a)
    }

    fn sweep(&self, parts: Parts<'_>, a: &Shape<V>, delta: V) -> Option<Stop<V>> {
        let found = self.seen_by(parts).first_hit(a, delta)?;
        Some((found.hit, found.start, found.triangle))
    }

    fn sweep_any(&self, parts: Parts<'_>, a: &Shape<V>, delta: V) -> bool {
        self.seen_by(parts).sweep_shape_any(a, delta)
    }

    fn sweep_all(&self, parts: Parts<'_>, a: &Shape<V>, delta: V, visit: &mut dyn FnMut(Stop<V>)) {
        self.seen_by(parts).each_hit(a, delta, &mut |found, _| {
            visit((found.hit, found.start, found.triangle));
            ControlFlow::Continue(())
        });
    }

    fn pieces(&self, region: &Aabb<V>, visit: &mut dyn FnMut(Shape<V>, u32)) {
        self.triangles_near(region, |part, triangle, _| {
            visit(Shape::Triangle(*triangle), part);
        });
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn copy(&self) -> Arc<dyn Surface<V>> {
        Arc::new(self.clone())
    }
}

impl<V: Vector<Double = DVec2>> Surface<V> for Chain<V> {
    fn bounds(&self) -> Aabb<V> {
        Self::bounds(self)
    }

    fn is_one_sided(&self) -> bool {
        Self::is_one_sided(self)
    }

    fn closest(&self, parts: Parts<'_>, a: &Shape<V>, reach: V::Scalar) -> Option<Touch<V>> {
        let found = self.seen_by(parts).closest_shape(a, reach)?;
        Some((found.contact, found.segment))
    }

    fn contacts(
        &self,
        parts: Parts<'_>,
        a: &Shape<V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Touch<V>),
    ) {
        let mut visit = |found: ChainContact<V>| visit((found.contact, found.segment));
        self.seen_by(parts).contacts_shape(a, reach, &mut visit);
    }

    fn overlap(&self, parts: Parts<'_>, a: &Shape<V>) -> bool {
        self.seen_by(parts).overlap_shape(a)
    }

    fn sweep(&self, parts: Parts<'_>, a: &Shape<V>, delta: V) -> Option<Stop<V>> {
        let found = self.seen_by(parts).sweep_shape(a, delta)?;
        Some((found.hit, found.start, found.segment))
    }

    fn sweep_any(&self, parts: Parts<'_>, a: &Shape<V>, delta: V) -> bool {
        self.seen_by(parts).sweep_shape_any(a, delta)
    }

    fn sweep_all(&self, parts: Parts<'_>, a: &Shape<V>, delta: V, visit: &mut dyn FnMut(Stop<V>)) {
        let mut visit = |found: ChainHit<V>| visit((found.hit, found.start, found.segment));
        self.seen_by(parts).each_hit(a, delta, &mut visit);
    }

    fn pieces(&self, region: &Aabb<V>, visit: &mut dyn FnMut(Shape<V>, u32)) {
        self.segments_near(region, |part| {
            visit(Shape::Segment(self.segment(part)), part);
        });
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn copy(&self) -> Arc<dyn Surface<V>> {
        Arc::new(self.clone())
    }
}
