//! The triangles of a mesh asset.

use super::Sides;
use bevy_math::{Mat3, Vec3};
use bevy_mesh::{Indices, Mesh, MeshAccessError, PrimitiveTopology, VertexAttributeValues};
use carom::glam;

/// What a mesh is built from, copied out of the asset so that another thread can work on it.
pub(super) struct Triangles {
    positions: Vec<[f32; 3]>,
    corners: Vec<[u32; 3]>,
}

impl Triangles {
    /// Copies the triangles.
    pub(super) fn of(mesh: &Mesh) -> Result<Self, String> {
        let positions = match mesh.try_attribute(Mesh::ATTRIBUTE_POSITION) {
            Ok(VertexAttributeValues::Float32x3(positions)) => positions.clone(),
            Ok(_) => return Err("its positions are not three numbers of 32 bits".into()),
            Err(MeshAccessError::NotFound) => return Err("its mesh has no positions".into()),
            Err(MeshAccessError::ExtractedToRenderWorld) => {
                return Err(
                    "its mesh is only in the render world: load it with RenderAssetUsages::MAIN_WORLD, too"
                        .into(),
                );
            }
        };
        let indices = match mesh.try_indices_option() {
            Ok(Some(Indices::U16(indices))) => indices.iter().map(|i| u32::from(*i)).collect(),
            Ok(Some(Indices::U32(indices))) => indices.clone(),
            Ok(None) => (0..positions.len() as u32).collect(),
            Err(error) => return Err(error.to_string()),
        };
        let corners = corners(mesh.primitive_topology(), &indices)?;
        if corners.is_empty() {
            return Err("its mesh has no triangles".into());
        }
        Ok(Self { positions, corners })
    }

    /// Builds the mesh under a linear map.
    pub(super) fn build(
        self,
        stretch: Mat3,
        sides: Sides,
    ) -> Result<carom::Mesh<glam::Vec3>, String> {
        let volume = stretch.determinant();
        if !(volume.is_finite() && volume != 0.0) {
            return Err("its scale is 0 or not finite".into());
        }
        let positions = self.positions.into_iter();
        let vertices: Vec<_> = if stretch == Mat3::IDENTITY {
            positions.map(glam::Vec3::from_array).collect()
        } else {
            let place = |p| (stretch * Vec3::from_array(p)).to_array();
            positions
                .map(|p| glam::Vec3::from_array(place(p)))
                .collect()
        };
        let mut corners = self.corners;
        if volume < 0.0 {
            // A mirror turns fronts to backs.
            corners
                .iter_mut()
                .for_each(|[_, b, c]| core::mem::swap(b, c));
        }
        let mesh = carom::Mesh::new(vertices, corners).map_err(|error| error.to_string())?;
        let mesh = if sides.solid && mesh.is_closed() {
            mesh.solid().map_err(|error| error.to_string())?
        } else if sides.one_sided {
            mesh.one_sided()
        } else {
            mesh
        };
        Ok(mesh.weld(carom::Mesh::<glam::Vec3>::FLAT as f32))
    }
}

/// The corners of each triangle of a list or strip.
fn corners(topology: PrimitiveTopology, indices: &[u32]) -> Result<Vec<[u32; 3]>, String> {
    match topology {
        PrimitiveTopology::TriangleList => Ok(indices.as_chunks().0.to_vec()),
        PrimitiveTopology::TriangleStrip => {
            // Every second one is the other way round.
            let all = indices.windows(3).enumerate();
            let turned = all.map(|(number, corners)| match (number % 2, corners) {
                (0, &[a, b, c]) => [a, b, c],
                (_, &[a, b, c]) => [a, c, b],
                _ => [0; 3],
            });
            Ok(turned.collect())
        }
        other => Err(format!("its mesh is a {other:?}, not of triangles")),
    }
}
