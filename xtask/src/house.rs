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
