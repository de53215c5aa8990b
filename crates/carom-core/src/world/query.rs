//! Queries of a world: the filters on bodies, and the broad phase in front of the queries of one body.

use super::bodies::Bodies;
use super::body::Body;
use super::body_entry::{BodyEntry, PlacedCollider};
use super::placed_body::PlacedBody;
use super::query_bounds::QueryBounds;
use crate::pair::contact::Contact;
use crate::pair::hit::Sweep;
use crate::pair::rigid::RigidMotion;
use crate::part::{BodyId, PartId};
use crate::shape::{Convex, ShapeRef};
use crate::surface::extent::Extent;
use crate::surface::motion::{Motions, Rigid};
use crate::surface::parts::Earliest;
use crate::surface::{OnContact, OnHit, Options, Query, Surface};
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::sort;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// Queries of a [`World`](super::World): filters on bodies and the origin first, then the query itself.
///
/// Answers are those of the pair queries, or of the [`Mesh`](crate::Mesh) for a body that is one. If the pose of the
/// mesh changes nothing, they are the same to the bit; otherwise the shape is transformed into the frame of the mesh
/// and the answer back, in double precision with one rounding of each number either way, which
/// [`error_bound`](Contact::error_bound) includes. A shape that is not [valid](crate::Shape::is_valid) gets empty
/// answers. Bodies rest while a shape is swept, but for [`sweep_moving`](Self::sweep_moving).
///
/// The cost grows with the logarithm of the number of bodies; a query with a half-space visits all of them.
///
/// ```
/// use carom::{Ball, World, glam::vec2};
/// let mut world = World::new();
/// let near = world.insert(Ball::new(vec2(3., 0.), 1.))?;
/// let far = world.insert(Ball::new(vec2(9., 0.), 1.))?;
/// let mut hits = Vec::new();
/// world.query().ray_all(vec2(0., 0.), vec2(10., 0.), &mut hits);
/// assert_eq!(hits.iter().map(|hit| hit.part.body).collect::<Vec<_>>(), [near, far]);
/// let rest = world.query().except(near).ray(vec2(0., 0.), vec2(10., 0.)).unwrap();
/// assert!(rest.part.body == far && (rest.t - 0.8).abs() < 1e-6);
/// # Ok::<(), carom::BodyError>(())
/// ```
pub type WorldQuery<'a, V> = Query<'a, WorldView<'a, V>>;

/// The surface behind a [`WorldQuery`]: the bodies of a [`World`](super::World) that pass the filters, relative to an
/// origin.
///
/// ```
/// use carom::{Ball, Query, Surface, World, WorldView, glam::{Vec2, vec2}};
/// /// Works for every surface, a world among them.
/// fn height<S: Surface<Vector = Vec2>>(query: &Query<S>) -> f32 {
///     query.ray(vec2(0., 9.), vec2(0., -9.)).map_or(0., |hit| hit.point.y)
/// }
/// let mut world = World::new();
/// world.insert(Ball::new(vec2(0., 1.), 1.))?;
/// let query: Query<WorldView<_>> = world.query();
/// assert!((height(&query) - 2.).abs() < 1e-5);
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Copy)]
pub struct WorldView<'a, V: Vector> {
    pub(super) bodies: &'a Bodies<V>,
    origin: V::Double,
    layers: u32,
    mask: u32,
    except: Option<BodyId>,
    sensors: bool,
    filter: Option<&'a BodyFilter<'a, V>>,
}

type BodyFilter<'a, V> = dyn Fn(BodyId, &Body<V>) -> bool + Sync + 'a;

impl<V: Vector> core::fmt::Debug for WorldView<'_, V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("WorldView")
            .field("origin", &self.origin)
            .field("layers", &self.layers)
            .field("mask", &self.mask)
            .field("except", &self.except)
            .field("sensors", &self.sensors)
            .field("filter", &self.filter.is_some())
            .finish_non_exhaustive()
    }
}

/// # Filters on the bodies of a world
///
/// ```
/// use carom::{Ball, Body, World, glam::Vec3};
/// let (wall, glass, player) = (0b001, 0b010, 0b100);
/// let mut world = World::new();
/// let body = |x, layers, mask| Body { layers, mask, ..Body::new(Ball::new(Vec3::X * x, 1.)) };
/// let own = world.insert(body(0., player, !0))?;
/// let pane = world.insert(body(4., glass, player))?; // bullets pass
/// let post = world.insert(body(8., wall, !0))?;
/// world.set_sensor(own, true)?;
/// let first = |query: carom::WorldQuery<Vec3>| query.ray(Vec3::ZERO, Vec3::X * 9.).map(|hit| hit.part.body);
/// assert_eq!(first(world.query()), Some(pane));
/// assert_eq!(first(world.query().mask(wall)), Some(post));
/// assert_eq!(first(world.query().layers(wall)), Some(post), "no player: passes the pane");
/// assert_eq!(first(world.query().except(pane)), Some(post));
/// assert_eq!(first(world.query().with_sensors()), Some(own));
/// # Ok::<(), carom::BodyError>(())
/// ```
impl<'a, V: Vector> WorldQuery<'a, V> {
    fn with(self, change: impl FnOnce(&mut WorldView<'a, V>)) -> Self {
        let mut query = self;
        change(&mut query.surface);
        query
    }

    /// Sets the layers of the query's shape; default all. Bodies with none of them in their mask do not count.
    #[doc(alias = "categoryBits")]
    #[must_use]
    pub fn layers(self, layers: u32) -> Self {
        self.with(|view| view.layers = layers)
    }

    /// Only bodies in one of these layers count; default all.
    #[doc(alias = "maskBits")]
    #[doc(alias = "b2QueryFilter")]
    #[doc(alias = "ObjectLayerFilter")]
    #[doc(alias = "InteractionGroups")]
    #[must_use]
    pub fn mask(self, mask: u32) -> Self {
        self.with(|view| view.mask = mask)
    }

    /// Leaves out one body; by default none.
    #[must_use]
    pub fn except(self, body: BodyId) -> Self {
        self.with(|view| view.except = Some(body))
    }

    /// Includes sensors, which are left out by default.
    #[must_use]
    pub fn with_sensors(self) -> Self {
        self.with(|view| view.sensors = true)
    }

    /// Only bodies for which `filter` returns true count; by default all. It is called before the
    /// [`filter`](Self::filter) of parts.
    ///
    /// ```
    /// use carom::{Body, Mesh, World, glam::{Vec3, vec3}};
    /// let lake = vec![vec3(0., 1., 0.), vec3(0., 1., 9.), vec3(9., 1., 0.), vec3(0., 0., 0.), vec3(0., 0., 9.), vec3(9., 0., 0.)];
    /// let mut world = World::new();
    /// let lake = world.insert(Mesh::new(lake, [[0, 1, 2], [3, 4, 5]])?)?;
    /// let materials = ["water", "rock"]; // of each triangle
    /// let dry = |part: carom::PartId| part.body != lake || materials[part.index as usize] != "water";
    /// let hit = world.query().filter(&dry).ray(vec3(1., 5., 1.), Vec3::Y * -9.).unwrap();
    /// assert_eq!(hit.part.index, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "BodyFilter")]
    #[doc(alias = "QueryFilter")]
    #[must_use]
    pub fn filter_bodies(self, filter: &'a (dyn Fn(BodyId, &Body<V>) -> bool + Sync + 'a)) -> Self {
        self.with(|view| view.filter = Some(filter))
    }

    /// Sets the origin of the query: shapes, motions and answers are relative to this point, with the directions of the
    /// world. Default: the origin of the world.
    ///
    /// For worlds larger than `f32` resolves. The positions of bodies relative to the origin are computed in double
    /// precision and rounded once, so that the same bodies at the same distances give the same bits 10,000 km away as
    /// near the origin, if their positions are exact in both places. An origin that is not finite gives empty answers,
    /// and bodies farther from it than 1/16 of the largest number do not count.
    ///
    /// ```
    /// use carom::{Ball, Body, Pose, World, glam::{Vec3, dvec3}};
    /// let mut world = World::new();
    /// let pose = Pose { translation: dvec3(1e7 + 2.5, 0., 0.), ..Pose::default() };
    /// world.insert(Body { pose, ..Body::new(Ball::new(Vec3::ZERO, 1.)) })?;
    /// let there = world.query().around(dvec3(1e7, 0., 0.));
    /// let hit = there.ray(Vec3::ZERO, Vec3::X * 3.).unwrap();
    /// assert!((hit.point - Vec3::X * 1.5).length() < 1e-6);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[must_use]
    pub fn around(self, origin: V::Double) -> Self {
        self.with(|view| view.origin = origin)
    }

    /// Puts the bodies that touch the shape into `found`, sorted. The list is cleared first; its memory is kept.
    ///
    /// ```
    /// use carom::{Ball, World, glam::vec2};
    /// let mut world = World::new();
    /// for x in [1., 3., 5., 9.] {
    ///     world.insert(Ball::new(vec2(x, 0.), 0.5))?;
    /// }
    /// let mut found = Vec::new();
    /// world.query().overlaps(&Ball::new(vec2(3., 0.), 1.5), &mut found);
    /// let numbers: Vec<_> = found.iter().map(|id| id.number()).collect();
    /// assert_eq!(numbers, [0, 1, 2]);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[doc(alias = "OverlapBox")]
    #[doc(alias = "OverlapSphere")]
    #[doc(alias = "OverlapCapsule")]
    #[doc(alias = "intersect_shape")]
    #[doc(alias = "b2World_OverlapShape")]
    #[doc(alias = "b2World_OverlapAABB")]
    #[doc(alias = "CollideAABox")]
    #[doc(alias = "frustum culling")]
    pub fn overlaps(&self, shape: &impl Convex<Vector = V>, found: &mut Vec<BodyId>) {
        found.clear();
        let shape = shape.shape_ref();
        let _ = self.surface.each_near(&shape, V::Scalar::ZERO, |body| {
            if body.overlap(self.options(), &shape) {
                found.push(body.id);
            }
            ControlFlow::Continue(())
        });
        sort::sort(found);
    }

    /// The bodies that touch this one, sorted.
    pub(super) fn overlaps_body(&self, id: BodyId, entry: &BodyEntry<V>, found: &mut Vec<BodyId>) {
        let view = &self.surface;
        let origin = view.origin;
        let body = PlacedBody { id, entry, origin };
        let around = match body.collider() {
            PlacedCollider::Shape(shape) => return self.overlaps(&shape.shape_ref(), found),
            collider => collider.bounds(),
        };
        found.clear();
        view.each_counted(around, |other| {
            if body.touches(&other) {
                found.push(other.id);
            }
        });
        sort::sort(found);
    }
}

impl<'a, V: Vector> WorldView<'a, V> {
    pub(super) fn new(bodies: &'a Bodies<V>) -> Self {
        Self {
            bodies,
            origin: <V::Double as Vector>::ZERO,
            layers: u32::MAX,
            mask: u32::MAX,
            except: None,
            sensors: false,
            filter: None,
        }
    }

    /// Visits every body that can touch `bounds`.
    pub(super) fn each_in(&self, bounds: &Aabb<V>, mut visit: impl FnMut(u32)) {
        let bounds = (!bounds.is_empty()).then_some(*bounds);
        let region = self.region(bounds, V::Scalar::ZERO, V::ZERO);
        let _ = self.bodies.overlapping(region.as_ref(), &mut |number| {
            visit(number);
            ControlFlow::Continue(())
        });
    }

    /// Visits every body that passes the filters and can touch `bounds`; `None` is everywhere.
    pub(super) fn each_counted(
        &self,
        bounds: Option<Aabb<V>>,
        mut visit: impl FnMut(PlacedBody<'a, V>),
    ) {
        let region = self.region(bounds, V::Scalar::ZERO, V::ZERO);
        let _ = self.bodies.overlapping(region.as_ref(), &mut |number| {
            if let Some(body) = self.counted(number) {
                visit(body);
            }
            ControlFlow::Continue(())
        });
    }

    pub(super) fn origin(&self) -> V::Double {
        self.origin
    }

    /// The rank of the body with this number; 0 if there is none.
    pub(super) fn rank(&self, number: u32) -> u32 {
        self.bodies.at(number).map_or(0, |(_, entry)| entry.rank)
    }

    /// Upper bound of the speed of any point of any body with a box.
    pub(super) fn fastest(&self) -> V::Scalar {
        self.bodies.fastest()
    }

    fn each_near(
        &self,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        mut visit: impl FnMut(PlacedBody<'a, V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.is_valid(shape, V::ZERO) {
            return ControlFlow::Continue(());
        }
        let region = self.region(shape.bounds(), reach.max(V::Scalar::ZERO), V::ZERO);
        self.bodies
            .overlapping(region.as_ref(), &mut |number| match self.counted(number) {
                Some(body) => visit(body),
                None => ControlFlow::Continue(()),
            })
    }

    fn is_valid(&self, shape: &ShapeRef<'_, V>, delta: V) -> bool {
        shape.is_valid() && delta.is_finite() && self.origin.is_finite()
    }

    /// The body with this number, if there is one and it passes the filters.
    pub(super) fn counted(&self, number: u32) -> Option<PlacedBody<'a, V>> {
        let (id, entry) = self.bodies.at(number)?;
        let body = &entry.body;
        let counts = (!body.sensor || self.sensors)
            && body.meets(self.layers, self.mask)
            && self.except != Some(id)
            && entry.is_in_range(self.origin)
            && self.filter.is_none_or(|filter| filter(id, body));
        counts.then_some(PlacedBody {
            id,
            entry,
            origin: self.origin,
        })
    }

    /// The box in the world that can be touched within `reach`, grown by more than any rounding; `None` if there is no
    /// such box.
    fn region(
        &self,
        bounds: Option<Aabb<V>>,
        reach: V::Scalar,
        delta: V,
    ) -> Option<QueryBounds<V>> {
        let bounds = bounds?.inflated(reach);
        let own = bounds.magnitude() + delta.abs().max_element();
        QueryBounds::new(&bounds, own, self.origin)
    }
}

impl<V: Vector> Surface for WorldView<'_, V> {
    type Vector = V;

    fn bounds(&self) -> Aabb<V> {
        let all = self.bodies.all();
        let boxes = all.filter_map(|(_, entry)| entry.bounds_from(self.origin));
        boxes.fold(Aabb::empty(), |bounds, own| bounds.union(&own))
    }

    fn each_box(&self, visit: &mut dyn FnMut(usize, &Aabb<V>)) {
        let here = |p: V::Double| V::from_double(p - self.origin);
        self.bodies.each_box(&mut |level, [min, max]| {
            let (min, max) = (here(min), here(max));
            visit(level, &Aabb { min, max });
        });
    }

    fn parts(&self, region: &Aabb<V>, visit: &mut dyn FnMut(PartId, &ShapeRef<'_, V>)) {
        self.each_in(region, |number| {
            let Some(body) = self.counted(number) else {
                return;
            };
            body.parts(region, visit);
        });
    }

    fn closest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let mut best: Option<Contact<V>> = None;
        if !self.is_valid(shape, V::ZERO) {
            return best;
        }
        let region = self.region(shape.bounds(), V::Scalar::ZERO, V::ZERO);
        self.bodies
            .nearest(region.as_ref(), reach, &mut |number, limit| {
                let Some(body) = self.counted(number) else {
                    return;
                };
                let within = best.map_or(reach, |best| best.separation);
                if let Some(found) = body.closest(with, shape, within)
                    && found.precedes(best.as_ref())
                {
                    best = Some(found);
                    *limit = found.separation.max(V::Scalar::ZERO);
                }
            });
        best
    }

    fn each_contact(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) {
        let _ = self.each_near(shape, reach, |body| {
            body.each_contact(with, shape, reach, visit);
            ControlFlow::Continue(())
        });
    }

    fn each_nearest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut OnContact<'_, V>,
    ) {
        if !self.is_valid(shape, V::ZERO) {
            return;
        }
        let region = self.region(shape.bounds(), V::Scalar::ZERO, V::ZERO);
        let mut within = reach;
        self.bodies
            .nearest(region.as_ref(), reach, &mut |number, limit| {
                let Some(body) = self.counted(number) else {
                    return;
                };
                let before = within;
                body.each_nearest(with, shape, within, &mut |found, own_reach| {
                    visit(found, &mut within);
                    *own_reach = within;
                });
                if within < before {
                    *limit = within.max(V::Scalar::ZERO);
                }
            });
    }

    fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, V>) -> bool {
        let flow = self.each_near(shape, V::Scalar::ZERO, |body| {
            if body.overlap(with, shape) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        flow.is_break()
    }

    fn each_hit(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) {
        if !self.is_valid(shape, delta) {
            return;
        }
        let region = self.region(shape.bounds(), V::Scalar::ZERO, delta);
        let _ = self
            .bodies
            .reached(region.as_ref(), delta, &mut |number, limit| {
                let mut flow = ControlFlow::Continue(());
                if let Some(body) = self.counted(number) {
                    body.each_hit(with, shape, delta, &mut |hit, own_limit| {
                        flow = visit(hit, limit);
                        *own_limit = own_limit.min(*limit);
                        flow
                    });
                }
                flow
            });
    }

    fn sweep_rigid(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        motion: &RigidMotion<V>,
        own: &RigidMotion<V>,
    ) -> Sweep<V> {
        let mut earliest = Earliest::new();
        if !self.is_valid(shape, motion.delta) {
            return earliest.sweep();
        }
        let motions = Rigid {
            a: *motion,
            b: *own,
        };
        let extent = Extent::of(shape, motions.size());
        let bounds = extent.and_then(|extent| motions.region(&extent));
        self.each_counted(bounds, |body| {
            let found = body.sweep_rigid(with, shape, motion, own);
            let part = found.hit.map_or(body.part(0), |hit| hit.part);
            earliest.offer(found, part);
        });
        earliest.sweep()
    }
}
