//! The mesh as a surface: cores of one or two points go through lanes, other shapes part by part.

use super::Mesh;
use super::feature::feature_of;
use super::mesh_query::{MeshQuery, QueryShape};
use super::part_query::{NearestPair, QueryPart};
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Sweep};
use crate::pair::matrix;
use crate::pair::rigid::RigidMotion;
use crate::part::{Feature, PartId};
use crate::shape::triangle::Triangle;
use crate::shape::{Convex, ShapeRef};
use crate::surface::extent::Extent;
use crate::surface::mesh::Vector3;
use crate::surface::motion::{Motions, Rigid, Straight};
use crate::surface::parts::Earliest;
use crate::surface::{OnContact, OnHit, Options, Query, Surface, solid};
use carom_bvh::Aabb;
use carom_math::Scalar;
use core::ops::ControlFlow;

impl<V: Vector3> Mesh<V> {
    /// Starts a query of the mesh.
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let tile = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let hit = tile.query().ray(vec3(1., 5., 1.), Vec3::Y * -10.).unwrap();
    /// assert!((hit.t - 0.5).abs() < 1e-6);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[must_use]
    pub fn query(&self) -> Query<'_, &Self> {
        Query::new(self)
    }

    /// The feature of a triangle on which a point lies: [`Contact::point_b`] or [`Hit::point`].
    ///
    /// ```
    /// use carom::{Ball, Feature, Mesh, glam::{Vec3, vec3}};
    /// let tile = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let feature = |x, z| {
    ///     let found = tile.query().closest(&Ball::new(vec3(x, 2., z), 1.), 9.).unwrap();
    ///     tile.feature(found.part.index, found.point_b)
    /// };
    /// assert_eq!(feature(1., 1.), Feature::Face);
    /// assert_eq!(feature(-1., 4.), Feature::Edge(0), "from the first vertex to the second");
    /// assert_eq!(feature(12., -1.), Feature::Vertex(2));
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no triangle with this number.
    #[doc(alias = "project_local_point_and_get_feature")]
    #[must_use]
    pub fn feature(&self, triangle: u32, point: V) -> Feature {
        feature_of(&self.triangle(triangle), point)
    }

    pub(super) fn query_with<'a>(&'a self, options: &Options<'a>) -> MeshQuery<'a, V> {
        MeshQuery {
            mesh: self,
            options: *options,
        }
    }

    pub(super) fn unfiltered(&self) -> MeshQuery<'_, V> {
        self.query_with(&Options::default())
    }

    /// Visits every triangle with a box that touches `region`, with its number and its box, in the order of the BVH.
    pub(crate) fn triangles_near(
        &self,
        region: &Aabb<V>,
        mut visit: impl FnMut(u32, &Triangle<V>, &Aabb<V>),
    ) {
        self.unfiltered().near(region, &mut visit);
    }
}

impl<V: Vector3> Mesh<V> {
    /// The contact of the least separation with a triangle; on a tie that of the lowest number.
    fn closest_part(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let query = self.query_with(with);
        match shape {
            ShapeRef::One(core) => query.closest(&QueryShape::from(*core), reach),
            ShapeRef::Two(core) => query.closest(&QueryShape::from(*core), reach),
            _ => {
                let mut nearest = NearestPair::within(reach);
                query.nearest(&alone(shape), &mut nearest);
                let (contact, [_, index]) = nearest.best?;
                let part = PartId::of(index);
                Some(Contact { part, ..contact })
            }
        }
    }
}

impl<V: Vector3> Surface for Mesh<V> {
    type Vector = V;

    fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }

    fn each_box(&self, visit: &mut dyn FnMut(usize, &Aabb<V>)) {
        self.tree.each_box(|level, _, bounds| visit(level, bounds));
    }

    fn parts(&self, region: &Aabb<V>, visit: &mut dyn FnMut(PartId, &ShapeRef<'_, V>)) {
        self.triangles_near(region, |index, triangle, _| {
            visit(PartId::of(index), &triangle.shape_ref());
        });
    }

    fn closest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        if let Some(deep) = self.deep(with, shape) {
            return solid::closest(deep, reach, |reach| self.closest_part(with, shape, reach));
        }
        self.closest_part(with, shape, reach)
    }

    fn each_contact(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) {
        if let Some(deep) = self
            .deep(with, shape)
            .filter(|deep| deep.separation <= reach)
        {
            visit(deep);
        }
        let query = self.query_with(with);
        match shape {
            ShapeRef::One(core) => query.contacts(&QueryShape::from(*core), reach, visit),
            ShapeRef::Two(core) => query.contacts(&QueryShape::from(*core), reach, visit),
            _ => query.contacts_of_part(shape, reach, visit),
        }
    }

    fn each_nearest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut OnContact<'_, V>,
    ) {
        let mut reach = reach;
        if let Some(deep) = self
            .deep(with, shape)
            .filter(|deep| deep.separation <= reach)
        {
            visit(deep, &mut reach);
        }
        let query = self.query_with(with);
        match shape {
            ShapeRef::One(core) => query.nearest_first(&QueryShape::from(*core), reach, visit),
            ShapeRef::Two(core) => query.nearest_first(&QueryShape::from(*core), reach, visit),
            _ => query.contacts_by_distance(shape, reach, visit),
        }
    }

    fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, V>) -> bool {
        if self.deep(with, shape).is_some() {
            return true;
        }
        let query = self.query_with(with);
        match shape {
            ShapeRef::One(core) => query.overlap(&QueryShape::from(*core)),
            ShapeRef::Two(core) => query.overlap(&QueryShape::from(*core)),
            _ => query.touches(&alone(shape)),
        }
    }

    fn each_hit(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) {
        if solid::visit_deep(self.deep(with, shape), visit).is_break() {
            return;
        }
        let query = self.query_with(with);
        match shape {
            ShapeRef::One(core) => query.sweep_each(&QueryShape::from(*core), delta, visit),
            ShapeRef::Two(core) => query.sweep_each(&QueryShape::from(*core), delta, visit),
            _ => query.hits_of_part(shape, delta, visit),
        }
    }

    fn sweep_rigid(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        motion: &RigidMotion<V>,
        own: &RigidMotion<V>,
    ) -> Sweep<V> {
        let motions = Rigid {
            a: *motion,
            b: *own,
        };
        let mut earliest = Earliest::new();
        self.query_with(with)
            .earliest(&alone(shape), &motions, &mut earliest);
        let swept = earliest.sweep_by(|[_, index]| PartId::of(index));
        solid::first(self.deep(with, shape), swept)
    }
}

/// A shape as the part of a query.
fn alone<'a, V: Vector3>(shape: &ShapeRef<'a, V>) -> QueryPart<'a, V> {
    QueryPart {
        shape: *shape,
        number: 0,
        front: None,
        is_solid: false,
    }
}

impl<V: Vector3> MeshQuery<'_, V> {
    /// Visits every contact of a shape of any kind within `reach`, in the order of the BVH.
    fn contacts_of_part(
        &self,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) {
        let Some(extent) = Extent::of(shape, self.mesh.size) else {
            return;
        };
        let limit = reach.max(V::Scalar::ZERO);
        let _ = self.by_bound(
            limit,
            within(limit, |bounds| Some(extent.gap(bounds))),
            |index, triangle, _| {
                if let Some(contact) = self.contact_of_part(shape, index, triangle, reach) {
                    visit(contact);
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// The contact of a shape of any kind with a triangle, if the separation is at most `reach`.
    fn contact_of_part(
        &self,
        shape: &ShapeRef<'_, V>,
        index: u32,
        triangle: &Triangle<V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        // The depth towards the front may be greater than the smallest one.
        let any = if self.mesh.one_sided {
            V::Scalar::INFINITY
        } else {
            reach
        };
        let found = matrix::contact_within(shape, &triangle.shape_ref(), any)?;
        let contact = self.pair(&alone(shape), triangle).contact(found)?;
        let part = PartId::of(index);
        (contact.separation <= reach).then_some(Contact { part, ..contact })
    }

    /// Visits contacts of a shape of any kind within a reach that `visit` may lower, roughly the nearest first.
    fn contacts_by_distance(
        &self,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut OnContact<'_, V>,
    ) {
        let Some(extent) = Extent::of(shape, self.mesh.size) else {
            return;
        };
        let mut reach = reach;
        // An internal edge or a front can have a contact that is deeper than the nearest points.
        let limit = reach.max(V::Scalar::ZERO);
        let _ = self.by_bound(
            limit,
            |bounds| Some(extent.gap(bounds)),
            |index, triangle, limit| {
                if let Some(found) = self.contact_of_part(shape, index, triangle, reach) {
                    visit(found, &mut reach);
                    *limit = reach.max(V::Scalar::ZERO);
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// Visits the hit of a shape of any kind with every triangle within a limit that `visit` may lower.
    fn hits_of_part(&self, shape: &ShapeRef<'_, V>, delta: V, visit: &mut OnHit<'_, V>) {
        let motions = Straight::new(delta);
        let size = self.mesh.size.max(motions.size());
        let Some(extent) = Extent::of(shape, size) else {
            return;
        };
        let part = alone(shape);
        let _ = self.by_bound(
            V::Scalar::ONE,
            motions.arrival(&extent),
            |index, triangle, limit| {
                let swept = motions.sweep(shape, &triangle.shape_ref());
                if let Some(swept) = self.pair(&part, triangle).sweep(&motions, swept)
                    && let Some(hit) = swept.hit
                    && hit.t <= *limit
                {
                    let (part, start) = (PartId::of(index), swept.start);
                    return visit(Hit { part, start, ..hit }, limit);
                }
                ControlFlow::Continue(())
            },
        );
    }
}

/// Makes a bound that admits the same boxes and does not order them: the order is that of the BVH.
fn within<V: Vector3>(
    limit: V::Scalar,
    bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
) -> impl Fn(&Aabb<V>) -> Option<V::Scalar> {
    move |bounds| {
        let least = bound(bounds)?;
        (least <= limit).then_some(V::Scalar::ZERO)
    }
}
