//! Welding a mesh as a part of a larger surface: the tiles of a terrain.

use super::{InternalEdges, Mesh, edges, numbered};
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;

impl<V: Vector3> Mesh<V> {
    /// [Welds](Self::weld) the mesh as a part of a larger surface: where a neighbor goes on flat or rises beyond the border,
    /// the border is an internal edge too. Neighbors are in the frame of this mesh; those that do not touch it do not
    /// matter. If all tiles of a surface are welded among their neighbors, their answers together are those of the one
    /// mesh of all triangles.
    ///
    /// The neighbors are not kept: a mesh that is made [`one_sided`](Self::one_sided), [`scaled`](Self::scaled) or
    /// restored by `serde` afterwards is welded alone. Bodies of a world: [`World::weld_mesh`](crate::World::weld_mesh).
    ///
    /// ```
    /// use carom::{Ball, HeightField, Mesh, glam::{Vec3, vec3}};
    /// let tile = |x: f32| {
    ///     HeightField { origin: vec3(x, 0., 0.), cell: [1., 1.], columns: 5, heights: vec![0.; 25] }.mesh()
    /// };
    /// let (left, right) = (tile(0.)?, tile(4.)?);
    /// let flat = Mesh::<Vec3>::FLAT as f32;
    /// let (alone, among) = (left.clone().weld(flat), left.weld_among(flat, right.iter()));
    /// // Beyond the border of the left tile, over the right one.
    /// let ball = Ball::new(vec3(4.3, 0.5, 1.8), 0.5);
    /// let normals = |mesh: &Mesh<Vec3>| {
    ///     let mut found = Vec::new();
    ///     mesh.query().each_contact(&ball, 0.2, |contact| found.push(contact.normal));
    ///     found
    /// };
    /// assert!(normals(&alone)[0].x > 0.5 && normals(&among).is_empty());
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[must_use]
    pub fn weld_among(
        mut self,
        flat: V::Scalar,
        neighbors: impl IntoIterator<Item = Triangle<V>>,
    ) -> Self {
        self.set_weld(flat, neighbors);
        self
    }

    /// [Welds](Self::weld_among) the mesh in place.
    pub(crate) fn set_weld(
        &mut self,
        flat: V::Scalar,
        neighbors: impl IntoIterator<Item = Triangle<V>>,
    ) {
        // The holes of a height field have no neighbors and touch nothing: a point in their place does the same.
        let solid = |t: Triangle<V>| if t.is_valid() { t.core() } else { [V::ZERO; 3] };
        let all = self.iter().chain(neighbors);
        let (corners, numbers) = numbered(all.map(solid));
        let mut active = edges::active(&corners, &numbers, self.one_sided, flat);
        active.truncate(self.len());
        self.internal_edges = Some(InternalEdges { active, flat });
    }
}
