//! Which files of a crate use which: `use` items, and paths that begin with `crate`, `super` or `self`, in code and
//! inside macros.

use crate::source::tree::Tree;
use std::collections::BTreeSet;

/// One file uses another of its crate.
#[derive(Clone, Debug)]
pub(super) struct Import {
    pub(super) from: Vec<String>,
    pub(super) to: Vec<String>,
    /// Where `from` does so.
    pub(super) file: String,
    pub(super) line: usize,
}

/// All imports between files of a crate; a file and one above it in its own path (parent and child) are left out.
pub(super) fn of_crate(tree: &Tree, crate_folder: &str) -> Vec<Import> {
    let files = || {
        tree.modules()
            .filter(|(_, module)| module.crate_folder == crate_folder)
    };
    let modules: BTreeSet<&[String]> = files().map(|(_, module)| &*module.path).collect();
    let mut imports = Vec::new();
    for (file, module) in files() {
        for (to, line) in &module.facts.paths {
            let mut to = to.clone();
            // The deepest file that the path names.
            while !modules.contains(&*to) {
                to.pop();
            }
            if !to.starts_with(&module.path) && !module.path.starts_with(&to) {
                imports.push(Import {
                    from: module.path.clone(),
                    to,
                    file: file.path.clone(),
                    line: *line,
                });
            }
        }
    }
    imports
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The imports of `a::b`, in a crate with the files a, a::b, a::c, d, d::e.
    fn imports(text: &str) -> Vec<String> {
        let file = |name| format!("crates/x/src/{name}.rs");
        let names = ["lib", "a", "a/c", "d", "d/e"];
        let mut files: Vec<(String, String)> = names.map(|name| (file(name), String::new())).into();
        files.push((file("a/b"), text.to_owned()));
        let imports = of_crate(&Tree::of(files).unwrap(), "crates/x");
        imports
            .iter()
            .map(|import| format!("{}:{}", import.to.join("::"), import.line))
            .collect()
    }

    #[test]
    fn nested_groups_are_followed() {
        assert_eq!(
            imports("use crate::{a::{c::{C, D}, A}, d::{self, e::*}};"),
            ["a::c:1", "a::c:1", "d:1", "d::e:1"]
        );
    }

    #[test]
    fn an_import_behind_test_code_counts_and_one_inside_does_not() {
        let text = "#[cfg(test)]\nmod tests { use crate::d::D; }\n#[cfg(test)] use crate::d::D;\nuse super::c::C;";
        assert_eq!(imports(text), ["a::c:4"]);
    }

    #[test]
    fn imports_in_functions_and_paths_in_expressions_types_and_macros_count() {
        assert_eq!(imports("fn f() { use crate::d; }"), ["d:1"]);
        assert_eq!(imports("fn f(x: &super::c::C) {}"), ["a::c:1"]);
        assert_eq!(imports("fn f() { g(crate::d::e::h::<u32>()) }"), ["d::e:1"]);
        assert_eq!(
            imports("fn f() { assert!(matches!(x, crate::d::D(_))) }"),
            ["d:1"]
        );
        assert_eq!(imports("mod inner { use super::super::c::C; }"), ["a::c:1"]);
    }

    #[test]
    fn parents_and_children_do_not_count() {
        assert!(
            imports(
                "use super::A; use crate::a; use crate::Top; use self::inner::B; use std::a::c;"
            )
            .is_empty()
        );
    }
}
