//! The section of CHANGELOG.md that a release needs.

use super::fault::Fault;
use std::fs;
use std::path::Path;

const FILE: &str = "CHANGELOG.md";
pub(super) const UNRELEASED: &str = "## Unreleased";

/// A line about the section of this version, and what is wrong.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn check(root: &Path, version: &str) -> Result<(String, Vec<Fault>), String> {
    let text = fs::read_to_string(root.join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    Ok(match section(&text, version) {
        Ok(line) => (line, Vec::new()),
        Err(fault) => ("no section".into(), vec![fault]),
    })
}

fn section(text: &str, version: &str) -> Result<String, Fault> {
    let heading = format!("## {version}");
    if let Some(lines) = entries(text, &heading) {
        let left = entries(text, UNRELEASED).unwrap_or(0);
        return match (lines, left) {
            (0, _) => Err(Fault::new(FILE, &heading, "the section is empty")),
            (_, 0) => Ok(format!("\"{heading}\", {lines} entries")),
            _ => {
                let message = format!(
                    "{left} entries are newer than version {version}: `xtask version` names the next one"
                );
                Err(Fault::new(FILE, UNRELEASED, message))
            }
        };
    }
    match entries(text, UNRELEASED) {
        Some(lines) if lines > 0 => Ok(format!(
            "\"{UNRELEASED}\", {lines} entries; `xtask version` gives them a number and a date"
        )),
        _ => Err(Fault::new(
            FILE,
            &heading,
            "there is neither this section nor an unreleased one with entries",
        )),
    }
}

/// The number of entries in the section with this heading, which a date may follow.
fn entries(text: &str, heading: &str) -> Option<usize> {
    let is_heading = |line: &&str| {
        let rest = line.strip_prefix(heading);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let mut lines = text.lines();
    lines.find(is_heading)?;
    let section = lines.take_while(|line| !line.starts_with("## "));
    Some(section.filter(|line| line.starts_with("- ")).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_has_a_section_or_will_have_one() {
        let good = "## Unreleased\n\n## 0.2.0 (2026-12-01)\n### Added\n- A\n- B\n\n## 0.1.0\n- C\n";
        assert_eq!(section(good, "0.2.0").unwrap(), "\"## 0.2.0\", 2 entries");
        let later = "## Unreleased\n- A\n  of two lines\n\n## 0.1.0\n- C\n";
        assert!(
            section(later, "0.2.0")
                .unwrap()
                .starts_with("\"## Unreleased\", 1 entries")
        );
        let fault = |text: &str, version: &str| section(text, version).unwrap_err().to_string();
        assert!(
            fault(later, "0.1.0").starts_with("CHANGELOG.md: ## Unreleased: 1 entries are newer")
        );
        assert!(
            fault("## Unreleased\n## 0.2.01\n- A\n", "0.2.0")
                .starts_with("CHANGELOG.md: ## 0.2.0: there is neither")
        );
        assert!(fault("## 0.2.0\n\n## 0.1.0\n- C\n", "0.2.0").ends_with("the section is empty"));
    }
}
