//! Copies of a mesh with a scale of each axis.

use super::store::Store;
use super::{HeightField, Mesh, MeshError, Vector3};
use crate::shape::triangle::Triangle;
use carom_math::Scalar;

/// # Scaled copies
impl<V: Vector3> Mesh<V> {
    /// A copy with each coordinate multiplied by the factor of its axis; a [`Pose`](crate::Pose) has one factor for all.
    ///
    /// The BVH keeps its structure, as in a [`refit`](Self::refit), so that a copy is made in a fraction of the time of a
    /// new mesh, and queries run at full speed. It stays compact, one-sided or solid; of a welded mesh internal edges are
    /// determined again with the same angle. Triangles keep their numbers, height fields stay height fields.
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let ramp = Mesh::new([Vec3::ZERO, vec3(0., 0., 1.), vec3(1., 1., 0.)], [[0, 1, 2]])?;
    /// let gentle = ramp.scaled(vec3(4., 1., 1.))?;
    /// let hit = gentle.query().ray(vec3(2., 3., 0.1), Vec3::Y * -9.).unwrap();
    /// assert!((hit.point.y - 0.5).abs() < 1e-6);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// If a factor is not positive and finite (a mirror image needs other triangles: mirror the vertices, exchange two
    /// corners of each triangle, and call [`new`](Self::new)), or if a coordinate overflows.
    #[doc(alias = "ScaledShape")]
    #[doc(alias = "PxMeshScale")]
    #[doc(alias = "lossyScale")]
    pub fn scaled(&self, factors: V) -> Result<Self, MeshError> {
        let is_wrong = |&i: &usize| !(factors[i] > V::Scalar::ZERO && factors[i].is_finite());
        if let Some(axis) = (0..3).find(is_wrong) {
            return Err(MeshError::WrongScale { axis });
        }
        let [x, y, z] = factors.to_f64();
        let scale = |p: V| {
            let [px, py, pz] = p.to_f64();
            V::from_f64([px * x, py * y, pz * z])
        };
        let mut scaled = if let Store::Heights(heights) = &self.store {
            let own = heights.field();
            let field = HeightField {
                origin: scale(own.origin),
                cell: [own.cell[0] * factors[0], own.cell[1] * factors[2]],
                columns: own.columns,
                heights: own
                    .heights
                    .iter()
                    .map(|height| *height * factors[1])
                    .collect(),
            };
            let mesh = field.mesh()?;
            let mesh = if self.tree.is_compact() {
                mesh.compact()
            } else {
                mesh
            };
            Self {
                one_sided: self.one_sided,
                internal_edges: self.internal_edges.clone(),
                ..mesh
            }
        } else {
            let mut copy = self.clone();
            copy.refit(|number| {
                let [a, b, c] = self.triangle(number).core().map(scale);
                Triangle { a, b, c }
            })?;
            copy
        };
        Ok(match scaled.internal_edges.take() {
            Some(internal_edges) => scaled.weld(internal_edges.flat),
            None => scaled,
        })
    }
}
