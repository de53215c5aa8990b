//! Errors of level files.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::{MAX_BYTES, MAX_TRIANGLES};

/// An error of a level file; the message names the place and the reason.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LevelError {
    /// An error of [`open`](crate::open), with the file's path.
    #[error("{file}: {error}")]
    File {
        /// The path as it was given.
        file: String,
        /// The error.
        error: Box<LevelError>,
    },
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// Neither the name nor the bytes belong to a supported format.
    #[error("no level that carom reads: it reads .obj, .gltf and .glb files{}", conversion(.name))]
    Format {
        /// The name that was given.
        name: String,
    },
    /// [`Options::scale`](crate::Options::scale) is not finite and above zero.
    #[error("a scale of {0} meters per unit: it must be finite and above zero")]
    Scale(f64),
    /// The file exceeds [`MAX_BYTES`].
    #[error("{bytes} bytes: a level may have at most {MAX_BYTES}")]
    TooLarge {
        /// The size of the file.
        bytes: u64,
    },
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// A line of an OBJ is wrong.
    #[error("line {line}: \"{text}\": {reason}")]
    Line {
        /// The line's number, counted from 1.
        line: usize,
        /// The line, shortened.
        text: String,
        /// The reason.
        reason: String,
    },
    /// An OBJ is not UTF-8 text.
    #[error("line {line}: not UTF-8 text")]
    Encoding {
        /// The number of the first such line, counted from 1.
        line: usize,
    },
    /// A GLB ends before it is complete.
    #[error("truncated GLB: {part} needs {needed} bytes and {present} are there")]
    Truncated {
        /// The file, or the chunk that is cut off.
        part: &'static str,
        /// The bytes that are declared.
        needed: u64,
        /// The bytes that are present.
        present: u64,
    },
    /// The header or a chunk of a GLB is wrong.
    #[error("not a GLB that carom reads: {0}")]
    Glb(String),
    /// The JSON of a glTF is malformed, or not glTF.
    #[error("glTF JSON: {0}")]
    Json(String),
    /// A glTF requires an unsupported extension.
    #[error("the file requires the extension {0}, which carom does not read{advice}", advice = advice(.0))]
    Extension(String),
    /// An element of a glTF is wrong.
    #[error("{element}: {reason}")]
    Element {
        /// The mesh and primitive, node or scene, by index and name.
        element: String,
        /// The reason.
        reason: String,
    },
    /// The level exceeds [`MAX_TRIANGLES`].
    #[error("more than {MAX_TRIANGLES} triangles")]
    TooManyTriangles,
    /// The level has no triangles to collide with.
    #[error("the level has no triangles")]
    NoTriangles,
    /// A pattern of a [`Selection`](crate::Selection) fits nothing.
    #[error("no object, group or material is named \"{pattern}\"; {names}")]
    NoName {
        /// The pattern.
        pattern: String,
        /// The names that there are, or the first of them.
        names: String,
    },
    /// No triangle is left of a [`Selection`](crate::Selection).
    #[error("nothing is left of the level: the selection leaves out every triangle")]
    NothingLeft,
    /// No object is a collider, and only these were wanted.
    #[error("no object of the level is a collider")]
    NoColliders,
    /// Every object is marked as one without collision.
    #[error(
        "nothing is left of the level: every object is marked as one without collision (colliders: ignore keeps them)"
    )]
    NothingSolid,
    /// The scale makes a coordinate overflow.
    #[error("vertex {vertex}: the scale takes it beyond all numbers")]
    TooFar {
        /// Its index, counted from 0.
        vertex: usize,
    },
}

impl LevelError {
    /// The parser quotes the file, and a quote may be as long as the file.
    pub(crate) fn json(error: &gltf::json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let reason = error.to_string();
        let place = format!(" at line {line} column {column}");
        let reason = reason.strip_suffix(&place).unwrap_or(&reason);
        let reason = shortened(reason);
        Self::Json(format!("line {line}, column {column}: {reason}"))
    }

    /// The same error, with the file in the message.
    #[must_use]
    pub fn in_file(self, file: impl AsRef<Path>) -> Self {
        Self::File {
            file: file.as_ref().display().to_string(),
            error: Box::new(self),
        }
    }

    /// An error in line number `line`, with a short quote of it.
    pub(crate) fn at_line(line: usize, text: &str, reason: impl Into<String>) -> Self {
        Self::Line {
            line,
            text: shortened(text),
            reason: reason.into(),
        }
    }

    /// An error in an element of a glTF.
    pub(crate) fn at_element(element: String, reason: impl Into<String>) -> Self {
        Self::Element {
            element,
            reason: reason.into(),
        }
    }
}

/// How to do without an extension.
fn advice(extension: &str) -> &'static str {
    match extension {
        "KHR_draco_mesh_compression" => {
            ": \"npx @gltf-transform/cli copy in.glb out.glb\" decompresses it"
        }
        _ => "",
    }
}

/// A quote of the file for a message: one line, no control characters, at
/// most 60 characters.
pub(crate) fn shortened(text: &str) -> String {
    const KEPT: usize = 60;
    let text = text.trim();
    let mut short: String = text
        .chars()
        .take(KEPT)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(KEPT).is_some() {
        short.push('…');
    }
    short
}

/// How to convert a file of another format, by its name.
fn conversion(name: &str) -> String {
    let ending = Path::new(name).extension();
    let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some(ending @ ("fbx" | "stl" | "ply" | "dae" | "3ds" | "blend" | "usd" | "usdz")) => {
            format!(
                "; Blender opens .{ending} and exports .glb (File > Export > glTF 2.0), Assimp converts most files \
             (assimp export LEVEL.{ending} LEVEL.glb)"
            )
        }
        _ => String::new(),
    }
}
