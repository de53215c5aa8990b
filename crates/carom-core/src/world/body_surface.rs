//! Surfaces as bodies of a world: what a world needs of them beyond their queries.

use crate::shape::Shape;
use crate::surface::Surface;
use crate::surface::chain::Chain;
use crate::surface::compound::Compound;
use crate::surface::mesh::{Mesh, Vector3};
use alloc::sync::Arc;
use carom_math::Vector;
use core::any::Any;
use core::fmt;
use glam::DVec2;

/// A surface that can be the collider of a body.
///
/// A trait object, because the type of a surface depends on the dimension and a world does not: a [`Mesh`] exists in 3D
/// only, a [`Chain`] in 2D only, a [`Compound`] in both. The call is made once a query, and traverses all parts in one go.
pub(super) trait BodySurface<V: Vector>: Surface<Vector = V> + Send + Sync {
    /// Whether its parts have only a front.
    fn is_one_sided(&self) -> bool;
    /// Whether it is solid.
    fn is_solid(&self) -> bool {
        false
    }
    /// The part with this number; `None` if there is none.
    fn part_shape(&self, part: u32) -> Option<Shape<V>>;
    /// Whether the part with this number is a box given by its corners, oriented or not.
    fn is_box(&self, _part: u32) -> bool {
        false
    }
    /// The surface itself, to find out its type.
    fn as_any(&self) -> &dyn Any;
    /// The same, to change it.
    fn as_any_mut(&mut self) -> &mut dyn Any;
    /// A copy of its own.
    fn copy(&self) -> Arc<dyn BodySurface<V>>;
}

/// Without its parts.
impl<V: Vector> fmt::Debug for dyn BodySurface<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("BodySurface");
        shown
            .field("bounds", &self.bounds())
            .finish_non_exhaustive()
    }
}

impl<V: Vector3> BodySurface<V> for Mesh<V> {
    fn part_shape(&self, part: u32) -> Option<Shape<V>> {
        ((part as usize) < self.len()).then(|| self.triangle(part).into())
    }

    fn is_one_sided(&self) -> bool {
        Self::is_one_sided(self)
    }

    fn is_solid(&self) -> bool {
        Self::is_solid(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn copy(&self) -> Arc<dyn BodySurface<V>> {
        Arc::new(self.clone())
    }
}

impl<V: Vector> BodySurface<V> for Compound<V> {
    fn part_shape(&self, part: u32) -> Option<Shape<V>> {
        self.shapes().get(part as usize).cloned()
    }

    fn is_one_sided(&self) -> bool {
        false
    }

    fn is_box(&self, part: u32) -> bool {
        self.shapes()[part as usize].is_box()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn copy(&self) -> Arc<dyn BodySurface<V>> {
        Arc::new(self.clone())
    }
}

impl<V: Vector<Double = DVec2>> BodySurface<V> for Chain<V> {
    fn part_shape(&self, part: u32) -> Option<Shape<V>> {
        ((part as usize) < self.segment_count()).then(|| self.segment(part).into())
    }

    fn is_one_sided(&self) -> bool {
        Self::is_one_sided(self)
    }

    fn is_solid(&self) -> bool {
        Self::is_solid(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn copy(&self) -> Arc<dyn BodySurface<V>> {
        Arc::new(self.clone())
    }
}
