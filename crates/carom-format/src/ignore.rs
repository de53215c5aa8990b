//! The list of findings that a survey ignores, `carom-ignore.json`.

use crate::FormatError;
use crate::error::ensure;
use crate::json::{parse_object, read_file};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The longest list that is read (16 MiB).
const MAX_BYTES: u64 = 1 << 24;

/// The largest radius, m.
const MOST: f64 = 1e6;

/// The findings that a survey ignores.
///
/// ```
/// use carom_format::IgnoreList;
/// let text = br#"{"ignore": [{"kind": "snag", "objects": ["Stairs*"], "reason": "the rail blocks"}]}"#;
/// let list = IgnoreList::read(text)?;
/// assert_eq!(list.ignore[0].kind, "snag");
/// let error = IgnoreList::read(br#"{"ignore": [{"kind": "snag", "reason": "why not"}]}"#).unwrap_err();
/// assert_eq!(error.to_string(), "ignore[0] needs objects or a position");
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an ignore list")]
pub struct IgnoreList {
    /// The entries.
    pub ignore: Vec<IgnoreEntry>,
}

/// An entry of the list: it ignores all findings that fit everything it has.
///
/// ```
/// let text = r#"{"kind": "gap", "position": [1, 0, 3], "reason": "a vent"}"#;
/// let entry: carom_format::IgnoreEntry = serde_json::from_str(text)?;
/// assert_eq!((entry.position, entry.radius()), (Some([1.0, 0.0, 3.0]), 1.0));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an entry of an ignore list")]
pub struct IgnoreEntry {
    /// The kind of the findings.
    pub kind: String,
    /// The name of the level's file without its folder; any level if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Patterns of objects, of which one must fit an object of the finding.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<String>,
    /// The place of the findings, as in the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<[f64; 3]>,
    /// Greatest distance from the position, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// Why they are ignored.
    pub reason: String,
}

impl IgnoreList {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is no such list; the message names the file and the field.
    pub fn load(path: &Path) -> Result<Self, FormatError> {
        let text = read_file(path, "ignore list", MAX_BYTES)?;
        Self::read(&text).map_err(|error| error.within(path.display()))
    }

    /// Parses the text of a file.
    ///
    /// # Errors
    /// If it is no such list; the message names the field.
    pub fn read(text: &[u8]) -> Result<Self, FormatError> {
        let list: Self = parse_object(text, "list of ignored findings")?;
        for (number, entry) in list.ignore.iter().enumerate() {
            entry.check(&format!("ignore[{number}]"))?;
        }
        Ok(list)
    }
}

impl IgnoreEntry {
    /// The radius where an entry has none, m: within it, findings of two reports count as the same, too.
    pub const RADIUS: f64 = 1.0;

    /// The greatest distance from the position, m.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius.unwrap_or(Self::RADIUS)
    }

    /// Checks its fields; `place` is its place in the file.
    fn check(&self, place: &str) -> Result<(), FormatError> {
        ensure!(
            !self.objects.is_empty() || self.position.is_some(),
            "{place} needs objects or a position"
        );
        for (number, object) in self.objects.iter().enumerate() {
            ensure!(!object.is_empty(), "{place}.objects[{number}] is empty");
        }
        if let Some(radius) = self.radius {
            ensure!(
                self.position.is_some(),
                "{place} has a radius and no position for it"
            );
            ensure!(
                radius > 0.0 && radius <= MOST,
                "{place}.radius must be more than 0 and at most {MOST} m, not {radius}"
            );
        }
        ensure!(
            !self.reason.trim().is_empty(),
            "{place}.reason is empty: it should say why this is no fault"
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(entry: &str) -> Result<IgnoreList, FormatError> {
        let entry = entry.replace('\'', "\"");
        IgnoreList::read(format!("{{\"ignore\": [{entry}]}}").as_bytes())
    }

    #[test]
    fn lists_are_written_as_they_are_read() {
        let text = r#"{"ignore":[{"kind":"leak","level":"a.obj","objects":["House/*"],"position":[0.5,1.0,-2.0],"radius":2.5,"reason":"r"},{"kind":"gap","objects":["x"],"reason":"r"}]}"#;
        let list = IgnoreList::read(text.as_bytes()).expect("a list");
        assert_eq!(serde_json::to_string(&list).expect("JSON"), text);
        let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        assert_eq!(IgnoreList::read(&marked).expect("a list"), list);
        assert_eq!(list.ignore[0].radius(), 2.5);
        let none = IgnoreList::read(br#"{"ignore": []}"#).expect("an empty list");
        assert_eq!(none, IgnoreList::default());
    }

    #[test]
    fn errors_name_the_place() {
        let good = "{'kind': 'gap', 'objects': ['x'], 'reason': 'r'}";
        assert!(read(good).is_ok());
        for (entry, place) in [
            ("{'kind': 'gap', 'reason': 'r'}", "ignore[1] needs objects"),
            (
                "{'kind': 'gap', 'objects': ['x', ''], 'reason': 'r'}",
                "ignore[1].objects[1] is empty",
            ),
            (
                "{'kind': 'gap', 'objects': ['x'], 'radius': 1, 'reason': 'r'}",
                "ignore[1] has a radius",
            ),
            (
                "{'kind': 'gap', 'position': [1, 2, 3], 'radius': 0, 'reason': 'r'}",
                "ignore[1].radius must be",
            ),
            (
                "{'kind': 'gap', 'position': [1, 2, 3], 'reason': ' '}",
                "ignore[1].reason is empty",
            ),
            ("{'kind': 'gap', 'objects': ['x']}", "ignore[1]: missing"),
            ("{'objects': ['x'], 'reason': 'r'}", "ignore[1]: missing"),
            (
                "{'kind': 'gap', 'position': [1, 2], 'reason': 'r'}",
                "ignore[1].position",
            ),
            (
                "{'kind': 'gap', 'position': [1, 2, 1e999], 'reason': 'r'}",
                "ignore[1].position[2]",
            ),
            (
                "{'kind': 'gap', 'object': 'x', 'reason': 'r'}",
                "ignore[1].object: unknown field `object`",
            ),
            ("7", "ignore[1]: invalid type"),
        ] {
            let error = read(&format!("{good}, {entry}")).expect_err(entry);
            assert!(error.to_string().starts_with(place), "{entry}: {error}");
        }
        for (text, part) in [
            (&b""[..], "empty"),
            (b"[]", "is a JSON object"),
            (b"{}", "missing field `ignore`"),
            (b"{\"ignore\": [], \"x\": 1}", "unknown field `x`"),
            (b"{\"ignore\": []} 1", "after the list"),
            (b"{\"ignore\": [", "EOF"),
        ] {
            let error = IgnoreList::read(text).expect_err(part).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
