//! The wasm modules of the site: built from the checkout, or packed in a release.

use crate::output::say;
use anyhow::{Context, Result, ensure};
use carom_format::read_file;
use carom_web::site::{MODULES, packed};
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// The largest module; none is near this.
const MOST_BYTES: u64 = 64 << 20;

/// The error of a Rust that cannot build for the browser; the exit status is 2.
#[derive(Debug)]
pub(crate) struct NoTarget;

impl fmt::Display for NoTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Rust's target {TARGET} is missing, needed to build for the browser. Run\n  rustup target add {TARGET}\n\
             or, without rustup, install the standard library of that target from the source of your Rust"
        )
    }
}

impl std::error::Error for NoTarget {}

/// A file by its name.
pub(crate) type GeneratedFile = (&'static str, Vec<u8>);

/// The modules: from a folder if one is given, else built here, else those of a release.
pub(crate) fn files(folder: Option<&Path>) -> Result<Vec<GeneratedFile>> {
    let checkout = checkout();
    let mut files = Vec::new();
    if folder.is_none() && checkout.is_some() {
        ensure_target()?;
        say("building carom for the browser …");
    }
    for (name, feature) in MODULES {
        let bytes = match (folder, &checkout) {
            (Some(folder), _) => read_file(&folder.join(name), "wasm module", MOST_BYTES)?,
            (None, Some(checkout)) => build(checkout, feature)?,
            (None, None) => from_release(name)?,
        };
        files.push((name, bytes));
    }
    Ok(files)
}

fn from_release(name: &str) -> Result<Vec<u8>> {
    let file = packed().and_then(|files| files.iter().find(|file| file.name == name));
    let bytes = file.map(|file| file.bytes.to_vec());
    bytes.with_context(|| {
        format!(
            "this carom was built without the playground, and the checkout that it was built from ({}) is gone. In a checkout \
             run\n  cargo run --release -- play\nor\n  cargo run --release -- play --export site\n\
             and then anywhere\n  carom play --wasm site",
            root().display()
        )
    })
}

/// The folder that the checkout of this build was in.
fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.ancestors().nth(2).unwrap_or(folder).to_path_buf()
}

/// The workspace of this build, if it still exists.
fn checkout() -> Option<PathBuf> {
    let root = root();
    let is_there = root.join("crates/carom-web/Cargo.toml").is_file();
    is_there.then_some(root)
}

/// The module of one feature.
fn build(checkout: &Path, feature: &str) -> Result<Vec<u8>> {
    // A target folder of its own: a running build holds the lock of the usual one.
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
        // Flags for this machine are not for wasm; SIMD is, which every browser has.
        .env_remove("RUSTFLAGS")
        .env("CARGO_ENCODED_RUSTFLAGS", "-Ctarget-feature=+simd128")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .context("cargo, which builds the playground from the checkout, does not start")?;
    ensure!(
        status.success(),
        "carom could not be built for the browser; see the output of cargo above"
    );
    Ok(read_file(
        &folder.join(TARGET).join("web/carom_web.wasm"),
        "wasm module",
        MOST_BYTES,
    )?)
}

/// Checks that rustc has the standard library of the target.
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
