//! A shape, a compound, or the surface of a dimension: what a query is about.

use super::{NamedParts, ShapeFile, ShapeKind};
use crate::dimension::Dimension;
use crate::level::LevelReading;
use crate::place::Side;
use carom::{Chain, Mesh, Shape, Vector, Vector3};
use glam::DVec2;
use std::sync::Arc;

/// A shape, a compound, or a surface `S` that a file writes out or names: a mesh in 3D, a chain in 2D.
///
/// ```
/// use carom_format::{LevelFile, Solid};
/// use carom_format::query::QueryLine;
/// use glam::Vec3;
/// let line = br#"{"ask": "overlap", "a": {"point": [0, 0, 0]}, "b": {"level": "hills.obj"}}"#;
/// let Ok(query) = QueryLine::read(line) else { panic!() };
/// let no_levels = |level: &LevelFile| Err(format!("{}: no such file", level.path));
/// let error = query.in_space::<Vec3>(&no_levels).err();
/// assert_eq!(error.as_deref(), Some("b.level: hills.obj: no such file"));
/// ```
#[derive(Clone, Debug)]
pub enum Solid<V: Vector, S> {
    /// A convex shape.
    Shape(Shape<V>),
    /// Several convex shapes.
    Compound(Box<NamedParts<V>>),
    /// A mesh or a chain.
    Surface(Arc<S>, PartNumbers),
}

/// The numbers of the parts of a surface in its file, if they are others than those of the surface: a height field with holes
/// in a pose is a mesh of the other triangles.
///
/// ```
/// use carom_format::{PartNumbers, Solid};
/// use carom::{Mesh, glam::Vec3};
/// use std::sync::Arc;
/// let mesh = Mesh::new([Vec3::ZERO, Vec3::Z, Vec3::X], [[0, 1, 2]])?;
/// let numbers: PartNumbers = Some([3].into());
/// let Solid::Surface(_, Some(numbers)) = Solid::<Vec3, _>::Surface(Arc::new(mesh), numbers) else { panic!() };
/// assert_eq!(numbers[0], 3);
/// # Ok::<(), carom::MeshError>(())
/// ```
pub type PartNumbers = Option<Arc<[u32]>>;

/// A level that a query or a wall names.
///
/// ```
/// use carom_format::{LevelFile, LevelReading};
/// let level = LevelFile { path: "hills.obj", one_sided: true, solid: false, reading: &LevelReading::default() };
/// assert_eq!(level.path, "hills.obj");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LevelFile<'a> {
    /// Its path, relative to the file that names it.
    pub path: &'a str,
    /// Whether only its front faces count.
    pub one_sided: bool,
    /// Whether it is solid: see [`Mesh::solid`].
    pub solid: bool,
    /// How it is read.
    pub reading: &'a LevelReading,
}

/// Gives the mesh of a level file.
pub(crate) type Levels<'a, V> = dyn Fn(&LevelFile<'_>) -> Result<Arc<Mesh<V>>, String> + 'a;

impl<V: Vector, S> Solid<V, S> {
    /// A shape or a compound.
    fn convex(file: &ShapeFile<'_>, side: Side, dimension: &Dimension) -> Result<Self, String> {
        match &file.kind {
            ShapeKind::Compound(compound) => {
                let compound = compound.read(side, dimension, file)?;
                Ok(Self::Compound(Box::new(compound)))
            }
            _ => file.read(side, dimension).map(Self::Shape),
        }
    }
}

impl<V: Vector<Double = DVec2>> Solid<V, Chain<V>> {
    pub(crate) fn in_plane(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
    ) -> Result<Self, String> {
        file.check(side)?;
        match &file.kind {
            ShapeKind::Chain(chain) => {
                let chain = chain.read(side, dimension, file)?;
                Ok(Self::Surface(Arc::new(chain), None))
            }
            _ => Self::convex(file, side, dimension),
        }
    }
}

impl<V: Vector3> Solid<V, Mesh<V>> {
    pub(crate) fn in_space(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
        levels: &Levels<'_, V>,
    ) -> Result<Self, String> {
        file.check(side)?;
        match &file.kind {
            ShapeKind::Mesh(mesh) => {
                let mesh = mesh.read(side, dimension, file.one_sided, file.solid, &file.pose)?;
                Ok(Self::Surface(Arc::new(mesh), None))
            }
            ShapeKind::HeightField(field) => {
                let (mesh, numbers) = field.read(side, dimension, file)?;
                Ok(Self::Surface(Arc::new(mesh), numbers))
            }
            ShapeKind::Level(path) => {
                let level = LevelFile {
                    path,
                    one_sided: file.one_sided.unwrap_or(false),
                    solid: file.solid.unwrap_or(false),
                    reading: &file.reading,
                };
                let mesh = levels(&level).map(|mesh| Self::Surface(mesh, None));
                mesh.map_err(|error| format!("{side}.level: {error}"))
            }
            _ => Self::convex(file, side, dimension),
        }
    }
}
