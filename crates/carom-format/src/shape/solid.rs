//! A shape or a mesh: what a query in 3D is about.

use super::{ShapeFile, ShapeKind};
use crate::dimension::Dimension;
use crate::level::LevelReading;
use crate::place::Side;
use carom::{Mesh, Shape, Vector3};
use std::sync::Arc;

/// A shape, or a mesh that a file writes out or names.
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
pub enum Solid<V: Vector3> {
    /// A convex shape.
    Shape(Shape<V>),
    /// A triangle mesh.
    Mesh(Arc<Mesh<V>>),
}

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

impl<V: Vector3> Solid<V> {
    pub(crate) fn read(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
        levels: &Levels<'_, V>,
    ) -> Result<Self, String> {
        file.check(side)?;
        match &file.kind {
            ShapeKind::Mesh(mesh) => {
                let mesh = mesh.read(side, dimension, file.one_sided, file.solid, &file.pose)?;
                Ok(Self::Mesh(Arc::new(mesh)))
            }
            ShapeKind::Level(path) => {
                let level = LevelFile {
                    path,
                    one_sided: file.one_sided.unwrap_or(false),
                    solid: file.solid.unwrap_or(false),
                    reading: &file.reading,
                };
                let mesh = levels(&level).map(Self::Mesh);
                mesh.map_err(|error| format!("{side}.level: {error}"))
            }
            _ => file.read(side, dimension).map(Self::Shape),
        }
    }
}
