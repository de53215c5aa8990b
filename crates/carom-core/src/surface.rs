//! Surfaces: collections of numbered convex parts. The trait that every surface implements, and the queries that are
//! written once for all of them.

pub mod batch;
mod batches;
pub mod chain;
pub mod compound;
mod draw;
pub(crate) mod extent;
mod manifolds;
pub mod mesh;
pub(crate) mod motion;
pub(crate) mod one_sided;
pub(crate) mod parts;
mod query;
pub(crate) mod solid;
mod surfaces;
mod visitors;

pub use manifolds::PartManifold;
pub use query::Query;

use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Sweep};
use crate::pair::rigid::RigidMotion;
use crate::part::PartId;
use crate::shape::ShapeRef;
use carom_bvh::Aabb;
use carom_math::Vector;
use core::ops::ControlFlow;

/// The coordinate type of a surface.
pub type ScalarOf<S> = <<S as Surface>::Vector as Vector>::Scalar;

/// Called with each hit. It may lower the limit, the fraction of the motion after which hits are not needed.
pub type OnHit<'a, V> = dyn FnMut(Hit<V>, &mut <V as Vector>::Scalar) -> ControlFlow<()> + 'a;

/// Called with each contact. It may lower the reach, beyond which contacts are not needed.
pub type OnContact<'a, V> = dyn FnMut(Contact<V>, &mut <V as Vector>::Scalar) + 'a;

/// The settings of a query: a filter and internal edges. [`Query`] sets them; a [`Surface`] of your own reads them.
///
/// ```
/// use carom::{Options, PartId};
/// let is_even = |part: PartId| part.index % 2 == 0;
/// let options = Options { filter: Some(&is_even), ..Options::default() };
/// assert!(options.accepts(PartId::of(4)) && !options.accepts(PartId::of(5)));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Only parts for which this returns true count; without a filter, all. Default: none.
    pub filter: Option<&'a (dyn Fn(PartId) -> bool + Sync + 'a)>,
    /// Whether each part answers as if it were alone, with the ghost collisions at internal edges that surfaces
    /// otherwise leave out. Default: false.
    pub internal_edges: bool,
}

impl Options<'_> {
    /// Whether a part passes the filter.
    #[must_use]
    #[inline(always)]
    pub fn accepts(&self, part: PartId) -> bool {
        self.filter.is_none_or(|filter| filter(part))
    }
}

impl core::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Options")
            .field("filter", &self.filter.is_some())
            .field("internal_edges", &self.internal_edges)
            .finish()
    }
}

/// A collection of numbered convex parts: a mesh, a chain, a height field, a compound, a world, a local scene, or a type
/// of your own.
///
/// Users call the methods of [`Query`], which are written once for all surfaces. A surface has to provide only its
/// bounds and the parts in a box; a surface may replace the other methods by faster ones with the same answers. In all
/// of them the shape is `a` and the part `b`: normals point from the surface to the shape.
///
/// ```
/// use carom::{Aabb, Ball, Convex, PartId, Query, ShapeRef, Surface, glam::{Vec2, vec2}};
/// /// Round pillars on a grid of unit cells.
/// struct Pillars;
/// impl Surface for Pillars {
///     type Vector = Vec2;
///     fn bounds(&self) -> Aabb<Vec2> {
///         Aabb { min: vec2(0., 0.), max: vec2(100., 100.) }
///     }
///     fn parts(&self, region: &Aabb<Vec2>, visit: &mut dyn FnMut(PartId, &ShapeRef<'_, Vec2>)) {
///         let cells = |low: f32, high: f32| low.max(0.) as u32..(high.min(99.).max(-1.) + 1.) as u32;
///         for y in cells(region.min.y, region.max.y) {
///             for x in cells(region.min.x, region.max.x) {
///                 let pillar = Ball::new(vec2(x as f32 + 0.5, y as f32 + 0.5), 0.2);
///                 visit(PartId::of(100 * y + x), &pillar.shape_ref());
///             }
///         }
///     }
/// }
/// let hit = Query::new(&Pillars).ray(vec2(0., 2.5), vec2(9., 0.)).unwrap();
/// assert!(hit.part.index == 200 && (hit.point.x - 0.3).abs() < 1e-5);
/// ```
pub trait Surface {
    /// The glam vector of its coordinates.
    type Vector: Vector;

    /// The bounding box of all parts.
    fn bounds(&self) -> Aabb<Self::Vector>;

    /// Visits the boxes by which it finds its parts, each with the number of boxes around it, in any order: those of a BVH.
    /// By default one, around everything.
    ///
    /// ```
    /// use carom::{HeightField, Surface, glam::Vec3};
    /// let field = HeightField { origin: Vec3::ZERO, cell: [1., 1.], columns: 9, heights: vec![0.; 81] };
    /// let (mut count, mut innermost) = (0, 0);
    /// field.mesh()?.each_box(&mut |level, bounds| {
    ///     assert!(level > 0 || bounds.size() == Vec3::new(8., 0., 8.)); // the outermost box
    ///     (count, innermost) = (count + 1, innermost.max(level));
    /// });
    /// assert!(count > 8 && innermost >= 2);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    fn each_box(&self, visit: &mut dyn FnMut(usize, &Aabb<Self::Vector>)) {
        visit(0, &self.bounds());
    }

    /// Visits every part that touches `region`, in any order. Visiting more parts costs only time.
    fn parts(
        &self,
        region: &Aabb<Self::Vector>,
        visit: &mut dyn FnMut(PartId, &ShapeRef<'_, Self::Vector>),
    );

    /// The contact of the least separation, if that is at most `reach` (a length); on a tie that of the lowest part.
    fn closest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, Self::Vector>,
        reach: ScalarOf<Self>,
    ) -> Option<Contact<Self::Vector>> {
        parts::closest(self, with, shape, reach)
    }

    /// Visits every contact with a separation of at most `reach` (a length), in any order.
    fn each_contact(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, Self::Vector>,
        reach: ScalarOf<Self>,
        visit: &mut dyn FnMut(Contact<Self::Vector>),
    ) {
        parts::each_contact(self, with, shape, reach, visit);
    }

    /// Visits contacts with a separation of at most a reach (a length) that `visit` may lower, in any order; nearer parts
    /// first is faster. Those beyond the lowered reach may be visited too.
    fn each_nearest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, Self::Vector>,
        reach: ScalarOf<Self>,
        visit: &mut OnContact<'_, Self::Vector>,
    ) {
        let mut limit = reach;
        self.each_contact(with, shape, reach, &mut |contact| {
            if contact.separation <= limit {
                visit(contact, &mut limit);
            }
        });
    }

    /// Whether any part touches the shape.
    fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, Self::Vector>) -> bool {
        parts::overlap(self, with, shape)
    }

    /// Visits the hit with every part that stops the shape moving by `delta`, in any order, up to a limit that `visit`
    /// may lower, until `visit` breaks.
    fn each_hit(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, Self::Vector>,
        delta: Self::Vector,
        visit: &mut OnHit<'_, Self::Vector>,
    ) {
        parts::each_hit(self, with, shape, delta, visit);
    }

    /// The first hit of a shape that moves by `motion` with the surface, all of which moves by `own`. Without a hit,
    /// `start` describes how the shape touches the nearest part at the start, if it does.
    fn sweep_rigid(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, Self::Vector>,
        motion: &RigidMotion<Self::Vector>,
        own: &RigidMotion<Self::Vector>,
    ) -> Sweep<Self::Vector> {
        parts::sweep_rigid(self, with, shape, motion, own, |_, _| true)
    }
}

impl<S: Surface + ?Sized> Surface for &S {
    type Vector = S::Vector;

    fn bounds(&self) -> Aabb<S::Vector> {
        (**self).bounds()
    }

    fn each_box(&self, visit: &mut dyn FnMut(usize, &Aabb<S::Vector>)) {
        (**self).each_box(visit);
    }

    fn parts(
        &self,
        region: &Aabb<S::Vector>,
        visit: &mut dyn FnMut(PartId, &ShapeRef<'_, S::Vector>),
    ) {
        (**self).parts(region, visit);
    }

    fn closest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        reach: ScalarOf<S>,
    ) -> Option<Contact<S::Vector>> {
        (**self).closest(with, shape, reach)
    }

    fn each_contact(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        reach: ScalarOf<S>,
        visit: &mut dyn FnMut(Contact<S::Vector>),
    ) {
        (**self).each_contact(with, shape, reach, visit);
    }

    fn each_nearest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        reach: ScalarOf<S>,
        visit: &mut OnContact<'_, S::Vector>,
    ) {
        (**self).each_nearest(with, shape, reach, visit);
    }

    fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, S::Vector>) -> bool {
        (**self).overlap(with, shape)
    }

    fn each_hit(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        delta: S::Vector,
        visit: &mut OnHit<'_, S::Vector>,
    ) {
        (**self).each_hit(with, shape, delta, visit);
    }

    fn sweep_rigid(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        motion: &RigidMotion<S::Vector>,
        own: &RigidMotion<S::Vector>,
    ) -> Sweep<S::Vector> {
        (**self).sweep_rigid(with, shape, motion, own)
    }
}
