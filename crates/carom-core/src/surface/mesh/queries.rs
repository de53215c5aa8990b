//! The questions that balls, capsules and rays ask of a mesh, and their answers.

use super::Mesh;
use super::answers::{MeshContact, MeshHit};
use super::ask::{ball, capsule, point};
use crate::shape::{ball::Ball, capsule::Capsule, triangle::Triangle};
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use carom_bvh::Aabb;

impl<V: Vector3> Mesh<V> {
    /// The least separation of a ball from any triangle, if it is at most `reach`.
    ///
    /// Equal separations: the triangle of the lowest number. A mesh is a shell: what is inside a closed one
    /// is apart from it.
    #[must_use]
    pub fn closest_ball(&self, a: &Ball<V>, reach: V::Scalar) -> Option<MeshContact<V>> {
        self.every().closest(&ball(a), reach)
    }

    /// Every triangle's contact with a ball whose separation is at most `reach`, in a fixed order.
    pub fn contacts_ball(
        &self,
        a: &Ball<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(MeshContact<V>),
    ) {
        self.every().contacts(&ball(a), reach, &mut visit);
    }

    /// Whether a ball touches any triangle.
    #[must_use]
    pub fn overlap_ball(&self, a: &Ball<V>) -> bool {
        self.every().overlap(&ball(a))
    }

    /// The first triangle that a ball meets on its way. Equal times: the lowest number.
    ///
    /// A motion that starts inside a triangle is stopped at `t` = 0 by the one it is deepest in.
    #[must_use]
    pub fn sweep_ball(&self, a: &Ball<V>, delta: V) -> Option<MeshHit<V>> {
        self.every().sweep(&ball(a), delta, false)
    }

    /// Whether a ball meets any triangle on its way; stops at the first one found.
    #[must_use]
    pub fn sweep_ball_any(&self, a: &Ball<V>, delta: V) -> bool {
        self.every().sweep(&ball(a), delta, true).is_some()
    }

    /// Puts every triangle that a ball meets on its way into `hits`, the earliest first, ties by number.
    /// What is in the list is cleared; its memory is kept.
    pub fn sweep_ball_all(&self, a: &Ball<V>, delta: V, hits: &mut Vec<MeshHit<V>>) {
        self.every().sweep_all(&ball(a), delta, hits);
    }

    /// The least separation of a capsule from any triangle, if it is at most `reach`.
    ///
    /// Equal separations: the triangle of the lowest number. A mesh is a shell: what is inside a closed one
    /// is apart from it.
    #[must_use]
    pub fn closest_capsule(&self, a: &Capsule<V>, reach: V::Scalar) -> Option<MeshContact<V>> {
        self.every().closest(&capsule(a), reach)
    }

    /// Every triangle's contact with a capsule whose separation is at most `reach`, in a fixed order.
    pub fn contacts_capsule(
        &self,
        a: &Capsule<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(MeshContact<V>),
    ) {
        self.every().contacts(&capsule(a), reach, &mut visit);
    }

    /// Whether a capsule touches any triangle.
    #[must_use]
    pub fn overlap_capsule(&self, a: &Capsule<V>) -> bool {
        self.every().overlap(&capsule(a))
    }

    /// The first triangle that a capsule meets on its way. Equal times: the lowest number.
    ///
    /// A motion that starts inside a triangle is stopped at `t` = 0 by the one it is deepest in.
    #[must_use]
    pub fn sweep_capsule(&self, a: &Capsule<V>, delta: V) -> Option<MeshHit<V>> {
        self.every().sweep(&capsule(a), delta, false)
    }

    /// Whether a capsule meets any triangle on its way; stops at the first one found.
    #[must_use]
    pub fn sweep_capsule_any(&self, a: &Capsule<V>, delta: V) -> bool {
        self.every().sweep(&capsule(a), delta, true).is_some()
    }

    /// Puts every triangle that a capsule meets on its way into `hits`, the earliest first, ties by number.
    /// What is in the list is cleared; its memory is kept.
    pub fn sweep_capsule_all(&self, a: &Capsule<V>, delta: V, hits: &mut Vec<MeshHit<V>>) {
        self.every().sweep_all(&capsule(a), delta, hits);
    }

    /// The first triangle on the straight way from `origin` to `origin + delta`: a swept point.
    #[must_use]
    pub fn ray(&self, origin: V, delta: V) -> Option<MeshHit<V>> {
        self.every().sweep(&point(origin), delta, false)
    }

    /// Whether any triangle is on the straight way from `origin` to `origin + delta`.
    #[must_use]
    pub fn ray_any(&self, origin: V, delta: V) -> bool {
        self.every().sweep(&point(origin), delta, true).is_some()
    }

    /// Puts every triangle on the straight way from `origin` to `origin + delta` into `hits`, the earliest
    /// first, ties by number. What is in the list is cleared; its memory is kept.
    pub fn ray_all(&self, origin: V, delta: V, hits: &mut Vec<MeshHit<V>>) {
        self.every().sweep_all(&point(origin), delta, hits);
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
