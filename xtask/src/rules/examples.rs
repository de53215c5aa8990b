//! Every public type of the libraries has an example of its own: a block of code in its docs.

use super::LIBRARIES;
use super::reachable::{self, PublicType};
use crate::source::tree::Tree;
use crate::violation::{Rule, Violation};
use syn::{Attribute, Expr, Lit, Meta};

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let types = LIBRARIES
        .iter()
        .flat_map(|folder| reachable::types(tree, folder));
    let without = types.filter(|public| !has_example(&docs(public.attributes)));
    let violation = |public: PublicType<'_>| {
        let name = public.name.to_string();
        let message = format!("the public type {name} has no example in its docs");
        Violation::in_file(
            Rule::Example,
            public.file,
            public.name.span().start().line,
            &name,
            message,
        )
    };
    without.map(violation).collect()
}

/// The text of doc comments.
fn docs(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        if let Meta::NameValue(meta) = &attribute.meta
            && meta.path.is_ident("doc")
            && let Expr::Lit(value) = &meta.value
            && let Lit::Str(line) = &value.lit
        {
            text += &line.value();
            text.push('\n');
        }
    }
    text
}

/// Whether a block of code opens that is not plain text.
fn has_example(docs: &str) -> bool {
    let fences = docs
        .lines()
        .filter_map(|line| line.trim().strip_prefix("```"));
    let mut opening = fences.step_by(2);
    opening.any(|info| !info.contains("text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_type_without_code_in_its_docs_is_found() {
        let tree = Tree::example(&[
            (
                "crates/carom-core/src/lib.rs",
                "mod a; pub use a::{Ball, Hull, Plane};",
            ),
            (
                "crates/carom-core/src/a.rs",
                "/// A ball.\n///\n/// ```\n/// Ball;\n/// ```\npub struct Ball;\n\
                 /// A hull.\n/// ```text\n/// art\n/// ```\npub enum Hull {}\n\
                 pub trait Plane {}\npub struct Hidden;\nstruct Private;",
            ),
        ]);
        let names: Vec<String> = check(&tree)
            .into_iter()
            .map(|found| found.key.name)
            .collect();
        assert_eq!(names, ["Hull", "Plane"]);
    }
}
