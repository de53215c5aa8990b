//! One part, a shape or the triangle of another mesh, against all triangles of a mesh.

use super::Mesh;
use super::ask::View;
use super::one_sided::{front_contact_of_shape, is_front};
use crate::pair::contact::Contact;
use crate::pair::matrix;
use crate::pair::sweep::{Start, Sweep};
use crate::shape::triangle::Triangle;
use crate::shape::{Convex, ShapeRef};
use crate::surface::extent::Extent;
use crate::surface::mesh::Vector3;
use crate::surface::motion::Motions;
use crate::surface::parts::Earliest;
use carom_bvh::Aabb;
use carom_math::Scalar;
use core::ops::ControlFlow;

/// What asks a mesh.
pub(super) struct Piece<'a, V: Vector3> {
    pub(super) shape: ShapeRef<'a, V>,
    /// Its number in its own mesh, 0 for a shape that is alone.
    pub(super) number: u32,
    /// Itself, if it is a triangle that has only a front.
    pub(super) front: Option<Triangle<V>>,
}

/// The least separation found so far, and between which pieces.
pub(super) struct Nearest<V: Vector3> {
    pub(super) best: Option<(Contact<V>, [u32; 2])>,
    pub(super) reach: V::Scalar,
}

impl<V: Vector3> Nearest<V> {
    pub(super) fn within(reach: V::Scalar) -> Self {
        Self { best: None, reach }
    }

    /// A contact of more than this is of no use.
    pub(super) fn limit(&self) -> V::Scalar {
        self.best.map_or(self.reach, |(best, _)| best.separation)
    }

    fn offer(&mut self, found: Contact<V>, numbers: [u32; 2]) {
        let better = match &self.best {
            None => found.separation <= self.reach,
            Some((best, of)) => {
                found.separation < best.separation
                    || (found.separation == best.separation && numbers < *of)
            }
        };
        if better {
            self.best = Some((found, numbers));
        }
    }
}

impl<V: Vector3> View<'_, V> {
    /// Visits the triangles that count in about the order of a lower bound: see
    /// [`Bvh::by_bound`](carom_bvh::Bvh).
    pub(super) fn by_bound(
        &self,
        limit: V::Scalar,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        mut visit: impl FnMut(u32, &Triangle<V>, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Mesh { tree, store, .. } = self.mesh;
        let mut made = None;
        tree.by_bound(None, limit, &bound, |group, limit| {
            let pack = store.pack(group, &mut made);
            let members = pack.numbers.iter().enumerate();
            for (lane, &number) in members.filter(|(_, number)| !self.is_out(**number)) {
                let triangle = pack.triangle(lane);
                if bound(&triangle.bounds()).is_some_and(|least| least <= *limit) {
                    visit(number, &triangle, limit)?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Looks for a lesser separation of a piece from any triangle.
    pub(super) fn nearest(&self, piece: &Piece<'_, V>, nearest: &mut Nearest<V>) {
        let Some(extent) = Extent::of(&piece.shape, self.mesh.size) else {
            return;
        };
        // What only a front sees can be deeper than it is from both sides, so all overlaps are looked at.
        let least = if self.mesh.one_sided || piece.front.is_some() {
            V::Scalar::ZERO
        } else {
            -V::Scalar::INFINITY
        };
        let _ = self.by_bound(
            nearest.limit().max(least),
            |bounds| Some(extent.gap(bounds)),
            |index, triangle, limit| {
                if let Some(found) =
                    matrix::contact_within(&piece.shape, &triangle.shape_ref(), *limit)
                    && let Some(found) = self.seen(piece, triangle, found)
                {
                    nearest.offer(found, [piece.number, index]);
                    *limit = nearest.limit().max(least);
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// Whether a piece touches any triangle.
    pub(super) fn touches(&self, piece: &Piece<'_, V>) -> bool {
        let Some(extent) = Extent::of(&piece.shape, self.mesh.size) else {
            return false;
        };
        let flow = self.by_bound(
            V::Scalar::ZERO,
            |bounds| Some(extent.gap(bounds)),
            |_, triangle, _| {
                let other = triangle.shape_ref();
                let touches = if self.mesh.one_sided || piece.front.is_some() {
                    matrix::contact_within(&piece.shape, &other, V::Scalar::ZERO)
                        .and_then(|found| self.seen(piece, triangle, found))
                        .is_some()
                } else {
                    matrix::overlaps(&piece.shape, &other)
                };
                if touches {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        flow.is_break()
    }

    /// Looks for an earlier hit of a piece with any triangle.
    pub(super) fn earliest(
        &self,
        piece: &Piece<'_, V>,
        motions: &impl Motions<V>,
        earliest: &mut Earliest<V, [u32; 2]>,
    ) {
        let size = self.mesh.size.max(motions.size());
        let Some(extent) = Extent::of(&piece.shape, size) else {
            return;
        };
        let _ = self.by_bound(
            earliest.limit(),
            motions.arrival(&extent),
            |index, triangle, limit| {
                let swept = motions.sweep(&piece.shape, &triangle.shape_ref());
                if let Some(swept) = self.swept(piece, triangle, motions, swept) {
                    earliest.offer(swept, [piece.number, index]);
                    *limit = earliest.limit();
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// A contact of a piece with a triangle as their fronts see it. Where each is pushed out to the front
    /// of the other, the shorter way counts.
    pub(super) fn seen(
        &self,
        piece: &Piece<'_, V>,
        triangle: &Triangle<V>,
        found: Contact<V>,
    ) -> Option<Contact<V>> {
        let by_mesh = if self.mesh.one_sided {
            Some(front_contact_of_shape(&piece.shape, triangle, found)?)
        } else {
            None
        };
        let by_piece = match &piece.front {
            Some(front) => {
                let triangle = triangle.shape_ref();
                Some(front_contact_of_shape(&triangle, front, found.swapped())?.swapped())
            }
            None => None,
        };
        match (by_mesh, by_piece) {
            (Some(x), Some(y)) if x.separation < y.separation => Some(y),
            (seen, None) | (None, seen) | (seen, Some(_)) => seen.or(Some(found)),
        }
    }

    /// A sweep of a piece against a triangle as their fronts see it; `None` if nothing comes of it. What
    /// meets a back passes through for the whole motion.
    pub(super) fn swept(
        &self,
        piece: &Piece<'_, V>,
        triangle: &Triangle<V>,
        motions: &impl Motions<V>,
        mut swept: Sweep<V>,
    ) -> Option<Sweep<V>> {
        let front = triangle.normal().filter(|_| self.mesh.one_sided);
        let own = piece.front.and_then(|front| front.normal());
        let is_seen = |normal: V, t: V::Scalar| {
            front.is_none_or(|front| is_front(motions.turned(front, t), normal))
                && own.is_none_or(|own| is_front(motions.swapped().turned(own, t), -normal))
        };
        match swept.start {
            Start::Overlapping(found) => {
                let seen = self.seen(piece, triangle, found)?;
                swept.start = Start::Overlapping(seen);
                if let Some(hit) = &mut swept.hit {
                    hit.normal = seen.normal;
                    hit.start = swept.start;
                }
                return Some(swept);
            }
            Start::Touching(found) if !is_seen(found.normal, V::Scalar::ZERO) => {
                swept.start = Start::Separate;
                if let Some(hit) = &mut swept.hit {
                    hit.start = swept.start;
                }
            }
            Start::Touching(_) | Start::Separate => {}
        }
        swept.hit = swept.hit.filter(|hit| is_seen(hit.normal, hit.t));
        (swept.hit.is_some() || swept.start != Start::Separate).then_some(swept)
    }
}
