//! A mesh as data: what it was built from, checked and built again on the way back.

use super::Mesh;
use crate::vector::Vector3;
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Mesh")]
struct Stored<Vertices, Triangles> {
    vertices: Vertices,
    triangles: Triangles,
    #[serde(default)]
    one_sided: bool,
}

impl<V: Vector3 + Serialize> Serialize for Mesh<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = Stored {
            vertices: self.vertices(),
            triangles: self.triangles(),
            one_sided: self.is_one_sided(),
        };
        stored.serialize(serializer)
    }
}

impl<'de, V: Vector3 + Deserialize<'de>> Deserialize<'de> for Mesh<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Stored::<Vec<V>, Vec<[u32; 3]>>::deserialize(deserializer)?;
        let mesh = Mesh::new(stored.vertices, stored.triangles).map_err(D::Error::custom)?;
        Ok(if stored.one_sided {
            mesh.one_sided()
        } else {
            mesh
        })
    }
}
