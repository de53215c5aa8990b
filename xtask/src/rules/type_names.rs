//! Within a crate the name of a type or trait is defined once, a private one too.

use crate::source::tree::Tree;
use crate::violation::{Rule, Violation};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.crates()
        .into_iter()
        .flat_map(|folder| check_crate(tree, folder))
        .collect()
}

fn check_crate(tree: &Tree, crate_folder: &str) -> Vec<Violation> {
    let mut names: BTreeMap<&str, Vec<(&str, usize)>> = BTreeMap::new();
    for (file, module) in tree
        .modules()
        .filter(|(_, module)| module.crate_folder == crate_folder)
    {
        // Of those in one file with `#[cfg(…)]` and one name only one is compiled.
        let mut conditional = BTreeSet::new();
        for definition in &module.facts.definitions {
            if !definition.conditional || conditional.insert(&definition.name) {
                let places = names.entry(&definition.name).or_default();
                places.push((&file.path, definition.line));
            }
        }
    }
    let mut violations = Vec::new();
    for (name, places) in names.iter().filter(|(_, places)| places.len() > 1) {
        for (file, line) in places {
            let message = format!("{crate_folder} has {} types {name}", places.len());
            violations
                .push(Violation::in_file(Rule::Type, file, *line, name, message).of(crate_folder));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(a: &str, b: &str) -> Vec<String> {
        let tree = Tree::example(&[
            ("crates/x/src/a.rs", a),
            ("crates/x/src/b.rs", b),
            ("crates/y/src/a.rs", a),
        ]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_name_of_two_types_is_found() {
        let expected = ["a.rs:1", "b.rs:1"]
            .map(|place| format!("crates/x/src/{place}: type: crates/x has 2 types Hit"));
        assert_eq!(found("struct Hit;", "fn f() { type Hit = u32; }"), expected);
        assert_eq!(found("enum Hit {}", "mod m { trait Hit {} }").len(), 2);
    }

    #[test]
    fn tests_associated_types_and_alternatives_are_no_second_type() {
        assert!(found("struct Hit;", "#[cfg(test)] mod tests { struct Hit; }").is_empty());
        assert!(
            found(
                "trait T { type Hit; }",
                "struct Hit; impl T for Hit { type Hit = Hit; }"
            )
            .is_empty()
        );
        assert!(
            found(
                "#[cfg(feature = \"a\")] struct Hit; #[cfg(not(feature = \"a\"))] struct Hit;",
                ""
            )
            .is_empty()
        );
    }
}
