//! The queries of every surface: settings first, then the query itself, with any shape.

mod settings;

use super::{Options, ScalarOf, Surface};
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Sweep};
use crate::pair::rigid::RigidMotion;
use crate::shape::{Convex, ShapeRef};
use alloc::vec::Vec;
use carom_math::sort;
use core::ops::ControlFlow;

/// A query of a surface: settings first, then the query itself, with any convex shape.
///
/// Created by `query()` of a [`Mesh`](crate::Mesh), a [`Chain`](crate::Chain), a [`World`](crate::World) or a
/// [`LocalScene`](crate::LocalScene), or by [`Query::new`] for a [`Surface`] of your own. It is a few words of plain
/// data: copy it, and keep it as long as its surface.
///
/// Queries do not allocate, except for lists that the caller provides and hulls in rotated frames.
///
/// ```
/// use carom::{Capsule, Mesh, glam::{Vec3, vec3}};
/// let floor = Mesh::new([vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)], [[0, 1, 2], [0, 2, 3]])?;
/// let hero = Capsule::standing(vec3(1., 5., 2.), Vec3::Y, 1.8, 0.3);
/// let query = floor.query();
/// let hit = query.sweep(&hero, vec3(0., -10., 0.)).unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-5 && hit.normal == Vec3::Y);
/// let is_ice = |part: carom::PartId| part.index == 1;
/// assert_eq!(query.filter(&is_ice).closest(&hero, 9.).unwrap().part.index, 1);
/// # Ok::<(), carom::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, S> {
    pub(crate) surface: S,
    options: Options<'a>,
    pub(super) leave_overlaps: bool,
}

/// # Queries
impl<S: Surface> Query<'_, S> {
    /// The contact of the least separation, if that is at most `reach` (a length; infinite for always).
    ///
    /// Equal separations: the lowest [`PartId`](crate::PartId). A mesh is a shell, unless it is [`solid`](crate::Mesh::solid): a shape inside
    /// a closed mesh is separate from it.
    ///
    /// ```
    /// use carom::{Ball, Chain, glam::vec2};
    /// let walls = Chain::open(vec![vec2(0., 0.), vec2(8., 0.), vec2(8., 8.)])?;
    /// let found = walls.query().closest(&Ball::new(vec2(5., 2.), 1.5), 9.).unwrap();
    /// assert_eq!((found.separation, found.point_b, found.part.index), (0.5, vec2(5., 0.), 0));
    /// assert!(walls.query().closest(&vec2(5., 2.), 1.).is_none());
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "ClosestPoint")]
    #[doc(alias = "closestPointToPoint")]
    #[doc(alias = "project_point")]
    #[must_use]
    #[inline]
    pub fn closest(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        reach: ScalarOf<S>,
    ) -> Option<Contact<S::Vector>> {
        self.surface
            .closest(&self.options, &shape.shape_ref(), reach)
    }

    /// Visits the contact with every part with a separation of at most `reach` (a length), in an order that depends on
    /// the surface and not on the shape.
    ///
    /// ```
    /// use carom::{Ball, Chain, glam::{Vec2, vec2}};
    /// let walls = Chain::open(vec![vec2(0., 0.), vec2(8., 0.), vec2(8., 8.)])?;
    /// let mut push = Vec2::ZERO;
    /// walls.query().each_contact(&Ball::new(vec2(7.5, 0.75), 1.), 0., |contact| push += contact.normal * contact.depth());
    /// assert_eq!(push, vec2(-0.5, 0.25));
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "shapecast")]
    #[inline]
    pub fn each_contact(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        reach: ScalarOf<S>,
        mut visit: impl FnMut(Contact<S::Vector>),
    ) {
        self.surface
            .each_contact(&self.options, &shape.shape_ref(), reach, &mut visit);
    }

    /// Puts the contact with every part with a separation of at most `reach` (a length) into `found`, sorted by part.
    /// The list is cleared first; its memory is kept.
    ///
    /// ```
    /// use carom::{Ball, Chain, glam::vec2};
    /// let walls = Chain::open(vec![vec2(0., 0.), vec2(8., 0.), vec2(8., 8.)])?;
    /// let mut found = Vec::new();
    /// // In the corner: 0.25 deep in the floor, and 0.5 from the wall.
    /// walls.query().contacts(&Ball::new(vec2(6.5, 0.75), 1.), 0.5, &mut found);
    /// let seen: Vec<_> = found.iter().map(|c| (c.part.index, c.separation, c.normal)).collect();
    /// assert_eq!(seen, [(0, -0.25, vec2(0., 1.)), (1, 0.5, vec2(-1., 0.))]);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "CollideShape")]
    #[doc(alias = "collide_shape")]
    pub fn contacts(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        reach: ScalarOf<S>,
        found: &mut Vec<Contact<S::Vector>>,
    ) {
        found.clear();
        self.each_contact(shape, reach, |contact| found.push(contact));
        sort::sort_by_key(found, |contact| contact.part);
    }

    /// Puts the `count` contacts of the least separation, of those that are at most `reach` (a length; infinite for
    /// always), into `found`, the nearest first. The list is cleared first; its memory is kept.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/closest_n.svg"))]
    ///
    /// Equal separations: the lowest [`PartId`](crate::PartId) first. In a world a mesh body can appear with several of its triangles.
    ///
    /// ```
    /// use carom::{Ball, World, glam::vec2};
    /// let mut world = World::new();
    /// for x in [9., 3., 5., 1.] {
    ///     world.insert(Ball::new(vec2(x, 0.), 0.5))?;
    /// }
    /// let mut nearest = Vec::new();
    /// world.query().closest_n(&vec2(0., 0.), 2, f32::INFINITY, &mut nearest);
    /// let gaps: Vec<_> = nearest.iter().map(|found| (found.part.body.number(), found.separation)).collect();
    /// assert_eq!(gaps, [(3, 0.5), (1, 2.5)]);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[doc(alias = "k_nearest")]
    #[doc(alias = "knn")]
    pub fn closest_n(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        count: usize,
        reach: ScalarOf<S>,
        found: &mut Vec<Contact<S::Vector>>,
    ) {
        found.clear();
        if count == 0 {
            return;
        }
        let mut offer = |contact: Contact<S::Vector>, reach: &mut ScalarOf<S>| {
            let at = found.partition_point(|other| other.precedes(Some(&contact)));
            if at == count {
                return;
            }
            found.truncate(count - 1);
            found.insert(at.min(found.len()), contact);
            if let Some(last) = found.get(count - 1) {
                *reach = last.separation;
            }
        };
        self.surface
            .each_nearest(&self.options, &shape.shape_ref(), reach, &mut offer);
    }

    /// Whether any part touches the shape.
    ///
    /// ```
    /// use carom::{Ball, Chain, glam::vec2};
    /// let wall = Chain::open(vec![vec2(0., 0.), vec2(8., 0.)])?;
    /// assert!(wall.query().overlap(&Ball::new(vec2(3., 1.), 1.)), "touching counts");
    /// assert!(!wall.query().overlap(&Ball::new(vec2(3., 1.5), 1.)));
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "CheckSphere")]
    #[doc(alias = "intersectsSphere")]
    #[doc(alias = "CollidePoint")]
    #[doc(alias = "intersectsBox")]
    #[must_use]
    #[inline]
    pub fn overlap(&self, shape: &impl Convex<Vector = S::Vector>) -> bool {
        self.surface.overlap(&self.options, &shape.shape_ref())
    }

    /// The first hit of the shape moving by `delta` (shape cast); `None` if the motion is free. `t` is a fraction of
    /// `delta`.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/surface_sweep.svg"))]
    ///
    /// A motion that starts in an overlap is stopped at `t` = 0, unless it may [leave](Self::leave_overlaps) it; one that
    /// slides along or leaves is free. Equal times: the part with the greatest penetration depth at the start, then the lowest.
    ///
    /// ```
    /// use carom::{Capsule, Chain, glam::vec2};
    /// let steps = Chain::open(vec![vec2(0., 0.), vec2(4., 0.), vec2(4., 2.), vec2(9., 2.)])?;
    /// let hero = Capsule::standing(vec2(1., 0.5), vec2(0., 1.), 1.8, 0.5);
    /// let hit = steps.query().sweep(&hero, vec2(10., 0.)).unwrap();
    /// assert!((hit.t - 0.25).abs() < 1e-6 && hit.normal == vec2(-1., 0.));
    /// assert!(steps.query().sweep(&hero, vec2(2., 0.)).is_none());
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "SphereCast")]
    #[doc(alias = "CapsuleCast")]
    #[doc(alias = "BoxCast")]
    #[doc(alias = "CastShape")]
    #[doc(alias = "cast_shape")]
    #[doc(alias = "cast_motion")]
    #[doc(alias = "SweepSingleByChannel")]
    #[doc(alias = "b2World_CastShape")]
    #[must_use]
    #[inline]
    pub fn sweep(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        delta: S::Vector,
    ) -> Option<Hit<S::Vector>> {
        let mut best: Option<Hit<S::Vector>> = None;
        let mut visit = |hit: Hit<S::Vector>, limit: &mut ScalarOf<S>| {
            if !self.leaves(&hit, delta) && best.is_none_or(|best| hit.order(&best).is_lt()) {
                *limit = hit.t;
                best = Some(hit);
            }
            ControlFlow::Continue(())
        };
        self.surface
            .each_hit(&self.options, &shape.shape_ref(), delta, &mut visit);
        best
    }

    /// Whether any part stops the shape moving by `delta`; ends at the first hit found.
    ///
    /// ```
    /// use carom::{Ball, Chain, glam::vec2};
    /// let wall = Chain::open(vec![vec2(4., -9.), vec2(4., 9.)])?;
    /// let ball = Ball::new(vec2(0., 0.), 1.);
    /// assert!(wall.query().sweep_any(&ball, vec2(5., 0.)));
    /// assert!(!wall.query().sweep_any(&ball, vec2(0., 5.)));
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "eANY_HIT")]
    #[doc(alias = "AnyHitCollisionCollector")]
    #[must_use]
    #[inline]
    pub fn sweep_any(&self, shape: &impl Convex<Vector = S::Vector>, delta: S::Vector) -> bool {
        let mut any = false;
        self.surface
            .each_hit(&self.options, &shape.shape_ref(), delta, &mut |hit, _| {
                if self.leaves(&hit, delta) {
                    return ControlFlow::Continue(());
                }
                any = true;
                ControlFlow::Break(())
            });
        any
    }

    /// Puts the hit with every part that stops the shape, each as if it were alone, into `hits` in the order of
    /// [`Hit::order`]. The list is cleared first; its memory is kept.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/sweep_all.svg"))]
    ///
    /// ```
    /// use carom::{Ball, World, glam::vec2};
    /// let mut world = World::new();
    /// for x in [12., 4., 8.] {
    ///     world.insert(Ball::new(vec2(x, 0.), 1.))?;
    /// }
    /// let mut hits = Vec::new();
    /// world.query().sweep_all(&Ball::new(vec2(0., 0.), 1.), vec2(8., 0.), &mut hits);
    /// // The body at 4 after 2, the body at 8 after 6; the one at 12 is out of reach.
    /// let seen: Vec<_> = hits.iter().map(|hit| hit.part.body.number()).collect();
    /// assert_eq!(seen, [1, 2]);
    /// assert!((hits[0].t - 0.25).abs() < 1e-6 && (hits[1].t - 0.75).abs() < 1e-6);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[doc(alias = "SphereCastNonAlloc")]
    #[doc(alias = "CapsuleCastAll")]
    #[doc(alias = "SphereCastAll")]
    #[doc(alias = "AllHitCollisionCollector")]
    pub fn sweep_all(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        delta: S::Vector,
        hits: &mut Vec<Hit<S::Vector>>,
    ) {
        hits.clear();
        self.surface
            .each_hit(&self.options, &shape.shape_ref(), delta, &mut |hit, _| {
                if !self.leaves(&hit, delta) {
                    hits.push(hit);
                }
                ControlFlow::Continue(())
            });
        sort::sort_by(hits, Hit::order);
    }

    /// The first hit of the shape, moving and rotating by `motion`, with the surface, all of which moves by `own`
    /// (nonlinear shape cast): see [`sweep_rigid`](crate::sweep_rigid). `RigidMotion::default()` is rest.
    ///
    /// Equal times: the part with the least separation at the start, then the lowest. Without a hit, `start` describes
    /// how the shape touches the nearest part at the start, if it does.
    ///
    /// Rotating motions hit internal edges too. A shape that reaches the back of a one-sided part passes through it for
    /// the whole motion.
    ///
    /// ```
    /// use carom::{Capsule, Chain, RigidMotion, glam::{Vec2, vec2}};
    /// let post = Chain::open(vec![vec2(0., 2.), vec2(0., 9.)])?;
    /// let bat = Capsule::new(vec2(0., 0.), vec2(4., 0.), 0.5);
    /// // A quarter turn to the left around the end of the bat, while the post rests.
    /// let swing = RigidMotion::rotation(Vec2::ZERO, Vec2::ZERO, core::f32::consts::FRAC_PI_2);
    /// let hit = post.query().sweep_rigid(&bat, &swing, &RigidMotion::default()).hit.unwrap();
    /// // It touches the low end of the post, 2 from the pivot: a quarter turn less the angle with the sine 0.5 / 2.
    /// assert!((hit.t - 0.83914).abs() < 1e-5 && (hit.point - vec2(0., 2.)).length() < 1e-5);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "cast_shape_nonlinear")]
    #[must_use]
    pub fn sweep_rigid(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        motion: &RigidMotion<S::Vector>,
        own: &RigidMotion<S::Vector>,
    ) -> Sweep<S::Vector> {
        let shape = shape.shape_ref();
        let swept = self.surface.sweep_rigid(&self.options, &shape, motion, own);
        if motion.rotates() || own.rotates() {
            return swept;
        }
        // Straight: the hit is that of a sweep, so that internal edges and one-sided parts count as there.
        let hit = self.sweep(&shape, motion.delta - own.delta);
        let hit = hit.map(|hit| Hit {
            point: hit.point + own.delta * hit.t,
            ..hit
        });
        Sweep {
            start: hit.map_or(swept.start, |hit| hit.start),
            hit,
            ..swept
        }
    }

    /// The first hit of a ray from `from` to `from + delta` (ray cast): a swept point. `t` is a fraction of `delta`.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/ray.svg"))]
    ///
    /// Without a limit of your own, let `delta` end behind the level: the error grows with its length
    /// ([`Sweep::error_bound`]), and a `delta` of the largest number has no hits.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let wall = Chain::open(vec![vec2(4., -9.), vec2(4., 9.)])?;
    /// let hit = wall.query().ray(vec2(0., 1.), vec2(16., 0.)).unwrap();
    /// assert!((hit.t - 0.25).abs() < 1e-6 && hit.normal == vec2(-1., 0.));
    /// assert!((hit.point - vec2(4., 1.)).length() < 1e-5);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "raycast")]
    #[doc(alias = "cast_ray")]
    #[doc(alias = "CastRay")]
    #[doc(alias = "linecast")]
    #[doc(alias = "LineTraceSingleByChannel")]
    #[doc(alias = "intersect_ray")]
    #[doc(alias = "raycastFirst")]
    #[doc(alias = "b2World_CastRay")]
    #[doc(alias = "b2World_CastRayClosest")]
    #[must_use]
    #[inline]
    pub fn ray(&self, from: S::Vector, delta: S::Vector) -> Option<Hit<S::Vector>> {
        self.sweep(&ShapeRef::point(from), delta)
    }

    /// Whether a ray from `from` to `from + delta` hits any part.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let wall = Chain::open(vec![vec2(4., -9.), vec2(4., 9.)])?;
    /// let (guard, thief) = (vec2(0., 0.), vec2(7., 2.));
    /// assert!(wall.query().ray_any(guard, thief - guard), "the wall hides the thief");
    /// assert!(!wall.query().ray_any(guard, vec2(3., 2.) - guard));
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "line of sight")]
    #[doc(alias = "eANY_HIT")]
    #[must_use]
    #[inline]
    pub fn ray_any(&self, from: S::Vector, delta: S::Vector) -> bool {
        self.sweep_any(&ShapeRef::point(from), delta)
    }

    /// Every part that a ray from `from` to `from + delta` hits: see [`sweep_all`](Self::sweep_all).
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let fences = Chain::open(vec![vec2(2., 5.), vec2(2., 0.), vec2(6., 0.), vec2(6., 5.)])?;
    /// let mut hits = Vec::new();
    /// fences.query().ray_all(vec2(0., 3.), vec2(8., 0.), &mut hits);
    /// let seen: Vec<_> = hits.iter().map(|hit| hit.part.index).collect();
    /// assert_eq!(seen, [0, 2]);
    /// assert!((hits[0].t - 0.25).abs() < 1e-6 && (hits[1].t - 0.75).abs() < 1e-6);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "RaycastNonAlloc")]
    #[doc(alias = "RaycastAll")]
    #[doc(alias = "raycast_all")]
    #[doc(alias = "b2CastResultFcn")]
    pub fn ray_all(&self, from: S::Vector, delta: S::Vector, hits: &mut Vec<Hit<S::Vector>>) {
        self.sweep_all(&ShapeRef::point(from), delta, hits);
    }
}
