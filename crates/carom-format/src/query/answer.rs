//! The answer to a query, as JSON or as a row of CSV.

use super::manifold::ManifoldPointAnswer;
use crate::number::{Coordinates, Number};
use serde::Serialize;
use serde_json::Value;

/// All fields that an answer can have, in the order in which they are written; those without a value are left out.
///
/// ```
/// use carom_format::query::Answer;
/// let mut out = Vec::new();
/// Answer { id: Some(3.into()), overlap: Some(true), ..Answer::default() }.write_json(&mut out);
/// Answer::error(None, 9, "no shape").write_json(&mut out);
/// assert_eq!(out, b"{\"id\":3,\"overlap\":true}\n{\"id\":null,\"error\":\"line 9: no shape\"}\n");
/// ```
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// The query's `id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// Whether the shapes overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlap: Option<bool>,
    /// `false` if there is no contact within the reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<bool>,
    /// How a sweep starts: `separate`, `touching` or `overlapping`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<&'static str>,
    /// Whether the motion is stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<bool>,
    /// Time of impact, as a fraction of the motion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t: Option<Number>,
    /// Signed separation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separation: Option<Number>,
    /// Unit normal, from B to A.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<Coordinates>,
    /// Point of impact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Coordinates>,
    /// Closest point of A.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_a: Option<Coordinates>,
    /// Closest point of B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_b: Option<Coordinates>,
    /// The points of a manifold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<ManifoldPointAnswer>>,
    /// The part of A: the `id` of a part of a compound, or the number of a triangle or segment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_a: Option<Value>,
    /// The part of B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_b: Option<Value>,
    /// `false` if normal or point are one of several valid choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// Why the line has no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The header of answers as CSV.
pub const CSV_HEADER: &[u8] = b"id,overlap,contact,start,hit,t,separation,\
normal_x,normal_y,normal_z,point_x,point_y,point_z,point_a_x,point_a_y,point_a_z,\
point_b_x,point_b_y,point_b_z,points,part_a,part_b,unique,error\n";

impl Answer {
    /// The answer to a line without an answer. If it has no `id`, the message has its number.
    #[must_use]
    pub fn error(id: Option<Value>, number: u64, error: &str) -> Self {
        let error = match id {
            Some(_) => error.to_owned(),
            None => format!("line {number}: {error}"),
        };
        Self {
            id: Some(id.unwrap_or(Value::Null)),
            error: Some(error),
            ..Self::default()
        }
    }

    /// The answer to a line that is longer than `most` bytes.
    #[must_use]
    pub fn too_long(number: u64, most: u64) -> Self {
        Self::error(None, number, &format!("longer than {most} bytes"))
    }

    /// Whether the line has no answer.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.error.is_some()
    }

    /// Appends a line of JSON.
    pub fn write_json(&self, out: &mut Vec<u8>) {
        // Writing into memory does not fail, and every field is a plain value.
        let _ = serde_json::to_writer(&mut *out, self);
        out.push(b'\n');
    }

    /// Appends a row of CSV.
    pub fn write_csv(&self, out: &mut Vec<u8>) {
        out.extend(named(self.id.as_ref()).unwrap_or_default().bytes());
        let mut cell = |value: Option<String>| {
            out.push(b',');
            out.extend(value.unwrap_or_default().bytes());
        };
        let flag = |value: Option<bool>| value.map(|value| value.to_string());
        cell(flag(self.overlap));
        cell(flag(self.contact));
        cell(self.start.map(str::to_owned));
        cell(flag(self.hit));
        cell(self.t.map(text));
        cell(self.separation.map(text));
        for point in [self.normal, self.point, self.point_a, self.point_b] {
            for i in 0..3 {
                let number = point.as_ref().and_then(|point| point.numbers().get(i));
                cell(number.map(|number| text(*number)));
            }
        }
        let points = self.points.as_ref();
        cell(
            points
                .and_then(|points| serde_json::to_string(points).ok())
                .map(|points| quoted(&points)),
        );
        cell(named(self.part_a.as_ref()));
        cell(named(self.part_b.as_ref()));
        cell(flag(self.unique));
        cell(self.error.as_deref().map(quoted));
        out.push(b'\n');
    }
}

/// The cell of an `id`.
fn named(id: Option<&Value>) -> Option<String> {
    match id? {
        Value::Null => None,
        Value::String(text) => Some(quoted(text)),
        other => Some(quoted(&other.to_string())),
    }
}

fn text(number: Number) -> String {
    serde_json::to_string(&number).unwrap_or_default()
}

/// A cell of CSV (RFC 4180): quoted if it contains a delimiter.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
