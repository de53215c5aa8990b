//! A mesh that is written out.

use super::dimension::Dimension;
use super::numbers::Numbers;
use super::place::{Place, Side};
use carom::{Mesh, Vector3};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mesh")]
pub(crate) struct MeshFile<'a> {
    #[serde(borrow)]
    vertices: Vec<Numbers<'a>>,
    triangles: Vec<[u32; 3]>,
    one_sided: Option<bool>,
}

impl MeshFile<'_> {
    /// The mesh; that it has but fronts may be said in it or `beside` it.
    pub(crate) fn read<V: Vector3>(
        &self,
        side: Side,
        dimension: &Dimension,
        beside: Option<bool>,
    ) -> Result<Mesh<V>, String> {
        let one_sided = match (self.one_sided, beside) {
            (Some(_), Some(_)) => return Err(format!("{side}.one_sided is in {side}.mesh too")),
            (said, None) | (None, said) => said.unwrap_or(false),
        };
        let numbered = self.vertices.iter().enumerate();
        let vertices: Result<Vec<V>, String> = numbered
            .map(|(i, p)| dimension.point(Place::at(side, "mesh.vertices", i), p))
            .collect();
        let mesh = Mesh::new(vertices?, self.triangles.clone())
            .map_err(|error| format!("{side}.mesh: {error}"))?;
        Ok(if one_sided { mesh.one_sided() } else { mesh })
    }
}
