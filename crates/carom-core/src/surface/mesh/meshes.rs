//! The questions that a mesh asks of another: those of its triangles.

use super::Mesh;
use super::extent::Extent;
use super::motion::{Motions, Straight, Turning};
use super::pieces::{Earliest, Nearest, Piece};
use crate::pairs::contact::Contact;
use crate::pairs::sweep::Sweep;
use crate::pairs::turn::Motion;
use crate::shape::Shape;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
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
                let shape = Shape::Triangle(*triangle);
                if self.every().touches(&a.piece(index, &shape)) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        flow.is_break()
    }

    /// The first triangles that meet where `a` moves by `delta`, or else those that touch at the start:
    /// see [`sweep_shape`](Self::sweep_shape). The numbers are those of the two triangles, that of `a` first.
    #[must_use]
    pub fn sweep_mesh(&self, a: &Self, delta: V) -> Option<(Sweep<V>, [u32; 2])> {
        if self.precedes(a) {
            let (found, numbers) = self.first_in(a, &Straight { delta: -delta })?;
            Some((found.reversed(delta), swapped(numbers)))
        } else {
            a.first_in(self, &Straight { delta })
        }
    }

    /// The same where one mesh or both also turn.
    #[must_use]
    pub fn sweep_mesh_turning(
        &self,
        motion: &Motion<V>,
        a: &Self,
        motion_a: &Motion<V>,
    ) -> Option<(Sweep<V>, [u32; 2])> {
        let motions = Turning {
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
                let shape = Shape::Triangle(*triangle);
                b.every().nearest(&self.piece(index, &shape), &mut nearest);
                *limit = nearest.limit();
                ControlFlow::Continue(())
            },
        );
        nearest.best
    }

    /// As the one that asks.
    fn first_in(&self, b: &Self, motions: &impl Motions<V>) -> Option<(Sweep<V>, [u32; 2])> {
        let mut earliest = Earliest { best: None };
        let size = self.size.max(motions.size());
        let extent = Extent::around(&b.bounds(), size)?;
        let _ = self.every().by_bound(
            V::Scalar::ONE,
            motions.swapped().arrival(&extent),
            |index, triangle, limit| {
                let shape = Shape::Triangle(*triangle);
                b.every()
                    .earliest(&self.piece(index, &shape), motions, &mut earliest);
                *limit = earliest.limit();
                ControlFlow::Continue(())
            },
        );
        earliest.best
    }

    /// One of its own triangles.
    fn piece<'a>(&self, number: u32, shape: &'a Shape<V>) -> Piece<'a, V> {
        let front = match shape {
            Shape::Triangle(triangle) if self.one_sided => Some(*triangle),
            _ => None,
        };
        Piece {
            shape,
            number,
            front,
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
