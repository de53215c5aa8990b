//! The accepted violations: one a line, `rule place name amount`, by a key without line numbers.

use crate::violation::{Key, Rule};
use std::collections::BTreeMap;
use std::fmt;

const HEADER: &str = "\
# The violations of house rules that are accepted for now. Lines only leave this list, and amounts only shrink:
# `cargo run -p xtask -- debt` rewrites it. A new violation is mended, not listed.
";

/// The accepted amount of each key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Debt(pub BTreeMap<Key, u32>);

impl Debt {
    /// Reads the lines of `debt.txt`.
    ///
    /// # Errors
    /// If a line has another form; the message names it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut debt = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, amount) =
                entry(line).ok_or_else(|| format!("xtask/debt.txt:{}: {line}", index + 1))?;
            debt.insert(key, amount);
        }
        Ok(Self(debt))
    }
}

/// `rule place`, then a name in quotes or without, then an amount; 1 without.
fn entry(line: &str) -> Option<(Key, u32)> {
    let (rule, rest) = line.split_once(' ')?;
    let (place, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let (name, amount) = match rest.rsplit_once(' ') {
        Some((name, amount)) if amount.parse::<u32>().is_ok() => (name, amount.parse().ok()?),
        _ => rest.parse().map_or((rest, 1), |amount| ("", amount)),
    };
    let key = Key {
        rule: Rule::named(rule)?,
        place: place.to_owned(),
        name: name.trim_matches('"').to_owned(),
    };
    Some((key, amount))
}

impl fmt::Display for Debt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEADER)?;
        for (key, amount) in &self.0 {
            if *amount == 1 && key.rule != Rule::Words {
                writeln!(f, "{key}")?;
            } else {
                writeln!(f, "{key} {amount}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_read_as_it_was_written() {
        let text = "file crates/a/src/b.rs 875\n\
            function crates/a/src/b.rs Mover::tick 146\n\
            words crates/a/src/b.rs \"flib glorp\" 3\n\
            words crates/a/src/b.rs \"glorp\" 1\n\
            docs crates/a/src/b.rs\n\
            example crates/a/src/b.rs Ball\n";
        let debt = Debt::parse(text).unwrap();
        assert_eq!(debt.0.len(), 6);
        assert_eq!(debt.to_string(), format!("{HEADER}{text}"));
        assert!(
            debt.0
                .iter()
                .any(|(key, n)| key.name == "flib glorp" && *n == 3)
        );
    }

    #[test]
    fn names_the_line_it_cannot_read() {
        let error = Debt::parse("# words\nrumor crates/a\n").unwrap_err();
        assert_eq!(error, "xtask/debt.txt:2: rumor crates/a");
    }
}
