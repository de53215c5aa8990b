//! Triangle meshes that are written out.

use super::pose::PoseFile;
use crate::decimal::Numbers;
use crate::dimension::Dimension;
use crate::place::{Place, Side};
use carom::{Mesh, Vector3};
use serde::Deserialize;
use std::fmt;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mesh")]
pub(crate) struct MeshFile<'a> {
    #[serde(borrow)]
    pub(crate) vertices: Vec<Numbers<'a>>,
    pub(crate) triangles: Vec<[u32; 3]>,
    one_sided: Option<bool>,
}

impl MeshFile<'_> {
    /// Whether the mesh is one-sided, which may stand in it or `beside` it; by default it is not.
    pub(crate) fn one_sided(
        &self,
        side: impl fmt::Display,
        beside: Option<bool>,
    ) -> Result<bool, String> {
        match (self.one_sided, beside) {
            (Some(_), Some(_)) => Err(format!("{side}.one_sided is in {side}.mesh too")),
            (given, None) | (None, given) => Ok(given.unwrap_or(false)),
        }
    }

    /// The mesh.
    pub(crate) fn read<V: Vector3>(
        &self,
        side: Side,
        dimension: &Dimension,
        beside: Option<bool>,
        solid: Option<bool>,
        pose: &PoseFile<'_>,
    ) -> Result<Mesh<V>, String> {
        let pose = pose.read(side, dimension)?;
        let one_sided = self.one_sided(side, beside)?;
        let numbered = self.vertices.iter().enumerate();
        let vertices: Result<Vec<V>, String> = numbered
            .map(|(i, p)| {
                let vertex = dimension.point(Place::at(side, "mesh.vertices", i), p)?;
                Ok(match &pose {
                    Some(pose) => V::from_double(pose.place(vertex)),
                    None => vertex,
                })
            })
            .collect();
        let mesh = Mesh::new(vertices?, self.triangles.clone())
            .map_err(|error| format!("{side}.mesh: {error}"))?;
        finished(mesh, one_sided, solid, side)
    }
}

/// The mesh, solid or one-sided if that is wanted.
pub(super) fn finished<V: Vector3>(
    mesh: Mesh<V>,
    one_sided: bool,
    solid: Option<bool>,
    side: Side,
) -> Result<Mesh<V>, String> {
    if solid == Some(true) {
        return mesh
            .solid()
            .map_err(|error| format!("{side}.solid: {error}"));
    }
    Ok(if one_sided { mesh.one_sided() } else { mesh })
}
