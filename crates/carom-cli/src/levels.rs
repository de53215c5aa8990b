//! Level files: how they are read, and a cache of those that files and queries name.

mod shelf;

use carom::{Mesh, Vector3};
use carom_format::{LevelUnits, UpAxis};
use carom_level::{Level, Options, Up};
use glam::{DVec3, Vec3};
use shelf::Shelf;
use std::path::PathBuf;
use std::sync::Arc;

/// The reader's options for an upward axis and a unit.
pub(crate) fn options(units: LevelUnits) -> Options {
    Options {
        up: match units.up {
            UpAxis::Y => Up::Y,
            UpAxis::Z => Up::Z,
        },
        scale: units.unit,
    }
}

/// The levels read so far, and their meshes.
pub(crate) struct Levels {
    /// The folder of relative paths.
    folder: PathBuf,
    files: Shelf<PathBuf, Level>,
    single: Meshes<Vec3>,
    double: Meshes<DVec3>,
}

/// Meshes by path, and whether they are one-sided.
pub(crate) type Meshes<V> = Shelf<(PathBuf, bool), Mesh<V>>;

/// A precision of queries about meshes.
pub(crate) trait Space: Vector3 {
    fn meshes(levels: &Levels) -> &Meshes<Self>;
}

impl Space for Vec3 {
    fn meshes(levels: &Levels) -> &Meshes<Self> {
        &levels.single
    }
}

impl Space for DVec3 {
    fn meshes(levels: &Levels) -> &Meshes<Self> {
        &levels.double
    }
}

impl Levels {
    pub(crate) fn relative_to(folder: PathBuf) -> Self {
        Self {
            folder,
            files: Shelf::default(),
            single: Shelf::default(),
            double: Shelf::default(),
        }
    }

    /// The mesh of a file; an error names the file.
    pub(crate) fn mesh<V: Space>(
        &self,
        path: &str,
        one_sided: bool,
    ) -> Result<Arc<Mesh<V>>, String> {
        let path = self.folder.join(path);
        V::meshes(self).get((path.clone(), one_sided), || {
            let level = self.files.get(path.clone(), || {
                carom_level::open(&path, &Options::default()).map_err(|error| error.to_string())
            })?;
            let mesh = level.mesh();
            let mesh = mesh.map_err(|error| format!("{}: {error}", path.display()))?;
            Ok(if one_sided { mesh.one_sided() } else { mesh })
        })
    }
}
