//! The levels that files and questions name, each read once and kept for the whole run.

use super::shelf::Shelf;
use carom::{Mesh, Vector3};
use carom_level::{Level, Options};
use glam::{DVec3, Vec3};
use std::path::PathBuf;
use std::sync::Arc;

/// All levels so far, and the meshes that were asked for of them.
pub(crate) struct Levels {
    /// What paths are relative to.
    folder: PathBuf,
    files: Shelf<PathBuf, Level>,
    single: Meshes<Vec3>,
    double: Meshes<DVec3>,
}

/// By path, and whether only fronts count.
pub(crate) type Meshes<V> = Shelf<(PathBuf, bool), Mesh<V>>;

/// A precision that questions about meshes can be asked in.
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

    /// The error names the file and says what is wrong.
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
