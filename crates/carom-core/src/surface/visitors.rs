//! Visitors: queries that pass each answer to a function of the caller, which may narrow the search.

use super::{Query, ScalarOf, Surface};
use crate::pair::contact::Contact;
use crate::pair::hit::Hit;
use crate::part::PartId;
use crate::shape::{Convex, ShapeRef};
use carom_bvh::Aabb;
use core::ops::ControlFlow;

/// # Visitors
///
/// For collectors of your own: `visit` sees each answer as it is found, in no particular order, and may lower the limit
/// of the search, so that what is farther is not computed.
///
/// ```
/// use carom::{Ball, BodyId, World, glam::vec2};
/// use std::ops::ControlFlow;
/// let mut world = World::new();
/// for x in [9., 3., 5.] {
///     world.insert(Ball::new(vec2(x, 0.), 0.5))?;
/// }
/// // The first hit that is not with the body at 3.
/// let mut first: Option<(f32, BodyId)> = None;
/// world.query().each_hit(&vec2(0., 0.), vec2(10., 0.), |hit, limit| {
///     if hit.point.x > 4. {
///         (first, *limit) = (Some((hit.t, hit.part.body)), hit.t);
///     }
///     ControlFlow::Continue(())
/// });
/// assert!((first.unwrap().0 - 0.45).abs() < 1e-6);
/// # Ok::<(), carom::BodyError>(())
/// ```
impl<S: Surface> Query<'_, S> {
    /// Visits the hit with every part that stops the shape moving by `delta`, up to a limit (a fraction of `delta`, first 1)
    /// that `visit` may lower, until `visit` breaks. Hits beyond a lowered limit may still be visited.
    #[doc(alias = "b2CastResultFcn")]
    #[doc(alias = "CastShapeCollector")]
    pub fn each_hit(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        delta: S::Vector,
        mut visit: impl FnMut(Hit<S::Vector>, &mut ScalarOf<S>) -> ControlFlow<()>,
    ) {
        let mut unless_leaving = |hit: Hit<S::Vector>, limit: &mut ScalarOf<S>| {
            if self.leaves(&hit, delta) {
                return ControlFlow::Continue(());
            }
            visit(hit, limit)
        };
        let shape = shape.shape_ref();
        self.surface
            .each_hit(self.options(), &shape, delta, &mut unless_leaving);
    }

    /// Visits contacts with a separation of at most `reach` (a length), which `visit` may lower; nearer parts tend to come
    /// first. Contacts beyond a lowered reach may still be visited.
    ///
    /// ```
    /// use carom::{World, Ball, glam::vec2};
    /// let mut world = World::new();
    /// for x in [9., 3., 5.] {
    ///     world.insert(Ball::new(vec2(x, 0.), 0.5))?;
    /// }
    /// // The nearest body with an even number: parts farther than the best so far are not computed.
    /// let mut best = None;
    /// world.query().each_nearest(&vec2(0., 0.), f32::INFINITY, |contact, reach| {
    ///     if contact.part.body.number() % 2 == 0 && contact.separation < *reach {
    ///         (best, *reach) = (Some(contact.part.body.number()), contact.separation);
    ///     }
    /// });
    /// assert_eq!(best, Some(2));
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[doc(alias = "CollideShapeCollector")]
    #[doc(alias = "shapecast")]
    pub fn each_nearest(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        reach: ScalarOf<S>,
        mut visit: impl FnMut(Contact<S::Vector>, &mut ScalarOf<S>),
    ) {
        let shape = shape.shape_ref();
        self.surface
            .each_nearest(self.options(), &shape, reach, &mut visit);
    }

    /// Visits every part that may touch a box, with its shape: all that do, and perhaps some beside it. The filter counts.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/each_part.svg"))]
    ///
    /// ```
    /// use carom::{Aabb, Mesh, glam::{Vec3, vec3}};
    /// let floor = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9., vec3(9., 0., 9.)], [[0, 1, 2], [2, 1, 3]])?;
    /// let mut seen = Vec::new();
    /// let region = Aabb { min: vec3(7., -1., 7.), max: vec3(8., 1., 8.) };
    /// floor.query().each_part(&region, |part, shape| seen.push((part.index, shape.bounds().unwrap().max.x)));
    /// assert!(seen.contains(&(1, 9.)));
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "QueryAABB")]
    #[doc(alias = "CollideAABox")]
    pub fn each_part(
        &self,
        region: &Aabb<S::Vector>,
        mut visit: impl FnMut(PartId, &ShapeRef<'_, S::Vector>),
    ) {
        self.surface.parts(region, &mut |part, shape| {
            if self.options().accepts(part) {
                visit(part, shape);
            }
        });
    }
}
