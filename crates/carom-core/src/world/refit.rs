//! Refitting a mesh or chain in the world: a body that changes its form.

use super::World;
use super::body::BodyError;
use super::body_entry::BodyEntry;
use crate::part::BodyId;
use crate::shape::triangle::Triangle;
use crate::surface::chain::Chain;
use crate::surface::mesh::Mesh;
use crate::surface::mesh::Vector3;
use carom_bvh::Aabb;
use carom_math::Vector;
use core::ops::Range;
use glam::DVec2;

/// # Refitting
impl<V: Vector3> World<V> {
    /// Moves the triangles of a mesh: `triangle` returns the new position of each of them, by number, in the body's
    /// frame (a suspension bridge, a cloth). See [`Mesh::refit`].
    ///
    /// Only this body changes. If another body or an `Arc` of yours shares the mesh, the first call copies it; from
    /// then on the cost is that of [`Mesh::refit`] and of moving a body.
    ///
    /// ```
    /// use carom::{Mesh, Triangle, World, glam::{Vec3, vec3}};
    /// let plank = Triangle::new(vec3(0., 0., 0.), vec3(0., 0., 9.), vec3(9., 0., 0.));
    /// let mut world = World::new();
    /// let bridge = world.insert(Mesh::of_triangles([plank])?)?;
    /// world.refit_mesh(bridge, |_| plank.translated(Vec3::Y * 2.))?;
    /// let hit = world.query().ray(vec3(1., 5., 1.), Vec3::Y * -9.).unwrap();
    /// assert!((hit.point.y - 2.).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is gone or is not a mesh, if [`Mesh::refit`] fails, or if the body would be beyond the range of the
    /// numbers. The world is then unchanged.
    pub fn refit_mesh(
        &mut self,
        id: BodyId,
        triangle: impl Fn(u32) -> Triangle<V>,
    ) -> Result<(), BodyError> {
        self.bodies.change(id, |body: &mut BodyEntry<V>| {
            let mesh: &Mesh<V> = body.surface().ok_or(BodyError::Kind)?;
            let all = (0..mesh.len() as u32).flat_map(|i| triangle(i).core());
            body.refit(Aabb::of_points(all), |mesh: &mut Mesh<V>| {
                mesh.refit(&triangle).map_err(BodyError::Mesh)
            })
        })
    }

    /// Changes the heights of a height field in some columns and rows: `height` returns the new one by column and row, in
    /// the body's frame. See [`Mesh::refit_heights`].
    ///
    /// Only this body changes. If another body or an `Arc` of yours shares the field, the first call copies it.
    ///
    /// ```
    /// use carom::{HeightField, Mesh, World, glam::{Vec3, vec3}};
    /// let flat = HeightField { origin: Vec3::ZERO, cell: [1., 1.], columns: 9, heights: vec![0.; 81] };
    /// let mut world = World::new();
    /// let ground = world.insert(flat.mesh()?)?;
    /// world.refit_heights(ground, 3..6, 0..9, |_, _| 4.)?;
    /// assert!(world.query().ray(vec3(0., 3., 4.), Vec3::X * 8.).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is gone or is not a mesh, if [`Mesh::refit_heights`] fails, or if the body would be beyond the range of
    /// the numbers. The world is then unchanged.
    pub fn refit_heights(
        &mut self,
        id: BodyId,
        columns: Range<usize>,
        rows: Range<usize>,
        height: impl Fn(usize, usize) -> V::Scalar,
    ) -> Result<(), BodyError> {
        self.bodies.change(id, |body: &mut BodyEntry<V>| {
            let mesh: &Mesh<V> = body.surface().ok_or(BodyError::Kind)?;
            let around = mesh.around_heights([&columns, &rows], &height);
            let bounds = mesh.bounds().union(&around);
            body.refit(bounds, |mesh: &mut Mesh<V>| {
                let changed = mesh.refit_heights(columns, rows, &height);
                changed.map_err(BodyError::Mesh)
            })
        })
    }
}

/// # Refitting
impl<V: Vector<Double = DVec2>> World<V> {
    /// Moves the vertices of a chain: `vertex` returns the new position of each of them, by number, in the body's
    /// frame. See [`Chain::refit`].
    ///
    /// Only this body changes. If another body or an `Arc` of yours shares the chain, the first call copies it.
    ///
    /// # Errors
    /// If the body is gone or is not a chain, if [`Chain::refit`] fails, or if the body would be beyond the range of
    /// the numbers. The world is then unchanged.
    pub fn refit_chain(&mut self, id: BodyId, vertex: impl Fn(u32) -> V) -> Result<(), BodyError> {
        self.bodies.change(id, |body: &mut BodyEntry<V>| {
            let chain: &Chain<V> = body.surface().ok_or(BodyError::Kind)?;
            let all = (0..chain.vertices().len() as u32).map(&vertex);
            body.refit(Aabb::of_points(all), |chain: &mut Chain<V>| {
                chain.refit(&vertex).map_err(BodyError::Chain)
            })
        })
    }
}
