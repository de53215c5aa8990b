//! No circles between the modules of a crate: no two files import each other, and no folders beside each other are
//! joined by a longer circle. What a parent re-exports from its children is no circle.

use super::cycle;
use super::imports::{self, Import};
use crate::source::tree::Tree;
use crate::violation::{Rule, Violation};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for crate_folder in tree.crates() {
        let imports = imports::of_crate(tree, crate_folder);
        violations.extend(pairs(crate_folder, &imports));
        violations.extend(circles(crate_folder, &imports));
    }
    violations
}

/// Two files that import each other.
fn pairs(crate_folder: &str, imports: &[Import]) -> Vec<Violation> {
    let first = first_imports(imports);
    let mut violations = Vec::new();
    for ((from, to), import) in &first {
        let Some(back) = first.get(&(*to, *from)).filter(|_| from < to) else {
            continue;
        };
        let (from, to) = (from.join("::"), to.join("::"));
        let message = format!(
            "{from} and {to} import each other (back at {}:{})",
            back.file, back.line
        );
        let name = format!("{from}<->{to}");
        let violation = Violation::in_file(Rule::Circle, &import.file, import.line, &name, message);
        violations.push(violation.of(crate_folder));
    }
    violations
}

/// The first import from each file to each other.
fn first_imports(imports: &[Import]) -> BTreeMap<(&[String], &[String]), &Import> {
    let mut first = BTreeMap::new();
    for import in imports {
        first.entry((&*import.from, &*import.to)).or_insert(import);
    }
    first
}

/// In each folder the circles of its modules, where what is below a module belongs to it.
fn circles(crate_folder: &str, imports: &[Import]) -> Vec<Violation> {
    let mut folders: BTreeMap<&[String], BTreeMap<(&str, &str), &Import>> = BTreeMap::new();
    for import in imports {
        let (from, to) = (&*import.from, &*import.to);
        let same = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        let edges = folders.entry(&from[..same]).or_default();
        edges.entry((&*from[same], &*to[same])).or_insert(import);
    }
    let first = first_imports(imports);
    let mut violations = Vec::new();
    for (folder, edges) in folders {
        let mut below: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (from, to) in edges.keys() {
            below.entry(from).or_default().insert(to);
        }
        for circle in cycle::circles(&below) {
            let file = |name: &str| [folder, &[name.to_owned()]].concat();
            if let [a, b] = circle.members[..]
                && let (a, b) = (file(a), file(b))
                && first.contains_key(&(&*a, &*b))
                && first.contains_key(&(&*b, &*a))
            {
                // Two files that import each other are reported as such.
                continue;
            }
            violations.push(violation(crate_folder, folder, &circle, &edges));
        }
    }
    violations
}

fn violation(
    crate_folder: &str,
    folder: &[String],
    circle: &cycle::Circle<'_>,
    edges: &BTreeMap<(&str, &str), &Import>,
) -> Violation {
    let folder = if folder.is_empty() {
        "lib".to_owned()
    } else {
        folder.join("::")
    };
    let step = |step: &[&str]| {
        let import = edges[&(step[0], step[1])];
        format!(
            "{} -> {} ({}:{})",
            step[0], step[1], import.file, import.line
        )
    };
    let steps: Vec<String> = circle.path.windows(2).map(step).collect();
    let start = edges[&(circle.path[0], circle.path[1])];
    let mut message = format!("a circle in {folder}: {}", steps.join(", "));
    if circle.members.len() > steps.len() {
        message += &format!("; circles join all of {}", circle.members.join(", "));
    }
    Violation::in_file(Rule::Circle, &start.file, start.line, &folder, message)
        .of(crate_folder)
        .amounting_to(circle.members.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(files: &[(&str, &str)]) -> Vec<(String, u32)> {
        let file =
            |(name, text): &(&str, &str)| (format!("crates/x/src/{name}.rs"), (*text).to_owned());
        let tree = Tree::of(files.iter().map(file).collect()).unwrap();
        check(&tree)
            .iter()
            .map(|found| (found.message.clone(), found.amount))
            .collect()
    }

    #[test]
    fn two_files_that_import_each_other_are_found_behind_test_code_too() {
        let a = "#[cfg(test)]\nuse c::C;\nuse crate::b::B;";
        let found = violations(&[("a", a), ("b", "fn f() { crate::a::g() }"), ("lib", "")]);
        let expected = "a and b import each other (back at crates/x/src/b.rs:1)";
        assert_eq!(found, [(expected.to_owned(), 1)]);
    }

    #[test]
    fn a_longer_circle_is_found_with_its_path() {
        let files = [
            ("a", "use crate::b::B;"),
            ("b", "use crate::c::C;"),
            ("c", "use crate::a::A;"),
            ("lib", ""),
        ];
        let expected = "a circle in lib: a -> b (crates/x/src/a.rs:1), b -> c (crates/x/src/b.rs:1), \
            c -> a (crates/x/src/c.rs:1)";
        assert_eq!(violations(&files), [(expected.to_owned(), 3)]);
    }

    #[test]
    fn a_circle_of_folders_is_found() {
        let files = [
            ("a/x", "use crate::b::y::Y;"),
            ("a/z", ""),
            ("b/y", ""),
            ("b/w", "use crate::a::z::Z;"),
            ("lib", ""),
        ];
        assert_eq!(violations(&files).len(), 1);
    }

    #[test]
    fn parent_and_child_are_no_circle() {
        let files = [
            ("a", "pub use b::B;"),
            ("a/b", "use super::A;"),
            ("a/c", "use crate::a::{A, B};"),
            ("lib", ""),
        ];
        assert!(violations(&files).is_empty());
    }
}
