//! The release: all that can be checked before publishing, the packed playground, and a new version number.

mod changelog;
mod fault;
mod manifest;
mod metadata;
mod order;
mod pack;
mod supply;
mod tarball;
mod verify;
mod version;

pub use pack::pack;
pub use version::set_version;

use fault::Fault;
use manifest::Manifest;
use std::path::Path;
use std::process::Command;

/// Checks everything that can be checked before publishing, and prints a line for each check, then the faults; true if there
/// are none. Nothing is published. With `verify`, that crate and what it needs, or `all`, is built from its tarball.
///
/// # Errors
/// If a file cannot be read, or a program does not start.
pub fn dry_run(root: &Path, verify: Option<&str>) -> Result<bool, String> {
    let manifests = manifest::published(root)?;
    let version = manifest::workspace_version(root)?;
    println!("carom {version}: a release without publishing");
    let mut faults = Vec::new();
    let metadata = |manifest: &Manifest| metadata::faults(manifest, root);
    faults.extend(manifests.iter().flat_map(metadata));
    println!("metadata    {} crates", manifests.len());
    faults.extend(
        manifests
            .iter()
            .flat_map(|it| order::dependency_faults(it, &manifests, &version)),
    );
    let order = order::of_publishing(&manifests).unwrap_or_else(|fault| {
        faults.push(fault);
        Vec::new()
    });
    println!("order       {}", order.join(", "));
    let (places, wrong) = version::check(root, &version)?;
    println!("version     {places} places");
    faults.extend(wrong);
    let (line, wrong) = changelog::check(root, &version)?;
    println!("changelog   {line}");
    faults.extend(wrong);
    let (line, wrong) = supply::check(root)?;
    println!("cargo-deny  {line}");
    faults.extend(wrong);
    if faults.is_empty() {
        let target = target(root);
        let tarballs = tarball::package(root, &target, &order, &version)?;
        for tarball in &tarballs {
            println!("tarball     {tarball}");
            faults.extend(tarball.faults());
        }
        if let Some(name) = verify.filter(|_| faults.is_empty()) {
            verify::build(root, &target, &tarballs, name)?;
            println!("built       {name}, from the tarballs");
        }
    } else {
        println!("tarballs    not made before the faults are mended");
    }
    print(&faults);
    Ok(faults.is_empty())
}

/// The folder of what the dry run makes.
fn target(root: &Path) -> std::path::PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root.join(target).join("release-check")
}

/// The cargo that runs this, or else the one of the path.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn print(faults: &[Fault]) {
    println!();
    for fault in faults {
        println!("{fault}");
    }
    match faults.len() {
        0 => println!("ready to publish, in the order above"),
        count => println!("{count} faults"),
    }
}
