//! Level files, from bytes, as plain triangles.
//!
//! [`read`] takes the bytes of a Wavefront OBJ, glTF or GLB file and gives a
//! [`Level`]: vertices and triangles, nothing else. [`open`] does the same
//! from a path. Materials, normals, texture coordinates, skins and morph
//! targets are not read.
//!
//! A level comes from outside, so nothing in the file is trusted: every count,
//! offset and index is checked before it is used, memory is bounded by the
//! constants below, and a bad file is a [`LevelError`] that names the line or
//! the element and the reason. No input makes these functions panic.
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
//! # What is read
//!
//! **OBJ.** `v` (with `w` or a colour behind it) and `f`, with positive or
//! negative indices; comments, CRLF and lines continued with `\` are
//! understood; objects, groups, materials, lines and points are skipped. The
//! vertices are the file's, in its order and all of them, so vertex `i` here is
//! vertex `i + 1` in the file. Triangles follow the order of the faces. A face
//! of more than three corners is cut into triangles that cover it, concave or
//! not; one that cannot be cut (it crosses itself, or has no area) becomes a
//! fan, so that no face is lost.
//!
//! **glTF, GLB.** The default scene (else the first, else every root node) with
//! its node transforms (`f32` numbers) multiplied in `f64`; a mirrored node turns its triangles
//! round so that they still face outwards. Triangle lists, strips and fans,
//! indexed or not, sparse or quantised; lines and points are skipped, and so
//! are the triangles of a strip or fan that name a vertex twice. Vertices that
//! no triangle uses are left out, and a vertex that the file splits (for its
//! normals, say) stays split. Triangles follow the node tree, depth first.
//!
//! Degenerate triangles are kept as they are in the file.

mod accessor;
mod buffer;
mod component;
mod error;
mod glb;
mod mesh;
mod obj;
mod obj_lines;
mod obj_locate;
mod open;
mod polygon;
mod primitive;
mod scene;

use std::io;
use std::path::Path;

use glam::DVec3;

pub use error::LevelError;
pub use open::open;

/// The largest file that is read, in bytes (512 MiB).
///
/// The external buffers of one glTF share a second allowance of this size.
pub const MAX_BYTES: u64 = 512 << 20;

/// The most triangles that a level may have (50 million).
///
/// Instances count: a mesh under ten nodes counts ten times.
pub const MAX_TRIANGLES: usize = 50_000_000;

/// The deepest that glTF nodes may be nested.
pub const MAX_DEPTH: usize = 1024;

/// The most corners that one OBJ face may have.
///
/// Cutting a hostile polygon takes time that grows with its square: some 40 ms
/// at this limit, where a room's floor takes microseconds.
pub const MAX_CORNERS: usize = 1024;

/// The most objects and list entries in the JSON of a glTF (8 million).
///
/// Two bytes of JSON can become several hundred in memory; this bounds the
/// total to some two gigabytes where [`MAX_BYTES`] alone would not.
pub const MAX_JSON_ITEMS: usize = 1 << 23;

/// The triangles of a level.
///
/// Metres, if the file is in metres or [`Options::scale`] says how long its
/// unit is. `f64`, so that an `f32` user and an `f64` user each round the
/// file's numbers once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// The corners that the triangles share. All are finite.
    pub vertices: Vec<DVec3>,
    /// Three indices into [`vertices`](Self::vertices) each, all in range,
    /// counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// The kind of a level file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Wavefront OBJ.
    Obj,
    /// glTF 2.0, as JSON (`.gltf`) or binary (`.glb`): the bytes tell which.
    Gltf,
}

impl Format {
    /// The format that a file's name says, or else its first bytes.
    ///
    /// `.obj`, `.gltf` and `.glb` decide, in any case. Under another name,
    /// bytes that begin with `glTF` or `{` are glTF. An OBJ has no such mark
    /// and needs its name.
    ///
    /// # Errors
    ///
    /// [`LevelError::Format`] for anything else; the message says what is read.
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

/// Which way is up in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// y is up already: nothing is turned.
    #[default]
    Y,
    /// z is up in the file: (x, y, z) becomes (x, z, −y), a turn without mirror.
    Z,
}

/// How the file's numbers become metres with y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The axis that points up in the file.
    pub up: Up,
    /// Metres per file unit; finite and above zero.
    pub scale: f64,
}

impl Default for Options {
    /// y up, in metres.
    fn default() -> Self {
        Self {
            up: Up::Y,
            scale: 1.0,
        }
    }
}

/// The level in the bytes of a file.
///
/// `sibling` fetches an external buffer that a glTF names; [`no_siblings`]
/// fetches none. Only relative names below the file's own folder reach it,
/// percent-decoded, with `/` between folders: never `..`, an absolute path, a
/// backslash or a scheme. An OBJ never calls it.
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
        Format::Obj => obj::read(without_mark(bytes))?,
        Format::Gltf => scene::read(without_mark(bytes), sibling)?,
    };
    orient(&mut level.vertices, options)?;
    Ok(level)
}

/// A `sibling` for [`read`] that has no files to offer.
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

fn orient(vertices: &mut [DVec3], options: &Options) -> Result<(), LevelError> {
    for (index, vertex) in vertices.iter_mut().enumerate() {
        let turned = match options.up {
            Up::Y => *vertex,
            // `0 - y`, not `-y`: a flat floor must not become -0.
            Up::Z => DVec3::new(vertex.x, vertex.z, 0.0 - vertex.y),
        };
        *vertex = turned * options.scale;
        if !vertex.is_finite() {
            return Err(LevelError::TooFar { vertex: index });
        }
    }
    Ok(())
}
