//! Violations compared with the accepted debt, which may only shrink.

use crate::debt::Debt;
use crate::violation::{Key, Rule, Violation};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What one check has found.
#[derive(Debug)]
pub struct Report {
    violations: Vec<Violation>,
    found: BTreeMap<Key, u32>,
    debt: Debt,
}

impl Report {
    /// Compares violations with debt.
    #[must_use]
    pub fn new(violations: Vec<Violation>, debt: Debt) -> Self {
        let mut found = BTreeMap::new();
        for violation in &violations {
            *found.entry(violation.key.clone()).or_insert(0) += violation.amount;
        }
        Self {
            violations,
            found,
            debt,
        }
    }

    fn accepted(&self, key: &Key) -> u32 {
        self.debt.0.get(key).copied().unwrap_or(0)
    }

    /// Each violation, and whether it is part of the debt.
    pub fn violations(&self) -> impl Iterator<Item = (&Violation, bool)> {
        self.violations.iter().map(|violation| {
            let key = &violation.key;
            (violation, self.found[key] <= self.accepted(key))
        })
    }

    /// Why a rule fails, a line each; empty if it holds but for its debt.
    #[must_use]
    pub fn failures(&self, rule: Rule) -> Vec<String> {
        let mut lines = Vec::new();
        for (violation, accepted) in self.violations() {
            let key = &violation.key;
            if key.rule != rule || accepted {
                continue;
            }
            let mut line = violation.to_string();
            let (found, listed) = (self.found[key], self.accepted(key));
            if listed > 0 {
                let unit = rule.unit();
                let _ = write!(line, " ({found} {unit}, accepted are {listed})");
            }
            lines.push(line);
        }
        for (key, listed) in &self.debt.0 {
            let found = self.found.get(key).copied().unwrap_or(0);
            if key.rule == rule && found < *listed {
                lines.push(format!(
                    "{key}: {found} instead of {listed}, mended: take it off xtask/debt.txt, \
                     `cargo run -p xtask -- debt` rewrites it"
                ));
            }
        }
        lines
    }

    /// A line for each rule: violations in all, and how many keys fail.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut text = String::from("rule       violations  in debt  lines that fail\n");
        for rule in Rule::ALL {
            let of_rule = |key: &&Key| key.rule == rule;
            let violations = self.violations.iter().filter(|v| v.key.rule == rule);
            let _ = writeln!(
                text,
                "{:<11}{:>10}{:>9}{:>17}",
                rule.name(),
                violations.count(),
                self.debt.0.keys().filter(of_rule).count(),
                self.failures(rule).len()
            );
        }
        text
    }

    /// The debt rewritten: only what is still there. With `allow_new` also all that is new or has grown.
    #[must_use]
    pub fn rewritten(&self, allow_new: bool) -> Debt {
        let mut debt = BTreeMap::new();
        for (key, found) in &self.found {
            let limit = if allow_new {
                u32::MAX
            } else {
                self.accepted(key)
            };
            if limit > 0 {
                debt.insert(key.clone(), (*found).min(limit));
            }
        }
        Debt(debt)
    }

    /// The keys that are new or have grown.
    #[must_use]
    pub fn grown(&self) -> Vec<String> {
        let grown = |(key, found): &(&Key, &u32)| **found > self.accepted(key);
        let line = |(key, found)| format!("{key} {found}");
        self.found.iter().filter(grown).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(amount: usize, debt: &str) -> Report {
        let long = Violation::in_file(Rule::File, "a.rs", 1, "", "too long".into());
        Report::new(vec![long.amounting_to(amount)], Debt::parse(debt).unwrap())
    }

    #[test]
    fn a_new_violation_fails_and_is_not_listed_unless_allowed() {
        let report = report(600, "");
        assert_eq!(report.failures(Rule::File), ["a.rs:1: file: too long"]);
        assert_eq!(report.rewritten(false), Debt::default());
        assert_eq!(
            report.rewritten(true),
            Debt::parse("file a.rs 600").unwrap()
        );
        assert_eq!(report.grown(), ["file a.rs 600"]);
    }

    #[test]
    fn an_accepted_violation_passes_until_it_grows() {
        assert!(report(600, "file a.rs 600").failures(Rule::File).is_empty());
        let grown = report(601, "file a.rs 600");
        assert_eq!(grown.failures(Rule::File).len(), 1);
        assert_eq!(
            grown.rewritten(false),
            Debt::parse("file a.rs 600").unwrap()
        );
    }

    #[test]
    fn a_mended_violation_must_leave_the_list() {
        for report in [
            report(550, "file a.rs 600"),
            report(1, "file b.rs 600\nfile a.rs"),
        ] {
            let failures = report.failures(Rule::File);
            assert!(failures[0].contains("mended: take it off"), "{failures:?}");
            assert_eq!(report.rewritten(false).0.len(), 1);
            assert!(report.grown().is_empty());
        }
    }
}
