//! Mesh against mesh: queries of one mesh with the triangles of the other.

use super::Mesh;
use super::part_query::{NearestPair, QueryPart};
use crate::pair::contact::Contact;
use crate::pair::rigid::RigidMotion;
use crate::pair::sweep::Sweep;
use crate::shape::ShapeRef;
use crate::shape::triangle::Triangle;
use crate::surface::extent::Extent;
use crate::surface::mesh::Vector3;
use crate::surface::motion::{Motions, Rigid, Straight};
use crate::surface::parts::Earliest;
use carom_math::Scalar;
use core::ops::ControlFlow;

impl<V: Vector3> Mesh<V> {
    /// The contact of the least separation of two meshes, if that is at most `reach`, and the numbers of the two
    /// triangles, that of `a` first. Either mesh may be one-sided.
    ///
    /// Equal separations: the lowest numbers.
    #[must_use]
    pub fn closest_mesh(&self, a: &Self, reach: V::Scalar) -> Option<(Contact<V>, [u32; 2])> {
        if self.precedes(a) {
            let (found, numbers) = self.nearest_to(a, reach)?;
            Some((found.swapped(), swapped(numbers)))
        } else {
            a.nearest_to(self, reach)
        }
    }

    /// Whether two meshes touch.
    #[must_use]
    pub fn overlap_mesh(&self, a: &Self) -> bool {
        let size = self.size;
        let Some(extent) = Extent::around(&self.bounds(), size.max(a.bounds().magnitude())) else {
            return false;
        };
        let flow = a.unfiltered().by_bound(
            V::Scalar::ZERO,
            |bounds| Some(extent.gap(bounds)),
            |index, triangle, _| {
                if self.unfiltered().touches(&a.as_part(index, triangle)) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        flow.is_break()
    }

    /// The first hit of `a` moving by `delta`, or else the triangles that touch at the start: see
    /// [`Query::sweep_rigid`](crate::Query::sweep_rigid). The numbers are those of the two triangles, that of `a`
    /// first.
    #[must_use]
    pub fn sweep_mesh(&self, a: &Self, delta: V) -> Option<(Sweep<V>, [u32; 2])> {
        if self.precedes(a) {
            let (found, numbers) = self.first_in(a, &Straight { delta: -delta })?;
            Some((found.reversed(delta), swapped(numbers)))
        } else {
            a.first_in(self, &Straight { delta })
        }
    }

    /// The first hit where either mesh may also rotate.
    #[must_use]
    pub fn sweep_mesh_rigid(
        &self,
        motion: &RigidMotion<V>,
        a: &Self,
        motion_a: &RigidMotion<V>,
    ) -> Option<(Sweep<V>, [u32; 2])> {
        let motions = Rigid {
            a: *motion_a,
            b: *motion,
        };
        if self.precedes(a) {
            let (found, numbers) = self.first_in(a, &motions.swapped())?;
            Some((found.swapped(), swapped(numbers)))
        } else {
            a.first_in(self, &motions)
        }
    }

    /// The least separation, with the triangles of `self` as the queries.
    fn nearest_to(&self, b: &Self, reach: V::Scalar) -> Option<(Contact<V>, [u32; 2])> {
        let mut nearest = NearestPair::within(reach);
        let extent = Extent::around(&b.bounds(), self.size)?;
        let _ = self.unfiltered().by_bound(
            reach,
            |bounds| Some(extent.gap(bounds)),
            |index, triangle, limit| {
                b.unfiltered()
                    .nearest(&self.as_part(index, triangle), &mut nearest);
                *limit = nearest.limit();
                ControlFlow::Continue(())
            },
        );
        nearest.best
    }

    /// The first hit, with the triangles of `self` as the queries.
    fn first_in(&self, b: &Self, motions: &impl Motions<V>) -> Option<(Sweep<V>, [u32; 2])> {
        let mut earliest = Earliest::new();
        let size = self.size.max(motions.size());
        let extent = Extent::around(&b.bounds(), size)?;
        let _ = self.unfiltered().by_bound(
            V::Scalar::ONE,
            motions.swapped().arrival(&extent),
            |index, triangle, limit| {
                b.unfiltered()
                    .earliest(&self.as_part(index, triangle), motions, &mut earliest);
                *limit = earliest.limit();
                ControlFlow::Continue(())
            },
        );
        earliest.best()
    }

    /// One of the mesh's own triangles as the part of a query.
    fn as_part(&self, number: u32, triangle: &Triangle<V>) -> QueryPart<'static, V> {
        QueryPart {
            shape: ShapeRef::Three(triangle.rounded()),
            number,
            front: self.one_sided.then_some(*triangle),
        }
    }

    /// A total order of meshes, so that ties end the same way in either order of the two: by the number of triangles,
    /// then by corners.
    fn precedes(&self, other: &Self) -> bool {
        let (own, others) = (self.len(), other.len());
        own < others || (own == others && self.corners().lt(other.corners()))
    }

    fn corners(&self) -> impl Iterator<Item = [f64; 3]> {
        // Holes of a height field are NaN.
        let triangles = self.iter().filter(Triangle::is_valid);
        triangles.flat_map(|t| [t.a, t.b, t.c].map(V::to_f64))
    }
}

fn swapped([a, b]: [u32; 2]) -> [u32; 2] {
    [b, a]
}
