//! A surface that changes its form in its place.

use super::World;
use super::body::BodyError;
use super::resident::Resident;
use crate::part::BodyId;
use crate::shape::triangle::Triangle;
use crate::surface::chain::Chain;
use crate::surface::mesh::Mesh;
use crate::surface::mesh::Vector3;
use carom_bvh::Aabb;
use carom_math::Vector;
use glam::DVec2;

/// # Refit
impl<V: Vector3> World<V> {
    /// Lets the triangles of a mesh move: `triangle` tells where each of them is now in the body's frame, by
    /// its number. A bridge that waves, a cloth. See [`Mesh::refit`].
    ///
    /// Only this body changes. If its mesh is shared, with another body or an `Arc` that you keep, it is
    /// copied at the first call, and the others keep theirs; from then on the cost is that of
    /// [`Mesh::refit`] and a move.
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
    /// That the body is gone or no mesh; what [`Mesh::refit`] says; that the body would be beyond the range of
    /// the numbers. Then the world is as before.
    pub fn refit_mesh(
        &mut self,
        id: BodyId,
        triangle: impl Fn(u32) -> Triangle<V>,
    ) -> Result<(), BodyError> {
        self.bodies.change(id, |body: &mut Resident<V>| {
            let mesh: &Mesh<V> = body.surface().ok_or(BodyError::Kind)?;
            let all = (0..mesh.len() as u32).flat_map(|i| triangle(i).core());
            body.refit(Aabb::of_points(all), |mesh: &mut Mesh<V>| {
                mesh.refit(&triangle).map_err(BodyError::Mesh)
            })
        })
    }
}

/// # Refit
impl<V: Vector<Double = DVec2>> World<V> {
    /// Lets the vertices of a chain move: `vertex` tells where each of them is now in the body's frame, by its
    /// number. See [`Chain::refit`].
    ///
    /// Only this body changes. If its chain is shared, with another body or an `Arc` that you keep, it is
    /// copied at the first call, and the others keep theirs.
    ///
    /// # Errors
    /// That the body is gone or no chain; what [`Chain::refit`] says; that the body would be beyond the range of
    /// the numbers. Then the world is as before.
    pub fn refit_chain(&mut self, id: BodyId, vertex: impl Fn(u32) -> V) -> Result<(), BodyError> {
        self.bodies.change(id, |body: &mut Resident<V>| {
            let chain: &Chain<V> = body.surface().ok_or(BodyError::Kind)?;
            let all = (0..chain.vertices().len() as u32).map(&vertex);
            body.refit(Aabb::of_points(all), |chain: &mut Chain<V>| {
                chain.refit(&vertex).map_err(BodyError::Chain)
            })
        })
    }
}
