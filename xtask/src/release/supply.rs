//! Licenses, bans and sources of all dependencies, by cargo-deny where it is installed.

use super::cargo;
use super::fault::Fault;
use std::path::Path;

/// A line about the check, and a fault if it fails.
///
/// # Errors
/// If cargo does not start.
pub(super) fn check(root: &Path) -> Result<(String, Vec<Fault>), String> {
    let is_there = cargo().args(["deny", "--version"]).output();
    let is_there = is_there.map_err(|error| format!("cargo: {error}"))?;
    if !is_there.status.success() {
        let line = "not checked, as it is not installed: cargo install cargo-deny --locked";
        return Ok((line.into(), Vec::new()));
    }
    // Advisories need a database from elsewhere: `cargo deny check` has them.
    let checks = [
        "deny",
        "--all-features",
        "check",
        "licenses",
        "bans",
        "sources",
    ];
    let status = cargo().args(checks).current_dir(root).status();
    if status.map_err(|error| format!("cargo: {error}"))?.success() {
        Ok(("licenses, bans and sources".into(), Vec::new()))
    } else {
        let fault = Fault::new(
            "deny.toml",
            "check licenses bans sources",
            "failed, see above",
        );
        Ok(("failed".into(), vec![fault]))
    }
}
