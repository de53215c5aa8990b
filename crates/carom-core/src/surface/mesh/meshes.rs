//! Two meshes: queries of one by the triangles of the other.

use super::Mesh;
use super::pieces::{Nearest, Piece};
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
    /// The least separation of two meshes, if it is at most `reach`, and the numbers of the two triangles,
    /// that of `a` first. Each mesh is seen as far as the other's sides let it.
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
        let flow = a.every().by_bound(
            V::Scalar::ZERO,
            |bounds| Some(extent.gap(bounds)),
            |index, triangle, _| {
                if self.every().touches(&a.piece(index, triangle)) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        flow.is_break()
    }

    /// The first triangles that meet where `a` moves by `delta`, or else those that touch at the start:
    /// see [`Query::sweep_rigid`](crate::Query::sweep_rigid). The numbers are those of the two triangles, that of `a` first.
    #[must_use]
    pub fn sweep_mesh(&self, a: &Self, delta: V) -> Option<(Sweep<V>, [u32; 2])> {
        if self.precedes(a) {
            let (found, numbers) = self.first_in(a, &Straight { delta: -delta })?;
            Some((found.reversed(delta), swapped(numbers)))
        } else {
            a.first_in(self, &Straight { delta })
        }
    }

    /// The same where one mesh or both also rotate.
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

    /// As the one that asks.
    fn nearest_to(&self, b: &Self, reach: V::Scalar) -> Option<(Contact<V>, [u32; 2])> {
        let mut nearest = Nearest::within(reach);
        let extent = Extent::around(&b.bounds(), self.size)?;
        let _ = self.every().by_bound(
            reach,
            |bounds| Some(extent.gap(bounds)),
            |index, triangle, limit| {
                b.every()
                    .nearest(&self.piece(index, triangle), &mut nearest);
                *limit = nearest.limit();
                ControlFlow::Continue(())
            },
        );
        nearest.best
    }

    /// As the one that asks.
    fn first_in(&self, b: &Self, motions: &impl Motions<V>) -> Option<(Sweep<V>, [u32; 2])> {
        let mut earliest = Earliest::new();
        let size = self.size.max(motions.size());
        let extent = Extent::around(&b.bounds(), size)?;
        let _ = self.every().by_bound(
            V::Scalar::ONE,
            motions.swapped().arrival(&extent),
            |index, triangle, limit| {
                b.every()
                    .earliest(&self.piece(index, triangle), motions, &mut earliest);
                *limit = earliest.limit();
                ControlFlow::Continue(())
            },
        );
        earliest.best()
    }

    /// One of its own triangles.
    fn piece(&self, number: u32, triangle: &Triangle<V>) -> Piece<'static, V> {
        Piece {
            shape: ShapeRef::Three(triangle.rounded()),
            number,
            front: self.one_sided.then_some(*triangle),
        }
    }

    /// An order of meshes, so that ties end the same way whichever of the two is asked: by the number of
    /// triangles, then by corners.
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
