//! Welding a mesh as a part of a larger surface: the tiles of a terrain.

use super::edges::{self, Active};
use super::store::Store;
use super::{InternalEdges, Mesh, numbered};
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;

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
        let outer = match (&self.store, &mut self.internal_edges) {
            // A height field that is welded already: neighbors matter for the outermost cells alone.
            (Store::Heights(heights), Some(known)) if known.flat == flat && !known.is_stale => {
                Some((heights, known))
            }
            _ => None,
        };
        let Some((heights, known)) = outer else {
            let active = edges_among(self.iter(), neighbors, self.one_sided, flat);
            self.internal_edges = Some(InternalEdges {
                active,
                flat,
                is_stale: false,
            });
            return;
        };
        // The corners of the outermost cells are corners of the second ring of cells too, and of no others.
        let two_rings: Vec<u32> = heights.within_cells_of_border(2).collect();
        let triangles = two_rings.iter().map(|number| heights.triangle(*number));
        let active = edges_among(triangles, neighbors, self.one_sided, flat);
        let mut found = two_rings.iter().zip(active);
        for number in heights.within_cells_of_border(1) {
            let own = found.find(|(other, _)| **other == number);
            known.active[number as usize] = own.map_or(known.active[number as usize], |own| own.1);
        }
    }
}

/// The active edges of triangles of a mesh, among neighbors.
fn edges_among<V: Vector3>(
    triangles: impl Iterator<Item = Triangle<V>>,
    neighbors: impl IntoIterator<Item = Triangle<V>>,
    one_sided: bool,
    flat: V::Scalar,
) -> Vec<Active> {
    // The holes of a height field have no neighbors and touch nothing: a point in their place does the same.
    let solid = |t: Triangle<V>| if t.is_valid() { t.core() } else { [V::ZERO; 3] };
    let mut count = 0;
    let own = triangles.inspect(|_| count += 1);
    let (corners, numbers) = numbered(own.chain(neighbors).map(solid));
    let mut active = edges::active(&corners, &numbers, one_sided, flat);
    active.truncate(count);
    active
}
