//! The house rules as tests, one each. `cargo run -p xtask -- check` prints all violations at once.

use crate::{Report, Rule};
use std::sync::OnceLock;

fn holds(rule: Rule) {
    static REPORT: OnceLock<Report> = OnceLock::new();
    let report = REPORT.get_or_init(|| crate::report().unwrap());
    let failures = report.failures(rule);
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn crates_depend_only_on_lower_crates() {
    holds(Rule::Arrow);
}

#[test]
fn modules_have_no_circles() {
    holds(Rule::Circle);
}

#[test]
fn modules_use_only_lower_floors() {
    holds(Rule::Floor);
}

#[test]
fn files_have_at_most_500_lines() {
    holds(Rule::File);
}

#[test]
fn functions_have_at_most_60_lines() {
    holds(Rule::Function);
}

#[test]
fn a_crate_has_one_type_of_a_name() {
    holds(Rule::Type);
}

#[test]
fn words_are_those_of_the_field() {
    holds(Rule::Words);
}

#[test]
fn every_file_starts_with_what_it_is_for() {
    holds(Rule::Docs);
}

#[test]
fn every_public_type_has_an_example() {
    holds(Rule::Example);
}

#[test]
fn nothing_is_unsafe_or_differs_between_machines() {
    holds(Rule::Forbidden);
}

/// The recipes of CONTRIBUTING.md lead to files that are there; `NAME` stands for a file to be added.
#[test]
fn the_recipes_of_contributing_name_files_that_exist() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let text = std::fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let quoted = text.split('`').skip(1).step_by(2);
    let paths: Vec<_> = quoted
        .filter(|quote| quote.contains('/') && !quote.contains(['*', ' ']))
        .collect();
    assert!(paths.len() > 15, "{paths:?}");
    for path in paths {
        let file = root.join(path);
        let place = if path.contains("NAME") {
            file.parent().unwrap()
        } else {
            &file
        };
        assert!(place.exists(), "CONTRIBUTING.md: there is no {path}");
    }
}
