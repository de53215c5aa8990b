//! The house rules of carom, checked over the whole repository: `cargo run -p xtask -- check`; and its release: `release --dry-run`.
//!
//! [`violations`] reads the tree and runs every [`Rule`]; [`Report`] compares what they find with the accepted debt in
//! `debt.txt`, which may only shrink. Each rule is a file in `rules/`.

mod debt;
#[cfg(test)]
mod house;
#[cfg(test)]
mod recipes;
mod release;
mod report;
mod rules;
mod source;
mod violation;

pub use debt::Debt;
pub use release::{dry_run, pack, set_version};
pub use report::Report;
pub use violation::{Key, Rule, Violation};

use source::tree::Tree;
use std::path::{Path, PathBuf};

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map_or_else(PathBuf::new, Path::to_path_buf)
}

/// The file of accepted violations.
#[must_use]
pub fn debt_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("debt.txt")
}

/// All violations in the repository at `root`, in a fixed order.
///
/// # Errors
/// If a file cannot be read or parsed.
pub fn violations(root: &Path) -> Result<Vec<Violation>, String> {
    Ok(rules::run(&Tree::read(root)?))
}

/// The violations of the repository compared with its accepted debt.
///
/// # Errors
/// If a file cannot be read or parsed.
pub fn report() -> Result<Report, String> {
    let path = debt_file();
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    Ok(Report::new(violations(&root())?, Debt::parse(&text)?))
}
