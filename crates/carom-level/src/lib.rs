//! Importers of level files: OBJ, glTF and GLB, from bytes to plain triangles.
//!
//! [`read`] turns the bytes of a Wavefront OBJ, glTF or GLB file into a
//! [`Level`]: vertices, triangles, the names of its [objects](Object) and materials, and a color for each
//! triangle. Normals, textures, skins and morph targets are ignored.
//!
//! Files are untrusted input. Every count, offset and index is checked before
//! use, the constants below bound memory, and a bad file is a [`LevelError`]
//! that names the line or the element and the reason. No input causes a panic.
//!
//! ```
//! use carom_level::{Format, Options, read};
//!
//! let square = b"v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\nf 1 2 3 4\n";
//! let level = read(square, Format::Obj, &Options::default(), &mut carom_level::no_siblings)?;
//! assert_eq!(level.triangles, [[0, 1, 2], [0, 2, 3]]);
//!
//! let error = read(b"v 0 0 0\nf 1 1 9", Format::Obj, &Options::default(), &mut carom_level::no_siblings);
//! assert_eq!(
//!     error.unwrap_err().to_string(),
//!     "line 2: \"f 1 1 9\": vertex 9 does not exist (the file has 1)",
//! );
//! # Ok::<(), carom_level::LevelError>(())
//! ```
//!
//! # Supported content
//!
//! **OBJ.** `v` (optionally with `w` or a color) and `f`, with positive or
//! negative indices; the colors `Kd` of `mtllib` files; comments, CRLF and lines continued with `\`; the names of
//! objects, groups and materials; lines and points are skipped. Names need not
//! be UTF-8; other bytes are replaced by U+FFFD. All vertices of the file
//! are kept in order, so vertex `i` here is vertex `i + 1` in the file.
//! Triangles follow the order of the faces. A face of more than three corners
//! is triangulated, concave or not; if that is impossible (it crosses itself,
//! or has no area) it becomes a fan, so that no face is lost.
//!
//! **glTF, GLB.** The default scene (else the first, else every root node) with
//! its node transforms (`f32` numbers) multiplied in `f64`; the triangles of a
//! mirrored node are reversed, so that they still face outwards. Triangle
//! lists, strips and fans, indexed or not, sparse or quantized; lines and
//! points are skipped, and so are triangles of a strip or fan that repeat a
//! vertex. Unused vertices are left out; a vertex that the file splits (for
//! its normals, say) stays split. Triangles follow the node tree, depth first.
//!
//! Buffer views compressed by meshoptimizer and primitives compressed by Draco
//! (feature `draco`) are decompressed.
//!
//! **Colliders**, by the names of objects or by extensions, stand for their
//! objects: [`Colliders`].
//!
//! Degenerate triangles are kept.

mod accessor;
mod assembly;
mod buffer;
mod collider_names;
mod colliders;
mod colors;
mod component;
mod compressed;
#[cfg(feature = "draco")]
mod draco;
mod error;
mod extensions;
mod glb;
mod mesh;
mod meshopt;
mod node;
mod obj;
mod obj_colors;
mod obj_lines;
mod obj_locate;
mod objects;
mod open;
mod physics;
mod polygon;
mod primitive;
mod scene;
mod select;
mod siblings;
mod skin;
mod sky;
mod solid;

use std::io;
use std::path::Path;

use glam::DVec3;

pub use colliders::{ColliderReport, Colliders};
pub use error::LevelError;
pub use objects::{Group, Object, Spawn};
pub use open::open;
pub use select::Selection;

/// The size limit of a file, in bytes (512 MiB).
///
/// The external buffers of a glTF have a second limit of this size together.
pub const MAX_BYTES: u64 = 512 << 20;

/// The limit of triangles in a level (50 million).
///
/// Instances count: a mesh under ten nodes counts ten times.
pub const MAX_TRIANGLES: usize = 50_000_000;

/// The depth limit of glTF nodes.
pub const MAX_DEPTH: usize = 1024;

/// The limit of corners in an OBJ face.
///
/// Triangulating a hostile polygon takes quadratic time: some 40 ms at this
/// limit, where a room's floor takes microseconds.
pub const MAX_CORNERS: usize = 1024;

/// The limit of objects and list entries in the JSON of a glTF (8 million).
///
/// Two bytes of JSON can become several hundred in memory; this bounds the
/// total to some two gigabytes where [`MAX_BYTES`] alone would not.
pub const MAX_JSON_ITEMS: usize = 1 << 23;

/// The triangles of a level, and their names.
///
/// In meters if the file is, or if [`Options::scale`] is the length of its
/// unit. `f64`, so that an `f32` user and an `f64` user each round the file's
/// numbers once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// The vertices that the triangles share. All are finite.
    pub vertices: Vec<DVec3>,
    /// Three indices into [`vertices`](Self::vertices) each, all in range,
    /// counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// The color of each triangle, sRGB: of its material and its vertices.
    /// Empty if the file has no colors, or only one.
    pub colors: Vec<[u8; 3]>,
    /// The objects, in the order of their triangles: every triangle is in
    /// exactly one.
    pub objects: Vec<Object>,
    /// The groups that objects and other groups are in.
    pub groups: Vec<Group>,
    /// The places where players start, in the order of the nodes. An OBJ has
    /// none.
    pub spawns: Vec<Spawn>,
    /// The colliders of the file, and what they stand for.
    pub colliders: ColliderReport,
}

/// The kind of a level file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Wavefront OBJ.
    Obj,
    /// glTF 2.0, as JSON (`.gltf`) or binary (`.glb`), by its first bytes.
    Gltf,
}

impl Format {
    /// The format of a file, by its name or else its first bytes.
    ///
    /// The extensions `.obj`, `.gltf` and `.glb` decide, in upper or lower
    /// case. Under another name, bytes that begin with `glTF` or `{` are glTF.
    /// An OBJ has no such mark and needs its name.
    ///
    /// ```
    /// use carom_level::Format;
    ///
    /// assert_eq!(Format::of("town.OBJ", b"").unwrap(), Format::Obj);
    /// assert_eq!(Format::of("town", b"glTF...").unwrap(), Format::Gltf);
    /// assert!(Format::of("town.fbx", b"Kaydara").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// [`LevelError::Format`] for anything else; the message lists the formats.
    pub fn of(name: impl AsRef<Path>, bytes: &[u8]) -> Result<Self, LevelError> {
        let name = name.as_ref();
        let extension = name.extension().map(|e| e.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("obj") => return Ok(Self::Obj),
            Some("gltf" | "glb") => return Ok(Self::Gltf),
            _ => {}
        }
        let text = without_mark(bytes).trim_ascii_start();
        if bytes.starts_with(glb::MAGIC) || text.starts_with(b"{") {
            return Ok(Self::Gltf);
        }
        Err(LevelError::Format {
            name: name.display().to_string(),
        })
    }
}

/// The up axis of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// y is up: coordinates stay as they are.
    #[default]
    Y,
    /// z is up in the file: (x, y, z) becomes (x, z, −y), a rotation.
    Z,
}

/// How a file is read: the conversion of its numbers to meters with y up, and
/// the use of its colliders.
///
/// ```
/// use carom_level::{Format, Options, Up, no_siblings, read};
///
/// // Centimeters with z up.
/// let options = Options { up: Up::Z, scale: 0.01, ..Options::default() };
/// let text = b"v 0 0 0\nv 100 0 0\nv 0 100 200\nf 1 2 3\n";
/// let level = read(text, Format::Obj, &options, &mut no_siblings)?;
/// assert_eq!(level.vertices[2].to_array(), [0.0, 2.0, -1.0]);
/// # Ok::<(), carom_level::LevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The axis that points up in the file. Default: y.
    pub up: Up,
    /// Meters per file unit; finite and above zero. Default: 1.
    pub scale: f64,
    /// How colliders of the file are used. Default: they stand for their
    /// objects.
    pub colliders: Colliders,
}

impl Default for Options {
    /// y up, in meters, with colliders.
    fn default() -> Self {
        Self {
            up: Up::Y,
            scale: 1.0,
            colliders: Colliders::Use,
        }
    }
}

/// Reads a level from the bytes of a file.
///
/// `sibling` fetches an external buffer that a glTF names, or the materials
/// of an OBJ; [`no_siblings`] fetches none. It receives only relative names below the file's own folder,
/// percent-decoded, with `/` between folders: never `..`, an absolute path, a
/// backslash or a scheme. An OBJ without its materials is read without their
/// colors.
///
/// # Errors
///
/// [`LevelError`] if the bytes are not a level of this format, exceed a limit,
/// or hold no triangle, or if [`Options::scale`] is not finite and above zero.
pub fn read(
    bytes: &[u8],
    format: Format,
    options: &Options,
    sibling: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
) -> Result<Level, LevelError> {
    if !(options.scale.is_finite() && options.scale > 0.0) {
        return Err(LevelError::Scale(options.scale));
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(LevelError::TooLarge {
            bytes: bytes.len() as u64,
        });
    }
    if bytes.is_empty() {
        return Err(LevelError::Empty);
    }
    let mut level = match format {
        Format::Obj => obj::read(without_mark(bytes), options.colliders, sibling)?,
        Format::Gltf => scene::read(without_mark(bytes), options.colliders, sibling)?,
    };
    orient(&mut level.vertices, options)?;
    for spawn in &mut level.spawns {
        spawn.position = upright(spawn.position, options);
    }
    level.spawns.retain(|spawn| spawn.position.is_finite());
    colors::settle(&mut level);
    Ok(level)
}

/// A `sibling` for [`read`] without any files.
///
/// # Errors
///
/// Always [`io::ErrorKind::NotFound`].
pub fn no_siblings(_name: &str) -> io::Result<Vec<u8>> {
    Err(io::Error::new(
        io::ErrorKind::NotFound,
        "no other files were given",
    ))
}

/// The bytes behind the UTF-8 byte order mark that some editors write.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// A position of the file in meters with y up.
fn upright(position: DVec3, options: &Options) -> DVec3 {
    let turned = match options.up {
        Up::Y => position,
        // `0 - y`, not `-y`: a flat floor must not become -0.
        Up::Z => DVec3::new(position.x, position.z, 0.0 - position.y),
    };
    turned * options.scale
}

fn orient(vertices: &mut [DVec3], options: &Options) -> Result<(), LevelError> {
    for (index, vertex) in vertices.iter_mut().enumerate() {
        *vertex = upright(*vertex, options);
        if !vertex.is_finite() {
            return Err(LevelError::TooFar { vertex: index });
        }
    }
    Ok(())
}
