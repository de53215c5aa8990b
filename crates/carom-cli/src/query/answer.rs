//! An answer, as JSON or as a row of CSV.

use crate::number::{Coordinates, Number};
use serde::Serialize;
use serde_json::Value;

/// Every field an answer can have, in the order it is written; those it does not have are left out.
#[derive(Default, Serialize)]
pub(super) struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) overlap: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) contact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hit: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) t: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) separation: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) normal: Option<Coordinates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) point: Option<Coordinates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) point_a: Option<Coordinates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) point_b: Option<Coordinates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}

pub(super) const CSV_HEADER: &[u8] = b"id,overlap,contact,start,hit,t,separation,\
normal_x,normal_y,normal_z,point_x,point_y,point_z,point_a_x,point_a_y,point_a_z,\
point_b_x,point_b_y,point_b_z,unique,error\n";

impl Answer {
    /// The answer to a line that cannot be answered. Without an `id` the line's number stands in the
    /// message.
    pub(super) fn error(id: Option<Value>, number: u64, error: &str) -> Self {
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

    pub(super) fn too_long(number: u64, most: u64) -> Self {
        Self::error(None, number, &format!("longer than {most} bytes"))
    }

    pub(super) fn is_error(&self) -> bool {
        self.error.is_some()
    }

    pub(super) fn write_json(&self, out: &mut Vec<u8>) {
        // Writing into memory does not fail, and every field is a plain value.
        let _ = serde_json::to_writer(&mut *out, self);
        out.push(b'\n');
    }

    pub(super) fn write_csv(&self, out: &mut Vec<u8>) {
        let id = match &self.id {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => quoted(text),
            Some(other) => quoted(&other.to_string()),
        };
        out.extend(id.bytes());
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
        cell(flag(self.unique));
        cell(self.error.as_deref().map(quoted));
        out.push(b'\n');
    }
}

fn text(number: Number) -> String {
    serde_json::to_string(&number).unwrap_or_default()
}

/// A cell of CSV (RFC 4180): quoted if it holds what would end it.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
