//! The library as the browser runs it: built from the checkout, or what a release carries.

use crate::input;
use crate::output::say;
use anyhow::{Context, Result, ensure};
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// No module of ours is near this.
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

/// The module: that of a file if one is named, else built here, else packed.
pub(crate) fn bytes(file: Option<&Path>) -> Result<Vec<u8>> {
    if let Some(file) = file {
        return input::read(file, "wasm module", MOST_BYTES);
    }
    if let Some(checkout) = checkout() {
        return build(&checkout);
    }
    carom_web::site::packed().map(<[u8]>::to_vec).context(
        "this carom was built without the playground packed, and the checkout it was built from is gone: \
         run it from a checkout (cargo run --release -- play), or give it a module (--wasm FILE)",
    )
}

/// The workspace this was built in, if it is still there.
fn checkout() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    root.join("carom-web/Cargo.toml")
        .is_file()
        .then(|| root.to_path_buf())
}

fn build(checkout: &Path) -> Result<Vec<u8>> {
    ensure_target(checkout)?;
    // A folder of its own: a build that goes on in the usual one holds its lock.
    let folder = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| checkout.join("target"), |folder| checkout.join(folder));
    let folder = folder.join("playground");
    say("building carom for the browser …");
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(checkout)
        .args([
            "build",
            "--quiet",
            "--package",
            "carom-web",
            "--lib",
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
fn ensure_target(checkout: &Path) -> Result<()> {
    let output = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .current_dir(checkout)
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
