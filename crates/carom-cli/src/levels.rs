//! Level files: how they are read, and a cache of those that files and queries name.

mod hints;
mod shelf;

pub(crate) use hints::{bounds, widest};

use crate::args::LevelArguments;
use crate::output::say;
use carom::{Mesh, Vector3};
use carom_format::report::{Bounds, SurveyedLevel};
use carom_format::{ColliderUse, Coordinates, LevelFile, LevelReading, UpAxis};
use carom_level::{Colliders, Level, LevelError, Options, Selection, Up};
use glam::{DVec3, Vec3};
use shelf::Shelf;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a level: exactly the objects that are selected.
pub(crate) fn open(file: &Path, reading: &LevelReading) -> Result<Level, LevelError> {
    let options = Options {
        up: match reading.up {
            UpAxis::Y => Up::Y,
            UpAxis::Z => Up::Z,
        },
        scale: reading.unit,
        colliders: match reading.colliders {
            ColliderUse::Use => Colliders::Use,
            ColliderUse::Exclusive => Colliders::Exclusive,
            ColliderUse::Ignore => Colliders::Ignore,
        },
    };
    let selection = Selection {
        only: reading.only.clone(),
        exclude: reading.exclude.clone(),
        bounds: reading.within.map(|corners| corners.map(DVec3::from)),
    };
    let mut level = carom_level::open(file, &options)?;
    let selected = level.select(&selection);
    selected.map_err(|error| error.in_file(file))?;
    Ok(level)
}

/// Reads a level without its sky, and prints what is left out and what may be wrong; also how to read the same triangles
/// again. With `--only` everything that it names counts.
pub(crate) fn open_without_sky(
    file: &Path,
    arguments: &LevelArguments,
) -> Result<(Level, LevelReading), LevelError> {
    let mut reading = arguments.reading();
    let mut level = open(file, &reading)?;
    if !level.colliders.is_empty() {
        say(format_args!(
            "{}: {} (--colliders only leaves out what has none, --colliders ignore has no colliders)",
            file.display(),
            level.colliders
        ));
    }
    let sky = if reading.only.is_empty() {
        level.sky()
    } else {
        Vec::new()
    };
    if !sky.is_empty() {
        say(format_args!(
            "{}: left out as the sky: {} (--only '*' keeps everything)",
            file.display(),
            sky.join(", ")
        ));
        reading.exclude.extend(sky);
        let exclude = reading.exclude.clone();
        let selection = Selection {
            exclude,
            ..Selection::default()
        };
        let selected = level.select(&selection);
        selected.map_err(|error| error.in_file(file))?;
    }
    for hint in hints::hints(&level, arguments) {
        say(format_args!("{}: {hint}", file.display()));
    }
    Ok((level, reading))
}

/// The levels read so far, and their meshes.
pub(crate) struct Levels {
    /// The folder of relative paths.
    folder: PathBuf,
    files: Shelf<(PathBuf, String), Level>,
    single: Meshes<Vec3>,
    double: Meshes<DVec3>,
}

/// Meshes by path, how the file is read (as JSON), and whether they are one-sided and solid.
pub(crate) type Meshes<V> = Shelf<(PathBuf, String, [bool; 2]), Mesh<V>>;

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
    pub(crate) fn mesh<V: Space>(&self, file: &LevelFile<'_>) -> Result<Arc<Mesh<V>>, String> {
        let LevelFile {
            path,
            one_sided,
            solid,
            reading,
        } = *file;
        let path = self.folder.join(path);
        let read = serde_json::to_string(reading).map_err(|error| error.to_string())?;
        let key = (path.clone(), read.clone(), [one_sided, solid]);
        V::meshes(self).get(key, || {
            let level = self.files.get((path.clone(), read), || {
                open(&path, reading).map_err(|error| error.to_string())
            })?;
            let mesh = level.mesh();
            let mesh = mesh.map_err(|error| format!("{}: {error}", path.display()))?;
            if solid {
                let solid = mesh.solid();
                return solid.map_err(|error| format!("{}: {error}", path.display()));
            }
            Ok(if one_sided { mesh.one_sided() } else { mesh })
        })
    }
}

/// The name of a file, without its folder.
pub(crate) fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// A level in a report: its file without the folder, how it was read, its size.
pub(crate) fn surveyed(file: &Path, reading: LevelReading, mesh: &Mesh<Vec3>) -> SurveyedLevel {
    let bounds = mesh.bounds();
    SurveyedLevel {
        file: file_name(file),
        reading,
        triangles: mesh.len(),
        bounds: Bounds {
            min: Coordinates::of(bounds.min),
            max: Coordinates::of(bounds.max),
        },
    }
}
