//! In the libraries nothing is unsafe and nothing differs between machines: no fused arithmetic, no minimum with a sign
//! of zero or a NaN that depends on the target, no order of hashes.

use super::LIBRARIES;
use crate::source::tokens::each_path;
use crate::source::tree::Tree;
use crate::violation::{Rule, Violation};

const FACADE: &str = "crates/carom";

/// A name, or names in a row in a path.
const FORBIDDEN: [&[&str]; 8] = [
    &["unsafe"],
    &["mul_add"],
    &["HashMap"],
    &["HashSet"],
    &["f32", "min"],
    &["f32", "max"],
    &["f64", "min"],
    &["f64", "max"],
];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (file, module) in tree.modules() {
        let folder = &*module.crate_folder;
        if !LIBRARIES.contains(&folder) && folder != FACADE {
            continue;
        }
        each_path(&file.tokens, &mut |path, start| {
            for forbidden in FORBIDDEN.into_iter().filter(|names| contains(path, names)) {
                let line = start.start().line;
                if module.facts.test_lines.contains(&line) {
                    continue;
                }
                let name = forbidden.join("::");
                let message = format!("`{name}` in a library");
                violations.push(Violation::in_file(
                    Rule::Forbidden,
                    &file.path,
                    line,
                    &name,
                    message,
                ));
            }
        });
    }
    violations
}

/// Whether a path has these names.
fn contains(path: &[String], names: &[&str]) -> bool {
    path.windows(names.len()).any(|part| part == names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&Tree::example(&[(path, text)]))
            .into_iter()
            .map(|found| found.key.name)
            .collect()
    }

    #[test]
    fn names_and_paths_are_found_in_code_only() {
        let text = "//! unsafe mul_add HashMap\n#![forbid(unsafe_code)]\nuse std::collections::HashMap;\n\
            fn f() { x.mul_add(y, z); m!(core::primitive::f32::min(x, y)); v.iter().fold(f64::MAX, f64::max); }\n\
            fn g() { unsafe { h(\"unsafe\") } x.min(y); }\n\
            #[cfg(test)]\nmod tests { use std::collections::HashSet; }";
        let expected = ["HashMap", "mul_add", "f32::min", "f64::max", "unsafe"];
        assert_eq!(found("crates/carom-core/src/a.rs", text), expected);
        assert!(found("crates/carom-cli/src/a.rs", text).is_empty());
    }
}
