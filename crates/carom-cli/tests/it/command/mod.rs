//! Running the built `carom` and reading what it writes.

#![allow(dead_code, reason = "not every test file uses every function")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

pub(crate) fn carom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(arguments)
        .output()
        .unwrap()
}

/// A file of the repository's `data`.
pub(crate) fn data(path: &str) -> String {
    format!("{}/../../data/{path}", env!("CARGO_MANIFEST_DIR"))
}

/// JSON Lines.
pub(crate) fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

pub(crate) fn summary(lines: &[Value]) -> &Value {
    &lines.last().unwrap()["summary"]
}

/// Runs what must fail with status 1, one line on standard error and nothing on standard output.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let output = carom(arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let last = error.trim_end().lines().last().unwrap_or_default();
    assert!(last.starts_with("error: "), "{error}");
    assert!(!error.contains("panicked"), "{error}");
    error
}

/// A JSON file.
pub(crate) fn json_of(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}
