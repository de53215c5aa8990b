//! Refitting a mesh or chain in the world: a body that changes its form.

use super::World;
use super::body::BodyError;
use super::body_entry::BodyEntry;
use crate::part::BodyId;
use crate::shape::triangle::Triangle;
use crate::surface::chain::Chain;
use crate::surface::mesh::Mesh;
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
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
    #[doc(alias = "refitBVH")]
    #[doc(alias = "refitTree")]
    #[doc(alias = "NotifyShapeChanged")]
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
    #[doc(alias = "modifySamples")]
    #[doc(alias = "SetHeights")]
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

/// # Tiles
impl<V: Vector3> World<V> {
    /// Welds the mesh of a body as a part of one surface with the meshes of other bodies, so that a shape that rolls from
    /// tile to tile of a terrain does not catch at the borders: see [`Mesh::weld_among`]. All tiles of the surface then
    /// answer like one [welded](Mesh::weld) mesh.
    ///
    /// Call it for a tile that has come, among its (up to eight) neighbors, and again for each tile of which a neighbor has
    /// come, gone or been refitted. Corners should be equal in the world, best in tiles that are not rotated. Only this
    /// body changes: if another body or an `Arc` of yours shares the mesh, it is copied. The time is that of welding the
    /// one mesh; for a height field that is welded already, and has not been refitted since, that of its outermost cells. Neighbors that are gone or are not meshes do not count.
    ///
    /// ```
    /// use carom::{Ball, Body, BodyId, HeightField, Mesh, Pose, World, glam::{Vec3, vec3}};
    /// use std::collections::BTreeMap;
    /// /// The tiles by column and row, in a terrain that is streamed.
    /// struct Terrain { world: World<Vec3>, tiles: BTreeMap<(i32, i32), BodyId> }
    /// impl Terrain {
    ///     fn load(&mut self, at: (i32, i32)) -> Result<(), Box<dyn std::error::Error>> {
    ///         let field = HeightField { origin: Vec3::ZERO, cell: [1., 1.], columns: 9, heights: vec![0.; 81] };
    ///         let pose = Pose::at(vec3(8. * at.0 as f32, 0., 8. * at.1 as f32));
    ///         let tile = self.world.insert(Body { pose, ..Body::new(field.mesh()?) })?;
    ///         self.tiles.insert(at, tile);
    ///         self.weld_around(at)
    ///     }
    ///     fn unload(&mut self, at: (i32, i32)) -> Result<(), Box<dyn std::error::Error>> {
    ///         self.tiles.remove(&at).and_then(|tile| self.world.remove(tile));
    ///         self.weld_around(at)
    ///     }
    ///     /// Welds a tile, if it is there, and its neighbors.
    ///     fn weld_around(&mut self, (x, z): (i32, i32)) -> Result<(), Box<dyn std::error::Error>> {
    ///         let around = |x: i32, z: i32| (x - 1..=x + 1).flat_map(move |i| (z - 1..=z + 1).map(move |j| (i, j)));
    ///         for (i, j) in around(x, z) {
    ///             if let Some(&tile) = self.tiles.get(&(i, j)) {
    ///                 let near: Vec<BodyId> = around(i, j).filter_map(|at| self.tiles.get(&at).copied()).collect();
    ///                 self.world.weld_mesh(tile, Mesh::<Vec3>::FLAT as f32, &near)?;
    ///             }
    ///         }
    ///         Ok(())
    ///     }
    /// }
    /// let mut terrain = Terrain { world: World::new(), tiles: BTreeMap::new() };
    /// terrain.load((0, 0))?;
    /// // A ball past the border: its contact leans outwards, until the next tile is there.
    /// let ball = Ball::new(vec3(8.3, 0.5, 4.2), 0.6);
    /// assert!(terrain.world.query().closest(&ball, 0.1).unwrap().normal.x > 0.);
    /// terrain.load((1, 0))?;
    /// let mut found = Vec::new();
    /// terrain.world.query().contacts(&ball, 0.1, &mut found);
    /// assert!(found.iter().all(|contact| contact.normal == Vec3::Y));
    /// terrain.unload((1, 0))?;
    /// assert!(terrain.world.query().closest(&ball, 0.1).unwrap().normal.x > 0.);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is gone or is not a mesh. The world is then unchanged.
    #[doc(alias = "streaming")]
    pub fn weld_mesh(
        &mut self,
        id: BodyId,
        flat: V::Scalar,
        neighbors: &[BodyId],
    ) -> Result<(), BodyError> {
        let own = self.bodies.get(id).ok_or(BodyError::Gone)?;
        let mesh: &Mesh<V> = own.surface().ok_or(BodyError::Kind)?;
        let bounds = mesh.bounds();
        let mut border = Vec::new();
        for other in neighbors.iter().filter(|other| **other != id) {
            let Some(other) = self.bodies.get(*other) else {
                continue;
            };
            let Some(mesh) = other.surface::<Mesh<V>>() else {
                continue;
            };
            // Into the frame around the place of this body, and from there into its own: exact far from the origin.
            let place = own.body.pose.translation;
            let [into, from] = [other, own].map(|entry| entry.body.pose.map(place));
            let out = from.inverse();
            let near = widened(bounds);
            let region = widened(into.inverse().around(&from.around(&near)));
            mesh.triangles_near(&region, |_, triangle, _| {
                let corners = triangle.core().map(|p| out.point(into.point(p)));
                if Aabb::of_points(corners).overlaps(&near) {
                    let [a, b, c] = corners;
                    border.push(Triangle { a, b, c });
                }
            });
        }
        self.bodies.change(id, |body: &mut BodyEntry<V>| {
            body.refit(bounds, |mesh: &mut Mesh<V>| {
                mesh.set_weld(flat, border);
                Ok(())
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
    /// ```
    /// use carom::{Body, Chain, Pose, World, glam::vec2};
    /// let rope = [vec2(-2., 0.), vec2(0., 0.), vec2(2., 0.)];
    /// let mut world = World::new();
    /// let pose = Pose::at(vec2(10., 5.));
    /// let bridge = world.insert(Body { pose, ..Body::new(Chain::open(rope.to_vec())?) })?;
    /// world.refit_chain(bridge, |vertex| rope[vertex as usize] - vec2(0., (vertex % 2) as f32))?;
    /// let hit = world.query().ray(vec2(9., 9.), vec2(0., -9.)).unwrap();
    /// assert!((hit.point.y - 4.5).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is gone or is not a chain, if [`Chain::refit`] fails, or if the body would be beyond the range of
    /// the numbers. The world is then unchanged.
    #[doc(alias = "NotifyShapeChanged")]
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

/// A box with room for the rounding of its coordinates.
fn widened<V: Vector>(bounds: Aabb<V>) -> Aabb<V> {
    bounds.inflated(bounds.magnitude() * V::Scalar::EPSILON * V::Scalar::from_f64(16.0))
}
