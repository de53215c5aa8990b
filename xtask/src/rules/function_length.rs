//! A function has at most 60 lines, from its signature to its last brace, or a comment `// Long: ` with the reason.

use crate::source::tree::Tree;
use crate::violation::{Rule, Violation};

const LIMIT: usize = 60;
const REASON: &str = "// Long: ";

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (file, module) in tree.modules() {
        for function in &module.facts.functions {
            let (name, lines, start) = (&function.name, function.lines, function.start);
            let reason = || has_reason(&file.text, function.top) || has_reason(&file.text, start);
            if lines > LIMIT && !reason() {
                let message = format!(
                    "{name} has {lines} lines, at most {LIMIT} (or a comment above it: `{REASON}…`)"
                );
                let violation =
                    Violation::in_file(Rule::Function, &file.path, start, name, message);
                violations.push(violation.amounting_to(lines));
            }
        }
    }
    violations
}

/// Whether the comment above a line gives the reason for a long function.
fn has_reason(text: &str, line: usize) -> bool {
    let above: Vec<&str> = text.lines().take(line - 1).map(str::trim).collect();
    let comment = above.iter().rev().take_while(|line| line.starts_with("//"));
    let mut reasons = comment.filter_map(|line| line.strip_prefix(REASON));
    reasons.any(|reason| !reason.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(head: &str, lines: usize, test: &str) -> Vec<(String, u32)> {
        let body = "    ;\n".repeat(lines - 2);
        let text = format!(
            "struct S;\n{test}\nimpl S {{\n{head}fn f(\n) {{\n{}}}\n}}\n",
            &body[6..]
        );
        let tree = Tree::example(&[("crates/a/src/b.rs", &text)]);
        check(&tree)
            .into_iter()
            .map(|found| (found.key.name, found.amount))
            .collect()
    }

    #[test]
    fn a_function_of_61_lines_is_found() {
        assert!(long("", 60, "").is_empty());
        assert_eq!(long("", 61, ""), [("S::f".to_owned(), 61)]);
        assert_eq!(
            long("/// Doc.\n#[inline]\npub ", 61, ""),
            [("S::f".to_owned(), 61)]
        );
    }

    #[test]
    fn tests_may_be_long() {
        assert!(long("", 61, "#[cfg(test)]").is_empty());
    }

    #[test]
    fn a_reason_above_docs_or_signature_lets_it_pass() {
        assert!(
            long(
                "// Long: one match,\n// an arm each.\n/// Doc.\n#[inline]\n",
                61,
                ""
            )
            .is_empty()
        );
        assert!(long("/// Doc.\n#[inline]\n// Long: one match.\n", 61, "").is_empty());
        assert_eq!(long("// Long: \n", 61, "").len(), 1);
        assert_eq!(long("// Long: one match.\n\n", 61, "").len(), 1);
    }
}
