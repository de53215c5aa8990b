//! Primitives compressed by Draco: `KHR_draco_mesh_compression`.

use draco_core::{DecodeLimits, DecoderBuffer, Mesh, MeshDecoder};

use crate::MAX_BYTES;

/// A decompressed primitive.
pub(crate) struct Draco(Mesh);

impl Draco {
    /// Decompresses at most this number of triangles.
    pub(crate) fn decode(bytes: &[u8], triangles: usize) -> Result<Self, String> {
        let limits = DecodeLimits::default()
            .with_max_faces(triangles as u64)
            .with_max_points(3 * triangles as u64)
            .with_max_decoded_bytes(MAX_BYTES);
        let mut mesh = Mesh::new();
        MeshDecoder::new()
            .decode(
                &mut DecoderBuffer::new(bytes).with_limits(limits),
                &mut mesh,
            )
            .map_err(|error| format!("its Draco data: {error}"))?;
        // A stream may be that of a point cloud.
        if mesh.num_faces() > triangles || mesh.num_points() > 3 * triangles {
            return Err("its Draco data has more triangles than its accessors".into());
        }
        Ok(Self(mesh))
    }

    /// The number of vertices.
    pub(crate) fn count(&self) -> usize {
        self.0.num_points()
    }

    /// Three indices for each triangle.
    pub(crate) fn corners(&self) -> Result<Vec<u32>, String> {
        let faces = self.0.faces().iter();
        let corners: Vec<u32> = faces.flat_map(|face| face.map(|point| point.0)).collect();
        let wrong = corners
            .iter()
            .find(|&&corner| corner as usize >= self.count());
        match wrong {
            None => Ok(corners),
            Some(wrong) => Err(format!("its Draco data has no vertex {wrong}")),
        }
    }

    /// The numbers of an attribute, this many for each vertex, as they are stored.
    pub(crate) fn attribute(&self, id: u32, width: usize) -> Result<Vec<f32>, String> {
        let attribute = self.0.attribute_by_unique_id(id);
        let attribute = attribute.ok_or_else(|| format!("its Draco data has no attribute {id}"))?;
        Ok(attribute.read_f32s(self.count(), width))
    }
}
