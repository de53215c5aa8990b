//! What a mesh answers to queries: cores of one or two points through the lanes, every other shape part by part.

use super::Mesh;
use super::ask::{Asker, View};
use super::feature::feature_of;
use super::pieces::{Nearest, Piece};
use crate::pair::contact::Contact;
use crate::pair::matrix;
use crate::pair::rigid::RigidMotion;
use crate::pair::sweep::{Hit, Sweep};
use crate::part::{Feature, PartId};
use crate::shape::triangle::Triangle;
use crate::shape::{Convex, ShapeRef};
use crate::surface::extent::Extent;
use crate::surface::mesh::Vector3;
use crate::surface::motion::{Motions, Rigid, Straight};
use crate::surface::parts::Earliest;
use crate::surface::{OnHit, Options, Query, Surface};
use carom_bvh::Aabb;
use carom_math::Scalar;
use core::ops::ControlFlow;

impl<V: Vector3> Mesh<V> {
    /// Queries of the mesh.
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

    /// The feature of a triangle that a point on it belongs to: [`Contact::point_b`] or [`Hit::point`].
    ///
    /// # Panics
    /// If there is no triangle of this number.
    #[must_use]
    pub fn feature(&self, triangle: u32, point: V) -> Feature {
        feature_of(&self.triangle(triangle), point)
    }

    pub(crate) fn view<'a>(&'a self, options: &Options<'a>) -> View<'a, V> {
        View {
            mesh: self,
            options: *options,
        }
    }

    pub(super) fn every(&self) -> View<'_, V> {
        self.view(&Options::default())
    }

    /// Every triangle whose box touches `region`: its number, itself and its box, in the tree's order.
    pub(crate) fn triangles_near(
        &self,
        region: &Aabb<V>,
        mut visit: impl FnMut(u32, &Triangle<V>, &Aabb<V>),
    ) {
        self.every().near(region, &mut visit);
    }
}

impl<V: Vector3> Surface for Mesh<V> {
    type Vector = V;

    fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
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
        let view = self.view(with);
        match shape {
            ShapeRef::One(core) => view.closest(&Asker::from(*core), reach),
            ShapeRef::Two(core) => view.closest(&Asker::from(*core), reach),
            _ => {
                let mut nearest = Nearest::within(reach);
                view.nearest(&alone(shape), &mut nearest);
                let (contact, [_, index]) = nearest.best?;
                let part = PartId::of(index);
                Some(Contact { part, ..contact })
            }
        }
    }

    fn each_contact(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) {
        let view = self.view(with);
        match shape {
            ShapeRef::One(core) => view.contacts(&Asker::from(*core), reach, visit),
            ShapeRef::Two(core) => view.contacts(&Asker::from(*core), reach, visit),
            _ => view.contacts_of_part(shape, reach, visit),
        }
    }

    fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, V>) -> bool {
        let view = self.view(with);
        match shape {
            ShapeRef::One(core) => view.overlap(&Asker::from(*core)),
            ShapeRef::Two(core) => view.overlap(&Asker::from(*core)),
            _ => view.touches(&alone(shape)),
        }
    }

    fn each_hit(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) {
        let view = self.view(with);
        match shape {
            ShapeRef::One(core) => view.sweep_each(&Asker::from(*core), delta, visit),
            ShapeRef::Two(core) => view.sweep_each(&Asker::from(*core), delta, visit),
            _ => view.hits_of_part(shape, delta, visit),
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
        self.view(with)
            .earliest(&alone(shape), &motions, &mut earliest);
        let Some((mut sweep, [_, index])) = earliest.best() else {
            return Sweep::free(V::Scalar::ZERO);
        };
        if let Some(hit) = &mut sweep.hit {
            hit.part = PartId::of(index);
        }
        sweep
    }
}

/// A shape that is no triangle of a mesh.
fn alone<'a, V: Vector3>(shape: &ShapeRef<'a, V>) -> Piece<'a, V> {
    Piece {
        shape: *shape,
        number: 0,
        front: None,
    }
}

impl<V: Vector3> View<'_, V> {
    /// Every contact of a shape of any kind within `reach`, in the tree's order.
    fn contacts_of_part(
        &self,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) {
        let Some(extent) = Extent::of(shape, self.mesh.size) else {
            return;
        };
        let piece = alone(shape);
        // Pushed out to the front it may be deeper than it is by the shortest way.
        let any = if self.mesh.one_sided {
            V::Scalar::INFINITY
        } else {
            reach
        };
        let limit = reach.max(V::Scalar::ZERO);
        let _ = self.by_bound(
            limit,
            within(limit, |bounds| Some(extent.gap(bounds))),
            |index, triangle, _| {
                if let Some(found) = matrix::contact_within(shape, &triangle.shape_ref(), any)
                    && let Some(contact) = self.seen(&piece, triangle, found)
                    && contact.separation <= reach
                {
                    let part = PartId::of(index);
                    visit(Contact { part, ..contact });
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// The hit of a shape of any kind with every triangle within a limit that `visit` may lower.
    fn hits_of_part(&self, shape: &ShapeRef<'_, V>, delta: V, visit: &mut OnHit<'_, V>) {
        let motions = Straight { delta };
        let size = self.mesh.size.max(motions.size());
        let Some(extent) = Extent::of(shape, size) else {
            return;
        };
        let piece = alone(shape);
        let _ = self.by_bound(
            V::Scalar::ONE,
            motions.arrival(&extent),
            |index, triangle, limit| {
                let swept = motions.sweep(shape, &triangle.shape_ref());
                if let Some(swept) = self.swept(&piece, triangle, &motions, swept)
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

/// A bound that lets in the same boxes and does not order them, so that the order is that of the tree, however large
/// its boxes are.
fn within<V: Vector3>(
    limit: V::Scalar,
    bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
) -> impl Fn(&Aabb<V>) -> Option<V::Scalar> {
    move |bounds| {
        let least = bound(bounds)?;
        (least <= limit).then_some(V::Scalar::ZERO)
    }
}
