//! The tarballs that crates.io would get: made by cargo, then read again.

use super::fault::Fault;
use super::{cargo, pack};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The limit of crates.io, bytes.
const LIMIT: u64 = 10_000_000;
/// The files in every tarball.
const FILES: [&str; 5] = [
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "src/lib.rs",
];

/// A packaged crate.
#[derive(Clone, Debug)]
pub(super) struct Tarball {
    pub(super) name: String,
    pub(super) path: PathBuf,
    bytes: u64,
    /// Relative to the folder in the tarball.
    files: Vec<String>,
}

impl Tarball {
    /// The folder in it.
    pub(super) fn folder(&self) -> String {
        self.path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    }

    /// Its size, if it is too large, and the files that it lacks.
    pub(super) fn faults(&self) -> Vec<Fault> {
        let file = format!("{}.crate", self.folder());
        let mut faults = Vec::new();
        if self.bytes > LIMIT {
            let message = format!("{} bytes, crates.io takes {LIMIT}", self.bytes);
            faults.push(Fault::new(&file, "size", message));
        }
        let mut needs = |name: &str, advice: &str| {
            if !self.files.iter().any(|file| file == name) {
                faults.push(Fault::new(
                    &file,
                    name,
                    format!("is not in the tarball{advice}"),
                ));
            }
        };
        for name in FILES {
            needs(name, "");
        }
        if self.name == "carom-web" {
            for name in pack::FILES {
                let advice =
                    ": carom play --export out/site, then cargo run -p xtask -- pack out/site";
                needs(&format!("packed/{name}"), advice);
            }
        }
        faults
    }
}

impl fmt::Display for Tarball {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, files) = (&self.name, self.files.len());
        write!(
            f,
            "{name:<14} {:>5} KB, {files} files",
            self.bytes.div_ceil(1000)
        )
    }
}

/// Packages crates without building them. Each is resolved against those before it, which are on no registry yet.
///
/// # Errors
/// If cargo or tar fails.
pub(super) fn package(
    root: &Path,
    target: &Path,
    order: &[String],
    version: &str,
) -> Result<Vec<Tarball>, String> {
    let mut command = cargo();
    command
        .current_dir(root)
        .args(["package", "--quiet", "--no-verify", "--allow-dirty"]);
    command.arg("--target-dir").arg(target);
    for name in order {
        command.args(["--package", name]);
    }
    let output = command
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "cargo package: {}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let read = |name: &String| read(target.join(format!("package/{name}-{version}.crate")), name);
    order.iter().map(read).collect()
}

fn read(path: PathBuf, name: &str) -> Result<Tarball, String> {
    let failed = |why: String| format!("{}: {why}", path.display());
    let bytes = path
        .metadata()
        .map_err(|error| failed(error.to_string()))?
        .len();
    let output = Command::new("tar").arg("-tzf").arg(&path).output();
    let output = output.map_err(|error| format!("tar: {error}"))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let files = text.lines().filter_map(|line| line.split_once('/'));
    let files = files.map(|(_, file)| file.to_owned()).collect();
    Ok(Tarball {
        name: name.to_owned(),
        path,
        bytes,
        files,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tarball(name: &str, bytes: u64, files: &[&str]) -> Tarball {
        Tarball {
            name: name.to_owned(),
            path: format!("/tmp/{name}-0.2.0.crate").into(),
            bytes,
            files: files.iter().map(|it| (*it).to_owned()).collect(),
        }
    }

    #[test]
    fn names_what_is_missing_and_too_large() {
        assert!(tarball("carom", LIMIT, &FILES).faults().is_empty());
        let faults = tarball("carom", LIMIT + 1, &FILES[1..]).faults();
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "carom-0.2.0.crate: size: 10000001 bytes, crates.io takes 10000000",
                "carom-0.2.0.crate: Cargo.toml: is not in the tarball",
            ]
        );
    }

    #[test]
    fn the_playground_needs_its_packed_files() {
        let faults = tarball("carom-web", 0, &FILES).faults();
        assert_eq!(faults.len(), pack::FILES.len());
        assert!(
            faults[0]
                .to_string()
                .contains("packed/billiards.wasm: is not in the tarball: carom play")
        );
    }
}
