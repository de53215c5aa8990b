//! The house rules, each in a file of its own.

mod arrows;
mod circles;
mod cycle;
mod docs;
mod examples;
mod file_length;
mod floors;
mod forbidden;
mod function_length;
mod imports;
mod reachable;
mod terms;
mod type_names;
mod words;

use crate::source::tree::Tree;
use crate::violation::Violation;

/// All violations, by rule.
pub(crate) fn run(tree: &Tree) -> Vec<Violation> {
    let rules: [fn(&Tree) -> Vec<Violation>; 10] = [
        arrows::check,
        circles::check,
        floors::check,
        file_length::check,
        function_length::check,
        type_names::check,
        words::check,
        docs::check,
        examples::check,
        forbidden::check,
    ];
    rules.iter().flat_map(|rule| rule(tree)).collect()
}

/// The crates that make promises to users: examples, determinism, safety.
pub(crate) const LIBRARIES: [&str; 8] = [
    "crates/carom-math",
    "crates/carom-bvh",
    "crates/carom-core",
    "crates/carom-mover",
    "crates/carom-balls",
    "crates/carom-polygon",
    "crates/carom-picture",
    "crates/carom-format",
];
