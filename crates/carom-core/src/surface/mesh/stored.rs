//! A mesh as data: what it was built from; reading it checks and builds it again.

use super::heights::HeightField;
use super::store::Store;
use super::{Mesh, bits};
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Vertices and triangles, or a height field.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Mesh")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
))]
struct StoredMesh<V: Vector3> {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    vertices: Vec<V>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    triangles: Vec<[u32; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    height_field: Option<HeightField<V>>,
    #[serde(default)]
    one_sided: bool,
    #[serde(default)]
    solid: bool,
    #[serde(default)]
    compact: bool,
    /// The cosine up to which an edge is flat, if the mesh is welded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    smooth: Option<V::Scalar>,
}

impl<V: Vector3 + Serialize> Serialize for Mesh<V>
where
    V::Scalar: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut stored = StoredMesh {
            vertices: Vec::new(),
            triangles: Vec::new(),
            height_field: None,
            one_sided: self.one_sided,
            solid: self.solid,
            compact: self.is_compact(),
            smooth: self
                .internal_edges
                .as_ref()
                .map(|internal_edges| internal_edges.flat),
        };
        match &self.store {
            Store::Packed { .. } | Store::Compact(_) => {
                (stored.vertices, stored.triangles) = self.indexed()
            }
            Store::Heights(heights) => stored.height_field = Some(heights.field().clone()),
        }
        stored.serialize(serializer)
    }
}

impl<V: Vector3> Mesh<V> {
    /// The distinct vertices, and the triangles as indices into them.
    fn indexed(&self) -> (Vec<V>, Vec<[u32; 3]>) {
        let vertices = self.distinct_corners();
        let number = |p: V| vertices.partition_point(|v| bits(v) < bits(&p)) as u32;
        let triangles = self.iter().map(|t| t.core().map(number)).collect();
        (vertices, triangles)
    }
}

impl<'de, V: Vector3 + Deserialize<'de>> Deserialize<'de> for Mesh<V>
where
    V::Scalar: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredMesh::<V>::deserialize(deserializer)?;
        let mesh = match stored.height_field {
            Some(field) if stored.vertices.is_empty() && stored.triangles.is_empty() => {
                field.mesh()
            }
            Some(_) => return Err(D::Error::custom("both triangles and a height field")),
            None => Self::new(stored.vertices, stored.triangles),
        };
        let mut mesh = mesh.map_err(D::Error::custom)?;
        if stored.solid {
            mesh = mesh.solid().map_err(D::Error::custom)?;
        } else if stored.one_sided {
            mesh = mesh.one_sided();
        }
        if stored.compact {
            mesh = mesh.compact();
        }
        if let Some(flat) = stored.smooth {
            mesh = mesh.weld(flat);
        }
        Ok(mesh)
    }
}
