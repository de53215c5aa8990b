//! A file has at most 500 lines; test code inside it does not count.

use crate::source::tree::Tree;
use crate::violation::{Rule, Violation};

const LIMIT: usize = 500;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (file, module) in tree.modules() {
        let lines = file.text.lines().count() - module.facts.test_lines.len();
        if lines > LIMIT {
            let message = format!("{lines} lines without tests, at most {LIMIT}");
            let violation = Violation::in_file(Rule::File, &file.path, 1, "", message);
            violations.push(violation.amounting_to(lines));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(files: &[(&str, &str)]) -> Vec<u32> {
        check(&Tree::example(files))
            .iter()
            .map(|found| found.amount)
            .collect()
    }

    #[test]
    fn a_file_of_501_lines_is_found() {
        let lines = "// A line.\n".repeat(LIMIT);
        assert!(lengths(&[("crates/a/src/b.rs", &lines)]).is_empty());
        assert_eq!(
            lengths(&[("crates/a/src/b.rs", &format!("{lines}\n"))]),
            [501]
        );
        assert!(lengths(&[("crates/a/tests/b.rs", &format!("{lines}\n"))]).is_empty());
    }

    #[test]
    fn tests_inside_it_do_not_count() {
        let text = "#[cfg(test)]\nmod tests {\n}\n".repeat(200) + &"\n".repeat(LIMIT);
        assert!(lengths(&[("crates/a/src/b.rs", &text)]).is_empty());
    }
}
