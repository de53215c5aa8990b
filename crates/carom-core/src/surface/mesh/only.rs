//! A part of a mesh: the triangles that a filter lets in.

use super::Mesh;
use super::answers::{MeshContact, MeshHit};
use super::ask::{View, ball, capsule, point};
use super::shapes::MeshSweep;
use crate::shape::{Shape, ball::Ball, capsule::Capsule};
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;

/// A mesh as a question sees it: some of its triangles, with seams or without.
///
/// Made by [`Mesh::only`] and [`Mesh::raw`].
#[derive(Clone, Copy, Debug)]
pub struct Only<'a, V: Vector3, F> {
    pub(super) mesh: &'a Mesh<V>,
    pub(super) filter: F,
    pub(super) raw: bool,
}

impl<V: Vector3> Mesh<V> {
    /// The triangles whose numbers `filter` lets in, to be asked like the mesh.
    ///
    /// Whatever a triangle is (its material, flags) is a list of the caller's, by number.
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let lake = vec![vec3(0., 1., 0.), vec3(0., 1., 9.), vec3(9., 1., 0.), vec3(0., 0., 0.), vec3(0., 0., 9.), vec3(9., 0., 0.)];
    /// let lake = Mesh::new(lake, [[0, 1, 2], [3, 4, 5]])?;
    /// let is_water = [true, false];
    /// let (from, down) = (vec3(1., 5., 1.), Vec3::Y * -9.);
    /// assert_eq!(lake.ray(from, down).unwrap().triangle, 0);
    /// let dry = lake.only(|triangle| !is_water[triangle as usize]);
    /// assert_eq!(dry.ray(from, down).unwrap().triangle, 1);
    /// assert!(lake.only(|_| false).ray(from, down).is_none());
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    pub fn only<F: Fn(u32) -> bool>(&self, filter: F) -> Only<'_, V, F> {
        Only {
            mesh: self,
            filter,
            raw: false,
        }
    }

    /// The mesh with the seams between its triangles, if it is [`smooth`](Self::smooth).
    #[must_use]
    pub fn raw(&self) -> Only<'_, V, impl Fn(u32) -> bool> {
        self.only(|_| true).raw()
    }

    pub(super) fn every(&self) -> View<'_, V> {
        self.seen_by(None)
    }

    /// All triangles, or those that a filter lets in.
    pub(crate) fn seen_by<'a>(&'a self, filter: Option<&'a dyn Fn(u32) -> bool>) -> View<'a, V> {
        View {
            mesh: self,
            filter,
            raw: false,
        }
    }
}

impl<V: Vector3, F: Fn(u32) -> bool> Only<'_, V, F> {
    fn view(&self) -> View<'_, V> {
        View {
            mesh: self.mesh,
            filter: Some(&self.filter),
            raw: self.raw,
        }
    }

    /// With the seams between the triangles, if the mesh is [`smooth`](Mesh::smooth).
    #[must_use]
    pub fn raw(self) -> Self {
        Self { raw: true, ..self }
    }

    /// As [`Mesh::closest_ball`].
    #[must_use]
    pub fn closest_ball(&self, a: &Ball<V>, reach: V::Scalar) -> Option<MeshContact<V>> {
        self.view().closest(&ball(a), reach)
    }

    /// As [`Mesh::contacts_ball`].
    pub fn contacts_ball(
        &self,
        a: &Ball<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(MeshContact<V>),
    ) {
        self.view().contacts(&ball(a), reach, &mut visit);
    }

    /// As [`Mesh::overlap_ball`].
    #[must_use]
    pub fn overlap_ball(&self, a: &Ball<V>) -> bool {
        self.view().overlap(&ball(a))
    }

    /// As [`Mesh::sweep_ball`].
    #[must_use]
    pub fn sweep_ball(&self, a: &Ball<V>, delta: V) -> Option<MeshHit<V>> {
        self.view().sweep(&ball(a), delta, false)
    }

    /// As [`Mesh::sweep_ball_any`].
    #[must_use]
    pub fn sweep_ball_any(&self, a: &Ball<V>, delta: V) -> bool {
        self.view().sweep(&ball(a), delta, true).is_some()
    }

    /// As [`Mesh::sweep_ball_all`].
    pub fn sweep_ball_all(&self, a: &Ball<V>, delta: V, hits: &mut Vec<MeshHit<V>>) {
        self.view().sweep_all(&ball(a), delta, hits);
    }

    /// As [`Mesh::closest_capsule`].
    #[must_use]
    pub fn closest_capsule(&self, a: &Capsule<V>, reach: V::Scalar) -> Option<MeshContact<V>> {
        self.view().closest(&capsule(a), reach)
    }

    /// As [`Mesh::contacts_capsule`].
    pub fn contacts_capsule(
        &self,
        a: &Capsule<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(MeshContact<V>),
    ) {
        self.view().contacts(&capsule(a), reach, &mut visit);
    }

    /// As [`Mesh::overlap_capsule`].
    #[must_use]
    pub fn overlap_capsule(&self, a: &Capsule<V>) -> bool {
        self.view().overlap(&capsule(a))
    }

    /// As [`Mesh::sweep_capsule`].
    #[must_use]
    pub fn sweep_capsule(&self, a: &Capsule<V>, delta: V) -> Option<MeshHit<V>> {
        self.view().sweep(&capsule(a), delta, false)
    }

    /// As [`Mesh::sweep_capsule_any`].
    #[must_use]
    pub fn sweep_capsule_any(&self, a: &Capsule<V>, delta: V) -> bool {
        self.view().sweep(&capsule(a), delta, true).is_some()
    }

    /// As [`Mesh::sweep_capsule_all`].
    pub fn sweep_capsule_all(&self, a: &Capsule<V>, delta: V, hits: &mut Vec<MeshHit<V>>) {
        self.view().sweep_all(&capsule(a), delta, hits);
    }

    /// As [`Mesh::ray`].
    #[must_use]
    pub fn ray(&self, origin: V, delta: V) -> Option<MeshHit<V>> {
        self.view().sweep(&point(origin), delta, false)
    }

    /// As [`Mesh::ray_any`].
    #[must_use]
    pub fn ray_any(&self, origin: V, delta: V) -> bool {
        self.view().sweep(&point(origin), delta, true).is_some()
    }

    /// As [`Mesh::ray_all`].
    pub fn ray_all(&self, origin: V, delta: V, hits: &mut Vec<MeshHit<V>>) {
        self.view().sweep_all(&point(origin), delta, hits);
    }

    /// As [`Mesh::closest_shape`].
    #[must_use]
    pub fn closest_shape(&self, a: &Shape<V>, reach: V::Scalar) -> Option<MeshContact<V>> {
        self.view().closest_shape(a, reach)
    }

    /// As [`Mesh::contacts_shape`].
    pub fn contacts_shape(
        &self,
        a: &Shape<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(MeshContact<V>),
    ) {
        self.view().contacts_shape(a, reach, &mut visit);
    }

    /// As [`Mesh::overlap_shape`].
    #[must_use]
    pub fn overlap_shape(&self, a: &Shape<V>) -> bool {
        self.view().overlap_shape(a)
    }

    /// As [`Mesh::sweep_shape`].
    #[must_use]
    pub fn sweep_shape(&self, a: &Shape<V>, delta: V) -> Option<MeshSweep<V>> {
        self.view().sweep_shape(a, delta)
    }

    /// As [`Mesh::sweep_shape_any`].
    #[must_use]
    pub fn sweep_shape_any(&self, a: &Shape<V>, delta: V) -> bool {
        self.view().sweep_shape_any(a, delta)
    }

    /// As [`Mesh::sweep_shape_all`].
    pub fn sweep_shape_all(&self, a: &Shape<V>, delta: V, hits: &mut Vec<MeshHit<V>>) {
        self.view().sweep_shape_all(a, delta, hits);
    }
}
