//! Builds crates from their tarballs, in a workspace of their own in which each finds the others.

use super::cargo;
use super::tarball::Tarball;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Builds one crate, with those that it depends on, or `all`: every feature, so that the pictures of the documentation have to
/// be in the tarballs, too.
///
/// # Errors
/// If there is no crate of that name, or it does not build; cargo has then printed why.
pub(super) fn build(
    root: &Path,
    target: &Path,
    tarballs: &[Tarball],
    name: &str,
) -> Result<(), String> {
    if name != "all" && !tarballs.iter().any(|it| it.name == name) {
        return Err(format!("--verify: no crate {name} is published"));
    }
    let folder = target.join("workspace");
    // A file of an earlier tarball could hide that the new one lacks it.
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let written = fs::create_dir_all(&folder)
        .and_then(|()| fs::write(folder.join("Cargo.toml"), workspace(tarballs)))
        .and_then(|()| fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")));
    written.map_err(|error| format!("{}: {error}", folder.display()))?;
    for tarball in tarballs {
        let mut tar = Command::new("tar");
        run(tar.arg("-xzf").arg(&tarball.path).arg("-C").arg(&folder))?;
    }
    let mut command = cargo();
    command
        .current_dir(&folder)
        .args(["build", "--all-features"]);
    command.arg("--target-dir").arg(target.join("build"));
    if name == "all" {
        command.arg("--workspace");
    } else {
        command.args(["--package", name]);
    }
    // Users do not have the flags of this repository's `.cargo/config.toml`.
    command
        .env("CARGO_ENCODED_RUSTFLAGS", "")
        .env_remove("RUSTFLAGS");
    command.env("CARGO_PROFILE_DEV_DEBUG", "0");
    run(&mut command)
}

fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .map_err(|error| format!("{program}: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{program} failed, see above"))
    }
}

/// The workspace: its members stand in for crates of the registry.
fn workspace(tarballs: &[Tarball]) -> String {
    let mut text =
        String::from("[workspace]\nresolver = \"3\"\nmembers = [\"*-*.*\"]\n\n[patch.crates-io]\n");
    for tarball in tarballs {
        let _ = writeln!(
            text,
            "{} = {{ path = \"{}\" }}",
            tarball.name,
            tarball.folder()
        );
    }
    text
}
