//! What of the site is not written by hand: the library as the browser runs it, and levels; from the checkout, or what a
//! release carries.

use crate::input;
use crate::output::say;
use anyhow::{Context, Result, ensure};
use carom_web::site::{LEVELS, MODULES, packed};
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// No module or level of ours is near this.
const MOST_BYTES: u64 = 64 << 20;

/// Rust cannot build for the browser here; the exit status is 2.
#[derive(Debug)]
pub(crate) struct NoTarget;

impl fmt::Display for NoTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Rust's target {TARGET} is missing, which builds for the browser. Run\n  rustup target add {TARGET}\n\
             or, where Rust did not come by rustup, install that target's standard library from where it came"
        )
    }
}

impl std::error::Error for NoTarget {}

/// A file by its name.
pub(crate) type Made = (&'static str, Vec<u8>);

/// The modules, those of a folder if one is named, else built here; and the levels of the checkout. Without a
/// checkout, what is packed.
pub(crate) fn files(folder: Option<&Path>) -> Result<Vec<Made>> {
    let checkout = checkout();
    let mut files = Vec::new();
    if folder.is_none() && checkout.is_some() {
        ensure_target()?;
        say("building carom for the browser …");
    }
    for (name, feature) in MODULES {
        let bytes = match (folder, &checkout) {
            (Some(folder), _) => input::read(&folder.join(name), "wasm module", MOST_BYTES)?,
            (None, Some(checkout)) => build(checkout, feature)?,
            (None, None) => carried(name)?,
        };
        files.push((name, bytes));
    }
    for (name, path) in LEVELS {
        let bytes = match &checkout {
            Some(checkout) => input::read(&checkout.join(path), "level", MOST_BYTES)?,
            None => carried(name)?,
        };
        files.push((name, bytes));
    }
    Ok(files)
}

fn carried(name: &str) -> Result<Vec<u8>> {
    let file = packed().and_then(|files| files.iter().find(|file| file.name == name));
    let bytes = file.map(|file| file.bytes.to_vec());
    bytes.context(
        "this carom was built without the playground packed, and the checkout it was built from is gone: \
         run it from a checkout (cargo run --release -- play)",
    )
}

/// The workspace this was built in, if it is still there.
fn checkout() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?.parent()?;
    root.join("crates/carom-web/Cargo.toml")
        .is_file()
        .then(|| root.to_path_buf())
}

/// The module of one feature.
fn build(checkout: &Path, feature: &str) -> Result<Vec<u8>> {
    // A folder of its own: a build that goes on in the usual one holds its lock.
    let folder = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| checkout.join("target"), |folder| checkout.join(folder));
    let folder = folder.join("playground");
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(checkout)
        .args([
            "build",
            "--quiet",
            "--package",
            "carom-web",
            "--lib",
            "--no-default-features",
            "--features",
            feature,
            "--profile",
            "web",
            "--target",
            TARGET,
        ])
        .arg("--target-dir")
        .arg(&folder)
        // Flags for this machine are not for that one; lanes are, which every browser has.
        .env_remove("RUSTFLAGS")
        .env("CARGO_ENCODED_RUSTFLAGS", "-Ctarget-feature=+simd128")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .context("cargo, which builds the playground from the checkout, does not start")?;
    ensure!(
        status.success(),
        "carom could not be built for the browser; what cargo says is above"
    );
    input::read(
        &folder.join(TARGET).join("web/carom_web.wasm"),
        "wasm module",
        MOST_BYTES,
    )
}

/// That rustc has the standard library of the target.
fn ensure_target() -> Result<()> {
    let output = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--print", "target-libdir", "--target", TARGET])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .context("rustc, which builds the playground from the checkout, does not start")?;
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !output.status.success() || !Path::new(&folder).is_dir() {
        return Err(NoTarget.into());
    }
    Ok(())
}
