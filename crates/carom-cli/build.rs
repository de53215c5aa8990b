//! Sets `CAROM_COMMIT` to the commit that an optimized command is built from, `CAROM_TARGET` to its platform, and
//! `CAROM_FEATURES` to the names of its features.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=CAROM_TARGET={target}");
    println!("cargo::rustc-env=CAROM_FEATURES={}", features().join(", "));
    let root = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let root = Path::new(&root);
    // Tests are not compiled again after each commit.
    let is_optimized = env::var("PROFILE").is_ok_and(|it| it == "release");
    let checkout = || is_optimized.then(|| of_checkout(root)).flatten();
    if let Some(commit) = of_tarball(root).or_else(checkout) {
        println!("cargo::rustc-env=CAROM_COMMIT={commit}");
    }
}

/// The features that cargo builds with, by name.
fn features() -> Vec<String> {
    let variables = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let names = variables.filter_map(|name| {
        let feature = name.strip_prefix("CARGO_FEATURE_")?;
        Some(feature.to_lowercase().replace('_', "-"))
    });
    let mut names: Vec<String> = names.filter(|name| name != "default").collect();
    names.sort();
    names
}

/// The commit in the file that `cargo package` adds to a tarball.
fn of_tarball(root: &Path) -> Option<String> {
    let text = fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let hash = rest.split('"').nth(1)?.get(..12)?;
    let is_changed = text.contains("\"dirty\": true");
    let changes = if is_changed { " with changes" } else { "" };
    Some(format!("{hash}{changes}"))
}

/// The commit of this repository, unless the folder is in another one, or git is missing.
fn of_checkout(root: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .arg("-C")
            .arg(root)
            .args(arguments)
            .output();
        let output = output.ok().filter(|it| it.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // The commit changes where HEAD does, or the branch that it names.
    for path in ["HEAD", "logs/HEAD"] {
        let file = git(&["rev-parse", "--git-path", path])?;
        if root.join(&file).exists() {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}
