//! glTF primitives: triangle lists, strips and fans.

use glam::DVec3;
use gltf::json::Index;
use gltf::json::accessor::{Accessor as Declared, ComponentType, Type};
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;

use crate::accessor::{Accessor, Data};
use crate::colors::{Color, mean};
#[cfg(feature = "draco")]
use crate::component::normalized;
#[cfg(feature = "draco")]
use crate::draco::Draco;
use crate::extensions::DracoFile;
use crate::skin::{self, Skin};

/// Triangles and the vertices that they use, in the file's order: at most three
/// per triangle, so a bound of one bounds the other.
pub(crate) struct Part {
    pub(crate) vertices: Vec<DVec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The color of each triangle's corners, if they have one.
    pub(crate) colors: Option<Vec<Color>>,
    /// The number of its material.
    pub(crate) material: Option<usize>,
    /// Its vertices are in the space of the scene, where joints have taken them.
    pub(crate) is_skinned: bool,
}

/// The number of triangles of a primitive, before any is read.
pub(crate) fn count(primitive: &Primitive, data: &Data<'_>) -> Result<usize, String> {
    let mode = match primitive.mode {
        Checked::Valid(mode) => mode,
        Checked::Invalid => return Err("its mode is unknown".into()),
    };
    let lists = match mode {
        Mode::Triangles => true,
        Mode::TriangleStrip | Mode::TriangleFan => false,
        Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => return Ok(0),
    };
    let corners = match primitive.indices {
        Some(indices) => data.declared(indices)?,
        None => data.declared(positions(primitive)?)?,
    };
    let corners = usize::try_from(corners.count.0).unwrap_or(usize::MAX);
    if !lists {
        return Ok(corners.saturating_sub(2));
    }
    if !corners.is_multiple_of(3) {
        return Err(format!(
            "{corners} corners are no whole number of triangles"
        ));
    }
    Ok(corners / 3)
}

/// The triangles of a primitive, if [`count`] is above zero and within the limit.
pub(crate) fn read(
    primitive: &Primitive,
    draco: Option<&DracoFile>,
    skin: Option<&Skin>,
    data: &mut Data<'_>,
) -> Result<Part, String> {
    let material = primitive.material.map(|material| material.value());
    // Without the decoder, the file has the same data uncompressed, or was refused before.
    #[cfg(not(feature = "draco"))]
    let _ = draco;
    #[cfg(feature = "draco")]
    if let Some(draco) = draco {
        return read_draco(primitive, draco, material, data);
    }
    let positions = positions(primitive)?;
    data.load(positions)?;
    if let Some(indices) = primitive.indices {
        data.load(indices)?;
    }
    let color = color(primitive, data)?;
    if let Some((index, _)) = color {
        data.load(index)?;
    }
    if skin.is_some() {
        for index in skin::attributes(primitive).into_iter().flatten() {
            data.load(index)?;
        }
    }
    let positions = data.open(positions, Type::Vec3)?;
    let joints = skin.map_or(Ok(None), |skin| skin.of(primitive, positions.count, data))?;
    if positions.component() == ComponentType::U32 {
        return Err("its positions are neither floats nor quantized".into());
    }
    let corners = match primitive.indices {
        Some(indices) => checked_indices(&data.open(indices, Type::Scalar)?, positions.count)?,
        None => (0..positions.count).map(|place| place as u32).collect(),
    };
    let mut triangles = triangles(&corners, primitive.mode);
    let colors = match color {
        Some((index, kind)) => {
            let colors = data.open(index, kind)?;
            if colors.count < positions.count {
                return Err("it has fewer colors than vertices".into());
            }
            Some(painted(&triangles, |index| colors.vector(index)))
        }
        None => None,
    };
    let position = |index| match &joints {
        Some(joints) => joints.place(index, positions.vector(index)),
        None => Ok(positions.vector(index)),
    };
    Ok(Part {
        vertices: used_vertices(triangles.as_flattened_mut(), position)?,
        triangles,
        colors,
        material,
        is_skinned: joints.is_some(),
    })
}

#[cfg(feature = "draco")]
fn read_draco(
    primitive: &Primitive,
    file: &DracoFile,
    material: Option<usize>,
    data: &mut Data<'_>,
) -> Result<Part, String> {
    let limit = count(primitive, data)?;
    let draco = Draco::decode(data.view(file.buffer_view)?, limit)?;
    let declared = data.declared(positions(primitive)?)?;
    let Checked::Valid(component) = declared.component_type else {
        return Err("the component type of its positions is unknown".into());
    };
    let id = file.attributes.get("POSITION");
    let id = id.ok_or("its Draco data has no POSITION")?;
    let numbers = draco.attribute(*id, 3)?;
    let corners = draco.corners()?;
    let mut triangles: Vec<[u32; 3]> = corners
        .chunks_exact(3)
        .map(|c| [c[0], c[1], c[2]])
        .collect();
    let position = |index: usize| {
        [0, 1, 2].map(|axis| {
            let number = f64::from(numbers[3 * index + axis]);
            normalized(number, component.0, declared.normalized)
        })
    };
    let colors = match (file.attributes.get("COLOR_0"), color(primitive, data)?) {
        (Some(id), Some((index, _))) => {
            let (numbers, declared) = (draco.attribute(*id, 3)?, data.declared(index)?);
            let component = match declared.component_type {
                Checked::Valid(component) => component.0,
                Checked::Invalid => ComponentType::F32,
            };
            Some(painted(&triangles, |index| {
                let number = |i: usize| f64::from(numbers[3 * index + i]);
                [0, 1, 2].map(|i| normalized(number(i), component, declared.normalized))
            }))
        }
        _ => None,
    };
    Ok(Part {
        vertices: used_vertices(triangles.as_flattened_mut(), |index| Ok(position(index)))?,
        triangles,
        colors,
        material,
        is_skinned: false,
    })
}

fn positions(primitive: &Primitive) -> Result<Index<Declared>, String> {
    let semantic = Checked::Valid(Semantic::Positions);
    let index = primitive.attributes.get(&semantic).copied();
    index.ok_or_else(|| "it has no POSITION".into())
}

/// The colors of a primitive's vertices, and whether these have an alpha.
fn color(
    primitive: &Primitive,
    data: &Data<'_>,
) -> Result<Option<(Index<Declared>, Type)>, String> {
    let semantic = Checked::Valid(Semantic::Colors(0));
    let Some(&index) = primitive.attributes.get(&semantic) else {
        return Ok(None);
    };
    match data.declared(index)?.type_ {
        Checked::Valid(kind @ (Type::Vec3 | Type::Vec4)) => Ok(Some((index, kind))),
        _ => Err("its colors are not of 3 or 4 numbers".into()),
    }
}

/// The colors of triangles with these of their vertices.
fn painted(triangles: &[[u32; 3]], color: impl Fn(usize) -> Color) -> Vec<Color> {
    let corners = triangles.iter();
    let colors = corners.map(|corners| mean(corners.map(|index| color(index as usize))));
    colors.collect()
}

fn checked_indices(indices: &Accessor<'_>, vertices: usize) -> Result<Vec<u32>, String> {
    if !matches!(
        indices.component(),
        ComponentType::U8 | ComponentType::U16 | ComponentType::U32
    ) {
        return Err("its indices are not unsigned integers".into());
    }
    let mut checked = Vec::with_capacity(indices.count);
    for place in 0..indices.count {
        let index = indices.index(place);
        if index as usize >= vertices {
            return Err(format!(
                "index {place} is {index}, and it has {vertices} vertices"
            ));
        }
        checked.push(index);
    }
    Ok(checked)
}

/// The vertices of the corners; the corners become indices into them.
///
/// Many primitives may share one long accessor. Reading only what each uses
/// keeps the work in proportion to the triangles.
fn used_vertices(
    corners: &mut [u32],
    position: impl Fn(usize) -> Result<[f64; 3], String>,
) -> Result<Vec<DVec3>, String> {
    let mut used = corners.to_vec();
    used.sort_unstable();
    used.dedup();
    let (first, last) = (used.first().copied(), used.last().copied());
    let all = first == Some(0) && last.is_some_and(|last| last as usize + 1 == used.len());
    if !all {
        for corner in corners {
            // Every corner is used.
            *corner = used.partition_point(|index| index < corner) as u32;
        }
    }
    let vertex = |&index: &u32| {
        let vertex = DVec3::from_array(position(index as usize)?);
        let finite = vertex.is_finite().then_some(vertex);
        finite.ok_or_else(|| format!("vertex {index} is not finite"))
    };
    used.iter().map(vertex).collect()
}

fn triangles(corners: &[u32], mode: Checked<Mode>) -> Vec<[u32; 3]> {
    // Triangles that repeat a vertex join a strip to the next.
    let solid = |&[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
    let threes = corners.windows(3).map(|w| [w[0], w[1], w[2]]);
    match mode {
        Checked::Valid(Mode::TriangleStrip) => threes
            .enumerate()
            // Every other triangle of a strip is wound the other way.
            .map(|(place, [a, b, c])| if place % 2 == 0 { [a, b, c] } else { [a, c, b] })
            .filter(solid)
            .collect(),
        Checked::Valid(Mode::TriangleFan) => threes
            .map(|[_, b, c]| [b, c, corners[0]])
            .filter(solid)
            .collect(),
        _ => corners
            .chunks_exact(3)
            .map(|c| [c[0], c[1], c[2]])
            .collect(),
    }
}
