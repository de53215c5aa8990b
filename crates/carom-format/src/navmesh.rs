//! A navigation mesh that a survey checks.

use crate::FormatError;
use crate::json::{parse_object, read_file};
use serde::Deserialize;
use std::path::Path;

/// The largest file that is read (1 GiB).
const MAX_BYTES: u64 = 1 << 30;

/// A navigation mesh: positions are in meters with y up, as in a report.
///
/// ```
/// use carom_format::{NavMeshFile, NavMeshLinkKind};
/// let text = br#"{"vertices": [[0, 0, 0], [0, 0, 2], [2, 0, 0]], "polygons": [[0, 1, 2]],
///     "links": [{"from": [1, 0, 1], "to": [4, 0, 1], "kind": "jump"}]}"#;
/// let navmesh = NavMeshFile::read(text)?;
/// assert_eq!(navmesh.links[0].kind, NavMeshLinkKind::Jump);
/// let error = NavMeshFile::read(br#"{"vertices": [[0, 0]], "polygons": []}"#).unwrap_err();
/// assert!(error.to_string().starts_with("vertices[0]: invalid length 2"));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a navigation mesh")]
pub struct NavMeshFile {
    /// The vertices.
    pub vertices: Vec<[f64; 3]>,
    /// The corners of each polygon, numbers of vertices.
    pub polygons: Vec<Vec<u32>>,
    /// The links.
    #[serde(default)]
    pub links: Vec<NavMeshLink>,
}

/// A link of a navigation mesh, in one direction.
///
/// ```
/// let text = r#"{"from": [1, 0, 1], "to": [1, -2, 1], "kind": "drop"}"#;
/// let link: carom_format::NavMeshLink = serde_json::from_str(text)?;
/// assert_eq!(link.to[1], -2.0);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a link")]
pub struct NavMeshLink {
    /// The feet at its start.
    pub from: [f64; 3],
    /// The feet at its end.
    pub to: [f64; 3],
    /// How the character gets there.
    pub kind: NavMeshLinkKind,
}

/// How a character gets from one end of a link to the other.
///
/// ```
/// let kind: carom_format::NavMeshLinkKind = serde_json::from_str(r#""walk""#)?;
/// assert_eq!(kind, carom_format::NavMeshLinkKind::Walk);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NavMeshLinkKind {
    /// It walks.
    Walk,
    /// It walks off an edge and falls.
    Drop,
    /// It jumps.
    Jump,
}

impl NavMeshFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is no navigation mesh; the message names the file and the field.
    pub fn load(path: &Path) -> Result<Self, FormatError> {
        let text = read_file(path, "navigation mesh", MAX_BYTES)?;
        Self::read(&text).map_err(|error| error.within(path.display()))
    }

    /// Parses the text of a file.
    ///
    /// # Errors
    /// If it is no navigation mesh; the message names the field.
    pub fn read(text: &[u8]) -> Result<Self, FormatError> {
        parse_object(text, "navigation mesh")
    }
}
