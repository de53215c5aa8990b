//! Height fields that are written out.

use super::ShapeFile;
use super::mesh::finished;
use super::solid::PartNumbers;
use crate::decimal::Decimal;
use crate::dimension::Dimension;
use crate::place::{Place, Side};
use carom::{HeightField, Mesh, MeshError, Pose, Scalar, Triangle, Vector3};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a height field")]
pub(crate) struct HeightFieldFile<'a> {
    /// Rows along x of heights along z; `null` is a hole.
    #[serde(borrow)]
    pub(crate) heights: Vec<Vec<Option<Decimal<'a>>>>,
    #[serde(borrow)]
    pub(crate) cell: Decimal<'a>,
}

impl HeightFieldFile<'_> {
    /// The number of columns, and the heights in the order of the library, made by `read` from the place of each: in the
    /// file a row runs along z, in the library along x.
    pub(crate) fn grid<T>(
        &self,
        place: &str,
        read: impl Fn(Option<&Decimal<'_>>, [usize; 2]) -> Result<T, String>,
    ) -> Result<(usize, Vec<T>), String> {
        let along_z = self.heights.first().map_or(0, Vec::len);
        for (i, row) in self.heights.iter().enumerate() {
            if row.len() != along_z {
                return Err(format!(
                    "{place}.heights[{i}] has {} heights, the first row has {along_z}",
                    row.len()
                ));
            }
        }
        let columns = self.heights.len();
        let cells = (0..along_z).flat_map(|j| (0..columns).map(move |i| [i, j]));
        let heights = cells.map(|[i, j]| read(self.heights[i][j].as_ref(), [i, j]));
        Ok((columns, heights.collect::<Result<_, _>>()?))
    }

    /// The height field as a mesh, with the fields beside it.
    pub(super) fn read<V: Vector3>(
        &self,
        side: Side,
        dimension: &Dimension,
        file: &ShapeFile<'_>,
    ) -> Result<(Mesh<V>, PartNumbers), String> {
        let place = format!("{side}.heightfield");
        let (columns, heights) = self.grid(&place, |height, [i, j]| match height {
            None => Ok(V::Scalar::from_f64(f64::NAN)),
            // Read without its place, which has two indices.
            Some(height) => height.read(Place::field("height")).map_err(|_| {
                format!("{place}.heights[{i}][{j}] is beyond the range of its precision")
            }),
        })?;
        let cell = self.cell.read(Place::of(side, "heightfield.cell"))?;
        let field = HeightField {
            origin: V::ZERO,
            cell: [cell; 2],
            columns,
            heights,
        };
        let at_place = |error: MeshError| format!("{place}: {error}");
        let mesh = field.mesh().map_err(at_place)?;
        let (mesh, numbers) = match file.pose.read(side, dimension)? {
            Some(pose) => moved(&mesh, &pose).map_err(at_place)?,
            None => (mesh, None),
        };
        let mesh = finished(mesh, file.one_sided == Some(true), file.solid, side)?;
        Ok((mesh, numbers))
    }
}

/// The triangles of a height field in a pose; with their numbers in the field, if it has holes.
fn moved<V: Vector3>(mesh: &Mesh<V>, pose: &Pose<V>) -> Result<(Mesh<V>, PartNumbers), MeshError> {
    let there = (0..).zip(mesh.iter());
    let there = there.filter(|(_, triangle)| triangle.is_valid());
    let (numbers, there): (Vec<u32>, Vec<Triangle<V>>) = there.unzip();
    let corners = there.iter().flat_map(|t| [t.a, t.b, t.c]);
    let vertices: Vec<V> = corners
        .map(|corner| V::from_double(pose.place(corner)))
        .collect();
    let triangles = (0..numbers.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    let moved = Mesh::new(vertices, triangles.collect::<Vec<_>>())?;
    let numbers = (numbers.len() < mesh.len()).then(|| numbers.into());
    Ok((moved, numbers))
}
