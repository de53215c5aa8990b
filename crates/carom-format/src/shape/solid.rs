//! A shape or a mesh: what a query in 3D is about.

use super::{ShapeFile, ShapeKind};
use crate::dimension::Dimension;
use crate::place::Side;
use carom::{Mesh, Shape, Vector3};
use std::sync::Arc;

/// A shape, or a mesh that a file writes out or names.
///
/// ```
/// use carom_format::Solid;
/// use carom_format::query::QueryLine;
/// use glam::Vec3;
/// let line = br#"{"ask": "overlap", "a": {"point": [0, 0, 0]}, "b": {"level": "hills.obj"}}"#;
/// let Ok(query) = QueryLine::read(line) else { panic!() };
/// let no_levels = |path: &str, _: bool| Err(format!("{path}: no such file"));
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

/// Gives the mesh of a level file: by its path, relative to the file that names it, and whether it is one-sided.
pub(crate) type Levels<'a, V> = dyn Fn(&str, bool) -> Result<Arc<Mesh<V>>, String> + 'a;

impl<V: Vector3> Solid<V> {
    pub(crate) fn read(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
        levels: &Levels<'_, V>,
    ) -> Result<Self, String> {
        match &file.kind {
            ShapeKind::Mesh(mesh) => {
                let mesh = mesh.read(side, dimension, file.one_sided)?;
                Ok(Self::Mesh(Arc::new(mesh)))
            }
            ShapeKind::Level(path) => levels(path, file.one_sided.unwrap_or(false))
                .map(Self::Mesh)
                .map_err(|error| format!("{side}.level: {error}")),
            _ => file.read(side, dimension).map(Self::Shape),
        }
    }
}
