//! Every Rust file starts with docs that say what it is for, in a first line that is not empty.

use crate::source::tree::Tree;
use crate::violation::{Rule, Violation};

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let without = tree.rust.iter().filter(|file| !has_docs(&file.text));
    let violation = |path: &str| {
        let message = "the file does not start with `//! What it is for`".to_owned();
        Violation::in_file(Rule::Docs, path, 1, "", message)
    };
    without.map(|file| violation(&file.path)).collect()
}

/// Only comments and attributes of the file may come before.
fn has_docs(text: &str) -> bool {
    let passed = |line: &&str| {
        let comment =
            line.starts_with("//") && !line.starts_with("//!") && !line.starts_with("///");
        line.is_empty() || line.starts_with("#!") || comment
    };
    let first = text.lines().map(str::trim).find(|line| !passed(line));
    first
        .and_then(|line| line.strip_prefix("//!"))
        .is_some_and(|docs| !docs.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_docs_is_found() {
        let tree = Tree::example(&[
            (
                "crates/a/src/lib.rs",
                "// Licence.\n#![no_std]\n//! Shapes.\n",
            ),
            ("crates/a/src/b.rs", "//!\n//! Balls.\n"),
            ("crates/a/tests/c.rs", "use a::b;\n//! Tests.\n"),
        ]);
        let places: Vec<String> = check(&tree)
            .into_iter()
            .map(|found| found.key.place)
            .collect();
        assert_eq!(places, ["crates/a/src/b.rs", "crates/a/tests/c.rs"]);
    }
}
